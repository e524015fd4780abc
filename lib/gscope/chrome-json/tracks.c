/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/chrome-json/tracks.h>

#include <string.h>

enum
{
  MAX_PROCESSES = 4096,
  MAX_THREADS = 8192,
  MAX_COUNTERS = 8192,
  MAX_NAMES = 65536,
  /* bytes of the parts of the name of a signal, which has a process, and a thread or a counter with an id and a key */
  MAX_TITLE = 60,
  MAX_ID = 24,
  MAX_COUNTER = 100,
  MAX_KEY = 32,
  /* bytes of the name of a state or an instant */
  MAX_NAME = 240,
  /* the tables compare texts eight bytes at a time */
  PADDING = 8,
};

static void
process_free (gpointer data)
{
  GscopeChromeProcess *self = data;

  g_free (self->id);
  g_free (self->name);
  g_free (self);
}

static void
thread_free (gpointer data)
{
  GscopeChromeThread *self = data;

  g_free (self->id);
  g_free (self->name);
  g_array_unref (self->open);
  g_free (self);
}

static void
counter_free (gpointer data)
{
  g_free (((GscopeChromeCounter *) data)->name);
  g_free (data);
}

void
gscope_chrome_tracks_init (GscopeChromeTracks *self)
{
  self->processes = g_ptr_array_new_with_free_func (process_free);
  self->threads = g_ptr_array_new_with_free_func (thread_free);
  self->counters = g_ptr_array_new_with_free_func (counter_free);
  gscope_name_table_init (&self->process_ids);
  gscope_name_table_init (&self->thread_ids);
  gscope_name_table_init (&self->counter_ids);
  gscope_name_table_init (&self->names);
  self->key = g_string_new (NULL);
}

void
gscope_chrome_tracks_clear (GscopeChromeTracks *self)
{
  g_ptr_array_unref (self->processes);
  g_ptr_array_unref (self->threads);
  g_ptr_array_unref (self->counters);
  gscope_name_table_clear (&self->process_ids);
  gscope_name_table_clear (&self->thread_ids);
  gscope_name_table_clear (&self->counter_ids);
  gscope_name_table_clear (&self->names);
  g_string_free (self->key, TRUE);
}

/* Texts. */

/* Cuts a text where a character ends. */
static char *
cut_text (GString *text, gsize max)
{
  g_autofree char *valid = g_utf8_make_valid (text->str, (gssize) text->len);
  gsize n = MIN (strlen (valid), max);

  while (n > 0 && ((guchar) valid[n] & 0xc0) == 0x80)
    n--;
  valid[n] = '\0';
  return g_steal_pointer (&valid);
}

static char *
decode (GscopeJsonSpan span, gsize max)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char *cut;

  gscope_json_span_decode (span, text);
  cut = cut_text (text, max);
  for (char *c = cut; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = '-';
  return cut;
}

/* A part of the name of a signal has no slash, and no blank at its ends. */
static char *
decode_part (GscopeJsonSpan span, gsize max)
{
  char *part = decode (span, max);

  g_strdelimit (part, "/", '-');
  return g_strstrip (part);
}

static void
append_key (GscopeChromeTracks *self, GscopeJsonSpan part)
{
  g_string_append_len (self->key, part.text, (gssize) part.size);
  g_string_append_c (self->key, '\n');
}

/* Finds a key in a table, or adds it. Returns GSCOPE_CHROME_NONE if the table is full. */
static guint
find (GscopeNameTable *table, const char *key, gsize size, guint max)
{
  guint id = gscope_name_table_find (table, key, size);

  if (id != GSCOPE_NAME_NONE)
    return id;
  return table->n_names < max ? gscope_name_table_add (table, key, size) : GSCOPE_CHROME_NONE;
}

static guint
find_key (GscopeChromeTracks *self, GscopeNameTable *table, guint max)
{
  gsize size = self->key->len;

  g_string_append_len (self->key, "\0\0\0\0\0\0\0", PADDING);
  return find (table, self->key->str, size, max);
}

/* Tracks. */

guint
gscope_chrome_tracks_get_process (GscopeChromeTracks *self, const GscopeChromeEvent *event)
{
  guint index;

  g_string_truncate (self->key, 0);
  append_key (self, event->process);
  index = find_key (self, &self->process_ids, MAX_PROCESSES);
  if (index == self->processes->len)
    {
      GscopeChromeProcess *process = g_new0 (GscopeChromeProcess, 1);

      process->id = decode_part (event->process, MAX_ID);
      g_ptr_array_add (self->processes, process);
    }
  return index;
}

guint
gscope_chrome_tracks_get_thread (GscopeChromeTracks *self, const GscopeChromeEvent *event)
{
  GscopeChromeThread *thread;
  guint index, process;

  g_string_truncate (self->key, 0);
  append_key (self, event->process);
  append_key (self, event->thread);
  index = find_key (self, &self->thread_ids, MAX_THREADS);
  if (index != self->threads->len)
    return index;
  process = gscope_chrome_tracks_get_process (self, event);
  thread = g_new0 (GscopeChromeThread, 1);
  thread->process = process;
  thread->id = decode_part (event->thread, MAX_ID);
  thread->open = g_array_new (FALSE, FALSE, sizeof (GscopeChromeOpen));
  g_ptr_array_add (self->threads, thread);
  return index;
}

/* A value that is the only one of its counter is called “value”, or as the counter. */
static char *
name_counter (const GscopeChromeEvent *event, GscopeJsonSpan key)
{
  g_autofree char *name = decode_part (event->name, MAX_COUNTER);
  g_autofree char *part = decode_part (key, MAX_KEY);
  g_autofree char *id = decode_part (event->id, MAX_ID);
  gboolean is_alone = g_str_equal (part, "value") || g_str_equal (part, name);

  return g_strconcat (*name ? name : "-", *id ? "[" : "", id, *id ? "]" : "", is_alone ? "" : "/",
                      is_alone ? "" : part, NULL);
}

guint
gscope_chrome_tracks_get_counter (GscopeChromeTracks *self, const GscopeChromeEvent *event,
                                  GscopeJsonSpan key)
{
  GscopeChromeCounter *counter;
  guint index, process;

  g_string_truncate (self->key, 0);
  append_key (self, event->process);
  append_key (self, event->name);
  append_key (self, event->id);
  append_key (self, key);
  index = find_key (self, &self->counter_ids, MAX_COUNTERS);
  if (index != self->counters->len)
    return index;
  process = gscope_chrome_tracks_get_process (self, event);
  counter = g_new0 (GscopeChromeCounter, 1);
  counter->process = process;
  counter->name = name_counter (event, key);
  g_ptr_array_add (self->counters, counter);
  return index;
}

guint32
gscope_chrome_tracks_get_name (GscopeChromeTracks *self, GscopeJsonSpan name)
{
  g_string_truncate (self->key, 0);
  g_string_append_len (self->key, name.text, (gssize) MIN (name.size, MAX_NAME));
  return find_key (self, &self->names, MAX_NAMES);
}

/* Names. */

static void
set_name (char **name, const GscopeChromeEvent *event)
{
  g_autofree char *part = decode_part (gscope_chrome_event_find_text (event, "name"), MAX_TITLE);

  if (!*part)
    return;
  g_free (*name);
  *name = g_steal_pointer (&part);
}

void
gscope_chrome_tracks_name_process (GscopeChromeTracks *self, const GscopeChromeEvent *event)
{
  guint index = gscope_chrome_tracks_get_process (self, event);

  if (index != GSCOPE_CHROME_NONE)
    set_name (&((GscopeChromeProcess *) self->processes->pdata[index])->name, event);
}

void
gscope_chrome_tracks_name_thread (GscopeChromeTracks *self, const GscopeChromeEvent *event)
{
  guint index = gscope_chrome_tracks_get_thread (self, event);

  if (index != GSCOPE_CHROME_NONE)
    set_name (&((GscopeChromeThread *) self->threads->pdata[index])->name, event);
}

static char *
join (const char *name, const char *id)
{
  return g_strconcat (name ? name : "", name && *id ? "-" : "", !name && !*id ? "-" : id, NULL);
}

char *
gscope_chrome_tracks_dup_process (const GscopeChromeTracks *self, guint process)
{
  const GscopeChromeProcess *item;

  if (process == GSCOPE_CHROME_NONE)
    return g_strdup ("-");
  item = self->processes->pdata[process];
  return join (item->name, item->id);
}

char *
gscope_chrome_tracks_dup_thread (const GscopeChromeTracks *self, guint thread)
{
  const GscopeChromeThread *item = self->threads->pdata[thread];

  return join (item->name, item->id);
}

char *
gscope_chrome_tracks_dup_name (const GscopeChromeTracks *self, guint32 name)
{
  const GscopeName *item = &self->names.names[name];
  g_autofree char *text = decode ((GscopeJsonSpan){ item->text, item->length }, MAX_NAME);

  return *text ? g_steal_pointer (&text) : g_strdup ("-");
}

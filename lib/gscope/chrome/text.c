/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/chrome/text.h>

#include <glib/gi18n-lib.h>
#include <gscope/chrome/collector.h>
#include <gscope/chrome/rows.h>
#include <gscope/error.h>
#include <gscope/text/annotation.h>
#include <gscope/text/tuple.h>
#include <inttypes.h>
#include <string.h>

enum
{
  /* of text that waits to be read */
  ENOUGH = 64 * 1024,
};

struct _GscopeChromeText
{
  GscopeChromeCollector collector;
  GscopeChromeRows rows;
  /* the names of the signals of counters */
  GPtrArray *counters;
  GString *head;

  GString *text;
  gsize n_taken;
  gboolean has_ended;
};

gboolean
gscope_chrome_text_is_magic (const char *head, gsize n)
{
  return gscope_chrome_events_is_magic (head, n);
}

/* Names of signals. */

static void
name_row (GscopeChromeText *self, GHashTable *names, GscopeChromeRow *row)
{
  const GscopeChromeTracks *tracks = &self->collector.tracks;
  const GscopeChromeThread *thread = tracks->threads->pdata[row->thread];
  g_autofree char *process = gscope_chrome_tracks_dup_process (tracks, thread->process);
  g_autofree char *title = gscope_chrome_tracks_dup_thread (tracks, row->thread);
  g_autoptr (GString) name = g_string_new (NULL);

  g_string_append_printf (name, "%s/%s", process, title);
  if (row->depth > 0)
    g_string_append_printf (name, "/%u", row->depth + 1);
  row->signal = gscope_chrome_rows_add_name (names, name);
}

static void
name_signals (GscopeChromeText *self)
{
  const GscopeChromeTracks *tracks = &self->collector.tracks;
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->rows.all->len; i++)
    name_row (self, names, self->rows.all->pdata[i]);
  for (guint i = 0; i < tracks->counters->len; i++)
    {
      const GscopeChromeCounter *counter = tracks->counters->pdata[i];
      g_autofree char *process = gscope_chrome_tracks_dup_process (tracks, counter->process);
      g_autoptr (GString) name = g_string_new (NULL);

      g_string_append_printf (name, "%s/%s", process, counter->name);
      g_ptr_array_add (self->counters, gscope_chrome_rows_add_name (names, name));
    }
}

/* The head: descriptions of the signals. */

static void
append_start (GscopeChromeText *self)
{
  gint64 microseconds = self->collector.beginning;
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (microseconds / G_USEC_PER_SEC);
  g_autofree char *shown = date ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%S") : NULL;

  if (microseconds <= 0 || !shown)
    return;
  g_string_append_printf (self->head,
                          "#gscope {\"version\":%d,\"start\":\"%s.%06" G_GINT64_FORMAT
                          "Z\",\"time_ns\":0,\"clock\":\"other\"}\n",
                          GSCOPE_ANNOTATION_VERSION, shown, microseconds % G_USEC_PER_SEC);
}

static void
append_row (GscopeChromeText *self, const GscopeChromeRow *row, guint color)
{
  const GscopeChromeTracks *tracks = &self->collector.tracks;
  g_autofree char *thread = gscope_chrome_tracks_dup_thread (tracks, row->thread);

  gscope_chrome_row_describe (row, self->head, thread, color,
                              (GscopeChromeNameFunc) gscope_chrome_tracks_dup_name, tracks);
}

static void
append_counter (GscopeChromeText *self, guint index)
{
  const GscopeChromeCounter *counter = self->collector.tracks.counters->pdata[index];
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (self->counters->pdata[index]);

  gscope_signal_set_title (signal, counter->name);
  gscope_signal_set_color (signal, 1 + index % GSCOPE_CHROME_N_COLORS);
  gscope_annotation_append_signals (self->head, &signal, 1);
}

/* A text that begins with “#gscope” holds tuples: even without signals there is such a line. */
static void
make_head (GscopeChromeText *self)
{
  self->head = g_string_new (NULL);
  append_start (self);
  gscope_annotation_append_signals (self->head, NULL, 0);
  for (guint i = 0; i < self->rows.all->len; i++)
    append_row (self, self->rows.all->pdata[i], i);
  for (guint i = 0; i < self->counters->len; i++)
    append_counter (self, i);
}

GscopeChromeText *
gscope_chrome_text_new (int fd, GError **error)
{
  g_autoptr (GscopeChromeText) self = g_new0 (GscopeChromeText, 1);

  gscope_chrome_collector_init (&self->collector);
  gscope_chrome_rows_init (&self->rows);
  self->counters = g_ptr_array_new_with_free_func (g_free);
  self->text = g_string_new (NULL);
  if (!gscope_chrome_collector_read (&self->collector, fd, error))
    return NULL;
  gscope_chrome_rows_rank (&self->rows, self->collector.sorter);
  name_signals (self);
  make_head (self);
  gscope_chrome_text_rewind (self);
  return g_steal_pointer (&self);
}

void
gscope_chrome_text_free (GscopeChromeText *self)
{
  gscope_chrome_collector_clear (&self->collector);
  gscope_chrome_rows_clear (&self->rows);
  g_ptr_array_unref (self->counters);
  if (self->head)
    g_string_free (self->head, TRUE);
  g_string_free (self->text, TRUE);
  g_free (self);
}

void
gscope_chrome_text_rewind (GscopeChromeText *self)
{
  gscope_chrome_rows_end_all (&self->rows, 0);
  gscope_chrome_sorter_rewind (self->collector.sorter);
  g_string_assign (self->text, self->head->str);
  self->n_taken = 0;
  self->has_ended = FALSE;
}

/* Reading. */

/* Returns the name of the thread or the process of an instant; NULL if it is of all. */
static char *
find_subject (GscopeChromeText *self, const GscopeChromeRecord *record)
{
  const GscopeChromeTracks *tracks = &self->collector.tracks;
  const GscopeChromeThread *thread;
  g_autofree char *process = NULL, *title = NULL;

  if (record->duration == GSCOPE_CHROME_OF_ALL || record->subject == GSCOPE_CHROME_NONE)
    return NULL;
  thread = tracks->threads->pdata[record->subject];
  process = gscope_chrome_tracks_dup_process (tracks, thread->process);
  if (record->duration == GSCOPE_CHROME_OF_PROCESS)
    return g_steal_pointer (&process);
  title = gscope_chrome_tracks_dup_thread (tracks, record->subject);
  return g_strconcat (process, "/", title, NULL);
}

static void
append_instant (GscopeChromeText *self, const GscopeChromeRecord *record)
{
  g_autofree char *subject = find_subject (self, record);
  g_autofree char *label = gscope_chrome_tracks_dup_name (&self->collector.tracks, record->name);
  g_autoptr (GscopeMarker) marker =
      gscope_marker_new (record->time, GSCOPE_MARKER_EVENT, subject, label, NULL);

  gscope_annotation_append_marker (self->text, marker, GSCOPE_MARKER_ADDED);
}

static void
append_record (GscopeChromeText *self, const GscopeChromeRecord *record)
{
  switch (record->kind)
    {
    case GSCOPE_CHROME_END:
    case GSCOPE_CHROME_BEGIN:
      gscope_chrome_rows_append (&self->rows, record, self->text);
      break;
    case GSCOPE_CHROME_COUNTER:
      gscope_tuple_append (self->text, record->time, record->value,
                           self->counters->pdata[record->subject]);
      break;
    default:
      append_instant (self, record);
      break;
    }
}

static void
fill (GscopeChromeText *self)
{
  GscopeChromeRecord record;

  while (self->text->len < ENOUGH && !self->has_ended)
    if (gscope_chrome_sorter_next (self->collector.sorter, &record))
      append_record (self, &record);
    else
      self->has_ended = TRUE;
}

static void
append_sentence (GString *text, char *sentence)
{
  g_string_append (text, text->len > 0 ? "; " : "");
  g_string_append (text, sentence);
  g_free (sentence);
}

/* Returns all that is not in the text; it is empty if nothing is missing. */
static char *
describe_damage (GscopeChromeText *self)
{
  const GscopeChromeCollector *collector = &self->collector;
  guint64 n_beyond = collector->n_beyond + self->rows.n_beyond;
  GString *text = g_string_new (NULL);

  if (collector->is_cut)
    append_sentence (text, g_strdup (_ ("it ends early")));
  if (gscope_chrome_sorter_is_damaged (collector->sorter))
    append_sentence (text, g_strdup (_ ("its sorted events cannot be read again")));
  if (collector->n_malformed > 0)
    append_sentence (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                         "%" PRIu64 " of its events is malformed",
                                                         "%" PRIu64 " of its events are malformed",
                                                         collector->n_malformed),
                                            collector->n_malformed));
  if (collector->n_others > 0)
    append_sentence (text, g_strdup_printf (_ ("events of other kinds, such as “%c”, are left out: "
                                               "%" PRIu64),
                                            collector->other, collector->n_others));
  if (n_beyond > 0)
    append_sentence (text, g_strdup_printf (_ ("events of too many threads, counters or depths are "
                                               "left out: %" PRIu64),
                                            n_beyond));
  return g_string_free (text, FALSE);
}

gssize
gscope_chrome_text_read (GscopeChromeText *self, char *text, gsize n, GError **error)
{
  g_autofree char *damage = NULL;
  gsize n_ready;

  if (self->n_taken == self->text->len)
    {
      g_string_truncate (self->text, 0);
      self->n_taken = 0;
      fill (self);
    }
  n_ready = MIN (n, self->text->len - self->n_taken);
  memcpy (text, self->text->str + self->n_taken, n_ready);
  self->n_taken += n_ready;
  if (n_ready > 0)
    return (gssize) n_ready;
  damage = describe_damage (self);
  if (!*damage)
    return 0;
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, damage);
  return -1;
}

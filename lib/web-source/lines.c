/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <web-source/lines.h>

#include <glib/gi18n-lib.h>
#include <string.h>

enum
{
  /* of a signal's full name */
  MAX_NAME = 255,
  /* the part of it that is left for a signal if the source has a long name */
  MIN_NAME = 32,
  /* samples that wait for the scope */
  CAPACITY = 64,
};

typedef struct
{
  GscopeSignal *signal;
  GscopeProducer *producer;
  gint64 last_time;
  guint round;
  gboolean is_broken;
} Line;

struct _WebLines
{
  GscopeSource *source;
  GHashTable *lines;
  guint64 n_lost;
  guint round;
  /* in this round */
  guint n_left_out;
  guint n_alike;
};

static void
line_free (gpointer data)
{
  Line *line = data;

  gscope_producer_unref (line->producer);
  g_object_unref (line->signal);
  g_free (line);
}

WebLines *
web_lines_new (GscopeSource *source)
{
  WebLines *self = g_new0 (WebLines, 1);

  self->source = source;
  self->lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, line_free);
  return self;
}

void
web_lines_free (WebLines *self)
{
  g_hash_table_unref (self->lines);
  g_free (self);
}

void
web_lines_clear (WebLines *self)
{
  GHashTableIter iter;
  gpointer line;

  g_hash_table_iter_init (&iter, self->lines);
  while (g_hash_table_iter_next (&iter, NULL, &line))
    gscope_source_remove_signal (self->source, ((Line *) line)->signal);
  g_hash_table_remove_all (self->lines);
}

/* Rounds. */

void
web_lines_begin_round (WebLines *self)
{
  self->round++;
  self->n_left_out = 0;
  self->n_alike = 0;
}

static void
push (Line *line, gint64 time, double value)
{
  line->last_time = MAX (time, line->last_time);
  line->is_broken = gscope_gap_from_value (value, NULL);
  gscope_producer_push (line->producer, line->last_time, value);
}

static void
break_line (Line *line, gint64 time, GscopeGapCause cause)
{
  if (!line->is_broken)
    push (line, time, gscope_gap_value (cause));
}

guint
web_lines_end_round (WebLines *self, gint64 time)
{
  GHashTableIter iter;
  gpointer line;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->lines);
  while (g_hash_table_iter_next (&iter, NULL, &line))
    if (((Line *) line)->round != self->round)
      {
        break_line (line, time, GSCOPE_GAP_CAUSE_NO_VALUE);
        n++;
      }
  return n;
}

void
web_lines_break (WebLines *self, gint64 time, GscopeGapCause cause)
{
  GHashTableIter iter;
  gpointer line;

  g_hash_table_iter_init (&iter, self->lines);
  while (g_hash_table_iter_next (&iter, NULL, &line))
    break_line (line, time, cause);
}

/* Signals. */

gboolean
web_lines_contains (WebLines *self, const char *key)
{
  return g_hash_table_contains (self->lines, key);
}

static void
remove_broken (WebLines *self)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->lines);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      Line *line = item;

      if (!line->is_broken || line->round == self->round)
        continue;
      gscope_source_remove_signal (self->source, line->signal);
      g_hash_table_iter_remove (&iter);
    }
}

gboolean
web_lines_has_room (WebLines *self)
{
  if (g_hash_table_size (self->lines) >= WEB_MAX_LINES)
    remove_broken (self);
  if (g_hash_table_size (self->lines) < WEB_MAX_LINES)
    return TRUE;
  web_lines_lose (self, 1);
  return FALSE;
}

void
web_lines_add (WebLines *self, const char *key, GscopeSignal *signal)
{
  Line *line;

  if (!gscope_source_add_signal (self->source, signal, NULL))
    {
      self->n_alike++;
      return;
    }
  line = g_new0 (Line, 1);
  line->signal = g_object_ref (signal);
  line->producer = gscope_signal_create_producer (signal);
  gscope_producer_set_capacity (line->producer, CAPACITY);
  line->last_time = G_MININT64;
  line->is_broken = TRUE;
  g_hash_table_insert (self->lines, g_strdup (key), line);
}

void
web_lines_push (WebLines *self, const char *key, gint64 time, double value)
{
  Line *line = g_hash_table_lookup (self->lines, key);

  if (!line)
    return;
  line->round = self->round;
  if (!line->is_broken || !gscope_gap_from_value (value, NULL))
    push (line, time, value);
}

/* Figures. */

guint
web_lines_count (WebLines *self)
{
  return g_hash_table_size (self->lines);
}

guint64
web_lines_count_lost (WebLines *self)
{
  return self->n_lost;
}

void
web_lines_lose (WebLines *self, guint n)
{
  self->n_lost += n;
  self->n_left_out += n;
}

void
web_append_trouble (GString *text, const char *trouble)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", trouble);
}

void
web_append_left_out (GString *text, guint n)
{
  g_autofree char *left_out = NULL;

  if (n == 0)
    return;
  left_out =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more signal is not shown; choose fewer",
                                    "%u more signals are not shown; choose fewer", n),
                       n);
  web_append_trouble (text, left_out);
}

void
web_lines_describe (WebLines *self, GString *text)
{
  web_append_left_out (text, self->n_left_out);
  if (self->n_alike > 0)
    web_append_trouble (text, _ ("several series have the same name; only one is shown"));
}

/* Names. */

char *
web_cut (const char *text, gsize max)
{
  g_autofree char *part = NULL;
  const char *end;

  if (strlen (text) <= max)
    return g_strdup (text);
  max -= strlen ("…00000000");
  end = g_utf8_find_prev_char (text, text + max + 1);
  part = g_strndup (text, (gsize) (end - text));
  return g_strdup_printf ("%s…%08x", g_strchomp (part), g_str_hash (text));
}

char *
web_make_name (GscopeSource *source, const char *group, const char *text)
{
  gssize room = MAX_NAME - (gssize) strlen (gscope_source_get_name (source)) - 1;
  g_autofree char *copy = g_strstrip (g_strdelimit (g_strdup (text), "\t\n\v\f\r", ' '));

  if (group)
    room -= (gssize) strlen (group) + 1;
  return web_cut (copy[0] ? copy : "value", (gsize) MAX (room, MIN_NAME));
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/playback/format-private.h>

#include <gscope/csv/head.h>
#include <gscope/csv/time.h>
#include <gscope/signal/signal.h>
#include <math.h>
#include <string.h>

typedef struct
{
  const GscopeCsvHead *head;
  GscopeBlock *block;
  GscopeCsvField *fields;
  gint64 earliest;
  /* the readers of numbers may look behind the row that is read */
  gboolean has_slack;
} Parser;

static GscopeLikeness
sniff (const char *text, gsize length, GscopeCsvFormat *table, GError **error)
{
  g_autoptr (GscopeCsvFormat) guess = gscope_csv_format_guess (text, length, error);

  if (guess == NULL)
    return GSCOPE_LIKENESS_NONE;
  *table = *guess;
  return GSCOPE_LIKENESS_FAIR;
}

static gboolean
has_signal (const GscopeRecordingHead *head, const char *name)
{
  for (guint i = 0; i < head->signals->len; i++)
    if (g_str_equal (gscope_signal_get_name (head->signals->pdata[i]), name))
      return TRUE;
  return FALSE;
}

/* Columns of one name are told apart by numbers. */
static void
add_signal (GscopeRecordingHead *head, const GscopeCsvHead *layout, guint column)
{
  g_autofree char *name = g_strdup (layout->names[column]);
  GscopeSignal *signal;

  for (guint k = column + 1; has_signal (head, name); k++)
    {
      g_free (name);
      name = g_strdup_printf ("%s %u", layout->names[column], k);
    }
  signal = gscope_signal_new_buffered (name);
  gscope_signal_set_unit (signal, layout->units[column]);
  g_ptr_array_add (head->signals, signal);
}

static gboolean
begin (const GscopeCsvFormat *table, const char *text, gsize length, GscopeRecordingHead *head,
       GError **error)
{
  GscopeCsvHead *layout = gscope_csv_head_new (table, text, length, error);

  if (layout == NULL)
    return FALSE;
  head->layout = layout;
  head->free_layout = (GDestroyNotify) gscope_csv_head_free;
  head->has_dates = gscope_csv_time_is_date (table->time);
  for (guint i = 0; i < layout->n_columns; i++)
    if (layout->is_taken[i])
      add_signal (head, layout, i);
  for (guint i = 0; i < layout->notes->len; i++)
    g_ptr_array_add (head->notes, g_strdup (layout->notes->pdata[i]));
  return TRUE;
}

static gboolean
read_value (const Parser *self, const GscopeCsvField *field, double *value)
{
  if (self->has_slack && self->head->format.decimal == '.')
    return gscope_csv_read_value_in_place (field, value);
  return gscope_csv_read_value (field, self->head->format.decimal, value);
}

/* An empty field is no sample; what is no number breaks the line, which is a fault unless it is a word
 * for a value that is missing. */
static const char *
take_row (Parser *self, gint64 time, guint n)
{
  GscopeBlock *block = self->block;
  const char *reason = NULL;

  for (guint i = 0, channel = 0; i < n; i++)
    {
      const GscopeCsvField *field = &self->fields[i];
      double value;

      if (!self->head->is_taken[i])
        continue;
      if (field->length > 0)
        {
          if (!read_value (self, field, &value))
            {
              value = NAN;
              reason = gscope_csv_is_missing (field) ? reason : _ ("a value is no number");
            }
          gscope_block_append (block, channel, time, value);
          block->n_samples++;
          block->n_missing += isnan (value) != 0;
        }
      channel++;
    }
  block->first = MIN (block->first, time);
  block->last = self->earliest = time;
  return reason;
}

/* A time of day more than an hour before the row above is a time of the next day. Times before 0 and of
 * more than a day are durations, which have no next day. */
static gint64
pass_midnight (gint64 time, gint64 earliest)
{
  gint64 behind;

  if (time < 0 || time > GSCOPE_CSV_DAY || earliest == G_MININT64
      || earliest > G_MAXINT64 - GSCOPE_CSV_DAY)
    return time;
  behind = earliest - GSCOPE_CSV_DAY / 24 - time;
  if (behind <= 0)
    return time;
  return time + (behind + GSCOPE_CSV_DAY - 1) / GSCOPE_CSV_DAY * GSCOPE_CSV_DAY;
}

static const char *
read_row (Parser *self, const char *line, gsize length)
{
  const GscopeCsvFormat *format = &self->head->format;
  guint n =
      gscope_csv_split (line, length, format->delimiter, self->fields, GSCOPE_CSV_MAX_COLUMNS);
  gint64 time = (gint64) self->block->n_rows++ * GSCOPE_SEC;

  if (n == 0)
    return _ ("a quote is not closed");
  if (n != self->head->n_columns)
    return n < self->head->n_columns ? _ ("it has fewer fields than the table has columns")
                                     : _ ("it has more fields than the table has columns");
  if (format->time != GSCOPE_CSV_TIME_ROWS
      && !gscope_csv_read_row_time (format, self->fields, n, &time))
    return _ ("the time cannot be read");
  if (format->time == GSCOPE_CSV_TIME_TIME_OF_DAY)
    time = pass_midnight (time, self->earliest);
  if (time < self->earliest)
    return _ ("the time is earlier than in a line above");
  return take_row (self, time, n);
}

/* Where the rows begin: what is before them in the text are lines. */
static const char *
skip_head (Parser *self)
{
  GscopeBlock *block = self->block;
  const char *text = block->text, *end = text + block->length;
  guint64 head = self->head->offset;
  const char *begin;

  if (head <= block->offset)
    return text;
  begin = text + MIN (head - block->offset, block->length);
  for (; text < begin; text++)
    block->n_lines += *text == '\n';
  if (begin == end && begin > block->text && begin[-1] != '\n')
    block->n_lines++;
  return begin;
}

static void
parse (gpointer state, GscopeBlock *block, gint64 earliest)
{
  Parser *self = state;
  const char *text, *end = block->text + block->length;

  self->block = block;
  block->counts_rows = self->head->format.time == GSCOPE_CSV_TIME_ROWS;
  text = skip_head (self);
  self->earliest = block->counts_rows ? G_MININT64 : earliest;
  while (text < end)
    {
      const char *newline = memchr (text, '\n', end - text);
      const char *stop = newline != NULL ? newline + 1 : end, *line;
      gsize length;

      block->n_lines++;
      self->has_slack = newline != NULL;
      if (gscope_csv_next_line (&text, stop, &line, &length))
        {
          const char *reason = read_row (self, line, length);

          if (reason != NULL)
            gscope_block_skip_line (block, reason);
        }
    }
}

static gpointer
open_parser (GscopeTrackNames *names, gconstpointer layout)
{
  Parser *self = g_new0 (Parser, 1);

  self->head = layout;
  self->fields = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
  return self;
}

static void
close_parser (gpointer state)
{
  g_free (((Parser *) state)->fields);
  g_free (state);
}

const GscopeRecordingParser gscope_parse_table = { sniff, begin,        open_parser,
                                                   parse, close_parser, TRUE };

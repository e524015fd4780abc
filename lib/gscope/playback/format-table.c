/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/playback/format-private.h>

#include <gscope/csv/set.h>
#include <gscope/csv/time.h>
#include <gscope/signal/signal.h>
#include <math.h>
#include <string.h>

/* A data set; a table has one, or several one below the other. */
typedef struct
{
  GscopeCsvHead *head;
  /* of its first signal */
  guint channel;
} Layout;

typedef struct
{
  const GscopeCsvHead *head;
  GscopeBlock *block;
  GscopeCsvField *fields;
  gint64 earliest;
  /* of the first signal */
  guint channel;
  /* an empty line was above the row */
  gboolean is_broken;
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

/* Signals of one name are told apart by numbers. */
static void
add_signal (GscopeRecordingHead *head, const char *base, const char *unit, guint number)
{
  g_autofree char *name = g_strdup (base);
  GscopeSignal *signal;

  for (; has_signal (head, name); number++)
    {
      g_free (name);
      name = g_strdup_printf ("%s %u", base, number);
    }
  signal = gscope_signal_new_buffered (name);
  gscope_signal_set_unit (signal, unit);
  g_ptr_array_add (head->signals, signal);
}

static void
layout_free (gpointer data)
{
  Layout *self = data;

  gscope_csv_head_free (self->head);
  g_free (self);
}

static guint
count_taken (const GscopeCsvHead *table)
{
  guint n = 0;

  for (guint i = 0; i < table->n_columns; i++)
    n += table->is_taken[i] != 0;
  return n;
}

/* The only column of a data set is called like the set, unless a line names it, and others have its title before their names. */
static char *
make_name (const GscopeCsvHead *table, const char *name, const char *title)
{
  if (title == NULL)
    return g_strdup (name);
  if (table->format.header != GSCOPE_CSV_HEADER_LINE && count_taken (table) == 1)
    return g_strdup (title);
  return g_strdup_printf ("%s %s", title, name);
}

/* A data set without names of columns has the names of the first data set, and its number if it also has no title. */
static void
add_set (GscopeRecordingHead *head, GscopeCsvHead *table, const char *title)
{
  Layout *layout = g_new (Layout, 1);
  guint number = head->layouts->len + 1;
  const GscopeCsvHead *names = table;

  layout->head = table;
  layout->channel = head->signals->len;
  g_ptr_array_add (head->layouts, layout);
  if (!table->has_names)
    names = ((const Layout *) head->layouts->pdata[0])->head;
  if (names->n_columns != table->n_columns)
    names = table;
  for (guint i = 0; i < table->n_columns; i++)
    {
      g_autofree char *name = make_name (table, names->names[i], title);

      if (table->is_taken[i])
        add_signal (head, name, names->units[i], number > 1 ? number : i + 1);
    }
}

static gboolean
has_note (const GscopeRecordingHead *head, const char *note)
{
  for (guint i = 0; i < head->notes->len; i++)
    if (g_str_equal (head->notes->pdata[i], note))
      return TRUE;
  return FALSE;
}

static void
add_notes (GscopeRecordingHead *head, const GscopeCsvHead *table)
{
  for (guint i = 0; i < table->notes->len; i++)
    if (!has_note (head, table->notes->pdata[i]))
      g_ptr_array_add (head->notes, g_strdup (table->notes->pdata[i]));
}

static gboolean
begin (const GscopeCsvFormat *table, const char *text, gsize length, GscopeRecordingHead *head,
       GError **error)
{
  GscopeCsvHead *first = gscope_csv_head_new (table, text, length, error);
  g_autofree char *title = NULL;

  if (first == NULL)
    return FALSE;
  g_ptr_array_set_free_func (head->layouts, layout_free);
  head->has_dates = gscope_csv_time_is_date (table->time);
  /* a comment is no title of the only data set */
  if (gscope_csv_find_set (text + first->offset, text + length) != NULL)
    title = gscope_csv_dup_set_title (first, text);
  add_set (head, first, title);
  add_notes (head, first);
  return TRUE;
}

static gboolean
begin_set (const GscopeCsvFormat *table, const char *text, gsize length, guint64 offset,
           GscopeRecordingHead *head)
{
  GscopeCsvHead *set = gscope_csv_head_new_for_set (table, text, length);
  g_autofree char *title = NULL;

  if (set == NULL)
    return FALSE;
  title = gscope_csv_dup_set_title (set, text);
  set->offset += offset;
  add_set (head, set, title);
  add_notes (head, set);
  return TRUE;
}

static const char *
find_end (gconstpointer layout, guint64 offset, const char *text, const char *end,
          gboolean *ends_set)
{
  guint64 rows = ((const Layout *) layout)->head->offset;
  guint64 n_before = MIN (MAX (rows, offset) - offset, (guint64) (end - text));
  const char *next = gscope_csv_find_set (text + n_before, end);

  *ends_set = next != NULL;
  return next != NULL ? next : gscope_csv_find_rows_end (text, end);
}

static gboolean
read_value (const Parser *self, const GscopeCsvField *field, double *value)
{
  if (self->has_slack && self->head->format.decimal == '.')
    return gscope_csv_read_value_in_place (field, value);
  return gscope_csv_read_value (field, self->head->format.decimal, value);
}

/* As in gnuplot, an empty line breaks the lines of all signals: behind the row above, if that is in the block. */
static void
break_lines (Parser *self, gint64 time)
{
  GscopeBlock *block = self->block;
  guint channel = self->channel;

  if (block->last != G_MININT64)
    time = MIN (time, block->last + 1);
  for (guint i = 0; i < self->head->n_columns; i++)
    {
      if (!self->head->is_taken[i])
        continue;
      gscope_block_append (block, channel++, time, NAN);
      block->n_samples++;
      block->n_missing++;
    }
  self->is_broken = FALSE;
}

/* An empty field is no sample; what is no number breaks the line, which is a fault unless it is a word
 * for a value that is missing. */
static const char *
take_row (Parser *self, gint64 time, guint n)
{
  GscopeBlock *block = self->block;
  const char *reason = NULL;

  if (self->is_broken)
    break_lines (self, time);
  for (guint i = 0, channel = self->channel; i < n; i++)
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
  const Layout *layout = block->layout;
  const char *text, *end = block->text + block->length;

  self->head = layout->head;
  self->channel = layout->channel;
  self->is_broken = FALSE;
  self->block = block;
  block->counts_rows = self->head->format.time == GSCOPE_CSV_TIME_ROWS;
  text = skip_head (self);
  self->earliest = block->counts_rows ? G_MININT64 : earliest;
  while (text < end)
    {
      const char *newline = memchr (text, '\n', end - text);
      const char *begin = text, *stop = newline != NULL ? newline + 1 : end, *line;
      gsize length;

      block->n_lines++;
      self->has_slack = newline != NULL;
      if (gscope_csv_next_line (&text, stop, &line, &length))
        {
          const char *reason = read_row (self, line, length);

          if (reason != NULL)
            gscope_block_skip_line (block, reason);
        }
      else if (!gscope_csv_is_comment (begin, stop))
        self->is_broken = TRUE;
    }
}

static gpointer
open_parser (GscopeTrackNames *names)
{
  Parser *self = g_new0 (Parser, 1);

  self->fields = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
  return self;
}

static void
close_parser (gpointer state)
{
  g_free (((Parser *) state)->fields);
  g_free (state);
}

const GscopeRecordingParser gscope_parse_table = {
  .sniff = sniff,
  .begin = begin,
  .begin_set = begin_set,
  .find_end = find_end,
  .open = open_parser,
  .parse = parse,
  .close = close_parser,
  .is_table = TRUE,
};

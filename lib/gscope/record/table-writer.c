/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/table-writer.h>

#include <gscope/text/decimal.h>
#include <math.h>
#include <string.h>

enum
{
  READ_AHEAD = 64,
};

typedef struct
{
  GscopeSignal *signal;
  /* whether a column with the names of states is beside it */
  gboolean has_states;
  guint64 position;
  GscopeSample samples[READ_AHEAD];
  gsize i;
  gsize n;
} Column;

struct _GscopeTableWriter
{
  Column *columns;
  gsize n_columns;
  gint64 position;
  gint64 end;
  gboolean has_header;
  GscopeExportTimes times;
  GscopeClock *clock;
  gint64 zero;
};

GscopeTableWriter *
gscope_table_writer_new (GscopeSignal *const *signals, gsize n, gint64 begin, gint64 end)
{
  GscopeTableWriter *self = g_new0 (GscopeTableWriter, 1);
  gsize n_states;

  self->columns = g_new0 (Column, n);
  self->n_columns = n;
  self->position = begin;
  self->end = end;
  for (gsize i = 0; i < n; i++)
    {
      self->columns[i].signal = g_object_ref (signals[i]);
      gscope_signal_get_states (signals[i], &n_states);
      self->columns[i].has_states = n_states > 0;
      self->columns[i].position = gscope_trace_find (gscope_signal_get_trace (signals[i]), begin);
    }
  return self;
}

void
gscope_table_writer_free (GscopeTableWriter *self)
{
  for (gsize i = 0; i < self->n_columns; i++)
    g_object_unref (self->columns[i].signal);
  g_free (self->columns);
  g_free (self);
}

void
gscope_table_writer_set_times (GscopeTableWriter *self, GscopeExportTimes times, GscopeClock *clock,
                               gint64 zero)
{
  self->times = times;
  self->clock = clock;
  self->zero = zero;
}

gint64
gscope_table_writer_get_position (GscopeTableWriter *self)
{
  return self->position;
}

void
gscope_table_append_title (GString *text, const char *title)
{
  if (strpbrk (title, ",\"#\n\r") == NULL)
    {
      g_string_append (text, title);
      return;
    }
  g_string_append_c (text, '"');
  for (const char *c = title; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (text, '"');
      /* a row is a line */
      g_string_append_c (text, *c == '\n' || *c == '\r' ? ' ' : *c);
    }
  g_string_append_c (text, '"');
}

static void
append_state_title (GString *text, const char *name)
{
  g_autofree char *title = g_strconcat (name, " state", NULL);

  g_string_append_c (text, ',');
  gscope_table_append_title (text, title);
}

static void
write_header (GscopeTableWriter *self, GString *text)
{
  static const char *const titles[] = { "time (ms)", "time (s)", "time" };

  g_string_append (text, titles[self->times]);
  for (gsize i = 0; i < self->n_columns; i++)
    {
      GscopeSignal *signal = self->columns[i].signal;
      const char *unit = gscope_signal_get_unit (signal);
      g_autofree char *title =
          unit != NULL && *unit != '\0'
              ? g_strdup_printf ("%s (%s)", gscope_signal_get_full_name (signal), unit)
              : g_strdup (gscope_signal_get_full_name (signal));

      g_string_append_c (text, ',');
      gscope_table_append_title (text, title);
      if (self->columns[i].has_states)
        append_state_title (text, gscope_signal_get_full_name (signal));
    }
  g_string_append_c (text, '\n');
  self->has_header = TRUE;
}

/* Reads a few samples ahead. Where the trace has dropped samples meanwhile, it is broken. */
static void
read_ahead (Column *column)
{
  GscopeTrace *trace = gscope_signal_get_trace (column->signal);
  guint64 first = gscope_trace_get_first (trace);
  gboolean is_broken = column->position < first && first < gscope_trace_get_end (trace);

  column->i = 0;
  column->position = MAX (column->position, first);
  if (is_broken)
    {
      column->samples[0] = (GscopeSample){ gscope_trace_get_time (trace, first), NAN };
      column->n = 1;
      return;
    }
  column->n = gscope_trace_read (trace, column->position, column->samples, READ_AHEAD);
  column->position += column->n;
}

/* The time of the next sample; G_MAXINT64 if there is none. */
static gint64
get_next_time (GscopeTableWriter *self, Column *column)
{
  if (column->i == column->n)
    read_ahead (column);
  if (column->n == 0 || column->samples[column->i].time >= self->end)
    return G_MAXINT64;
  return column->samples[column->i].time;
}

/* Whole nanoseconds as seconds, without the zeros that end them. */
static void
write_seconds (GString *text, gint64 time)
{
  guint64 rest = time < 0 ? -(guint64) time : (guint64) time;

  g_string_append_printf (text, "%s%" G_GUINT64_FORMAT ".%09u", time < 0 ? "-" : "",
                          rest / GSCOPE_SEC, (guint) (rest % GSCOPE_SEC));
  while (text->str[text->len - 1] == '0')
    g_string_truncate (text, text->len - 1);
  if (text->str[text->len - 1] == '.')
    g_string_truncate (text, text->len - 1);
}

/* RFC 3339 in UTC, with nanoseconds. */
static void
write_date (GString *text, gint64 unix_time)
{
  gint64 rest = unix_time % GSCOPE_SEC;
  gint64 seconds = unix_time / GSCOPE_SEC - (rest < 0);
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (seconds);
  g_autofree char *day = g_date_time_format (date, "%Y-%m-%dT%H:%M:%S");

  g_string_append_printf (text, "%s.%09dZ", day, (int) (rest + (rest < 0 ? GSCOPE_SEC : 0)));
}

static void
write_time (GscopeTableWriter *self, gint64 time, GString *text)
{
  char number[GSCOPE_DECIMAL_DOUBLE_SIZE];

  switch (self->times)
    {
    case GSCOPE_EXPORT_TIMES_MILLISECONDS:
      g_string_append_len (text, number, gscope_decimal_write_time (number, time) - number);
      break;
    case GSCOPE_EXPORT_TIMES_SECONDS:
      write_seconds (text, time - self->zero);
      break;
    case GSCOPE_EXPORT_TIMES_DATES:
      write_date (text, gscope_clock_to_unix (self->clock, time));
      break;
    }
}

/* Writes the next value of a column, and the name of its state. */
static void
write_value (Column *column, GString *text)
{
  char number[GSCOPE_DECIMAL_DOUBLE_SIZE];
  double value = column->samples[column->i++].value;
  const GscopeState *state = gscope_signal_find_state (column->signal, value);

  g_string_append_len (text, number, gscope_decimal_write_double (number, value) - number);
  if (!column->has_states)
    return;
  g_string_append_c (text, ',');
  if (state != NULL)
    gscope_table_append_title (text, state->name);
}

static void
write_row (GscopeTableWriter *self, gint64 time, GString *text)
{
  write_time (self, time, text);
  for (gsize i = 0; i < self->n_columns; i++)
    {
      Column *column = &self->columns[i];

      g_string_append_c (text, ',');
      if (get_next_time (self, column) == time)
        write_value (column, text);
      else if (column->has_states)
        g_string_append_c (text, ',');
    }
  g_string_append_c (text, '\n');
}

gboolean
gscope_table_writer_write (GscopeTableWriter *self, GString *text, gsize max)
{
  if (!self->has_header)
    write_header (self, text);
  while (text->len < max)
    {
      gint64 time = G_MAXINT64;

      for (gsize i = 0; i < self->n_columns; i++)
        time = MIN (time, get_next_time (self, &self->columns[i]));
      if (time == G_MAXINT64)
        return TRUE;
      self->position = time;
      write_row (self, time, text);
    }
  return FALSE;
}

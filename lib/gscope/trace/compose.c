/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/timeline.h>

#include <gscope/trace/gap.h>
#include <math.h>

enum
{
  /* columns of an interval, and samples that are copied: an interval of more is all columns */
  MAX_COLUMNS = 65536,
  MAX_SAMPLES = 1 << 20,
  BATCH = 1024,
};

/* A column of more samples has at most four of them: the order of the extremes is not known. */
static void
append_many (GscopeTrace *trace, const GscopeColumn *column, gint64 time, gint64 width)
{
  gboolean falls = column->first > column->last;
  const GscopeSample samples[] = {
    { time, column->first },
    { time + width / 4, falls ? column->max : column->min },
    { time + width / 2, falls ? column->min : column->max },
    { time + width - 1, column->last },
  };

  gscope_trace_append_samples (trace, samples, G_N_ELEMENTS (samples));
}

/* Returns whether samples of the column are missing. */
static gboolean
append_column (GscopeTrace *trace, const GscopeColumn *column, gint64 time, gint64 width)
{
  const GscopeSample samples[] = { { time, column->first }, { time + width / 2, column->last } };
  GscopeGapCause cause;

  if (column->count > 2)
    {
      append_many (trace, column, time, width);
      return TRUE;
    }
  if (column->count > 0)
    gscope_trace_append_samples (trace, samples, column->count);
  else if (gscope_gap_from_value (column->min, &cause))
    gscope_trace_append_gap (trace, time, cause);
  return FALSE;
}

static guint64
append_columns (const GscopeTimeline *self, gint64 begin, gint64 width, gsize n, GscopeTrace *trace)
{
  g_autofree GscopeColumn *columns = g_new (GscopeColumn, n);
  guint64 n_coarse = 0;

  gscope_timeline_get_columns (self, begin, width, n, columns, NULL);
  for (gsize i = 0; i < n; i++)
    n_coarse += append_column (trace, &columns[i], begin + (gint64) i * width, width);
  return n_coarse;
}

static void
append_samples (GscopeTrace *from, gint64 begin, gint64 end, GscopeTrace *trace)
{
  guint64 position = gscope_trace_find (from, begin), last = gscope_trace_find (from, end);
  GscopeSample samples[BATCH];

  while (position < last)
    {
      gsize n = gscope_trace_read (from, position, samples, MIN (BATCH, last - position));

      gscope_trace_append_samples (trace, samples, n);
      position += n;
    }
}

/* Returns the time from which the samples are copied. */
static gint64
find_here (const GscopeTimeline *self, gint64 begin, gint64 end)
{
  guint64 first = gscope_trace_find (self->trace, begin),
          last = gscope_trace_find (self->trace, end);

  if (first == last || last - first > MAX_SAMPLES)
    return end;
  if (first > gscope_trace_get_first (self->trace))
    return begin;
  return gscope_trace_get_time (self->trace, first);
}

/**
 * gscope_timeline_lacks: (skip)
 * @self: a timeline
 * @time: nanoseconds
 *
 * Gets whether a time is before the samples that are in the trace, and the history answers for it.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_timeline_lacks (const GscopeTimeline *self, gint64 time)
{
  guint64 first = gscope_trace_get_first (self->trace);

  return self->history
         && (gscope_trace_get_end (self->trace) == first
             || gscope_trace_get_time (self->trace, first) > time);
}

/**
 * gscope_timeline_compose: (skip)
 * @self: a timeline
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 * @width: the width of columns, nanoseconds, more than 0; wider ones are used if there are more than 65536
 * @n_coarse: (out): the number of columns with more samples than they have in the trace
 *
 * Makes a trace of an interval, to measure it or to search in it: all samples of the part that is in the trace, at
 * most a million, and of each column of the history the first sample, the extremes and the last one. The column in which
 * the trace begins is one of the history.
 *
 * Returns: (transfer full): the trace
 *
 * Since: 1.0
 */
GscopeTrace *
gscope_timeline_compose (const GscopeTimeline *self, gint64 begin, gint64 end, gint64 width,
                         guint64 *n_coarse)
{
  GscopeTrace *trace = gscope_trace_new ();
  gint64 here;

  g_return_val_if_fail (width > 0, trace);
  g_return_val_if_fail (n_coarse, trace);

  *n_coarse = 0;
  if (begin >= end)
    return trace;
  width = MAX (width, (end - begin) / MAX_COLUMNS + 1);
  here = find_here (self, begin, end);
  if (here > begin)
    {
      const gsize n = (gsize) ((here - begin + width - 1) / width);

      *n_coarse = append_columns (self, begin, width, n, trace);
      /* the last column also has the first samples of the trace */
      here = begin + (gint64) n * width;
    }
  append_samples (self->trace, here, end, trace);
  return trace;
}

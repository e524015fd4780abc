/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/tuple/track.h>

#include <math.h>

typedef struct
{
  gint64 time;
  GscopeGapCause cause;
} Gap;

GscopeTrack *
gscope_track_new (const char *name)
{
  GscopeTrack *self = g_new0 (GscopeTrack, 1);

  self->name = g_strdup (name);
  self->gaps = g_array_new (FALSE, FALSE, sizeof (Gap));
  gscope_overview_init (&self->overview);
  return self;
}

void
gscope_track_free (GscopeTrack *self)
{
  g_free (self->name);
  g_clear_object (&self->signal);
  g_clear_pointer (&self->fresh, gscope_trace_unref);
  gscope_overview_clear (&self->overview);
  g_array_unref (self->gaps);
  g_free (self);
}

void
gscope_track_begin (GscopeTrack *self)
{
  g_clear_pointer (&self->fresh, gscope_trace_unref);
  self->fresh = gscope_trace_new ();
  g_array_set_size (self->gaps, 0);
}

void
gscope_track_announce_gap (GscopeTrack *self, gint64 time, GscopeGapCause cause)
{
  Gap gap = { time, cause };

  g_array_append_val (self->gaps, gap);
}

static void
append_samples (GscopeTrack *self, const GscopeBlockColumn *column, gsize begin, gsize end,
                gsize cell_size)
{
  const gint64 *times = column->times + begin;
  const double *values = column->values + begin;

  if (begin == end)
    return;
  if (self->fresh != NULL)
    gscope_trace_append (self->fresh, times, values, end - begin);
  if (cell_size > 0)
    gscope_overview_append (&self->overview, cell_size, times, values, end - begin);
}

static void
append_gap (GscopeTrack *self, gint64 time, GscopeGapCause cause, gsize cell_size)
{
  if (self->fresh != NULL)
    gscope_trace_append_gap (self->fresh, time, cause);
  if (cell_size > 0)
    gscope_overview_append_gap (&self->overview, time, cause);
}

static gsize
find_time (const GscopeBlockColumn *column, gsize low, gint64 time)
{
  gsize high = column->n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (column->times[middle] < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Where a gap's sample stands: the first that is no number among those of its time. */
static gboolean
find_gap (const GscopeBlockColumn *column, gsize from, gint64 time, gsize *at)
{
  gsize i = find_time (column, from, time);

  *at = i;
  for (; i < column->n && column->times[i] == time; i++)
    if (isnan (column->values[i]))
      {
        *at = i;
        return TRUE;
      }
  return FALSE;
}

void
gscope_track_append (GscopeTrack *self, const GscopeBlockColumn *column, gsize cell_size)
{
  gsize done = 0;
  guint n_gaps = 0;

  for (; n_gaps < self->gaps->len; n_gaps++)
    {
      const Gap *gap = &g_array_index (self->gaps, Gap, n_gaps);
      gboolean has_sample;
      gsize at;

      if (column->n == 0 || gap->time > column->times[column->n - 1])
        break;
      has_sample = find_gap (column, done, gap->time, &at);
      /* Without its sample, a gap would not stand in the order of time. */
      if (!has_sample)
        continue;
      append_samples (self, column, done, at, cell_size);
      append_gap (self, gap->time, gap->cause, cell_size);
      done = at + 1;
    }
  if (n_gaps > 0)
    g_array_remove_range (self->gaps, 0, n_gaps);
  append_samples (self, column, done, column->n, cell_size);
}

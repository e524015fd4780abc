/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/track.h>

#include <gscope/signal/private.h>

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
  self->last = G_MININT64;
  gscope_overview_init (&self->overview);
  gscope_loss_log_init (&self->losses);
  return self;
}

void
gscope_track_free (GscopeTrack *self)
{
  g_free (self->name);
  g_clear_object (&self->signal);
  g_free (self->trigger);
  g_clear_pointer (&self->fresh, gscope_trace_unref);
  gscope_overview_clear (&self->overview);
  gscope_loss_log_clear (&self->losses);
  g_array_unref (self->gaps);
  g_free (self);
}

void
gscope_track_drop_fresh (GscopeTrack *self)
{
  g_clear_pointer (&self->fresh, gscope_trace_unref);
  gscope_loss_log_reset (&self->losses);
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
  if (cell_size == 0)
    return;
  gscope_overview_append (&self->overview, cell_size, times, values, end - begin);
  self->last = times[end - begin - 1];
  self->is_in_gap = FALSE;
}

/* The time of the newest sample where a gap is appended. */
static gint64
get_newest (const GscopeTrack *self, gsize cell_size)
{
  guint64 end;

  if (cell_size > 0)
    return self->last;
  end = gscope_trace_get_end (self->fresh);
  return end > gscope_trace_get_first (self->fresh) ? gscope_trace_get_time (self->fresh, end - 1)
                                                    : G_MININT64;
}

static void
append_gap (GscopeTrack *self, const Gap *gap, gsize cell_size)
{
  gint64 time = MAX (gap->time, get_newest (self, cell_size));

  if (self->fresh != NULL)
    gscope_trace_append_gap (self->fresh, time, gap->cause);
  if (cell_size == 0)
    return;
  self->last = time;
  if (self->is_in_gap)
    return;
  gscope_overview_append_gap (&self->overview, time, gap->cause);
  self->n_gaps += gap->cause != GSCOPE_GAP_CAUSE_SWITCHED;
  self->is_in_gap = TRUE;
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

/* Finds the sample of a gap. It may be still to come, at the column's end; FALSE if there is another one first. */
static gboolean
find_gap (const GscopeBlockColumn *column, gsize from, gint64 time, gsize *at)
{
  gsize i = find_time (column, from, time);

  while (i < column->n && column->times[i] == time && !isnan (column->values[i]))
    i++;
  *at = i;
  return i == column->n || isnan (column->values[i]);
}

gboolean
gscope_track_find_gap (const GscopeBlockColumn *column, gint64 time, gsize *at)
{
  return find_gap (column, 0, time, at) && *at < column->n;
}

void
gscope_track_add_states (GscopeTrack *self, GscopeSignal *signal)
{
  gsize n;
  const GscopeState *states = gscope_signal_get_states (signal, &n);

  if (self->signal != NULL)
    gscope_signal_add_states (self->signal, states, n);
  else
    self->signal = g_object_ref (signal);
}

void
gscope_track_append (GscopeTrack *self, const GscopeBlockColumn *column, gsize cell_size)
{
  gsize done = 0;
  guint n_gaps = 0;

  self->is_signal = TRUE;
  for (; n_gaps < self->gaps->len; n_gaps++)
    {
      const Gap *gap = &g_array_index (self->gaps, Gap, n_gaps);
      gsize at;

      /* Without its sample, a gap would not be in the order of time. */
      if (!find_gap (column, done, gap->time, &at))
        continue;
      if (at == column->n)
        break;
      append_samples (self, column, done, at, cell_size);
      append_gap (self, gap, cell_size);
      done = at + 1;
    }
  if (n_gaps > 0)
    g_array_remove_range (self->gaps, 0, n_gaps);
  append_samples (self, column, done, column->n, cell_size);
}

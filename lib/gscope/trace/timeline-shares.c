/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/shares.h>
#include <gscope/trace/timeline.h>
#include <math.h>

/* Returns for how long the trace knows the state in a column. */
static gint64
sum_up (const gint64 *durations, gsize n)
{
  gint64 sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += durations[i];
  return sum;
}

static void
add_duration (gint64 *durations, gsize n_states, double value, gint64 duration)
{
  int state = gscope_state_of (value);

  if (state >= 0 && state < (int) n_states)
    durations[state] += duration;
}

/* Estimates the states of the part of a column that is not in the trace. */
static void
estimate (const GscopeColumn *column, double held, gint64 missing, gsize n_states,
          gint64 *durations)
{
  double first = column->count > 1 || isnan (held) ? column->first : held;

  if (column->count == 0 || first == column->last)
    {
      add_duration (durations, n_states, column->count == 0 ? held : first, missing);
      return;
    }
  add_duration (durations, n_states, first, missing / 2);
  add_duration (durations, n_states, column->last, missing - missing / 2);
}

/**
 * gscope_timeline_get_shares: (skip)
 * @self: a timeline
 * @time: where the first column begins, nanoseconds
 * @width: width of each column, nanoseconds, more than 0
 * @n: number of columns
 * @until: time until which the newest state lasts, nanoseconds
 * @n_states: number of states that are wanted, as in gscope_trace_get_shares()
 * @durations: (out caller-allocates): room for @n × @n_states numbers, as there
 *
 * Computes how long each state lasted in adjacent intervals of time. Where the samples are in the
 * trace, the durations are exact. A history has only the first and the last state of a column: they
 * share the time there.
 *
 * Since: 1.0
 */
void
gscope_timeline_get_shares (const GscopeTimeline *self, gint64 time, gint64 width, gsize n,
                            gint64 until, gsize n_states, gint64 *durations)
{
  g_autofree GscopeColumn *columns = NULL;
  GscopeSample before;
  double held;

  g_return_if_fail (width > 0);

  gscope_trace_get_shares (self->trace, time, width, n, until, n_states, durations);
  if (!self->history)
    return;

  columns = g_new (GscopeColumn, n);
  gscope_timeline_get_columns (self, time, width, n, columns, NULL);
  held = gscope_timeline_find_before (self, time, width, &before) ? before.value : NAN;
  for (gsize i = 0; i < n; i++)
    {
      gint64 begin = time + (gint64) i * width;
      gint64 *column = durations + i * n_states;
      gint64 missing = MIN (width, until - begin) - sum_up (column, n_states);

      if (missing > 0)
        estimate (&columns[i], held, missing, n_states, column);
      if (columns[i].count > 0)
        held = columns[i].last;
    }
}

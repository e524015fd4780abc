/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/page/rows-private.h>
#include <tsl/timer/rate-clock.h>

#define MECHANISM "firm-timer"
#define USEC G_GINT64_CONSTANT (1000)
#define MAX_INTERVAL (G_GINT64_CONSTANT (1000000) * USEC)

struct _TslRateClock
{
  TslTimers *timers;
  TslTimer *timer;
  TslRateFunc func;
  gpointer user_data;
  gint64 target;
  gint64 minimum;

  /* due time of the train's next event if no event had been late */
  gint64 due;

  TslPage *page;
  char *group;
  TslCell *n_events;
  TslCell *behind;
  TslCell *target_cell;
  TslCell *minimum_cell;
};

static void
look_at_knobs (TslRateClock *self)
{
  double target = self->target / (double) USEC, minimum = self->minimum / (double) USEC;
  gboolean is_target = tsl_cell_take (self->target_cell, &target);
  gboolean is_minimum = tsl_cell_take (self->minimum_cell, &minimum);

  if (!is_target && !is_minimum)
    return;
  tsl_rate_clock_set_intervals (self, MAX (target, 1) * USEC, MIN (minimum, target) * USEC);
  tsl_cell_answer (self->target_cell, self->target / (double) USEC);
  tsl_cell_answer (self->minimum_cell, self->minimum / (double) USEC);
}

/* One event per check point; otherwise a late check point would cause a burst. */
static void
on_timer (TslTimer *timer, gint64 deadline, gpointer user_data)
{
  TslRateClock *self = user_data;
  gint64 now = tsl_timers_get_time (self->timers);

  look_at_knobs (self);
  tsl_cell_count (self->n_events, 1);
  tsl_cell_set (self->behind, MAX (now - self->due, 0) / (double) self->target);
  self->due += self->target;
  tsl_timer_set (timer, MAX (self->due, now + self->minimum), 0);
  if (!self->func (now, self->user_data))
    tsl_timer_cancel (timer);
}

#define CELL(member) G_STRUCT_OFFSET (TslRateClock, member)

static const TslCellRow cells[] = {
  TSL_COUNTER (CELL (n_events), "events"),
  TSL_GAUGE (CELL (behind), "behind", "events", 0, 10),
  TSL_KNOB (CELL (target_cell), "target", "µs", 1, MAX_INTERVAL / (double) USEC),
  TSL_KNOB (CELL (minimum_cell), "minimum", "µs", 0, MAX_INTERVAL / (double) USEC),
};

/**
 * tsl_rate_clock_new:
 * @timers: timers
 * @page: (nullable): the page that publishes its counters and knobs
 * @group: the group of its cells in the page, other than the timers' group
 * @func: called for each event; it may end the train, but must not free the clock
 * @user_data: data passed to @func
 *
 * Creates a clock whose target and minimum intervals are 1 ms. It follows the soft-timer paper
 * (section 4): events are scheduled at the target interval; while the train is behind its rate
 * because check points were late, events are scheduled at the minimum interval.
 *
 * It publishes as mechanism “firm-timer” the counter of events, the number of events that the train
 * is behind, and the knobs target and minimum in microseconds, which it reads at every event.
 *
 * Returns: (transfer full): a stopped clock
 *
 * Since: 1.0
 */
TslRateClock *
tsl_rate_clock_new (TslTimers *timers, TslPage *page, const char *group, TslRateFunc func,
                    gpointer user_data)
{
  TslRateClock *self;

  g_return_val_if_fail (timers && group && func, NULL);

  self = g_new0 (TslRateClock, 1);
  self->timers = timers;
  self->timer = tsl_timer_new (timers, on_timer, self);
  self->func = func;
  self->user_data = user_data;
  self->page = page ? tsl_page_ref (page) : tsl_page_new_unpublished ();
  self->group = g_strdup (group);
  tsl_page_add_rows (self->page, MECHANISM, group, cells, G_N_ELEMENTS (cells), self);
  tsl_rate_clock_set_intervals (self, 1000 * USEC, 1000 * USEC);
  return self;
}

/**
 * tsl_rate_clock_free:
 * @self: (transfer full): a clock
 *
 * Ends the train and frees the clock. Free it before its timers.
 *
 * Since: 1.0
 */
void
tsl_rate_clock_free (TslRateClock *self)
{
  g_return_if_fail (self);

  tsl_timer_free (self->timer);
  tsl_page_remove_rows (self->page, cells, G_N_ELEMENTS (cells), self);
  tsl_page_unref (self->page);
  g_free (self->group);
  g_free (self);
}

/**
 * tsl_rate_clock_set_intervals:
 * @self: a clock
 * @target: the mean interval, in nanoseconds; at least 1
 * @minimum: the minimum interval, in nanoseconds; at most @target
 *
 * Sets the rate and the burst rate, from the next event on.
 *
 * Since: 1.0
 */
void
tsl_rate_clock_set_intervals (TslRateClock *self, gint64 target, gint64 minimum)
{
  g_return_if_fail (self);
  g_return_if_fail (target > 0 && minimum >= 0 && minimum <= target);

  self->target = target;
  self->minimum = minimum;
  tsl_cell_set (self->target_cell, target / (double) USEC);
  tsl_cell_set (self->minimum_cell, minimum / (double) USEC);
}

/**
 * tsl_rate_clock_begin:
 * @self: a clock
 *
 * Begins a new train of events, the first at the next check point.
 *
 * Since: 1.0
 */
void
tsl_rate_clock_begin (TslRateClock *self)
{
  g_return_if_fail (self);

  self->due = tsl_timers_get_time (self->timers);
  tsl_timer_set (self->timer, self->due, 0);
}

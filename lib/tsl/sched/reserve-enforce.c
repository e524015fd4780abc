/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/reserve.h>

#include <kernel-clock.h>
#include <sched.h>
#include <tsl/sched/admission.h>
#include <tsl/sched/demand-private.h>
#include <tsl/sched/reserve-private.h>

/* How a thread enforces its own budget. */

#define MSEC 1e6

/* The kernel charges the time of the switch to a thread and back to the thread. A thread that
 * enforces its own budget should have all of it for its work, as in RT-Mach, where reserves were 1
 * to 2 ms larger than the work (R:3805). These are the relative and the absolute limit of the
 * addition, the latter in nanoseconds. */
#define MARGIN_SHARE 4
#define MAX_MARGIN 20000

/* Time of interrupts is charged to the budget, as in the dissertation (G:1724). Unused budget below
 * this share is attributed to interrupts. If more is unused, the thread was preempted and may use
 * it. */
#define INTERRUPTS_SHARE 16

static gint64
add_margin (gint64 budget)
{
  return budget + MIN (budget / MARGIN_SHARE, MAX_MARGIN);
}

static gint64
remove_margin (gint64 budget)
{
  return budget - MIN (budget / (MARGIN_SHARE + 1), MAX_MARGIN);
}

void
tsl_reserve_begin_period (TslReserve *self, gint64 begin, gint64 used)
{
  self->called_at = begin;
  self->period_used = used;
  self->period_end = begin + self->demand.period;
  self->look_at = begin + self->demand.budget;
  tsl_cell_count (self->periods, 1);
}

gboolean
tsl_reserve_set (TslReserve *self, const TslDemand *demand)
{
  TslDemand with_margin = *demand;
  TslSchedAttr attr;

  if (self->is_enforced)
    with_margin.budget = MIN (add_margin (demand->budget), demand->period);
  attr = tsl_demand_make_attr (&self->old, &with_margin);
  if (tsl_sched_set (self->tid, &attr) != 0)
    return FALSE;
  self->granted = with_margin;
  return TRUE;
}

void
tsl_reserve_take (TslReserve *self, const TslDemand *demand)
{
  self->period_end += demand->period - self->demand.period;
  self->look_at += demand->budget - self->demand.budget;
  self->demand = *demand;
  tsl_cell_set (self->budget, self->demand.budget / MSEC);
  tsl_cell_set (self->period, self->demand.period / MSEC);
}

/* Adopts a reserve that another process has set in the kernel. */
static void
follow_kernel (TslReserve *self)
{
  TslDemand demand;

  if (!tsl_reserve_find (0, &demand)
      || (demand.budget == self->granted.budget && demand.period == self->granted.period))
    return;
  self->granted = demand;
  demand.budget = remove_margin (demand.budget);
  tsl_reserve_take (self, &demand);
}

/* Knobs come from other processes: they must not reserve a whole processor. */
static void
apply_knobs (TslReserve *self)
{
  double budget = self->demand.budget / MSEC;
  double period = self->demand.period / MSEC;
  gboolean has_budget = tsl_cell_take (self->budget, &budget);
  gboolean has_period = tsl_cell_take (self->period, &period);
  TslDemand demand = { (gint64) (budget * MSEC + 0.5), (gint64) (period * MSEC + 0.5) };

  if (!has_budget && !has_period)
    return;
  if (tsl_admission_check (&demand, 1, 1, TSL_ADMISSION_THRESHOLD, NULL))
    tsl_reserve_change (self, &demand, NULL);
  if (has_budget)
    tsl_cell_answer (self->budget, self->demand.budget / MSEC);
  if (has_period)
    tsl_cell_answer (self->period, self->demand.period / MSEC);
}

/* The kernel's periods are contiguous, and a thread that waited for one runs soon after it began.
 * For a thread that slept longer, the kernel begins a new period at the wake-up. */
static gint64
find_begin (TslReserve *self, gint64 now)
{
  gint64 passed = (now - self->period_end) % self->demand.period;

  return passed >= 0 && passed < self->demand.period / 8 ? now - passed : now;
}

/* Yields until the next period. An overrun is charged to the next budget, up to the whole budget.
 * The cost of the check and of the switch, interrupts and stolen time are not charged: the thread's
 * own overrun is at most its work between two calls. */
static void
yield_period (TslReserve *self, gint64 used)
{
  gint64 over = used - self->cost - self->period_used - self->demand.budget;
  gint64 now;

  over = CLAMP (over, 0, MIN (self->step, self->demand.budget));
  follow_kernel (self);
  sched_yield ();
  tsl_cell_count (self->yields, 1);
  used = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);
  now = kernel_clock_read (CLOCK_MONOTONIC);
  tsl_reserve_begin_period (self, find_begin (self, now), used - over);
  self->look_at = now + self->demand.budget - over;
}

/* A new period has begun without a yield here: the kernel throttled the thread, or the thread did
 * not use up its budget. It has used at most the time since the new period began. */
static void
resume_period (TslReserve *self, gint64 now, gint64 used)
{
  gint64 begin = find_begin (self, now);

  tsl_reserve_begin_period (self, begin, used - MIN (now - begin, used - self->period_used));
}

/* Compares the consumed runtime with the budget. Reading it makes the kernel update its account,
 * too: the kernel may throttle the thread here until its next period, which begins before ours ends
 * if ours began late. */
static gboolean
check_runtime (TslReserve *self)
{
  gint64 before = kernel_clock_read (CLOCK_MONOTONIC);
  gint64 used = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC);
  gint64 left = self->period_used + self->demand.budget - used;

  self->cost = MIN (now - before, self->demand.budget / 16);
  tsl_cell_set_count (self->used, (used - self->used_before) / 1000);
  if (now >= self->period_end || now - before > self->demand.period / 8)
    {
      resume_period (self, now, used);
      return TRUE;
    }
  if (left > self->demand.budget / INTERRUPTS_SHARE)
    {
      self->look_at = MIN (now + left, self->period_end);
      return FALSE;
    }
  yield_period (self, used);
  return TRUE;
}

/* If the kernel does not admit the margin, the budget is enforced without it. */
static void
enforce (TslReserve *self)
{
  self->is_enforced = TRUE;
  tsl_reserve_set (self, &self->demand);
}

/**
 * tsl_reserve_progress:
 * @self: the calling thread's reserve
 *
 * Yields the processor until the next period if the budget is spent, and applies knobs that other
 * processes set. The thread calls it often while it works. If there is nothing to do, the call
 * costs one reading of the clock.
 *
 * Returns: %TRUE if a new period has begun meanwhile
 *
 * Since: 1.0
 */
gboolean
tsl_reserve_progress (TslReserve *self)
{
  gint64 now;

  apply_knobs (self);
  if (G_UNLIKELY (!self->is_enforced))
    enforce (self);
  now = kernel_clock_read (CLOCK_MONOTONIC);
  if (G_UNLIKELY (now >= self->look_at))
    return check_runtime (self);
  self->step = now - self->called_at;
  self->called_at = now;
  return FALSE;
}

/**
 * tsl_reserve_yield:
 * @self: the calling thread's reserve
 *
 * Gives up the rest of the budget: sleeps until the next period begins.
 *
 * Since: 1.0
 */
void
tsl_reserve_yield (TslReserve *self)
{
  apply_knobs (self);
  if (G_UNLIKELY (!self->is_enforced))
    enforce (self);
  yield_period (self, kernel_clock_read (CLOCK_THREAD_CPUTIME_ID));
}

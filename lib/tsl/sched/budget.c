/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/budget-private.h>

#include <errno.h>
#include <kernel-clock.h>

#define SEC G_GINT64_CONSTANT (1000000000)

static void
sleep_until (gint64 time)
{
  struct timespec until = { time / SEC, time % SEC };

  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
    ;
}

void
tsl_budget_set (TslBudget *self, gint64 begin, gint64 period, gint64 budget)
{
  __atomic_store_n (&self->begin, begin, __ATOMIC_RELAXED);
  __atomic_store_n (&self->period, period, __ATOMIC_RELAXED);
  __atomic_store_n (&self->budget, budget, __ATOMIC_RELAXED);
}

/* Sleeps until the period ends. An overrun is charged to the next period. */
static void
sleep_period (TslBudget *self, gint64 end, gint64 over)
{
  sleep_until (end);
  self->period_begin = end;
  self->used_before = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID) - over;
  self->look_at = 0;
}

static gboolean
check_runtime (TslBudget *self, gint64 now, gint64 period, gint64 budget)
{
  gint64 begin = __atomic_load_n (&self->begin, __ATOMIC_RELAXED);
  gint64 period_begin = now - (now - begin) % period;
  gint64 used = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);
  gint64 left;

  if (period_begin != self->period_begin)
    self->used_before = used;
  self->period_begin = period_begin;
  left = budget - (used - self->used_before);
  if (left <= 0)
    {
      sleep_period (self, period_begin + period, MIN (-left, budget));
      return TRUE;
    }
  self->look_at = MIN (now + left, period_begin + period);
  self->looked_budget = budget;
  return FALSE;
}

gboolean
tsl_budget_check (TslBudget *self)
{
  gint64 period = __atomic_load_n (&self->period, __ATOMIC_RELAXED);
  gint64 budget = __atomic_load_n (&self->budget, __ATOMIC_RELAXED);
  gint64 now;

  if (period == 0)
    return FALSE;
  now = kernel_clock_read (CLOCK_MONOTONIC);
  if (now < self->look_at && budget == self->looked_budget)
    return FALSE;
  return check_runtime (self, now, period, budget);
}

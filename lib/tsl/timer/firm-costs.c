/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/timer/firm-costs.h>

#include <math.h>
#include <sched.h>
#include <tsl/timer/firm-timer.h>

#define USEC 1e3

enum
{
  ROUNDS = 10,
  CALLS = 50,
  ROUND = 200000,
  /* as in the dissertation's experiments */
  TIMERS = 20,
  OVERSHOOT = 500000,
};

static void
do_nothing (TslTimer *timer, gint64 deadline, gpointer user_data)
{
}

static void
check (TslTimers *timers, TslTimer *timer)
{
  tsl_timers_check (timers);
}

/* Sets each timer to an earlier deadline than the previous one. */
static void
set (TslTimers *timers, TslTimer *timer)
{
  tsl_timer_set (timer, G_MAXINT64 / 2 - tsl_timers_get_time (timers), 0);
}

/* Returns microseconds per call: the minimum of all rounds, since other threads may interrupt a
 * round. */
static double
time_calls (TslTimers *timers, TslTimer *timer, void (*call) (TslTimers *, TslTimer *))
{
  double least = INFINITY;

  for (guint i = 0; i < ROUNDS; i++)
    {
      gint64 begin = tsl_timers_get_time (timers), took = 0;
      guint n = 0;

      while (took < ROUND)
        {
          for (guint k = 0; k < CALLS; k++, n++)
            call (timers, timer);
          took = tsl_timers_get_time (timers) - begin;
        }
      least = MIN (least, took / (double) n / USEC);
    }
  return least;
}

static void
measure (TslTimers *timers, TslFirmCosts *costs)
{
  TslTimer *all[TIMERS];

  tsl_timers_set_overshoot (timers, OVERSHOOT);
  for (guint i = 0; i < TIMERS; i++)
    {
      all[i] = tsl_timer_new (timers, do_nothing, NULL);
      tsl_timer_set (all[i], G_MAXINT64 / 2, 0);
    }
  costs->check = time_calls (timers, NULL, check);
  costs->soft = time_calls (timers, all[0], set);
  /* a timer that is due at every check point; without an overshoot it also interrupts at once */
  tsl_timer_set (all[0], 0, 1);
  costs->soft += MAX (time_calls (timers, NULL, check) - costs->check, 0);
  tsl_timers_set_overshoot (timers, 0);
  costs->hard = MAX (time_calls (timers, NULL, check) - costs->check, costs->soft);
  for (guint i = 0; i < TIMERS; i++)
    tsl_timer_free (all[i]);
}

/**
 * tsl_firm_costs_measure:
 * @costs: (out): the measured costs
 *
 * Measures the costs of firm timers on the processor of the calling thread, which takes 10 ms. The
 * cost of a soft timer includes its removal from the heap, its function, its insertion, and setting
 * the kernel's timer; this is an upper bound, because several timers share one setting. A hard
 * timer costs an interrupt in addition. Waking a sleeping thread is not included.
 *
 * Since: 1.0
 */
void
tsl_firm_costs_measure (TslFirmCosts *costs)
{
  g_autoptr (TslTimers) timers = NULL;
  cpu_set_t before, here;
  gboolean is_pinned;

  g_return_if_fail (costs);

  *costs = (TslFirmCosts){ 0 };
  timers = tsl_timers_new (NULL, "costs", NULL);
  if (!timers)
    return;
  /* a migration to another processor would be measured, too */
  CPU_ZERO (&here);
  CPU_SET (MAX (sched_getcpu (), 0), &here);
  is_pinned = sched_getaffinity (0, sizeof before, &before) == 0
              && sched_setaffinity (0, sizeof here, &here) == 0;
  measure (timers, costs);
  if (is_pinned)
    sched_setaffinity (0, sizeof before, &before);
}

/**
 * tsl_firm_costs_get_break_even:
 * @costs: measured costs
 *
 * Gets the right side of equation 2.1: firm timers cost less than hard timers if more than this
 * share of the check points fires a timer.
 *
 * Returns: Cc / (Ch - Cs); infinity if hard timers do not cost more
 *
 * Since: 1.0
 */
double
tsl_firm_costs_get_break_even (const TslFirmCosts *costs)
{
  g_return_val_if_fail (costs, INFINITY);

  return costs->hard > costs->soft ? costs->check / (costs->hard - costs->soft) : INFINITY;
}

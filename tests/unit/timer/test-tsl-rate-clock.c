/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/tsl.h>

#define US G_GINT64_CONSTANT (1000)

/* Check points come at random, as interrupts and system calls do to soft timers. */
typedef struct
{
  gint64 now;
  guint n;
  guint n_max;
  gint64 first;
  gint64 last;
  gint64 shortest;
} Train;

static gint64
read_train (gpointer data)
{
  return ((Train *) data)->now;
}

static gboolean
on_event (gint64 time, gpointer data)
{
  Train *self = data;

  if (self->n++ == 0)
    self->first = time;
  else
    self->shortest = MIN (self->shortest, time - self->last);
  self->last = time;
  return self->n < self->n_max;
}

/* Returns the mean interval, in microseconds, with check points at a mean distance of the delay. */
static double
run (gint64 target, gint64 minimum, gint64 delay, guint n, gint64 *shortest)
{
  Train train = { .n_max = n, .shortest = G_MAXINT64 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (TslTimers) timers = tsl_timers_new_with_clock (NULL, "timers", read_train, &train);
  TslRateClock *clock = tsl_rate_clock_new (timers, NULL, "train", on_event, &train);

  tsl_rate_clock_set_intervals (clock, target, minimum);
  tsl_rate_clock_begin (clock);
  while (train.n < n)
    {
      train.now += g_rand_int_range (random, 0, 2 * delay + 1);
      tsl_timers_check (timers);
    }
  /* the train is over */
  train.now += 1000 * target;
  tsl_timers_check (timers);
  g_assert_cmpuint (train.n, ==, n);
  tsl_rate_clock_free (clock);
  if (shortest)
    *shortest = train.shortest;
  return (train.last - train.first) / 1e3 / (n - 1);
}

/* With check points everywhere, events are at the target interval. */
static void
test_on_time (void)
{
  gint64 shortest;

  g_assert_cmpfloat_with_epsilon (run (40 * US, 12 * US, 1, 100, &shortest), 40, 0.01);
  g_assert_cmpint (shortest, >=, 39990);
}

/* Tables VIII and IX of the soft-timer paper: bursts keep the rate, a long minimum interval does not. */
static void
test_bursts (void)
{
  gint64 shortest;

  g_assert_cmpfloat_with_epsilon (run (40 * US, 12 * US, 20 * US, 20000, &shortest), 40, 0.4);
  g_assert_cmpint (shortest, >=, 12 * US);
  /* the minimum, and what check points at 0 to 40 us from each other are late: 13.3 us */
  g_assert_cmpfloat_with_epsilon (run (40 * US, 35 * US, 20 * US, 20000, &shortest), 48.3, 0.5);
  g_assert_cmpint (shortest, >=, 35 * US);
  g_assert_cmpfloat_with_epsilon (run (60 * US, 30 * US, 20 * US, 20000, &shortest), 60, 0.6);
}

/* After a long stall it catches up, at the minimum interval and no faster. */
static void
test_stall (void)
{
  Train train = { .n_max = G_MAXUINT, .shortest = G_MAXINT64 };
  g_autoptr (TslTimers) timers = tsl_timers_new_with_clock (NULL, "timers", read_train, &train);
  TslRateClock *clock = tsl_rate_clock_new (timers, NULL, "train", on_event, &train);

  tsl_rate_clock_set_intervals (clock, 40 * US, 10 * US);
  tsl_rate_clock_begin (clock);
  tsl_timers_check (timers);
  train.now += 40000 * US;
  for (; train.now < 60000 * US; train.now += US)
    tsl_timers_check (timers);
  g_assert_cmpint (train.shortest, >=, 10 * US);
  g_assert_cmpuint (train.n, >=, 1499);
  g_assert_cmpuint (train.n, <=, 1501);
  tsl_rate_clock_free (clock);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/rate-clock/on-time", test_on_time);
  g_test_add_func ("/tsl/rate-clock/bursts", test_bursts);
  g_test_add_func ("/tsl/rate-clock/stall", test_stall);
  return g_test_run ();
}

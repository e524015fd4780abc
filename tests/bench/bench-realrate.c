/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The real-rate controller over SCHED_DEADLINE: a decoder whose need is a square wave, G = 2, with
 * time-stamps of a quarter of the sampling period. The dissertation (section 5.3.3) expects a worst
 * delay of 2 to 3 granularities from its simulations; it has no measurement. */

#include "bench.h"

#include "kinds/realrate.h"

#include <kernel-clock.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define SEC G_GINT64_CONSTANT (1000000000)
#define MSEC G_GINT64_CONSTANT (1000000)

#define LEAST 0.2
#define RATIO 2
#define K 4

/* Sampling periods in half a wave, and waves in a run, of which the first is not judged. */
#define HALF 50
#define N_WAVES 3
/* A machine that others share disturbs single runs: the median counts. */
#define N_RUNS 3

#define MOST_DELAY 3.5
#define MOST_ERROR 0.05

typedef struct
{
  /* granularities */
  double delay;
  /* parts of one processor, of what was needed */
  double error;
  /* microseconds */
  double cost;
} Result;

typedef struct
{
  gint64 begin;
  gint64 wave;
  gint64 granularity;
  double delay;
  /* for the low and the high half: sum of proportions, and how many */
  double sum[2];
  guint n[2];
} Judge;

static void
sleep_until (gint64 time)
{
  struct timespec until = { time / SEC, time % SEC };

  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0)
    ;
}

/* Converged is the second half of each half wave. */
static void
judge_sample (Judge *self, const TslRealrate *state, gint64 now)
{
  gint64 time = now - self->begin;
  gboolean is_high = time % self->wave < self->wave / 2;

  if (time < self->wave)
    return;
  self->delay = MAX (self->delay, state->delay / (double) self->granularity);
  if (time % (self->wave / 2) < self->wave / 4)
    return;
  self->sum[is_high] += state->proportion;
  self->n[is_high]++;
}

static double
judge_error (const Judge *self)
{
  double low = self->sum[0] / self->n[0] / LEAST - 1;
  double high = self->sum[1] / self->n[1] / (LEAST * RATIO) - 1;

  return MAX (fabs (low), fabs (high));
}

static gboolean
run (gint64 period, Result *result, GError **error)
{
  WorkloadRealrate *realrate = workload_realrate_new (NULL, NULL);
  TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;
  Judge judge = { .wave = 2 * HALF * period, .granularity = period / K };
  WorkloadStage *stage =
      workload_realrate_add_stage (realrate, "decoder", judge.granularity, NULL, NULL);
  TslReserve *reserve;
  gint64 now, next, cost = 0;
  guint n = 0;

  settings.k = K;
  settings.initial = LEAST * RATIO;
  workload_wave_set (&stage->wave, LEAST, RATIO, judge.wave);
  if (!workload_realrate_begin (realrate, &settings, error))
    {
      workload_realrate_free (realrate);
      return FALSE;
    }
  reserve = workload_realrate_reserve_control (realrate);
  for (judge.begin = now = kernel_clock_read (CLOCK_MONOTONIC);
       now < judge.begin + N_WAVES * judge.wave; now = kernel_clock_read (CLOCK_MONOTONIC))
    {
      next = workload_realrate_step (realrate, now);
      cost += kernel_clock_read (CLOCK_MONOTONIC) - now;
      n++;
      judge_sample (&judge, tsl_realrate_thread_get_state (stage->control), now);
      sleep_until (next);
    }
  g_clear_pointer (&reserve, tsl_reserve_free);
  *result = (Result){ judge.delay, judge_error (&judge), cost / 1e3 / n };
  workload_realrate_free (realrate);
  return TRUE;
}

static gpointer
spin (gpointer must_end)
{
  while (!g_atomic_int_get ((gint *) must_end))
    ;
  return NULL;
}

static gboolean
judge_runs (double ms, const char *load)
{
  double delays[N_RUNS], errors[N_RUNS], costs[N_RUNS];
  g_autofree char *delay_text = g_strdup_printf ("Ts %.0f ms, %s: worst delay", ms, load);
  g_autofree char *error_text = g_strdup_printf ("Ts %.0f ms, %s: converged, off by", ms, load);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_RUNS; i++)
    {
      Result result;

      if (!run (ms * MSEC, &result, &error))
        {
          printf ("NOT MEASURED: %s\n", error->message);
          return FALSE;
        }
      delays[i] = result.delay;
      errors[i] = result.error;
      costs[i] = result.cost;
    }
  bench_report (delay_text, bench_median_of (delays, N_RUNS), "Tg", "one Tg", 1, MOST_DELAY);
  bench_report (error_text, 100 * bench_median_of (errors, N_RUNS), "%", "the need", 100,
                MOST_ERROR);
  printf ("  worst delay of the dissertation's simulation: 2 to 3 Tg; a step: %.1f us\n",
          bench_median_of (costs, N_RUNS));
  return TRUE;
}

static gboolean
judge_all (const char *load)
{
  const double periods[] = { 5, 10, 20, 30 };

  for (guint i = 0; i < G_N_ELEMENTS (periods); i++)
    if (!judge_runs (periods[i], load))
      return FALSE;
  return TRUE;
}

int
main (int argc, char *argv[])
{
  guint n = g_get_num_processors ();
  g_autofree GThread **spinners = g_new0 (GThread *, n);
  /* the thread that has to wait for the others is one that can get stuck */
  g_autoptr (TslGuard) guard = tsl_guard_new (NULL);
  gint must_end = FALSE;
  gboolean is_measured = judge_all ("idle");

  for (guint i = 0; i < n; i++)
    spinners[i] = g_thread_new ("spinner", spin, &must_end);
  if (is_measured)
    is_measured = judge_all ("all processors loaded");
  g_atomic_int_set (&must_end, TRUE);
  for (guint i = 0; i < n; i++)
    g_thread_join (spinners[i]);
  return is_measured ? bench_end () : 1;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "threads/spinners.h"
#include "threads/task.h"

#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <tsl/tsl.h>
#include <unistd.h>

/* Reserves: how exactly budgets hold (Table 5.1 of the dissertation), how long a change takes, and
 * experiment 1 of R:3805. */

#define USEC G_GINT64_CONSTANT (1000)
#define MSEC G_GINT64_CONSTANT (1000000)
#define SEC G_GINT64_CONSTANT (1000000000)

static gint64
read_clock (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * SEC + time.tv_nsec;
}

/* One inequality: prints it, remembers if it does not hold. */
static void
judge (const char *what, double ours, const char *unit, const char *paper, gboolean holds,
       const char *bar, gboolean *all)
{
  g_print ("%-58s %10.4g %-3s paper %-22s bar %-10s %s\n", what, ours, unit, paper, bar,
           holds ? "ok" : "MISSED");
  *all &= holds;
}

/* Accuracy: threads that work without a pause, and see from the clock when they did not run. */

#define SECONDS 10

typedef struct
{
  const char *name;
  TslDemand demand;
  const char *proportion_paper;
  const char *period_paper;
  GError *error;
  double charged;
  double *bursts;
  double *periods;
  guint n;
  guint n_max;
} Thread;

static void
note (Thread *self, gint64 begin, gint64 end, gint64 next)
{
  if (self->n == self->n_max)
    return;
  self->bursts[self->n] = end - begin;
  self->periods[self->n++] = next - begin;
}

/* A pause that is worth the name; interrupts are shorter. */
static void
work (Thread *self, TslReserve *reserve)
{
  gint64 pause = MAX (self->demand.period / 20, 20 * USEC);
  gint64 last = read_clock (CLOCK_MONOTONIC);
  gint64 until = last + SECONDS * SEC;
  gint64 begin = last;

  while (last < until)
    {
      gint64 now;

      tsl_reserve_progress (reserve);
      now = read_clock (CLOCK_MONOTONIC);
      if (now - last > pause)
        {
          note (self, begin, last, now);
          begin = now;
        }
      last = now;
    }
}

static gpointer
run_thread (gpointer data)
{
  Thread *self = data;
  TslReserve *reserve = tsl_reserve_new (NULL, self->name, 0, &self->demand, &self->error);
  gint64 begin, used;

  if (!reserve)
    return NULL;
  begin = read_clock (CLOCK_MONOTONIC);
  used = tsl_reserve_get_used (reserve);
  work (self, reserve);
  self->charged =
      (double) (tsl_reserve_get_used (reserve) - used) / (read_clock (CLOCK_MONOTONIC) - begin);
  tsl_reserve_free (reserve);
  return NULL;
}

static double
find_deviation (const double *values, guint n, double expected, double quantile)
{
  g_autofree double *deviations = g_new (double, n);
  guint m = 0;

  /* the first may have begun in the middle */
  for (guint i = 2; i < n; i++)
    deviations[m++] = fabs (values[i] - expected);
  bench_median_of (deviations, m);
  return deviations[MIN (m - 1, (guint) (quantile * m))];
}

static double
add_up (const double *values, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];
  return sum;
}

static void
judge_thread (Thread *self, gboolean *all)
{
  double budget = self->demand.budget;
  double period = self->demand.period;
  double wanted = budget / period;
  double worst_burst = find_deviation (self->bursts, self->n, budget, 1);
  double usual_burst = find_deviation (self->bursts, self->n, budget, 0.99);
  double worst_period = find_deviation (self->periods, self->n, period, 1);
  double usual_period = find_deviation (self->periods, self->n, period, 0.99);
  double share = add_up (self->bursts, self->n) / add_up (self->periods, self->n);
  double burst = bench_median_of (self->bursts, self->n);
  g_autofree char *title = g_strdup_printf ("%s: share of a processor", self->name);
  g_autofree char *title2 = g_strdup_printf ("%s: median burst", self->name);

  judge (title, 100 * share, "%", "-", fabs (share / wanted - 1) <= 0.02, "+-2 %", all);
  judge (title2, burst / USEC, "us", "-", fabs (burst / budget - 1) <= 0.02, "+-2 %", all);
  g_print (
      "  deviation of a burst: 99 %% within %.3g us (%.2g %% of the period), worst %.4g us; paper: "
      "worst %s\n",
      usual_burst / USEC, 100 * usual_burst / period, worst_burst / USEC, self->proportion_paper);
  g_print ("  deviation of a period: 99 %% within %.3g us, worst %.4g us; paper: worst %s; %u "
           "periods; the kernel charged "
           "%.4g %%\n",
           usual_period / USEC, worst_period / USEC, self->period_paper, self->n,
           100 * self->charged);
}

static gboolean
measure_accuracy (void)
{
  Thread threads[] = {
    { "40 % of 8192 us", { 3276800, 8192 * USEC }, "25 us", "5 us", .n = 0 },
    { "20 % of 512 us", { 102400, 512 * USEC }, "3 us", "10 us", .n = 0 },
  };
  GThread *running[G_N_ELEMENTS (threads)];
  gboolean all = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      threads[i].n_max = 2 * SECONDS * SEC / threads[i].demand.period;
      threads[i].bursts = g_new0 (double, threads[i].n_max);
      threads[i].periods = g_new0 (double, threads[i].n_max);
      running[i] = g_thread_new ("accuracy", run_thread, &threads[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_thread_join (running[i]);
      if (threads[i].error || threads[i].n < 3)
        {
          g_print ("accuracy: NOT MEASURED: %s\n",
                   threads[i].error ? threads[i].error->message : "no burst was seen");
          all = FALSE;
        }
      else
        judge_thread (&threads[i], &all);
      g_clear_error (&threads[i].error);
      g_free (threads[i].bursts);
      g_free (threads[i].periods);
    }
  return all;
}

/* How long a change takes: of a thread that works, by another one. */

#define N_CHANGES 10000

typedef struct
{
  gint tid;
  gint is_ending;
} Runner;

static gpointer
run_on (gpointer data)
{
  Runner *self = data;

  g_atomic_int_set (&self->tid, (gint) syscall (SYS_gettid));
  while (!g_atomic_int_get (&self->is_ending))
    ;
  return NULL;
}

static gboolean
time_changes (TslReserve *reserve, double *times, GError **error)
{
  for (guint i = 0; i < N_CHANGES; i++)
    {
      const TslDemand demand = { MSEC + i % 2 * MSEC, 20 * MSEC };
      gint64 begin = read_clock (CLOCK_MONOTONIC);

      if (!tsl_reserve_change (reserve, &demand, error))
        return FALSE;
      times[i] = read_clock (CLOCK_MONOTONIC) - begin;
    }
  return TRUE;
}

static gboolean
measure_change (void)
{
  const TslDemand demand = { 2 * MSEC, 20 * MSEC };
  Runner runner = { 0, 0 };
  GThread *thread = g_thread_new ("runner", run_on, &runner);
  g_autofree double *times = g_new0 (double, N_CHANGES);
  g_autoptr (GError) error = NULL;
  TslReserve *reserve;
  gboolean all = TRUE;

  while (g_atomic_int_get (&runner.tid) == 0)
    g_usleep (100);
  reserve = tsl_reserve_new (NULL, "runner", runner.tid, &demand, &error);
  if (reserve && time_changes (reserve, times, &error))
    {
      double median = bench_median_of (times, N_CHANGES) / USEC;

      judge ("change of a running reserve, median", median, "us", "-", median <= 10, "<= 10 us",
             &all);
    }
  else
    {
      g_print ("change: NOT MEASURED: %s\n", error->message);
      all = FALSE;
    }
  tsl_reserve_free (reserve);
  g_atomic_int_set (&runner.is_ending, TRUE);
  g_thread_join (thread);
  return all;
}

/* Experiment 1 of R:3770, with five competitors on every processor. */

#define N_TASKS 3
#define N_COMPETITORS 5
#define EXPERIMENT_SECONDS 10
/* a whole number of each task's periods */
#define WINDOW (200 * MSEC)
#define N_WINDOWS (EXPERIMENT_SECONDS * SEC / WINDOW)

static const struct
{
  WorkloadTaskTimes times;
  const char *paper;
} experiment[N_TASKS] = {
  { { 4 * MSEC, 20 * MSEC, 5 * MSEC }, ".219 (.216-.227)" },
  { { 12 * MSEC, 40 * MSEC, 14 * MSEC }, ".312 (.310-.320)" },
  { { 6 * MSEC, 50 * MSEC, 8 * MSEC }, ".132 (.126-.141)" },
};

typedef struct
{
  WorkloadTask *task;
  WorkloadTaskCounts begin;
  WorkloadTaskCounts end;
  double usage[N_WINDOWS];
} Observed;

static void
observe (Observed *observed)
{
  gint64 used[N_TASKS];
  gint64 last = read_clock (CLOCK_MONOTONIC);

  for (guint i = 0; i < N_TASKS; i++)
    {
      workload_task_count (observed[i].task, &observed[i].begin);
      used[i] = observed[i].begin.used;
    }
  for (guint k = 0; k < N_WINDOWS; k++)
    {
      gint64 now;

      g_usleep (WINDOW / USEC);
      now = read_clock (CLOCK_MONOTONIC);
      for (guint i = 0; i < N_TASKS; i++)
        {
          workload_task_count (observed[i].task, &observed[i].end);
          observed[i].usage[k] = (double) (observed[i].end.used - used[i]) / (now - last);
          used[i] = observed[i].end.used;
        }
      last = now;
    }
}

static gint64
report (Observed *observed, gboolean reserved)
{
  gint64 misses = 0;

  for (guint i = 0; i < N_TASKS; i++)
    {
      Observed *task = &observed[i];
      double median = bench_median_of (task->usage, N_WINDOWS);

      g_print ("  task %u, %s: usage %.3f (%.3f-%.3f)%s%s; %" G_GINT64_FORMAT
               " of %" G_GINT64_FORMAT " jobs late\n",
               i + 1, reserved ? "reserved" : "not reserved", median, task->usage[N_WINDOWS / 20],
               task->usage[N_WINDOWS - 1 - N_WINDOWS / 20], reserved ? ", paper " : "",
               reserved ? experiment[i].paper : "", task->end.misses - task->begin.misses,
               task->end.jobs - task->begin.jobs);
      misses += task->end.misses - task->begin.misses;
    }
  return misses;
}

/* Of a machine on which nothing else runs; -1 where reserves are not to be had. */
static gint64
run_experiment (TslPage *page, gboolean reserved)
{
  WorkloadSpinners *spinners = workload_spinners_new ();
  g_autofree Observed *observed = g_new0 (Observed, N_TASKS);
  g_autoptr (GError) error = NULL;
  gint64 misses = -1;

  workload_spinners_set_number (spinners, N_COMPETITORS);
  for (guint i = 0; i < N_TASKS; i++)
    {
      g_autofree char *name = g_strdup_printf ("task-%u", i + 1);

      observed[i].task = workload_task_new (page, name, &experiment[i].times);
      if (reserved && !error)
        workload_task_set_reserved (observed[i].task, TRUE, &error);
    }
  for (guint i = 0; i < N_TASKS; i++)
    workload_task_start (observed[i].task);
  if (error)
    g_print ("experiment 1: NOT MEASURED: %s\n", error->message);
  else
    {
      observe (observed);
      misses = report (observed, reserved);
    }
  for (guint i = 0; i < N_TASKS; i++)
    workload_task_free (observed[i].task);
  workload_spinners_free (spinners);
  return misses;
}

static gboolean
measure_experiment (void)
{
  g_autoptr (TslPage) page = tsl_page_new_unpublished ();
  gint64 with = run_experiment (page, TRUE);
  gint64 without = with < 0 ? -1 : run_experiment (page, FALSE);
  gboolean all = with >= 0;

  if (!all)
    return FALSE;
  judge ("experiment 1, late jobs with reserves", with, "", "0", with == 0, "= 0", &all);
  judge ("experiment 1, late jobs without", without, "", "many", without > 0, "> 0", &all);
  return all;
}

int
main (void)
{
  gboolean all = TRUE;

  mlockall (MCL_CURRENT | MCL_FUTURE);
  all &= measure_accuracy ();
  all &= measure_change ();
  all &= measure_experiment ();
  return all ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Chapter 2 of the dissertation, and Table XIII of the soft-timer paper, on this machine: what overshoot saves
 * a CPU-bound job beside 20 timers of 1 ms, how many timers need the kernel's timer, and what they cost. */

#include "bench.h"
#include "threads/team.h"

#include <glib/gstdio.h>
#include <math.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define USEC G_GINT64_CONSTANT (1000)

enum
{
  N_TIMERS = 20,
  N_ROUNDS = 9,
  /* microseconds */
  SETTLING = 20000,
  ROUND = 500000,
  /* of 1 ms, in nanoseconds */
  N_WINDOWS = 1000,
  MAX_WINDOWS = 10000,
  WINDOW = 1000000,
};

/* In microseconds. */
static const gint64 overshoots[] = { 0, 10, 20, 50, 100, 1000 };
/* The paper's, in per cent; not-a-number where it has none. */
static const double table_13[] = { NAN, 26.3, 10, 0.4, 0.006, 0 };

typedef struct
{
  TslPage *page;
  TslPageReader *reader;
  int hard;
  int soft;
  int checks;
} Bench;

typedef struct
{
  double hard;
  double soft;
  double checks;
} Counters;

typedef struct
{
  double interrupts;
  double speed;
  double hard;
  double soft_per_check;
} Result;

/* Reading them takes less time than there is between two check points. */
static void
read_counters (Bench *self, Counters *counters)
{
  tsl_page_reader_update (self->reader, NULL);
  counters->hard = tsl_page_reader_get_value (self->reader, self->hard);
  counters->soft = tsl_page_reader_get_value (self->reader, self->soft);
  counters->checks = tsl_page_reader_get_value (self->reader, self->checks);
}

/* One stretch of time with an overshoot. */
static void
measure_job (WorkloadTeam *team, gint64 overshoot, Result *result)
{
  WorkloadTeamSettings settings = { WORKLOAD_TEAM_KERNEL, N_TIMERS, 1000 * USEC, overshoot, 0, 0 };
  WorkloadTeamSums begin, end;
  gint64 interrupts;
  double wall;

  workload_team_set (team, &settings);
  g_usleep (SETTLING);
  workload_team_read (team, &begin);
  interrupts = tsl_timer_interrupts_read (workload_team_get_cpu (team), NULL);
  wall = bench_wall ();
  g_usleep (ROUND);
  workload_team_read (team, &end);
  interrupts = tsl_timer_interrupts_read (workload_team_get_cpu (team), NULL) - interrupts;
  result->interrupts = interrupts / (bench_wall () - wall);
  /* by the processor time that job and timers took, so that others do not count */
  result->speed = (end.work - begin.work) / (double) (end.cpu_time - begin.cpu_time);
}

/* Hard and firm timers in turn; the medians count. */
static void
bench_job (void)
{
  const WorkloadTeamSettings idle = { .interval = 1000 * USEC };
  g_autoptr (GError) error = NULL;
  WorkloadTeam *team = workload_team_new (&idle, NULL, NULL, &error);
  double interrupts[2][N_ROUNDS], speed[2][N_ROUNDS];
  double gain;

  if (!team)
    g_error ("%s", error->message);
  for (guint i = 0; i < 2 * N_ROUNDS; i++)
    {
      Result result;

      measure_job (team, i % 2 * 500 * USEC, &result);
      interrupts[i % 2][i / 2] = result.interrupts;
      speed[i % 2][i / 2] = result.speed;
    }
  workload_team_free (team);
  for (guint i = 0; i < 2; i++)
    {
      interrupts[i][0] = bench_median_of (interrupts[i], N_ROUNDS);
      speed[i][0] = bench_median_of (speed[i], N_ROUNDS);
    }
  gain = 100 * (speed[1][0] / speed[0][0] - 1);
  bench_report ("20 timers of 1 ms: interrupts, overshoot 500 us", interrupts[1][0], "/s",
                "hard timers", interrupts[0][0], 1 / 5.0);
  bench_report ("the job beside them does by hard timers", speed[0][0] * 1e6, "steps/ms",
                "at 500 us", speed[1][0] * 1e6, 1 / 1.15);
  g_print ("     the job gains %.1f %%; the paper's gained 8 %%\n", gain);
}

static void
do_nothing (TslTimer *timer, gint64 deadline, gpointer user_data)
{
}

static void
compute (TslTimers *timers)
{
  gint64 end = tsl_timers_get_time (timers) + WINDOW, now;

  do
    {
      gint64 next = tsl_timers_get_time (timers) + 20 * USEC;

      while ((now = tsl_timers_get_time (timers)) < next)
        ;
      tsl_timers_check (timers);
    }
  while (now < end);
}

/* Adds what a window counts, if the processor was this program's all the while: where it was not, check points
 * were not every 20 us. */
static gboolean
add_window (Bench *self, TslTimers *timers, Counters *sum)
{
  double cpu = bench_cpu (), wall = bench_wall ();
  Counters begin, end;

  tsl_timers_check (timers);
  read_counters (self, &begin);
  compute (timers);
  read_counters (self, &end);
  if (bench_cpu () - cpu < 0.99 * (bench_wall () - wall))
    return FALSE;
  sum->hard += end.hard - begin.hard;
  sum->soft += end.soft - begin.soft;
  sum->checks += end.checks - begin.checks;
  return TRUE;
}

/* Shares of hard timers, and of check points that fire a soft one, in per cent. */
static gboolean
measure_heap (Bench *self, TslTimers *timers, gint64 overshoot, Result *result)
{
  Counters sum = { 0 };
  guint n_windows = 0;

  tsl_timers_set_overshoot (timers, overshoot);
  for (guint i = 0; i < MAX_WINDOWS && n_windows < N_WINDOWS; i++)
    n_windows += add_window (self, timers, &sum);
  result->hard = 100 * sum.hard / (sum.hard + sum.soft);
  result->soft_per_check = 100 * sum.soft / sum.checks;
  return n_windows == N_WINDOWS;
}

static void
report_heap (const Result *results)
{
  gboolean is_falling = TRUE;

  for (guint k = 0; k < G_N_ELEMENTS (overshoots); k++)
    {
      is_falling &= k == 0 || results[k].hard <= results[k - 1].hard;
      g_print ("     overshoot %4d us: %7.3f %% of the timers are hard", (int) overshoots[k],
               results[k].hard);
      if (isnan (table_13[k]))
        g_print ("\n");
      else
        g_print ("; the paper's: %g %%\n", table_13[k]);
    }
  bench_report ("share of hard timers falls with the overshoot", is_falling ? 0 : 1, "",
                "one that rises", 1, 0);
  bench_report ("hard timers at 50 us, check points every 20 us", results[3].hard, "%", "all", 100,
                0.01);
}

static void
bench_heap (Bench *self, double *soft_per_check)
{
  g_autoptr (TslTimers) timers = tsl_timers_new (self->page, "timers", NULL);
  TslTimer *all[N_TIMERS];
  Result results[G_N_ELEMENTS (overshoots)];
  gint64 now = tsl_timers_get_time (timers);
  gboolean is_measured = TRUE;

  tsl_page_reader_update (self->reader, NULL);
  self->hard = tsl_page_reader_find (self->reader, "firm-timer", "timers", "hard");
  self->soft = tsl_page_reader_find (self->reader, "firm-timer", "timers", "soft");
  self->checks = tsl_page_reader_find (self->reader, "firm-timer", "timers", "checks");
  for (guint i = 0; i < N_TIMERS; i++)
    {
      all[i] = tsl_timer_new (timers, do_nothing, NULL);
      tsl_timer_set (all[i], now + 1000 * USEC * i / N_TIMERS, 1000 * USEC);
    }
  for (guint k = 0; k < G_N_ELEMENTS (overshoots); k++)
    is_measured &= measure_heap (self, timers, overshoots[k] * USEC, &results[k]);
  for (guint i = 0; i < N_TIMERS; i++)
    tsl_timer_free (all[i]);
  if (is_measured)
    report_heap (results);
  else
    bench_report ("NOT MEASURED: other programs take every processor", 1, "", "none", 1, 0);
  *soft_per_check = results[3].soft_per_check;
}

static void
bench_costs (double soft_per_check)
{
  TslFirmCosts costs;

  tsl_firm_costs_measure (&costs);
  g_print ("     Ch %.2f us, Cs %.2f us, Cc %.3f us; the paper's 8, 1, 0.15\n", costs.hard,
           costs.soft, costs.check);
  g_print ("     break-even at %.2f %% of the check points; the paper's 2.1 %%\n",
           100 * tsl_firm_costs_get_break_even (&costs));
  bench_report ("break-even (2.1): Cc / (Ch - Cs)", 100 * tsl_firm_costs_get_break_even (&costs),
                "%", "Ns / Nc at 50 us", soft_per_check, 1);
}

static gboolean
can_measure (void)
{
  g_autoptr (GError) error = NULL;

  if (tsl_timer_interrupts_read (-1, &error) >= 0)
    return TRUE;
  g_print ("MISS NOT MEASURED: %s\n", error->message);
  return FALSE;
}

int
main (void)
{
  g_autofree char *directory = g_dir_make_tmp ("tsl-XXXXXX", NULL);
  g_autofree char *pages = g_strdup_printf ("%s/tsl-%u", directory, geteuid ());
  double soft_per_check = 0;
  Bench bench = { 0 };

  if (!can_measure ())
    return 1;
  g_setenv ("TSL_PAGE_DIR", directory, TRUE);
  bench.page = tsl_page_new ("bench", NULL);
  bench.reader = tsl_page_reader_new (getpid (), NULL);
  bench_job ();
  bench_heap (&bench, &soft_per_check);
  bench_costs (soft_per_check);
  tsl_page_reader_free (bench.reader);
  tsl_page_unref (bench.page);
  g_rmdir (pages);
  g_rmdir (directory);
  return bench_end ();
}

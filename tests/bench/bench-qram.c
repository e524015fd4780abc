/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Q-RAM: the time of an allocation among 3, 10 and 100 applications, greedy, and exact in
 * thousandths of a processor. */

#include "bench.h"

#include <stdio.h>
#include <tsl/tsl.h>

#define MAX_CURVES 100
#define N_POINTS 5

/* Milliseconds. A manager allocates when an application comes, which may cost this much. */
#define MOST_GREEDY 2
#define MOST_EXACT 5

static TslUtility *
make_curve (GRand *rand, guint n)
{
  TslUtilityPoint points[N_POINTS];
  double resource = 0.1 / n, utility = 0;

  for (guint i = 0; i < N_POINTS; i++)
    {
      points[i] = (TslUtilityPoint){ resource, utility };
      resource += i == 2 ? 0 : g_rand_double_range (rand, 0, 1.0 / n);
      utility += g_rand_double_range (rand, 0, 10);
    }
  return tsl_utility_new (points, N_POINTS);
}

static double
measure (const TslUtility *const *curves, guint n, gboolean is_exact)
{
  double times[BENCH_N_RUNS], got[MAX_CURVES];

  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      double begin = bench_cpu ();

      if (is_exact)
        tsl_qram_exact (curves, n, 1, TSL_QRAM_RESOLUTION, got);
      else
        tsl_qram_greedy (curves, n, 1, got);
      times[i] = 1e3 * (bench_cpu () - begin);
    }
  return bench_median (times);
}

static void
report (GRand *rand, guint n)
{
  TslUtility *curves[MAX_CURVES];
  const TslUtility *const *shown = (const TslUtility *const *) curves;
  g_autofree char *greedy = g_strdup_printf ("Q-RAM greedy, %u applications", n);
  g_autofree char *exact = g_strdup_printf ("Q-RAM exact, %u applications", n);

  for (guint i = 0; i < n; i++)
    curves[i] = make_curve (rand, n);
  bench_report (greedy, measure (shown, n, FALSE), "ms", "bar", MOST_GREEDY, 1);
  bench_report (exact, measure (shown, n, TRUE), "ms", "bar", MOST_EXACT, 1);
  for (guint i = 0; i < n; i++)
    tsl_utility_free (curves[i]);
}

int
main (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  report (rand, 3);
  report (rand, 10);
  report (rand, MAX_CURVES);
  return bench_end ();
}

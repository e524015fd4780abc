/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <stdlib.h>
#include <time.h>

static int n_missed;

static double
read_clock (clockid_t id)
{
  struct timespec t;

  clock_gettime (id, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

double
bench_cpu (void)
{
  return read_clock (CLOCK_THREAD_CPUTIME_ID);
}

double
bench_wall (void)
{
  return read_clock (CLOCK_MONOTONIC);
}

static double
time_once (BenchFunc func, gpointer data)
{
  double begin = bench_cpu ();

  func (data);
  return bench_cpu () - begin;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

double
bench_median_of (double *values, guint n)
{
  qsort (values, n, sizeof *values, compare);
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

double
bench_median (double *values)
{
  return bench_median_of (values, BENCH_N_RUNS);
}

gboolean
bench_report (const char *what, double subject, const char *unit, const char *reference_name,
              double reference, double bar)
{
  double ratio = subject / reference;
  gboolean met = ratio <= bar;
  g_autofree char *limit =
      bar < 1 ? g_strdup_printf ("1/%.4g", 1 / bar) : g_strdup_printf ("%.4g", bar);
  g_autofree char *found =
      bar < 1 ? g_strdup_printf ("1/%.4g", 1 / ratio) : g_strdup_printf ("%.3g", ratio);

  g_print ("%-4s %-52s %10.4g %s, %s %.4g %s: %s (bar %s)\n", met ? "ok" : "MISS", what, subject,
           unit, reference_name, reference, unit, found, limit);
  if (!met)
    n_missed++;
  return met;
}

gboolean
bench_ratio (const char *what, BenchFunc subject, const char *reference_name, BenchFunc reference,
             gpointer data, double bar)
{
  double a[BENCH_N_RUNS], b[BENCH_N_RUNS];

  time_once (subject, data);
  time_once (reference, data);
  for (int i = 0; i < BENCH_N_RUNS; i++)
    {
      a[i] = time_once (subject, data);
      b[i] = time_once (reference, data);
    }
  return bench_report (what, bench_median (a) * 1e3, "ms", reference_name, bench_median (b) * 1e3,
                       bar);
}

int
bench_end (void)
{
  if (n_missed > 0)
    g_print ("%d bars missed\n", n_missed);
  return n_missed > 0;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The machines that run these are noisy: a subject and its reference run in turn, in one process,
 * and the ratio of their medians counts. */

enum
{
  BENCH_N_RUNS = 30
};

typedef void (*BenchFunc) (gpointer data);

/* Seconds of CPU time of the calling thread, and of the clock on the wall. */
double bench_cpu (void);
double bench_wall (void);

/* Runs subject and reference 30 times in turn, prints medians, ratio and bar in one line. A bar of
 * 1 / 120 is printed as such. Returns whether the ratio is within the bar; remembers if not. */
gboolean bench_ratio (const char *what, BenchFunc subject, const char *reference_name,
                      BenchFunc reference, gpointer data, double bar);

/* The same for figures that were measured elsewhere. */
gboolean bench_report (const char *what, double subject, const char *unit,
                       const char *reference_name, double reference, double bar);

/* The median of BENCH_N_RUNS values, or of some, which it sorts. */
double bench_median (double *values);
double bench_median_of (double *values, guint n);

/* Returns the exit status of main(): 0 if every bar so far was met. */
int bench_end (void);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The largest latencies of the dissertation's sleeper, T = 100 us, under each of its loads for 10 s, beside
 * its table 3.1 (Linux 2.4.20, 25 s). */

#include "bench.h"

#include "loads/load.h"

#include <math.h>
#include <stdio.h>
#include <tsl/latency/latency.h>

#define RUN_TIME 10
#define WARM_UP G_TIME_SPAN_SECOND

enum
{
  STANDARD,
  LOW_LATENCY,
  PREEMPTIBLE,
  LOCK_BREAKING,
  N_KERNELS
};

/* In the order of workload_load_kinds, in microseconds. */
static const double paper[WORKLOAD_N_LOADS][N_KERNELS] = {
  { 18212, 63, 17467, 54 }, { 6487, 6831, 6912, 6525 }, { 614, 686, 213, 207 },
  { 27596, 38, 187, 162 },  { 3084, 2904, 31, 24 },     { 295, 332, 329, 314 },
  { NAN, NAN, NAN, NAN },
};

/* Those whose latencies were tens of milliseconds on the standard kernel must have become shorter
 * since. Shorter latencies can come from the virtual machine at any time: they are only printed. */
static gboolean
has_bar (const WorkloadLoadKind *kind)
{
  return kind == &workload_load_memory || kind == &workload_load_io;
}

static gpointer
run (gpointer data)
{
  tsl_latency_run (data);
  return NULL;
}

static void
measure (TslLatency *probe, TslLatencyStatistics *statistics)
{
  tsl_latency_reset (probe);
  g_usleep (RUN_TIME * G_USEC_PER_SEC);
  tsl_latency_get_statistics (probe, statistics);
}

static void
print_row (const char *name, const TslLatencyStatistics *all, const double *of)
{
  printf ("%-10s %9.0f us %8.1f us %8" G_GINT64_FORMAT " >1 ms ", name, all->maximum / 1e3,
          all->sum / 1e3 / MAX (all->n, 1), all->n_above);
  for (guint i = 0; of && i < N_KERNELS; i++)
    printf (" %9.0f", of[i]);
  printf ("\n");
}

/* Returns FALSE where a load that needs no device could not be measured. */
static gboolean
judge_load (TslLatency *probe, guint i)
{
  const WorkloadLoadKind *kind = workload_load_kinds[i];
  g_autofree char *what = g_strdup_printf ("largest latency, load %s", kind->name);
  g_autoptr (GError) error = NULL;
  TslLatencyStatistics all;
  gint64 n_rounds = 0;
  WorkloadLoad *load = workload_load_new (kind, &n_rounds, &error);

  if (!load)
    {
      printf ("%-10s NOT MEASURED: %s\n", kind->name, error->message);
      return kind == &workload_load_caps_lock || kind == &workload_load_console;
    }
  measure (probe, &all);
  workload_load_free (load);
  print_row (kind->name, &all, paper[i]);
  printf ("%-10s %9" G_GINT64_FORMAT " rounds\n", "", n_rounds);
  if (has_bar (kind))
    bench_report (what, all.maximum / 1e3, "us", "standard Linux", paper[i][STANDARD], 1);
  return n_rounds > 0;
}

static gboolean
judge_all (TslLatency *probe)
{
  TslLatencyStatistics idle;
  gboolean is_measured = TRUE;

  g_usleep (WARM_UP);
  if (tsl_latency_get_priority (probe) == 0)
    {
      printf ("NOT MEASURED: no permission for a real-time thread; run with CAP_SYS_NICE\n");
      return FALSE;
    }
  printf ("%-10s %12s %11s %14s  %9s %9s %9s %9s\n", "load", "maximum", "mean", "", "standard",
          "low-lat.", "preempt.", "lock-br.");
  measure (probe, &idle);
  print_row ("none", &idle, NULL);
  for (guint i = 0; i < WORKLOAD_N_LOADS; i++)
    is_measured &= judge_load (probe, i);
  return is_measured;
}

int
main (int argc, char *argv[])
{
  TslLatency *probe = tsl_latency_new (NULL, "bench", NULL, NULL);
  GThread *thread = g_thread_new ("probe", run, probe);
  gboolean is_measured = judge_all (probe);

  tsl_latency_stop (probe);
  g_thread_join (thread);
  tsl_latency_free (probe);
  return is_measured && bench_end () == 0 ? 0 : 1;
}

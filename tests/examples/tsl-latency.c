/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The latency probe: how much too late a thread of the highest permitted priority wakes, for a second. */

#include <locale.h>
#include <tsl/tsl.h>

#define USEC G_GINT64_CONSTANT (1000)

static gpointer
run (gpointer data)
{
  tsl_latency_run (data);
  return NULL;
}

int
main (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("example", NULL);
  g_autoptr (TslLatency) probe = tsl_latency_new (page, "probe", NULL, NULL);
  TslLatencyStatistics found;
  GThread *thread;
  int priority;

  setlocale (LC_ALL, "");
  tsl_latency_set_period (probe, 1000 * USEC);
  thread = g_thread_new ("probe", run, probe);
  g_usleep (G_USEC_PER_SEC);
  priority = tsl_latency_get_priority (probe);
  tsl_latency_stop (probe);
  g_thread_join (thread);

  tsl_latency_get_statistics (probe, &found);
  g_print ("%s thread: %" G_GINT64_FORMAT " wake-ups, %.1f µs late on average, %.1f µs at most\n",
           priority > 0 ? "real-time" : "ordinary", found.n,
           found.sum / (double) MAX (found.n, 1) / USEC, found.maximum / (double) USEC);
  return 0;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "support/clock-agents.h"
#include "support/relay.h"

#include <gscope/clock/align.h>
#include <stdlib.h>

/* Three agents in time namespaces that are 1000 s apart see the same events, which the kernel stamps: with and without
 * drift, and over a link with jitter. */

enum
{
  N_AGENTS = 3,
  N_EVENTS = 1000,
  N_SAMPLES = 1 << 20,
  INTERVAL_MS = 10,
  DELAY_MS = 100,
  JITTER_MS = 10,
};

typedef struct
{
  ClockAgents agents;
  gint64 truth[N_EVENTS];
  guint n_sent;
} Run;

static gboolean
on_time (gpointer data)
{
  Run *run = data;

  run->truth[run->n_sent] = clock_agents_send_event (&run->agents, run->n_sent);
  return ++run->n_sent < N_EVENTS;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
get_percentile (double *values, guint n, guint percent)
{
  qsort (values, n, sizeof *values, compare);
  return values[MIN (n - 1, (gsize) n * percent / 100)];
}

static void
judge (Run *run, gboolean is_near)
{
  double spreads[N_EVENTS], misses[N_EVENTS * N_AGENTS], errors[N_EVENTS * N_AGENTS];
  guint n_missed = 0;

  for (guint i = 0; i < N_EVENTS; i++)
    {
      gint64 first = G_MAXINT64, last = G_MININT64;

      for (guint j = 0; j < N_AGENTS; j++)
        {
          gint64 error, time = clock_agents_get_time (&run->agents, j, i, &error);
          gint64 miss = llabs (time - run->truth[i]);

          first = MIN (first, time);
          last = MAX (last, time);
          misses[i * N_AGENTS + j] = (double) miss / 1e3;
          errors[i * N_AGENTS + j] = (double) error / 1e3;
          n_missed += miss > error;
        }
      spreads[i] = (double) (last - first) / 1e3;
    }
  g_print ("     1000 events of 3 agents: apart %.1f us (median), %.1f us (99 %%); from the truth "
           "%.1f us, %.1f us; "
           "stated error %.1f us, %.1f us\n",
           get_percentile (spreads, N_EVENTS, 50), get_percentile (spreads, N_EVENTS, 99),
           get_percentile (misses, N_EVENTS * N_AGENTS, 50),
           get_percentile (misses, N_EVENTS * N_AGENTS, 99),
           get_percentile (errors, N_EVENTS * N_AGENTS, 50),
           get_percentile (errors, N_EVENTS * N_AGENTS, 99));
  if (is_near)
    bench_report ("most that one event is apart by the clocks of three agents",
                  spreads[N_EVENTS - 1], "us", "the limit", 100, 1);
  bench_report ("events outside of the stated error", n_missed, "", "one in a hundred",
                N_EVENTS * N_AGENTS / 100.0, 1);
}

/* The conversion of the times of samples, on their way from a message to the ring. */

typedef struct
{
  GscopeClockAlign *align;
  GscopeSample *samples;
  GscopeSample *copy;
} Block;

static void
convert (gpointer data)
{
  Block *block = data;

  gscope_clock_align_samples (block->align, block->samples, N_SAMPLES);
}

static void
copy (gpointer data)
{
  Block *block = data;

  for (guint i = 0; i < N_SAMPLES; i++)
    block->copy[i] = block->samples[i];
  __asm__ volatile("" ::: "memory");
}

static void
measure_conversion (void)
{
  static const GscopeClockExchange exchange = { 0, 50000, 50000, 100000 };
  Block block = { gscope_clock_align_new (), g_new0 (GscopeSample, N_SAMPLES),
                  g_new0 (GscopeSample, N_SAMPLES) };

  gscope_clock_align_add (block.align, &exchange);
  for (guint i = 0; i < N_SAMPLES; i++)
    block.samples[i].time = i * GSCOPE_MSEC;
  bench_ratio ("times of 10^6 samples", convert, "copied", copy, &block, 4);
  gscope_clock_align_free (block.align);
  g_free (block.samples);
  g_free (block.copy);
}

static void
run (Run *self, guint delay_ms, guint jitter_ms)
{
  for (guint i = 0; i < N_AGENTS && delay_ms > 0; i++)
    self->agents.agents[i].fd = relay_insert (self->agents.agents[i].fd, delay_ms, jitter_ms);
  clock_agents_connect (&self->agents);
  g_timeout_add (INTERVAL_MS, on_time, self);
  clock_agents_wait (&self->agents, N_EVENTS);
  judge (self, delay_ms == 0);
  clock_agents_end (&self->agents);
}

int
main (void)
{
  static const struct
  {
    const char *what;
    double drift;
    guint delay_ms;
    guint jitter_ms;
  } rows[] = {
    { "on this machine", 0, 0, 0 },
    { "with drifts of 50, -50 and 50 ppm", 50e-6, 0, 0 },
    { "over a link of 100 ms with jitter of 10 ms", 0, DELAY_MS, JITTER_MS },
  };
  static Run runs[G_N_ELEMENTS (rows)];
  const char *reason = NULL;
  int status;

  /* all before the first thread */
  for (guint i = 0; i < G_N_ELEMENTS (rows) && !reason; i++)
    reason = clock_agents_start (&runs[i].agents, N_AGENTS, rows[i].drift);
  for (guint i = 0; i < G_N_ELEMENTS (rows) && !reason; i++)
    {
      g_print ("     %s:\n", rows[i].what);
      run (&runs[i], rows[i].delay_ms, rows[i].jitter_ms);
    }
  measure_conversion ();
  status = bench_end ();
  if (!reason || status != 0)
    return status;
  g_print ("SKIP: no time namespaces here: %s\n", reason);
  return 77;
}

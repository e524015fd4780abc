/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <gscope/gscope.h>
#include <gscope/signal/private.h>

/* One sample at a time, out of memory: from a thread's push through the ring into the trace, beside
 * a loop that stores the same samples into a ring of the same size as the trace. */

enum
{
  N_SAMPLES = 1 << 22,
  N_KEPT = 1 << 24,
  BATCH = 4096,
};

typedef struct
{
  GscopeSignal *signal;
  GscopeIntake *intake;
  GscopeProducer *producer;
  GscopeSample *samples;
  GscopeSample *kept;
  gsize n_kept;
  /* the same samples are used again, later */
  gint64 offset;
} Path;

static void
keep_budget (GscopeTrace *trace)
{
  while (gscope_trace_get_bytes (trace) > N_KEPT * sizeof (GscopeSample))
    gscope_trace_evict (trace);
}

static void
push_and_drain (gpointer data)
{
  Path *path = data;

  for (gsize i = 0; i < N_SAMPLES; i += BATCH)
    {
      for (gsize k = i; k < i + BATCH; k++)
        gscope_producer_push (path->producer, path->samples[k].time + path->offset,
                              path->samples[k].value);
      gscope_intake_drain (path->intake, gscope_clock_get_time (gscope_clock_get_system ()));
      keep_budget (gscope_signal_get_trace (path->signal));
    }
  path->offset += (gint64) N_SAMPLES * 1000;
}

static void
store_plainly (gpointer data)
{
  Path *path = data;

  for (gsize i = 0; i < N_SAMPLES; i++)
    {
      path->kept[path->n_kept++ & (N_KEPT - 1)] =
          (GscopeSample){ path->samples[i].time + path->offset, path->samples[i].value };
      /* one at a time, as the other does */
      __asm__ volatile("" ::: "memory");
    }
  path->offset += (gint64) N_SAMPLES * 1000;
}

int
main (void)
{
  g_autoptr (GSource) drain = g_timeout_source_new (G_MAXUINT);
  GscopeClock *clock = gscope_clock_get_system ();
  GscopeIntakeRules rules = { clock, drain, GSCOPE_MSEC, 100 * GSCOPE_MSEC, TRUE };
  Path path = { .signal = gscope_signal_new_buffered ("bench"),
                .samples = g_new (GscopeSample, N_SAMPLES),
                .kept = g_new0 (GscopeSample, N_KEPT) };

  for (gsize i = 0; i < N_SAMPLES; i++)
    path.samples[i] = (GscopeSample){ (gint64) i * 1000, i & 1023 };
  path.offset = gscope_clock_get_time (clock);
  path.intake = gscope_signal_get_intake (path.signal);
  path.producer = gscope_signal_create_producer (path.signal);
  gscope_intake_set_rules (path.intake, &rules, 0);
  /* until the trace is at its budget */
  for (int i = 0; i < 2 * N_KEPT / N_SAMPLES; i++)
    push_and_drain (&path);
  bench_ratio ("2^22 samples through producer, ring and trace", push_and_drain, "plain stores",
               store_plainly, &path, 8);
  g_assert (gscope_signal_get_total_lost (path.signal) == 0);
  gscope_producer_unref (path.producer);
  g_object_unref (path.signal);
  g_free (path.samples);
  g_free (path.kept);
  return bench_end ();
}

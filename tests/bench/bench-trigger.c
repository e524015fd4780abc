/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <gscope/gscope.h>
#include <gscope/trace/minmax.h>
#include <math.h>

/* A search of a history against a scan of its values, which reads each once. Where a period has 100 samples, the events cost
 * more than the samples. */
enum
{
  N_HISTORY = 100000000,
  BLOCK = 1 << 16,
  INTERVAL = 1000,
};

typedef struct
{
  double *values;
  GscopeTrace *trace;
  GscopeTriggerSettings settings;
  guint64 n_found;
  volatile double sink;
} Search;

static void
scan (gpointer data)
{
  Search *self = data;
  GscopeExtent extent = GSCOPE_EXTENT_EMPTY;

  gscope_minmax (self->values, N_HISTORY, &extent);
  self->sink = extent.max - extent.min;
}

static void
search (gpointer data)
{
  Search *self = data;
  g_autoptr (GscopeTriggerSearch) found =
      gscope_trigger_search_new (self->trace, &self->settings, G_MININT64, G_MAXINT64);

  while (gscope_trigger_search_go_on (found, 4 << 20))
    continue;
  self->n_found = gscope_trigger_search_get_n_found (found);
}

/* Fills the trace with a wave of `period` samples, with noise. */
static void
fill (Search *self, double period, double noise)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (16);
  double *noises = g_new (double, BLOCK);

  for (gsize i = 0; i < BLOCK; i++)
    noises[i] = g_rand_double_range (random, -noise, noise);
  for (gsize i = 0; i < N_HISTORY; i++)
    self->values[i] = sin (i * 2 * G_PI / period) + noises[(i * 31) % BLOCK];
  g_free (noises);
  self->trace = gscope_trace_new ();
  for (gsize i = 0; i < N_HISTORY; i += 1000)
    gscope_trace_append_regular (self->trace, (gint64) i * INTERVAL, INTERVAL, self->values + i,
                                 1000);
}

static void
bench_search (Search *self, const char *what, double period, double bar)
{
  fill (self, period, 0.1);
  bench_ratio (what, search, "scan", scan, self, bar);
  g_assert_cmpuint (self->n_found, >, (guint64) (N_HISTORY / period) - 2);
  g_assert_cmpuint (self->n_found, <, (guint64) (N_HISTORY / period) + 2);
  gscope_trace_unref (self->trace);
}

/* A second of a signal at 1 MHz, with a firing a millisecond, as fast as it goes. */
static void
bench_captures (void)
{
  const GscopeTriggerSettings settings = { .condition = { .hysteresis = 0.1 }, .after = 1 };
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (GSCOPE_SEC);
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (clock);
  GscopeSignal *signal = gscope_scope_add_buffered (scope, "signal");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);
  g_autoptr (GscopeTrigger) trigger = gscope_trigger_new (signal, &settings);
  g_autoptr (GscopeCaptureList) list = gscope_capture_list_new (scope, trigger);
  double begin, took;

  gscope_capture_list_set_window (list, GSCOPE_MSEC / 2, GSCOPE_MSEC / 2);
  gscope_capture_list_set_bounds (list, 10000, (gsize) 256 << 20);
  begin = bench_cpu ();
  for (gint64 i = 0; i < 1200000; i++)
    {
      gscope_producer_push (producer, GSCOPE_SEC + i * INTERVAL, sin ((i - 500) * 2e-3 * G_PI));
      if (i % 10000 != 9999)
        continue;
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 10 * GSCOPE_MSEC);
      gscope_scope_drain (scope);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
  took = bench_cpu () - begin;
  g_print ("     %" G_GUINT64_FORMAT " captures, %" G_GUINT64_FORMAT " firings, %" G_GUINT64_FORMAT
           " lost, %.1f MB\n",
           gscope_capture_list_get_n_taken (list), gscope_trigger_get_n_fired (trigger),
           gscope_capture_list_get_n_lost (list),
           (double) gscope_capture_list_get_bytes (list) / 1e6);
  g_assert_cmpuint (gscope_capture_list_get_n_taken (list), >=, 1000);
  g_assert_cmpuint (gscope_capture_list_get_n_lost (list), ==, 0);
  g_assert_cmpuint (gscope_signal_get_total_lost (signal), ==, 0);
  bench_report ("trigger: 1000 captures of 1000 samples, pushed",
                took * 1e3 * 1000 / (double) gscope_capture_list_get_n_taken (list), "ms",
                "a second", 1000, 1);
}

int
main (void)
{
  Search self = {
    .values = g_new (double, N_HISTORY),
    .settings = { .condition = { .kind = GSCOPE_TRIGGER_KIND_RISING, .hysteresis = 0.3 },
                  .after = 1 },
  };

  bench_search (&self, "trigger: find all in 10^8 samples, rare", 1e6, 3);
  bench_search (&self, "trigger: find all in 10^8 samples, each 1000", 1000, 3);
  bench_search (&self, "trigger: find all in 10^8 samples, each 100", 100, 3);
  g_free (self.values);
  bench_captures ();
  return bench_end ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/trace-history.h"

#include <math.h>

static void
append (GscopeSignal *signal, gint64 time, double value)
{
  gscope_trace_append_regular (gscope_signal_get_trace (signal), time, 0, &value, 1);
}

static GscopeMeasures
measure (GscopeSignal *signal, gint64 begin, gint64 end)
{
  g_autoptr (GscopeStatistics) statistics = gscope_statistics_new (signal);
  GscopeMeasures measures;

  gscope_statistics_measure (statistics, begin, end, &measures);
  return measures;
}

static void
test_few (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("x");
  const double values[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
  GscopeMeasures m;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    append (signal, (gint64) i * GSCOPE_SEC, values[i]);
  m = measure (signal, 0, G_MAXINT64);
  g_assert_cmpuint (m.count, ==, 8);
  g_assert_cmpuint (m.lost, ==, 0);
  g_assert_cmpfloat (m.min, ==, 2);
  g_assert_cmpfloat (m.max, ==, 9);
  g_assert_cmpfloat (m.mean, ==, 5);
  g_assert_cmpfloat (m.deviation, ==, 2);
  g_assert_cmpfloat (m.last, ==, 9);
  g_assert_cmpfloat (m.rate, ==, 1);
  g_assert_true (isnan (m.frequency));

  m = measure (signal, GSCOPE_SEC, 3 * GSCOPE_SEC);
  g_assert_cmpuint (m.count, ==, 2);
  g_assert_cmpfloat (m.deviation, ==, 0);
  g_assert_cmpfloat (m.last, ==, 4);
  m = measure (signal, 20 * GSCOPE_SEC, G_MAXINT64);
  g_assert_cmpuint (m.count, ==, 0);
  g_assert_true (isnan (m.mean) && isnan (m.min) && isnan (m.last) && isnan (m.rate));
}

/* The squares of such values differ by less than a double resolves. */
static void
test_sound (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("x");
  GscopeMeasures m;

  for (gint64 i = 0; i < 100000; i++)
    append (signal, i, 1e9 + (i % 2 == 0 ? 0.25 : -0.25));
  m = measure (signal, 0, G_MAXINT64);
  g_assert_cmpfloat_with_epsilon (m.mean, 1e9, 1e-6);
  g_assert_cmpfloat_with_epsilon (m.deviation, 0.25, 1e-9);
}

static void
check_frequency (double frequency, double rate, double noise, gsize n)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("x");
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autofree double *values = g_new (double, n);
  GscopeMeasures m;

  for (gsize i = 0; i < n; i++)
    values[i] = 7 + 2 * sin (2 * G_PI * frequency * i / rate)
                + (noise > 0 ? noise * g_rand_double_range (random, -1, 1) : 0);
  gscope_trace_append_regular (gscope_signal_get_trace (signal), 0, (gint64) (GSCOPE_SEC / rate),
                               values, n);
  m = measure (signal, 0, G_MAXINT64);
  g_assert_cmpfloat_with_epsilon (m.frequency / frequency, 1, noise > 0 ? 1e-2 : 1e-4);
  g_assert_cmpfloat_with_epsilon (m.rate / rate, 1, 1e-5);
}

/* Fast and slow beside the rate, under noise, and for longer than is looked at. */
static void
test_frequency (void)
{
  check_frequency (12.3, 1000, 0, 20000);
  check_frequency (12.3, 1000, 0.3, 20000);
  check_frequency (221, 1000, 0, 20000);
  check_frequency (12.3, 1000, 0, 200000);
  check_frequency (0.021, 1000, 0, 1000000);
  check_frequency (331, 1000, 0, 200000);
}

/* Short pulses, whose mean is near their foot. */
static void
test_pulses (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("x");

  for (gint64 i = 0; i < 100000; i++)
    append (signal, i * GSCOPE_MSEC, i % 200 == 0 ? 5 : 0);
  g_assert_cmpfloat_with_epsilon (measure (signal, 0, G_MAXINT64).frequency, 5, 1e-9);
}

/* Samples that a server puts on whole milliseconds, many to one of them. */
static void
test_one_time (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("x");
  GscopeMeasures m;

  for (gint64 i = 0; i < 100; i++)
    append (signal, GSCOPE_MSEC, i % 10 < 5 ? 1 : -1);
  m = measure (signal, 0, G_MAXINT64);
  g_assert_cmpuint (m.count, ==, 100);
  g_assert_true (isnan (m.frequency));
  g_assert_true (isnan (m.rate));
}

/* A gap is no time without crossings, and no time without samples. */
static void
test_gaps (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("x");
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  GscopeMeasures m;

  for (gint64 part = 0; part < 3; part++)
    {
      for (gint64 i = 0; i < 1000; i++)
        append (signal, part * 60 * GSCOPE_SEC + i * GSCOPE_MSEC, i % 20 < 10 ? 1 : -1);
      gscope_trace_append_gap (trace, part * 60 * GSCOPE_SEC + GSCOPE_SEC, GSCOPE_GAP_CAUSE_TICK);
    }
  m = measure (signal, 0, G_MAXINT64);
  g_assert_cmpuint (m.count, ==, 3000);
  g_assert_cmpfloat_with_epsilon (m.mean, 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (m.deviation, 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (m.frequency, 50, 1e-6);
  g_assert_cmpfloat_with_epsilon (m.rate, 1000, 1e-6);
  g_assert_cmpfloat (m.last, ==, -1);
  m = measure (signal, 30 * GSCOPE_SEC, 90 * GSCOPE_SEC);
  g_assert_cmpuint (m.count, ==, 1000);
  g_assert_cmpfloat_with_epsilon (m.rate, 1000, 1e-6);
}

/* An interval that moves over a trace that grows, and loses its beginning, has the same result as a
 * new measurement. */
static void
test_moving (void)
{
  /* samples of a step */
  const gint64 n = g_test_slow () ? 777 : 259;
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("x");
  g_autoptr (GscopeStatistics) statistics = gscope_statistics_new (signal);
  GscopeTrace *trace = gscope_signal_get_trace (signal);

  for (gint64 i = 0; i < 150; i++)
    {
      gint64 width = n * (i % 25 == 24 ? 115 : 25);
      GscopeMeasures moving, anew;

      for (gint64 k = 0; k < n; k++)
        append (signal, i * n + k, g_test_rand_double_range (-1, 1));
      if (i % 15 == 0)
        gscope_trace_evict (trace);
      if (i == 110)
        gscope_trace_clear (trace);
      gscope_statistics_measure (statistics, i * n - width, i * n + n * 2 / 3, &moving);
      anew = measure (signal, i * n - width, i * n + n * 2 / 3);
      g_assert_cmpuint (moving.count, ==, anew.count);
      if (anew.count == 0)
        continue;
      g_assert_cmpfloat_with_epsilon (moving.mean, anew.mean, 1e-12);
      g_assert_cmpfloat_with_epsilon (moving.deviation, anew.deviation, 1e-12);
      g_assert_cmpfloat (moving.last, ==, anew.last);
    }
}

static void
test_lost (void)
{
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (GSCOPE_SEC);
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (clock);
  GscopeSignal *signal = gscope_scope_add_buffered (scope, "x");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);

  g_assert_true (gscope_producer_push (producer, GSCOPE_SEC, 1));
  g_assert_false (gscope_producer_push (producer, 0, 2));
  gscope_scope_drain (scope);
  g_assert_cmpuint (measure (signal, 0, 2 * GSCOPE_SEC).lost, ==, 1);
  g_assert_cmpuint (measure (signal, 0, GSCOPE_SEC).lost, ==, 0);
}

/* The extreme values of samples in the history count; what they do not say is unknown. */
static void
test_history (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("x");
  g_autoptr (GscopeTrace) far = gscope_trace_new ();
  g_autoptr (TraceHistory) history = trace_history_new (far, TRUE);
  GscopeTimeline timeline;
  GscopeMeasures m;

  for (gint64 i = 0; i < 1000; i++)
    {
      double value = (double) (i % 10) + (i == 300 ? 50 : 0);

      gscope_trace_append_regular (far, i * GSCOPE_MSEC, 0, &value, 1);
      if (i >= 500)
        append (signal, i * GSCOPE_MSEC, value);
    }
  gscope_signal_set_history (signal, GSCOPE_HISTORY (history));
  gscope_signal_get_timeline (signal, &timeline);
  gscope_timeline_look (&timeline, &timeline, 0, GSCOPE_SEC, GSCOPE_MSEC / 2);
  trace_history_settle ();
  m = measure (signal, 0, GSCOPE_SEC);
  g_assert_cmpuint (m.count, ==, 1000);
  g_assert_cmpfloat (m.min, ==, 0);
  g_assert_cmpfloat (m.max, ==, 50);
  g_assert_cmpfloat (m.last, ==, 9);
  g_assert_true (isnan (m.mean) && isnan (m.deviation) && isnan (m.rate) && isnan (m.frequency));
  /* the trace has all of this */
  m = measure (signal, 500 * GSCOPE_MSEC, GSCOPE_SEC);
  g_assert_cmpuint (m.count, ==, 500);
  g_assert_cmpfloat (m.mean, ==, 4.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/statistics/few", test_few);
  g_test_add_func ("/statistics/sound", test_sound);
  g_test_add_func ("/statistics/frequency", test_frequency);
  g_test_add_func ("/statistics/pulses", test_pulses);
  g_test_add_func ("/statistics/one-time", test_one_time);
  g_test_add_func ("/statistics/gaps", test_gaps);
  g_test_add_func ("/statistics/moving", test_moving);
  g_test_add_func ("/statistics/lost", test_lost);
  g_test_add_func ("/statistics/history", test_history);
  return g_test_run ();
}

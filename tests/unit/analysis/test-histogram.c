/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <math.h>

static GscopeTrace *
make_trace (const double *values, gsize n)
{
  GscopeTrace *trace = gscope_trace_new ();

  gscope_trace_append_regular (trace, 0, 1, values, n);
  return trace;
}

static void
test_counts (void)
{
  const double values[] = { 1, 2, 2, 3, NAN, 3, 3, 4, 5 };
  g_autoptr (GscopeTrace) trace = make_trace (values, G_N_ELEMENTS (values));
  g_autoptr (GscopeHistogram) histogram = gscope_histogram_new (4, FALSE);
  const double expected[] = { 1, 2, 3, 2 };

  gscope_histogram_count (histogram, trace, 0, G_MAXINT64);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpfloat (gscope_histogram_get_edge (histogram, i), ==, i + 1);
      g_assert_cmpfloat (gscope_histogram_get_weight (histogram, i), ==, expected[i]);
    }
  g_assert_cmpfloat (gscope_histogram_get_total (histogram), ==, 8);
  g_assert_cmpfloat (gscope_histogram_get_percentile (histogram, 0), ==, 1);
  g_assert_cmpfloat (gscope_histogram_get_percentile (histogram, 100), ==, 5);

  gscope_histogram_count (histogram, trace, 1, 4);
  g_assert_cmpfloat (gscope_histogram_get_total (histogram), ==, 3);
  g_assert_cmpfloat (gscope_histogram_get_weight (histogram, 0), ==, 2);
  g_assert_cmpfloat (gscope_histogram_get_weight (histogram, 3), ==, 1);
}

static void
test_nothing (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GscopeHistogram) histogram = gscope_histogram_new (4, TRUE);

  gscope_histogram_count (histogram, trace, 0, G_MAXINT64);
  g_assert_cmpfloat (gscope_histogram_get_total (histogram), ==, 0);
  g_assert_true (isnan (gscope_histogram_get_percentile (histogram, 50)));
}

static void
test_constant (void)
{
  const double values[] = { 7, 7, 7 };
  g_autoptr (GscopeTrace) trace = make_trace (values, 3);
  g_autoptr (GscopeHistogram) histogram = gscope_histogram_new (5, FALSE);

  gscope_histogram_count (histogram, trace, 0, G_MAXINT64);
  g_assert_cmpfloat (gscope_histogram_get_total (histogram), ==, 3);
  g_assert_cmpfloat (gscope_histogram_get_percentile (histogram, 50), ==, 7);
}

/* Percentiles of even values are even, of few samples and of many, which are taken from the pyramid. */
static void
check_percentiles (gsize n, gboolean exact)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GscopeHistogram) histogram = gscope_histogram_new (200, FALSE);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (gsize i = 0; i < n; i++)
    {
      double value = g_rand_double_range (random, -10, 10);

      gscope_trace_append_regular (trace, i, 1, &value, 1);
    }
  gscope_histogram_count (histogram, trace, 0, G_MAXINT64);
  g_assert_cmpfloat_with_epsilon (gscope_histogram_get_total (histogram), n, 1e-6 * n);
  for (guint p = 0; p <= 100; p += 5)
    g_assert_cmpfloat_with_epsilon (gscope_histogram_get_percentile (histogram, p), p * 0.2 - 10,
                                    exact ? 0.1 : 0.5);
}

static void
test_percentiles (void)
{
  check_percentiles (200000, TRUE);
  check_percentiles (g_test_slow () ? 5000000 : 500000, FALSE);
}

static void
test_logarithmic (void)
{
  const double values[] = { 0, -3, 1, 2, 20, 30, 300, 999 };
  const double expected[] = { 0, 2, 4 };
  g_autoptr (GscopeTrace) trace = make_trace (values, G_N_ELEMENTS (values));
  g_autoptr (GscopeHistogram) histogram = gscope_histogram_new (3, TRUE);

  gscope_histogram_count (histogram, trace, 0, G_MAXINT64);
  g_assert_cmpfloat_with_epsilon (gscope_histogram_get_edge (histogram, 0), 999e-6, 1e-9);
  g_assert_cmpfloat_with_epsilon (gscope_histogram_get_edge (histogram, 3), 999, 1e-6);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (gscope_histogram_get_weight (histogram, i), ==, expected[i]);
  g_assert_cmpfloat (gscope_histogram_get_total (histogram), ==, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/histogram/counts", test_counts);
  g_test_add_func ("/histogram/nothing", test_nothing);
  g_test_add_func ("/histogram/constant", test_constant);
  g_test_add_func ("/histogram/percentiles", test_percentiles);
  g_test_add_func ("/histogram/logarithmic", test_logarithmic);
  return g_test_run ();
}

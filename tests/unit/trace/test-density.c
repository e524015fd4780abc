/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <math.h>

enum
{
  N_BINS = 10,
};

static double
sum (const float *weights, gsize n)
{
  double total = 0;

  for (gsize i = 0; i < n; i++)
    total += weights[i];
  return total;
}

/* Few samples are counted one by one; samples outside of the range and without a value are not. */
static void
test_exact (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  const double values[] = { 0, 0.5, 9.5, 10, NAN, -1, 11, 5 };
  float weights[2 * N_BINS];

  gscope_trace_append_regular (trace, 100, 10, values, G_N_ELEMENTS (values));
  gscope_trace_get_density (trace, 100, 70, 2, 0, 10, FALSE, N_BINS, weights);
  g_assert_cmpfloat (weights[0], ==, 2);
  g_assert_cmpfloat (weights[9], ==, 2);
  g_assert_cmpfloat (sum (weights, N_BINS), ==, 4);
  g_assert_cmpfloat (weights[N_BINS + 5], ==, 1);
  g_assert_cmpfloat (sum (weights + N_BINS, N_BINS), ==, 1);
}

/* Of many samples none is lost, each is where its entry of the pyramid reaches, and a signal that is
 * mostly low looks so. */
static void
test_coarse (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  gsize n = 64 << 10;
  float weights[3 * N_BINS];

  for (gsize i = 0; i < n; i++)
    {
      double value = i < n / 10 ? 8.5 : i < n / 5 ? (double) (i % 8) + 0.5 : 1.5;

      gscope_trace_append_regular (trace, i, 1, &value, 1);
    }
  gscope_trace_get_density (trace, -1000, (gint64) n + 1000, 3, 0, 10, FALSE, N_BINS, weights);
  g_assert_cmpfloat_with_epsilon (sum (weights, N_BINS), n, 0.01);
  g_assert_cmpfloat_with_epsilon (weights[8], n / 10, 2048);
  g_assert_cmpfloat_with_epsilon (weights[1], 0.8 * n + n / 70, 2048);
  g_assert_cmpfloat_with_epsilon (weights[4], n / 70, 500);
  g_assert_cmpfloat (weights[9], ==, 0);
  g_assert_cmpfloat (sum (weights + N_BINS, 2 * N_BINS), ==, 0);
}

/* Bins of a logarithmic axis are even by the logarithms of values; values from 0 down have no place. */
static void
test_logarithmic (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  const double values[] = { 0.02, 0.2, 2, 20, 20, 200, 0, -20, NAN };
  float weights[4];

  gscope_trace_append_regular (trace, 0, 1, values, G_N_ELEMENTS (values));
  gscope_trace_get_density (trace, 0, 100, 1, 0.01, 100, TRUE, 4, weights);
  g_assert_cmpfloat (weights[0], ==, 1);
  g_assert_cmpfloat (weights[1], ==, 1);
  g_assert_cmpfloat (weights[2], ==, 1);
  g_assert_cmpfloat (weights[3], ==, 2);
}

/* However a range is cut, the same samples make the same sums, also after the oldest ones left. */
static void
test_random (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  gint64 n = 300000;

  for (gint64 i = 0; i < n; i++)
    {
      double value = g_test_rand_double_range (0, 10);

      gscope_trace_append_regular (trace, i, 1, &value, 1);
    }
  gscope_trace_evict (trace);
  for (guint i = 0; i < 200; i++)
    {
      gint64 begin = g_test_rand_int_range (0, n), width = g_test_rand_int_range (1, n / 3);
      float weights[4 * N_BINS];
      GscopeColumn columns[4];

      gscope_trace_get_density (trace, begin, width, 4, 0, 10, FALSE, N_BINS, weights);
      gscope_trace_get_columns (trace, begin, width, 4, columns);
      for (guint k = 0; k < 4; k++)
        g_assert_cmpfloat_with_epsilon (sum (weights + k * N_BINS, N_BINS), columns[k].count,
                                        1e-3 + 1e-5 * columns[k].count);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/density/exact", test_exact);
  g_test_add_func ("/density/coarse", test_coarse);
  g_test_add_func ("/density/logarithmic", test_logarithmic);
  g_test_add_func ("/density/random", test_random);
  return g_test_run ();
}

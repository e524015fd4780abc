/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/filter.h>
#include <math.h>
#include <string.h>

static void
test_equation (void)
{
  double values[] = { 8, 0, 0, 4 };
  GscopeFilter filter;

  gscope_filter_init (&filter, 0.75);
  gscope_filter_apply (&filter, values, 2);
  gscope_filter_apply (&filter, values + 2, 2);
  g_assert_cmpfloat (values[0], ==, 8);
  g_assert_cmpfloat (values[1], ==, 6);
  g_assert_cmpfloat (values[2], ==, 4.5);
  g_assert_cmpfloat (values[3], ==, 4.375);
}

static void
test_samples (void)
{
  GscopeSample samples[] = { { 1, 8 }, { 2, 0 }, { 3, NAN }, { 4, 2 }, { 5, 0 } };
  const double expected[] = { 8, 4, NAN, 2, 1 };
  GscopeFilter filter;

  gscope_filter_init (&filter, 0.5);
  gscope_filter_apply_samples (&filter, samples, G_N_ELEMENTS (samples));
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_assert_cmpint (samples[i].time, ==, i + 1);
      g_assert_true (isnan (expected[i]) ? isnan (samples[i].value)
                                         : samples[i].value == expected[i]);
    }
}

static void
test_break (void)
{
  double values[] = { NAN, 10, INFINITY, 3, 3 };
  GscopeFilter filter;

  gscope_filter_init (&filter, 0.9);
  gscope_filter_apply (&filter, values, G_N_ELEMENTS (values));
  g_assert_true (isnan (values[0]));
  g_assert_cmpfloat (values[1], ==, 10);
  g_assert_true (isinf (values[2]));
  g_assert_cmpfloat (values[3], ==, 3);
  g_assert_cmpfloat_with_epsilon (values[4], 3, 1e-12);
}

static void
test_off (void)
{
  const double values[] = { 1, NAN, -INFINITY, 4 };
  double copy[G_N_ELEMENTS (values)];
  GscopeFilter filter;

  memcpy (copy, values, sizeof copy);
  gscope_filter_init (&filter, 0);
  gscope_filter_apply (&filter, copy, G_N_ELEMENTS (copy));
  g_assert_cmpmem (copy, sizeof copy, values, sizeof values);
}

static void
test_set_factor (void)
{
  double values[] = { 8, 0, 0, 100 };
  GscopeFilter filter;

  gscope_filter_init (&filter, 0.5);
  gscope_filter_apply (&filter, values, 2);
  gscope_filter_set_factor (&filter, 0.25);
  gscope_filter_apply (&filter, values + 2, 1);
  g_assert_cmpfloat (values[2], ==, 1);

  gscope_filter_set_factor (&filter, 0);
  gscope_filter_set_factor (&filter, 0.5);
  gscope_filter_apply (&filter, values + 3, 1);
  g_assert_cmpfloat (values[3], ==, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/filter/equation", test_equation);
  g_test_add_func ("/filter/samples", test_samples);
  g_test_add_func ("/filter/break", test_break);
  g_test_add_func ("/filter/off", test_off);
  g_test_add_func ("/filter/set-factor", test_set_factor);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/minmax.h>
#include <string.h>

enum
{
  MAX_N = 140,
  MAX_OFFSET = 4,
};

typedef void (*MinmaxFunc) (const double *values, gsize n, GscopeExtent *extent);
typedef gsize (*CopyFunc) (double *to, const double *from, gsize n);

/* Every `period`th value is strange. */
static void
fill (double *values, gsize n, gsize period)
{
  static const double strange[] = { NAN, INFINITY, -INFINITY };

  for (gsize i = 0; i < n; i++)
    values[i] = period > 0 && g_test_rand_int () % period == 0
                    ? strange[g_test_rand_int_range (0, G_N_ELEMENTS (strange))]
                    : g_test_rand_double_range (-1, 1);
}

static void
check_minmax (MinmaxFunc func, const double *values, gsize n)
{
  GscopeExtent extent = GSCOPE_EXTENT_EMPTY, narrow = { -0.5, -0.5 };
  double min = INFINITY, max = -INFINITY;

  for (gsize i = 0; i < n; i++)
    {
      if (values[i] < min)
        min = values[i];
      if (values[i] > max)
        max = values[i];
    }
  func (values, n, &extent);
  g_assert_true (extent.min == min && extent.max == max);
  func (values, n, &narrow);
  g_assert_true (narrow.min == MIN (min, -0.5) && narrow.max == MAX (max, -0.5));
}

static void
test_minmax (gconstpointer data)
{
  MinmaxFunc func = *(MinmaxFunc *) data;
  double values[MAX_N + MAX_OFFSET];

  for (gsize n = 0; n <= MAX_N; n++)
    for (gsize offset = 0; offset < MAX_OFFSET; offset++)
      for (gsize period = 0; period < 4; period++)
        {
          fill (values, G_N_ELEMENTS (values), period);
          check_minmax (func, values + offset, n);
        }
}

/* An extreme must be seen wherever it stands. */
static void
test_places (gconstpointer data)
{
  MinmaxFunc func = *(MinmaxFunc *) data;

  for (gsize n = 1; n <= MAX_N; n++)
    for (gsize i = 0; i < n; i++)
      {
        double values[MAX_N] = { 0 };
        GscopeExtent extent = GSCOPE_EXTENT_EMPTY;

        values[i] = -1;
        func (values, n, &extent);
        g_assert_cmpfloat (extent.min, ==, -1);
        values[i] = 1;
        func (values, n, &extent);
        g_assert_cmpfloat (extent.max, ==, 1);
      }
}

static void
check_copy (CopyFunc func, const double *values, gsize n)
{
  double copy[MAX_N + 1];
  gsize count = 0;

  copy[n] = 42;
  for (gsize i = 0; i < n; i++)
    count += !isfinite (values[i]);
  g_assert_cmpuint (func (copy, values, n), ==, count);
  for (gsize i = 0; i < n; i++)
    g_assert_true (isfinite (values[i]) ? copy[i] == values[i] : isnan (copy[i]));
  g_assert_cmpfloat (copy[n], ==, 42);
}

static void
test_copy (gconstpointer data)
{
  CopyFunc func = *(CopyFunc *) data;
  double values[MAX_N + MAX_OFFSET];

  for (gsize n = 0; n <= MAX_N; n++)
    for (gsize offset = 0; offset < MAX_OFFSET; offset++)
      for (gsize period = 0; period < 100; period += 9)
        {
          fill (values, G_N_ELEMENTS (values), period);
          check_copy (func, values + offset, n);
        }
}

static void
test_copy_times (void)
{
  gint64 times[MAX_N + 1], copy[MAX_N + 1];

  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    times[i] = g_test_rand_int ();
  for (gsize n = 0; n < MAX_N; n++)
    {
      memset (copy, 0, sizeof copy);
      gscope_copy_times (copy, times + 1, n);
      g_assert_cmpmem (copy, n * sizeof *copy, times + 1, n * sizeof *times);
      g_assert_cmpint (copy[n], ==, 0);
    }
}

static void
test_extents (void)
{
  const GscopeExtent extents[] = { { 1, 2 }, GSCOPE_EXTENT_EMPTY, { -3, -2 }, { 0, 1 } };
  GscopeExtent extent = GSCOPE_EXTENT_EMPTY;

  gscope_minmax_extents (extents + 1, 1, &extent);
  g_assert_cmpfloat (extent.min, >, extent.max);
  gscope_minmax_extents (extents, 2, &extent);
  g_assert_true (extent.min == 1 && extent.max == 2);
  gscope_minmax_extents (extents, G_N_ELEMENTS (extents), &extent);
  g_assert_true (extent.min == -3 && extent.max == 2);
}

typedef gsize (*FindFunc) (const double *values, gsize from, gsize n, const GscopeExtent *extent);

/* The bounds are inside, and not-a-number is outside. */
static void
test_find_outside (gconstpointer data)
{
  static const double strange[] = { 1.5, -1.5, NAN, INFINITY };
  FindFunc func = *(FindFunc *) data;
  const GscopeExtent extent = { -1, 1 };
  double values[MAX_N];

  for (gsize n = 0; n <= MAX_N; n++)
    for (gsize at = 0; at < n; at++)
      {
        for (gsize i = 0; i < n; i++)
          values[i] = i % 2 ? 1 : -1;
        g_assert_cmpuint (func (values, at, n, &extent), ==, n);
        values[n - 1] = 2;
        values[at] = strange[at % G_N_ELEMENTS (strange)];
        for (gsize from = 0; from <= n; from++)
          g_assert_cmpuint (func (values, from, n, &extent), ==,
                            from <= at ? at : MAX (from, n - 1));
      }
  g_assert_cmpuint (func (values, 0, 1, &(GscopeExtent){ INFINITY, -INFINITY }), ==, 0);
}

int
main (int argc, char **argv)
{
  static const MinmaxFunc minmax = gscope_minmax, minmax_plain = gscope_minmax_plain;
  static const CopyFunc copy = gscope_copy_finite, copy_plain = gscope_copy_finite_plain;
  static const FindFunc find = gscope_find_outside, find_plain = gscope_find_outside_plain;

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/minmax/values", &minmax, test_minmax);
  g_test_add_data_func ("/minmax/values-plain", &minmax_plain, test_minmax);
  g_test_add_data_func ("/minmax/places", &minmax, test_places);
  g_test_add_data_func ("/minmax/places-plain", &minmax_plain, test_places);
  g_test_add_data_func ("/minmax/copy", &copy, test_copy);
  g_test_add_data_func ("/minmax/copy-plain", &copy_plain, test_copy);
  g_test_add_func ("/minmax/copy-times", test_copy_times);
  g_test_add_func ("/minmax/extents", test_extents);
  g_test_add_data_func ("/minmax/find-outside", &find, test_find_outside);
  g_test_add_data_func ("/minmax/find-outside-plain", &find_plain, test_find_outside);
  return g_test_run ();
}

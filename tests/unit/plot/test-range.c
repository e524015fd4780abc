/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/range.h>
#include <math.h>

#define SECOND G_GINT64_CONSTANT (1000000000)

static void
assert_range (const GscopeGtkRange *range, double min, double max)
{
  double tolerance = 1e-9 * (max - min);

  g_assert_cmpfloat_with_epsilon (range->min, min, tolerance);
  g_assert_cmpfloat_with_epsilon (range->max, max, tolerance);
}

static void
test_fit (void)
{
  static const struct
  {
    double low, high, min, max;
  } cases[] = {
    { 3, 73, 0, 80 },        { 92, 160, 80, 160 },       { -1, 1, -1, 1 },
    { 0, 1, 0, 1 },          { 0, 0.3, 0, 0.3 },         { -73, -3, -80, 0 },
    { 32, 100, 0, 100 },     { 34, 100, 20, 100 },       { 0, 1234567, 0, 1500000 },
    { 1e-9, 4e-9, 0, 4e-9 }, { 1e18, 2e18, 1e18, 2e18 }, { -5, 90, -20, 100 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GscopeGtkRange range = GSCOPE_GTK_RANGE_INIT;

      gscope_gtk_range_fit (&range, cases[i].low, cases[i].high);
      assert_range (&range, cases[i].min, cases[i].max);
    }
}

static void
test_constant (void)
{
  GscopeGtkRange range = GSCOPE_GTK_RANGE_INIT;

  gscope_gtk_range_fit (&range, 100, 100);
  assert_range (&range, 90, 110);
  gscope_gtk_range_fit (&range, -3, -3);
  g_assert_cmpfloat (range.min, <, -3);
  g_assert_cmpfloat (range.max, >, -3);
  g_assert_cmpfloat (range.max, <, 0);
  gscope_gtk_range_fit (&range, 0, 0);
  assert_range (&range, 0, 1);
  gscope_gtk_range_fit (&range, 1e18, 1e18 + 128);
  g_assert_cmpfloat (range.max - range.min, >=, 1e17);
}

static void
test_extremes (void)
{
  const double values[] = { -G_MAXDOUBLE, -1, -G_MINDOUBLE, 0, 4e-324, 1e-300, 1, G_MAXDOUBLE };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    for (guint j = i; j < G_N_ELEMENTS (values); j++)
      {
        GscopeGtkRange range = GSCOPE_GTK_RANGE_INIT;

        gscope_gtk_range_fit (&range, values[i], values[j]);
        g_assert_true (isfinite (range.min) && isfinite (range.max));
        g_assert_cmpfloat (range.min, <, range.max);
      }
}

static void
test_nothing (void)
{
  GscopeGtkRange range = GSCOPE_GTK_RANGE_INIT;

  g_assert_false (gscope_gtk_range_follow (&range, 1, 0, 0));
  g_assert_false (gscope_gtk_range_follow (&range, NAN, NAN, 0));
  g_assert_false (gscope_gtk_range_follow (&range, -INFINITY, 0, 0));
  gscope_gtk_range_fit (&range, INFINITY, -INFINITY);
  assert_range (&range, 0, 1);
}

static void
test_grow (void)
{
  GscopeGtkRange range = GSCOPE_GTK_RANGE_INIT;

  g_assert_true (gscope_gtk_range_follow (&range, 1000, 1010, 0));
  assert_range (&range, 1000, 1010);
  g_assert_false (gscope_gtk_range_follow (&range, 1001, 1010, 1));
  g_assert_true (gscope_gtk_range_follow (&range, 1001, 1011, 2));
  assert_range (&range, 1000, 1015);
  g_assert_true (gscope_gtk_range_follow (&range, 0, 10, 3));
  assert_range (&range, 0, 1500);
}

static void
test_shrink (void)
{
  GscopeGtkRange range = GSCOPE_GTK_RANGE_INIT;

  gscope_gtk_range_follow (&range, 0, 100, 0);
  g_assert_false (gscope_gtk_range_follow (&range, 0, 40, 1 * SECOND));
  g_assert_false (gscope_gtk_range_follow (&range, 0, 40, 4 * SECOND - 1));
  g_assert_true (gscope_gtk_range_follow (&range, 0, 40, 4 * SECOND));
  assert_range (&range, 0, 40);
  g_assert_false (gscope_gtk_range_follow (&range, 0, 40, 40 * SECOND));
}

static void
test_patience (void)
{
  GscopeGtkRange range = GSCOPE_GTK_RANGE_INIT;

  gscope_gtk_range_follow (&range, 0, 100, 0);
  for (int i = 1; i < 40; i++)
    g_assert_false (gscope_gtk_range_follow (&range, 0, i % 3 == 0 ? 90 : 10, i * SECOND));
  g_assert_false (gscope_gtk_range_follow (&range, 0, 60, 100 * SECOND));
  g_assert_false (gscope_gtk_range_follow (&range, 0, 60, 110 * SECOND));
}

/* A constant signal's range stays as it is, however long. */
static void
test_constant_stays (void)
{
  GscopeGtkRange range = GSCOPE_GTK_RANGE_INIT;

  g_assert_true (gscope_gtk_range_follow (&range, 42, 42, 0));
  for (int i = 1; i < 20; i++)
    g_assert_false (gscope_gtk_range_follow (&range, 42, 42, i * SECOND));
}

static GscopeGtkRange
make_logarithmic (void)
{
  GscopeGtkRange range = GSCOPE_GTK_RANGE_INIT;

  range.logarithmic = TRUE;
  return range;
}

static void
assert_logarithmic (const GscopeGtkRange *range, double min, double max)
{
  g_assert_cmpfloat_with_epsilon (range->min / min, 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (range->max / max, 1, 1e-9);
}

/* Ends are 1, 2 or 5 times a power of ten, at least a decade and at most twelve apart. */
static void
test_logarithmic_fit (void)
{
  static const struct
  {
    double low, high, min, max;
  } cases[] = {
    { 3, 250, 2, 500 },      { 0.07, 0.9, 0.05, 1 }, { 42, 42, 10, 100 },
    { 100, 100, 100, 1000 }, { 1e-30, 1, 1e-12, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GscopeGtkRange range = make_logarithmic ();

      gscope_gtk_range_fit (&range, cases[i].low, cases[i].high);
      assert_logarithmic (&range, cases[i].min, cases[i].max);
    }
}

/* It shrinks when half of its decades are sufficient, and takes nothing that is not positive. */
static void
test_logarithmic_follow (void)
{
  GscopeGtkRange range = make_logarithmic ();

  g_assert_true (gscope_gtk_range_follow (&range, 1, 1e4, 0));
  g_assert_false (gscope_gtk_range_follow (&range, 0, 1e4, 0));
  g_assert_false (gscope_gtk_range_follow (&range, 20, 900, 0));
  g_assert_true (gscope_gtk_range_follow (&range, 20, 900, 4 * SECOND));
  assert_logarithmic (&range, 20, 1000);
  g_assert_true (gscope_gtk_range_follow (&range, 0.3, 900, 5 * SECOND));
  assert_logarithmic (&range, 0.2, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/range/fit", test_fit);
  g_test_add_func ("/range/constant", test_constant);
  g_test_add_func ("/range/extremes", test_extremes);
  g_test_add_func ("/range/nothing", test_nothing);
  g_test_add_func ("/range/grow", test_grow);
  g_test_add_func ("/range/shrink", test_shrink);
  g_test_add_func ("/range/patience", test_patience);
  g_test_add_func ("/range/constant-stays", test_constant_stays);
  g_test_add_func ("/range/logarithmic-fit", test_logarithmic_fit);
  g_test_add_func ("/range/logarithmic-follow", test_logarithmic_follow);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <math.h>

enum
{
  N = 400,
};

static void
append (GscopeTrace *trace, gint64 time, double value)
{
  gscope_trace_append_regular (trace, time, 0, &value, 1);
}

static void
append_circle (GscopeTrace *x, GscopeTrace *y, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      append (x, i, cos (2 * G_PI * 3 * i / n));
      append (y, i, 2 * sin (2 * G_PI * 3 * i / n));
    }
}

static void
test_common_times (void)
{
  g_autoptr (GscopeTrace) x = gscope_trace_new ();
  g_autoptr (GscopeTrace) y = gscope_trace_new ();
  GscopeXyPoint points[N];

  for (gint64 i = 0; i < 4; i++)
    append (x, 10 * i + 5, i);
  for (gint64 i = 0; i < 40; i++)
    append (y, 2 * i, i % 2 ? 3 : 1);
  g_assert_cmpuint (gscope_xy_get_points (x, FALSE, y, FALSE, 0, 100, points, N), ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpfloat (points[i].x, ==, i);
      g_assert_cmpfloat (points[i].y, ==, 2);
    }
  g_assert_cmpuint (gscope_xy_get_points (y, TRUE, x, FALSE, 0, 100, points, N), ==, 4);
  g_assert_cmpfloat (points[0].x, ==, 1);
  g_assert_cmpfloat (points[1].x, ==, 3);
  g_assert_cmpuint (gscope_xy_get_points (x, FALSE, y, FALSE, 200, 300, points, N), ==, 0);
}

/* Where the other has not begun, or is broken, there is no curve, and only one break at a time. */
static void
test_broken (void)
{
  g_autoptr (GscopeTrace) x = gscope_trace_new ();
  g_autoptr (GscopeTrace) y = gscope_trace_new ();
  GscopeXyPoint points[N];
  gsize n;

  for (gint64 i = 0; i < 20; i++)
    append (x, 10 * i, i);
  for (gint64 i = 50; i < 100; i++)
    append (y, i, 7);
  gscope_trace_append_gap (y, 100, GSCOPE_GAP_CAUSE_STOPPED);
  for (gint64 i = 150; i < 200; i++)
    append (y, i, 8);
  n = gscope_xy_get_points (x, FALSE, y, FALSE, 0, 200, points, N);
  g_assert_cmpuint (n, ==, 11);
  g_assert_cmpfloat (points[0].x, ==, 5);
  g_assert_cmpfloat (points[4].y, ==, 7);
  g_assert_true (isnan (points[5].x) && isnan (points[5].y));
  g_assert_cmpfloat (points[6].x, ==, 15);
  g_assert_cmpfloat (points[6].y, ==, 8);
}

/* The remaining points preserve the outline: here an ellipse and one point far from it. */
static void
test_decimation (void)
{
  g_autoptr (GscopeTrace) x = gscope_trace_new ();
  g_autoptr (GscopeTrace) y = gscope_trace_new ();
  GscopeXyPoint points[N];
  gsize n;
  double farthest = 0, step = 0;

  append_circle (x, y, 50000);
  append (x, 50000, 9);
  append (y, 50000, 9);
  n = gscope_xy_get_points (x, FALSE, y, FALSE, 0, 50000, points, N);
  g_assert_cmpuint (n, <=, N);
  g_assert_cmpuint (n, >, N / 5);
  for (gsize i = 0; i < n; i++)
    {
      double radius = hypot (points[i].x, points[i].y / 2);

      g_assert_cmpfloat_with_epsilon (radius, 1, 1e-6);
      if (i > 0)
        step = MAX (step, hypot (points[i].x - points[i - 1].x, points[i].y - points[i - 1].y));
    }
  g_assert_cmpfloat (step, <, 0.7);
  n = gscope_xy_get_points (x, FALSE, y, FALSE, 0, 60000, points, N);
  for (gsize i = 0; i < n; i++)
    farthest = MAX (farthest, points[i].x);
  g_assert_cmpfloat (farthest, ==, 9);
}

/* Breaks survive it too. */
static void
test_decimated_break (void)
{
  g_autoptr (GscopeTrace) x = gscope_trace_new ();
  g_autoptr (GscopeTrace) y = gscope_trace_new ();
  GscopeXyPoint points[GSCOPE_XY_MIN_POINTS];
  guint n_breaks = 0;
  gsize n;

  for (gint64 i = 0; i < 10000; i++)
    {
      append (x, i, i);
      append (y, i, i >= 3000 && i < 6000 ? NAN : 1);
    }
  n = gscope_xy_get_points (x, FALSE, y, FALSE, 0, 10000, points, GSCOPE_XY_MIN_POINTS);
  g_assert_cmpuint (n, <=, GSCOPE_XY_MIN_POINTS);
  for (gsize i = 0; i < n; i++)
    n_breaks += isnan (points[i].x);
  g_assert_cmpuint (n_breaks, >=, 1);
  g_assert_cmpfloat (points[0].x, ==, 0);
  g_assert_cmpfloat (points[n - 1].x, ==, 9999);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/xy/common-times", test_common_times);
  g_test_add_func ("/xy/broken", test_broken);
  g_test_add_func ("/xy/decimation", test_decimation);
  g_test_add_func ("/xy/decimated-break", test_decimated_break);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/plot/viewport.h>

#define SECOND G_GINT64_CONSTANT (1000000000)
#define MINUTE (60 * SECOND)
#define BIG G_GINT64_CONSTANT (1000000000000000000)

typedef struct
{
  GscopeGtkViewport *viewport;
  GString *log;
} Fixture;

static void
on_changed (GscopeGtkViewport *viewport, Fixture *f)
{
  g_string_append (f->log, "changed ");
}

static void
on_pen_moved (GscopeGtkViewport *viewport, Fixture *f)
{
  g_string_append (f->log, "pen ");
}

static void
on_notify (GObject *object, GParamSpec *pspec, Fixture *f)
{
  g_string_append_printf (f->log, "%s ", pspec->name);
}

/* Ten columns of a second each. */
static void
set_up (Fixture *f, gconstpointer data)
{
  f->viewport = gscope_gtk_viewport_new ();
  f->log = g_string_new (NULL);
  gscope_gtk_viewport_set_span (f->viewport, 10 * SECOND);
  gscope_gtk_viewport_set_n_columns (f->viewport, 10);
  g_signal_connect (f->viewport, "notify", G_CALLBACK (on_notify), f);
  g_signal_connect (f->viewport, "changed", G_CALLBACK (on_changed), f);
  g_signal_connect (f->viewport, "pen-moved", G_CALLBACK (on_pen_moved), f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->viewport);
  g_string_free (f->log, TRUE);
}

static void
assert_log (Fixture *f, const char *expected)
{
  g_assert_cmpstr (f->log->str, ==, expected);
  g_string_truncate (f->log, 0);
}

static void
assert_columns (GscopeGtkViewport *viewport, const gint64 *expected)
{
  for (guint x = 0; x < 10; x++)
    g_assert_cmpint (gscope_gtk_viewport_get_column (viewport, x), ==, expected[x]);
}

/* Every place holds one of the columns shown, and its time leads back to it. */
static void
assert_consistent (GscopeGtkViewport *viewport)
{
  guint n = gscope_gtk_viewport_get_n_columns (viewport);
  gint64 width = gscope_gtk_viewport_get_column_width (viewport);
  gint64 first = gscope_gtk_viewport_get_first_column (viewport);

  for (guint place = 0; place < n; place++)
    {
      gint64 column = gscope_gtk_viewport_get_column (viewport, place);
      double x;

      g_assert_cmpint (column, >=, first);
      g_assert_cmpint (column, <, first + n);
      g_assert_cmpint (gscope_gtk_viewport_x_to_time (viewport, place), ==, column * width);
      g_assert_true (gscope_gtk_viewport_time_to_x (viewport, column * width, &x));
      g_assert_cmpfloat (x, ==, place);
      g_assert_true (gscope_gtk_viewport_time_to_x (viewport, column * width + (width - 1), &x));
      g_assert_cmpfloat (x, >=, place);
      g_assert_cmpfloat (x, <, place + 1);
    }
}

static void
test_defaults (void)
{
  g_autoptr (GscopeGtkViewport) viewport = gscope_gtk_viewport_new ();

  g_assert_cmpint (gscope_gtk_viewport_get_span (viewport), ==, 20 * SECOND);
  g_assert_cmpint (gscope_gtk_viewport_get_mode (viewport), ==, GSCOPE_VIEW_MODE_SWEEP);
  g_assert_true (gscope_gtk_viewport_get_live (viewport));
  g_assert_false (gscope_gtk_viewport_get_held (viewport));
  assert_consistent (viewport);
}

static void
test_grid (Fixture *f, gconstpointer data)
{
  gscope_gtk_viewport_set_n_columns (f->viewport, 3);
  assert_log (f, "column-width n-columns changed ");
  g_assert_cmpint (gscope_gtk_viewport_get_column_width (f->viewport), ==, 3333333333);
  gscope_gtk_viewport_set_span (f->viewport, 11 * SECOND);
  assert_log (f, "column-width span changed ");
  g_assert_cmpint (gscope_gtk_viewport_get_column_width (f->viewport), ==, 3666666667);

  gscope_gtk_viewport_set_span (f->viewport, 0);
  gscope_gtk_viewport_set_n_columns (f->viewport, 5000);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, GSCOPE_GTK_MIN_SPAN);
  g_assert_cmpint (gscope_gtk_viewport_get_column_width (f->viewport), ==, 1);
  gscope_gtk_viewport_set_span (f->viewport, G_MAXINT64);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, 7 * 24 * 60 * MINUTE);
  gscope_gtk_viewport_set_n_columns (f->viewport, 0);
  g_assert_cmpuint (gscope_gtk_viewport_get_n_columns (f->viewport), ==, 1);

  g_string_truncate (f->log, 0);
  gscope_gtk_viewport_set_n_columns (f->viewport, 1);
  gscope_gtk_viewport_set_span (f->viewport, G_MAXINT64);
  assert_log (f, "");
}

static void
test_roll (Fixture *f, gconstpointer data)
{
  const gint64 before[] = { 14, 15, 16, 17, 18, 19, 20, 21, 22, 23 };
  const gint64 after[] = { 15, 16, 17, 18, 19, 20, 21, 22, 23, 24 };
  double x;

  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_MODE_ROLL);
  assert_log (f, "mode changed ");
  gscope_gtk_viewport_set_pen (f->viewport, 24 * SECOND - 1);
  assert_log (f, "pen ");
  assert_columns (f->viewport, before);
  gscope_gtk_viewport_set_pen (f->viewport, 24 * SECOND);
  assert_columns (f->viewport, after);
  g_assert_false (gscope_gtk_viewport_get_sweeping (f->viewport));

  g_assert_true (gscope_gtk_viewport_time_to_x (f->viewport, 15 * SECOND + SECOND / 4, &x));
  g_assert_cmpfloat (x, ==, 0.25);
  g_assert_false (gscope_gtk_viewport_time_to_x (f->viewport, 15 * SECOND - 1, &x));
  g_assert_true (gscope_gtk_viewport_time_to_x (f->viewport, 25 * SECOND - 1, &x));
  g_assert_false (gscope_gtk_viewport_time_to_x (f->viewport, 25 * SECOND, &x));
  g_assert_cmpint (gscope_gtk_viewport_x_to_time (f->viewport, 2.5), ==, 17 * SECOND + SECOND / 2);
  g_assert_cmpint (gscope_gtk_viewport_x_to_time (f->viewport, -3), ==, 15 * SECOND);
  g_assert_cmpint (gscope_gtk_viewport_x_to_time (f->viewport, 99), ==, 25 * SECOND);
  assert_consistent (f->viewport);
}

static void
test_sweep (Fixture *f, gconstpointer data)
{
  const gint64 middle[] = { 20, 21, 22, 23, 14, 15, 16, 17, 18, 19 };
  const gint64 full[] = { 20, 21, 22, 23, 24, 25, 26, 27, 28, 29 };
  const gint64 wrapped[] = { 30, 21, 22, 23, 24, 25, 26, 27, 28, 29 };
  double x;

  gscope_gtk_viewport_set_pen (f->viewport, 23 * SECOND + 5);
  g_assert_cmpint (gscope_gtk_viewport_get_pen_column (f->viewport), ==, 23);
  g_assert_true (gscope_gtk_viewport_get_sweeping (f->viewport));
  assert_columns (f->viewport, middle);
  assert_consistent (f->viewport);
  g_assert_true (gscope_gtk_viewport_time_to_x (f->viewport, 14 * SECOND, &x));
  g_assert_cmpfloat (x, ==, 4);
  g_assert_false (gscope_gtk_viewport_time_to_x (f->viewport, 14 * SECOND - 1, &x));

  gscope_gtk_viewport_set_pen (f->viewport, 29 * SECOND);
  assert_columns (f->viewport, full);
  gscope_gtk_viewport_set_pen (f->viewport, 30 * SECOND);
  assert_columns (f->viewport, wrapped);
  g_assert_cmpint (gscope_gtk_viewport_x_to_time (f->viewport, 10), ==, 30 * SECOND);
  g_assert_cmpint (gscope_gtk_viewport_x_to_time (f->viewport, 0.5), ==, 30 * SECOND + SECOND / 2);
  assert_consistent (f->viewport);
}

/* Sweeps are counted from the origin; other layouts do not know it. */
static void
test_origin (Fixture *f, gconstpointer data)
{
  const gint64 begun[] = { 23, 14, 15, 16, 17, 18, 19, 20, 21, 22 };
  const gint64 later[] = { 23, 24, 25, 16, 17, 18, 19, 20, 21, 22 };
  const gint64 before[] = { 13, 14, 15, 16, 17, 18, 19, 20, 21, 22 };

  gscope_gtk_viewport_set_pen (f->viewport, 23 * SECOND);
  gscope_gtk_viewport_set_origin (f->viewport, 23 * SECOND);
  assert_columns (f->viewport, begun);
  gscope_gtk_viewport_set_pen (f->viewport, 25 * SECOND);
  assert_columns (f->viewport, later);
  assert_consistent (f->viewport);
  gscope_gtk_viewport_look_at (f->viewport, 22 * SECOND);
  assert_columns (f->viewport, before);
  gscope_gtk_viewport_set_origin (f->viewport, 20 * SECOND);
  assert_columns (f->viewport, before);
  g_assert_cmpint (gscope_gtk_viewport_get_origin (f->viewport), ==, 20 * SECOND);
}

static void
test_before_zero (Fixture *f, gconstpointer data)
{
  const gint64 columns[] = { -10, -9, -8, -7, -6, -5, -4, -3, -2, -11 };

  gscope_gtk_viewport_look_at (f->viewport, -SECOND - 1);
  g_assert_cmpint (gscope_gtk_viewport_get_column (f->viewport, 9), ==, -2);
  assert_consistent (f->viewport);

  gscope_gtk_viewport_go_live (f->viewport);
  gscope_gtk_viewport_set_pen (f->viewport, -SECOND - 1);
  assert_columns (f->viewport, columns);
  assert_consistent (f->viewport);
}

static void
test_big_times (Fixture *f, gconstpointer data)
{
  const gint64 spans[] = { GSCOPE_GTK_MIN_SPAN, 20 * SECOND, GSCOPE_GTK_MAX_SPAN };

  gscope_gtk_viewport_set_n_columns (f->viewport, 1597);
  gscope_gtk_viewport_set_pen (f->viewport, BIG + 123456789);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      gscope_gtk_viewport_set_span (f->viewport, spans[i]);
      gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_MODE_SWEEP);
      assert_consistent (f->viewport);
      gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_MODE_ROLL);
      assert_consistent (f->viewport);
    }
  gscope_gtk_viewport_pan (f->viewport, -1e300);
  assert_consistent (f->viewport);
  gscope_gtk_viewport_look_at (f->viewport, G_MININT64);
  assert_consistent (f->viewport);
  gscope_gtk_viewport_look_at (f->viewport, G_MAXINT64);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, BIG + 123456789);
}

static void
test_pen (Fixture *f, gconstpointer data)
{
  gscope_gtk_viewport_set_pen (f->viewport, 5);
  gscope_gtk_viewport_set_pen (f->viewport, 5);
  assert_log (f, "pen ");
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, 5);
  gscope_gtk_viewport_set_pen (f->viewport, 4);
  assert_log (f, "changed ");
}

static void
test_hold (Fixture *f, gconstpointer data)
{
  const gint64 frozen[] = { 20, 21, 22, 23, 14, 15, 16, 17, 18, 19 };

  gscope_gtk_viewport_set_pen (f->viewport, 23 * SECOND);
  g_string_truncate (f->log, 0);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  assert_log (f, "held changed ");
  gscope_gtk_viewport_set_pen (f->viewport, 77 * SECOND);
  assert_log (f, "");
  g_assert_true (gscope_gtk_viewport_get_live (f->viewport));
  assert_columns (f->viewport, frozen);

  gscope_gtk_viewport_set_held (f->viewport, FALSE);
  assert_log (f, "end held changed ");
  g_assert_cmpint (gscope_gtk_viewport_get_pen (f->viewport), ==, 77 * SECOND);
}

static void
test_hold_in_the_past (Fixture *f, gconstpointer data)
{
  gscope_gtk_viewport_set_pen (f->viewport, 50 * SECOND);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  gscope_gtk_viewport_set_pen (f->viewport, 70 * SECOND);
  gscope_gtk_viewport_pan (f->viewport, -5);
  g_assert_false (gscope_gtk_viewport_get_live (f->viewport));
  gscope_gtk_viewport_pan (f->viewport, 9);
  g_assert_true (gscope_gtk_viewport_get_live (f->viewport));
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, 50 * SECOND);

  gscope_gtk_viewport_look_at (f->viewport, 30 * SECOND);
  gscope_gtk_viewport_set_held (f->viewport, FALSE);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, 30 * SECOND);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  gscope_gtk_viewport_go_live (f->viewport);
  g_assert_false (gscope_gtk_viewport_get_held (f->viewport));
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, 70 * SECOND);
}

static void
test_look_at (Fixture *f, gconstpointer data)
{
  const gint64 columns[] = { 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

  gscope_gtk_viewport_set_pen (f->viewport, 23 * SECOND);
  g_string_truncate (f->log, 0);
  gscope_gtk_viewport_look_at (f->viewport, 15 * SECOND + 7);
  assert_log (f, "end live changed ");
  assert_columns (f->viewport, columns);
  g_assert_false (gscope_gtk_viewport_get_sweeping (f->viewport));
  gscope_gtk_viewport_look_at (f->viewport, 15 * SECOND + 7);
  assert_log (f, "");

  gscope_gtk_viewport_set_pen (f->viewport, 24 * SECOND);
  assert_log (f, "pen ");
  assert_columns (f->viewport, columns);
  g_assert_cmpint (gscope_gtk_viewport_get_pen_column (f->viewport), ==, 24);

  gscope_gtk_viewport_look_at (f->viewport, 24 * SECOND);
  assert_log (f, "end live changed ");
  g_assert_true (gscope_gtk_viewport_get_live (f->viewport));
  gscope_gtk_viewport_look_at (f->viewport, 99 * SECOND);
  gscope_gtk_viewport_go_live (f->viewport);
  assert_log (f, "");
}

static void
test_pan (Fixture *f, gconstpointer data)
{
  gscope_gtk_viewport_set_pen (f->viewport, 100 * SECOND);
  gscope_gtk_viewport_pan (f->viewport, 3);
  g_assert_true (gscope_gtk_viewport_get_live (f->viewport));
  for (guint i = 0; i < 1000; i++)
    gscope_gtk_viewport_pan (f->viewport, -0.001);
  g_assert_false (gscope_gtk_viewport_get_live (f->viewport));
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, 99 * SECOND);
  gscope_gtk_viewport_pan (f->viewport, 0.5);
  g_assert_false (gscope_gtk_viewport_get_live (f->viewport));
  gscope_gtk_viewport_pan (f->viewport, 0.5);
  g_assert_true (gscope_gtk_viewport_get_live (f->viewport));
}

static void
test_zoom_live (Fixture *f, gconstpointer data)
{
  gscope_gtk_viewport_set_pen (f->viewport, 100 * SECOND);
  g_string_truncate (f->log, 0);
  gscope_gtk_viewport_zoom (f->viewport, 4, 2);
  assert_log (f, "column-width span changed ");
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, 10 * SECOND / 4);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, 100 * SECOND);
  g_assert_true (gscope_gtk_viewport_get_live (f->viewport));

  gscope_gtk_viewport_zoom (f->viewport, 1e12, 2);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, GSCOPE_GTK_MIN_SPAN);
  gscope_gtk_viewport_zoom (f->viewport, 1e-300, 2);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, GSCOPE_GTK_MAX_SPAN);
  g_string_truncate (f->log, 0);
  gscope_gtk_viewport_zoom (f->viewport, 0.5, 2);
  assert_log (f, "");
}

static void
test_zoom_anchor (Fixture *f, gconstpointer data)
{
  const double anchors[] = { 0, 12.5, 400, 799, 799.9, 800 };
  const double factors[] = { 1.1, 3, 0.7, 0.9, 250, 0.01 };

  gscope_gtk_viewport_set_n_columns (f->viewport, 800);
  gscope_gtk_viewport_set_pen (f->viewport, BIG);
  for (guint i = 0; i < G_N_ELEMENTS (anchors); i++)
    {
      gscope_gtk_viewport_look_at (f->viewport, BIG - 3600 * SECOND);
      for (guint j = 0; j < G_N_ELEMENTS (factors); j++)
        {
          gint64 fixed = gscope_gtk_viewport_x_to_time (f->viewport, anchors[i]);
          gint64 moved;

          gscope_gtk_viewport_zoom (f->viewport, factors[j], anchors[i]);
          moved = gscope_gtk_viewport_x_to_time (f->viewport, anchors[i]) - fixed;
          g_assert_cmpint (ABS (moved), <=, gscope_gtk_viewport_get_column_width (f->viewport));
          g_assert_false (gscope_gtk_viewport_get_live (f->viewport));
        }
    }
}

static void
test_zoom_out_at_the_pen (Fixture *f, gconstpointer data)
{
  gscope_gtk_viewport_set_pen (f->viewport, 100 * SECOND);
  gscope_gtk_viewport_look_at (f->viewport, 99 * SECOND);
  gscope_gtk_viewport_zoom (f->viewport, 0.1, 0);
  g_assert_false (gscope_gtk_viewport_get_live (f->viewport));
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, 100 * SECOND);
}

static void
test_step_span (Fixture *f, gconstpointer data)
{
  const gint64 longer[] = { 20 * SECOND, MINUTE,      2 * MINUTE, 5 * MINUTE,
                            10 * MINUTE, 20 * MINUTE, 60 * MINUTE };

  for (guint i = 0; i < G_N_ELEMENTS (longer); i++)
    {
      gscope_gtk_viewport_step_span (f->viewport, 1);
      g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, longer[i]);
    }
  for (guint i = G_N_ELEMENTS (longer) - 1; i > 0; i--)
    {
      gscope_gtk_viewport_step_span (f->viewport, -1);
      g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, longer[i - 1]);
    }

  gscope_gtk_viewport_set_span (f->viewport, 3 * SECOND);
  gscope_gtk_viewport_step_span (f->viewport, -1);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, 2 * SECOND);
  gscope_gtk_viewport_step_span (f->viewport, 0);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, 2 * SECOND);
  for (guint i = 0; i < 100; i++)
    gscope_gtk_viewport_step_span (f->viewport, 1);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, GSCOPE_GTK_MAX_SPAN);
  for (guint i = 0; i < 100; i++)
    gscope_gtk_viewport_step_span (f->viewport, -1);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, GSCOPE_GTK_MIN_SPAN);
}

static void
test_zoom_step (Fixture *f, gconstpointer data)
{
  gint64 fixed;

  gscope_gtk_viewport_set_pen (f->viewport, 1000 * SECOND);
  gscope_gtk_viewport_look_at (f->viewport, 500 * SECOND);
  fixed = gscope_gtk_viewport_x_to_time (f->viewport, 3);
  gscope_gtk_viewport_zoom_step (f->viewport, -1, 3);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, 5 * SECOND);
  g_assert_cmpint (gscope_gtk_viewport_x_to_time (f->viewport, 3), ==, fixed);
}

static void
test_properties (Fixture *f, gconstpointer data)
{
  gint64 span, end, width;
  guint n;
  gboolean live, held;
  GscopeViewMode mode;

  g_object_set (f->viewport, "span", 30 * SECOND, "mode", GSCOPE_VIEW_MODE_ROLL, "held", TRUE,
                "n-columns", 15, NULL);
  gscope_gtk_viewport_look_at (f->viewport, -5);
  g_object_get (f->viewport, "span", &span, "mode", &mode, "live", &live, "held", &held, "end",
                &end, "n-columns", &n, "column-width", &width, NULL);
  g_assert_cmpint (span, ==, 30 * SECOND);
  g_assert_cmpint (mode, ==, GSCOPE_VIEW_MODE_ROLL);
  g_assert_false (live);
  g_assert_true (held);
  g_assert_cmpint (end, ==, -5);
  g_assert_cmpuint (n, ==, 15);
  g_assert_cmpint (width, ==, 2 * SECOND);
}

#define ADD(name, function)                                                                        \
  g_test_add ("/viewport/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/viewport/defaults", test_defaults);
  ADD ("grid", test_grid);
  ADD ("roll", test_roll);
  ADD ("sweep", test_sweep);
  ADD ("origin", test_origin);
  ADD ("before-zero", test_before_zero);
  ADD ("big-times", test_big_times);
  ADD ("pen", test_pen);
  ADD ("hold", test_hold);
  ADD ("hold-in-the-past", test_hold_in_the_past);
  ADD ("look-at", test_look_at);
  ADD ("pan", test_pan);
  ADD ("zoom-live", test_zoom_live);
  ADD ("zoom-anchor", test_zoom_anchor);
  ADD ("zoom-out-at-the-pen", test_zoom_out_at_the_pen);
  ADD ("step-span", test_step_span);
  ADD ("zoom-step", test_zoom_step);
  ADD ("properties", test_properties);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/painter.h>
#include <gscope-gtk/paint/palette.h>
#include <math.h>
#include <string.h>

/* Columns of 10 ns over a lane of 101 rows from 0 to 100: value v is at 100.5 - v. */
enum
{
  WIDTH = 10,
  HEIGHT = 101,
  N = 40,
};

typedef struct
{
  GscopeGtkStroke stroke;
  GscopeGtkSpan spans[N];
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->stroke = (GscopeGtkStroke){ .trace = gscope_trace_new (),
                                    .mode = GSCOPE_LINE_MODE_LINES,
                                    .mapping = { .max = 100 } };
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gscope_trace_unref (self->stroke.trace);
}

static void
add (Fixture *self, gint64 time, double value)
{
  gscope_trace_append (self->stroke.trace, &time, &value, 1);
}

static void
paint (Fixture *self, GscopeLineMode mode, gint64 pen)
{
  self->stroke.mode = mode;
  gscope_gtk_painter_get_spans (&self->stroke, 0, WIDTH, N, pen, HEIGHT, self->spans);
}

static gboolean
is_drawn (Fixture *self, guint column)
{
  return self->spans[column].top <= self->spans[column].bottom;
}

/* The extent of a span, in values; a break is -1. */
static void
assert_span (Fixture *self, guint column, double high, double low, double enter, double leave)
{
  const GscopeGtkSpan *span = &self->spans[column];

  g_assert_cmpfloat_with_epsilon (100.5 - span->top, high, 1e-4);
  g_assert_cmpfloat_with_epsilon (100.5 - span->bottom, low, 1e-4);
  g_assert_cmpfloat_with_epsilon (isnan (span->enter) ? -1 : 100.5 - span->enter, enter, 1e-4);
  g_assert_cmpfloat_with_epsilon (isnan (span->leave) ? -1 : 100.5 - span->leave, leave, 1e-4);
}

static void
test_lines (Fixture *self, gconstpointer data)
{
  add (self, -40, 0);
  add (self, 60, 100);
  add (self, 75, 10);
  paint (self, GSCOPE_LINE_MODE_LINES, G_MAXINT64);
  assert_span (self, 0, 50, 40, 40, 50);
  assert_span (self, 5, 100, 90, 90, 100);
  assert_span (self, 6, 100, 40, 100, 40);
  assert_span (self, 7, 40, 10, 40, -1);
  g_assert_false (is_drawn (self, 8));
}

static void
test_dense_lines (Fixture *self, gconstpointer data)
{
  for (gint64 t = -7; t < 100; t++)
    add (self, t, t % 10 == 3 ? 80 : t % 10 == 6 ? 5 : 20);
  paint (self, GSCOPE_LINE_MODE_LINES, G_MAXINT64);
  assert_span (self, 0, 80, 5, 20, 20);
  assert_span (self, 4, 80, 5, 20, 20);
  assert_span (self, 9, 80, 5, 20, -1);
}

static void
test_steps (Fixture *self, gconstpointer data)
{
  add (self, 15, 30);
  add (self, 52, 70);
  paint (self, GSCOPE_LINE_MODE_STEPS, 200);
  g_assert_false (is_drawn (self, 0));
  assert_span (self, 1, 30, 30, -1, 30);
  assert_span (self, 3, 30, 30, 30, 30);
  assert_span (self, 5, 70, 30, 30, 70);
  assert_span (self, 20, 70, 70, 70, 70);
  g_assert_false (is_drawn (self, 21));

  self->stroke.ended = TRUE;
  paint (self, GSCOPE_LINE_MODE_STEPS, 200);
  assert_span (self, 5, 70, 30, 30, -1);
  g_assert_false (is_drawn (self, 6));
}

static void
test_gap (Fixture *self, gconstpointer data)
{
  add (self, 5, 30);
  gscope_trace_append_gap (self->stroke.trace, 25, GSCOPE_GAP_CAUSE_TICK);
  add (self, 55, 60);
  add (self, 75, 60);

  paint (self, GSCOPE_LINE_MODE_LINES, G_MAXINT64);
  assert_span (self, 0, 30, 30, -1, -1);
  for (guint i = 1; i < 5; i++)
    g_assert_false (is_drawn (self, i));
  assert_span (self, 5, 60, 60, -1, 60);

  paint (self, GSCOPE_LINE_MODE_STEPS, G_MAXINT64);
  assert_span (self, 2, 30, 30, 30, -1);
  g_assert_false (is_drawn (self, 3));
  g_assert_false (is_drawn (self, 4));
  assert_span (self, 5, 60, 60, -1, 60);
}

static void
test_pen (Fixture *self, gconstpointer data)
{
  for (gint64 t = 0; t < 400; t++)
    add (self, t, 50);
  for (int mode = 0; mode < GSCOPE_N_LINE_MODES; mode++)
    {
      paint (self, mode, 99);
      g_assert_true (is_drawn (self, 9));
      for (guint i = 10; i < N; i++)
        g_assert_false (is_drawn (self, i));
      paint (self, mode, -1);
      g_assert_false (is_drawn (self, 0));
    }
}

static void
test_points (Fixture *self, gconstpointer data)
{
  add (self, 3, 20);
  add (self, 12, 10);
  add (self, 17, 90);
  for (gint64 t = 20; t < 30; t++)
    add (self, t, t);
  paint (self, GSCOPE_LINE_MODE_POINTS, G_MAXINT64);
  assert_span (self, 0, 20, 20, -1, -1);
  assert_span (self, 1, 90, 10, -1, -1);
  assert_span (self, 2, 29, 20, 29, 29);
  g_assert_false (is_drawn (self, 3));
}

static void
test_impulses (Fixture *self, gconstpointer data)
{
  self->stroke.mapping.min = -50;
  self->stroke.mapping.max = 50;
  add (self, 5, 20);
  add (self, 15, -20);
  paint (self, GSCOPE_LINE_MODE_IMPULSES, G_MAXINT64);
  assert_span (self, 0, 70, 50, -1, -1);
  assert_span (self, 1, 50, 30, -1, -1);

  /* Where zero is out of range it is the nearest edge. */
  self->stroke.mapping.min = 10;
  self->stroke.mapping.max = 110;
  paint (self, GSCOPE_LINE_MODE_IMPULSES, G_MAXINT64);
  assert_span (self, 0, 10, 0, -1, -1);
}

/* Any column alone is what it is among all. */
static void
test_split (Fixture *self, gconstpointer data)
{
  GscopeGtkSpan alone;

  for (gint64 t = -98; t < 500; t += t % 7 == 0 ? 31 : 2)
    add (self, t, t % 23 == 0 ? NAN : (double) (t * t % 97));
  for (int mode = 0; mode < GSCOPE_N_LINE_MODES; mode++)
    {
      paint (self, mode, 333);
      for (guint i = 0; i < N; i++)
        {
          gscope_gtk_painter_get_spans (&self->stroke, i * WIDTH, WIDTH, 1, 333, HEIGHT, &alone);
          g_assert_cmpmem (&alone, sizeof alone, &self->spans[i], sizeof alone);
        }
    }
}

/* However far values are out of range, rows are numbers. */
static void
test_range (Fixture *self, gconstpointer data)
{
  const GscopeGtkMapping mapping = { 0, 10, FALSE };

  add (self, 5, 1e300);
  add (self, 15, -1e300);
  paint (self, GSCOPE_LINE_MODE_LINES, G_MAXINT64);
  g_assert_cmpfloat (self->spans[0].top, ==, -1e6);
  g_assert_cmpfloat (self->spans[1].bottom, ==, 1e6);

  self->stroke.mapping.max = self->stroke.mapping.min;
  paint (self, GSCOPE_LINE_MODE_LINES, G_MAXINT64);
  g_assert_cmpfloat (self->spans[0].top, ==, HEIGHT / 2.0);

  g_assert_cmpfloat (gscope_gtk_painter_get_y (&mapping, 100, 10), ==, 0.5);
  g_assert_cmpfloat (gscope_gtk_painter_get_y (&mapping, 100, 0), ==, 99.5);
}

static void
test_extent (Fixture *self, gconstpointer data)
{
  const GscopeTimeline timeline = { self->stroke.trace, NULL };
  double min, max;

  gscope_gtk_painter_get_extent (&timeline, 0, 100, FALSE, &min, &max);
  g_assert_cmpfloat (min, >, max);

  add (self, 10, 5);
  add (self, 20, -3);
  add (self, 30, NAN);
  add (self, 40, 8);
  gscope_gtk_painter_get_extent (&timeline, 10, 40, FALSE, &min, &max);
  g_assert_cmpfloat (min, ==, -3);
  g_assert_cmpfloat (max, ==, 5);
  gscope_gtk_painter_get_extent (&timeline, 21, 25, FALSE, &min, &max);
  g_assert_cmpfloat (min, ==, -3);
  g_assert_cmpfloat (max, ==, -3);
  gscope_gtk_painter_get_extent (&timeline, 0, 10, FALSE, &min, &max);
  g_assert_cmpfloat (min, >, max);
}

/* On a logarithmic axis, lines lead neither to nor from a value without a place; columns keep what has one. */
static void
test_logarithmic (Fixture *self, gconstpointer data)
{
  static const double values[] = { 1, 10, 0, 100, 10 };

  self->stroke.mapping = (GscopeGtkMapping){ 1, 100, TRUE };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    add (self, 5 + 20 * i, values[i]);
  paint (self, GSCOPE_LINE_MODE_STEPS, G_MAXINT64);
  assert_span (self, 0, 0, 0, -1, 0);
  assert_span (self, 2, 50, 0, 0, 50);
  assert_span (self, 3, 50, 50, 50, 50);
  assert_span (self, 4, 50, 50, 50, -1);
  g_assert_false (is_drawn (self, 5));
  assert_span (self, 6, 100, 100, -1, 100);

  paint (self, GSCOPE_LINE_MODE_LINES, G_MAXINT64);
  /* halfway between two values */
  g_assert_cmpfloat_with_epsilon (100.5 - self->spans[1].leave, 100 * log10 (7.75) / 2, 1e-3);
  assert_span (self, 2, 50, 50 * log10 (7.75), 50 * log10 (7.75), -1);
  g_assert_false (is_drawn (self, 3));
  g_assert_false (is_drawn (self, 4));
  g_assert_false (is_drawn (self, 5));
  g_assert_true (isnan (self->spans[6].enter));
  g_assert_false (isnan (self->spans[6].leave));

  add (self, 95, -5);
  add (self, 96, 10);
  add (self, 97, 20);
  paint (self, GSCOPE_LINE_MODE_POINTS, G_MAXINT64);
  assert_span (self, 9, 100 * log10 (20) / 2, 100 * log10 (20) / 2, 100 * log10 (20) / 2,
               100 * log10 (20) / 2);
  paint (self, GSCOPE_LINE_MODE_IMPULSES, G_MAXINT64);
  assert_span (self, 2, 50, 0, -1, -1);
}

static void
test_positive_extent (Fixture *self, gconstpointer data)
{
  const GscopeTimeline timeline = { self->stroke.trace, NULL };
  double min, max;

  add (self, 10, -5);
  add (self, 20, 0);
  gscope_gtk_painter_get_extent (&timeline, 0, 1000, TRUE, &min, &max);
  g_assert_cmpfloat (min, >, max);
  add (self, 30, 7);
  add (self, 500, 2);
  add (self, 900, 4);
  add (self, 990, -1);
  gscope_gtk_painter_get_extent (&timeline, 0, 1000, TRUE, &min, &max);
  g_assert_cmpfloat (min, ==, 2);
  g_assert_cmpfloat (max, ==, 7);
}

static void
test_palette (void)
{
  const GscopeGtkPalette *light = gscope_gtk_palette_get (FALSE);
  const GscopeGtkPalette *dark = gscope_gtk_palette_get (TRUE);
  gboolean dashed;

  g_assert_cmphex (gscope_gtk_palette_resolve (light, 0, 2, &dashed), ==, light->traces[1]);
  g_assert_false (dashed);
  g_assert_cmphex (gscope_gtk_palette_resolve (dark, 0, 9, &dashed), ==, dark->traces[0]);
  g_assert_true (dashed);
  g_assert_cmphex (gscope_gtk_palette_resolve (dark, 0, 17, &dashed), ==, dark->traces[0]);
  g_assert_false (dashed);
  g_assert_cmphex (gscope_gtk_palette_resolve (dark, 16, 1, &dashed), ==, dark->traces[7]);
  g_assert_true (dashed);
  g_assert_cmphex (gscope_gtk_palette_resolve (dark, 0x80123456, 1, NULL), ==, 0xff123456);

  g_assert_cmphex (gscope_gtk_palette_on (light->traces[0]), ==, 0xffffffff);
  g_assert_cmphex (gscope_gtk_palette_on (dark->traces[4]), ==, 0xff1b1b1d);
}

static double
linearize (guint channel)
{
  double c = channel / 255.0;

  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

/* WCAG 2.1 */
static double
measure_contrast (guint32 a, guint32 b)
{
  double x = 0.2126 * linearize (a >> 16 & 255) + 0.7152 * linearize (a >> 8 & 255)
             + 0.0722 * linearize (a & 255);
  double y = 0.2126 * linearize (b >> 16 & 255) + 0.7152 * linearize (b >> 8 & 255)
             + 0.0722 * linearize (b & 255);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

static void
check_palette (const GscopeGtkPalette *self, double text, double frame)
{
  const guint32 texts[] = { self->text, self->dim, self->accent, self->error, self->warning };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_assert_cmpfloat (measure_contrast (texts[i], self->plot), >=, text);
      g_assert_cmpfloat (measure_contrast (texts[i], self->background), >=, text);
    }
  g_assert_cmpfloat (measure_contrast (self->frame, self->background), >=, frame);
  for (guint i = 0; i < G_N_ELEMENTS (self->traces); i++)
    {
      guint32 color = self->traces[i];

      g_assert_cmpfloat (measure_contrast (color, self->plot), >=, 3);
      /* the digit of its key */
      g_assert_cmpfloat (measure_contrast (color, gscope_gtk_palette_on (color)), >=, 4.5);
    }
}

/* The frame is no more than an edge, except for people who need it. */
static void
test_contrast (void)
{
  for (gboolean dark = FALSE; dark <= TRUE; dark++)
    {
      check_palette (gscope_gtk_palette_get (dark), 4.5, 1);
      check_palette (gscope_gtk_palette_get_high_contrast (dark), 7, 3);
      g_assert_cmpfloat (gscope_gtk_palette_get_high_contrast (dark)->line_width, >,
                         gscope_gtk_palette_get (dark)->line_width);
      g_assert_true (gscope_gtk_palette_get (dark)->is_dark == dark);
      g_assert_true (gscope_gtk_palette_get_high_contrast (dark)->is_dark == dark);
    }
}

static void
add_test (const char *path, void (*func) (Fixture *self, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, func, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_test ("/painter/lines", test_lines);
  add_test ("/painter/dense-lines", test_dense_lines);
  add_test ("/painter/steps", test_steps);
  add_test ("/painter/gap", test_gap);
  add_test ("/painter/pen", test_pen);
  add_test ("/painter/points", test_points);
  add_test ("/painter/impulses", test_impulses);
  add_test ("/painter/split", test_split);
  add_test ("/painter/range", test_range);
  add_test ("/painter/extent", test_extent);
  add_test ("/painter/logarithmic", test_logarithmic);
  add_test ("/painter/positive-extent", test_positive_extent);
  g_test_add_func ("/painter/palette", test_palette);
  g_test_add_func ("/painter/contrast", test_contrast);
  return g_test_run ();
}

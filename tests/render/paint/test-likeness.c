/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "picture.h"

#include <math.h>

/* Edges of steps are in the middle of a column. */
static void
add_edge (cairo_t *cr, double *x)
{
  double before;

  *x = floor (*x) + 0.5;
  if (!cairo_has_current_point (cr))
    return;

  cairo_get_current_point (cr, NULL, &before);
  cairo_line_to (cr, *x, before);
}

static void
add_polyline (const Picture *self, const GscopeGtkStroke *stroke, cairo_t *cr)
{
  for (guint64 i = 0; i < gscope_trace_get_end (stroke->trace); i++)
    {
      double x = gscope_trace_get_time (stroke->trace, i) / (double) COLUMN;
      double value = gscope_trace_get_value (stroke->trace, i);

      if (stroke->mode == GSCOPE_LINE_MODE_STEPS)
        add_edge (cr, &x);
      cairo_line_to (cr, x, gscope_gtk_painter_get_y (&stroke->mapping, self->plot.height, value));
    }
}

static void
set_color (cairo_t *cr, guint32 color)
{
  cairo_set_source_rgb (cr, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                        (color & 255) / 255.0);
}

/* Cairo's picture of the same samples; steps are polylines too. */
static cairo_surface_t *
draw_with_cairo (Picture *self)
{
  const GscopeGtkStroke *stroke = &self->strokes[0];
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, PICTURE_WIDTH, self->plot.height);
  cairo_t *cr = cairo_create (surface);

  set_color (cr, self->plot.plot);
  cairo_paint (cr);
  set_color (cr, stroke->color);
  cairo_set_line_width (cr, self->plot.line_width);
  add_polyline (self, stroke, cr);
  cairo_stroke (cr);
  cairo_destroy (cr);
  return surface;
}

typedef struct
{
  const char *name;
  PictureFunc func;
  GscopeLineMode mode;
  /* Samples a column, or columns a sample if negative. */
  int density;
  /* Of the ink. An edge that is in a part of a column is drawn through all of it. */
  double bound;
} Likeness;

static const Likeness likenesses[] = {
  { "sine, dense", picture_sine, GSCOPE_LINE_MODE_LINES, 10, 0.04 },
  { "sine, sparse", picture_sine, GSCOPE_LINE_MODE_LINES, -7, 0.04 },
  { "noise, dense", picture_noisy_sine, GSCOPE_LINE_MODE_LINES, 40, 0.12 },
  { "noise, sparse", picture_noise, GSCOPE_LINE_MODE_LINES, -5, 0.06 },
  { "steps", picture_square, GSCOPE_LINE_MODE_STEPS, 5, 0.04 },
  { "stairs", picture_saw, GSCOPE_LINE_MODE_STEPS, -6, 0.04 },
  { "saw, dense", picture_saw, GSCOPE_LINE_MODE_LINES, 4, 0.25 },
  { "saw, sparse", picture_saw, GSCOPE_LINE_MODE_LINES, -30, 0.05 },
  { "steep", picture_noise, GSCOPE_LINE_MODE_LINES, -2, 0.08 },
};

static void
check_likeness (const Likeness *it, double scale)
{
  gint64 interval = it->density > 0 ? COLUMN / it->density : -it->density * (gint64) COLUMN;
  gsize n = (PICTURE_WIDTH + 2) * (gint64) COLUMN / interval + 2;
  cairo_surface_t *ours, *theirs;
  GscopeGtkStroke *stroke;
  Picture picture;
  double ratio;

  picture_init (&picture, FALSE, scale);
  picture_add_lanes (&picture, 1);
  picture.plot.grid = picture.plot.frame = picture.plot.plot;
  stroke = picture_add_stroke (&picture, 0, it->mode);
  picture_add_samples (stroke, it->func, 0, interval, n);
  ours = picture_draw (&picture, 64);
  theirs = draw_with_cairo (&picture);
  ratio = picture_compare (ours, theirs) / picture_count_ink (theirs, picture.plot.plot);
  g_test_message ("%s at scale %g: %.4f of the ink differs", it->name, scale, ratio);
  g_assert_cmpfloat (ratio, <=, it->bound);
  cairo_surface_destroy (ours);
  cairo_surface_destroy (theirs);
  picture_clear (&picture);
}

static void
test_likeness (gconstpointer data)
{
  check_likeness (data, 1);
  check_likeness (data, 1.5);
  check_likeness (data, 2);
}

/* Pixels that a straight line covers, from the lower left over some columns to a height; -1 to 1. */
static double
measure_line (double columns, double from, double to, double scale)
{
  const gint64 times[] = { 10 * COLUMN, 10 * COLUMN + (gint64) (columns * COLUMN) };
  const double values[] = { from, to };
  GscopeGtkStroke *stroke;
  cairo_surface_t *surface;
  Picture picture;
  double ink;

  picture_init (&picture, FALSE, scale);
  picture_add_lanes (&picture, 1);
  picture.plot.grid = picture.plot.frame = picture.plot.plot;
  stroke = picture_add_stroke (&picture, 0, GSCOPE_LINE_MODE_LINES);
  stroke->color = 0;
  gscope_trace_append (stroke->trace, times, values, 2);
  surface = picture_draw (&picture, 16);
  ink = picture_count_ink (surface, picture.plot.plot) / 255 * PICTURE_WIDTH * PICTURE_HEIGHT;
  cairo_surface_destroy (surface);
  picture_clear (&picture);
  return ink;
}

/* A line is as wide as it should be whatever its slope, and at whatever part of a pixel it is. */
static void
test_width (void)
{
  static const double columns[] = { 300, 150, 75, 40, 10, 3 };
  const double height = 2 / 2.2 * (PICTURE_HEIGHT - 1);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    for (double scale = 1; scale <= 2; scale += 0.5)
      {
        double width = measure_line (columns[i], -1, 1, scale) / hypot (columns[i], height);

        g_assert_cmpfloat_with_epsilon (width, 1.5 * scale, 0.04 * scale);
      }
  for (double y = 0; y < 0.02; y += 0.001)
    g_assert_cmpfloat_with_epsilon (measure_line (300, y, y, 1) / 300, 1.5, 0.02);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (likenesses); i++)
    {
      g_autofree char *path = g_strconcat ("/likeness/", likenesses[i].name, NULL);

      g_test_add_data_func (path, &likenesses[i], test_likeness);
    }
  g_test_add_func ("/likeness/width", test_width);
  return g_test_run ();
}

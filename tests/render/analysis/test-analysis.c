/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "picture.h"

#include <gscope-gtk/analysis/histogram-picture.h>
#include <gscope-gtk/analysis/xy-picture.h>
#include <gscope-gtk/spectrum/spectrogram-picture.h>
#include <gscope-gtk/spectrum/spectrum-picture.h>
#include <gscope-gtk/spectrum/transfer-picture.h>
#include <math.h>

enum
{
  WIDTH = 400,
  HEIGHT = 260,
  N_BINS = 513,
};

typedef void (*DrawFunc) (GscopeGtkBrush *brush, gboolean with_cursor);

typedef struct
{
  const char *name;
  DrawFunc draw;
  gboolean dark;
  gboolean with_cursor;
  double scale;
} Case;

static GscopeGtkGraphSignal
name_signal (const GscopeGtkPalette *palette, guint key, const char *title, const char *unit)
{
  GscopeGtkGraphSignal signal = { .key = key, .title = g_strdup (title), .unit = g_strdup (unit) };

  signal.color = gscope_gtk_palette_resolve (palette, 0, key, &signal.dashed);
  return signal;
}

static void
prepare (GscopeGtkGraph *graph, GscopeGtkBrush *brush, const char *title)
{
  graph->palette = brush->palette;
  gscope_gtk_graph_set_texts (graph, title, "Invented data, of no meaning");
  gscope_gtk_graph_arrange (graph, 1, WIDTH, HEIGHT);
}

/* Decibels of a line over a floor that falls. */
static double
get_level (gsize bin, double line)
{
  double noise = 3 * picture_noise ((gint64) bin);

  return MAX (10 - 18 * log10 (1.0 + (double) bin) + noise, 25 - fabs ((double) bin - line) * 9);
}

static void
add_curve (GscopeGtkGraph *self, const GscopeGtkPalette *palette, guint key, double line)
{
  GscopeGtkSpectrumCurve curve = { .signal = name_signal (palette, key, key == 1 ? "cwnd" : "rtt",
                                                          "packets"),
                                   .values = g_new (double, N_BINS),
                                   .n_values = N_BINS,
                                   .resolution = 0.1,
                                   .n_peaks = key == 1 ? 1 : 0 };

  for (gsize i = 0; i < N_BINS; i++)
    curve.values[i] = get_level (i, line);
  curve.peaks[0].frequency = line * 0.1;
  curve.peaks[0].value = 25;
  g_array_append_val (self->signals, curve);
}

static void
draw_curves (GscopeGtkBrush *brush, gboolean with_cursor, double fundamental)
{
  GscopeGtkGraph self;

  gscope_gtk_spectrum_picture_init (&self);
  prepare (&self, brush, "Spectrum");
  self.x.min = 0.1;
  self.x.max = 51.2;
  self.x.logarithmic = !with_cursor;
  self.x.unit = "Hz";
  self.y.min = -50;
  self.y.max = 30;
  self.y.unit = "dB";
  add_curve (&self, brush->palette, 1, 20);
  add_curve (&self, brush->palette, 2, 200);
  GSCOPE_GTK_SPECTRUM_CURVE (&self, 0)->fundamental = fundamental;
  self.cursor = with_cursor ? 20 : NAN;
  gscope_gtk_spectrum_picture_draw (&self, brush);
  gscope_gtk_graph_clear (&self);
}

static void
draw_spectrum (GscopeGtkBrush *brush, gboolean with_cursor)
{
  draw_curves (brush, with_cursor, 0);
}

static void
draw_harmonics (GscopeGtkBrush *brush, gboolean with_cursor)
{
  draw_curves (brush, with_cursor, 2);
}

static void
draw_histogram (GscopeGtkBrush *brush, gboolean with_cursor)
{
  GscopeGtkHistogramPicture self;
  GscopeGtkGraphSignal signal = name_signal (brush->palette, 7, "Timer lateness", "s");

  gscope_gtk_histogram_picture_init (&self);
  prepare (&self.graph, brush, "Histogram");
  g_array_append_val (self.graph.signals, signal);
  gscope_gtk_histogram_picture_set_n_bins (&self, 60);
  for (guint i = 0; i < self.n_bins; i++)
    self.weights[i] = i < 5 ? 0 : floor (2000 * exp (-fabs (i - 14.0) / 5));
  for (guint i = 0; i <= self.n_bins; i++)
    self.edges[i] = 3e-5 + 2e-6 * i;
  self.n_percents = 3;
  self.percents[0] = 50;
  self.percents[1] = 95;
  self.percents[2] = 99;
  self.percentiles[0] = 58e-6;
  self.percentiles[1] = 90e-6;
  self.percentiles[2] = 102e-6;
  self.graph.x.min = self.edges[0];
  self.graph.x.max = self.edges[60];
  self.graph.x.unit = "s";
  self.graph.y.logarithmic = TRUE;
  self.graph.y.min = 0.7;
  self.graph.y.max = 3000;
  self.graph.cursor = with_cursor ? 75e-6 : NAN;
  gscope_gtk_histogram_picture_draw (&self, brush);
  gscope_gtk_histogram_picture_clear (&self);
}

/* A line that rises, and a gap; with a cursor in a view that sweeps. */
static void
draw_spectrogram (GscopeGtkBrush *brush, gboolean with_cursor)
{
  GscopeGtkSpectrogramPicture self;
  GscopeGtkGraphSignal signal = name_signal (brush->palette, 3, "send rate", "B/s");

  gscope_gtk_spectrogram_picture_init (&self);
  prepare (&self.graph, brush, "Spectrogram");
  g_array_append_val (self.graph.signals, signal);
  gscope_gtk_spectrogram_picture_set_size (&self, 100, N_BINS);
  for (gsize i = 0; i < 100; i++)
    for (gsize bin = 0; bin < N_BINS; bin++)
      self.columns[i * N_BINS + bin] =
          i / 8 == 7 ? NAN : (float) get_level (bin, 50 + 3.5 * (double) i);
  self.begin = -20;
  self.width = 0.2;
  self.resolution = 0.1;
  self.low = -50;
  self.high = 30;
  self.unit = "dB";
  self.graph.x.min = -20;
  self.graph.x.unit = "s";
  self.graph.x.is_time = TRUE;
  self.graph.y.max = 51.2;
  self.graph.y.unit = "Hz";
  if (with_cursor)
    {
      self.begin = -8;
      self.sweep = self.graph.x.max = 20;
      self.graph.x.min = 0;
      self.pen = 12;
    }
  self.cursor_time = with_cursor ? 7 : NAN;
  self.cursor_frequency = 31.5;
  gscope_gtk_spectrogram_picture_draw (&self, brush);
  gscope_gtk_spectrogram_picture_clear (&self);
}

static void
draw_xy (GscopeGtkBrush *brush, gboolean with_cursor)
{
  GscopeGtkXyPicture self;
  GscopeGtkGraphSignal x = name_signal (brush->palette, 1, "cwnd", "packets");
  GscopeGtkGraphSignal y = name_signal (brush->palette, 5, "rtt", "s");

  gscope_gtk_xy_picture_init (&self);
  prepare (&self.graph, brush, "XY");
  g_array_append_val (self.graph.signals, x);
  g_array_append_val (self.graph.signals, y);
  self.n_points = 1000;
  for (gsize i = 0; i < self.n_points; i++)
    self.points[i] = (GscopeXyPoint){ 50 + 45 * sin (i * 0.021), 0.1 + 0.04 * sin (i * 0.0317) };
  self.points[500] = (GscopeXyPoint){ NAN, NAN };
  self.newest = self.points[999];
  self.graph.x.max = 100;
  self.graph.x.unit = x.unit;
  self.graph.y.min = 0.05;
  self.graph.y.max = 0.15;
  self.graph.y.unit = y.unit;
  if (with_cursor)
    self.cursor = self.points[700];
  gscope_gtk_xy_picture_draw (&self, brush);
  gscope_gtk_xy_picture_clear (&self);
}

/* A resonance at 5 Hz, above which noise takes over. */
static void
draw_transfer (GscopeGtkBrush *brush, gboolean with_cursor)
{
  GscopeGtkTransferPicture self;
  GscopeGtkGraphSignal input = name_signal (brush->palette, 1, "force", "N");
  GscopeGtkGraphSignal output = name_signal (brush->palette, 5, "position", "m");

  gscope_gtk_transfer_picture_init (&self);
  prepare (&self.graph, brush, "Transfer Function");
  g_array_append_val (self.graph.signals, input);
  g_array_append_val (self.graph.signals, output);
  self.points = g_array_new (FALSE, FALSE, sizeof (GscopeTransferPoint));
  for (guint i = 1; i < N_BINS; i++)
    {
      double frequency = 0.1 * i, ratio = frequency / 5;
      double real = 1 - ratio * ratio, imaginary = 0.3 * ratio;
      GscopeTransferPoint point = { .frequency = frequency,
                                    .decibels = -20 * log10 (hypot (real, imaginary)),
                                    .phase = -atan2 (imaginary, real) * 180 / G_PI - frequency * 4,
                                    .coherence = 1 / (1 + pow (ratio / 5, 4)) };

      point.phase = remainder (point.phase, 360);
      g_array_append_val (self.points, point);
    }
  self.min = -40;
  self.max = 20;
  self.graph.x = (GscopeGtkAxis){ .min = 0.1,
                                  .max = 51.2,
                                  .logarithmic = TRUE,
                                  .unit = "Hz",
                                  .origin = self.graph.plot.x,
                                  .length = self.graph.plot.width };
  if (with_cursor)
    self.graph.cursor = 5;
  gscope_gtk_transfer_picture_draw (&self, brush);
  gscope_gtk_transfer_picture_clear (&self);
}

static void
draw_empty (GscopeGtkBrush *brush, gboolean with_cursor)
{
  GscopeGtkGraph self;

  gscope_gtk_spectrum_picture_init (&self);
  prepare (&self, brush, "Spectrum");
  gscope_gtk_spectrum_picture_draw (&self, brush);
  gscope_gtk_graph_clear (&self);
}

static const Case cases[] = {
  { "spectrum-light", draw_spectrum, FALSE, FALSE, 1 },
  { "spectrum-dark", draw_spectrum, TRUE, TRUE, 1 },
  { "harmonics-light", draw_harmonics, FALSE, FALSE, 1 },
  { "harmonics-dark", draw_harmonics, TRUE, TRUE, 1 },
  { "spectrum-empty", draw_empty, FALSE, FALSE, 1 },
  { "histogram-light", draw_histogram, FALSE, TRUE, 1 },
  { "histogram-dark", draw_histogram, TRUE, FALSE, 2 },
  { "spectrogram-light", draw_spectrogram, FALSE, FALSE, 1 },
  { "spectrogram-dark", draw_spectrogram, TRUE, TRUE, 1 },
  { "xy-light", draw_xy, FALSE, FALSE, 1 },
  { "xy-dark", draw_xy, TRUE, TRUE, 1 },
  { "transfer-light", draw_transfer, FALSE, FALSE, 1 },
  { "transfer-dark", draw_transfer, TRUE, TRUE, 1 },
};

static PangoContext *
create_context (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  PangoFontDescription *font = pango_font_description_from_string ("Cantarell 11");

  pango_cairo_context_set_resolution (context, 96);
  pango_context_set_font_description (context, font);
  pango_font_description_free (font);
  return context;
}

static void
check_picture (const Case *it, PangoDirection direction)
{
  PangoContext *context = create_context ();
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) (WIDTH * it->scale), (int) (HEIGHT * it->scale));
  cairo_t *cr;
  GscopeGtkBrush brush;

  pango_context_set_base_dir (context, direction);
  cairo_surface_set_device_scale (surface, it->scale, it->scale);
  cr = cairo_create (surface);
  gscope_gtk_brush_init (&brush, cr, context, gscope_gtk_palette_get (it->dark));
  it->draw (&brush, it->with_cursor);
  gscope_gtk_brush_clear (&brush);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  picture_check (surface, it->name);
  cairo_surface_destroy (surface);
  g_object_unref (context);
}

static void
test_reference (gconstpointer data)
{
  check_picture (data, PANGO_DIRECTION_LTR);
}

/* In a window of a language that is written to the left, signs are in front of their numbers, too. */
static void
test_right_to_left (void)
{
  check_picture (&cases[0], PANGO_DIRECTION_RTL);
}

/* Draws points on two logarithmic axes, of which one point may be another one. */
static cairo_surface_t *
draw_logarithmic_xy (GscopeXyPoint other)
{
  PangoContext *context = create_context ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  GscopeGtkGraphSignal x, y;
  GscopeGtkXyPicture self;
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, context, gscope_gtk_palette_get (FALSE));
  x = name_signal (brush.palette, 1, "cwnd", "packets");
  y = name_signal (brush.palette, 5, "rtt", "s");
  gscope_gtk_xy_picture_init (&self);
  prepare (&self.graph, &brush, "XY");
  g_array_append_val (self.graph.signals, x);
  g_array_append_val (self.graph.signals, y);
  self.graph.x.logarithmic = self.graph.y.logarithmic = TRUE;
  self.graph.x.min = 0.01;
  self.graph.x.max = 100;
  self.graph.y.min = 0.1;
  self.graph.y.max = 10;
  self.n_points = 1000;
  for (gsize i = 0; i < self.n_points; i++)
    self.points[i] = (GscopeXyPoint){ pow (10, 2 * sin (i * 0.021)), pow (10, sin (i * 0.0317)) };
  self.points[500] = other;
  self.newest = other;
  gscope_gtk_xy_picture_draw (&self, &brush);
  /* a decade is as long everywhere */
  g_assert_cmpfloat_with_epsilon (gscope_gtk_axis_to_pixel (&self.graph.x, 1)
                                      - gscope_gtk_axis_to_pixel (&self.graph.x, 0.1),
                                  self.graph.x.length / 4, 1e-9);
  gscope_gtk_xy_picture_clear (&self);
  gscope_gtk_brush_clear (&brush);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  g_object_unref (context);
  return surface;
}

/* On logarithmic axes, a point with a value from 0 down is a gap. */
static void
test_logarithmic_xy (void)
{
  const GscopeXyPoint points[] = { { NAN, NAN }, { -1, 1 }, { 1, 0 }, { 0, -3 } };
  cairo_surface_t *gap = draw_logarithmic_xy (points[0]);
  cairo_surface_t *far = draw_logarithmic_xy ((GscopeXyPoint){ 50, 0.2 });

  for (guint i = 1; i < G_N_ELEMENTS (points); i++)
    {
      cairo_surface_t *drawn = draw_logarithmic_xy (points[i]);

      g_assert_cmpfloat (picture_compare (gap, drawn), ==, 0);
      cairo_surface_destroy (drawn);
    }
  g_assert_cmpfloat (picture_compare (gap, far), >, 0);
  cairo_surface_destroy (gap);
  cairo_surface_destroy (far);
}

/* One axis is extended about its middle, whichever is the shorter one. */
static void
test_equal_scales (void)
{
  GscopeGtkXyPicture self;

  gscope_gtk_xy_picture_init (&self);
  for (guint i = 0; i < 2; i++)
    {
      GscopeGtkAxis *x = &self.graph.x, *y = &self.graph.y;

      gscope_gtk_graph_arrange (&self.graph, 1, WIDTH, HEIGHT);
      x->min = -1;
      x->max = i == 0 ? 1 : 100;
      y->min = 2;
      y->max = 6;
      gscope_gtk_xy_picture_equalize (&self);
      g_assert_cmpfloat_with_epsilon ((x->max - x->min) / x->length, (y->max - y->min) / -y->length,
                                      1e-9);
      g_assert_cmpfloat_with_epsilon (x->min + x->max, i == 0 ? 0 : 99, 1e-9);
      g_assert_cmpfloat_with_epsilon (y->min + y->max, 8, 1e-9);
      g_assert_cmpfloat (y->max - y->min, >=, 4);
      g_assert_cmpfloat (x->max - x->min, >=, 2);
    }
  gscope_gtk_xy_picture_clear (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/equal-scales", test_equal_scales);
  g_test_add_func ("/analysis/logarithmic-xy", test_logarithmic_xy);
  g_test_add_func ("/analysis/right-to-left", test_right_to_left);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat ("/analysis/reference/", cases[i].name, NULL);

      g_test_add_data_func (name, &cases[i], test_reference);
    }
  return g_test_run ();
}

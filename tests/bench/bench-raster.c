/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <cairo.h>
#include <gscope-gtk/paint/looks.h>
#include <gscope-gtk/paint/palette.h>
#include <gscope-gtk/paint/raster.h>
#include <math.h>

/* Eight signals across a plot, from trace to pixels, against an antialiased cairo polyline of 1 px
 * through each column's minimum and maximum, which are given: 20 s at 1 kHz, and traces of 10^6 samples,
 * more than caches hold, where most of the time goes into reading them. */
enum
{
  WIDTH = 1600,
  HEIGHT = 600,
  N_SIGNALS = 8,
  N_LANES = 4,
  SPAN = 1600000000,
  COLUMN = SPAN / WIDTH,
  N_FEW = 20000,
  N_MANY = 1000000,
  NOISE = 6,
  STRIP = 16,
  N_ROWS = 8,
};

typedef struct
{
  GscopeGtkStroke strokes[N_SIGNALS];
  GscopeGtkLane lanes[N_LANES];
  int rows[N_ROWS];
  GscopeGtkPlot plot;
  cairo_surface_t *surface;
  guint32 *pixels;
  gsize stride;
  GscopeGtkSpan columns[N_SIGNALS][WIDTH];
} Bench;

/* A value is a row of the plot from its bottom; the lane is as high. */
static void
fill_trace (GscopeTrace *trace, guint signal, gsize n, double height)
{
  g_autofree double *values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    {
      double column = floor ((double) i * WIDTH / n);

      values[i] = height / 2 + height * 0.4 * sin (column * (0.01 + 0.003 * signal) + signal)
                  + g_random_double_range (-NOISE, NOISE);
    }
  gscope_trace_append_regular (trace, 0, SPAN / (gint64) n, values, n);
}

static void
init_strokes (Bench *self, gsize n_samples, double height)
{
  const GscopeGtkPalette *palette = gscope_gtk_palette_get (TRUE);

  for (guint i = 0; i < N_SIGNALS; i++)
    {
      GscopeGtkStroke *stroke = &self->strokes[i];

      g_clear_pointer (&stroke->trace, gscope_trace_unref);
      *stroke = (GscopeGtkStroke){ .trace = gscope_trace_new (),
                                   .mode = GSCOPE_LINE_MODE_LINES,
                                   .color = palette->traces[i],
                                   .mapping = { .max = height } };
      fill_trace (stroke->trace, i, n_samples, height);
      gscope_gtk_painter_get_spans (stroke, 0, COLUMN, WIDTH, G_MAXINT64, height, self->columns[i]);
    }
}

static void
init_plot (Bench *self, gsize n_samples, guint n_lanes)
{
  const GscopeGtkPalette *palette = gscope_gtk_palette_get (TRUE);
  int height = HEIGHT / (int) n_lanes;

  init_strokes (self, n_samples, height);
  for (int i = 0; i < N_ROWS; i++)
    self->rows[i] = i * HEIGHT / N_ROWS;
  for (guint i = 0; i < n_lanes; i++)
    self->lanes[i] = (GscopeGtkLane){ .top = (int) i * height,
                                      .height = height,
                                      .rows = self->rows,
                                      .n_rows = N_ROWS,
                                      .strokes = self->strokes + i * (N_SIGNALS / n_lanes),
                                      .n_strokes = N_SIGNALS / n_lanes };
  self->plot = (GscopeGtkPlot){ .lanes = self->lanes,
                                .n_lanes = n_lanes,
                                .height = HEIGHT,
                                .column_width = COLUMN,
                                .grid_step = 100 * (gint64) COLUMN,
                                .pen = G_MAXINT64,
                                .line_width = 1.5,
                                .background = palette->background,
                                .plot = palette->plot,
                                .grid = palette->grid,
                                .frame = palette->frame };
}

static void
draw_whole (Bench *self)
{
  gscope_gtk_raster_strip (&self->plot, 0, WIDTH, FALSE, self->pixels, self->stride);
}

static void
draw_strips (Bench *self)
{
  for (int x = 0; x < WIDTH; x += STRIP)
    gscope_gtk_raster_strip (&self->plot, x, STRIP, FALSE, self->pixels + x, self->stride);
}

static void
draw_polylines (Bench *self)
{
  cairo_t *cr = cairo_create (self->surface);

  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_paint (cr);
  cairo_set_line_width (cr, 1);
  for (guint i = 0; i < N_SIGNALS; i++)
    {
      guint32 color = self->strokes[i].color;

      cairo_set_source_rgb (cr, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                            (color & 255) / 255.0);
      for (int x = 0; x < WIDTH; x++)
        {
          cairo_line_to (cr, x + 0.5, self->columns[i][x].top);
          cairo_line_to (cr, x + 0.5, self->columns[i][x].bottom);
        }
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

static void
run (Bench *self, gsize n_samples, guint n_lanes, double bar)
{
  g_autofree char *whole =
      g_strdup_printf ("picture of 8 x %" G_GSIZE_FORMAT ", lanes: %u", n_samples, n_lanes);
  g_autofree char *strips = g_strconcat (whole, ", in 100 strips", NULL);

  init_plot (self, n_samples, n_lanes);
  bench_ratio (whole, (BenchFunc) draw_whole, "cairo polylines", (BenchFunc) draw_polylines, self,
               bar);
  bench_ratio (strips, (BenchFunc) draw_strips, "cairo polylines", (BenchFunc) draw_polylines, self,
               bar);
}

/* Eight rows of states that change as often as the traces have samples, against lines of the same values. */
typedef struct
{
  Bench *bench;
  GscopeGtkLane rows;
  GscopeGtkPlot states;
  GscopeGtkStroke strokes[N_SIGNALS];
} Rows;

static void
draw_rows (Rows *self)
{
  gscope_gtk_raster_strip (&self->states, 0, WIDTH, FALSE, self->bench->pixels,
                           self->bench->stride);
}

static void
draw_lines (Rows *self)
{
  draw_whole (self->bench);
}

static void
fill_row (Rows *self, guint i, GscopeSignal *signal, gsize n)
{
  const GscopeGtkPalette *palette = gscope_gtk_palette_get (TRUE);
  GscopeGtkStroke *stroke = &self->bench->strokes[i];
  gint64 time = 0;

  gscope_trace_clear (stroke->trace);
  for (gsize k = 0; k < n; k++)
    {
      double value = g_random_int_range (0, 5);

      time += g_random_int_range (1, 2 * (SPAN / (int) n));
      gscope_trace_append (stroke->trace, &time, &value, 1);
    }
  stroke->mode = GSCOPE_LINE_MODE_LINES;
  stroke->mapping.max = 5;
  self->strokes[i] = *stroke;
  self->strokes[i].looks = gscope_gtk_looks_new (signal, palette, stroke->color, 1, NULL);
  self->strokes[i].row_top = (int) i * HEIGHT / N_SIGNALS;
  self->strokes[i].row_height = HEIGHT / N_SIGNALS;
}

static void
run_states (Bench *bench, gsize n, double bar)
{
  static const GscopeState states[] = { { 0, GSCOPE_STATE_STYLE_THIN, 0, "asleep", NULL },
                                        { 1, GSCOPE_STATE_STYLE_DIGIT, 0, "CPU 0", "0" },
                                        { 2, GSCOPE_STATE_STYLE_DIGIT, 0, "CPU 1", "1" },
                                        { 3, GSCOPE_STATE_STYLE_OUTLINE, 0, "ready", NULL },
                                        { 4, GSCOPE_STATE_STYLE_HATCHED, 0, "no budget", NULL } };
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("thread");
  g_autofree char *what = g_strdup_printf ("8 rows of %" G_GSIZE_FORMAT " states", n);
  Rows rows = { .bench = bench };

  gscope_signal_set_states (signal, states, G_N_ELEMENTS (states));
  init_plot (bench, 1000, N_LANES);
  for (guint i = 0; i < N_SIGNALS; i++)
    fill_row (&rows, i, signal, n);
  rows.rows = (GscopeGtkLane){ .height = HEIGHT, .strokes = rows.strokes, .n_strokes = N_SIGNALS };
  rows.states = bench->plot;
  rows.states.lanes = &rows.rows;
  rows.states.n_lanes = 1;
  bench_ratio (what, (BenchFunc) draw_rows, "lines of the same values", (BenchFunc) draw_lines,
               &rows, bar);
  for (guint i = 0; i < N_SIGNALS; i++)
    g_free ((gpointer) rows.strokes[i].looks);
}

int
main (void)
{
  g_autofree Bench *self = g_new0 (Bench, 1);

  self->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  self->pixels = (guint32 *) cairo_image_surface_get_data (self->surface);
  self->stride = cairo_image_surface_get_stride (self->surface) / sizeof (guint32);
  run (self, N_FEW, 1, 1 / 10.0);
  run (self, N_FEW, N_LANES, 1 / 10.0);
  run (self, N_MANY, 1, 1 / 5.0);
  run (self, N_MANY, N_LANES, 1 / 5.0);
  run_states (self, 100, 1);
  run_states (self, N_FEW, 1.5);
  run_states (self, N_MANY, 1.5);
  for (guint i = 0; i < N_SIGNALS; i++)
    gscope_trace_unref (self->strokes[i].trace);
  cairo_surface_destroy (self->surface);
  return bench_end ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/ruler.h>
#include <gscope-gtk/spectrum/spectrogram-picture.h>

#include <glib/gi18n-lib.h>
#include <math.h>

enum
{
  SCALE_ROOM = 200,
  BAR_LENGTH = 80,
  BAR_HEIGHT = 10,
  BAR_GAP = 6,
  MARGIN = 8,
  /* the second line of the head */
  SCALE_TOP = 21,
  /* the width of the blank area ahead of the pen, as in the view */
  WIPED = 8,
};

void
gscope_gtk_spectrogram_picture_init (GscopeGtkSpectrogramPicture *self)
{
  *self = (GscopeGtkSpectrogramPicture){ .cursor_time = NAN, .cursor_frequency = NAN };
  gscope_gtk_graph_init (&self->graph, sizeof (GscopeGtkGraphSignal),
                         (GDestroyNotify) gscope_gtk_graph_signal_clear);
  self->graph.aside = SCALE_ROOM;
}

void
gscope_gtk_spectrogram_picture_clear (GscopeGtkSpectrogramPicture *self)
{
  gscope_gtk_graph_clear (&self->graph);
  g_free (self->columns);
}

void
gscope_gtk_spectrogram_picture_set_size (GscopeGtkSpectrogramPicture *self, gsize n_columns,
                                         gsize n_bins)
{
  if (n_columns * n_bins != self->n_columns * self->n_bins)
    self->columns = g_renew (float, self->columns, n_columns *n_bins);
  self->n_columns = n_columns;
  self->n_bins = n_bins;
}

double
gscope_gtk_spectrogram_picture_read (const GscopeGtkSpectrogramPicture *self, double time,
                                     double frequency)
{
  double shown = self->sweep > 0 && time > self->pen ? time - self->sweep : time;
  double column = floor ((shown - self->begin) / self->width);
  double bin = round (frequency / self->resolution);

  if (!(column >= 0 && column < (double) self->n_columns && bin >= 0
        && bin < (double) self->n_bins))
    return NAN;
  return self->columns[(gsize) column * self->n_bins + (gsize) bin];
}

static guint32
find_color (const GscopeGtkSpectrogramPicture *self, const guint32 *colors, double value)
{
  double part = (value - self->low) / (self->high - self->low);

  if (isnan (part))
    return 0;
  return colors[(gsize) (CLAMP (part, 0, 1) * (GSCOPE_GTK_N_COLORS - 1) + 0.5)];
}

/* Finds the bins that a row of pixels shows, at least the one in its middle. */
static void
find_bins (const GscopeGtkSpectrogramPicture *self, int row, gsize *begin, gsize *end)
{
  const GscopeGtkGraph *graph = &self->graph;
  double low = gscope_gtk_axis_from_pixel (&graph->y, graph->plot.y + row + 1);
  double high = gscope_gtk_axis_from_pixel (&graph->y, graph->plot.y + row);
  double first = ceil (low / self->resolution), last = ceil (high / self->resolution);

  if (last <= first)
    {
      first = round ((low + high) / 2 / self->resolution);
      last = first + 1;
    }
  *begin = (gsize) CLAMP (first, 0, (double) self->n_bins - 1);
  *end = (gsize) CLAMP (last, (double) *begin + 1, (double) self->n_bins);
}

/* The highest of several bins counts, so that no line is lost. */
static void
fill_row (const GscopeGtkSpectrogramPicture *self, const guint32 *colors, int row, guint32 *pixels)
{
  gsize begin, end;

  find_bins (self, row, &begin, &end);
  for (gsize i = 0; i < self->n_columns; i++)
    {
      const float *column = self->columns + i * self->n_bins;
      float value = column[begin];

      for (gsize bin = begin + 1; bin < end; bin++)
        value = MAX (value, column[bin]);
      pixels[i] = find_color (self, colors, value);
    }
}

/* Paints the columns, the first of which begins at a time, between two pixels of the plot. */
static void
paint_image (const GscopeGtkSpectrogramPicture *self, GscopeGtkBrush *brush,
             cairo_surface_t *surface, double begin, double left, double right, double alpha)
{
  const GscopeGtkGraph *graph = &self->graph;
  double x = gscope_gtk_axis_to_pixel (&graph->x, begin);
  double end = gscope_gtk_axis_to_pixel (&graph->x, begin + self->width * (double) self->n_columns);

  if (right <= left)
    return;
  cairo_save (brush->cr);
  cairo_rectangle (brush->cr, left, graph->plot.y, right - left, graph->plot.height);
  cairo_clip (brush->cr);
  cairo_translate (brush->cr, x, graph->plot.y);
  cairo_scale (brush->cr, (end - x) / (double) self->n_columns, 1);
  cairo_set_source_surface (brush->cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (brush->cr), CAIRO_FILTER_NEAREST);
  cairo_paint_with_alpha (brush->cr, alpha);
  cairo_restore (brush->cr);
}

/* Paints the sweep up to the pen, and right of it the rest of the previous sweep. */
static void
paint_sweeps (const GscopeGtkSpectrogramPicture *self, GscopeGtkBrush *brush,
              cairo_surface_t *surface)
{
  const cairo_rectangle_int_t *plot = &self->graph.plot;
  double pen = floor (gscope_gtk_axis_to_pixel (&self->graph.x, self->pen));

  paint_image (self, brush, surface, self->begin, plot->x, pen, 1);
  paint_image (self, brush, surface, self->begin + self->sweep, pen + WIPED, plot->x + plot->width,
               0.5);
  gscope_gtk_brush_line (brush, pen, plot->y, pen, plot->y + plot->height, brush->palette->accent,
                         2);
}

static void
draw_image (const GscopeGtkSpectrogramPicture *self, GscopeGtkBrush *brush, const guint32 *colors)
{
  int height = self->graph.plot.height;
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) self->n_columns, height);
  guint32 *pixels = (guint32 *) cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface) / (int) sizeof *pixels;

  for (int row = 0; row < height; row++)
    fill_row (self, colors, row, pixels + row * stride);
  cairo_surface_mark_dirty (surface);
  if (self->sweep > 0)
    paint_sweeps (self, brush, surface);
  else
    paint_image (self, brush, surface, self->begin, self->graph.plot.x,
                 self->graph.plot.x + self->graph.plot.width, 1);
  cairo_surface_destroy (surface);
}

/* Draws a text that ends at x. Returns its left edge. */
static double
draw_end (GscopeGtkBrush *brush, double x, double value, const char *unit)
{
  g_autofree char *text = gscope_quantity_format (value, unit, 2);
  double width, height;

  gscope_gtk_brush_set_text (brush, text, FALSE, 0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  gscope_gtk_brush_draw_text (brush, x - width, SCALE_TOP * brush->text_scale, brush->palette->dim);
  return x - width;
}

/* Draws the colour scale above the plot; beside the plot it would misalign the time axis with the
 * view's. */
static void
draw_scale (const GscopeGtkSpectrogramPicture *self, GscopeGtkBrush *brush, const guint32 *colors)
{
  double end = draw_end (brush, self->graph.width - MARGIN, self->high, self->unit) - BAR_GAP;
  double x = floor (end) - BAR_LENGTH;

  for (int i = 0; i < BAR_LENGTH; i++)
    {
      double value = self->low + (self->high - self->low) * (i + 0.5) / BAR_LENGTH;

      gscope_gtk_brush_set_color (brush, find_color (self, colors, value), 1);
      cairo_rectangle (brush->cr, x + i, SCALE_TOP * brush->text_scale + 3, 1, BAR_HEIGHT);
      cairo_fill (brush->cr);
    }
  draw_end (brush, x - BAR_GAP, self->low, NULL);
}

static gboolean
is_in (const GscopeGtkAxis *axis, double value)
{
  return value >= axis->min && value <= axis->max;
}

static void
draw_read_out (const GscopeGtkSpectrogramPicture *self, GscopeGtkBrush *brush, double x, double y)
{
  double value =
      gscope_gtk_spectrogram_picture_read (self, self->cursor_time, self->cursor_frequency);
  g_autofree char *frequency = gscope_gtk_axis_format (&self->graph.y, self->cursor_frequency);
  g_autofree char *number = gscope_gtk_axis_format (&(GscopeGtkAxis){ .unit = self->unit }, value);
  /* Translators: a frequency and the value there */
  g_autofree char *text = g_strdup_printf (_ ("%s, %s"), frequency, number);

  gscope_gtk_graph_draw_label (&self->graph, brush, x, y - 14, text);
}

static void
draw_cursor (const GscopeGtkSpectrogramPicture *self, GscopeGtkBrush *brush)
{
  gboolean has_time = is_in (&self->graph.x, self->cursor_time);
  gboolean has_frequency = is_in (&self->graph.y, self->cursor_frequency);
  double x = gscope_gtk_axis_to_pixel (&self->graph.x, self->cursor_time);
  double y = gscope_gtk_axis_to_pixel (&self->graph.y, self->cursor_frequency);

  if (has_time)
    gscope_gtk_graph_draw_vertical (&self->graph, brush, x, FALSE);
  if (has_time && has_frequency)
    {
      gscope_gtk_graph_draw_horizontal (&self->graph, brush, y);
      draw_read_out (self, brush, x, y);
    }
}

void
gscope_gtk_spectrogram_picture_draw (const GscopeGtkSpectrogramPicture *self, GscopeGtkBrush *brush)
{
  guint32 colors[GSCOPE_GTK_N_COLORS];

  gscope_gtk_graph_draw (&self->graph, brush);
  if (self->graph.signals->len == 0)
    {
      gscope_gtk_graph_draw_message (
          &self->graph, brush,
          _ ("Too few samples in view: wait for more, or show more time (+)."));
      return;
    }
  gscope_gtk_color_map_fill (brush->palette->is_dark, colors);
  gscope_gtk_graph_draw_legend (&self->graph, brush);
  draw_image (self, brush, colors);
  gscope_gtk_graph_draw_grid (&self->graph, brush);
  draw_scale (self, brush, colors);
  draw_cursor (self, brush);
}

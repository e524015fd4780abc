/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/spectrum/spectrum-picture.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* Least distance of the texts of harmonics, px. */
#define HARMONIC_SPACE 36

static void
curve_clear (gpointer data)
{
  GscopeGtkSpectrumCurve *curve = data;

  gscope_gtk_graph_signal_clear (&curve->signal);
  g_clear_pointer (&curve->values, g_free);
}

void
gscope_gtk_spectrum_picture_init (GscopeGtkGraph *self)
{
  gscope_gtk_graph_init (self, sizeof (GscopeGtkSpectrumCurve), curve_clear);
}

double
gscope_gtk_spectrum_curve_read (const GscopeGtkSpectrumCurve *self, double frequency)
{
  double bin = round (frequency / self->resolution);

  return bin >= 0 && bin < (double) self->n_values ? self->values[(gsize) bin] : NAN;
}

/* A value that is not finite, such as zero power in decibels, is at the lower edge. */
static double
find_y (const GscopeGtkGraph *graph, double value)
{
  if (!isfinite (value))
    value = graph->y.min;
  return CLAMP (gscope_gtk_axis_to_pixel (&graph->y, value), graph->plot.y - 1e4,
                graph->plot.y + graph->plot.height + 1e4);
}

/* Returns the first bin to the right of a bin's column of pixels. */
static gsize
find_next (const GscopeGtkGraph *graph, const GscopeGtkSpectrumCurve *curve, double x, gsize bin)
{
  double end = gscope_gtk_axis_from_pixel (&graph->x, floor (x) + 1) / curve->resolution;

  return (gsize) CLAMP (ceil (end), (double) bin + 1, (double) curve->n_values);
}

/* Bins that share a column of pixels are drawn as its lowest and highest one. */
static void
trace_curve (const GscopeGtkGraph *graph, const GscopeGtkSpectrumCurve *curve, cairo_t *cr)
{
  gsize bin = graph->x.logarithmic ? 1 : 0;

  while (bin < curve->n_values)
    {
      double x = gscope_gtk_axis_to_pixel (&graph->x, (double) bin * curve->resolution);
      double low = curve->values[bin], high = low;
      gsize next = find_next (graph, curve, x, bin);

      for (bin++; bin < next; bin++)
        {
          low = MIN (low, curve->values[bin]);
          high = MAX (high, curve->values[bin]);
        }
      cairo_line_to (cr, x, find_y (graph, low));
      if (high > low)
        cairo_line_to (cr, x, find_y (graph, high));
    }
}

static void
draw_curves (const GscopeGtkGraph *self, GscopeGtkBrush *brush)
{
  cairo_save (brush->cr);
  gscope_gtk_graph_clip (self, brush);
  for (guint i = 0; i < self->signals->len; i++)
    {
      const GscopeGtkSpectrumCurve *curve = GSCOPE_GTK_SPECTRUM_CURVE (self, i);

      trace_curve (self, curve, brush->cr);
      gscope_gtk_graph_stroke (&curve->signal, brush);
    }
  cairo_restore (brush->cr);
}

static gboolean
is_in_plot (const GscopeGtkGraph *graph, double x, double y)
{
  return x >= graph->plot.x && x <= graph->plot.x + graph->plot.width && y >= graph->plot.y
         && y <= graph->plot.y + graph->plot.height;
}

static void
draw_peaks (const GscopeGtkGraph *self, GscopeGtkBrush *brush, const GscopeGtkSpectrumCurve *curve)
{
  for (guint i = 0; i < curve->n_peaks; i++)
    {
      double x = gscope_gtk_axis_to_pixel (&self->x, curve->peaks[i].frequency);
      double y = find_y (self, curve->peaks[i].value);
      g_autofree char *frequency = gscope_gtk_axis_format (&self->x, curve->peaks[i].frequency);
      g_autofree char *value = gscope_gtk_axis_format (&self->y, curve->peaks[i].value);
      /* Translators: the frequency and the height of a peak */
      g_autofree char *text = g_strdup_printf (_ ("%s, %s"), frequency, value);

      if (!is_in_plot (self, x, y))
        continue;
      gscope_gtk_graph_draw_dot (self, brush, x, y, curve->signal.color);
      gscope_gtk_graph_draw_label (self, brush, x, y, text);
    }
}

/* Returns the highest value within a bin of a frequency, because a harmonic is rarely in the middle of one. */
static double
read_around (const GscopeGtkSpectrumCurve *curve, double frequency)
{
  double highest = gscope_gtk_spectrum_curve_read (curve, frequency);

  for (int i = -1; i <= 1; i += 2)
    highest =
        fmax (highest, gscope_gtk_spectrum_curve_read (curve, frequency + i * curve->resolution));
  return highest;
}

/* Marks with texts that would cover each other have no text. */
static void
draw_harmonics (const GscopeGtkGraph *self, GscopeGtkBrush *brush,
                const GscopeGtkSpectrumCurve *curve)
{
  double end = curve->resolution * (double) (curve->n_values - 1), last = -INFINITY;

  for (guint i = 2; i <= GSCOPE_GTK_MAX_HARMONIC && i * curve->fundamental <= end; i++)
    {
      double x = gscope_gtk_axis_to_pixel (&self->x, i * curve->fundamental);
      double y = find_y (self, read_around (curve, i * curve->fundamental));
      /* Translators: a harmonic: a multiple of a frequency */
      g_autofree char *text = g_strdup_printf (_ ("%u×"), i);

      if (!is_in_plot (self, x, self->plot.y))
        continue;
      gscope_gtk_graph_draw_vertical (self, brush, x, TRUE);
      if (is_in_plot (self, x, y))
        gscope_gtk_graph_draw_dot (self, brush, x, y, curve->signal.color);
      if (x - last < HARMONIC_SPACE)
        continue;
      gscope_gtk_graph_draw_label (self, brush, x, self->plot.y + self->plot.height - 12, text);
      last = x;
    }
}

static void
draw_cursor (const GscopeGtkGraph *self, GscopeGtkBrush *brush)
{
  double x = gscope_gtk_axis_to_pixel (&self->x, self->cursor);
  g_autofree char *frequency = gscope_gtk_axis_format (&self->x, self->cursor);
  double y = self->plot.y + 10;

  gscope_gtk_graph_draw_vertical (self, brush, x, FALSE);
  gscope_gtk_graph_draw_label (self, brush, x, y, frequency);
  for (guint i = 0; i < self->signals->len; i++)
    {
      const GscopeGtkSpectrumCurve *curve = GSCOPE_GTK_SPECTRUM_CURVE (self, i);
      double value = gscope_gtk_spectrum_curve_read (curve, self->cursor);
      g_autofree char *text = gscope_gtk_axis_format (&self->y, value);

      y += 20;
      gscope_gtk_graph_draw_label (self, brush, x + 18, y, text);
      gscope_gtk_brush_key (brush, x + 6, y, curve->signal.key, curve->signal.color,
                            curve->signal.dashed);
      gscope_gtk_graph_draw_dot (self, brush, x, find_y (self, value), curve->signal.color);
    }
}

void
gscope_gtk_spectrum_picture_draw (const GscopeGtkGraph *self, GscopeGtkBrush *brush)
{
  gscope_gtk_graph_draw (self, brush);
  if (self->signals->len == 0)
    {
      gscope_gtk_graph_draw_message (
          self, brush, _ ("Too few samples in view: wait for more, or show more time (+)."));
      return;
    }
  gscope_gtk_graph_draw_legend (self, brush);
  draw_curves (self, brush);
  if (GSCOPE_GTK_SPECTRUM_CURVE (self, 0)->fundamental > 0)
    draw_harmonics (self, brush, GSCOPE_GTK_SPECTRUM_CURVE (self, 0));
  for (guint i = self->signals->len; i-- > 0;)
    draw_peaks (self, brush, GSCOPE_GTK_SPECTRUM_CURVE (self, i));
  if (isfinite (self->cursor))
    draw_cursor (self, brush);
}

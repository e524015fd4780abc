/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/histogram-picture.h>

#include <glib/gi18n-lib.h>
#include <math.h>

void
gscope_gtk_histogram_picture_init (GscopeGtkHistogramPicture *self)
{
  *self = (GscopeGtkHistogramPicture){ 0 };
  gscope_gtk_graph_init (&self->graph, sizeof (GscopeGtkGraphSignal),
                         (GDestroyNotify) gscope_gtk_graph_signal_clear);
}

void
gscope_gtk_histogram_picture_clear (GscopeGtkHistogramPicture *self)
{
  gscope_gtk_graph_clear (&self->graph);
  g_free (self->edges);
  g_free (self->weights);
}

void
gscope_gtk_histogram_picture_set_n_bins (GscopeGtkHistogramPicture *self, guint n)
{
  if (n == self->n_bins)
    return;
  self->edges = g_renew (double, self->edges, n + 1);
  self->weights = g_renew (double, self->weights, n);
  self->n_bins = n;
}

static double
find_weight (const GscopeGtkHistogramPicture *self, double value)
{
  guint bin = 0;

  if (!(value >= self->edges[0] && value <= self->edges[self->n_bins]))
    return 0;
  while (bin + 1 < self->n_bins && value >= self->edges[bin + 1])
    bin++;
  return self->weights[bin];
}

char *
gscope_gtk_histogram_picture_format (const GscopeGtkHistogramPicture *self, double value)
{
  g_autofree char *text = gscope_gtk_axis_format (&self->graph.x, value);
  double weight = round (find_weight (self, value));

  /* Translators: a value, and how many samples have about this value */
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s: %.0f sample", "%s: %.0f samples", (gulong) weight), text,
      weight);
}

static void
draw_bars (const GscopeGtkHistogramPicture *self, GscopeGtkBrush *brush)
{
  const GscopeGtkGraph *graph = &self->graph;
  double bottom = graph->plot.y + graph->plot.height;
  double gap = graph->plot.width >= 4.0 * self->n_bins ? 1 : 0;

  cairo_save (brush->cr);
  gscope_gtk_graph_clip (graph, brush);
  gscope_gtk_brush_set_color (brush, GSCOPE_GTK_GRAPH_SIGNAL (&self->graph, 0).color, 0.85);
  for (guint i = 0; i < self->n_bins; i++)
    {
      double x = round (gscope_gtk_axis_to_pixel (&graph->x, self->edges[i]));
      double end = round (gscope_gtk_axis_to_pixel (&graph->x, self->edges[i + 1]));
      double y = bottom;

      if (self->weights[i] > 0)
        y = MIN (gscope_gtk_axis_to_pixel (&graph->y, self->weights[i]), bottom - 1);
      cairo_rectangle (brush->cr, x, y, MAX (1, end - x - gap), bottom - y);
    }
  cairo_fill (brush->cr);
  cairo_restore (brush->cr);
}

static gboolean
find_percentile (const GscopeGtkHistogramPicture *self, guint i, double *x)
{
  const cairo_rectangle_int_t *plot = &self->graph.plot;

  *x = gscope_gtk_axis_to_pixel (&self->graph.x, self->percentiles[i]);
  return *x >= plot->x && *x <= plot->x + plot->width;
}

static void
draw_lines (const GscopeGtkHistogramPicture *self, GscopeGtkBrush *brush)
{
  double x;

  for (guint i = 0; i < self->n_percents; i++)
    if (find_percentile (self, i, &x))
      gscope_gtk_graph_draw_vertical (&self->graph, brush, x, TRUE);
  if (isfinite (self->graph.cursor))
    gscope_gtk_graph_draw_vertical (
        &self->graph, brush, gscope_gtk_axis_to_pixel (&self->graph.x, self->graph.cursor), FALSE);
}

static void
draw_percentiles (const GscopeGtkHistogramPicture *self, GscopeGtkBrush *brush)
{
  for (guint i = 0; i < self->n_percents; i++)
    {
      g_autofree char *value = gscope_gtk_axis_format (&self->graph.x, self->percentiles[i]);
      g_autofree char *text = g_strdup_printf ("p%g %s", self->percents[i], value);
      double x;

      if (find_percentile (self, i, &x))
        gscope_gtk_graph_draw_label (&self->graph, brush, x, self->graph.plot.y + 12 + 20.0 * i,
                                     text);
    }
}

static void
draw_read_out (const GscopeGtkHistogramPicture *self, GscopeGtkBrush *brush)
{
  const GscopeGtkGraph *graph = &self->graph;
  g_autofree char *text = gscope_gtk_histogram_picture_format (self, self->graph.cursor);

  gscope_gtk_graph_draw_label (graph, brush,
                               gscope_gtk_axis_to_pixel (&graph->x, self->graph.cursor),
                               graph->plot.y + graph->plot.height / 2.0, text);
}

void
gscope_gtk_histogram_picture_draw (const GscopeGtkHistogramPicture *self, GscopeGtkBrush *brush)
{
  gscope_gtk_graph_draw (&self->graph, brush);
  if (self->graph.signals->len == 0)
    {
      gscope_gtk_graph_draw_message (&self->graph, brush, NULL);
      return;
    }
  gscope_gtk_graph_draw_legend (&self->graph, brush);
  draw_bars (self, brush);
  /* no line crosses a label */
  draw_lines (self, brush);
  draw_percentiles (self, brush);
  if (isfinite (self->graph.cursor))
    draw_read_out (self, brush);
}

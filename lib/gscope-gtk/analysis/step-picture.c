/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/step-picture.h>

#include <glib/gi18n-lib.h>
#include <math.h>

enum
{
  LEFT = 30,
  TOP = 8,
  RIGHT = 8,
  BOTTOM = 22,
};

/* The picture ends at twice the settling time or, for a longer previous response, at its end, at
 * most three times as late. */
#define SEEN 2
#define LONGER 3

/* The limit up to which the picture includes the excursions of a response beyond its step. */
#define MOST 3

static double
get_length (GscopeStepResponse *response)
{
  gsize n;
  const GscopeStepPoint *curve = gscope_step_response_get_curve (response, &n);
  GscopeStepFigures figures;

  if (n == 0)
    return 0;
  gscope_step_response_get_figures (response, &figures);
  if (figures.state == GSCOPE_STEP_STATE_SETTLED && figures.settling > 0)
    return MIN (curve[n - 1].time, SEEN * figures.settling);
  return curve[n - 1].time;
}

/* Returns the begin of the curve: a moving mean begins before the step, a line at the last sample
 * before it, which may be long ago. */
static double
get_begin (GscopeStepResponse *response)
{
  gsize n;
  const GscopeStepPoint *curve = gscope_step_response_get_curve (response, &n);

  return n > 0 ? CLAMP (curve[0].time, -get_length (response), 0) : 0;
}

static void
extend (GscopeGtkAxis *y, GscopeStepResponse *response, double end)
{
  gsize n;
  const GscopeStepPoint *curve = gscope_step_response_get_curve (response, &n);

  for (gsize i = 0; i < n && curve[i].time <= end; i++)
    if (isfinite (curve[i].value))
      {
        y->min = MIN (y->min, MAX (curve[i].value * 1.05, -MOST));
        y->max = MAX (y->max, MIN (curve[i].value * 1.05, MOST));
      }
}

static void
arrange (GscopeGtkGraph *graph, double text_scale, int width, int height,
         GscopeStepResponse *response, GscopeStepResponse *previous)
{
  double length = get_length (response), other = previous ? get_length (previous) : 0;

  int left = (int) (LEFT * text_scale), bottom = (int) (BOTTOM * text_scale);

  gscope_gtk_graph_arrange (graph, text_scale, width, height);
  graph->plot = (cairo_rectangle_int_t){ left, TOP, MAX (1, width - left - RIGHT),
                                         MAX (1, height - TOP - bottom) };
  graph->x = (GscopeGtkAxis){
    .min = MIN (get_begin (response), previous ? get_begin (previous) : 0),
    .max = length > 0 ? MAX (length, MIN (other, LONGER * length)) : MAX (other, 1),
    .unit = "s",
    .origin = graph->plot.x,
    .length = graph->plot.width,
  };
  graph->y = (GscopeGtkAxis){ .max = 1.2,
                              .origin = graph->plot.y + graph->plot.height,
                              .length = -graph->plot.height };
  extend (&graph->y, response, graph->x.max);
  if (previous)
    extend (&graph->y, previous, graph->x.max);
}

/* Draws the settling band. */
static void
draw_band (const GscopeGtkGraph *graph, GscopeGtkBrush *brush, GscopeStepResponse *response)
{
  GscopeStepFigures figures;
  double band = GSCOPE_STEP_BAND, top;

  gscope_step_response_get_figures (response, &figures);
  if (figures.noise > 0 && figures.after != figures.before)
    band = MAX (band, figures.noise / fabs (figures.after - figures.before));
  top = gscope_gtk_axis_to_pixel (&graph->y, 1 + band);
  gscope_gtk_brush_set_color (brush, graph->palette->dim, 0.2);
  cairo_rectangle (brush->cr, graph->plot.x, top, graph->plot.width,
                   gscope_gtk_axis_to_pixel (&graph->y, 1 - band) - top);
  cairo_fill (brush->cr);
}

static void
draw_curve (const GscopeGtkGraph *graph, GscopeGtkBrush *brush, GscopeStepResponse *response,
            guint32 color, gboolean is_previous)
{
  const GscopeGtkGraphSignal signal = { .color = color, .dashed = is_previous };
  gsize n;
  const GscopeStepPoint *curve = gscope_step_response_get_curve (response, &n);
  gboolean is_open = FALSE, is_beyond = FALSE;

  /* the line ends at the first point beyond the picture, where it is clipped */
  for (gsize i = 0; i < n && !is_beyond; i++)
    {
      double x = gscope_gtk_axis_to_pixel (&graph->x, curve[i].time);
      double y = gscope_gtk_axis_to_pixel (&graph->y, curve[i].value);

      if (is_open && isfinite (y))
        cairo_line_to (brush->cr, x, y);
      else if (isfinite (y))
        cairo_move_to (brush->cr, x, y);
      is_open = isfinite (y);
      is_beyond = curve[i].time > graph->x.max;
    }
  gscope_gtk_graph_stroke (&signal, brush);
}

static const char *
explain (GscopeStepResponse *response)
{
  GscopeStepFigures figures;

  gscope_step_response_get_figures (response, &figures);
  return figures.state == GSCOPE_STEP_STATE_SETTLING ? _ ("No step is visible yet")
                                                     : _ ("No step is visible");
}

void
gscope_gtk_step_picture_draw (GscopeGtkBrush *brush, int width, int height, guint32 color,
                              GscopeStepResponse *response, GscopeStepResponse *previous)
{
  GscopeGtkGraph graph = { .palette = brush->palette };
  gsize n;

  arrange (&graph, brush->text_scale, width, height, response, previous);
  gscope_gtk_graph_draw (&graph, brush);
  gscope_step_response_get_curve (response, &n);
  cairo_save (brush->cr);
  gscope_gtk_graph_clip (&graph, brush);
  if (n > 0)
    draw_band (&graph, brush, response);
  if (previous)
    draw_curve (&graph, brush, previous, color, TRUE);
  draw_curve (&graph, brush, response, color, FALSE);
  cairo_restore (brush->cr);
  if (n == 0)
    gscope_gtk_graph_draw_message (&graph, brush, explain (response));
}

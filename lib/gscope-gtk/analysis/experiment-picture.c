/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/experiment-picture-private.h>

#include <cairo-svg.h>
#include <glib/gi18n-lib.h>
#include <gscope-gtk/analysis/graph.h>
#include <gscope-gtk/plot/range.h>
#include <math.h>
#include <string.h>

#define RADIUS 4.0
#define CAP 4.0
/* A sweep whose ends have at least this ratio has a logarithmic axis. */
#define DECADES 20
/* The room beside the first and the last point, as a fraction of the axis. */
#define ROOM 0.05

/* A point's place on the x axis, the measured value, and the published one. */
typedef struct
{
  double x;
  GscopeExperimentEstimate here;
  double paper;
} Point;

typedef struct
{
  GscopeGtkGraph graph;
  GscopeExperiment *experiment;
  Point *points;
  guint n;
  /* whether points have names instead of numbers */
  gboolean is_named;
  const GscopeGtkExperimentMarks *marks;
} Picture;

static const GscopeExperimentPoint *
get_row (const Picture *self, guint i)
{
  return gscope_experiment_get_points (self->experiment)->pdata[i];
}

static void
read_points (Picture *self, GscopeExperimentResults *results, guint measure)
{
  self->experiment = gscope_experiment_results_get_experiment (results);
  self->n = gscope_experiment_get_points (self->experiment)->len;
  self->points = g_new (Point, self->n);
  for (guint i = 0; i < self->n; i++)
    self->is_named |= isnan (get_row (self, i)->value);
  for (guint i = 0; i < self->n; i++)
    {
      self->points[i].x = self->is_named ? i : get_row (self, i)->value;
      gscope_experiment_results_get_estimate (results, measure, i, &self->points[i].here);
      self->points[i].paper = gscope_experiment_get_paper_value (self->experiment, measure, i);
    }
}

static void
arrange_x (Picture *self)
{
  GscopeGtkAxis *x = &self->graph.x;
  double room;

  x->min = INFINITY;
  x->max = -INFINITY;
  for (guint i = 0; i < self->n; i++)
    {
      x->min = MIN (x->min, self->points[i].x);
      x->max = MAX (x->max, self->points[i].x);
    }
  x->logarithmic =
      !self->is_named && x->min > 0
      && (gscope_experiment_get_logarithmic (self->experiment) || x->max >= DECADES * x->min);
  room = x->logarithmic ? pow (x->max / x->min, ROOM) : ROOM * (x->max - x->min);
  if (self->is_named || !(x->max > x->min))
    room = 0.5;
  x->min = x->logarithmic ? x->min / room : x->min - room;
  x->max = x->logarithmic ? x->max * room : x->max + room;
}

static void
extend (GscopeGtkAxis *y, double value)
{
  if (!isfinite (value))
    return;
  y->min = MIN (y->min, value);
  y->max = MAX (y->max, value);
}

/* Values that are far from zero need not have it in the picture. */
static void
arrange_y (Picture *self)
{
  GscopeGtkAxis *y = &self->graph.y;
  GscopeGtkRange range = GSCOPE_GTK_RANGE_INIT;

  y->min = INFINITY;
  y->max = -INFINITY;
  for (guint i = 0; i < self->n; i++)
    {
      extend (y, self->points[i].here.low);
      extend (y, self->points[i].here.high);
      extend (y, self->points[i].paper);
    }
  if (!(y->max >= y->min))
    {
      y->min = 0;
      y->max = 1;
    }
  if (y->min > 0 && y->min < y->max / 2)
    y->min = 0;
  if (y->min == y->max)
    y->max = y->min + MAX (fabs (y->min) / 10, 1e-9);
  gscope_gtk_range_fit (&range, y->min, y->max);
  y->min = range.min;
  y->max = range.max;
}

static double
get_x (const Picture *self, guint i)
{
  return gscope_gtk_axis_to_pixel (&self->graph.x, self->points[i].x);
}

static double
get_y (const Picture *self, double value)
{
  return gscope_gtk_axis_to_pixel (&self->graph.y, value);
}

static void
draw_bar (const Picture *self, GscopeGtkBrush *brush, guint i)
{
  const GscopeExperimentEstimate *here = &self->points[i].here;
  guint32 color = GSCOPE_GTK_GRAPH_SIGNAL (&self->graph, 0).color;
  double x = get_x (self, i), low, high;

  if (here->n == 0)
    return;
  low = get_y (self, here->low);
  high = get_y (self, here->high);
  if (here->n > 1)
    {
      gscope_gtk_brush_line (brush, x, low, x, high, color, 1.5);
      gscope_gtk_brush_line (brush, x - CAP, low, x + CAP, low, color, 1.5);
      gscope_gtk_brush_line (brush, x - CAP, high, x + CAP, high, color, 1.5);
    }
  cairo_arc (brush->cr, x, get_y (self, here->mean), RADIUS, 0, 2 * G_PI);
  gscope_gtk_brush_set_color (brush, color, 1);
  cairo_fill (brush->cr);
}

static void
draw_ring (const Picture *self, GscopeGtkBrush *brush, guint i)
{
  double x = get_x (self, i), y = get_y (self, self->points[i].paper);

  cairo_new_sub_path (brush->cr);
  cairo_arc (brush->cr, x, y, RADIUS + 1.5, 0, 2 * G_PI);
  gscope_gtk_brush_set_color (brush, brush->palette->text, 1);
  cairo_set_line_width (brush->cr, 1.5);
  cairo_stroke (brush->cr);
}

/* Published values are rings. Between neighbours on a scale of numbers a dashed line goes. */
static void
draw_paper (const Picture *self, GscopeGtkBrush *brush)
{
  const double dashes[] = { 6, 4 };

  for (guint i = 0; i < self->n; i++)
    {
      if (isnan (self->points[i].paper))
        cairo_new_sub_path (brush->cr);
      else if (!self->is_named)
        cairo_line_to (brush->cr, get_x (self, i), get_y (self, self->points[i].paper));
    }
  gscope_gtk_brush_set_color (brush, brush->palette->text, 0.8);
  cairo_set_line_width (brush->cr, 1.5);
  cairo_set_dash (brush->cr, dashes, 2, 0);
  cairo_stroke (brush->cr);
  cairo_set_dash (brush->cr, NULL, 0, 0);
  for (guint i = 0; i < self->n; i++)
    if (isfinite (self->points[i].paper))
      draw_ring (self, brush, i);
}

static void
draw_names (const Picture *self, GscopeGtkBrush *brush)
{
  double width, height, room = self->graph.plot.width / (double) self->n - 4;

  for (guint i = 0; i < self->n; i++)
    {
      gscope_gtk_brush_set_text (brush, get_row (self, i)->name, FALSE, MAX (room, 10));
      gscope_gtk_brush_get_size (brush, &width, &height);
      gscope_gtk_brush_draw_text (brush, get_x (self, i) - width / 2,
                                  self->graph.plot.y + self->graph.plot.height + 5,
                                  self->graph.palette->dim);
    }
}

static void
add_entry (Picture *self, const char *title, guint32 color, gboolean dashed)
{
  GscopeGtkGraphSignal signal = {
    .key = self->graph.signals->len + 1, .title = g_strdup (title), .color = color, .dashed = dashed
  };

  g_array_append_val (self->graph.signals, signal);
}

static void
set_texts (Picture *self, const GscopeExperimentMeasure *measure)
{
  const char *parameter = gscope_experiment_get_parameter (self->experiment);
  g_autofree char *title =
      g_strconcat (measure->title, measure->unit ? ", " : "", measure->unit, NULL);
  g_autofree char *subtitle =
      parameter ? g_strdup_printf (
          _ ("Over %s"), strrchr (parameter, '/') ? strrchr (parameter, '/') + 1 : parameter)
                : NULL;

  gscope_gtk_graph_set_texts (&self->graph, title, subtitle);
  add_entry (self, _ ("Here: mean, 5th to 95th percentile"), self->graph.palette->traces[1], FALSE);
  for (guint i = 0; i < self->n; i++)
    if (isfinite (self->points[i].paper))
      {
        add_entry (self, _ ("Paper"), self->graph.palette->text, TRUE);
        return;
      }
}

/* The points at the end that no run has measured yet are on a shade, with their number. */
static void
draw_rest (const Picture *self, GscopeGtkBrush *brush)
{
  const cairo_rectangle_int_t *plot = &self->graph.plot;
  guint first = self->n;
  double x, width, height;
  g_autofree char *text = NULL;

  while (first > 0 && self->points[first - 1].here.n == 0)
    first--;
  if (self->marks->running < 0 || first == 0 || first == self->n)
    return;
  x = (get_x (self, first - 1) + get_x (self, first)) / 2;
  gscope_gtk_brush_set_color (brush, brush->palette->dim, 0.1);
  cairo_rectangle (brush->cr, x, plot->y, plot->x + plot->width - x, plot->height);
  cairo_fill (brush->cr);
  text = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u point to come", "%u points to come", self->n - first),
      self->n - first);
  gscope_gtk_brush_set_text (brush, text, FALSE, 0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  if (width > plot->x + plot->width - x)
    return;
  gscope_gtk_brush_draw_text (brush, (x + plot->x + plot->width - width) / 2,
                              plot->y + plot->height - height - 6, brush->palette->dim);
}

/* The point that is being measured is hollow; the selected one has a ring around it. */
static void
draw_marks (const Picture *self, GscopeGtkBrush *brush)
{
  int running = self->marks->running, selected = self->marks->selected;

  if (running >= 0 && running < (int) self->n)
    {
      const GscopeExperimentEstimate *here = &self->points[running].here;
      double y = here->n > 0 ? get_y (self, here->mean)
                             : self->graph.plot.y + self->graph.plot.height - 2 * RADIUS;

      cairo_new_sub_path (brush->cr);
      cairo_arc (brush->cr, get_x (self, (guint) running), y, RADIUS, 0, 2 * G_PI);
      gscope_gtk_brush_set_color (brush, brush->palette->plot, 1);
      cairo_fill_preserve (brush->cr);
      gscope_gtk_brush_set_color (brush, GSCOPE_GTK_GRAPH_SIGNAL (&self->graph, 0).color, 1);
      cairo_set_line_width (brush->cr, 2);
      cairo_stroke (brush->cr);
    }
  if (selected < 0 || selected >= (int) self->n || self->points[selected].here.n == 0)
    return;
  cairo_new_sub_path (brush->cr);
  cairo_arc (brush->cr, get_x (self, (guint) selected),
             get_y (self, self->points[selected].here.mean), 2 * RADIUS, 0, 2 * G_PI);
  gscope_gtk_brush_set_color (brush, brush->palette->accent, 1);
  cairo_set_line_width (brush->cr, 2);
  cairo_stroke (brush->cr);
}

static void
draw_graph (const Picture *self, GscopeGtkBrush *brush)
{
  GscopeGtkGraph graph = self->graph;

  /* names take the place of the numbers of an axis without a range */
  if (self->is_named)
    graph.x.max = graph.x.min;
  gscope_gtk_graph_draw (&graph, brush);
  gscope_gtk_graph_draw_legend (&graph, brush);
  if (self->is_named)
    draw_names (self, brush);
  cairo_save (brush->cr);
  gscope_gtk_graph_clip (&graph, brush);
  draw_rest (self, brush);
  draw_paper (self, brush);
  for (guint i = 0; i < self->n; i++)
    draw_bar (self, brush, i);
  draw_marks (self, brush);
  cairo_restore (brush->cr);
}

static void
arrange (Picture *self, GscopeExperimentResults *results, guint measure, double text_scale,
         int width, int height)
{
  gscope_gtk_graph_init (&self->graph, sizeof (GscopeGtkGraphSignal),
                         (GDestroyNotify) gscope_gtk_graph_signal_clear);
  read_points (self, results, measure);
  gscope_gtk_graph_arrange (&self->graph, text_scale, width, height);
  arrange_x (self);
  arrange_y (self);
}

static void
clear (Picture *self)
{
  gscope_gtk_graph_clear (&self->graph);
  g_free (self->points);
}

void
gscope_gtk_experiment_picture_draw_marked (GscopeExperimentResults *results, guint measure,
                                           const GscopeGtkExperimentMarks *marks, cairo_t *cr,
                                           PangoContext *context, int width, int height,
                                           const GscopeGtkPalette *palette)
{
  Picture self = { .marks = marks };
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, context, palette);
  self.graph.palette = palette;
  arrange (&self, results, measure, brush.text_scale, width, height);
  self.graph.palette = palette;
  set_texts (&self, gscope_experiment_get_measures (self.experiment)->pdata[measure]);
  draw_graph (&self, &brush);
  gscope_gtk_brush_clear (&brush);
  clear (&self);
}

int
gscope_gtk_experiment_picture_find (GscopeExperimentResults *results, guint measure,
                                    double text_scale, int width, int height, double x)
{
  Picture self = { 0 };
  int nearest = -1;
  double distance = INFINITY;

  arrange (&self, results, measure, text_scale, width, height);
  for (guint i = 0; i < self.n; i++)
    if (fabs (get_x (&self, i) - x) < distance)
      {
        distance = fabs (get_x (&self, i) - x);
        nearest = (int) i;
      }
  clear (&self);
  return nearest;
}

/**
 * gscope_gtk_experiment_picture_draw: (skip)
 * @results: the results of an experiment
 * @measure: the position of a measure
 * @cr: a cairo context
 * @width: in logical pixels
 * @height: in logical pixels
 * @dark: whether light lines are drawn on a dark background
 *
 * Draws the values of a measure at each point of an experiment: the mean of its runs, with a bar from the 5th to the
 * 95th percentile, and the published values as rings.
 *
 * Since: 1.0
 */
void
gscope_gtk_experiment_picture_draw (GscopeExperimentResults *results, guint measure, cairo_t *cr,
                                    int width, int height, gboolean dark)
{
  const GscopeGtkExperimentMarks none = { -1, -1 };
  PangoContext *context;

  g_return_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (results) && cr);
  g_return_if_fail (
      measure
      < gscope_experiment_get_measures (gscope_experiment_results_get_experiment (results))->len);

  context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  gscope_gtk_experiment_picture_draw_marked (results, measure, &none, cr, context, width, height,
                                             gscope_gtk_palette_get (dark));
  g_object_unref (context);
}

static cairo_status_t
append (void *data, const unsigned char *bytes, unsigned int length)
{
  g_byte_array_append (data, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

/**
 * gscope_gtk_experiment_picture_to_svg:
 * @results: the results of an experiment
 * @measure: the position of a measure
 * @width: in pixels
 * @height: in pixels
 * @dark: whether light lines are drawn on a dark background
 *
 * Draws the picture of gscope_gtk_experiment_picture_draw() as SVG. It needs no display.
 *
 * Returns: (transfer full): the document
 *
 * Since: 1.0
 */
GBytes *
gscope_gtk_experiment_picture_to_svg (GscopeExperimentResults *results, guint measure, int width,
                                      int height, gboolean dark)
{
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (append, bytes, width, height);
  cairo_t *cr = cairo_create (surface);

  gscope_gtk_experiment_picture_draw (results, measure, cr, width, height, dark);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return g_byte_array_free_to_bytes (bytes);
}

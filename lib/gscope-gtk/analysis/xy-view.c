/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/analysis-view-private.h>
#include <gscope-gtk/analysis/xy-picture.h>
#include <gscope-gtk/analysis/xy-view.h>
#include <gscope-gtk/chrome/measure.h>
#include <gscope-gtk/plot/range.h>
#include <gscope-gtk/view/objects.h>
#include <property.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/**
 * GscopeGtkXyView:
 *
 * Shows one signal of a view over another, in the view's visible time.
 *
 * The Y signal is the chosen [property@AnalysisView:signal], or the first one of the view that is
 * not the X signal; the X signal is [property@XyView:x], or the first one that is not the Y signal.
 * The points are those of [func@Gscope.xy_get_points]; older ones are fainter, and a dot marks the
 * newest one. The axes have the ranges of the signals if those are set, or follow the values.
 *
 * The cursor is the view's: a dot at the values of its time. The arrow keys left and right move it
 * in time.
 *
 * ## CSS nodes
 *
 * It has one node, `gscope-xy-view`. Its `color` decides between the light and the dark palette.
 *
 * Since: 1.0
 */
struct _GscopeGtkXyView
{
  GscopeGtkAnalysisView parent_instance;

  GscopeGtkViewSignal *x;
  gboolean equal_scales;
  GscopeGtkInterval interval;
  GscopeGtkXyPicture picture;
  GscopeGtkRange x_range;
  GscopeGtkRange y_range;
};

G_DEFINE_FINAL_TYPE (GscopeGtkXyView, gscope_gtk_xy_view, GSCOPE_GTK_TYPE_ANALYSIS_VIEW)

/* Returns the first visible signal that is not the signal of the other axis. */
static GscopeGtkViewSignal *
find_other (GscopeGtkXyView *self, GscopeGtkViewSignal *other)
{
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (self));
  GListModel *model = view ? gscope_gtk_view_get_signals (view) : NULL;

  for (guint i = 0; model && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (model, i);

      if (entry != other && !gscope_gtk_view_signal_get_hidden (entry))
        return entry;
    }
  return NULL;
}

static gboolean
has_signal (GscopeGtkXyView *self, GscopeGtkViewSignal *signal)
{
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (self));
  GListModel *model = view ? gscope_gtk_view_get_signals (view) : NULL;

  for (guint i = 0; model && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (model, i);

      if (entry == signal)
        return TRUE;
    }
  return FALSE;
}

/* Finds the X and the Y signal, which may be NULL. */
static void
find_signals (GscopeGtkXyView *self, GscopeGtkViewSignal **x, GscopeGtkViewSignal **y)
{
  *y = gscope_gtk_analysis_view_get_signal (GSCOPE_GTK_ANALYSIS_VIEW (self));
  *x = self->x ? self->x : find_other (self, *y);
  if (!*y)
    *y = find_other (self, *x);
}

static GscopeTrace *
get_trace (GscopeGtkViewSignal *signal)
{
  return gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (signal));
}

/* Makes the axis of a signal logarithmic or linear, as it is over time. */
static void
choose_kind (GscopeGtkXyView *self, GscopeGtkAxis *axis, GscopeGtkViewSignal *signal,
             GscopeGtkRange *range)
{
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (self));
  const GscopeGtkScene *scene =
      gscope_gtk_painting_get_scene (gscope_gtk_view_get_objects (view)->painting);

  axis->logarithmic = gscope_gtk_scene_is_logarithmic (scene, signal);
  if (range->logarithmic == axis->logarithmic)
    return;
  *range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
  if (axis->logarithmic)
    *range = (GscopeGtkRange){ 1, 10, range->roomy_since, TRUE };
}

/* An end of 0 has no place on a logarithmic axis: the values decide the range. */
static void
choose_axis (GscopeGtkAxis *axis, GscopeGtkViewSignal *signal, GscopeGtkRange *range, double min,
             double max)
{
  gscope_gtk_view_signal_get_range (signal, &axis->min, &axis->max);
  if (!gscope_gtk_view_signal_get_auto_range (signal) && (!axis->logarithmic || axis->min > 0))
    return;
  gscope_gtk_range_follow (range, min, max, g_get_monotonic_time () * 1000);
  axis->min = range->min;
  axis->max = range->max;
}

static void
choose_axes (GscopeGtkXyView *self, GscopeGtkViewSignal *x, GscopeGtkViewSignal *y)
{
  GscopeGtkXyPicture *picture = &self->picture;
  GscopeXyPoint min = { INFINITY, INFINITY }, max = { -INFINITY, -INFINITY };

  choose_kind (self, &picture->graph.x, x, &self->x_range);
  choose_kind (self, &picture->graph.y, y, &self->y_range);
  for (gsize i = 0; i < picture->n_points; i++)
    {
      GscopeXyPoint point = picture->points[i];

      if (!isfinite (point.x) || !isfinite (point.y)
          || (picture->graph.x.logarithmic && point.x <= 0)
          || (picture->graph.y.logarithmic && point.y <= 0))
        continue;
      min = (GscopeXyPoint){ MIN (min.x, point.x), MIN (min.y, point.y) };
      max = (GscopeXyPoint){ MAX (max.x, point.x), MAX (max.y, point.y) };
    }
  choose_axis (&picture->graph.x, x, &self->x_range, min.x, max.x);
  choose_axis (&picture->graph.y, y, &self->y_range, min.y, max.y);
  if (self->equal_scales)
    gscope_gtk_xy_picture_equalize (picture);
}

static GscopeXyPoint
read_at (GscopeGtkViewSignal *x, GscopeGtkViewSignal *y, gint64 time)
{
  return (GscopeXyPoint){ gscope_gtk_measure_read (x, time), gscope_gtk_measure_read (y, time) };
}

static void
fill_picture (GscopeGtkXyView *self, GscopeGtkViewSignal *x, GscopeGtkViewSignal *y)
{
  GscopeGtkXyPicture *picture = &self->picture;
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (self));
  gint64 time;

  picture->n_points = gscope_xy_get_points (
      get_trace (x), gscope_gtk_view_signal_get_line_mode (x) == GSCOPE_LINE_MODE_STEPS,
      get_trace (y), gscope_gtk_view_signal_get_line_mode (y) == GSCOPE_LINE_MODE_STEPS,
      self->interval.begin, self->interval.end, picture->points, GSCOPE_GTK_XY_MAX_POINTS);
  picture->newest =
      picture->n_points > 0 ? picture->points[picture->n_points - 1] : (GscopeXyPoint){ NAN, NAN };
  picture->cursor = (GscopeXyPoint){ NAN, NAN };
  if (gscope_gtk_view_get_cursor (view, &time))
    picture->cursor = read_at (x, y, time);
}

static void
name_signals (GscopeGtkXyView *self, GscopeGtkViewSignal *x, GscopeGtkViewSignal *y)
{
  GscopeGtkAnalysisView *base = GSCOPE_GTK_ANALYSIS_VIEW (self);
  GscopeGtkGraph *graph = &self->picture.graph;

  g_array_set_size (graph->signals, 2);
  gscope_gtk_analysis_view_name_signal (base, x, &GSCOPE_GTK_GRAPH_SIGNAL (graph, 0));
  gscope_gtk_analysis_view_name_signal (base, y, &GSCOPE_GTK_GRAPH_SIGNAL (graph, 1));
  graph->x.unit = GSCOPE_GTK_GRAPH_SIGNAL (graph, 0).unit;
  graph->y.unit = GSCOPE_GTK_GRAPH_SIGNAL (graph, 1).unit;
}

static void
choose_texts (GscopeGtkXyView *self, GscopeGtkViewSignal *x, GscopeGtkViewSignal *y)
{
  g_autofree char *text =
      /* Translators: one signal over another one */
      x && y ? g_strdup_printf (_ ("%s over %s"), gscope_gtk_view_signal_get_label (y),
                                gscope_gtk_view_signal_get_label (x))
             : NULL;

  gscope_gtk_graph_set_texts (&self->picture.graph, _ ("XY"), text);
}

static gboolean
update (GscopeGtkAnalysisView *view, const GscopeGtkInterval *interval, gboolean only_time)
{
  GscopeGtkXyView *self = GSCOPE_GTK_XY_VIEW (view);
  GscopeGtkViewSignal *x, *y;

  if (self->x && !has_signal (self, self->x))
    gscope_gtk_xy_view_set_x (self, NULL);
  find_signals (self, &x, &y);
  self->interval = *interval;
  choose_texts (self, x, y);
  gscope_gtk_graph_drop_signals (&self->picture.graph);
  if (!x || !y)
    return TRUE;
  fill_picture (self, x, y);
  choose_axes (self, x, y);
  name_signals (self, x, y);
  return TRUE;
}

static void
draw (GscopeGtkAnalysisView *view, GscopeGtkBrush *brush)
{
  gscope_gtk_xy_picture_draw (&GSCOPE_GTK_XY_VIEW (view)->picture, brush);
}

static void
set_cursor (GscopeGtkXyView *self, gint64 time)
{
  GscopeGtkAnalysisView *base = GSCOPE_GTK_ANALYSIS_VIEW (self);
  GscopeGtkViewSignal *x, *y;

  find_signals (self, &x, &y);
  time = CLAMP (time, self->interval.begin, self->interval.end - 1);
  gscope_gtk_view_set_cursor (gscope_gtk_analysis_view_get_view (base), time);
  self->picture.cursor = read_at (x, y, time);
  gscope_gtk_analysis_view_redraw (base);
}

/* Returns the time of the drawn point that is nearest to a position. */
static gint64
find_time (GscopeGtkXyView *self, double x, double y)
{
  const GscopeGtkGraph *graph = &self->picture.graph;
  GscopeGtkViewSignal *along, *across;
  gint64 step = (self->interval.end - self->interval.begin) / GSCOPE_GTK_XY_MAX_POINTS + 1;
  gint64 found = self->interval.end - 1;
  double least = INFINITY;

  find_signals (self, &along, &across);
  for (gint64 time = found; time >= self->interval.begin; time -= step)
    {
      GscopeXyPoint point = read_at (along, across, time);
      double distance = hypot (gscope_gtk_axis_to_pixel (&graph->x, point.x) - x,
                               gscope_gtk_axis_to_pixel (&graph->y, point.y) - y);

      if (distance < least)
        {
          least = distance;
          found = time;
        }
    }
  return found;
}

static void
place (GscopeGtkAnalysisView *view, double x, double y)
{
  GscopeGtkXyView *self = GSCOPE_GTK_XY_VIEW (view);

  set_cursor (self, find_time (self, x, y));
}

/* Moves the cursor in time; a step is the visible time divided by the width in pixels. */
static void
step (GscopeGtkAnalysisView *view, int dx, int dy)
{
  GscopeGtkXyView *self = GSCOPE_GTK_XY_VIEW (view);
  gint64 span = self->interval.end - self->interval.begin, time;

  if (gscope_gtk_view_get_cursor (gscope_gtk_analysis_view_get_view (view), &time))
    set_cursor (self, time + dx * (span / self->picture.graph.plot.width));
  else
    set_cursor (self, self->interval.end - span / 2);
}

static void
clear (GscopeGtkAnalysisView *view)
{
  GscopeGtkXyView *self = GSCOPE_GTK_XY_VIEW (view);

  self->picture.cursor = (GscopeXyPoint){ NAN, NAN };
  if (gscope_gtk_analysis_view_get_view (view))
    gscope_gtk_view_clear_cursor (gscope_gtk_analysis_view_get_view (view));
  gscope_gtk_analysis_view_redraw (view);
}

static char *
read_cursor (GscopeGtkAnalysisView *view)
{
  const GscopeGtkXyPicture *picture = &GSCOPE_GTK_XY_VIEW (view)->picture;

  if (picture->graph.signals->len == 0 || isnan (picture->cursor.x) || isnan (picture->cursor.y))
    return NULL;
  return gscope_gtk_xy_picture_format (picture, picture->cursor);
}

static GscopeGtkViewSignal *
find_named (GscopeGtkView *view, GscopeViewSettings *settings, const char *property)
{
  GListModel *model = gscope_gtk_view_get_signals (view);
  g_autofree char *name = NULL;

  g_object_get (settings, property, &name, NULL);
  for (guint i = 0; name[0] && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      if (g_str_equal (gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal)),
                       name))
        return signal;
    }
  return NULL;
}

static void
take_signals (GscopeGtkXyView *self)
{
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (self));
  GscopeViewSettings *settings = view ? gscope_gtk_view_get_settings (view) : NULL;

  if (!view)
    return;
  gscope_gtk_xy_view_set_x (self, find_named (view, settings, "x"));
  gscope_gtk_analysis_view_set_signal (GSCOPE_GTK_ANALYSIS_VIEW (self),
                                       find_named (view, settings, "y"));
}

/* Applies the X and Y signals of the settings, now and whenever settings or signals of the view
 * change. */
static void
follow (GscopeGtkAnalysisView *self, GscopeViewSettings *settings)
{
  g_object_bind_property (settings, "equal-scales", self, "equal-scales", G_BINDING_SYNC_CREATE);
  g_signal_connect_object (settings, "notify", G_CALLBACK (take_signals), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gscope_gtk_analysis_view_get_view (self), "arranged",
                           G_CALLBACK (take_signals), self, G_CONNECT_SWAPPED);
  take_signals (GSCOPE_GTK_XY_VIEW (self));
}

static const GscopeGtkAnalysisFuncs funcs = {
  .graph = G_STRUCT_OFFSET (GscopeGtkXyView, picture.graph),
  .update = update,
  .draw = draw,
  .place = place,
  .step = step,
  .clear = clear,
  .read = read_cursor,
  .follow = follow,
};

static void
gscope_gtk_xy_view_dispose (GObject *object)
{
  g_clear_object (&GSCOPE_GTK_XY_VIEW (object)->x);
  G_OBJECT_CLASS (gscope_gtk_xy_view_parent_class)->dispose (object);
}

static void
gscope_gtk_xy_view_finalize (GObject *object)
{
  gscope_gtk_xy_picture_clear (&GSCOPE_GTK_XY_VIEW (object)->picture);
  G_OBJECT_CLASS (gscope_gtk_xy_view_parent_class)->finalize (object);
}

static gboolean
get_equal_scales (GscopeGtkXyView *self)
{
  return self->equal_scales;
}

static void
set_equal_scales (GscopeGtkXyView *self, gboolean equal_scales)
{
  if (self->equal_scales == !!equal_scales)
    return;
  self->equal_scales = !!equal_scales;
  gscope_gtk_analysis_view_change (GSCOPE_GTK_ANALYSIS_VIEW (self));
  g_object_notify (G_OBJECT (self), "equal-scales");
}

static void
gscope_gtk_xy_view_class_init (GscopeGtkXyViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_gtk_xy_view_dispose;
  object_class->finalize = gscope_gtk_xy_view_finalize;
  GSCOPE_GTK_ANALYSIS_VIEW_CLASS (klass)->funcs = &funcs;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gscope-xy-view");
  /**
   * GscopeGtkXyView:x:
   *
   * The X signal.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "x", gscope_gtk_xy_view_get_x, gscope_gtk_xy_view_set_x,
                GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  /**
   * GscopeGtkXyView:equal-scales:
   *
   * Whether a unit of the X signal is as long as a unit of the Y signal, so that a circle looks like one. One axis then
   * shows more than the range of its signal.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "equal-scales", get_equal_scales, set_equal_scales, FALSE);
}

static void
gscope_gtk_xy_view_init (GscopeGtkXyView *self)
{
  self->x_range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
  self->y_range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
  gscope_gtk_xy_picture_init (&self->picture);
}

/**
 * gscope_gtk_xy_view_new:
 * @view: (nullable): the view to follow
 *
 * Creates a view of one signal over another.
 *
 * Returns: (transfer floating): the XY view
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_xy_view_new (GscopeGtkView *view)
{
  return g_object_new (GSCOPE_GTK_TYPE_XY_VIEW, "view", view, NULL);
}

/**
 * gscope_gtk_xy_view_get_x: (get-property x)
 * @self: an XY view
 *
 * The X signal.
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if it is the first one
 *
 * Since: 1.0
 */
GscopeGtkViewSignal *
gscope_gtk_xy_view_get_x (GscopeGtkXyView *self)
{
  return self->x;
}

/**
 * gscope_gtk_xy_view_set_x: (set-property x)
 * @self: an XY view
 * @x: (nullable): a signal of its view; %NULL for the first one
 *
 * Sets the X signal, until the signal is removed from the view.
 *
 * Since: 1.0
 */
void
gscope_gtk_xy_view_set_x (GscopeGtkXyView *self, GscopeGtkViewSignal *x)
{
  if (!g_set_object (&self->x, x))
    return;
  self->x_range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
  gscope_gtk_analysis_view_change (GSCOPE_GTK_ANALYSIS_VIEW (self));
  g_object_notify (G_OBJECT (self), "x");
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/experiment-plot.h>

#include <gscope-gtk/analysis/experiment-picture-private.h>
#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/surroundings.h>
#include <property.h>

#include <glib/gi18n-lib.h>

enum
{
  MIN_WIDTH = 240,
  MIN_HEIGHT = 200,
  NATURAL_WIDTH = 480,
  NATURAL_HEIGHT = 340,
};

/**
 * GscopeGtkExperimentPlot:
 *
 * Shows a measure of the results of an experiment over its points: the mean of the runs, a bar from the 5th to the 95th
 * percentile, and the published values as rings. It is drawn again when a run is added.
 *
 * The arrow keys left and right, Home and End select a point; so does a click. The accessible description has the
 * values of the selected point.
 *
 * ## CSS nodes
 *
 * It has one node, `gscope-experiment-plot`. Its `color` decides between the light and the dark palette.
 *
 * Since: 1.0
 */
struct _GscopeGtkExperimentPlot
{
  GtkWidget parent_instance;

  GscopeExperimentResults *results;
  guint measure;
  GscopeGtkExperimentMarks marks;
};

G_DEFINE_FINAL_TYPE (GscopeGtkExperimentPlot, gscope_gtk_experiment_plot, GTK_TYPE_WIDGET)

static GscopeExperiment *
get_experiment (GscopeGtkExperimentPlot *self)
{
  return self->results ? gscope_experiment_results_get_experiment (self->results) : NULL;
}

static guint
count_points (GscopeGtkExperimentPlot *self)
{
  return self->results ? gscope_experiment_get_points (get_experiment (self))->len : 0;
}

/* An object that was made without a document has no measure. */
static gboolean
can_draw (GscopeGtkExperimentPlot *self)
{
  return self->results && count_points (self) > 0
         && self->measure < gscope_experiment_get_measures (get_experiment (self))->len;
}

static void
describe (GscopeGtkExperimentPlot *self)
{
  g_autofree char *text = NULL;

  if (can_draw (self) && self->marks.selected >= 0)
    text = gscope_experiment_results_describe_point (self->results, self->measure,
                                                     (guint) self->marks.selected);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text ? text : _ ("No point is selected"), -1);
}

static void
on_changed (GscopeGtkExperimentPlot *self)
{
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
gscope_gtk_experiment_plot_dispose (GObject *object)
{
  GscopeGtkExperimentPlot *self = GSCOPE_GTK_EXPERIMENT_PLOT (object);

  if (self->results)
    g_signal_handlers_disconnect_by_data (self->results, self);
  g_clear_object (&self->results);
  G_OBJECT_CLASS (gscope_gtk_experiment_plot_parent_class)->dispose (object);
}

static void
gscope_gtk_experiment_plot_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                                    int *minimum, int *natural, int *minimum_baseline,
                                    int *natural_baseline)
{
  gboolean is_wide = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = is_wide ? MIN_WIDTH : MIN_HEIGHT;
  *natural = is_wide ? NATURAL_WIDTH : NATURAL_HEIGHT;
}

static void
gscope_gtk_experiment_plot_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GscopeGtkExperimentPlot *self = GSCOPE_GTK_EXPERIMENT_PLOT (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  cairo_t *cr;

  if (!can_draw (self))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  gscope_gtk_experiment_picture_draw_marked (self->results, self->measure, &self->marks, cr,
                                             gtk_widget_get_pango_context (widget), width, height,
                                             gscope_gtk_surroundings_get_palette (widget));
  cairo_destroy (cr);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, width,
                               height);
}

/* Selects the next point to the right or left, the first or the last one. */
static gboolean
on_step (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkExperimentPlot *self = GSCOPE_GTK_EXPERIMENT_PLOT (widget);
  int n = (int) count_points (self), step = g_variant_get_int32 (arguments);
  gint64 point =
      self->marks.selected < 0 ? (step > 0 ? 0 : n - 1) : (gint64) self->marks.selected + step;

  if (n > 0)
    gscope_gtk_experiment_plot_set_selected (self, (int) CLAMP (point, 0, n - 1));
  return GDK_EVENT_STOP;
}

static void
on_pressed (GtkGestureClick *gesture, int n, double x, double y, GscopeGtkExperimentPlot *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_grab_focus (widget);
  if (can_draw (self))
    gscope_gtk_experiment_plot_set_selected (
        self, gscope_gtk_experiment_picture_find (
                  self->results, self->measure,
                  gscope_gtk_brush_measure_text (gtk_widget_get_pango_context (widget)),
                  gtk_widget_get_width (widget), gtk_widget_get_height (widget), x));
}

static void
gscope_gtk_experiment_plot_class_init (GscopeGtkExperimentPlotClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gscope_gtk_experiment_plot_dispose;
  widget_class->measure = gscope_gtk_experiment_plot_measure;
  widget_class->snapshot = gscope_gtk_experiment_plot_snapshot;
  gtk_widget_class_set_css_name (widget_class, "gscope-experiment-plot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, on_step, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, on_step, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Home, 0, on_step, "i", -G_MAXINT32);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_End, 0, on_step, "i", G_MAXINT32);

  /**
   * GscopeGtkExperimentPlot:results:
   *
   * The results that are shown.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "results", gscope_gtk_experiment_plot_get_results,
                gscope_gtk_experiment_plot_set_results, GSCOPE_TYPE_EXPERIMENT_RESULTS);
  /**
   * GscopeGtkExperimentPlot:measure:
   *
   * The position of the measure that is shown.
   *
   * Since: 1.0
   */
  property_add (object_class, uint, "measure", gscope_gtk_experiment_plot_get_measure,
                gscope_gtk_experiment_plot_set_measure, 0, G_MAXUINT, 0);
  /**
   * GscopeGtkExperimentPlot:selected:
   *
   * The position of the selected point; -1 for none.
   *
   * Since: 1.0
   */
  property_add (object_class, int, "selected", gscope_gtk_experiment_plot_get_selected,
                gscope_gtk_experiment_plot_set_selected, -1, G_MAXINT, -1);
  /**
   * GscopeGtkExperimentPlot:running:
   *
   * The position of the point that is being measured; -1 for none.
   *
   * Since: 1.0
   */
  property_add (object_class, int, "running", gscope_gtk_experiment_plot_get_running,
                gscope_gtk_experiment_plot_set_running, -1, G_MAXINT, -1);
}

static void
gscope_gtk_experiment_plot_init (GscopeGtkExperimentPlot *self)
{
  GtkGesture *gesture = gtk_gesture_click_new ();

  self->marks = (GscopeGtkExperimentMarks){ -1, -1 };
  g_signal_connect (gesture, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (gesture));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Results of the Experiment"), -1);
  describe (self);
}

/**
 * gscope_gtk_experiment_plot_get_results:
 * @self: a plot
 *
 * Gets the results that are shown.
 *
 * Returns: (transfer none) (nullable): the results
 *
 * Since: 1.0
 */
GscopeExperimentResults *
gscope_gtk_experiment_plot_get_results (GscopeGtkExperimentPlot *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_EXPERIMENT_PLOT (self), NULL);

  return self->results;
}

/**
 * gscope_gtk_experiment_plot_set_results:
 * @self: a plot
 * @results: (nullable): results of an experiment
 *
 * Shows results. No point is selected.
 *
 * Since: 1.0
 */
void
gscope_gtk_experiment_plot_set_results (GscopeGtkExperimentPlot *self,
                                        GscopeExperimentResults *results)
{
  g_return_if_fail (GSCOPE_GTK_IS_EXPERIMENT_PLOT (self));

  if (results == self->results)
    return;
  if (self->results)
    g_signal_handlers_disconnect_by_data (self->results, self);
  g_set_object (&self->results, results);
  if (results)
    g_signal_connect_swapped (results, "changed", G_CALLBACK (on_changed), self);
  gscope_gtk_experiment_plot_set_selected (self, -1);
  on_changed (self);
  g_object_notify (G_OBJECT (self), "results");
}

/**
 * gscope_gtk_experiment_plot_get_measure:
 * @self: a plot
 *
 * Gets the measure that is shown.
 *
 * Returns: its position
 *
 * Since: 1.0
 */
guint
gscope_gtk_experiment_plot_get_measure (GscopeGtkExperimentPlot *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_EXPERIMENT_PLOT (self), 0);

  return self->measure;
}

/**
 * gscope_gtk_experiment_plot_set_measure:
 * @self: a plot
 * @measure: the position of a measure
 *
 * Shows a measure. Where there is none of that position, the plot is empty.
 *
 * Since: 1.0
 */
void
gscope_gtk_experiment_plot_set_measure (GscopeGtkExperimentPlot *self, guint measure)
{
  g_return_if_fail (GSCOPE_GTK_IS_EXPERIMENT_PLOT (self));

  if (measure == self->measure)
    return;
  self->measure = measure;
  on_changed (self);
  g_object_notify (G_OBJECT (self), "measure");
}

/**
 * gscope_gtk_experiment_plot_get_selected:
 * @self: a plot
 *
 * Gets the selected point.
 *
 * Returns: its position; -1 for none
 *
 * Since: 1.0
 */
int
gscope_gtk_experiment_plot_get_selected (GscopeGtkExperimentPlot *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_EXPERIMENT_PLOT (self), -1);

  return self->marks.selected;
}

/* Changes a mark, and notifies of its property. */
static void
set_mark (GscopeGtkExperimentPlot *self, int *mark, int point, const char *property)
{
  if (point == *mark)
    return;
  *mark = point;
  on_changed (self);
  g_object_notify (G_OBJECT (self), property);
}

/**
 * gscope_gtk_experiment_plot_set_selected:
 * @self: a plot
 * @point: the position of a point; -1 for none
 *
 * Selects a point.
 *
 * Since: 1.0
 */
void
gscope_gtk_experiment_plot_set_selected (GscopeGtkExperimentPlot *self, int point)
{
  g_return_if_fail (GSCOPE_GTK_IS_EXPERIMENT_PLOT (self));

  set_mark (self, &self->marks.selected, point < (int) count_points (self) ? point : -1,
            "selected");
}

/**
 * gscope_gtk_experiment_plot_get_running:
 * @self: a plot
 *
 * Gets the point that is shown as being measured.
 *
 * Returns: its position; -1 for none
 *
 * Since: 1.0
 */
int
gscope_gtk_experiment_plot_get_running (GscopeGtkExperimentPlot *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_EXPERIMENT_PLOT (self), -1);

  return self->marks.running;
}

/**
 * gscope_gtk_experiment_plot_set_running:
 * @self: a plot
 * @point: the position of a point; -1 for none
 *
 * Shows a point as being measured: it is hollow, and the points at the end that have no run yet are on a shade.
 *
 * Since: 1.0
 */
void
gscope_gtk_experiment_plot_set_running (GscopeGtkExperimentPlot *self, int point)
{
  g_return_if_fail (GSCOPE_GTK_IS_EXPERIMENT_PLOT (self));

  set_mark (self, &self->marks.running, point < (int) count_points (self) ? point : -1, "running");
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/time-ruler.h>
#include <gscope-gtk/paint/image-node.h>
#include <gscope-gtk/pane/overview-private.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/surroundings.h>
#include <gscope-gtk/view/objects.h>
#include <property.h>

#include <glib/gi18n-lib.h>
#include <gscope/clock/transport.h>
#include <math.h>

enum
{
  MIN_WIDTH = 120,
  NATURAL_WIDTH = 400,
  /* left and right of the plot where no view is above it */
  INSET = 6,
};

/**
 * GscopeGtkOverview:
 *
 * A strip with the whole history of a view's signals, or the whole recording, and with the time that the view
 * shows as a window in it.
 *
 * It draws the first eight signals that the view shows. Signals with the same unit share a range. The first signal is in
 * front of the others, and the selected one in front of all. Markers are lines at the top, losses triangles at the bottom. In a recording a playhead is at the
 * position of the playback, and what is after it is shown, too.
 *
 * The window is moved with a drag within it or a click beside it, and resized with a drag of its edges; the wheel
 * zooms. Once the strip has the focus, the arrow keys move the window, with Control by its whole length;
 * with Shift they move its beginning, with Shift and Control its end. + and − change its length, Home and End go
 * to the beginning and the end, and Space holds the view.
 *
 * The strip follows the time at most five times a second, and is drawn again only if a pixel of it changes.
 *
 * ## CSS nodes
 *
 * It has one node, `gscope-overview`. Its `color` decides between the light and the dark palette.
 *
 * Since: 1.0
 */
struct _GscopeGtkOverview
{
  GtkWidget parent_instance;

  GscopeGtkView *view;
  GscopeGtkOverviewPicture picture;
  GscopeGtkOverviewWindow window;
  /* changes with each sample of a recording */
  guint64 n_samples;
  guint n_drawings;
  gboolean is_stale;
  /* the markers of the scopes, and the clock of a recording, which are followed */
  GPtrArray *marker_lists;
  GscopeTransport *transport;
  gint64 moment;
  GskRenderNode *traces;
  GskRenderNode *frame;
};

G_DEFINE_FINAL_TYPE (GscopeGtkOverview, gscope_gtk_overview, GTK_TYPE_WIDGET)

static GscopeGtkViewport *
get_viewport (GscopeGtkOverview *self)
{
  return gscope_gtk_view_get_viewport (self->view);
}

static const GscopeGtkAnnotations *
get_annotations (GscopeGtkOverview *self)
{
  return gscope_gtk_painting_get_annotations (gscope_gtk_view_get_objects (self->view)->painting);
}

/* Returns the clock of a recording, or NULL. */
static GscopeTransport *
get_transport (GscopeGtkOverview *self)
{
  GscopeClock *clock = get_annotations (self)->clock;

  return GSCOPE_IS_TRANSPORT (clock) ? GSCOPE_TRANSPORT (clock) : NULL;
}

/* Lists the signals that are drawn, from the back to the front: the selected one is in front of the first. */
static void
list_signals (GscopeGtkOverview *self)
{
  GListModel *entries = gscope_gtk_view_get_signals (self->view);
  GscopeGtkViewSignal *selected = gscope_gtk_view_get_selected (self->view);
  GPtrArray *signals = self->picture.signals;

  g_ptr_array_set_size (signals, 0);
  for (guint i = 0; i < g_list_model_get_n_items (entries)
                    && signals->len + (selected != NULL) < GSCOPE_GTK_OVERVIEW_SIGNALS;
       i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (entries, i);

      if (entry != selected && !gscope_gtk_view_signal_get_hidden (entry))
        g_ptr_array_insert (signals, 0, g_object_ref (entry));
    }
  if (selected && !gscope_gtk_view_signal_get_hidden (selected))
    g_ptr_array_add (signals, g_object_ref (selected));
}

/* Returns the last time that has samples. */
static gint64
find_end (GscopeGtkOverview *self)
{
  GscopeTransport *transport = get_transport (self);

  return transport ? gscope_transport_get_end (transport)
                   : gscope_gtk_viewport_get_pen (get_viewport (self));
}

/* Returns the time of the oldest sample that is here, or the beginning of the window if that is earlier. */
static gint64
find_begin (GscopeGtkOverview *self)
{
  gint64 begin = gscope_gtk_viewport_get_end (get_viewport (self))
                 - gscope_gtk_viewport_get_span (get_viewport (self));
  GPtrArray *signals = self->picture.signals;

  for (guint i = 0; i < signals->len; i++)
    {
      GscopeTrace *trace =
          gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (signals->pdata[i]));
      guint64 first = gscope_trace_get_first (trace);

      if (first < gscope_trace_get_end (trace))
        begin = MIN (begin, gscope_trace_get_time (trace, first));
    }
  return begin;
}

static guint64
count_samples (GscopeGtkOverview *self)
{
  GPtrArray *signals = self->picture.signals;
  guint64 n = 0;

  for (guint i = 0; i < signals->len; i++)
    {
      GscopeTrace *trace =
          gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (signals->pdata[i]));

      n += gscope_trace_get_first (trace) + gscope_trace_get_end (trace);
    }
  return n;
}

/* Returns whether the grid has another place, or samples of a recording have come. */
static gboolean
update_axis (GscopeGtkOverview *self)
{
  GscopeGtkOverviewPicture *picture = &self->picture;
  GscopeTransport *transport = get_transport (self);
  GscopeGtkOverviewAxis old = picture->axis;
  gint64 begin = transport ? gscope_transport_get_begin (transport) : find_begin (self);
  gint64 end = find_end (self);
  guint64 n_samples = transport ? count_samples (self) : 0;
  gboolean is_new;

  gscope_gtk_overview_axis_init (&picture->axis, begin, end,
                                 (guint) round (picture->plot.width * picture->device_scale),
                                 !transport);
  is_new = old.first != picture->axis.first || old.width != picture->axis.width
           || old.n != picture->axis.n || n_samples != self->n_samples
           || gscope_gtk_divide_down (end, old.width)
                  != gscope_gtk_divide_down (picture->pen, old.width);
  if (is_new)
    picture->pen = end;
  self->n_samples = n_samples;
  return is_new;
}

static double
to_place (GscopeGtkOverview *self, gint64 time)
{
  double column = gscope_gtk_overview_axis_to_column (&self->picture.axis, time);

  return CLAMP (round (column), 0, self->picture.axis.n) / self->picture.device_scale;
}

static gboolean
update_window (GscopeGtkOverview *self)
{
  GscopeGtkViewport *viewport = get_viewport (self);
  GscopeTransport *transport = get_transport (self);
  gint64 end = gscope_gtk_viewport_get_end (viewport);
  GscopeGtkOverviewWindow window = {
    to_place (self, end - gscope_gtk_viewport_get_span (viewport)),
    to_place (self, end),
    transport ? to_place (self, gscope_transport_get_position (transport)) : NAN,
  };
  double missing = GSCOPE_GTK_OVERVIEW_GRIP - (window.end - window.begin);
  gboolean is_new;

  if (missing > 0)
    {
      window.begin = MAX (0, window.begin - missing / 2);
      window.end = MIN (self->picture.plot.width, window.begin + GSCOPE_GTK_OVERVIEW_GRIP);
    }
  is_new = memcmp (&self->window, &window, sizeof window) != 0;
  self->window = window;
  return is_new;
}

/* Looks what has changed, and draws that alone. */
static void
update (GscopeGtkOverview *self)
{
  gboolean is_new;

  if (!self->view || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  is_new = update_axis (self) || self->is_stale;
  self->is_stale = FALSE;
  if (is_new)
    g_clear_pointer (&self->traces, gsk_render_node_unref);
  if (update_window (self) || is_new)
    {
      g_clear_pointer (&self->frame, gsk_render_node_unref);
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
}

static void
describe (GscopeGtkOverview *self)
{
  GscopeClock *clock = get_annotations (self)->clock;
  gint64 end = gscope_gtk_viewport_get_end (get_viewport (self));
  gint64 begin = end - gscope_gtk_viewport_get_span (get_viewport (self));
  g_autofree char *from = gscope_gtk_time_format_clock (clock, begin, 0);
  g_autofree char *to = gscope_gtk_time_format_clock (clock, end, 0);
  /* Translators: times of day */
  g_autofree char *text = g_strdup_printf (_ ("%s to %s"), from, to);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
on_viewport_changed (GscopeGtkOverview *self)
{
  update (self);
  if (get_annotations (self)->clock)
    describe (self);
}

/* Frames come more often than a reader can follow. */
static void
on_pen_moved (GscopeGtkOverview *self)
{
  gint64 moment = gscope_gtk_pacing_get_moment (get_annotations (self)->clock);

  if (moment == self->moment)
    return;
  self->moment = moment;
  update (self);
}

static void
redraw (GscopeGtkOverview *self)
{
  self->is_stale = TRUE;
  update (self);
}

static void
unlink_scopes (GscopeGtkOverview *self)
{
  for (guint i = 0; i < self->marker_lists->len; i++)
    g_signal_handlers_disconnect_by_data (self->marker_lists->pdata[i], self);
  g_ptr_array_set_size (self->marker_lists, 0);
  if (self->transport)
    g_signal_handlers_disconnect_by_data (self->transport, self);
  g_clear_object (&self->transport);
}

static void
link_scopes (GscopeGtkOverview *self)
{
  GPtrArray *lists = get_annotations (self)->marker_lists;

  unlink_scopes (self);
  for (guint i = 0; i < lists->len; i++)
    {
      g_ptr_array_add (self->marker_lists, g_object_ref (lists->pdata[i]));
      g_signal_connect_swapped (lists->pdata[i], "items-changed", G_CALLBACK (redraw), self);
    }
  g_set_object (&self->transport, get_transport (self));
  if (self->transport)
    g_signal_connect_swapped (self->transport, "notify::end", G_CALLBACK (update), self);
}

/* Keeps to the edges of the plot above. */
static void
arrange (GscopeGtkOverview *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int left = INSET, right = INSET;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self->view))
      || !gscope_gtk_painting_get_insets (gscope_gtk_view_get_objects (self->view)->painting, &left,
                                          &right))
    left = right = INSET;
  self->picture.clock = get_annotations (self)->clock;
  self->picture.palette = gscope_gtk_surroundings_get_palette (widget);
  self->picture.device_scale = gtk_widget_get_scale_factor (widget);
  self->picture.width = gtk_widget_get_width (widget);
  self->picture.height = gtk_widget_get_height (widget);
  gscope_gtk_overview_picture_arrange (
      &self->picture, gscope_gtk_brush_measure_text (gtk_widget_get_pango_context (widget)), left,
      right);
}

static void
on_arranged (GscopeGtkOverview *self)
{
  list_signals (self);
  link_scopes (self);
  arrange (self);
  redraw (self);
}

static void
gscope_gtk_overview_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gscope_gtk_overview_parent_class)->map (widget);
  if (GSCOPE_GTK_OVERVIEW (widget)->view)
    on_arranged (GSCOPE_GTK_OVERVIEW (widget));
}

static void
gscope_gtk_overview_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GscopeGtkOverview *self = GSCOPE_GTK_OVERVIEW (widget);

  if (!self->view)
    return;
  arrange (self);
  redraw (self);
}

static void
gscope_gtk_overview_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MIN_WIDTH;
      *natural = NATURAL_WIDTH;
      return;
    }
  *minimum = *natural = gscope_gtk_overview_get_height (
      gscope_gtk_brush_measure_text (gtk_widget_get_pango_context (widget)));
}

static void
draw (GscopeGtkOverview *self, const GscopeGtkOverviewPicture *picture, cairo_t *cr,
      gboolean has_traces, gboolean has_window)
{
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, gtk_widget_get_pango_context (GTK_WIDGET (self)),
                         picture->palette);
  if (has_traces)
    gscope_gtk_overview_picture_draw (picture, &brush);
  if (has_window)
    gscope_gtk_overview_picture_draw_window (picture, &brush, &self->window);
  gscope_gtk_brush_clear (&brush);
}

static GskRenderNode *
make_node (GscopeGtkOverview *self, gboolean has_traces)
{
  graphene_rect_t area = GRAPHENE_RECT_INIT (0, 0, self->picture.width, self->picture.height);
  cairo_t *cr = gscope_gtk_image_node_begin (&area, self->picture.device_scale);

  draw (self, &self->picture, cr, has_traces, !has_traces);
  return gscope_gtk_image_node_end (cr, &area);
}

static void
gscope_gtk_overview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GscopeGtkOverview *self = GSCOPE_GTK_OVERVIEW (widget);

  if (!self->view || !self->picture.clock)
    return;
  if (!self->traces)
    {
      self->picture.marker_lists = self->marker_lists;
      self->traces = make_node (self, TRUE);
      self->n_drawings++;
    }
  if (!self->frame)
    self->frame = make_node (self, FALSE);
  gtk_snapshot_append_node (snapshot, self->traces);
  gtk_snapshot_append_node (snapshot, self->frame);
}

void
gscope_gtk_overview_draw_picture (gpointer overview, const GscopeGtkDrawing *drawing)
{
  GscopeGtkOverview *self = overview;
  GscopeGtkOverviewPicture picture = self->picture;

  if (!self->view || !picture.clock)
    return;
  picture.marker_lists = self->marker_lists;
  if (drawing->palette)
    picture.palette = drawing->palette;
  draw (self, &picture, drawing->cr, TRUE, TRUE);
}

static void
gscope_gtk_overview_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GscopeGtkOverview *self = GSCOPE_GTK_OVERVIEW (widget);

  GTK_WIDGET_CLASS (gscope_gtk_overview_parent_class)->css_changed (widget, change);
  if (!self->view)
    return;
  arrange (self);
  redraw (self);
}

static void
unlink_view (GscopeGtkOverview *self)
{
  unlink_scopes (self);
  g_ptr_array_set_size (self->picture.signals, 0);
  if (!self->view)
    return;
  g_signal_handlers_disconnect_by_data (get_viewport (self), self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_object (&self->view);
}

static void
gscope_gtk_overview_dispose (GObject *object)
{
  unlink_view (GSCOPE_GTK_OVERVIEW (object));
  G_OBJECT_CLASS (gscope_gtk_overview_parent_class)->dispose (object);
}

static void
gscope_gtk_overview_finalize (GObject *object)
{
  GscopeGtkOverview *self = GSCOPE_GTK_OVERVIEW (object);

  g_clear_pointer (&self->traces, gsk_render_node_unref);
  g_clear_pointer (&self->frame, gsk_render_node_unref);
  g_ptr_array_unref (self->picture.signals);
  g_ptr_array_unref (self->marker_lists);
  G_OBJECT_CLASS (gscope_gtk_overview_parent_class)->finalize (object);
}

static void
gscope_gtk_overview_class_init (GscopeGtkOverviewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gscope_gtk_overview_dispose;
  object_class->finalize = gscope_gtk_overview_finalize;
  widget_class->map = gscope_gtk_overview_map;
  widget_class->measure = gscope_gtk_overview_measure;
  widget_class->size_allocate = gscope_gtk_overview_size_allocate;
  widget_class->snapshot = gscope_gtk_overview_snapshot;
  widget_class->css_changed = gscope_gtk_overview_css_changed;
  /**
   * GscopeGtkOverview:view:
   *
   * The view whose signals and time it shows.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "view", gscope_gtk_overview_get_view,
                gscope_gtk_overview_set_view, GSCOPE_GTK_TYPE_VIEW);
  gtk_widget_class_set_css_name (widget_class, "gscope-overview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  gscope_gtk_overview_class_init_input (widget_class);
}

static void
gscope_gtk_overview_init (GscopeGtkOverview *self)
{
  self->picture.signals = g_ptr_array_new_with_free_func (g_object_unref);
  self->picture.device_scale = 1;
  self->picture.axis = (GscopeGtkOverviewAxis){ 0, 1, 1 };
  self->marker_lists = g_ptr_array_new_with_free_func (g_object_unref);
  gscope_gtk_overview_init_input (self);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (gtk_widget_queue_resize), NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Overview of the History"), -1);
}

/**
 * gscope_gtk_overview_new:
 * @view: (nullable): a view
 *
 * Creates an overview of a view's signals.
 *
 * Returns: (transfer floating): the overview
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_overview_new (GscopeGtkView *view)
{
  return g_object_new (GSCOPE_GTK_TYPE_OVERVIEW, "view", view, NULL);
}

/**
 * gscope_gtk_overview_get_view: (get-property view)
 * @self: an overview
 *
 * Gets the view whose signals and time it shows.
 *
 * Returns: (transfer none) (nullable): the view
 *
 * Since: 1.0
 */
GscopeGtkView *
gscope_gtk_overview_get_view (GscopeGtkOverview *self)
{
  return self->view;
}

/**
 * gscope_gtk_overview_set_view: (set-property view)
 * @self: an overview
 * @view: (nullable): a view
 *
 * Shows the signals and the time of a view. The view may be hidden.
 *
 * Since: 1.0
 */
void
gscope_gtk_overview_set_view (GscopeGtkOverview *self, GscopeGtkView *view)
{
  if (self->view == view)
    return;
  unlink_view (self);
  g_set_object (&self->view, view);
  if (view)
    {
      g_signal_connect_swapped (view, "arranged", G_CALLBACK (on_arranged), self);
      g_signal_connect_swapped (get_viewport (self), "changed", G_CALLBACK (on_viewport_changed),
                                self);
      g_signal_connect_swapped (get_viewport (self), "pen-moved", G_CALLBACK (on_pen_moved), self);
      on_arranged (self);
    }
  g_object_notify (G_OBJECT (self), "view");
}

/**
 * gscope_gtk_overview_get_interval:
 * @self: an overview
 * @begin: (out): the earliest time that has a place in it, nanoseconds on the scopes' clock
 * @end: (out): the time after the last one that has a place in it, nanoseconds
 *
 * Gets the interval that it shows: all that is known of the signals, and room for what comes.
 *
 * Since: 1.0
 */
void
gscope_gtk_overview_get_interval (GscopeGtkOverview *self, gint64 *begin, gint64 *end)
{
  *begin = gscope_gtk_overview_axis_from_column (&self->picture.axis, 0);
  *end = gscope_gtk_overview_axis_from_column (&self->picture.axis, self->picture.axis.n);
}

guint
gscope_gtk_overview_count_drawings (GscopeGtkOverview *self)
{
  return self->n_drawings;
}

void
gscope_gtk_overview_get_window (GscopeGtkOverview *self, double *begin, double *end)
{
  *begin = self->picture.plot.x + self->window.begin;
  *end = self->picture.plot.x + self->window.end;
}

gint64
gscope_gtk_overview_get_time (GscopeGtkOverview *self, double x)
{
  return gscope_gtk_overview_axis_from_column (
      &self->picture.axis,
      CLAMP (x - self->picture.plot.x, 0, self->picture.plot.width) * self->picture.device_scale);
}

void
gscope_gtk_overview_move_window (GscopeGtkOverview *self, gint64 end)
{
  GscopeGtkViewport *viewport = get_viewport (self);
  gint64 begin, last;

  gscope_gtk_overview_get_interval (self, &begin, &last);
  gscope_gtk_view_look_at (self->view, MAX (end, begin + gscope_gtk_viewport_get_span (viewport)));
}

void
gscope_gtk_overview_set_begin (GscopeGtkOverview *self, gint64 begin)
{
  gscope_gtk_viewport_set_span (get_viewport (self),
                                gscope_gtk_viewport_get_end (get_viewport (self)) - begin);
}

void
gscope_gtk_overview_set_end (GscopeGtkOverview *self, gint64 end)
{
  GscopeGtkViewport *viewport = get_viewport (self);
  gint64 begin = gscope_gtk_viewport_get_end (viewport) - gscope_gtk_viewport_get_span (viewport);

  end = MIN (end, find_end (self));
  gscope_gtk_viewport_set_span (viewport, end - begin);
  gscope_gtk_overview_move_window (self, end);
}

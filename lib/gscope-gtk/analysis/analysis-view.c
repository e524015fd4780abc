/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/analysis-view-private.h>
#include <gscope-gtk/paint/image-node.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/plot/view-signal-private.h>
#include <gscope-gtk/surroundings.h>
#include <property.h>

enum
{
  MIN_WIDTH = 120,
  MIN_HEIGHT = 90,
  NATURAL_WIDTH = 340,
  NATURAL_HEIGHT = 300,
};

/* The interval of redraws: thirty a second are sufficient for reading. */
#define INTERVAL (GSCOPE_SEC / 30)
#define MICROSECOND (GSCOPE_MSEC / 1000)

/**
 * GscopeGtkAnalysisView:
 *
 * The base class of views that measure the signals of a view in its visible time.
 *
 * It follows the view's time, its hold, and its signals with their names and colours, even if the
 * view itself is hidden. It is redrawn when data or the view change, at most 30 times a second, and
 * uses no processor time while nothing changes or while it is invisible.
 *
 * Once it has the focus, the arrow keys show the cursor and move it, with Control ten times as far;
 * C shows or removes it, Escape removes it, [ and ] go to peaks if there are any, Space holds the
 * view, + and − change its span, and End goes back to live. A click places the cursor. Its values
 * are the accessible description.
 *
 * Since: 1.0
 */
typedef struct
{
  GscopeGtkView *view;
  GscopeGtkViewSignal *signal;
  GPtrArray *links;
  const GscopeGtkPalette *palette;
  GskRenderNode *node;
  gboolean is_shown;
  gboolean is_stale;
  /* whether only the passing of time made it stale */
  gboolean only_time;
  guint timeout_id;
  gint64 updated_at;
} GscopeGtkAnalysisViewPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GscopeGtkAnalysisView, gscope_gtk_analysis_view,
                                     GTK_TYPE_WIDGET)

#define PRIVATE(self)                                                                              \
  ((GscopeGtkAnalysisViewPrivate *) gscope_gtk_analysis_view_get_instance_private (self))

/* A scope whose signals the view shows. */
typedef struct
{
  GscopeGtkAnalysisView *self;
  GscopeScope *scope;
  guint consumer;
} Link;

static gint64
get_monotonic_time (void)
{
  return g_get_monotonic_time () * MICROSECOND;
}

static gboolean
on_timeout (gpointer data)
{
  GscopeGtkAnalysisView *self = data;

  PRIVATE (self)->timeout_id = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

static void
schedule (GscopeGtkAnalysisView *self)
{
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (self);
  gint64 rest = private->updated_at + INTERVAL - get_monotonic_time ();

  private->is_stale = TRUE;
  if (!private->is_shown || private->timeout_id > 0)
    return;
  if (rest <= 0)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  else
  private->timeout_id = g_timeout_add (rest / GSCOPE_MSEC + 1, on_timeout, self);
}

void
gscope_gtk_analysis_view_change (GscopeGtkAnalysisView *self)
{
  PRIVATE (self)->only_time = FALSE;
  schedule (self);
}

static void
describe (GscopeGtkAnalysisView *self)
{
  g_autofree char *text = GSCOPE_GTK_ANALYSIS_FUNCS (self)->read (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text ? text : "", -1);
}

void
gscope_gtk_analysis_view_redraw (GscopeGtkAnalysisView *self)
{
  g_clear_pointer (&PRIVATE (self)->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  describe (self);
}

void
gscope_gtk_analysis_view_set_cursor (GscopeGtkAnalysisView *self, double value)
{
  GSCOPE_GTK_ANALYSIS_GRAPH (self)->cursor = value;
  gscope_gtk_analysis_view_redraw (self);
}

double
gscope_gtk_analysis_view_get_text_scale (GscopeGtkAnalysisView *self)
{
  return gscope_gtk_brush_measure_text (gtk_widget_get_pango_context (GTK_WIDGET (self)));
}

static void
get_interval (GscopeGtkAnalysisView *self, GscopeGtkInterval *interval)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (PRIVATE (self)->view);

  interval->end = gscope_gtk_viewport_get_end (viewport) + 1;
  interval->begin = interval->end - gscope_gtk_viewport_get_span (viewport);
  interval->live =
      gscope_gtk_viewport_get_live (viewport) && !gscope_gtk_viewport_get_held (viewport);
}

static void
update (GscopeGtkAnalysisView *self)
{
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (self);
  GscopeGtkGraph *graph = GSCOPE_GTK_ANALYSIS_GRAPH (self);
  GscopeGtkInterval interval = { 0 };

  if (private->view)
    get_interval (self, &interval);
  graph->palette = private->palette;
  gscope_gtk_graph_arrange (graph, gscope_gtk_analysis_view_get_text_scale (self),
                            gtk_widget_get_width (GTK_WIDGET (self)),
                            gtk_widget_get_height (GTK_WIDGET (self)));
  if (GSCOPE_GTK_ANALYSIS_FUNCS (self)->update (self, &interval, private->only_time))
    g_clear_pointer (&private->node, gsk_render_node_unref);
  private->is_stale = FALSE;
  private->only_time = TRUE;
  private->updated_at = get_monotonic_time ();
}

void
gscope_gtk_analysis_view_catch_up (GscopeGtkAnalysisView *self)
{
  if (PRIVATE (self)->is_stale)
    update (self);
}

static void
draw (GscopeGtkAnalysisView *self, cairo_t *cr)
{
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, gtk_widget_get_pango_context (GTK_WIDGET (self)),
                         PRIVATE (self)->palette);
  GSCOPE_GTK_ANALYSIS_FUNCS (self)->draw (self, &brush);
  gscope_gtk_brush_clear (&brush);
}

static void
recolor (GscopeGtkAnalysisView *self, const GscopeGtkPalette *palette)
{
  PRIVATE (self)->palette = palette;
  PRIVATE (self)->only_time = FALSE;
  update (self);
}

/* Draws a picture of the widget's size. For other colours than the screen's it is measured with
 * them, and then again for the screen. */
void
gscope_gtk_analysis_view_draw_picture (gpointer view, const GscopeGtkDrawing *drawing)
{
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (view);
  const GscopeGtkPalette *screen = private->palette;

  gscope_gtk_analysis_view_catch_up (view);
  if (drawing->palette)
    recolor (view, drawing->palette);
  draw (view, drawing->cr);
  if (drawing->palette)
    recolor (view, screen);
}

static GskRenderNode *
create_node (GscopeGtkAnalysisView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  graphene_rect_t area =
      GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  cairo_t *cr = gscope_gtk_image_node_begin (&area, gtk_widget_get_scale_factor (widget));

  draw (self, cr);
  return gscope_gtk_image_node_end (cr, &area);
}

static void
gscope_gtk_analysis_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GscopeGtkAnalysisView *self = GSCOPE_GTK_ANALYSIS_VIEW (widget);
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (self);

  gscope_gtk_analysis_view_catch_up (self);
  if (!private->node)
  private->node = create_node (self);
  gtk_snapshot_append_node (snapshot, private->node);
}

/* Moves the pen of the view, which a hidden view does not do itself. */
static void
move_pen (GscopeGtkAnalysisView *self)
{
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (self);
  gint64 pen = G_MAXINT64;

  for (guint i = 0; i < private->links->len; i++)
    pen = MIN (pen, gscope_scope_get_pen (((Link *) private->links->pdata[i])->scope));
  if (pen != G_MAXINT64)
    gscope_gtk_viewport_set_pen (gscope_gtk_view_get_viewport (private->view), pen);
}

static void
on_drained (GscopeScope *scope, Link *link)
{
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (link->self);
  GscopeGtkInterval interval;

  if (!private->is_shown)
    return;
  move_pen (link->self);
  get_interval (link->self, &interval);
  if (interval.live)
    schedule (link->self);
}

static void
update_consumer (Link *link)
{
  if (link->consumer > 0)
    gscope_scope_remove_consumer (link->scope, link->consumer);
  link->consumer = 0;
  if (PRIVATE (link->self)->is_shown)
    link->consumer = gscope_scope_add_consumer (
        link->scope, CLAMP (gscope_scope_get_period (link->scope), INTERVAL, GSCOPE_SEC / 4));
}

static void
link_free (gpointer data)
{
  Link *link = data;

  if (link->consumer > 0)
    gscope_scope_remove_consumer (link->scope, link->consumer);
  g_signal_handlers_disconnect_by_data (link->scope, link);
  g_object_unref (link->scope);
  g_free (link);
}

static gboolean
is_of_scope (gconstpointer link, gconstpointer scope)
{
  return ((const Link *) link)->scope == scope;
}

static void
add_link (GscopeGtkAnalysisView *self, GscopeScope *scope)
{
  GPtrArray *links = PRIVATE (self)->links;
  Link *link;

  if (g_ptr_array_find_with_equal_func (links, scope, is_of_scope, NULL))
    return;
  link = g_new0 (Link, 1);
  link->self = self;
  link->scope = g_object_ref (scope);
  g_ptr_array_add (links, link);
  g_signal_connect (scope, "drained", G_CALLBACK (on_drained), link);
  g_signal_connect_swapped (scope, "notify::period", G_CALLBACK (update_consumer), link);
  update_consumer (link);
}

/* Lists all entries of the view, hidden or not. */
static GPtrArray *
list_entries (GscopeGtkAnalysisView *self)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (g_object_unref);
  GscopeGtkView *view = PRIVATE (self)->view;
  GListModel *model = view ? gscope_gtk_view_get_signals (view) : NULL;

  for (guint i = 0; model && i < g_list_model_get_n_items (model); i++)
    g_ptr_array_add (entries, g_list_model_get_item (model, i));
  return entries;
}

static gboolean
has_signal_of (GPtrArray *entries, GscopeScope *scope)
{
  for (guint i = 0; i < entries->len; i++)
    if (gscope_gtk_view_signal_get_scope (entries->pdata[i]) == scope)
      return TRUE;
  return FALSE;
}

static void
on_arranged (GscopeGtkAnalysisView *self)
{
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (self);
  g_autoptr (GPtrArray) entries = list_entries (self);

  if (private->signal && !g_ptr_array_find (entries, private->signal, NULL))
    gscope_gtk_analysis_view_set_signal (self, NULL);
  for (guint i = private->links->len; i-- > 0;)
    if (!has_signal_of (entries, ((Link *) private->links->pdata[i])->scope))
      g_ptr_array_remove_index (private->links, i);
  for (guint i = 0; i < entries->len; i++)
    add_link (self, gscope_gtk_view_signal_get_scope (entries->pdata[i]));
  gscope_gtk_analysis_view_change (self);
}

GPtrArray *
gscope_gtk_analysis_view_list_signals (GscopeGtkAnalysisView *self)
{
  GscopeGtkViewSignal *chosen = PRIVATE (self)->signal;
  GPtrArray *entries = list_entries (self);

  for (guint i = entries->len; i-- > 0;)
    if (chosen ? entries->pdata[i] != chosen
               : gscope_gtk_view_signal_get_hidden (entries->pdata[i]))
      g_ptr_array_remove_index (entries, i);
  return entries;
}

GscopeGtkViewSignal *
gscope_gtk_analysis_view_find_signal (GscopeGtkAnalysisView *self)
{
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (self);
  g_autoptr (GPtrArray) entries = gscope_gtk_analysis_view_list_signals (self);

  if (!private->signal && private->view && gscope_gtk_view_get_selected (private->view))
    return gscope_gtk_view_get_selected (private->view);
  return entries->len > 0 ? entries->pdata[0] : NULL;
}

void
gscope_gtk_analysis_view_name_signal (GscopeGtkAnalysisView *self, GscopeGtkViewSignal *signal,
                                      GscopeGtkGraphSignal *named)
{
  gscope_gtk_graph_signal_clear (named);
  named->key = gscope_gtk_view_signal_get_key (signal);
  named->title = g_strdup (gscope_gtk_view_signal_get_label (signal));
  named->unit = g_strdup (gscope_gtk_view_signal_get_unit (signal));
  named->color = gscope_gtk_view_signal_resolve (signal, PRIVATE (self)->palette, &named->dashed);
}

static void
set_shown (GscopeGtkAnalysisView *self, gboolean shown)
{
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (self);

  if (private->is_shown == shown)
    return;
  private->is_shown = shown;
  for (guint i = 0; i < private->links->len; i++)
    update_consumer (private->links->pdata[i]);
  if (shown && private->view)
    move_pen (self);
  if (shown)
    gscope_gtk_analysis_view_change (self);
  else
    g_clear_handle_id (&private->timeout_id, g_source_remove);
}

static void
on_surface_state (GdkToplevel *toplevel, GParamSpec *pspec, GscopeGtkAnalysisView *self)
{
  set_shown (self, gscope_gtk_surroundings_can_see (GTK_WIDGET (self)));
}

static void
gscope_gtk_analysis_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gscope_gtk_analysis_view_parent_class)->map (widget);
  gscope_gtk_surroundings_watch (widget, G_CALLBACK (on_surface_state));
  set_shown (GSCOPE_GTK_ANALYSIS_VIEW (widget), TRUE);
}

static void
gscope_gtk_analysis_view_unmap (GtkWidget *widget)
{
  gscope_gtk_surroundings_unwatch (widget, G_CALLBACK (on_surface_state));
  set_shown (GSCOPE_GTK_ANALYSIS_VIEW (widget), FALSE);
  GTK_WIDGET_CLASS (gscope_gtk_analysis_view_parent_class)->unmap (widget);
}

static void
gscope_gtk_analysis_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                                  int *minimum, int *natural, int *minimum_baseline,
                                  int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? NATURAL_WIDTH : NATURAL_HEIGHT;
}

static void
gscope_gtk_analysis_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  PRIVATE (GSCOPE_GTK_ANALYSIS_VIEW (widget))->updated_at = 0;
  gscope_gtk_analysis_view_change (GSCOPE_GTK_ANALYSIS_VIEW (widget));
}

static void
gscope_gtk_analysis_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GscopeGtkAnalysisView *self = GSCOPE_GTK_ANALYSIS_VIEW (widget);

  GTK_WIDGET_CLASS (gscope_gtk_analysis_view_parent_class)->css_changed (widget, change);
  PRIVATE (self)->palette = gscope_gtk_surroundings_get_palette (widget);
  gscope_gtk_analysis_view_change (self);
}

static void
unlink_view (GscopeGtkAnalysisView *self)
{
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (self);

  if (private->view)
    {
      g_signal_handlers_disconnect_by_data (private->view, self);
      g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_viewport (private->view), self);
    }
  g_ptr_array_set_size (private->links, 0);
  g_clear_object (&private->signal);
  g_clear_object (&private->view);
}

static void
gscope_gtk_analysis_view_dispose (GObject *object)
{
  GscopeGtkAnalysisView *self = GSCOPE_GTK_ANALYSIS_VIEW (object);

  g_clear_handle_id (&PRIVATE (self)->timeout_id, g_source_remove);
  unlink_view (self);
  G_OBJECT_CLASS (gscope_gtk_analysis_view_parent_class)->dispose (object);
}

static void
gscope_gtk_analysis_view_finalize (GObject *object)
{
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (GSCOPE_GTK_ANALYSIS_VIEW (object));

  g_clear_pointer (&private->node, gsk_render_node_unref);
  g_ptr_array_unref (private->links);
  G_OBJECT_CLASS (gscope_gtk_analysis_view_parent_class)->finalize (object);
}

static void
init_widget_class (GtkWidgetClass *klass)
{
  klass->map = gscope_gtk_analysis_view_map;
  klass->unmap = gscope_gtk_analysis_view_unmap;
  klass->measure = gscope_gtk_analysis_view_measure;
  klass->size_allocate = gscope_gtk_analysis_view_size_allocate;
  klass->snapshot = gscope_gtk_analysis_view_snapshot;
  klass->css_changed = gscope_gtk_analysis_view_css_changed;
  gtk_widget_class_set_accessible_role (klass, GTK_ACCESSIBLE_ROLE_IMG);
  gscope_gtk_analysis_view_class_init_input (klass);
}

static void
gscope_gtk_analysis_view_constructed (GObject *object)
{
  const char *name = gscope_gtk_analysis_view_get_name (GSCOPE_GTK_ANALYSIS_VIEW (object));

  G_OBJECT_CLASS (gscope_gtk_analysis_view_parent_class)->constructed (object);
  if (name)
    gtk_accessible_update_property (GTK_ACCESSIBLE (object), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
}

static void
gscope_gtk_analysis_view_class_init (GscopeGtkAnalysisViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = gscope_gtk_analysis_view_constructed;
  object_class->dispose = gscope_gtk_analysis_view_dispose;
  object_class->finalize = gscope_gtk_analysis_view_finalize;
  init_widget_class (GTK_WIDGET_CLASS (klass));
  /**
   * GscopeGtkAnalysisView:view:
   *
   * The view whose signals and time it follows.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "view", gscope_gtk_analysis_view_get_view,
                gscope_gtk_analysis_view_set_view, GSCOPE_GTK_TYPE_VIEW);
  /**
   * GscopeGtkAnalysisView:signal:
   *
   * The signal that it measures. If it is not set, it measures all visible signals of the view or,
   * if it can show only one, the view's selected or first signal.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "signal", gscope_gtk_analysis_view_get_signal,
                gscope_gtk_analysis_view_set_signal, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
}

static void
gscope_gtk_analysis_view_init (GscopeGtkAnalysisView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  PRIVATE (self)->links = g_ptr_array_new_with_free_func (link_free);
  PRIVATE (self)->palette = gscope_gtk_palette_get (FALSE);
  PRIVATE (self)->is_stale = TRUE;
  gscope_gtk_analysis_view_init_input (self);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (gscope_gtk_analysis_view_change),
                    NULL);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
}

/**
 * gscope_gtk_analysis_view_get_view: (get-property view)
 * @self: an analysis view
 *
 * The view whose signals and time it follows.
 *
 * Returns: (transfer none) (nullable): the view
 *
 * Since: 1.0
 */
GscopeGtkView *
gscope_gtk_analysis_view_get_view (GscopeGtkAnalysisView *self)
{
  return PRIVATE (self)->view;
}

/**
 * gscope_gtk_analysis_view_set_view: (set-property view)
 * @self: an analysis view
 * @view: (nullable): a view
 *
 * Follows a view.
 *
 * Since: 1.0
 */
void
gscope_gtk_analysis_view_set_view (GscopeGtkAnalysisView *self, GscopeGtkView *view)
{
  GscopeGtkAnalysisViewPrivate *private = PRIVATE (self);

  if (private->view == view)
    return;
  unlink_view (self);
  g_set_object (&private->view, view);
  if (view)
    {
      g_signal_connect_swapped (view, "arranged", G_CALLBACK (on_arranged), self);
      g_signal_connect_swapped (view, "cursors-changed",
                                G_CALLBACK (gscope_gtk_analysis_view_change), self);
      g_signal_connect_swapped (gscope_gtk_view_get_viewport (view), "changed",
                                G_CALLBACK (gscope_gtk_analysis_view_change), self);
    }
  on_arranged (self);
  g_object_notify (G_OBJECT (self), "view");
}

/**
 * gscope_gtk_analysis_view_get_signal: (get-property signal)
 * @self: an analysis view
 *
 * Gets the signal that it measures.
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if it follows the view
 *
 * Since: 1.0
 */
GscopeGtkViewSignal *
gscope_gtk_analysis_view_get_signal (GscopeGtkAnalysisView *self)
{
  return PRIVATE (self)->signal;
}

/**
 * gscope_gtk_analysis_view_set_signal: (set-property signal)
 * @self: an analysis view
 * @signal: (nullable): a signal of its view; %NULL to follow the view
 *
 * Sets the signal that it measures, until the signal is removed from the view.
 *
 * Since: 1.0
 */
void
gscope_gtk_analysis_view_set_signal (GscopeGtkAnalysisView *self, GscopeGtkViewSignal *signal)
{
  if (!g_set_object (&PRIVATE (self)->signal, signal))
    return;
  gscope_gtk_analysis_view_change (self);
  g_object_notify (G_OBJECT (self), "signal");
}

/**
 * gscope_gtk_analysis_view_read_cursor:
 * @self: an analysis view
 *
 * Describes the values at the cursor in words, as for assistive technologies.
 *
 * Returns: (transfer full) (nullable): the text; %NULL without a cursor
 *
 * Since: 1.0
 */
char *
gscope_gtk_analysis_view_read_cursor (GscopeGtkAnalysisView *self)
{
  gscope_gtk_analysis_view_catch_up (self);
  return GSCOPE_GTK_ANALYSIS_FUNCS (self)->read (self);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/chrome-brush.h>
#include <gscope-gtk/view/private.h>
#include <gscope-gtk/view/surroundings.h>

#include <gdk/gdk.h>
#include <glib/gi18n-lib.h>

enum
{
  MIN_WIDTH = 240,
  MIN_HEIGHT = 140,
  NATURAL_WIDTH = 800,
  NATURAL_HEIGHT = 480,
};

/**
 * GscopeGtkView:
 *
 * Shows signals of one or more scopes on one time axis.
 *
 * Signals are in lanes by unit, or in one common lane. The picture is live until somebody
 * looks at the past; it moves as the [class@Viewport] says. Everything works by keyboard once the
 * view has the focus: Space holds, R changes between sweep and roll, + and − change the span, the
 * arrow keys move the cursor (with Control coarsely, with Control and Shift finely; with Shift they
 * pan and zoom), F fits the ranges, 1 to 9 show and hide signals, C shows one cursor, two or none, X
 * swaps them, [ and ] go to markers, M adds a note or edits the one at the cursor, Delete removes that,
 * L changes between lanes and overlay, End goes back to live, Control+C copies the picture and
 * Control+Shift+C the data in view. The pointer places the cursor with a click, moves one or pans time
 * with a drag, and zooms time with the wheel; on a ruler, drag and wheel do the same to values. A double
 * click on a note edits it.
 *
 * Fingers pan with one, zoom time with two, and place the cursor with a long press. A signal that is
 * dragged from its legend to another view is shown there too; a drop site of a program's own takes a
 * [class@ViewSignal].
 *
 * A view costs nothing while nothing changes or while nobody can see it.
 *
 * ## CSS nodes
 *
 * A view has one node, `gscope-view`. Its `color` decides between the light and the dark palette.
 */
G_DEFINE_FINAL_TYPE (GscopeGtkView, gscope_gtk_view, GTK_TYPE_WIDGET)

enum
{
  PROP_LAYOUT = 1,
  PROP_SELECTED,
  PROP_VIEWPORT,
  PROP_HAS_CURSOR,
  PROP_N_CURSORS,
  PROP_TITLE,
  PROP_PHOSPHOR,
  PROP_SETTINGS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  CURSORS_CHANGED,
  ARRANGED,
  DROPPED,
  NOTE_EDITED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

void
gscope_gtk_view_redraw_part (GscopeGtkView *self, GscopeGtkPart part)
{
  g_clear_pointer (&self->parts[part], gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
gscope_gtk_view_redraw (GscopeGtkView *self)
{
  gscope_gtk_strips_invalidate (&self->strips);
  g_clear_pointer (&self->numbers, g_array_unref);
  g_clear_pointer (&self->flag, gsk_render_node_unref);
  for (int i = 0; i < GSCOPE_GTK_N_PARTS; i++)
    gscope_gtk_view_redraw_part (self, i);
}

void
gscope_gtk_view_arrange (GscopeGtkView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gscope_gtk_view_tell_apart (self);
  self->scene.device_scale = gtk_widget_get_scale_factor (widget);
  gscope_gtk_scene_arrange (&self->scene, G_LIST_MODEL (self->signals),
                            gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  gscope_gtk_scene_follow (&self->scene, gscope_gtk_view_get_now (self));
  gscope_gtk_view_redraw (self);
  g_signal_emit (self, signals[ARRANGED], 0);
}

gboolean
gscope_gtk_view_get_insets (GscopeGtkView *self, int *left, int *right)
{
  const cairo_rectangle_int_t *plot = &self->scene.plot;

  *left = plot->x;
  *right = self->scene.width - plot->x - plot->width;
  return plot->width > 0 && *right >= 0;
}

static void
on_surface_state (GdkToplevel *toplevel, GParamSpec *pspec, GscopeGtkView *self)
{
  gscope_gtk_view_set_shown (self, gscope_gtk_surroundings_can_see (GTK_WIDGET (self)));
}

static void
gscope_gtk_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gscope_gtk_view_parent_class)->map (widget);
  gscope_gtk_surroundings_watch (widget, G_CALLBACK (on_surface_state));
  gscope_gtk_view_set_shown (GSCOPE_GTK_VIEW (widget), TRUE);
}

static void
gscope_gtk_view_unmap (GtkWidget *widget)
{
  gscope_gtk_surroundings_unwatch (widget, G_CALLBACK (on_surface_state));
  gscope_gtk_view_set_shown (GSCOPE_GTK_VIEW (widget), FALSE);
  GTK_WIDGET_CLASS (gscope_gtk_view_parent_class)->unmap (widget);
}

static void
gscope_gtk_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  gscope_gtk_view_arrange (self);
  if (self->note_editor)
    gtk_popover_present (GTK_POPOVER (self->note_editor));
}

static void
gscope_gtk_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? NATURAL_WIDTH : NATURAL_HEIGHT;
}

static void
gscope_gtk_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);
  double text_scale;

  GTK_WIDGET_CLASS (gscope_gtk_view_parent_class)->css_changed (widget, change);
  self->scene.palette = gscope_gtk_surroundings_get_palette (widget);
  text_scale = gscope_gtk_brush_measure_text (gtk_widget_get_pango_context (widget));
  if (text_scale != self->scene.text_scale)
    gtk_widget_queue_allocate (widget);
  self->scene.text_scale = text_scale;
  gscope_gtk_view_redraw (self);
}

static void
on_viewport_changed (GscopeGtkView *self)
{
  gscope_gtk_view_find_cursors (self);
  gscope_gtk_scene_follow (&self->scene, gscope_gtk_view_get_now (self));
  gscope_gtk_view_redraw (self);
}

static void
gscope_gtk_view_dispose (GObject *object)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (object);

  gscope_gtk_view_stop_flick (self);
  g_clear_pointer (&self->note_editor, gtk_widget_unparent);
  /* first, or the selection would be reported to be gone by a view that is going itself */
  g_clear_object (&self->scene.selected);
  g_ptr_array_set_size (self->links, 0);
  G_OBJECT_CLASS (gscope_gtk_view_parent_class)->dispose (object);
}

static void
gscope_gtk_view_finalize (GObject *object)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (object);

  for (int i = 0; i < GSCOPE_GTK_N_PARTS; i++)
    g_clear_pointer (&self->parts[i], gsk_render_node_unref);
  g_clear_pointer (&self->flag, gsk_render_node_unref);
  g_clear_pointer (&self->numbers, g_array_unref);
  gscope_gtk_strips_clear (&self->strips);
  g_signal_handlers_disconnect_by_data (self->scene.viewport, self);
  gscope_gtk_scene_clear (&self->scene);
  g_ptr_array_unref (self->annotations.marker_lists);
  g_clear_object (&self->annotations.steps);
  g_ptr_array_unref (self->links);
  g_object_unref (self->annotations.clock);
  g_object_unref (self->signals);
  g_hash_table_unref (self->choices);
  g_hash_table_unref (self->looks);
  g_hash_table_unref (self->places);
  g_clear_pointer (&self->description, gscope_workspace_view_unref);
  g_free (self->prefix);
  g_free (self->title);
  g_signal_handlers_disconnect_by_data (self->settings, self);
  g_object_unref (self->settings);
  G_OBJECT_CLASS (gscope_gtk_view_parent_class)->finalize (object);
}

static void
gscope_gtk_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (object);

  switch (id)
    {
    case PROP_LAYOUT:
      g_value_set_enum (value, self->scene.layout);
      break;
    case PROP_SELECTED:
      g_value_set_object (value, self->scene.selected);
      break;
    case PROP_VIEWPORT:
      g_value_set_object (value, self->scene.viewport);
      break;
    case PROP_HAS_CURSOR:
      g_value_set_boolean (value, self->annotations.n_cursors > 0);
      break;
    case PROP_N_CURSORS:
      g_value_set_uint (value, self->annotations.n_cursors);
      break;
    case PROP_TITLE:
      g_value_set_string (value, gscope_gtk_view_get_title (self));
      break;
    case PROP_PHOSPHOR:
      g_value_set_boolean (value, self->scene.phosphor);
      break;
    case PROP_SETTINGS:
      g_value_set_object (value, self->settings);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_gtk_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (object);

  switch (id)
    {
    case PROP_LAYOUT:
      gscope_gtk_view_set_layout (self, g_value_get_enum (value));
      break;
    case PROP_SELECTED:
      gscope_gtk_view_set_selected (self, g_value_get_object (value));
      break;
    case PROP_N_CURSORS:
      gscope_gtk_view_set_n_cursors (self, g_value_get_uint (value));
      break;
    case PROP_TITLE:
      gscope_gtk_view_set_title (self, g_value_get_string (value));
      break;
    case PROP_PHOSPHOR:
      gscope_gtk_view_set_phosphor (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_gtk_view_class_init (GscopeGtkViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags ro = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags rw = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = gscope_gtk_view_dispose;
  object_class->finalize = gscope_gtk_view_finalize;
  object_class->get_property = gscope_gtk_view_get_property;
  object_class->set_property = gscope_gtk_view_set_property;
  widget_class->map = gscope_gtk_view_map;
  widget_class->unmap = gscope_gtk_view_unmap;
  widget_class->measure = gscope_gtk_view_measure;
  widget_class->size_allocate = gscope_gtk_view_size_allocate;
  widget_class->snapshot = gscope_gtk_view_snapshot;
  widget_class->css_changed = gscope_gtk_view_css_changed;
  /**
   * GscopeGtkView:title:
   *
   * What it is called; empty if it has no title.
   */
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", rw);
  /**
   * GscopeGtkView:layout:
   *
   * How it arranges its signals.
   */
  properties[PROP_LAYOUT] =
      g_param_spec_enum ("layout", NULL, NULL, GSCOPE_TYPE_VIEW_LAYOUT, GSCOPE_VIEW_LANES, rw);
  /**
   * GscopeGtkView:selected:
   *
   * The signal whose ruler an overlay shows.
   */
  properties[PROP_SELECTED] =
      g_param_spec_object ("selected", NULL, NULL, GSCOPE_GTK_TYPE_VIEW_SIGNAL, rw);
  /**
   * GscopeGtkView:viewport:
   *
   * Which time it shows, and how it moves.
   */
  properties[PROP_VIEWPORT] =
      g_param_spec_object ("viewport", NULL, NULL, GSCOPE_GTK_TYPE_VIEWPORT, ro);
  /**
   * GscopeGtkView:has-cursor:
   *
   * Whether there is a cursor.
   */
  properties[PROP_HAS_CURSOR] = g_param_spec_boolean ("has-cursor", NULL, NULL, FALSE, ro);
  /**
   * GscopeGtkView:n-cursors:
   *
   * How many cursors there are: none, one or two.
   */
  properties[PROP_N_CURSORS] =
      g_param_spec_uint ("n-cursors", NULL, NULL, 0, GSCOPE_GTK_N_CURSORS, 0, rw);
  /**
   * GscopeGtkView:phosphor:
   *
   * Whether columns of many samples are graded by how often the signal was where, as the phosphor of a
   * cathode ray tube is.
   */
  properties[PROP_PHOSPHOR] = g_param_spec_boolean ("phosphor", NULL, NULL, FALSE, rw);
  /**
   * GscopeGtkView:settings:
   *
   * What is shown beside its signals over time, and how: by a [class@Pane], or by a program of its own.
   */
  properties[PROP_SETTINGS] =
      g_param_spec_object ("settings", NULL, NULL, GSCOPE_TYPE_VIEW_SETTINGS, ro);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  /**
   * GscopeGtkView::cursors-changed:
   * @self: the view
   *
   * Cursors came, went or moved; also when time passed under them, at most five times a second.
   */
  signals[CURSORS_CHANGED] = g_signal_new ("cursors-changed", GSCOPE_GTK_TYPE_VIEW,
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * GscopeGtkView::arranged:
   * @self: the view
   *
   * Its signals came, went or changed how they are shown, or it has another size.
   */
  signals[ARRANGED] = g_signal_new ("arranged", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
  /**
   * GscopeGtkView::dropped:
   * @self: the view
   * @signal: the signal, as the view shows it
   *
   * Emitted when a signal of another view was dropped on it that it did not show before.
   */
  signals[DROPPED] = g_signal_new ("dropped", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  /**
   * GscopeGtkView::note-edited:
   * @self: the view
   * @list: the list of markers in which the note is
   * @time: when it is, nanoseconds on the scopes' clock
   * @before: (nullable): what it said; %NULL if there was no note
   * @after: (nullable): what it says; %NULL if there is none any more
   *
   * Emitted when the user has added, changed or removed a note:
   * [method@Gscope.MarkerList.set_note] with @before undoes that.
   */
  signals[NOTE_EDITED] = g_signal_new ("note-edited", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 4, GSCOPE_TYPE_MARKER_LIST,
                                       G_TYPE_INT64, G_TYPE_STRING, G_TYPE_STRING);
  gtk_widget_class_set_css_name (widget_class, "gscope-view");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gscope_gtk_view_class_init_input (widget_class);
}

static void
on_lead (GscopeGtkView *self)
{
  g_clear_pointer (&self->scene.lead, g_free);
  g_object_get (self->settings, "lead", &self->scene.lead, NULL);
  gscope_gtk_view_arrange (self);
}

static void
gscope_gtk_view_init (GscopeGtkView *self)
{
  self->links = g_ptr_array_new_with_free_func (gscope_gtk_view_link_free);
  self->title = g_strdup ("");
  self->signals = g_list_store_new (GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  self->looks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) gscope_workspace_signal_unref);
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->choices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gscope_gtk_scene_init (&self->scene);
  self->settings = gscope_view_settings_new ();
  g_object_bind_property (self, "phosphor", self->settings, "phosphor", G_BINDING_BIDIRECTIONAL);
  g_signal_connect_swapped (self->settings, "notify::lead", G_CALLBACK (on_lead), self);
  gscope_gtk_strips_init (&self->strips);
  self->annotations.scene = &self->scene;
  self->annotations.clock = g_object_ref (gscope_clock_get_system ());
  self->annotations.marker_lists = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect_swapped (self->scene.viewport, "changed", G_CALLBACK (on_viewport_changed),
                            self);
  g_signal_connect_swapped (self, "notify::scale-factor", G_CALLBACK (gscope_gtk_view_arrange),
                            self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Signals over time"), -1);
  gscope_gtk_view_init_input (self);
}

/**
 * gscope_gtk_view_new:
 * @scope: a scope
 *
 * Creates a view of all signals that a scope has and will have.
 *
 * Returns: (transfer floating): the view
 */
GtkWidget *
gscope_gtk_view_new (GscopeScope *scope)
{
  GtkWidget *self = gscope_gtk_view_new_empty ();

  gscope_gtk_view_add_scope (GSCOPE_GTK_VIEW (self), scope);
  return self;
}

/**
 * gscope_gtk_view_new_empty: (constructor)
 *
 * Creates a view that shows nothing yet.
 *
 * Returns: (transfer floating): the view
 */
GtkWidget *
gscope_gtk_view_new_empty (void)
{
  return g_object_new (GSCOPE_GTK_TYPE_VIEW, NULL);
}

/**
 * gscope_gtk_view_get_title: (get-property title)
 * @self: a view
 *
 * Gets what it is called.
 *
 * Returns: (transfer none): the title; empty if it has none
 */
const char *
gscope_gtk_view_get_title (GscopeGtkView *self)
{
  return self->title;
}

/**
 * gscope_gtk_view_set_title: (set-property title)
 * @self: a view
 * @title: the title; empty for none
 *
 * Sets what it is called. It is up to the program to show that.
 */
void
gscope_gtk_view_set_title (GscopeGtkView *self, const char *title)
{
  if (g_str_equal (self->title, title))
    return;
  g_free (self->title);
  self->title = g_strdup (title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title[0] ? title : _ ("Signals over time"), -1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

/**
 * gscope_gtk_view_get_signals:
 * @self: a view
 *
 * What it shows, hidden or not.
 *
 * Returns: (transfer none): a list of [class@ViewSignal]
 */
GListModel *
gscope_gtk_view_get_signals (GscopeGtkView *self)
{
  return G_LIST_MODEL (self->signals);
}

/**
 * gscope_gtk_view_get_viewport: (get-property viewport)
 * @self: a view
 *
 * Which time it shows, and how it moves.
 *
 * Returns: (transfer none): the viewport
 */
GscopeGtkViewport *
gscope_gtk_view_get_viewport (GscopeGtkView *self)
{
  return self->scene.viewport;
}

/**
 * gscope_gtk_view_get_layout: (get-property layout)
 * @self: a view
 *
 * How it arranges its signals.
 *
 * Returns: the layout
 */
GscopeViewLayout
gscope_gtk_view_get_layout (GscopeGtkView *self)
{
  return self->scene.layout;
}

/**
 * gscope_gtk_view_set_layout: (set-property layout)
 * @self: a view
 * @layout: the layout
 *
 * Arranges its signals in lanes by unit, or in one lane over each other.
 */
void
gscope_gtk_view_set_layout (GscopeGtkView *self, GscopeViewLayout layout)
{
  if (self->scene.layout == layout)
    return;
  self->scene.layout = layout;
  gscope_gtk_view_arrange (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LAYOUT]);
}

/**
 * gscope_gtk_view_get_settings: (get-property settings)
 * @self: a view
 *
 * What is shown beside its signals over time, and how. A view shows itself only; a [class@Pane] shows
 * all of it.
 *
 * Returns: (transfer none): the settings, which can be changed
 */
GscopeViewSettings *
gscope_gtk_view_get_settings (GscopeGtkView *self)
{
  return self->settings;
}

/**
 * gscope_gtk_view_get_phosphor: (get-property phosphor)
 * @self: a view
 *
 * Whether columns are graded by how often the signal was where.
 *
 * Returns: whether they are
 */
gboolean
gscope_gtk_view_get_phosphor (GscopeGtkView *self)
{
  return self->scene.phosphor;
}

/**
 * gscope_gtk_view_set_phosphor: (set-property phosphor)
 * @self: a view
 * @phosphor: whether columns are graded
 *
 * Grades columns of at least 8 samples by how often the signal was where: most opaque where it was
 * most, and faint but visible from the least to the largest value. Columns of fewer samples are lines
 * as ever.
 */
void
gscope_gtk_view_set_phosphor (GscopeGtkView *self, gboolean phosphor)
{
  if (self->scene.phosphor == phosphor)
    return;
  self->scene.phosphor = phosphor;
  gscope_gtk_view_redraw (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PHOSPHOR]);
}

/**
 * gscope_gtk_view_get_selected: (get-property selected)
 * @self: a view
 *
 * The signal whose ruler an overlay shows.
 *
 * Returns: (transfer none) (nullable): the signal
 */
GscopeGtkViewSignal *
gscope_gtk_view_get_selected (GscopeGtkView *self)
{
  return self->scene.selected;
}

/**
 * gscope_gtk_view_set_selected: (set-property selected)
 * @self: a view
 * @signal: (nullable): one of its signals
 *
 * Selects a signal.
 */
void
gscope_gtk_view_set_selected (GscopeGtkView *self, GscopeGtkViewSignal *signal)
{
  if (!g_set_object (&self->scene.selected, signal))
    return;
  gscope_gtk_view_arrange (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

/**
 * gscope_gtk_view_fit:
 * @self: a view
 *
 * Lets all ranges follow the values, as tightly as they do now.
 */
void
gscope_gtk_view_fit (GscopeGtkView *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->signals));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal =
          g_list_model_get_item (G_LIST_MODEL (self->signals), i);

      gscope_gtk_view_signal_set_auto_range (signal);
    }
  gscope_gtk_scene_fit (&self->scene);
  gscope_gtk_view_redraw (self);
}

/**
 * gscope_gtk_view_has_right_ruler:
 * @self: a view
 *
 * Gets whether one of its lanes has a ruler at the right: where two units share a lane.
 *
 * Returns: %TRUE if so
 */
gboolean
gscope_gtk_view_has_right_ruler (GscopeGtkView *self)
{
  return gscope_gtk_scene_has_right_ruler (&self->scene);
}

/**
 * gscope_gtk_view_keep_right_ruler:
 * @self: a view
 * @keep: whether to leave room for a ruler at the right in any case
 *
 * Lets its plot end where the plot of another view ends that has such a ruler, so that the time axes of both
 * line up.
 */
void
gscope_gtk_view_keep_right_ruler (GscopeGtkView *self, gboolean keep)
{
  if (self->scene.keeps_right == !!keep)
    return;
  self->scene.keeps_right = !!keep;
  gscope_gtk_view_arrange (self);
}

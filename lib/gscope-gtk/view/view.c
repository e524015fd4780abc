/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/limit-handles.h>
#include <gscope-gtk/plot/labels.h>
#include <gscope-gtk/surroundings.h>
#include <gscope-gtk/view/objects.h>
#include <gscope-gtk/view/status.h>
#include <property.h>

#include <gdk/gdk.h>
#include <glib/gi18n-lib.h>
#include <math.h>

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
 * swaps them, [ and ] go to markers, or to captures in a triggered display, and with Control to
 * clusters of markers, M adds a note or edits the one at the cursor, Delete removes that, L changes between lanes and overlay, End goes back to live, Control+C copies the picture and
 * Control+D the data in view. The pointer places the cursor with a click, moves one or pans time
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
 * A view has one node, `gscope-view`. Its `color` decides between the light and the dark palette. A stylesheet that defines the
 * colour `gscope_high_contrast`, whatever its value, gives it the palette of high contrast, and so does a theme of high contrast.
 *
 * Since: 1.0
 */
struct _GscopeGtkView
{
  GtkWidget parent_instance;

  char *title;
  GscopeViewSettings *settings;
  GscopeGtkViewObjects objects;
  GscopeGtkLimitHandles handles;
};

G_DEFINE_FINAL_TYPE (GscopeGtkView, gscope_gtk_view, GTK_TYPE_WIDGET)

const GscopeGtkViewObjects *
gscope_gtk_view_get_objects (GscopeGtkView *self)
{
  return &self->objects;
}

void
gscope_gtk_view_arrange (GscopeGtkView *self)
{
  GListModel *entries = gscope_gtk_view_get_signals (self);

  gscope_gtk_labels_tell_apart (entries);
  gscope_gtk_painting_arrange (self->objects.painting, entries);
  g_signal_emit_by_name (self, "arranged");
}

void
gscope_gtk_view_link_scope (GscopeGtkView *self, GscopeScope *scope)
{
  gscope_gtk_painting_add_scope (self->objects.painting, scope);
  gscope_gtk_pacing_add_scope (self->objects.pacing, scope);
}

static void
set_shown (GscopeGtkView *self, gboolean shown)
{
  gscope_gtk_pacing_set_shown (self->objects.pacing, shown);
  if (!shown)
    gscope_gtk_past_look_away (self->objects.past);
}

static void
on_surface_state (GdkToplevel *toplevel, GParamSpec *pspec, GscopeGtkView *self)
{
  set_shown (self, gscope_gtk_surroundings_can_see (GTK_WIDGET (self)));
}

static void
gscope_gtk_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gscope_gtk_view_parent_class)->map (widget);
  gscope_gtk_surroundings_watch (widget, G_CALLBACK (on_surface_state));
  set_shown (GSCOPE_GTK_VIEW (widget), TRUE);
}

static void
gscope_gtk_view_unmap (GtkWidget *widget)
{
  gscope_gtk_surroundings_unwatch (widget, G_CALLBACK (on_surface_state));
  set_shown (GSCOPE_GTK_VIEW (widget), FALSE);
  GTK_WIDGET_CLASS (gscope_gtk_view_parent_class)->unmap (widget);
}

static void
gscope_gtk_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  gscope_gtk_view_arrange (self);
  gscope_gtk_captures_allocate (self->objects.captures);
  gscope_gtk_limit_handles_allocate (&self->handles);
  gscope_gtk_gestures_present (self->objects.gestures);
}

static void
follow_limits (GscopeGtkView *self)
{
  gscope_gtk_limit_handles_follow (&self->handles,
                                   gscope_gtk_painting_get_annotations (self->objects.painting));
}

static void
gscope_gtk_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  gscope_gtk_past_look (GSCOPE_GTK_VIEW (widget)->objects.past);
  gscope_gtk_painting_snapshot (GSCOPE_GTK_VIEW (widget)->objects.painting, snapshot);
  gscope_gtk_captures_snapshot (GSCOPE_GTK_VIEW (widget)->objects.captures, snapshot);
  gscope_gtk_limit_handles_snapshot (&GSCOPE_GTK_VIEW (widget)->handles, snapshot);
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
  GTK_WIDGET_CLASS (gscope_gtk_view_parent_class)->css_changed (widget, change);
  if (gscope_gtk_painting_restyle (GSCOPE_GTK_VIEW (widget)->objects.painting))
    gtk_widget_queue_allocate (widget);
}

static void
get_badge_moment (gpointer data, GscopeGtkBadgeMoment *moment)
{
  GscopeGtkView *self = data;

  gscope_gtk_scene_get_window (gscope_gtk_painting_get_scene (self->objects.painting),
                               &moment->begin, &moment->end);
  /* the window is without its begin and with its end */
  moment->begin++;
  moment->end++;
  moment->width = gscope_gtk_viewport_get_column_width (gscope_gtk_view_get_viewport (self));
  moment->n_cursors = gscope_gtk_view_get_cursors (self, &moment->a, &moment->b);
  moment->capture = gscope_gtk_view_get_shown_capture (self);
}

static void
on_badges_refreshed (GscopeGtkView *self)
{
  gscope_gtk_painting_refresh_heads (self->objects.painting, FALSE);
}

static void
link_badges (GscopeGtkView *self)
{
  GscopeGtkBadgeList *badges = self->objects.badges;

  g_signal_connect_object (badges, "refreshed", G_CALLBACK (on_badges_refreshed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (badges, "items-changed", G_CALLBACK (on_badges_refreshed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "refreshed", G_CALLBACK (gscope_gtk_badge_list_refresh), badges,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "cursors-changed", G_CALLBACK (gscope_gtk_badge_list_queue),
                           badges, G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "arranged", G_CALLBACK (gscope_gtk_badge_list_queue), badges,
                           G_CONNECT_SWAPPED);
}

static void
on_viewport_changed (GscopeGtkView *self)
{
  gscope_gtk_badge_list_queue (self->objects.badges);
  gscope_gtk_cursors_find (self->objects.cursors);
  gscope_gtk_painting_follow (self->objects.painting);
  /* a mask is where the trigger is */
  follow_limits (self);
}

static void
gscope_gtk_view_dispose (GObject *object)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (object);

  gscope_gtk_gestures_clear (self->objects.gestures);
  gscope_gtk_captures_clear (self->objects.captures);
  gscope_gtk_limit_handles_clear (&self->handles);
  gscope_gtk_pacing_clear (self->objects.pacing);
  gscope_gtk_badge_list_close (self->objects.badges);
  /* first, or the selection would be reported to be gone by a view that is going itself */
  gscope_gtk_painting_set_selected (self->objects.painting, NULL);
  gscope_gtk_membership_clear (self->objects.membership);
  G_OBJECT_CLASS (gscope_gtk_view_parent_class)->dispose (object);
}

static void
gscope_gtk_view_finalize (GObject *object)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (object);

  g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_viewport (self), self);
  gscope_gtk_gestures_free (self->objects.gestures);
  gscope_gtk_past_free (self->objects.past);
  gscope_gtk_pacing_free (self->objects.pacing);
  gscope_gtk_captures_free (self->objects.captures);
  gscope_gtk_cursors_free (self->objects.cursors);
  gscope_gtk_painting_free (self->objects.painting);
  g_object_unref (self->objects.badges);
  gscope_gtk_membership_free (self->objects.membership);
  g_free (self->title);
  g_signal_handlers_disconnect_by_data (self->settings, self);
  g_object_unref (self->settings);
  G_OBJECT_CLASS (gscope_gtk_view_parent_class)->finalize (object);
}

static void
install_signals (void)
{
  gscope_gtk_captures_install_signal ();
  gscope_gtk_cursors_install_signal ();
  gscope_gtk_limit_handles_install_signal (GSCOPE_GTK_TYPE_VIEW);
  gscope_gtk_gestures_install_signal ();
  /**
   * GscopeGtkView::refreshed:
   * @self: the view
   *
   * The values that it shows were read again: [property@ViewSignal:text] and
   * [method@View.describe_place]. At most five times a second.
   *
   * Since: 1.0
   */
  g_signal_new ("refreshed", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  /**
   * GscopeGtkView::arranged:
   * @self: the view
   *
   * Its signals came, went or changed how they are shown, or it has another size.
   *
   * Since: 1.0
   */
  g_signal_new ("arranged", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  /**
   * GscopeGtkView::dropped:
   * @self: the view
   * @signal: the signal, as the view shows it
   *
   * Emitted when a signal of another view was dropped on it that it did not show before.
   *
   * Since: 1.0
   */
  g_signal_new ("dropped", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  /**
   * GscopeGtkView::badge-activated:
   * @self: the view
   * @badge: the badge
   *
   * Emitted when the user has clicked on a badge in the head of a lane.
   *
   * Since: 1.0
   */
  g_signal_new ("badge-activated", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, GSCOPE_GTK_TYPE_BADGE);
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
   *
   * Since: 1.0
   */
  g_signal_new ("note-edited", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 4, GSCOPE_TYPE_MARKER_LIST, G_TYPE_INT64, G_TYPE_STRING,
                G_TYPE_STRING);
}

static void
install_properties (GObjectClass *object_class)
{
  /**
   * GscopeGtkView:title:
   *
   * What it is called; empty if it has no title.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "title", gscope_gtk_view_get_title, gscope_gtk_view_set_title,
                "");
  /**
   * GscopeGtkView:layout:
   *
   * How it arranges its signals.
   *
   * Since: 1.0
   */
  property_add (object_class, enum, "layout", gscope_gtk_view_get_layout,
                gscope_gtk_view_set_layout, GSCOPE_TYPE_VIEW_LAYOUT, GSCOPE_VIEW_LAYOUT_LANES);
  /**
   * GscopeGtkView:selected:
   *
   * The signal whose ruler an overlay shows.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "selected", gscope_gtk_view_get_selected,
                gscope_gtk_view_set_selected, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  /**
   * GscopeGtkView:viewport:
   *
   * Which time it shows, and how it moves.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "viewport", gscope_gtk_view_get_viewport, NULL,
                GSCOPE_GTK_TYPE_VIEWPORT);
  gscope_gtk_cursors_install_properties (object_class);
  /**
   * GscopeGtkView:phosphor:
   *
   * Whether columns of many samples are graded by how often the signal was where, as the phosphor of a
   * cathode ray tube is.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "phosphor", gscope_gtk_view_get_phosphor,
                gscope_gtk_view_set_phosphor, FALSE);
  /**
   * GscopeGtkView:settings:
   *
   * What is shown beside its signals over time, and how: by a [class@Pane], or by a program of its own.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "settings", gscope_gtk_view_get_settings, NULL,
                GSCOPE_TYPE_VIEW_SETTINGS);
  /**
   * GscopeGtkView:shown-capture:
   *
   * The capture in front of a triggered display.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "shown-capture", gscope_gtk_view_get_shown_capture, NULL,
                GSCOPE_TYPE_CAPTURE);
}

static void
gscope_gtk_view_class_init (GscopeGtkViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gscope_gtk_view_dispose;
  object_class->finalize = gscope_gtk_view_finalize;
  widget_class->map = gscope_gtk_view_map;
  widget_class->unmap = gscope_gtk_view_unmap;
  widget_class->measure = gscope_gtk_view_measure;
  widget_class->size_allocate = gscope_gtk_view_size_allocate;
  widget_class->snapshot = gscope_gtk_view_snapshot;
  widget_class->css_changed = gscope_gtk_view_css_changed;
  widget_class->query_tooltip = gscope_gtk_view_query_tooltip;
  install_properties (object_class);
  install_signals ();
  gtk_widget_class_set_css_name (widget_class, "gscope-view");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gscope_gtk_gestures_add_keys (widget_class);
}

static void
on_phosphor (GscopeGtkView *self)
{
  gscope_gtk_painting_redraw (self->objects.painting);
  g_object_notify (G_OBJECT (self), "phosphor");
}

static void
gscope_gtk_view_init (GscopeGtkView *self)
{
  static const char *const arranging[] = { "notify::wall-clock", "notify::lead",
                                           "notify::logarithmic-axes", "notify::axis-titles" };
  GscopeGtkViewObjects *objects = &self->objects;

  self->title = g_strdup ("");
  self->settings = gscope_view_settings_new ();
  objects->membership = gscope_gtk_membership_new (self);
  objects->badges = gscope_gtk_badge_list_new (
      gscope_gtk_membership_get_signals (objects->membership), get_badge_moment, self);
  objects->painting = gscope_gtk_painting_new (self, self->settings, objects->badges);
  objects->past = gscope_gtk_past_new (self, objects->painting);
  objects->cursors = gscope_gtk_cursors_new (self, objects->painting);
  objects->captures = gscope_gtk_captures_new (self, objects->painting);
  objects->pacing = gscope_gtk_pacing_new (self, objects->painting, objects->cursors);
  objects->gestures = gscope_gtk_gestures_new (self, objects->painting, objects->cursors);
  link_badges (self);
  gscope_gtk_limit_handles_init (&self->handles, GTK_WIDGET (self));
  g_signal_connect (self, "arranged", G_CALLBACK (follow_limits), NULL);
  g_signal_connect (self, "refreshed", G_CALLBACK (follow_limits), NULL);
  g_signal_connect_swapped (self->settings, "notify::phosphor", G_CALLBACK (on_phosphor), self);
  for (guint i = 0; i < G_N_ELEMENTS (arranging); i++)
    g_signal_connect_swapped (self->settings, arranging[i], G_CALLBACK (gscope_gtk_view_arrange),
                              self);
  g_signal_connect_swapped (gscope_gtk_view_get_viewport (self), "changed",
                            G_CALLBACK (on_viewport_changed), self);
  g_signal_connect_swapped (self, "notify::scale-factor", G_CALLBACK (gscope_gtk_view_arrange),
                            self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Signals over Time"), -1);
}

/**
 * gscope_gtk_view_new:
 * @scope: a scope
 *
 * Creates a view of all signals that a scope has and will have.
 *
 * Returns: (transfer floating): the view
 *
 * Since: 1.0
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
 *
 * Since: 1.0
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
 *
 * Since: 1.0
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
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_title (GscopeGtkView *self, const char *title)
{
  if (g_str_equal (self->title, title))
    return;
  g_free (self->title);
  self->title = g_strdup (title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title[0] ? title : _ ("Signals over Time"), -1);
  g_object_notify (G_OBJECT (self), "title");
}

/**
 * gscope_gtk_view_get_badges:
 * @self: a view
 *
 * Gets the measurements of its signals, which are in the heads of lanes.
 *
 * Returns: (transfer none): the badges, which can be changed
 *
 * Since: 1.0
 */
GscopeGtkBadgeList *
gscope_gtk_view_get_badges (GscopeGtkView *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW (self), NULL);

  return self->objects.badges;
}

/**
 * gscope_gtk_view_get_viewport: (get-property viewport)
 * @self: a view
 *
 * Which time it shows, and how it moves.
 *
 * Returns: (transfer none): the viewport
 *
 * Since: 1.0
 */
GscopeGtkViewport *
gscope_gtk_view_get_viewport (GscopeGtkView *self)
{
  return gscope_gtk_painting_get_scene (self->objects.painting)->viewport;
}

/**
 * gscope_gtk_view_get_layout: (get-property layout)
 * @self: a view
 *
 * How it arranges its signals.
 *
 * Returns: the layout
 *
 * Since: 1.0
 */
GscopeViewLayout
gscope_gtk_view_get_layout (GscopeGtkView *self)
{
  return gscope_gtk_painting_get_scene (self->objects.painting)->layout;
}

/**
 * gscope_gtk_view_set_layout: (set-property layout)
 * @self: a view
 * @layout: the layout
 *
 * Arranges its signals in lanes by unit, or in one lane over each other.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_layout (GscopeGtkView *self, GscopeViewLayout layout)
{
  if (!gscope_gtk_painting_set_layout (self->objects.painting, layout))
    return;
  gscope_gtk_view_arrange (self);
  g_object_notify (G_OBJECT (self), "layout");
}

/**
 * gscope_gtk_view_get_settings: (get-property settings)
 * @self: a view
 *
 * What is shown beside its signals over time, and how. A view shows itself only; a [class@Pane] shows
 * all of it.
 *
 * Returns: (transfer none): the settings, which can be changed
 *
 * Since: 1.0
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
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_get_phosphor (GscopeGtkView *self)
{
  return gscope_view_settings_is_on (self->settings, "phosphor");
}

/**
 * gscope_gtk_view_set_phosphor: (set-property phosphor)
 * @self: a view
 * @phosphor: whether columns are graded
 *
 * Grades columns of at least 8 samples by how often the signal was where: most opaque where it was
 * most, and faint but visible from the least to the largest value. Columns of fewer samples are lines
 * as ever.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_phosphor (GscopeGtkView *self, gboolean phosphor)
{
  gscope_view_settings_set_on (self->settings, "phosphor", phosphor);
}

/**
 * gscope_gtk_view_get_selected: (get-property selected)
 * @self: a view
 *
 * The signal whose ruler an overlay shows.
 *
 * Returns: (transfer none) (nullable): the signal
 *
 * Since: 1.0
 */
GscopeGtkViewSignal *
gscope_gtk_view_get_selected (GscopeGtkView *self)
{
  return gscope_gtk_painting_get_scene (self->objects.painting)->selected;
}

/**
 * gscope_gtk_view_set_selected: (set-property selected)
 * @self: a view
 * @signal: (nullable): one of its signals
 *
 * Selects a signal.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_selected (GscopeGtkView *self, GscopeGtkViewSignal *signal)
{
  if (!gscope_gtk_painting_set_selected (self->objects.painting, signal))
    return;
  gscope_gtk_view_arrange (self);
  g_object_notify (G_OBJECT (self), "selected");
}

/**
 * gscope_gtk_view_fit:
 * @self: a view
 *
 * Lets all ranges follow the values, as tightly as they do now.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_fit (GscopeGtkView *self)
{
  GListModel *entries = gscope_gtk_view_get_signals (self);

  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (entries, i);

      gscope_gtk_view_signal_set_auto_range (entry);
      gscope_gtk_view_signal_set_least_range (entry, NAN, NAN);
    }
  gscope_gtk_painting_fit (self->objects.painting);
}

/**
 * gscope_gtk_view_set_steps:
 * @self: a view
 * @steps: (nullable): the tracker that measures the step responses of its scopes
 *
 * Shows with the marker of a write how the signals that it steers respond: the levels
 * before and after of the first signal in view that does.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_steps (GscopeGtkView *self, GscopeStepTracker *steps)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));

  gscope_gtk_painting_set_steps (self->objects.painting, steps);
}

/**
 * gscope_gtk_view_get_steps:
 * @self: a view
 *
 * Gets what measures the step responses that it shows.
 *
 * Returns: (transfer none) (nullable): the tracker
 *
 * Since: 1.0
 */
GscopeStepTracker *
gscope_gtk_view_get_steps (GscopeGtkView *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW (self), NULL);

  return gscope_gtk_painting_get_annotations (self->objects.painting)->steps;
}

/**
 * gscope_gtk_view_pick:
 * @self: a view
 * @x: logical pixels from its left
 * @y: logical pixels from its top
 * @time: (out): nanoseconds on the scopes' clock
 * @value: (out): by the left ruler of the lane
 *
 * Finds the time and the value at a place of the plot. Belongs to the main thread.
 *
 * Returns: whether the place is in a lane; if not, neither is set
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_pick (GscopeGtkView *self, double x, double y, gint64 *time, double *value)
{
  const GscopeGtkScene *scene = gscope_gtk_painting_get_scene (self->objects.painting);
  GscopeGtkSceneLane *lane = gscope_gtk_scene_find_lane (scene, y);
  double column = gscope_gtk_painting_to_column (self->objects.painting, x);

  if (!lane || column < 0 || column >= gscope_gtk_viewport_get_n_columns (scene->viewport))
    return FALSE;
  *time = gscope_gtk_viewport_x_to_time (scene->viewport, column);
  *value = gscope_gtk_scene_y_to_value (lane, &lane->scales[0].mapping, y - scene->plot.y);
  return TRUE;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/note-editor.h>
#include <gscope-gtk/view/objects.h>
#include <gscope-gtk/view/status.h>

#include <math.h>

#define ZOOM_STEP 1.25
#define SCROLL_PAN 0.05
/* logical pixels */
#define CURSOR_REACH 6

/* Seconds in which a flick slows down to a third. */
#define FLICK_TIME 0.325
#define MIN_FLICK 30.0

/* The target of a drag. */
typedef enum
{
  DRAG_TIME,
  DRAG_VALUES,
  DRAG_CURSOR,
  DRAG_TRACE,
} Drag;

struct _GscopeGtkGestures
{
  GscopeGtkView *view;
  GscopeGtkPainting *painting;
  GscopeGtkCursors *cursors;
  const GscopeGtkScene *scene;
  GscopeGtkViewport *viewport;
  double pointer_x;
  double pointer_y;
  double press_x;
  double drag_x;
  double drag_y;
  Drag drag;
  /* the trace that is dragged by its label */
  GscopeGtkViewSignal *trace;
  /* the popover in which notes are written, once there was one */
  GtkWidget *note_editor;
  /* two fingers zoom about a column, where one would pan */
  GtkGesture *pinch;
  double pinch_scale;
  double pinch_x;
  /* the speed after a flick of a finger, in logical pixels a second */
  guint flick_id;
  gint64 flicked_at;
  double flick_velocity;
};

static double
to_column (GscopeGtkGestures *self, double x)
{
  return gscope_gtk_painting_to_column (self->painting, x);
}

/* Ranges of values. */

/* Gives every signal of a scale the range that its middle, moved, and size, scaled, make. */
static void
change_scale (const GscopeGtkScale *scale, double shift, double factor)
{
  GscopeGtkMapping mapping = scale->mapping;
  /* the changes of the signals arrange the lanes again */
  g_autoptr (GPtrArray) signals = g_ptr_array_ref (scale->signals);

  gscope_gtk_mapping_move (&mapping, shift, factor);
  for (guint i = 0; i < signals->len; i++)
    gscope_gtk_view_signal_set_range (signals->pdata[i], mapping.min, mapping.max);
}

static void
change_ruler (const GscopeGtkRuler *ruler, double shift, double factor)
{
  if (ruler->scale)
    change_scale (ruler->scale, shift, factor);
  else
    gscope_gtk_view_signal_zoom_range (ruler->signal, 1 / factor, shift);
}

/* Returns the lane under the pointer, or the lane of the selected signal, or the first. */
static GscopeGtkSceneLane *
choose_lane (GscopeGtkGestures *self)
{
  GscopeGtkSceneLane *lane = gscope_gtk_scene_find_lane (self->scene, self->pointer_y);

  if (!lane && self->scene->lanes->len > 0)
    lane = &g_array_index (self->scene->lanes, GscopeGtkSceneLane, 0);
  return lane;
}

void
gscope_gtk_gestures_change_range (GscopeGtkGestures *self, double shift, double factor)
{
  GscopeGtkSceneLane *lane = choose_lane (self);
  GscopeGtkRuler ruler;

  if (!lane)
    return;
  if (gscope_gtk_scene_find_ruler (self->scene, lane, self->pointer_x, &ruler))
    change_ruler (&ruler, shift, factor);
  else if (self->scene->layout == GSCOPE_VIEW_LAYOUT_LANES)
    change_scale (&lane->scales[0], shift, factor);
  else
    gscope_gtk_view_signal_zoom_range (self->scene->selected ? self->scene->selected
                                                             : lane->scales[0].signals->pdata[0],
                                       1 / factor, shift);
}

/* One trace, which moves without the others. */

/* Returns the signal of the label under the pointer, or the selected one, or the first of a lane. */
static GscopeGtkViewSignal *
choose_trace (GscopeGtkGestures *self)
{
  GscopeGtkViewSignal *signal =
      gscope_gtk_painting_find_signal (self->painting, self->pointer_x, self->pointer_y);
  GscopeGtkSceneLane *lane = choose_lane (self);

  if (!signal)
    signal = self->scene->selected;
  if (!signal && lane)
    signal = lane->scales[0].signals->pdata[0];
  return signal;
}

gboolean
gscope_gtk_gestures_move_trace (GscopeGtkGestures *self, double shift, double factor)
{
  GscopeGtkViewSignal *signal = choose_trace (self);
  g_autofree char *text = NULL;

  if (!signal)
    return FALSE;
  gscope_gtk_view_signal_set_offset (signal, gscope_gtk_view_signal_get_offset (signal) + shift);
  gscope_gtk_view_signal_set_magnification (
      signal, gscope_gtk_view_signal_get_magnification (signal) * factor);
  text = gscope_gtk_view_describe_placement (signal);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
  return TRUE;
}

gboolean
gscope_gtk_gestures_put_trace_back (GscopeGtkGestures *self)
{
  GscopeGtkViewSignal *signal = choose_trace (self);

  if (!signal)
    return FALSE;
  return gscope_gtk_gestures_move_trace (self, -gscope_gtk_view_signal_get_offset (signal),
                                         1 / gscope_gtk_view_signal_get_magnification (signal));
}

/* Fingers: one pans as a pointer does, and what it flicks goes on for a while; two zoom time and take it
 * along; a long press places the cursor, which then follows the finger. */

static gboolean
is_pinched (GscopeGtkGestures *self)
{
  return gtk_gesture_is_recognized (self->pinch);
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, GscopeGtkGestures *self)
{
  double y;

  self->pinch_scale = 1;
  gtk_gesture_get_bounding_box_center (gesture, &self->pinch_x, &y);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

/* A live view stays live, however unsteady the fingers are. */
static void
follow_pinch (GscopeGtkGestures *self, double x)
{
  if (!gscope_gtk_viewport_get_live (self->viewport))
    gscope_gtk_viewport_pan (self->viewport, (self->pinch_x - x) * self->scene->device_scale);
  self->pinch_x = x;
}

static void
on_pinched (GtkGestureZoom *gesture, double scale, GscopeGtkGestures *self)
{
  double x = self->scene->plot.x + self->scene->plot.width / 2.0, y;

  if (is_pinched (self) && gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    follow_pinch (self, x);
  gscope_gtk_viewport_zoom (self->viewport, scale / self->pinch_scale, to_column (self, x));
  self->pinch_scale = scale;
}

static void
on_long_pressed (GtkGestureLongPress *gesture, double x, double y, GscopeGtkGestures *self)
{
  self->drag = DRAG_CURSOR;
  self->press_x = x;
  gscope_gtk_cursors_place (self->cursors, to_column (self, x));
}

static void
stop_flick (GscopeGtkGestures *self)
{
  if (self->flick_id)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->flick_id);
  self->flick_id = 0;
}

static gboolean
go_on (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  GscopeGtkGestures *self = data;
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double seconds = (now - self->flicked_at) / 1e6;

  if (self->flicked_at > 0)
    {
      gscope_gtk_viewport_pan (self->viewport,
                               -self->flick_velocity * seconds * self->scene->device_scale);
      self->flick_velocity *= exp (-seconds / FLICK_TIME);
    }
  self->flicked_at = now;
  if (fabs (self->flick_velocity) > MIN_FLICK)
    return G_SOURCE_CONTINUE;
  self->flick_id = 0;
  return G_SOURCE_REMOVE;
}

/* Who wants no motion gets none that goes on by itself. */
static gboolean
is_animated (GscopeGtkGestures *self)
{
  gboolean is_animated;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self->view)), "gtk-enable-animations",
                &is_animated, NULL);
  return is_animated;
}

static void
on_flicked (GtkGestureSwipe *gesture, double velocity_x, double velocity_y, GscopeGtkGestures *self)
{
  stop_flick (self);
  if (self->drag != DRAG_TIME || fabs (velocity_x) < MIN_FLICK || !is_animated (self))
    return;
  self->flick_velocity = velocity_x;
  self->flicked_at = 0;
  self->flick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), go_on, self, NULL);
}

/* The pointer. */

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, GscopeGtkGestures *self)
{
  self->pointer_x = x;
  self->pointer_y = y;
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, GscopeGtkGestures *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

/* Beside the plot are the rulers: there the pointer works on values, in the plot on time. */
static gboolean
is_on_ruler (GscopeGtkGestures *self, double x)
{
  return x < self->scene->plot.x || x >= self->scene->plot.x + self->scene->plot.width;
}

/* A click on a marker's chip places the cursor at its time; a second one edits it, if it is a note. */
static void
click_marker (GscopeGtkGestures *self, GscopeMarker *marker, int n_press)
{
  gscope_gtk_view_set_cursor (self->view, gscope_marker_get_time (marker));
  gscope_gtk_cursors_describe (self->cursors);
  if (n_press == 2 && gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_NOTE)
    gscope_gtk_view_edit_note (self->view);
}

/* A click on the axis of a signal selects that. */
static void
click_ruler (GscopeGtkGestures *self, const GscopeGtkSceneLane *lane, double x)
{
  GscopeGtkRuler ruler;

  if (lane && gscope_gtk_scene_find_ruler (self->scene, lane, x, &ruler) && !ruler.scale)
    gscope_gtk_view_set_selected (self->view, ruler.signal);
}

/* A click that did not become a drag places the cursor; two go back to live. */
static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, GscopeGtkGestures *self)
{
  GscopeGtkCluster cluster;
  gboolean on_marker = gscope_gtk_painting_find_cluster (self->painting, x, y, &cluster);
  GscopeGtkBadge *badge = gscope_gtk_view_find_badge (self->view, x, y);
  GscopeGtkSceneLane *lane = gscope_gtk_scene_find_lane (self->scene, y);
  GscopeGtkViewSignal *row = lane ? gscope_gtk_scene_find_row (self->scene, lane, y) : NULL;

  if (badge)
    {
      gscope_gtk_view_set_selected (self->view, gscope_gtk_badge_get_signal (badge));
      g_signal_emit_by_name (self->view, "badge-activated", badge);
      return;
    }
  if (row)
    gscope_gtk_view_set_selected (self->view, row);
  if (on_marker)
    click_marker (self, cluster.marker, n_press);
  else if (is_on_ruler (self, x))
    click_ruler (self, lane, x);
  else if (n_press == 2)
    gscope_gtk_viewport_go_live (self->viewport);
  else
    gscope_gtk_cursors_place (self->cursors, to_column (self, x));
}

static gboolean
has_control (gpointer controller)
{
  return (gtk_event_controller_get_current_event_state (controller) & GDK_CONTROL_MASK) != 0;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, GscopeGtkGestures *self)
{
  self->drag_x = 0;
  self->drag_y = 0;
  stop_flick (self);
  g_set_object (&self->trace, gscope_gtk_painting_find_signal (self->painting, x, y));
  if (self->trace && has_control (gesture))
    {
      gscope_gtk_view_set_selected (self->view, self->trace);
      self->drag = DRAG_TRACE;
      return;
    }
  if (self->trace)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->press_x = x;
  self->drag = DRAG_TIME;
  if (is_on_ruler (self, x))
    self->drag = DRAG_VALUES;
  else if (gscope_gtk_cursors_grab (self->cursors, to_column (self, x),
                                    CURSOR_REACH * self->scene->device_scale))
    self->drag = DRAG_CURSOR;
}

static void
drag_values (GscopeGtkGestures *self, double y)
{
  GscopeGtkSceneLane *lane = choose_lane (self);

  if (lane)
    gscope_gtk_gestures_change_range (self, (y - self->drag_y) / lane->height, 1);
}

static void
drag_trace (GscopeGtkGestures *self, double x, double y)
{
  GscopeGtkSceneLane *lane = choose_lane (self);
  double offset = gscope_gtk_view_signal_get_offset (self->trace);

  if (gscope_signal_get_compared_with (gscope_gtk_view_signal_get_signal (self->trace)))
    g_signal_emit_by_name (self->view, "compared-dragged", self->trace,
                           (gint64) llround ((x - self->drag_x) * self->scene->device_scale)
                               * gscope_gtk_viewport_get_column_width (self->viewport));
  else if (lane)
    gscope_gtk_view_signal_set_offset (self->trace, offset + (self->drag_y - y) / lane->height);
}

static void
drag (GscopeGtkGestures *self, double x, double y)
{
  if (is_pinched (self))
    return;
  switch (self->drag)
    {
    case DRAG_TIME:
      gscope_gtk_viewport_pan (self->viewport, (self->drag_x - x) * self->scene->device_scale);
      break;
    case DRAG_VALUES:
      drag_values (self, y);
      break;
    case DRAG_CURSOR:
      gscope_gtk_cursors_place (self->cursors, to_column (self, self->press_x + x));
      break;
    case DRAG_TRACE:
      drag_trace (self, x, y);
      break;
    }
}

static void
on_drag_update (GtkGestureDrag *gesture, double x, double y, GscopeGtkGestures *self)
{
  if (self->drag_x == 0 && self->drag_y == 0
      && !gtk_drag_check_threshold (GTK_WIDGET (self->view), 0, 0, x, y))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  drag (self, x, y);
  self->drag_x = x;
  self->drag_y = y;
}

/* The wheel zooms time at the pointer, and values on a ruler or with Control, with Shift those of one trace; with Shift
 * alone it pans. */
static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, GscopeGtkGestures *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  gboolean shifted = (state & GDK_SHIFT_MASK) != 0;

  if (state & GDK_CONTROL_MASK && shifted)
    gscope_gtk_gestures_move_trace (self, 0, pow (ZOOM_STEP, -(dx + dy)));
  else if (state & GDK_CONTROL_MASK || is_on_ruler (self, self->pointer_x))
    gscope_gtk_gestures_change_range (self, 0, pow (ZOOM_STEP, dy));
  else if (shifted || fabs (dx) > fabs (dy))
    gscope_gtk_viewport_pan (self->viewport,
                             (dx + (shifted ? dy : 0)) * SCROLL_PAN
                                 * gscope_gtk_viewport_get_n_columns (self->viewport));
  else
    gscope_gtk_viewport_zoom (self->viewport, pow (ZOOM_STEP, -dy),
                              to_column (self, self->pointer_x));
  return TRUE;
}

/* The editor of notes. */

static void
on_edited (GscopeGtkView *view, GscopeMarkerList *list, gint64 time, const char *before,
           const char *after)
{
  g_signal_emit_by_name (view, "note-edited", list, time, before, after);
}

/* Below the note's chip, or in the middle where its time is not in view. */
static void
point_at (GscopeGtkGestures *self, gint64 time)
{
  GdkRectangle place = { self->scene->plot.x + self->scene->plot.width / 2, 0, 1,
                         self->scene->marker_rail };
  double column;

  if (gscope_gtk_viewport_time_to_x (self->viewport, time, &column))
    place.x = (int) floor (self->scene->plot.x + column / self->scene->device_scale);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->note_editor), &place);
}

void
gscope_gtk_gestures_edit_note (GscopeGtkGestures *self, GscopeMarkerList *list, gint64 time)
{
  if (!self->note_editor)
    {
      self->note_editor = gscope_gtk_note_editor_new ();
      g_signal_connect_swapped (self->note_editor, "edited", G_CALLBACK (on_edited), self->view);
      gtk_widget_set_parent (self->note_editor, GTK_WIDGET (self->view));
    }
  point_at (self, time);
  gscope_gtk_note_editor_open (GSCOPE_GTK_NOTE_EDITOR (self->note_editor), list, time);
}

void
gscope_gtk_gestures_present (GscopeGtkGestures *self)
{
  if (self->note_editor)
    gtk_popover_present (GTK_POPOVER (self->note_editor));
}

/* Signals dragged from a legend to another view. */

static GdkContentProvider *
on_signal_drag_prepare (GtkDragSource *source, double x, double y, GscopeGtkView *self)
{
  GscopeGtkViewSignal *signal =
      gscope_gtk_painting_find_signal (gscope_gtk_view_get_objects (self)->painting, x, y);

  /* that moves the trace */
  if (has_control (source))
    return NULL;
  return signal ? gdk_content_provider_new_typed (GSCOPE_GTK_TYPE_VIEW_SIGNAL, signal) : NULL;
}

static void
on_signal_drag_begin (GtkDragSource *source, GdkDrag *drag, GscopeGtkView *self)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  if (gdk_content_provider_get_value (gdk_drag_get_content (drag), &value, NULL))
    gtk_drag_icon_set_child (
        GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (drag)),
        gtk_label_new (gscope_gtk_view_signal_get_label (g_value_get_object (&value))));
}

static GscopeGtkViewSignal *
find_entry (GListModel *signals, GscopeSignal *signal)
{
  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);

      if (gscope_gtk_view_signal_get_signal (entry) == signal)
        return entry;
    }
  return NULL;
}

/* Signals of a scope on another clock have no place on this time axis. A signal comes as a visible one, in one change. */
static gboolean
on_signal_drop (GtkDropTarget *target, const GValue *value, double x, double y, GscopeGtkView *self)
{
  GscopeGtkViewSignal *dropped = g_value_get_object (value), *entry;
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (dropped);
  GscopeScope *scope = gscope_gtk_view_signal_get_scope (dropped);
  GListModel *signals = gscope_gtk_view_get_signals (self);
  GscopeGtkMembership *membership = gscope_gtk_view_get_objects (self)->membership;
  gboolean is_new = !find_entry (signals, signal);

  if (!gscope_gtk_membership_takes (membership, scope))
    return FALSE;
  if (is_new)
    gscope_gtk_membership_reveal (membership, signal);
  gscope_gtk_view_add_signal (self, scope, signal);
  entry = find_entry (signals, signal);
  if (entry && gscope_gtk_view_signal_get_hidden (entry))
    gscope_gtk_view_signal_set_hidden (entry, FALSE);
  if (entry && is_new)
    g_signal_emit_by_name (self, "dropped", entry);
  return entry != NULL;
}

static void
add_signal_drag (GscopeGtkView *self)
{
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (GSCOPE_GTK_TYPE_VIEW_SIGNAL, GDK_ACTION_COPY);

  g_signal_connect (source, "prepare", G_CALLBACK (on_signal_drag_prepare), self);
  g_signal_connect (source, "drag-begin", G_CALLBACK (on_signal_drag_begin), self);
  g_signal_connect (target, "drop", G_CALLBACK (on_signal_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (source));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

static void
add_pointer (GscopeGtkGestures *self, GtkGesture *dragging)
{
  GtkWidget *widget = GTK_WIDGET (self->view);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect (dragging, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (dragging, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (dragging));
}

static void
add_touch (GscopeGtkGestures *self, GtkGesture *dragging)
{
  GtkWidget *widget = GTK_WIDGET (self->view);
  GtkGesture *press = gtk_gesture_long_press_new (), *flick = gtk_gesture_swipe_new ();

  self->pinch = gtk_gesture_zoom_new ();
  self->pinch_scale = 1;
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (flick), TRUE);
  g_signal_connect (self->pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (self->pinch, "scale-changed", G_CALLBACK (on_pinched), self);
  g_signal_connect (press, "pressed", G_CALLBACK (on_long_pressed), self);
  g_signal_connect (flick, "swipe", G_CALLBACK (on_flicked), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (self->pinch));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (press));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (flick));
  /* or what the drag claims would end the others */
  gtk_gesture_group (self->pinch, dragging);
  gtk_gesture_group (press, dragging);
  gtk_gesture_group (flick, dragging);
}

void
gscope_gtk_gestures_install_signal (void)
{
  /**
   * GscopeGtkView::compared-dragged:
   * @self: the view
   * @signal: the signal, as the view shows it
   * @distance: how much later the signal is to be, nanoseconds; negative for earlier
   *
   * Emitted while the user drags the label of a compared signal sideways with Control:
   * [method@Gscope.Signal.get_compared_with].
   *
   * Since: 1.0
   */
  g_signal_new ("compared-dragged", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, GSCOPE_GTK_TYPE_VIEW_SIGNAL, G_TYPE_INT64);
}

GscopeGtkGestures *
gscope_gtk_gestures_new (GscopeGtkView *view, GscopeGtkPainting *painting,
                         GscopeGtkCursors *cursors)
{
  GscopeGtkGestures *self = g_new0 (GscopeGtkGestures, 1);
  GtkGesture *dragging = gtk_gesture_drag_new ();

  self->view = view;
  self->painting = painting;
  self->cursors = cursors;
  self->scene = gscope_gtk_painting_get_scene (painting);
  self->viewport = self->scene->viewport;
  add_pointer (self, dragging);
  add_touch (self, dragging);
  add_signal_drag (view);
  return self;
}

void
gscope_gtk_gestures_clear (GscopeGtkGestures *self)
{
  stop_flick (self);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->note_editor, gtk_widget_unparent);
}

void
gscope_gtk_gestures_free (GscopeGtkGestures *self)
{
  g_free (self);
}

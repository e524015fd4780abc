/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/private.h>

#include <math.h>

/* Keys and pointer of a view. Each key is a row of a table; all act on the view's public interface or
 * its viewport. */

#define ZOOM_STEP 1.25
#define PAN_STEP 0.1
#define SCROLL_PAN 0.05
/* pixels, the finest */
#define CURSOR_STEP 0.1
#define CURSOR_REACH 6

static gboolean
hold (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkViewport *viewport = GSCOPE_GTK_VIEW (widget)->scene.viewport;

  gscope_gtk_viewport_set_held (viewport, !gscope_gtk_viewport_get_held (viewport));
  return TRUE;
}

static gboolean
change_mode (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkViewport *viewport = GSCOPE_GTK_VIEW (widget)->scene.viewport;
  gboolean rolls = gscope_gtk_viewport_get_mode (viewport) == GSCOPE_VIEW_ROLL;

  gscope_gtk_viewport_set_mode (viewport, rolls ? GSCOPE_VIEW_SWEEP : GSCOPE_VIEW_ROLL);
  return TRUE;
}

static gboolean
step_span (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gscope_gtk_viewport_step_span (GSCOPE_GTK_VIEW (widget)->scene.viewport,
                                 g_variant_get_int32 (arguments));
  return TRUE;
}

static gboolean
go_live (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkViewport *viewport = GSCOPE_GTK_VIEW (widget)->scene.viewport;

  gscope_gtk_viewport_set_held (viewport, FALSE);
  gscope_gtk_viewport_go_live (viewport);
  return TRUE;
}

static gboolean
fit (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gscope_gtk_view_fit (GSCOPE_GTK_VIEW (widget));
  return TRUE;
}

static gboolean
change_layout (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  gscope_gtk_view_set_layout (self, self->scene.layout == GSCOPE_VIEW_LANES ? GSCOPE_VIEW_OVERLAY
                                                                            : GSCOPE_VIEW_LANES);
  return TRUE;
}

static gboolean
toggle_signal (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);
  GscopeGtkViewSignal *signal =
      gscope_gtk_view_find_key (self, (guint) g_variant_get_int32 (arguments));

  if (signal)
    gscope_gtk_view_signal_set_hidden (signal, !gscope_gtk_view_signal_get_hidden (signal));
  return signal != NULL;
}

/* None, one, two, none. */
static gboolean
cycle_cursors (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  gscope_gtk_view_set_n_cursors (self,
                                 (self->annotations.n_cursors + 1) % (GSCOPE_GTK_N_CURSORS + 1));
  gscope_gtk_view_describe_cursors (self);
  return TRUE;
}

static gboolean
swap_cursors (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  gscope_gtk_view_swap_cursors (self);
  gscope_gtk_view_describe_cursors (self);
  return TRUE;
}

static gboolean
clear_cursor (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);
  gboolean had_cursor = self->annotations.n_cursors > 0;

  gscope_gtk_view_clear_cursor (self);
  return had_cursor;
}

static gboolean
move_cursor (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  if (self->annotations.n_cursors == 0)
    return cycle_cursors (widget, NULL, NULL);
  gscope_gtk_view_step_cursor (self, g_variant_get_int32 (arguments) * CURSOR_STEP
                                         * self->scene.device_scale);
  return TRUE;
}

static gboolean
pan (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkViewport *viewport = GSCOPE_GTK_VIEW (widget)->scene.viewport;

  gscope_gtk_viewport_pan (viewport, g_variant_get_int32 (arguments) * PAN_STEP
                                         * gscope_gtk_viewport_get_n_columns (viewport));
  return TRUE;
}

/* Gives every signal of a scale the range that its middle, moved, and size, scaled, make. */
static void
change_scale (GscopeGtkScale *scale, double shift, double factor)
{
  double middle = (scale->min + scale->max) / 2, half = (scale->max - scale->min) / 2;
  /* the changes of the signals arrange the lanes again */
  g_autoptr (GPtrArray) signals = g_ptr_array_ref (scale->signals);

  middle += shift * 2 * half;
  half *= factor;
  for (guint i = 0; i < signals->len; i++)
    gscope_gtk_view_signal_set_range (signals->pdata[i], middle - half, middle + half);
}

/* Returns the lane under the pointer, or the lane of the selected signal, or the first. */
static GscopeGtkSceneLane *
choose_lane (GscopeGtkView *self)
{
  GscopeGtkSceneLane *lane = gscope_gtk_scene_find_lane (&self->scene, self->pointer_y);

  if (!lane && self->scene.lanes->len > 0)
    lane = &g_array_index (self->scene.lanes, GscopeGtkSceneLane, 0);
  return lane;
}

static void
change_range (GscopeGtkView *self, double shift, double factor)
{
  GscopeGtkSceneLane *lane = choose_lane (self);

  if (!lane)
    return;
  if (self->scene.layout == GSCOPE_VIEW_LANES)
    change_scale (&lane->scales[0], shift, factor);
  else
    gscope_gtk_view_signal_zoom_range (self->scene.selected ? self->scene.selected
                                                            : lane->scales[0].signals->pdata[0],
                                       1 / factor, shift);
}

static gboolean
bias (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  change_range (GSCOPE_GTK_VIEW (widget), g_variant_get_int32 (arguments) * PAN_STEP, 1);
  return TRUE;
}

static gboolean
zoom_values (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  change_range (GSCOPE_GTK_VIEW (widget), 0, pow (ZOOM_STEP, -g_variant_get_int32 (arguments)));
  return TRUE;
}

/* The marker next to the cursor, or to the middle of the picture. */
static GscopeMarker *
find_marker (GscopeGtkView *self, gint64 time, int direction)
{
  GscopeMarker *found = NULL;

  for (guint i = 0; i < self->annotations.marker_lists->len; i++)
    {
      GscopeMarkerList *list = self->annotations.marker_lists->pdata[i];
      guint place = gscope_marker_list_find (list, direction > 0 ? time + 1 : time);
      g_autoptr (GscopeMarker) marker =
          g_list_model_get_item (G_LIST_MODEL (list), direction > 0 ? place : place - 1);

      if (marker
          && (!found
              || (gscope_marker_get_time (marker) - gscope_marker_get_time (found)) * direction
                     < 0))
        found = marker;
    }
  return found;
}

static gboolean
go_to_marker (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);
  gint64 begin, end, time;
  GscopeMarker *marker;

  gscope_gtk_scene_get_window (&self->scene, &begin, &end);
  if (!gscope_gtk_view_get_cursor (self, &time))
    time = end;
  marker = find_marker (self, time, g_variant_get_int32 (arguments));
  if (!marker)
    return FALSE;
  time = gscope_marker_get_time (marker);
  gscope_gtk_viewport_look_at (self->scene.viewport, time + (end - begin) / 2);
  gscope_gtk_view_set_cursor (self, time);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  gscope_marker_get_label (marker), -1);
  return TRUE;
}

static gboolean
edit_note (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gscope_gtk_view_edit_note (GSCOPE_GTK_VIEW (widget));
  return TRUE;
}

static gboolean
remove_note (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return gscope_gtk_view_remove_note (GSCOPE_GTK_VIEW (widget));
}

static gboolean
copy_picture (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  if (!gscope_gtk_view_copy_picture (GSCOPE_GTK_VIEW (widget), NULL))
    gtk_widget_error_bell (widget);
  return TRUE;
}

static gboolean
copy_data (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  if (!gscope_gtk_view_copy_data (GSCOPE_GTK_VIEW (widget), g_variant_get_int32 (arguments), NULL))
    gtk_widget_error_bell (widget);
  return TRUE;
}

static const struct
{
  guint key;
  GdkModifierType modifiers;
  GtkShortcutFunc func;
  int argument;
} keys[] = {
  { GDK_KEY_space, 0, hold, 0 },
  { GDK_KEY_r, 0, change_mode, 0 },
  { GDK_KEY_plus, 0, step_span, 1 },
  { GDK_KEY_equal, 0, step_span, 1 },
  { GDK_KEY_KP_Add, 0, step_span, 1 },
  { GDK_KEY_minus, 0, step_span, -1 },
  { GDK_KEY_KP_Subtract, 0, step_span, -1 },
  { GDK_KEY_End, 0, go_live, 0 },
  { GDK_KEY_f, 0, fit, 0 },
  { GDK_KEY_l, 0, change_layout, 0 },
  { GDK_KEY_c, 0, cycle_cursors, 0 },
  { GDK_KEY_x, 0, swap_cursors, 0 },
  { GDK_KEY_Escape, 0, clear_cursor, 0 },
  { GDK_KEY_Left, 0, move_cursor, -10 },
  { GDK_KEY_Right, 0, move_cursor, 10 },
  { GDK_KEY_Left, GDK_CONTROL_MASK, move_cursor, -100 },
  { GDK_KEY_Right, GDK_CONTROL_MASK, move_cursor, 100 },
  { GDK_KEY_Left, GDK_CONTROL_MASK | GDK_SHIFT_MASK, move_cursor, -1 },
  { GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK, move_cursor, 1 },
  { GDK_KEY_Left, GDK_SHIFT_MASK, pan, -1 },
  { GDK_KEY_Right, GDK_SHIFT_MASK, pan, 1 },
  { GDK_KEY_Up, 0, bias, 1 },
  { GDK_KEY_Down, 0, bias, -1 },
  { GDK_KEY_Up, GDK_SHIFT_MASK, zoom_values, 1 },
  { GDK_KEY_Down, GDK_SHIFT_MASK, zoom_values, -1 },
  { GDK_KEY_bracketleft, 0, go_to_marker, -1 },
  { GDK_KEY_bracketright, 0, go_to_marker, 1 },
  { GDK_KEY_m, 0, edit_note, 0 },
  { GDK_KEY_Delete, 0, remove_note, 0 },
  { GDK_KEY_c, GDK_CONTROL_MASK, copy_picture, 0 },
  { GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK, copy_data, GSCOPE_GTK_DATA_CSV },
};

void
gscope_gtk_view_class_init_input (GtkWidgetClass *klass)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (klass, keys[i].key, keys[i].modifiers, keys[i].func, "i",
                                  keys[i].argument);
  for (int digit = 1; digit <= 9; digit++)
    gtk_widget_class_add_binding (klass, GDK_KEY_0 + digit, 0, toggle_signal, "i", digit);
}

double
gscope_gtk_view_to_column (GscopeGtkView *self, double x)
{
  return (x - self->scene.plot.x) * self->scene.device_scale;
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, GscopeGtkView *self)
{
  self->pointer_x = x;
  self->pointer_y = y;
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, GscopeGtkView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* Beside the plot are the rulers: there the pointer works on values, in the plot on time. */
static gboolean
is_on_ruler (GscopeGtkView *self, double x)
{
  return x < self->scene.plot.x || x >= self->scene.plot.x + self->scene.plot.width;
}

/* A click on a marker's chip places the cursor at its time; a second one edits it, if it is a note. */
static void
click_marker (GscopeGtkView *self, GscopeMarker *marker, int n_press)
{
  gscope_gtk_view_set_cursor (self, gscope_marker_get_time (marker));
  gscope_gtk_view_describe_cursors (self);
  if (n_press == 2 && gscope_marker_get_kind (marker) == GSCOPE_MARKER_NOTE)
    gscope_gtk_view_edit_note (self);
}

/* A click that did not become a drag places the cursor; two go back to live. */
static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, GscopeGtkView *self)
{
  GscopeMarker *marker = gscope_gtk_chrome_find_marker (
      &self->annotations, gtk_widget_get_pango_context (GTK_WIDGET (self)), x, y);

  if (marker)
    click_marker (self, marker, n_press);
  else if (is_on_ruler (self, x))
    return;
  else if (n_press == 2)
    go_live (GTK_WIDGET (self), NULL, NULL);
  else
    gscope_gtk_view_place_cursor (self, gscope_gtk_view_to_column (self, x));
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, GscopeGtkView *self)
{
  self->drag_x = 0;
  self->drag_y = 0;
  gscope_gtk_view_stop_flick (self);
  if (gscope_gtk_view_find_legend (self, x, y))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->press_x = x;
  self->drag = GSCOPE_GTK_DRAG_TIME;
  if (is_on_ruler (self, x))
    self->drag = GSCOPE_GTK_DRAG_VALUES;
  else if (gscope_gtk_view_grab_cursor (self, gscope_gtk_view_to_column (self, x),
                                        CURSOR_REACH * self->scene.device_scale))
    self->drag = GSCOPE_GTK_DRAG_CURSOR;
}

static void
drag_values (GscopeGtkView *self, double y)
{
  GscopeGtkSceneLane *lane = choose_lane (self);

  if (lane)
    change_range (self, (y - self->drag_y) / lane->height, 1);
}

static void
drag (GscopeGtkView *self, double x, double y)
{
  if (gscope_gtk_view_is_pinched (self))
    return;
  switch (self->drag)
    {
    case GSCOPE_GTK_DRAG_TIME:
      gscope_gtk_viewport_pan (self->scene.viewport, (self->drag_x - x) * self->scene.device_scale);
      break;
    case GSCOPE_GTK_DRAG_VALUES:
      drag_values (self, y);
      break;
    case GSCOPE_GTK_DRAG_CURSOR:
      gscope_gtk_view_place_cursor (self, gscope_gtk_view_to_column (self, self->press_x + x));
      break;
    }
}

static void
on_drag_update (GtkGestureDrag *gesture, double x, double y, GscopeGtkView *self)
{
  if (self->drag_x == 0 && self->drag_y == 0
      && !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, x, y))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  drag (self, x, y);
  self->drag_x = x;
  self->drag_y = y;
}

/* The wheel zooms time at the pointer, and values on a ruler or with Control; with Shift it pans. */
static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, GscopeGtkView *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  GscopeGtkViewport *viewport = self->scene.viewport;
  gboolean shifted = (state & GDK_SHIFT_MASK) != 0;

  if (state & GDK_CONTROL_MASK || is_on_ruler (self, self->pointer_x))
    change_range (self, 0, pow (ZOOM_STEP, dy));
  else if (shifted || fabs (dx) > fabs (dy))
    gscope_gtk_viewport_pan (viewport, (dx + (shifted ? dy : 0)) * SCROLL_PAN
                                           * gscope_gtk_viewport_get_n_columns (viewport));
  else
    gscope_gtk_viewport_zoom (viewport, pow (ZOOM_STEP, -dy),
                              gscope_gtk_view_to_column (self, self->pointer_x));
  return TRUE;
}

void
gscope_gtk_view_init_input (GscopeGtkView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *dragging = gtk_gesture_drag_new ();

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
  gscope_gtk_view_init_touch (self, dragging);
  gscope_gtk_view_init_drag (self);
}

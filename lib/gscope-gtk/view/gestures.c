/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/private.h>

#include <math.h>

/* Fingers: one pans as a pointer does, and what it flicks goes on for a while; two zoom time and take it
 * along; a long press places the cursor, which then follows the finger. */

/* Seconds in which a flick slows down to a third. */
#define FLICK_TIME 0.325
#define MIN_FLICK 30.0

gboolean
gscope_gtk_view_is_pinched (GscopeGtkView *self)
{
  return gtk_gesture_is_recognized (self->pinch);
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, GscopeGtkView *self)
{
  double y;

  self->pinch_scale = 1;
  gtk_gesture_get_bounding_box_center (gesture, &self->pinch_x, &y);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

/* A live view stays live, however unsteady the fingers are. */
static void
follow_pinch (GscopeGtkView *self, double x)
{
  GscopeGtkViewport *viewport = self->scene.viewport;

  if (!gscope_gtk_viewport_get_live (viewport))
    gscope_gtk_viewport_pan (viewport, (self->pinch_x - x) * self->scene.device_scale);
  self->pinch_x = x;
}

static void
on_pinched (GtkGestureZoom *gesture, double scale, GscopeGtkView *self)
{
  double x = self->scene.plot.x + self->scene.plot.width / 2.0, y;

  if (gscope_gtk_view_is_pinched (self)
      && gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    follow_pinch (self, x);
  gscope_gtk_viewport_zoom (self->scene.viewport, scale / self->pinch_scale,
                            gscope_gtk_view_to_column (self, x));
  self->pinch_scale = scale;
}

static void
on_long_pressed (GtkGestureLongPress *gesture, double x, double y, GscopeGtkView *self)
{
  self->drag = GSCOPE_GTK_DRAG_CURSOR;
  self->press_x = x;
  gscope_gtk_view_place_cursor (self, gscope_gtk_view_to_column (self, x));
}

void
gscope_gtk_view_stop_flick (GscopeGtkView *self)
{
  if (self->flick_id)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->flick_id);
  self->flick_id = 0;
}

static gboolean
go_on (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double seconds = (now - self->flicked_at) / 1e6;

  if (self->flicked_at > 0)
    {
      gscope_gtk_viewport_pan (self->scene.viewport,
                               -self->flick_velocity * seconds * self->scene.device_scale);
      self->flick_velocity *= exp (-seconds / FLICK_TIME);
    }
  self->flicked_at = now;
  if (fabs (self->flick_velocity) > MIN_FLICK)
    return G_SOURCE_CONTINUE;
  self->flick_id = 0;
  return G_SOURCE_REMOVE;
}

static void
on_flicked (GtkGestureSwipe *gesture, double velocity_x, double velocity_y, GscopeGtkView *self)
{
  gscope_gtk_view_stop_flick (self);
  if (self->drag != GSCOPE_GTK_DRAG_TIME || fabs (velocity_x) < MIN_FLICK)
    return;
  self->flick_velocity = velocity_x;
  self->flicked_at = 0;
  self->flick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), go_on, NULL, NULL);
}

void
gscope_gtk_view_init_touch (GscopeGtkView *self, GtkGesture *drag)
{
  GtkWidget *widget = GTK_WIDGET (self);
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
  gtk_gesture_group (self->pinch, drag);
  gtk_gesture_group (press, drag);
  gtk_gesture_group (flick, drag);
}

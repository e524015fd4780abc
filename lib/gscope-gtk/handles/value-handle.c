/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/later.h>
#include <gscope-gtk/handles/value-handle.h>

typedef struct
{
  GscopeGtkValuePlace place;
  gboolean was_shown;
  gboolean is_dragged;
  double drag_y;
  guint gesture;
} GscopeGtkValueHandlePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GscopeGtkValueHandle, gscope_gtk_value_handle, GTK_TYPE_WIDGET)

static GscopeGtkValueHandlePrivate *
get_private (GscopeGtkValueHandle *self)
{
  return gscope_gtk_value_handle_get_instance_private (self);
}

const GscopeGtkValuePlace *
gscope_gtk_value_handle_get_value_place (GscopeGtkValueHandle *self)
{
  return &get_private (self)->place;
}

guint
gscope_gtk_value_handle_get_gesture (GscopeGtkValueHandle *self)
{
  return get_private (self)->gesture;
}

void
gscope_gtk_value_handle_end_gesture (GscopeGtkValueHandle *self)
{
  get_private (self)->gesture++;
}

gboolean
gscope_gtk_value_handle_is_shown (GscopeGtkValueHandle *self)
{
  return get_private (self)->place.has_lane
         && GSCOPE_GTK_VALUE_HANDLE_GET_CLASS (self)->has_value (self);
}

gboolean
gscope_gtk_value_handle_is_dragged (GscopeGtkValueHandle *self)
{
  return get_private (self)->is_dragged;
}

void
gscope_gtk_value_handle_cancel (GscopeGtkValueHandle *self)
{
  get_private (self)->is_dragged = FALSE;
}

static double
get_value (GscopeGtkValueHandle *self)
{
  return GSCOPE_GTK_VALUE_HANDLE_GET_CLASS (self)->get_value (self);
}

static void
describe (GscopeGtkValueHandle *self)
{
  const GscopeGtkMapping *mapping = &get_private (self)->place.mapping;
  g_autofree char *text = GSCOPE_GTK_VALUE_HANDLE_GET_CLASS (self)->describe (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  get_value (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, mapping->min,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, mapping->max,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

void
gscope_gtk_value_handle_update (GscopeGtkValueHandle *self)
{
  gboolean shown = gscope_gtk_value_handle_is_shown (self);

  gscope_gtk_show_later (GTK_WIDGET (self), shown);
  if (!shown)
    return;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
begin (GscopeGtkValueHandle *self)
{
  GscopeGtkValueHandleClass *klass = GSCOPE_GTK_VALUE_HANDLE_GET_CLASS (self);

  if (klass->begin)
    klass->begin (self);
}

static gboolean
on_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkValueHandle *self = GSCOPE_GTK_VALUE_HANDLE (widget);
  GscopeGtkValueHandleClass *klass = GSCOPE_GTK_VALUE_HANDLE_GET_CLASS (self);
  double before, value;

  if (!gscope_gtk_value_handle_is_shown (self) || get_private (self)->is_dragged)
    return FALSE;
  begin (self);
  before = get_value (self);
  value = gscope_gtk_value_place_step (&get_private (self)->place, before,
                                       g_variant_get_int32 (arguments));
  klass->move (self, value, value - before, 0, 0);
  klass->end (self);
  return TRUE;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, GscopeGtkValueHandle *self)
{
  GscopeGtkValueHandlePrivate *private = get_private (self);
  GscopeGtkValueHandleClass *klass = GSCOPE_GTK_VALUE_HANDLE_GET_CLASS (self);

  if (klass->grab && !klass->grab (self, x, y))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  private->gesture++;
  private->is_dragged = TRUE;
  begin (self);
  private->drag_y = gscope_gtk_value_place_to_y (&private->place, get_value (self));
}

static void
on_drag_update (GtkGestureDrag *gesture, double x, double y, GscopeGtkValueHandle *self)
{
  GscopeGtkValueHandlePrivate *private = get_private (self);
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  double value, by;

  if (!private->is_dragged || !gscope_gtk_value_handle_is_shown (self))
    return;
  value = gscope_gtk_value_place_to_value (&private->place, private->drag_y + y);
  by = value - gscope_gtk_value_place_to_value (&private->place, private->drag_y);
  value = gscope_gtk_value_place_round (&private->place, value);
  GSCOPE_GTK_VALUE_HANDLE_GET_CLASS (self)->move (self, value, by, x, state);
}

static void
on_drag_end (GtkGestureDrag *gesture, double x, double y, GscopeGtkValueHandle *self)
{
  GscopeGtkValueHandlePrivate *private = get_private (self);

  if (private->is_dragged)
    GSCOPE_GTK_VALUE_HANDLE_GET_CLASS (self)->end (self);
  private->is_dragged = FALSE;
  private->gesture++;
}

static gboolean
gscope_gtk_value_handle_contains (GtkWidget *widget, double x, double y)
{
  GscopeGtkValueHandle *self = GSCOPE_GTK_VALUE_HANDLE (widget);

  return gscope_gtk_value_handle_is_shown (self)
         && gscope_gtk_value_place_contains (&get_private (self)->place, get_value (self), x, y);
}

static void
on_focus (GscopeGtkValueHandle *self)
{
  get_private (self)->gesture++;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
add_key (GtkWidgetClass *klass, guint key, int by)
{
  gtk_widget_class_add_binding (klass, key, 0, on_key, "i", by);
  gtk_widget_class_add_binding (klass, key, GDK_CONTROL_MASK, on_key, "i", 10 * by);
}

static void
gscope_gtk_value_handle_class_init (GscopeGtkValueHandleClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->contains = gscope_gtk_value_handle_contains;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  add_key (widget_class, GDK_KEY_Up, 1);
  add_key (widget_class, GDK_KEY_Down, -1);
}

static void
gscope_gtk_value_handle_init (GscopeGtkValueHandle *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  get_private (self)->place.text_scale = 1;
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (on_focus), NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "ns-resize");
  gtk_widget_hide (GTK_WIDGET (self));
}

gboolean
gscope_gtk_value_handle_follow (GscopeGtkValueHandle *self, const GscopeGtkScene *scene,
                                const GscopeGtkSceneLane *lane, const GscopeGtkMapping *mapping)
{
  GscopeGtkValueHandlePrivate *private = get_private (self);
  GscopeGtkValueHandleClass *klass = GSCOPE_GTK_VALUE_HANDLE_GET_CLASS (self);
  gboolean was_shown = private->was_shown, has_flag, is_moved, is_other;

  is_other = gscope_gtk_value_place_take (&private->place, scene, lane, mapping, &is_moved);
  if (klass->follow)
    is_other |= klass->follow (self, is_moved);
  private->was_shown = gscope_gtk_value_handle_is_shown (self);
  if (is_other || was_shown != private->was_shown)
    gscope_gtk_value_handle_update (self);
  has_flag = private->was_shown && !klass->is_in_plot;
  gscope_gtk_value_place_cover (&private->place, scene, self, has_flag,
                                has_flag ? get_value (self) : 0);
  return is_moved || was_shown != private->was_shown;
}

gboolean
gscope_gtk_value_handle_get_place (GscopeGtkValueHandle *self, GtkAllocation *place)
{
  *place = get_private (self)->place.area;
  return gscope_gtk_value_handle_is_shown (self);
}

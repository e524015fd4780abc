/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/pane/overview-private.h>

#include <math.h>

/* Keys and pointer of an overview. Keys are rows of a table. */

#define ZOOM_STEP 1.25
/* parts of the window's length */
#define STEP 0.1
#define PAGE 1.0

/* How far beside an edge of the window the pointer takes it, logical pixels. */
#define REACH 6.0

/* The target of a drag. */
typedef enum
{
  DRAG_WINDOW,
  DRAG_BEGIN,
  DRAG_END,
} Target;

typedef struct
{
  GscopeGtkOverview *overview;
  Target target;
  /* where the drag began, logical pixels; the time there, and the edge of the window that follows the pointer */
  double x;
  gint64 time;
  gint64 edge;
} Drag;

static GscopeGtkViewport *
get_viewport (gpointer overview)
{
  GscopeGtkView *view = gscope_gtk_overview_get_view (overview);

  return view ? gscope_gtk_view_get_viewport (view) : NULL;
}

/* Pointer. */

/* A window that is too narrow for three targets has those for its edges mostly outside. */
static Target
find_target (GscopeGtkOverview *self, double x)
{
  double begin, end, inside;

  gscope_gtk_overview_get_window (self, &begin, &end);
  inside = MIN (REACH, (end - begin) / 4);
  if (x >= begin - REACH && x <= begin + inside)
    return DRAG_BEGIN;
  if (x >= end - inside && x <= end + REACH)
    return DRAG_END;
  return DRAG_WINDOW;
}

static gboolean
is_in_window (GscopeGtkOverview *self, double x)
{
  double begin, end;

  gscope_gtk_overview_get_window (self, &begin, &end);
  return x >= begin && x <= end;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, Drag *drag)
{
  GscopeGtkOverview *self = drag->overview;
  GscopeGtkViewport *viewport = get_viewport (self);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!viewport)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  drag->x = x;
  drag->target = find_target (self, x);
  if (drag->target == DRAG_WINDOW && !is_in_window (self, x))
    gscope_gtk_overview_move_window (self, gscope_gtk_overview_get_time (self, x)
                                               + gscope_gtk_viewport_get_span (viewport) / 2);
  drag->time = gscope_gtk_overview_get_time (self, x);
  drag->edge = gscope_gtk_viewport_get_end (viewport);
  if (drag->target == DRAG_BEGIN)
    drag->edge -= gscope_gtk_viewport_get_span (viewport);
}

static void
on_drag_update (GtkGestureDrag *gesture, double x, double y, Drag *drag)
{
  GscopeGtkOverview *self = drag->overview;
  gint64 edge;

  if (!get_viewport (self) || x == 0)
    return;
  edge = drag->edge + gscope_gtk_overview_get_time (self, drag->x + x) - drag->time;
  switch (drag->target)
    {
    case DRAG_WINDOW:
      gscope_gtk_overview_move_window (self, edge);
      break;
    case DRAG_BEGIN:
      gscope_gtk_overview_set_begin (self, edge);
      break;
    case DRAG_END:
      gscope_gtk_overview_set_end (self, edge);
      break;
    }
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, GscopeGtkOverview *self)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                   find_target (self, x) == DRAG_WINDOW ? NULL : "ew-resize");
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, GscopeGtkOverview *self)
{
  GscopeGtkViewport *viewport = get_viewport (self);

  if (viewport && dy != 0)
    gscope_gtk_viewport_zoom (viewport, pow (ZOOM_STEP, -dy),
                              gscope_gtk_viewport_get_n_columns (viewport) / 2.0);
  return viewport != NULL;
}

/* Keys. */

static void
move (GscopeGtkOverview *self, double spans)
{
  GscopeGtkViewport *viewport = get_viewport (self);

  gscope_gtk_overview_move_window (
      self, gscope_gtk_viewport_get_end (viewport)
                + llround (spans * (double) gscope_gtk_viewport_get_span (viewport)));
}

static void
move_begin (GscopeGtkOverview *self, double spans)
{
  GscopeGtkViewport *viewport = get_viewport (self);
  gint64 span = gscope_gtk_viewport_get_span (viewport);

  gscope_gtk_overview_set_begin (self, gscope_gtk_viewport_get_end (viewport) - span
                                           + llround (spans * (double) span));
}

static void
move_end (GscopeGtkOverview *self, double spans)
{
  GscopeGtkViewport *viewport = get_viewport (self);

  gscope_gtk_overview_set_end (
      self, gscope_gtk_viewport_get_end (viewport)
                + llround (spans * (double) gscope_gtk_viewport_get_span (viewport)));
}

static void
go_to_begin (GscopeGtkOverview *self, double spans)
{
  gscope_gtk_overview_move_window (self, G_MININT64);
}

static void
go_to_end (GscopeGtkOverview *self, double spans)
{
  gscope_gtk_overview_move_window (self, G_MAXINT64);
}

static void
step_span (GscopeGtkOverview *self, double direction)
{
  gscope_gtk_viewport_step_span (get_viewport (self), (int) direction);
}

static void
hold (GscopeGtkOverview *self, double spans)
{
  GscopeGtkViewport *viewport = get_viewport (self);

  gscope_gtk_viewport_set_held (viewport, !gscope_gtk_viewport_get_held (viewport));
}

static const struct
{
  guint key;
  GdkModifierType modifiers;
  void (*func) (GscopeGtkOverview *self, double argument);
  double argument;
} keys[] = {
  { GDK_KEY_Left, 0, move, -STEP },
  { GDK_KEY_Right, 0, move, STEP },
  { GDK_KEY_Left, GDK_CONTROL_MASK, move, -PAGE },
  { GDK_KEY_Right, GDK_CONTROL_MASK, move, PAGE },
  { GDK_KEY_Page_Up, 0, move, -PAGE },
  { GDK_KEY_Page_Down, 0, move, PAGE },
  { GDK_KEY_Left, GDK_SHIFT_MASK, move_begin, -STEP },
  { GDK_KEY_Right, GDK_SHIFT_MASK, move_begin, STEP },
  { GDK_KEY_Left, GDK_SHIFT_MASK | GDK_CONTROL_MASK, move_end, -STEP },
  { GDK_KEY_Right, GDK_SHIFT_MASK | GDK_CONTROL_MASK, move_end, STEP },
  { GDK_KEY_Home, 0, go_to_begin, 0 },
  { GDK_KEY_End, 0, go_to_end, 0 },
  { GDK_KEY_plus, 0, step_span, 1 },
  { GDK_KEY_equal, 0, step_span, 1 },
  { GDK_KEY_KP_Add, 0, step_span, 1 },
  { GDK_KEY_minus, 0, step_span, -1 },
  { GDK_KEY_KP_Subtract, 0, step_span, -1 },
  { GDK_KEY_space, 0, hold, 0 },
};

static gboolean
on_key (GtkWidget *widget, GVariant *row, gpointer data)
{
  guint i = g_variant_get_uint32 (row);

  if (!get_viewport (widget))
    return FALSE;
  keys[i].func (GSCOPE_GTK_OVERVIEW (widget), keys[i].argument);
  return TRUE;
}

void
gscope_gtk_overview_class_init_input (GtkWidgetClass *klass)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (klass, keys[i].key, keys[i].modifiers, on_key, "u", i);
}

void
gscope_gtk_overview_init_input (GscopeGtkOverview *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture *dragging = gtk_gesture_drag_new ();
  Drag *drag = g_new0 (Drag, 1);

  drag->overview = self;
  g_object_set_data_full (G_OBJECT (dragging), "drag", drag, g_free);
  g_signal_connect (dragging, "drag-begin", G_CALLBACK (on_drag_begin), drag);
  g_signal_connect (dragging, "drag-update", G_CALLBACK (on_drag_update), drag);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (dragging));
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, scroll);
}

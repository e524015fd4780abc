/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/flag.h>
#include <gscope-gtk/handles/later.h>
#include <gscope-gtk/handles/place-handle.h>

#include <glib/gi18n-lib.h>
#include <math.h>

enum
{
  /* logical pixels: half of the flag, its point, and what a focused outline needs beyond them */
  HALF = 10,
  POINT = 8,
  MARGIN = 2,
  DIGITS = 3,
};

#define KEY_STEP 0.01
/* the largest share that the setting may have */
#define LAST 0.99

struct _GscopeGtkPlaceHandle
{
  GtkWidget parent_instance;

  /* negative while it is hidden */
  double share;
  GtkAllocation place;
  int plot_width;
  gint64 span;
  const GscopeGtkPalette *palette;
  double text_scale;

  double drag_share;
};

G_DEFINE_FINAL_TYPE (GscopeGtkPlaceHandle, gscope_gtk_place_handle, GTK_TYPE_WIDGET)

static gboolean
is_shown (GscopeGtkPlaceHandle *self)
{
  return self->share >= 0;
}

static int
get_half (GscopeGtkPlaceHandle *self)
{
  return (int) ceil (HALF * self->text_scale);
}

/* Returns the middle of the flag from the left of the widget. */
static double
get_x (GscopeGtkPlaceHandle *self)
{
  return get_half (self) + MARGIN + floor (self->share * self->plot_width) + 0.5;
}

static void
describe (GscopeGtkPlaceHandle *self)
{
  gint64 before_time = (gint64) (self->share * (double) self->span);
  g_autofree char *before = gscope_quantity_format_time (before_time, DIGITS);
  g_autofree char *after = gscope_quantity_format_time (self->span - before_time, DIGITS);
  /* Translators: the times of a capture before and after the trigger */
  g_autofree char *text = g_strdup_printf (_ ("%s before, %s after"), before, after);
  g_autofree char *tip = g_strdup_printf (
      _ ("Place of the trigger, %s: drag or ← →, with Ctrl in larger steps"), text);

  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  100 * self->share, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 100 * LAST,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static void
move (GscopeGtkPlaceHandle *self, double share)
{
  if (is_shown (self))
    g_signal_emit_by_name (self, "moved", CLAMP (share, 0, LAST));
}

static gboolean
on_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkPlaceHandle *self = GSCOPE_GTK_PLACE_HANDLE (widget);

  if (!is_shown (self))
    return FALSE;
  move (self, self->share + g_variant_get_int32 (arguments) * KEY_STEP);
  return TRUE;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, GscopeGtkPlaceHandle *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_share = self->share;
}

static void
on_drag_update (GtkGestureDrag *gesture, double x, double y, GscopeGtkPlaceHandle *self)
{
  move (self, self->drag_share + x / self->plot_width);
}

static gboolean
gscope_gtk_place_handle_contains (GtkWidget *widget, double x, double y)
{
  GscopeGtkPlaceHandle *self = GSCOPE_GTK_PLACE_HANDLE (widget);

  return is_shown (self) && y >= 0 && y < self->place.height
         && fabs (x - get_x (self)) <= get_half (self);
}

static void
outline (cairo_t *cr, double x, double half, double height)
{
  cairo_move_to (cr, x - half, MARGIN);
  cairo_line_to (cr, x + half, MARGIN);
  cairo_line_to (cr, x + half, height - POINT);
  cairo_line_to (cr, x, height);
  cairo_line_to (cr, x - half, height - POINT);
  cairo_close_path (cr);
}

static void
gscope_gtk_place_handle_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GscopeGtkPlaceHandle *self = GSCOPE_GTK_PLACE_HANDLE (widget);
  double half = get_half (self), x = get_x (self), width, height;
  GscopeGtkBrush brush;
  cairo_t *cr;

  if (!is_shown (self))
    return;
  cr = gtk_snapshot_append_cairo (
      snapshot,
      &GRAPHENE_RECT_INIT (x - half - MARGIN, 0, 2 * (half + MARGIN), self->place.height));
  gscope_gtk_brush_init (&brush, cr, gtk_widget_get_pango_context (widget), self->palette);
  outline (cr, x, half, self->place.height - 1);
  gscope_gtk_flag_fill (&brush, gtk_widget_has_focus (widget));
  gscope_gtk_brush_set_text (&brush, "T", TRUE, 2 * half);
  gscope_gtk_brush_get_size (&brush, &width, &height);
  gscope_gtk_brush_draw_middle (&brush, x - width / 2, MARGIN + height / 2,
                                gscope_gtk_palette_on (self->palette->accent));
  cairo_destroy (cr);
  gscope_gtk_brush_clear (&brush);
}

static void
gscope_gtk_place_handle_class_init (GscopeGtkPlaceHandleClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->contains = gscope_gtk_place_handle_contains;
  widget_class->snapshot = gscope_gtk_place_handle_snapshot;
  g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_DOUBLE);
  gtk_widget_class_set_css_name (widget_class, "place");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, on_key, "i", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, on_key, "i", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, GDK_CONTROL_MASK, on_key, "i", -10);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, GDK_CONTROL_MASK, on_key, "i", 10);
}

static void
gscope_gtk_place_handle_init (GscopeGtkPlaceHandle *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->share = -1;
  self->text_scale = 1;
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "ew-resize");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Place of the Trigger"), -1);
  gtk_widget_hide (GTK_WIDGET (self));
}

GtkWidget *
gscope_gtk_place_handle_new (void)
{
  return g_object_new (GSCOPE_GTK_TYPE_PLACE_HANDLE, NULL);
}

gboolean
gscope_gtk_place_handle_follow (GscopeGtkPlaceHandle *self, const GscopeGtkScene *scene,
                                double share)
{
  int side, height = gscope_gtk_flag_get_height (scene->text_scale) + POINT + MARGIN;
  gint64 span = gscope_gtk_viewport_get_span (scene->viewport);
  gboolean is_other, was_shown = is_shown (self);
  GtkAllocation place;

  self->text_scale = scene->text_scale;
  side = get_half (self) + MARGIN;
  place = (GtkAllocation){ scene->plot.x - side, MAX (scene->plot.y - height, 0),
                           scene->plot.width + 2 * side, height };
  is_other = !gdk_rectangle_equal (&place, &self->place) || was_shown != (share >= 0);
  if (!is_other && share == self->share && span == self->span && self->palette == scene->palette)
    return FALSE;
  self->share = share;
  self->span = span;
  self->place = place;
  self->plot_width = scene->plot.width;
  self->palette = scene->palette;
  gscope_gtk_show_later (GTK_WIDGET (self), is_shown (self));
  if (is_shown (self))
    describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return is_other;
}

gboolean
gscope_gtk_place_handle_get_place (GscopeGtkPlaceHandle *self, GtkAllocation *place)
{
  *place = self->place;
  return is_shown (self);
}

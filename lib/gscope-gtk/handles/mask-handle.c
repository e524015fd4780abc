/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/mask-handle.h>

#include <glib/gi18n-lib.h>
#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/chrome/rgba.h>
#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/plot/ruler.h>
#include <math.h>
#include <string.h>

enum
{
  DIGITS = 4,
  /* logical pixels: half of a square, and how near to a square and to a line the pointer has to be */
  HALF = 3,
  REACH = 8,
  LINE_REACH = 4,
  /* the number of times in the plot that a drag rounds to, at least, and that an arrow key moves by */
  PARTS = 400,
  KEY_STEPS = 100,
};

/* The number of a bound is twice the place of its corner, and one more for the upper bound. */
#define NONE G_MAXSIZE

struct _GscopeGtkMaskHandle
{
  GscopeGtkValueHandle parent_instance;

  GscopeLimit *limit;
  /* where the time 0 is, logical pixels from the left, and the nanoseconds of a pixel, which are 0 where no mask is drawn */
  double zero;
  double width;
  /* the time that the plot shows, nanoseconds */
  gint64 span;
  /* whether the limit or its place is another one since the handle followed the last time */
  gboolean is_other;
  /* the corners that are shown: the limit has them, or will have them after the drag */
  GscopeLimitCorner corners[GSCOPE_LIMIT_MAX_CORNERS];
  gsize n;
  /* the bound that keys and the pointer move, and its corner before a drag or a key */
  gsize point;
  GscopeLimitCorner before;
};

G_DEFINE_FINAL_TYPE (GscopeGtkMaskHandle, gscope_gtk_mask_handle, GSCOPE_GTK_TYPE_VALUE_HANDLE)

static const GscopeGtkValuePlace *
get_place (GscopeGtkMaskHandle *self)
{
  return gscope_gtk_value_handle_get_value_place (GSCOPE_GTK_VALUE_HANDLE (self));
}

static gboolean
is_upper (gsize point)
{
  return point % 2 == 1;
}

static double
get_bound (const GscopeLimitCorner *corner, gsize point)
{
  return is_upper (point) ? corner->upper : corner->lower;
}

/* An open bound has no square. */
static gboolean
has_point (GscopeGtkMaskHandle *self, gsize point)
{
  return point < 2 * self->n && isfinite (get_bound (&self->corners[point / 2], point));
}

/* Takes a bound, or if it is open, the other bound of its corner, or else the first bound of the mask. */
static void
choose_point (GscopeGtkMaskHandle *self, gsize point)
{
  self->point = MIN (point, 2 * self->n - 1);
  if (!has_point (self, self->point))
    self->point ^= 1;
  for (gsize i = 0; i < 2 * self->n && !has_point (self, self->point); i++)
    self->point = i;
}

static gboolean
gscope_gtk_mask_handle_has_value (GscopeGtkValueHandle *handle)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (handle);

  return self->limit && self->width > 0 && has_point (self, self->point);
}

static double
gscope_gtk_mask_handle_get_value (GscopeGtkValueHandle *handle)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (handle);

  return get_bound (&self->corners[self->point / 2], self->point);
}

static char *
gscope_gtk_mask_handle_describe (GscopeGtkValueHandle *handle)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (handle);
  gsize place = self->point / 2;
  const char *unit = gscope_signal_get_unit (gscope_limit_get_signal (self->limit));
  g_autofree char *time = gscope_quantity_format_time (self->corners[place].time, DIGITS);
  g_autofree char *bound =
      gscope_quantity_format (gscope_gtk_mask_handle_get_value (handle), unit, DIGITS);

  if (is_upper (self->point))
    /* Translators: the place of a corner of a mask, the number of corners, a value and a time from the trigger */
    return g_strdup_printf (_ ("Corner %u of %u: upper bound %s at %s"), (guint) place + 1,
                            (guint) self->n, bound, time);
  /* Translators: the place of a corner of a mask, the number of corners, a value and a time from the trigger */
  return g_strdup_printf (_ ("Corner %u of %u: lower bound %s at %s"), (guint) place + 1,
                          (guint) self->n, bound, time);
}

static gboolean
has_corners_of_limit (GscopeGtkMaskHandle *self)
{
  gsize n;
  const GscopeLimitCorner *corners = gscope_limit_get_corners (self->limit, &n);

  return n == self->n && memcmp (corners, self->corners, n * sizeof *corners) == 0;
}

static void
take_corners_of_limit (GscopeGtkMaskHandle *self)
{
  const GscopeLimitCorner *corners = gscope_limit_get_corners (self->limit, &self->n);

  memcpy (self->corners, corners, self->n * sizeof *corners);
  choose_point (self, self->point);
}

static gboolean
gscope_gtk_mask_handle_follow (GscopeGtkValueHandle *handle, gboolean is_moved)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (handle);
  gboolean is_other = self->is_other;

  self->is_other = FALSE;
  if (is_moved || is_other)
    gscope_gtk_value_handle_cancel (handle);
  if (!self->limit || gscope_gtk_value_handle_is_dragged (handle) || has_corners_of_limit (self))
    return is_other;
  take_corners_of_limit (self);
  return TRUE;
}

/* Places. */

static double
get_x (GscopeGtkMaskHandle *self, gsize point)
{
  return self->zero + (double) self->corners[point / 2].time / self->width;
}

static double
get_y (GscopeGtkMaskHandle *self, gsize point)
{
  return gscope_gtk_value_place_to_y (get_place (self),
                                      get_bound (&self->corners[point / 2], point));
}

/* Returns the bound whose square is at a place. */
static gsize
find_point (GscopeGtkMaskHandle *self, double x, double y)
{
  double nearest = REACH;
  gsize found = NONE;

  for (gsize point = 0; point < 2 * self->n; point++)
    {
      double distance = MAX (fabs (x - get_x (self, point)), fabs (y - get_y (self, point)));

      if (!has_point (self, point) || distance > nearest)
        continue;
      nearest = distance;
      found = point;
    }
  return found;
}

/* Returns whether a line joins a bound and the same bound of the next corner. */
static gboolean
has_line (GscopeGtkMaskHandle *self, gsize point)
{
  return has_point (self, point) && has_point (self, point + 2);
}

/* Returns the bound whose line to the next corner is at a place. */
static gsize
find_line (GscopeGtkMaskHandle *self, double x, double y)
{
  for (gsize point = 0; point < 2 * self->n; point++)
    {
      double left, right, top;

      if (!has_line (self, point))
        continue;
      left = get_x (self, point);
      right = get_x (self, point + 2);
      if (x < left || x > right || left == right)
        continue;
      top = get_y (self, point);
      top += (x - left) / (right - left) * (get_y (self, point + 2) - top);
      if (fabs (y - top) <= LINE_REACH)
        return point;
    }
  return NONE;
}

/* Returns the step of times, nanoseconds. */
static double
get_time_step (GscopeGtkMaskHandle *self, int parts)
{
  return MAX (gscope_gtk_round_up ((double) self->span / parts), 1);
}

static gint64
round_time (double time, double step)
{
  return llround (round (time / step) * step);
}

/* Changes. */

static void
gscope_gtk_mask_handle_begin (GscopeGtkValueHandle *handle)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (handle);

  self->before = self->corners[self->point / 2];
}

static void
move_to (GscopeGtkMaskHandle *self, gint64 time, double bound)
{
  gscope_limit_mask_move_corner (self->corners, self->n, self->point / 2, time,
                                 is_upper (self->point), bound);
  gscope_gtk_value_handle_update (GSCOPE_GTK_VALUE_HANDLE (self));
}

/* Where the pointer has not gone, a corner keeps its time or its bound without rounding. */
static void
gscope_gtk_mask_handle_move (GscopeGtkValueHandle *handle, double value, double by, double x,
                             GdkModifierType state)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (handle);
  gint64 time = self->before.time;

  if (x != 0)
    time = round_time ((double) time + x * self->width, get_time_step (self, PARTS));
  move_to (self, time, by == 0 ? get_bound (&self->before, self->point) : value);
}

/* A corner beyond the longest time and a mask without a bound are refused. */
static void
gscope_gtk_mask_handle_end (GscopeGtkValueHandle *handle)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (handle);
  g_autoptr (GscopeLimitSettings) settings = NULL;

  if (!self->limit || has_corners_of_limit (self))
    return;
  settings = gscope_limit_settings_copy (gscope_limit_get_settings (self->limit));
  g_free (settings->mask);
  settings->mask = gscope_limit_mask_format (self->corners, self->n);
  if (gscope_gtk_value_handle_is_shown (handle) && gscope_limit_settings_check (settings, NULL))
    {
      g_signal_emit_by_name (self, "moved", self->limit, settings,
                             gscope_gtk_value_handle_get_gesture (handle));
      return;
    }
  gtk_widget_error_bell (GTK_WIDGET (self));
  take_corners_of_limit (self);
  gscope_gtk_value_handle_update (handle);
}

/* Ends a change of the number of corners, which is a gesture of its own. */
static void
end_change (GscopeGtkMaskHandle *self, gsize point)
{
  GscopeGtkValueHandle *handle = GSCOPE_GTK_VALUE_HANDLE (self);

  choose_point (self, point);
  gscope_gtk_value_handle_update (handle);
  gscope_gtk_value_handle_end_gesture (handle);
  gscope_gtk_mask_handle_end (handle);
  gscope_gtk_value_handle_end_gesture (handle);
}

static void
add (GscopeGtkMaskHandle *self, gint64 time, gboolean upper)
{
  gsize place;

  if (self->n == GSCOPE_LIMIT_MAX_CORNERS)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  place = gscope_limit_mask_add_corner (self->corners, self->n, time);
  self->n++;
  end_change (self, 2 * place + (upper ? 1 : 0));
}

/* The pointer and keys. */

static gboolean
is_ready (GscopeGtkMaskHandle *self)
{
  GscopeGtkValueHandle *handle = GSCOPE_GTK_VALUE_HANDLE (self);

  return gscope_gtk_value_handle_is_shown (handle) && !gscope_gtk_value_handle_is_dragged (handle);
}

static gboolean
gscope_gtk_mask_handle_grab (GscopeGtkValueHandle *handle, double x, double y)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (handle);
  gsize point = find_point (self, x, y);

  if (!is_ready (self) || point == NONE)
    return FALSE;
  self->point = point;
  gscope_gtk_value_handle_update (handle);
  return TRUE;
}

/* A double click on a line adds a corner; others are left to the view. */
static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, GscopeGtkMaskHandle *self)
{
  gsize line;

  if (n_press != 2 || !is_ready (self) || find_point (self, x, y) != NONE)
    return;
  line = find_line (self, x, y);
  if (line == NONE)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  add (self, round_time ((x - self->zero) * self->width, get_time_step (self, PARTS)),
       is_upper (line));
}

static gboolean
on_time_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (widget);
  GscopeGtkValueHandle *handle = GSCOPE_GTK_VALUE_HANDLE (widget);
  double step;

  if (!is_ready (self))
    return FALSE;
  step = get_time_step (self, KEY_STEPS);
  gscope_gtk_mask_handle_begin (handle);
  move_to (self,
           round_time ((double) self->before.time + g_variant_get_int32 (arguments) * step, step),
           get_bound (&self->before, self->point));
  gscope_gtk_mask_handle_end (handle);
  return TRUE;
}

static gboolean
on_step_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (widget);
  gsize point = self->point;

  if (!is_ready (self))
    return FALSE;
  /* before the first bound the number is larger than any */
  do
    point += (gsize) g_variant_get_int32 (arguments);
  while (point < 2 * self->n && !has_point (self, point));
  if (point >= 2 * self->n)
    return TRUE;
  self->point = point;
  gscope_gtk_value_handle_end_gesture (GSCOPE_GTK_VALUE_HANDLE (self));
  gscope_gtk_value_handle_update (GSCOPE_GTK_VALUE_HANDLE (self));
  return TRUE;
}

/* In the middle between the corner and the next one, or the one before the last. */
static gboolean
on_add_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (widget);
  gsize place;

  if (!is_ready (self))
    return FALSE;
  place = MIN (self->point / 2, self->n - 2);
  add (self, (self->corners[place].time + self->corners[place + 1].time) / 2,
       is_upper (self->point));
  return TRUE;
}

static gboolean
on_remove_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (widget);

  if (!is_ready (self))
    return FALSE;
  if (!gscope_limit_mask_remove_corner (self->corners, self->n, self->point / 2))
    {
      gtk_widget_error_bell (widget);
      return TRUE;
    }
  self->n--;
  end_change (self, self->point);
  return TRUE;
}

static const struct
{
  guint key;
  GdkModifierType modifiers;
  GtkShortcutFunc func;
  int argument;
} keys[] = {
  { GDK_KEY_Left, 0, on_time_key, -1 },
  { GDK_KEY_Right, 0, on_time_key, 1 },
  { GDK_KEY_Left, GDK_CONTROL_MASK, on_time_key, -10 },
  { GDK_KEY_Right, GDK_CONTROL_MASK, on_time_key, 10 },
  { GDK_KEY_Page_Up, 0, on_step_key, -1 },
  { GDK_KEY_Page_Down, 0, on_step_key, 1 },
  { GDK_KEY_Insert, 0, on_add_key, 0 },
  { GDK_KEY_plus, 0, on_add_key, 0 },
  { GDK_KEY_KP_Add, 0, on_add_key, 0 },
  { GDK_KEY_Delete, 0, on_remove_key, 0 },
};

/* The widget. */

static gboolean
gscope_gtk_mask_handle_contains (GtkWidget *widget, double x, double y)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (widget);
  const GscopeGtkValuePlace *place = get_place (self);

  return gscope_gtk_value_handle_is_shown (GSCOPE_GTK_VALUE_HANDLE (self)) && x >= place->ruler
         && x < place->area.width
         && (find_point (self, x, y) != NONE || find_line (self, x, y) != NONE);
}

static void
draw_lines (GscopeGtkMaskHandle *self, GtkSnapshot *snapshot)
{
  const GscopeGtkValuePlace *place = get_place (self);
  const double dashes[] = { 6, 4 };
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot,
      &GRAPHENE_RECT_INIT (place->ruler, 0, place->area.width - place->ruler, place->area.height));
  GscopeGtkBrush brush = { .cr = cr, .palette = place->palette };

  cairo_set_dash (cr, dashes, 2, 0);
  for (gsize point = 0; point < 2 * self->n; point++)
    if (has_line (self, point))
      gscope_gtk_brush_line (&brush, get_x (self, point), get_y (self, point) + 0.5,
                             get_x (self, point + 2), get_y (self, point + 2) + 0.5,
                             place->palette->accent, 1);
  cairo_destroy (cr);
}

static void
draw_square (GtkSnapshot *snapshot, double x, double y, double half, guint32 color)
{
  const GdkRGBA rgba = gscope_gtk_rgba_make (color, 1);

  gtk_snapshot_append_color (snapshot, &rgba,
                             &GRAPHENE_RECT_INIT (x - half, y - half, 2 * half + 1, 2 * half + 1));
}

static void
draw_point (GscopeGtkMaskHandle *self, GtkSnapshot *snapshot, gsize point)
{
  const GscopeGtkValuePlace *place = get_place (self);
  gboolean has_focus = point == self->point && gtk_widget_has_focus (GTK_WIDGET (self));
  double x = floor (get_x (self, point)), y = get_y (self, point);
  double half = ceil (HALF * place->text_scale);

  if (x < place->ruler || x >= place->area.width)
    return;
  draw_square (snapshot, x, y, half + (has_focus ? 2 : 1),
               has_focus ? place->palette->text : place->palette->plot);
  draw_square (snapshot, x, y, half, place->palette->accent);
}

static void
gscope_gtk_mask_handle_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GscopeGtkMaskHandle *self = GSCOPE_GTK_MASK_HANDLE (widget);
  GscopeGtkValueHandle *handle = GSCOPE_GTK_VALUE_HANDLE (widget);

  if (!gscope_gtk_value_handle_is_shown (handle))
    return;
  if (gscope_gtk_value_handle_is_dragged (handle))
    draw_lines (self, snapshot);
  for (gsize point = 0; point < 2 * self->n; point++)
    if (has_point (self, point))
      draw_point (self, snapshot, point);
}

static void
gscope_gtk_mask_handle_dispose (GObject *object)
{
  g_clear_object (&GSCOPE_GTK_MASK_HANDLE (object)->limit);
  G_OBJECT_CLASS (gscope_gtk_mask_handle_parent_class)->dispose (object);
}

static void
gscope_gtk_mask_handle_class_init (GscopeGtkMaskHandleClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GscopeGtkValueHandleClass *handle_class = GSCOPE_GTK_VALUE_HANDLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_mask_handle_dispose;
  widget_class->contains = gscope_gtk_mask_handle_contains;
  widget_class->snapshot = gscope_gtk_mask_handle_snapshot;
  handle_class->is_in_plot = TRUE;
  handle_class->has_value = gscope_gtk_mask_handle_has_value;
  handle_class->get_value = gscope_gtk_mask_handle_get_value;
  handle_class->describe = gscope_gtk_mask_handle_describe;
  handle_class->follow = gscope_gtk_mask_handle_follow;
  handle_class->grab = gscope_gtk_mask_handle_grab;
  handle_class->begin = gscope_gtk_mask_handle_begin;
  handle_class->move = gscope_gtk_mask_handle_move;
  handle_class->end = gscope_gtk_mask_handle_end;
  g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 3, GSCOPE_TYPE_LIMIT, G_TYPE_POINTER, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "mask");
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (widget_class, keys[i].key, keys[i].modifiers, keys[i].func, "i",
                                  keys[i].argument);
}

static void
gscope_gtk_mask_handle_init (GscopeGtkMaskHandle *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "crosshair");
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (self),
      _ ("Mask: drag a corner or ← → ↑ ↓ · Page Up and Page Down choose another bound · "
         "Double click on a line or Insert adds a corner · Delete removes it"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Corners of the Mask"), -1);
}

GtkWidget *
gscope_gtk_mask_handle_new (void)
{
  return g_object_new (GSCOPE_GTK_TYPE_MASK_HANDLE, NULL);
}

void
gscope_gtk_mask_handle_set_limit (GscopeGtkMaskHandle *self, GscopeLimit *limit,
                                  const GscopeGtkScene *scene)
{
  double zero = 0, width = 0;

  if (limit && gscope_gtk_scene_get_zero_x (scene, &zero))
    width = (double) gscope_gtk_viewport_get_column_width (scene->viewport) * scene->device_scale;
  self->is_other |= g_set_object (&self->limit, limit);
  self->is_other |= width != self->width || (width > 0 && zero != self->zero);
  self->zero = zero;
  self->width = width;
  self->span = gscope_gtk_viewport_get_span (scene->viewport);
}

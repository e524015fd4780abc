/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/handles/level-handle.h>
#include <gscope-gtk/plot/ruler.h>

#include <glib/gi18n-lib.h>
#include <math.h>

enum
{
  /* logical pixels */
  FLAG_HEIGHT = 18,
  POINT = 8,
  /* the number of positions in a lane that a drag rounds to, at least, and that an arrow key moves by */
  PARTS = 400,
  KEY_STEPS = 100,
  DIGITS = 4,
};

#define BAND_ALPHA 0.12

struct _GscopeGtkLevelHandle
{
  GtkWidget parent_instance;

  GscopeTrigger *trigger;
  /* copies of what the scene has, as it is arranged again at any time; has_lane is FALSE while the signal is not shown */
  gboolean has_lane;
  GtkAllocation place;
  int ruler;
  GscopeGtkSceneLane lane;
  double min;
  double max;
  const GscopeGtkPalette *palette;
  double text_scale;

  /* the state before the drag, and the place of its begin */
  double old_level;
  double old_hysteresis;
  double drag_y;
  guint gesture;
};

G_DEFINE_FINAL_TYPE (GscopeGtkLevelHandle, gscope_gtk_level_handle, GTK_TYPE_WIDGET)

static const GscopeTriggerSettings *
get_settings (GscopeGtkLevelHandle *self)
{
  return gscope_trigger_get_settings (self->trigger);
}

static gboolean
has_field (GscopeGtkLevelHandle *self, const char *key)
{
  for (const GscopeField *field = gscope_trigger_settings_get_fields (); field->key; field++)
    if (g_str_equal (field->key, key))
      return gscope_field_get_applies (field, get_settings (self));
  return FALSE;
}

static gboolean
is_shown (GscopeGtkLevelHandle *self)
{
  return self->trigger && self->has_lane && has_field (self, "level");
}

/* Returns the place of a value below the top of the widget, within it. */
static double
to_y (GscopeGtkLevelHandle *self, double value)
{
  const GscopeGtkScale scale = { .min = self->min, .max = self->max };
  double y = gscope_gtk_scene_value_to_y (&self->lane, &scale, value) - self->lane.top;

  return floor (CLAMP (y, 0, self->lane.height - 1));
}

static double
to_value (GscopeGtkLevelHandle *self, double y)
{
  const GscopeGtkScale scale = { .min = self->min, .max = self->max };

  return gscope_gtk_scene_y_to_value (&self->lane, &scale, self->lane.top + y);
}

static char *
format (GscopeGtkLevelHandle *self, double value)
{
  GscopeSignal *watched = gscope_trigger_get_watched (self->trigger);

  return gscope_quantity_format (value, watched ? gscope_signal_get_unit (watched) : NULL, DIGITS);
}

/* As the numbers of the ruler, which has the unit. */
static char *
format_short (GscopeGtkLevelHandle *self)
{
  GscopeSignal *watched = gscope_trigger_get_watched (self->trigger);
  double factor;

  gscope_gtk_choose_prefix (self->min, self->max, watched ? gscope_signal_get_unit (watched) : NULL,
                            &factor);
  return g_strdup_printf ("T %.3g", get_settings (self)->condition.level / factor);
}

static void
describe (GscopeGtkLevelHandle *self)
{
  double value = get_settings (self)->condition.level;
  g_autofree char *level = format (self, value);
  g_autofree char *hysteresis = format (self, get_settings (self)->condition.hysteresis);
  /* Translators: the level and the hysteresis of a trigger */
  g_autofree char *text = g_strdup_printf (_ ("%s, hysteresis %s"), level, hysteresis);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, value,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, self->min,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, self->max,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

/* Shows other settings or another scale. */
static void
update (GscopeGtkLevelHandle *self)
{
  gboolean shown = is_shown (self);

  if (shown != gtk_widget_get_visible (GTK_WIDGET (self)))
    gtk_widget_set_visible (GTK_WIDGET (self), shown);
  if (!shown)
    return;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Changes. */

static double
get_step (GscopeGtkLevelHandle *self, int parts)
{
  return gscope_gtk_round_up ((self->max - self->min) / parts);
}

static double
round_to (double value, double step)
{
  return round (value / step) * step;
}

/* A level stays below the upper one. */
static void
set_levels (GscopeGtkLevelHandle *self, double level, double hysteresis)
{
  g_autoptr (GscopeTriggerSettings) settings = gscope_trigger_settings_copy (get_settings (self));

  settings->condition.level =
      has_field (self, "upper-level") ? MIN (level, settings->condition.upper) : level;
  settings->condition.hysteresis = MAX (hysteresis, 0);
  if (!gscope_fields_equal (gscope_trigger_settings_get_fields (), settings, get_settings (self)))
    gscope_trigger_set_settings (self->trigger, settings);
}

static void
begin (GscopeGtkLevelHandle *self)
{
  self->old_level = get_settings (self)->condition.level;
  self->old_hysteresis = get_settings (self)->condition.hysteresis;
}

static void
end (GscopeGtkLevelHandle *self)
{
  if (self->old_level == get_settings (self)->condition.level
      && self->old_hysteresis == get_settings (self)->condition.hysteresis)
    return;
  g_signal_emit_by_name (self, "moved", self->trigger, self->old_level, self->old_hysteresis,
                         self->gesture);
}

/* Keys that follow each other are one gesture. */
static gboolean
on_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (widget);
  int by = g_variant_get_int32 (arguments);
  double level, step;

  if (!is_shown (self))
    return FALSE;
  step = get_step (self, KEY_STEPS);
  level = get_settings (self)->condition.level;
  begin (self);
  set_levels (self, round_to (level + by * step, step), self->old_hysteresis);
  end (self);
  return TRUE;
}

static gboolean
on_hysteresis_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (widget);
  int by = g_variant_get_int32 (arguments);
  double step;

  if (!is_shown (self) || !has_field (self, "hysteresis"))
    return FALSE;
  step = get_step (self, KEY_STEPS);
  begin (self);
  set_levels (self, self->old_level, round_to (self->old_hysteresis + by * step, step));
  end (self);
  return TRUE;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, GscopeGtkLevelHandle *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->gesture++;
  begin (self);
  self->drag_y = to_y (self, self->old_level);
}

static void
on_drag_update (GtkGestureDrag *gesture, double x, double y, GscopeGtkLevelHandle *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  double step = get_step (self, PARTS),
         by = to_value (self, self->drag_y) - to_value (self, self->drag_y + y);

  if (state & GDK_SHIFT_MASK)
    set_levels (self, self->old_level, round_to (self->old_hysteresis + by, step));
  else
    set_levels (self, round_to (to_value (self, self->drag_y + y), step), self->old_hysteresis);
}

static void
on_drag_end (GtkGestureDrag *gesture, double x, double y, GscopeGtkLevelHandle *self)
{
  end (self);
  self->gesture++;
}

/* The widget. */

static int
get_flag_height (GscopeGtkLevelHandle *self)
{
  return (int) ceil (FLAG_HEIGHT * self->text_scale);
}

static gboolean
gscope_gtk_level_handle_contains (GtkWidget *widget, double x, double y)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (widget);

  return is_shown (self) && x >= 0 && x < self->ruler + POINT
         && fabs (y - to_y (self, get_settings (self)->condition.level))
                <= get_flag_height (self) / 2.0;
}

static void
draw_band (GscopeGtkLevelHandle *self, GtkSnapshot *snapshot, double from, double to)
{
  GdkRGBA color;
  double top = to_y (self, MAX (from, to)), bottom = to_y (self, MIN (from, to));

  if (bottom <= top)
    return;
  color = (GdkRGBA){ (self->palette->accent >> 16 & 0xff) / 255.0f,
                     (self->palette->accent >> 8 & 0xff) / 255.0f,
                     (self->palette->accent & 0xff) / 255.0f, BAND_ALPHA };
  gtk_snapshot_append_color (
      snapshot, &color,
      &GRAPHENE_RECT_INIT (self->ruler, top, self->place.width - self->ruler, bottom - top));
}

/* The band is where a value has to come from. */
static void
draw_hysteresis (GscopeGtkLevelHandle *self, GtkSnapshot *snapshot)
{
  const GscopeTriggerCondition *condition = &get_settings (self)->condition;

  if (condition->kind != GSCOPE_TRIGGER_FALLING)
    draw_band (self, snapshot, condition->level - condition->hysteresis, condition->level);
  if (condition->kind != GSCOPE_TRIGGER_RISING)
    draw_band (self, snapshot, condition->level, condition->level + condition->hysteresis);
}

static void
draw_line (GscopeGtkLevelHandle *self, GtkSnapshot *snapshot, double y)
{
  const double dashes[] = { 6, 4 };
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (self->ruler, y, self->place.width - self->ruler, 1));
  GscopeGtkBrush brush = { .cr = cr, .palette = self->palette };

  cairo_set_dash (cr, dashes, 2, 0);
  gscope_gtk_brush_line (&brush, self->ruler, y + 0.5, self->place.width, y + 0.5,
                         self->palette->accent, 1);
  cairo_destroy (cr);
}

static void
outline_flag (cairo_t *cr, double left, double right, double y, double half)
{
  cairo_move_to (cr, left, y - half);
  cairo_line_to (cr, right - POINT, y - half);
  cairo_line_to (cr, right, y);
  cairo_line_to (cr, right - POINT, y + half);
  cairo_line_to (cr, left, y + half);
  cairo_close_path (cr);
}

static void
draw_flag (GscopeGtkLevelHandle *self, GtkSnapshot *snapshot, double y)
{
  double half = get_flag_height (self) / 2.0, width, height;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, y - half - 2, self->ruler + POINT + 2, 2 * half + 4));
  g_autofree char *text = format_short (self);
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, gtk_widget_get_pango_context (GTK_WIDGET (self)),
                         self->palette);
  gscope_gtk_brush_set_text (&brush, text, TRUE, self->ruler - 6);
  gscope_gtk_brush_get_size (&brush, &width, &height);
  outline_flag (cr, MAX (self->ruler - width - 8, 1), self->ruler + POINT, y + 0.5, half);
  gscope_gtk_brush_set_color (&brush, self->palette->accent, 1);
  cairo_fill_preserve (cr);
  gscope_gtk_brush_set_color (
      &brush, gtk_widget_has_focus (GTK_WIDGET (self)) ? self->palette->text : self->palette->plot,
      1);
  cairo_set_line_width (cr, gtk_widget_has_focus (GTK_WIDGET (self)) ? 2 : 1);
  cairo_stroke (cr);
  gscope_gtk_brush_draw_middle (&brush, MAX (self->ruler - width - 4, 4), y + 0.5,
                                gscope_gtk_palette_on (self->palette->accent));
  cairo_destroy (brush.cr);
  gscope_gtk_brush_clear (&brush);
}

static void
gscope_gtk_level_handle_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (widget);
  double y;

  if (!is_shown (self))
    return;
  y = to_y (self, get_settings (self)->condition.level);
  if (has_field (self, "hysteresis"))
    draw_hysteresis (self, snapshot);
  draw_line (self, snapshot, y);
  draw_flag (self, snapshot, y);
}

static void
on_focus (GscopeGtkLevelHandle *self)
{
  self->gesture++;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
gscope_gtk_level_handle_dispose (GObject *object)
{
  gscope_gtk_level_handle_set_trigger (GSCOPE_GTK_LEVEL_HANDLE (object), NULL);
  G_OBJECT_CLASS (gscope_gtk_level_handle_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *klass)
{
  static const struct
  {
    guint key;
    int by;
  } keys[] = { { GDK_KEY_Up, 1 }, { GDK_KEY_Down, -1 } };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_add_binding (klass, keys[i].key, 0, on_key, "i", keys[i].by);
      gtk_widget_class_add_binding (klass, keys[i].key, GDK_CONTROL_MASK, on_key, "i",
                                    10 * keys[i].by);
      gtk_widget_class_add_binding (klass, keys[i].key, GDK_SHIFT_MASK, on_hysteresis_key, "i",
                                    keys[i].by);
    }
}

static void
gscope_gtk_level_handle_class_init (GscopeGtkLevelHandleClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_level_handle_dispose;
  widget_class->contains = gscope_gtk_level_handle_contains;
  widget_class->snapshot = gscope_gtk_level_handle_snapshot;
  g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 4, GSCOPE_TYPE_TRIGGER, G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "level");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  add_keys (widget_class);
}

static void
gscope_gtk_level_handle_init (GscopeGtkLevelHandle *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->text_scale = 1;
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (on_focus), NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "ns-resize");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self),
                               _ ("Level of the trigger: drag or ↑ ↓, with Shift its hysteresis"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Trigger Level"), -1);
  gtk_widget_hide (GTK_WIDGET (self));
}

GtkWidget *
gscope_gtk_level_handle_new (void)
{
  return g_object_new (GSCOPE_GTK_TYPE_LEVEL_HANDLE, NULL);
}

void
gscope_gtk_level_handle_set_trigger (GscopeGtkLevelHandle *self, GscopeTrigger *trigger)
{
  if (self->trigger == trigger)
    return;
  if (self->trigger)
    g_signal_handlers_disconnect_by_data (self->trigger, self);
  g_set_object (&self->trigger, trigger);
  if (trigger)
    g_signal_connect_swapped (trigger, "changed", G_CALLBACK (update), self);
  update (self);
}

gboolean
gscope_gtk_level_handle_follow (GscopeGtkLevelHandle *self, const GscopeGtkScene *scene,
                                const GscopeGtkSceneLane *lane, const GscopeGtkScale *scale)
{
  GtkAllocation place = { 0 };
  gboolean was_shown = is_shown (self);

  self->has_lane = lane != NULL;
  if (!lane)
    {
      update (self);
      return was_shown;
    }
  place = (GtkAllocation){ 0, scene->plot.y + lane->top, scene->plot.x + scene->plot.width,
                           lane->height };
  if (was_shown && gdk_rectangle_equal (&place, &self->place) && self->palette == scene->palette
      && self->min == scale->min && self->max == scale->max)
    return FALSE;
  self->lane = *lane;
  self->min = scale->min;
  self->max = scale->max;
  self->ruler = scene->plot.x;
  self->palette = scene->palette;
  self->text_scale = scene->text_scale;
  update (self);
  if (was_shown && gdk_rectangle_equal (&place, &self->place))
    return FALSE;
  self->place = place;
  return TRUE;
}

gboolean
gscope_gtk_level_handle_get_place (GscopeGtkLevelHandle *self, GtkAllocation *place)
{
  *place = self->place;
  return is_shown (self);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/level-handle.h>

#include <glib/gi18n-lib.h>
#include <gscope-gtk/tooltip.h>
#include <math.h>

enum
{
  DIGITS = 4,
};

#define BAND_ALPHA 0.12

struct _GscopeGtkLevelHandle
{
  GscopeGtkValueHandle parent_instance;

  GscopeTrigger *trigger;
  gboolean is_upper;
  /* the settings before a drag or a key */
  GscopeTriggerSettings *before;
};

G_DEFINE_FINAL_TYPE (GscopeGtkLevelHandle, gscope_gtk_level_handle, GSCOPE_GTK_TYPE_VALUE_HANDLE)

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
gscope_gtk_level_handle_has_value (GscopeGtkValueHandle *handle)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (handle);

  return self->trigger && has_field (self, self->is_upper ? "upper-level" : "level");
}

static double
choose_level (GscopeGtkLevelHandle *self, const GscopeTriggerSettings *settings)
{
  return self->is_upper ? settings->condition.upper : settings->condition.level;
}

static double
gscope_gtk_level_handle_get_value (GscopeGtkValueHandle *handle)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (handle);

  return choose_level (self, get_settings (self));
}

static const char *
get_unit (GscopeGtkLevelHandle *self)
{
  GscopeSignal *watched = gscope_trigger_get_watched (self->trigger);

  return watched ? gscope_signal_get_unit (watched) : NULL;
}

static char *
format (GscopeGtkLevelHandle *self, double value)
{
  return gscope_quantity_format (value, get_unit (self), DIGITS);
}

static char *
gscope_gtk_level_handle_describe (GscopeGtkValueHandle *handle)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (handle);
  g_autofree char *level = format (self, gscope_gtk_level_handle_get_value (handle));
  g_autofree char *hysteresis = format (self, get_settings (self)->condition.hysteresis);

  /* Translators: the level and the hysteresis of a trigger */
  return g_strdup_printf (_ ("%s, hysteresis %s"), level, hysteresis);
}

/* The status line has the tooltip, too. */
static void
show_tooltip (GscopeGtkLevelHandle *self)
{
  g_autofree char *value = gscope_gtk_level_handle_describe (GSCOPE_GTK_VALUE_HANDLE (self));
  g_autofree char *text = NULL;

  if (self->is_upper)
    /* Translators: the level, and the hysteresis of a trigger */
    text = g_strdup_printf (
        _ ("Upper level of the trigger, %s: drag or ↑ ↓, with Shift the hysteresis"), value);
  else
    /* Translators: the level, and the hysteresis of a trigger */
    text = g_strdup_printf (_ ("Level of the trigger, %s: drag or ↑ ↓, with Shift its hysteresis"),
                            value);
  gscope_gtk_tooltip_set (GTK_WIDGET (self), text);
}

static void
on_trigger_changed (GscopeGtkLevelHandle *self)
{
  show_tooltip (self);
  gscope_gtk_value_handle_update (GSCOPE_GTK_VALUE_HANDLE (self));
}

/* Changes. */

static void
set_settings (GscopeGtkLevelHandle *self, const GscopeTriggerSettings *settings)
{
  if (!gscope_fields_equal (gscope_trigger_settings_get_fields (), settings, get_settings (self)))
    gscope_trigger_set_settings (self->trigger, settings);
}

/* The lower level stays below the upper one. */
static void
set_level (GscopeGtkLevelHandle *self, double level)
{
  g_autoptr (GscopeTriggerSettings) settings = gscope_trigger_settings_copy (get_settings (self));
  GscopeTriggerCondition *condition = &settings->condition;

  if (self->is_upper)
    condition->upper = MAX (level, condition->level);
  else
    condition->level = has_field (self, "upper-level") ? MIN (level, condition->upper) : level;
  set_settings (self, settings);
}

static void
set_hysteresis (GscopeGtkLevelHandle *self, double hysteresis)
{
  g_autoptr (GscopeTriggerSettings) settings = gscope_trigger_settings_copy (get_settings (self));

  settings->condition.hysteresis = MAX (hysteresis, 0);
  set_settings (self, settings);
}

static void
gscope_gtk_level_handle_begin (GscopeGtkValueHandle *handle)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (handle);

  g_clear_pointer (&self->before, gscope_trigger_settings_free);
  self->before = gscope_trigger_settings_copy (get_settings (self));
}

/* With Shift, the pointer drags the lower edge of the band. */
static void
gscope_gtk_level_handle_move (GscopeGtkValueHandle *handle, double value, double by, double x,
                              GdkModifierType state)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (handle);
  double hysteresis = self->before->condition.hysteresis;

  if (state & GDK_SHIFT_MASK)
    {
      value = choose_level (self, self->before);
      hysteresis = gscope_gtk_value_place_round (gscope_gtk_value_handle_get_value_place (handle),
                                                 hysteresis - by);
    }
  set_hysteresis (self, hysteresis);
  set_level (self, value);
}

/* The trigger may have been taken away during a drag. */
static void
gscope_gtk_level_handle_end (GscopeGtkValueHandle *handle)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (handle);
  g_autoptr (GscopeTriggerSettings) before = g_steal_pointer (&self->before);

  if (!self->trigger
      || gscope_fields_equal (gscope_trigger_settings_get_fields (), before, get_settings (self)))
    return;
  /* the gestures of the upper and the lower handle differ */
  g_signal_emit_by_name (self, "moved", self->trigger, before,
                         2 * gscope_gtk_value_handle_get_gesture (handle)
                             + (self->is_upper ? 1 : 0));
}

static gboolean
on_hysteresis_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (widget);
  GscopeGtkValueHandle *handle = GSCOPE_GTK_VALUE_HANDLE (widget);
  int by = g_variant_get_int32 (arguments);
  double step;

  if (!gscope_gtk_value_handle_is_shown (handle) || gscope_gtk_value_handle_is_dragged (handle)
      || !has_field (self, "hysteresis"))
    return FALSE;
  step = gscope_gtk_value_place_get_key_step (gscope_gtk_value_handle_get_value_place (handle),
                                              gscope_gtk_level_handle_get_value (handle));
  gscope_gtk_level_handle_begin (handle);
  set_hysteresis (self, round ((self->before->condition.hysteresis + by * step) / step) * step);
  gscope_gtk_level_handle_end (handle);
  return TRUE;
}

/* The widget. */

static void
draw_band (const GscopeGtkValuePlace *place, GtkSnapshot *snapshot, double from, double to)
{
  GdkRGBA color;
  double top = gscope_gtk_value_place_to_y (place, MAX (from, to)),
         bottom = gscope_gtk_value_place_to_y (place, MIN (from, to));

  if (bottom <= top)
    return;
  color = (GdkRGBA){ (place->palette->accent >> 16 & 0xff) / 255.0f,
                     (place->palette->accent >> 8 & 0xff) / 255.0f,
                     (place->palette->accent & 0xff) / 255.0f, BAND_ALPHA };
  gtk_snapshot_append_color (
      snapshot, &color,
      &GRAPHENE_RECT_INIT (place->ruler, top, place->area.width - place->ruler, bottom - top));
}

/* The band is where a value has to come from. */
static void
draw_hysteresis (GscopeGtkLevelHandle *self, GtkSnapshot *snapshot)
{
  GscopeGtkValueHandle *handle = GSCOPE_GTK_VALUE_HANDLE (self);
  const GscopeGtkValuePlace *place = gscope_gtk_value_handle_get_value_place (handle);
  const GscopeTriggerCondition *condition = &get_settings (self)->condition;
  double level = gscope_gtk_level_handle_get_value (handle);

  if (condition->kind != GSCOPE_TRIGGER_KIND_FALLING)
    draw_band (place, snapshot, level - condition->hysteresis, level);
  if (condition->kind != GSCOPE_TRIGGER_KIND_RISING)
    draw_band (place, snapshot, level, level + condition->hysteresis);
}

static void
gscope_gtk_level_handle_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GscopeGtkLevelHandle *self = GSCOPE_GTK_LEVEL_HANDLE (widget);
  GscopeGtkValueHandle *handle = GSCOPE_GTK_VALUE_HANDLE (widget);
  const GscopeGtkValuePlace *place = gscope_gtk_value_handle_get_value_place (handle);
  double level;

  if (!gscope_gtk_value_handle_is_shown (handle))
    return;
  if (has_field (self, "hysteresis"))
    draw_hysteresis (self, snapshot);
  level = gscope_gtk_level_handle_get_value (handle);
  gscope_gtk_value_place_draw_line (place, snapshot, level);
  gscope_gtk_value_place_draw_flag (place, widget, snapshot, "T", level, get_unit (self));
}

static void
gscope_gtk_level_handle_dispose (GObject *object)
{
  gscope_gtk_level_handle_set_trigger (GSCOPE_GTK_LEVEL_HANDLE (object), NULL);
  g_clear_pointer (&GSCOPE_GTK_LEVEL_HANDLE (object)->before, gscope_trigger_settings_free);
  G_OBJECT_CLASS (gscope_gtk_level_handle_parent_class)->dispose (object);
}

static void
gscope_gtk_level_handle_class_init (GscopeGtkLevelHandleClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GscopeGtkValueHandleClass *handle_class = GSCOPE_GTK_VALUE_HANDLE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_level_handle_dispose;
  widget_class->snapshot = gscope_gtk_level_handle_snapshot;
  handle_class->has_value = gscope_gtk_level_handle_has_value;
  handle_class->get_value = gscope_gtk_level_handle_get_value;
  handle_class->describe = gscope_gtk_level_handle_describe;
  handle_class->begin = gscope_gtk_level_handle_begin;
  handle_class->move = gscope_gtk_level_handle_move;
  handle_class->end = gscope_gtk_level_handle_end;
  g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 3, GSCOPE_TYPE_TRIGGER, GSCOPE_TYPE_TRIGGER_SETTINGS, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "level");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, GDK_SHIFT_MASK, on_hysteresis_key, "i",
                                1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, GDK_SHIFT_MASK, on_hysteresis_key, "i",
                                -1);
}

static void
gscope_gtk_level_handle_init (GscopeGtkLevelHandle *self)
{
}

GtkWidget *
gscope_gtk_level_handle_new (gboolean is_upper)
{
  GscopeGtkLevelHandle *self = g_object_new (GSCOPE_GTK_TYPE_LEVEL_HANDLE, NULL);

  self->is_upper = is_upper;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  is_upper ? _ ("Upper Trigger Level") : _ ("Trigger Level"), -1);
  return GTK_WIDGET (self);
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
    {
      g_signal_connect_swapped (trigger, "changed", G_CALLBACK (on_trigger_changed), self);
      show_tooltip (self);
    }
  gscope_gtk_value_handle_update (GSCOPE_GTK_VALUE_HANDLE (self));
}

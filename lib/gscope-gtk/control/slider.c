/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/control/slider.h>
#include <gscope-gtk/control/value.h>
#include <gscope-gtk/plot/ruler.h>
#include <math.h>

/* The number of positions of a slider for a parameter without a step. */
#define PARTS 1000
#define DIGITS 3

/* The approximate number of key presses that cross a range without a step. */
#define KEY_STEPS 100
#define PAGE_STEPS 10

struct _GscopeGtkSlider
{
  GtkScale parent_instance;

  GscopeParameter *parameter;
  gboolean dragging;
  /* The last value that the drag requested, which the source may have refused. */
  GVariant *dragged;
};

G_DEFINE_FINAL_TYPE (GscopeGtkSlider, gscope_gtk_slider, GTK_TYPE_SCALE)

static double
to_position (GscopeGtkSlider *self, GVariant *value)
{
  double number = g_variant_is_of_type (value, G_VARIANT_TYPE_INT64)
                      ? (double) g_variant_get_int64 (value)
                      : g_variant_get_double (value);

  return gscope_parameter_get_logarithmic (self->parameter) ? log10 (number) : number;
}

static double
round_number (GscopeGtkSlider *self, double number)
{
  double min = gscope_parameter_get_min (self->parameter);
  double max = gscope_parameter_get_max (self->parameter);
  char text[G_ASCII_DTOSTR_BUF_SIZE], format[8];
  double part = gscope_gtk_round_up ((max - min) / PARTS);
  int decimals = (int) MAX (0, -floor (log10 (part) + 1e-9));

  if (gscope_parameter_get_step (self->parameter) > 0)
    return number;
  /* Converts through text, like typed numbers, because sums of tenths are inexact. */
  if (gscope_parameter_get_logarithmic (self->parameter))
    g_snprintf (format, sizeof format, "%%.%dg", DIGITS);
  else if (decimals > 0)
    g_snprintf (format, sizeof format, decimals > 15 ? "%%.15g" : "%%.%df", decimals);
  else
    return round (number / part) * part;
  g_ascii_formatd (text, sizeof text, format, number);
  return g_ascii_strtod (text, NULL);
}

static GVariant *
validate (GscopeGtkSlider *self, double number)
{
  double min = gscope_parameter_get_min (self->parameter);
  double max = gscope_parameter_get_max (self->parameter);

  number = CLAMP (number, min, max);
  if (gscope_parameter_get_parameter_type (self->parameter) == GSCOPE_PARAMETER_TYPE_INTEGER)
    number = round (number);
  return gscope_parameter_validate (self->parameter, g_variant_new_double (number), NULL);
}

static GVariant *
choose_value (GscopeGtkSlider *self, double position)
{
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (self));
  gboolean logarithmic = gscope_parameter_get_logarithmic (self->parameter);

  if (position <= gtk_adjustment_get_lower (adjustment))
    return validate (self, gscope_parameter_get_min (self->parameter));
  if (position >= gtk_adjustment_get_upper (adjustment))
    return validate (self, gscope_parameter_get_max (self->parameter));
  return validate (self, round_number (self, logarithmic ? pow (10, position) : position));
}

/* A key moves by at least one step of the parameter, however short that is on the slider. */
static GVariant *
choose_next (GscopeGtkSlider *self, GVariant *current, double by)
{
  double step = gscope_parameter_get_step (self->parameter);
  double number = g_variant_is_of_type (current, G_VARIANT_TYPE_INT64)
                      ? (double) g_variant_get_int64 (current)
                      : g_variant_get_double (current);

  return validate (self, by > 0 ? number + step : number - step);
}

static GVariant *
get_current (GscopeGtkSlider *self)
{
  return self->dragged ? self->dragged : gscope_gtk_control_value_get_shown (self->parameter);
}

static void
place (GscopeGtkSlider *self)
{
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (self));
  GVariant *value = get_current (self);
  g_autofree char *text = gscope_gtk_control_value_format (self->parameter, value, TRUE);

  gtk_adjustment_set_value (adjustment, to_position (self, value));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
}

static gboolean
gscope_gtk_slider_change_value (GtkRange *range, GtkScrollType scroll, double position)
{
  GscopeGtkSlider *self = GSCOPE_GTK_SLIDER (range);
  double by = position - gtk_range_get_value (range);
  g_autoptr (GVariant) current = g_variant_ref (get_current (self));
  g_autoptr (GVariant) value = choose_value (self, position);

  if (scroll != GTK_SCROLL_JUMP && by != 0 && g_variant_equal (value, current))
    {
      g_variant_unref (value);
      value = choose_next (self, current, by);
    }
  if (g_variant_equal (value, current))
    return TRUE;
  if (self->dragging)
    {
      g_clear_pointer (&self->dragged, g_variant_unref);
      self->dragged = g_variant_ref (value);
    }
  gscope_parameter_write_async (self->parameter, value, "slider", NULL, NULL, NULL);
  place (self);
  return TRUE;
}

void
gscope_gtk_slider_begin_drag (GscopeGtkSlider *self)
{
  gscope_gtk_slider_end_drag (self);
  self->dragging = TRUE;
  gscope_parameter_begin_drag (self->parameter);
}

void
gscope_gtk_slider_end_drag (GscopeGtkSlider *self)
{
  if (!self->dragging)
    return;
  self->dragging = FALSE;
  g_clear_pointer (&self->dragged, g_variant_unref);
  gscope_parameter_end_drag (self->parameter);
  place (self);
}

static gboolean
on_event (GtkEventController *controller, GdkEvent *event, GscopeGtkSlider *self)
{
  switch ((guint) gdk_event_get_event_type (event))
    {
    case GDK_BUTTON_PRESS:
    case GDK_TOUCH_BEGIN:
      gscope_gtk_slider_begin_drag (self);
      break;
    case GDK_BUTTON_RELEASE:
    case GDK_TOUCH_END:
    case GDK_TOUCH_CANCEL:
      gscope_gtk_slider_end_drag (self);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
gscope_gtk_slider_unmap (GtkWidget *widget)
{
  gscope_gtk_slider_end_drag (GSCOPE_GTK_SLIDER (widget));
  GTK_WIDGET_CLASS (gscope_gtk_slider_parent_class)->unmap (widget);
}

static void
gscope_gtk_slider_dispose (GObject *object)
{
  gscope_gtk_slider_end_drag (GSCOPE_GTK_SLIDER (object));
  G_OBJECT_CLASS (gscope_gtk_slider_parent_class)->dispose (object);
}

static void
gscope_gtk_slider_finalize (GObject *object)
{
  g_clear_object (&GSCOPE_GTK_SLIDER (object)->parameter);
  G_OBJECT_CLASS (gscope_gtk_slider_parent_class)->finalize (object);
}

static void
gscope_gtk_slider_class_init (GscopeGtkSliderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_slider_dispose;
  G_OBJECT_CLASS (klass)->finalize = gscope_gtk_slider_finalize;
  GTK_WIDGET_CLASS (klass)->unmap = gscope_gtk_slider_unmap;
  GTK_RANGE_CLASS (klass)->change_value = gscope_gtk_slider_change_value;
}

/* The wheel must not write: a user who scrolls a panel does not mean the slider under the pointer. */
static void
ignore_wheel (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

static void
gscope_gtk_slider_init (GscopeGtkSlider *self)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();

  /* Runs before the range's own gestures, which set a first value at a press. */
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect (events, "event", G_CALLBACK (on_event), self);
  gtk_widget_add_controller (GTK_WIDGET (self), events);
  gtk_scale_set_draw_value (GTK_SCALE (self), FALSE);
  ignore_wheel (GTK_WIDGET (self));
}

gboolean
gscope_gtk_slider_suits (GscopeParameter *parameter)
{
  GscopeParameterType type = gscope_parameter_get_parameter_type (parameter);
  double min, max;

  if (type != GSCOPE_PARAMETER_TYPE_INTEGER && type != GSCOPE_PARAMETER_TYPE_DOUBLE)
    return FALSE;
  min = gscope_parameter_get_min (parameter);
  max = gscope_parameter_get_max (parameter);
  /* Positions are doubles, which hold no larger integers exactly. */
  if (type == GSCOPE_PARAMETER_TYPE_INTEGER && MAX (-min, max) > 0x1p53)
    return FALSE;
  return isfinite (max - min) && min < max;
}

static void
configure (GscopeGtkSlider *self)
{
  double min = gscope_parameter_get_min (self->parameter);
  double max = gscope_parameter_get_max (self->parameter);
  double step = gscope_parameter_get_step (self->parameter);

  if (gscope_parameter_get_logarithmic (self->parameter))
    {
      min = log10 (min);
      max = log10 (max);
      step = (max - min) / KEY_STEPS;
    }
  else if (step == 0)
    step = gscope_gtk_round_up ((max - min) / KEY_STEPS);
  gtk_adjustment_configure (gtk_range_get_adjustment (GTK_RANGE (self)), min, min, max, step,
                            PAGE_STEPS * step, 0);
}

static void
sync_position (GscopeGtkSlider *self)
{
  if (!self->dragging)
    place (self);
}

GtkWidget *
gscope_gtk_slider_new (GscopeParameter *parameter)
{
  GscopeGtkSlider *self = g_object_new (GSCOPE_GTK_TYPE_SLIDER, NULL);
  const char *const signals[] = { "notify::value", "notify::asked", "notify::state" };

  self->parameter = g_object_ref (parameter);
  configure (self);
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (parameter, signals[i], G_CALLBACK (sync_position), self,
                             G_CONNECT_SWAPPED);
  place (self);
  return GTK_WIDGET (self);
}

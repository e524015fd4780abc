/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "signals/inspector.h"

#include <glib/gi18n.h>

#include "session/format.h"
#include "signals/acquisition.h"
#include "signals/key.h"
#include "undo/tuning.h"
#include "widgets/mark.h"

#define N_COLORS 16
#define COLORS_PER_ROW 8

struct _AppInspector
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeGtkViewSignal *signal;
  gboolean showing;

  GtkLabel *heading;
  GtkEntry *title;
  GtkToggleButton *visible;
  GtkMenuButton *color;
  AppKey *key;
  GtkGrid *colors;
  GtkEntry *min;
  GtkEntry *max;
  GtkToggleButton *auto_range;
  GtkDropDown *line;
  GtkDropDown *axis;
  GtkToggleButton *own_axis;
  GtkScale *filter;
  GtkLabel *filter_value;
  GtkLabel *aggregation_label;
  GtkDropDown *aggregation;
  AppAcquisition *acquisition;
};

G_DEFINE_FINAL_TYPE (AppInspector, app_inspector, ADW_TYPE_BIN)

static GscopeSignal *
get_signal (AppInspector *self)
{
  return gscope_gtk_view_signal_get_signal (self->signal);
}

static void
set_refused (GtkEntry *entry, gboolean refused)
{
  app_mark_wrong (GTK_WIDGET (entry), refused);
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (entry),
      refused ? _ ("The upper limit must be a number above the lower limit.") : NULL);
}

static void
show_limit (GtkEntry *entry, double value)
{
  g_autofree char *text = gscope_quantity_format_editable (value, 6);

  set_refused (entry, FALSE);
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (entry)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
show_range (AppInspector *self)
{
  double min, max;

  gscope_gtk_view_signal_get_range (self->signal, &min, &max);
  show_limit (self->min, min);
  show_limit (self->max, max);
}

static gboolean
has_focus (GtkEntry *entry)
{
  return (gtk_widget_get_state_flags (GTK_WIDGET (entry)) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

/* Text that is being typed stays. */
static void
follow_range (AppInspector *self)
{
  if (!has_focus (self->min) && !has_focus (self->max))
    show_range (self);
}

/* An automatic range goes with the values. */
static void
on_tick (AppInspector *self)
{
  if (gscope_gtk_view_signal_get_auto_range (self->signal))
    follow_range (self);
}

static void
show_filter (AppInspector *self)
{
  double factor = gscope_signal_get_filter (get_signal (self));
  g_autofree char *text = g_strdup_printf ("%.2f", factor);

  gtk_range_set_value (GTK_RANGE (self->filter), factor);
  gtk_label_set_label (self->filter_value, text);
}

static void
show_aggregation (AppInspector *self)
{
  gboolean is_event = gscope_signal_get_kind (get_signal (self)) == GSCOPE_SIGNAL_KIND_EVENT;

  gtk_widget_set_visible (GTK_WIDGET (self->aggregation_label), is_event);
  gtk_widget_set_visible (GTK_WIDGET (self->aggregation), is_event);
  gtk_drop_down_set_selected (self->aggregation, gscope_signal_get_aggregation (get_signal (self)));
}

static void
show_title (AppInspector *self)
{
  const char *title = gscope_gtk_view_signal_get_title (self->signal);

  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self->title)), title))
    gtk_editable_set_text (GTK_EDITABLE (self->title), title);
}

static void
show_visible (AppInspector *self)
{
  gboolean hidden = gscope_gtk_view_signal_get_hidden (self->signal);

  gtk_toggle_button_set_active (self->visible, !hidden);
  gtk_button_set_icon_name (GTK_BUTTON (self->visible),
                            hidden ? "view-conceal-symbolic" : "view-reveal-symbolic");
}

static void
show (AppInspector *self)
{
  g_autofree char *heading =
      g_strdup_printf (_ ("Signal %s"), gscope_gtk_view_signal_get_mark (self->signal));

  self->showing = TRUE;
  gtk_label_set_label (self->heading, heading);
  show_title (self);
  show_visible (self);
  gtk_drop_down_set_selected (self->line, gscope_gtk_view_signal_get_line_mode (self->signal));
  gtk_toggle_button_set_active (self->own_axis, gscope_gtk_view_signal_get_own_axis (self->signal));
  gtk_drop_down_set_selected (self->axis, gscope_gtk_view_signal_get_value_axis (self->signal));
  follow_range (self);
  gtk_toggle_button_set_active (self->auto_range,
                                gscope_gtk_view_signal_get_auto_range (self->signal));
  show_filter (self);
  show_aggregation (self);
  self->showing = FALSE;
}

static void
on_limit_activate (AppInspector *self, GtkEntry *entry)
{
  double min, max;

  if (!app_format_parse (gtk_editable_get_text (GTK_EDITABLE (self->min)), &min)
      || !app_format_parse (gtk_editable_get_text (GTK_EDITABLE (self->max)), &max) || min >= max)
    {
      set_refused (entry, TRUE);
      return;
    }
  gscope_gtk_view_signal_set_range (self->signal, min, max);
  show_range (self);
}

/* Undo belongs to the changes, not to the text: Escape restores the text. */
static gboolean
on_limit_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType state,
              AppInspector *self)
{
  if (keyval != GDK_KEY_Escape || !self->signal)
    return GDK_EVENT_PROPAGATE;
  show_range (self);
  show_title (self);
  return GDK_EVENT_STOP;
}

/* Without a name the entry shows the signal's. */
static void
on_title_activate (AppInspector *self)
{
  const char *title = gtk_editable_get_text (GTK_EDITABLE (self->title));

  if (!g_str_equal (title, gscope_gtk_view_signal_get_title (self->signal)))
    gscope_gtk_view_signal_set_title (self->signal, title[0] ? title : NULL);
}

static void
on_visible_toggled (AppInspector *self)
{
  if (!self->showing && self->signal)
    gscope_gtk_view_signal_set_hidden (self->signal, !gtk_toggle_button_get_active (self->visible));
}

static void
on_auto_toggled (AppInspector *self)
{
  double min, max;

  if (self->showing || !self->signal)
    return;
  gscope_gtk_view_signal_get_range (self->signal, &min, &max);
  if (gtk_toggle_button_get_active (self->auto_range))
    gscope_gtk_view_signal_set_auto_range (self->signal);
  else if (min < max)
    gscope_gtk_view_signal_set_range (self->signal, min, max);
}

static void
on_line_selected (AppInspector *self)
{
  if (!self->showing && self->signal)
    gscope_gtk_view_signal_set_line_mode (self->signal, gtk_drop_down_get_selected (self->line));
}

static void
on_axis_selected (AppInspector *self)
{
  if (!self->showing && self->signal)
    gscope_gtk_view_signal_set_value_axis (self->signal, gtk_drop_down_get_selected (self->axis));
}

static void
on_own_axis_toggled (AppInspector *self)
{
  if (!self->showing && self->signal)
    gscope_gtk_view_signal_set_own_axis (self->signal,
                                         gtk_toggle_button_get_active (self->own_axis));
}

static void
on_filter_changed (AppInspector *self)
{
  if (self->showing || !self->signal)
    return;
  app_tuning_set_filter (self->session, get_signal (self),
                         gtk_range_get_value (GTK_RANGE (self->filter)));
}

static void
on_aggregation_selected (AppInspector *self)
{
  if (!self->showing && self->signal)
    app_tuning_set_aggregation (self->session, get_signal (self),
                                gtk_drop_down_get_selected (self->aggregation));
}

static void
on_color_clicked (GtkButton *button, AppInspector *self)
{
  guint color = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "color"));

  /* a press by keyboard takes effect a moment later, when the signal may be gone */
  if (self->signal)
    gscope_gtk_view_signal_set_color (self->signal, color);
  gtk_menu_button_popdown (self->color);
}

static void
add_color (AppInspector *self, guint color)
{
  GtkWidget *button = gtk_button_new ();
  g_autofree char *name =
      g_strdup_printf (color > COLORS_PER_ROW ? _ ("Colour %u, dashed") : _ ("Colour %u"), color);

  gtk_button_set_child (GTK_BUTTON (button), app_key_new_for_color (color));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (button), "color", GUINT_TO_POINTER (color));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_color_clicked), self, 0);
  gtk_grid_attach (self->colors, button, (int) (color - 1) % COLORS_PER_ROW,
                   (int) (color - 1) / COLORS_PER_ROW, 1, 1);
}

static void
on_colors_show (AppInspector *self)
{
  if (gtk_widget_get_first_child (GTK_WIDGET (self->colors)))
    return;
  for (guint i = 1; i <= N_COLORS; i++)
    add_color (self, i);
}

static void
fill_choices (AppInspector *self)
{
  g_autoptr (GtkStringList) lines = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) aggregations = gtk_string_list_new (NULL);
  g_autoptr (GEnumClass) known = g_type_class_ref (GSCOPE_TYPE_AGGREGATION);

  for (guint i = 0; i < GSCOPE_N_LINE_MODES; i++)
    gtk_string_list_append (lines, gscope_line_mode_get_title (i));
  for (guint i = 0; i < known->n_values; i++)
    gtk_string_list_append (aggregations, gscope_aggregation_get_title (i));
  gtk_drop_down_set_model (self->line, G_LIST_MODEL (lines));
  gtk_drop_down_set_model (self->aggregation, G_LIST_MODEL (aggregations));
}

static void
app_inspector_dispose (GObject *object)
{
  AppInspector *self = APP_INSPECTOR (object);

  if (self->key)
    app_inspector_set_signal (self, NULL, NULL);
  G_OBJECT_CLASS (app_inspector_parent_class)->dispose (object);
}

static void
app_inspector_class_init (AppInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_inspector_dispose;
  g_type_ensure (APP_TYPE_ACQUISITION);
  g_type_ensure (APP_TYPE_KEY);
  gtk_widget_class_set_css_name (widget_class, "inspector");
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/signals/inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, AppInspector, heading);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, title);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, visible);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, color);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, key);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, colors);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, min);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, max);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, auto_range);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, line);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, axis);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, own_axis);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, filter);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, filter_value);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, aggregation_label);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, aggregation);
  gtk_widget_class_bind_template_child (widget_class, AppInspector, acquisition);
  gtk_widget_class_bind_template_callback (widget_class, on_limit_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_title_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_visible_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_limit_key);
  gtk_widget_class_bind_template_callback (widget_class, on_auto_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_line_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_axis_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_own_axis_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_filter_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_aggregation_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_colors_show);
}

static void
app_inspector_init (AppInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_choices (self);
}

/* Both NULL for none. */
void
app_inspector_set_signal (AppInspector *self, AppSession *session, GscopeGtkViewSignal *signal)
{
  if (self->signal == signal)
    return;
  if (self->signal)
    {
      g_signal_handlers_disconnect_by_data (self->signal, self);
      g_signal_handlers_disconnect_by_data (get_signal (self), self);
    }
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_set_object (&self->signal, signal);
  app_key_set_signal (self->key, signal);
  app_acquisition_set_signal (self->acquisition, session,
                              signal ? gscope_gtk_view_signal_get_signal (signal) : NULL);
  if (!signal)
    return;
  g_signal_connect_swapped (signal, "changed", G_CALLBACK (show), self);
  g_signal_connect_swapped (get_signal (self), "notify::filter", G_CALLBACK (show), self);
  g_signal_connect_swapped (get_signal (self), "notify::aggregation", G_CALLBACK (show), self);
  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "tick", G_CALLBACK (on_tick), self);
  show (self);
  show_range (self);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/preferences.h"

struct _AppPreferences
{
  AdwPreferencesWindow parent_instance;

  GSettings *settings;
  AdwComboRow *color_scheme;
  AdwComboRow *start;
  GtkSwitch *agent;
  GtkEditable *agent_address;
  GtkSpinButton *span;
  GtkSwitch *show_signals;
  GtkSwitch *show_parameters;
};

G_DEFINE_FINAL_TYPE (AppPreferences, app_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* The settings have the same order as the choices. */
static gboolean
get_selected (GValue *value, GVariant *variant, gpointer settings_key)
{
  g_auto (GStrv) nicks = g_strsplit (settings_key, " ", -1);

  for (guint i = 0; nicks[i]; i++)
    if (g_str_equal (nicks[i], g_variant_get_string (variant, NULL)))
      g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
set_selected (const GValue *value, const GVariantType *type, gpointer settings_key)
{
  g_auto (GStrv) nicks = g_strsplit (settings_key, " ", -1);
  guint selected = g_value_get_uint (value);

  return selected < g_strv_length (nicks) ? g_variant_new_string (nicks[selected]) : NULL;
}

static void
bind_choice (AppPreferences *self, AdwComboRow *row, const char *key, const char *nicks)
{
  g_settings_bind_with_mapping (self->settings, key, row, "selected", G_SETTINGS_BIND_DEFAULT,
                                get_selected, set_selected, g_strdup (nicks), g_free);
}

static void
on_address (AppPreferences *self)
{
  g_settings_set_string (self->settings, "agent-address",
                         gtk_editable_get_text (self->agent_address));
}

static void
app_preferences_dispose (GObject *object)
{
  g_clear_object (&APP_PREFERENCES (object)->settings);
  G_OBJECT_CLASS (app_preferences_parent_class)->dispose (object);
}

static void
app_preferences_class_init (AppPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_preferences_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/dialogs/preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, AppPreferences, color_scheme);
  gtk_widget_class_bind_template_child (widget_class, AppPreferences, start);
  gtk_widget_class_bind_template_child (widget_class, AppPreferences, agent);
  gtk_widget_class_bind_template_child (widget_class, AppPreferences, agent_address);
  gtk_widget_class_bind_template_child (widget_class, AppPreferences, span);
  gtk_widget_class_bind_template_callback (widget_class, on_address);
  gtk_widget_class_bind_template_child (widget_class, AppPreferences, show_signals);
  gtk_widget_class_bind_template_child (widget_class, AppPreferences, show_parameters);
}

static void
app_preferences_init (AppPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (APP_ID);
  bind_choice (self, self->color_scheme, "color-scheme", "default light dark");
  bind_choice (self, self->start, "start", "demonstration welcome last");
  g_settings_bind (self->settings, "agent", self->agent, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "agent-address", self->agent_address, "text",
                   G_SETTINGS_BIND_GET | G_SETTINGS_BIND_GET_NO_CHANGES);
  g_settings_bind (self->settings, "span", self->span, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "show-signals", self->show_signals, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "show-parameters", self->show_parameters, "active",
                   G_SETTINGS_BIND_DEFAULT);
}

GtkWidget *
app_preferences_new (GtkWindow *parent)
{
  AppPreferences *self = g_object_new (APP_TYPE_PREFERENCES, "transient-for", parent, NULL);

  gtk_widget_grab_focus (GTK_WIDGET (self->color_scheme));
  return GTK_WIDGET (self);
}

static void
on_color_scheme (GSettings *settings)
{
  static const AdwColorScheme schemes[] = { ADW_COLOR_SCHEME_DEFAULT, ADW_COLOR_SCHEME_FORCE_LIGHT,
                                            ADW_COLOR_SCHEME_FORCE_DARK };

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      schemes[g_settings_get_enum (settings, "color-scheme")]);
}

void
app_preferences_apply (GSettings *settings)
{
  g_signal_connect (settings, "changed::color-scheme", G_CALLBACK (on_color_scheme), NULL);
  on_color_scheme (settings);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "captures/form.h"

#include "fields/rows.h"
#include "undo/tuning.h"
#include "widgets/messages.h"

struct _AppTriggerForm
{
  GtkPopover parent_instance;

  AppSession *session;
  GscopeSignal *signal;
  AppFieldRows *rows;
  /* the settings in the rows; NULL for no signal */
  GscopeTriggerSettings *shown;
  /* the fields that only the dialog of the trigger shows */
  GtkWidget *others;
  gboolean showing;

  AppMessages *messages;
  AdwPreferencesGroup *group;
};

G_DEFINE_FINAL_TYPE (AppTriggerForm, app_trigger_form, GTK_TYPE_POPOVER)

static GscopeTrigger *
find_trigger (AppTriggerForm *self)
{
  return self->signal ? gscope_workspace_get_trigger (app_session_get_workspace (self->session),
                                                      self->signal)
                      : NULL;
}

/* Returns the settings of the trigger, or usual ones for a signal without a trigger; NULL for no signal. */
static GscopeTriggerSettings *
dup_settings (AppTriggerForm *self)
{
  GscopeTrigger *trigger = find_trigger (self);
  GscopeTriggerSettings *usual;

  if (trigger)
    return gscope_trigger_settings_copy (gscope_trigger_get_settings (trigger));
  if (!self->signal)
    return NULL;
  usual = g_new0 (GscopeTriggerSettings, 1);
  gscope_fields_init (gscope_trigger_settings_get_fields (), usual);
  return usual;
}

static void
take_shown (AppTriggerForm *self, GscopeTriggerSettings *settings)
{
  gscope_trigger_settings_free (self->shown);
  self->shown = settings;
}

static void
on_show (AppTriggerForm *self)
{
  take_shown (self, dup_settings (self));
  gtk_widget_set_sensitive (GTK_WIDGET (self->group), self->shown != NULL);
  app_messages_clear (self->messages);
  if (!self->shown)
    return;
  self->showing = TRUE;
  app_field_rows_show (self->rows, self->shown, gscope_signal_get_unit (self->signal));
  self->showing = FALSE;
}

static gboolean
is_same (const GscopeTriggerSettings *a, const GscopeTriggerSettings *b)
{
  return a && b ? gscope_fields_equal (gscope_trigger_settings_get_fields (), a, b) : a == b;
}

/* A number that is not valid has a message, and changes nothing. */
static void
apply (AppTriggerForm *self)
{
  GscopeTriggerSettings settings = { 0 };

  if (self->showing || !self->shown)
    return;
  app_messages_clear (self->messages);
  if (app_field_rows_read (self->rows, &settings)
      && !(find_trigger (self) && is_same (&settings, self->shown)))
    {
      take_shown (self, gscope_trigger_settings_copy (&settings));
      app_tuning_set_trigger (self->session, self->signal, &settings);
    }
  gscope_fields_clear (gscope_trigger_settings_get_fields (), &settings);
}

static void
app_trigger_form_dispose (GObject *object)
{
  AppTriggerForm *self = APP_TRIGGER_FORM (object);

  g_clear_object (&self->session);
  g_clear_object (&self->signal);
  take_shown (self, NULL);
  g_clear_object (&self->rows);
  g_clear_object (&self->others);
  G_OBJECT_CLASS (app_trigger_form_parent_class)->dispose (object);
}

static void
app_trigger_form_class_init (AppTriggerFormClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_trigger_form_dispose;
  g_type_ensure (APP_TYPE_MESSAGES);
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/captures/form.ui");
  gtk_widget_class_bind_template_child (widget_class, AppTriggerForm, messages);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerForm, group);
  gtk_widget_class_bind_template_callback (widget_class, on_show);
}

static void
app_trigger_form_init (AppTriggerForm *self)
{
  const GscopeField *fields = gscope_trigger_settings_get_fields ();
  GscopeTriggerSettings settings = { 0 };

  gtk_widget_init_template (GTK_WIDGET (self));
  self->others = g_object_ref_sink (adw_preferences_page_new ());
  self->rows = app_field_rows_new (fields, self->messages);
  gscope_fields_init (fields, &settings);
  app_field_rows_add (self->rows, &settings, NULL, self->group,
                      ADW_PREFERENCES_PAGE (self->others));
  gscope_fields_clear (fields, &settings);
  g_signal_connect_object (self->rows, "chosen", G_CALLBACK (apply), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rows, "accepted", G_CALLBACK (apply), self, G_CONNECT_SWAPPED);
}

void
app_trigger_form_set_signal (AppTriggerForm *self, AppSession *session, GscopeSignal *signal)
{
  g_autoptr (GscopeTriggerSettings) settings = NULL;
  gboolean is_other;

  g_set_object (&self->session, session);
  is_other = g_set_object (&self->signal, signal);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  settings = dup_settings (self);
  if (is_other || !is_same (settings, self->shown))
    on_show (self);
}

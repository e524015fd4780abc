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

static void
on_show (AppTriggerForm *self)
{
  GscopeTrigger *trigger = find_trigger (self);

  gtk_widget_set_sensitive (GTK_WIDGET (self->group), trigger != NULL);
  app_messages_clear (self->messages);
  if (!trigger)
    return;
  self->showing = TRUE;
  app_field_rows_show (self->rows, gscope_trigger_get_settings (trigger),
                       gscope_signal_get_unit (self->signal));
  self->showing = FALSE;
}

/* A number that is not valid has a message, and changes nothing. */
static void
apply (AppTriggerForm *self)
{
  const GscopeField *fields = gscope_trigger_settings_get_fields ();
  GscopeTrigger *trigger = self->showing ? NULL : find_trigger (self);
  GscopeTriggerSettings settings = { 0 };

  if (!trigger)
    return;
  app_messages_clear (self->messages);
  if (app_field_rows_read (self->rows, &settings)
      && !gscope_fields_equal (fields, &settings, gscope_trigger_get_settings (trigger)))
    app_tuning_set_trigger (self->session, self->signal, &settings);
  gscope_fields_clear (fields, &settings);
}

static void
app_trigger_form_dispose (GObject *object)
{
  AppTriggerForm *self = APP_TRIGGER_FORM (object);

  app_trigger_form_set_signal (self, NULL, NULL);
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
  g_set_object (&self->session, session);
  g_set_object (&self->signal, signal);
}

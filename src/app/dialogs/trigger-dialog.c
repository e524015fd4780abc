/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/trigger-dialog.h"

#include <glib/gi18n.h>

#include "captures/display.h"
#include "fields/rows.h"
#include "undo/tuning.h"
#include "widgets/messages.h"
#include "widgets/present.h"

struct _AppTriggerDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  GscopeSignal *signal;

  AppMessages *messages;
  GtkWidget *remove;
  AdwPreferencesPage *page;
  AdwPreferencesGroup *about;
  AppFieldRows *rows;
};

G_DEFINE_FINAL_TYPE (AppTriggerDialog, app_trigger_dialog, ADW_TYPE_WINDOW)

static void
set_trigger (AppTriggerDialog *self, const GscopeTriggerSettings *settings)
{
  app_tuning_set_trigger (self->session, self->signal, settings);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_accept (AppTriggerDialog *self)
{
  GscopeTriggerSettings settings = { 0 };

  app_messages_clear (self->messages);
  if (app_field_rows_read (self->rows, &settings))
    set_trigger (self, &settings);
  gscope_fields_clear (gscope_trigger_settings_get_fields (), &settings);
}

static void
on_remove (AppTriggerDialog *self)
{
  set_trigger (self, NULL);
}

static void
app_trigger_dialog_finalize (GObject *object)
{
  AppTriggerDialog *self = APP_TRIGGER_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_object (&self->signal);
  g_object_unref (self->rows);
  G_OBJECT_CLASS (app_trigger_dialog_parent_class)->finalize (object);
}

static void
app_trigger_dialog_class_init (AppTriggerDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = app_trigger_dialog_finalize;
  g_type_ensure (APP_TYPE_MESSAGES);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/dialogs/trigger-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, messages);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, remove);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, about);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, page);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
}

static void
app_trigger_dialog_init (AppTriggerDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = app_field_rows_new (gscope_trigger_settings_get_fields (), self->messages);
  g_signal_connect_object (self->rows, "accepted", G_CALLBACK (on_accept), self, G_CONNECT_SWAPPED);
}

void
app_trigger_dialog_open (GtkWindow *parent, AppSession *session, GscopeGtkView *view)
{
  GscopeGtkViewSignal *shown = gscope_gtk_view_get_selected (view);
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (shown);
  AppTriggerDialog *self = g_object_new (APP_TYPE_TRIGGER_DIALOG, "transient-for", parent, NULL);
  GscopeTrigger *trigger =
      gscope_workspace_get_trigger (app_session_get_workspace (session), signal);
  GscopeTriggerSettings usual;
  g_autofree char *title = g_markup_escape_text (gscope_signal_get_full_name (signal), -1);

  app_captures_init_trigger (shown, &usual);
  self->session = g_object_ref (session);
  self->signal = g_object_ref (signal);
  adw_preferences_group_set_title (self->about, title);
  app_field_rows_add (self->rows, trigger ? gscope_trigger_get_settings (trigger) : &usual,
                      gscope_signal_get_unit (signal), self->about, self->page);
  /* in playback nothing is captured, so that no section but the first has an effect */
  if (app_session_get_player (session))
    app_field_rows_hide_sections (self->rows);
  gtk_widget_set_visible (self->remove, trigger != NULL);
  app_present_dialog (GTK_WINDOW (self));
  gtk_widget_child_focus (GTK_WIDGET (self->page), GTK_DIR_TAB_FORWARD);
}

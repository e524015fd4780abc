/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/question.h"

#include <glib/gi18n.h>

#define CANCEL "cancel"

/* The least width of the entry: libadwaita 1.7 measures the heading for the width of the child below it. */
#define LEAST_WIDTH 260

AdwMessageDialog *
app_question_new (GtkWindow *window, const char *heading, const char *body,
                  const char *cancel_label, const char *response, const char *response_label)
{
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (window, heading, body));

  adw_message_dialog_add_responses (dialog, CANCEL, cancel_label, response, response_label, NULL);
  adw_message_dialog_set_response_appearance (dialog, response, ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, CANCEL);
  adw_message_dialog_set_close_response (dialog, CANCEL);
  return dialog;
}

/* The window, which may close with the answer, stays as long as GTK needs it for the dialog. */
static void
keep_window (AdwMessageDialog *dialog, const char *response, GtkWindow *window)
{
  g_object_set_data_full (G_OBJECT (dialog), "window", g_object_ref (window), g_object_unref);
}

void
app_question_show (AdwMessageDialog *dialog, GtkWindow **question)
{
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (keep_window),
                           gtk_window_get_transient_for (GTK_WINDOW (dialog)), 0);
  g_set_weak_pointer (question, GTK_WINDOW (dialog));
  gtk_window_present (GTK_WINDOW (dialog));
}

static GtkWidget *
make_entry (const char *label)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_widget_set_size_request (entry, LEAST_WIDTH, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return entry;
}

AdwMessageDialog *
app_question_ask_text (GtkWindow *window, const char *heading, const char *label,
                       const char *response, const char *response_label)
{
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (window, heading, NULL));
  GtkWidget *entry = make_entry (label);

  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  adw_message_dialog_set_extra_child (dialog, entry);
  adw_message_dialog_add_responses (dialog, CANCEL, _ ("_Cancel"), response, response_label, NULL);
  adw_message_dialog_set_response_appearance (dialog, response, ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, response);
  adw_message_dialog_set_close_response (dialog, CANCEL);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (entry);
  return dialog;
}

GtkEditable *
app_question_get_entry (AdwMessageDialog *dialog)
{
  return GTK_EDITABLE (adw_message_dialog_get_extra_child (dialog));
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

#define GO "go"

/* Width of the entry, pixels. */
#define LEAST_WIDTH 260

static GtkEditable *
get_entry (AdwMessageDialog *dialog)
{
  return GTK_EDITABLE (adw_message_dialog_get_extra_child (dialog));
}

/* Explains the forms of a time, or why the text is none. */
static void
on_changed (AdwMessageDialog *dialog)
{
  AppWindow *self = APP_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (dialog)));
  const char *text = gtk_editable_get_text (get_entry (dialog));
  g_autoptr (GError) error = NULL;
  gint64 time;
  gboolean is_time =
      self->view && text[0] && gscope_gtk_view_parse_time (self->view, text, &time, &error);

  adw_message_dialog_set_response_enabled (dialog, GO, is_time);
  adw_message_dialog_set_body (
      dialog, error ? error->message
                    : _ ("“-5 s” is relative to the latest time that is shown, “90 s” since the "
                         "beginning, and “14:03:22” by the clock."));
}

static void
on_response (AdwMessageDialog *dialog, const char *response, AppWindow *self)
{
  gint64 time;

  if (!g_str_equal (response, GO) || !self->view
      || !gscope_gtk_view_parse_time (self->view, gtk_editable_get_text (get_entry (dialog)), &time,
                                      NULL))
    return;
  self->fits = FALSE;
  gscope_gtk_view_go_to (self->view, time);
}

void
app_action_go_to (AppWindow *self)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _ ("Go to Time"), NULL);
  AdwMessageDialog *message = ADW_MESSAGE_DIALOG (dialog);
  GtkWidget *entry = gtk_entry_new ();

  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_widget_set_size_request (entry, LEAST_WIDTH, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Time"),
                                  -1);
  adw_message_dialog_set_extra_child (message, entry);
  adw_message_dialog_add_responses (message, "cancel", _ ("_Cancel"), GO, _ ("_Go"), NULL);
  adw_message_dialog_set_response_appearance (message, GO, ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (message, GO);
  adw_message_dialog_set_close_response (message, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), self, 0);
  g_signal_connect_object (entry, "changed", G_CALLBACK (on_changed), dialog, G_CONNECT_SWAPPED);
  on_changed (message);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (entry);
}

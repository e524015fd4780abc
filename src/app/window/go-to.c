/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

#include "dialogs/question.h"

#define GO "go"

/* Explains the forms of a time, or why the text is none. */
static void
on_changed (AdwMessageDialog *dialog)
{
  AppWindow *self = APP_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (dialog)));
  const char *text = gtk_editable_get_text (app_question_get_entry (dialog));
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
      || !gscope_gtk_view_parse_time (
          self->view, gtk_editable_get_text (app_question_get_entry (dialog)), &time, NULL))
    return;
  self->fits = FALSE;
  gscope_gtk_view_go_to (self->view, time);
}

void
app_action_go_to (AppWindow *self)
{
  AdwMessageDialog *dialog =
      app_question_ask_text (GTK_WINDOW (self), _ ("Go to Time"), _ ("Time"), GO, _ ("_Go"));

  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), self, 0);
  g_signal_connect_object (app_question_get_entry (dialog), "changed", G_CALLBACK (on_changed),
                           dialog, G_CONNECT_SWAPPED);
  on_changed (dialog);
}

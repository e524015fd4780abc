/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/name-dialog.h"

#include <glib/gi18n.h>

#define RENAME "rename"
/* That of the heading, at least: libadwaita 1.7 measures it for the width of what is below it. */
#define LEAST_WIDTH 250

typedef struct
{
  AppNameFunc func;
  GWeakRef owner;
  GtkEditable *entry;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_weak_ref_clear (&question->owner);
  g_free (question);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Question *question)
{
  g_autoptr (GObject) owner = g_weak_ref_get (&question->owner);

  if (owner && g_str_equal (response, RENAME))
    question->func (gtk_editable_get_text (question->entry), owner);
}

void
app_name_dialog_ask (GtkWindow *parent, const char *heading, const char *name, AppNameFunc func,
                     GObject *owner)
{
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (parent, heading, NULL));
  GtkWidget *entry = gtk_entry_new ();
  Question *question = g_new0 (Question, 1);

  question->func = func;
  question->entry = GTK_EDITABLE (entry);
  g_weak_ref_init (&question->owner, owner);
  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_widget_set_size_request (entry, LEAST_WIDTH, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name"),
                                  -1);
  adw_message_dialog_set_extra_child (dialog, entry);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), RENAME, _ ("_Rename"), NULL);
  adw_message_dialog_set_response_appearance (dialog, RENAME, ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, RENAME);
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (entry);
}

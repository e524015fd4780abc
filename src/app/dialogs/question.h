/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

/* Makes a question before something is lost. “cancel” is the default response; the other response is destructive. */
AdwMessageDialog *
app_question_new (GtkWindow *window, const char *heading, const char *body,
                  const char *cancel_label, const char *response, const char *response_label);
/* Shows a question about the window that the dialog belongs to. It closes with that window, and has a reference to it from the
 * answer on, which may close the window. question: set to NULL when the dialog is gone. The function for the answer is
 * connected afterwards. */
void app_question_show (AdwMessageDialog *dialog, GtkWindow **question);

/* Asks for a text: shows a dialog with an entry, which closes with its window. The responses are “cancel” and another one. */
AdwMessageDialog *app_question_ask_text (GtkWindow *window, const char *heading, const char *label,
                                         const char *response, const char *response_label);
/* Returns the entry of a dialog that asks for a text. */
GtkEditable *app_question_get_entry (AdwMessageDialog *dialog);

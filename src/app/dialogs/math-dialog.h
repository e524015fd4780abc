/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "session/session.h"

#define APP_TYPE_MATH_DIALOG (app_math_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppMathDialog, app_math_dialog, APP, MATH_DIALOG, AdwWindow)

/* Called when a math signal was added. */
typedef void (*AppMathAddedFunc) (const char *full_name, gpointer data);

void
app_math_dialog_add (GtkWindow *parent, AppSession *session, AppMathAddedFunc func, gpointer data);
/* Edits a signal of a source of math signals. */
void app_math_dialog_edit (GtkWindow *parent, AppSession *session, GscopeSource *source,
                           GscopeSignal *signal);

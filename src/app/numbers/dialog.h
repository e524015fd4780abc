/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "session/session.h"

/* Makes a number in a file a source, or changes such a source. */
#define APP_TYPE_NUMBER_DIALOG (app_number_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppNumberDialog, app_number_dialog, APP, NUMBER_DIALOG, AdwWindow)

/* Called when a source was added. */
typedef void (*AppNumberAddedFunc) (GscopeSource *source, gboolean shows, gpointer user_data);

/* The user data stay until the parent is gone. */
void app_number_dialog_add (GtkWindow *parent, AppSession *session, AppNumberAddedFunc func,
                            gpointer user_data);
/* Returns whether the dialog can change a source. */
gboolean app_number_dialog_can_change (AppSession *session, GscopeSource *source);
void app_number_dialog_change (GtkWindow *parent, AppSession *session, GscopeSource *source);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "dialogs/agent-dialog.h"

/* Adds a source to a session, or configures one. */
#define APP_TYPE_SOURCE_DIALOG (app_source_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppSourceDialog, app_source_dialog, APP, SOURCE_DIALOG, AdwWindow)

/* The user data stay until the parent is gone. */
void app_source_dialog_add (GtkWindow *parent, AppSession *session, gboolean shows,
                            AppSourceAddedFunc func, gpointer user_data);
void app_source_dialog_configure (GtkWindow *parent, AppSession *session, GscopeSource *source);

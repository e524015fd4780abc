/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "session/session.h"

/* The scopes of a session, each with its name, period and delay. */
#define APP_TYPE_SCOPES_DIALOG (app_scopes_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppScopesDialog, app_scopes_dialog, APP, SCOPES_DIALOG, AdwWindow)

void app_scopes_dialog_open (GtkWindow *parent, AppSession *session);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "session/session.h"

/* Writes a value to the same parameter of all agents, and shows the answer of each. */
#define APP_TYPE_ALL_AGENTS_DIALOG (app_all_agents_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppAllAgentsDialog, app_all_agents_dialog, APP, ALL_AGENTS_DIALOG, AdwWindow)

void
app_all_agents_dialog_open (GtkWindow *parent, AppSession *session, GscopeParameter *parameter);

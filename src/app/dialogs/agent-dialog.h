/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "session/session.h"

/* Adds sources of an agent to a session: asks which agent, then which of its sources. */
#define APP_TYPE_AGENT_DIALOG (app_agent_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppAgentDialog, app_agent_dialog, APP, AGENT_DIALOG, AdwWindow)

/* shows: whether the user wants its signals in the view. */
typedef void (*AppSourceAddedFunc) (GscopeSource *source, gboolean shows, gpointer user_data);

/* The user data stay until the parent is gone. */
void app_agent_dialog_open (GtkWindow *parent, AppSession *session, gboolean shows,
                            AppSourceAddedFunc func, gpointer user_data);
/* The same, and asks the agent at an address at once. */
void app_agent_dialog_open_at (GtkWindow *parent, AppSession *session, const char *address,
                               AppSourceAddedFunc func, gpointer user_data);

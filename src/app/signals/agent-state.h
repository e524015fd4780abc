/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "session/session.h"

/* How the connection to an agent is: clocks, round trip, resolution, losses, and when it tries again. It is hidden for
 * sources of this program. */
#define APP_TYPE_AGENT_STATE (app_agent_state_get_type ())
G_DECLARE_FINAL_TYPE (AppAgentState, app_agent_state, APP, AGENT_STATE, AdwBin)

/* sources: GscopeSource, of one agent. */
void app_agent_state_set_sources (AppAgentState *self, AppSession *session, GListModel *sources);
/* Returns the same as a text; empty if there is nothing to say. The signal “notify::description” reports a change. */
const char *app_agent_state_get_description (AppAgentState *self);

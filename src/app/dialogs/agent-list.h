/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "agents/found.h"

/* The agents at a NATS server, which typing searches by host, group and source. Any number of them is shown at once. The signal
 * “chosen” has the AppFoundAgent that the user chose. The focus goes to the entry. */
#define APP_TYPE_AGENT_LIST (app_agent_list_get_type ())
G_DECLARE_FINAL_TYPE (AppAgentList, app_agent_list, APP, AGENT_LIST, AdwBin)

/* Shows a list of AppFoundAgent, all of it. */
void app_agent_list_set_agents (AppAgentList *self, GListModel *agents);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "agents/found-agent.h"

/* A list of the agents that are found: those of this machine by their sockets, and those that announce
 * themselves in the network by DNS-SD, which Avahi looks for while the list lives, also after a restart. */
#define APP_TYPE_FOUND_AGENTS (app_found_agents_get_type ())
G_DECLARE_FINAL_TYPE (AppFoundAgents, app_found_agents, APP, FOUND_AGENTS, GObject)

AppFoundAgents *app_found_agents_new (void);
/* AppFoundAgent. */
GListModel *app_found_agents_get_list (AppFoundAgents *self);
/* Why the network cannot be searched, NULL while it is. The signal “notify::trouble” reports a change. */
const char *app_found_agents_get_trouble (AppFoundAgents *self);

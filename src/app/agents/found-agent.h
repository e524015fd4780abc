/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* An agent that was found. */
#define APP_TYPE_FOUND_AGENT (app_found_agent_get_type ())
G_DECLARE_FINAL_TYPE (AppFoundAgent, app_found_agent, APP, FOUND_AGENT, GObject)

AppFoundAgent *app_found_agent_new (const char *title, const char *address);
const char *app_found_agent_get_title (AppFoundAgent *self);
/* As GscopeAgentSource takes it. */
const char *app_found_agent_get_address (AppFoundAgent *self);
/* Its machine, groups and sources, as far as they are known. */
const char *app_found_agent_get_detail (AppFoundAgent *self);
/* Returns whether each word, in folded case, is part of its title, machine, or one of its groups and sources. */
gboolean app_found_agent_matches (AppFoundAgent *self, const char *const *words);

/* Returns a list of the agents of a NATS server, as gscope_inventory_find_agents_finish() returns them: AppFoundAgent. */
GListModel *app_found_agents_list_server (const char *server, GVariant *agents);

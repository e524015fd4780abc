/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Sources that a panel lists together: those of one agent, or those of this program. */
#define APP_TYPE_SOURCE_GROUP (app_source_group_get_type ())
G_DECLARE_FINAL_TYPE (AppSourceGroup, app_source_group, APP, SOURCE_GROUP, GObject)

/* Returns the address of the agent; "" for sources of this program, and NULL if the sources are not divided. */
const char *app_source_group_get_address (AppSourceGroup *self);
/* GscopeSource. */
GListModel *app_source_group_get_sources (AppSourceGroup *self);

/* Returns a list of groups (AppSourceGroup) that follows a list of sources: one group for each agent if there are
 * several agents, otherwise one group of all. */
GListModel *app_agent_groups_new (GListModel *sources);
/* Counts the agents of sources, and those of them that are away: no source of theirs is connected. */
guint app_source_group_count_agents (GListModel *sources, guint *n_away);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/agent/agent.h>
#include <gscope/http/network.h>
#include <gscope/session/session.h>

/* For the files of the agent. */

/* Returns the agent on the network, which it makes if there is none yet. */
GscopeNetwork *gscope_agent_get_network (GscopeAgent *self);
GscopeSessionHost *gscope_agent_get_host (GscopeAgent *self);
/* Ends the connections of those who may no longer have them. */
void gscope_agent_review (GscopeAgent *self);
/* Looks for them once all changes of the rights are made. */
void gscope_agent_review_later (GscopeAgent *self);
/* Sets the largest number of connections, overall and for each user of this machine. */
void gscope_agent_set_room (GscopeAgent *self, guint clients, guint clients_per_user);
/* Allows everything to root and to the user who runs the program. */
void gscope_agent_allow_owner (GscopeAgent *self);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/agent/agent.h>
#include <gscope/foxglove/foxglove.h>
#include <gscope/http/network.h>
#include <gscope/session/session.h>

/* For the files of the agent. */

/* Returns the agent on the network, which it makes if there is none yet. */
GscopeNetwork *gscope_agent_get_network (GscopeAgent *self);
/* Returns its door for Foxglove. */
GscopeFoxglove *gscope_agent_get_foxglove (GscopeAgent *self);
GscopeSessionHost *gscope_agent_get_host (GscopeAgent *self);
/* Returns the door of the network; NULL without a network. The data is the agent, as in the next three functions. */
GscopeDoor *gscope_agent_find_door (gpointer data);
/* Takes a connection, and ownership of the principal. */
void gscope_agent_add_client (gpointer data, GscopeCarrier *carrier, GscopePrincipal *principal);
/* Returns whether there is room for one more connection. */
gboolean gscope_agent_check_room (gpointer data, const GscopePrincipal *principal, GError **error);
/* Tells the agent's owner that something is wrong. */
void gscope_agent_report (gpointer data, const GError *error);
/* Ends the connections of those who may no longer have them. */
void gscope_agent_review (GscopeAgent *self);
/* Looks for them once all changes of the rights are made. */
void gscope_agent_review_later (GscopeAgent *self);
/* Sets the largest number of connections, overall and for each user of this machine. */
void gscope_agent_set_room (GscopeAgent *self, guint clients, guint clients_per_user);
guint gscope_agent_get_max_clients (GscopeAgent *self);
/* Allows everything to root and to the user who runs the program. */
void gscope_agent_allow_owner (GscopeAgent *self);

/* Where the agent listens: an array whose elements only listen.c knows. */
GPtrArray *gscope_agent_listeners_new (void);
GPtrArray *gscope_agent_get_listeners (GscopeAgent *self);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* The service manager that has started this program, if any: systemd, or another one with its protocol. */
typedef struct _AgentManager AgentManager;

/* Takes what the manager says from the environment, so that other programs that this one starts do not find it. */
AgentManager *agent_manager_new (void);
void agent_manager_free (AgentManager *self);

/* Returns the sockets that the manager listens at: GSocket. */
GPtrArray *agent_manager_take_sockets (AgentManager *self, GError **error);
/* Tells the manager that the agent is ready, with a sentence for people; again after agent_manager_tell_reloading(). */
void agent_manager_tell_ready (AgentManager *self, const char *status);
void agent_manager_tell_status (AgentManager *self, const char *status);
void agent_manager_tell_reloading (AgentManager *self);
void agent_manager_tell_stopping (AgentManager *self);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "config.h"

#include <gscope/gscope.h>

/* Agents that one process plays, for tests of many machines. Each has an address and, as long as it has clients, a scope
 * with a simulation. The mean of its waves is its number. */
typedef struct _AgentCrowd AgentCrowd;

/* Starts n agents at each address, “unix:PATH” or “nats://SERVER:PORT/NAME”. They are numbered from 1 on: number 7 is at the
 * address with “-00007” after it. Users of the NATS server may read, and write unless the configuration is read-only, which also
 * says the number of signals and the groups; besides, each hundred agents are a group such as “group-001”. */
AgentCrowd *
agent_crowd_new (guint n, const AgentConfig *config, const char *const *addresses, GError **error);
void agent_crowd_free (AgentCrowd *self);
/* Returns a sentence for users. */
char *agent_crowd_describe (AgentCrowd *self);

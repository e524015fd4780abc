/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "support/agent-bed.h"
#include "support/nats-bed.h"

/* An agent "web1.rack" at a NATS server of the test's own, and a scope that shows its source. */
typedef struct
{
  AgentBed bed;
  NatsBed nats;
  /* the last problem of the agent */
  char *problem;
} AgentNatsBed;

/* Returns FALSE, and skips the test, if this machine or this build has no NATS. */
gboolean agent_nats_bed_set_up (AgentNatsBed *self);
void agent_nats_bed_tear_down (AgentNatsBed *self);
/* Keeps the last problem of another agent, too. */
void agent_nats_bed_keep_problem (GscopeAgent *agent, char **problem);
void agent_nats_bed_advance (AgentNatsBed *self, gint64 nanoseconds);

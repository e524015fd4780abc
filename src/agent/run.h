/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "options.h"

/* Exit statuses: the agent cannot do what was asked; the command line or the configuration is wrong. */
enum
{
  AGENT_STATUS_FAILED = 1,
  AGENT_STATUS_WRONG = 2,
};

/* Runs the agent until a signal ends it, or until the client of standard input has gone. Returns the exit status. */
int agent_run (const AgentOptions *options);

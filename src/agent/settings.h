/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "config.h"
#include "options.h"

/* Reads the configuration, in which options of the command line take the place of values of the file. */
AgentConfig *agent_settings_read (const AgentOptions *options, GError **error);
/* Reads configuration and workspace and prints whether they are valid. Returns whether they are. */
gboolean agent_settings_check (const AgentOptions *options);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session.h"

/* Asks which agents are at a NATS server; see gscope_inventory_find_agents_finish(). */
GVariant *tools_agents_find (const ToolsOptions *options, GError **error);
/* Adds the signals with a name, or with names of a pattern, of all agents that have the source and that the options choose.
 * They are called AGENT/SOURCE/GROUP/NAME. */
gboolean tools_agents_add_signals (ToolsSession *session, const char *name, GPtrArray *signals,
                                   GError **error);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/remote/remote.h>
#include <gscope/source/registry.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_AGENT_SOURCE (gscope_agent_source_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeAgentSource, gscope_agent_source, GSCOPE, AGENT_SOURCE, GscopeRemote)

GSCOPE_AVAILABLE_IN_1_0
const char *gscope_agent_source_get_address (GscopeAgentSource *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_agent_source_get_far_name (GscopeAgentSource *self);
GSCOPE_AVAILABLE_IN_1_0
const GError *gscope_agent_source_get_refusal (GscopeAgentSource *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_agent_source_get_next_try (GscopeAgentSource *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_source_try_now (GscopeAgentSource *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_agent_source_register (GscopeRegistry *registry, GError **error);

GSCOPE_AVAILABLE_IN_1_0
const char *gscope_agent_source_get_system_address (void);

G_END_DECLS

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/remote/remote.h>
#include <gscope/source/registry.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_AGENT_SOURCE (gscope_agent_source_get_type ())
GSCOPE_EXPORT G_DECLARE_FINAL_TYPE (GscopeAgentSource, gscope_agent_source, GSCOPE, AGENT_SOURCE,
                                    GscopeRemote)

GSCOPE_EXPORT const char *gscope_agent_source_get_address (GscopeAgentSource *self);
GSCOPE_EXPORT const char *gscope_agent_source_get_far_name (GscopeAgentSource *self);
GSCOPE_EXPORT const GError *gscope_agent_source_get_refusal (GscopeAgentSource *self);
GSCOPE_EXPORT gint64 gscope_agent_source_get_next_try (GscopeAgentSource *self);
GSCOPE_EXPORT void gscope_agent_source_try_now (GscopeAgentSource *self);
GSCOPE_EXPORT gboolean gscope_agent_source_register (GscopeRegistry *registry, GError **error);

GSCOPE_EXPORT const char *gscope_agent_source_get_system_address (void);

G_END_DECLS

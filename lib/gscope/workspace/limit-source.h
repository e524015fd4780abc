/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>
#include <gscope/workspace/workspace.h>

G_BEGIN_DECLS

/**
 * GSCOPE_LIMIT_SOURCE_NAME:
 *
 * The name of a [class@LimitSource].
 *
 * Since: 1.0
 */
#define GSCOPE_LIMIT_SOURCE_NAME "limits"

#define GSCOPE_TYPE_LIMIT_SOURCE (gscope_limit_source_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeLimitSource, gscope_limit_source, GSCOPE, LIMIT_SOURCE, GscopeSource)

GSCOPE_AVAILABLE_IN_1_0
GscopeLimitSource *gscope_limit_source_new (GscopeWorkspace *workspace);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_limit_source_offer (GscopeWorkspace *workspace, GscopeScope *scope, GError **error);

G_END_DECLS

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/registry.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_MATH_SOURCE (gscope_math_source_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeMathSource, gscope_math_source, GSCOPE, MATH_SOURCE, GscopeSource)

GSCOPE_AVAILABLE_IN_1_0
GscopeMathSource *gscope_math_source_new (const char *name);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_math_source_register (GscopeRegistry *registry, GError **error);

G_END_DECLS

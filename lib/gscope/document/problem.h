/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_WORKSPACE_PROBLEM (gscope_workspace_problem_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeWorkspaceProblem, gscope_workspace_problem, GSCOPE, WORKSPACE_PROBLEM,
                      GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceProblem *gscope_workspace_problem_new (const char *path, const char *message);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_workspace_problem_get_path (GscopeWorkspaceProblem *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_workspace_problem_get_message (GscopeWorkspaceProblem *self);

G_END_DECLS

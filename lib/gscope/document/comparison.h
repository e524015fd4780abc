/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopeWorkspaceComparison:
 * @file: the recording: an address, a path, or a path that begins at the workspace's directory
 * @anchor: (nullable): the anchor, as of [method@Comparison.align]
 * @offset: how much later the recording is than the anchor puts it, milliseconds
 * @run: the number of the run, as of [method@ComparisonList.add]
 *
 * A recording with which the first scope of a workspace is compared.
 *
 * Since: 1.0
 */
typedef struct
{
  char *file;
  char *anchor;
  double offset;
  gint64 run;
} GscopeWorkspaceComparison;

#define GSCOPE_TYPE_WORKSPACE_COMPARISON (gscope_workspace_comparison_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_workspace_comparison_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceComparison *gscope_workspace_comparison_new (const char *file);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceComparison *gscope_workspace_comparison_copy (const GscopeWorkspaceComparison *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_comparison_free (GscopeWorkspaceComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeWorkspaceComparison, gscope_workspace_comparison_free)

G_END_DECLS

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/document.h>

/* A day, in milliseconds. */
#define MAX_OFFSET 86400e3

const GscopeField gscope_workspace_comparison_fields[] = {
  { "file", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeWorkspaceComparison, file) },
  { "anchor", GSCOPE_FIELD_TYPE_TEXT,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceComparison, anchor) },
  { "offset-ms", GSCOPE_FIELD_TYPE_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceComparison, offset), .min = -MAX_OFFSET,
    .max = MAX_OFFSET },
  { "run", GSCOPE_FIELD_TYPE_SCALED, .offset = G_STRUCT_OFFSET (GscopeWorkspaceComparison, run),
    .scale = 1, .min = 1, .max = GSCOPE_DOCUMENT_MAX_COMPARISONS, .initial = 1 },
  { .key = NULL },
};

G_DEFINE_BOXED_TYPE (GscopeWorkspaceComparison, gscope_workspace_comparison,
                     gscope_workspace_comparison_copy, gscope_workspace_comparison_free)

/**
 * gscope_workspace_comparison_new:
 * @file: the recording
 *
 * Makes a comparison with a recording, at the anchor that fits best.
 *
 * Returns: (transfer full): a comparison
 *
 * Since: 1.0
 */
GscopeWorkspaceComparison *
gscope_workspace_comparison_new (const char *file)
{
  GscopeWorkspaceComparison *self = g_new0 (GscopeWorkspaceComparison, 1);

  gscope_fields_init (gscope_workspace_comparison_fields, self);
  self->file = g_strdup (file);
  return self;
}

/**
 * gscope_workspace_comparison_copy:
 * @self: a comparison
 *
 * Copies it.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 1.0
 */
GscopeWorkspaceComparison *
gscope_workspace_comparison_copy (const GscopeWorkspaceComparison *self)
{
  GscopeWorkspaceComparison *copy = g_new0 (GscopeWorkspaceComparison, 1);

  gscope_fields_copy (gscope_workspace_comparison_fields, self, copy);
  return copy;
}

/**
 * gscope_workspace_comparison_free:
 * @self: (transfer full): a comparison
 *
 * Frees it.
 *
 * Since: 1.0
 */
void
gscope_workspace_comparison_free (GscopeWorkspaceComparison *self)
{
  gscope_fields_clear (gscope_workspace_comparison_fields, self);
  g_free (self);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/playback.h>

G_DEFINE_BOXED_TYPE (GscopeWorkspacePlayback, gscope_workspace_playback,
                     gscope_workspace_playback_copy, gscope_workspace_playback_free)

/**
 * gscope_workspace_playback_new:
 * @file: the recording
 *
 * Makes a playback of all of a recording, at its own speed and without a loop.
 *
 * Returns: (transfer full): a playback
 */
GscopeWorkspacePlayback *
gscope_workspace_playback_new (const char *file)
{
  GscopeWorkspacePlayback *self = g_new0 (GscopeWorkspacePlayback, 1);

  self->file = g_strdup (file);
  self->speed = 1;
  self->position = -1;
  return self;
}

/**
 * gscope_workspace_playback_copy:
 * @self: a playback
 *
 * Copies it.
 *
 * Returns: (transfer full): the copy
 */
GscopeWorkspacePlayback *
gscope_workspace_playback_copy (const GscopeWorkspacePlayback *self)
{
  GscopeWorkspacePlayback *copy = g_memdup2 (self, sizeof *self);

  copy->file = g_strdup (self->file);
  copy->format = self->format ? g_variant_ref (self->format) : NULL;
  return copy;
}

/**
 * gscope_workspace_playback_free:
 * @self: (transfer full): a playback
 *
 * Frees it.
 */
void
gscope_workspace_playback_free (GscopeWorkspacePlayback *self)
{
  g_free (self->file);
  g_clear_pointer (&self->format, g_variant_unref);
  g_free (self);
}

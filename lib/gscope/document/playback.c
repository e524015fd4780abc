/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/document.h>

#include <gscope/clock/transport.h>
#include <gscope/trace/sample.h>

const GscopeField gscope_workspace_playback_fields[] = {
  { "file", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeWorkspacePlayback, file) },
  { "speed", GSCOPE_FIELD_TYPE_NUMBER, .offset = G_STRUCT_OFFSET (GscopeWorkspacePlayback, speed),
    .min = GSCOPE_TRANSPORT_MIN_SPEED, .max = GSCOPE_TRANSPORT_MAX_SPEED, .initial = 1 },
  { "loop", GSCOPE_FIELD_TYPE_FLAG, .offset = G_STRUCT_OFFSET (GscopeWorkspacePlayback, loop) },
  { "position-s", GSCOPE_FIELD_TYPE_SCALED,
    .offset = G_STRUCT_OFFSET (GscopeWorkspacePlayback, position), .scale = GSCOPE_SEC,
    .max = (double) G_MAXINT64 / GSCOPE_SEC / 2, .initial = -1 },
  { "format", GSCOPE_FIELD_TYPE_VALUES,
    .offset = G_STRUCT_OFFSET (GscopeWorkspacePlayback, format) },
  { .key = NULL },
};

G_DEFINE_BOXED_TYPE (GscopeWorkspacePlayback, gscope_workspace_playback,
                     gscope_workspace_playback_copy, gscope_workspace_playback_free)

/**
 * gscope_workspace_playback_new:
 * @file: the recording
 *
 * Makes a playback of all of a recording, at its own speed and without a loop.
 *
 * Returns: (transfer full): a playback
 *
 * Since: 1.0
 */
GscopeWorkspacePlayback *
gscope_workspace_playback_new (const char *file)
{
  GscopeWorkspacePlayback *self = g_new0 (GscopeWorkspacePlayback, 1);

  gscope_fields_init (gscope_workspace_playback_fields, self);
  self->file = g_strdup (file);
  return self;
}

/**
 * gscope_workspace_playback_copy:
 * @self: a playback
 *
 * Copies it.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 1.0
 */
GscopeWorkspacePlayback *
gscope_workspace_playback_copy (const GscopeWorkspacePlayback *self)
{
  GscopeWorkspacePlayback *copy = g_new0 (GscopeWorkspacePlayback, 1);

  gscope_fields_copy (gscope_workspace_playback_fields, self, copy);
  return copy;
}

/**
 * gscope_workspace_playback_free:
 * @self: (transfer full): a playback
 *
 * Frees it.
 *
 * Since: 1.0
 */
void
gscope_workspace_playback_free (GscopeWorkspacePlayback *self)
{
  gscope_fields_clear (gscope_workspace_playback_fields, self);
  g_free (self);
}

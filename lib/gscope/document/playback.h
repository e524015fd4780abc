/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopeWorkspacePlayback:
 * @file: the recording: an address, a path, or a path that begins at the workspace's directory
 * @speed: how fast it is played
 * @loop: whether it begins again at its end
 * @position: where in it, nanoseconds since its beginning; negative for all of it
 * @format: (nullable): `a{sv}`, how the file is written where that is not left to a guess
 *
 * What the scopes of a workspace play back, instead of polling.
 *
 * Since: 1.0
 */
typedef struct
{
  char *file;
  double speed;
  gboolean loop;
  gint64 position;
  GVariant *format;
} GscopeWorkspacePlayback;

#define GSCOPE_TYPE_WORKSPACE_PLAYBACK (gscope_workspace_playback_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_workspace_playback_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspacePlayback *gscope_workspace_playback_new (const char *file);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspacePlayback *gscope_workspace_playback_copy (const GscopeWorkspacePlayback *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_playback_free (GscopeWorkspacePlayback *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeWorkspacePlayback, gscope_workspace_playback_free)

G_END_DECLS

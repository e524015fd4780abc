/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A player and its settings in a workspace. */

/* How a workspace that is in a file names a recording, and the recording of that name. */
GFile *app_playback_resolve (const char *recording, GFile *workspace);
char *app_playback_describe_file (GFile *file, GFile *workspace);
/* Before the player is started, and once it has read the file. */
void app_playback_apply (const GscopeWorkspacePlayback *playback, GscopePlayer *player);
void app_playback_go (const GscopeWorkspacePlayback *playback, GscopePlayer *player);
/* The present settings of the player, for a workspace that is saved to a file, or to none; with its
 * position only on request. */
GscopeWorkspacePlayback *
app_playback_describe (GscopePlayer *player, GFile *workspace, gboolean position);

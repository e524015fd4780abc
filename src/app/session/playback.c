/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/playback.h"

#include "session/read-as.h"

GFile *
app_playback_resolve (const char *recording, GFile *workspace)
{
  g_autofree char *scheme = g_uri_parse_scheme (recording);
  g_autoptr (GFile) directory = workspace ? g_file_get_parent (workspace) : NULL;

  if (scheme)
    return g_file_new_for_uri (recording);
  return directory ? g_file_resolve_relative_path (directory, recording)
                   : g_file_new_for_path (recording);
}

void
app_playback_apply (const GscopeWorkspacePlayback *playback, GscopePlayer *player)
{
  g_autoptr (GscopeRecordingFormat) format =
      playback->format ? app_read_as_from_variant (playback->format) : NULL;

  if (format)
    gscope_player_set_format (player, format);
  gscope_transport_set_speed (gscope_player_get_transport (player), playback->speed);
}

void
app_playback_go (const GscopeWorkspacePlayback *playback, GscopePlayer *player)
{
  GscopeTransport *transport = gscope_player_get_transport (player);

  gscope_transport_set_loop (transport, playback->loop);
  if (playback->position >= 0)
    gscope_transport_seek (transport, gscope_transport_get_begin (transport) + playback->position);
}

/* Beside the workspace or below it, both can be moved together. */
char *
app_playback_describe_file (GFile *file, GFile *workspace)
{
  g_autoptr (GFile) directory = workspace ? g_file_get_parent (workspace) : NULL;
  char *relative = directory ? g_file_get_relative_path (directory, file) : NULL;

  return relative ? relative : g_file_get_uri (file);
}

GscopeWorkspacePlayback *
app_playback_describe (GscopePlayer *player, GFile *workspace, gboolean position)
{
  GscopeTransport *transport = gscope_player_get_transport (player);
  g_autofree char *file = app_playback_describe_file (gscope_player_get_file (player), workspace);
  GscopeWorkspacePlayback *playback = gscope_workspace_playback_new (file);

  playback->speed = gscope_transport_get_speed (transport);
  playback->loop = gscope_transport_get_loop (transport);
  if (position)
    playback->position =
        MAX (gscope_transport_get_position (transport) - gscope_transport_get_begin (transport), 0);
  return playback;
}

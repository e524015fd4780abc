/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n.h>

#include "batch/batch.h"
#include "batch/limits.h"
#include "batch/reading.h"
#include "session/playback.h"
#include "session/read-as.h"
#include "session/workspaces.h"

/* The samples, on average, that the pen passes at once: a trigger reports all of its firings if there are not more. */
#define SAMPLES_AT_ONCE 4096

/* The comparison of a recording with the limits of a workspace. */
typedef struct
{
  const AppOptions *options;
  GMainLoop *loop;
  GscopeWorkspace *workspace;
  GscopePlayer *player;
  /* how far the pen goes at once, and where it stops, nanoseconds */
  gint64 step;
  gint64 end;
  int status;
} Check;

static int
fail (const char *message)
{
  g_printerr ("gscope: %s\n", message);
  return 1;
}

static void
print_json (Check *self)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autofree char *name = g_file_get_parse_name (gscope_player_get_file (self->player));

  json_object_set_string_member (object, "file", name);
  json_object_set_member (object, "limits", app_batch_describe_limits (self->workspace));
  app_batch_print_json (object);
}

static void
finish (Check *self)
{
  int status = app_batch_judge_limits (self->workspace);

  if (app_read_as_has_faults (self->player))
    self->status = fail (gscope_source_get_status (GSCOPE_SOURCE (self->player)));
  self->status = MAX (self->status, status);
  if (self->options->json)
    print_json (self);
  else
    app_batch_print_limits (self->workspace);
  g_main_loop_quit (self->loop);
}

/* Triggers and limits report from the main loop what the pen has passed, before the next step. */
static gboolean
on_step (gpointer data)
{
  Check *self = data;
  GscopeTransport *transport = gscope_player_get_transport (self->player);
  gint64 position = gscope_transport_get_position (transport);

  if (position >= self->end)
    {
      finish (self);
      return G_SOURCE_REMOVE;
    }
  gscope_transport_seek (transport,
                         self->end - position > self->step ? position + self->step : self->end);
  return G_SOURCE_CONTINUE;
}

static void
plan (Check *self)
{
  GscopeTransport *transport = gscope_player_get_transport (self->player);
  gint64 begin = gscope_transport_get_begin (transport);
  gint64 duration = gscope_transport_get_duration (transport);
  double n = (double) gscope_player_get_n_samples (self->player) / SAMPLES_AT_ONCE;

  if (self->options->duration > 0)
    duration = MIN (duration, (gint64) (self->options->duration * (double) GSCOPE_SEC));
  self->end = begin + duration;
  self->step = MAX ((gint64) ((double) duration / MAX (n, 1)), 1);
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  Check *self = data;
  g_autoptr (GError) error = NULL;

  if (!gscope_source_start_finish (GSCOPE_SOURCE (object), result, &error))
    {
      self->status = fail (error->message);
      g_main_loop_quit (self->loop);
      return;
    }
  plan (self);
  g_idle_add (on_step, self);
}

static GscopePlayer *
create_player (const AppOptions *options, GFile *recording, GscopeWorkspace *workspace,
               GError **error)
{
  const GscopeWorkspacePlayback *playback = gscope_workspace_get_playback (workspace);
  GscopePlayer *player = gscope_player_new ("", recording);
  g_autoptr (GscopeRecordingFormat) format = NULL;

  if (!app_read_as_choose (options, recording, &format, error))
    {
      g_object_unref (player);
      return NULL;
    }
  gscope_player_set_following (player, FALSE);
  if (playback)
    app_playback_apply (playback, player);
  if (format)
    gscope_player_set_format (player, format);
  return player;
}

/* The sources of the workspace do not run. */
static int
check_recording (const AppOptions *options, GFile *recording, GscopeWorkspace *described)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GscopeWorkspace) workspace = gscope_workspace_new_for_recording (described);
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopePlayer) player = create_player (options, recording, described, &error);
  g_autoptr (GscopeScope) scope = NULL;
  Check self = { .options = options, .loop = loop, .workspace = workspace, .player = player };

  app_batch_tell_problems (described, 0);
  if (!player)
    return fail (error->message);
  gscope_workspace_instantiate (workspace, gscope_registry_get_default (),
                                GSCOPE_CLOCK (gscope_player_get_transport (player)));
  scope = g_list_model_get_item (gscope_workspace_get_scopes (workspace), 0);
  app_batch_read (player, scope, loop, on_started, &self);
  return self.status;
}

/* The recording of the options, or of the workspace; NULL for none. */
static GFile *
find_recording (const AppOptions *options, GscopeWorkspace *workspace, GFile *file)
{
  const GscopeWorkspacePlayback *playback = gscope_workspace_get_playback (workspace);

  if (options->recording)
    return g_file_new_for_commandline_arg (options->recording);
  return playback ? app_playback_resolve (playback->file, file) : NULL;
}

int
app_batch_check (const AppOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = app_workspaces_find (options->workspace, &error);
  g_autoptr (GscopeWorkspace) workspace = NULL;
  g_autoptr (GFile) recording = NULL;
  g_autofree char *message = NULL;

  if (file && app_read_as_is_recording (file))
    {
      message = g_strdup_printf (
          _ ("“%s” is a recording, and its limits are in a workspace. Name both: gscope %s "
             "--workspace lab.json --check-limits."),
          options->workspace, options->workspace);
      return fail (message);
    }
  workspace = file ? gscope_workspace_new_from_file (file, &error) : NULL;
  if (!workspace)
    return fail (error->message);
  recording = find_recording (options, workspace, file);
  return recording ? check_recording (options, recording, workspace) : app_batch_record (options);
}

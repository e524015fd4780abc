/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/playback/recording.h>

typedef enum
{
  GSCOPE_PLAYER_OPEN,
  GSCOPE_PLAYER_FOLLOW,
  GSCOPE_PLAYER_SHOW,
} GscopePlayerVerb;

/* Work of a player in a thread: one job at a time, which owns the recording meanwhile. */
typedef struct
{
  GscopePlayerVerb verb;
  char *path;
  GscopeRecordingFormat *format;
  gsize budget;
  gboolean takes_tail;
  gint64 begin;
  gint64 end;
  GscopeRecordingFunc on_progress;
  gpointer progress_data;

  GscopeRecording *recording;
  /* result: whether there is something new, and whether the file was read again */
  gboolean is_changed;
  gboolean is_anew;
} GscopePlayerJob;

void gscope_player_job_free (GscopePlayerJob *self);
gboolean gscope_player_job_run (GscopePlayerJob *self, GCancellable *cancellable, GError **error);

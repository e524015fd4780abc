/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/playback/player-contents.h>
#include <gscope/playback/player.h>

struct _GscopePlayer
{
  GscopeSource parent_instance;

  GFile *file;
  GscopeClock *base;
  GscopeTransport *transport;
  guint64 budget;
  gboolean following;
  /* the format that was set, and the one in which the file was read last */
  GscopeRecordingFormat *format;
  GscopeRecordingFormat *detected;

  /* %NULL while a job owns it, and if the file cannot be read any more: it is read again then */
  GscopeRecording *recording;
  GCancellable *cancellable;
  gboolean is_busy;
  gboolean takes_tail;
  gboolean wants_show;
  gint64 show_begin;
  gint64 show_end;
  GTask *start;
  GTask *stop;
  GSource *timer;
  GMainContext *context;

  GscopePlayerContents contents;
  int progress;
  guint64 n_samples;
  guint64 n_skipped;
  char **reports;
  gboolean overview;
  gint64 detail_begin;
  gint64 detail_end;
};

/* Verbs of the source: reading the file, and following it. */
void gscope_player_start_async (GscopeSource *source, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
void gscope_player_stop_async (GscopeSource *source, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data);
void gscope_player_stop_timer (GscopePlayer *self);
/* Reads what is to be shown, unless a job is running: then that is done afterwards. */
void gscope_player_run_next (GscopePlayer *self);
/* The file has been read on, or further. */
void gscope_player_notify_progress (GscopePlayer *self);
void gscope_player_notify_facts (GscopePlayer *self);

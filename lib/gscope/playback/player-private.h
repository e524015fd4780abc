/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/playback/player-contents.h>
#include <gscope/playback/player.h>
#include <gscope/scope/scope.h>

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
  /* of the cancellable of the start, which cancels the player's */
  gulong start_handler;
  gboolean is_busy;
  gboolean takes_tail;
  gboolean wants_show;
  /* whether requests kept it from following the file when that was due */
  gboolean wants_follow;
  gint64 show_begin;
  gint64 show_end;
  /* of player-archive.c, which runs the first one, slice by slice, while there is nothing else to do */
  GQueue requests;
  /* how many times the file was read from its begin on */
  guint n_readings;
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
/* A job has ended, and the recording is the player's again. */
void gscope_player_end_job (GscopePlayer *self);

/* Lets the player read the samples of a signal again that its trace does not have. */
void gscope_player_archive_signal (GscopePlayer *self, GscopeSignal *signal);
/* Runs the first request, if there is a recording. */
void gscope_player_run_request (GscopePlayer *self);
/* A handler that cancels another operation, too. */
void gscope_player_forward_cancel (GCancellable *from, GCancellable *to);
/* Cancels the requests, which end soon; ends those that have no recording any more. */
void gscope_player_cancel_requests (GscopePlayer *self);
void gscope_player_drop_requests (GscopePlayer *self);

/* The file has been read on, or further. */
void gscope_player_notify_progress (GscopePlayer *self);
void gscope_player_notify_facts (GscopePlayer *self);
/* Of a player for a comparison: in the order in which they were read, at the times of the file. */
GPtrArray *gscope_player_get_markers (GscopePlayer *self);
/* Returns what the parameters were in the recording: a(sss) of full names, titles, and values with units. */
GVariant *gscope_player_describe_parameters (GscopePlayer *self);
/* Returns the parameters of a scope, in a playback as they were in its recording. The parameters of compared recordings
 * are left out. */
GVariant *gscope_player_describe_scope (GscopeScope *scope);
/* Of such a player: the time at which the signals have their newest values for lists. */
void gscope_player_show_values (GscopePlayer *self, gint64 time);

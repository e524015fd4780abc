/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "media/frame-cost.h"

#include <gscope/signal/signal.h>
#include <tsl/tsl.h>

/* A player of audio and video without devices: two threads that decode frames, which is computed
 * work, and show them at their times by firm timers. The audio goes to a virtual card, by whose
 * position the video is shown. */
typedef struct _WorkloadPlayback WorkloadPlayback;

/* The share of a processor that the audio reserves. */
#define WORKLOAD_PLAYBACK_AUDIO_SHARE 0.05

typedef enum
{
  WORKLOAD_PLAYBACK_ORDINARY,
  WORKLOAD_PLAYBACK_PRIORITY,
  WORKLOAD_PLAYBACK_RESERVE,
} WorkloadPlaybackScheduling;

/* Settings that may change at any time; times in nanoseconds. An overshoot of G_MAXINT64 makes soft
 * timers, which only check points fire: while a frame is decoded, and once a tick. */
typedef struct
{
  WorkloadFrameCost cost;
  /* frames per second */
  double rate;
  guint n_ahead;
  gint64 overshoot;
  /* 0 for no tick */
  gint64 tick;
} WorkloadPlaybackSettings;

/* Pushed signals: times in milliseconds, the skew in microseconds. All may be NULL. */
typedef struct
{
  GscopeSignal *skew;
  GscopeSignal *video_interval;
  GscopeSignal *audio_interval;
  GscopeSignal *cost;
  GscopeSignal *delay;
} WorkloadPlaybackSignals;

/* Counts since the start; times in nanoseconds. */
typedef struct
{
  gint64 n_decoded;
  gint64 n_shown;
  /* when the last frame was shown, on CLOCK_MONOTONIC */
  gint64 last_shown;
  gint64 n_dropped;
  gint64 n_underruns;
  /* processor time of the video */
  gint64 used;
} WorkloadPlaybackCounts;

WorkloadPlayback *workload_playback_new (const WorkloadPlaybackSettings *settings, TslPage *page,
                                         const WorkloadPlaybackSignals *signals, GError **error);
/* Ends the threads and waits for them. */
void workload_playback_free (WorkloadPlayback *self);
void workload_playback_set (WorkloadPlayback *self, const WorkloadPlaybackSettings *settings);
/* The demand is the video's reserve. A refused change leaves ordinary threads, or the old
 * reserve. */
gboolean workload_playback_schedule (WorkloadPlayback *self, WorkloadPlaybackScheduling scheduling,
                                     const TslDemand *demand, GError **error);
/* Any thread may call it. */
void workload_playback_count (WorkloadPlayback *self, WorkloadPlaybackCounts *counts);

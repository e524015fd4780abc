/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "media/card.h"

#include <tsl/timer/firm-timer.h>

#define WORKLOAD_VIDEO_MAX_AHEAD 8

/* The video of a player: selects the frames to decode, and shows each when the card plays its time.
 * A decoded frame that is late is shown at once; frames whose time is over before they are decoded
 * are dropped. One thread uses it. */
typedef struct _WorkloadVideo WorkloadVideo;

/* Times are in nanoseconds. */
typedef struct
{
  gint64 number;
  gint64 time;
} WorkloadFrame;

typedef struct
{
  /* the audio that is played minus the time of the frame: positive if the frame is late */
  gint64 skew;
  /* time since the frame before it was shown; negative for the first one */
  gint64 interval;
} WorkloadShown;

typedef void (*WorkloadShowFunc) (const WorkloadShown *shown, gpointer user_data);

/* Timers and card live as long. The rate is in frames per second. */
WorkloadVideo *workload_video_new (TslTimers *timers, WorkloadCard *card, double rate,
                                   WorkloadShowFunc func, gpointer user_data);
void workload_video_free (WorkloadVideo *self);
void workload_video_set_rate (WorkloadVideo *self, double rate);
/* Sets how many frames are decoded before the next one is shown, at most
 * WORKLOAD_VIDEO_MAX_AHEAD. */
void workload_video_set_ahead (WorkloadVideo *self, guint n);
/* Takes the next frame to decode. Returns FALSE if enough decoded ones wait. */
gboolean workload_video_take (WorkloadVideo *self, WorkloadFrame *frame);
/* The frame that was taken is decoded. The next check point of the timers shows it if it is due. */
void workload_video_add (WorkloadVideo *self, const WorkloadFrame *frame);
gint64 workload_video_get_n_dropped (WorkloadVideo *self);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The display times of frames, at a rate that may change. Times are nanoseconds since the beginning
 * of the clip. */
typedef struct
{
  /* a frame and its time; later ones follow at the rate */
  gint64 number;
  gint64 time;
  double rate;
} WorkloadFrames;

/* Frame 0 is at time 0; the rate is in frames per second. */
void workload_frames_init (WorkloadFrames *self, double rate);
/* The frame keeps its time; the frames after it follow at the new rate. */
void workload_frames_set_rate (WorkloadFrames *self, gint64 number, double rate);
gint64 workload_frames_get_time (const WorkloadFrames *self, gint64 number);
/* Returns the last frame whose time is not after the given time. */
gint64 workload_frames_find (const WorkloadFrames *self, gint64 time);

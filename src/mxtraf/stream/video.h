/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A model of scalable MPEG video: groups of 12 frames, I B B P B B P B B P B B, each of which has a
 * base layer and three extension layers. A unit is a layer of a frame. */
enum
{
  MXTRAF_VIDEO_FPS = 30,
  MXTRAF_VIDEO_LAYERS = 4,
};

/* Returns the length of n frames in nanoseconds. */
gint64 mxtraf_video_get_length (guint n_frames);
/* Returns the bytes of a unit. All units together have the rate, in bit/s. */
double mxtraf_video_get_size (guint64 frame, guint layer, double rate);
/* Returns the priority of a unit: smaller values come first. A lower layer comes before a higher
 * one, and in a layer I comes before P, and P before B. */
guint mxtraf_video_get_priority (guint64 frame, guint layer);

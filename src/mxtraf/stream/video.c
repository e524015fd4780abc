/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "stream/video.h"

enum
{
  GROUP = 12,
  /* from one I or P frame to the next */
  STEP = 3,
};

typedef enum
{
  FRAME_I,
  FRAME_P,
  FRAME_B,
  N_KINDS,
} Kind;

/* The sizes of the kinds of frames, relative to each other, and the size of a group. */
static const double costs[N_KINDS] = { 5, 3, 1 };
#define GROUP_COST (5 + 3 * 3 + 8 * 1)

/* The parts of a frame's bytes that its layers have. */
static const double parts[MXTRAF_VIDEO_LAYERS] = { 0.2, 0.2, 0.3, 0.3 };

static Kind
get_kind (guint64 frame)
{
  if (frame % GROUP == 0)
    return FRAME_I;
  return frame % STEP == 0 ? FRAME_P : FRAME_B;
}

gint64
mxtraf_video_get_length (guint n_frames)
{
  return n_frames * G_GINT64_CONSTANT (1000000000) / MXTRAF_VIDEO_FPS;
}

double
mxtraf_video_get_size (guint64 frame, guint layer, double rate)
{
  double group = rate / 8 * GROUP / MXTRAF_VIDEO_FPS;

  return group * costs[get_kind (frame)] / GROUP_COST * parts[layer];
}

guint
mxtraf_video_get_priority (guint64 frame, guint layer)
{
  return layer * N_KINDS + get_kind (frame);
}

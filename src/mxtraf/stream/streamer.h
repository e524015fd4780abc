/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "stream/video.h"

enum
{
  /* The longest adaptation window, in frames. */
  MXTRAF_MAX_WINDOW = 300,
};

/* A packet of the measured flow has size bytes and begins with this header. A part of a window of the stream says how
 * many of the window's units are complete with it; captured is 0 in all other chunks. Times are in nanoseconds. */
typedef struct
{
  gint64 written;
  gint64 captured; /* when the window's first frame was captured */
  gint64 length;   /* of the window */
  guint32 size;
  guint16 frames;
  guint16 units;
  guint16 units_done;
  guint16 padding[3];
} MxtrafChunk;

/* The sender of priority-progress streaming (Goel 2003, section 4.7). A window of frames is captured
 * for the window's length, then sent for as long in the order of priority; what is unsent then is
 * dropped, and the next window begins. The caller passes the time. */
typedef struct
{
  gint64 begin;
  gint64 length;
  guint frames;
  double rate;
  /* the part of each window that is sent at most: 0 to 1 */
  double most;

  /* the window that is being sent, -1 for none yet; bytes that were sent, and the ends of its units
   * in the order of priority */
  gint64 window;
  gsize sent;
  guint n_units;
  double ends[MXTRAF_MAX_WINDOW * MXTRAF_VIDEO_LAYERS];

  /* windows whose time to be sent is over, and those of which nothing was sent */
  guint64 n_windows;
  guint64 n_dropped;
  /* the part that was sent of the window before; windows that were skipped do not count */
  double last_part;
} MxtrafStreamer;

/* Begins to capture; counts go on. rate is the rate of the whole video in bit/s. */
void mxtraf_streamer_begin (MxtrafStreamer *self, guint n_frames, double rate, gint64 now);
/* Sets the part of each window that is sent at most, from the next call on. */
void mxtraf_streamer_set_most (MxtrafStreamer *self, double most);
/* Gets the next part of the present window, of max bytes at most with the header. Returns FALSE if
 * there is nothing to send until the next deadline. */
gboolean mxtraf_streamer_peek (MxtrafStreamer *self, gint64 now, gsize max, MxtrafChunk *chunk);
/* Counts that part as sent. */
void mxtraf_streamer_take (MxtrafStreamer *self, const MxtrafChunk *chunk);
/* Returns when the next window begins to be sent. */
gint64 mxtraf_streamer_get_deadline (const MxtrafStreamer *self, gint64 now);

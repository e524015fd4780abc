/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/foxglove/channel.h>
#include <gscope/publish/feed.h>

/* The messages of a channel for a client that has subscribed to it: the samples of one time are a message. If the client does
 * not keep up, a message has the newest samples of an interval instead. The samples are read from the traces, where they wait;
 * the stream leases the signals. */
typedef struct _GscopeFoxgloveStream GscopeFoxgloveStream;

/* How often the samples have to come into the traces. */
#define GSCOPE_FOXGLOVE_INTERVAL (50 * GSCOPE_MSEC)

/* Streams the samples from a time on. Counts in the figures. */
GscopeFoxgloveStream *
gscope_foxglove_stream_new (GscopeFoxgloveChannel *channel, guint32 subscription, gint64 start,
                            GscopeFeedFigures *figures);
void gscope_foxglove_stream_free (GscopeFoxgloveStream *self);
GscopeFoxgloveChannel *gscope_foxglove_stream_get_channel (GscopeFoxgloveStream *self);
/* Returns the time after the samples that were sent. */
gint64 gscope_foxglove_stream_get_position (GscopeFoxgloveStream *self);

/* Returns whether there is a message of samples that are not newer than `end`, and its time. The samples are those that were there
 * when the stream was adapted last. */
gboolean gscope_foxglove_stream_peek (GscopeFoxgloveStream *self, gint64 end, gint64 *time);
/* Returns that message. The offset leads from the time of the clock to nanoseconds since 1970. */
GBytes *gscope_foxglove_stream_take (GscopeFoxgloveStream *self, gint64 offset);

typedef enum
{
  GSCOPE_FOXGLOVE_PACE_KEPT,
  GSCOPE_FOXGLOVE_PACE_REDUCED,
  GSCOPE_FOXGLOVE_PACE_RESTORED,
} GscopeFoxglovePace;

/* Looks for new samples, and adapts the interval of the messages to a client for whom samples up to `end` wait, because it was slow
 * or not. Returns whether not all samples are sent from now on, or all again. */
GscopeFoxglovePace
gscope_foxglove_stream_adapt (GscopeFoxgloveStream *self, gint64 now, gint64 end, gboolean is_slow);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/publish/handover.h>
#include <gscope/publish/window.h>

/* For feed.c, and feed-broadcast.c with the part that broadcasts have in it. */

#define GSCOPE_FEED_FOREVER G_MAXINT64

/* After how long a broadcast is offered again to an end that has left it, at first. */
#define GSCOPE_FEED_RETRY_WAIT (10 * GSCOPE_SEC)

/* A signal. The lease's period is 0 for every sample. */
typedef struct
{
  guint32 id;
  GscopeSignal *signal;
  GscopeTrace *trace;
  gboolean is_leased;
  gint64 period;
  gint64 lease_end;
  gint64 sent_at;

  guint64 position;
  gboolean has_begun;
  /* whether samples after the last sent one are left out, and why */
  gboolean is_broken;
  GscopeGapCause cause;
  /* time of the last sent sample, and its position */
  gint64 last;
  guint64 last_end;
  guint64 told[GSCOPE_N_LOSSES];

  /* samples before this position are sent reduced, to columns of this width */
  guint64 reduced_end;
  gint64 width;
  gint64 reduced_at;
  gint64 told_width;

  /* samples from this position on do not come by the carrier, but by a broadcast; G_MAXUINT64 if none do */
  guint64 limit;
  GscopeHandover *handover;
  gint64 retry_at;
  gint64 retry_wait;
  gint64 losses_told;
} GscopeFeedCursor;

struct _GscopeFeed
{
  GscopeCarrier *carrier;
  GscopeClock *clock;
  gint64 start;
  GscopeWindow window;
  GscopeFeedFigures *figures;
  GscopeFeedFigures own_figures;
  GHashTable *by_signal;
  GHashTable *by_id;
  GPtrArray *leased;
  GPtrArray *ending;
  /* whether signals are leased as soon as they come */
  gboolean is_whole;
  /* whether this is the feed of a broadcast; otherwise, where those are, if the air is set */
  gboolean is_broadcast;
  GscopeBroadcastPlace place;
  guint32 last_id;
  guint next;
};

void gscope_feed_lease (GscopeFeed *self, GscopeFeedCursor *cursor, guint64 position, gint64 period,
                        gint64 lease_end);
void gscope_feed_tell_reduced (GscopeFeed *self, GscopeFeedCursor *cursor, gint64 width);

/* Ends the handover of a signal to a broadcast. If it is complete, the other end has the samples up to the position. */
void gscope_feed_cursor_forgo (GscopeFeedCursor *cursor, guint64 position);
/* To be called before and after samples are sent. */
void gscope_feed_prepare_handovers (GscopeFeed *self, gint64 now);
void gscope_feed_complete_handovers (GscopeFeed *self);

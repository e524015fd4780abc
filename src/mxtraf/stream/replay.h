/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/counters.h"
#include "stream/streamer.h"

/* Replays the sends of a trace once, each at its time since the beginning, in chunks. A send that is
 * blocked delays those after it. The caller passes the time. */
typedef struct
{
  const MxtrafSend *sends;
  guint64 n;
  gint64 begin;
  guint64 next;
  guint64 done; /* bytes of the next send */
} MxtrafReplay;

void mxtraf_replay_begin (MxtrafReplay *self, const MxtrafSend *sends, guint64 n, gint64 now);
/* Gets the next chunk, of max bytes at most. Returns FALSE if there is nothing to send until the next
 * deadline. */
gboolean mxtraf_replay_peek (const MxtrafReplay *self, gint64 now, gsize max, MxtrafChunk *chunk);
/* Counts that chunk as sent. Returns TRUE, and how late it was, for the first one of a send. */
gboolean
mxtraf_replay_take (MxtrafReplay *self, const MxtrafChunk *chunk, gint64 now, gint64 *late);
/* Returns when the next send is due; G_MAXINT64 after the last one. */
gint64 mxtraf_replay_get_deadline (const MxtrafReplay *self);

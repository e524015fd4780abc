/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"

/* One way of the link, as a model that is told the time (nanoseconds, never backwards): a queue
 * that is sent at the rate, first in, first out, then half the round-trip time of propagation.
 * The queue's limit counts the packet under transmission. Changes hold from the packet at the
 * queue's head on; what has left the queue arrives as it would have, and nothing overtakes. */
typedef struct _MxtrafLink MxtrafLink;

typedef struct
{
  gsize length;
  guint8 data[];
} MxtrafPacket;

/* Packets sent by now are queued, dropped or have left the queue. */
typedef struct
{
  guint64 forwarded_packets;
  guint64 forwarded_bytes;
  guint64 dropped;
  guint64 marked;
  guint64 queued;
} MxtrafLinkCounts;

/* The seed determines the random choice of marked packets. */
MxtrafLink *mxtraf_link_new (guint64 seed);
void mxtraf_link_free (MxtrafLink *self);
void mxtraf_link_configure (MxtrafLink *self, const MxtrafConfig *config, gint64 now);

void mxtraf_link_send (MxtrafLink *self, gint64 now, const guint8 *data, gsize length);
/* The next packet that has arrived by now, or %NULL. Free it with g_free(). */
MxtrafPacket *mxtraf_link_receive (MxtrafLink *self, gint64 now);

/* When the next packet leaves the queue, or arrives; G_MAXINT64: none is under way. */
gint64 mxtraf_link_next_departure (MxtrafLink *self);
gint64 mxtraf_link_next_arrival (MxtrafLink *self);
MxtrafLinkCounts mxtraf_link_get_counts (MxtrafLink *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MxtrafLink, mxtraf_link_free)

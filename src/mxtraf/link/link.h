/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"

/* A model of one direction of the link: a FIFO queue with a transmission rate, followed by a
 * propagation delay of half the round-trip time. The caller passes the time (nanoseconds,
 * monotonic). The packet in transmission counts for the queue's limit. Changes apply from the
 * packet at the queue's head on; packets that have left the queue arrive as before, and no packet
 * overtakes another. */
typedef struct _MxtrafLink MxtrafLink;

typedef struct
{
  gsize length;
  guint8 data[];
} MxtrafPacket;

/* Counts of packets: each sent packet is queued, dropped or has left the queue. */
typedef struct
{
  guint64 forwarded_packets;
  guint64 forwarded_bytes;
  guint64 dropped;
  guint64 marked;
  guint64 queued;
} MxtrafLinkCounts;

/* The seed determines the random choice of marked and dropped packets. */
MxtrafLink *mxtraf_link_new (guint64 seed);
void mxtraf_link_free (MxtrafLink *self);
void mxtraf_link_configure (MxtrafLink *self, const MxtrafConfig *config, gint64 now);

void mxtraf_link_send (MxtrafLink *self, gint64 now, const guint8 *data, gsize length);
/* Returns the next packet that is delivered by `now`, or NULL. Free it with g_free(). With a quota,
 * packets that have arrived wait until as many are delivered at once, and 1 ms at most. */
MxtrafPacket *mxtraf_link_receive (MxtrafLink *self, gint64 now);

/* Return the time at which the next packet leaves the queue, or arrives; G_MAXINT64 for none. */
gint64 mxtraf_link_next_departure (MxtrafLink *self);
gint64 mxtraf_link_next_arrival (MxtrafLink *self);
MxtrafLinkCounts mxtraf_link_get_counts (MxtrafLink *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MxtrafLink, mxtraf_link_free)

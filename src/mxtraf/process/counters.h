/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

typedef enum
{
  MXTRAF_MEASURED,
  MXTRAF_ELEPHANTS,
  MXTRAF_MICE,
  MXTRAF_WEB,
  MXTRAF_CBR,
  MXTRAF_TRAIN,
} MxtrafClass;

#define MXTRAF_N_CLASSES (MXTRAF_TRAIN + 1)

/* The two directions of the link. */
typedef enum
{
  MXTRAF_TO_CLIENT,
  MXTRAF_TO_SERVER,
} MxtrafWay;

#define MXTRAF_N_WAYS (MXTRAF_TO_SERVER + 1)

/* The kinds of events, which are reported with their times: in nanoseconds, unless the kind says otherwise. */
typedef enum
{
  MXTRAF_RING_LATENCY,  /* of a chunk of the measured flow, from its write to its read */
  MXTRAF_RING_SENDER,   /* of a window of the stream, as in MxtrafDelays */
  MXTRAF_RING_PROTOCOL, /* the same */
  MXTRAF_RING_RECEIVER, /* the same */
  MXTRAF_RING_WHOLE,    /* the same */
  MXTRAF_RING_SENT,     /* of a window of the stream, by the server: billionths of a per cent */
  MXTRAF_RING_TIMING,   /* of a send of the replayed trace, by the server: how late it was */
  MXTRAF_RING_QUALITY,  /* of a window of the stream that is shown, billionths of a layer */
} MxtrafRingName;

#define MXTRAF_N_RINGS (MXTRAF_RING_QUALITY + 1)

enum
{
  /* Entries of a ring. Power of two. */
  MXTRAF_RING = 1 << 16,
};

typedef struct
{
  gint64 time;
  gint64 value;
} MxtrafEntry;

typedef struct
{
  guint64 head;
  MxtrafEntry entries[MXTRAF_RING];
} MxtrafRing;

/* A send of a trace: nanoseconds since the trace's first one, and bytes. */
typedef struct
{
  gint64 time;
  guint64 size;
} MxtrafSend;

/* A page that all processes of mxtraf share. Each word has one writer, named here, and is accessed
 * with relaxed atomics; a ring's head is stored with release order after its entries. Counters
 * only grow. Times are in nanoseconds on CLOCK_MONOTONIC. */
typedef struct
{
  /* written by the router */
  guint64 forwarded_packets[MXTRAF_N_WAYS];
  guint64 forwarded_bytes[MXTRAF_N_WAYS];
  guint64 dropped[MXTRAF_N_WAYS];
  guint64 marked[MXTRAF_N_WAYS];
  guint64 queued[MXTRAF_N_WAYS]; /* packets in the queue */
  /* packets of trains; the intervals between them, with their sum in nanoseconds and the sum of their
   * squares in units of (100 ns)² */
  guint64 train_packets;
  guint64 train_intervals;
  guint64 train_interval_sum;
  guint64 train_interval_squares;
  guint64 was_real_time; /* whether the router had a real-time priority at its start */

  /* written by the server: connections that were reset, by class */
  guint64 server_errors[MXTRAF_N_CLASSES];
  /* A and B in force, in thousandths; A is 0 without a gate; and the delay to which they are tuned,
   * 0 without tuning */
  guint64 limit_a;
  guint64 limit_b;
  guint64 target_delay;
  /* windows of the stream whose time to be sent is over, and those of which nothing was sent */
  guint64 windows;
  guint64 dropped_windows;
  /* processor time of the server while it sends trains, in nanoseconds */
  guint64 server_time;
  /* processor time of the server while there is a measured flow, in nanoseconds: in its writes, and in waits for events */
  guint64 write_time;
  guint64 wait_time;

  /* written by the client: bytes of payload read, established flows, connections so far, and
   * connections that failed or were reset */
  guint64 received[MXTRAF_N_CLASSES];
  guint64 flows[MXTRAF_N_CLASSES];
  guint64 connections[MXTRAF_N_CLASSES];
  guint64 client_errors[MXTRAF_N_CLASSES];
  /* the stream's viewer: counts, and nanoseconds of video that wait to be shown */
  guint64 late_windows;
  guint64 quality_changes;
  guint64 stalls;
  guint64 buffered;
  /* trains that were received, without the first of a connection, and the time of the last one from
   * its request to its last byte */
  guint64 transfers;
  guint64 transfer_time;
  /* answers of the web server that were received whole */
  guint64 requests;

  MxtrafRing rings[MXTRAF_N_RINGS];

  /* the trace to replay, written by the engine before the processes start */
  guint64 n_sends;
  MxtrafSend sends[];
} MxtrafCounters;

/* Writes a counter of this process in the shared page. */
static inline void
mxtraf_count_set (guint64 *counter, guint64 value)
{
  __atomic_store_n (counter, value, __ATOMIC_RELAXED);
}

static inline void
mxtraf_count_add (guint64 *counter, guint64 n)
{
  mxtraf_count_set (counter, *counter + n);
}

static inline void
mxtraf_ring_push (MxtrafRing *self, gint64 time, gint64 value)
{
  MxtrafEntry *entry = &self->entries[self->head % MXTRAF_RING];

  __atomic_store_n (&entry->time, time, __ATOMIC_RELAXED);
  __atomic_store_n (&entry->value, value, __ATOMIC_RELAXED);
  __atomic_store_n (&self->head, self->head + 1, __ATOMIC_RELEASE);
}

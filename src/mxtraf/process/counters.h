/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

typedef enum
{
  MXTRAF_MEASURED,
  MXTRAF_ELEPHANTS,
  MXTRAF_MICE,
  MXTRAF_CBR,
  MXTRAF_N_CLASSES,
} MxtrafClass;

/* The two directions of the link. */
typedef enum
{
  MXTRAF_TO_CLIENT,
  MXTRAF_TO_SERVER,
  MXTRAF_N_WAYS,
} MxtrafWay;

enum
{
  /* Entries of the ring. Power of two. */
  MXTRAF_LATENCY_RING = 1 << 16,
};

/* A block of the measured flow: the time of its read, and its latency since the write. */
typedef struct
{
  gint64 time;
  gint64 latency;
} MxtrafLatency;

/* A page that all processes of mxtraf share. Each word has one writer, named here, and is accessed
 * with relaxed atomics; the ring's head is stored with release order after its entries. Counters
 * only grow. Times are in nanoseconds on CLOCK_MONOTONIC. */
typedef struct
{
  /* written by the router */
  guint64 forwarded_packets[MXTRAF_N_WAYS];
  guint64 forwarded_bytes[MXTRAF_N_WAYS];
  guint64 dropped[MXTRAF_N_WAYS];
  guint64 marked[MXTRAF_N_WAYS];
  guint64 queued[MXTRAF_N_WAYS]; /* packets in the queue */
  guint64 was_real_time;         /* whether the router had a real-time priority at its start */

  /* written by the server: connections that were reset, by class */
  guint64 server_errors[MXTRAF_N_CLASSES];
  /* A and B in force, in thousandths; A is 0 without a gate; and the delay to which they are tuned,
   * 0 without tuning */
  guint64 limit_a;
  guint64 limit_b;
  guint64 target_delay;

  /* written by the client: bytes of payload read, established flows, connections so far, and
   * connections that failed or were reset */
  guint64 received[MXTRAF_N_CLASSES];
  guint64 flows[MXTRAF_N_CLASSES];
  guint64 connections[MXTRAF_N_CLASSES];
  guint64 client_errors[MXTRAF_N_CLASSES];

  guint64 latency_head;
  MxtrafLatency latencies[MXTRAF_LATENCY_RING];
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

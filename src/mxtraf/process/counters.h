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

/* The two ways through the link. */
typedef enum
{
  MXTRAF_TO_CLIENT,
  MXTRAF_TO_SERVER,
  MXTRAF_N_WAYS,
} MxtrafWay;

enum
{
  /* Power of two. */
  MXTRAF_LATENCY_RING = 1 << 16,
};

/* One block of the measured flow: when it was read and how long after it was written. */
typedef struct
{
  gint64 time;
  gint64 latency;
} MxtrafLatency;

/* A page that all processes of mxtraf share. Each word has one writer, named here, and is read and
 * written with relaxed atomics; the ring's head is released after its entries. Counters only grow.
 * Times are nanoseconds of CLOCK_MONOTONIC. */
typedef struct
{
  /* the router */
  guint64 forwarded_packets[MXTRAF_N_WAYS];
  guint64 forwarded_bytes[MXTRAF_N_WAYS];
  guint64 dropped[MXTRAF_N_WAYS];
  guint64 marked[MXTRAF_N_WAYS];
  guint64 queued[MXTRAF_N_WAYS]; /* packets in the queue now */
  guint64 was_real_time;         /* whether it was when it began */

  /* the server: connections that broke, by class */
  guint64 server_errors[MXTRAF_N_CLASSES];
  /* and the A and B in force, in thousandths; A is 0 where there is no gate; and the delay that they are
   * tuned to, 0 where they are not */
  guint64 limit_a;
  guint64 limit_b;
  guint64 target_delay;

  /* the client: bytes of payload read, flows that are established now, connections made so far,
   * and connections that failed or broke */
  guint64 received[MXTRAF_N_CLASSES];
  guint64 flows[MXTRAF_N_CLASSES];
  guint64 connections[MXTRAF_N_CLASSES];
  guint64 client_errors[MXTRAF_N_CLASSES];

  guint64 latency_head;
  MxtrafLatency latencies[MXTRAF_LATENCY_RING];
} MxtrafCounters;

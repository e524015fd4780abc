/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "media/playout.h"

#include <gscope/gscope.h>
#include <tsl/tsl.h>

#define WORKLOAD_CALL_N_ENDS 2

/* Bounds of the length of a packet, in nanoseconds. */
#define WORKLOAD_CALL_MIN_LENGTH (4 * GSCOPE_MSEC)
#define WORKLOAD_CALL_MAX_LENGTH (100 * GSCOPE_MSEC)

/* A telephone call in both directions, over UDP on the loopback device. Each end has a thread that
 * takes a packet of voice from its microphone as soon as that has filled it, encodes and sends it, and
 * a thread that receives, decodes and plays packets. Microphone and loudspeaker are clocks: a
 * microphone overwrites packets that were not taken in time. */
typedef struct _WorkloadCall WorkloadCall;

/* Where packets are encoded, sent and decoded: in the threads of the call, as sockets do here; or in one
 * helper for all, as in the Unix server of Mach, to which the threads pass their reserves or not. */
typedef enum
{
  WORKLOAD_PROTOCOL_OWN,
  WORKLOAD_PROTOCOL_HELPER,
  WORKLOAD_PROTOCOL_LEND,
  WORKLOAD_PROTOCOL_INHERIT,
} WorkloadProtocol;

/* Times are in nanoseconds. */
typedef struct
{
  /* length of a packet */
  gint64 length;
  /* processor time to encode or decode a packet, in addition to the code of telephones */
  gint64 work;
} WorkloadCallSettings;

/* A packet that one end heard. The delay is from the mouth of one end to the ear of the other;
 * loudness is 0 to 1, 0 for a packet that is not played. */
typedef struct
{
  guint end;
  gint64 ready;
  gint64 delay;
  double loudness;
  gboolean is_played;
} WorkloadHeard;

/* Called by the threads of the call. */
typedef void (*WorkloadHear) (const WorkloadHeard *heard, gpointer data);

/* Counts of what one end heard, and the processor time in nanoseconds that it and the helper took for it. */
typedef struct
{
  gint64 n_packets;
  gint64 n_dropouts;
  gint64 used;
} WorkloadCallCounts;

/* Starts a call whose threads have reserves, or with a demand of NULL none. If a reserve is refused, they
 * have none, and *refusal is the reason. Returns NULL with an error if there are no sockets. */
WorkloadCall *
workload_call_new (TslPage *page, WorkloadProtocol protocol, const WorkloadCallSettings *settings,
                   const TslDemand *demand, WorkloadHear hear, gpointer data, GError **refusal,
                   GError **error);
/* Ends the threads. */
void workload_call_free (WorkloadCall *self);

gboolean workload_call_is_reserved (WorkloadCall *self);
/* Changes the reserves of the threads, if they have some. If one is refused, all keep what they had. */
gboolean workload_call_change (WorkloadCall *self, const TslDemand *demand, GError **error);
/* Any thread may call these. */
void workload_call_set (WorkloadCall *self, const WorkloadCallSettings *settings);
void workload_call_count (WorkloadCall *self, guint end, WorkloadCallCounts *counts);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "media/playout.h"

#include <gscope/gscope.h>
#include <tsl/tsl.h>

typedef enum
{
  WORKLOAD_VOICE,
  WORKLOAD_VIDEO,
  WORKLOAD_N_MEDIA
} WorkloadMedium;

/* Each medium has two ends, 2 * medium and 2 * medium + 1. */
#define WORKLOAD_CALL_N_ENDS (2 * WORKLOAD_N_MEDIA)

/* Bounds of the length of a packet, in nanoseconds: of any, and of one with voice. */
#define WORKLOAD_CALL_MIN_LENGTH (4 * GSCOPE_MSEC)
#define WORKLOAD_CALL_MAX_LENGTH (100 * GSCOPE_MSEC)

/* A telephone call in both directions, over UDP on the loopback device, with video or without. Each end
 * has a thread that takes a packet of voice from its microphone as soon as that has filled it, encodes
 * and sends it, and a thread that receives, decodes and plays packets. Microphone and loudspeaker are
 * clocks: a microphone overwrites packets that were not taken in time. A packet of video is a frame,
 * which a camera takes in no time at the end of the packet's length. */
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

/* Of a medium; times are in nanoseconds. */
typedef struct
{
  /* length of a packet; with 0 a call has no video */
  gint64 length;
  /* processor time to encode or decode a packet, in addition to the code of telephones */
  gint64 work;
  /* sampling rate of voice, in Hz; 0 for video */
  gint64 rate;
} WorkloadCallSettings;

/* A packet that one end heard or saw. The delay is from the mouth of one end to the ear of the other,
 * or from the camera until the frame is decoded; loudness is 0 to 1, 0 for a packet that is not played. */
typedef struct
{
  guint end;
  gint64 ready;
  gint64 delay;
  gint64 rate;
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

/* Starts a call with settings of each medium, whose threads have reserves by the demands of the media,
 * or with demands of NULL none. If a reserve is refused, they
 * have none, and *refusal is the reason. Returns NULL with an error if there are no sockets. */
WorkloadCall *
workload_call_new (TslPage *page, WorkloadProtocol protocol, const WorkloadCallSettings *settings,
                   const TslDemand *demands, WorkloadHear hear, gpointer data, GError **refusal,
                   GError **error);
/* Ends the threads. */
void workload_call_free (WorkloadCall *self);

gboolean workload_call_is_reserved (WorkloadCall *self);
/* Changes the reserves of the threads, if they have some. If one is refused, all keep what they had. */
gboolean workload_call_change (WorkloadCall *self, const TslDemand *demands, GError **error);
/* Any thread may call these. The change of settings neither adds video nor ends it. */
void workload_call_set (WorkloadCall *self, const WorkloadCallSettings *settings);
void workload_call_count (WorkloadCall *self, guint end, WorkloadCallCounts *counts);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The greatest delay from mouth to ear with which a packet of voice is still played, in lengths of a
 * packet: one to fill it, and one each to send and to receive it (R:1836). */
#define WORKLOAD_PLAYOUT_BOUND 3

/* A packet of voice: its number, when its first sample was spoken and how long it sounds, in
 * nanoseconds. */
typedef struct
{
  gint64 number;
  gint64 spoken;
  gint64 length;
} WorkloadPacket;

/* Decides which packets of a call are played. A packet that never comes, comes after a later one, or
 * is ready after the bound is a dropout. Words are accessed atomically: one thread takes packets, any
 * thread reads. */
typedef struct
{
  gint64 n_packets;
  gint64 n_dropouts;
  /* used by the thread that takes packets */
  gint64 next;
} WorkloadPlayout;

/* Returns whether a packet that is ready at a time is later than the bound. */
gboolean workload_playout_is_late (const WorkloadPacket *packet, gint64 ready);
/* Takes a packet that is ready to be played at a time. Returns whether it is played. */
gboolean workload_playout_take (WorkloadPlayout *self, const WorkloadPacket *packet, gint64 ready);

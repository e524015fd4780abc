/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/meter.h"
#include "engine/parameters.h"

/* The results of a run, without the counters' ring. */
typedef struct
{
  MxtrafSettings settings;
  double duration; /* seconds */
  double capacity; /* bits */
  guint64 forwarded_packets[MXTRAF_N_WAYS];
  guint64 dropped[MXTRAF_N_WAYS];
  guint64 marked[MXTRAF_N_WAYS];
  guint64 longest_queue[MXTRAF_N_WAYS];
  guint64 flows[MXTRAF_N_CLASSES];
  guint64 connections[MXTRAF_N_CLASSES];
  guint64 errors[MXTRAF_N_CLASSES];
  guint64 received[MXTRAF_N_CLASSES];
  guint64 latency_lost;
  guint64 windows;
  guint64 dropped_windows;
  guint64 late_windows;
  guint64 quality_changes;
  MxtrafHistogram latencies;
} MxtrafSummary;

void mxtraf_summary_read (MxtrafSummary *self, const MxtrafSettings *settings,
                          const MxtrafMeter *meter, const MxtrafCounters *counters);
char *mxtraf_summary_format (const MxtrafSummary *self);

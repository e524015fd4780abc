/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/histogram.h"
#include "engine/readings.h"
#include "process/counters.h"

enum
{
  MXTRAF_METER_RATES = 9,
};

/* From the engine's counters and the time to readings: arithmetic, no clock and no thread of its
 * own. */
typedef struct
{
  double values[MXTRAF_N_READINGS];

  /* since the beginning; nanoseconds */
  gint64 begin;
  gint64 now;
  double capacity; /* bits that the link could have carried each way */
  guint64 longest_queue[MXTRAF_N_WAYS];
  guint64 latency_tail;
  guint64 latency_lost;
  MxtrafHistogram latencies;

  /* the interval that rates are taken over */
  gint64 interval_begin;
  guint64 counts[MXTRAF_METER_RATES];
  MxtrafWindow window;
} MxtrafMeter;

/* Begins with what the counters hold at the time. */
void mxtraf_meter_begin (MxtrafMeter *self, const MxtrafCounters *counters, gint64 time);

/* Takes up to n blocks of the measured flow that were read since; returns how many. Those that were
 * overwritten meanwhile add to latency_lost. */
gsize mxtraf_meter_take_latencies (MxtrafMeter *self, const MxtrafCounters *counters,
                                   GscopeSample *samples, gsize n);

/* Once a tick, after the latencies: rate is the link's in bit/s, threshold in seconds. */
void mxtraf_meter_tick (MxtrafMeter *self, const MxtrafCounters *counters, gint64 time, double rate,
                        double threshold);

/* All readings are gaps. */
void mxtraf_meter_set_gap (MxtrafMeter *self, GscopeGapCause cause);

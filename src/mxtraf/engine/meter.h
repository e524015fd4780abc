/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/histogram.h"
#include "engine/readings.h"
#include "process/counters.h"

enum
{
  MXTRAF_METER_RATES = 12,
};

/* The counters of trains at the start of the interval. */
typedef struct
{
  guint64 packets;
  guint64 intervals;
  guint64 sum;
  guint64 squares;
  guint64 server_time;
} MxtrafTrainCounts;

/* Computes readings from the engine's counters and the time. It has neither a clock nor a thread of
 * its own. */
typedef struct
{
  double values[MXTRAF_N_READINGS];

  /* start of the run and present time: nanoseconds */
  gint64 begin;
  gint64 now;
  double capacity; /* bits that the link could have carried in each direction since the start */
  guint64 longest_queue[MXTRAF_N_WAYS];
  guint64 tails[MXTRAF_N_RINGS];
  guint64 lost[MXTRAF_N_RINGS];
  MxtrafHistogram latencies;

  /* start of the interval over which rates are computed */
  gint64 interval_begin;
  guint64 counts[MXTRAF_METER_RATES];
  MxtrafTrainCounts trains;
  MxtrafWindow window;
} MxtrafMeter;

/* Starts with the present values of the counters. */
void mxtraf_meter_begin (MxtrafMeter *self, const MxtrafCounters *counters, gint64 time);

/* Takes up to n entries of a ring that were pushed since the last call, in seconds or layers. Returns
 * their number. Overwritten entries are counted as lost. */
gsize mxtraf_meter_take (MxtrafMeter *self, const MxtrafCounters *counters, MxtrafRingName ring,
                         GscopeSample *samples, gsize n);

/* Called once a tick, after the entries of the rings were taken: rate is the link's in bit/s, threshold in
 * seconds. */
void mxtraf_meter_tick (MxtrafMeter *self, const MxtrafCounters *counters, gint64 time, double rate,
                        double threshold);

/* Sets all readings to a gap of the given cause. */
void mxtraf_meter_set_gap (MxtrafMeter *self, GscopeGapCause cause);

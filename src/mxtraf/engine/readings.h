/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/counters.h"

#include <gscope/gscope.h>

/* The polled signals, whose values the meter computes at every tick. */
typedef enum
{
  MXTRAF_READING_ELEPHANTS,
  MXTRAF_READING_MICE,
  MXTRAF_READING_THROUGHPUT,
  MXTRAF_READING_ELEPHANTS_THROUGHPUT,
  MXTRAF_READING_MICE_THROUGHPUT,
  MXTRAF_READING_CBR_THROUGHPUT,
  MXTRAF_READING_MEASURED_THROUGHPUT,
  MXTRAF_READING_QUEUE,
  MXTRAF_READING_DROPS,
  MXTRAF_READING_MARKS,
  MXTRAF_READING_CONNECTIONS,
  MXTRAF_READING_ERRORS,
  MXTRAF_READING_LATENCY_P50,
  MXTRAF_READING_LATENCY_P95,
  MXTRAF_READING_LATENCY_P99,
  MXTRAF_READING_LATENCY_WITHIN,
  MXTRAF_READING_A,
  MXTRAF_READING_B,
  MXTRAF_READING_WINDOWS,
  MXTRAF_READING_DROPPED_WINDOWS,
  MXTRAF_READING_LATE_WINDOWS,
  MXTRAF_READING_QUALITY_CHANGES,
  MXTRAF_READING_STALLS,
  MXTRAF_READING_BUFFERED,
  MXTRAF_N_READINGS,
} MxtrafReading;

/* values has an element for each reading. Gets the buffered signals of the rings, which the source
 * owns. */
void mxtraf_readings_add_to (GscopeSource *source, double *values,
                             GscopeSignal *signals[MXTRAF_N_RINGS]);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The share of a processor that a stage needs to keep up: a square wave. One thread sets it; any
 * thread reads it. */
typedef struct
{
  /* 1 is one processor */
  double least;
  double ratio;
  /* nanoseconds; 0: always the low value */
  double period;
} WorkloadWave;

void workload_wave_set (WorkloadWave *self, double least, double ratio, double period);
/* Returns the need at a time since the start, in nanoseconds. The first half of a period is
 * high. */
double workload_wave_get (const WorkloadWave *self, gint64 time);

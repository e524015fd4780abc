/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The share of a processor that a stage needs to keep up: a square wave. One thread sets it, any
 * reads it. */
typedef struct
{
  /* parts of one processor */
  double least;
  double ratio;
  /* nanoseconds from one rise to the next; 0: always the least */
  double period;
} WorkloadWave;

void workload_wave_set (WorkloadWave *self, double least, double ratio, double period);
/* At a time since the beginning, in nanoseconds. The first half of a period is the high one. */
double workload_wave_get (const WorkloadWave *self, gint64 time);

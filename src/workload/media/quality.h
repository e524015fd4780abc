/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/demand.h>

/* The adaptation of RT-Mach's mpeg_play (R:3506): if the reserve is too small, the budget grows; if
 * no more can be reserved, the period grows with it, and the frame rate falls. */
typedef struct
{
  /* frames per second */
  double rate;
  /* the period with enough capacity, in nanoseconds */
  gint64 period;
  /* the part of a processor that the player may reserve */
  double capacity;
} WorkloadQualityAim;

typedef struct
{
  /* frames per second */
  double rate;
  TslDemand demand;
} WorkloadQuality;

/* cost is the measured processor time of a frame, in nanoseconds. Returns FALSE if the quality is
 * right. */
gboolean workload_quality_adapt (WorkloadQuality *self, const WorkloadQualityAim *aim, double cost);

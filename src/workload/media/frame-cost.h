/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

typedef enum
{
  /* a trace with the pattern of an MPEG clip */
  WORKLOAD_COST_MPEG,
  WORKLOAD_COST_SQUARE,
  WORKLOAD_COST_EVEN,
} WorkloadCostKind;

/* The processor time that each frame takes to decode. */
typedef struct
{
  WorkloadCostKind kind;
  /* of a frame on average; of a square wave, in the low half; in nanoseconds */
  double mean;
  /* of a square wave: the high half over the low one, and its period in nanoseconds */
  double ratio;
  double period;
} WorkloadFrameCost;

/* Returns nanoseconds. time is the display time of the frame. */
gint64 workload_frame_cost_get (const WorkloadFrameCost *self, gint64 number, gint64 time);
/* Returns the mean of the most expensive part: a group of pictures, or the high half of the wave. */
double workload_frame_cost_get_most (const WorkloadFrameCost *self);
/* Returns the type of a frame of the trace: I, P or B. */
char workload_frame_cost_get_type (gint64 number);

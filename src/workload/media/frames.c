/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "media/frames.h"

#include <math.h>

#define SEC 1e9

void
workload_frames_init (WorkloadFrames *self, double rate)
{
  *self = (WorkloadFrames){ .rate = rate };
}

void
workload_frames_set_rate (WorkloadFrames *self, gint64 number, double rate)
{
  *self = (WorkloadFrames){ number, workload_frames_get_time (self, number), rate };
}

gint64
workload_frames_get_time (const WorkloadFrames *self, gint64 number)
{
  return self->time + llround ((number - self->number) * SEC / self->rate);
}

gint64
workload_frames_find (const WorkloadFrames *self, gint64 time)
{
  gint64 number = self->number + (gint64) floor ((time - self->time) * self->rate / SEC);

  /* times are rounded, so the quotient can be off by one */
  if (workload_frames_get_time (self, number) > time)
    return number - 1;
  return workload_frames_get_time (self, number + 1) <= time ? number + 1 : number;
}

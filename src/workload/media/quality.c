/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "media/quality.h"

#include <math.h>

#define SEC 1e9

/* A new reserve is larger than the need by this factor; one that is larger by the second factor is
 * reduced. */
#define MARGIN 1.1
#define TOO_LARGE 1.35

/* Smaller changes of the frame rate are left out. */
#define STEP 0.03

static gboolean
is_right (const WorkloadQuality *self, const WorkloadQualityAim *aim, double need, double rate)
{
  double share = (double) self->demand.budget / self->demand.period;

  return share >= MIN (need, aim->capacity * (1 - STEP))
         && share <= MIN (need * TOO_LARGE, aim->capacity) * (1 + STEP)
         && fabs (self->rate / rate - 1) < STEP;
}

gboolean
workload_quality_adapt (WorkloadQuality *self, const WorkloadQualityAim *aim, double cost)
{
  double need = cost * aim->rate / SEC;
  /* how much more the player needs than it can have */
  double excess = MAX (need * MARGIN / aim->capacity, 1);
  double rate = aim->rate / excess;

  if (is_right (self, aim, need, rate))
    return FALSE;
  self->rate = rate;
  self->demand.budget = need * MARGIN * aim->period;
  self->demand.period = aim->period * excess;
  return TRUE;
}

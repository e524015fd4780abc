/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>

/* Returns whether time < now - margin. Reads the coarse time first, which takes 5 ns instead of 22,
 * and the exact time only if the coarse one is not sufficient. */
static inline gboolean
gscope_clock_is_past (GscopeClock *self, gint64 time, gint64 margin)
{
  GscopeClockClass *klass = GSCOPE_CLOCK_GET_CLASS (self);
  gint64 coarse = klass->get_coarse_time (self);

  if (G_LIKELY (time + margin >= coarse + klass->coarse_lag))
    return FALSE;
  return time + margin < coarse || time + margin < klass->get_time (self);
}

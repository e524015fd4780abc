/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <time.h>

/* Returns the time of a clock of the kernel, in nanoseconds. */
static inline gint64
gscope_clock_read_kernel (clockid_t id)
{
  struct timespec time;

  clock_gettime (id, &time);
  return time.tv_sec * GSCOPE_SEC + time.tv_nsec;
}

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

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "workload-clock.h"

#include <errno.h>

#define SEC G_GINT64_CONSTANT (1000000000)

gint64
workload_clock_read (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * SEC + time.tv_nsec;
}

void
workload_clock_sleep_until (gint64 time)
{
  struct timespec until = { time / SEC, time % SEC };

  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
    ;
}

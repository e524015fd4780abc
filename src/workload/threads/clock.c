/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/clock.h"

#include <errno.h>

#define SEC G_GINT64_CONSTANT (1000000000)

/* Maximum time after which a sleeping thread notices that it must end: nanoseconds. */
#define NAP_LENGTH (20 * (SEC / 1000))

void
workload_clock_sleep_until (gint64 time)
{
  struct timespec until = { time / SEC, time % SEC };

  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
    ;
}

void
workload_clock_nap_until (gint64 time, const gboolean *is_ending)
{
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC);

  while (now < time && !__atomic_load_n (is_ending, __ATOMIC_RELAXED))
    {
      workload_clock_sleep_until (MIN (time, now + NAP_LENGTH));
      now = kernel_clock_read (CLOCK_MONOTONIC);
    }
}

/* Reads the monotonic clock first, which is cheap: a thread cannot have used more processor time
 * than has passed. */
void
workload_clock_work (gint64 length, const gboolean *is_ending)
{
  gint64 end = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID) + length;
  gint64 left = length;

  while (left > 0 && !__atomic_load_n (is_ending, __ATOMIC_RELAXED))
    {
      gint64 until = kernel_clock_read (CLOCK_MONOTONIC) + left;

      while (kernel_clock_read (CLOCK_MONOTONIC) < until
             && !__atomic_load_n (is_ending, __ATOMIC_RELAXED))
        ;
      left = end - kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);
    }
}

gint64
workload_clock_count_missed (gint64 passed, gint64 period)
{
  return passed > period ? passed / period : 0;
}

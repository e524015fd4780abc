/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/shift-clock.h"

#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SEC INT64_C (1000000000)

static _Atomic int64_t origin;
static _Atomic int64_t offset;
static _Atomic double rate;

static int64_t
read_kernel (clockid_t id)
{
  struct timespec time;

  syscall (SYS_clock_gettime, id, &time);
  return time.tv_sec * SEC + time.tv_nsec;
}

void
shift_clock_drift (double drift)
{
  origin = read_kernel (CLOCK_MONOTONIC);
  rate = drift;
}

void
shift_clock_step (int64_t size)
{
  offset += size;
}

/* Takes the place of the C library's function, for all libraries. */
__attribute__ ((visibility ("default"))) int
clock_gettime (clockid_t id, struct timespec *time)
{
  int64_t now;

  if (id != CLOCK_MONOTONIC && id != CLOCK_MONOTONIC_COARSE)
    return (int) syscall (SYS_clock_gettime, id, time);
  now = read_kernel (id);
  now += offset + (int64_t) ((double) (now - origin) * rate);
  time->tv_sec = now / SEC;
  time->tv_nsec = now % SEC;
  return 0;
}

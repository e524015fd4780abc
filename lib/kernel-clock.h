/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <time.h>

/* Returns the time of a clock of the kernel, in nanoseconds. */
static inline gint64
kernel_clock_read (clockid_t id)
{
  struct timespec time;

  clock_gettime (id, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}

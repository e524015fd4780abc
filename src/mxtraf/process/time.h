/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <time.h>

#define MXTRAF_SECOND G_GINT64_CONSTANT (1000000000)
#define MXTRAF_MILLISECOND G_GINT64_CONSTANT (1000000)

/* Returns nanoseconds on CLOCK_MONOTONIC. */
static inline gint64
mxtraf_get_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * MXTRAF_SECOND + now.tv_nsec;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/loop.h"

#include <kernel-clock.h>

#define MXTRAF_SECOND G_GINT64_CONSTANT (1000000000)
#define MXTRAF_MILLISECOND G_GINT64_CONSTANT (1000000)

/* Returns nanoseconds on CLOCK_MONOTONIC. */
static inline gint64
mxtraf_get_time (void)
{
  return kernel_clock_read (CLOCK_MONOTONIC);
}

/* Returns the processor time of the calling thread, in nanoseconds. */
static inline gint64
mxtraf_get_thread_time (void)
{
  return kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);
}

/* A one-shot timer. Its address must not change while it is in the loop. */
typedef struct
{
  MxtrafWatch watch;
  void (*expired) (gpointer data);
  gpointer data;
} MxtrafTimer;

void mxtraf_timer_init (MxtrafTimer *self, MxtrafLoop *loop, void (*expired) (gpointer data),
                        gpointer data);
/* Sets the timer to nanoseconds from now; 0 cancels it. */
void mxtraf_timer_set (MxtrafTimer *self, gint64 delay);

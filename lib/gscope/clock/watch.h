/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>

/* Watches the machine's clocks for steps: the monotonic clock waits while the machine is suspended, and programs set
 * the wall clock. Waiting takes no time of the processor. */
typedef struct _GscopeClockWatch GscopeClockWatch;

typedef enum
{
  GSCOPE_CLOCK_STEP_MONOTONIC,
  GSCOPE_CLOCK_STEP_WALL,
} GscopeClockStepKind;

#define GSCOPE_N_CLOCK_STEP_KINDS (GSCOPE_CLOCK_STEP_WALL + 1)

/* The times of CLOCK_MONOTONIC, CLOCK_BOOTTIME and CLOCK_REALTIME, nanoseconds. */
typedef struct
{
  gint64 monotonic;
  gint64 boot;
  gint64 real;
} GscopeClockReading;

/* Called after a step, with the time of CLOCK_MONOTONIC, and how long the machine was suspended or by how much the wall
 * clock was set forwards, nanoseconds. */
typedef void (*GscopeClockWatchFunc) (gpointer user_data, GscopeClockStepKind kind, gint64 time,
                                      gint64 size);

/* Returns NULL for a clock that is not the machine's. */
GscopeClockWatch *
gscope_clock_watch_new (GscopeClock *clock, GscopeClockWatchFunc func, gpointer user_data);
void gscope_clock_watch_free (GscopeClockWatch *self);

/* Returns the size of a step between two readings, 0 without one. */
gint64 gscope_clock_reading_compare (const GscopeClockReading *before,
                                     const GscopeClockReading *after, GscopeClockStepKind kind);

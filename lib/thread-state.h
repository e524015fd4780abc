/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The states of a thread, and how events of a scheduler change them. The thread runs on processor n
 * in the state THREAD_STATE_RUNS + n. */
typedef enum
{
  THREAD_STATE_ENDED = -2,
  THREAD_STATE_UNKNOWN = -1,
  THREAD_STATE_ASLEEP,
  THREAD_STATE_READY,
  THREAD_STATE_NO_BUDGET,
  THREAD_STATE_RUNS,
} ThreadState;

/* Returns the state of a thread that has left its processor. One that was `is_ready` did not want to:
 * another thread took its place, or its budget ended. */
static inline ThreadState
thread_state_leave (gboolean is_ready, gboolean is_throttled, gboolean is_dead)
{
  if (is_dead)
    return THREAD_STATE_ENDED;
  if (!is_ready)
    return THREAD_STATE_ASLEEP;
  return is_throttled ? THREAD_STATE_NO_BUDGET : THREAD_STATE_READY;
}

/* A thread that does not sleep is not woken: the kernel says so all the same when a thread was about
 * to sleep. */
static inline ThreadState
thread_state_wake (ThreadState self, gboolean is_throttled)
{
  if (self != THREAD_STATE_ASLEEP && self != THREAD_STATE_UNKNOWN)
    return self;
  return is_throttled ? THREAD_STATE_NO_BUDGET : THREAD_STATE_READY;
}

/* The thread has a budget again. */
static inline ThreadState
thread_state_renew (ThreadState self)
{
  return self == THREAD_STATE_NO_BUDGET ? THREAD_STATE_READY : self;
}

static inline ThreadState
thread_state_run (guint cpu)
{
  return THREAD_STATE_RUNS + cpu;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib/gi18n-lib.h>
#include <gscope/signal/states.h>

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

/* Returns whether a thread that has left its processor is ready, by `prev_state` of the kernel's
 * event sched_switch. Bits above the eighth mark a thread whose place another one took. */
static inline gboolean
thread_state_is_ready (guint64 prev_state)
{
  return (prev_state & 0xff) == 0;
}

/* Returns whether such a thread has ended, by the same number. */
static inline gboolean
thread_state_is_dead (guint64 prev_state)
{
  return (prev_state & 0x30) != 0;
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

/* Declares these states for a signal. */
static inline void
thread_state_declare (GscopeSignal *signal, guint n_processors)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  GscopeState states[GSCOPE_MAX_STATES] = {
    { THREAD_STATE_ASLEEP, GSCOPE_STATE_STYLE_THIN, 0, _ ("asleep"), NULL },
    { THREAD_STATE_READY, GSCOPE_STATE_STYLE_OUTLINE, 0, _ ("ready"), NULL },
    { THREAD_STATE_NO_BUDGET, GSCOPE_STATE_STYLE_HATCHED, 0, _ ("no budget"), NULL },
  };
  guint n = MIN (THREAD_STATE_RUNS + n_processors, GSCOPE_MAX_STATES);

  for (guint i = THREAD_STATE_RUNS; i < n; i++)
    {
      char *label = g_strdup_printf ("%u", i - THREAD_STATE_RUNS);
      char *name = g_strdup_printf (_ ("CPU %s"), label);

      g_ptr_array_add (texts, label);
      g_ptr_array_add (texts, name);
      states[i] = (GscopeState){ i, GSCOPE_STATE_STYLE_DIGIT, 0, name, label };
    }
  gscope_signal_set_states (signal, states, n);
}

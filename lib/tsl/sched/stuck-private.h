/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/private.h>

/* These functions work around a bug of the kernel by which threads get stuck in SCHED_DEADLINE
 * (kernel/sched/deadline.c; observed on 6.18, with the same code since 3.14). A thread that overran
 * its budget is dl_throttled until dl_task_timer() replenishes it at its deadline. If the thread
 * has another policy by then, the timer does nothing, and the flag stays until
 * inactive_task_timer() clears it, later than the deadline by the time that paying off the overrun
 * takes: the overrun times period/budget. If the thread returns to SCHED_DEADLINE in between,
 * enqueue_dl_entity() does not queue it, and no timer is armed: the thread never runs again, not
 * even to be killed, until another process gives it another policy. */

/* The kernel's account of a SCHED_DEADLINE thread, in nanoseconds. */
typedef struct
{
  gboolean is_runnable;
  /* rest of the present budget at the last update: nanoseconds; negative after an overrun */
  gint64 left;
  /* on the scheduler's clock */
  gint64 deadline;
} TslSchedState;

/* Returns FALSE if the thread has ended, has another policy, or the kernel does not report its
 * state. */
gboolean tsl_sched_look (pid_t tid, TslSchedState *state);

/* Returns a reservation of half a processor, with the flags of attr. */
TslSchedAttr tsl_sched_make_half (const TslSchedAttr *attr);

/* Call this after giving another thread a reservation: frees the thread if it is stuck. */
void tsl_sched_check (pid_t tid);

/* Finds stuck threads by repeated looks. */
typedef struct _TslSchedWatch TslSchedWatch;

TslSchedWatch *tsl_sched_watch_new (void);
void tsl_sched_watch_free (TslSchedWatch *self);
/* Looks at a thread; call it periodically. If the thread is stuck, frees it with its reservation.
 * Returns whether it was stuck. */
gboolean tsl_sched_watch_thread (TslSchedWatch *self, pid_t tid);
/* Looks at all threads of a process. Returns the number of stuck ones. */
guint tsl_sched_watch_process (TslSchedWatch *self, pid_t pid);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslSchedWatch, tsl_sched_watch_free)

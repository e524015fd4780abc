/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/private.h>

/* How threads get stuck in SCHED_DEADLINE, which all of this is against (kernel/sched/deadline.c; seen on
 * 6.18, and it reads the same since 3.14): a thread whose budget is overdrawn is dl_throttled until
 * dl_task_timer() replenishes it at its deadline. If it is of another policy by then, the timer does
 * nothing, and the flag stays until inactive_task_timer() clears it, which is as long after the deadline as
 * it takes to pay the overdraft off: the overdraft times period/budget. A thread that comes back to
 * SCHED_DEADLINE in between is not queued by enqueue_dl_entity(), and no timer is armed: it never runs
 * again, not even to be killed, until somebody else gives it another policy. */

/* The kernel's account of a SCHED_DEADLINE thread, in nanoseconds. */
typedef struct
{
  gboolean is_runnable;
  /* of the present budget, when it was last accounted; negative if overdrawn */
  gint64 left;
  /* on the scheduler's own clock */
  gint64 deadline;
} TslSchedState;

/* FALSE if there is no such thread, it has another policy, or this kernel does not say. */
gboolean tsl_sched_look (pid_t tid, TslSchedState *state);

/* A reservation of half a processor. */
TslSchedAttr tsl_sched_make_half (const TslSchedAttr *attr);

/* To be called when another thread was given a reservation: frees it if it is stuck. */
void tsl_sched_check (pid_t tid);

/* Watches over threads. */
typedef struct _TslSchedWatch TslSchedWatch;

TslSchedWatch *tsl_sched_watch_new (void);
void tsl_sched_watch_free (TslSchedWatch *self);
/* To be called now and then. Returns whether the thread was stuck. The call frees the thread and
 * restores its reservation. */
gboolean tsl_sched_watch_thread (TslSchedWatch *self, pid_t tid);
/* Of all threads of a process: how many there were. */
guint tsl_sched_watch_process (TslSchedWatch *self, pid_t pid);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslSchedWatch, tsl_sched_watch_free)

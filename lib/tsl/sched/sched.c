/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/private.h>

#include <errno.h>
#include <kernel-clock.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <tsl/sched/stuck-private.h>
#include <unistd.h>

#define RESET_ON_FORK 1

/* The minimum budget and the maximum period of sched_setattr(2): nanoseconds. */
#define MIN_RUNTIME 1024
#define MAX_PERIOD G_GUINT64_CONSTANT (4194304000)

/* A budget that suffices to leave SCHED_DEADLINE: nanoseconds. */
#define SUFFICIENT_RUNTIME 1000000

/* Half a processor: an overrun is paid off in twice its time. */
#define HALF_BUDGET 5000000
#define HALF_PERIOD 10000000

/* Maximum wait of a thread that left SCHED_DEADLINE after an overrun: nanoseconds. */
#define MAX_OVERRUN_WAIT 100000000

/* Maximum wait for the kernel to replenish a sleeping thread: milliseconds. */
#define MAX_REPLENISH_WAIT 20

G_STATIC_ASSERT (sizeof (TslSchedAttr) == 48);

int
tsl_sched_get (pid_t tid, TslSchedAttr *attr)
{
  memset (attr, 0, sizeof *attr);
  return syscall (SYS_sched_getattr, tid, attr, sizeof *attr, 0);
}

int
tsl_sched_set (pid_t tid, const TslSchedAttr *attr)
{
  TslSchedAttr copy = *attr;

  copy.size = sizeof copy;
  return syscall (SYS_sched_setattr, tid, &copy, 0);
}

TslSchedAttr
tsl_sched_make_half (const TslSchedAttr *attr)
{
  TslSchedAttr half = *attr;

  half.runtime = HALF_BUDGET;
  half.deadline = half.period = HALF_PERIOD;
  return half;
}

/* Clearing RESET_ON_FORK takes CAP_SYS_NICE. Without it, restores the policy and leaves the flag
 * set, which has no effect on ordinary threads. */
static int
restore_policy (pid_t tid, const TslSchedAttr *attr)
{
  TslSchedAttr with_flag = *attr;
  int result = tsl_sched_set (tid, attr);

  if (result == 0 || errno != EPERM || attr->flags & RESET_ON_FORK)
    return result;
  with_flag.flags |= RESET_ON_FORK;
  return tsl_sched_set (tid, &with_flag);
}

/* Leaves SCHED_DEADLINE with a fresh budget: reading the consumed runtime makes the kernel throttle
 * a thread that overran its budget, and a yield ends with a full budget. If the thread overran even
 * that budget before it left, it waits until the overrun is paid off. */
static int
leave (const TslSchedAttr *now, const TslSchedAttr *attr)
{
  TslSchedAttr half = tsl_sched_make_half (now);
  const TslSchedAttr *had = now;
  gint64 used;
  int result;

  if (now->runtime < SUFFICIENT_RUNTIME && tsl_sched_set (0, &half) == 0)
    had = &half;
  used = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);
  sched_yield ();
  result = restore_policy (0, attr);
  used = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID) - used;
  if (used >= (gint64) had->runtime)
    g_usleep (MIN (had->period * (1 + 2 * used / had->runtime), MAX_OVERRUN_WAIT) / 1000);
  return result;
}

/* Changes the reservation by 1 ns, which makes the kernel update its account of the thread. */
static void
update_account (pid_t tid, const TslSchedAttr *attr)
{
  TslSchedAttr changed = *attr;

  changed.runtime ^= 1;
  tsl_sched_set (tid, &changed);
}

/* Waits for a sleeping thread, which is replenished soon; a runnable thread is not. */
static gboolean
is_overdrawn (pid_t tid)
{
  TslSchedState state;

  for (guint i = 0; i < MAX_REPLENISH_WAIT; i++)
    {
      if (!tsl_sched_look (tid, &state) || state.left >= 0)
        return FALSE;
      if (state.is_runnable)
        return TRUE;
      g_usleep (1000);
    }
  return FALSE;
}

/* Takes another thread out of SCHED_DEADLINE. The kernel holds the bandwidth of a sleeping thread
 * until its last deadline has passed, or forever (switched_from_dl() in kernel/sched/deadline.c);
 * so the reservation is made tiny first. A thread that waits for its next budget keeps its
 * reservation: with a tiny one, paying off the overrun would take hours. */
static int
take_out (pid_t tid, const TslSchedAttr *now, const TslSchedAttr *attr)
{
  TslSchedAttr tiny = *now;

  update_account (tid, now);
  if (!is_overdrawn (tid))
    {
      tiny.runtime = MIN_RUNTIME;
      tiny.deadline = tiny.period = MAX_PERIOD;
      tsl_sched_set (tid, &tiny);
    }
  return restore_policy (tid, attr);
}

int
tsl_sched_restore (pid_t tid, const TslSchedAttr *attr)
{
  TslSchedAttr now;

  if (tsl_sched_get (tid, &now) != 0)
    return -1;
  if (now.policy != SCHED_DEADLINE || attr->policy == SCHED_DEADLINE)
    return restore_policy (tid, attr);
  if (tid == 0 || tid == syscall (SYS_gettid))
    return leave (&now, attr);
  return take_out (tid, &now, attr);
}

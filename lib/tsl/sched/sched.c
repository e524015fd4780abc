/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/private.h>

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <tsl/sched/stuck-private.h>
#include <tsl/timer/clock-private.h>
#include <unistd.h>

#define RESET_ON_FORK 1

/* The least budget and the longest period that sched_setattr(2) takes. */
#define LEAST_RUNTIME 1024
#define LONGEST_PERIOD G_GUINT64_CONSTANT (4194304000)

/* A budget that is enough to leave with. */
#define ENOUGH 1000000

/* Half a processor: what is overdrawn is paid off in twice its time. */
#define HALF_BUDGET 5000000
#define HALF_PERIOD 10000000

/* How long a thread that left overdrawn waits, at most: nanoseconds. */
#define LONGEST_WAIT 100000000

/* How long to wait for a thread that sleeps to be replenished: milliseconds. */
#define PATIENCE 20

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

/* Only CAP_SYS_NICE ends the flag of a reservation that children do not inherit it. Without, the policy goes back and
 * the flag stays, which changes nothing for an ordinary one. */
static int
put_back (pid_t tid, const TslSchedAttr *attr)
{
  TslSchedAttr with_flag = *attr;
  int result = tsl_sched_set (tid, attr);

  if (result == 0 || errno != EPERM || attr->flags & RESET_ON_FORK)
    return result;
  with_flag.flags |= RESET_ON_FORK;
  return tsl_sched_set (tid, &with_flag);
}

/* To have the time used read has the kernel stop a thread that is overdrawn, and one that yields has all of a
 * budget afterwards. If it used even that up until it had left, it waits until that is paid off. */
static int
leave (const TslSchedAttr *now, const TslSchedAttr *attr)
{
  TslSchedAttr half = tsl_sched_make_half (now);
  const TslSchedAttr *had = now;
  gint64 used;
  int result;

  if (now->runtime < ENOUGH && tsl_sched_set (0, &half) == 0)
    had = &half;
  used = tsl_clock_read (CLOCK_THREAD_CPUTIME_ID);
  sched_yield ();
  result = put_back (0, attr);
  used = tsl_clock_read (CLOCK_THREAD_CPUTIME_ID) - used;
  if (used >= (gint64) had->runtime)
    g_usleep (MIN (had->period * (1 + 2 * used / had->runtime), LONGEST_WAIT) / 1000);
  return result;
}

/* Any change has the kernel account for what was used. */
static void
account (pid_t tid, const TslSchedAttr *attr)
{
  TslSchedAttr changed = *attr;

  changed.runtime ^= 1;
  tsl_sched_set (tid, &changed);
}

/* One that fell asleep overdrawn is replenished soon; one that runs on, later. */
static gboolean
is_overdrawn (pid_t tid)
{
  TslSchedState state;

  for (guint i = 0; i < PATIENCE; i++)
    {
      if (!tsl_sched_look (tid, &state) || state.left >= 0)
        return FALSE;
      if (state.is_runnable)
        return TRUE;
      g_usleep (1000);
    }
  return FALSE;
}

/* The kernel keeps the bandwidth of a sleeping thread as long as its last deadline is ahead, or for good
 * (switched_from_dl() in kernel/sched/deadline.c), unless the reservation is tiny by then. One that waits for
 * its next budget keeps its size: a tiny one would pay the overdraft off for hours. */
static int
throw_out (pid_t tid, const TslSchedAttr *now, const TslSchedAttr *attr)
{
  TslSchedAttr tiny = *now;

  account (tid, now);
  if (!is_overdrawn (tid))
    {
      tiny.runtime = LEAST_RUNTIME;
      tiny.deadline = tiny.period = LONGEST_PERIOD;
      tsl_sched_set (tid, &tiny);
    }
  return put_back (tid, attr);
}

int
tsl_sched_restore (pid_t tid, const TslSchedAttr *attr)
{
  TslSchedAttr now;

  if (tsl_sched_get (tid, &now) != 0)
    return -1;
  if (now.policy != SCHED_DEADLINE || attr->policy == SCHED_DEADLINE)
    return put_back (tid, attr);
  if (tid == 0 || tid == syscall (SYS_gettid))
    return leave (&now, attr);
  return throw_out (tid, &now, attr);
}

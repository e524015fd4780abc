/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched-private.h>

#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The least budget and the longest period that sched_setattr(2) takes. */
#define LEAST_RUNTIME 1024
#define LONGEST_PERIOD G_GUINT64_CONSTANT (4194304000)

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

int
tsl_sched_restore (pid_t tid, const TslSchedAttr *attr)
{
  TslSchedAttr now;

  if (tsl_sched_get (tid, &now) != 0)
    return -1;
  if (now.policy == SCHED_DEADLINE && attr->policy != SCHED_DEADLINE)
    {
      now.runtime = LEAST_RUNTIME;
      now.deadline = now.period = LONGEST_PERIOD;
      tsl_sched_set (tid, &now);
    }
  return tsl_sched_set (tid, attr);
}

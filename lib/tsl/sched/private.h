/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* struct sched_attr of the kernel's include/uapi/linux/sched/types.h, the first version of it, which
 * every kernel takes; glibc has it from 2.41 on only. Times are in nanoseconds. */
typedef struct
{
  guint32 size;
  guint32 policy;
  guint64 flags;
  gint32 nice;
  guint32 priority;
  guint64 runtime;
  guint64 deadline;
  guint64 period;
} TslSchedAttr;

/* 0 means the calling thread. They return 0, or -1 with errno. */
int tsl_sched_get (pid_t tid, TslSchedAttr *attr);
int tsl_sched_set (pid_t tid, const TslSchedAttr *attr);

/* The same, but a reservation ends without a trace in the kernel; see sched-stuck-private.h. It takes up to a
 * period of the calling thread, and some milliseconds of another one. */
int tsl_sched_restore (pid_t tid, const TslSchedAttr *attr);

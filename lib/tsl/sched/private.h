/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* The first version of struct sched_attr (include/uapi/linux/sched/types.h), which every kernel
 * accepts; glibc declares it only since 2.41. Times are in nanoseconds. */
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

/* tid 0 is the calling thread. Return 0, or -1 with errno. */
int tsl_sched_get (pid_t tid, TslSchedAttr *attr);
int tsl_sched_set (pid_t tid, const TslSchedAttr *attr);

/* Like tsl_sched_set(), but ends a reservation so that the kernel keeps no state of it; see
 * stuck-private.h. Takes up to a period for the calling thread, and some milliseconds for another
 * thread. */
int tsl_sched_restore (pid_t tid, const TslSchedAttr *attr);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/tsl.h>

/* A periodic task: a thread that every period does a job of so much processor time, and counts those that
 * do not end before the next one is due. With a reserve, or competing as any other. */
typedef struct _WorkloadTask WorkloadTask;

/* Times in nanoseconds. */
typedef struct
{
  gint64 work;
  gint64 period;
  gint64 budget;
} WorkloadTaskTimes;

typedef struct
{
  gint64 jobs;
  gint64 misses;
  /* the last job's, from when it was due to its end */
  gint64 response;
  /* all its processor time */
  gint64 used;
} WorkloadTaskCounts;

WorkloadTask *workload_task_new (TslPage *page, const char *name, const WorkloadTaskTimes *times);
/* Until then it sleeps, and may be given its reserve. */
void workload_task_start (WorkloadTask *self);
/* Ends the thread, too. */
void workload_task_free (WorkloadTask *self);
/* A refused change leaves all unchanged. */
gboolean
workload_task_set_times (WorkloadTask *self, const WorkloadTaskTimes *times, GError **error);
void workload_task_get_times (WorkloadTask *self, WorkloadTaskTimes *times);
gboolean workload_task_set_reserved (WorkloadTask *self, gboolean reserved, GError **error);
gboolean workload_task_get_reserved (WorkloadTask *self);
/* Any thread. */
void workload_task_count (WorkloadTask *self, WorkloadTaskCounts *counts);

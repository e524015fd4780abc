/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/tsl.h>

/* A periodic task: a thread that releases a job of a given processor time in every period, and
 * counts the jobs that miss their deadline, the release of the next job. It has a reserve, or
 * competes like an ordinary thread. */
typedef struct _WorkloadTask WorkloadTask;

/* Times are in nanoseconds. */
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
  /* response time of the last job */
  gint64 response;
  /* processor time since the start */
  gint64 used;
} WorkloadTaskCounts;

WorkloadTask *workload_task_new (TslPage *page, const char *name, const WorkloadTaskTimes *times);
/* Starts the jobs; before, the thread sleeps and can be given its reserve. */
void workload_task_start (WorkloadTask *self);
/* Ends the thread. */
void workload_task_free (WorkloadTask *self);
/* A refused change has no effect. */
gboolean
workload_task_set_times (WorkloadTask *self, const WorkloadTaskTimes *times, GError **error);
void workload_task_get_times (WorkloadTask *self, WorkloadTaskTimes *times);
gboolean workload_task_set_reserved (WorkloadTask *self, gboolean reserved, GError **error);
gboolean workload_task_get_reserved (WorkloadTask *self);
/* Any thread may call it. */
void workload_task_count (WorkloadTask *self, WorkloadTaskCounts *counts);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/elastic.h"

/* The part of its level that a task uses, so that its jobs end in time. */
#define PART_USED 0.9

struct _WorkloadElastic
{
  TslPage *page;
  const char *name;
  gint64 period;
  /* protects the task, which one thread changes and others count */
  TslLock lock;
  WorkloadTask *task;
};

WorkloadElastic *
workload_elastic_new (TslPage *page, const char *name, gint64 period)
{
  WorkloadElastic *self = g_new0 (WorkloadElastic, 1);

  self->page = tsl_page_ref (page);
  self->name = name;
  self->period = period;
  tsl_lock_init (&self->lock);
  return self;
}

/* Frees the task without the lock, so that nobody waits for the thread's end. */
static void
stop (WorkloadElastic *self)
{
  WorkloadTask *task;

  tsl_lock_take (&self->lock);
  task = g_steal_pointer (&self->task);
  tsl_lock_release (&self->lock);
  g_clear_pointer (&task, workload_task_free);
}

void
workload_elastic_free (WorkloadElastic *self)
{
  stop (self);
  tsl_lock_clear (&self->lock);
  tsl_page_unref (self->page);
  g_free (self);
}

static gboolean
start (WorkloadElastic *self, const WorkloadTaskTimes *times, GError **error)
{
  WorkloadTask *task = workload_task_new (self->page, self->name, times);

  if (!workload_task_set_reserved (task, TRUE, error))
    {
      workload_task_free (task);
      return FALSE;
    }
  workload_task_start (task);
  tsl_lock_take (&self->lock);
  self->task = task;
  tsl_lock_release (&self->lock);
  return TRUE;
}

gboolean
workload_elastic_set_level (WorkloadElastic *self, double level, GError **error)
{
  gint64 budget = level * self->period;
  const WorkloadTaskTimes times = { PART_USED * budget, self->period, budget };

  if (level > 0)
    return self->task ? workload_task_set_times (self->task, &times, error)
                      : start (self, &times, error);
  stop (self);
  return TRUE;
}

gboolean
workload_elastic_count (WorkloadElastic *self, WorkloadTaskCounts *counts)
{
  gboolean is_running;

  tsl_lock_take (&self->lock);
  is_running = self->task != NULL;
  if (is_running)
    workload_task_count (self->task, counts);
  tsl_lock_release (&self->lock);
  return is_running;
}

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
  WorkloadTask *task;
};

WorkloadElastic *
workload_elastic_new (TslPage *page, const char *name, gint64 period)
{
  WorkloadElastic *self = g_new0 (WorkloadElastic, 1);

  self->page = tsl_page_ref (page);
  self->name = name;
  self->period = period;
  return self;
}

void
workload_elastic_free (WorkloadElastic *self)
{
  g_clear_pointer (&self->task, workload_task_free);
  tsl_page_unref (self->page);
  g_free (self);
}

static gboolean
start_task (WorkloadElastic *self, const WorkloadTaskTimes *times, GError **error)
{
  WorkloadTask *task = workload_task_new (self->page, self->name, times);

  if (!workload_task_set_reserved (task, TRUE, error))
    {
      workload_task_free (task);
      return FALSE;
    }
  workload_task_start (task);
  self->task = task;
  return TRUE;
}

static gboolean
set_task_level (WorkloadElastic *self, double level, GError **error)
{
  gint64 budget = level * self->period;
  const WorkloadTaskTimes times = { PART_USED * budget, self->period, budget };

  return self->task ? workload_task_set_times (self->task, &times, error)
                    : start_task (self, &times, error);
}

gboolean
workload_elastic_set_level (WorkloadElastic *self, double level, GError **error)
{
  if (level > 0)
    return set_task_level (self, level, error);
  g_clear_pointer (&self->task, workload_task_free);
  return TRUE;
}

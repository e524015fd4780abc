/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/task.h"

#include "threads/clock.h"
#include "threads/worker.h"

struct _WorkloadTask
{
  WorkloadWorker *worker;

  /* accessed atomically: words that the main thread writes, then words that the thread writes */
  WorkloadTaskTimes times;
  WorkloadTaskCounts counts;
};

static gint64
load (const gint64 *word)
{
  return __atomic_load_n (word, __ATOMIC_RELAXED);
}

static void
store (gint64 *word, gint64 value)
{
  __atomic_store_n (word, value, __ATOMIC_RELAXED);
}

/* Counts the jobs that were due meanwhile as missed. Returns the due time of the next job. */
static gint64
finish (WorkloadTask *self, gint64 due, gint64 period)
{
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC);
  gint64 n_late = workload_clock_count_missed (now - due, period);

  store (&self->counts.response, now - due);
  store (&self->counts.used, kernel_clock_read (CLOCK_THREAD_CPUTIME_ID));
  store (&self->counts.jobs, load (&self->counts.jobs) + MAX (n_late, 1));
  store (&self->counts.misses, load (&self->counts.misses) + n_late);
  return due + MAX (n_late, 1) * period;
}

static void
run (gpointer data, const gboolean *is_ending)
{
  WorkloadTask *self = data;
  gint64 due = kernel_clock_read (CLOCK_MONOTONIC);

  while (!__atomic_load_n (is_ending, __ATOMIC_RELAXED))
    {
      workload_clock_nap_until (due, is_ending);
      workload_clock_work (load (&self->times.work), is_ending);
      due = finish (self, due, load (&self->times.period));
    }
}

WorkloadTask *
workload_task_new (TslPage *page, const char *name, const WorkloadTaskTimes *times)
{
  WorkloadTask *self = g_new0 (WorkloadTask, 1);

  self->times = *times;
  self->worker = workload_worker_new (page, name, run, self);
  return self;
}

void
workload_task_start (WorkloadTask *self)
{
  workload_worker_begin (self->worker);
}

void
workload_task_free (WorkloadTask *self)
{
  workload_worker_free (self->worker);
  g_free (self);
}

gboolean
workload_task_set_times (WorkloadTask *self, const WorkloadTaskTimes *times, GError **error)
{
  const TslDemand demand = { times->budget, times->period };

  if (!tsl_demand_validate (&demand, error))
    return FALSE;
  if (workload_task_get_reserved (self)
      && !workload_worker_set_demand (self->worker, &demand, error))
    return FALSE;
  store (&self->times.work, times->work);
  store (&self->times.period, times->period);
  store (&self->times.budget, times->budget);
  return TRUE;
}

void
workload_task_get_times (WorkloadTask *self, WorkloadTaskTimes *times)
{
  *times = self->times;
}

gboolean
workload_task_set_reserved (WorkloadTask *self, gboolean reserved, GError **error)
{
  const TslDemand demand = { self->times.budget, self->times.period };

  return workload_worker_set_demand (self->worker, reserved ? &demand : NULL, error);
}

gboolean
workload_task_get_reserved (WorkloadTask *self)
{
  return workload_worker_get_reserve (self->worker) != NULL;
}

void
workload_task_count (WorkloadTask *self, WorkloadTaskCounts *counts)
{
  counts->jobs = load (&self->counts.jobs);
  counts->misses = load (&self->counts.misses);
  counts->response = load (&self->counts.response);
  counts->used = load (&self->counts.used);
}

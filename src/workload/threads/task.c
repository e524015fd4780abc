/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/task.h"

#include "threads/clock.h"

#include <gscope/trace/sample.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

struct _WorkloadTask
{
  char *name;
  TslPage *page;
  TslReserve *reserve;
  GThread *thread;

  /* accessed atomically: words that the main thread writes, then words that the thread writes */
  WorkloadTaskTimes times;
  gboolean is_started;
  gboolean is_ending;
  WorkloadTaskCounts counts;
  pid_t tid;
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

static gboolean
is_ending (WorkloadTask *self)
{
  return __atomic_load_n (&self->is_ending, __ATOMIC_RELAXED);
}

/* Counts the jobs that were due meanwhile as missed. Returns the due time of the next job. */
static gint64
finish (WorkloadTask *self, gint64 due, gint64 period)
{
  gint64 now = workload_clock_read (CLOCK_MONOTONIC);
  gint64 n_late = workload_clock_count_missed (now - due, period);

  store (&self->counts.response, now - due);
  store (&self->counts.used, workload_clock_read (CLOCK_THREAD_CPUTIME_ID));
  store (&self->counts.jobs, load (&self->counts.jobs) + MAX (n_late, 1));
  store (&self->counts.misses, load (&self->counts.misses) + n_late);
  return due + MAX (n_late, 1) * period;
}

static gpointer
run (gpointer data)
{
  WorkloadTask *self = data;
  gint64 due;

  __atomic_store_n (&self->tid, syscall (SYS_gettid), __ATOMIC_RELEASE);
  while (!__atomic_load_n (&self->is_started, __ATOMIC_RELAXED) && !is_ending (self))
    workload_clock_nap_until (workload_clock_read (CLOCK_MONOTONIC) + GSCOPE_MSEC,
                              &self->is_ending);
  due = workload_clock_read (CLOCK_MONOTONIC);
  while (!is_ending (self))
    {
      workload_clock_nap_until (due, &self->is_ending);
      workload_clock_work (load (&self->times.work), &self->is_ending);
      due = finish (self, due, load (&self->times.period));
    }
  return NULL;
}

WorkloadTask *
workload_task_new (TslPage *page, const char *name, const WorkloadTaskTimes *times)
{
  WorkloadTask *self = g_new0 (WorkloadTask, 1);

  self->name = g_strdup (name);
  self->page = tsl_page_ref (page);
  self->times = *times;
  self->thread = g_thread_new (name, run, self);
  while (__atomic_load_n (&self->tid, __ATOMIC_ACQUIRE) == 0)
    g_usleep (100);
  return self;
}

void
workload_task_start (WorkloadTask *self)
{
  __atomic_store_n (&self->is_started, TRUE, __ATOMIC_RELAXED);
}

void
workload_task_free (WorkloadTask *self)
{
  __atomic_store_n (&self->is_ending, TRUE, __ATOMIC_RELAXED);
  g_clear_pointer (&self->reserve, tsl_reserve_free);
  g_thread_join (self->thread);
  tsl_page_unref (self->page);
  g_free (self->name);
  g_free (self);
}

gboolean
workload_task_set_times (WorkloadTask *self, const WorkloadTaskTimes *times, GError **error)
{
  const TslDemand demand = { times->budget, times->period };

  if (!tsl_demand_validate (&demand, error))
    return FALSE;
  if (self->reserve && !tsl_reserve_change (self->reserve, &demand, error))
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

  if (!reserved)
    g_clear_pointer (&self->reserve, tsl_reserve_free);
  else if (!self->reserve)
    self->reserve = tsl_reserve_new (self->page, self->name, self->tid, &demand, error);
  return reserved == (self->reserve != NULL);
}

gboolean
workload_task_get_reserved (WorkloadTask *self)
{
  return self->reserve != NULL;
}

void
workload_task_count (WorkloadTask *self, WorkloadTaskCounts *counts)
{
  counts->jobs = load (&self->counts.jobs);
  counts->misses = load (&self->counts.misses);
  counts->response = load (&self->counts.response);
  counts->used = load (&self->counts.used);
}

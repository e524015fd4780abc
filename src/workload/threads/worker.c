/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/worker.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

struct _WorkloadWorker
{
  char *name;
  TslPage *page;
  TslReserve *reserve;
  GThread *thread;
  WorkloadWork work;
  gpointer data;
  /* accessed atomically */
  gboolean is_ending;

  pthread_mutex_t mutex;
  pthread_cond_t changed;
  /* protected by the mutex */
  pid_t tid;
  gboolean may_work;
};

static gpointer
run (gpointer data)
{
  WorkloadWorker *self = data;

  pthread_mutex_lock (&self->mutex);
  self->tid = syscall (SYS_gettid);
  pthread_cond_broadcast (&self->changed);
  while (!self->may_work)
    pthread_cond_wait (&self->changed, &self->mutex);
  pthread_mutex_unlock (&self->mutex);
  self->work (self->data, &self->is_ending);
  return NULL;
}

WorkloadWorker *
workload_worker_new (TslPage *page, const char *name, WorkloadWork work, gpointer data)
{
  WorkloadWorker *self = g_new0 (WorkloadWorker, 1);

  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->changed, NULL);
  self->name = g_strdup (name);
  self->page = tsl_page_ref (page);
  self->work = work;
  self->data = data;
  self->thread = g_thread_new (name, run, self);
  pthread_mutex_lock (&self->mutex);
  while (self->tid == 0)
    pthread_cond_wait (&self->changed, &self->mutex);
  pthread_mutex_unlock (&self->mutex);
  return self;
}

void
workload_worker_begin (WorkloadWorker *self)
{
  pthread_mutex_lock (&self->mutex);
  self->may_work = TRUE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

static void
end (WorkloadWorker *self)
{
  __atomic_store_n (&self->is_ending, TRUE, __ATOMIC_RELAXED);
  workload_worker_begin (self);
}

void
workload_worker_join (WorkloadWorker *self)
{
  end (self);
  g_thread_join (g_steal_pointer (&self->thread));
}

void
workload_worker_free (WorkloadWorker *self)
{
  end (self);
  g_clear_pointer (&self->reserve, tsl_reserve_free);
  if (self->thread)
    g_thread_join (self->thread);
  tsl_page_unref (self->page);
  pthread_mutex_destroy (&self->mutex);
  pthread_cond_destroy (&self->changed);
  g_free (self->name);
  g_free (self);
}

gboolean
workload_worker_set_demand (WorkloadWorker *self, const TslDemand *demand, GError **error)
{
  if (!demand)
    g_clear_pointer (&self->reserve, tsl_reserve_free);
  else if (self->reserve)
    return tsl_reserve_change (self->reserve, demand, error);
  else
    self->reserve = tsl_reserve_new (self->page, self->name, self->tid, demand, error);
  return !demand || self->reserve;
}

TslReserve *
workload_worker_get_reserve (WorkloadWorker *self)
{
  return self->reserve;
}

pid_t
workload_worker_get_tid (WorkloadWorker *self)
{
  return self->tid;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "loads/load.h"

#include <pthread.h>
#include <time.h>

/* milliseconds between two rounds, in which the machine has no load */
#define PAUSE 100
#define MSEC 1000000
#define SEC (1000 * MSEC)

struct _WorkloadLoad
{
  const WorkloadLoadKind *kind;
  gpointer state;
  gint64 *n_rounds;
  GThread *thread;

  pthread_mutex_t mutex;
  pthread_cond_t changed;
  gboolean is_ending;
};

gboolean
workload_load_is_ending (WorkloadLoad *self)
{
  return __atomic_load_n (&self->is_ending, __ATOMIC_RELAXED);
}

gboolean
workload_load_pause (WorkloadLoad *self, guint time)
{
  struct timespec until;

  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_sec += time / 1000;
  until.tv_nsec += time % 1000 * MSEC;
  if (until.tv_nsec >= SEC)
    {
      until.tv_nsec -= SEC;
      until.tv_sec++;
    }
  pthread_mutex_lock (&self->mutex);
  while (!workload_load_is_ending (self)
         && pthread_cond_timedwait (&self->changed, &self->mutex, &until) == 0)
    ;
  pthread_mutex_unlock (&self->mutex);
  return !workload_load_is_ending (self);
}

static gpointer
run (gpointer data)
{
  WorkloadLoad *self = data;

  while (!workload_load_is_ending (self))
    {
      if (self->kind->work (self, self->state))
        __atomic_fetch_add (self->n_rounds, 1, __ATOMIC_RELAXED);
      workload_load_pause (self, PAUSE);
    }
  return NULL;
}

static void
init_condition (pthread_cond_t *condition)
{
  pthread_condattr_t attributes;

  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (condition, &attributes);
  pthread_condattr_destroy (&attributes);
}

WorkloadLoad *
workload_load_new (const WorkloadLoadKind *kind, gint64 *n_rounds, GError **error)
{
  gpointer state = kind->open (error);
  WorkloadLoad *self;

  if (!state)
    return NULL;
  self = g_new0 (WorkloadLoad, 1);
  self->kind = kind;
  self->state = state;
  self->n_rounds = n_rounds;
  pthread_mutex_init (&self->mutex, NULL);
  init_condition (&self->changed);
  self->thread = g_thread_new (kind->name, run, self);
  return self;
}

void
workload_load_free (WorkloadLoad *self)
{
  pthread_mutex_lock (&self->mutex);
  __atomic_store_n (&self->is_ending, TRUE, __ATOMIC_RELAXED);
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
  g_thread_join (self->thread);
  self->kind->close (self->state);
  pthread_mutex_destroy (&self->mutex);
  pthread_cond_destroy (&self->changed);
  g_free (self);
}

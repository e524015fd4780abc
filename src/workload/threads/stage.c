/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/stage.h"

#include <kernel-clock.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Items are pointers that are never dereferenced. */
#define ITEM(self) (self)

/* Number of cheap checks of the time between two readings of the processor time. */
enum
{
  N_CHECKS = 64,
};

static void
store (double *word, double value)
{
  __atomic_store (word, &value, __ATOMIC_RELAXED);
}

static double
load (const double *word)
{
  double value;

  __atomic_load (word, &value, __ATOMIC_RELAXED);
  return value;
}

void
workload_wave_set (WorkloadWave *self, double least, double ratio, double period)
{
  store (&self->least, least);
  store (&self->ratio, ratio);
  store (&self->period, period);
}

double
workload_wave_get (const WorkloadWave *self, gint64 time)
{
  gint64 period = load (&self->period);
  double least = load (&self->least);

  return period > 0 && time % period < period / 2 ? least * load (&self->ratio) : least;
}

WorkloadStage *
workload_stage_new (TslPage *page, const char *name, gint64 granularity, TslQueue *in,
                    TslQueue *out)
{
  WorkloadStage *self = g_new0 (WorkloadStage, 1);

  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->changed, NULL);
  self->progress = tsl_progress_new (page, name, granularity);
  self->in = in ? tsl_queue_ref (in) : NULL;
  self->out = out ? tsl_queue_ref (out) : NULL;
  if (in)
    tsl_progress_add_queue (self->progress, in, TSL_QUEUE_END_HEAD);
  else
    tsl_progress_set (self->progress, 0);
  return self;
}

void
workload_stage_free (WorkloadStage *self)
{
  tsl_progress_free (self->progress);
  g_clear_pointer (&self->in, tsl_queue_unref);
  g_clear_pointer (&self->out, tsl_queue_unref);
  pthread_mutex_destroy (&self->mutex);
  pthread_cond_destroy (&self->changed);
  g_free (self);
}

/* Work on one item. */

static void
begin_item (WorkloadStage *self, gint64 now)
{
  self->has_item = TRUE;
  self->worth = tsl_progress_get_granularity (self->progress);
  self->left += workload_wave_get (&self->wave, now - self->begin) * self->worth;
}

static void
end_item (WorkloadStage *self)
{
  self->has_item = FALSE;
  if (self->out)
    tsl_queue_try_push (self->out, ITEM (self), self->time_stamp);
  if (self->in)
    return;
  self->time_stamp += self->worth;
  tsl_progress_set (self->progress, self->time_stamp);
}

/* In a thread. */

/* An item's excess time is subtracted from the next item. Each check of a suspended thread sleeps. */
static void
burn (WorkloadStage *self)
{
  gint64 begin = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID), used = 0;

  while (used < self->left && !g_atomic_int_get (&self->must_end))
    {
      for (guint i = 0; i < N_CHECKS && !tsl_realrate_thread_check (self->control); i++)
        ;
      used = kernel_clock_read (CLOCK_THREAD_CPUTIME_ID) - begin;
    }
  self->left -= used;
}

static gboolean
wait_to_work (WorkloadStage *self)
{
  gboolean may_work;

  pthread_mutex_lock (&self->mutex);
  self->tid = syscall (SYS_gettid);
  pthread_cond_broadcast (&self->changed);
  while (!self->may_work && !self->must_end)
    pthread_cond_wait (&self->changed, &self->mutex);
  may_work = self->may_work;
  pthread_mutex_unlock (&self->mutex);
  return may_work;
}

static gpointer
work (gpointer data)
{
  WorkloadStage *self = data;

  if (!wait_to_work (self))
    return NULL;
  while (!g_atomic_int_get (&self->must_end))
    {
      if (self->in && !tsl_queue_pop (self->in, &self->time_stamp))
        return NULL;
      begin_item (self, kernel_clock_read (CLOCK_MONOTONIC));
      burn (self);
      end_item (self);
    }
  return NULL;
}

pid_t
workload_stage_spawn (WorkloadStage *self, gint64 begin)
{
  self->begin = begin;
  self->thread = g_thread_new (tsl_progress_get_name (self->progress), work, self);
  pthread_mutex_lock (&self->mutex);
  while (self->tid == 0)
    pthread_cond_wait (&self->changed, &self->mutex);
  pthread_mutex_unlock (&self->mutex);
  return self->tid;
}

void
workload_stage_go (WorkloadStage *self, TslRealrateThread *control)
{
  pthread_mutex_lock (&self->mutex);
  self->control = control;
  self->may_work = TRUE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

void
workload_stage_join (WorkloadStage *self)
{
  if (!self->thread)
    return;
  pthread_mutex_lock (&self->mutex);
  g_atomic_int_set (&self->must_end, TRUE);
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
  g_thread_join (g_steal_pointer (&self->thread));
}

/* In a simulation. */

/* A thread's unused share is lost. */
static gboolean
find_item (WorkloadStage *self, gint64 now)
{
  if (!self->has_item && self->in && !tsl_queue_try_pop (self->in, &self->time_stamp))
    {
      self->budget = 0;
      return FALSE;
    }
  if (!self->has_item)
    begin_item (self, now);
  return TRUE;
}

void
workload_stage_simulate (WorkloadStage *self, gint64 now, gint64 passed)
{
  self->budget += passed * tsl_realrate_thread_get_proportion (self->control);
  while (self->budget > 0 && find_item (self, now))
    {
      double part = MIN (self->left, self->budget);

      self->left -= part;
      self->budget -= part;
      if (self->left > 0)
        return;
      end_item (self);
    }
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/witness.h"

#include <kernel-clock.h>
#include <sched.h>

/* How many absences a processor keeps. */
#define N_KEPT 64

typedef struct
{
  GThread *thread;
  int processor;
  /* accessed atomically */
  gboolean is_ending;
  GMutex mutex;
  /* protected by the mutex; the number of all that were noted */
  WorkloadAbsence absences[N_KEPT];
  guint n_noted;
} Observer;

struct _WorkloadWitness
{
  GPtrArray *observers;
};

static void
note (Observer *self, gint64 begin, gint64 end)
{
  g_mutex_lock (&self->mutex);
  self->absences[self->n_noted++ % N_KEPT] = (WorkloadAbsence){ begin, end };
  g_mutex_unlock (&self->mutex);
}

static gpointer
observe (gpointer data)
{
  Observer *self = data;
  gint64 last, now;
  cpu_set_t set;

  CPU_ZERO (&set);
  CPU_SET (self->processor, &set);
  /* without its processor it would note absences from others */
  if (sched_setaffinity (0, sizeof set, &set) != 0)
    return NULL;
  last = kernel_clock_read (CLOCK_MONOTONIC);
  while (!__atomic_load_n (&self->is_ending, __ATOMIC_RELAXED))
    {
      now = kernel_clock_read (CLOCK_MONOTONIC);
      if (now - last >= WORKLOAD_ABSENCE_LEAST)
        {
          note (self, last, now);
          now = kernel_clock_read (CLOCK_MONOTONIC);
        }
      last = now;
    }
  return NULL;
}

static void
observer_free (gpointer data)
{
  Observer *self = data;

  g_thread_join (self->thread);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static void
add (WorkloadWitness *self, int processor)
{
  Observer *observer = g_new0 (Observer, 1);

  g_mutex_init (&observer->mutex);
  observer->processor = processor;
  observer->thread = g_thread_new ("witness", observe, observer);
  g_ptr_array_add (self->observers, observer);
}

WorkloadWitness *
workload_witness_new (void)
{
  WorkloadWitness *self = g_new0 (WorkloadWitness, 1);
  cpu_set_t set;

  self->observers = g_ptr_array_new_with_free_func (observer_free);
  CPU_ZERO (&set);
  sched_getaffinity (0, sizeof set, &set);
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET (i, &set))
      add (self, i);
  return self;
}

void
workload_witness_free (WorkloadWitness *self)
{
  for (guint i = 0; i < self->observers->len; i++)
    __atomic_store_n (&((Observer *) self->observers->pdata[i])->is_ending, TRUE, __ATOMIC_RELAXED);
  g_ptr_array_unref (self->observers);
  g_free (self);
}

static gboolean
find (Observer *self, gint64 time, WorkloadAbsence *absence)
{
  gboolean is_found = FALSE;

  g_mutex_lock (&self->mutex);
  for (guint i = 0; i < MIN (self->n_noted, N_KEPT) && !is_found; i++)
    {
      *absence = self->absences[i];
      is_found = absence->begin <= time && time <= absence->end;
    }
  g_mutex_unlock (&self->mutex);
  return is_found;
}

gboolean
workload_witness_find (WorkloadWitness *self, int processor, gint64 time, WorkloadAbsence *absence)
{
  for (guint i = 0; i < self->observers->len; i++)
    {
      Observer *observer = self->observers->pdata[i];

      if (observer->processor == processor)
        return find (observer, time, absence);
    }
  return FALSE;
}

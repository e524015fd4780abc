/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "loads/load.h"

#include "threads/clock.h"

/* milliseconds between two rounds, in which the machine has no load */
#define PAUSE 100
#define MSEC G_GINT64_CONSTANT (1000000)

struct _WorkloadLoad
{
  const WorkloadLoadKind *kind;
  gpointer state;
  gint64 *n_rounds;
  GThread *thread;
  /* accessed atomically */
  gboolean is_ending;
};

const WorkloadLoadKind *const workload_load_kinds[WORKLOAD_N_LOADS] = {
  &workload_load_memory, &workload_load_caps_lock, &workload_load_console,  &workload_load_io,
  &workload_load_procfs, &workload_load_fork,      &workload_load_compiler,
};

gboolean
workload_load_is_ending (WorkloadLoad *self)
{
  return __atomic_load_n (&self->is_ending, __ATOMIC_RELAXED);
}

gboolean
workload_load_pause (WorkloadLoad *self, guint time)
{
  workload_clock_nap_until (kernel_clock_read (CLOCK_MONOTONIC) + time * MSEC, &self->is_ending);
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
  self->thread = g_thread_new (kind->name, run, self);
  return self;
}

void
workload_load_free (WorkloadLoad *self)
{
  __atomic_store_n (&self->is_ending, TRUE, __ATOMIC_RELAXED);
  g_thread_join (self->thread);
  self->kind->close (self->state);
  g_free (self);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/spinners.h"

#include <sched.h>

typedef struct
{
  GThread *thread;
  int processor;
  /* accessed atomically */
  gboolean is_ending;
} Spinner;

struct _WorkloadSpinners
{
  GPtrArray *spinners;
};

/* If the thread may not choose its processor, it competes on any processor. */
static gpointer
spin (gpointer data)
{
  Spinner *self = data;
  cpu_set_t set;

  CPU_ZERO (&set);
  CPU_SET (self->processor, &set);
  sched_setaffinity (0, sizeof set, &set);
  while (!__atomic_load_n (&self->is_ending, __ATOMIC_RELAXED))
    ;
  return NULL;
}

static void
spinner_free (gpointer data)
{
  Spinner *self = data;

  __atomic_store_n (&self->is_ending, TRUE, __ATOMIC_RELAXED);
  g_thread_join (self->thread);
  g_free (self);
}

WorkloadSpinners *
workload_spinners_new (void)
{
  WorkloadSpinners *self = g_new0 (WorkloadSpinners, 1);

  self->spinners = g_ptr_array_new_with_free_func (spinner_free);
  return self;
}

void
workload_spinners_free (WorkloadSpinners *self)
{
  workload_spinners_set_number (self, 0);
  g_ptr_array_unref (self->spinners);
  g_free (self);
}

static void
add (WorkloadSpinners *self, int processor)
{
  Spinner *spinner = g_new0 (Spinner, 1);

  spinner->processor = processor;
  spinner->thread = g_thread_new ("spin", spin, spinner);
  g_ptr_array_add (self->spinners, spinner);
}

/* Ends all threads at the same time: ended one by one, each would have to wait for a processor. */
static void
end_from (WorkloadSpinners *self, guint first)
{
  for (guint i = first; i < self->spinners->len; i++)
    __atomic_store_n (&((Spinner *) self->spinners->pdata[i])->is_ending, TRUE, __ATOMIC_RELAXED);
  g_ptr_array_set_size (self->spinners, first);
}

/* Distributes the threads over all processors that the process may use. */
guint
workload_spinners_set_number (WorkloadSpinners *self, guint per_processor)
{
  cpu_set_t set;
  guint wanted;
  int processor = 0;

  CPU_ZERO (&set);
  if (sched_getaffinity (0, sizeof set, &set) != 0 || CPU_COUNT (&set) == 0)
    CPU_SET (0, &set);
  wanted = per_processor * CPU_COUNT (&set);
  if (self->spinners->len > wanted)
    end_from (self, wanted);
  if (self->spinners->len > 0)
    processor = ((Spinner *) self->spinners->pdata[self->spinners->len - 1])->processor + 1;
  for (; self->spinners->len < wanted; processor++)
    if (CPU_ISSET (processor % CPU_SETSIZE, &set))
      add (self, processor % CPU_SETSIZE);
  return wanted;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-bpf/wakeups.h>

#include <tsl-bpf/kernel-program.h>
#include <tsl-bpf/wakeups-kernel.h>

struct _Wakeups
{
  KernelProgram *program;
  WakeupsWords *words;

  /* counts at the last reading, and their increase between the last two readings */
  guint64 before[WAKEUPS_N_BUCKETS];
  guint64 buckets[WAKEUPS_N_BUCKETS];
};

typedef struct
{
  WakeupFunc func;
  gpointer data;
} Reader;

Wakeups *
wakeups_new (GError **error)
{
  KernelProgram *program =
      kernel_program_new ("wakeups", sizeof (WakeupsWords), WAKEUPS_N_COUNTS, error);
  Wakeups *self;

  if (!program)
    return NULL;
  self = g_new0 (Wakeups, 1);
  self->program = program;
  self->words = kernel_program_get_words (program);
  return self;
}

void
wakeups_free (Wakeups *self)
{
  kernel_program_free (self->program);
  g_free (self);
}

void
wakeups_watch (Wakeups *self, pid_t tid)
{
  __atomic_store_n (&self->words->watched, tid, __ATOMIC_RELAXED);
}

void
wakeups_choose (Wakeups *self, pid_t process, gint64 threshold)
{
  __atomic_store_n (&self->words->process, process, __ATOMIC_RELAXED);
  __atomic_store_n (&self->words->threshold, (guint64) threshold + 1, __ATOMIC_RELAXED);
}

/* Events. */

static void
on_event (gconstpointer memory, gpointer data)
{
  const WakeupsEvent *event = memory;
  const Reader *reader = data;
  Wakeup wakeup = { event->time, event->latency, event->timer, event->tid, event->is_watched };

  if (event->timer == WAKEUPS_NO_TIME)
    wakeup.timer = -1;
  reader->func (&wakeup, reader->data);
}

gsize
wakeups_read (Wakeups *self, WakeupFunc func, gpointer data)
{
  Reader reader = { func, data };

  return kernel_program_read_events (self->program, on_event, &reader);
}

/* Counts. */

void
wakeups_count (Wakeups *self, WakeupCounts *counts)
{
  guint64 all[WAKEUPS_N_COUNTS];

  kernel_program_read_counts (self->program, all);
  for (guint i = 0; i < WAKEUPS_N_BUCKETS; i++)
    {
      self->buckets[i] = all[WAKEUPS_BUCKETS + i] - self->before[i];
      self->before[i] = all[WAKEUPS_BUCKETS + i];
    }
  *counts = (WakeupCounts){
    .n = all[WAKEUPS_N],
    .sum = all[WAKEUPS_SUM],
    .n_events = all[WAKEUPS_EVENTS],
    .n_lost = all[WAKEUPS_LOST],
    .n_lost_watched = all[WAKEUPS_LOST_WATCHED],
    .n_unseen = all[WAKEUPS_UNSEEN],
    .n_unseen_watched = all[WAKEUPS_UNSEEN_WATCHED],
    .n_displaced = all[WAKEUPS_DISPLACED],
  };
}

/* Returns the upper bound of a bucket's latencies (exclusive). */
static gint64
find_end (guint bucket)
{
  guint octave = WAKEUPS_FIRST_OCTAVE + (bucket >> WAKEUPS_PART_BITS);
  guint part = bucket & ((1 << WAKEUPS_PART_BITS) - 1);

  return (gint64) ((1 << WAKEUPS_PART_BITS) + part + 1) << (octave - WAKEUPS_PART_BITS);
}

gint64
wakeups_get_quantile (Wakeups *self, double share)
{
  guint64 n = 0, sum = 0;

  for (guint i = 0; i < WAKEUPS_N_BUCKETS; i++)
    n += self->buckets[i];
  for (guint i = 0; i < WAKEUPS_N_BUCKETS; i++)
    {
      sum += self->buckets[i];
      if (n > 0 && sum >= share * n)
        return find_end (i);
    }
  return -1;
}

gint64
wakeups_take_maximum (Wakeups *self)
{
  guint64 maximum = __atomic_exchange_n (&self->words->maximum, 0, __ATOMIC_RELAXED);

  return maximum > 0 ? (gint64) maximum : -1;
}

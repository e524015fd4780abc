/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "wakeups.h"

#include <gscope/trace/gap.h>
#include <kernel-clock.h>
#include <pthread.h>

#define USEC 1e3

enum
{
  /* At 50,000 wake-ups a second the kernel's ring holds those of 0.6 s. */
  INTERVAL = 40 * GSCOPE_MSEC,
  /* The counts of all processors are read less often than events. */
  N_READS_A_COUNT = 3,
  /* Minimum number of wake-ups from which the parts are computed. */
  MIN_WAKEUPS = 20,
};

typedef struct
{
  GscopeProducer *producer;
  gint64 last_time;
  guint64 n_lost;
  guint64 n_unseen;
} Stream;

typedef struct
{
  gint64 n;
  gint64 timer;
  gint64 preemption;
} Parts;

struct _PreemptionWakeups
{
  Wakeups *wakeups;
  GscopeClock *clock;
  GThread *thread;

  pthread_mutex_t mutex;
  pthread_cond_t changed;
  gboolean is_stopping;
  PreemptionWakeupReadings readings;

  /* used by the thread alone */
  Stream late;
  Stream timer;
  Stream preemption;
  gint64 offset;
  Parts parts;
  guint64 n;
  gint64 count_time;
};

/* The thread. */

/* Events of different processors may arrive out of order. */
static void
push (Stream *self, gint64 time, gint64 value)
{
  self->last_time = MAX (self->last_time, time);
  gscope_producer_push (self->producer, self->last_time, value / USEC);
}

static void
tell_lost (Stream *self, GscopeLoss cause, guint64 *before, guint64 now)
{
  if (now > *before)
    gscope_producer_tell_lost (self->producer, cause, now - *before);
  *before = now;
}

static void
report_lost (Stream *self, guint64 n_lost, guint64 n_unseen)
{
  tell_lost (self, GSCOPE_LOSS_RING_FULL, &self->n_lost, n_lost);
  tell_lost (self, GSCOPE_LOSS_UNSEEN, &self->n_unseen, n_unseen);
}

static void
on_wakeup (const Wakeup *wakeup, gpointer data)
{
  PreemptionWakeups *self = data;
  gint64 time = wakeup->time + self->offset;

  if (!wakeup->is_watched)
    {
      push (&self->late, time, wakeup->latency);
      return;
    }
  if (wakeup->timer < 0)
    return;
  push (&self->timer, time, wakeup->timer);
  push (&self->preemption, time, wakeup->latency);
  self->parts.n++;
  self->parts.timer += wakeup->timer;
  self->parts.preemption += wakeup->latency;
}

static double
or_gap (gint64 value)
{
  return value >= 0 ? value / USEC : gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
}

static void
work_out_parts (PreemptionWakeups *self, PreemptionWakeupReadings *readings)
{
  Parts *parts = &self->parts;

  if (parts->n < MIN_WAKEUPS)
    return;
  readings->timer = parts->timer / USEC / parts->n;
  readings->preemption = parts->preemption / USEC / parts->n;
  *parts = (Parts){ 0 };
}

static void
count (PreemptionWakeups *self)
{
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC);
  WakeupCounts counts;

  wakeups_count (self->wakeups, &counts);
  report_lost (&self->late, counts.n_lost, counts.n_unseen);
  report_lost (&self->timer, counts.n_lost_watched, counts.n_unseen_watched);
  report_lost (&self->preemption, counts.n_lost_watched, counts.n_unseen_watched);
  pthread_mutex_lock (&self->mutex);
  self->readings.rate = (counts.n - self->n) * (double) GSCOPE_SEC / (now - self->count_time);
  self->readings.median = or_gap (wakeups_get_quantile (self->wakeups, 0.5));
  self->readings.high = or_gap (wakeups_get_quantile (self->wakeups, 0.99));
  self->readings.maximum = or_gap (wakeups_take_maximum (self->wakeups));
  work_out_parts (self, &self->readings);
  pthread_mutex_unlock (&self->mutex);
  self->n = counts.n;
  self->count_time = now;
}

/* Sleeps until a multiple of the interval, at which pollers wake, too, so that a sleeping processor
 * is woken only once. Returns FALSE when the thread has to end. */
static gboolean
await (PreemptionWakeups *self)
{
  gint64 due = (kernel_clock_read (CLOCK_MONOTONIC) / INTERVAL + 1) * INTERVAL;
  struct timespec until = { due / GSCOPE_SEC, due % GSCOPE_SEC };
  gboolean is_stopping;
  int result = 0;

  pthread_mutex_lock (&self->mutex);
  while (!self->is_stopping && result == 0)
    result = pthread_cond_timedwait (&self->changed, &self->mutex, &until);
  is_stopping = self->is_stopping;
  pthread_mutex_unlock (&self->mutex);
  return !is_stopping;
}

static void
take (PreemptionWakeups *self)
{
  self->offset = gscope_clock_get_time (self->clock) - kernel_clock_read (CLOCK_MONOTONIC);
  wakeups_read (self->wakeups, on_wakeup, self);
}

static gpointer
run (gpointer data)
{
  PreemptionWakeups *self = data;

  for (guint n = 1; await (self); n++)
    {
      take (self);
      if (n % N_READS_A_COUNT == 0)
        count (self);
    }
  take (self);
  count (self);
  return NULL;
}

/* Functions for other threads. */

static void
init_changed (pthread_cond_t *changed)
{
  pthread_condattr_t attributes;

  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (changed, &attributes);
  pthread_condattr_destroy (&attributes);
}

PreemptionWakeups *
preemption_wakeups_new (Wakeups *wakeups, GscopeClock *clock, const PreemptionStreams *streams)
{
  PreemptionWakeups *self = g_new0 (PreemptionWakeups, 1);

  self->wakeups = wakeups;
  self->clock = g_object_ref (clock);
  pthread_mutex_init (&self->mutex, NULL);
  init_changed (&self->changed);
  preemption_wakeup_readings_clear (&self->readings, GSCOPE_GAP_CAUSE_NO_VALUE);
  self->late.producer = gscope_signal_create_producer (streams->late);
  self->timer.producer = gscope_signal_create_producer (streams->timer);
  self->preemption.producer = gscope_signal_create_producer (streams->preemption);
  self->count_time = kernel_clock_read (CLOCK_MONOTONIC);
  self->thread = g_thread_new ("wake-ups", run, self);
  return self;
}

void
preemption_wakeups_free (PreemptionWakeups *self)
{
  pthread_mutex_lock (&self->mutex);
  self->is_stopping = TRUE;
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
  g_thread_join (self->thread);
  wakeups_free (self->wakeups);
  gscope_producer_unref (self->late.producer);
  gscope_producer_unref (self->timer.producer);
  gscope_producer_unref (self->preemption.producer);
  pthread_mutex_destroy (&self->mutex);
  pthread_cond_destroy (&self->changed);
  g_object_unref (self->clock);
  g_free (self);
}

Wakeups *
preemption_wakeups_get (PreemptionWakeups *self)
{
  return self->wakeups;
}

void
preemption_wakeups_read (PreemptionWakeups *self, PreemptionWakeupReadings *readings)
{
  pthread_mutex_lock (&self->mutex);
  *readings = self->readings;
  pthread_mutex_unlock (&self->mutex);
}

void
preemption_wakeup_readings_clear (PreemptionWakeupReadings *self, GscopeGapCause cause)
{
  double gap = gscope_gap_value (cause);

  *self = (PreemptionWakeupReadings){ gap, gap, gap, gap, gap, gap };
}

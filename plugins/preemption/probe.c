/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "probe.h"

#include <gscope/signal/producer.h>
#include <tsl/page/lock.h>
#include <unistd.h>

#define USEC 1e3
/* Minimum number of wake-ups from which the parts are computed. */
#define MIN_WAKEUPS 100

struct _PreemptionProbe
{
  TslLatency *latency;
  GscopeProducer *producer;
  GThread *thread;

  TslLock lock;
  gboolean is_running;
  int priority;
  pid_t tid;

  /* used by the reader alone */
  gint64 waited;
  TslLatencyStatistics base;
  double timer;
  double preemption;
};

/* The probe's thread. */

static void
signal_running (PreemptionProbe *self)
{
  tsl_lock_take (&self->lock);
  self->is_running = TRUE;
  self->tid = gettid ();
  self->priority = tsl_latency_get_priority (self->latency);
  tsl_lock_wake (&self->lock);
  tsl_lock_release (&self->lock);
}

static void
on_wake (gint64 time, gint64 latency, gpointer data)
{
  PreemptionProbe *self = data;

  if (G_UNLIKELY (self->tid == 0))
    signal_running (self);
  gscope_producer_push_now (self->producer, latency / USEC);
}

static gpointer
run (gpointer data)
{
  tsl_latency_run (((PreemptionProbe *) data)->latency);
  return NULL;
}

/* Functions for other threads. */

/* Returns how long the thread has waited on the run queue: the second number of schedstat
 * (Documentation/scheduler/sched-stats.rst). The third number is how often it ran, and 0 in kernels
 * without this account. */
static gint64
read_waited (PreemptionProbe *self)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/schedstat", self->tid);
  g_autofree char *text = NULL;
  gint64 waited;
  char *end;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return -1;
  g_ascii_strtoll (text, &end, 10);
  waited = g_ascii_strtoll (end, &end, 10);
  return g_ascii_strtoll (end, NULL, 10) > 0 ? waited : -1;
}

PreemptionProbe *
preemption_probe_new (GscopeSignal *latencies, gint64 period, gint64 threshold)
{
  PreemptionProbe *self = g_new0 (PreemptionProbe, 1);

  tsl_lock_init (&self->lock);
  self->timer = self->preemption = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
  self->producer = gscope_signal_create_producer (latencies);
  self->latency = tsl_latency_new (NULL, "probe", on_wake, self);
  tsl_latency_set_period (self->latency, period);
  tsl_latency_set_threshold (self->latency, threshold);
  self->thread = g_thread_new ("preemption", run, self);
  return self;
}

void
preemption_probe_free (PreemptionProbe *self)
{
  tsl_latency_stop (self->latency);
  g_thread_join (self->thread);
  tsl_latency_free (self->latency);
  gscope_producer_unref (self->producer);
  tsl_lock_clear (&self->lock);
  g_free (self);
}

TslLatency *
preemption_probe_get (PreemptionProbe *self)
{
  return self->latency;
}

int
preemption_probe_await (PreemptionProbe *self)
{
  tsl_lock_take (&self->lock);
  while (!self->is_running)
    tsl_lock_wait (&self->lock);
  tsl_lock_release (&self->lock);
  return self->priority;
}

pid_t
preemption_probe_get_tid (PreemptionProbe *self)
{
  return self->tid;
}

gboolean
preemption_probe_has_shares (PreemptionProbe *self)
{
  return read_waited (self) >= 0;
}

static void
read_shares (PreemptionProbe *self, const TslLatencyStatistics *now)
{
  gint64 n = now->n - self->base.n;
  gint64 waited;
  double mean;

  if (n >= 0 && n < MIN_WAKEUPS)
    return;
  waited = read_waited (self);
  if (waited < 0)
    return;
  /* not across a reset, and not at the first reading */
  if (n > 0 && self->base.n > 0)
    {
      mean = (now->sum - self->base.sum) / USEC / n;
      self->preemption = MIN ((waited - self->waited) / USEC / n, mean);
      self->timer = mean - self->preemption;
    }
  self->base = *now;
  self->waited = waited;
}

void
preemption_probe_read (PreemptionProbe *self, PreemptionReadings *readings)
{
  TslLatencyStatistics now;

  tsl_latency_get_statistics (self->latency, &now);
  read_shares (self, &now);
  if (now.n == 0)
    return;
  readings->mean = now.sum / USEC / now.n;
  readings->maximum = now.maximum / USEC;
  readings->recent = now.recent / USEC;
  readings->above = now.n_above;
  readings->timer = self->timer;
  readings->preemption = self->preemption;
}

void
preemption_readings_clear (PreemptionReadings *self, GscopeGapCause cause)
{
  double gap = gscope_gap_value (cause);

  *self = (PreemptionReadings){ gap, gap, gap, gap, gap, gap };
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/capture.h"

#include "threads/clock.h"

/* Items are pointers that are never dereferenced. */
#define ITEM(self) (self)

WorkloadCapture *
workload_capture_new (TslPage *page, TslQueue *out, gint64 granularity)
{
  WorkloadCapture *self = g_new0 (WorkloadCapture, 1);

  self->page = tsl_page_ref (page);
  self->out = tsl_queue_ref (out);
  self->granularity = granularity;
  return self;
}

void
workload_capture_free (WorkloadCapture *self)
{
  g_atomic_int_set (&self->must_end, TRUE);
  if (self->thread)
    g_thread_join (self->thread);
  tsl_queue_unref (self->out);
  tsl_page_unref (self->page);
  g_free (self);
}

void
workload_capture_set_granularity (WorkloadCapture *self, gint64 granularity)
{
  __atomic_store_n (&self->granularity, granularity, __ATOMIC_RELAXED);
}

void
workload_capture_run (WorkloadCapture *self, gint64 now)
{
  gint64 granularity = __atomic_load_n (&self->granularity, __ATOMIC_RELAXED);

  for (; self->next <= now; self->next += granularity)
    tsl_queue_try_push (self->out, ITEM (self), self->next);
}

/* Without a reserve, the thread is late on a busy machine. */
static gpointer
capture (gpointer data)
{
  WorkloadCapture *self = data;
  gint64 period = __atomic_load_n (&self->granularity, __ATOMIC_RELAXED);
  TslDemand demand = { WORKLOAD_CAPTURE_PROPORTION * period, period };
  g_autoptr (TslReserve) reserve = tsl_reserve_new (self->page, "capture", 0, &demand, NULL);

  while (!g_atomic_int_get (&self->must_end))
    {
      workload_capture_run (self, self->next);
      workload_clock_sleep_until (self->next);
    }
  return NULL;
}

void
workload_capture_start (WorkloadCapture *self, gint64 begin)
{
  self->next = begin;
  self->thread = g_thread_new ("capture", capture, self);
}

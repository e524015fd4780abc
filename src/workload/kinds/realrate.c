/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/realrate.h"

#include "threads/clock.h"

#include <glib/gi18n-lib.h>

/* The reserve of the controlling thread: nanoseconds. */
#define CONTROL_BUDGET 100000
#define CONTROL_PERIOD 1000000

/* The share of a processor that the capturing thread reserves, if permitted. */
#define CAPTURE_PROPORTION 0.02

/* Difference between the priorities of successive stages. */
#define PRIORITY_STEP 10

/* Items are stamped with their due times. An item is dropped if the queue is full, and the queue
 * counts it. */
struct _WorkloadCapture
{
  TslPage *page;
  TslQueue *out;
  /* accessed atomically */
  gint64 granularity;
  /* due time of the next item: nanoseconds on CLOCK_MONOTONIC */
  gint64 next;

  GThread *thread;
  gint must_end;
};

/* Pushes all items that are due at `now`. Items are pointers that are never dereferenced. */
static void
push_due (WorkloadCapture *self, gint64 now)
{
  gint64 granularity = __atomic_load_n (&self->granularity, __ATOMIC_RELAXED);

  for (; self->next <= now; self->next += granularity)
    tsl_queue_try_push (self->out, self, self->next);
}

/* Without a reserve, the thread is late on a busy machine. */
static gpointer
capture (gpointer data)
{
  WorkloadCapture *self = data;
  gint64 period = __atomic_load_n (&self->granularity, __ATOMIC_RELAXED);
  TslDemand demand = { CAPTURE_PROPORTION * period, period };
  g_autoptr (TslReserve) reserve = tsl_reserve_new (self->page, "capture", 0, &demand, NULL);

  while (!g_atomic_int_get (&self->must_end))
    {
      push_due (self, self->next);
      workload_clock_sleep_until (self->next);
    }
  return NULL;
}

static void
capture_free (WorkloadCapture *self)
{
  g_atomic_int_set (&self->must_end, TRUE);
  if (self->thread)
    g_thread_join (self->thread);
  g_free (self);
}

WorkloadRealrate *
workload_realrate_new (TslPage *page, const char *cache)
{
  WorkloadRealrate *self = g_new0 (WorkloadRealrate, 1);

  self->page = page ? tsl_page_ref (page) : tsl_page_new_unpublished ();
  self->scheduler = tsl_realrate_scheduler_new (self->page, cache);
  self->stages = g_ptr_array_new_with_free_func ((GDestroyNotify) workload_stage_free);
  self->queues = g_ptr_array_new_with_free_func ((GDestroyNotify) tsl_queue_unref);
  return self;
}

/* Wakes the threads that wait for an item. */
static void
end_stages (WorkloadRealrate *self)
{
  for (guint i = 0; i < self->queues->len; i++)
    tsl_queue_close (self->queues->pdata[i]);
  for (guint i = 0; i < self->stages->len; i++)
    workload_stage_join (self->stages->pdata[i]);
}

void
workload_realrate_free (WorkloadRealrate *self)
{
  g_atomic_int_set (&self->must_end, TRUE);
  if (self->thread)
    g_thread_join (self->thread);
  end_stages (self);
  g_clear_pointer (&self->capture, capture_free);
  tsl_realrate_scheduler_free (self->scheduler);
  g_ptr_array_unref (self->stages);
  g_ptr_array_unref (self->queues);
  tsl_page_unref (self->page);
  g_free (self);
}

TslQueue *
workload_realrate_add_queue (WorkloadRealrate *self, const char *name, guint capacity)
{
  TslQueue *queue = tsl_queue_new (self->page, name, capacity, NULL);

  g_ptr_array_add (self->queues, queue);
  return queue;
}

WorkloadStage *
workload_realrate_add_stage (WorkloadRealrate *self, const char *name, gint64 granularity,
                             TslQueue *in, TslQueue *out)
{
  WorkloadStage *stage = workload_stage_new (self->page, name, granularity, in, out);

  g_ptr_array_add (self->stages, stage);
  return stage;
}

void
workload_realrate_add_capture (WorkloadRealrate *self, TslQueue *out, gint64 granularity)
{
  self->capture = g_new0 (WorkloadCapture, 1);
  self->capture->page = self->page;
  self->capture->out = out;
  self->capture->granularity = granularity;
}

void
workload_realrate_set_granularity (WorkloadRealrate *self, gint64 granularity)
{
  for (guint i = 0; i < self->stages->len; i++)
    tsl_progress_set_granularity (((WorkloadStage *) self->stages->pdata[i])->progress,
                                  granularity);
  if (self->capture)
    __atomic_store_n (&self->capture->granularity, granularity, __ATOMIC_RELAXED);
}

/* Starting. */

static gboolean
control_all (WorkloadRealrate *self, const TslRealrateSettings *settings, gboolean is_real,
             GError **error)
{
  TslRealrateSettings own = *settings;

  for (guint i = 0; i < self->stages->len; i++)
    {
      WorkloadStage *stage = self->stages->pdata[i];
      pid_t tid = is_real ? workload_stage_spawn (stage, self->begin) : 0;

      /* time-stamps tell when data was captured, so each stage is one queue further behind */
      own.law.buffer = settings->law.buffer * (i + 1);
      /* earlier stages have priority, because a stage without input has no output */
      own.priority = settings->priority - PRIORITY_STEP * i;
      stage->begin = self->begin;
      stage->control =
          tsl_realrate_scheduler_add (self->scheduler, tid, stage->progress, &own, error);
      if (!stage->control)
        return FALSE;
    }
  return TRUE;
}

static void
begin_simulation (WorkloadRealrate *self, const TslRealrateSettings *settings)
{
  for (guint i = 0; i < self->stages->len; i++)
    {
      WorkloadStage *stage = self->stages->pdata[i];

      workload_stage_join (stage);
      if (stage->control)
        tsl_realrate_scheduler_remove (self->scheduler, stage->control);
    }
  self->is_simulated = TRUE;
  if (self->capture)
    self->capture->next = self->begin;
  control_all (self, settings, FALSE, NULL);
}

gboolean
workload_realrate_begin (WorkloadRealrate *self, const TslRealrateSettings *settings,
                         GError **error)
{
  self->begin = self->last = kernel_clock_read (CLOCK_MONOTONIC);
  if (!control_all (self, settings, TRUE, error))
    {
      begin_simulation (self, settings);
      return FALSE;
    }
  if (self->capture)
    {
      tsl_realrate_scheduler_set_reserved (self->scheduler, CAPTURE_PROPORTION);
      self->capture->next = self->begin;
      self->capture->thread = g_thread_new ("capture", capture, self->capture);
    }
  for (guint i = 0; i < self->stages->len; i++)
    {
      WorkloadStage *stage = self->stages->pdata[i];

      workload_stage_go (stage, stage->control);
    }
  return TRUE;
}

/* Stepping. */

static gint64
simulate (WorkloadRealrate *self, gint64 now)
{
  gint64 next = G_MAXINT64;

  if (self->capture)
    push_due (self->capture, now);
  for (guint i = 0; i < self->stages->len; i++)
    {
      WorkloadStage *stage = self->stages->pdata[i];

      workload_stage_simulate (stage, now, now - self->last);
      next = MIN (next, now + tsl_progress_get_granularity (stage->progress));
    }
  self->last = now;
  return next;
}

gint64
workload_realrate_step (WorkloadRealrate *self, gint64 now)
{
  gint64 next = self->is_simulated ? simulate (self, now) : G_MAXINT64;

  return MIN (next, tsl_realrate_scheduler_step (self->scheduler, now));
}

TslReserve *
workload_realrate_reserve_control (WorkloadRealrate *self)
{
  TslDemand demand = { CONTROL_BUDGET, CONTROL_PERIOD };

  return self->is_simulated ? NULL : tsl_reserve_new (self->page, "control", 0, &demand, NULL);
}

static gpointer
control (gpointer data)
{
  WorkloadRealrate *self = data;
  g_autoptr (TslReserve) reserve = workload_realrate_reserve_control (self);

  while (!g_atomic_int_get (&self->must_end))
    workload_clock_sleep_until (workload_realrate_step (self, kernel_clock_read (CLOCK_MONOTONIC)));
  return NULL;
}

void
workload_realrate_run (WorkloadRealrate *self)
{
  self->thread = g_thread_new ("control", control, self);
}

void
workload_realrate_show_simulation (GscopeSource *source, const GError *why)
{
  g_autofree char *text =
      g_error_matches (why, TSL_ERROR, TSL_ERROR_PRIVILEGE)
          ? g_strdup (_ ("simulated: the controller is real, but the work is computed, because "
                         "SCHED_DEADLINE needs CAP_SYS_NICE; unlock the source for real work"))
          : g_strdup_printf (_ ("simulated: the controller is real, but the work is computed: %s"),
                             why->message);

  gscope_source_set_locked (source, g_error_matches (why, TSL_ERROR, TSL_ERROR_PRIVILEGE));
  gscope_source_set_status (source, GSCOPE_SOURCE_STATE_TROUBLE, text);
}

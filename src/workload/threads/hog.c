/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/hog.h"

#include "threads/clock.h"

#include <gscope/trace/sample.h>

/* Minimum length of a pause between budgets, relative to the period and absolute; shorter
 * interruptions are interrupts. */
#define PAUSE_SHARE 20
#define MIN_PAUSE (GSCOPE_MSEC / 50)

struct _WorkloadHog
{
  char *name;
  TslPage *page;
  WorkloadBurstFunc func;
  gpointer user_data;
  GThread *thread;

  /* the request of the main thread, which waits for the answer */
  TslLock lock;
  TslDemand wanted;
  GError *error;
  gboolean is_answered;
  /* reason why the hog has no reserve, or NULL */
  GError *refusal;

  /* used by the thread alone */
  gint64 period;

  /* accessed atomically */
  gboolean is_asked;
  gboolean is_ending;
};

static void
answer (WorkloadHog *self, GError *error)
{
  tsl_lock_take (&self->lock);
  self->error = error;
  self->is_answered = TRUE;
  tsl_lock_wake (&self->lock);
  tsl_lock_release (&self->lock);
}

static void
take_wish (WorkloadHog *self, TslReserve *reserve)
{
  GError *error = NULL;
  TslDemand demand;

  __atomic_store_n (&self->is_asked, FALSE, __ATOMIC_RELAXED);
  tsl_reserve_change (reserve, &self->wanted, &error);
  tsl_reserve_get_demand (reserve, &demand);
  self->period = demand.period;
  answer (self, error);
}

/* Returns the number of periods without a burst between the starts of two bursts. */
static gint64
count_skipped (const WorkloadBurst *burst, gint64 period)
{
  gint64 n = (burst->begin - burst->last_begin + period / 2) / period;

  return burst->last_begin > 0 ? MAX (n - 1, 0) : 0;
}

static void
work (WorkloadHog *self, TslReserve *reserve)
{
  WorkloadBurst burst = { 0 };
  gint64 last = kernel_clock_read (CLOCK_MONOTONIC);

  burst.begin = last;
  while (!__atomic_load_n (&self->is_ending, __ATOMIC_RELAXED))
    {
      gint64 now;

      if (__atomic_load_n (&self->is_asked, __ATOMIC_ACQUIRE))
        take_wish (self, reserve);
      tsl_reserve_progress (reserve);
      now = kernel_clock_read (CLOCK_MONOTONIC);
      if (now - last > MAX (self->period / PAUSE_SHARE, MIN_PAUSE))
        {
          burst.end = last;
          burst.n_missed = count_skipped (&burst, self->period);
          self->func (&burst, self->user_data);
          burst.last_begin = burst.begin;
          burst.begin = now;
        }
      last = now;
    }
}

static TslDemand
read_wanted (WorkloadHog *self)
{
  TslDemand demand;

  tsl_lock_take (&self->lock);
  demand = self->wanted;
  tsl_lock_release (&self->lock);
  return demand;
}

/* Runs without a reserve, for at most one budget in each period. */
static void
compete (WorkloadHog *self)
{
  gint64 due = kernel_clock_read (CLOCK_MONOTONIC);
  WorkloadBurst burst = { 0 };

  while (!__atomic_load_n (&self->is_ending, __ATOMIC_RELAXED))
    {
      TslDemand demand = read_wanted (self);

      workload_clock_nap_until (due, &self->is_ending);
      burst.last_begin = burst.begin;
      burst.begin = kernel_clock_read (CLOCK_MONOTONIC);
      workload_clock_work (demand.budget, &self->is_ending);
      burst.end = kernel_clock_read (CLOCK_MONOTONIC);
      burst.n_missed = workload_clock_count_missed (burst.end - due, demand.period);
      self->func (&burst, self->user_data);
      due += MAX (burst.n_missed, 1) * demand.period;
    }
}

static gpointer
run (gpointer data)
{
  WorkloadHog *self = data;
  GError *error = NULL;
  TslReserve *reserve = tsl_reserve_new (self->page, self->name, 0, &self->wanted, &error);

  self->period = self->wanted.period;
  answer (self, error);
  if (reserve)
    work (self, reserve);
  else
    compete (self);
  g_clear_pointer (&reserve, tsl_reserve_free);
  return NULL;
}

static gboolean
await_answer (WorkloadHog *self, GError **error)
{
  tsl_lock_take (&self->lock);
  while (!self->is_answered)
    tsl_lock_wait (&self->lock);
  self->is_answered = FALSE;
  tsl_lock_release (&self->lock);
  if (!self->error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

WorkloadHog *
workload_hog_new (TslPage *page, const char *name, const TslDemand *demand, WorkloadBurstFunc func,
                  gpointer user_data)
{
  WorkloadHog *self = g_new0 (WorkloadHog, 1);

  tsl_lock_init (&self->lock);
  self->name = g_strdup (name);
  self->page = tsl_page_ref (page);
  self->func = func;
  self->user_data = user_data;
  self->wanted = *demand;
  self->thread = g_thread_new (name, run, self);
  await_answer (self, &self->refusal);
  return self;
}

void
workload_hog_free (WorkloadHog *self)
{
  __atomic_store_n (&self->is_ending, TRUE, __ATOMIC_RELAXED);
  g_thread_join (self->thread);
  tsl_page_unref (self->page);
  tsl_lock_clear (&self->lock);
  g_clear_error (&self->refusal);
  g_free (self->name);
  g_free (self);
}

const GError *
workload_hog_get_refusal (WorkloadHog *self)
{
  return self->refusal;
}

gboolean
workload_hog_change (WorkloadHog *self, const TslDemand *demand, GError **error)
{
  TslDemand old = self->wanted;

  tsl_lock_take (&self->lock);
  self->wanted = *demand;
  tsl_lock_release (&self->lock);
  if (self->refusal)
    return TRUE;
  __atomic_store_n (&self->is_asked, TRUE, __ATOMIC_RELEASE);
  if (await_answer (self, error))
    return TRUE;
  self->wanted = old;
  return FALSE;
}

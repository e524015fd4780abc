/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/accuracy.h"

#include "kinds/kinds.h"
#include "threads/demands.h"
#include "threads/hog.h"

#include <math.h>
#include <pthread.h>
#include <string.h>
#include <tsl-source/source-thread.h>

#define N_THREADS 2
#define MSEC 1e6
#define COUNT_INTERVAL (500 * GSCOPE_MSEC)

/* G:1709; ms */
static const struct
{
  double budget;
  double period;
} table[N_THREADS] = { { 3.2768, 8.192 }, { 0.1024, 0.512 } };

typedef struct
{
  /* under its own mutex: of whoever has it change, start or stop, and waits for that */
  pthread_mutex_t hog_mutex;
  WorkloadHog *hog;

  GscopeParameter *budget;
  GscopeParameter *period;
  GscopeSignal *bursts;
  GscopeSignal *periods;
  GscopeSignal *misses;
  GscopeProducer *burst_producer;
  GscopeProducer *period_producer;
  GscopeProducer *miss_producer;
  /* the hog's thread's: since when it counts, and what */
  gint64 count_begin;
  guint n_bursts;
  gint64 n_missed;
} Thread;

struct _WorkloadAccuracy
{
  GscopeSource parent_instance;

  Thread threads[N_THREADS];
  TslPage *page;

  /* under the mutex: what is in force, or being asked for */
  pthread_mutex_t mutex;
  TslDemand demands[N_THREADS];
};

G_DEFINE_FINAL_TYPE (WorkloadAccuracy, workload_accuracy, GSCOPE_TYPE_SOURCE)

/* The hog's thread. */

static void
count_missed (Thread *self, const WorkloadBurst *burst)
{
  self->n_bursts++;
  self->n_missed += burst->n_missed;
  if (burst->end - self->count_begin < COUNT_INTERVAL)
    return;
  if (self->count_begin > 0)
    gscope_producer_push (self->miss_producer, burst->end,
                          100.0 * self->n_missed / (self->n_bursts + self->n_missed));
  self->count_begin = burst->end;
  self->n_bursts = self->n_missed = 0;
}

static void
on_burst (const WorkloadBurst *burst, gpointer data)
{
  Thread *self = data;

  gscope_producer_push (self->burst_producer, burst->end, (burst->end - burst->begin) / 1e3);
  if (burst->last_begin > 0)
    gscope_producer_push (self->period_producer, burst->begin,
                          (burst->begin - burst->last_begin) / 1e3);
  count_missed (self, burst);
}

/* The main thread. */

static void
start_thread (WorkloadAccuracy *self, guint i)
{
  Thread *thread = &self->threads[i];
  g_autofree char *name = g_strdup_printf ("thread-%u", i + 1);
  TslDemand demand;

  pthread_mutex_lock (&self->mutex);
  demand = self->demands[i];
  pthread_mutex_unlock (&self->mutex);
  pthread_mutex_lock (&thread->hog_mutex);
  thread->burst_producer = gscope_signal_create_producer (thread->bursts);
  thread->period_producer = gscope_signal_create_producer (thread->periods);
  thread->miss_producer = gscope_signal_create_producer (thread->misses);
  thread->count_begin = 0;
  thread->hog = workload_hog_new (self->page, name, &demand, on_burst, thread);
  pthread_mutex_unlock (&thread->hog_mutex);
}

static void
stop_threads (WorkloadAccuracy *self)
{
  for (guint i = 0; i < N_THREADS; i++)
    {
      Thread *thread = &self->threads[i];

      pthread_mutex_lock (&thread->hog_mutex);
      g_clear_pointer (&thread->hog, workload_hog_free);
      pthread_mutex_unlock (&thread->hog_mutex);
      g_clear_pointer (&thread->burst_producer, gscope_producer_unref);
      g_clear_pointer (&thread->period_producer, gscope_producer_unref);
      g_clear_pointer (&thread->miss_producer, gscope_producer_unref);
    }
}

/* What is missing, and what there is instead. */
static void
show_refusal (WorkloadAccuracy *self)
{
  g_autofree char *text = NULL;
  const GError *refusal = NULL;

  for (guint i = 0; i < N_THREADS && !refusal; i++)
    refusal = workload_hog_get_refusal (self->threads[i].hog);
  if (!refusal)
    return;
  text = g_strdup_printf ("budgets are not enforced: %s; the threads use them once a period and "
                          "compete as any other, so "
                          "that bursts are longer and periods are missed where others run",
                          refusal->message);
  gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_TROUBLE, text);
}

static void
workload_accuracy_start_async (GscopeSource *source, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  WorkloadAccuracy *self = WORKLOAD_ACCURACY (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  /* what has started stays so: a late cancellation must not hide it */
  g_task_set_check_cancellable (task, FALSE);
  for (guint i = 0; i < N_THREADS; i++)
    start_thread (self, i);
  show_refusal (self);
  g_task_return_boolean (task, TRUE);
}

/* A hog takes what it is told when it has its next budget only, up to a period later: threads wait for that. */
static void
stop (GTask *run, gpointer object, gpointer data, GCancellable *cancellable)
{
  stop_threads (g_task_get_source_object (data));
  g_task_return_boolean (run, TRUE);
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;

  g_task_return_boolean (task, TRUE);
}

static void
workload_accuracy_stop_async (GscopeSource *source, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  source_thread_run (task, stop, on_stopped);
}

/* A value that a parameter is to have. */
typedef struct
{
  guint thread;
  gboolean is_budget;
  GVariant *value;
} Change;

static void
change_free (gpointer data)
{
  Change *self = data;

  g_variant_unref (self->value);
  g_free (self);
}

static gboolean
judge (WorkloadAccuracy *self, guint i, const TslDemand *demand, GError **error)
{
  TslDemand demands[N_THREADS];
  gboolean is_admitted;

  pthread_mutex_lock (&self->mutex);
  memcpy (demands, self->demands, sizeof demands);
  demands[i] = *demand;
  is_admitted = workload_demands_judge (demands, N_THREADS, error);
  if (is_admitted)
    self->demands[i] = *demand;
  pthread_mutex_unlock (&self->mutex);
  return is_admitted;
}

/* With the hog's mutex, so that its demand does not change meanwhile. */
static gboolean
apply (WorkloadAccuracy *self, const Change *change, GError **error)
{
  Thread *thread = &self->threads[change->thread];
  gint64 time = (gint64) round (g_variant_get_double (change->value) * MSEC);
  TslDemand old, demand;

  pthread_mutex_lock (&self->mutex);
  demand = old = self->demands[change->thread];
  pthread_mutex_unlock (&self->mutex);
  *(change->is_budget ? &demand.budget : &demand.period) = time;
  if (!judge (self, change->thread, &demand, error))
    return FALSE;
  if (!thread->hog || workload_hog_change (thread->hog, &demand, error))
    return TRUE;
  pthread_mutex_lock (&self->mutex);
  self->demands[change->thread] = old;
  pthread_mutex_unlock (&self->mutex);
  return FALSE;
}

static void
apply_in_thread (GTask *run, gpointer object, gpointer data, GCancellable *cancellable)
{
  WorkloadAccuracy *self = g_task_get_source_object (data);
  GError *error = NULL;
  Change change;

  pthread_mutex_lock (&self->mutex);
  change = *(const Change *) g_task_get_task_data (data);
  pthread_mutex_unlock (&self->mutex);
  pthread_mutex_lock (&self->threads[change.thread].hog_mutex);
  apply (self, &change, &error);
  pthread_mutex_unlock (&self->threads[change.thread].hog_mutex);
  if (error)
    g_task_return_error (run, error);
  else
    g_task_return_boolean (run, TRUE);
}

static void
on_applied (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const Change *change = g_task_get_task_data (task);
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_pointer (task, g_variant_ref (change->value), (GDestroyNotify) g_variant_unref);
  else
    g_task_return_error (task, error);
}

static guint
find_thread (WorkloadAccuracy *self, GscopeParameter *parameter)
{
  guint i = 0;

  while (parameter != self->threads[i].budget && parameter != self->threads[i].period)
    i++;
  return i;
}

static void
workload_accuracy_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  WorkloadAccuracy *self = WORKLOAD_ACCURACY (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  Change *change = g_new (Change, 1);

  pthread_mutex_lock (&self->mutex);
  change->thread = find_thread (self, parameter);
  change->is_budget = parameter == self->threads[change->thread].budget;
  change->value = g_variant_ref (value);
  g_task_set_task_data (task, change, change_free);
  pthread_mutex_unlock (&self->mutex);
  source_thread_run (task, apply_in_thread, on_applied);
}

/* Making it. */

static GscopeSignal *
add_signal (WorkloadAccuracy *self, guint i, const char *name, const char *title, const char *unit,
            const char *description, double max)
{
  GscopeSignal *signal = gscope_signal_new_buffered (name);
  g_autofree char *group = g_strdup_printf ("thread-%u", i + 1);
  g_autofree char *full_title = g_strdup_printf ("Thread %u %s", i + 1, title);

  gscope_signal_set_group (signal, group);
  gscope_signal_set_title (signal, full_title);
  gscope_signal_set_description (signal, description);
  gscope_signal_set_unit (signal, unit);
  gscope_signal_set_range (signal, 0, max);
  gscope_signal_set_line_mode (signal, GSCOPE_LINE_POINTS);
  gscope_source_add_signal (GSCOPE_SOURCE (self), signal, NULL);
  return signal;
}

static GscopeParameter *
add_parameter (WorkloadAccuracy *self, guint i, const char *name, const char *title,
               const char *description, double value)
{
  static const char *const steered[] = { "burst", "interval", NULL };
  GscopeParameter *parameter = gscope_parameter_new_double (name, 0.05, 1000, value);
  g_autofree char *group = g_strdup_printf ("thread-%u", i + 1);
  g_autofree char *full_title = g_strdup_printf ("Thread %u %s", i + 1, title);

  gscope_parameter_set_group (parameter, group);
  gscope_parameter_set_title (parameter, full_title);
  gscope_parameter_set_description (parameter, description);
  gscope_parameter_set_unit (parameter, "ms");
  gscope_parameter_set_logarithmic (parameter, TRUE);
  gscope_parameter_set_steered (parameter, steered);
  gscope_source_add_parameter (GSCOPE_SOURCE (self), parameter, NULL);
  return parameter;
}

static void
add_thread (WorkloadAccuracy *self, guint i)
{
  Thread *thread = &self->threads[i];

  thread->bursts =
      add_signal (self, i, "burst", "burst", "µs",
                  "How long it ran without a pause, or, without a reserve, until it had its budget",
                  1500 * table[i].budget);
  thread->periods =
      add_signal (self, i, "interval", "interval", "µs",
                  "From the begin of one burst to that of the next", 1500 * table[i].period);
  thread->misses = add_signal (
      self, i, "misses", "misses", "%",
      "Of its periods of the last half second, those in which it has not had its budget "
      "in time",
      100);
  gscope_signal_set_line_mode (thread->misses, GSCOPE_LINE_STEPS);
  thread->budget = add_parameter (self, i, "budget", "budget", "How long it runs in every period",
                                  table[i].budget);
  thread->period =
      add_parameter (self, i, "period", "period", "In which time it runs once", table[i].period);
  pthread_mutex_init (&thread->hog_mutex, NULL);
  self->demands[i] = (TslDemand){ (gint64) round (table[i].budget * MSEC),
                                  (gint64) round (table[i].period * MSEC) };
}

static void
workload_accuracy_constructed (GObject *object)
{
  G_OBJECT_CLASS (workload_accuracy_parent_class)->constructed (object);
  for (guint i = 0; i < N_THREADS; i++)
    add_thread (WORKLOAD_ACCURACY (object), i);
}

static void
workload_accuracy_finalize (GObject *object)
{
  WorkloadAccuracy *self = WORKLOAD_ACCURACY (object);

  stop_threads (self);
  for (guint i = 0; i < N_THREADS; i++)
    {
      g_object_unref (self->threads[i].budget);
      g_object_unref (self->threads[i].period);
      g_object_unref (self->threads[i].bursts);
      g_object_unref (self->threads[i].periods);
      g_object_unref (self->threads[i].misses);
      pthread_mutex_destroy (&self->threads[i].hog_mutex);
    }
  pthread_mutex_destroy (&self->mutex);
  tsl_page_unref (self->page);
  G_OBJECT_CLASS (workload_accuracy_parent_class)->finalize (object);
}

static void
workload_accuracy_class_init (WorkloadAccuracyClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_accuracy_constructed;
  object_class->finalize = workload_accuracy_finalize;
  source_class->start_async = workload_accuracy_start_async;
  source_class->stop_async = workload_accuracy_stop_async;
  source_class->apply_async = workload_accuracy_apply_async;
}

static void
workload_accuracy_init (WorkloadAccuracy *self)
{
  pthread_mutex_init (&self->mutex, NULL);
  self->page = tsl_page_new (WORKLOAD_PAGE, NULL);
  if (!self->page)
    self->page = tsl_page_new_unpublished ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "threads/hog.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <tsl-source/source-thread.h>

#define N_THREADS 2
#define MSEC 1e6
#define COUNT_INTERVAL (500 * GSCOPE_MSEC)

/* Budgets and periods of the dissertation's experiment (G:1709), in ms. */
static const struct
{
  double budget;
  double period;
} table[N_THREADS] = { { 3.2768, 8.192 }, { 0.1024, 0.512 } };

/* Measures how exactly budgets are enforced: the two threads of the dissertation's table 5.1. */
G_DECLARE_FINAL_TYPE (WorkloadAccuracy, workload_accuracy, WORKLOAD, ACCURACY, GscopeSource)

typedef struct
{
  WorkloadAccuracy *source;
  /* protected by a mutex of its own, since a change, start or stop waits for the hog */
  pthread_mutex_t hog_mutex;
  WorkloadHog *hog;

  /* values of the parameters, in ms */
  double budget;
  double period;
  GscopeSignal *bursts;
  GscopeSignal *periods;
  GscopeSignal *misses;
  GscopeProducer *burst_producer;
  GscopeProducer *period_producer;
  GscopeProducer *miss_producer;
  /* used by the hog's thread: start of the counts, and the counts */
  gint64 count_begin;
  guint n_bursts;
  gint64 n_missed;
} Thread;

struct _WorkloadAccuracy
{
  GscopeSource parent_instance;

  Thread threads[N_THREADS];
  TslPage *page;

  /* protected by the mutex: the demands in force or being requested */
  pthread_mutex_t mutex;
  TslDemand demands[N_THREADS];
};

G_DEFINE_FINAL_TYPE (WorkloadAccuracy, workload_accuracy, GSCOPE_TYPE_SOURCE)

/* Functions of the hog's thread. */

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

/* Functions of the main thread. */

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

/* Reports threads without a reserve, and how they run instead. */
static void
show_refusal (WorkloadAccuracy *self)
{
  g_autofree char *text = NULL;
  const GError *refusal = NULL;

  for (guint i = 0; i < N_THREADS && !refusal; i++)
    refusal = workload_hog_get_refusal (self->threads[i].hog);
  if (!refusal)
    return;
  text = g_strdup_printf (
      _ ("budgets are not enforced: %s; the threads run for their budget once a period and compete "
         "like ordinary threads, so that bursts are longer and periods may be missed"),
      refusal->message);
  gscope_source_set_locked (GSCOPE_SOURCE (self),
                            g_error_matches (refusal, TSL_ERROR, TSL_ERROR_PRIVILEGE));
  gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_TROUBLE, text);
}

static gboolean
workload_accuracy_start (GscopeSource *source, GError **error)
{
  WorkloadAccuracy *self = WORKLOAD_ACCURACY (source);

  for (guint i = 0; i < N_THREADS; i++)
    start_thread (self, i);
  show_refusal (self);
  return TRUE;
}

static void
stop (GscopeSource *source)
{
  stop_threads (WORKLOAD_ACCURACY (source));
}

/* A hog applies a change at its next budget, up to a period later, so a thread waits for it. */
static void
workload_accuracy_stop_async (GscopeSource *source, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  source_thread_stop (source, stop, NULL, callback, user_data);
}

static gboolean
admit (WorkloadAccuracy *self, guint i, const TslDemand *demand, GError **error)
{
  TslDemand demands[N_THREADS];
  gboolean is_admitted;

  pthread_mutex_lock (&self->mutex);
  memcpy (demands, self->demands, sizeof demands);
  demands[i] = *demand;
  is_admitted = workload_demands_check (demands, N_THREADS, error);
  if (is_admitted)
    self->demands[i] = *demand;
  pthread_mutex_unlock (&self->mutex);
  return is_admitted;
}

/* Called with the hog's mutex held, so that the demand does not change meanwhile. */
static gboolean
set_time (Thread *thread, gboolean is_budget, double milliseconds, GError **error)
{
  WorkloadAccuracy *self = thread->source;
  gint64 time = (gint64) round (milliseconds * MSEC);
  guint i = thread - self->threads;
  TslDemand old, demand;

  pthread_mutex_lock (&self->mutex);
  demand = old = self->demands[i];
  pthread_mutex_unlock (&self->mutex);
  *(is_budget ? &demand.budget : &demand.period) = time;
  if (!admit (self, i, &demand, error))
    return FALSE;
  if (!thread->hog || workload_hog_change (thread->hog, &demand, error))
    return TRUE;
  pthread_mutex_lock (&self->mutex);
  self->demands[i] = old;
  pthread_mutex_unlock (&self->mutex);
  return FALSE;
}

static GVariant *
apply (Thread *thread, gboolean is_budget, GVariant *value, GError **error)
{
  gboolean is_set;

  pthread_mutex_lock (&thread->hog_mutex);
  is_set = set_time (thread, is_budget, g_variant_get_double (value), error);
  pthread_mutex_unlock (&thread->hog_mutex);
  return is_set ? g_variant_ref (value) : NULL;
}

static GVariant *
apply_budget (gpointer thread, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply (thread, TRUE, value, error);
}

static GVariant *
apply_period (gpointer thread, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply (thread, FALSE, value, error);
}

static void
workload_accuracy_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  source_thread_apply (source, parameter, value, NULL, cancellable, callback, user_data);
}

/* The signals of a thread. */

#define WORD(member) G_STRUCT_OFFSET (Thread, member)

static const GscopeSourceSignal signals[] = {
  { "burst", N_ ("burst"), "µs",
    N_ ("Time that the thread ran without a pause; without a reserve, time until it had its "
        "budget"),
    GSCOPE_SIGNAL_KIND_BUFFERED, WORD (bursts), .line_mode = GSCOPE_LINE_MODE_POINTS },
  { "interval", N_ ("interval"), "µs",
    N_ ("Time from the start of one burst to the start of the next"), GSCOPE_SIGNAL_KIND_BUFFERED,
    WORD (periods), .line_mode = GSCOPE_LINE_MODE_POINTS },
  { "misses", N_ ("misses"), "%",
    N_ ("Share of the periods of the last half second in which the thread did not get its budget "
        "in time"),
    GSCOPE_SIGNAL_KIND_BUFFERED, WORD (misses), .line_mode = GSCOPE_LINE_MODE_STEPS },
};

static const char *const steered[] = { "burst", "interval", NULL };

static const GscopeSourceParameter parameters[] = {
  { "budget", N_ ("budget"), "ms", N_ ("Processor time of the thread in every period"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (budget), 0.05, 1000, .logarithmic = TRUE,
    .steered = steered, .apply = apply_budget },
  { "period", N_ ("period"), "ms", N_ ("Period of the thread"), GSCOPE_PARAMETER_TYPE_DOUBLE,
    WORD (period), 0.05, 1000, .logarithmic = TRUE, .steered = steered, .apply = apply_period },
};

static void
declare_thread (WorkloadAccuracy *self, guint i)
{
  const double initial[] = { table[i].budget, table[i].period };
  const double max[] = { 1500 * table[i].budget, 1500 * table[i].period, 100 };
  GscopeSource *source = GSCOPE_SOURCE (self);
  Thread *thread = &self->threads[i];
  g_autofree char *group = g_strdup_printf ("thread-%u", i + 1);
  g_autofree char *title = g_strdup_printf (_ ("Thread %u"), i + 1);

  thread->source = self;
  for (guint k = 0; k < G_N_ELEMENTS (signals); k++)
    {
      GscopeSourceSignal row = signals[k];

      row.max = max[k];
      gscope_source_declare_signal (source, &row, group, title, thread);
    }
  for (guint k = 0; k < G_N_ELEMENTS (parameters); k++)
    {
      GscopeSourceParameter row = parameters[k];

      row.initial = initial[k];
      gscope_source_declare_parameter (source, &row, group, title, thread);
    }
  pthread_mutex_init (&thread->hog_mutex, NULL);
  self->demands[i] = (TslDemand){ (gint64) round (table[i].budget * MSEC),
                                  (gint64) round (table[i].period * MSEC) };
}

static void
workload_accuracy_constructed (GObject *object)
{
  G_OBJECT_CLASS (workload_accuracy_parent_class)->constructed (object);
  for (guint i = 0; i < N_THREADS; i++)
    declare_thread (WORKLOAD_ACCURACY (object), i);
}

static void
workload_accuracy_finalize (GObject *object)
{
  WorkloadAccuracy *self = WORKLOAD_ACCURACY (object);

  stop_threads (self);
  for (guint i = 0; i < N_THREADS; i++)
    pthread_mutex_destroy (&self->threads[i].hog_mutex);
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
  source_class->domain = GETTEXT_PACKAGE;
  source_class->start = workload_accuracy_start;
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

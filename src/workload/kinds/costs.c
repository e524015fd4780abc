/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <kernel-clock.h>
#include <sys/syscall.h>
#include <tsl/tsl.h>
#include <unistd.h>

/* A cost is the mean over this number of operations, and it is measured at this interval. */
#define N_OPERATIONS 16
#define INTERVAL (100 * GSCOPE_MSEC)

#define MAX_RESERVES 50
/* The demands of the test share this part of a processor; the periods begin here and grow. */
#define SHARE 0.6
#define FIRST_PERIOD (20 * GSCOPE_MSEC)
#define STEP (7 * GSCOPE_MSEC)

typedef enum
{
  ADMISSION,
  CREATION,
  CHANGE,
  READING,
  N_COSTS,
} Cost;

/* Measures what operations on reserves cost: the tables of R on admission, creation and usage. */
G_DECLARE_FINAL_TYPE (WorkloadCosts, workload_costs, WORKLOAD, COSTS, GscopeSource)

struct _WorkloadCosts
{
  GscopeSource parent_instance;

  /* value of the parameter; accessed atomically */
  gint64 n_reserves;

  GThread *sleeper;
  GThread *meter;
  GMutex mutex;
  GCond changed;
  /* protected by the mutex */
  gboolean is_ending;
  pid_t tid;

  /* written by the meter, in microseconds of processor time */
  double costs[N_COSTS];
};

G_DEFINE_FINAL_TYPE (WorkloadCosts, workload_costs, GSCOPE_TYPE_SOURCE)

static const TslDemand demand = { GSCOPE_MSEC, 100 * GSCOPE_MSEC };

static void
set_cost (WorkloadCosts *self, Cost cost, double value)
{
  __atomic_store (&self->costs[cost], &value, __ATOMIC_RELAXED);
}

static void
clear_costs (WorkloadCosts *self, GscopeGapCause cause)
{
  for (Cost i = 0; i < N_COSTS; i++)
    set_cost (self, i, gscope_gap_value (cause));
}

/* Waits for the end of the source, at most for a time. Returns whether it ends. */
static gboolean
await_end (WorkloadCosts *self, gint64 time)
{
  gint64 until = g_get_monotonic_time () + time / 1000;
  gboolean is_ending;

  g_mutex_lock (&self->mutex);
  while (!self->is_ending && g_cond_wait_until (&self->changed, &self->mutex, until))
    ;
  is_ending = self->is_ending;
  g_mutex_unlock (&self->mutex);
  return is_ending;
}

/* The thread that gets the reserves. */
static gpointer
run_sleeper (gpointer data)
{
  WorkloadCosts *self = data;

  g_mutex_lock (&self->mutex);
  self->tid = (pid_t) syscall (SYS_gettid);
  g_cond_broadcast (&self->changed);
  while (!self->is_ending)
    g_cond_wait (&self->changed, &self->mutex);
  g_mutex_unlock (&self->mutex);
  return NULL;
}

/* Functions of the meter. */

static gint64
read_time (void)
{
  return kernel_clock_read (CLOCK_THREAD_CPUTIME_ID);
}

/* Sets a cost to the mean of the operations since a time. */
static void
take_cost (WorkloadCosts *self, Cost cost, gint64 begin, guint n)
{
  set_cost (self, cost, (read_time () - begin) / 1e3 / n);
}

static void
measure_admission (WorkloadCosts *self)
{
  const TslAdmissionTest *test = tsl_admission_find_test ("response-time");
  guint n = (guint) __atomic_load_n (&self->n_reserves, __ATOMIC_RELAXED);
  TslDemand demands[MAX_RESERVES];
  gint64 begin;

  for (guint i = 0; i < n; i++)
    {
      demands[i].period = FIRST_PERIOD + i * STEP;
      demands[i].budget = (gint64) (demands[i].period * SHARE / n);
    }
  begin = read_time ();
  for (guint i = 0; i < N_OPERATIONS; i++)
    test->judge (demands, NULL, n, 1, TSL_ADMISSION_THRESHOLD, NULL);
  take_cost (self, ADMISSION, begin, N_OPERATIONS);
}

/* Changes the reserve to and fro, and reads its usage. */
static void
measure_use (WorkloadCosts *self, TslReserve *reserve)
{
  TslDemand other = demand;
  gint64 begin = read_time ();

  for (guint i = 0; i < N_OPERATIONS; i++)
    {
      other.budget = demand.budget + (i % 2 == 0 ? GSCOPE_MSEC : 0);
      tsl_reserve_change (reserve, &other, NULL);
    }
  take_cost (self, CHANGE, begin, N_OPERATIONS);
  begin = read_time ();
  for (guint i = 0; i < N_OPERATIONS; i++)
    tsl_reserve_get_used (reserve);
  take_cost (self, READING, begin, N_OPERATIONS);
}

/* Returns FALSE if there is no reserve. */
static gboolean
measure_reserve (WorkloadCosts *self, GError **error)
{
  gint64 begin = read_time ();
  TslReserve *reserve = tsl_reserve_new (NULL, "costs", self->tid, &demand, error);

  if (!reserve)
    return FALSE;
  take_cost (self, CREATION, begin, 1);
  measure_use (self, reserve);
  tsl_reserve_free (reserve);
  return TRUE;
}

static gpointer
run_meter (gpointer data)
{
  WorkloadCosts *self = data;

  do
    {
      measure_admission (self);
      measure_reserve (self, NULL);
    }
  while (!await_end (self, INTERVAL));
  return NULL;
}

/* Functions of the main thread. */

static void
show_refusal (WorkloadCosts *self, const GError *error)
{
  g_autofree char *text = g_strdup_printf (
      _ ("only the cost of the admission test is measured, not the costs of reserves: "
         "%s"),
      error->message);

  gscope_source_set_locked (GSCOPE_SOURCE (self),
                            g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE));
  gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_TROUBLE, text);
}

static gboolean
workload_costs_start (GscopeSource *source, GError **error)
{
  WorkloadCosts *self = WORKLOAD_COSTS (source);
  g_autoptr (GError) refusal = NULL;

  self->is_ending = FALSE;
  self->tid = 0;
  self->sleeper = g_thread_new ("costs-sleeper", run_sleeper, self);
  g_mutex_lock (&self->mutex);
  while (self->tid == 0)
    g_cond_wait (&self->changed, &self->mutex);
  g_mutex_unlock (&self->mutex);
  clear_costs (self, GSCOPE_GAP_CAUSE_NO_VALUE);
  if (!measure_reserve (self, &refusal))
    show_refusal (self, refusal);
  self->meter = g_thread_new ("costs-meter", run_meter, self);
  return TRUE;
}

static void
end_threads (WorkloadCosts *self)
{
  g_mutex_lock (&self->mutex);
  self->is_ending = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&self->meter, g_thread_join);
  g_clear_pointer (&self->sleeper, g_thread_join);
}

static void
workload_costs_stop (GscopeSource *source)
{
  end_threads (WORKLOAD_COSTS (source));
  clear_costs (WORKLOAD_COSTS (source), GSCOPE_GAP_CAUSE_STOPPED);
}

static GVariant *
apply_reserves (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadCosts *self = data;

  __atomic_store_n (&self->n_reserves, g_variant_get_int64 (value), __ATOMIC_RELAXED);
  return g_variant_ref (value);
}

#define SIGNAL(cost)                                                                               \
  .kind = GSCOPE_SIGNAL_KIND_DOUBLE, .offset = G_STRUCT_OFFSET (WorkloadCosts, costs[cost]),       \
  .max = 100

static const GscopeSourceSignal signals[] = {
  { "admission", N_ ("Admission test"), "µs",
    N_ ("Processor time of the exact admission test, which computes the response times of all "
        "reserves"),
    SIGNAL (ADMISSION) },
  { "creation", N_ ("Creation of a reserve"), "µs",
    N_ ("Processor time in which a thread gets a reserve, with the kernel's own admission test"),
    SIGNAL (CREATION) },
  { "change", N_ ("Change of a reserve"), "µs", N_ ("Processor time to change a reserve"),
    SIGNAL (CHANGE) },
  { "reading", N_ ("Reading the usage"), "µs",
    N_ ("Processor time to read how much a reserve was used"), SIGNAL (READING) },
  { .name = NULL },
};

static const char *const steered[] = { "admission", NULL };

static const GscopeSourceParameter parameters[] = {
  { "reserves", N_ ("Reserves"), NULL, N_ ("Number of reserves that the admission test judges"),
    GSCOPE_PARAMETER_TYPE_INTEGER, .min = 1, .max = MAX_RESERVES, .initial = 10, .steered = steered,
    .apply = apply_reserves },
  { .name = NULL },
};

static void
workload_costs_finalize (GObject *object)
{
  WorkloadCosts *self = WORKLOAD_COSTS (object);

  end_threads (self);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->changed);
  G_OBJECT_CLASS (workload_costs_parent_class)->finalize (object);
}

static void
workload_costs_class_init (WorkloadCostsClass *klass)
{
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = workload_costs_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start = workload_costs_start;
  source_class->stop = workload_costs_stop;
}

static void
workload_costs_init (WorkloadCosts *self)
{
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  self->n_reserves = 10;
  clear_costs (self, GSCOPE_GAP_CAUSE_STOPPED);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "threads/clock.h"
#include "threads/witness.h"
#include "threads/worker.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <sched.h>

/* The processor time of a job and its budget. */
#define WORK GSCOPE_MSEC
#define BUDGET (2 * GSCOPE_MSEC)
/* A job that overruns this budget: the kernel may notice only at its tick, some milliseconds later. */
#define LONG_WORK (10 * GSCOPE_MSEC)

typedef enum
{
  COST,
  LOSS,
  OVERRUN,
  REPLENISHMENT,
  N_VALUES,
} Value;

/* The observation of a job: when it ran and where, and the first time that it lost its processor. */
typedef struct
{
  gint64 begin;
  gint64 end;
  guint n_stops;
  WorkloadAbsence stop;
  int processor;
  int processor_after_stop;
} Job;

/* A periodic thread beside threads in endless loops: the time that neither has is the cost of the switches between them. */
G_DECLARE_FINAL_TYPE (WorkloadSwitches, workload_switches, WORKLOAD, SWITCHES, GscopeSource)

struct _WorkloadSwitches
{
  GscopeSource parent_instance;

  gboolean is_started;

  /* values of the parameters, in milliseconds */
  gboolean measures;
  gboolean reserved;
  gboolean overruns;
  double period;

  /* NULL unless it measures */
  TslPage *page;
  WorkloadWitness *witness;
  WorkloadWorker *worker;
  /* nanoseconds; constant while the worker is there */
  gint64 interval;

  /* written by the worker */
  double values[N_VALUES];
};

G_DEFINE_FINAL_TYPE (WorkloadSwitches, workload_switches, GSCOPE_TYPE_SOURCE)

static void
set_value (WorkloadSwitches *self, Value value, double number)
{
  __atomic_store (&self->values[value], &number, __ATOMIC_RELAXED);
}

static void
clear_values (WorkloadSwitches *self, GscopeGapCause cause)
{
  for (Value i = 0; i < N_VALUES; i++)
    set_value (self, i, gscope_gap_value (cause));
}

/* Functions of the worker. */

static void
do_job (Job *job, gint64 work, const gboolean *is_ending)
{
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC), last, worked = 0;

  *job = (Job){ .begin = now, .processor = sched_getcpu () };
  while (worked < work && !__atomic_load_n (is_ending, __ATOMIC_RELAXED))
    {
      last = now;
      now = kernel_clock_read (CLOCK_MONOTONIC);
      if (now - last < WORKLOAD_ABSENCE_LEAST)
        {
          worked += now - last;
          continue;
        }
      if (job->n_stops++ > 0)
        continue;
      job->stop = (WorkloadAbsence){ last, now };
      job->processor_after_stop = sched_getcpu ();
    }
  job->end = now;
}

/* The other thread did not run from before the job until after it. */
static void
judge_whole (WorkloadSwitches *self, const Job *job)
{
  WorkloadAbsence absence;
  gint64 cost;

  if (!workload_witness_find (self->witness, job->processor, job->begin, &absence)
      || absence.end < job->end)
    return;
  cost = (absence.end - absence.begin) - (job->end - job->begin);
  set_value (self, COST, cost / 1e3);
  set_value (self, LOSS, 100.0 * cost / self->interval);
}

/* The budget of the job ended, another thread ran, and a new budget interrupted that. */
static void
judge_stopped (WorkloadSwitches *self, const Job *job)
{
  WorkloadAbsence absence;

  if (workload_witness_find (self->witness, job->processor, job->begin, &absence)
      && absence.end > job->stop.begin && absence.end < job->stop.end)
    set_value (self, OVERRUN, (absence.end - job->stop.begin) / 1e3);
  if (workload_witness_find (self->witness, job->processor_after_stop, job->stop.end, &absence)
      && absence.begin > job->stop.begin && absence.begin < job->stop.end)
    set_value (self, REPLENISHMENT, (job->stop.end - absence.begin) / 1e3);
}

static void
run_jobs (gpointer data, const gboolean *is_ending)
{
  WorkloadSwitches *self = data;
  gint64 release = kernel_clock_read (CLOCK_MONOTONIC);
  Job job;

  while (!__atomic_load_n (is_ending, __ATOMIC_RELAXED))
    {
      do_job (&job, self->overruns ? LONG_WORK : WORK, is_ending);
      do
        release += self->interval;
      while (release < job.end);
      workload_clock_nap_until (release, is_ending);
      /* by now the other thread has noted its absence */
      if (job.n_stops == 0)
        judge_whole (self, &job);
      else if (self->reserved && self->overruns)
        judge_stopped (self, &job);
    }
}

/* Functions of the main thread. */

static void
end_threads (WorkloadSwitches *self)
{
  g_clear_pointer (&self->worker, workload_worker_free);
  g_clear_pointer (&self->witness, workload_witness_free);
  g_clear_pointer (&self->page, tsl_page_unref);
}

static gboolean
begin_threads (WorkloadSwitches *self, GError **error)
{
  TslDemand demand = { BUDGET, (gint64) (self->period * GSCOPE_MSEC) };

  if (self->reserved && !workload_demands_check (&demand, 1, error))
    return FALSE;
  self->interval = demand.period;
  /* works without a page, too */
  self->page = tsl_page_new (WORKLOAD_PAGE, NULL);
  self->witness = workload_witness_new ();
  self->worker = workload_worker_new (self->page, "switches", run_jobs, self);
  if (self->reserved && !workload_worker_set_demand (self->worker, &demand, error))
    {
      end_threads (self);
      return FALSE;
    }
  workload_worker_begin (self->worker);
  return TRUE;
}

/* Begins the threads again, with the values that the parameters have now. */
static gboolean
renew_threads (WorkloadSwitches *self, GError **error)
{
  end_threads (self);
  clear_values (self, self->measures ? GSCOPE_GAP_CAUSE_NO_VALUE : GSCOPE_GAP_CAUSE_STOPPED);
  return !self->measures || begin_threads (self, error);
}

static GVariant *
workload_switches_apply (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                         GError **error)
{
  WorkloadSwitches *self = WORKLOAD_SWITCHES (source);
  g_autoptr (GVariant) former = g_variant_ref_sink (gscope_parameter_get_value (parameter));
  GVariant *applied =
      GSCOPE_SOURCE_CLASS (workload_switches_parent_class)->apply (source, parameter, value, error);

  if (!applied || !self->is_started || renew_threads (self, error))
    return applied;
  g_variant_unref (applied);
  applied =
      GSCOPE_SOURCE_CLASS (workload_switches_parent_class)->apply (source, parameter, former, NULL);
  g_clear_pointer (&applied, g_variant_unref);
  renew_threads (self, NULL);
  return NULL;
}

static gboolean
workload_switches_start (GscopeSource *source, GError **error)
{
  WorkloadSwitches *self = WORKLOAD_SWITCHES (source);

  self->is_started = renew_threads (self, error);
  return self->is_started;
}

static void
workload_switches_stop (GscopeSource *source)
{
  WorkloadSwitches *self = WORKLOAD_SWITCHES (source);

  self->is_started = FALSE;
  end_threads (self);
  clear_values (self, GSCOPE_GAP_CAUSE_STOPPED);
}

#define WORD(member) G_STRUCT_OFFSET (WorkloadSwitches, member)
#define SIGNAL(value, limit)                                                                       \
  .kind = GSCOPE_SIGNAL_KIND_DOUBLE, .offset = WORD (values[value]), .max = limit

static const GscopeSourceSignal signals[] = {
  { "cost", N_ ("Cost of a period"), "µs",
    N_ ("Time that neither the periodic thread nor the one beside it had, from one job to the "
        "next"),
    SIGNAL (COST, 100) },
  { "loss", N_ ("Lost to scheduling"), "%",
    N_ ("Part of a processor that the cost takes in each period"), SIGNAL (LOSS, 1) },
  { "overrun", N_ ("End of a budget"), "µs",
    N_ ("Time from the last step of a thread whose budget ends to the first step of the next "
        "thread"),
    SIGNAL (OVERRUN, 100) },
  { "replenishment", N_ ("New budget"), "µs",
    N_ ("Time from the last step of another thread to the first step of a thread that gets a new "
        "budget"),
    SIGNAL (REPLENISHMENT, 100) },
  { .name = NULL },
};

static const char *const steered[] = { "cost", "loss", NULL };
static const char *const steered_ends[] = { "overrun", "replenishment", NULL };

static const GscopeSourceParameter parameters[] = {
  { "measures", N_ ("Measure Switches"), NULL,
    N_ ("Runs a periodic thread, and on each processor a thread in an endless loop"),
    GSCOPE_PARAMETER_TYPE_BOOLEAN, WORD (measures), .steered = steered },
  { "reserved", N_ ("Reserve"), NULL,
    N_ ("Give the periodic thread a reserve; otherwise it competes like an ordinary thread"),
    GSCOPE_PARAMETER_TYPE_BOOLEAN, WORD (reserved), .steered = steered },
  { "overruns", N_ ("Overruns"), NULL,
    N_ ("Jobs need five times their budget, so that it ends before them"),
    GSCOPE_PARAMETER_TYPE_BOOLEAN, WORD (overruns), .steered = steered_ends },
  { "period", N_ ("Period"), "ms", N_ ("Time between two jobs"), GSCOPE_PARAMETER_TYPE_DOUBLE,
    WORD (period), .min = 5, .max = 200, .initial = 20, .steered = steered },
  { .name = NULL },
};

static void
workload_switches_finalize (GObject *object)
{
  end_threads (WORKLOAD_SWITCHES (object));
  G_OBJECT_CLASS (workload_switches_parent_class)->finalize (object);
}

static void
workload_switches_class_init (WorkloadSwitchesClass *klass)
{
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = workload_switches_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start = workload_switches_start;
  source_class->stop = workload_switches_stop;
  source_class->apply = workload_switches_apply;
}

static void
workload_switches_init (WorkloadSwitches *self)
{
  clear_values (self, GSCOPE_GAP_CAUSE_STOPPED);
}

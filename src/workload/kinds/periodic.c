/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "threads/task.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <math.h>

#define MSEC 1e6

/* Bounds of the parameters in ms, which give sliders a useful resolution. */
#define MAX_WORK 500
#define MIN_PERIOD 1
#define MAX_PERIOD 1000

/* Three periodic tasks, from the first experiment with RT-Mach's reserves (R:3770). */
G_DECLARE_FINAL_TYPE (WorkloadPeriodic, workload_periodic, WORKLOAD, PERIODIC, GscopeSource)

typedef enum
{
  TASK_WORK,
  TASK_PERIOD,
  TASK_BUDGET,
  N_TIMES
} TaskTime;

/* Work, period and budget of the tasks in RT-Mach's experiment (R:3770), in ms. */
static const double experiment[][N_TIMES] = { { 4, 20, 5 }, { 12, 40, 14 }, { 6, 50, 8 } };

#define N_TASKS G_N_ELEMENTS (experiment)

typedef struct
{
  WorkloadPeriodic *source;
  WorkloadTask *task;
  /* values of the parameters, in ms */
  double times[N_TIMES];
  /* used by the poller alone */
  gint64 base_time;
  gint64 base_used;
  double usage;
  double limit;
  double period;
  double misses;
  double response;
} Shown;

struct _WorkloadPeriodic
{
  GscopeSource parent_instance;

  Shown shown[N_TASKS];
  gboolean reserved;
  /* protects the tasks, which the main thread creates and frees and the poller reads */
  TslLock lock;
  TslPage *page;
};

G_DEFINE_FINAL_TYPE (WorkloadPeriodic, workload_periodic, GSCOPE_TYPE_SOURCE)

static gint64
to_time (double milliseconds)
{
  return (gint64) round (milliseconds * MSEC);
}

/* Functions of the poller's thread. */

/* Only completed jobs are counted, so the window is at least a period. */
static void
measure (Shown *self, gint64 time)
{
  WorkloadTaskCounts counts;
  WorkloadTaskTimes times;
  gint64 periods;

  workload_task_count (self->task, &counts);
  workload_task_get_times (self->task, &times);
  self->limit = workload_task_get_reserved (self->task) ? 100.0 * times.budget / times.period : NAN;
  self->period = times.period / MSEC;
  self->misses = counts.misses;
  self->response = counts.response / MSEC;
  periods = (100 * GSCOPE_MSEC + times.period - 1) / times.period;
  if (time - self->base_time < periods * times.period)
    return;
  if (self->base_time > 0)
    self->usage = 100.0 * (counts.used - self->base_used) / (time - self->base_time);
  self->base_time = time;
  self->base_used = counts.used;
}

static void
pause_shown (Shown *self)
{
  self->usage = self->limit = self->period = self->misses = self->response =
      gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  self->base_time = 0;
}

static void
workload_periodic_poll (GscopeSource *source, gint64 time)
{
  WorkloadPeriodic *self = WORKLOAD_PERIODIC (source);

  tsl_lock_take (&self->lock);
  for (guint i = 0; i < N_TASKS; i++)
    if (self->shown[i].task)
      measure (&self->shown[i], time);
    else
      pause_shown (&self->shown[i]);
  tsl_lock_release (&self->lock);
}

/* Functions of the main thread. */

static void
read_times (Shown *self, WorkloadTaskTimes *times)
{
  times->work = to_time (self->times[TASK_WORK]);
  times->period = to_time (self->times[TASK_PERIOD]);
  times->budget = to_time (self->times[TASK_BUDGET]);
}

static gboolean
reserve_all (WorkloadPeriodic *self, gboolean reserved, GError **error)
{
  guint i = 0;

  while (i < N_TASKS && workload_task_set_reserved (self->shown[i].task, reserved, error))
    i++;
  if (i == N_TASKS)
    return TRUE;
  while (i-- > 0)
    workload_task_set_reserved (self->shown[i].task, !reserved, NULL);
  return FALSE;
}

static void
start_tasks (WorkloadPeriodic *self)
{
  tsl_lock_take (&self->lock);
  for (guint i = 0; i < N_TASKS; i++)
    {
      g_autofree char *name = g_strdup_printf ("task-%u", i + 1);
      WorkloadTaskTimes times;

      read_times (&self->shown[i], &times);
      self->shown[i].task = workload_task_new (self->page, name, &times);
    }
  tsl_lock_release (&self->lock);
}

/* Frees the tasks without the lock, so that the poller does not wait for the threads' ends. */
static void
stop_tasks (WorkloadPeriodic *self)
{
  WorkloadTask *tasks[N_TASKS];

  tsl_lock_take (&self->lock);
  for (guint i = 0; i < N_TASKS; i++)
    tasks[i] = g_steal_pointer (&self->shown[i].task);
  tsl_lock_release (&self->lock);
  for (guint i = 0; i < N_TASKS; i++)
    g_clear_pointer (&tasks[i], workload_task_free);
}

/* Tasks run without reserves if the kernel refuses them. */
static gboolean
workload_periodic_start (GscopeSource *source, GError **failure)
{
  WorkloadPeriodic *self = WORKLOAD_PERIODIC (source);
  g_autoptr (GError) error = NULL;

  start_tasks (self);
  if (self->reserved && !reserve_all (self, TRUE, &error))
    {
      gscope_parameter_notice (gscope_source_find_parameter (source, "reserved"),
                               g_variant_new_boolean (FALSE), NULL);
      g_prefix_error (&error, _ ("tasks run without reserves: "));
      gscope_source_set_locked (source, g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE));
      gscope_source_set_status (source, GSCOPE_SOURCE_STATE_TROUBLE, error->message);
    }
  for (guint i = 0; i < N_TASKS; i++)
    workload_task_start (self->shown[i].task);
  return TRUE;
}

static void
workload_periodic_stop (GscopeSource *source)
{
  stop_tasks (WORKLOAD_PERIODIC (source));
}

/* Uses the values in force, because the parameters still show the old values during simultaneous
 * writes. */
static void
get_times (Shown *self, WorkloadTaskTimes *times)
{
  if (self->task)
    workload_task_get_times (self->task, times);
  else
    read_times (self, times);
}

static gboolean
is_admitted (WorkloadPeriodic *self, guint changed, const WorkloadTaskTimes *changed_times,
             GError **error)
{
  TslDemand demands[N_TASKS];

  for (guint i = 0; i < N_TASKS; i++)
    {
      WorkloadTaskTimes times = *changed_times;

      if (i != changed)
        get_times (&self->shown[i], &times);
      demands[i] = (TslDemand){ times.budget, times.period };
    }
  return workload_demands_check (demands, N_TASKS, error);
}

static gboolean
set_time (Shown *shown, TaskTime which, double number, GError **error)
{
  WorkloadPeriodic *self = shown->source;
  WorkloadTaskTimes times;
  gint64 *const words[N_TIMES] = { &times.work, &times.period, &times.budget };

  get_times (shown, &times);
  *words[which] = to_time (number);
  return is_admitted (self, shown - self->shown, &times, error)
         && (!shown->task || workload_task_set_times (shown->task, &times, error));
}

static GVariant *
apply_time (Shown *shown, TaskTime which, GVariant *value, GError **error)
{
  TslLock *lock = &shown->source->lock;
  gboolean is_applied;

  tsl_lock_take (lock);
  is_applied = set_time (shown, which, g_variant_get_double (value), error);
  tsl_lock_release (lock);
  return is_applied ? g_variant_ref (value) : NULL;
}

static GVariant *
apply_work (gpointer shown, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_time (shown, TASK_WORK, value, error);
}

static GVariant *
apply_period (gpointer shown, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_time (shown, TASK_PERIOD, value, error);
}

static GVariant *
apply_budget (gpointer shown, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_time (shown, TASK_BUDGET, value, error);
}

static GVariant *
apply_reserved (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadPeriodic *self = data;
  gboolean is_applied;

  tsl_lock_take (&self->lock);
  is_applied = !self->shown[0].task || reserve_all (self, g_variant_get_boolean (value), error);
  tsl_lock_release (&self->lock);
  return is_applied ? g_variant_ref (value) : NULL;
}

static const GscopeSourceParameter parameters[] = {
  { "reserved", N_ ("Reserves"), NULL,
    N_ ("Give the tasks reserves; otherwise they compete like ordinary threads"),
    GSCOPE_PARAMETER_TYPE_BOOLEAN, G_STRUCT_OFFSET (WorkloadPeriodic, reserved), .initial = 1,
    .apply = apply_reserved },
  { .name = NULL },
};

/* Signals and parameters of a task. */

#define WORD(member) G_STRUCT_OFFSET (Shown, member)

static const GscopeSourceSignal task_signals[] = {
  { "usage", N_ ("usage"), "%",
    N_ ("Share of a processor that the task used over the last periods"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (usage), .max = 100, .role = "usage" },
  { "limit", N_ ("reserve"), "%", N_ ("Reserved share of a processor"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (limit), .max = 100, .role = "limit" },
  { "period", N_ ("period"), "ms", N_ ("Period of the task"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (period), .max = MAX_PERIOD, .role = "period" },
  { "misses", N_ ("misses"), "jobs",
    N_ ("Number of missed deadlines since the start: jobs that had not ended when the next job was "
        "due"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (misses), .max = 100 },
  { "response", N_ ("response"), "ms", N_ ("Response time: from the release of a job to its end"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (response), .max = 100 },
};

static const char *const steered[] = { "response", NULL };

static const GscopeSourceParameter task_times[N_TIMES] = {
  { "work", N_ ("job"), "ms", N_ ("Processor time of a job"), GSCOPE_PARAMETER_TYPE_DOUBLE,
    WORD (times[TASK_WORK]), 0.1, MAX_WORK, .logarithmic = TRUE, .steered = steered,
    .apply = apply_work },
  { "period", N_ ("period"), "ms", N_ ("Time between the releases of two jobs"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (times[TASK_PERIOD]), MIN_PERIOD, MAX_PERIOD,
    .logarithmic = TRUE, .role = "period", .steered = steered, .apply = apply_period },
  { "budget", N_ ("reserve"), "ms", N_ ("Budget of the task's reserve in every period"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (times[TASK_BUDGET]), 0.1, MAX_WORK, .logarithmic = TRUE,
    .role = "limit", .steered = steered, .apply = apply_budget },
};

static void
declare_task (WorkloadPeriodic *self, guint i)
{
  GscopeSource *source = GSCOPE_SOURCE (self);
  Shown *shown = &self->shown[i];
  g_autofree char *group = g_strdup_printf ("task-%u", i + 1);
  g_autofree char *title = g_strdup_printf (_ ("Task %u"), i + 1);

  shown->source = self;
  pause_shown (shown);
  for (guint k = 0; k < G_N_ELEMENTS (task_signals); k++)
    gscope_source_declare_signal (source, &task_signals[k], group, title, shown);
  for (guint k = 0; k < N_TIMES; k++)
    {
      GscopeSourceParameter row = task_times[k];

      row.initial = experiment[i][k];
      gscope_source_declare_parameter (source, &row, group, title, shown);
    }
}

static void
workload_periodic_constructed (GObject *object)
{
  G_OBJECT_CLASS (workload_periodic_parent_class)->constructed (object);
  for (guint i = 0; i < N_TASKS; i++)
    declare_task (WORKLOAD_PERIODIC (object), i);
}

static void
workload_periodic_finalize (GObject *object)
{
  WorkloadPeriodic *self = WORKLOAD_PERIODIC (object);

  stop_tasks (self);
  tsl_page_unref (self->page);
  tsl_lock_clear (&self->lock);
  G_OBJECT_CLASS (workload_periodic_parent_class)->finalize (object);
}

static void
workload_periodic_class_init (WorkloadPeriodicClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_periodic_constructed;
  object_class->finalize = workload_periodic_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->parameters = parameters;
  source_class->start = workload_periodic_start;
  source_class->stop = workload_periodic_stop;
  source_class->poll = workload_periodic_poll;
}

static void
workload_periodic_init (WorkloadPeriodic *self)
{
  tsl_lock_init (&self->lock);
  self->page = tsl_page_new (WORKLOAD_PAGE, NULL);
  if (!self->page)
    self->page = tsl_page_new_unpublished ();
}

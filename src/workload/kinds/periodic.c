/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/periodic.h"

#include "kinds/kinds.h"
#include "threads/demands.h"
#include "threads/task.h"

#include <math.h>

#define MSEC 1e6

/* ms: jobs and periods of a slider's length */
#define LONGEST_WORK 500
#define LEAST_PERIOD 1
#define LONGEST_PERIOD 1000

typedef enum
{
  TASK_WORK,
  TASK_PERIOD,
  TASK_BUDGET,
  N_TIMES
} TaskTime;

static const struct
{
  const char *name;
  const char *title;
  const char *description;
  const char *role;
  double min;
  double max;
} task_times[N_TIMES] = {
  { "work", "job", "How much processor time a job takes", NULL, 0.1, LONGEST_WORK },
  { "period", "period", "How long after a job the next one is due", "period", LEAST_PERIOD,
    LONGEST_PERIOD },
  { "budget", "reserve", "What the task has in every period, where it has a reserve", "limit", 0.1,
    LONGEST_WORK },
};

/* R:3770; ms */
static const double experiment[][N_TIMES] = { { 4, 20, 5 }, { 12, 40, 14 }, { 6, 50, 8 } };

#define N_TASKS G_N_ELEMENTS (experiment)

typedef struct
{
  WorkloadTask *task;
  GscopeParameter *times[N_TIMES];
  /* the poller's */
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
  GscopeParameter *reserved;
  /* tasks come and go in the main thread and are read by the poller */
  TslLock lock;
  TslPage *page;
};

G_DEFINE_FINAL_TYPE (WorkloadPeriodic, workload_periodic, GSCOPE_TYPE_SOURCE)

static gint64
to_time (double milliseconds)
{
  return (gint64) round (milliseconds * MSEC);
}

/* The poller's thread. */

/* Whole jobs only are known to be done: over a period or more. */
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
      gscope_gap_value (GSCOPE_GAP_STOPPED);
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

/* The main thread. */

static void
read_times (Shown *self, WorkloadTaskTimes *times)
{
  times->work = to_time (gscope_parameter_get_number (self->times[TASK_WORK]));
  times->period = to_time (gscope_parameter_get_number (self->times[TASK_PERIOD]));
  times->budget = to_time (gscope_parameter_get_number (self->times[TASK_BUDGET]));
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

/* The poller does not wait for their ends. */
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

/* Where reserves are not to be had the tasks run without. */
static void
workload_periodic_start_async (GscopeSource *source, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  WorkloadPeriodic *self = WORKLOAD_PERIODIC (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  g_autoptr (GError) error = NULL;

  /* what has started stays so: a late cancellation must not hide it */
  g_task_set_check_cancellable (task, FALSE);
  start_tasks (self);
  if (gscope_parameter_get_number (self->reserved) > 0 && !reserve_all (self, TRUE, &error))
    {
      g_autoptr (GVariant) no = g_variant_ref_sink (g_variant_new_boolean (FALSE));

      gscope_parameter_notice (self->reserved, no, NULL);
      g_prefix_error (&error, "tasks run without reserves: ");
      gscope_source_set_status (source, GSCOPE_SOURCE_TROUBLE, error->message);
    }
  for (guint i = 0; i < N_TASKS; i++)
    workload_task_start (self->shown[i].task);
  g_task_return_boolean (task, TRUE);
}

static void
workload_periodic_stop_async (GscopeSource *source, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  stop_tasks (WORKLOAD_PERIODIC (source));
  g_task_return_boolean (task, TRUE);
}

/* What is in force: of two writes at once, parameters show none yet. */
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
  return workload_demands_judge (demands, N_TASKS, error);
}

static gboolean
apply_time (WorkloadPeriodic *self, guint i, guint which, double number, GError **error)
{
  Shown *shown = &self->shown[i];
  WorkloadTaskTimes times;
  gint64 *const words[N_TIMES] = { &times.work, &times.period, &times.budget };

  get_times (shown, &times);
  *words[which] = to_time (number);
  return is_admitted (self, i, &times, error)
         && (!shown->task || workload_task_set_times (shown->task, &times, error));
}

static gboolean
apply (WorkloadPeriodic *self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  if (parameter == self->reserved)
    return !self->shown[0].task || reserve_all (self, g_variant_get_boolean (value), error);
  for (guint i = 0; i < N_TASKS; i++)
    for (guint k = 0; k < N_TIMES; k++)
      if (self->shown[i].times[k] == parameter)
        return apply_time (self, i, k, g_variant_get_double (value), error);
  return TRUE;
}

static void
workload_periodic_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  WorkloadPeriodic *self = WORKLOAD_PERIODIC (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  GError *error = NULL;
  gboolean is_applied;

  tsl_lock_take (&self->lock);
  is_applied = apply (self, parameter, value, &error);
  tsl_lock_release (&self->lock);
  if (is_applied)
    g_task_return_pointer (task, g_variant_ref (value), (GDestroyNotify) g_variant_unref);
  else
    g_task_return_error (task, error);
}

/* Making it. */

static void
add_signal (WorkloadPeriodic *self, guint number, const char *name, const char *role,
            const char *title, const char *unit, const char *description, const double *word,
            double max)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double (name, word);
  g_autofree char *group = g_strdup_printf ("task-%u", number);
  g_autofree char *full_title = g_strdup_printf ("Task %u %s", number, title);

  gscope_signal_set_group (signal, group);
  if (role)
    gscope_signal_set_role (signal, role);
  gscope_signal_set_title (signal, full_title);
  gscope_signal_set_description (signal, description);
  gscope_signal_set_unit (signal, unit);
  gscope_signal_set_range (signal, 0, max);
  gscope_source_add_signal (GSCOPE_SOURCE (self), signal, NULL);
}

static void
add_signals (WorkloadPeriodic *self, guint i)
{
  Shown *shown = &self->shown[i];

  add_signal (self, i + 1, "usage", "usage", "usage", "%",
              "Its part of a processor over the last periods", &shown->usage, 100);
  add_signal (self, i + 1, "limit", "limit", "reserve", "%", "What it has reserved of a processor",
              &shown->limit, 100);
  add_signal (self, i + 1, "period", "period", "period", "ms", "Its period", &shown->period,
              LONGEST_PERIOD);
  add_signal (self, i + 1, "misses", NULL, "misses", "jobs",
              "Jobs that had not ended when the next one was due, since the start", &shown->misses,
              100);
  add_signal (self, i + 1, "response", NULL, "response", "ms", "From when a job was due to its end",
              &shown->response, 100);
}

static void
add_parameters (WorkloadPeriodic *self, guint i)
{
  static const char *const steered[] = { "response", NULL };
  g_autofree char *group = g_strdup_printf ("task-%u", i + 1);

  for (guint k = 0; k < N_TIMES; k++)
    {
      GscopeParameter *parameter = gscope_parameter_new_double (
          task_times[k].name, task_times[k].min, task_times[k].max, experiment[i][k]);
      g_autofree char *title = g_strdup_printf ("Task %u %s", i + 1, task_times[k].title);

      gscope_parameter_set_group (parameter, group);
      if (task_times[k].role)
        gscope_parameter_set_role (parameter, task_times[k].role);
      gscope_parameter_set_title (parameter, title);
      gscope_parameter_set_description (parameter, task_times[k].description);
      gscope_parameter_set_unit (parameter, "ms");
      gscope_parameter_set_logarithmic (parameter, TRUE);
      gscope_parameter_set_steered (parameter, steered);
      gscope_source_add_parameter (GSCOPE_SOURCE (self), parameter, NULL);
      self->shown[i].times[k] = parameter;
    }
}

static void
workload_periodic_constructed (GObject *object)
{
  WorkloadPeriodic *self = WORKLOAD_PERIODIC (object);

  G_OBJECT_CLASS (workload_periodic_parent_class)->constructed (object);
  self->reserved = gscope_parameter_new_boolean ("reserved", TRUE);
  gscope_parameter_set_title (self->reserved, "Reserves");
  gscope_parameter_set_description (self->reserved,
                                    "Whether the tasks have reserves, or compete as any other");
  gscope_source_add_parameter (GSCOPE_SOURCE (self), self->reserved, NULL);
  for (guint i = 0; i < N_TASKS; i++)
    {
      pause_shown (&self->shown[i]);
      add_signals (self, i);
      add_parameters (self, i);
    }
}

static void
workload_periodic_finalize (GObject *object)
{
  WorkloadPeriodic *self = WORKLOAD_PERIODIC (object);

  stop_tasks (self);
  for (guint i = 0; i < N_TASKS; i++)
    for (guint k = 0; k < N_TIMES; k++)
      g_object_unref (self->shown[i].times[k]);
  g_object_unref (self->reserved);
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
  source_class->start_async = workload_periodic_start_async;
  source_class->stop_async = workload_periodic_stop_async;
  source_class->apply_async = workload_periodic_apply_async;
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

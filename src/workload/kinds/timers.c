/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/timers.h"

#include "kinds/kinds.h"
#include "threads/team.h"

#include <tsl/page/page.h>
#include <tsl/timer/interrupts.h>

#define USEC (GSCOPE_MSEC / 1000)
/* What is read less often than once a tick: rates are of at least this. */
#define RATE_INTERVAL (100 * GSCOPE_MSEC)
/* How long the job works alone at first, to know what it can do, and how long that is warming up. */
#define ALONE (400 * GSCOPE_MSEC)
#define WARM_UP (100 * GSCOPE_MSEC)

typedef enum
{
  PROGRESS,
  INTERRUPTS,
  ACTIVATIONS,
  LATENESS,
  N_VALUES,
} Value;

typedef enum
{
  HARD,
  FIRM,
  SOFT,
} Mode;

static const struct
{
  const char *name;
  const char *title;
  const char *unit;
  double max;
  const char *description;
} infos[N_VALUES] = {
  [PROGRESS] = { "progress", "Progress of the job", "%", 100,
                 "What the job does in the time that it and the timers take of the processor, by "
                 "what it "
                 "does there alone" },
  [INTERRUPTS] = { "interrupts", "Timer interrupts", "/s", 25000,
                   "Timer interrupts of the processor that all share" },
  [ACTIVATIONS] = { "activations", "Activations", "/s", 25000, "Activations of all timers" },
  [LATENESS] = { "lateness", "Lateness", "µs", 500, "How late the timers are on average" },
};

struct _WorkloadTimers
{
  GscopeSource parent_instance;

  /* the main context's */
  GscopeParameter *number;
  GscopeParameter *interval;
  GscopeParameter *overshoot;
  GscopeParameter *mode;
  GscopeParameter *by;
  GscopeParameter *check_interval;
  GscopeSignal *deviations;
  TslPage *page;
  GSource *timeout;
  GTask *starting;
  WorkloadTeamSums sums;
  gint64 interrupts;
  gint64 time;
  double alone;
  WorkloadTeamSettings settings;
  Mode chosen;

  /* written by the main context, read by the poller */
  double values[N_VALUES];

  WorkloadTeam *team;
};

G_DEFINE_FINAL_TYPE (WorkloadTimers, workload_timers, GSCOPE_TYPE_SOURCE)

static const char *const mode_nicks[] = { "hard", "firm", "soft", NULL };
static const char *const mode_titles[] = { "Hard", "Firm", "Soft", NULL };
static const char *const by_nicks[] = { "kernel", "library", NULL };
static const char *const by_titles[] = { "The kernel", "libtsl", NULL };

static void
set_value (WorkloadTimers *self, Value value, double number)
{
  __atomic_store (&self->values[value], &number, __ATOMIC_RELAXED);
}

static void
clear_values (WorkloadTimers *self, GscopeGapCause cause)
{
  for (guint i = 0; i < N_VALUES; i++)
    set_value (self, i, gscope_gap_value (cause));
}

/* What parameters say. A write may come before the one before it is told to have been applied. */

static Mode
find_mode (const char *nick)
{
  Mode mode = HARD;

  while (mode < SOFT && !g_str_equal (mode_nicks[mode], nick))
    mode++;
  return mode;
}

static void
take (WorkloadTimers *self, GscopeParameter *parameter, GVariant *value)
{
  WorkloadTeamSettings *settings = &self->settings;

  if (parameter == self->mode)
    self->chosen = find_mode (g_variant_get_string (value, NULL));
  else if (parameter == self->by)
    settings->by = g_str_equal (g_variant_get_string (value, NULL), by_nicks[WORKLOAD_TEAM_KERNEL])
                       ? WORKLOAD_TEAM_KERNEL
                       : WORKLOAD_TEAM_LIBRARY;
  else if (parameter == self->number)
    settings->n_timers = g_variant_get_int64 (value);
  else if (parameter == self->interval)
    settings->interval = g_variant_get_double (value) * USEC;
  else if (parameter == self->check_interval)
    settings->check_interval = g_variant_get_double (value) * USEC;
  else
    settings->overshoot = g_variant_get_double (value) * USEC;
}

static void
take_all (WorkloadTimers *self)
{
  GscopeParameter *const all[] = { self->mode,     self->overshoot, self->number,
                                   self->interval, self->by,        self->check_interval };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    take (self, all[i], gscope_parameter_get_value (all[i]));
}

static void
set_team (WorkloadTimers *self)
{
  WorkloadTeamSettings settings = self->settings;

  if (self->chosen == HARD)
    settings.overshoot = 0;
  else if (self->chosen == SOFT)
    settings.overshoot = G_MAXINT64;
  workload_team_set (self->team, &settings);
}

static void
workload_timers_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  WorkloadTimers *self = WORKLOAD_TIMERS (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  take (self, parameter, value);
  if (self->team && !self->starting)
    set_team (self);
  g_task_return_pointer (task, g_variant_ref (value), (GDestroyNotify) g_variant_unref);
}

/* Measuring. */

static void
stop_timeout (WorkloadTimers *self)
{
  if (self->timeout)
    g_source_destroy (self->timeout);
  g_clear_pointer (&self->timeout, g_source_unref);
}

static void
set_timeout (WorkloadTimers *self, gint64 interval, GSourceFunc func)
{
  stop_timeout (self);
  self->timeout = g_timeout_source_new (interval / GSCOPE_MSEC);
  g_source_set_static_name (self->timeout, "[workload] timers");
  g_source_set_callback (self->timeout, func, self, NULL);
  g_source_attach (self->timeout, g_main_context_get_thread_default ());
}

static void
read_base (WorkloadTimers *self)
{
  self->time = g_get_monotonic_time () * USEC;
  self->interrupts = tsl_timer_interrupts_read (workload_team_get_cpu (self->team), NULL);
  workload_team_read (self->team, &self->sums);
}

/* Steps of work in a nanosecond of the processor's: on a busy machine, too, what the timers take is seen. */
static double
find_speed (const WorkloadTeamSums *before, const WorkloadTeamSums *after)
{
  return (after->work - before->work) / (double) MAX (after->cpu_time - before->cpu_time, 1);
}

static gboolean
on_rates (gpointer data)
{
  WorkloadTimers *self = data;
  WorkloadTeamSums before = self->sums;
  gint64 time = self->time, interrupts = self->interrupts;
  guint64 n_activations;
  double past;

  read_base (self);
  past = (self->time - time) / (double) GSCOPE_SEC;
  n_activations = self->sums.n_activations - before.n_activations;
  set_value (self, PROGRESS, 100 * find_speed (&before, &self->sums) / self->alone);
  set_value (self, ACTIVATIONS, n_activations / past);
  set_value (self, LATENESS,
             n_activations > 0 ? (self->sums.lateness - before.lateness) / 1e3 / n_activations
                               : gscope_gap_value (GSCOPE_GAP_NO_VALUE));
  if (self->interrupts >= 0)
    set_value (self, INTERRUPTS, (self->interrupts - interrupts) / past);
  return G_SOURCE_CONTINUE;
}

/* Starting: the job works alone at first. */

static gboolean
on_alone (gpointer data)
{
  WorkloadTimers *self = data;
  g_autoptr (GTask) task = NULL;
  WorkloadTeamSums before = self->sums;

  read_base (self);
  self->alone = find_speed (&before, &self->sums);
  /* on a busy machine it may not have worked yet */
  if (!(self->alone > 0))
    return G_SOURCE_CONTINUE;
  task = g_steal_pointer (&self->starting);
  set_team (self);
  set_timeout (self, RATE_INTERVAL, on_rates);
  g_task_return_boolean (task, TRUE);
  return G_SOURCE_REMOVE;
}

static gboolean
on_warm (gpointer data)
{
  WorkloadTimers *self = data;

  read_base (self);
  set_timeout (self, ALONE - WARM_UP, on_alone);
  return G_SOURCE_REMOVE;
}

static void
workload_timers_start_async (GscopeSource *source, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  WorkloadTimers *self = WORKLOAD_TIMERS (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  WorkloadTeamSettings settings = self->settings;
  GError *error = NULL;

  /* what has started stays so: a late cancellation must not hide it */
  g_task_set_check_cancellable (task, FALSE);
  settings.n_timers = 0;
  /* that nobody else sees its counters does not keep it from working */
  self->page = tsl_page_new (WORKLOAD_PAGE, NULL);
  self->team = workload_team_new (&settings, self->page, self->deviations, &error);
  if (!self->team)
    {
      g_clear_pointer (&self->page, tsl_page_unref);
      g_task_return_error (task, error);
      return;
    }
  self->starting = g_steal_pointer (&task);
  set_timeout (self, WARM_UP, on_warm);
}

static void
end_team (WorkloadTimers *self)
{
  stop_timeout (self);
  g_clear_pointer (&self->team, workload_team_free);
  g_clear_pointer (&self->page, tsl_page_unref);
}

static void
workload_timers_stop_async (GscopeSource *source, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  end_team (WORKLOAD_TIMERS (source));
  clear_values (WORKLOAD_TIMERS (source), GSCOPE_GAP_STOPPED);
  g_task_return_boolean (task, TRUE);
}

/* Making it. */

static GscopeParameter *
add (WorkloadTimers *self, GscopeParameter *parameter, const char *title, const char *unit,
     const char *description)
{
  gscope_parameter_set_title (parameter, title);
  gscope_parameter_set_unit (parameter, unit);
  gscope_parameter_set_description (parameter, description);
  gscope_source_add_parameter (GSCOPE_SOURCE (self), parameter, NULL);
  return parameter;
}

static void
add_parameters (WorkloadTimers *self)
{
  static const char *const steered[] = { "interrupts", "progress", "lateness", NULL };

  self->mode =
      add (self, gscope_parameter_new_enumeration ("mode", mode_nicks, mode_titles, "firm"),
           "Timers", "",
           "Hard timers interrupt at their deadlines, firm ones after the overshoot, soft "
           "ones never");
  self->overshoot = add (self, gscope_parameter_new_double ("overshoot", 0, 5000, 0), "Overshoot",
                         "µs", "How long a firm timer waits for another interrupt or check point");
  self->number =
      add (self, gscope_parameter_new_integer ("number", 0, WORKLOAD_TEAM_MAX_TIMERS, 20),
           "Number of timers", "", "Periodic timers beside the job");
  self->interval = add (self, gscope_parameter_new_double ("interval", 100, 100000, 1000),
                        "Interval", "µs", "Time between two activations of a timer");
  self->by = add (self, gscope_parameter_new_enumeration ("by", by_nicks, by_titles, "kernel"),
                  "Woken by", "",
                  "The kernel wakes a thread for each timer; libtsl runs them in the job, at its "
                  "check points");
  self->check_interval = add (self, gscope_parameter_new_double ("check-interval", 1, 10000, 20),
                              "Check interval", "µs", "Time between two check points of the job");
  take_all (self);
  gscope_parameter_set_steered (self->mode, steered);
  gscope_parameter_set_steered (self->overshoot, steered);
  gscope_parameter_set_steered (self->number, steered);
  gscope_parameter_set_steered (self->by, steered);
}

static void
add_signals (WorkloadTimers *self)
{
  GscopeSource *source = GSCOPE_SOURCE (self);

  for (guint i = 0; i < N_VALUES; i++)
    {
      g_autoptr (GscopeSignal) signal = gscope_signal_new_double (infos[i].name, &self->values[i]);

      gscope_signal_set_title (signal, infos[i].title);
      gscope_signal_set_unit (signal, infos[i].unit);
      gscope_signal_set_range (signal, 0, infos[i].max);
      gscope_signal_set_description (signal, infos[i].description);
      gscope_source_add_signal (source, signal, NULL);
    }
  self->deviations = gscope_signal_new_buffered ("deviation");
  gscope_signal_set_title (self->deviations, "Deviation of inter-activation times");
  gscope_signal_set_unit (self->deviations, "µs");
  gscope_signal_set_line_mode (self->deviations, GSCOPE_LINE_POINTS);
  gscope_signal_set_description (
      self->deviations, "How far each time between two activations of the first timer is from the "
                        "interval");
  gscope_source_add_signal (source, self->deviations, NULL);
}

static void
workload_timers_constructed (GObject *object)
{
  WorkloadTimers *self = WORKLOAD_TIMERS (object);

  G_OBJECT_CLASS (workload_timers_parent_class)->constructed (object);
  clear_values (self, GSCOPE_GAP_NO_VALUE);
  add_signals (self);
  add_parameters (self);
}

static void
workload_timers_dispose (GObject *object)
{
  end_team (WORKLOAD_TIMERS (object));
  G_OBJECT_CLASS (workload_timers_parent_class)->dispose (object);
}

static void
workload_timers_finalize (GObject *object)
{
  WorkloadTimers *self = WORKLOAD_TIMERS (object);

  g_object_unref (self->mode);
  g_object_unref (self->overshoot);
  g_object_unref (self->number);
  g_object_unref (self->interval);
  g_object_unref (self->by);
  g_object_unref (self->check_interval);
  g_object_unref (self->deviations);
  G_OBJECT_CLASS (workload_timers_parent_class)->finalize (object);
}

static void
workload_timers_class_init (WorkloadTimersClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_timers_constructed;
  object_class->dispose = workload_timers_dispose;
  object_class->finalize = workload_timers_finalize;
  source_class->start_async = workload_timers_start_async;
  source_class->stop_async = workload_timers_stop_async;
  source_class->apply_async = workload_timers_apply_async;
}

static void
workload_timers_init (WorkloadTimers *self)
{
}

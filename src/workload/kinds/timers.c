/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "threads/misses.h"
#include "threads/team.h"

#include <glib/gi18n-lib.h>
#include <gscope/source/source.h>
#include <main-source.h>
#include <tsl-source/source-thread.h>
#include <tsl/page/page.h>
#include <tsl/timer/interrupts.h>

#define USEC (GSCOPE_MSEC / 1000)
/* The shortest time over which rates are computed. */
#define RATE_INTERVAL (100 * GSCOPE_MSEC)
/* How long the job warms up before it works alone to measure its speed, in how many parts, and how
 * long each of them is. The fastest part counts, because other programs only slow the job down. */
#define WARM_UP (100 * GSCOPE_MSEC)
#define N_PARTS 6
#define PART (50 * GSCOPE_MSEC)

typedef enum
{
  PROGRESS,
  INTERRUPTS,
  ACTIVATIONS,
  LATENESS,
  OVERHEAD,
  /* in the order of WorkloadMissesKind */
  MISSES,
  N_VALUES = MISSES + WORKLOAD_MISSES_N_KINDS,
} Value;

typedef enum
{
  HARD,
  FIRM,
  SOFT,
} Mode;

/* Many timers and a CPU-bound job on one processor: shows how the timers' overshoot affects their
 * lateness and the progress of the job. */
G_DECLARE_FINAL_TYPE (WorkloadTimers, workload_timers, WORKLOAD, TIMERS, GscopeSource)

struct _WorkloadTimers
{
  GscopeSource parent_instance;

  /* used in the main context */
  GscopeSignal *deviations;
  TslPage *page;
  GSource *timeout;
  GTask *starting;
  WorkloadTeamSums sums;
  gint64 interrupts;
  gint64 time;
  double alone;
  guint n_parts;

  /* values of the parameters; times in microseconds */
  gint64 number;
  double interval;
  double overshoot;
  double check_interval;
  gint64 lines;
  int mode;
  int by;
  gboolean counts_misses;

  /* written by the main context, read by the poller */
  double values[N_VALUES];

  WorkloadTeam *team;
  /* NULL unless they are counted */
  WorkloadMisses *misses;
  gint64 n_missed[WORKLOAD_MISSES_N_KINDS];
};

G_DEFINE_FINAL_TYPE (WorkloadTimers, workload_timers, GSCOPE_TYPE_SOURCE)

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

/* The values of the parameters. */

static void
read_settings (WorkloadTimers *self, WorkloadTeamSettings *settings)
{
  *settings = (WorkloadTeamSettings){
    .by = self->by,
    .n_timers = self->number,
    .interval = self->interval * USEC,
    .overshoot = self->overshoot * USEC,
    .check_interval = self->check_interval * USEC,
    .n_lines = (guint) self->lines,
  };
}

static void
set_team (WorkloadTimers *self)
{
  WorkloadTeamSettings settings;

  read_settings (self, &settings);
  if (self->mode == HARD)
    settings.overshoot = 0;
  else if (self->mode == SOFT)
    settings.overshoot = G_MAXINT64;
  workload_team_set (self->team, &settings);
}

static GVariant *
workload_timers_apply (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                       GError **error)
{
  WorkloadTimers *self = WORKLOAD_TIMERS (source);
  GVariant *applied =
      GSCOPE_SOURCE_CLASS (workload_timers_parent_class)->apply (source, parameter, value, error);

  if (applied && self->team && !self->starting)
    set_team (self);
  return applied;
}

/* Cache misses. */

static gint64
read_misses (WorkloadTimers *self, guint kind)
{
  return self->misses ? workload_misses_read (self->misses, kind) : -1;
}

static gboolean
count_misses (WorkloadTimers *self, gboolean counts, GError **error)
{
  WorkloadMisses *misses =
      counts && self->team ? workload_misses_new (workload_team_get_cpu (self->team), error) : NULL;

  if (counts && self->team && !misses)
    return FALSE;
  g_clear_pointer (&self->misses, workload_misses_free);
  self->misses = misses;
  for (guint i = 0; i < WORKLOAD_MISSES_N_KINDS; i++)
    self->n_missed[i] = read_misses (self, i);
  return TRUE;
}

static GVariant *
apply_counts_misses (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return count_misses (data, g_variant_get_boolean (value), error) ? g_variant_ref (value) : NULL;
}

/* A workspace may ask for counters that the machine does not have. */
static void
begin_counting (WorkloadTimers *self)
{
  g_autoptr (GError) error = NULL;

  if (!count_misses (self, self->counts_misses, &error))
    gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_TROUBLE, error->message);
}

static void
show_misses (WorkloadTimers *self, double past)
{
  for (guint i = 0; i < WORKLOAD_MISSES_N_KINDS; i++)
    {
      gint64 n = read_misses (self, i), last = self->n_missed[i];

      set_value (self, MISSES + i,
                 n >= 0 && last >= 0 ? (n - last) / past
                                     : gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE));
      self->n_missed[i] = n;
    }
}

/* Measuring. */

static void
set_timeout (WorkloadTimers *self, gint64 interval, GSourceFunc func)
{
  g_clear_pointer (&self->timeout, main_source_drop);
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

/* Returns steps of work per nanosecond of processor time, which shows the cost of the timers even
 * on a busy machine. */
static double
find_speed (const WorkloadTeamSums *before, const WorkloadTeamSums *after)
{
  return (after->work - before->work) / (double) MAX (after->cpu_time - before->cpu_time, 1);
}

/* Returns the processor time that each activation took from the job, in microseconds. */
static double
find_overhead (WorkloadTimers *self, const WorkloadTeamSums *before, guint64 n_activations)
{
  double time = self->sums.cpu_time - before->cpu_time;

  if (n_activations == 0)
    return gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
  return time * (1 - find_speed (before, &self->sums) / self->alone) / 1e3 / n_activations;
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
  set_value (self, OVERHEAD, find_overhead (self, &before, n_activations));
  show_misses (self, past);
  set_value (self, LATENESS,
             n_activations > 0 ? (self->sums.lateness - before.lateness) / 1e3 / n_activations
                               : gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE));
  if (self->interrupts >= 0)
    set_value (self, INTERRUPTS, (self->interrupts - interrupts) / past);
  return G_SOURCE_CONTINUE;
}

/* Starting: the job first works alone. */

static gboolean
on_alone (gpointer data)
{
  WorkloadTimers *self = data;
  g_autoptr (GTask) task = NULL;
  WorkloadTeamSums before = self->sums;

  read_base (self);
  self->alone = MAX (self->alone, find_speed (&before, &self->sums));
  /* on a busy machine the job may not have run yet */
  if (++self->n_parts < N_PARTS || !(self->alone > 0))
    return G_SOURCE_CONTINUE;
  task = g_steal_pointer (&self->starting);
  set_team (self);
  begin_counting (self);
  set_timeout (self, RATE_INTERVAL, on_rates);
  g_task_return_boolean (task, TRUE);
  return G_SOURCE_REMOVE;
}

static gboolean
on_warm (gpointer data)
{
  WorkloadTimers *self = data;

  read_base (self);
  self->alone = self->n_parts = 0;
  set_timeout (self, PART, on_alone);
  return G_SOURCE_REMOVE;
}

static void
workload_timers_start_async (GscopeSource *source, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  WorkloadTimers *self = WORKLOAD_TIMERS (source);
  g_autoptr (GTask) task = source_thread_task_new (source, cancellable, callback, user_data);
  WorkloadTeamSettings settings;
  GError *error = NULL;

  read_settings (self, &settings);
  settings.n_timers = 0;
  /* works without a page, too */
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
  g_clear_pointer (&self->timeout, main_source_drop);
  g_clear_pointer (&self->misses, workload_misses_free);
  g_clear_pointer (&self->team, workload_team_free);
  g_clear_pointer (&self->page, tsl_page_unref);
}

static void
workload_timers_stop (GscopeSource *source)
{
  end_team (WORKLOAD_TIMERS (source));
  clear_values (WORKLOAD_TIMERS (source), GSCOPE_GAP_CAUSE_STOPPED);
}

/* The signals and parameters. */

#define WORD(member) G_STRUCT_OFFSET (WorkloadTimers, member)

static const GscopeSourceSignal signals[] = {
  { "progress", N_ ("Progress of the job"), "%",
    N_ ("Speed of the job relative to its speed without timers, in the processor time that job and "
        "timers use"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (values[PROGRESS]), .max = 100 },
  { "interrupts", N_ ("Timer interrupts"), "/s",
    N_ ("Timer interrupts of the processor that job and timers share"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (values[INTERRUPTS]), .max = 25000 },
  { "activations", N_ ("Activations"), "/s", N_ ("Activations of all timers"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (values[ACTIVATIONS]), .max = 25000 },
  { "lateness", N_ ("Lateness"), "µs", N_ ("Mean lateness of the timers"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (values[LATENESS]), .max = 500 },
  { "overhead", N_ ("Overhead of an activation"), "µs",
    N_ ("Processor time that an activation takes from the job, by the slowdown of the job"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (values[OVERHEAD]), .max = 50 },
  { "data-misses", N_ ("Misses of the data cache"), "/s",
    N_ ("Reads that miss the first data cache of the processor that job and timers share"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (values[MISSES + WORKLOAD_MISSES_DATA]), .max = 100e6 },
  { "instruction-misses", N_ ("Misses of the instruction cache"), "/s",
    N_ ("Reads that miss the first instruction cache of the processor that job and timers share"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (values[MISSES + WORKLOAD_MISSES_INSTRUCTIONS]), .max = 10e6 },
  { "translation-misses", N_ ("Misses of the ITLB"), "/s",
    N_ ("Addresses of instructions that the processor’s buffer of translations does not have"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (values[MISSES + WORKLOAD_MISSES_TRANSLATIONS]), .max = 1e6 },
  { "deviation", N_ ("Deviation of inter-activation times"), "µs",
    N_ ("Deviation of each time between two activations of the first timer from the interval"),
    GSCOPE_SIGNAL_KIND_BUFFERED, WORD (deviations), .line_mode = GSCOPE_LINE_MODE_POINTS },
  { .name = NULL },
};

static const char *const mode_nicks[] = { "hard", "firm", "soft", NULL };
static const char *const mode_titles[] = { N_ ("Hard"), N_ ("Firm"), N_ ("Soft"), NULL };
static const char *const by_nicks[] = { "kernel", "library", NULL };
static const char *const by_titles[] = { N_ ("The kernel"), N_ ("libtsl"), NULL };
static const char *const steered[] = { "interrupts", "progress", "lateness", NULL };

static const GscopeSourceParameter parameters[] = {
  { "mode", N_ ("Timers"), NULL,
    N_ ("Hard timers interrupt at their deadline, firm timers after the overshoot, soft timers "
        "never"),
    GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (mode), .initial = FIRM, .nicks = mode_nicks,
    .titles = mode_titles, .steered = steered },
  { "overshoot", N_ ("Overshoot"), "µs",
    N_ ("How long a firm timer waits for another interrupt or check point"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (overshoot), 0, 5000, .initial = 0, .steered = steered },
  { "number", N_ ("Number of timers"), NULL, N_ ("Periodic timers beside the job"),
    GSCOPE_PARAMETER_TYPE_INTEGER, WORD (number), 0, WORKLOAD_TEAM_MAX_TIMERS, .initial = 20,
    .steered = steered },
  { "interval", N_ ("Interval"), "µs", N_ ("Time between two activations of a timer"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (interval), 100, 100000, .initial = 1000 },
  { "by", N_ ("Woken by"), NULL,
    N_ ("The kernel wakes a thread for each timer; libtsl runs them in the job, at its check "
        "points"),
    GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (by), .initial = WORKLOAD_TEAM_KERNEL,
    .nicks = by_nicks, .titles = by_titles, .steered = steered },
  { "check-interval", N_ ("Check interval"), "µs", N_ ("Time between two check points of the job"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (check_interval), 1, 10000, .initial = 20 },
  { "lines", N_ ("Cache lines of the handler"), NULL,
    N_ ("Cache lines of data that each activation touches"), GSCOPE_PARAMETER_TYPE_INTEGER,
    WORD (lines), 0, 250, .initial = 0 },
  { "counts-misses", N_ ("Count cache misses"), NULL,
    N_ ("Counts the cache misses of the processor that job and timers share, of all programs, by "
        "perf events"),
    GSCOPE_PARAMETER_TYPE_BOOLEAN, WORD (counts_misses), .apply = apply_counts_misses },
  { .name = NULL },
};

static void
workload_timers_dispose (GObject *object)
{
  end_team (WORKLOAD_TIMERS (object));
  G_OBJECT_CLASS (workload_timers_parent_class)->dispose (object);
}

static void
workload_timers_class_init (WorkloadTimersClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->dispose = workload_timers_dispose;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start_async = workload_timers_start_async;
  source_class->stop = workload_timers_stop;
  source_class->apply = workload_timers_apply;
}

static void
workload_timers_init (WorkloadTimers *self)
{
  clear_values (self, GSCOPE_GAP_CAUSE_NO_VALUE);
}

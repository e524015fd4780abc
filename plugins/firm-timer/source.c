/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include "targets.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <math.h>
#include <pthread.h>
#include <tsl-bpf/expiries.h>
#include <tsl-bpf/kernel-loader.h>
#include <tsl-source/page-part.h>
#include <tsl-source/source-thread.h>
#include <tsl/error.h>
#include <tsl/tsl.h>
#include <unistd.h>

/* The kernel's default timer slack, in microseconds. */
#define KERNEL_OVERSHOOT 50

#define USEC (GSCOPE_MSEC / 1000)

/* Minimum interval of the rates, since reading /proc/interrupts is slow. */
#define RATE_INTERVAL (100 * GSCOPE_MSEC)

/* Measurements of the machine, and figures derived from the pages of programs. */
typedef enum
{
  INTERRUPTS,
  COST_HARD,
  COST_SOFT,
  COST_CHECK,
  BREAK_EVEN,
  SOFT_PER_CHECK,
  GAIN,
  THREADS,
  REAL_TIME,
  FIRED,
  FIRED_HARD,
  FIRED_SOFT,
  CHOSEN_HARD,
  CHOSEN_SOFT,
  N_READINGS,
} Reading;

struct _FirmTimerSource
{
  GscopeSource parent_instance;

  /* used in the main context */
  PagePart *pages;
  GThread *measuring;
  GError *expiries_error;

  /* written in the main context or the measuring thread, read by the poller; accessed atomically */
  gboolean is_running;
  gboolean is_measured;
  int n_threads;
  int n_real_time;
  TslFirmCosts costs;

  /* protected by a mutex of its own, because changing the slack of many threads takes long */
  pthread_mutex_t targets_mutex;
  FirmTimerTargets *targets;

  /* protected by the mutex */
  pthread_mutex_t mutex;
  Expiries *expiries;

  /* used by the poller alone */
  double values[N_READINGS];
  gint64 interrupts;
  gint64 interrupts_time;
  ExpiryCounts expiry_counts;
  gint64 expiries_time;
};

G_DEFINE_FINAL_TYPE (FirmTimerSource, firm_timer_source, GSCOPE_TYPE_SOURCE)

static const char *const fired[] = { "hard", "lateness", NULL };

static const PageText texts[] = {
  { "hard", N_ ("Hard timers"), N_ ("Nh: timers that needed the kernel's timer"),
    .with_total = TRUE },
  { "soft", N_ ("Soft timers"), N_ ("Ns: timers that a check point fired before their hard time"),
    .with_total = TRUE },
  { "checks", N_ ("Check points"), N_ ("Nc: check points"), .with_total = TRUE },
  { .name = "missed",
    .title = N_ ("Missed activations"),
    .description = N_ ("Skipped activations of periodic timers") },
  { .name = "lateness",
    .title = N_ ("Lateness"),
    .description = N_ ("Mean time from a timer's deadline until it fires") },
  { .name = "lateness-max",
    .title = N_ ("Maximum lateness"),
    .description = N_ ("Maximum lateness in the last second") },
  { "overshoot", N_ ("Overshoot"),
    N_ ("How long the kernel's timer waits for a check point after a deadline"), .steered = fired },
  { "events", N_ ("Events"), N_ ("Events of a rate-based clock"), .with_total = TRUE },
  { .name = "behind",
    .title = N_ ("Events behind"),
    .description = N_ ("Number of events by which the rate-based clock is behind its rate") },
  { .name = "target",
    .title = N_ ("Target interval"),
    .description = N_ ("Mean interval between events") },
  { .name = "minimum",
    .title = N_ ("Minimum interval"),
    .description = N_ ("Minimum interval between events") },
  { .name = NULL },
};

#define READING(reading)                                                                           \
  .kind = GSCOPE_SIGNAL_KIND_DOUBLE, .offset = G_STRUCT_OFFSET (FirmTimerSource, values[reading])

static const GscopeSourceSignal signals[] = {
  { "interrupts", N_ ("Timer interrupts"), "/s", N_ ("Timer interrupts of all processors"),
    READING (INTERRUPTS) },
  { "cost-hard", N_ ("Ch: cost of a hard timer"), "µs",
    N_ ("Cost of a timer that the kernel's timer fires, measured at the start"),
    READING (COST_HARD) },
  { "cost-soft", N_ ("Cs: cost of a soft timer"), "µs",
    N_ ("Cost of a timer that a check point fires, measured at the start"), READING (COST_SOFT) },
  { "cost-check", N_ ("Cc: cost of a check point"), "µs",
    N_ ("Cost of a check point that fires no timer, measured at the start"), READING (COST_CHECK) },
  { "break-even", N_ ("Break-even: Cc / (Ch - Cs)"), "%",
    N_ ("The share of check points that must fire a timer so that firm timers cost less than hard "
        "ones"),
    READING (BREAK_EVEN) },
  { "soft-per-check", N_ ("Ns / Nc: check points that fire"), "%",
    N_ ("Soft timers divided by check points, of all programs that publish them; firm timers save "
        "time above the break-even"),
    READING (SOFT_PER_CHECK) },
  { "gain", N_ ("Gain of firm timers"), "%",
    N_ ("Share of a processor that the firm timers of all programs save, compared with hard "
        "timers: (Ch - Cs) Ns - Cc Nc"),
    READING (GAIN) },
  { "threads", N_ ("Threads with the overshoot"), "",
    N_ ("Threads of the chosen programs that have the overshoot"), READING (THREADS) },
  { "real-time-threads", N_ ("Real-time threads"), "",
    N_ ("Chosen threads without overshoot: the kernel ignores it for real-time threads"),
    READING (REAL_TIME) },
  { "fired", N_ ("Timers of the kernel"), "/s", N_ ("Timers of the kernel that fired (BPF)"),
    READING (FIRED) },
  { "fired-hard", N_ ("Hard timers of the kernel"), "/s",
    N_ ("Timers with an overshoot that fired at its end, by an interrupt of their own; all threads "
        "(BPF)"),
    READING (FIRED_HARD) },
  { "fired-soft", N_ ("Soft timers of the kernel"), "/s",
    N_ ("Timers with an overshoot that fired within it, by another timer's interrupt; all threads "
        "(BPF)"),
    READING (FIRED_SOFT) },
  { "chosen-hard", N_ ("Hard timers of the programs"), "/s",
    N_ ("Timers of the chosen programs that fired at the end of their overshoot (BPF)"),
    READING (CHOSEN_HARD) },
  { "chosen-soft", N_ ("Soft timers of the programs"), "/s",
    N_ ("Timers of the chosen programs that fired within their overshoot (BPF)"),
    READING (CHOSEN_SOFT) },
  { .name = NULL },
};

/* The poller. */

static void
read_interrupts (FirmTimerSource *self, gint64 time)
{
  gint64 past = time - self->interrupts_time;
  gint64 n;

  if (self->interrupts_time != 0 && past < RATE_INTERVAL)
    return;
  n = tsl_timer_interrupts_read (-1, NULL);
  if (n < 0)
    {
      self->values[INTERRUPTS] = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
      self->interrupts_time = 0;
      return;
    }
  if (self->interrupts_time != 0)
    self->values[INTERRUPTS] = (n - self->interrupts) * (double) GSCOPE_SEC / past;
  self->interrupts = n;
  self->interrupts_time = time;
}

static void
read_expiries (FirmTimerSource *self, gint64 time)
{
  gint64 past = time - self->expiries_time;
  double a_second = (double) GSCOPE_SEC / past;
  ExpiryCounts *old = &self->expiry_counts, now;

  if (!self->expiries || (self->expiries_time != 0 && past < RATE_INTERVAL))
    return;
  expiries_count (self->expiries, &now);
  if (self->expiries_time != 0)
    {
      self->values[FIRED] = (now.n - old->n) * a_second;
      self->values[FIRED_HARD] = (now.n_hard - old->n_hard) * a_second;
      self->values[FIRED_SOFT] = (now.n_soft - old->n_soft) * a_second;
      self->values[CHOSEN_HARD] = (now.n_chosen_hard - old->n_chosen_hard) * a_second;
      self->values[CHOSEN_SOFT] = (now.n_chosen_soft - old->n_chosen_soft) * a_second;
    }
  *old = now;
  self->expiries_time = time;
}

static double
or_gap (double value)
{
  return isfinite (value) ? value : gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
}

/* Without the costs until they are measured. */
static void
read_pages (FirmTimerSource *self, const TslFirmCosts *costs)
{
  double n_soft = page_part_add_up (self->pages, "soft"),
         n_checks = page_part_add_up (self->pages, "checks");

  self->values[SOFT_PER_CHECK] = or_gap (100 * n_soft / n_checks);
  if (!costs)
    return;
  self->values[COST_HARD] = costs->hard;
  self->values[COST_SOFT] = costs->soft;
  self->values[COST_CHECK] = costs->check;
  self->values[BREAK_EVEN] = or_gap (100 * tsl_firm_costs_get_break_even (costs));
  /* 1 microsecond per second is 0.0001 % */
  self->values[GAIN] = ((costs->hard - costs->soft) * n_soft - costs->check * n_checks) / 1e4;
}

static void
clear_values (FirmTimerSource *self, GscopeGapCause cause)
{
  for (guint i = 0; i < N_READINGS; i++)
    self->values[i] = gscope_gap_value (cause);
  self->interrupts_time = 0;
  self->expiries_time = 0;
}

static void
read_all (FirmTimerSource *self)
{
  gint64 now = g_get_monotonic_time () * USEC;

  read_interrupts (self, now);
  read_pages (self, __atomic_load_n (&self->is_measured, __ATOMIC_ACQUIRE) ? &self->costs : NULL);
  pthread_mutex_lock (&self->mutex);
  read_expiries (self, now);
  pthread_mutex_unlock (&self->mutex);
  self->values[THREADS] = __atomic_load_n (&self->n_threads, __ATOMIC_RELAXED);
  self->values[REAL_TIME] = __atomic_load_n (&self->n_real_time, __ATOMIC_RELAXED);
}

static void
firm_timer_source_poll (GscopeSource *source, gint64 time)
{
  FirmTimerSource *self = FIRM_TIMER_SOURCE (source);

  page_part_poll (self->pages, time);
  if (__atomic_load_n (&self->is_running, __ATOMIC_RELAXED))
    read_all (self);
  else
    clear_values (self, GSCOPE_GAP_CAUSE_STOPPED);
}

/* The main context. */

static gpointer
measure (gpointer data)
{
  FirmTimerSource *self = data;

  tsl_firm_costs_measure (&self->costs);
  __atomic_store_n (&self->is_measured, TRUE, __ATOMIC_RELEASE);
  return NULL;
}

static void
add_if_any (GPtrArray *reasons, char *reason)
{
  if (reason)
    g_ptr_array_add (reasons, reason);
}

/* Reports missing privileges and features; everything else works. */
static void
show_trouble (FirmTimerSource *self)
{
  g_autofree char *refusal = firm_timer_targets_find_refusal ();
  g_autoptr (GError) error = NULL;
  g_autofree char *expiries = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  if (self->expiries_error)
    expiries = g_strdup_printf (_ ("the hard and soft timers of the kernel are not shown: %s"),
                                self->expiries_error->message);
  tsl_timer_interrupts_read (-1, &error);
  add_if_any (all, expiries);
  add_if_any (all, error ? error->message : NULL);
  add_if_any (all, refusal);
  g_ptr_array_add (all, NULL);
  text = g_strjoinv ("; ", (GStrv) all->pdata);
  gscope_source_set_locked (
      GSCOPE_SOURCE (self),
      (refusal && geteuid () != 0)
          || g_error_matches (self->expiries_error, TSL_ERROR, TSL_ERROR_PRIVILEGE));
  page_part_set_trouble (self->pages, all->len > 1 ? text : NULL);
}

static void
unload (FirmTimerSource *self)
{
  Expiries *expiries;

  pthread_mutex_lock (&self->mutex);
  expiries = g_steal_pointer (&self->expiries);
  pthread_mutex_unlock (&self->mutex);
  if (expiries)
    expiries_free (expiries);
}

/* Called with the targets' mutex held. */
static void
note_threads (FirmTimerSource *self)
{
  TslTimerSlack *slack = self->targets->slack;
  guint n_threads = slack ? tsl_timer_slack_get_n_threads (slack) : 0;
  int n_real_time = slack ? tsl_timer_slack_get_n_real_time (slack) : 0;
  g_autofree pid_t *tids = g_new (pid_t, n_threads);

  for (guint i = 0; i < n_threads; i++)
    tids[i] = tsl_timer_slack_get_thread (slack, i);
  __atomic_store_n (&self->n_threads, n_threads, __ATOMIC_RELAXED);
  __atomic_store_n (&self->n_real_time, n_real_time, __ATOMIC_RELAXED);
  pthread_mutex_lock (&self->mutex);
  if (self->expiries)
    expiries_choose (self->expiries, tids, n_threads);
  pthread_mutex_unlock (&self->mutex);
}

static void
on_loaded (gpointer program, const GError *error, gpointer data)
{
  g_autoptr (GTask) task = data;
  FirmTimerSource *self = g_task_get_source_object (task);

  g_clear_error (&self->expiries_error);
  self->expiries_error = error ? g_error_copy (error) : NULL;
  pthread_mutex_lock (&self->mutex);
  self->expiries = program;
  pthread_mutex_unlock (&self->mutex);
  page_part_start (self->pages);
  show_trouble (self);
  pthread_mutex_lock (&self->targets_mutex);
  note_threads (self);
  pthread_mutex_unlock (&self->targets_mutex);
  __atomic_store_n (&self->is_running, TRUE, __ATOMIC_RELAXED);
  g_task_return_boolean (task, TRUE);
}

static gpointer
load (GError **error)
{
  return expiries_new (error);
}

static void
firm_timer_source_start_async (GscopeSource *source, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  FirmTimerSource *self = FIRM_TIMER_SOURCE (source);

  if (!self->measuring)
    self->measuring = g_thread_new ("firm costs", measure, self);
  kernel_loader_begin (load, on_loaded,
                       source_thread_task_new (source, cancellable, callback, user_data));
}

/* Restores the threads' slack before the source is reported as stopped. */
static void
restore_targets (GscopeSource *source)
{
  FirmTimerSource *self = FIRM_TIMER_SOURCE (source);

  pthread_mutex_lock (&self->targets_mutex);
  firm_timer_targets_apply (self->targets, "", self->targets->overshoot, NULL);
  note_threads (self);
  pthread_mutex_unlock (&self->targets_mutex);
}

static void
on_put_back (GscopeSource *source)
{
  unload (FIRM_TIMER_SOURCE (source));
  gscope_parameter_notice (gscope_source_find_parameter (source, "programs"),
                           g_variant_new_string (""), NULL);
}

static void
firm_timer_source_stop_async (GscopeSource *source, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  FirmTimerSource *self = FIRM_TIMER_SOURCE (source);

  __atomic_store_n (&self->is_running, FALSE, __ATOMIC_RELAXED);
  page_part_stop (self->pages);
  source_thread_stop (source, restore_targets, on_put_back, callback, user_data);
}

/* Runs on a thread, since it reads all processes and registers each thread with the guard. If words
 * is NULL or overshoot is negative, uses the value in force instead of the parameter's, which does
 * not show a simultaneous write yet. */
static gboolean
apply_targets (FirmTimerSource *self, const char *words, gint64 overshoot, GError **error)
{
  g_autofree char *known = NULL;
  g_autoptr (GError) reason = NULL;
  gboolean is_turned;

  pthread_mutex_lock (&self->targets_mutex);
  known = g_strdup (self->targets->words);
  if (overshoot < 0)
    overshoot = self->targets->overshoot;
  is_turned = firm_timer_targets_apply (self->targets, words ? words : known, overshoot, &reason);
  if (is_turned)
    note_threads (self);
  pthread_mutex_unlock (&self->targets_mutex);
  if (!is_turned)
    g_set_error (error, GSCOPE_ERROR,
                 g_error_matches (reason, TSL_ERROR, TSL_ERROR_PRIVILEGE) ? GSCOPE_ERROR_PRIVILEGE
                                                                          : GSCOPE_ERROR_REFUSED,
                 "%s", reason->message);
  return is_turned;
}

static GVariant *
apply_programs (gpointer self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_targets (self, g_variant_get_string (value, NULL), -1, error) ? g_variant_ref (value)
                                                                             : NULL;
}

static GVariant *
apply_overshoot (gpointer self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return apply_targets (self, NULL, g_variant_get_double (value) * USEC, error)
             ? g_variant_ref (value)
             : NULL;
}

static const char *const steered[] = { "interrupts", NULL };

static const GscopeSourceParameter own_parameters[] = {
  { "programs", N_ ("Programs"), NULL,
    N_ ("Programs whose threads get the overshoot: names of programs, process numbers, "
        "thread:NUMBER, cgroup:/sys/fs/cgroup/…; other users' programs need CAP_SYS_NICE"),
    GSCOPE_PARAMETER_TYPE_STRING, .apply = apply_programs },
  { "overshoot", N_ ("Overshoot"), "µs",
    N_ ("How long the timers of these programs may wait for another interrupt (timer slack)"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, .max = TSL_MAX_OVERSHOOT / USEC, .initial = KERNEL_OVERSHOOT,
    .steered = steered, .apply = apply_overshoot },
  { .name = NULL },
};

static void
firm_timer_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  FirmTimerSource *self = FIRM_TIMER_SOURCE (source);

  if (!page_part_apply (self->pages, parameter, value, cancellable, callback, user_data))
    source_thread_apply (source, parameter, value, NULL, cancellable, callback, user_data);
}

static void
firm_timer_source_constructed (GObject *object)
{
  FirmTimerSource *self = FIRM_TIMER_SOURCE (object);

  G_OBJECT_CLASS (firm_timer_source_parent_class)->constructed (object);
  self->pages = page_part_new (GSCOPE_SOURCE (self), "firm-timer", texts);
  self->targets = firm_timer_targets_new (KERNEL_OVERSHOOT * USEC);
}

static void
firm_timer_source_dispose (GObject *object)
{
  FirmTimerSource *self = FIRM_TIMER_SOURCE (object);

  page_part_dispose (self->pages);
  unload (self);
  G_OBJECT_CLASS (firm_timer_source_parent_class)->dispose (object);
}

static void
firm_timer_source_finalize (GObject *object)
{
  FirmTimerSource *self = FIRM_TIMER_SOURCE (object);

  if (self->measuring)
    g_thread_join (self->measuring);
  firm_timer_targets_free (self->targets);
  page_part_free (self->pages);
  g_clear_error (&self->expiries_error);
  pthread_mutex_destroy (&self->mutex);
  pthread_mutex_destroy (&self->targets_mutex);
  G_OBJECT_CLASS (firm_timer_source_parent_class)->finalize (object);
}

/* The parameters change settings of other programs. */
static void
list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands)
{
  gscope_demand_add_steering (demands, parameters, NULL, "org.gscope.Gscope.steer-threads");
}

static void
firm_timer_source_class_init (FirmTimerSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = firm_timer_source_constructed;
  object_class->dispose = firm_timer_source_dispose;
  object_class->finalize = firm_timer_source_finalize;
  source_class->may_block = TRUE;
  source_class->action = "org.gscope.Gscope.observe-kernel";
  source_class->list_demands = list_demands;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = own_parameters;
  source_class->start_async = firm_timer_source_start_async;
  source_class->stop_async = firm_timer_source_stop_async;
  source_class->poll = firm_timer_source_poll;
  source_class->apply_async = firm_timer_source_apply_async;
}

static void
firm_timer_source_init (FirmTimerSource *self)
{
  pthread_mutex_init (&self->mutex, NULL);
  pthread_mutex_init (&self->targets_mutex, NULL);
  clear_values (self, GSCOPE_GAP_CAUSE_NO_VALUE);
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "firm-timer", FIRM_TIMER_TYPE_SOURCE, _ ("Firm timers"),
      _ ("Accuracy and cost of timers: rates of hard timers, soft timers and check points of "
         "programs that use libtsl, timer interrupts, and the overshoot of any process."),
      "firm-timer", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)

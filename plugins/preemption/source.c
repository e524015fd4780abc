/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include "mode.h"
#include "probe.h"
#include "wakeups.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <tsl-bpf/kernel-loader.h>
#include <tsl-source/page-part.h>
#include <tsl-source/source-thread.h>
#include <tsl/error.h>
#include <unistd.h>

#define ACTION "org.gscope.Gscope.observe-kernel"
#define USEC (GSCOPE_MSEC / 1000)
/* Microseconds. The dissertation's period of 100 µs takes a tenth of a processor or more. */
#define PERIOD 10000
#define THRESHOLD 1000
/* PID_MAX_LIMIT (include/linux/threads.h). */
#define MAX_PROCESS_NUMBER (4 * 1024 * 1024)

/* Data of a thread that starts or stops the probe: it waits for the probe's next wake-up. */
typedef struct
{
  PreemptionProbe *probe;
  int priority;
  Wakeups *loaded;
  PreemptionWakeups *wakeups;
  TslGuard *guard;
} Change;

struct _PreemptionSource
{
  GscopeSource parent_instance;

  /* used in the main context */
  PagePart *pages;
  PreemptionTexts texts;
  TslGuard *guard;
  GscopeParameter *mode;
  /* value of the parameter, in µs */
  double period;
  gint64 chosen_process;
  gint64 chosen_threshold;
  GscopeSignal *latencies;
  PreemptionStreams streams;
  GError *loading_error;

  /* protected by the mutex */
  pthread_mutex_t mutex;
  Change ending;
  PreemptionProbe *probe;
  PreemptionWakeups *wakeups;

  /* used by the poller alone */
  PreemptionReadings readings;
  PreemptionWakeupReadings wakeup_readings;
};

G_DEFINE_FINAL_TYPE (PreemptionSource, preemption_source, GSCOPE_TYPE_SOURCE)

static const PageText texts[] = {
  { .name = "wake-ups",
    .title = N_ ("Wake-ups"),
    .description = N_ ("Number of wake-ups of the probe") },
  { "above", N_ ("Above the threshold"),
    N_ ("Number of wake-ups that were later than the threshold"), .with_total = TRUE },
  { .name = "mean",
    .title = N_ ("Mean latency"),
    .description = N_ ("Mean latency of wake-ups since the last reset") },
  { .name = "maximum",
    .title = N_ ("Maximum latency"),
    .description = N_ ("Maximum latency of a wake-up since the last reset") },
  { .name = "recent-maximum",
    .title = N_ ("Maximum of the last second"),
    .description = N_ ("Maximum latency of a wake-up in the last second") },
  { .name = "period", .title = N_ ("Period"), .description = N_ ("Sleep time of the probe") },
  { .name = "threshold",
    .title = N_ ("Threshold"),
    .description = N_ ("Latency above which a wake-up counts as late") },
  { "reset", N_ ("Reset"), N_ ("Restarts mean and maximum"), .is_switch = TRUE },
  { .name = NULL },
};

#define WORD(member) G_STRUCT_OFFSET (PreemptionSource, member)

static const GscopeSourceSignal signals[] = {
  { "latency", N_ ("Wake-up latency"), "µs", N_ ("Latency of each wake-up of the probe"),
    GSCOPE_SIGNAL_KIND_BUFFERED, WORD (latencies), .max = 200,
    .line_mode = GSCOPE_LINE_MODE_POINTS },
  { "timer-latency", N_ ("Timer's part, each wake-up"), "µs",
    N_ ("Each wake-up of the probe: time from its timer's due time until the thread was ready to "
        "run (BPF)"),
    GSCOPE_SIGNAL_KIND_BUFFERED, WORD (streams.timer), .max = 200,
    .line_mode = GSCOPE_LINE_MODE_POINTS },
  { "preemption-latency", N_ ("Preemption's part, each wake-up"), "µs",
    N_ ("Each wake-up of the probe: time from when the thread was ready until it ran (BPF)"),
    GSCOPE_SIGNAL_KIND_BUFFERED, WORD (streams.preemption), .max = 200,
    .line_mode = GSCOPE_LINE_MODE_POINTS },
  { "wake-ups", N_ ("Late wake-ups of all threads"), "µs",
    N_ ("Each late wake-up of any thread, or of the chosen process: time from when the thread was "
        "ready until it ran (BPF)"),
    GSCOPE_SIGNAL_KIND_BUFFERED, WORD (streams.late), .max = 10000,
    .line_mode = GSCOPE_LINE_MODE_POINTS },
  { "maximum", N_ ("Maximum latency"), "µs",
    N_ ("Maximum latency of a wake-up since the last reset"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (readings.maximum), .max = 1000 },
  { "recent-maximum", N_ ("Maximum of the last second"), "µs",
    N_ ("Maximum latency of a wake-up in the last second"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (readings.recent), .max = 1000 },
  { "mean", N_ ("Mean latency"), "µs", N_ ("Mean latency of wake-ups since the last reset"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (readings.mean), .max = 100 },
  { "timer", N_ ("Timer's part"), "µs",
    N_ ("Part of the recent mean latency until the timer's interrupt made the thread ready"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (readings.timer), .max = 100 },
  { "preemption", N_ ("Preemption's part"), "µs",
    N_ ("Part of the recent mean latency from when the thread was ready until it ran"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (readings.preemption), .max = 100 },
  { "above", N_ ("Above the threshold"), "",
    N_ ("Number of wake-ups since the last reset that were later than the threshold"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (readings.above), .max = 1000 },
  { "wake-up-rate", N_ ("Wake-ups of all threads"), "/s",
    N_ ("Wake-ups of threads on all processors (BPF)"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (wakeup_readings.rate), .max = 10000 },
  { "wake-up-median", N_ ("Median of all threads"), "µs",
    N_ ("Median latency of all wake-ups in the last eighth of a second (BPF)"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (wakeup_readings.median), .max = 1000 },
  { "wake-up-high", /* xgettext:no-c-format */ N_ ("99 % of all threads"), "µs",
    N_ ("99th percentile of the latency of all wake-ups in the last eighth of a second (BPF)"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (wakeup_readings.high), .max = 1000 },
  { "wake-up-maximum", N_ ("Maximum of all threads"), "µs",
    N_ ("Maximum latency of all wake-ups in the last eighth of a second (BPF)"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (wakeup_readings.maximum), .max = 1000 },
  { .name = NULL },
};

/* Functions of the worker, called once a tick. */

/* BPF reports each wake-up exactly; schedstat gives only a sum. */
static void
read_wakeups (PreemptionSource *self)
{
  PreemptionWakeupReadings *readings = &self->wakeup_readings;

  preemption_wakeups_read (self->wakeups, readings);
  if (isnan (readings->timer))
    return;
  self->readings.timer = readings->timer;
  self->readings.preemption = readings->preemption;
}

static void
preemption_source_poll (GscopeSource *source, gint64 time)
{
  PreemptionSource *self = PREEMPTION_SOURCE (source);

  page_part_poll (self->pages, time);
  pthread_mutex_lock (&self->mutex);
  if (self->probe)
    preemption_probe_read (self->probe, &self->readings);
  else
    preemption_readings_clear (&self->readings, GSCOPE_GAP_CAUSE_STOPPED);
  if (self->wakeups)
    read_wakeups (self);
  else
    preemption_wakeup_readings_clear (
        &self->wakeup_readings, self->probe ? GSCOPE_GAP_CAUSE_NO_VALUE : GSCOPE_GAP_CAUSE_STOPPED);
  pthread_mutex_unlock (&self->mutex);
}

/* The main context. */

static void
add_sentence (GString *text, const char *sentence)
{
  if (text->len > 0)
    g_string_append (text, "; ");
  g_string_append (text, sentence);
}

static void
show_trouble (PreemptionSource *self, int priority)
{
  g_autofree char *refusal = preemption_mode_find_refusal (PREEMPTION_FILE, &self->texts);
  g_autoptr (GString) text = g_string_new (NULL);
  const char *where;
  const char *nick = preemption_mode_find (&self->texts, &where);

  if (priority == 0)
    add_sentence (
        text, _ ("the probe is not a real-time thread, so its latencies include delays by other "
                 "threads; give this user CAP_SYS_NICE or a real-time priority (ulimit -r)"));
  if (self->loading_error)
    add_sentence (text,
                  _ ("only the probe's own wake-ups are measured, with the parts of timer and "
                     "preemption as means"));
  if (self->loading_error)
    add_sentence (text, self->loading_error->message);
  if (!self->wakeups && !preemption_probe_has_shares (self->probe))
    add_sentence (text, _ ("the parts of timer and preemption are not shown: this kernel has no "
                           "/proc/self/schedstat"));
  if (refusal)
    {
      g_autofree char *known =
          where ? g_strdup_printf (_ ("the mode of preemption is %s according to %s"), nick, where)
                : g_strdup (_ ("the mode of preemption is unknown: no file that this user may read "
                               "states it; give the program CAP_SYSLOG for the boot log"));

      add_sentence (text, known);
      add_sentence (text, refusal);
    }
  gscope_source_set_locked (
      GSCOPE_SOURCE (self),
      priority == 0 || (refusal && geteuid () != 0)
          || g_error_matches (self->loading_error, TSL_ERROR, TSL_ERROR_PRIVILEGE));
  page_part_set_trouble (self->pages, text->len > 0 ? text->str : NULL);
}

/* Takes the objects away from the worker and the main context. */
static void
take_away (PreemptionSource *self, Change *change)
{
  pthread_mutex_lock (&self->mutex);
  change->wakeups = g_steal_pointer (&self->wakeups);
  change->probe = g_steal_pointer (&self->probe);
  change->guard = g_steal_pointer (&self->guard);
  pthread_mutex_unlock (&self->mutex);
}

/* Freeing the guard restores the mode. */
static void
end (const Change *change)
{
  if (change->wakeups)
    preemption_wakeups_free (change->wakeups);
  if (change->probe)
    preemption_probe_free (change->probe);
  if (change->guard)
    tsl_guard_free (change->guard);
}

static void
choose (PreemptionSource *self)
{
  if (self->wakeups)
    wakeups_choose (preemption_wakeups_get (self->wakeups), self->chosen_process,
                    self->chosen_threshold);
}

static gint64
get_period (PreemptionSource *self)
{
  return self->period * USEC;
}

static void
begin (PreemptionSource *self, const Change *change)
{
  TslLatency *latency = preemption_probe_get (change->probe);
  int priority;

  pthread_mutex_lock (&self->mutex);
  self->probe = change->probe;
  priority = change->priority;
  if (change->loaded)
    {
      wakeups_watch (change->loaded, preemption_probe_get_tid (change->probe));
      self->wakeups = preemption_wakeups_new (
          change->loaded, gscope_source_get_clock (GSCOPE_SOURCE (self)), &self->streams);
    }
  pthread_mutex_unlock (&self->mutex);
  /* the parameters may have changed meanwhile */
  tsl_latency_set_period (latency, get_period (self));
  tsl_latency_set_threshold (latency, self->chosen_threshold);
  choose (self);
  show_trouble (self, priority);
}

static GVariant *
read_mode (PreemptionSource *self)
{
  const char *where;

  preemption_texts_refresh (&self->texts);
  return g_variant_ref_sink (g_variant_new_string (preemption_mode_find (&self->texts, &where)));
}

static void
notice_mode (PreemptionSource *self)
{
  g_autoptr (GVariant) value = read_mode (self);

  gscope_parameter_notice (self->mode, value, NULL);
}

static void
await_probe (GTask *run, gpointer object, gpointer data, GCancellable *cancellable)
{
  PreemptionSource *self = g_task_get_source_object (data);
  Change *change = g_task_get_task_data (data);
  PreemptionProbe *probe;
  int priority;

  pthread_mutex_lock (&self->mutex);
  probe = change->probe;
  pthread_mutex_unlock (&self->mutex);
  priority = preemption_probe_await (probe);
  pthread_mutex_lock (&self->mutex);
  change->priority = priority;
  pthread_mutex_unlock (&self->mutex);
  g_task_return_boolean (run, TRUE);
}

static void
on_awaited (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;

  begin (g_task_get_source_object (task), g_task_get_task_data (task));
  g_task_return_boolean (task, TRUE);
}

static void
on_loaded (gpointer program, const GError *error, gpointer data)
{
  g_autoptr (GTask) task = data;
  PreemptionSource *self = g_task_get_source_object (task);
  Change *change = g_new0 (Change, 1);

  g_clear_error (&self->loading_error);
  self->loading_error = error ? g_error_copy (error) : NULL;
  notice_mode (self);
  page_part_start (self->pages);
  pthread_mutex_lock (&self->mutex);
  change->loaded = program;
  change->probe = preemption_probe_new (self->latencies, get_period (self), self->chosen_threshold);
  pthread_mutex_unlock (&self->mutex);
  g_task_set_task_data (task, change, g_free);
  source_thread_run (task, await_probe, on_awaited);
}

static gpointer
load (GError **error)
{
  return wakeups_new (error);
}

static void
preemption_source_start_async (GscopeSource *source, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  kernel_loader_begin (load, on_loaded,
                       source_thread_task_new (source, cancellable, callback, user_data));
}

static void
end_on_thread (GscopeSource *source)
{
  PreemptionSource *self = PREEMPTION_SOURCE (source);
  Change change;

  pthread_mutex_lock (&self->mutex);
  change = self->ending;
  self->ending = (Change){ NULL };
  pthread_mutex_unlock (&self->mutex);
  end (&change);
}

static void
on_end (GscopeSource *source)
{
  notice_mode (PREEMPTION_SOURCE (source));
}

static void
preemption_source_stop_async (GscopeSource *source, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  PreemptionSource *self = PREEMPTION_SOURCE (source);

  take_away (self, &self->ending);
  page_part_stop (self->pages);
  source_thread_stop (source, end_on_thread, on_end, callback, user_data);
}

/* The mode. */

static GVariant *
check_mode (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  PreemptionSource *self = data;
  const char *nick = g_variant_get_string (value, NULL);
  g_autofree char *refusal = NULL;

  if (g_variant_equal (value, gscope_parameter_get_value (parameter)))
    return g_variant_ref (value);
  refusal = preemption_mode_find_refusal (PREEMPTION_FILE, &self->texts);
  if (refusal)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED, refusal);
      return NULL;
    }
  if (self->texts.file && strstr (self->texts.file, nick))
    return g_variant_ref (value);
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
      _ ("cannot set the mode of preemption “%s”: this kernel does not have it; choose one "
         "of the modes in %s"),
      nick, PREEMPTION_FILE);
  return NULL;
}

/* Registers the mode in the file, not the parameter's value, because another program may have
 * changed it. */
static gboolean
keep_mode (PreemptionSource *self, GError **error)
{
  const char *nick;

  if (self->guard)
    return TRUE;
  preemption_texts_refresh (&self->texts);
  nick = preemption_mode_find_written (&self->texts);
  if (!nick)
    {
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
          _ ("cannot change the mode of preemption: %s does not state the present mode, so "
             "it could not be restored; boot with preempt=MODE"),
          PREEMPTION_FILE);
      return FALSE;
    }
  self->guard = tsl_guard_new (error);
  if (self->guard && !tsl_guard_keep_file (self->guard, PREEMPTION_FILE, nick, error))
    g_clear_pointer (&self->guard, tsl_guard_free);
  return self->guard != NULL;
}

static GVariant *
apply_mode (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  PreemptionSource *self = data;

  if (g_variant_equal (value, gscope_parameter_get_value (parameter)))
    return g_variant_ref (value);
  if (!keep_mode (self, error)
      || !preemption_mode_write (PREEMPTION_FILE, g_variant_get_string (value, NULL), error))
    return NULL;
  return read_mode (self);
}

/* The other parameters. The probe applies them at its next wake-up. */

static GVariant *
check_process (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  PreemptionSource *self = data;
  gint64 process = g_variant_get_int64 (value);

  if (process != 0 && self->loading_error)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                         self->loading_error->message);
  else if (process != 0 && kill (process, 0) != 0 && errno == ESRCH)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 _ ("cannot find process %d: it does not exist; write the number of a running "
                    "process, or 0 for all"),
                 (int) process);
  else
    return g_variant_ref (value);
  return NULL;
}

static GVariant *
apply_process (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  PreemptionSource *self = data;

  self->chosen_process = g_variant_get_int64 (value);
  choose (self);
  return g_variant_ref (value);
}

static GVariant *
apply_threshold (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  PreemptionSource *self = data;

  self->chosen_threshold = g_variant_get_double (value) * USEC;
  if (self->probe)
    tsl_latency_set_threshold (preemption_probe_get (self->probe), self->chosen_threshold);
  choose (self);
  return g_variant_ref (value);
}

static GVariant *
apply_period (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  PreemptionSource *self = data;

  if (self->probe)
    tsl_latency_set_period (preemption_probe_get (self->probe),
                            g_variant_get_double (value) * USEC);
  return g_variant_ref (value);
}

static GVariant *
apply_reset (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  PreemptionSource *self = data;

  if (self->probe && g_variant_get_boolean (value))
    tsl_latency_reset (preemption_probe_get (self->probe));
  return g_variant_new_boolean (FALSE);
}

static const char *const steered[] = { "recent-maximum", NULL };

/* The initial value is the kernel's present mode. */
static const GscopeSourceParameter mode = {
  "mode",
  N_ ("Preemption"),
  NULL,
  N_ ("Where a more urgent thread can preempt the kernel: nowhere, at chosen points, everywhere, "
      "or everywhere but later for ordinary threads"),
  GSCOPE_PARAMETER_TYPE_ENUMERATION,
  .nicks = preemption_mode_nicks,
  .titles = preemption_mode_titles,
  .steered = steered,
  .check = check_mode,
  .apply = apply_mode,
};

static const GscopeSourceParameter own_parameters[] = {
  { "period", N_ ("Period"), "µs",
    N_ ("Sleep time of the probe; the dissertation's 100 µs take a tenth of a processor"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (period), TSL_LATENCY_LEAST_PERIOD / USEC,
    TSL_LATENCY_LONGEST_PERIOD / USEC, .initial = PERIOD, .logarithmic = TRUE,
    .apply = apply_period },
  { "threshold", N_ ("Threshold"), "µs",
    N_ ("Latency from which wake-ups count as late; late wake-ups of all threads are shown "
        "individually"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, .max = TSL_LATENCY_LARGEST_THRESHOLD / USEC, .initial = THRESHOLD,
    .apply = apply_threshold },
  { "process", N_ ("Process"), NULL,
    N_ ("Number of the process whose late wake-ups are shown; 0 for all processes"),
    GSCOPE_PARAMETER_TYPE_INTEGER, .max = MAX_PROCESS_NUMBER, .check = check_process,
    .apply = apply_process },
  { "reset", N_ ("Reset"), NULL, N_ ("Restarts mean, maximum and the count of late wake-ups"),
    GSCOPE_PARAMETER_TYPE_BOOLEAN, .apply = apply_reset },
  { .name = NULL },
};

static void
preemption_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  GscopeSourceClass *parent_class = GSCOPE_SOURCE_CLASS (preemption_source_parent_class);

  if (!page_part_apply (PREEMPTION_SOURCE (source)->pages, parameter, value, cancellable, callback,
                        user_data))
    parent_class->apply_async (source, parameter, value, cancellable, callback, user_data);
}

static void
preemption_source_refresh (GscopeSource *source)
{
  notice_mode (PREEMPTION_SOURCE (source));
}

/* Construction. */

static void
declare_parameters (PreemptionSource *self)
{
  GscopeSourceParameter row = mode;
  const char *where;
  const char *nick = preemption_mode_find (&self->texts, &where);

  while (!g_str_equal (mode.nicks[(guint) row.initial], nick))
    row.initial++;
  self->mode = gscope_source_declare_parameter (GSCOPE_SOURCE (self), &row, NULL, NULL, self);
  for (const GscopeSourceParameter *own = own_parameters; own->name; own++)
    gscope_source_declare_parameter (GSCOPE_SOURCE (self), own, NULL, NULL, self);
}

static void
preemption_source_constructed (GObject *object)
{
  PreemptionSource *self = PREEMPTION_SOURCE (object);

  G_OBJECT_CLASS (preemption_source_parent_class)->constructed (object);
  preemption_texts_read (&self->texts);
  preemption_readings_clear (&self->readings, GSCOPE_GAP_CAUSE_NO_VALUE);
  preemption_wakeup_readings_clear (&self->wakeup_readings, GSCOPE_GAP_CAUSE_NO_VALUE);
  self->chosen_threshold = THRESHOLD * USEC;
  self->pages = page_part_new (GSCOPE_SOURCE (self), "preemption", texts);
  declare_parameters (self);
}

static void
preemption_source_dispose (GObject *object)
{
  PreemptionSource *self = PREEMPTION_SOURCE (object);
  Change change = { NULL };

  take_away (self, &change);
  end (&change);
  page_part_dispose (self->pages);
  G_OBJECT_CLASS (preemption_source_parent_class)->dispose (object);
}

static void
preemption_source_finalize (GObject *object)
{
  PreemptionSource *self = PREEMPTION_SOURCE (object);

  page_part_free (self->pages);
  preemption_texts_clear (&self->texts);
  g_clear_error (&self->loading_error);
  pthread_mutex_destroy (&self->mutex);
  G_OBJECT_CLASS (preemption_source_parent_class)->finalize (object);
}

static void
list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands)
{
  static const char *const names[] = { "mode", NULL };
  static const char *const programs[] = { "*/*", NULL };

  g_ptr_array_add (demands,
                   gscope_demand_new (GSCOPE_DEMAND_KIND_REAL_TIME,
                                      _ ("a thread that measures how late it wakes"), ACTION));
  gscope_demand_add_steering (demands, parameters, names, "org.gscope.Gscope.set-preemption");
  gscope_demand_add_steering (demands, parameters, programs, "org.gscope.Gscope.steer-threads");
}

static void
preemption_source_class_init (PreemptionSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = preemption_source_constructed;
  object_class->dispose = preemption_source_dispose;
  object_class->finalize = preemption_source_finalize;
  source_class->may_block = TRUE;
  source_class->action = ACTION;
  source_class->list_demands = list_demands;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->start_async = preemption_source_start_async;
  source_class->stop_async = preemption_source_stop_async;
  source_class->apply_async = preemption_source_apply_async;
  source_class->refresh = preemption_source_refresh;
  source_class->poll = preemption_source_poll;
}

static void
preemption_source_init (PreemptionSource *self)
{
  pthread_mutex_init (&self->mutex, NULL);
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "preemption", PREEMPTION_TYPE_SOURCE, _ ("Preemption"),
      _ ("How long the kernel delays the most urgent thread: the latency of each wake-up, and the "
         "kernel's mode of preemption."),
      "preemption", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "preemption-source.h"

#include "preemption-mode.h"
#include "preemption-probe.h"

#include <gscope/error.h>
#include <pthread.h>
#include <string.h>
#include <tsl-source/page-part.h>

#define USEC (GSCOPE_MSEC / 1000)
/* The dissertation's is 100 µs, which takes a tenth of a processor or more. */
#define PERIOD 5000
#define THRESHOLD 1000

struct _PreemptionSource
{
  GscopeSource parent_instance;

  /* the main context's */
  PagePart *pages;
  PreemptionTexts texts;
  TslGuard *guard;
  GscopeParameter *mode;
  GscopeParameter *period;
  GscopeParameter *threshold;
  GscopeParameter *reset;
  GscopeSignal *latencies;

  /* under the mutex */
  pthread_mutex_t mutex;
  PreemptionProbe *probe;

  /* the poller's */
  PreemptionReadings readings;
};

G_DEFINE_FINAL_TYPE (PreemptionSource, preemption_source, GSCOPE_TYPE_SOURCE)

static const PageText texts[] = {
  { "wake-ups", "Wake-ups", "How often the probe woke", .with_total = FALSE },
  { "above", "Above the threshold", "Wake-ups that were later than the threshold",
    .with_total = TRUE },
  { "mean", "Mean latency", "How late wake-ups are on average, since the last reset",
    .with_total = FALSE },
  { "maximum", "Largest latency", "The latest wake-up since the last reset", .with_total = FALSE },
  { "recent-maximum", "Largest of the last second", "The latest wake-up of the last second",
    .with_total = FALSE },
  { "period", "Period", "How long the probe sleeps", .with_total = FALSE },
  { "threshold", "Threshold", "From where on wake-ups are counted as late", .with_total = FALSE },
  { "reset", "Reset", "Has mean and maximum begin anew", .is_switch = TRUE },
  { .name = NULL },
};

static const struct
{
  const char *name;
  const char *title;
  const char *unit;
  gsize offset;
  double max;
  const char *description;
} infos[] = {
  { "maximum", "Largest latency", "µs", G_STRUCT_OFFSET (PreemptionReadings, maximum), 1000,
    "The latest wake-up since the last reset" },
  { "recent-maximum", "Largest of the last second", "µs",
    G_STRUCT_OFFSET (PreemptionReadings, recent), 1000, "The latest wake-up of the last second" },
  { "mean", "Mean latency", "µs", G_STRUCT_OFFSET (PreemptionReadings, mean), 100,
    "How late wake-ups are on average, since the last reset" },
  { "timer", "Timer's part", "µs", G_STRUCT_OFFSET (PreemptionReadings, timer), 100,
    "Of the mean of the last wake-ups, the part until the timer's interrupt had the thread ready "
    "to "
    "run, and of its way back from the kernel" },
  { "preemption", "Preemption's part", "µs", G_STRUCT_OFFSET (PreemptionReadings, preemption), 100,
    "Of the mean of the last wake-ups, the part that the thread was ready to run and did not: by "
    "the "
    "kernel's account of its waiting" },
  { "above", "Above the threshold", "", G_STRUCT_OFFSET (PreemptionReadings, above), 1000,
    "Wake-ups since the last reset that were later than the threshold" },
};

/* The worker, once a tick. */

static void
preemption_source_poll (GscopeSource *source, gint64 time)
{
  PreemptionSource *self = PREEMPTION_SOURCE (source);

  page_part_poll (self->pages, time);
  pthread_mutex_lock (&self->mutex);
  if (self->probe)
    preemption_probe_read (self->probe, &self->readings);
  else
    preemption_readings_clear (&self->readings, GSCOPE_GAP_STOPPED);
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
    add_sentence (text, "the probe is no real-time thread, so latencies hold what other threads "
                        "took as well; give this user CAP_SYS_NICE or a real-time priority "
                        "(ulimit -r)");
  if (!preemption_probe_has_shares (self->probe))
    add_sentence (text, "this kernel does not say how long a thread waited (/proc/self/schedstat), "
                        "so the parts of timer and preemption are left out");
  if (refusal)
    {
      g_autofree char *known = g_strdup_printf ("the mode of preemption is %s by %s", nick, where);

      add_sentence (text, known);
      add_sentence (text, refusal);
    }
  page_part_set_trouble (self->pages, text->len > 0 ? text->str : NULL);
}

static PreemptionProbe *
exchange_probe (PreemptionSource *self, PreemptionProbe *probe)
{
  PreemptionProbe *old;

  pthread_mutex_lock (&self->mutex);
  old = self->probe;
  self->probe = probe;
  pthread_mutex_unlock (&self->mutex);
  return old;
}

static void
end_probe (PreemptionSource *self)
{
  PreemptionProbe *probe = exchange_probe (self, NULL);

  if (probe)
    preemption_probe_free (probe);
}

static void
begin_probe (PreemptionSource *self)
{
  PreemptionProbe *probe =
      preemption_probe_new (self->latencies, gscope_parameter_get_number (self->period) * USEC,
                            gscope_parameter_get_number (self->threshold) * USEC);
  int priority = preemption_probe_await (probe);

  exchange_probe (self, probe);
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
preemption_source_start_async (GscopeSource *source, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  PreemptionSource *self = PREEMPTION_SOURCE (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  end_probe (self);
  notice_mode (self);
  page_part_start (self->pages);
  begin_probe (self);
  g_task_return_boolean (task, TRUE);
}

/* The guard puts the mode back. */
static void
preemption_source_stop_async (GscopeSource *source, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  PreemptionSource *self = PREEMPTION_SOURCE (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  end_probe (self);
  page_part_stop (self->pages);
  g_clear_pointer (&self->guard, tsl_guard_free);
  notice_mode (self);
  g_task_return_boolean (task, TRUE);
}

/* The mode. */

static gboolean
judge_mode (PreemptionSource *self, GVariant *value, GError **error)
{
  const char *nick = g_variant_get_string (value, NULL);
  g_autofree char *refusal = NULL;

  if (g_variant_equal (value, gscope_parameter_get_value (self->mode)))
    return TRUE;
  refusal = preemption_mode_find_refusal (PREEMPTION_FILE, &self->texts);
  if (refusal)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED, refusal);
      return FALSE;
    }
  if (self->texts.file && strstr (self->texts.file, nick))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
               "this kernel has no mode of preemption “%s”; it has those in %s", nick,
               PREEMPTION_FILE);
  return FALSE;
}

static gboolean
keep_mode (PreemptionSource *self, GError **error)
{
  if (self->guard)
    return TRUE;
  self->guard = tsl_guard_new (error);
  if (self->guard)
    tsl_guard_keep_file (self->guard, PREEMPTION_FILE,
                         g_variant_get_string (gscope_parameter_get_value (self->mode), NULL));
  return self->guard != NULL;
}

static GVariant *
turn_mode (PreemptionSource *self, GVariant *value, GError **error)
{
  if (g_variant_equal (value, gscope_parameter_get_value (self->mode)))
    return g_variant_ref (value);
  if (!judge_mode (self, value, error) || !keep_mode (self, error)
      || !preemption_mode_write (PREEMPTION_FILE, g_variant_get_string (value, NULL), error))
    return NULL;
  return read_mode (self);
}

/* The probe takes what it can take at its next wake-up. */
static GVariant *
turn (PreemptionSource *self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  TslLatency *latency = self->probe ? preemption_probe_get (self->probe) : NULL;

  if (parameter == self->mode)
    return turn_mode (self, value, error);
  if (parameter == self->reset)
    {
      if (latency && g_variant_get_boolean (value))
        tsl_latency_reset (latency);
      return g_variant_ref_sink (g_variant_new_boolean (FALSE));
    }
  if (latency && parameter == self->period)
    tsl_latency_set_period (latency, g_variant_get_double (value) * USEC);
  else if (latency)
    tsl_latency_set_threshold (latency, g_variant_get_double (value) * USEC);
  return g_variant_ref (value);
}

static void
answer (GTask *task, GVariant *value, GError *error)
{
  if (value)
    g_task_return_pointer (task, value, (GDestroyNotify) g_variant_unref);
  else
    g_task_return_error (task, error);
}

static void
preemption_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  PreemptionSource *self = PREEMPTION_SOURCE (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  GError *error = NULL;
  GVariant *accepted;

  if (page_part_apply (self->pages, parameter, value, task))
    return;
  accepted = turn (self, parameter, value, &error);
  answer (task, accepted, error);
}

static void
preemption_source_check_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  PreemptionSource *self = PREEMPTION_SOURCE (source);
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  GError *error = NULL;
  gboolean is_accepted = parameter != self->mode || judge_mode (self, value, &error);

  answer (task, is_accepted ? g_variant_ref (value) : NULL, error);
}

static void
preemption_source_refresh_async (GscopeSource *source, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  notice_mode (PREEMPTION_SOURCE (source));
  g_task_return_boolean (task, TRUE);
}

/* Making it. */

static GscopeParameter *
add (PreemptionSource *self, GscopeParameter *parameter, const char *title, const char *unit,
     const char *description)
{
  gscope_parameter_set_title (parameter, title);
  gscope_parameter_set_unit (parameter, unit);
  gscope_parameter_set_description (parameter, description);
  gscope_source_add_parameter (GSCOPE_SOURCE (self), parameter, NULL);
  return parameter;
}

static void
add_parameters (PreemptionSource *self)
{
  static const char *const steered[] = { "recent-maximum", NULL };
  const char *where;
  const char *nick = preemption_mode_find (&self->texts, &where);

  self->mode = add (
      self,
      gscope_parameter_new_enumeration ("mode", preemption_mode_nicks, preemption_mode_titles,
                                        nick),
      "Preemption", "",
      "Where the kernel lets itself be interrupted by a more urgent thread: nowhere, at chosen "
      "points, everywhere, or everywhere but late for ordinary threads");
  gscope_parameter_set_steered (self->mode, steered);
  self->period = add (self,
                      gscope_parameter_new_double ("period", TSL_LATENCY_LEAST_PERIOD / USEC,
                                                   TSL_LATENCY_LONGEST_PERIOD / USEC, PERIOD),
                      "Period", "µs",
                      "How long the probe sleeps; 100 µs, as the dissertation's, take a tenth of a "
                      "processor");
  gscope_parameter_set_logarithmic (self->period, TRUE);
  self->threshold = add (
      self,
      gscope_parameter_new_double ("threshold", 0, TSL_LATENCY_LARGEST_THRESHOLD / USEC, THRESHOLD),
      "Threshold", "µs", "From where on wake-ups are counted as late");
  self->reset = add (self, gscope_parameter_new_boolean ("reset", FALSE), "Reset", "",
                     "Has mean, maximum and the count of late wake-ups begin anew");
}

static void
add_signals (PreemptionSource *self)
{
  GscopeSource *source = GSCOPE_SOURCE (self);

  self->latencies = gscope_signal_new_buffered ("latency");
  gscope_signal_set_title (self->latencies, "Wake-up latency");
  gscope_signal_set_unit (self->latencies, "µs");
  gscope_signal_set_range (self->latencies, 0, 200);
  gscope_signal_set_line_mode (self->latencies, GSCOPE_LINE_POINTS);
  gscope_signal_set_description (self->latencies,
                                 "How much too late each of the probe's sleeps ended");
  gscope_source_add_signal (source, self->latencies, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    {
      double *word = &G_STRUCT_MEMBER (double, &self->readings, infos[i].offset);
      g_autoptr (GscopeSignal) signal = gscope_signal_new_double (infos[i].name, word);

      gscope_signal_set_title (signal, infos[i].title);
      gscope_signal_set_unit (signal, infos[i].unit);
      gscope_signal_set_range (signal, 0, infos[i].max);
      gscope_signal_set_description (signal, infos[i].description);
      gscope_source_add_signal (source, signal, NULL);
    }
}

static void
preemption_source_constructed (GObject *object)
{
  PreemptionSource *self = PREEMPTION_SOURCE (object);

  G_OBJECT_CLASS (preemption_source_parent_class)->constructed (object);
  preemption_texts_read (&self->texts);
  preemption_readings_clear (&self->readings, GSCOPE_GAP_NO_VALUE);
  self->pages = page_part_new (GSCOPE_SOURCE (self), "preemption", texts);
  add_signals (self);
  add_parameters (self);
}

static void
preemption_source_dispose (GObject *object)
{
  PreemptionSource *self = PREEMPTION_SOURCE (object);

  end_probe (self);
  page_part_dispose (self->pages);
  G_OBJECT_CLASS (preemption_source_parent_class)->dispose (object);
}

static void
preemption_source_finalize (GObject *object)
{
  PreemptionSource *self = PREEMPTION_SOURCE (object);

  page_part_free (self->pages);
  g_clear_pointer (&self->guard, tsl_guard_free);
  preemption_texts_clear (&self->texts);
  g_object_unref (self->latencies);
  g_object_unref (self->mode);
  g_object_unref (self->period);
  g_object_unref (self->threshold);
  g_object_unref (self->reset);
  pthread_mutex_destroy (&self->mutex);
  G_OBJECT_CLASS (preemption_source_parent_class)->finalize (object);
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
  source_class->start_async = preemption_source_start_async;
  source_class->stop_async = preemption_source_stop_async;
  source_class->check_async = preemption_source_check_async;
  source_class->apply_async = preemption_source_apply_async;
  source_class->refresh_async = preemption_source_refresh_async;
  source_class->poll = preemption_source_poll;
}

static void
preemption_source_init (PreemptionSource *self)
{
  pthread_mutex_init (&self->mutex, NULL);
}

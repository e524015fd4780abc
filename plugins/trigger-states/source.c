/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <pthread.h>
#include <tsl-bpf/kernel-loader.h>
#include <tsl-bpf/triggers.h>
#include <tsl-source/source-thread.h>
#include <tsl/error.h>

/* Interval over which the distribution is computed. */
#define INTERVAL (500 * GSCOPE_MSEC)

typedef enum
{
  RATE,
  MEAN,
  MEDIAN,
  DEVIATION,
  ABOVE_100,
  ABOVE_150,
  SHARES,
  N_READINGS = SHARES + TRIGGERS_N_KINDS,
} Reading;

struct _TriggerStatesSource
{
  GscopeSource parent_instance;

  /* protected by the mutex */
  pthread_mutex_t mutex;
  Triggers *triggers;
  guint kinds;

  /* used by the poller alone */
  double values[N_READINGS];
  TriggerCounts counts;
  gint64 time;
};

G_DEFINE_FINAL_TYPE (TriggerStatesSource, trigger_states_source, GSCOPE_TYPE_SOURCE)

#define READING(reading)                                                                           \
  .kind = GSCOPE_SIGNAL_KIND_DOUBLE,                                                               \
  .offset = G_STRUCT_OFFSET (TriggerStatesSource, values[reading])

static const GscopeSourceSignal signals[] = {
  { "rate", N_ ("Trigger states"), "/s", N_ ("Trigger states of all processors in the last 0.5 s"),
    READING (RATE), .max = 100000 },
  { "mean", N_ ("Mean interval"), "µs",
    N_ ("Mean interval between two trigger states of a processor in the last 0.5 s"),
    READING (MEAN), .max = 100 },
  { "median", N_ ("Median interval"), "µs",
    N_ ("Median interval between two trigger states of a processor in the last 0.5 s"),
    READING (MEDIAN), .max = 100 },
  { "deviation", N_ ("Deviation of the interval"), "µs",
    N_ ("Standard deviation of the intervals in the last 0.5 s"), READING (DEVIATION), .max = 100 },
  { "above-100", N_ ("Intervals above 100 µs"), "%",
    N_ ("Share of the intervals in the last 0.5 s that are longer than 100 µs"),
    READING (ABOVE_100), .max = 10 },
  { "above-150", N_ ("Intervals above 150 µs"), "%",
    N_ ("Share of the intervals in the last 0.5 s that are longer than 150 µs"),
    READING (ABOVE_150), .max = 10 },
  { "system-call-share", N_ ("System calls"), "%",
    N_ ("Share of the trigger states that are ends of system calls"),
    READING (SHARES + TRIGGERS_SYSTEM_CALL), .max = 100 },
  { "trap-share", N_ ("Traps"), "%", N_ ("Share of the trigger states that are page faults"),
    READING (SHARES + TRIGGERS_TRAP), .max = 100 },
  { "output-share", N_ ("Sent packets"), "%",
    N_ ("Share of the trigger states that are packets on their way to a device"),
    READING (SHARES + TRIGGERS_OUTPUT), .max = 100 },
  { "input-share", N_ ("Received packets"), "%",
    N_ ("Share of the trigger states that are packets from a device"),
    READING (SHARES + TRIGGERS_INPUT), .max = 100 },
  { "interrupt-share", N_ ("Interrupts"), "%",
    N_ ("Share of the trigger states that are ends of device interrupts and of soft interrupts"),
    READING (SHARES + TRIGGERS_INTERRUPT), .max = 100 },
  { "idle-share", N_ ("Idle"), "%",
    N_ ("Share of the trigger states that are beginnings of idleness"),
    READING (SHARES + TRIGGERS_IDLE), .max = 100 },
  { .name = NULL },
};

/* The poller. */

static void
clear_values (TriggerStatesSource *self, GscopeGapCause cause)
{
  for (guint i = 0; i < N_READINGS; i++)
    self->values[i] = gscope_gap_value (cause);
}

static void
set_value (TriggerStatesSource *self, guint reading, double value)
{
  self->values[reading] = isfinite (value) ? value : gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
}

static void
work_out (TriggerStatesSource *self, const TriggerCounts *counts, gint64 past)
{
  double n = trigger_counts_get_n (counts);

  set_value (self, RATE, n * GSCOPE_SEC / past);
  set_value (self, MEAN, trigger_counts_get_mean (counts));
  set_value (self, MEDIAN, trigger_counts_get_quantile (counts, 0.5));
  set_value (self, DEVIATION, trigger_counts_get_deviation (counts));
  set_value (self, ABOVE_100, trigger_counts_get_share_above (counts, 100));
  set_value (self, ABOVE_150, trigger_counts_get_share_above (counts, 150));
  for (guint i = 0; i < TRIGGERS_N_KINDS; i++)
    set_value (self, SHARES + i, 100 * counts->n[i] / n);
}

static void
read_counts (TriggerStatesSource *self, gint64 time)
{
  gint64 past = time - self->time;
  TriggerCounts now, rest;

  if (self->time != 0 && past < INTERVAL)
    return;
  triggers_count (self->triggers, &now);
  rest = now;
  trigger_counts_subtract (&rest, &self->counts);
  if (self->time != 0)
    work_out (self, &rest, past);
  self->counts = now;
  self->time = time;
}

static void
trigger_states_source_poll (GscopeSource *source, gint64 time)
{
  TriggerStatesSource *self = TRIGGER_STATES_SOURCE (source);

  pthread_mutex_lock (&self->mutex);
  if (self->triggers)
    read_counts (self, time);
  else
    {
      clear_values (self, GSCOPE_GAP_CAUSE_STOPPED);
      self->time = 0;
    }
  pthread_mutex_unlock (&self->mutex);
}

/* The main context. */

static void
set_program (TriggerStatesSource *self, Triggers *triggers)
{
  Triggers *old;

  pthread_mutex_lock (&self->mutex);
  old = self->triggers;
  self->triggers = triggers;
  if (triggers)
    triggers_choose (triggers, self->kinds);
  pthread_mutex_unlock (&self->mutex);
  if (old)
    triggers_free (old);
}

static void
show_trouble (GscopeSource *source, const GError *error)
{
  g_autofree char *text =
      g_strdup_printf (_ ("the trigger states are not shown: %s"), error->message);

  gscope_source_set_locked (source, g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE));
  gscope_source_set_status (source, GSCOPE_SOURCE_STATE_TROUBLE, text);
}

static void
on_loaded (gpointer program, const GError *error, gpointer data)
{
  g_autoptr (GTask) task = data;
  GscopeSource *source = g_task_get_source_object (task);

  if (error)
    show_trouble (source, error);
  else
    gscope_source_set_locked (source, FALSE);
  set_program (TRIGGER_STATES_SOURCE (source), program);
  g_task_return_boolean (task, TRUE);
}

static gpointer
load (GError **error)
{
  return triggers_new (error);
}

static void
trigger_states_source_start_async (GscopeSource *source, GCancellable *cancellable,
                                   GAsyncReadyCallback callback, gpointer user_data)
{
  kernel_loader_begin (load, on_loaded,
                       source_thread_task_new (source, cancellable, callback, user_data));
}

static void
trigger_states_source_stop (GscopeSource *source)
{
  set_program (TRIGGER_STATES_SOURCE (source), NULL);
}

static const char *const steered[] = { "mean", "median", "rate", NULL };

static GVariant *
apply_kind (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error);

#define KIND(nick, text, sentence)                                                                 \
  {                                                                                                \
    nick, text, NULL, sentence, GSCOPE_PARAMETER_TYPE_BOOLEAN,                                     \
        .initial = TRUE, .steered = steered, .apply = apply_kind                                   \
  }

static const GscopeSourceParameter parameters[] = {
  [TRIGGERS_SYSTEM_CALL] =
      KIND ("system-calls", N_ ("System calls"), N_ ("Ends of system calls are trigger states")),
  [TRIGGERS_TRAP] = KIND ("traps", N_ ("Traps"), N_ ("Page faults are trigger states")),
  [TRIGGERS_OUTPUT] = KIND ("output", N_ ("Sent packets"),
                            N_ ("Packets on their way to a device are trigger states")),
  [TRIGGERS_INPUT] =
      KIND ("input", N_ ("Received packets"), N_ ("Packets from a device are trigger states")),
  [TRIGGERS_INTERRUPT] =
      KIND ("interrupts", N_ ("Interrupts"),
            N_ ("Ends of device interrupts and of soft interrupts are trigger states")),
  [TRIGGERS_IDLE] =
      KIND ("idle", N_ ("Idle"),
            N_ ("An idle processor is in a trigger state; otherwise its idleness is part of an "
                "interval")),
  [TRIGGERS_N_KINDS] = { .name = NULL },
};

static GVariant *
apply_kind (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  TriggerStatesSource *self = data;
  guint kind = 0;

  while (!g_str_equal (parameters[kind].name, gscope_parameter_get_name (parameter)))
    kind++;
  pthread_mutex_lock (&self->mutex);
  if (g_variant_get_boolean (value))
    self->kinds |= 1 << kind;
  else
    self->kinds &= ~(1 << kind);
  if (self->triggers)
    triggers_choose (self->triggers, self->kinds);
  pthread_mutex_unlock (&self->mutex);
  return g_variant_ref (value);
}

static void
trigger_states_source_dispose (GObject *object)
{
  set_program (TRIGGER_STATES_SOURCE (object), NULL);
  G_OBJECT_CLASS (trigger_states_source_parent_class)->dispose (object);
}

static void
trigger_states_source_finalize (GObject *object)
{
  pthread_mutex_destroy (&TRIGGER_STATES_SOURCE (object)->mutex);
  G_OBJECT_CLASS (trigger_states_source_parent_class)->finalize (object);
}

static void
trigger_states_source_class_init (TriggerStatesSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->dispose = trigger_states_source_dispose;
  object_class->finalize = trigger_states_source_finalize;
  source_class->may_block = TRUE;
  source_class->action = "org.gscope.Gscope.observe-kernel";
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start_async = trigger_states_source_start_async;
  source_class->stop = trigger_states_source_stop;
  source_class->poll = trigger_states_source_poll;
}

static void
trigger_states_source_init (TriggerStatesSource *self)
{
  pthread_mutex_init (&self->mutex, NULL);
  self->kinds = (1 << TRIGGERS_N_KINDS) - 1;
  clear_values (self, GSCOPE_GAP_CAUSE_NO_VALUE);
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "trigger-states", TRIGGER_STATES_TYPE_SOURCE, _ ("Trigger states"),
      _ ("Intervals between the moments at which a kernel with soft timers would look at its "
         "timers: system calls, traps, packets, interrupts, idleness."),
      "trigger-states", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)

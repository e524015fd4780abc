/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/private.h>
#include <gscope/trace/archive.h>
#include <gscope/trace/gap.h>
#include <gscope/trace/private.h>
#include <gscope/trigger/ahead.h>
#include <gscope/trigger/private.h>
#include <gscope/trigger/watch.h>
#include <main-source.h>
#include <math.h>

enum
{
  BATCH = 256,
  /* Of a signal, while the watched one says nothing: 16 MiB. */
  MAX_WAITING = 1 << 20,
  MAX_INTERVALS = 256,
  /* A playback may be looked at in one go. */
  MAX_UNTOLD = 4096,
};

/**
 * GscopeTrigger:
 *
 * Lets buffered signals collect at interesting times only.
 *
 * It watches one signal. Whenever this meets the condition, the signals that it captures keep their
 * samples from some time before to some time after it. All others are dropped, and the traces have gaps
 * of the cause %GSCOPE_GAP_CAUSE_UNTRIGGERED instead. Samples wait until it is known whether they are wanted:
 * for as long as is kept before a trigger, and at most the scope's delay and period in addition, after
 * which nothing comes from the watched signal any more. Up to 1048576 samples of a signal wait; if
 * there are more, the oldest are lost, for %GSCOPE_LOSS_LIMIT.
 *
 * The watched signal may be one of those that are captured.
 *
 * In playback a trigger looks at what the pen has passed, from the beginning of the recording on, and at
 * each sample once; one that fires once looks again where the pen went back to. The samples of a recording that is
 * larger than memory are read again in a thread, so that it fires a little later there. It captures nothing in
 * playback: what is played was collected before.
 *
 * A trigger belongs to the main thread, and works when its scope drains. Its signal comes soon after
 * that, from the main loop: what is called may stop the scope and release what is captured.
 *
 * Since: 1.0
 */
struct _GscopeTrigger
{
  GObject parent_instance;

  GscopeSignal *watched;
  guint lease;
  GscopeTriggerSettings settings;
  GscopeTriggerWatch *watch;
  GscopeTriggerWrites writes;
  /* whether it fired the last time because of the timeout */
  gboolean was_forced;

  /* the watched signal is known up to `seen`; position is in its trace */
  guint64 position;
  gint64 seen;
  /* of a recording that is larger than memory: what is read ahead, or NULL, the time that the pen has come to, and the restarts
   * of the trace at the last failure to read */
  GscopeAhead *ahead;
  gint64 pen;
  guint64 n_restarts;
  gboolean is_armed;
  gint64 armed_from;
  GArray *intervals;
  guint64 n_fired;
  /* the times at which it fired that are not reported yet */
  GArray *untold;
  guint64 n_unreported;
  GSource *teller;
};

/* A signal that is captured, and its samples that wait. */
typedef struct
{
  GscopeTrigger *trigger;
  GscopeSignal *signal;
  GArray *waiting;
} Capture;

/* The wanted time: from begin to end, not included. */
typedef struct
{
  gint64 begin;
  gint64 end;
} Interval;

G_DEFINE_FINAL_TYPE (GscopeTrigger, gscope_trigger, G_TYPE_OBJECT)

static void
gscope_trigger_finalize (GObject *object)
{
  GscopeTrigger *self = GSCOPE_TRIGGER (object);

  g_clear_pointer (&self->ahead, gscope_ahead_free);
  g_clear_pointer (&self->watch, gscope_trigger_watch_free);
  gscope_fields_clear (gscope_trigger_settings_get_fields (), &self->settings);
  g_clear_pointer (&self->teller, main_source_drop);
  g_array_unref (self->untold);
  g_array_unref (self->intervals);
  if (self->watched)
    gscope_signal_release (self->watched, self->lease);
  g_clear_weak_pointer (&self->watched);
  G_OBJECT_CLASS (gscope_trigger_parent_class)->finalize (object);
}

static void
gscope_trigger_class_init (GscopeTriggerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_trigger_finalize;
  /**
   * GscopeTrigger::triggered:
   * @self: a trigger
   * @time: nanoseconds on the scope's clock
   *
   * It fired at the time of a sample of the watched signal, or of a write. If it fires more than 4096 times at once,
   * at least the newest 4096 times are reported.
   *
   * Since: 1.0
   */
  g_signal_new ("triggered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_INT64);
  /**
   * GscopeTrigger::changed:
   * @self: a trigger
   *
   * It has other settings, or was armed.
   *
   * Since: 1.0
   */
  g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_trigger_init (GscopeTrigger *self)
{
  self->seen = self->armed_from = G_MININT64;
  self->writes = (GscopeTriggerWrites){ G_MININT64, G_MININT64 };
  self->is_armed = TRUE;
  self->untold = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->intervals = g_array_new (FALSE, FALSE, sizeof (Interval));
}

/**
 * gscope_trigger_new:
 * @watched: a signal
 * @settings: what the trigger does
 *
 * Makes a trigger that is armed, for what the signal has from now on.
 *
 * Returns: (transfer full): the trigger
 *
 * Since: 1.0
 */
GscopeTrigger *
gscope_trigger_new (GscopeSignal *watched, const GscopeTriggerSettings *settings)
{
  GscopeTrigger *self;

  g_return_val_if_fail (GSCOPE_IS_SIGNAL (watched), NULL);
  g_return_val_if_fail (gscope_trigger_settings_check (settings), NULL);

  self = g_object_new (GSCOPE_TYPE_TRIGGER, NULL);
  g_set_weak_pointer (&self->watched, watched);
  self->lease = gscope_signal_lease (watched, 0);
  gscope_fields_copy (gscope_trigger_settings_get_fields (), settings, &self->settings);
  self->position = gscope_trace_get_end (gscope_signal_get_trace (watched));
  self->watch = gscope_trigger_watch_new (&settings->condition);
  return self;
}

/**
 * gscope_trigger_get_watched:
 * @self: a trigger
 *
 * Gets the signal that it watches, which it does not keep alive.
 *
 * Returns: (transfer none) (nullable): the signal; %NULL if it is gone
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_trigger_get_watched (GscopeTrigger *self)
{
  return self->watched;
}

static gboolean
tell (gpointer data)
{
  g_autoptr (GscopeTrigger) self = g_object_ref (data);
  g_autoptr (GArray) times = g_steal_pointer (&self->untold);

  self->untold = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_clear_pointer (&self->teller, g_source_unref);
  for (guint i = 0; i < times->len; i++)
    g_signal_emit_by_name (self, "triggered", g_array_index (times, gint64, i));
  return G_SOURCE_REMOVE;
}

/* Not now: a drain must not be disturbed. */
static void
tell_soon (GscopeTrigger *self, gint64 time)
{
  if (self->untold->len == 2 * MAX_UNTOLD)
    {
      g_array_remove_range (self->untold, 0, MAX_UNTOLD);
      self->n_unreported += MAX_UNTOLD;
    }
  g_array_append_val (self->untold, time);
  if (self->teller)
    return;
  self->teller = g_idle_source_new ();
  g_source_set_static_name (self->teller, "[gscope] trigger");
  g_source_set_priority (self->teller, G_PRIORITY_DEFAULT);
  g_source_set_callback (self->teller, tell, self, NULL);
  g_source_attach (self->teller, g_main_context_get_thread_default ());
}

static void
fire (GscopeTrigger *self, gint64 time, gboolean forced)
{
  Interval interval = { time - self->settings.before, time + self->settings.after };

  if (self->intervals->len == MAX_INTERVALS)
    g_array_remove_index (self->intervals, 0);
  g_array_append_val (self->intervals, interval);
  self->armed_from = time + MAX (self->settings.after, self->settings.holdoff);
  self->is_armed = self->settings.mode != GSCOPE_TRIGGER_MODE_SINGLE;
  self->was_forced = forced;
  self->n_fired++;
  tell_soon (self, time);
}

guint64
gscope_trigger_get_n_unreported (GscopeTrigger *self)
{
  return self->n_unreported;
}

GscopeTriggerWrites *
gscope_trigger_get_writes (GscopeTrigger *self)
{
  return &self->writes;
}

void
gscope_trigger_fire (GscopeTrigger *self, gint64 time)
{
  if (self->is_armed && time >= self->armed_from)
    fire (self, time, FALSE);
}

/* Returns the time from which the trigger fires by itself. */
static gint64
get_deadline (GscopeTrigger *self)
{
  return self->settings.mode == GSCOPE_TRIGGER_MODE_AUTO && self->is_armed
             ? self->armed_from + self->settings.timeout
             : G_MAXINT64;
}

static void
feed (GscopeTrigger *self, const GscopeSample *samples, gsize n)
{
  gint64 until;
  const GscopeExtent *calm = gscope_trigger_watch_get_calm (self->watch, &until);

  if (n == 0)
    return;
  if (self->armed_from == G_MININT64)
    self->armed_from = samples[0].time;
  until = MIN (until, get_deadline (self));
  for (gsize i = 0; i < n; i++)
    {
      gint64 time = samples[i].time;
      gboolean fires;

      if (samples[i].value >= calm->min && samples[i].value <= calm->max && time < until)
        continue;
      fires = gscope_trigger_watch_feed (self->watch, &samples[i]);
      if (self->is_armed && time >= self->armed_from && (fires || time >= get_deadline (self)))
        fire (self, time, !fires);
      calm = gscope_trigger_watch_get_calm (self->watch, &until);
      until = MIN (until, get_deadline (self));
    }
  self->seen = samples[n - 1].time;
}

static gboolean
is_captured (GscopeTrigger *self, GscopeSignal *signal)
{
  Capture *capture = gscope_signal_get_intake (signal)->tap_data;

  return capture && capture->trigger == self;
}

/* Samples that wait for the trace of the watched signal were checked on arrival. */
void
gscope_trigger_look_on (GscopeTrigger *self)
{
  GscopeTrace *trace;
  GscopeSample samples[BATCH];
  gsize n;

  if (!self->watched || is_captured (self, self->watched))
    return;
  trace = gscope_signal_get_trace (self->watched);
  self->position = MAX (self->position, gscope_trace_get_first (trace));
  while ((n = gscope_trace_read (trace, self->position, samples, BATCH)) > 0)
    {
      feed (self, samples, n);
      self->position += n;
    }
}

static void
go_back (GscopeTrigger *self, gint64 pen)
{
  const GscopeSample gap = { pen, NAN };

  self->seen = self->writes.newest = pen;
  self->armed_from = G_MININT64;
  gscope_trigger_watch_feed (self->watch, &gap);
  g_clear_pointer (&self->ahead, gscope_ahead_free);
}

static gint64
get_next (GscopeTrigger *self)
{
  return self->seen == G_MININT64 ? self->seen : self->seen + 1;
}

static void look_ahead (gpointer data);

/* Samples that could not be read may be there when the player has others. */
static void
begin_ahead (GscopeTrigger *self)
{
  guint64 n_restarts = gscope_trace_get_n_restarts (gscope_signal_get_trace (self->watched));

  if (self->ahead && gscope_ahead_has_failed (self->ahead) && n_restarts != self->n_restarts)
    g_clear_pointer (&self->ahead, gscope_ahead_free);
  if (!self->ahead)
    self->ahead = gscope_ahead_new (self->watched, get_next (self), look_ahead, self);
  self->n_restarts = n_restarts;
}

/* Looks at the samples that were read, up to the pen, and reads on. */
static void
look_ahead (gpointer data)
{
  GscopeTrigger *self = data;
  GscopeSample samples[BATCH];
  gsize n;

  while ((n = gscope_ahead_take (self->ahead, self->pen, samples, BATCH)) > 0)
    feed (self, samples, n);
  gscope_ahead_read (self->ahead, self->pen);
}

void
gscope_trigger_look_up_to (GscopeTrigger *self, gint64 pen)
{
  const GscopeArchiveFuncs *funcs;
  GscopeTrace *trace;
  GscopeSample samples[BATCH];
  guint64 position, end;

  if (!self->watched)
    return;
  if (pen < self->seen && self->settings.mode == GSCOPE_TRIGGER_MODE_SINGLE)
    go_back (self, pen);
  self->pen = pen;
  if (gscope_signal_get_archive (self->watched, &funcs))
    {
      begin_ahead (self);
      look_ahead (self);
      return;
    }
  g_clear_pointer (&self->ahead, gscope_ahead_free);
  trace = gscope_signal_get_trace (self->watched);
  position = gscope_trace_find (trace, get_next (self));
  end = gscope_trace_find (trace, pen + 1);
  while (position < end)
    {
      gsize n = gscope_trace_read (trace, position, samples, MIN (BATCH, end - position));

      feed (self, samples, n);
      position += n;
    }
}

static gboolean
is_wanted (GscopeTrigger *self, gint64 time)
{
  for (guint i = self->intervals->len; i-- > 0;)
    {
      const Interval *interval = &g_array_index (self->intervals, Interval, i);

      if (time >= interval->end)
        return FALSE;
      if (time >= interval->begin)
        return TRUE;
    }
  return FALSE;
}

/* Returns whether no future firing can want a sample. */
static gboolean
is_out_of_reach (GscopeTrigger *self, gint64 time)
{
  gint64 next;

  if (!self->is_armed || !self->watched)
    return TRUE;
  next = MAX (self->seen, gscope_intake_get_horizon (gscope_signal_get_intake (self->watched)));
  if (self->settings.condition.kind == GSCOPE_TRIGGER_KIND_WRITTEN)
    next = MIN (next, self->writes.until);
  next = MAX (next, self->armed_from);
  return next != G_MININT64 && time < next - self->settings.before;
}

/* Unwanted samples leave a gap. */
static void
settle (Capture *self, gboolean is_last)
{
  GscopeIntake *intake = gscope_signal_get_intake (self->signal);
  GscopeSample *samples = (GscopeSample *) self->waiting->data;
  guint n = 0;

  for (; n < self->waiting->len; n++)
    {
      if (is_wanted (self->trigger, samples[n].time))
        gscope_intake_pass (intake, &samples[n], 1);
      else if (is_last || is_out_of_reach (self->trigger, samples[n].time))
        gscope_trace_append_gap (intake->trace, samples[n].time, GSCOPE_GAP_CAUSE_UNTRIGGERED);
      else
        break;
    }
  g_array_remove_range (self->waiting, 0, n);
}

static void
keep_bound (Capture *self)
{
  GscopeIntake *intake = gscope_signal_get_intake (self->signal);
  guint n = self->waiting->len > MAX_WAITING ? self->waiting->len - MAX_WAITING : 0;

  if (n == 0)
    return;
  gscope_trace_append_gap (intake->trace, g_array_index (self->waiting, GscopeSample, 0).time,
                           GSCOPE_GAP_CAUSE_RING_FULL);
  gscope_intake_lose (intake, intake->latest.time, GSCOPE_LOSS_LIMIT, n);
  g_array_remove_range (self->waiting, 0, n);
}

static void
on_samples (gpointer data, const GscopeSample *samples, gsize n)
{
  Capture *self = data;

  if (self->signal == self->trigger->watched)
    feed (self->trigger, samples, n);
  g_array_append_vals (self->waiting, samples, n);
}

static void
on_drained (gpointer data)
{
  Capture *self = data;

  gscope_trigger_look_on (self->trigger);
  settle (self, FALSE);
  keep_bound (self);
}

static gint64
get_oldest (gpointer data)
{
  Capture *self = data;

  return self->waiting->len > 0 ? g_array_index (self->waiting, GscopeSample, 0).time : G_MAXINT64;
}

static void
capture_free (gpointer data)
{
  Capture *self = data;

  g_array_unref (self->waiting);
  g_object_unref (self->trigger);
  g_free (self);
}

static const GscopeIntakeTap tap = { on_samples, on_drained, get_oldest, capture_free };

/**
 * gscope_trigger_capture:
 * @self: a trigger
 * @signal: a buffered signal that no trigger captures
 *
 * Lets a signal collect when the trigger fires, and no more in between. The signal keeps the trigger
 * alive.
 *
 * Since: 1.0
 */
void
gscope_trigger_capture (GscopeTrigger *self, GscopeSignal *signal)
{
  GscopeIntake *intake = gscope_signal_get_intake (signal);
  Capture *capture;

  g_return_if_fail (gscope_signal_get_kind (signal) == GSCOPE_SIGNAL_KIND_BUFFERED);
  g_return_if_fail (!intake->tap_data);

  capture = g_new0 (Capture, 1);
  capture->trigger = g_object_ref (self);
  capture->signal = signal;
  capture->waiting = g_array_new (FALSE, FALSE, sizeof (GscopeSample));
  gscope_intake_set_tap (intake, &tap, capture);
}

/**
 * gscope_trigger_release:
 * @self: a trigger
 * @signal: a signal that it captures
 *
 * Lets a signal collect at all times again. Waiting samples that are not wanted yet are dropped.
 *
 * Since: 1.0
 */
void
gscope_trigger_release (GscopeTrigger *self, GscopeSignal *signal)
{
  GscopeIntake *intake = gscope_signal_get_intake (signal);

  g_return_if_fail (is_captured (self, signal));

  settle (intake->tap_data, TRUE);
  gscope_intake_set_tap (intake, NULL, NULL);
}

/**
 * gscope_trigger_captures:
 * @self: a trigger
 * @signal: a signal
 *
 * Gets whether the trigger decides about the samples of a signal.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_trigger_captures (GscopeTrigger *self, GscopeSignal *signal)
{
  return is_captured (self, signal);
}

/**
 * gscope_signal_is_captured:
 * @signal: a signal
 *
 * Gets whether any trigger decides about the samples of a signal.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_signal_is_captured (GscopeSignal *signal)
{
  return gscope_signal_get_intake (signal)->tap_data != NULL;
}

/**
 * gscope_trigger_get_settings:
 * @self: a trigger
 *
 * Gets what it does.
 *
 * Returns: (transfer none): the settings
 *
 * Since: 1.0
 */
const GscopeTriggerSettings *
gscope_trigger_get_settings (GscopeTrigger *self)
{
  return &self->settings;
}

/**
 * gscope_trigger_set_settings:
 * @self: a trigger
 * @settings: what the trigger does from now on
 *
 * Changes what it does, for example while a user drags its level. It begins to watch again and is armed; its number
 * of firings goes on, and its captures stay.
 *
 * Since: 1.0
 */
void
gscope_trigger_set_settings (GscopeTrigger *self, const GscopeTriggerSettings *settings)
{
  g_return_if_fail (GSCOPE_IS_TRIGGER (self));
  g_return_if_fail (gscope_trigger_settings_check (settings));

  gscope_fields_copy (gscope_trigger_settings_get_fields (), settings, &self->settings);
  gscope_trigger_watch_free (self->watch);
  self->watch = gscope_trigger_watch_new (&settings->condition);
  self->armed_from = self->seen == G_MININT64 ? G_MININT64 : self->seen + 1;
  self->is_armed = TRUE;
  g_signal_emit_by_name (self, "changed");
}

/**
 * gscope_trigger_arm:
 * @self: a trigger
 *
 * Arms a trigger of the mode %GSCOPE_TRIGGER_MODE_SINGLE that has fired.
 *
 * Since: 1.0
 */
void
gscope_trigger_arm (GscopeTrigger *self)
{
  self->is_armed = TRUE;
  g_signal_emit_by_name (self, "changed");
}

/**
 * gscope_trigger_is_armed:
 * @self: a trigger
 *
 * Gets whether it may fire, now or after its holdoff.
 *
 * Returns: %FALSE if it was a single one that has fired
 *
 * Since: 1.0
 */
gboolean
gscope_trigger_is_armed (GscopeTrigger *self)
{
  return self->is_armed;
}

/**
 * gscope_trigger_was_forced:
 * @self: a trigger
 *
 * Gets whether it fired the last time without an event, as %GSCOPE_TRIGGER_MODE_AUTO does after its timeout.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_trigger_was_forced (GscopeTrigger *self)
{
  return self->was_forced;
}

/**
 * gscope_trigger_get_n_fired:
 * @self: a trigger
 *
 * Gets how often it has fired.
 *
 * Returns: the number of triggers
 *
 * Since: 1.0
 */
guint64
gscope_trigger_get_n_fired (GscopeTrigger *self)
{
  return self->n_fired;
}

gint64
gscope_trigger_find_zero (GscopeTrigger *self, gint64 time)
{
  return gscope_trigger_find_zero_in (self, NULL, time);
}

gint64
gscope_trigger_find_zero_in (GscopeTrigger *self, GscopeTrace *trace, gint64 time)
{
  GscopeSample samples[2];
  guint64 position;

  if (!self->watched || gscope_signal_get_line_mode (self->watched) == GSCOPE_LINE_MODE_STEPS)
    return time;
  if (!trace)
    trace = gscope_signal_get_trace (self->watched);
  position = gscope_trace_find (trace, time);
  if (position <= gscope_trace_get_first (trace)
      || gscope_trace_read (trace, position - 1, samples, 2) < 2 || samples[1].time != time)
    return time;
  return gscope_trigger_condition_find_crossing (&self->settings.condition, samples);
}

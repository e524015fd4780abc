/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/transport.h>
#include <gscope/control/marker-private.h>
#include <gscope/scope/private.h>
#include <gscope/signal/private.h>
#include <gscope/source/private.h>
#include <gscope/source/waker.h>
#include <main-source.h>
#include <property.h>

#define DEFAULT_PERIOD (10 * GSCOPE_MSEC)
#define DEFAULT_DELAY (100 * GSCOPE_MSEC)
#define MAX_DELAY (3600 * GSCOPE_SEC)
#define DEFAULT_BUDGET ((gsize) 256 << 20)

/**
 * GscopeScope:
 *
 * Signals that are acquired together: with one period, one delay, on one clock.
 *
 * A new scope is running. A separate thread reads its polled signals every period; rings are
 * drained in the main context, where traces, views and recorders live. All functions belong to the
 * main thread, unless they say otherwise.
 *
 * A scope whose clock is a [class@Transport] is in playback: it neither polls nor accepts pushed
 * samples, its pen is at the transport's position whatever its delay, starting and stopping it
 * plays and pauses, and the [class@Player] manages its budget.
 *
 * ```c
 * GscopeScope *scope = gscope_scope_new ();
 * gscope_scope_add_double (scope, "fill level", &fill_level);
 * ```
 *
 * Since: 1.0
 */
G_DEFINE_FINAL_TYPE (GscopeScope, gscope_scope, G_TYPE_OBJECT)

gboolean
gscope_scope_is_playback (GscopeScope *self)
{
  return GSCOPE_IS_TRANSPORT (self->clock);
}

GListModel *
gscope_scope_get_members (GscopeScope *self)
{
  return G_LIST_MODEL (self->members);
}

static GscopeSignal *
get_member (GscopeScope *self, guint i)
{
  g_autoptr (GscopeSignal) signal = g_list_model_get_item (G_LIST_MODEL (self->members), i);

  return signal;
}

static guint
count_members (GscopeScope *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->members));
}

static void
gscope_scope_dispose (GObject *object)
{
  GscopeScope *self = GSCOPE_SCOPE (object);

  g_signal_handlers_disconnect_by_data (self->clock, self);
  gscope_drain_timer_run (&self->timer, FALSE);
  gscope_scope_drop_sources (self);
  g_list_store_remove_all (self->sources);
  G_OBJECT_CLASS (gscope_scope_parent_class)->dispose (object);
}

static void
gscope_scope_finalize (GObject *object)
{
  GscopeScope *self = GSCOPE_SCOPE (object);

  gscope_scope_clear_groups (self);
  main_source_drop (self->drain);
  main_source_drop (self->regroup);
  g_ptr_array_unref (self->links);
  g_object_unref (self->members);
  gscope_drain_timer_clear (&self->timer);
  g_object_unref (self->source);
  g_object_unref (self->sources);
  g_object_unref (self->signals);
  g_object_unref (self->markers);
  g_object_unref (self->clock);
  G_OBJECT_CLASS (gscope_scope_parent_class)->finalize (object);
}

static void
set_clock (GscopeScope *self, gpointer clock)
{
  self->clock = clock ? g_object_ref (clock) : NULL;
}

static gboolean
on_new_signals (gpointer data)
{
  gscope_scope_group_new_signals (data);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_drain (gpointer data)
{
  gscope_scope_drain (data);
  return G_SOURCE_CONTINUE;
}

static void
on_transport_moved (GscopeScope *self)
{
  gscope_scope_drain (self);
  g_signal_emit_by_name (self, "drained");
}

static void
on_transport_playing (GscopeScope *self)
{
  g_object_notify (G_OBJECT (self), "running");
}

static void
follow_transport (GscopeScope *self)
{
  self->running = FALSE;
  g_signal_connect_swapped (self->clock, "moved", G_CALLBACK (on_transport_moved), self);
  g_signal_connect_swapped (self->clock, "notify::playing", G_CALLBACK (on_transport_playing),
                            self);
}

static void
gscope_scope_constructed (GObject *object)
{
  GscopeScope *self = GSCOPE_SCOPE (object);

  G_OBJECT_CLASS (gscope_scope_parent_class)->constructed (object);
  if (!self->clock)
    self->clock = g_object_ref (gscope_clock_get_system ());
  self->started_at = gscope_clock_get_time (self->clock);
  gscope_drain_timer_init (&self->timer, self->clock, on_drain, self);
  self->drain = gscope_waker_new ("[gscope] drain", G_PRIORITY_HIGH, on_drain, self);
  self->regroup = gscope_waker_new ("[gscope] new signals", G_PRIORITY_HIGH, on_new_signals, self);
  if (gscope_scope_is_playback (self))
    {
      follow_transport (self);
      gscope_marker_list_set_max (self->markers, GSCOPE_MARKER_LIST_MAX_RECORDED);
    }
  gscope_scope_init_groups (self);
  self->source = gscope_source_new ("");
  gscope_source_set_status (self->source, GSCOPE_SOURCE_STATE_RUNNING, "");
  gscope_scope_add_source (self, self->source);
}

static void
gscope_scope_class_init (GscopeScopeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = gscope_scope_constructed;
  object_class->dispose = gscope_scope_dispose;
  object_class->finalize = gscope_scope_finalize;
  /**
   * GscopeScope:clock:
   *
   * The clock of its samples.
   *
   * Since: 1.0
   */
  property_add_once (object_class, object, "clock", gscope_scope_get_clock, set_clock,
                     GSCOPE_TYPE_CLOCK);
  /**
   * GscopeScope:period:
   *
   * The interval at which polled signals are read and events folded, in nanoseconds.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "period", gscope_scope_get_period, gscope_scope_set_period,
                GSCOPE_MIN_PERIOD, GSCOPE_MAX_PERIOD, DEFAULT_PERIOD);
  /**
   * GscopeScope:delay:
   *
   * The delay between a sample's time and its display, in nanoseconds.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "delay", gscope_scope_get_delay, gscope_scope_set_delay, 0,
                MAX_DELAY, DEFAULT_DELAY);
  /**
   * GscopeScope:budget:
   *
   * The most memory that the traces of its signals may take together, in bytes.
   *
   * Since: 1.0
   */
  property_add (object_class, uint64, "budget", gscope_scope_get_budget, gscope_scope_set_budget,
                1 << 20, G_MAXUINT64, DEFAULT_BUDGET);
  /**
   * GscopeScope:running:
   *
   * Whether it acquires samples.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "running", gscope_scope_get_running, NULL, TRUE);

  /**
   * GscopeScope::drained:
   * @self: a scope
   *
   * Emitted when there are new samples in the traces; in playback, when the pen has moved.
   *
   * Since: 1.0
   */
  g_signal_new ("drained", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_scope_init (GscopeScope *self)
{
  self->period = DEFAULT_PERIOD;
  self->delay = DEFAULT_DELAY;
  self->budget = DEFAULT_BUDGET;
  self->running = TRUE;
  gscope_intake_pool_init (&self->intakes);
  self->sources = g_list_store_new (GSCOPE_TYPE_SOURCE);
  self->links = g_ptr_array_new ();
  self->members = g_list_store_new (GSCOPE_TYPE_SIGNAL);
  self->signals = g_list_store_new (GSCOPE_TYPE_SIGNAL);
  self->markers = gscope_marker_list_new ();
}

/**
 * gscope_scope_new:
 *
 * Creates a scope on the system's clock: period 10 ms, delay 100 ms, running.
 *
 * Returns: (transfer full): the scope
 *
 * Since: 1.0
 */
GscopeScope *
gscope_scope_new (void)
{
  return g_object_new (GSCOPE_TYPE_SCOPE, NULL);
}

/**
 * gscope_scope_new_with_clock: (constructor)
 * @clock: a clock
 *
 * Creates a scope on another clock.
 *
 * Returns: (transfer full): the scope
 *
 * Since: 1.0
 */
GscopeScope *
gscope_scope_new_with_clock (GscopeClock *clock)
{
  return g_object_new (GSCOPE_TYPE_SCOPE, "clock", clock, NULL);
}

/**
 * gscope_scope_get_clock: (get-property clock)
 * @self: a scope
 *
 * Gets the clock of its samples. Any thread may call this.
 *
 * Returns: (transfer none): the clock
 *
 * Since: 1.0
 */
GscopeClock *
gscope_scope_get_clock (GscopeScope *self)
{
  return self->clock;
}

/**
 * gscope_scope_get_period: (get-property period)
 * @self: a scope
 *
 * Gets the interval at which polled signals are read and events folded. Ticks are at multiples of
 * the period.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_scope_get_period (GscopeScope *self)
{
  return self->period;
}

/**
 * gscope_scope_set_period: (set-property period)
 * @self: a scope
 * @period: nanoseconds, from 100 us to an hour
 *
 * Sets the interval at which polled signals are read and events folded, from now on.
 *
 * Since: 1.0
 */
void
gscope_scope_set_period (GscopeScope *self, gint64 period)
{
  g_return_if_fail (period >= GSCOPE_MIN_PERIOD && period <= GSCOPE_MAX_PERIOD);

  if (self->period == period)
    return;
  gscope_scope_drain (self);
  self->period = period;
  gscope_scope_rule_signals (self);
  gscope_scope_update_groups (self);
  g_object_notify (G_OBJECT (self), "period");
}

/**
 * gscope_scope_get_delay: (get-property delay)
 * @self: a scope
 *
 * Gets the delay between a sample's time and its display. Samples may be pushed this much later
 * than their time.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_scope_get_delay (GscopeScope *self)
{
  return self->delay;
}

/**
 * gscope_scope_set_delay: (set-property delay)
 * @self: a scope
 * @delay: nanoseconds, from 0 to an hour
 *
 * Sets the delay between a sample's time and its display.
 *
 * Since: 1.0
 */
void
gscope_scope_set_delay (GscopeScope *self, gint64 delay)
{
  g_return_if_fail (delay >= 0 && delay <= MAX_DELAY);

  if (self->delay == delay)
    return;
  self->delay = delay;
  gscope_scope_rule_signals (self);
  gscope_scope_update_timer (self);
  g_object_notify (G_OBJECT (self), "delay");
}

/**
 * gscope_scope_get_budget: (get-property budget)
 * @self: a scope
 *
 * Gets the most memory that the traces of its signals may take together.
 *
 * Returns: bytes
 *
 * Since: 1.0
 */
guint64
gscope_scope_get_budget (GscopeScope *self)
{
  return self->budget;
}

/**
 * gscope_scope_set_budget: (set-property budget)
 * @self: a scope
 * @bytes: at least a mebibyte
 *
 * Sets the most memory that traces may take. Beyond it the oldest samples are dropped.
 *
 * Since: 1.0
 */
void
gscope_scope_set_budget (GscopeScope *self, guint64 bytes)
{
  g_return_if_fail (bytes >= 1 << 20);

  if (self->budget == bytes)
    return;
  self->budget = bytes;
  g_object_notify (G_OBJECT (self), "budget");
}

/**
 * gscope_scope_get_bytes:
 * @self: a scope
 *
 * Gets the memory that the traces of its signals take.
 *
 * Returns: bytes
 *
 * Since: 1.0
 */
gsize
gscope_scope_get_bytes (GscopeScope *self)
{
  gsize bytes = 0;

  for (guint i = 0; i < count_members (self); i++)
    bytes += gscope_trace_get_bytes (gscope_signal_get_trace (get_member (self, i)));
  return bytes;
}

/**
 * gscope_scope_get_running: (get-property running)
 * @self: a scope
 *
 * Gets whether it acquires samples; in playback, whether it plays.
 *
 * Returns: whether it runs
 *
 * Since: 1.0
 */
gboolean
gscope_scope_get_running (GscopeScope *self)
{
  if (gscope_scope_is_playback (self))
    return gscope_transport_get_playing (GSCOPE_TRANSPORT (self->clock));
  return self->running;
}

static void
set_running (GscopeScope *self, gboolean running)
{
  if (self->running == running)
    return;
  self->running = running;
  if (running)
    self->started_at = gscope_clock_get_time (self->clock);
  gscope_scope_rule_signals (self);
  gscope_scope_update_timer (self);
  g_object_notify (G_OBJECT (self), "running");
}

/**
 * gscope_scope_start:
 * @self: a scope
 *
 * Acquires samples again. The traces keep a gap for the time between. In playback, it plays.
 *
 * Since: 1.0
 */
void
gscope_scope_start (GscopeScope *self)
{
  if (gscope_scope_is_playback (self))
    {
      gscope_transport_play (GSCOPE_TRANSPORT (self->clock));
      return;
    }
  set_running (self, TRUE);
  gscope_scope_start_groups (self);
}

/**
 * gscope_scope_stop:
 * @self: a scope
 *
 * Stops acquiring samples, polled and pushed. In playback, it pauses.
 *
 * Since: 1.0
 */
void
gscope_scope_stop (GscopeScope *self)
{
  if (gscope_scope_is_playback (self))
    {
      gscope_transport_pause (GSCOPE_TRANSPORT (self->clock));
      return;
    }
  if (!self->running)
    return;
  gscope_scope_stop_groups (self);
  gscope_scope_drain (self);
  self->stopped_at = gscope_clock_get_time (self->clock);
  set_running (self, FALSE);
}

/**
 * gscope_scope_get_signals:
 * @self: a scope
 *
 * Gets its signals, in the order in which they were added. The list changes at most four times a
 * second.
 *
 * Returns: (transfer none): a list of [class@Signal]
 *
 * Since: 1.0
 */
GListModel *
gscope_scope_get_signals (GscopeScope *self)
{
  return G_LIST_MODEL (self->signals);
}

/**
 * gscope_scope_get_sources:
 * @self: a scope
 *
 * Gets its sources; the first one is the program's own.
 *
 * Returns: (transfer none): a list of [class@Source]
 *
 * Since: 1.0
 */
GListModel *
gscope_scope_get_sources (GscopeScope *self)
{
  return G_LIST_MODEL (self->sources);
}

/**
 * gscope_scope_get_markers:
 * @self: a scope
 *
 * Gets the markers of its time axis.
 *
 * Returns: (transfer none): the markers
 *
 * Since: 1.0
 */
GscopeMarkerList *
gscope_scope_get_markers (GscopeScope *self)
{
  return self->markers;
}

/**
 * gscope_scope_get_source:
 * @self: a scope
 *
 * Gets the source of the program itself, which owns the signals and parameters that are added to
 * the scope directly. Its name is empty.
 *
 * Returns: (transfer none): the source
 *
 * Since: 1.0
 */
GscopeSource *
gscope_scope_get_source (GscopeScope *self)
{
  return self->source;
}

/**
 * gscope_scope_find_signal:
 * @self: a scope
 * @full_name: a full name
 *
 * Finds a signal.
 *
 * Returns: (transfer none) (nullable): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_scope_find_signal (GscopeScope *self, const char *full_name)
{
  for (guint i = 0; i < count_members (self); i++)
    {
      GscopeSignal *signal = get_member (self, i);

      if (g_str_equal (gscope_signal_get_full_name (signal), full_name))
        return signal;
    }
  return NULL;
}

/**
 * gscope_scope_get_pen:
 * @self: a scope
 *
 * Gets the time up to which samples are shown: the present less the delay; if the scope is stopped,
 * the time of the stop less the delay; in playback, the transport's position.
 *
 * Returns: nanoseconds on the scope's clock
 *
 * Since: 1.0
 */
gint64
gscope_scope_get_pen (GscopeScope *self)
{
  if (gscope_scope_is_playback (self))
    return gscope_clock_get_time (self->clock);
  return (self->running ? gscope_clock_get_time (self->clock) : self->stopped_at) - self->delay;
}

/**
 * gscope_scope_get_start:
 * @self: a scope
 *
 * Gets the time of its last start; in playback, the time at which the recording begins.
 *
 * Returns: a time, nanoseconds on its clock
 *
 * Since: 1.0
 */
gint64
gscope_scope_get_start (GscopeScope *self)
{
  if (gscope_scope_is_playback (self))
    return gscope_transport_get_begin (GSCOPE_TRANSPORT (self->clock));
  return self->started_at;
}

/* Finds the signal with the oldest samples. A signal that has ended may be removed as a whole. */
static GscopeSignal *
find_oldest (GscopeScope *self, gboolean *is_whole)
{
  GscopeSignal *oldest = NULL;
  gint64 oldest_time = G_MAXINT64;

  for (guint i = 0; i < count_members (self); i++)
    {
      GscopeSignal *signal = get_member (self, i);
      GscopeTrace *trace = gscope_signal_get_trace (signal);
      gboolean whole = FALSE;
      GscopeSample latest;
      gint64 time;

      /* Its samples have the budget of their player. */
      if (gscope_signal_get_compared_with (signal))
        continue;
      if (!gscope_trace_get_oldest (trace, &time))
        {
          if (!gscope_signal_get_ended (signal))
            continue;
          whole = TRUE;
          time = gscope_signal_get_latest (signal, &latest) ? latest.time : G_MININT64;
        }
      if (time >= oldest_time)
        continue;
      oldest_time = time;
      oldest = signal;
      *is_whole = whole;
    }
  return oldest;
}

static void
keep_budget (GscopeScope *self)
{
  GscopeSignal *oldest;
  gboolean is_whole;

  while (self->intakes.bytes > self->budget && (oldest = find_oldest (self, &is_whole)))
    {
      GscopeSource *source;

      if (!is_whole)
        {
          gscope_intake_evict (gscope_signal_get_intake (oldest));
          continue;
        }
      source = gscope_scope_find_source (self, oldest);
      gscope_source_remove_signal (source, oldest);
      gscope_source_publish (source);
    }
}

/**
 * gscope_scope_drain:
 * @self: a scope
 *
 * Moves samples from the rings of pollers and producers to the traces, now. The scope also does so
 * at the shortest interval that a consumer requested, and when a ring is half full.
 *
 * Since: 1.0
 */
void
gscope_scope_drain (GscopeScope *self)
{
  gint64 now = gscope_clock_get_time (self->clock);
  gboolean any;

  gscope_scope_group_new_signals (self);
  gscope_scope_drain_groups (self, now);
  any = gscope_intake_pool_drain (&self->intakes, now);
  gscope_scope_derive (self);
  if (!any || gscope_scope_is_playback (self))
    return;
  keep_budget (self);
  g_signal_emit_by_name (self, "drained");
}

/**
 * gscope_scope_add_consumer:
 * @self: a scope
 * @interval: greatest age of samples when they reach the traces, nanoseconds, > 0
 *
 * Makes the scope drain at least at an interval. Without consumers it drains every 250 ms.
 *
 * Returns: a number for [method@Scope.remove_consumer]
 *
 * Since: 1.0
 */
guint
gscope_scope_add_consumer (GscopeScope *self, gint64 interval)
{
  guint id;

  g_return_val_if_fail (interval > 0, 0);

  id = gscope_drain_timer_add_consumer (&self->timer, interval);
  gscope_scope_update_timer (self);
  return id;
}

/**
 * gscope_scope_remove_consumer:
 * @self: a scope
 * @id: the number that [method@Scope.add_consumer] returned
 *
 * Removes a consumer.
 *
 * Since: 1.0
 */
void
gscope_scope_remove_consumer (GscopeScope *self, guint id)
{
  gscope_drain_timer_remove_consumer (&self->timer, id);
  gscope_scope_update_timer (self);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/source.h"

#include <glib/gi18n-lib.h>
#include <gscope/scope/realtime.h>
#include <main-source.h>
#include <math.h>
#include <string.h>
#include <tsl-source/level-offers.h>
#include <tsl/page/lock.h>

enum
{
  /* Entries of a ring that are read in one batch. */
  BATCH = 256,
  /* Interval of the checks of gate and router, in milliseconds. */
  LOOK_INTERVAL = 250,
};

struct _MxtrafSource
{
  GscopeSource parent_instance;

  /* used in the main thread; the applies are tasks, the first of which the engine may be applying */
  char *program;
  GArray *trace;
  MxtrafEngine *engine;
  gboolean is_running;
  gboolean is_applying;
  GSource *look_timer;
  GTask *starting;
  GTask *stopping;
  GQueue applies;
  MxtrafSettings asked;
  /* of the stream, while the measured flow carries it */
  TslPage *page;
  LevelOffers *offers;

  /* protected by the lock, which is held for short times only; the counters are NULL while no
   * engine runs */
  TslLock lock;
  const MxtrafCounters *counters;
  gboolean has_begun;
  MxtrafSettings settings;
  MxtrafMeter *meter;

  /* used by the poller alone, like the meter's values */
  GscopeProducer *events[MXTRAF_N_RINGS];
  gint64 event_times[MXTRAF_N_RINGS];
};

enum
{
  PROP_PROGRAM = 1,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (MxtrafSource, mxtraf_source, GSCOPE_TYPE_SOURCE)

/* A pending change of a parameter. */
typedef struct
{
  const MxtrafRow *row;
  GVariant *value;
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  g_variant_unref (change->value);
  g_free (change);
}

/* Functions of the poller's thread. */

static void
push_events (MxtrafSource *self, MxtrafRingName ring)
{
  guint64 lost = self->meter->lost[ring];
  GscopeSample samples[BATCH];
  gsize n;

  while ((n = mxtraf_meter_take (self->meter, self->counters, ring, samples, BATCH)) > 0)
    {
      if (self->meter->lost[ring] > lost)
        gscope_producer_push_gap (self->events[ring], samples[0].time, GSCOPE_GAP_CAUSE_RING_FULL);
      lost = self->meter->lost[ring];
      gscope_producer_push_many (self->events[ring], samples, n);
      self->event_times[ring] = samples[n - 1].time;
    }
}

static void
poll_counters (MxtrafSource *self, gint64 time)
{
  if (!self->has_begun)
    mxtraf_meter_begin (self->meter, self->counters, time);
  self->has_begun = TRUE;
  for (guint i = 0; i < MXTRAF_N_RINGS; i++)
    push_events (self, i);
  mxtraf_meter_tick (self->meter, self->counters, time, self->settings.config.rate,
                     self->settings.latency_threshold);
}

static void
poll_nothing (MxtrafSource *self, gint64 time)
{
  mxtraf_meter_set_gap (self->meter, GSCOPE_GAP_CAUSE_STOPPED);
  for (guint i = 0; i < MXTRAF_N_RINGS; i++)
    {
      if (self->event_times[i] > 0)
        gscope_producer_push_gap (self->events[i], MAX (time, self->event_times[i]),
                                  GSCOPE_GAP_CAUSE_STOPPED);
      self->event_times[i] = 0;
    }
}

static void
mxtraf_source_poll (GscopeSource *source, gint64 time)
{
  MxtrafSource *self = MXTRAF_SOURCE (source);

  tsl_lock_take (&self->lock);
  if (self->counters)
    poll_counters (self, time);
  else
    poll_nothing (self, time);
  tsl_lock_release (&self->lock);
}

/* Functions of the main thread. */

static void
show_counters (MxtrafSource *self, const MxtrafCounters *counters)
{
  tsl_lock_take (&self->lock);
  if (counters)
    self->has_begun = FALSE;
  self->counters = counters;
  tsl_lock_release (&self->lock);
}

static void
take_settings (MxtrafSource *self, const MxtrafSettings *settings)
{
  tsl_lock_take (&self->lock);
  self->settings = *settings;
  tsl_lock_release (&self->lock);
}

/* The levels of the stream, for a QoS manager. */
static const TslQosRange stream_range = { 0.01, MXTRAF_MAX_LEVEL / 100.0, 0.01, 25 * GSCOPE_MSEC };

static void
withdraw_stream (MxtrafSource *self)
{
  MxtrafSettings settings = self->settings;

  g_clear_pointer (&self->offers, level_offers_free);
  settings.config.level = 0;
  take_settings (self, &settings);
}

/* Registers the stream with a QoS manager, or withdraws it. */
static void
register_stream (MxtrafSource *self)
{
  const MxtrafConfig *config = &self->settings.config;
  gboolean is_streaming =
      self->is_running && config->measured && config->content == MXTRAF_CONTENT_STREAM;

  if (self->offers && !is_streaming)
    withdraw_stream (self);
  if (!self->offers && is_streaming)
    {
      if (!self->page)
        self->page = tsl_page_new ("mxtraf", NULL);
      if (!self->page)
        self->page = tsl_page_new_unpublished ();
      self->offers =
          level_offers_new (self->page, "stream", &stream_range,
                            gscope_source_find_parameter (GSCOPE_SOURCE (self), "level"));
    }
}

/* The engine processes one apply at a time: each sends the whole configuration with one change. */

static void
end_apply (MxtrafSource *self, GError *error)
{
  g_autoptr (GTask) task = g_queue_pop_head (&self->applies);
  Change *change = g_task_get_task_data (task);

  if (error)
    {
      g_task_return_error (task, error);
      return;
    }
  take_settings (self, &self->asked);
  register_stream (self);
  g_task_return_pointer (task, g_variant_ref (change->value), (GDestroyNotify) g_variant_unref);
}

static void
apply_next (MxtrafSource *self)
{
  while (!g_queue_is_empty (&self->applies) && !self->is_applying)
    {
      Change *change = g_task_get_task_data (g_queue_peek_head (&self->applies));
      gboolean is_of_engine =
          self->engine && !self->stopping && mxtraf_row_is_of_engine (change->row);

      self->asked = self->settings;
      mxtraf_row_set (change->row, &self->asked, change->value);
      self->is_applying = is_of_engine && self->is_running;
      if (self->is_applying)
        mxtraf_engine_apply (self->engine, &self->asked.config);
      else if (is_of_engine)
        end_apply (self,
                   g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                                        _ ("mxtraf's processes have ended; start mxtraf again")));
      else
        end_apply (self, NULL);
    }
}

/* Ends the apply that the engine is processing. */
static void
end_pending (MxtrafSource *self, const GError *error)
{
  if (!self->is_applying)
    return;
  self->is_applying = FALSE;
  end_apply (self, error ? g_error_copy (error) : NULL);
}

static void
mxtraf_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  MxtrafSource *self = MXTRAF_SOURCE (source);
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Change *change = g_new0 (Change, 1);

  change->row = mxtraf_rows_find (gscope_parameter_get_name (parameter));
  change->value = g_variant_ref (value);
  g_task_set_task_data (task, change, change_free);
  g_task_set_check_cancellable (task, FALSE);
  g_queue_push_tail (&self->applies, task);
  if (!self->starting)
    apply_next (self);
}

/* The gate is also published in a page of libtsl, where other programs may change it. */

static void
notice_gate (MxtrafSource *self, const char *name, const MxtrafSettings *settings)
{
  g_autoptr (GVariant) value = mxtraf_row_get (mxtraf_rows_find (name), settings);

  gscope_parameter_notice (gscope_source_find_parameter (GSCOPE_SOURCE (self), name), value,
                           "page");
}

static double
follow (double known, double shown)
{
  return fabs (shown - known) > 1e-3 ? shown : known;
}

/* Tuned values of A and B are not settings. */
static void
read_gate (const MxtrafCounters *counters, MxtrafConfig *config)
{
  gint64 delay = __atomic_load_n (&counters->target_delay, __ATOMIC_RELAXED);

  config->method = delay > 0 ? MXTRAF_METHOD_TUNED : MXTRAF_METHOD_GATE;
  if (delay > 0)
    config->buffer_delay = follow (config->buffer_delay, delay / (double) GSCOPE_SEC);
  else
    {
      config->a =
          follow (config->a, __atomic_load_n (&counters->limit_a, __ATOMIC_RELAXED) / 1000.0);
      config->b =
          follow (config->b, __atomic_load_n (&counters->limit_b, __ATOMIC_RELAXED) / 1000.0);
    }
}

static void
look_at_gate (MxtrafSource *self)
{
  const MxtrafCounters *counters = mxtraf_engine_get_counters (self->engine);
  MxtrafSettings settings = self->settings;

  if (!g_queue_is_empty (&self->applies) || settings.config.method == MXTRAF_METHOD_STANDARD
      || __atomic_load_n (&counters->limit_a, __ATOMIC_RELAXED) == 0)
    return;
  read_gate (counters, &settings.config);
  if (memcmp (&settings, &self->settings, sizeof settings) == 0)
    return;
  take_settings (self, &settings);
  notice_gate (self, "method", &settings);
  notice_gate (self, "a", &settings);
  notice_gate (self, "b", &settings);
  notice_gate (self, "buffer-delay", &settings);
}

/* A router without real-time priority forwards packets late on a busy machine, so the link does not
 * have its configured rate and delay. */
static void
look_at_router (MxtrafSource *self)
{
  const MxtrafCounters *counters = mxtraf_engine_get_counters (self->engine);
  const char *text = "";

  if (!__atomic_load_n (&counters->was_real_time, __ATOMIC_RELAXED))
    text =
        _ ("the router has no real-time priority, so packets leave late on a busy machine; run as "
           "root, or raise RLIMIT_RTPRIO");
  else if (!gscope_realtime_is_on (mxtraf_engine_get_pid (self->engine, MXTRAF_ROUTER)))
    text =
        _ ("the router lost its real-time priority, because it ran for a tenth of a second without "
           "a pause, so packets leave late on a busy machine; lower the rate and restart");
  gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_RUNNING, text);
}

static gboolean
on_look_timer (gpointer data)
{
  look_at_gate (data);
  look_at_router (data);
  return G_SOURCE_CONTINUE;
}

static void
start_look_timer (MxtrafSource *self)
{
  self->look_timer = g_timeout_source_new (LOOK_INTERVAL);
  g_source_set_callback (self->look_timer, on_look_timer, self, NULL);
  g_source_set_static_name (self->look_timer, "[mxtraf] gate and router");
  g_source_attach (self->look_timer, g_main_context_get_thread_default ());
}

/* Starting and stopping. */

static void
drop_engine (MxtrafSource *self)
{
  withdraw_stream (self);
  show_counters (self, NULL);
  g_clear_pointer (&self->look_timer, main_source_drop);
  self->is_running = FALSE;
  g_clear_pointer (&self->engine, mxtraf_engine_free);
}

static void
end_start (MxtrafSource *self, const GError *why)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->starting);
  GError *error = why ? g_error_copy (why) : NULL;

  if (error || g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    {
      drop_engine (self);
      g_task_return_error (task, error);
    }
  else
    {
      self->is_running = TRUE;
      show_counters (self, mxtraf_engine_get_counters (self->engine));
      start_look_timer (self);
      look_at_router (self);
      register_stream (self);
      g_task_return_boolean (task, TRUE);
    }
  apply_next (self);
}

static void
on_applied (gpointer data, const GError *error)
{
  g_autoptr (MxtrafSource) self = g_object_ref (data);

  if (self->starting)
    {
      end_start (self, error);
      return;
    }
  end_pending (self, error);
  apply_next (self);
}

static void
on_ended (gpointer data, const GError *why)
{
  g_autoptr (MxtrafSource) self = g_object_ref (data);
  g_autoptr (GTask) stopping = g_steal_pointer (&self->stopping);

  if (self->starting)
    {
      end_start (self, why);
      return;
    }
  if (stopping)
    {
      drop_engine (self);
      g_task_return_boolean (stopping, TRUE);
      return;
    }
  self->is_running = FALSE;
  withdraw_stream (self);
  show_counters (self, NULL);
  g_clear_pointer (&self->look_timer, main_source_drop);
  gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_TROUBLE, why->message);
  end_pending (self, why);
  apply_next (self);
}

static const MxtrafEngineFuncs engine_funcs = { on_applied, on_ended };

static void
mxtraf_source_start_async (GscopeSource *source, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  MxtrafSource *self = MXTRAF_SOURCE (source);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GError *error = NULL;

  /* the source has started: a late cancellation must not hide that */
  g_task_set_check_cancellable (task, FALSE);
  self->engine = mxtraf_engine_new (self->program ? self->program : MXTRAF_OWN_PROGRAM, self->trace,
                                    &engine_funcs, self, &error);
  if (!self->engine)
    {
      g_task_return_error (task, error);
      return;
    }
  self->starting = g_steal_pointer (&task);
  mxtraf_engine_apply (self->engine, &self->settings.config);
}

static void
mxtraf_source_stop_async (GscopeSource *source, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  MxtrafSource *self = MXTRAF_SOURCE (source);
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  g_autoptr (GError) stopped = g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                                                    _ ("mxtraf is being stopped; start it again"));

  if (!self->is_running)
    {
      drop_engine (self);
      g_task_return_boolean (task, TRUE);
      return;
    }
  self->stopping = g_steal_pointer (&task);
  withdraw_stream (self);
  show_counters (self, NULL);
  g_clear_pointer (&self->look_timer, main_source_drop);
  mxtraf_engine_end (self->engine);
  end_pending (self, stopped);
  apply_next (self);
}

gboolean
mxtraf_source_read_summary (MxtrafSource *self, MxtrafSummary *summary)
{
  if (!self->engine || self->stopping)
    return FALSE;
  tsl_lock_take (&self->lock);
  mxtraf_summary_read (summary, &self->settings, self->meter,
                       mxtraf_engine_get_counters (self->engine));
  tsl_lock_release (&self->lock);
  return TRUE;
}

void
mxtraf_source_set_trace (MxtrafSource *self, GArray *trace)
{
  g_clear_pointer (&self->trace, g_array_unref);
  self->trace = trace ? g_array_ref (trace) : NULL;
}

pid_t
mxtraf_source_get_pid (MxtrafSource *self, MxtrafProcess process)
{
  return self->engine ? mxtraf_engine_get_pid (self->engine, process) : 0;
}

static void
mxtraf_source_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_PROGRAM)
    MXTRAF_SOURCE (object)->program = g_value_dup_string (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
mxtraf_source_constructed (GObject *object)
{
  MxtrafSource *self = MXTRAF_SOURCE (object);
  GscopeSource *source = GSCOPE_SOURCE (object);
  GscopeSignal *signals[MXTRAF_N_RINGS];

  G_OBJECT_CLASS (mxtraf_source_parent_class)->constructed (object);
  for (guint i = 0; i < mxtraf_rows_get_n (); i++)
    {
      g_autoptr (GscopeParameter) parameter = mxtraf_row_create_parameter (mxtraf_rows_get (i));

      gscope_source_add_parameter (source, parameter, NULL);
    }
  mxtraf_readings_add_to (source, self->meter->values, signals);
  for (guint i = 0; i < MXTRAF_N_RINGS; i++)
    self->events[i] = gscope_signal_create_producer (signals[i]);
}

static void
mxtraf_source_dispose (GObject *object)
{
  drop_engine (MXTRAF_SOURCE (object));
  G_OBJECT_CLASS (mxtraf_source_parent_class)->dispose (object);
}

static void
mxtraf_source_finalize (GObject *object)
{
  MxtrafSource *self = MXTRAF_SOURCE (object);

  for (guint i = 0; i < MXTRAF_N_RINGS; i++)
    gscope_producer_unref (self->events[i]);
  tsl_lock_clear (&self->lock);
  g_free (self->meter);
  g_free (self->program);
  g_clear_pointer (&self->trace, g_array_unref);
  g_clear_pointer (&self->page, tsl_page_unref);
  G_OBJECT_CLASS (mxtraf_source_parent_class)->finalize (object);
}

static void
mxtraf_source_class_init (MxtrafSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->set_property = mxtraf_source_set_property;
  object_class->constructed = mxtraf_source_constructed;
  object_class->dispose = mxtraf_source_dispose;
  object_class->finalize = mxtraf_source_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->start_async = mxtraf_source_start_async;
  source_class->stop_async = mxtraf_source_stop_async;
  source_class->poll = mxtraf_source_poll;
  source_class->apply_async = mxtraf_source_apply_async;

  props[PROP_PROGRAM] =
      g_param_spec_string ("program", NULL, NULL, NULL,
                           G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
mxtraf_source_init (MxtrafSource *self)
{
  tsl_lock_init (&self->lock);
  g_queue_init (&self->applies);
  mxtraf_settings_init (&self->settings);
  self->meter = g_new0 (MxtrafMeter, 1);
  mxtraf_meter_set_gap (self->meter, GSCOPE_GAP_CAUSE_STOPPED);
}

MxtrafSource *
mxtraf_source_new (const char *name, const char *program, const MxtrafSettings *settings)
{
  MxtrafSource *self = g_object_new (MXTRAF_TYPE_SOURCE, "name", name, "program", program, NULL);

  self->settings = *settings;
  for (guint i = 0; i < mxtraf_rows_get_n (); i++)
    {
      const MxtrafRow *row = mxtraf_rows_get (i);
      g_autoptr (GVariant) value = mxtraf_row_get (row, settings);

      gscope_parameter_notice (gscope_source_find_parameter (GSCOPE_SOURCE (self), row->name),
                               value, NULL);
    }
  return self;
}

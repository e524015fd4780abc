/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"
#include "follower.h"
#include "knobs.h"
#include "options.h"
#include "wave.h"

/* How long the slow parameter takes. */
#define SLOW (GSCOPE_SEC / 2)

struct _DemoSource
{
  GscopeSource parent_instance;

  /* the main thread's */
  gboolean offered[DEMO_N_WAVES];

  /* written in the main thread, read by the poller: by atomic loads and stores */
  gboolean is_running;
  DemoKnobs knobs;

  /* the poller's */
  DemoOscillator oscillator;
  DemoFollower follower;
  GRand *random;
  double values[DEMO_N_WAVES];
};

G_DEFINE_FINAL_TYPE (DemoSource, demo_source, GSCOPE_TYPE_SOURCE)

static double
get_level (DemoSource *self, const DemoWave *wave, const DemoLevels *levels, double phase)
{
  if (!wave->get)
    return self->follower.position;
  return levels->offset + levels->amplitude * wave->get (phase, levels->width, self->random);
}

/* The poller's thread, once a tick. The signals' words are read right after it. */
static void
demo_source_poll (GscopeSource *source, gint64 time)
{
  DemoSource *self = DEMO_SOURCE (source);
  DemoLevels levels;
  double phase;

  demo_knobs_read (&self->knobs, &levels);
  phase = demo_oscillator_advance (&self->oscillator, time, levels.frequency) + levels.phase;
  if (phase >= DEMO_CYCLES)
    phase -= DEMO_CYCLES;
  demo_follower_advance (&self->follower, time, levels.offset, levels.damping);
  for (guint i = 0; i < DEMO_N_WAVES; i++)
    self->values[i] = get_level (self, &demo_waves[i], &levels, phase)
                      + levels.noise * g_rand_double_range (self->random, -1, 1);
  if (!__atomic_load_n (&self->is_running, __ATOMIC_RELAXED))
    for (guint i = 0; i < DEMO_N_WAVES; i++)
      self->values[i] = gscope_gap_value (GSCOPE_GAP_STOPPED);
}

/* Options. */

static gboolean
set_amplitude (DemoSource *self, GVariant *value, GError **error)
{
  g_autoptr (GVariant) valid = gscope_parameter_validate (self->knobs.amplitude, value, error);

  if (!valid)
    return FALSE;
  gscope_parameter_notice (self->knobs.amplitude, valid, NULL);
  return TRUE;
}

static gboolean
demo_source_configure (GscopeSource *source, GVariant *options, GError **error)
{
  DemoSource *self = DEMO_SOURCE (source);
  GVariantIter iter;
  const char *name;
  GVariant *child;

  g_variant_iter_init (&iter, options);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &child))
    {
      g_autoptr (GVariant) value = child;

      if (g_str_equal (name, "signals"))
        {
          if (!demo_options_read_waves (value, self->offered, error))
            return FALSE;
        }
      else if (g_str_equal (name, "amplitude"))
        {
          if (!set_amplitude (self, value, error))
            return FALSE;
        }
      else
        {
          g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                       "there is no option “%s”; there are: amplitude, signals", name);
          return FALSE;
        }
    }
  return TRUE;
}

/* Starting and stopping. */

static gboolean
add_wave (DemoSource *self, guint i, GError **error)
{
  const DemoWave *wave = &demo_waves[i];
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double (wave->name, &self->values[i]);

  gscope_signal_set_title (signal, wave->title);
  gscope_signal_set_description (signal, wave->description);
  gscope_signal_set_unit (signal, "V");
  gscope_signal_set_line_mode (signal, wave->line_mode);
  return gscope_source_add_signal (GSCOPE_SOURCE (self), signal, error);
}

static gboolean
add_waves (DemoSource *self, GError **error)
{
  for (guint i = 0; i < DEMO_N_WAVES; i++)
    if (self->offered[i] && !add_wave (self, i, error))
      return FALSE;
  return TRUE;
}

/* Options may have changed since the last start: begin with none. */
static void
remove_waves (DemoSource *self)
{
  GListModel *signals = gscope_source_get_signals (GSCOPE_SOURCE (self));
  g_autoptr (GPtrArray) old = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    g_ptr_array_add (old, g_list_model_get_item (signals, i));
  for (guint i = 0; i < old->len; i++)
    gscope_source_remove_signal (GSCOPE_SOURCE (self), old->pdata[i]);
}

static void
demo_source_start_async (GscopeSource *source, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  DemoSource *self = DEMO_SOURCE (source);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GError *error = NULL;

  /* what has started stays so: a late cancellation must not hide it */
  g_task_set_check_cancellable (task, FALSE);
  remove_waves (self);
  if (!add_waves (self, &error))
    {
      remove_waves (self);
      g_task_return_error (task, error);
      return;
    }
  __atomic_store_n (&self->is_running, TRUE, __ATOMIC_RELAXED);
  g_task_return_boolean (task, TRUE);
}

static void
demo_source_stop_async (GscopeSource *source, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  __atomic_store_n (&DEMO_SOURCE (source)->is_running, FALSE, __ATOMIC_RELAXED);
  g_task_return_boolean (task, TRUE);
}

/* Parameters. Those that take any value at once need no code: they are bound to a word. */

static void
return_judgement (GTask *task, GscopeParameter *parameter, GVariant *value)
{
  GError *error = NULL;
  DemoSource *self = g_task_get_source_object (task);
  GVariant *accepted = demo_knobs_judge (&self->knobs, parameter, value, &error);

  if (accepted)
    g_task_return_pointer (task, accepted, (GDestroyNotify) g_variant_unref);
  else
    g_task_return_error (task, error);
}

static void
demo_source_check_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                         GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  return_judgement (task, parameter, value);
}

static gboolean
on_slow (gpointer data)
{
  GVariant *value = g_task_get_task_data (data);

  g_task_return_pointer (data, g_variant_ref (value), (GDestroyNotify) g_variant_unref);
  return G_SOURCE_REMOVE;
}

/* By the source's clock, so that a test need not wait. */
static void
return_later (GTask *task, GVariant *value)
{
  GscopeClock *clock = gscope_source_get_clock (g_task_get_source_object (task));
  g_autoptr (GSource) timeout = gscope_clock_create_timeout (clock, SLOW);

  g_task_set_task_data (task, g_variant_ref (value), (GDestroyNotify) g_variant_unref);
  g_source_set_callback (timeout, on_slow, g_object_ref (task), g_object_unref);
  g_source_attach (timeout, g_task_get_context (task));
}

static void
demo_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                         GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  if (parameter == DEMO_SOURCE (source)->knobs.slow)
    return_later (task, value);
  else
    return_judgement (task, parameter, value);
}

static void
demo_source_constructed (GObject *object)
{
  G_OBJECT_CLASS (demo_source_parent_class)->constructed (object);
  demo_knobs_init (&DEMO_SOURCE (object)->knobs, GSCOPE_SOURCE (object));
}

static void
demo_source_finalize (GObject *object)
{
  DemoSource *self = DEMO_SOURCE (object);

  demo_knobs_clear (&self->knobs);
  g_rand_free (self->random);
  G_OBJECT_CLASS (demo_source_parent_class)->finalize (object);
}

static void
demo_source_class_init (DemoSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = demo_source_constructed;
  object_class->finalize = demo_source_finalize;
  source_class->options = demo_options;
  source_class->configure = demo_source_configure;
  source_class->start_async = demo_source_start_async;
  source_class->stop_async = demo_source_stop_async;
  source_class->poll = demo_source_poll;
  source_class->check_async = demo_source_check_async;
  source_class->apply_async = demo_source_apply_async;
}

static void
demo_source_init (DemoSource *self)
{
  /* The same noise every time: pictures and tests can be compared. */
  self->random = g_rand_new_with_seed (1);
  for (guint i = 0; i < DEMO_N_WAVES; i++)
    self->offered[i] = TRUE;
}

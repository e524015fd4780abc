/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/rated.h"

#include "kinds/kinds.h"
#include "threads/clock.h"

#include <glib/gi18n.h>
#include <gscope/error.h>
#include <gscope/trace/gap.h>
#include <tsl/page/lock.h>

typedef struct
{
  const char *name;
  const char *title;
  const char *description;
  const char *unit;
  double min;
  double max;
  double initial;
  gboolean logarithmic;
} Row;

static const Row numbers[WORKLOAD_RATED_N_NUMBERS] = {
  [WORKLOAD_RATED_NEED] = { "need-low", N_ ("Need, low"),
                            N_ ("What the decoder needs of a processor in the low half of the wave "
                                "to keep up with time"),
                            "%", 1, 60, 20, FALSE },
  [WORKLOAD_RATED_RATIO] = { "ratio", N_ ("Step ratio G"),
                             N_ ("How many times as much it needs in the high half"), "", 1, 16, 2,
                             TRUE },
  [WORKLOAD_RATED_WAVE] = { "wave", N_ ("Period of the wave"),
                            N_ ("Time from one rise of the need to the next"), "s", 0.2, 20, 2,
                            TRUE },
  [WORKLOAD_RATED_GRANULARITY] = { "granularity", N_ ("Frame"),
                                   N_ ("Time that a frame is worth: the granularity of the "
                                       "time-stamps"),
                                   "ms", 1, 40, 5, TRUE },
  [WORKLOAD_RATED_PLAYER_NEED] = { "player-need", N_ ("Need of the player"),
                                   N_ ("What the thread behind the decoder needs of a processor"),
                                   "%", 1, 60, 10, FALSE },
};

static const Row shown[WORKLOAD_RATED_N_SHOWN] = {
  [WORKLOAD_RATED_SHOWN_NEED] = { "need", N_ ("Need"),
                                  N_ ("What the decoder needs of a processor to keep up"), "%", 0,
                                  75, FALSE },
  [WORKLOAD_RATED_SHOWN_PROPORTION] = { "proportion", N_ ("Proportion"),
                                        N_ ("What the decoder gets of a processor"), "%", 0, 75,
                                        FALSE },
  [WORKLOAD_RATED_SHOWN_PLAYER_PROPORTION] = { "player-proportion", N_ ("Proportion of the player"),
                                               N_ ("What the player gets of a processor"), "%", 0,
                                               75, FALSE },
  [WORKLOAD_RATED_SHOWN_LATENCY] = { "latency", N_ ("Latency"),
                                     N_ ("How long ago the frame was captured that the player "
                                         "works on"),
                                     "ms", 0, 100, FALSE },
};

typedef struct
{
  /* the main thread's */
  TslPage *page;
  GscopeParameter *parameters[WORKLOAD_RATED_N_NUMBERS];

  /* written in the main thread by atomic stores */
  double numbers[WORKLOAD_RATED_N_NUMBERS];

  /* under the lock, which is held for moments only */
  TslLock lock;
  WorkloadRealrate *realrate;

  /* the poller's */
  double shown[WORKLOAD_RATED_N_SHOWN];
} WorkloadRatedPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WorkloadRated, workload_rated, GSCOPE_TYPE_SOURCE)

static double
load (WorkloadRatedPrivate *self, WorkloadRatedNumber number)
{
  double value;

  __atomic_load (&self->numbers[number], &value, __ATOMIC_RELAXED);
  return value;
}

/* Hands the threads what the user set. */
static void
take_numbers (WorkloadRatedPrivate *self, WorkloadRealrate *realrate)
{
  gint64 granularity = load (self, WORKLOAD_RATED_GRANULARITY) * GSCOPE_MSEC;
  GPtrArray *stages = realrate->stages;

  workload_wave_set (&((WorkloadStage *) stages->pdata[0])->wave,
                     load (self, WORKLOAD_RATED_NEED) / 100, load (self, WORKLOAD_RATED_RATIO),
                     load (self, WORKLOAD_RATED_WAVE) * GSCOPE_SEC);
  if (stages->len > 1)
    workload_wave_set (&((WorkloadStage *) stages->pdata[1])->wave,
                       load (self, WORKLOAD_RATED_PLAYER_NEED) / 100, 1, 0);
  for (guint i = 0; i < stages->len; i++)
    tsl_progress_set_granularity (((WorkloadStage *) stages->pdata[i])->progress, granularity);
  if (realrate->capture)
    workload_capture_set_granularity (realrate->capture, granularity);
}

/* The poller's thread. */

static double
read_latency (WorkloadStage *player, gint64 now)
{
  gint64 time_stamp, time;

  return tsl_progress_get (player->progress, &time_stamp, &time)
             ? (now - time_stamp) / (double) GSCOPE_MSEC
             : gscope_gap_value (GSCOPE_GAP_STOPPED);
}

static void
read_all (WorkloadRatedPrivate *self)
{
  WorkloadStage *decoder = self->realrate->stages->pdata[0];
  gint64 now = workload_clock_read (CLOCK_MONOTONIC);

  self->shown[WORKLOAD_RATED_SHOWN_NEED] =
      100 * workload_wave_get (&decoder->wave, now - decoder->begin);
  self->shown[WORKLOAD_RATED_SHOWN_PROPORTION] =
      100 * tsl_realrate_thread_get_proportion (decoder->control);
  if (self->realrate->stages->len > 1)
    {
      WorkloadStage *player = self->realrate->stages->pdata[1];

      self->shown[WORKLOAD_RATED_SHOWN_PLAYER_PROPORTION] =
          100 * tsl_realrate_thread_get_proportion (player->control);
      self->shown[WORKLOAD_RATED_SHOWN_LATENCY] = read_latency (player, now);
    }
}

static void
workload_rated_poll (GscopeSource *source, gint64 time)
{
  WorkloadRatedPrivate *self = workload_rated_get_instance_private (WORKLOAD_RATED (source));

  tsl_lock_take (&self->lock);
  if (self->realrate)
    {
      take_numbers (self, self->realrate);
      read_all (self);
    }
  else
    for (guint i = 0; i < WORKLOAD_RATED_N_SHOWN; i++)
      self->shown[i] = gscope_gap_value (GSCOPE_GAP_STOPPED);
  tsl_lock_release (&self->lock);
}

/* The main thread. */

static void
set_realrate (WorkloadRatedPrivate *self, WorkloadRealrate *realrate)
{
  WorkloadRealrate *old;

  tsl_lock_take (&self->lock);
  old = self->realrate;
  self->realrate = realrate;
  tsl_lock_release (&self->lock);
  if (old)
    workload_realrate_free (old);
}

/* One page a process: where there is one already, this is not seen by others. */
static void
make_page (WorkloadRated *source)
{
  WorkloadRatedPrivate *self = workload_rated_get_instance_private (source);
  g_autoptr (GError) error = NULL;

  if (self->page)
    return;
  self->page = tsl_page_new (WORKLOAD_PAGE, &error);
  if (self->page)
    return;
  self->page = tsl_page_new_unpublished ();
  gscope_source_set_status (GSCOPE_SOURCE (source), GSCOPE_SOURCE_TROUBLE, error->message);
}

static void
say_that_it_is_simulated (WorkloadRated *self, const GError *why)
{
  g_autofree char *text =
      g_error_matches (why, TSL_ERROR, TSL_ERROR_PRIVILEGE)
          ? g_strdup (_ ("Simulated: the controller is real, the work is computed. SCHED_DEADLINE "
                         "takes CAP_SYS_NICE: run it as root to see the kernel do it"))
          : g_strdup_printf (
              _ ("Simulated: the controller is real, the work is computed, since %s"),
              why->message);

  gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_TROUBLE, text);
}

static void
workload_rated_start_async (GscopeSource *source, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  WorkloadRatedPrivate *self = workload_rated_get_instance_private (WORKLOAD_RATED (source));
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  g_autofree char *cache =
      g_build_filename (g_get_user_cache_dir (), "gscope", "proportions", NULL);
  TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;
  g_autoptr (GError) error = NULL;
  WorkloadRealrate *realrate;

  /* what has started stays so: a late cancellation must not hide it */
  g_task_set_check_cancellable (task, FALSE);
  settings.law.buffer = WORKLOAD_RATED_GET_CLASS (source)->buffer;
  make_page (WORKLOAD_RATED (source));
  realrate = workload_realrate_new (self->page, cache);
  WORKLOAD_RATED_GET_CLASS (source)->build (realrate,
                                            load (self, WORKLOAD_RATED_GRANULARITY) * GSCOPE_MSEC);
  take_numbers (self, realrate);
  if (!workload_realrate_begin (realrate, &settings, &error))
    say_that_it_is_simulated (WORKLOAD_RATED (source), error);
  workload_realrate_run (realrate);
  set_realrate (self, realrate);
  g_task_return_boolean (task, TRUE);
}

static void
workload_rated_stop_async (GscopeSource *source, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  WorkloadRatedPrivate *self = workload_rated_get_instance_private (WORKLOAD_RATED (source));
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  set_realrate (self, NULL);
  g_task_return_boolean (task, TRUE);
}

static void
add_parameter (WorkloadRated *source, WorkloadRatedNumber number)
{
  WorkloadRatedPrivate *self = workload_rated_get_instance_private (source);
  const Row *row = &numbers[number];
  GscopeParameter *parameter =
      gscope_parameter_new_double (row->name, row->min, row->max, row->initial);

  gscope_parameter_set_title (parameter, _ (row->title));
  gscope_parameter_set_description (parameter, _ (row->description));
  gscope_parameter_set_unit (parameter, row->unit);
  gscope_parameter_set_logarithmic (parameter, row->logarithmic);
  gscope_parameter_bind_double (parameter, &self->numbers[number]);
  gscope_source_add_parameter (GSCOPE_SOURCE (source), parameter, NULL);
  self->parameters[number] = parameter;
}

static void
add_signal (WorkloadRated *source, WorkloadRatedShown number)
{
  /* as the type of source real-rate shows them */
  static const char *const followers[] = { "*" WORKLOAD_PAGE " decoder/proportion", NULL };
  WorkloadRatedPrivate *self = workload_rated_get_instance_private (source);
  const Row *row = &shown[number];
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double (row->name, &self->shown[number]);

  gscope_signal_set_title (signal, _ (row->title));
  gscope_signal_set_description (signal, _ (row->description));
  gscope_signal_set_unit (signal, row->unit);
  gscope_signal_set_range (signal, row->min, row->max);
  if (number == WORKLOAD_RATED_SHOWN_NEED)
    gscope_signal_set_followers (signal, followers);
  if (number != WORKLOAD_RATED_SHOWN_LATENCY)
    gscope_signal_set_line_mode (signal, GSCOPE_LINE_STEPS);
  gscope_source_add_signal (GSCOPE_SOURCE (source), signal, NULL);
}

static void
workload_rated_constructed (GObject *object)
{
  WorkloadRatedClass *klass = WORKLOAD_RATED_GET_CLASS (object);

  G_OBJECT_CLASS (workload_rated_parent_class)->constructed (object);
  for (guint i = 0; i < klass->n_numbers; i++)
    add_parameter (WORKLOAD_RATED (object), i);
  for (guint i = 0; i < klass->n_shown; i++)
    add_signal (WORKLOAD_RATED (object), i);
}

static void
workload_rated_dispose (GObject *object)
{
  set_realrate (workload_rated_get_instance_private (WORKLOAD_RATED (object)), NULL);
  G_OBJECT_CLASS (workload_rated_parent_class)->dispose (object);
}

/* Whoever still has a parameter must not write to the words any more. */
static void
workload_rated_finalize (GObject *object)
{
  WorkloadRatedPrivate *self = workload_rated_get_instance_private (WORKLOAD_RATED (object));

  for (guint i = 0; i < WORKLOAD_RATED_N_NUMBERS; i++)
    {
      if (self->parameters[i])
        gscope_parameter_bind_double (self->parameters[i], NULL);
      g_clear_object (&self->parameters[i]);
    }
  g_clear_pointer (&self->page, tsl_page_unref);
  tsl_lock_clear (&self->lock);
  G_OBJECT_CLASS (workload_rated_parent_class)->finalize (object);
}

static void
workload_rated_class_init (WorkloadRatedClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_rated_constructed;
  object_class->dispose = workload_rated_dispose;
  object_class->finalize = workload_rated_finalize;
  source_class->start_async = workload_rated_start_async;
  source_class->stop_async = workload_rated_stop_async;
  source_class->poll = workload_rated_poll;
}

static void
workload_rated_init (WorkloadRated *source)
{
  WorkloadRatedPrivate *self = workload_rated_get_instance_private (source);

  tsl_lock_init (&self->lock);
  for (guint i = 0; i < WORKLOAD_RATED_N_SHOWN; i++)
    self->shown[i] = gscope_gap_value (GSCOPE_GAP_STOPPED);
}

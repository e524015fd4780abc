/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/rated.h"

#include "kinds/kinds.h"
#include "threads/clock.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/trace/gap.h>
#include <tsl/page/lock.h>

typedef struct
{
  /* used in the main thread */
  TslPage *page;

  /* written in the main thread; accessed atomically */
  double numbers[WORKLOAD_RATED_N_NUMBERS];

  /* protected by the lock, which is held for short times only */
  TslLock lock;
  WorkloadRealrate *realrate;

  /* used by the poller alone */
  double shown[WORKLOAD_RATED_N_SHOWN];
} WorkloadRatedPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WorkloadRated, workload_rated, GSCOPE_TYPE_SOURCE)

#define NUMBER(number)                                                                             \
  GSCOPE_PARAMETER_DOUBLE, G_STRUCT_OFFSET (WorkloadRatedPrivate, numbers[WORKLOAD_RATED_##number])
#define SHOWN(number)                                                                              \
  GSCOPE_SIGNAL_DOUBLE, G_STRUCT_OFFSET (WorkloadRatedPrivate, shown[WORKLOAD_RATED_SHOWN_##number])

static const GscopeSourceParameter numbers[WORKLOAD_RATED_N_NUMBERS] = {
  [WORKLOAD_RATED_NEED] = { "need-low", N_ ("Need, low"), "%",
                            N_ ("Share of a processor that the decoder needs to keep up in the low "
                                "half of the wave"),
                            NUMBER (NEED), 1, 60, .initial = 20 },
  [WORKLOAD_RATED_RATIO] = { "ratio", N_ ("Step ratio G"), NULL,
                             N_ ("Ratio of the need in the high half of the wave to the need in "
                                 "the low half"),
                             NUMBER (RATIO), 1, 16, .initial = 2, .logarithmic = TRUE },
  [WORKLOAD_RATED_WAVE] = { "wave", N_ ("Period of the wave"), "s",
                            N_ ("Time from one rise of the need to the next"), NUMBER (WAVE), 0.2,
                            20, .initial = 2, .logarithmic = TRUE },
  [WORKLOAD_RATED_GRANULARITY] = { "granularity", N_ ("Frame"), "ms",
                                   N_ ("Time between two frames: the granularity of the "
                                       "time-stamps"),
                                   NUMBER (GRANULARITY), 1, 40, .initial = 5, .logarithmic = TRUE },
  [WORKLOAD_RATED_PLAYER_NEED] = { "player-need", N_ ("Need of the player"), "%",
                                   N_ ("Share of a processor that the player needs to keep up"),
                                   NUMBER (PLAYER_NEED), 1, 60, .initial = 10 },
};

/* signals of the source type real-rate */
static const char *const followers[] = { "*" WORKLOAD_PAGE " decoder/proportion", NULL };

static const GscopeSourceSignal shown[WORKLOAD_RATED_N_SHOWN] = {
  [WORKLOAD_RATED_SHOWN_NEED] = { "need", N_ ("Need"), "%",
                                  N_ ("Share of a processor that the decoder needs to keep up"),
                                  SHOWN (NEED), .max = 75, .followers = followers },
  [WORKLOAD_RATED_SHOWN_PROPORTION] = { "proportion", N_ ("Proportion"), "%",
                                        N_ ("Share of a processor that the decoder gets"),
                                        SHOWN (PROPORTION), .max = 75 },
  [WORKLOAD_RATED_SHOWN_PLAYER_PROPORTION] = { "player-proportion", N_ ("Proportion of the player"),
                                               "%",
                                               N_ ("Share of a processor that the player gets"),
                                               SHOWN (PLAYER_PROPORTION), .max = 75 },
  [WORKLOAD_RATED_SHOWN_LATENCY] = { "latency", N_ ("Latency"), "ms",
                                     N_ ("Age of the frame that is being played, since its "
                                         "capture"),
                                     SHOWN (LATENCY), .max = 100 },
};

static double
load (WorkloadRatedPrivate *self, WorkloadRatedNumber number)
{
  double value;

  __atomic_load (&self->numbers[number], &value, __ATOMIC_RELAXED);
  return value;
}

/* Applies the parameters' values to the threads. */
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

/* Functions of the poller's thread. */

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

/* Functions of the main thread. */

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

/* A process can publish only one page: if it has one, this page is invisible to other processes. */
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
          ? g_strdup (_ ("simulated: the controller is real, but the work is computed, because "
                         "SCHED_DEADLINE needs CAP_SYS_NICE; run as root for real work"))
          : g_strdup_printf (_ ("simulated: the controller is real, but the work is computed: %s"),
                             why->message);

  gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_TROUBLE, text);
}

static gboolean
workload_rated_start (GscopeSource *source, GError **failure)
{
  WorkloadRatedPrivate *self = workload_rated_get_instance_private (WORKLOAD_RATED (source));
  g_autofree char *cache =
      g_build_filename (g_get_user_cache_dir (), "gscope", "proportions", NULL);
  TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;
  g_autoptr (GError) error = NULL;
  WorkloadRealrate *realrate;

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
  return TRUE;
}

static void
workload_rated_stop (GscopeSource *source)
{
  set_realrate (workload_rated_get_instance_private (WORKLOAD_RATED (source)), NULL);
}

static void
workload_rated_constructed (GObject *object)
{
  WorkloadRatedClass *klass = WORKLOAD_RATED_GET_CLASS (object);
  GscopeSource *source = GSCOPE_SOURCE (object);
  gpointer words = workload_rated_get_instance_private (WORKLOAD_RATED (object));

  G_OBJECT_CLASS (workload_rated_parent_class)->constructed (object);
  for (guint i = 0; i < klass->n_numbers; i++)
    gscope_source_declare_parameter (source, &numbers[i], NULL, NULL, words);
  for (guint i = 0; i < klass->n_shown; i++)
    gscope_source_declare_signal (source, &shown[i], NULL, NULL, words);
}

static void
workload_rated_dispose (GObject *object)
{
  set_realrate (workload_rated_get_instance_private (WORKLOAD_RATED (object)), NULL);
  G_OBJECT_CLASS (workload_rated_parent_class)->dispose (object);
}

static void
workload_rated_finalize (GObject *object)
{
  WorkloadRatedPrivate *self = workload_rated_get_instance_private (WORKLOAD_RATED (object));

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
  source_class->domain = GETTEXT_PACKAGE;
  source_class->start = workload_rated_start;
  source_class->stop = workload_rated_stop;
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

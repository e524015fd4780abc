/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "kinds/realrate.h"

#include <glib/gi18n-lib.h>
#include <gscope/trace/gap.h>
#include <kernel-clock.h>
#include <tsl/page/lock.h>

/* Capacity of a queue of the pipeline in frames, and the length in time at which it should be held:
 * two usual sampling periods. */
#define CAPACITY 400
#define BUFFER (40 * GSCOPE_MSEC)

/* Workloads whose threads' proportions are controlled by their progress. The need of the first thread
 * is a square wave. */
typedef struct
{
  GscopeSource parent_instance;

  /* used in the main thread */
  TslPage *page;

  /* values of the parameters, written in the main thread; accessed atomically */
  double need;
  double ratio;
  double wave;
  double granularity;
  double player_need;

  /* protected by the lock, which is held for short times only */
  TslLock lock;
  WorkloadRealrate *realrate;

  /* used by the poller alone */
  double shown_need;
  double proportion;
  double player_proportion;
  double latency;
} WorkloadRated;

typedef struct
{
  GscopeSourceClass parent_class;

  /* whether there are queues and a player */
  gboolean is_pipeline;
} WorkloadRatedClass;

GType workload_rated_get_type (void);

G_DEFINE_ABSTRACT_TYPE (WorkloadRated, workload_rated, GSCOPE_TYPE_SOURCE)

#define WORD(member) G_STRUCT_OFFSET (WorkloadRated, member)

static const GscopeSourceParameter parameters[] = {
  { "need-low", N_ ("Need, low"), "%",
    N_ ("Share of a processor that the decoder needs to keep up in the low half of the wave"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (need), 1, 60, .initial = 20 },
  { "ratio", N_ ("Step ratio G"), NULL,
    N_ ("Ratio of the need in the high half of the wave to the need in the low half"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (ratio), 1, 16, .initial = 2, .logarithmic = TRUE },
  { "wave", N_ ("Period of the wave"), "s", N_ ("Time from one rise of the need to the next"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (wave), 0.2, 20, .initial = 2, .logarithmic = TRUE },
  { "granularity", N_ ("Frame"), "ms",
    N_ ("Time between two frames: the granularity of the time-stamps"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (granularity), 1, 40, .initial = 5, .logarithmic = TRUE },
  { .name = NULL },
};

static const GscopeSourceParameter player_need = {
  "player-need",
  N_ ("Need of the player"),
  "%",
  N_ ("Share of a processor that the player needs to keep up"),
  GSCOPE_PARAMETER_TYPE_DOUBLE,
  WORD (player_need),
  1,
  60,
  .initial = 10,
};

/* signals of the source type real-rate */
static const char *const followers[] = { "*" WORKLOAD_PAGE " decoder/proportion", NULL };

static const GscopeSourceSignal signals[] = {
  { "need", N_ ("Need"), "%", N_ ("Share of a processor that the decoder needs to keep up"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (shown_need), .max = 75, .followers = followers },
  { "proportion", N_ ("Proportion"), "%", N_ ("Share of a processor that the decoder gets"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (proportion), .max = 75 },
  { .name = NULL },
};

static const GscopeSourceSignal player_signals[] = {
  { "player-proportion", N_ ("Proportion of the player"), "%",
    N_ ("Share of a processor that the player gets"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (player_proportion), .max = 75 },
  { "latency", N_ ("Latency"), "ms",
    N_ ("Age of the frame that is being played, since its capture"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (latency), .max = 100 },
};

static double
load (const double *word)
{
  double value;

  __atomic_load (word, &value, __ATOMIC_RELAXED);
  return value;
}

/* Applies the parameters' values to the threads. */
static void
take_numbers (WorkloadRated *self, WorkloadRealrate *realrate)
{
  GPtrArray *stages = realrate->stages;

  workload_wave_set (&((WorkloadStage *) stages->pdata[0])->wave, load (&self->need) / 100,
                     load (&self->ratio), load (&self->wave) * GSCOPE_SEC);
  if (stages->len > 1)
    workload_wave_set (&((WorkloadStage *) stages->pdata[1])->wave, load (&self->player_need) / 100,
                       1, 0);
  workload_realrate_set_granularity (realrate, load (&self->granularity) * GSCOPE_MSEC);
}

/* Functions of the poller's thread. */

static double
read_latency (WorkloadStage *player, gint64 now)
{
  gint64 time_stamp, time;

  return tsl_progress_get (player->progress, &time_stamp, &time)
             ? (now - time_stamp) / (double) GSCOPE_MSEC
             : gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
}

static void
read_all (WorkloadRated *self)
{
  WorkloadStage *decoder = self->realrate->stages->pdata[0];
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC);

  self->shown_need = 100 * workload_wave_get (&decoder->wave, now - decoder->begin);
  self->proportion = 100 * tsl_realrate_thread_get_proportion (decoder->control);
  if (self->realrate->stages->len > 1)
    {
      WorkloadStage *player = self->realrate->stages->pdata[1];

      self->player_proportion = 100 * tsl_realrate_thread_get_proportion (player->control);
      self->latency = read_latency (player, now);
    }
}

static void
clear_shown (WorkloadRated *self)
{
  self->shown_need = self->proportion = self->player_proportion = self->latency =
      gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
}

static void
workload_rated_poll (GscopeSource *source, gint64 time)
{
  WorkloadRated *self = (WorkloadRated *) source;

  tsl_lock_take (&self->lock);
  if (self->realrate)
    {
      take_numbers (self, self->realrate);
      read_all (self);
    }
  else
    clear_shown (self);
  tsl_lock_release (&self->lock);
}

/* Functions of the main thread. */

static void
set_realrate (WorkloadRated *self, WorkloadRealrate *realrate)
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
make_page (WorkloadRated *self)
{
  g_autoptr (GError) error = NULL;

  if (self->page)
    return;
  self->page = tsl_page_new (WORKLOAD_PAGE, &error);
  if (self->page)
    return;
  self->page = tsl_page_new_unpublished ();
  gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_TROUBLE, error->message);
}

static void
build (WorkloadRated *self, WorkloadRealrate *realrate, gboolean is_pipeline)
{
  gint64 granularity = load (&self->granularity) * GSCOPE_MSEC;
  TslQueue *captured = NULL, *decoded = NULL;

  if (is_pipeline)
    {
      captured = workload_realrate_add_queue (realrate, "captured", CAPACITY);
      decoded = workload_realrate_add_queue (realrate, "decoded", CAPACITY);
      workload_realrate_add_capture (realrate, captured, granularity);
    }
  workload_realrate_add_stage (realrate, "decoder", granularity, captured, decoded);
  if (is_pipeline)
    workload_realrate_add_stage (realrate, "player", granularity, decoded, NULL);
}

static gboolean
workload_rated_start (GscopeSource *source, GError **failure)
{
  WorkloadRated *self = (WorkloadRated *) source;
  gboolean is_pipeline = ((WorkloadRatedClass *) G_OBJECT_GET_CLASS (self))->is_pipeline;
  g_autofree char *cache =
      g_build_filename (g_get_user_cache_dir (), "gscope", "proportions", NULL);
  TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;
  g_autoptr (GError) error = NULL;
  WorkloadRealrate *realrate;

  settings.law.buffer = is_pipeline ? BUFFER : 0;
  make_page (self);
  realrate = workload_realrate_new (self->page, cache);
  build (self, realrate, is_pipeline);
  take_numbers (self, realrate);
  if (!workload_realrate_begin (realrate, &settings, &error))
    workload_realrate_show_simulation (source, error);
  workload_realrate_run (realrate);
  set_realrate (self, realrate);
  return TRUE;
}

static void
workload_rated_stop (GscopeSource *source)
{
  set_realrate ((WorkloadRated *) source, NULL);
}

static void
workload_rated_dispose (GObject *object)
{
  set_realrate ((WorkloadRated *) object, NULL);
  G_OBJECT_CLASS (workload_rated_parent_class)->dispose (object);
}

static void
workload_rated_finalize (GObject *object)
{
  WorkloadRated *self = (WorkloadRated *) object;

  g_clear_pointer (&self->page, tsl_page_unref);
  tsl_lock_clear (&self->lock);
  G_OBJECT_CLASS (workload_rated_parent_class)->finalize (object);
}

static void
workload_rated_class_init (WorkloadRatedClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->dispose = workload_rated_dispose;
  object_class->finalize = workload_rated_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start = workload_rated_start;
  source_class->stop = workload_rated_stop;
  source_class->poll = workload_rated_poll;
}

static void
workload_rated_init (WorkloadRated *self)
{
  tsl_lock_init (&self->lock);
  clear_shown (self);
}

/* A thread that decodes frames, whose cost is a square wave over time. */

typedef WorkloadRated WorkloadDecoder;
typedef WorkloadRatedClass WorkloadDecoderClass;

G_DEFINE_FINAL_TYPE (WorkloadDecoder, workload_decoder, workload_rated_get_type ())

static void
workload_decoder_class_init (WorkloadDecoderClass *klass)
{
}

static void
workload_decoder_init (WorkloadDecoder *self)
{
}

/* The pipeline of the dissertation's figure 5.2: a thread with a reserve captures frames, a second
 * thread decodes them, a third one plays them, with queues between them. The progress of the
 * decoder and of the player is the head of their input queue. */

typedef WorkloadRated WorkloadPipeline;
typedef WorkloadRatedClass WorkloadPipelineClass;

G_DEFINE_FINAL_TYPE (WorkloadPipeline, workload_pipeline, workload_rated_get_type ())

static void
workload_pipeline_constructed (GObject *object)
{
  G_OBJECT_CLASS (workload_pipeline_parent_class)->constructed (object);
  gscope_source_declare_parameter (GSCOPE_SOURCE (object), &player_need, NULL, NULL, object);
  for (guint i = 0; i < G_N_ELEMENTS (player_signals); i++)
    gscope_source_declare_signal (GSCOPE_SOURCE (object), &player_signals[i], NULL, NULL, object);
}

static void
workload_pipeline_class_init (WorkloadPipelineClass *klass)
{
  G_OBJECT_CLASS (klass)->constructed = workload_pipeline_constructed;
  klass->is_pipeline = TRUE;
}

static void
workload_pipeline_init (WorkloadPipeline *self)
{
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <pthread.h>
#include <schedule-source/rows.h>
#include <schedule-source/selection.h>
#include <tsl-bpf/kernel-loader.h>
#include <tsl-source/source-thread.h>
#include <tsl/error.h>
#include <unistd.h>

#define ACTION "org.gscope.Gscope.observe-kernel"

struct _ScheduleSource
{
  GscopeSource parent_instance;

  /* used in the main context */
  ScheduleRows *rows;
  ScheduleSelection *selection;
  GSource *waker;
  /* the option, which the base class frees */
  char *processors;
  const ScheduleFeed *own_feed;

  /* protects the lanes and their feed: the worker uses them, or the main context */
  pthread_mutex_t reading;
  ScheduleLanes *lanes;
  ScheduleFeed feed;
  ScheduleLanes *ending;

  /* written by the worker alone; the counts are protected by the mutex */
  ScheduleCounts counts;
  gint64 rate_time;
  guint64 n_switches;
  double rate;
};

G_DEFINE_FINAL_TYPE (ScheduleSource, schedule_source, GSCOPE_TYPE_SOURCE)

/* The worker. */

static void
work_out_rate (ScheduleSource *self, gint64 time)
{
  guint64 n = self->counts.n_switches;

  if (self->rate_time > 0 && time > self->rate_time)
    self->rate = (n - self->n_switches) * (double) GSCOPE_SEC / (time - self->rate_time);
  self->rate_time = time;
  self->n_switches = n;
}

static void
schedule_source_poll (GscopeSource *source, gint64 time)
{
  ScheduleSource *self = SCHEDULE_SOURCE (source);
  gboolean any = FALSE;

  pthread_mutex_lock (&self->reading);
  if (self->lanes)
    {
      any = schedule_lanes_read (self->lanes);
      schedule_lanes_count (self->lanes, &self->counts);
      work_out_rate (self, time);
    }
  else
    {
      self->rate = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
      self->rate_time = 0;
    }
  pthread_mutex_unlock (&self->reading);
  if (any)
    g_source_set_ready_time (self->waker, 0);
}

/* The main context. */

static gboolean
on_news (gpointer data)
{
  ScheduleSource *self = data;
  g_autoptr (GPtrArray) added = NULL;
  g_autoptr (GPtrArray) ended = NULL;

  pthread_mutex_lock (&self->reading);
  if (self->lanes)
    {
      added = schedule_lanes_take_added (self->lanes);
      ended = schedule_lanes_take_ended (self->lanes);
    }
  pthread_mutex_unlock (&self->reading);
  if (added)
    schedule_rows_show (self->rows, added, ended);
  return G_SOURCE_CONTINUE;
}

static void
schedule_source_count_lost (GscopeSource *source, GscopeTally *tally)
{
  ScheduleSource *self = SCHEDULE_SOURCE (source);

  pthread_mutex_lock (&self->reading);
  tally->counts[GSCOPE_LOSS_RING_FULL] += self->counts.n_lost;
  tally->counts[GSCOPE_LOSS_UNSEEN] += self->counts.n_unseen;
  tally->counts[GSCOPE_LOSS_LIMIT] += self->counts.n_excess;
  pthread_mutex_unlock (&self->reading);
}

/* The choice of threads and processors. */

static void
choose (gpointer data)
{
  ScheduleSource *self = data;

  pthread_mutex_lock (&self->reading);
  if (self->lanes)
    schedule_selection_show (self->selection, self->lanes);
  pthread_mutex_unlock (&self->reading);
}

static gboolean
take_processors (gpointer data, GVariant *value, GError **error)
{
  g_autoptr (GArray) numbers = schedule_processors_parse (
      g_variant_get_string (value, NULL), (guint) sysconf (_SC_NPROCESSORS_CONF), error);

  return numbers != NULL;
}

/* Start and stop. */

static void
free_feed (ScheduleSource *self)
{
  if (self->feed.free)
    self->feed.free (self->feed.data);
  self->feed = (ScheduleFeed){ 0 };
}

static void
begin (ScheduleSource *self, const ScheduleFeed *feed)
{
  GscopeSource *source = GSCOPE_SOURCE (self);
  g_autoptr (GArray) numbers =
      schedule_processors_parse (self->processors, (guint) sysconf (_SC_NPROCESSORS_CONF), NULL);
  GArray *processors = schedule_rows_reset (self->rows, numbers);

  pthread_mutex_lock (&self->reading);
  self->feed = *feed;
  self->counts = (ScheduleCounts){ 0 };
  self->rate_time = 0;
  self->lanes = schedule_lanes_new (&self->feed, gscope_source_get_clock (source), processors);
  pthread_mutex_unlock (&self->reading);
  choose (self);
}

static void
show_trouble (ScheduleSource *self, const GError *error)
{
  gboolean is_locked = g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE);
  g_autofree char *text = g_strdup_printf (_ ("the schedule is not shown: %s"), error->message);

  gscope_source_set_locked (GSCOPE_SOURCE (self), is_locked);
  gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_TROUBLE, text);
}

static void
on_loaded (gpointer program, const GError *error, gpointer data)
{
  g_autoptr (GTask) task = data;
  ScheduleSource *self = g_task_get_source_object (task);
  const ScheduleFeed feed = {
    .read = (gsize (*) (gpointer, SwitchesFunc, gpointer)) switches_read,
    .count_lost = (guint64 (*) (gpointer)) switches_count_lost,
    .free = (GDestroyNotify) switches_free,
    .data = program,
  };

  if (program)
    {
      gscope_source_set_locked (GSCOPE_SOURCE (self), FALSE);
      begin (self, &feed);
    }
  else
    show_trouble (self, error);
  g_task_return_boolean (task, TRUE);
}

static gpointer
load (GError **error)
{
  return switches_new (error);
}

static void
schedule_source_start_async (GscopeSource *source, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  ScheduleSource *self = SCHEDULE_SOURCE (source);
  g_autoptr (GTask) task = source_thread_task_new (source, cancellable, callback, user_data);

  if (!self->own_feed)
    {
      kernel_loader_begin (load, on_loaded, g_steal_pointer (&task));
      return;
    }
  begin (self, self->own_feed);
  g_task_return_boolean (task, TRUE);
}

static void
take_away (ScheduleSource *self)
{
  pthread_mutex_lock (&self->reading);
  self->ending = g_steal_pointer (&self->lanes);
  pthread_mutex_unlock (&self->reading);
}

static void
end (GscopeSource *source)
{
  ScheduleSource *self = SCHEDULE_SOURCE (source);

  pthread_mutex_lock (&self->reading);
  g_clear_pointer (&self->ending, schedule_lanes_free);
  free_feed (self);
  pthread_mutex_unlock (&self->reading);
}

static void
schedule_source_stop_async (GscopeSource *source, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  take_away (SCHEDULE_SOURCE (source));
  source_thread_stop (source, end, NULL, callback, user_data);
}

void
schedule_source_set_feed (ScheduleSource *self, const ScheduleFeed *feed)
{
  self->own_feed = feed;
}

/* Construction. */

#define WORD(member) G_STRUCT_OFFSET (ScheduleSource, member)

static const GscopeSourceSignal signals[] = {
  { "switch-rate", N_ ("Switches"), "/s",
    N_ ("Switches from thread to thread on all processors (BPF)"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (rate), .max = 10000 },
  { .name = NULL },
};

static const GscopeSourceOption options[] = {
  { "processors", "s", N_ ("Processors"),
    N_ ("Numbers and ranges of the processors that are shown, such as “0-3,6”; empty for the first "
        "ones"),
    "''", NULL, WORD (processors), .take = take_processors },
  { .name = NULL },
};

static void
schedule_source_constructed (GObject *object)
{
  ScheduleSource *self = SCHEDULE_SOURCE (object);

  G_OBJECT_CLASS (schedule_source_parent_class)->constructed (object);
  self->rate = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  self->rows = schedule_rows_new (GSCOPE_SOURCE (self));
  self->selection = schedule_selection_new (GSCOPE_SOURCE (self), choose);
  self->waker = gscope_waker_new ("[gscope] schedule", G_PRIORITY_DEFAULT, on_news, self);
}

static void
schedule_source_dispose (GObject *object)
{
  ScheduleSource *self = SCHEDULE_SOURCE (object);

  take_away (self);
  end (GSCOPE_SOURCE (self));
  g_source_destroy (self->waker);
  G_OBJECT_CLASS (schedule_source_parent_class)->dispose (object);
}

static void
schedule_source_finalize (GObject *object)
{
  ScheduleSource *self = SCHEDULE_SOURCE (object);

  schedule_rows_free (self->rows);
  g_source_unref (self->waker);
  schedule_selection_free (self->selection);
  pthread_mutex_destroy (&self->reading);
  G_OBJECT_CLASS (schedule_source_parent_class)->finalize (object);
}

static void
schedule_source_class_init (ScheduleSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = schedule_source_constructed;
  object_class->dispose = schedule_source_dispose;
  object_class->finalize = schedule_source_finalize;
  source_class->may_block = TRUE;
  source_class->action = ACTION;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->options = options;
  source_class->start_async = schedule_source_start_async;
  source_class->stop_async = schedule_source_stop_async;
  source_class->poll = schedule_source_poll;
  source_class->count_lost = schedule_source_count_lost;
}

static void
schedule_source_init (ScheduleSource *self)
{
  pthread_mutex_init (&self->reading, NULL);
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "schedule", SCHEDULE_TYPE_SOURCE, _ ("Schedule"),
                                   _ ("Which thread each processor runs, and when threads sleep, "
                                      "wait for a processor, run, or have used "
                                      "up their budget."),
                                   "schedule", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/hand-over.h>
#include <gscope/trace/archive.h>
#include <gscope/trace/private.h>
#include <gscope/trigger/far.h>
#include <gscope/trigger/search.h>
#include <gscope/trigger/watch.h>
#include <property.h>

/* Samples between two looks at the main loop: some milliseconds. */
#define SLICE (4 << 20)

/* The times at which a trigger fires in samples that are fed to it. */
typedef struct
{
  GscopeTriggerWatch *watch;
  gint64 dead_time;
  gint64 armed_from;
  GArray *times;
  guint64 n_found;
} Firings;

/* A search of an archive, whose thread uses it. */
typedef struct
{
  GscopeTriggerSearch *search;
  Firings *firings;
  gint64 begin;
  gint64 end;
} Scan;

/**
 * GscopeTriggerSearch:
 *
 * Looks for all times at which a trigger would have fired in a trace.
 *
 * It applies the condition and the holdoff of the settings, but not their mode: with %GSCOPE_TRIGGER_MODE_AUTO it finds
 * events only, and with %GSCOPE_TRIGGER_MODE_SINGLE all events. A trace has no writes, so that %GSCOPE_TRIGGER_KIND_WRITTEN finds
 * nothing. Stretches of samples that cannot fire are skipped by the pyramid of the trace. The last
 * [const@TRIGGER_MAX_FOUND] times are kept.
 *
 * Samples that are evicted before the search comes to them are counted. A search belongs to the main thread.
 *
 * [ctor@TriggerSearch.new_for_signal] also searches the part of a signal that is not in memory. Of a recording that is larger than
 * memory, it searches all samples, which it reads again in threads, and of a math signal over such a recording all that it computes
 * from them. Of the history that an agent keeps, it searches columns, which
 * come over the connection: a firing in a column of more than two samples counts once there, and is
 * counted by [method@TriggerSearch.get_n_coarse].
 *
 * Since: 1.0
 */
struct _GscopeTriggerSearch
{
  GObject parent_instance;

  GscopeTrace *trace;
  /* what is not in the trace, and has not been searched; NULL for nothing */
  GscopeFar *far;
  gboolean had_far;
  /* whose archive is searched in the place of the trace; NULL for none */
  GscopeSignal *archived;
  gint64 begin_time;
  gint64 end_time;
  double progress;
  GscopeTriggerSettings *settings;
  Firings *firings;
  guint64 begin;
  guint64 position;
  guint64 end;
  guint64 n_coarse;
  guint64 n_lost;
};

G_DEFINE_FINAL_TYPE (GscopeTriggerSearch, gscope_trigger_search, G_TYPE_OBJECT)

static Firings *
firings_new (const GscopeTriggerSettings *settings)
{
  Firings *self = g_new0 (Firings, 1);

  self->watch = gscope_trigger_watch_new (&settings->condition);
  self->dead_time = MAX (settings->after, settings->holdoff);
  self->armed_from = G_MININT64;
  self->times = g_array_new (FALSE, FALSE, sizeof (gint64));
  return self;
}

static void
firings_free (Firings *self)
{
  gscope_trigger_watch_free (self->watch);
  g_array_unref (self->times);
  g_free (self);
}

/* Returns whether the trigger fires at a sample, and is armed. */
static gboolean
firings_feed (Firings *self, const GscopeSample *sample)
{
  if (!gscope_trigger_watch_feed (self->watch, sample) || sample->time < self->armed_from)
    return FALSE;
  if (self->times->len == 2 * GSCOPE_TRIGGER_MAX_FOUND)
    g_array_remove_range (self->times, 0, GSCOPE_TRIGGER_MAX_FOUND);
  g_array_append_val (self->times, sample->time);
  self->armed_from = sample->time + self->dead_time;
  self->n_found++;
  return TRUE;
}

static void
gscope_trigger_search_finalize (GObject *object)
{
  GscopeTriggerSearch *self = GSCOPE_TRIGGER_SEARCH (object);

  g_clear_pointer (&self->trace, gscope_trace_unref);
  g_clear_pointer (&self->far, gscope_far_free);
  g_clear_object (&self->archived);
  g_clear_pointer (&self->settings, gscope_trigger_settings_free);
  g_clear_pointer (&self->firings, firings_free);
  G_OBJECT_CLASS (gscope_trigger_search_parent_class)->finalize (object);
}

static void
gscope_trigger_search_class_init (GscopeTriggerSearchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gscope_trigger_search_finalize;
  /**
   * GscopeTriggerSearch:progress:
   *
   * The share of the samples that was searched, from 0 to 1.
   *
   * Since: 1.0
   */
  property_add (object_class, double, "progress", gscope_trigger_search_get_progress, NULL, 0, 1,
                0);
}

static void
gscope_trigger_search_init (GscopeTriggerSearch *self)
{
}

/**
 * gscope_trigger_search_new:
 * @trace: the samples
 * @settings: when the trigger fires
 * @begin: from when on, nanoseconds
 * @end: up to when, not included, nanoseconds; samples that are appended later are not searched
 *
 * Prepares a search.
 *
 * Returns: (transfer full): the search
 *
 * Since: 1.0
 */
GscopeTriggerSearch *
gscope_trigger_search_new (GscopeTrace *trace, const GscopeTriggerSettings *settings, gint64 begin,
                           gint64 end)
{
  GscopeTriggerSearch *self;

  g_return_val_if_fail (trace, NULL);
  g_return_val_if_fail (gscope_trigger_settings_check (settings), NULL);

  self = g_object_new (GSCOPE_TYPE_TRIGGER_SEARCH, NULL);
  self->trace = gscope_trace_ref (trace);
  self->settings = gscope_trigger_settings_copy (settings);
  self->firings = firings_new (settings);
  self->begin_time = begin;
  self->end_time = end;
  self->begin = self->position = gscope_trace_find (trace, begin);
  self->end = MAX (self->begin, gscope_trace_find (trace, end));
  return self;
}

/**
 * gscope_trigger_search_new_for_signal:
 * @signal: the signal
 * @settings: when the trigger fires
 * @begin: from when on, nanoseconds; %G_MININT64 for all that is known of the signal, of the last 200 days
 * @end: up to when, not included, nanoseconds; samples that are appended later are not searched
 *
 * Prepares a search of all samples of a signal, also of those that are not in memory. These are searched by
 * [method@TriggerSearch.run_async] alone.
 *
 * Returns: (transfer full): the search
 *
 * Since: 1.0
 */
GscopeTriggerSearch *
gscope_trigger_search_new_for_signal (GscopeSignal *signal, const GscopeTriggerSettings *settings,
                                      gint64 begin, gint64 end)
{
  GscopeTriggerSearch *self;
  const GscopeArchiveFuncs *funcs;
  GscopeTimeline timeline;

  g_return_val_if_fail (GSCOPE_IS_SIGNAL (signal), NULL);

  self = gscope_trigger_search_new (gscope_signal_get_trace (signal), settings, begin, end);
  gscope_signal_get_timeline (signal, &timeline);
  if (self && gscope_signal_get_archive (signal, &funcs))
    self->archived = g_object_ref (signal);
  else if (self)
    self->far = gscope_far_new (&timeline, begin, end);
  if (self && self->far)
    self->had_far = TRUE;
  return self;
}

/* A sample at a time or later has to be fed whatever its value is. */
static guint64
skip_until (GscopeTriggerSearch *self, guint64 end, gint64 time, const GscopeExtent *calm,
            GscopeSample *sample)
{
  guint64 stop = CLAMP (gscope_trace_find (self->trace, time), self->position, end);
  guint64 found = gscope_trace_find_outside (self->trace, self->position, stop, calm, sample);

  if (found == stop)
    gscope_trace_read (self->trace, stop, sample, 1);
  return found;
}

/* Returns the position of the next sample that has to be fed, and reads it. */
static guint64
skip_calm (GscopeTriggerSearch *self, guint64 end, GscopeSample *sample)
{
  gint64 until;
  const GscopeExtent *calm = gscope_trigger_watch_get_calm (self->firings->watch, &until);

  if (until == G_MAXINT64)
    return gscope_trace_find_outside (self->trace, self->position, end, calm, sample);
  return skip_until (self, end, until, calm, sample);
}

/* Goes on after the samples that were evicted. */
static void
skip_evicted (GscopeTriggerSearch *self)
{
  const GscopeSample gap = { 0, NAN };
  guint64 first = MIN (gscope_trace_get_first (self->trace), self->end);

  if (self->position >= first)
    return;
  self->n_lost += first - self->position;
  self->position = first;
  gscope_trigger_watch_feed (self->firings->watch, &gap);
}

/**
 * gscope_trigger_search_go_on:
 * @self: a search
 * @n: how many samples to look at, at most
 *
 * Goes on with the search.
 *
 * Returns: %TRUE if there are more samples, %FALSE if the search has ended
 *
 * Since: 1.0
 */
gboolean
gscope_trigger_search_go_on (GscopeTriggerSearch *self, guint64 n)
{
  GscopeSample sample;
  guint64 end;

  g_return_val_if_fail (GSCOPE_IS_TRIGGER_SEARCH (self) && self->trace, FALSE);
  g_return_val_if_fail (!self->archived, FALSE);

  skip_evicted (self);
  end = self->position + MIN (n, self->end - self->position);
  while ((self->position = skip_calm (self, end, &sample)) < end)
    {
      self->position++;
      firings_feed (self->firings, &sample);
    }
  g_object_notify (G_OBJECT (self), "progress");
  return self->position < self->end;
}

/**
 * gscope_trigger_search_get_progress:
 * @self: a search
 *
 * Gets the share of the samples that was searched.
 *
 * Returns: from 0 to 1
 *
 * Since: 1.0
 */
double
gscope_trigger_search_get_progress (GscopeTriggerSearch *self)
{
  double done = 1;

  g_return_val_if_fail (GSCOPE_IS_TRIGGER_SEARCH (self), 0);

  if (self->archived)
    return self->progress;
  /* the part that is not in memory is one half */
  if (self->far)
    return gscope_far_get_progress (self->far) / 2;
  if (self->begin != self->end)
    done = (double) (self->position - self->begin) / (double) (self->end - self->begin);
  return self->had_far ? 0.5 + done / 2 : done;
}

/**
 * gscope_trigger_search_get_n_found:
 * @self: a search
 *
 * Gets how many times were found so far, with those that are not kept.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
gscope_trigger_search_get_n_found (GscopeTriggerSearch *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRIGGER_SEARCH (self) && self->firings, 0);

  return self->firings->n_found;
}

/**
 * gscope_trigger_search_get_n_coarse:
 * @self: a search
 *
 * Gets how many of the times that were found are those of columns of samples that are not in memory. Such a time is exact to the
 * width of the column, and there may be more firings in the column.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
gscope_trigger_search_get_n_coarse (GscopeTriggerSearch *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRIGGER_SEARCH (self), 0);

  return self->n_coarse;
}

/**
 * gscope_trigger_search_get_n_lost:
 * @self: a search
 *
 * Gets how many samples were evicted from the trace before they were searched.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
gscope_trigger_search_get_n_lost (GscopeTriggerSearch *self)
{
  g_return_val_if_fail (GSCOPE_IS_TRIGGER_SEARCH (self), 0);

  return self->n_lost;
}

/**
 * gscope_trigger_search_get_times:
 * @self: a search
 * @n: (out): how many
 *
 * Gets the times that were found so far, in order. They are times of samples.
 *
 * Returns: (array length=n) (transfer none): the times, nanoseconds, valid until the search goes on
 *
 * Since: 1.0
 */
const gint64 *
gscope_trigger_search_get_times (GscopeTriggerSearch *self, gsize *n)
{
  GArray *times;
  gsize skipped;

  g_return_val_if_fail (GSCOPE_IS_TRIGGER_SEARCH (self) && self->firings, NULL);
  g_return_val_if_fail (n, NULL);

  times = self->firings->times;
  *n = MIN (times->len, GSCOPE_TRIGGER_MAX_FOUND);
  skipped = times->len - *n;
  return (const gint64 *) times->data + skipped;
}

static gboolean
on_idle (gpointer data)
{
  GTask *task = data;
  GscopeTriggerSearch *self = g_task_get_source_object (task);

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  if (gscope_trigger_search_go_on (self, SLICE))
    return G_SOURCE_CONTINUE;
  g_task_return_boolean (task, TRUE);
  return G_SOURCE_REMOVE;
}

static void
start_idle (GTask *task)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_static_name (source, "[gscope] trigger search");
  g_source_set_callback (source, on_idle, task, g_object_unref);
  g_source_attach (source, g_main_context_get_thread_default ());
}

static void
feed_far (gpointer data, const GscopeSample *sample)
{
  GscopeTriggerSearch *self = data;

  if (firings_feed (self->firings, sample))
    self->n_coarse += gscope_far_is_coarse (self->far, sample->time);
}

static void
on_far_read (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeTriggerSearch *self = GSCOPE_TRIGGER_SEARCH (object);
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_pointer (&self->far, gscope_far_free);
  g_object_notify (object, "progress");
  start_idle (g_steal_pointer (&task));
}

/* The archive. */

static void
feed_archived (gpointer data, guint signal, const gint64 *times, const double *values, gsize n)
{
  const Scan *scan = data;
  gint64 until;
  const GscopeExtent *calm = gscope_trigger_watch_get_calm (scan->firings->watch, &until);

  for (gsize i = 0; i < n; i++)
    {
      const GscopeSample sample = { times[i], values[i] };

      if (sample.time < scan->begin || sample.time >= scan->end
          || (sample.value >= calm->min && sample.value <= calm->max && sample.time < until))
        continue;
      firings_feed (scan->firings, &sample);
      calm = gscope_trigger_watch_get_calm (scan->firings->watch, &until);
    }
}

static void
show_archived (gpointer data, double progress)
{
  GscopeTriggerSearch *self = ((Scan *) data)->search;

  self->progress = progress;
  g_object_notify (G_OBJECT (self), "progress");
}

/* Firings that were found before an error stay. */
static void
on_archived (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GscopeTriggerSearch *self = g_task_get_source_object (task);
  Scan *scan = g_task_get_task_data (task);
  GError *error = NULL;

  gscope_hand_over (scan);
  g_clear_pointer (&self->firings, firings_free);
  self->firings = g_steal_pointer (&scan->firings);
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_task_return_error (task, error);
      return;
    }
  show_archived (scan, 1);
  g_task_return_boolean (task, TRUE);
}

static void
scan_free (gpointer data)
{
  Scan *self = data;

  g_clear_pointer (&self->firings, firings_free);
  g_free (self);
}

static void
search_archive (GscopeTriggerSearch *self, GTask *task)
{
  const GscopeArchiveFuncs *funcs;
  GObject *archive = gscope_signal_get_archive (self->archived, &funcs);
  GCancellable *cancellable = g_task_get_cancellable (task);
  g_autoptr (GPtrArray) signals = NULL;
  Scan *scan;

  if (!archive)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CLOSED,
                               _ ("The recording was closed. Open it, and search again"));
      g_object_unref (task);
      return;
    }
  scan = g_new0 (Scan, 1);
  scan->search = self;
  scan->firings = firings_new (self->settings);
  scan->begin = self->begin_time;
  scan->end = self->end_time;
  g_task_set_task_data (task, scan, scan_free);
  gscope_hand_over (scan);
  signals = g_ptr_array_new ();
  g_ptr_array_add (signals, self->archived);
  funcs->visit (archive, signals,
                &(GscopeArchiveVisitor){ .take = feed_archived,
                                         .show_progress = show_archived,
                                         .data = scan,
                                         .begin = self->begin_time },
                g_task_new (self, cancellable, on_archived, task));
}

/**
 * gscope_trigger_search_run_async:
 * @self: a search
 * @cancellable: (nullable): ends the search with what it has found so far
 * @callback: called at the end
 * @user_data: data for @callback
 *
 * Goes on to the end in the main loop, which is free every few milliseconds. A recording that is larger than memory is searched in
 * threads from its begin on: [method@TriggerSearch.get_times] has the times when the search has ended.
 *
 * Since: 1.0
 */
void
gscope_trigger_search_run_async (GscopeTriggerSearch *self, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task;

  g_return_if_fail (GSCOPE_IS_TRIGGER_SEARCH (self) && self->trace);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gscope_trigger_search_run_async);
  if (self->archived)
    search_archive (self, task);
  else if (self->far)
    gscope_far_read_async (self->far, feed_far, self,
                           g_task_new (self, cancellable, on_far_read, task));
  else
    start_idle (task);
}

/**
 * gscope_trigger_search_run_finish:
 * @self: a search
 * @result: what the callback got
 * @error: return location for an error
 *
 * Ends [method@TriggerSearch.run_async].
 *
 * Returns: %TRUE if all was searched; %FALSE with %G_IO_ERROR_CANCELLED, or with the reason for which a history does not
 *   answer
 *
 * Since: 1.0
 */
gboolean
gscope_trigger_search_run_finish (GscopeTriggerSearch *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

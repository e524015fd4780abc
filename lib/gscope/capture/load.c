/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/capture/private.h>
#include <gscope/trace/private.h>
#include <string.h>

enum
{
  /* The samples of all signals that a visit keeps. A window with more of them shows what the traces have, and so do those that begin
   * in its part without samples: they are as long, and a visit for each would begin at the beginning. */
  MAX_VISITED = 4 << 20,
};

/* The signals and the window that are loaded, the number of answers that are missing, and the first error. */
typedef struct
{
  GPtrArray *signals;
  GscopeHistoryRange window;
  /* of GscopeCaptureLoaded: what comes, and what was there before */
  GPtrArray *into;
  GPtrArray *before;
  guint n_pending;
  GError *error;
} Load;

/* A question to an archive. */
typedef struct
{
  GTask *task;
  GPtrArray *signals;
} Question;

/* A visit of an archive up to the end of a window, whose thread uses it. */
typedef struct
{
  GTask *task;
  GscopeCaptureLoaded *loaded;
  GscopeHistoryRange window;
  /* the newest sample of each signal before the window; G_MININT64 if there is none, or if the trace has it */
  GscopeSample *last;
  guint64 n;
  /* from when on all samples are kept, and before when they have come */
  gint64 whole_from;
  gint64 settled;
} Visit;

static void
load_free (gpointer data)
{
  Load *self = data;

  g_ptr_array_unref (self->signals);
  g_ptr_array_unref (self->into);
  g_ptr_array_unref (self->before);
  g_clear_error (&self->error);
  g_free (self);
}

static void
loaded_free (gpointer data)
{
  GscopeCaptureLoaded *self = data;

  g_ptr_array_unref (self->signals);
  gscope_archive_samples_free (self->samples);
  gscope_archive_place_clear (&self->place);
  g_free (self);
}

GPtrArray *
gscope_capture_loaded_new (void)
{
  return g_ptr_array_new_with_free_func (loaded_free);
}

static gboolean
covers (const GscopeCaptureLoaded *self, const GscopeHistoryRange *window)
{
  const GscopeHistoryRange *range = &self->samples->range;

  return window->begin >= range->begin && window->end <= range->end;
}

static const GscopeCaptureLoaded *
find_loaded (GPtrArray *array, GscopeSignal *signal, const GscopeHistoryRange *window, guint *place)
{
  for (guint i = 0; i < array->len; i++)
    {
      const GscopeCaptureLoaded *loaded = array->pdata[i];

      if (covers (loaded, window) && g_ptr_array_find (loaded->signals, signal, place))
        return loaded;
    }
  return NULL;
}

GscopeTrace *
gscope_capture_loaded_find (GPtrArray *self, GscopeSignal *signal, const GscopeHistoryRange *window)
{
  guint place;
  const GscopeCaptureLoaded *loaded = find_loaded (self, signal, window, &place);

  return loaded && place < loaded->samples->traces->len ? loaded->samples->traces->pdata[place]
                                                        : NULL;
}

static void
take_answer (GTask *task)
{
  Load *load = g_task_get_task_data (task);

  if (--load->n_pending > 0)
    return;
  if (load->error)
    g_task_return_error (task, g_steal_pointer (&load->error));
  else
    g_task_return_boolean (task, TRUE);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Load *load = g_task_get_task_data (task);

  gscope_history_load_finish (GSCOPE_HISTORY (object), result, load->error ? NULL : &load->error);
  take_answer (task);
}

static void
on_archive_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autofree Question *question = data;
  g_autoptr (GTask) task = question->task;
  g_autoptr (GPtrArray) signals = question->signals;
  Load *load = g_task_get_task_data (task);
  GscopeArchiveSamples *samples =
      g_task_propagate_pointer (G_TASK (result), load->error ? NULL : &load->error);

  if (samples)
    {
      GscopeCaptureLoaded *loaded = g_new0 (GscopeCaptureLoaded, 1);

      loaded->signals = g_steal_pointer (&signals);
      loaded->samples = samples;
      g_ptr_array_add (load->into, loaded);
    }
  take_answer (task);
}

/* Visits, of archives that cannot load an interval alone. The next window is mostly a later one: the visit goes on from where it
 * ended. */

/* Copies the samples of a window, and the one before. */
static GscopeTrace *
copy_rest (GscopeTrace *from, gint64 begin)
{
  GscopeTrace *to = gscope_trace_new ();
  guint64 position = MAX (gscope_trace_find (from, begin), gscope_trace_get_first (from) + 1) - 1;
  GscopeSample samples[256];
  gsize n;

  while ((n = gscope_trace_read (from, position, samples, G_N_ELEMENTS (samples))) > 0)
    {
      gscope_capture_append (from, to, samples, n);
      position += n;
    }
  return to;
}

static void
take_samples (gpointer data, guint signal, const gint64 *times, const double *values, gsize n)
{
  Visit *self = data;
  GscopeTrace *trace = self->loaded->samples->traces->pdata[signal];
  GscopeSample *last = &self->last[signal];
  gsize begin = 0;

  while (begin < n && times[begin] < self->window.begin)
    begin++;
  if (begin > 0)
    *last = (GscopeSample){ times[begin - 1], values[begin - 1] };
  if (begin == n)
    return;
  if (self->n > MAX_VISITED)
    {
      *last = (GscopeSample){ times[n - 1], values[n - 1] };
      return;
    }
  if (last->time != G_MININT64)
    gscope_trace_append_values (trace, &last->time, &last->value, 1);
  last->time = G_MININT64;
  gscope_trace_append_values (trace, times + begin, values + begin, n - begin);
  self->n += n - begin;
}

/* The window has too many samples. A later one may begin here, and has the newest sample before. */
static void
drop_samples (Visit *self)
{
  GPtrArray *traces = self->loaded->samples->traces;

  for (guint i = 0; i < traces->len; i++)
    {
      g_autoptr (GscopeTrace) dropped = traces->pdata[i];

      traces->pdata[i] = copy_rest (dropped, G_MAXINT64);
    }
  self->n = 0;
  self->whole_from = self->settled == G_MAXINT64 ? G_MAXINT64 : self->settled + 1;
}

static gboolean
is_before_end (gpointer data, gint64 time)
{
  Visit *self = data;

  self->settled = time;
  if (self->n > MAX_VISITED)
    drop_samples (self);
  return time < self->window.end;
}

/* Signals that have no sample in the window hold the one before. */
static void
take_visited (Visit *self)
{
  GscopeArchiveSamples *samples = self->loaded->samples;

  samples->range =
      (GscopeHistoryRange){ MAX (self->window.begin, self->whole_from), self->settled };
  for (guint i = 0; i < samples->traces->len; i++)
    if (self->last[i].time != G_MININT64)
      gscope_trace_append_values (samples->traces->pdata[i], &self->last[i].time,
                                  &self->last[i].value, 1);
}

/* Leaves the window to the traces of signals. */
static void
leave_window (Load *self, GPtrArray *signals)
{
  GscopeCaptureLoaded *loaded = g_new0 (GscopeCaptureLoaded, 1);

  loaded->signals = g_ptr_array_ref (signals);
  loaded->samples = gscope_archive_samples_new (self->window.begin, self->window.end);
  g_ptr_array_add (self->into, loaded);
}

static void
on_visited (GObject *object, GAsyncResult *result, gpointer data)
{
  Visit *self = data;
  g_autoptr (GTask) task = self->task;
  Load *load = g_task_get_task_data (task);

  if (g_task_propagate_boolean (G_TASK (result), load->error ? NULL : &load->error))
    {
      take_visited (self);
      g_ptr_array_add (load->into, self->loaded);
      if (self->whole_from > self->window.begin)
        leave_window (load, self->loaded->signals);
    }
  else
    loaded_free (self->loaded);
  g_free (self->last);
  g_free (self);
  take_answer (task);
}

static gboolean
are_same (GPtrArray *a, GPtrArray *b)
{
  return a->len == b->len && memcmp (a->pdata, b->pdata, a->len * sizeof *a->pdata) == 0;
}

/* Takes the samples of an earlier visit of the same signals, unless they begin after a time. */
static GscopeCaptureLoaded *
take_before (Load *self, GPtrArray *signals, gint64 time)
{
  for (guint i = 0; i < self->before->len; i++)
    {
      GscopeCaptureLoaded *loaded = self->before->pdata[i];

      if (loaded->samples->traces->len > 0 && are_same (loaded->signals, signals)
          && time >= loaded->samples->range.begin)
        return g_ptr_array_steal_index (self->before, i);
    }
  return NULL;
}

/* Returns whether the window begins in one of the same signals that was left, and is as long. */
static gboolean
is_left (Load *self, GPtrArray *signals)
{
  for (guint i = 0; i < self->before->len; i++)
    {
      const GscopeCaptureLoaded *loaded = self->before->pdata[i];
      const GscopeHistoryRange *range = &loaded->samples->range;

      if (loaded->samples->traces->len == 0 && are_same (loaded->signals, signals)
          && self->window.begin >= range->begin && self->window.begin <= range->end
          && self->window.end - self->window.begin >= range->end - range->begin)
        return TRUE;
    }
  return FALSE;
}

static GscopeCaptureLoaded *
begin_visit (Load *self, GscopeCaptureLoaded *loaded, GPtrArray *signals)
{
  g_autoptr (GscopeArchiveSamples) old = loaded ? loaded->samples : NULL;

  if (!loaded)
    {
      loaded = g_new0 (GscopeCaptureLoaded, 1);
      loaded->signals = g_ptr_array_ref (signals);
    }
  loaded->samples = gscope_archive_samples_new (0, 0);
  for (guint i = 0; i < signals->len; i++)
    g_ptr_array_add (loaded->samples->traces,
                     old ? copy_rest (old->traces->pdata[i], self->window.begin)
                         : gscope_trace_new ());
  return loaded;
}

static void
visit (GTask *task, GObject *archive, const GscopeArchiveFuncs *funcs, GPtrArray *signals)
{
  Load *load = g_task_get_task_data (task);
  GscopeCaptureLoaded *before = take_before (load, signals, load->window.begin);
  Visit *self;

  if (!before && is_left (load, signals))
    {
      leave_window (load, signals);
      before = take_before (load, signals, G_MAXINT64);
      if (before)
        g_ptr_array_add (load->into, before);
      return;
    }
  load->n_pending++;
  self = g_new0 (Visit, 1);
  self->task = g_object_ref (task);
  self->loaded = begin_visit (load, before, signals);
  self->window = load->window;
  self->whole_from = G_MININT64;
  self->last = g_new (GscopeSample, signals->len);
  for (guint i = 0; i < signals->len; i++)
    self->last[i].time = G_MININT64;
  funcs->visit (archive, signals,
                &(GscopeArchiveVisitor){ .take = take_samples,
                                         .settle = is_before_end,
                                         .data = self,
                                         .begin = G_MININT64,
                                         .place = &self->loaded->place },
                g_task_new (NULL, g_task_get_cancellable (task), on_visited, self));
}

/* Takes signals of one archive out of a list, and asks for their samples. */
static void
load_archived (GTask *task, GPtrArray *wanted)
{
  Load *load = g_task_get_task_data (task);
  g_autoptr (GPtrArray) signals = g_ptr_array_new_with_free_func (g_object_unref);
  const GscopeArchiveFuncs *funcs = NULL, *others;
  GObject *archive = gscope_signal_get_archive (wanted->pdata[0], &funcs);
  Question *question;

  for (guint i = 0; i < wanted->len;)
    if (gscope_signal_get_archive (wanted->pdata[i], &others) == archive)
      g_ptr_array_add (signals, g_ptr_array_steal_index (wanted, i));
    else
      i++;
  if (!funcs->load)
    {
      visit (task, archive, funcs, signals);
      return;
    }
  load->n_pending++;
  question = g_new0 (Question, 1);
  question->task = g_object_ref (task);
  question->signals = g_ptr_array_ref (signals);
  funcs->load (archive, signals, &load->window,
               g_task_new (NULL, g_task_get_cancellable (task), on_archive_loaded, question));
}

static gboolean
is_loaded (GPtrArray *loaded, GscopeSignal *signal, const GscopeHistoryRange *window)
{
  guint place;

  return find_loaded (loaded, signal, window, &place) != NULL;
}

/* Returns whether a signal has an archive, of which samples are not there. */
static gboolean
lacks_archived (GPtrArray *loaded, GscopeSignal *signal, const GscopeHistoryRange *window)
{
  const GscopeArchiveFuncs *funcs;

  return gscope_signal_get_archive (signal, &funcs) && !is_loaded (loaded, signal, window);
}

/* Samples that were loaded before make room for the new ones. */
static void
load_archives (GTask *task)
{
  Load *load = g_task_get_task_data (task);
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < load->signals->len; i++)
    if (lacks_archived (load->into, load->signals->pdata[i], &load->window))
      g_ptr_array_add (wanted, g_object_ref (load->signals->pdata[i]));
  for (guint i = 0; wanted->len > 0 && i < load->into->len;)
    if (covers (load->into->pdata[i], &load->window))
      i++;
    else
      g_ptr_array_add (load->before, g_ptr_array_steal_index (load->into, i));
  while (wanted->len > 0)
    load_archived (task, wanted);
  g_ptr_array_set_size (load->before, 0);
}

static void
load_signal (GTask *task, GscopeSignal *signal)
{
  Load *load = g_task_get_task_data (task);
  const GscopeHistoryRange *window = &load->window;
  GscopeTimeline timeline;

  gscope_signal_get_timeline (signal, &timeline);
  if (!gscope_timeline_lacks (&timeline, window->begin))
    return;
  load->n_pending++;
  gscope_history_load_async (timeline.history, window->begin, window->end,
                             gscope_capture_choose_width (window), g_task_get_cancellable (task),
                             on_loaded, g_object_ref (task));
}

void
gscope_capture_load (GPtrArray *signals, const GscopeHistoryRange *window, GPtrArray *into,
                     GTask *task)
{
  g_autoptr (GTask) own = task;
  Load *load = g_new0 (Load, 1);

  load->signals = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < signals->len; i++)
    g_ptr_array_add (load->signals, g_object_ref (signals->pdata[i]));
  load->window = *window;
  load->into = g_ptr_array_ref (into);
  load->before = gscope_capture_loaded_new ();
  load->n_pending = 1;
  g_task_set_task_data (task, load, load_free);
  load_archives (task);
  for (guint i = 0; i < load->signals->len; i++)
    load_signal (task, load->signals->pdata[i]);
  take_answer (task);
}

gboolean
gscope_capture_list_lacks_in (GscopeCaptureList *self, GPtrArray *loaded, gint64 time)
{
  GPtrArray *signals = gscope_capture_list_peek_signals (self);
  GscopeHistoryRange window;

  gscope_capture_list_get_window (self, time, &window);
  for (guint i = 0; i < signals->len; i++)
    {
      GscopeTimeline timeline;

      gscope_signal_get_timeline (signals->pdata[i], &timeline);
      if (lacks_archived (loaded, signals->pdata[i], &window)
          || gscope_timeline_lacks (&timeline, window.begin))
        return TRUE;
    }
  return FALSE;
}

/**
 * gscope_capture_list_lacks:
 * @self: a list
 * @time: a time at which the trigger fired, nanoseconds
 *
 * Gets whether samples around a time are not in memory, so that [method@CaptureList.load_async] has to ask for them before
 * [method@CaptureList.add_at]. After it has asked for samples that an agent keeps, they are lacking as before.
 *
 * Returns: %TRUE if samples are not in memory; %FALSE if all are, or if the list has a capture of that time
 *
 * Since: 1.0
 */
gboolean
gscope_capture_list_lacks (GscopeCaptureList *self, gint64 time)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (self), FALSE);

  return !gscope_capture_list_has (self, time)
         && gscope_capture_list_lacks_in (self, gscope_capture_list_peek_loaded (self), time);
}

/**
 * gscope_capture_list_unload:
 * @self: a list
 *
 * Forgets the samples for which [method@CaptureList.load_async] has asked, when all captures are taken. Samples that an agent keeps
 * stay in the history of their signal.
 *
 * Since: 1.0
 */
void
gscope_capture_list_unload (GscopeCaptureList *self)
{
  g_return_if_fail (GSCOPE_IS_CAPTURE_LIST (self));

  g_ptr_array_set_size (gscope_capture_list_peek_loaded (self), 0);
}

/**
 * gscope_capture_list_load_async:
 * @self: a list
 * @time: a time at which the trigger fired, nanoseconds
 * @cancellable: (nullable): ends the wait
 * @callback: called at the end
 * @user_data: data for @callback
 *
 * Asks for the samples around a time that are not in memory, such as the samples that an agent keeps, or a recording that is
 * larger than memory, so that [method@CaptureList.add_at] has them. Call it in the callback, for further times, too, whose samples
 * [method@CaptureList.lacks] does not lack. The list keeps the samples until the next call, or until [method@CaptureList.unload].
 *
 * Math signals over such a recording are computed from its beginning on. Later times, one after the other, go on from there.
 *
 * Since: 1.0
 */
void
gscope_capture_list_load_async (GscopeCaptureList *self, gint64 time, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  GscopeHistoryRange window;
  GTask *task;

  g_return_if_fail (GSCOPE_IS_CAPTURE_LIST (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gscope_capture_list_load_async);
  gscope_capture_list_get_window (self, time, &window);
  gscope_capture_load (gscope_capture_list_peek_signals (self), &window,
                       gscope_capture_list_peek_loaded (self), task);
}

/**
 * gscope_capture_list_load_finish:
 * @self: a list
 * @result: what the callback got
 * @error: return location for an error
 *
 * Ends [method@CaptureList.load_async].
 *
 * Returns: %TRUE if all samples are there that there are
 *
 * Since: 1.0
 */
gboolean
gscope_capture_list_load_finish (GscopeCaptureList *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/capture/private.h>

/* Histories and archives that are still asked, and the first error. */
typedef struct
{
  guint n_pending;
  GError *error;
} Load;

static void
load_free (gpointer data)
{
  Load *self = data;

  g_clear_error (&self->error);
  g_free (self);
}

/* A question to an archive. */
typedef struct
{
  GTask *task;
  GPtrArray *signals;
} Question;

static void
loaded_free (gpointer data)
{
  GscopeCaptureLoaded *self = data;

  g_ptr_array_unref (self->signals);
  gscope_archive_samples_free (self->samples);
  g_free (self);
}

GPtrArray *
gscope_capture_loaded_new (void)
{
  return g_ptr_array_new_with_free_func (loaded_free);
}

static const GscopeCaptureLoaded *
find_loaded (GPtrArray *array, GscopeSignal *signal, const GscopeHistoryRange *window, guint *place)
{
  for (guint i = 0; i < array->len; i++)
    {
      const GscopeCaptureLoaded *loaded = array->pdata[i];
      const GscopeHistoryRange *range = &loaded->samples->range;

      if (window->begin >= range->begin && window->end <= range->end
          && g_ptr_array_find (loaded->signals, signal, place))
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
      g_ptr_array_add (gscope_capture_list_peek_loaded (GSCOPE_CAPTURE_LIST (object)), loaded);
    }
  take_answer (task);
}

static gboolean
is_loaded (GscopeCaptureList *self, GscopeSignal *signal, const GscopeHistoryRange *window)
{
  guint place;

  return find_loaded (gscope_capture_list_peek_loaded (self), signal, window, &place) != NULL;
}

/* Returns the archive of a signal; NULL if it has none, or if its samples are there. */
static GObject *
get_archive (GscopeCaptureList *self, GscopeSignal *signal, const GscopeHistoryRange *window,
             const GscopeArchiveFuncs **funcs)
{
  GObject *archive = gscope_signal_get_archive (signal, funcs);

  return archive && !is_loaded (self, signal, window) ? archive : NULL;
}

/* Takes signals of one archive out of a list, and asks for their samples. */
static void
load_archived (GTask *task, GPtrArray *wanted, const GscopeHistoryRange *window)
{
  GscopeCaptureList *self = g_task_get_source_object (task);
  Load *load = g_task_get_task_data (task);
  Question *question = g_new0 (Question, 1);
  const GscopeArchiveFuncs *funcs = NULL, *others;
  GObject *archive = gscope_signal_get_archive (wanted->pdata[0], &funcs);

  question->task = g_object_ref (task);
  question->signals = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < wanted->len;)
    if (gscope_signal_get_archive (wanted->pdata[i], &others) == archive)
      g_ptr_array_add (question->signals, g_ptr_array_steal_index (wanted, i));
    else
      i++;
  load->n_pending++;
  funcs->load (archive, question->signals, window,
               g_task_new (self, g_task_get_cancellable (task), on_archive_loaded, question));
}

/* Samples that were loaded before make room for the new ones. */
static void
load_archives (GTask *task, const GscopeHistoryRange *window)
{
  GscopeCaptureList *self = g_task_get_source_object (task);
  GPtrArray *signals = gscope_capture_list_peek_signals (self);
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func (g_object_unref);
  const GscopeArchiveFuncs *funcs;

  for (guint i = 0; i < signals->len; i++)
    if (get_archive (self, signals->pdata[i], window, &funcs))
      g_ptr_array_add (wanted, g_object_ref (signals->pdata[i]));
  if (wanted->len > 0)
    gscope_capture_list_unload (self);
  while (wanted->len > 0)
    load_archived (task, wanted, window);
}

static void
load_signal (GTask *task, GscopeSignal *signal, const GscopeHistoryRange *window)
{
  Load *load = g_task_get_task_data (task);
  GscopeTimeline timeline;

  gscope_signal_get_timeline (signal, &timeline);
  if (!gscope_timeline_lacks (&timeline, window->begin))
    return;
  load->n_pending++;
  gscope_history_load_async (timeline.history, window->begin, window->end,
                             gscope_capture_choose_width (window), g_task_get_cancellable (task),
                             on_loaded, g_object_ref (task));
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
  const GscopeArchiveFuncs *funcs;
  GscopeHistoryRange window;
  GPtrArray *signals;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (self), FALSE);

  if (gscope_capture_list_has (self, time))
    return FALSE;
  gscope_capture_list_get_window (self, time, &window);
  signals = gscope_capture_list_peek_signals (self);
  for (guint i = 0; i < signals->len; i++)
    {
      GscopeTimeline timeline;

      gscope_signal_get_timeline (signals->pdata[i], &timeline);
      if (get_archive (self, signals->pdata[i], &window, &funcs)
          || gscope_timeline_lacks (&timeline, window.begin))
        return TRUE;
    }
  return FALSE;
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
 * Since: 1.0
 */
void
gscope_capture_list_load_async (GscopeCaptureList *self, gint64 time, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GscopeHistoryRange window;
  GPtrArray *signals;
  Load *load;

  g_return_if_fail (GSCOPE_IS_CAPTURE_LIST (self));

  task = g_task_new (self, cancellable, callback, user_data);
  load = g_new0 (Load, 1);
  g_task_set_source_tag (task, gscope_capture_list_load_async);
  g_task_set_task_data (task, load, load_free);
  gscope_capture_list_get_window (self, time, &window);
  signals = gscope_capture_list_peek_signals (self);
  load->n_pending = 1;
  load_archives (task, &window);
  for (guint i = 0; i < signals->len; i++)
    load_signal (task, signals->pdata[i], &window);
  take_answer (task);
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

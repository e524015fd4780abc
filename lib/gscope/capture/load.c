/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/capture/private.h>

/* Histories that are still asked, and the first error. */
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
 * gscope_capture_list_load_async:
 * @self: a list
 * @time: a time at which the trigger fired, nanoseconds
 * @cancellable: (nullable): ends the wait
 * @callback: called at the end
 * @user_data: data for @callback
 *
 * Asks for the samples around a time that are not in memory, such as those that an agent keeps, so that
 * [method@CaptureList.add_at] has them. Call it in the callback.
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

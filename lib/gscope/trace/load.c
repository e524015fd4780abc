/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/history.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <main-source.h>

/* An interval that a history is asked for; its address is the viewer. */
typedef struct
{
  GscopeHistoryRange range;
  gint64 width;
  GSource *cancelled;
} Load;

/* Ends the wait, with an error, which it takes, or without one. */
static void
end (GTask *task, GError *error)
{
  GscopeHistory *self = g_task_get_source_object (task);
  Load *load = g_task_get_task_data (task);

  g_signal_handlers_disconnect_by_data (self, task);
  gscope_history_look (self, load, 0, NULL, 0);
  g_clear_pointer (&load->cancelled, main_source_drop);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

static void
check (GTask *task)
{
  GscopeHistory *self = g_task_get_source_object (task);
  const Load *load = g_task_get_task_data (task);
  const char *status = gscope_history_get_status (self);

  if (gscope_history_knows (self, &load->range, load->width))
    end (task, NULL);
  else if (status)
    end (task, g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, status));
}

static gboolean
on_cancelled (GCancellable *cancellable, gpointer data)
{
  end (data,
       g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The search was cancelled")));
  return G_SOURCE_REMOVE;
}

static void
watch_cancellable (GTask *task, Load *load)
{
  GCancellable *cancellable = g_task_get_cancellable (task);

  if (!cancellable)
    return;
  load->cancelled = g_cancellable_source_new (cancellable);
  g_source_set_callback (load->cancelled, G_SOURCE_FUNC (on_cancelled), task, NULL);
  g_source_set_static_name (load->cancelled, "[gscope] history load");
  g_source_attach (load->cancelled, g_main_context_get_thread_default ());
}

/**
 * gscope_history_load_async:
 * @self: a history
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 * @width: the width of columns, nanoseconds, more than 0
 * @cancellable: (nullable): ends the wait
 * @callback: called at the end
 * @user_data: data for @callback
 *
 * Asks for an interval, and waits until it is known in columns of a width or in finer ones. A history keeps a bounded number of
 * columns: read them in the callback.
 *
 * Since: 1.0
 */
void
gscope_history_load_async (GscopeHistory *self, gint64 begin, gint64 end, gint64 width,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  GTask *task;
  Load *load;

  g_return_if_fail (GSCOPE_IS_HISTORY (self));
  g_return_if_fail (width > 0);

  task = g_task_new (self, cancellable, callback, user_data);
  load = g_new0 (Load, 1);
  load->range = (GscopeHistoryRange){ begin, end };
  load->width = width;
  g_task_set_source_tag (task, gscope_history_load_async);
  g_task_set_task_data (task, load, g_free);
  g_signal_connect_swapped (self, "changed", G_CALLBACK (check), task);
  g_signal_connect_swapped (self, "notify::status", G_CALLBACK (check), task);
  watch_cancellable (task, load);
  gscope_history_look (self, load, width, &load->range, begin < end ? 1 : 0);
  check (task);
}

/**
 * gscope_history_load_finish:
 * @self: a history
 * @result: what the callback got
 * @error: return location for an error
 *
 * Ends [method@History.load_async].
 *
 * Returns: %TRUE if the interval is known; %FALSE with the reason for which there is no answer
 *
 * Since: 1.0
 */
gboolean
gscope_history_load_finish (GscopeHistory *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/source/run.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/source/private.h>
#include <string.h>

static void
set_stopped (GscopeSource *self, const GError *error)
{
  GscopeSourceRun *run = gscope_source_get_run (self);
  g_autoptr (GPtrArray) stops = g_steal_pointer (&run->stops);

  run->stops = g_ptr_array_new_with_free_func (g_object_unref);
  run->phase = GSCOPE_SOURCE_PHASE_IDLE;
  gscope_source_set_silence (self, NULL);
  gscope_source_set_status (self, error ? GSCOPE_SOURCE_STATE_TROUBLE : GSCOPE_SOURCE_STATE_STOPPED,
                            error ? error->message : NULL);
  for (guint i = 0; i < stops->len; i++)
    if (error)
      g_task_return_error (stops->pdata[i], g_error_copy (error));
    else
      g_task_return_boolean (stops->pdata[i], TRUE);
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeSource *self = GSCOPE_SOURCE (object);
  g_autoptr (GError) error = NULL;

  GSCOPE_SOURCE_GET_CLASS (self)->stop_finish (self, result, &error);
  set_stopped (self, error);
}

static void
stop_now (GscopeSource *self)
{
  gscope_source_get_run (self)->phase = GSCOPE_SOURCE_PHASE_STOPPING;
  GSCOPE_SOURCE_GET_CLASS (self)->stop_async (self, NULL, on_stopped, NULL);
}

void
gscope_source_abandon (GscopeSource *self, GscopeSourceState state, const char *status)
{
  GscopeSourceRun *run = gscope_source_get_run (self);

  if (run->phase != GSCOPE_SOURCE_PHASE_STARTED)
    return;
  run->phase = GSCOPE_SOURCE_PHASE_IDLE;
  g_object_freeze_notify (G_OBJECT (self));
  gscope_source_set_silence (self, NULL);
  gscope_source_set_status (self, state, status);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GscopeSource *self = GSCOPE_SOURCE (object);
  GscopeSourceRun *run = gscope_source_get_run (self);
  GError *error = NULL;
  gboolean started = GSCOPE_SOURCE_GET_CLASS (self)->start_finish (self, result, &error);

  run->phase = started ? GSCOPE_SOURCE_PHASE_STARTED : GSCOPE_SOURCE_PHASE_IDLE;
  gscope_source_publish (self);
  if (!started)
    {
      gscope_source_set_locked (self,
                                g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE));
      /* a start that was ended for a stop is no trouble */
      if (run->stops->len == 0)
        gscope_source_set_status (self, GSCOPE_SOURCE_STATE_TROUBLE, error->message);
    }
  else if (gscope_source_get_state (self) == GSCOPE_SOURCE_STATE_STARTING)
    gscope_source_set_status (self, GSCOPE_SOURCE_STATE_RUNNING, NULL);

  /* a handler of the state's change may have requested a stop */
  if (run->stops->len > 0 && run->phase == GSCOPE_SOURCE_PHASE_STARTED)
    stop_now (self);
  else if (run->stops->len > 0 && run->phase == GSCOPE_SOURCE_PHASE_IDLE)
    set_stopped (self, NULL);
  if (started)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * gscope_source_start_async:
 * @self: a source that is stopped
 * @cancellable: (nullable): cancels the operation
 * @callback: (scope async): called when the source has started, or failed to
 * @user_data: data for @callback
 *
 * Starts a source. It is an error if it is started or being stopped. After a failed start the
 * source is stopped.
 *
 * Since: 1.0
 */
void
gscope_source_start_async (GscopeSource *self, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GscopeSourceRun *run;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));

  run = gscope_source_get_run (self);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gscope_source_start_async);
  /* A late cancellation must not hide that the source has started. */
  g_task_set_check_cancellable (task, FALSE);
  if (run->phase != GSCOPE_SOURCE_PHASE_IDLE)
    {
      g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                               run->phase == GSCOPE_SOURCE_PHASE_STOPPING
                                   ? _ ("%s is still being stopped; start it once it has stopped")
                                   : _ ("%s is already started"),
                               gscope_source_get_name (self));
      return;
    }
  run->phase = GSCOPE_SOURCE_PHASE_STARTING;
  g_clear_object (&run->unwanted);
  run->unwanted = g_cancellable_new ();
  gscope_source_set_locked (self, FALSE);
  gscope_source_set_status (self, GSCOPE_SOURCE_STATE_STARTING, NULL);
  GSCOPE_SOURCE_GET_CLASS (self)->start_async (self, cancellable, on_started,
                                               g_steal_pointer (&task));
}

/**
 * gscope_source_start_finish:
 * @self: a source
 * @result: the answer
 * @error: why it did not start
 *
 * Ends gscope_source_start_async().
 *
 * Returns: %TRUE if it started
 *
 * Since: 1.0
 */
gboolean
gscope_source_start_finish (GscopeSource *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * gscope_source_stop_async:
 * @self: a source
 * @cancellable: (nullable): not used once it is being stopped
 * @callback: (scope async): called when it is stopped
 * @user_data: data for @callback
 *
 * Stops a source. If it is being started, it is stopped once it has started; a recording is not
 * read to its end then. Several calls cause a single stop; a stopped source stays stopped.
 *
 * Since: 1.0
 */
void
gscope_source_stop_async (GscopeSource *self, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  GscopeSourceRun *run;
  GTask *task;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));

  run = gscope_source_get_run (self);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gscope_source_stop_async);
  g_ptr_array_add (run->stops, task);
  if (run->phase == GSCOPE_SOURCE_PHASE_STARTED)
    stop_now (self);
  else if (run->phase == GSCOPE_SOURCE_PHASE_STARTING)
    g_cancellable_cancel (run->unwanted);
  else if (run->phase == GSCOPE_SOURCE_PHASE_IDLE)
    set_stopped (self, NULL);
}

/**
 * gscope_source_stop_finish:
 * @self: a source
 * @result: the answer
 * @error: what went wrong; the source is stopped nevertheless
 *
 * Ends gscope_source_stop_async().
 *
 * Returns: %TRUE if there was no error
 *
 * Since: 1.0
 */
gboolean
gscope_source_stop_finish (GscopeSource *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * gscope_source_get_tally:
 * @self: a source
 * @tally: (out caller-allocates): the losses
 *
 * Gets the losses that belong to no signal, such as input that the source could not read.
 *
 * Since: 1.0
 */
void
gscope_source_get_tally (GscopeSource *self, GscopeTally *tally)
{
  g_return_if_fail (GSCOPE_IS_SOURCE (self));
  g_return_if_fail (tally != NULL);

  *tally = (GscopeTally){ 0 };
  if (GSCOPE_SOURCE_GET_CLASS (self)->count_lost)
    GSCOPE_SOURCE_GET_CLASS (self)->count_lost (self, tally);
}

/**
 * gscope_source_get_started:
 * @self: a source
 *
 * Gets whether the source was started, and has neither been stopped nor ended by itself since. A
 * source in another process ends by itself when that process dies.
 *
 * Returns: whether it is started
 *
 * Since: 1.0
 */
gboolean
gscope_source_get_started (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), FALSE);

  return gscope_source_get_run (self)->phase == GSCOPE_SOURCE_PHASE_STARTED;
}

static void
emit_marker (GscopeSource *self, GscopeMarker *marker, GscopeTimeBase *base)
{
  if (base)
    gscope_marker_set_time_error (marker, base->error, base->clock);
  g_signal_emit_by_name (self, "marker-added", marker);
}

/**
 * gscope_source_mark:
 * @self: a source
 * @label: a few words
 * @detail: (nullable): a sentence
 *
 * Adds a marker to the time axis, at the present time, for an event that the source reports.
 *
 * Since: 1.0
 */
void
gscope_source_mark (GscopeSource *self, const char *label, const char *detail)
{
  g_return_if_fail (GSCOPE_IS_SOURCE (self));
  g_return_if_fail (label);

  gscope_source_mark_at (self, gscope_clock_get_time (gscope_source_get_clock (self)), label,
                         detail);
}

/**
 * gscope_source_mark_at:
 * @self: a source
 * @time: nanoseconds on the clock of the source
 * @label: a few words
 * @detail: (nullable): a sentence
 *
 * Adds a marker to the time axis for an event that the source reports later than it happened.
 *
 * Since: 1.0
 */
void
gscope_source_mark_at (GscopeSource *self, gint64 time, const char *label, const char *detail)
{
  g_autoptr (GscopeMarker) marker = NULL;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));
  g_return_if_fail (label);

  marker = gscope_marker_new (time, GSCOPE_MARKER_KIND_EVENT, gscope_source_get_name (self), label,
                              detail);
  emit_marker (self, marker, NULL);
}

void
gscope_source_pass_marker (GscopeSource *self, gint64 time, GscopeTimeBase *base,
                           GscopeMarker *from)
{
  const char *path = strchr (gscope_marker_get_subject (from), '/');
  g_autofree char *subject = g_strconcat (gscope_source_get_name (self), path, NULL);
  gboolean is_failure = gscope_marker_get_kind (from) == GSCOPE_MARKER_KIND_FAILURE;
  g_autoptr (GscopeMarker) marker =
      gscope_marker_new (time, is_failure ? GSCOPE_MARKER_KIND_FAILURE : GSCOPE_MARKER_KIND_EVENT,
                         *subject == '/' ? subject + 1 : subject, gscope_marker_get_label (from),
                         gscope_marker_get_detail (from));

  emit_marker (self, marker, base);
}

void
gscope_source_add_note (GscopeSource *self, gint64 time, GscopeTimeBase *base, const char *origin,
                        const char *label, const char *detail)
{
  g_autoptr (GscopeMarker) marker =
      gscope_marker_new_foreign (time, GSCOPE_MARKER_KIND_NOTE, origin, label, detail);

  emit_marker (self, marker, base);
}

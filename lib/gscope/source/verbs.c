/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/source/verbs.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/source/apply-all.h>
#include <gscope/source/declare.h>
#include <gscope/source/options.h>
#include <gscope/source/private.h>
#include <gscope/source/run.h>

static gboolean
configure (GscopeSource *self, GVariant *options, GError **error)
{
  g_return_val_if_fail (g_variant_is_of_type (options, G_VARIANT_TYPE_VARDICT), FALSE);

  return gscope_source_options_take (self, options, error);
}

/* A late cancellation must not hide a change that was made. */
static GTask *
new_task (GscopeSource *self, GCancellable *cancellable, GAsyncReadyCallback callback,
          gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_check_cancellable (task, FALSE);
  return task;
}

static void
start_async (GscopeSource *self, GCancellable *cancellable, GAsyncReadyCallback callback,
             gpointer user_data)
{
  g_autoptr (GTask) task = new_task (self, cancellable, callback, user_data);
  const GscopeSourceClass *klass = GSCOPE_SOURCE_GET_CLASS (self);
  GError *error = NULL;

  if (klass->start && !klass->start (self, &error))
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
stop_async (GscopeSource *self, GCancellable *cancellable, GAsyncReadyCallback callback,
            gpointer user_data)
{
  g_autoptr (GTask) task = new_task (self, cancellable, callback, user_data);
  const GscopeSourceClass *klass = GSCOPE_SOURCE_GET_CLASS (self);

  if (klass->stop)
    klass->stop (self);
  g_task_return_boolean (task, TRUE);
}

static gboolean
finish_boolean (GscopeSource *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
return_value (GTask *task, GVariant *value, GError *error)
{
  if (value)
    g_task_return_pointer (task, g_variant_take_ref (value), (GDestroyNotify) g_variant_unref);
  else
    g_task_return_error (task, error);
}

static void
check_async (GscopeSource *self, GscopeParameter *parameter, GVariant *value,
             GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = new_task (self, cancellable, callback, user_data);
  GError *error = NULL;
  GVariant *checked = GSCOPE_SOURCE_GET_CLASS (self)->check (self, parameter, value, &error);

  return_value (task, checked, error);
}

static GVariant *
check_finish (GscopeSource *self, GAsyncResult *result, char **verdict, GError **error)
{
  return gscope_parameter_propagate_checked (G_TASK (result), verdict, error);
}

static void
apply_async (GscopeSource *self, GscopeParameter *parameter, GVariant *value,
             GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = new_task (self, cancellable, callback, user_data);
  GError *error = NULL;
  GVariant *applied = GSCOPE_SOURCE_GET_CLASS (self)->apply (self, parameter, value, &error);

  return_value (task, applied, error);
}

static GVariant *
apply_finish (GscopeSource *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static gpointer
ref_item (gconstpointer item, gpointer user_data)
{
  return g_object_ref ((gpointer) item);
}

static void
refresh_async (GscopeSource *self, GCancellable *cancellable, GAsyncReadyCallback callback,
               gpointer user_data)
{
  g_autoptr (GTask) task = new_task (self, cancellable, callback, user_data);
  g_autoptr (GPtrArray) parameters = g_ptr_array_new_with_free_func (g_object_unref);
  const GscopeSourceClass *klass = GSCOPE_SOURCE_GET_CLASS (self);

  /* a handler of the change may add or remove parameters */
  g_ptr_array_extend (parameters, gscope_source_get_all_parameters (self), ref_item, NULL);
  for (guint i = 0; i < parameters->len; i++)
    gscope_parameter_read_word (parameters->pdata[i]);
  if (klass->refresh)
    klass->refresh (self);
  g_task_return_boolean (task, TRUE);
}

void
gscope_source_class_set_verbs (GscopeSourceClass *klass)
{
  klass->configure = configure;
  klass->start_async = start_async;
  klass->start_finish = finish_boolean;
  klass->stop_async = stop_async;
  klass->stop_finish = finish_boolean;
  klass->check = gscope_source_check_by_row;
  klass->check_async = check_async;
  klass->check_finish = check_finish;
  klass->apply = gscope_source_apply_by_row;
  klass->apply_async = apply_async;
  klass->apply_finish = apply_finish;
  klass->apply_all_async = gscope_source_apply_each_async;
  klass->apply_all_finish = finish_boolean;
  klass->refresh_async = refresh_async;
  klass->refresh_finish = finish_boolean;
}

/* The verbs of parameters. */

static gint64
get_owner_time (gpointer owner)
{
  return gscope_clock_get_time (gscope_source_get_clock (owner));
}

static void
add_owner_marker (gpointer owner, GscopeMarker *marker)
{
  g_signal_emit_by_name (owner, "marker-added", marker);
}

static void
owner_check_async (gpointer owner, GscopeParameter *parameter, GVariant *value,
                   GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GSCOPE_SOURCE_GET_CLASS (owner)->check_async (owner, parameter, value, cancellable, callback,
                                                user_data);
}

static GVariant *
owner_check_finish (gpointer owner, GAsyncResult *result, char **verdict, GError **error)
{
  return GSCOPE_SOURCE_GET_CLASS (owner)->check_finish (owner, result, verdict, error);
}

/* A value that is written with others waits for the answer to all of them. */
static gboolean
take_for_all (GscopeSource *self, GscopeParameter *parameter, GAsyncReadyCallback callback,
              gpointer user_data)
{
  GscopeWrites *writes = gscope_source_get_writes (self);
  g_autoptr (GTask) task = writes ? new_task (self, NULL, callback, user_data) : NULL;

  if (!writes || !gscope_writes_take (writes, parameter, task))
    return FALSE;
  g_task_set_source_tag (g_steal_pointer (&task), take_for_all);
  return TRUE;
}

static void
owner_apply_async (gpointer owner, GscopeParameter *parameter, GVariant *value,
                   GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  if (take_for_all (owner, parameter, callback, user_data))
    return;
  GSCOPE_SOURCE_GET_CLASS (owner)->apply_async (owner, parameter, value, cancellable, callback,
                                                user_data);
}

static GVariant *
owner_apply_finish (gpointer owner, GAsyncResult *result, GError **error)
{
  return g_async_result_is_tagged (result, take_for_all)
             ? g_task_propagate_pointer (G_TASK (result), error)
             : GSCOPE_SOURCE_GET_CLASS (owner)->apply_finish (owner, result, error);
}

const GscopeParameterOwner gscope_source_parameter_owner = {
  .get_time = get_owner_time,
  .add_marker = add_owner_marker,
  .check_async = owner_check_async,
  .check_finish = owner_check_finish,
  .apply_async = owner_apply_async,
  .apply_finish = owner_apply_finish,
};

/**
 * gscope_source_configure:
 * @self: a source that is not started, or whose class has live options
 * @options: values of options by name, `a{sv}`; consumed if floating
 * @error: which option is wrong, and why
 *
 * Sets options. It may be called several times.
 *
 * Returns: %TRUE if all were set
 *
 * Since: 1.0
 */
gboolean
gscope_source_configure (GscopeSource *self, GVariant *options, GError **error)
{
  g_autoptr (GVariant) taken = NULL;

  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (g_variant_is_of_type (options, G_VARIANT_TYPE_VARDICT), FALSE);

  taken = g_variant_ref_sink (options);
  if (gscope_source_get_run (self)->phase == GSCOPE_SOURCE_PHASE_IDLE
      || GSCOPE_SOURCE_GET_CLASS (self)->has_live_options)
    return GSCOPE_SOURCE_GET_CLASS (self)->configure (self, taken, error);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("%s is started; stop it to change its options"), gscope_source_get_name (self));
  return FALSE;
}

/**
 * gscope_source_refresh_async:
 * @self: a source
 * @cancellable: (nullable): cancels the operation
 * @callback: (scope async): called when all parameters were read
 * @user_data: data for @callback
 *
 * Reads the parameters again, to notice the writes of other programs.
 *
 * Since: 1.0
 */
void
gscope_source_refresh_async (GscopeSource *self, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (GSCOPE_IS_SOURCE (self));

  GSCOPE_SOURCE_GET_CLASS (self)->refresh_async (self, cancellable, callback, user_data);
}

/**
 * gscope_source_refresh_finish:
 * @self: a source
 * @result: the answer
 * @error: what could not be read
 *
 * Ends gscope_source_refresh_async().
 *
 * Returns: %TRUE if all parameters were read
 *
 * Since: 1.0
 */
gboolean
gscope_source_refresh_finish (GscopeSource *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), FALSE);

  return GSCOPE_SOURCE_GET_CLASS (self)->refresh_finish (self, result, error);
}

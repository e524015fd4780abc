/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/source/verbs.h>

#include <gscope/control/parameter-private.h>
#include <gscope/source/declare.h>
#include <gscope/source/options.h>
#include <gscope/source/private.h>

static gboolean
configure (GscopeSource *self, GVariant *options, GError **error)
{
  g_return_val_if_fail (g_variant_is_of_type (options, G_VARIANT_TYPE_VARDICT), FALSE);

  return gscope_source_options_take (self, options, error);
}

/* A change that was made stays made: a late cancellation must not hide it. */
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
  GVariant *judged = GSCOPE_SOURCE_GET_CLASS (self)->judge (self, parameter, value, &error);

  return_value (task, judged, error);
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
  klass->judge = gscope_source_judge_by_row;
  klass->check_async = check_async;
  klass->check_finish = check_finish;
  klass->apply = gscope_source_apply_by_row;
  klass->apply_async = apply_async;
  klass->apply_finish = apply_finish;
  klass->refresh_async = refresh_async;
  klass->refresh_finish = finish_boolean;
}

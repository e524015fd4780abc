/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-source/source-thread.h>

void
source_thread_hand_over (int *turn)
{
  __atomic_fetch_add (turn, 1, __ATOMIC_ACQ_REL);
}

/* The work of a thread for a task. */
typedef struct
{
  GTask *task;
  GTaskThreadFunc func;
  /* source_thread_hand_over() */
  int turn;
} Run;

static void
run_on_thread (GTask *own, gpointer object, gpointer data, GCancellable *cancellable)
{
  g_autofree Run *self = data;

  source_thread_hand_over (&self->turn);
  self->func (own, object, self->task, cancellable);
}

void
source_thread_run (GTask *task, GTaskThreadFunc func, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) own = g_task_new (NULL, NULL, callback, g_object_ref (task));
  Run *self = g_new0 (Run, 1);

  self->task = task;
  self->func = func;
  /* the thread frees it */
  g_task_set_task_data (own, self, NULL);
  source_thread_hand_over (&self->turn);
  g_task_run_in_thread (own, run_on_thread);
}

/* A call that a thread makes for a source. */
typedef struct
{
  SourceThreadFunc func;
  SourceThreadFunc ended;
  GscopeParameter *parameter;
  GVariant *value;
  /* source_thread_hand_over() */
  int turn;
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

  g_clear_object (&self->parameter);
  g_clear_pointer (&self->value, g_variant_unref);
  g_free (self);
}

GTask *
source_thread_task_new (GscopeSource *source, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (source, cancellable, callback, user_data);

  g_task_set_check_cancellable (task, FALSE);
  return task;
}

static void
run (GTask *task, Work *work, GTaskThreadFunc func, GAsyncReadyCallback callback)
{
  g_task_set_task_data (task, work, work_free);
  g_task_set_check_cancellable (task, FALSE);
  source_thread_run (task, func, callback);
}

static void
end (GTask *task)
{
  Work *work = g_task_get_task_data (task);

  source_thread_hand_over (&work->turn);
  if (work->ended)
    work->ended (g_task_get_source_object (task));
}

static void
stop (GTask *own, gpointer object, gpointer task, GCancellable *cancellable)
{
  Work *work = g_task_get_task_data (task);

  work->func (g_task_get_source_object (task));
  source_thread_hand_over (&work->turn);
  g_task_return_boolean (own, TRUE);
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;

  end (task);
  g_task_return_boolean (task, TRUE);
}

void
source_thread_stop (GscopeSource *source, SourceThreadFunc func, SourceThreadFunc ended,
                    GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, NULL, callback, user_data);
  Work *work = g_new0 (Work, 1);

  work->func = func;
  work->ended = ended;
  run (task, work, stop, on_stopped);
}

static void
apply (GTask *own, gpointer object, gpointer task, GCancellable *cancellable)
{
  Work *work = g_task_get_task_data (task);
  GscopeSource *source = g_task_get_source_object (task);
  GError *error = NULL;
  GVariant *value;

  value = GSCOPE_SOURCE_GET_CLASS (source)->apply (source, work->parameter, work->value, &error);
  source_thread_hand_over (&work->turn);
  if (value)
    g_task_return_pointer (own, g_variant_take_ref (value), (GDestroyNotify) g_variant_unref);
  else
    g_task_return_error (own, error);
}

static void
on_applied (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  GVariant *value = g_task_propagate_pointer (G_TASK (result), &error);

  end (task);
  if (value)
    g_task_return_pointer (task, value, (GDestroyNotify) g_variant_unref);
  else
    g_task_return_error (task, error);
}

void
source_thread_apply (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                     SourceThreadFunc ended, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  Work *work = g_new0 (Work, 1);

  work->ended = ended;
  work->parameter = g_object_ref (parameter);
  work->value = g_variant_ref (value);
  run (task, work, apply, on_applied);
}

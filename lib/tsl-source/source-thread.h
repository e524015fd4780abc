/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* Runs blocking verbs of a source on a thread, and answers them in the main context. */

typedef void (*SourceThreadFunc) (GscopeSource *source);

/* Creates the task of a source's start_async. A late cancellation must not hide that the source has started. */
GTask *source_thread_task_new (GscopeSource *source, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data);
/* Implements the source's stop_async: func runs on the thread, then `ended` (may be NULL) in the
 * main context before the answer. */
void source_thread_stop (GscopeSource *source, SourceThreadFunc func, SourceThreadFunc ended,
                         GAsyncReadyCallback callback, gpointer user_data);
/* Implements the source's apply_async: the class's apply runs on the thread, then `ended` as
 * above. */
void source_thread_apply (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                          SourceThreadFunc ended, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data);

/* Each thread calls this before and after it uses what another one has written. It tells
 * ThreadSanitizer of the order, which it cannot see in an uninstrumented GLib. */
void source_thread_hand_over (int *turn);

/* Runs func on a thread for a task of a source. Both functions receive the task as data. The
 * callback runs in the main context, owns the task and returns its answer. The thread gets a task
 * of its own, because it may release it late and must not hold the last reference to the source. */
void source_thread_run (GTask *task, GTaskThreadFunc func, GAsyncReadyCallback callback);

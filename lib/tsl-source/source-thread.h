/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* Verbs of a source that block: a thread carries them out, and the main context answers. */

typedef void (*SourceThreadFunc) (GscopeSource *source);

/* The source's stop_async: func runs on the thread; ended, which may be NULL, in the main context before the answer. */
void source_thread_stop (GscopeSource *source, SourceThreadFunc func, SourceThreadFunc ended,
                         GAsyncReadyCallback callback, gpointer user_data);
/* The source's apply_async: its class's apply runs on the thread; ended as above. */
void source_thread_apply (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                          SourceThreadFunc ended, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data);

/* Has a thread do something for a task of a source. Both functions receive the task as data. The
 * task belongs to the main context, where the callback owns it and returns its answer: a thread may
 * release its own task later, and must not hold the last reference to the source. */
void source_thread_run (GTask *task, GTaskThreadFunc func, GAsyncReadyCallback callback);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Has a thread do something for a task of a source. The task is the data of both functions; it stays the main
 * context's, where the callback owns it and returns its answer: a thread may drop its own task after that has ended,
 * and shall not be the last to know the source. */
void source_thread_run (GTask *task, GTaskThreadFunc func, GAsyncReadyCallback callback);

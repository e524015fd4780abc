/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-source/source-thread.h>

void
source_thread_run (GTask *task, GTaskThreadFunc func, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) run = g_task_new (NULL, NULL, callback, g_object_ref (task));

  g_task_set_task_data (run, task, NULL);
  g_task_run_in_thread (run, func);
}

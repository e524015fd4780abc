/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "batch/reading.h"

/* All samples are in memory, and not an overview of them. */
#define BUDGET ((gsize) 1 << 40)

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer loop)
{
  gscope_source_stop_finish (GSCOPE_SOURCE (object), result, NULL);
  g_main_loop_quit (loop);
}

void
app_batch_read (GscopePlayer *player, GscopeScope *scope, GMainLoop *loop,
                GAsyncReadyCallback started, gpointer data)
{
  gscope_player_set_budget (player, BUDGET);
  gscope_scope_set_budget (scope, BUDGET);
  gscope_scope_add_source (scope, GSCOPE_SOURCE (player));
  gscope_source_start_async (GSCOPE_SOURCE (player), NULL, started, data);
  g_main_loop_run (loop);
  gscope_source_stop_async (GSCOPE_SOURCE (player), NULL, on_stopped, loop);
  g_main_loop_run (loop);
}

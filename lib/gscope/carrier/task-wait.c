/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/task-wait.h>

#include <glib/gi18n-lib.h>
#include <main-source.h>

static gboolean
on_cancelled (GCancellable *cancellable, gpointer data)
{
  GscopeTaskWait *self = data;

  self->fail (self->task,
              g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The request was cancelled")));
  return G_SOURCE_REMOVE;
}

void
gscope_task_wait_begin (GscopeTaskWait *self, GTask *task, GscopeClock *clock, gint64 patience,
                        GSourceFunc on_late, GscopeTaskFailFunc fail)
{
  self->task = task;
  self->fail = fail;
  self->patience = gscope_clock_create_timeout (clock, patience);
  g_task_attach_source (task, self->patience, on_late);
  if (!g_task_get_cancellable (task))
    return;
  self->cancelled = g_cancellable_source_new (g_task_get_cancellable (task));
  g_source_set_callback (self->cancelled, G_SOURCE_FUNC (on_cancelled), self, NULL);
  g_source_attach (self->cancelled, g_task_get_context (task));
}

void
gscope_task_wait_end (GscopeTaskWait *self)
{
  g_clear_pointer (&self->patience, main_source_drop);
  g_clear_pointer (&self->cancelled, main_source_drop);
}

gboolean
gscope_task_wait_is_over (const GscopeTaskWait *self)
{
  return !self->patience;
}

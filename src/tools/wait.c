/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "wait.h"

#include <main-source.h>

/* How long a call may take to answer that it was cancelled. */
#define GRACE GSCOPE_SEC

struct _ToolsWait
{
  int n_refs;
  GscopeClock *clock;
  GCancellable *cancellable;
  GAsyncResult *result;
  /* of the patience, then of the grace */
  GSource *timer;
  gboolean is_late;
  gboolean is_over;
};

static void
set_timer (ToolsWait *self, gint64 interval, GSourceFunc func)
{
  g_clear_pointer (&self->timer, main_source_drop);
  if (!func)
    return;
  self->timer = gscope_clock_create_timeout (self->clock, interval);
  g_source_set_callback (self->timer, func, self, NULL);
  g_source_attach (self->timer, NULL);
}

static gboolean
on_grace_over (gpointer data)
{
  ToolsWait *self = data;

  self->is_over = TRUE;
  return G_SOURCE_CONTINUE;
}

static gboolean
on_late (gpointer data)
{
  ToolsWait *self = data;

  self->is_late = TRUE;
  set_timer (self, GRACE, on_grace_over);
  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_REMOVE;
}

ToolsWait *
tools_wait_new (GscopeClock *clock, gint64 patience)
{
  ToolsWait *self = g_new0 (ToolsWait, 1);

  self->n_refs = 1;
  self->clock = g_object_ref (clock);
  self->cancellable = g_cancellable_new ();
  set_timer (self, patience, on_late);
  return self;
}

ToolsWait *
tools_wait_ref (ToolsWait *self)
{
  self->n_refs++;
  return self;
}

void
tools_wait_unref (ToolsWait *self)
{
  if (--self->n_refs > 0)
    return;
  set_timer (self, 0, NULL);
  g_clear_object (&self->result);
  g_object_unref (self->cancellable);
  g_object_unref (self->clock);
  g_free (self);
}

GCancellable *
tools_wait_get_cancellable (ToolsWait *self)
{
  return self->cancellable;
}

void
tools_wait_keep (GObject *object, GAsyncResult *result, gpointer wait)
{
  ToolsWait *self = wait;

  /* nobody looks at a result that comes later; it would keep its source alive */
  if (!self->is_over)
    self->result = g_object_ref (result);
  tools_wait_unref (self);
}

/* A call that was cancelled may have been done nevertheless. */
static gboolean
is_answer (const ToolsWait *self)
{
  return self->result
         && !(self->is_late && G_IS_TASK (self->result)
              && g_task_had_error (G_TASK (self->result)));
}

GAsyncResult *
tools_wait_await (ToolsWait *self)
{
  while (!self->result && !self->is_over)
    g_main_context_iteration (NULL, TRUE);
  self->is_over = TRUE;
  set_timer (self, 0, NULL);
  return is_answer (self) ? self->result : NULL;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/clock/clock.h>

/* Ends a task with an error, which it takes. */
typedef void (*GscopeTaskFailFunc) (GTask *task, GError *error);

/* A task that waits for an answer: its time-out, and its cancellable. It belongs to the data of the task. */
typedef struct
{
  GTask *task;
  GscopeTaskFailFunc fail;
  GSource *patience;
  /* NULL without a cancellable */
  GSource *cancelled;
} GscopeTaskWait;

/* on_late is called with the task after a number of nanoseconds; fail is called if the task is cancelled. */
void gscope_task_wait_begin (GscopeTaskWait *self, GTask *task, GscopeClock *clock, gint64 patience,
                             GSourceFunc on_late, GscopeTaskFailFunc fail);
void gscope_task_wait_end (GscopeTaskWait *self);
gboolean gscope_task_wait_is_over (const GscopeTaskWait *self);

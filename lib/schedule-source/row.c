/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <schedule-source/row.h>

#include <string.h>

ScheduleRow *
schedule_row_new (const ScheduleThread *thread, guint slot)
{
  ScheduleRow *self = g_atomic_rc_box_new0 (ScheduleRow);

  self->tid = thread->tid;
  self->slot = slot;
  memcpy (self->name, thread->name, sizeof self->name);
  return self;
}

ScheduleRow *
schedule_row_ref (ScheduleRow *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  ScheduleRow *self = data;

  g_clear_pointer (&self->states, gscope_producer_unref);
  g_clear_pointer (&self->budgets, gscope_producer_unref);
}

void
schedule_row_unref (ScheduleRow *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

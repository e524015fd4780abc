/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <tsl/tsl.h>

/* A row: a thread with a reserve, or one of the two that are always there and have none. The worker
 * writes; the words are read by the scope after each tick, and what never changes by the main thread.
 * Counted references. */
typedef struct
{
  char *group;
  char *title;
  /* 0: none, it is one of the two */
  pid_t tid;
  guint64 start_time;
  gboolean is_kernels;

  double usage;
  double limit;
  double period;

  TslDemand demand;

  int fd;
  gint64 base_time;
  gint64 base_used;
  guint scan;
} ReserveTask;

ReserveTask *reserve_task_new (const char *group, const char *title);
/* Of a thread, if it is still there and has a reserve; names are those that are taken. */
ReserveTask *reserve_task_new_for_thread (pid_t tid, GHashTable *names);
ReserveTask *reserve_task_ref (ReserveTask *self);
void reserve_task_unref (ReserveTask *self);

/* Returns whether the thread is still the same, with a reserve. */
gboolean reserve_task_is_there (ReserveTask *self);
/* Reads what there is to read at a time. Returns whether the reserve was changed. */
gboolean reserve_task_read (ReserveTask *self, gint64 time);
/* Takes that so much time (ns) was used until a time, as a part of whole; where nothing is known, -1. */
void reserve_task_take (ReserveTask *self, gint64 time, gint64 used, double whole, gint64 window);
void reserve_task_clear (ReserveTask *self, GscopeGapCause cause);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ReserveTask, reserve_task_unref)

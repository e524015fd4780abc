/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <tsl/tsl.h>

/* A row: a thread with a reserve, or one of the permanent rows “default” and “idle”. The worker
 * writes it. The scope reads the words after each tick; the main thread reads the constant
 * members. */
typedef struct
{
  char *group;
  char *title;
  /* 0 for a permanent row */
  pid_t tid;
  guint64 start_time;
  gboolean is_kernels;

  double usage;
  double period_usage;
  double limit;
  double period;

  TslDemand demand;

  int fd;
  gint64 base_time;
  gint64 base_used;
  /* the same for the usage in one period */
  gint64 period_time;
  gint64 period_used;
  guint scan;
} ReserveTask;

ReserveTask *reserve_task_new (const char *group, const char *title);
/* Returns NULL if the thread has ended or has no reserve; names are the names in use. */
ReserveTask *reserve_task_new_for_thread (pid_t tid, GHashTable *names);
ReserveTask *reserve_task_ref (ReserveTask *self);
void reserve_task_unref (ReserveTask *self);

/* Returns the period over which the usage in one period is measured, ns. */
gint64 reserve_task_get_window (ReserveTask *self);
/* Returns whether the thread is still the same, with a reserve. */
gboolean reserve_task_is_there (ReserveTask *self);
/* Reads reserve and usage. Returns whether the reserve has changed. */
gboolean reserve_task_read (ReserveTask *self, gint64 time);
/* Sets the usage from the processor time used until `time` (ns; -1 if unknown), as a share of
 * `whole` processors. */
void reserve_task_take (ReserveTask *self, gint64 time, gint64 used, double whole, gint64 window);
void reserve_task_clear (ReserveTask *self, GscopeGapCause cause);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ReserveTask, reserve_task_unref)

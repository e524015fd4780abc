/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <time.h>
#include <tsl/guard/guard.h>
#include <tsl/sched/private.h>
#include <tsl/sched/reserve.h>

struct _TslReserve
{
  TslPage *page;
  char *name;
  pid_t tid;
  guint64 start_time;
  gboolean is_own;
  gboolean is_given;
  /* the guard that restores the schedule of another process's thread if this process dies, and the
   * number of the setting; own_guard is the guard if the reserve started it */
  TslGuard *guard;
  TslGuard *own_guard;
  guint kept;
  /* the thread calls tsl_reserve_progress() or tsl_reserve_yield() */
  gboolean is_enforced;
  TslSchedAttr old;
  /* the thread's reserve, and the kernel's, which may have a margin */
  TslDemand demand;
  TslDemand granted;
  gint64 used_before;

  /* the present period: its end, the processor time used before it, and the time of the next look
   * at the consumed runtime */
  gint64 period_end;
  gint64 period_used;
  gint64 look_at;
  /* time of the last call that had nothing to do, and time since the call before it */
  gint64 called_at;
  gint64 step;
  /* cost of reading the consumed runtime: nanoseconds */
  gint64 cost;

  TslCell *used;
  TslCell *periods;
  TslCell *yields;
  TslCell *budget;
  TslCell *period;
};

/* Reserves the demand in the kernel, with a margin if the thread enforces it itself. Returns FALSE
 * with errno. */
gboolean tsl_reserve_set (TslReserve *self, const TslDemand *demand);
void tsl_reserve_take (TslReserve *self, const TslDemand *demand);
/* Begins a period; `used` is the processor time that the thread had used before it. */
void tsl_reserve_begin_period (TslReserve *self, gint64 begin, gint64 used);

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
   * number of the setting there; the reserve owns a guard that was not passed in */
  TslGuard *guard;
  TslGuard *own_guard;
  guint kept;
  /* it calls tsl_reserve_progress() */
  gboolean is_enforced;
  TslSchedAttr old;
  /* what the thread gets, and what the kernel was asked for, which may have a margin */
  TslDemand demand;
  TslDemand granted;
  gint64 used_before;

  /* the present period: when it ends, what the thread had used when it began, and when to look at the time
   * that it used */
  gint64 period_end;
  gint64 period_used;
  gint64 look_at;
  /* the last call that had nothing to do, and how long after the one before it was */
  gint64 called_at;
  gint64 step;
  /* what it costs to look */
  gint64 cost;

  TslCell *used;
  TslCell *periods;
  TslCell *yields;
  TslCell *budget;
  TslCell *period;
};

/* Has the kernel give the thread what is demanded, with the margin of one that enforces it itself;
 * FALSE with errno. The current reserve of the thread is then adopted. */
gboolean tsl_reserve_set (TslReserve *self, const TslDemand *demand);
void tsl_reserve_take (TslReserve *self, const TslDemand *demand);
/* The thread has a new budget, of which it had used something when it got to know. */
void tsl_reserve_begin_period (TslReserve *self, gint64 begin, gint64 used);

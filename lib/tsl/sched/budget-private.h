/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A budget of processor time per period that the thread enforces itself. The kernel enforces its
 * budgets only at ticks, and its periods are not aligned with the controller's samples; these
 * periods are. */
typedef struct
{
  /* written by the controller: nanoseconds on CLOCK_MONOTONIC; with period 0 there is no limit */
  gint64 begin;
  gint64 period;
  gint64 budget;

  /* used by the thread alone: begin of the present period, processor time used before it, time of
   * the next look, and the budget with which that time was computed */
  gint64 period_begin;
  gint64 used_before;
  gint64 look_at;
  gint64 looked_budget;
} TslBudget;

/* Any thread may call it; wait-free. */
void tsl_budget_set (TslBudget *self, gint64 begin, gint64 period, gint64 budget);
/* The thread calls it often: sleeps until the next period if the budget is spent. Returns whether
 * it slept. */
gboolean tsl_budget_check (TslBudget *self);

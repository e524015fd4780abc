/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A budget of processor time in every period, kept by the thread itself: the kernel polices its budgets
 * at ticks only, and begins its periods where it likes, while the controller samples at the ends of
 * these. */
typedef struct
{
  /* written by the controller: nanoseconds on CLOCK_MONOTONIC; without a period there is no limit */
  gint64 begin;
  gint64 period;
  gint64 budget;

  /* the thread's: when the present period began, what the thread had used then, when to look again and
   * with what budget that was computed */
  gint64 period_begin;
  gint64 used_before;
  gint64 look_at;
  gint64 looked_budget;
} TslBudget;

/* Any thread, wait-free. */
void tsl_budget_set (TslBudget *self, gint64 begin, gint64 period, gint64 budget);
/* The thread, often: sleeps until the next period if the budget is spent. Returns whether it slept. */
gboolean tsl_budget_check (TslBudget *self);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <schedule-source/model.h>

/* A thread that is shown. The worker makes it; the main context makes its signals and hands over their
 * producers, which it writes and the worker reads atomically. */
typedef struct
{
  pid_t tid;
  char name[SWITCHES_NAME_SIZE];
  /* among the threads that processors name */
  guint slot;

  GscopeProducer *states;
  GscopeProducer *budgets;

  /* written by the worker, read atomically: the thread was seen with a budget */
  gboolean has_budget;

  /* used by the worker alone: times of the last samples */
  gint64 state_time;
  gint64 budget_time;
  /* the last sample, ms */
  double budget;
} ScheduleRow;

/* A processor that is shown. */
typedef struct
{
  guint cpu;
  GscopeProducer *producer;
  gint64 time;
} ScheduleProcessor;

enum
{
  SCHEDULE_MAX_ROWS = 32,
  /* Values of a processor's signal: idle, a thread that is not shown, and the slots. A slot is used again
   * when all others were. */
  SCHEDULE_IDLE = 0,
  SCHEDULE_OTHER,
  SCHEDULE_FIRST_SLOT,
  SCHEDULE_N_SLOTS = GSCOPE_MAX_STATES - SCHEDULE_FIRST_SLOT,
};

ScheduleRow *schedule_row_new (const ScheduleThread *thread, guint slot);
ScheduleRow *schedule_row_ref (ScheduleRow *self);
void schedule_row_unref (ScheduleRow *self);

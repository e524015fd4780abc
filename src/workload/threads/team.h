/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>
#include <tsl/page/page.h>

#define WORKLOAD_TEAM_MAX_TIMERS 100

/* Who runs the timers: the kernel, with a thread for each timer, or the job at its check points. */
typedef enum
{
  WORKLOAD_TEAM_KERNEL,
  WORKLOAD_TEAM_LIBRARY,
} WorkloadTeamBy;

#define WORKLOAD_TEAM_N_BY (WORKLOAD_TEAM_LIBRARY + 1)

/* Settings that may change during the work; times in nanoseconds. An overshoot of G_MAXINT64 makes
 * soft timers; for timers by the kernel it is limited to 5 ms. */
typedef struct
{
  WorkloadTeamBy by;
  guint n_timers;
  gint64 interval;
  gint64 overshoot;
  /* time between two check points of the job */
  gint64 check_interval;
  /* cache lines that the handler of a timer touches */
  guint n_lines;
} WorkloadTeamSettings;

/* Sums since the start. */
typedef struct
{
  guint64 work;
  guint64 n_activations;
  gint64 lateness;
  /* processor time of all threads, in nanoseconds */
  gint64 cpu_time;
} WorkloadTeamSums;

/* A CPU-bound job and periodic timers on one processor: the experiment of G:579. */
typedef struct _WorkloadTeam WorkloadTeam;

/* page may be NULL. deviations is NULL, or a pushed signal for the deviation of each time between
 * two activations of the first timer from the interval, in microseconds. */
WorkloadTeam *workload_team_new (const WorkloadTeamSettings *settings, TslPage *page,
                                 GscopeSignal *deviations, GError **error);
/* Ends the threads and waits for them. */
void workload_team_free (WorkloadTeam *self);

int workload_team_get_cpu (WorkloadTeam *self);
/* Any thread may call these. */
void workload_team_set (WorkloadTeam *self, const WorkloadTeamSettings *settings);
void workload_team_read (WorkloadTeam *self, WorkloadTeamSums *sums);

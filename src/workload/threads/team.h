/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>
#include <tsl/page/page.h>

#define WORKLOAD_TEAM_MAX_TIMERS 100

/* Who wakes the timers: the kernel, a thread each, or the job itself, at its check points. */
typedef enum
{
  WORKLOAD_TEAM_KERNEL,
  WORKLOAD_TEAM_LIBRARY,
  WORKLOAD_TEAM_N_BY,
} WorkloadTeamBy;

/* The settings that may change while it works; times in nanoseconds. An overshoot of G_MAXINT64
 * makes soft timers; with
 * the kernel that is 5 ms. */
typedef struct
{
  WorkloadTeamBy by;
  guint n_timers;
  gint64 interval;
  gint64 overshoot;
  /* between two check points of the job */
  gint64 check_interval;
} WorkloadTeamSettings;

/* Sums since the start. */
typedef struct
{
  guint64 work;
  guint64 n_activations;
  gint64 lateness;
  /* processor time of all its threads, in nanoseconds */
  gint64 cpu_time;
} WorkloadTeamSums;

/* A CPU-bound job and periodic timers beside it, on one processor: the experiment of G:579. */
typedef struct _WorkloadTeam WorkloadTeam;

/* page may be NULL. deviations is NULL or a pushed signal, which takes how far in microseconds each time between
 * two activations of the first timer is from the interval. */
WorkloadTeam *workload_team_new (const WorkloadTeamSettings *settings, TslPage *page,
                                 GscopeSignal *deviations, GError **error);
/* Ends its threads and waits for them. */
void workload_team_free (WorkloadTeam *self);

int workload_team_get_cpu (WorkloadTeam *self);
/* Any thread may call these. */
void workload_team_set (WorkloadTeam *self, const WorkloadTeamSettings *settings);
void workload_team_read (WorkloadTeam *self, WorkloadTeamSums *sums);

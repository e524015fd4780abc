/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "threads/heap.h"
#include "threads/team.h"

#include <pthread.h>

/* A timer by the kernel: a thread that sleeps until each deadline, with the overshoot as its timer
 * slack. */
typedef struct
{
  WorkloadTeam *team;
  guint number;
} WorkloadSleeper;

/* Measures the activations of the first timer; used by one thread. */
typedef struct
{
  GscopeProducer *producer;
  gint64 last;
  gint64 last_deadline;
  gint64 last_interval;
} WorkloadDeviations;

struct _WorkloadTeam
{
  int cpu;
  GPtrArray *threads;
  WorkloadSleeper sleepers[WORKLOAD_TEAM_MAX_TIMERS];
  WorkloadHeap *heap;

  pthread_mutex_t mutex;
  pthread_cond_t changed;
  WorkloadTeamSettings settings;

  /* accessed atomically */
  gboolean is_running;
  guint n_changes;
  WorkloadTeamSums sums;

  /* each used by the thread that runs the first timer */
  WorkloadDeviations deviations[WORKLOAD_TEAM_N_BY];
};

/* Functions for the team's threads. */
void workload_team_pin (WorkloadTeam *self);
gboolean workload_team_is_running (WorkloadTeam *self);
void workload_team_get_settings (WorkloadTeam *self, WorkloadTeamSettings *settings);
/* Records an activation of a timer. */
void workload_team_note (WorkloadTeam *self, WorkloadTeamBy by, guint timer, gint64 deadline,
                         gint64 now);

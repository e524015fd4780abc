/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/sleeper.h"

#include "threads/clock.h"
#include "threads/team-private.h"

#include <sys/resource.h>
#include <tsl/timer/slack.h>

/* The kernel looks at its timers in the order of their hard times: one far behind the others would not be
 * woken by their interrupts. */
#define MAX_SLACK (5 * GSCOPE_MSEC)

/* Until it is among those that the kernel wakes. The settings belong to this number of changes. */
static gboolean
await_turn (WorkloadSleeper *self, WorkloadTeamSettings *settings, guint *n_changes)
{
  WorkloadTeam *team = self->team;

  pthread_mutex_lock (&team->mutex);
  while (workload_team_is_running (team)
         && (team->settings.by != WORKLOAD_TEAM_KERNEL || self->number >= team->settings.n_timers))
    pthread_cond_wait (&team->changed, &team->mutex);
  *settings = team->settings;
  *n_changes = __atomic_load_n (&team->n_changes, __ATOMIC_RELAXED);
  pthread_mutex_unlock (&team->mutex);
  return workload_team_is_running (team);
}

static void
activate (WorkloadSleeper *self, const WorkloadTeamSettings *settings, guint n_changes)
{
  WorkloadTeam *team = self->team;
  /* spread over the interval, or they would all come at once */
  gint64 deadline = workload_clock_read (CLOCK_MONOTONIC) + settings->interval
                    + settings->interval * self->number / MAX (settings->n_timers, 1);
  gint64 now;

  tsl_timer_slack_set (0, MIN (settings->overshoot, MAX_SLACK), NULL);
  while (workload_team_is_running (team)
         && n_changes == __atomic_load_n (&team->n_changes, __ATOMIC_ACQUIRE))
    {
      workload_clock_sleep_until (deadline);
      now = workload_clock_read (CLOCK_MONOTONIC);
      workload_team_note (team, WORKLOAD_TEAM_KERNEL, self->number, deadline, now);
      /* those that a busy processor left no time for are left out */
      deadline += ((now - deadline) / settings->interval + 1) * settings->interval;
    }
}

gpointer
workload_sleeper_run (gpointer data)
{
  WorkloadSleeper *self = data;
  WorkloadTeamSettings settings;
  guint n_changes;

  workload_team_pin (self->team);
  /* before the job, where that is permitted */
  setpriority (PRIO_PROCESS, 0, -20);
  while (await_turn (self, &settings, &n_changes))
    activate (self, &settings, n_changes);
  return NULL;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/heap.h"

#include "threads/team-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <tsl/timer/firm-timer.h>
#include <unistd.h>

typedef struct
{
  WorkloadHeap *heap;
  guint number;
  TslTimer *timer;
} Timer;

struct _WorkloadHeap
{
  WorkloadTeam *team;
  TslTimers *timers;
  Timer all[WORKLOAD_TEAM_MAX_TIMERS];
  /* eventfd that wakes the watching thread when the job has made a check point, or at the end */
  int looked;

  /* used by the job's thread alone */
  WorkloadTeamSettings settings;
  guint n_changes;
  gint64 next_check;

  /* accessed atomically */
  gboolean is_due;
};

static void
on_timer (TslTimer *timer, gint64 deadline, gpointer user_data)
{
  Timer *self = user_data;

  workload_team_note (self->heap->team, WORKLOAD_TEAM_LIBRARY, self->number, deadline,
                      tsl_timers_get_time (self->heap->timers));
}

WorkloadHeap *
workload_heap_new (WorkloadTeam *team, TslPage *page, GError **error)
{
  g_autoptr (TslTimers) timers = tsl_timers_new (page, "timers", error);
  int looked = timers ? eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK) : -1;
  WorkloadHeap *self;

  if (timers && looked < 0)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                 _ ("cannot create an event for the hard timer: %s; close other files"),
                 g_strerror (errno));
  if (looked < 0)
    return NULL;
  self = g_new0 (WorkloadHeap, 1);
  self->team = team;
  self->timers = g_steal_pointer (&timers);
  self->n_changes = G_MAXUINT;
  self->looked = looked;
  for (guint i = 0; i < WORKLOAD_TEAM_MAX_TIMERS; i++)
    self->all[i] = (Timer){ self, i, tsl_timer_new (self->timers, on_timer, &self->all[i]) };
  return self;
}

static void
wake (WorkloadHeap *self)
{
  guint64 one = 1;

  if (write (self->looked, &one, sizeof one) < 0)
    g_warning ("cannot wake the hard timer's thread: %s", g_strerror (errno));
}

void
workload_heap_end (WorkloadHeap *self)
{
  wake (self);
}

void
workload_heap_free (WorkloadHeap *self)
{
  for (guint i = 0; i < WORKLOAD_TEAM_MAX_TIMERS; i++)
    tsl_timer_free (self->all[i].timer);
  tsl_timers_free (self->timers);
  close (self->looked);
  g_free (self);
}

static void
take_settings (WorkloadHeap *self, gint64 now)
{
  WorkloadTeamSettings *settings = &self->settings;
  guint n;

  workload_team_get_settings (self->team, settings);
  n = settings->by == WORKLOAD_TEAM_LIBRARY ? settings->n_timers : 0;
  tsl_timers_set_overshoot (self->timers, settings->overshoot);
  for (guint i = 0; i < WORKLOAD_TEAM_MAX_TIMERS; i++)
    if (i < n)
      tsl_timer_set (self->all[i].timer, now + settings->interval + settings->interval * i / n,
                     settings->interval);
    else
      tsl_timer_cancel (self->all[i].timer);
}

static void
check (WorkloadHeap *self, gint64 now)
{
  tsl_timers_check (self->timers);
  self->next_check = now + self->settings.check_interval;
  if (!__atomic_load_n (&self->is_due, __ATOMIC_ACQUIRE))
    return;
  __atomic_store_n (&self->is_due, FALSE, __ATOMIC_RELEASE);
  wake (self);
}

void
workload_heap_step (WorkloadHeap *self)
{
  guint n_changes = __atomic_load_n (&self->team->n_changes, __ATOMIC_ACQUIRE);
  gint64 now = tsl_timers_get_time (self->timers);

  if (n_changes != self->n_changes)
    {
      self->n_changes = n_changes;
      take_settings (self, now);
    }
  if (self->settings.by != WORKLOAD_TEAM_LIBRARY)
    return;
  if (now >= self->next_check || __atomic_load_n (&self->is_due, __ATOMIC_ACQUIRE))
    check (self, now);
}

/* Waits for the kernel's timer, and then until the job has made a check point. */
gpointer
workload_heap_watch (gpointer data)
{
  WorkloadHeap *self = data;
  struct pollfd fds[] = { { .fd = self->looked, .events = POLLIN },
                          { .fd = tsl_timers_get_fd (self->timers), .events = POLLIN } };
  guint64 count;

  workload_team_pin (self->team);
  setpriority (PRIO_PROCESS, 0, -20);
  while (workload_team_is_running (self->team))
    {
      gboolean is_due = __atomic_load_n (&self->is_due, __ATOMIC_ACQUIRE);

      poll (fds, is_due ? 1 : 2, -1);
      if (fds[0].revents && read (self->looked, &count, sizeof count) < 0)
        break;
      if (!is_due && fds[1].revents)
        __atomic_store_n (&self->is_due, TRUE, __ATOMIC_RELEASE);
    }
  return NULL;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/team.h"

#include "threads/clock.h"
#include "threads/team-private.h"

#include <sched.h>
#include <sys/resource.h>
#include <time.h>
#include <tsl/timer/slack.h>

/* The job works on memory of a cache's size, so that interrupts evict its data as they do for a
 * real job. */
#define TABLE_SIZE (256 * 1024)
#define STEPS 200

/* The kernel checks its timers in the order of their hard times, so the interrupts of other timers
 * would not wake a timer with a much larger slack. */
#define MAX_SLACK (5 * GSCOPE_MSEC)

static void
do_work (guint64 *table, guint64 *seed)
{
  for (guint i = 0; i < STEPS; i++)
    {
      *seed = *seed * G_GUINT64_CONSTANT (6364136223846793005) + 1;
      table[(*seed >> 20) % TABLE_SIZE] += table[(*seed >> 33) % TABLE_SIZE];
    }
}

static gpointer
run_job (gpointer data)
{
  WorkloadTeam *self = data;
  g_autofree guint64 *table = g_new0 (guint64, TABLE_SIZE);
  guint64 seed = 1;

  workload_team_pin (self);
  while (workload_team_is_running (self))
    {
      do_work (table, &seed);
      __atomic_fetch_add (&self->sums.work, 1, __ATOMIC_RELAXED);
      workload_heap_step (self->heap);
    }
  return NULL;
}

void
workload_team_pin (WorkloadTeam *self)
{
  cpu_set_t set;

  CPU_ZERO (&set);
  CPU_SET (self->cpu, &set);
  sched_setaffinity (0, sizeof set, &set);
}

gboolean
workload_team_is_running (WorkloadTeam *self)
{
  return __atomic_load_n (&self->is_running, __ATOMIC_RELAXED);
}

void
workload_team_get_settings (WorkloadTeam *self, WorkloadTeamSettings *settings)
{
  pthread_mutex_lock (&self->mutex);
  *settings = self->settings;
  pthread_mutex_unlock (&self->mutex);
}

static void
push_deviation (WorkloadDeviations *self, gint64 deadline, gint64 now)
{
  gint64 interval = deadline - self->last_deadline;

  /* no deviation is measured across a pause */
  if (self->producer && interval == self->last_interval)
    gscope_producer_push_now (self->producer, ABS (now - self->last - interval) / 1e3);
  self->last_interval = interval;
  self->last_deadline = deadline;
  self->last = now;
}

void
workload_team_note (WorkloadTeam *self, WorkloadTeamBy by, guint timer, gint64 deadline, gint64 now)
{
  __atomic_fetch_add (&self->sums.n_activations, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add (&self->sums.lateness, now - deadline, __ATOMIC_RELAXED);
  if (timer == 0)
    push_deviation (&self->deviations[by], deadline, now);
}

static int
choose_cpu (void)
{
  cpu_set_t set;
  int cpu = CPU_SETSIZE - 1;

  /* the last permitted processor, because the scope's threads tend to run on the first one */
  if (sched_getaffinity (0, sizeof set, &set) != 0)
    return 0;
  while (cpu > 0 && !CPU_ISSET (cpu, &set))
    cpu--;
  return cpu;
}

/* Waits until the sleeper is in use. Copies the settings, which have the given number of
 * changes. */
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
  /* spreads the timers over the interval */
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
      /* skips activations that were missed on a busy processor */
      deadline += ((now - deadline) / settings->interval + 1) * settings->interval;
    }
}

static gpointer
run_sleeper (gpointer data)
{
  WorkloadSleeper *self = data;
  WorkloadTeamSettings settings;
  guint n_changes;

  workload_team_pin (self->team);
  /* a higher priority than the job's, if permitted */
  setpriority (PRIO_PROCESS, 0, -20);
  while (await_turn (self, &settings, &n_changes))
    activate (self, &settings, n_changes);
  return NULL;
}

static gboolean
add_thread (WorkloadTeam *self, const char *name, GThreadFunc func, gpointer data, GError **error)
{
  GThread *thread = g_thread_try_new (name, func, data, error);

  if (thread)
    g_ptr_array_add (self->threads, thread);
  return thread != NULL;
}

static gboolean
add_threads (WorkloadTeam *self, GError **error)
{
  for (guint i = 0; i < WORKLOAD_TEAM_MAX_TIMERS; i++)
    {
      WorkloadSleeper *sleeper = &self->sleepers[i];

      *sleeper = (WorkloadSleeper){ self, i };
      if (!add_thread (self, "timer", run_sleeper, sleeper, error))
        return FALSE;
    }
  return add_thread (self, "hard timer", workload_heap_watch, self->heap, error)
         && add_thread (self, "job", run_job, self, error);
}

WorkloadTeam *
workload_team_new (const WorkloadTeamSettings *settings, TslPage *page, GscopeSignal *deviations,
                   GError **error)
{
  WorkloadTeam *self = g_new0 (WorkloadTeam, 1);

  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->changed, NULL);
  self->settings = *settings;
  self->cpu = choose_cpu ();
  self->is_running = TRUE;
  for (guint i = 0; deviations && i < WORKLOAD_TEAM_N_BY; i++)
    self->deviations[i].producer = gscope_signal_create_producer (deviations);
  self->threads = g_ptr_array_new ();
  self->heap = workload_heap_new (self, page, error);
  if (self->heap && add_threads (self, error))
    return self;
  workload_team_free (self);
  return NULL;
}

void
workload_team_free (WorkloadTeam *self)
{
  pthread_mutex_lock (&self->mutex);
  __atomic_store_n (&self->is_running, FALSE, __ATOMIC_RELAXED);
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
  if (self->heap)
    workload_heap_end (self->heap);
  for (guint i = 0; i < self->threads->len; i++)
    g_thread_join (self->threads->pdata[i]);
  g_ptr_array_unref (self->threads);
  g_clear_pointer (&self->heap, workload_heap_free);
  for (guint i = 0; i < WORKLOAD_TEAM_N_BY; i++)
    g_clear_pointer (&self->deviations[i].producer, gscope_producer_unref);
  pthread_mutex_destroy (&self->mutex);
  pthread_cond_destroy (&self->changed);
  g_free (self);
}

int
workload_team_get_cpu (WorkloadTeam *self)
{
  return self->cpu;
}

void
workload_team_set (WorkloadTeam *self, const WorkloadTeamSettings *settings)
{
  pthread_mutex_lock (&self->mutex);
  self->settings = *settings;
  __atomic_fetch_add (&self->n_changes, 1, __ATOMIC_RELEASE);
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

void
workload_team_read (WorkloadTeam *self, WorkloadTeamSums *sums)
{
  struct timespec time;

  /* includes the program's other threads, which use almost no time */
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  sums->cpu_time = time.tv_sec * GSCOPE_SEC + time.tv_nsec;
  sums->work = __atomic_load_n (&self->sums.work, __ATOMIC_RELAXED);
  sums->n_activations = __atomic_load_n (&self->sums.n_activations, __ATOMIC_RELAXED);
  sums->lateness = __atomic_load_n (&self->sums.lateness, __ATOMIC_RELAXED);
}

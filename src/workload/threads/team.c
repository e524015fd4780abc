/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/team.h"

#include "threads/clock.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <tsl/timer/firm-timer.h>
#include <tsl/timer/slack.h>
#include <unistd.h>

/* The job works on memory of a cache's size, so that interrupts evict its data as they do for a
 * real job. */
#define TABLE_SIZE (256 * 1024)
#define STEPS 200

/* A handler touches lines of four pages in turn, as in the soft-timer paper. */
#define LINE 64
#define N_HANDLER_LINES (4 * 4096 / LINE)

/* The kernel checks its timers in the order of their hard times, so the interrupts of other timers
 * would not wake a timer with a much larger slack. */
#define MAX_SLACK (5 * GSCOPE_MSEC)

/* The shortest time between two activations of any timer at which the sleepers may have a real-time
 * priority, so that they leave the processor to others. */
#define LEAST_REALTIME_INTERVAL (GSCOPE_MSEC / 20)

/* One of the timers. By the kernel it is a thread that sleeps until each deadline, with the
 * overshoot as its timer slack. */
typedef struct
{
  WorkloadTeam *team;
  guint number;
  TslTimer *by_library;
} Timer;

/* Measures the activations of the first timer; used by one thread. */
typedef struct
{
  GscopeProducer *producer;
  gint64 last;
  gint64 last_deadline;
  gint64 last_interval;
} Deviations;

/* Timers of libtsl that the job runs at its check points. If there is no check point in time, a
 * thread that waits for the kernel's timer interrupts the job. */
typedef struct
{
  TslTimers *timers;
  /* eventfd that wakes the watching thread when the job has made a check point, or at the end */
  int looked;

  /* used by the job's thread alone */
  WorkloadTeamSettings settings;
  guint n_changes;
  gint64 next_check;

  /* accessed atomically */
  gboolean is_due;
} Heap;

struct _WorkloadTeam
{
  int cpu;
  GPtrArray *threads;
  Timer timers[WORKLOAD_TEAM_MAX_TIMERS];
  Heap heap;

  pthread_mutex_t mutex;
  pthread_cond_t changed;
  WorkloadTeamSettings settings;

  /* accessed atomically */
  gboolean is_running;
  guint n_changes;
  WorkloadTeamSums sums;
  guint n_lines;
  guint next_line;
  guint8 handler_data[N_HANDLER_LINES * LINE];

  /* each used by the thread that runs the first timer */
  Deviations deviations[WORKLOAD_TEAM_N_BY];
};

static void
pin (WorkloadTeam *self)
{
  cpu_set_t set;

  CPU_ZERO (&set);
  CPU_SET (self->cpu, &set);
  sched_setaffinity (0, sizeof set, &set);
}

static gboolean
is_running (WorkloadTeam *self)
{
  return __atomic_load_n (&self->is_running, __ATOMIC_RELAXED);
}

static void
push_deviation (Deviations *self, gint64 deadline, gint64 now)
{
  gint64 interval = deadline - self->last_deadline;

  /* no deviation is measured across a pause */
  if (self->producer && interval == self->last_interval)
    gscope_producer_push_now (self->producer, ABS (now - self->last - interval) / 1e3);
  self->last_interval = interval;
  self->last_deadline = deadline;
  self->last = now;
}

static void
touch_lines (WorkloadTeam *self)
{
  guint n = __atomic_load_n (&self->n_lines, __ATOMIC_RELAXED);
  guint first = n > 0 ? __atomic_fetch_add (&self->next_line, n, __ATOMIC_RELAXED) : 0;

  for (guint i = 0; i < n; i++)
    {
      guint8 *data = &self->handler_data[(gsize) LINE * ((first + i) % N_HANDLER_LINES)];

      __atomic_store_n (data, __atomic_load_n (data, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
    }
}

static void
note (WorkloadTeam *self, WorkloadTeamBy by, guint timer, gint64 deadline, gint64 now)
{
  __atomic_fetch_add (&self->sums.n_activations, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add (&self->sums.lateness, now - deadline, __ATOMIC_RELAXED);
  touch_lines (self);
  if (timer == 0)
    push_deviation (&self->deviations[by], deadline, now);
}

static void
on_timer (TslTimer *timer, gint64 deadline, gpointer user_data)
{
  Timer *self = user_data;

  note (self->team, WORKLOAD_TEAM_LIBRARY, self->number, deadline,
        tsl_timers_get_time (self->team->heap.timers));
}

static gboolean
prepare_heap (WorkloadTeam *self, TslPage *page, GError **error)
{
  Heap *heap = &self->heap;

  heap->looked = -1;
  heap->n_changes = G_MAXUINT;
  heap->timers = tsl_timers_new (page, "timers", error);
  if (!heap->timers)
    return FALSE;
  for (guint i = 0; i < WORKLOAD_TEAM_MAX_TIMERS; i++)
    self->timers[i].by_library = tsl_timer_new (heap->timers, on_timer, &self->timers[i]);
  heap->looked = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (heap->looked < 0)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                 _ ("cannot create an event for the hard timer: %s; close other files"),
                 g_strerror (errno));
  return heap->looked >= 0;
}

static void
wake_watch (Heap *self)
{
  guint64 one = 1;

  if (self->looked >= 0 && write (self->looked, &one, sizeof one) < 0)
    g_warning ("cannot wake the hard timer's thread: %s", g_strerror (errno));
}

static void
clear_heap (WorkloadTeam *self)
{
  for (guint i = 0; i < WORKLOAD_TEAM_MAX_TIMERS; i++)
    g_clear_pointer (&self->timers[i].by_library, tsl_timer_free);
  g_clear_pointer (&self->heap.timers, tsl_timers_free);
  if (self->heap.looked >= 0)
    close (self->heap.looked);
}

static void
take_settings (WorkloadTeam *self, gint64 now)
{
  Heap *heap = &self->heap;
  WorkloadTeamSettings *settings = &heap->settings;
  guint n;

  pthread_mutex_lock (&self->mutex);
  *settings = self->settings;
  pthread_mutex_unlock (&self->mutex);
  n = settings->by == WORKLOAD_TEAM_LIBRARY ? settings->n_timers : 0;
  tsl_timers_set_overshoot (heap->timers, settings->overshoot);
  for (guint i = 0; i < WORKLOAD_TEAM_MAX_TIMERS; i++)
    if (i < n)
      tsl_timer_set (self->timers[i].by_library,
                     now + settings->interval + settings->interval * i / n, settings->interval);
    else
      tsl_timer_cancel (self->timers[i].by_library);
}

/* Applies changed settings and makes check points. */
static void
check (WorkloadTeam *self)
{
  Heap *heap = &self->heap;
  guint n_changes = __atomic_load_n (&self->n_changes, __ATOMIC_ACQUIRE);
  gint64 now = tsl_timers_get_time (heap->timers);
  gboolean is_due;

  if (n_changes != heap->n_changes)
    {
      heap->n_changes = n_changes;
      take_settings (self, now);
    }
  is_due = __atomic_load_n (&heap->is_due, __ATOMIC_ACQUIRE);
  if (heap->settings.by != WORKLOAD_TEAM_LIBRARY || (now < heap->next_check && !is_due))
    return;
  tsl_timers_check (heap->timers);
  heap->next_check = now + heap->settings.check_interval;
  if (!__atomic_load_n (&heap->is_due, __ATOMIC_ACQUIRE))
    return;
  __atomic_store_n (&heap->is_due, FALSE, __ATOMIC_RELEASE);
  wake_watch (heap);
}

/* Waits for the kernel's timer, and then until the job has made a check point. */
static gpointer
run_watch (gpointer data)
{
  WorkloadTeam *self = data;
  Heap *heap = &self->heap;
  struct pollfd fds[] = { { .fd = heap->looked, .events = POLLIN },
                          { .fd = tsl_timers_get_fd (heap->timers), .events = POLLIN } };
  guint64 count;

  pin (self);
  setpriority (PRIO_PROCESS, 0, -20);
  while (is_running (self))
    {
      gboolean is_due = __atomic_load_n (&heap->is_due, __ATOMIC_ACQUIRE);

      poll (fds, is_due ? 1 : 2, -1);
      if (fds[0].revents && read (heap->looked, &count, sizeof count) < 0)
        break;
      if (!is_due && fds[1].revents)
        __atomic_store_n (&heap->is_due, TRUE, __ATOMIC_RELEASE);
    }
  return NULL;
}

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

  pin (self);
  while (is_running (self))
    {
      do_work (table, &seed);
      __atomic_fetch_add (&self->sums.work, 1, __ATOMIC_RELAXED);
      check (self);
    }
  return NULL;
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
await_turn (Timer *self, WorkloadTeamSettings *settings, guint *n_changes)
{
  WorkloadTeam *team = self->team;

  pthread_mutex_lock (&team->mutex);
  while (is_running (team)
         && (team->settings.by != WORKLOAD_TEAM_KERNEL || self->number >= team->settings.n_timers))
    pthread_cond_wait (&team->changed, &team->mutex);
  *settings = team->settings;
  *n_changes = __atomic_load_n (&team->n_changes, __ATOMIC_RELAXED);
  pthread_mutex_unlock (&team->mutex);
  return is_running (team);
}

/* The sleepers precede the job, if permitted: hard timers by a real-time priority, as the
 * dissertation's had (G:545), others, whose slack the kernel would ignore then, by their niceness. */
static void
take_precedence (const WorkloadTeamSettings *settings)
{
  gboolean is_rare = settings->interval / MAX (settings->n_timers, 1) >= LEAST_REALTIME_INTERVAL;
  int policy = settings->overshoot == 0 && is_rare ? SCHED_FIFO : SCHED_OTHER;
  const struct sched_param param = { .sched_priority = policy == SCHED_FIFO ? 1 : 0 };

  sched_setscheduler (0, policy | SCHED_RESET_ON_FORK, &param);
}

static void
activate (Timer *self, const WorkloadTeamSettings *settings, guint n_changes)
{
  WorkloadTeam *team = self->team;
  /* spreads the timers over the interval */
  gint64 deadline = kernel_clock_read (CLOCK_MONOTONIC) + settings->interval
                    + settings->interval * self->number / MAX (settings->n_timers, 1);
  gint64 now;

  take_precedence (settings);
  tsl_timer_slack_set (0, MIN (settings->overshoot, MAX_SLACK), NULL);
  while (is_running (team) && n_changes == __atomic_load_n (&team->n_changes, __ATOMIC_ACQUIRE))
    {
      workload_clock_sleep_until (deadline);
      now = kernel_clock_read (CLOCK_MONOTONIC);
      note (team, WORKLOAD_TEAM_KERNEL, self->number, deadline, now);
      /* skips activations that were missed on a busy processor */
      deadline += ((now - deadline) / settings->interval + 1) * settings->interval;
    }
}

static gpointer
run_sleeper (gpointer data)
{
  Timer *self = data;
  WorkloadTeamSettings settings;
  guint n_changes;

  pin (self->team);
  /* its precedence among ordinary threads, if permitted */
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
    if (!add_thread (self, "timer", run_sleeper, &self->timers[i], error))
      return FALSE;
  return add_thread (self, "hard timer", run_watch, self, error)
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
  for (guint i = 0; i < WORKLOAD_TEAM_MAX_TIMERS; i++)
    self->timers[i] = (Timer){ .team = self, .number = i };
  if (prepare_heap (self, page, error) && add_threads (self, error))
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
  wake_watch (&self->heap);
  for (guint i = 0; i < self->threads->len; i++)
    g_thread_join (self->threads->pdata[i]);
  g_ptr_array_unref (self->threads);
  clear_heap (self);
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
  __atomic_store_n (&self->n_lines, settings->n_lines, __ATOMIC_RELAXED);
  __atomic_fetch_add (&self->n_changes, 1, __ATOMIC_RELEASE);
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

void
workload_team_read (WorkloadTeam *self, WorkloadTeamSums *sums)
{
  /* includes the program's other threads, which use almost no time */
  sums->cpu_time = kernel_clock_read (CLOCK_PROCESS_CPUTIME_ID);
  sums->work = __atomic_load_n (&self->sums.work, __ATOMIC_RELAXED);
  sums->n_activations = __atomic_load_n (&self->sums.n_activations, __ATOMIC_RELAXED);
  sums->lateness = __atomic_load_n (&self->sums.lateness, __ATOMIC_RELAXED);
}

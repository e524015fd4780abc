/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/test-clock-private.h>
#include <gscope/scope/poller.h>
#include <gscope/scope/realtime-kit.h>
#include <gscope/scope/realtime.h>
#include <gscope/source/waker.h>
#include <main-source.h>

#include <glib/gi18n-lib.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum
{
  /* Above ordinary threads, below threads that a user makes real-time. */
  FIFO_PRIORITY = 10,
  NICE_LEVEL = -10,
  TIMER_SLACK_NS = 1000,
};

/* A thread that runs jobs at their deadlines; with a test clock or a transport, the clock runs
 * them. The lock has priority inheritance, so that a main thread that holds it delays a real-time
 * poller only by its own work. */
struct _GscopePoller
{
  int refs;
  GscopeClock *clock;
  gboolean is_worker;
  int mode;

  pthread_mutex_t mutex;
  pthread_cond_t changed;
  pthread_cond_t idle;
  gboolean is_ending;
  GPtrArray *jobs;
  GscopePollJob *running;

  pthread_t thread;
  GscopeAlarm alarm;

  /* woken by a thread that may not raise its own priority */
  GSource *ask;
  GCancellable *cancellable;
  pid_t tid;
};

static G_DEFINE_QUARK (gscope - poller, gscope_poller);

static const char *const mode_titles[] = {
  [GSCOPE_POLLER_STARTING] = N_ ("starting"),
  [GSCOPE_POLLER_FIFO] = N_ ("real-time (SCHED_FIFO)"),
  [GSCOPE_POLLER_STEPPED_DOWN] =
      N_ ("ordinary: it was real-time, but ran for a tenth of a second without sleeping"),
  [GSCOPE_POLLER_NICE] = N_ ("priority (nice −10)"),
  [GSCOPE_POLLER_PLAIN] = N_ ("ordinary: ticks may be lost on a busy machine"),
  [GSCOPE_POLLER_DRIVEN] = N_ ("driven by a test"),
  [GSCOPE_POLLER_IDLE] = N_ ("nothing is polled in playback"),
};

const char *
gscope_poller_mode_get_title (GscopePollerMode mode)
{
  return g_dgettext (GETTEXT_PACKAGE, mode_titles[mode]);
}

static GscopePollJob *
find_next (GscopePoller *self)
{
  GscopePollJob *next = NULL;

  for (guint i = 0; i < self->jobs->len; i++)
    {
      GscopePollJob *job = self->jobs->pdata[i];

      if (!next || job->deadline < next->deadline)
        next = job;
    }
  return next;
}

/* Runs the job's tick at its nominal time, then schedules the first tick in the future. */
static void
run_job (GscopePoller *self, GscopePollJob *job, gint64 now)
{
  gint64 time = job->deadline;
  gint64 missed = (now - time) / job->period;

  job->deadline = time + (missed + 1) * job->period;
  self->running = job;
  job->func (job, time + missed * job->period, missed);
  self->running = NULL;
  pthread_cond_broadcast (&self->idle);
}

static GscopePollerMode
raise_priority (void)
{
  prctl (PR_SET_TIMERSLACK, TIMER_SLACK_NS, 0, 0, 0);
  if (gscope_realtime_begin (FIFO_PRIORITY))
    return GSCOPE_POLLER_FIFO;
  if (setpriority (PRIO_PROCESS, gettid (), NICE_LEVEL) == 0)
    return GSCOPE_POLLER_NICE;
  return GSCOPE_POLLER_PLAIN;
}

static void
wait_until (GscopePoller *self, gint64 deadline)
{
  struct timespec t = { deadline / GSCOPE_SEC, deadline % GSCOPE_SEC };

  pthread_cond_timedwait (&self->changed, &self->mutex, &t);
}

static void
set_mode (GscopePoller *self, GscopePollerMode mode)
{
  __atomic_store_n (&self->mode, mode, __ATOMIC_RELEASE);
}

static void
prepare_thread (GscopePoller *self)
{
  GscopePollerMode mode = self->is_worker ? GSCOPE_POLLER_PLAIN : raise_priority ();

  pthread_setname_np (pthread_self (), self->is_worker ? "gscope-worker" : "gscope-poller");
  self->tid = gettid ();
  set_mode (self, mode);
  if (!self->is_worker && mode != GSCOPE_POLLER_FIFO)
    g_source_set_ready_time (self->ask, 0);
}

static gpointer
poller_thread (gpointer data)
{
  GscopePoller *self = data;

  pthread_mutex_lock (&self->mutex);
  prepare_thread (self);
  pthread_cond_broadcast (&self->idle);
  while (!self->is_ending)
    {
      GscopePollJob *job = find_next (self);
      gint64 now = job ? gscope_clock_get_time (self->clock) : 0;

      if (!job)
        pthread_cond_wait (&self->changed, &self->mutex);
      else if (now < job->deadline)
        wait_until (self, job->deadline);
      else
        run_job (self, job, now);
    }
  pthread_mutex_unlock (&self->mutex);
  return NULL;
}

static gint64
alarm_next (gpointer data)
{
  GscopePollJob *job = find_next (data);

  return job ? job->deadline : G_MAXINT64;
}

static void
alarm_run (gpointer data)
{
  GscopePoller *self = data;

  pthread_mutex_lock (&self->mutex);
  run_job (self, find_next (self), gscope_clock_get_time (self->clock));
  pthread_mutex_unlock (&self->mutex);
}

/* A worker has ordinary priority, so its lock needs no priority inheritance. */
static void
init_locks (GscopePoller *self)
{
  pthread_mutexattr_t mutex_attr;
  pthread_condattr_t cond_attr;

  pthread_mutexattr_init (&mutex_attr);
  if (!self->is_worker)
    pthread_mutexattr_setprotocol (&mutex_attr, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init (&self->mutex, &mutex_attr);
  pthread_mutexattr_destroy (&mutex_attr);
  pthread_condattr_init (&cond_attr);
  pthread_condattr_setclock (&cond_attr, CLOCK_MONOTONIC);
  pthread_cond_init (&self->changed, &cond_attr);
  pthread_cond_init (&self->idle, &cond_attr);
  pthread_condattr_destroy (&cond_attr);
}

static void
on_answer (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  GscopeRealtimeKitAnswer answer = gscope_realtime_kit_ask_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (answer != GSCOPE_REALTIME_KIT_REFUSED)
    set_mode (data, answer == GSCOPE_REALTIME_KIT_FIFO ? GSCOPE_POLLER_FIFO : GSCOPE_POLLER_NICE);
}

static gboolean
ask_realtime_kit (gpointer data)
{
  GscopePoller *self = data;

  gscope_realtime_kit_ask_async (self->tid, FIFO_PRIORITY, NICE_LEVEL, self->cancellable, on_answer,
                                 self);
  return G_SOURCE_CONTINUE;
}

static void
start_thread (GscopePoller *self)
{
  int error;

  self->cancellable = g_cancellable_new ();
  self->ask = gscope_waker_new ("[gscope] poller", G_PRIORITY_HIGH, ask_realtime_kit, self);
  error = pthread_create (&self->thread, NULL, poller_thread, self);

  if (error != 0)
    g_error ("Cannot create the poller's thread: %s", g_strerror (error));
  /* Waits for the thread to set its priority; otherwise it would lose the first ticks on a busy
   * machine. */
  pthread_mutex_lock (&self->mutex);
  while (gscope_poller_get_mode (self) == GSCOPE_POLLER_STARTING)
    pthread_cond_wait (&self->idle, &self->mutex);
  pthread_mutex_unlock (&self->mutex);
}

static GscopePoller *
poller_new (GscopeClock *clock, gboolean is_worker)
{
  GscopePoller *self = g_new0 (GscopePoller, 1);

  self->refs = 1;
  self->clock = g_object_ref (clock);
  self->is_worker = is_worker;
  self->jobs = g_ptr_array_new ();
  init_locks (self);
  if (GSCOPE_CLOCK_GET_CLASS (clock)->monotonic)
    {
      start_thread (self);
      return self;
    }
  self->mode = GSCOPE_POLLER_IDLE;
  if (!GSCOPE_IS_TEST_CLOCK (clock))
    return self;
  self->mode = GSCOPE_POLLER_DRIVEN;
  self->alarm = (GscopeAlarm){ alarm_next, alarm_run, self };
  gscope_test_clock_add_alarm (GSCOPE_TEST_CLOCK (clock), &self->alarm);
  return self;
}

/* Returns the poller of all scopes on a clock. Main thread. */
GscopePoller *
gscope_poller_get_shared (GscopeClock *clock)
{
  GscopePoller *self = g_object_get_qdata (G_OBJECT (clock), gscope_poller_quark ());

  if (self)
    {
      self->refs++;
      return self;
    }
  self = poller_new (clock, FALSE);
  g_object_set_qdata (G_OBJECT (clock), gscope_poller_quark (), self);
  return self;
}

/* Creates a poller for one source that may block. */
GscopePoller *
gscope_poller_new_worker (GscopeClock *clock)
{
  return poller_new (clock, TRUE);
}

static void
stop_thread (GscopePoller *self)
{
  pthread_mutex_lock (&self->mutex);
  self->is_ending = TRUE;
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
  pthread_join (self->thread, NULL);
  main_source_drop (self->ask);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
}

void
gscope_poller_unref (GscopePoller *self)
{
  if (--self->refs > 0)
    return;
  if (!self->is_worker)
    g_object_set_qdata (G_OBJECT (self->clock), gscope_poller_quark (), NULL);
  if (self->mode == GSCOPE_POLLER_DRIVEN)
    gscope_test_clock_remove_alarm (GSCOPE_TEST_CLOCK (self->clock), &self->alarm);
  else if (self->mode != GSCOPE_POLLER_IDLE)
    stop_thread (self);
  pthread_cond_destroy (&self->changed);
  pthread_cond_destroy (&self->idle);
  pthread_mutex_destroy (&self->mutex);
  g_ptr_array_unref (self->jobs);
  g_object_unref (self->clock);
  g_free (self);
}

GscopePollerMode
gscope_poller_get_mode (GscopePoller *self)
{
  GscopePollerMode mode = __atomic_load_n (&self->mode, __ATOMIC_ACQUIRE);

  if (mode == GSCOPE_POLLER_FIFO && !gscope_realtime_is_on (self->tid))
    return GSCOPE_POLLER_STEPPED_DOWN;
  return mode;
}

void
gscope_poller_lock (GscopePoller *self)
{
  pthread_mutex_lock (&self->mutex);
}

void
gscope_poller_unlock (GscopePoller *self)
{
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

void
gscope_poller_unlock_unchanged (GscopePoller *self)
{
  pthread_mutex_unlock (&self->mutex);
}

/* Ticks are at multiples of the period, so that scopes of one period tick together. */
void
gscope_poller_add (GscopePoller *self, GscopePollJob *job)
{
  pthread_mutex_lock (&self->mutex);
  job->deadline = (gscope_clock_get_time (self->clock) / job->period + 1) * job->period;
  g_ptr_array_add (self->jobs, job);
  pthread_cond_signal (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

void
gscope_poller_remove (GscopePoller *self, GscopePollJob *job)
{
  pthread_mutex_lock (&self->mutex);
  g_ptr_array_remove (self->jobs, job);
  while (self->running == job)
    pthread_cond_wait (&self->idle, &self->mutex);
  pthread_mutex_unlock (&self->mutex);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <glib/gstdio.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define MSEC G_GINT64_CONSTANT (1000000)
#define GRANULARITY (5 * MSEC)

/* A thread that is simulated: what it needs to keep up, what it has done. */
typedef struct
{
  TslProgress *progress;
  TslRealrateThread *thread;
  double need;
  double done;
} Model;

static void
model_init (Model *self, TslRealrateScheduler *scheduler, const char *name, double need,
            const TslRealrateSettings *settings)
{
  g_autoptr (GError) error = NULL;

  self->progress = tsl_progress_new (NULL, name, GRANULARITY);
  self->need = need;
  self->done = 0;
  tsl_progress_set (self->progress, 0);
  self->thread = tsl_realrate_scheduler_add (scheduler, 0, self->progress, settings, &error);
  g_assert_no_error (error);
}

static void
model_clear (Model *self, TslRealrateScheduler *scheduler)
{
  tsl_realrate_scheduler_remove (scheduler, self->thread);
  tsl_progress_free (self->progress);
}

static void
model_work (Model *self, gint64 passed)
{
  self->done += passed * tsl_realrate_thread_get_proportion (self->thread) / self->need;
  tsl_progress_set (self->progress, floor (self->done / GRANULARITY) * GRANULARITY);
}

/* From any time on. */
static gint64
run (TslRealrateScheduler *scheduler, Model *models, guint n, gint64 begin, gint64 length)
{
  gint64 now = begin;

  while (now < begin + length)
    {
      gint64 next = tsl_realrate_scheduler_step (scheduler, now);

      g_assert_cmpint (next, >, now);
      for (guint i = 0; i < n; i++)
        model_work (&models[i], next - now);
      now = next;
    }
  return now;
}

static double
get_mean_proportion (TslRealrateScheduler *scheduler, Model *model, gint64 begin)
{
  double sum = 0;

  for (guint i = 0; i < 100; i++)
    {
      begin = run (scheduler, model, 1, begin, 20 * MSEC);
      sum += tsl_realrate_thread_get_proportion (model->thread);
    }
  return sum / 100;
}

static void
assert_near (double value, double wanted, double part)
{
  g_assert_cmpfloat_with_epsilon (value, wanted, part * wanted);
}

/* The proportion becomes what the thread needs, and follows when that changes. */
static void
test_follows (void)
{
  g_autoptr (TslRealrateScheduler) scheduler = tsl_realrate_scheduler_new (NULL, NULL);
  TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;
  Model model;
  gint64 now;

  model_init (&model, scheduler, "decoder", 0.2, &settings);
  now = run (scheduler, &model, 1, 1000 * MSEC, 4000 * MSEC);
  assert_near (get_mean_proportion (scheduler, &model, now), 0.2, 0.05);
  model.need = 0.4;
  now = run (scheduler, &model, 1, now + 2000 * MSEC, 4000 * MSEC);
  assert_near (get_mean_proportion (scheduler, &model, now), 0.4, 0.05);
  g_assert_cmpint (ABS (tsl_realrate_thread_get_state (model.thread)->delay), <=, 20 * MSEC);
  model_clear (&model, scheduler);
}

/* The next run of a thread begins with its last proportion. */
static void
test_cache (void)
{
  g_autofree char *directory = g_dir_make_tmp ("tsl-cache-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "cache", "proportions", NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TslRealrateScheduler) scheduler = tsl_realrate_scheduler_new (NULL, path);
      Model model;

      model_init (&model, scheduler, "[decoder]", 0.3, &settings);
      if (i == 0)
        g_assert_cmpfloat (tsl_realrate_thread_get_proportion (model.thread), ==, settings.initial);
      else
        assert_near (tsl_realrate_thread_get_proportion (model.thread), 0.3, 0.3);
      run (scheduler, &model, 1, 1000 * MSEC, 4000 * MSEC);
      model_clear (&model, scheduler);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (parent), ==, 0);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

/* Another process changes knobs and sees the effect. */

static double
read_cell (TslPageReader *reader, const char *group, const char *name)
{
  g_autoptr (GError) error = NULL;
  int cell;

  g_assert_true (tsl_page_reader_update (reader, &error));
  cell = tsl_page_reader_find (reader, "real-rate", group, name);
  g_assert_cmpint (cell, >=, 0);
  return tsl_page_reader_get_value (reader, cell);
}

static void
ask (TslPageReader *reader, const char *group, const char *name, double value)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (tsl_page_reader_update (reader, &error));
  g_assert_true (tsl_page_reader_ask (
      reader, tsl_page_reader_find (reader, "real-rate", group, name), value, &error));
  g_assert_no_error (error);
}

static void
test_knobs (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("the test", NULL);
  g_autoptr (TslRealrateScheduler) scheduler = tsl_realrate_scheduler_new (page, NULL);
  g_autoptr (TslPageReader) reader = tsl_page_reader_new (getpid (), NULL);
  TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;
  Model model;
  gint64 now;

  model_init (&model, scheduler, "decoder", 0.2, &settings);
  now = run (scheduler, &model, 1, 1000 * MSEC, 2000 * MSEC);
  g_assert_cmpfloat (read_cell (reader, "decoder", "alpha"), ==, 0.125);
  g_assert_cmpfloat (read_cell (reader, "decoder", "period"), ==, 20);
  assert_near (read_cell (reader, "decoder", "gain"), 20, 0.2);
  assert_near (read_cell (reader, "decoder", "real-rate"), 1, 0.3);
  g_assert_cmpfloat (read_cell (reader, "decoder", "samples"), >=, 99);

  ask (reader, "decoder", "k", 8);
  ask (reader, "decoder", "alpha", 0.5);
  ask (reader, "scheduler", "policy", 0.9);
  now = run (scheduler, &model, 1, now, 100 * MSEC);
  g_assert_cmpfloat (read_cell (reader, "decoder", "period"), ==, 40);
  g_assert_cmpfloat (read_cell (reader, "decoder", "alpha"), ==, 0.5);
  g_assert_cmpfloat (read_cell (reader, "scheduler", "policy"), ==,
                     TSL_OVERLOAD_POLICY_FAIR_PROGRESS);

  /* the controller restarts */
  ask (reader, "decoder", "p0", 1);
  run (scheduler, &model, 1, now, MSEC);
  g_assert_cmpfloat_with_epsilon (read_cell (reader, "decoder", "proportion"), 1, 1e-9);
  g_assert_cmpfloat (read_cell (reader, "decoder", "gain"), ==, 0);
  model_clear (&model, scheduler);
}

/* Overload. */

static void
test_no_overload (void)
{
  TslWish wishes[] = { { 0.3, 0.3, 1, 0 }, { 0.2, 0.2, 2, 0 } };

  g_assert_false (tsl_overload_grant (TSL_OVERLOAD_POLICY_PRIORITY, wishes, 2, 0.6, 0.01));
  g_assert_cmpfloat (wishes[0].granted, ==, 0.3);
  g_assert_cmpfloat (wishes[1].granted, ==, 0.2);
  g_assert_false (tsl_overload_grant (TSL_OVERLOAD_POLICY_PRIORITY, NULL, 0, 0.6, 0.01));
}

static void
test_priority (void)
{
  TslWish wishes[] = { { 0.3, 0.3, 1, 0 }, { 0.3, 0.3, 9, 0 }, { 0.3, 0.3, 5, 0 } };

  g_assert_true (tsl_overload_grant (TSL_OVERLOAD_POLICY_PRIORITY, wishes, 3, 0.5, 0.01));
  g_assert_cmpfloat_with_epsilon (wishes[1].granted, 0.3, 1e-9);
  g_assert_cmpfloat_with_epsilon (wishes[2].granted, 0.19, 1e-9);
  g_assert_cmpfloat_with_epsilon (wishes[0].granted, 0.01, 1e-9);
}

static void
test_fair_progress (void)
{
  TslWish wishes[] = { { 0.6, 0.6, 1, 0 }, { 0.35, 0.3, 9, 0 }, { 0.01, 0.1, 5, 0 } };

  g_assert_true (tsl_overload_grant (TSL_OVERLOAD_POLICY_FAIR_PROGRESS, wishes, 3, 0.46, 0.001));
  g_assert_cmpfloat_with_epsilon (wishes[0].granted, 0.3, 1e-9);
  g_assert_cmpfloat_with_epsilon (wishes[1].granted, 0.15, 1e-9);
  g_assert_cmpfloat_with_epsilon (wishes[2].granted, 0.01, 1e-9);
}

/* Two threads that need 80 % of the 60 % that there is. */
static void
test_overload (void)
{
  g_autoptr (TslRealrateScheduler) scheduler = tsl_realrate_scheduler_new (NULL, NULL);
  TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;
  Model models[2];
  double done[2];
  gint64 now;

  tsl_realrate_scheduler_set_threshold (scheduler, 0.7);
  tsl_realrate_scheduler_set_reserved (scheduler, 0.1);
  settings.priority = 10;
  model_init (&models[0], scheduler, "audio", 0.2, &settings);
  settings.priority = 1;
  model_init (&models[1], scheduler, "video", 0.6, &settings);

  now = run (scheduler, models, 2, 1000 * MSEC, 4000 * MSEC);
  g_assert_cmpint (tsl_realrate_thread_get_state (models[0].thread)->delay, <, 40 * MSEC);
  g_assert_cmpint (tsl_realrate_thread_get_state (models[1].thread)->delay, >, 400 * MSEC);

  tsl_realrate_scheduler_set_policy (scheduler, TSL_OVERLOAD_POLICY_FAIR_PROGRESS);
  now = run (scheduler, models, 2, now, 4000 * MSEC);
  for (guint i = 0; i < 2; i++)
    done[i] = models[i].done;
  run (scheduler, models, 2, now, 4000 * MSEC);
  for (guint i = 0; i < 2; i++)
    assert_near ((models[i].done - done[i]) / (4000 * MSEC), 0.75, 0.1);
  for (guint i = 0; i < 2; i++)
    model_clear (&models[i], scheduler);
}

static void
test_suspend (void)
{
  TslWish wishes[] = { { 0.3, 0.3, 1, 0 }, { 0.3, 0.3, 9, 0 }, { 0.3, 0.3, 5, 0 } };
  TslWish alone[] = { { 0.8, 0.8, 1, 0 }, { 0.1, 0.1, 0, 0 } };

  g_assert_true (tsl_overload_grant (TSL_OVERLOAD_POLICY_SUSPEND, wishes, 3, 0.6, 0.01));
  g_assert_cmpfloat (wishes[0].granted, ==, 0);
  g_assert_cmpfloat (wishes[1].granted, ==, 0.3);
  g_assert_cmpfloat (wishes[2].granted, ==, 0.3);
  /* the most important thread gets what there is */
  g_assert_true (tsl_overload_grant (TSL_OVERLOAD_POLICY_SUSPEND, alone, 2, 0.5, 0.01));
  g_assert_cmpfloat_with_epsilon (alone[0].granted, 0.5, 1e-9);
  g_assert_cmpfloat (alone[1].granted, ==, 0);
}

typedef struct
{
  TslRealrateThread *suspended;
  guint n_suspended;
  guint n_resumed;
} Upcalls;

static void
on_upcall (TslRealrateThread *thread, gboolean is_suspended, gpointer user_data)
{
  Upcalls *self = user_data;

  self->suspended = is_suspended ? thread : NULL;
  self->n_suspended += is_suspended;
  self->n_resumed += !is_suspended;
}

/* The less important thread stops, and the more important thread keeps up. With room for both it resumes, and
 * keeps up from there. */
static void
test_suspension (void)
{
  g_autoptr (TslRealrateScheduler) scheduler = tsl_realrate_scheduler_new (NULL, NULL);
  TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;
  Upcalls upcalls = { 0 };
  Model models[2];
  double done;
  gint64 now;

  tsl_realrate_scheduler_set_threshold (scheduler, 0.6);
  tsl_realrate_scheduler_set_policy (scheduler, TSL_OVERLOAD_POLICY_SUSPEND);
  tsl_realrate_scheduler_set_upcall (scheduler, on_upcall, &upcalls);
  settings.priority = 10;
  model_init (&models[0], scheduler, "audio", 0.3, &settings);
  settings.priority = 1;
  model_init (&models[1], scheduler, "video", 0.4, &settings);

  now = run (scheduler, models, 2, 1000 * MSEC, 4000 * MSEC);
  g_assert_true (upcalls.suspended == models[1].thread);
  g_assert_true (tsl_realrate_thread_is_suspended (models[1].thread));
  g_assert_cmpfloat (tsl_realrate_thread_get_proportion (models[1].thread), ==, 0);
  done = models[1].done;
  now = run (scheduler, models, 2, now, 1000 * MSEC);
  g_assert_cmpfloat (models[1].done, ==, done);
  g_assert_cmpint (tsl_realrate_thread_get_state (models[0].thread)->delay, <, 40 * MSEC);
  g_assert_cmpuint (upcalls.n_suspended, ==, upcalls.n_resumed + 1);

  models[0].need = 0.1;
  now = run (scheduler, models, 2, now, 4000 * MSEC);
  g_assert_null (upcalls.suspended);
  g_assert_cmpuint (upcalls.n_suspended, ==, upcalls.n_resumed);
  done = models[1].done;
  run (scheduler, models, 2, now, 2000 * MSEC);
  assert_near ((models[1].done - done) / (2000 * MSEC), 1, 0.1);
  for (guint i = 0; i < 2; i++)
    model_clear (&models[i], scheduler);
}

/* A real thread. */

typedef struct
{
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  pid_t tid;
  TslRealrateThread *thread;
  gboolean may_end;
  gint64 used;
} Worker;

static gint64
read_clock (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * 1000 * MSEC + time.tv_nsec;
}

static gpointer
work (gpointer data)
{
  Worker *self = data;
  gint64 begin;

  pthread_mutex_lock (&self->mutex);
  self->tid = syscall (SYS_gettid);
  pthread_cond_broadcast (&self->changed);
  while (!self->thread && !self->may_end)
    pthread_cond_wait (&self->changed, &self->mutex);
  pthread_mutex_unlock (&self->mutex);
  begin = read_clock (CLOCK_THREAD_CPUTIME_ID);
  while (!g_atomic_int_get (&self->may_end))
    tsl_realrate_thread_check (self->thread);
  self->used = read_clock (CLOCK_THREAD_CPUTIME_ID) - begin;
  return NULL;
}

static void
set_thread (Worker *self, TslRealrateThread *thread)
{
  pthread_mutex_lock (&self->mutex);
  self->thread = thread;
  if (!thread)
    self->may_end = TRUE;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

/* Ten periods, however long they take on this machine. */
static void
control (TslRealrateScheduler *scheduler, Worker *worker)
{
  for (guint i = 0; i < 10;)
    {
      gint64 now = read_clock (CLOCK_MONOTONIC);
      gint64 next = tsl_realrate_scheduler_step (scheduler, now);
      struct timespec until = { next / (1000 * MSEC), next % (1000 * MSEC) };

      i += tsl_realrate_thread_get_state (worker->thread)->is_held;
      while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0)
        ;
    }
  g_atomic_int_set (&worker->may_end, TRUE);
}

/* It makes no progress, so that it keeps its 10 %; and is refused where the user may not. */
static void
test_real_thread (void)
{
  g_autoptr (TslRealrateScheduler) scheduler = tsl_realrate_scheduler_new (NULL, NULL);
  g_autoptr (TslProgress) progress = tsl_progress_new (NULL, "worker", GRANULARITY);
  g_autoptr (GError) error = NULL;
  TslRealrateSettings settings = TSL_REALRATE_SETTINGS_USUAL;
  Worker worker = { .mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };
  GThread *thread = g_thread_new ("worker", work, &worker);
  TslRealrateThread *controlled;
  gint64 begin, length;

  pthread_mutex_lock (&worker.mutex);
  while (worker.tid == 0)
    pthread_cond_wait (&worker.changed, &worker.mutex);
  pthread_mutex_unlock (&worker.mutex);
  settings.initial = 0.1;
  tsl_progress_set (progress, 0);
  controlled = tsl_realrate_scheduler_add (scheduler, worker.tid, progress, &settings, &error);
  begin = read_clock (CLOCK_MONOTONIC);
  set_thread (&worker, controlled);
  if (controlled)
    control (scheduler, &worker);
  g_thread_join (thread);
  length = read_clock (CLOCK_MONOTONIC) - begin;
  if (controlled)
    {
      g_assert_no_error (error);
      g_test_message ("used %.1f %% of the time", 100.0 * worker.used / length);
      g_assert_cmpfloat (worker.used, <, 0.2 * length + 20 * MSEC);
      tsl_realrate_scheduler_remove (scheduler, controlled);
    }
  else
    {
      g_assert_true (g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE)
                     || g_error_matches (error, TSL_ERROR, TSL_ERROR_REFUSED));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, "“worker”"));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/scheduler/follows", test_follows);
  g_test_add_func ("/tsl/scheduler/cache", test_cache);
  g_test_add_func ("/tsl/scheduler/knobs", test_knobs);
  g_test_add_func ("/tsl/scheduler/no-overload", test_no_overload);
  g_test_add_func ("/tsl/scheduler/priority", test_priority);
  g_test_add_func ("/tsl/scheduler/fair-progress", test_fair_progress);
  g_test_add_func ("/tsl/scheduler/suspend", test_suspend);
  g_test_add_func ("/tsl/scheduler/suspension", test_suspension);
  g_test_add_func ("/tsl/scheduler/overload", test_overload);
  g_test_add_func ("/tsl/scheduler/real-thread", test_real_thread);
  return page_directory_run ();
}

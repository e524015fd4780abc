/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/child.h"
#include "support/page-directory.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define MSEC G_GINT64_CONSTANT (1000000)

static const TslDemand some = { 1 * MSEC, 20 * MSEC };
static const TslDemand more = { 2 * MSEC, 10 * MSEC };

/* A thread that sleeps until it is told to end. */
typedef struct
{
  pthread_mutex_t mutex;
  pthread_cond_t cond;
  pid_t tid;
  gboolean done;
  GThread *thread;
} Sleeper;

static gpointer
sleep_until_done (gpointer data)
{
  Sleeper *self = data;

  pthread_mutex_lock (&self->mutex);
  self->tid = syscall (SYS_gettid);
  pthread_cond_signal (&self->cond);
  while (!self->done)
    pthread_cond_wait (&self->cond, &self->mutex);
  pthread_mutex_unlock (&self->mutex);
  return NULL;
}

static void
sleeper_start (Sleeper *self)
{
  pthread_mutex_init (&self->mutex, NULL);
  pthread_cond_init (&self->cond, NULL);
  self->thread = g_thread_new ("sleeper", sleep_until_done, self);
  pthread_mutex_lock (&self->mutex);
  while (self->tid == 0)
    pthread_cond_wait (&self->cond, &self->mutex);
  pthread_mutex_unlock (&self->mutex);
}

static void
sleeper_end (Sleeper *self)
{
  pthread_mutex_lock (&self->mutex);
  self->done = TRUE;
  pthread_cond_signal (&self->cond);
  pthread_mutex_unlock (&self->mutex);
  g_thread_join (self->thread);
}

/* Returns whether this user may reserve; otherwise checks the refusal. */
static gboolean
may_reserve (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TslReserve) reserve = tsl_reserve_new (NULL, "probe", 0, &some, &error);

  if (reserve)
    return TRUE;
  g_assert_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE);
  g_assert_nonnull (strstr (error->message, "CAP_SYS_NICE"));
  g_assert_cmpint (sched_getscheduler (0), ==, SCHED_OTHER);
  return FALSE;
}

static void
assert_demand (pid_t tid, const TslDemand *expected)
{
  TslDemand demand;

  g_assert_true (tsl_reserve_find (tid, &demand));
  g_assert_cmpint (demand.budget, ==, expected->budget);
  g_assert_cmpint (demand.period, ==, expected->period);
}

static void
test_own (void)
{
  g_autoptr (GError) error = NULL;
  TslReserve *reserve;
  TslDemand demand;

  if (!may_reserve ())
    return;
  reserve = tsl_reserve_new (NULL, "own", 0, &some, &error);
  g_assert_no_error (error);
  assert_demand (0, &some);
  g_assert_true (tsl_reserve_change (reserve, &more, &error));
  g_assert_no_error (error);
  assert_demand (0, &more);
  tsl_reserve_free (reserve);
  g_assert_false (tsl_reserve_find (0, &demand));
  g_assert_cmpint (sched_getscheduler (0), ==, SCHED_OTHER);
}

/* Sleepers take what there is, so that the kernel refuses; which keeps what was there. */
static void
refuse (TslReserve *reserve)
{
  const TslDemand nearly_all = { 95 * MSEC, 100 * MSEC };
  guint n = g_get_num_processors () + 1;
  g_autofree Sleeper *sleepers = g_new0 (Sleeper, n);
  g_autofree TslReserve **reserves = g_new0 (TslReserve *, n);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    {
      sleeper_start (&sleepers[i]);
      reserves[i] = tsl_reserve_new (NULL, "a", sleepers[i].tid, &nearly_all, NULL);
    }
  g_assert_null (reserves[n - 1]);
  g_assert_false (tsl_reserve_change (reserve, &nearly_all, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, "95 ms of every 100 ms (95 %)"));
  g_clear_error (&error);
  g_assert_false (tsl_admission_ask_kernel (&nearly_all, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_REFUSED);
  for (guint i = 0; i < n; i++)
    {
      tsl_reserve_free (reserves[i]);
      sleeper_end (&sleepers[i]);
    }
}

static void
test_refused (void)
{
  const TslDemand wrong = { 30 * MSEC, 20 * MSEC };
  g_autoptr (GError) error = NULL;
  g_autoptr (TslReserve) reserve = NULL;
  TslDemand demand;

  if (!may_reserve ())
    return;
  reserve = tsl_reserve_new (NULL, "own", 0, &some, &error);
  g_assert_no_error (error);
  refuse (reserve);
  g_assert_false (tsl_reserve_change (reserve, &wrong, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_INVALID);
  tsl_reserve_get_demand (reserve, &demand);
  g_assert_cmpint (demand.budget, ==, some.budget);
  assert_demand (0, &some);
}

/* The reserve of a sleeping thread is free at once, however often. */
static void
test_nothing_leaks (void)
{
  const TslDemand tenth = { 100 * MSEC, 1000 * MSEC };
  Sleeper sleeper = { .mutex = PTHREAD_MUTEX_INITIALIZER, .cond = PTHREAD_COND_INITIALIZER };

  if (!may_reserve ())
    return;
  sleeper_start (&sleeper);
  for (guint i = 0; i < 20 * g_get_num_processors (); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TslReserve) reserve = tsl_reserve_new (NULL, "a", sleeper.tid, &tenth, &error);

      g_assert_no_error (error);
      assert_demand (sleeper.tid, &tenth);
    }
  g_assert_cmpint (sched_getscheduler (sleeper.tid), ==, SCHED_OTHER);
  sleeper_end (&sleeper);
}

static void
test_gone (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TslReserve) reserve = NULL;
  Sleeper sleeper = { .mutex = PTHREAD_MUTEX_INITIALIZER, .cond = PTHREAD_COND_INITIALIZER };

  if (!may_reserve ())
    return;
  sleeper_start (&sleeper);
  reserve = tsl_reserve_new (NULL, "a", sleeper.tid, &some, &error);
  g_assert_no_error (error);
  sleeper_end (&sleeper);
  /* joined, but perhaps not quite gone */
  while (tsl_reserve_change (reserve, &some, NULL))
    g_usleep (1000);
  g_assert_false (tsl_reserve_change (reserve, &more, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND);
}

/* Working without a pause, it stops when the budget is spent, and says what it used. */
static void
test_progress (void)
{
  const TslDemand demand = { 2 * MSEC, 100 * MSEC };
  g_autoptr (TslPage) page = tsl_page_new_unpublished ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TslReserve) reserve = NULL;
  gint64 begin;

  if (!may_reserve ())
    return;
  reserve = tsl_reserve_new (page, "own", 0, &demand, &error);
  g_assert_no_error (error);
  begin = g_get_monotonic_time ();
  for (guint i = 0; i < 4;)
    i += tsl_reserve_progress (reserve);
  /* three whole periods lie between four ends of budgets, and a policeman at the tick may have been
   * first */
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, 200 * 1000);
  g_assert_cmpint (tsl_reserve_get_used (reserve), >=, 2 * MSEC);
}

static void
assert_own (TslReserve *reserve, const TslDemand *expected)
{
  TslDemand demand;

  tsl_reserve_get_demand (reserve, &demand);
  g_assert_cmpint (demand.budget, ==, expected->budget);
  g_assert_cmpint (demand.period, ==, expected->period);
  /* the kernel has no less, and perhaps what it takes to switch */
  g_assert_true (tsl_reserve_find (0, &demand));
  g_assert_cmpint (demand.budget, >=, expected->budget);
  g_assert_cmpint (demand.budget, <=, expected->budget + expected->budget / 4);
}

static void
answer (TslReserve *reserve, TslPageReader *reader, int cell)
{
  while (!tsl_page_reader_is_answered (reader, cell))
    {
      g_autoptr (GError) error = NULL;

      tsl_reserve_progress (reserve);
      g_assert_true (tsl_page_reader_update (reader, &error));
      g_assert_no_error (error);
    }
}

/* Another process turns the knobs; what is not possible is answered with the old value. */
static void
test_knobs (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("the test", NULL);
  g_autoptr (TslPageReader) reader = NULL;
  g_autoptr (TslReserve) reserve = NULL;
  const TslDemand two = { 2 * MSEC, 20 * MSEC };
  int budget, period;

  if (!may_reserve ())
    return;
  reserve = tsl_reserve_new (page, "own", 0, &some, NULL);
  reader = tsl_page_reader_new (getpid (), NULL);
  g_assert_true (tsl_page_reader_update (reader, NULL));
  budget = tsl_page_reader_find (reader, "reserve", "own", "budget");
  period = tsl_page_reader_find (reader, "reserve", "own", "period");
  g_assert_true (tsl_page_reader_ask (reader, budget, 2, NULL));
  answer (reserve, reader, budget);
  assert_own (reserve, &two);
  g_assert_true (tsl_page_reader_ask (reader, period, 1, NULL));
  answer (reserve, reader, period);
  assert_own (reserve, &two);
  g_assert_cmpfloat (tsl_page_reader_get_value (reader, period), ==, 20);
}

static gpointer
change_from_outside (gpointer tid)
{
  return tsl_reserve_new (NULL, "outside", GPOINTER_TO_INT (tid), &more, NULL);
}

/* It follows what others do to it in the kernel. */
static void
test_follows (void)
{
  g_autoptr (TslReserve) reserve = NULL;
  g_autoptr (TslReserve) outside = NULL;
  TslDemand demand;

  if (!may_reserve ())
    return;
  reserve = tsl_reserve_new (NULL, "own", 0, &some, NULL);
  tsl_reserve_yield (reserve);
  outside = g_thread_join (
      g_thread_new ("outside", change_from_outside, GINT_TO_POINTER ((int) syscall (SYS_gettid))));
  g_assert_nonnull (outside);
  do
    {
      tsl_reserve_progress (reserve);
      tsl_reserve_get_demand (reserve, &demand);
    }
  while (demand.period != more.period);
  g_assert_cmpint (demand.budget, >, more.budget / 2);
  g_assert_cmpint (demand.budget, <=, more.budget);
}

static gboolean
reserve_for (gpointer tid)
{
  return tsl_reserve_new (NULL, "a", *(pid_t *) tid, &some, NULL) != NULL;
}

/* A thread of another process has its schedule again when the program that reserved for it is killed. */
static void
test_killed (void)
{
  pid_t worker, owner;
  TslDemand demand;

  if (!may_reserve ())
    return;
  worker = child_start (NULL, NULL);
  owner = child_start (reserve_for, &worker);
  g_assert_true (tsl_reserve_find (worker, &demand));
  child_end (owner);
  while (tsl_reserve_find (worker, &demand))
    g_usleep (1000);
  child_end (worker);
}

/* Without a guard it is not given one. */
static void
test_no_guard (void)
{
  g_autofree char *program = g_strdup (g_getenv ("TSL_GUARD"));
  pid_t worker = child_start (NULL, NULL);
  g_autoptr (GError) error = NULL;
  TslDemand demand;

  g_setenv ("TSL_GUARD", "/nowhere/tsl-guard", TRUE);
  g_assert_null (tsl_reserve_new (NULL, "a", worker, &some, &error));
  g_assert_nonnull (strstr (error->message, "cannot start the guard"));
  g_assert_false (tsl_reserve_find (worker, &demand));
  g_setenv ("TSL_GUARD", program, TRUE);
  child_end (worker);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/reserve/killed", test_killed);
  g_test_add_func ("/tsl/reserve/no-guard", test_no_guard);
  g_test_add_func ("/tsl/reserve/own", test_own);
  g_test_add_func ("/tsl/reserve/refused", test_refused);
  g_test_add_func ("/tsl/reserve/nothing-leaks", test_nothing_leaks);
  g_test_add_func ("/tsl/reserve/gone", test_gone);
  g_test_add_func ("/tsl/reserve/progress", test_progress);
  g_test_add_func ("/tsl/reserve/knobs", test_knobs);
  g_test_add_func ("/tsl/reserve/follows", test_follows);
  return page_directory_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <kernel-clock.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <tsl/sched/stuck-private.h>
#include <tsl/tsl.h>
#include <unistd.h>

/* Threads that the kernel leaves throttled for ever, and that ours never come to that. Where a kernel does
 * not, there is nothing to free, and all of this holds, too. */

#define USEC G_GINT64_CONSTANT (1000)
#define MSEC G_GINT64_CONSTANT (1000000)

static const TslDemand tenth = { 100 * USEC, 1 * MSEC };
static const TslSchedAttr reservation = {
  .policy = SCHED_DEADLINE, .flags = 1, .runtime = 100000, .deadline = 1000000, .period = 1000000
};
static const TslSchedAttr ordinary = { .policy = SCHED_OTHER, .flags = 1 };

/* A process that counts what it does. */
typedef struct
{
  pid_t pid;
  volatile guint64 *count;
} Worker;

static void
work_on (Worker *self)
{
  for (;;)
    ++*self->count;
}

static Worker
start_worker (void (*work) (Worker *self))
{
  pid_t parent = getpid ();
  Worker self = { .count = mmap (NULL, sizeof (guint64), PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0) };

  g_assert_true (self.count != MAP_FAILED);
  self.pid = fork ();
  g_assert_cmpint (self.pid, >=, 0);
  if (self.pid == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      if (getppid () == parent)
        work (&self);
      _exit (0);
    }
  return self;
}

static void
wait_for_progress (Worker *self)
{
  guint64 before = *self->count;

  while (*self->count == before)
    g_usleep (1000);
}

static void
worker_clear (Worker *self)
{
  g_assert_cmpint (waitpid (self->pid, NULL, 0), ==, self->pid);
  munmap ((void *) self->count, sizeof *self->count);
}

/* Gives each thread of a process an ordinary policy: a thread that is stuck outlives a SIGKILL. */
static void
disarm (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task", pid);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const TslSchedAttr plain = { .policy = SCHED_OTHER };
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    tsl_sched_restore (atoi (name), &plain);
}

static void
end_worker (Worker *self)
{
  g_assert_cmpint (self->pid, >, 1);
  disarm (self->pid);
  g_assert_cmpint (kill (self->pid, SIGKILL), ==, 0);
  worker_clear (self);
}

static gboolean
may_reserve (void)
{
  g_autoptr (GError) error = NULL;

  if (tsl_admission_ask_kernel (&tenth, &error))
    return TRUE;
  g_assert_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE);
  g_test_message ("nobody who may reserve nothing gets stuck: %s", error->message);
  return FALSE;
}

/* Returns whether a thread runs within the time in which the kernel pays its overdraft off, twice. */
static gboolean
runs (Worker *worker, gint64 overdraft)
{
  gint64 time = overdraft * tenth.period / tenth.budget;
  gint64 end = kernel_clock_read (CLOCK_MONOTONIC) + 2 * time + 100 * MSEC;
  guint64 before = *worker->count;

  while (*worker->count == before && kernel_clock_read (CLOCK_MONOTONIC) < end)
    g_usleep (1000);
  return *worker->count != before;
}

/* Throws a thread that does not pause out when its budget is overdrawn, by a tick of 4 ms or so, and lets it in
 * again when its deadline is past, but the overdraft is not paid off, which takes ten times as long. */
static gboolean
try_to_stick (Worker *worker)
{
  TslSchedState state = { .left = 0 }, later;

  g_assert_cmpint (tsl_sched_set (worker->pid, &reservation), ==, 0);
  while (tsl_sched_look (worker->pid, &state) && state.left > -500 * USEC)
    g_usleep (500);
  g_assert_cmpint (tsl_sched_set (worker->pid, &ordinary), ==, 0);
  g_usleep (45000);
  g_assert_cmpint (tsl_sched_set (worker->pid, &reservation), ==, 0);
  /* one that is only slow has got some of its budget meanwhile */
  return tsl_sched_look (worker->pid, &state) && state.left <= 0 && !runs (worker, -state.left)
         && tsl_sched_look (worker->pid, &later) && later.left == state.left;
}

/* Each round takes 40 ms of the kernel's time and more. */
static guint
get_rounds (guint n)
{
  return g_test_slow () ? n : n / 5;
}

static gboolean
stick (Worker *worker)
{
  wait_for_progress (worker);
  for (guint i = 0; i < get_rounds (10); i++)
    if (try_to_stick (worker))
      return TRUE;
  g_test_message ("this kernel leaves no thread behind");
  return FALSE;
}

static void
test_watch (void)
{
  g_autoptr (TslSchedWatch) watch = tsl_sched_watch_new ();
  guint freed = 0;
  gboolean is_stuck;
  guint64 before;
  Worker worker;

  if (!may_reserve ())
    return;
  worker = start_worker (work_on);
  is_stuck = stick (&worker);
  /* It may get stuck after the last look at it, too. */
  for (before = *worker.count; *worker.count == before; g_usleep (10000))
    freed += tsl_sched_watch_process (watch, worker.pid);
  g_assert_cmpuint (freed, >=, is_stuck ? 1 : 0);
  g_assert_cmpint (sched_getscheduler (worker.pid) & ~SCHED_RESET_ON_FORK, ==, SCHED_DEADLINE);
  end_worker (&worker);
}

/* One that gets a reserve is free, whatever was left. */
static void
test_check (void)
{
  Worker worker;

  if (!may_reserve ())
    return;
  worker = start_worker (work_on);
  stick (&worker);
  tsl_sched_check (worker.pid);
  wait_for_progress (&worker);
  end_worker (&worker);
}

static void
spin (gint64 time)
{
  gint64 end = kernel_clock_read (CLOCK_MONOTONIC) + time;

  while (kernel_clock_read (CLOCK_MONOTONIC) < end)
    ;
}

/* Overdraws, leaves, comes back. */
static void
come_and_go (Worker *self)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (; *self->count < get_rounds (50); ++*self->count)
    {
      TslReserve *reserve = tsl_reserve_new (NULL, "own", 0, &tenth, NULL);

      spin (g_rand_int_range (rand, 0, 800) * USEC);
      tsl_reserve_free (reserve);
      spin (g_rand_int_range (rand, 0, 2000) * USEC);
    }
}

static void
test_own (void)
{
  g_autoptr (TslSchedWatch) watch = tsl_sched_watch_new ();
  Worker worker;

  if (!may_reserve ())
    return;
  worker = start_worker (come_and_go);
  while (*worker.count < get_rounds (50))
    {
      g_assert_cmpint (tsl_sched_watch_process (watch, worker.pid), ==, 0);
      g_usleep (10000);
    }
  worker_clear (&worker);
}

/* Gives a thread a reserve again and again, and takes it. */
static void
test_outside (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  Worker worker;

  if (!may_reserve ())
    return;
  worker = start_worker (work_on);
  for (guint i = 0; i < get_rounds (10); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TslReserve) reserve = tsl_reserve_new (NULL, "a", worker.pid, &tenth, &error);

      g_assert_no_error (error);
      g_usleep (g_rand_int_range (rand, 0, 8000));
      wait_for_progress (&worker);
    }
  g_assert_cmpint (sched_getscheduler (worker.pid), ==, SCHED_OTHER);
  end_worker (&worker);
}

static void
work_guarded (Worker *self)
{
  TslGuard *guard = tsl_guard_new (NULL);

  if (guard)
    work_on (self);
}

/* Returns the number of freed threads in the pages of guards. */
static double
count_freed (void)
{
  g_autoptr (GArray) pids = tsl_page_reader_list_pids ();
  double freed = 0;

  for (guint i = 0; i < pids->len; i++)
    {
      g_autoptr (TslPageReader) reader = tsl_page_reader_new (g_array_index (pids, guint, i), NULL);
      int cell =
          reader ? tsl_page_reader_find (reader, TSL_GUARD_MECHANISM, "", TSL_RESERVE_FREED) : -1;

      freed += cell >= 0 ? tsl_page_reader_get_value (reader, cell) : 0;
    }
  return freed;
}

/* It frees its owner's threads, and says so. */
static void
test_guard_frees (void)
{
  Worker worker;

  if (!may_reserve ())
    return;
  worker = start_worker (work_guarded);
  if (stick (&worker))
    while (count_freed () < 1)
      g_usleep (10000);
  wait_for_progress (&worker);
  end_worker (&worker);
}

/* So its owner can be killed. */
static void
test_owner_killed (void)
{
  Worker worker;

  if (!may_reserve ())
    return;
  worker = start_worker (work_guarded);
  stick (&worker);
  g_assert_cmpint (worker.pid, >, 1);
  g_assert_cmpint (kill (worker.pid, SIGKILL), ==, 0);
  worker_clear (&worker);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/stuck/check", test_check);
  g_test_add_func ("/tsl/stuck/own", test_own);
  g_test_add_func ("/tsl/stuck/outside", test_outside);
  if (g_test_slow ())
    {
      g_test_add_func ("/tsl/stuck/watch", test_watch);
      g_test_add_func ("/tsl/stuck/guard-frees", test_guard_frees);
      g_test_add_func ("/tsl/stuck/owner-killed", test_owner_killed);
    }
  return page_directory_run ();
}

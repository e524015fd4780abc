/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <errno.h>
#include <gscope/gscope.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
  REFUSED = 1,
  WRONG,
};

/* Spins in real time until the kernel has had enough of it. */
static int
spin (void)
{
  struct rlimit limit;

  if (!gscope_realtime_begin (1))
    return errno == EPERM ? REFUSED : WRONG;
  if (!gscope_realtime_is_on (0) || !(sched_getscheduler (0) & SCHED_RESET_ON_FORK)
      || getrlimit (RLIMIT_RTTIME, &limit) != 0 || limit.rlim_cur > 100000)
    return WRONG;
  while (gscope_realtime_is_on (0))
    ;
  return sched_getscheduler (0) == (SCHED_OTHER | SCHED_RESET_ON_FORK) ? 0 : WRONG;
}

static void
test_thread (void)
{
  pid_t child = fork ();
  int status;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    _exit (spin ());
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  if (WEXITSTATUS (status) == REFUSED)
    g_test_message ("this user may have no real-time threads");
  else
    g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

/* To others the signal means that the process has used up its time. */
static void
test_others (void)
{
  pid_t child = fork ();
  int status;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      const struct rlimit no_core = { 0 };

      setrlimit (RLIMIT_CORE, &no_core);
      gscope_realtime_bound (0);
      raise (SIGXCPU);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGXCPU);
}

static double
spin_until (gpointer data)
{
  while (!__atomic_load_n ((gboolean *) data, __ATOMIC_ACQUIRE))
    ;
  return 1;
}

/* A function that does not return makes the poller an ordinary thread, and the scope says so. */
static void
test_poller (void)
{
  gboolean is_enough = FALSE;
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  const char *begun;

  gscope_scope_add_any_thread_func (scope, "spin", spin_until, &is_enough, NULL);
  gscope_scope_start (scope);
  begun = gscope_scope_get_poller_mode (scope);
  g_test_message ("the poller is %s", begun);
  while (strstr (gscope_scope_get_poller_mode (scope), "SCHED_FIFO"))
    g_usleep (10000);
  if (strstr (begun, "SCHED_FIFO"))
    g_assert_nonnull (strstr (gscope_scope_get_poller_mode (scope), "ordinary"));
  __atomic_store_n (&is_enough, TRUE, __ATOMIC_RELEASE);
  gscope_scope_stop (scope);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/realtime/thread", test_thread);
  g_test_add_func ("/realtime/others", test_others);
  g_test_add_func ("/realtime/poller", test_poller);
  return g_test_run ();
}

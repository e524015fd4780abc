/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/child.h"
#include "support/page-directory.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define MISSING 0x3fffffff

static void
test_own (void)
{
  g_autoptr (GError) error = NULL;
  gint64 before = tsl_timer_slack_get (0, &error);

  g_assert_cmpint (before, >, 0);
  g_assert_true (tsl_timer_slack_set (0, 500000, &error));
  g_assert_cmpint (tsl_timer_slack_get (0, &error), ==, 500000);
  g_assert_cmpint (prctl (PR_GET_TIMERSLACK), ==, 500000);
  /* more than an int holds */
  g_assert_true (tsl_timer_slack_set (0, G_GINT64_CONSTANT (3000000000), &error));
  g_assert_cmpint (tsl_timer_slack_get (0, &error), ==, G_GINT64_CONSTANT (3000000000));
  /* none at all is as little as there is */
  g_assert_true (tsl_timer_slack_set (0, 0, &error));
  g_assert_cmpint (tsl_timer_slack_get (getpid (), &error), ==, 1);
  g_assert_true (tsl_timer_slack_set (syscall (SYS_gettid), before, &error));
  g_assert_no_error (error);
}

static void
test_missing (void)
{
  g_autoptr (TslTimerSlack) slack = tsl_timer_slack_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (tsl_timer_slack_get (MISSING, &error), ==, -1);
  g_assert_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (tsl_timer_slack_add_process (slack, MISSING, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (tsl_timer_slack_add_cgroup (slack, "/proc", &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND);
  g_assert_cmpuint (tsl_timer_slack_get_n_threads (slack), ==, 0);
  g_assert_true (tsl_timer_slack_apply (slack, 100000, NULL));
}

static gpointer
sleep_for_ever (gpointer data)
{
  for (;;)
    pause ();
  return NULL;
}

static gboolean
start_threads (gpointer n_threads)
{
  pthread_attr_t attributes;
  pthread_t thread;

  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 256 * 1024);
  for (guint i = 1; i < GPOINTER_TO_UINT (n_threads); i++)
    if (pthread_create (&thread, &attributes, sleep_for_ever, NULL) != 0)
      return FALSE;
  return TRUE;
}

/* Others' slack takes CAP_SYS_NICE: it is turned and put back, or refused and left as it was. */
static void
test_process (void)
{
  pid_t child = child_start (start_threads, GUINT_TO_POINTER (3));
  g_autoptr (TslGuard) guard = tsl_guard_new (NULL);
  g_autoptr (TslTimerSlack) slack = tsl_timer_slack_new (guard);
  g_autoptr (GError) error = NULL;
  gint64 before = tsl_timer_slack_get (child, &error);

  if (before < 0)
    {
      g_assert_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE);
      g_assert_nonnull (strstr (error->message, "CAP_SYS_NICE"));
      g_assert_false (tsl_timer_slack_add_process (slack, child, NULL));
    }
  else
    {
      g_assert_true (tsl_timer_slack_add_process (slack, child, &error));
      g_assert_no_error (error);
      /* sanitizers have threads of their own */
      g_assert_cmpuint (tsl_timer_slack_get_n_threads (slack), >=, 3);
      g_assert_cmpint (tsl_timer_slack_get_thread (slack, 0), >, 0);
      g_assert_cmpuint (tsl_timer_slack_get_n_real_time (slack), ==, 0);
      if (tsl_timer_slack_apply (slack, 700000, &error))
        g_assert_cmpint (tsl_timer_slack_get (child, NULL), ==, 700000);
      else
        g_assert_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE);
      tsl_timer_slack_restore (slack);
      g_assert_cmpint (tsl_timer_slack_get (child, NULL), ==, before);
    }
  child_end (child);
  /* those that ended are no error */
  g_assert_true (tsl_timer_slack_apply (slack, 50000, NULL));
}

/* The guard puts back what one that was killed had turned. */
static void
test_killed (void)
{
  pid_t child = child_start (start_threads, GUINT_TO_POINTER (3));
  gint64 before = tsl_timer_slack_get (child, NULL);
  int ready[2];
  pid_t culprit;
  char byte;

  g_assert_cmpint (pipe (ready), ==, 0);
  culprit = fork ();
  g_assert_cmpint (culprit, >=, 0);
  if (culprit == 0)
    {
      TslTimerSlack *slack = tsl_timer_slack_new (tsl_guard_new (NULL));

      prctl (PR_SET_PDEATHSIG, SIGKILL);
      if (tsl_timer_slack_add_process (slack, child, NULL)
          && tsl_timer_slack_apply (slack, 700000, NULL) && write (ready[1], "x", 1) == 1)
        pause ();
      _exit (0);
    }
  close (ready[1]);
  /* it ends by itself where it may not */
  if (read (ready[0], &byte, 1) == 1)
    g_assert_cmpint (tsl_timer_slack_get (child, NULL), ==, 700000);
  g_assert_true (kill (culprit, SIGKILL) == 0);
  g_assert_cmpint (waitpid (culprit, NULL, 0), ==, culprit);
  while (tsl_timer_slack_get (child, NULL) != before)
    g_usleep (1000);
  close (ready[0]);
  child_end (child);
}

/* Processor time of this thread, which others do not lengthen, in microseconds a thread: the least of some. */
static double
measure_add (guint n_threads)
{
  pid_t child = child_start (start_threads, GUINT_TO_POINTER (n_threads));
  double least = G_MAXDOUBLE;

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (TslTimerSlack) slack = tsl_timer_slack_new (NULL);
      struct timespec begin, end;

      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &begin);
      tsl_timer_slack_add_process (slack, child, NULL);
      tsl_timer_slack_apply (slack, 700000, NULL);
      tsl_timer_slack_restore (slack);
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &end);
      least = MIN (least,
                   ((end.tv_sec - begin.tv_sec) * 1e9 + end.tv_nsec - begin.tv_nsec) / n_threads);
    }
  child_end (child);
  g_test_message ("%u threads: %.1f us each", n_threads, least / 1000);
  return least;
}

/* A thread of a process that has many costs no more than another one. */
static void
test_many (void)
{
  double few = measure_add (100);

  g_assert_cmpfloat (measure_add (1500), <, 3 * few);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/timer-slack/own", test_own);
  g_test_add_func ("/tsl/timer-slack/missing", test_missing);
  g_test_add_func ("/tsl/timer-slack/process", test_process);
  g_test_add_func ("/tsl/timer-slack/killed", test_killed);
  g_test_add_func ("/tsl/timer-slack/many", test_many);
  return page_directory_run ();
}

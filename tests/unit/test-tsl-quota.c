/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define MSEC G_GINT64_CONSTANT (1000000)

static pid_t
start_spinner (void)
{
  pid_t parent = getpid ();
  pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      while (getppid () == parent)
        ;
      _exit (0);
    }
  return child;
}

static void
limit (TslQuota *quota)
{
  const TslDemand demand = { 5 * MSEC, 50 * MSEC };
  const TslDemand bad = { 5 * MSEC, 5000 * MSEC };
  g_autoptr (GError) error = NULL;
  pid_t child = start_spinner ();

  g_assert_true (tsl_quota_add (quota, child, &error));
  g_assert_no_error (error);
  g_assert_true (tsl_quota_change (quota, &demand, &error));
  g_assert_no_error (error);
  while (tsl_quota_get_throttled (quota) < 2)
    g_usleep (10000);
  g_assert_false (tsl_quota_change (quota, &bad, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_INVALID);
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
}

/* Where the machine allows it a spinner is held back, and nothing stays behind. */
static void
test_limit (void)
{
  g_autofree char *name = g_strdup_printf ("tsl-test-%d", getpid ());
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  TslQuota *quota = tsl_quota_new (name, NULL, &error);

  if (!quota)
    {
      g_test_message ("refused: %s", error->message);
      g_assert_true (g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE)
                     || g_error_matches (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED));
      return;
    }
  path = g_strdup (tsl_quota_get_path (quota));
  limit (quota);
  tsl_quota_free (quota);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
assert_budget (TslQuota *quota, const char *expected)
{
  g_autofree char *path = g_build_filename (tsl_quota_get_path (quota), "cpu.cfs_quota_us", NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (g_strstrip (text), ==, expected);
}

/* The kernel gives no group more than the one above has. */
static void
ask_for_too_much (TslQuota *quota)
{
  const TslDemand demand = { 5 * MSEC, 50 * MSEC };
  const TslDemand less = { 2 * MSEC, 100 * MSEC };
  const TslDemand more = { 80 * MSEC, 100 * MSEC };
  g_autofree char *name = g_strdup_printf ("tsl-test-inner-%d", getpid ());
  g_autoptr (GError) error = NULL;
  TslQuota *inner;

  g_assert_true (tsl_quota_change (quota, &demand, NULL));
  g_assert_true (tsl_quota_add (quota, getpid (), NULL));
  inner = tsl_quota_new (name, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (tsl_quota_change (inner, &less, NULL));
  g_assert_false (tsl_quota_change (inner, &more, &error));
  g_assert_nonnull (error);
  assert_budget (inner, "2000");
  tsl_quota_free (inner);
}

/* What the kernel refuses leaves the limit that was there; version 2 refuses nothing. */
static void
test_refused (void)
{
  g_autofree char *name = g_strdup_printf ("tsl-test-refused-%d", getpid ());
  TslQuota *quota = tsl_quota_new (name, NULL, NULL);
  g_autofree char *path =
      quota ? g_build_filename (tsl_quota_get_path (quota), "cpu.cfs_quota_us", NULL) : NULL;

  if (path && g_file_test (path, G_FILE_TEST_EXISTS))
    ask_for_too_much (quota);
  else
    g_test_message ("there are no control groups of version 1 here, which might refuse a limit");
  tsl_quota_free (quota);
}

/* Makes a group, says which guard removes it, and waits to be killed. */
static void
own (const char *name, int ready)
{
  TslGuard *guard = tsl_guard_new (NULL);
  TslQuota *quota = guard ? tsl_quota_new (name, guard, NULL) : NULL;
  pid_t pid = quota ? tsl_guard_get_pid (guard) : 0;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (write (ready, &pid, sizeof pid) != sizeof pid || !quota
      || !tsl_quota_add (quota, getpid (), NULL))
    _exit (0);
  for (;;)
    pause ();
}

static void
wait_for_end (pid_t pid)
{
  struct pollfd fd = { .fd = syscall (SYS_pidfd_open, pid, 0), .events = POLLIN };

  if (fd.fd < 0)
    return;
  g_assert_cmpint (poll (&fd, 1, -1), ==, 1);
  close (fd.fd);
}

/* A group does not outlive a process that is killed. */
static void
test_killed (void)
{
  g_autofree char *name = g_strdup_printf ("tsl-test-killed-%d", getpid ());
  g_autofree char *path = NULL;
  TslQuota *quota = tsl_quota_new (name, NULL, NULL);
  pid_t owner, guard;
  int ready[2];

  if (!quota)
    {
      g_test_message ("there is nothing to be removed, for nobody may make a group here");
      return;
    }
  path = g_strdup (tsl_quota_get_path (quota));
  tsl_quota_free (quota);
  g_assert_cmpint (pipe (ready), ==, 0);
  owner = fork ();
  g_assert_cmpint (owner, >=, 0);
  if (owner == 0)
    own (name, ready[1]);
  g_assert_cmpint (read (ready[0], &guard, sizeof guard), ==, sizeof guard);
  g_assert_cmpint (guard, >, 1);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_DIR));
  g_assert_cmpint (kill (owner, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (owner, NULL, 0), ==, owner);
  wait_for_end (guard);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  close (ready[0]);
  close (ready[1]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/quota/limit", test_limit);
  g_test_add_func ("/tsl/quota/refused", test_refused);
  g_test_add_func ("/tsl/quota/killed", test_killed);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
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
  TslQuota *quota = tsl_quota_new (name, &error);

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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/quota/limit", test_limit);
  return g_test_run ();
}

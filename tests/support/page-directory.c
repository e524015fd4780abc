/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <grp.h>
#include <gscope-test/run.h>
#include <sys/prctl.h>
#include <unistd.h>

#define NOBODY 65534

/* Tests that root runs once more as a user without rights; TEST_AS_NOBODY asks for it. */
static void
become_nobody (void)
{
  if (!g_getenv ("TEST_AS_NOBODY") || geteuid () != 0)
    return;
  g_assert_cmpint (setgroups (0, NULL), ==, 0);
  g_assert_cmpint (setresgid (NOBODY, NOBODY, NOBODY), ==, 0);
  g_assert_cmpint (setresuid (NOBODY, NOBODY, NOBODY), ==, 0);
  prctl (PR_SET_DUMPABLE, 1);
}

/* A build may be where nobody else may go. */
static gboolean
has_guard (void)
{
  const char *guard = g_getenv ("TSL_GUARD");

  return !guard || access (guard, X_OK) == 0;
}

int
page_directory_run (void)
{
  become_nobody ();
  if (!has_guard ())
    {
      g_print ("1..0 # SKIP this user may not start tsl-guard\n");
      return 0;
    }
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <glib/gstdio.h>
#include <grp.h>
#include <sys/prctl.h>
#include <unistd.h>

#define NOBODY 65534

static void
remove_all (const char *path)
{
  gboolean is_link = g_file_test (path, G_FILE_TEST_IS_SYMLINK);
  g_autoptr (GDir) dir = is_link ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  g_remove (path);
}

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
  g_autofree char *directory = NULL;
  int status;

  become_nobody ();
  if (!has_guard ())
    {
      g_print ("1..0 # SKIP this user may not start tsl-guard\n");
      return 0;
    }
  directory = g_dir_make_tmp ("tsl-XXXXXX", NULL);
  g_assert_nonnull (directory);
  g_setenv ("TSL_PAGE_DIR", directory, TRUE);
  status = g_test_run ();
  remove_all (directory);
  return status;
}

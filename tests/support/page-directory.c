/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <glib/gstdio.h>

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

int
page_directory_run (void)
{
  g_autofree char *directory = g_dir_make_tmp ("tsl-XXXXXX", NULL);
  int status;

  g_assert_nonnull (directory);
  g_setenv ("TSL_PAGE_DIR", directory, TRUE);
  status = g_test_run ();
  remove_all (directory);
  return status;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <dlfcn.h>
#include <glib.h>
#include <string.h>

/* Returns the path of what was installed with a library. An installation may have been moved after it was compiled:
 * its prefix is found by the file of the library that has `code` in it, which is in `libdir` below the prefix. The
 * configured prefix is for a library that is not installed. Directories that are not below the prefix are absolute. */
static inline char *
installed_find (gconstpointer code, const char *prefix, const char *libdir, const char *path)
{
  g_autofree char *directory = NULL;
  g_autofree char *end = g_strconcat ("/", libdir, NULL);
  g_autofree char *moved = NULL;
  Dl_info library;

  if (g_path_is_absolute (path))
    return g_strdup (path);
  if (dladdr (code, &library))
    directory = g_path_get_dirname (library.dli_fname);
  /* A path that is not absolute may lead elsewhere by now. */
  if (directory && g_path_is_absolute (directory) && g_str_has_suffix (directory, end))
    {
      directory[strlen (directory) - strlen (end)] = '\0';
      moved = g_build_filename (directory[0] ? directory : "/", path, NULL);
    }
  if (moved && g_file_test (moved, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&moved);
  return g_build_filename (prefix, path, NULL);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/manual.h"

/* The pages of this language are in the directory itself, and each other language has a directory in it. */
#define ORIGINAL "en"
#define FIRST_PAGE "index.html"

GFile *
app_manual_find (const char *directory, const char *const *languages)
{
  g_autoptr (GFile) original = g_file_new_build_filename (directory, FIRST_PAGE, NULL);

  for (guint i = 0; languages[i] && !g_str_equal (languages[i], ORIGINAL); i++)
    {
      g_autoptr (GFile) page =
          g_file_new_build_filename (directory, languages[i], FIRST_PAGE, NULL);

      if (g_file_query_exists (page, NULL))
        return g_steal_pointer (&page);
    }
  return g_file_query_exists (original, NULL) ? g_steal_pointer (&original) : NULL;
}

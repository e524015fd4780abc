/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/workspace/ready-made.h>

#include <string.h>

GStrv
gscope_ready_made_list_directories (const char *variable, const char *folder)
{
  const char *paths = g_getenv (variable);
  const char *const *system = g_get_system_data_dirs ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *own = g_build_filename (g_get_user_data_dir (), "gscope", folder, NULL);

  if (paths)
    return g_strsplit (paths, ":", -1);
  g_strv_builder_add (builder, own);
  for (guint i = 0; system[i]; i++)
    {
      g_autofree char *path = g_build_filename (system[i], "gscope", folder, NULL);

      g_strv_builder_add (builder, path);
    }
  return g_strv_builder_end (builder);
}

GFile *
gscope_ready_made_find (const char *const *directories, const char *name)
{
  g_autofree char *file_name = g_strconcat (name, GSCOPE_READY_MADE_SUFFIX, NULL);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (name);

  for (guint i = 0; directories[i] && !strchr (name, '/'); i++)
    {
      g_autoptr (GFile) candidate = g_file_new_build_filename (directories[i], file_name, NULL);

      if (g_file_query_exists (candidate, NULL))
        return g_steal_pointer (&candidate);
    }
  return g_file_query_exists (file, NULL) ? g_steal_pointer (&file) : NULL;
}

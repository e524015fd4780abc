/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/workspace/workspace.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>

/**
 * gscope_workspace_list_directories:
 *
 * Lists the directories of ready-made workspaces. The environment variable `GSCOPE_WORKSPACE_PATH` names them, separated
 * by colons. Without the variable, they are `gscope/workspaces` in the user's and the system's data directories.
 *
 * Returns: (transfer full): the paths; of two files of one name, the one in the first directory counts
 */
GStrv
gscope_workspace_list_directories (void)
{
  const char *variable = g_getenv ("GSCOPE_WORKSPACE_PATH");
  const char *const *system = g_get_system_data_dirs ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *own = g_build_filename (g_get_user_data_dir (), "gscope", "workspaces", NULL);

  if (variable)
    return g_strsplit (variable, ":", -1);
  g_strv_builder_add (builder, own);
  for (guint i = 0; system[i]; i++)
    {
      g_autofree char *path = g_build_filename (system[i], "gscope", "workspaces", NULL);

      g_strv_builder_add (builder, path);
    }
  return g_strv_builder_end (builder);
}

/**
 * gscope_workspace_find:
 * @name: the path of a file, or the name of a ready-made workspace, such as `tcp-congestion`
 * @error: why there is none
 *
 * Finds the file of a workspace that a user names.
 *
 * Returns: (transfer full): the file, which exists
 */
GFile *
gscope_workspace_find (const char *name, GError **error)
{
  g_auto (GStrv) directories = gscope_workspace_list_directories ();
  g_autofree char *file_name = g_strconcat (name, ".json", NULL);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (name);

  for (guint i = 0; directories[i] && !strchr (name, '/'); i++)
    {
      g_autoptr (GFile) candidate = g_file_new_build_filename (directories[i], file_name, NULL);

      if (g_file_query_exists (candidate, NULL))
        return g_steal_pointer (&candidate);
    }
  if (g_file_query_exists (file, NULL))
    return g_steal_pointer (&file);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
               _ ("There is no file “%s”, and no ready-made workspace of that name. Give the path "
                  "of a file."),
               name);
  return NULL;
}

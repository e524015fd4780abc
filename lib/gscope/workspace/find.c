/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/workspace/workspace.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/workspace/ready-made.h>

/**
 * gscope_workspace_list_directories:
 *
 * Lists the directories of ready-made workspaces. The environment variable `GSCOPE_WORKSPACE_PATH` names them, separated
 * by colons. Without the variable, they are `gscope/workspaces` in the user's and the system's data directories.
 *
 * Returns: (transfer full): the paths; of two files of one name, the one in the first directory counts
 *
 * Since: 1.0
 */
GStrv
gscope_workspace_list_directories (void)
{
  return gscope_ready_made_list_directories ("GSCOPE_WORKSPACE_PATH", "workspaces");
}

static gboolean
is_within (GFile *file, const char *directory)
{
  g_autoptr (GFile) prefix = g_file_new_for_path (directory);

  return g_file_equal (file, prefix) || g_file_has_prefix (file, prefix);
}

/**
 * gscope_workspace_is_ready_made:
 * @file: a file
 *
 * Gets whether a file is in one of the directories of ready-made workspaces, except for the user's own directory.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_workspace_is_ready_made (GFile *file)
{
  g_auto (GStrv) directories = gscope_workspace_list_directories ();

  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  for (guint i = 0; directories[i]; i++)
    {
      g_autoptr (GFile) directory = g_file_new_for_path (directories[i]);

      if (g_file_has_prefix (file, directory) && !is_within (directory, g_get_user_data_dir ()))
        return TRUE;
    }
  return FALSE;
}

/**
 * gscope_workspace_find:
 * @name: the path of a file, or the name of a ready-made workspace, such as `tcp-congestion`
 * @error: why there is none
 *
 * Finds the file of a workspace that a user names.
 *
 * Returns: (transfer full): the file, which exists
 *
 * Since: 1.0
 */
GFile *
gscope_workspace_find (const char *name, GError **error)
{
  g_auto (GStrv) directories = gscope_workspace_list_directories ();
  GFile *file = gscope_ready_made_find ((const char *const *) directories, name);

  if (file)
    return file;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
               _ ("There is no file “%s”, and no ready-made workspace of that name. Give the path "
                  "of a file."),
               name);
  return NULL;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/experiment/results.h>
#include <gscope/json-private.h>
#include <gscope/workspace/ready-made.h>
#include <string.h>
#include <unistd.h>

#define FOLDER_SUFFIX ".experiments"

static GStrv
list_directories (void)
{
  return gscope_ready_made_list_directories ("GSCOPE_EXPERIMENT_PATH", "experiments");
}

/**
 * gscope_experiment_find:
 * @name: the path of a file, or the name of a ready-made experiment, such as `overshoot-by-alpha`
 * @error: why there is none
 *
 * Finds the file of an experiment that a user names. The environment variable `GSCOPE_EXPERIMENT_PATH` names the
 * directories of ready-made experiments, separated by colons. Without the variable, they are `gscope/experiments` in the
 * user's and the system's data directories.
 *
 * Returns: (transfer full): the file, which exists
 *
 * Since: 1.0
 */
GFile *
gscope_experiment_find (const char *name, GError **error)
{
  g_auto (GStrv) directories = list_directories ();
  GFile *file = gscope_ready_made_find ((const char *const *) directories, name);

  if (!file)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 _ ("There is no file “%s”, and no ready-made experiment of that name. Give the "
                    "path of a file."),
                 name);
  return file;
}

/* Adds a figure of a list, which is a title, or an object with a title and why it is missing. */
static void
add_figure (GVariantBuilder *builder, const char *label, JsonNode *node)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *title = object ? json_object_get_string_member_with_default (object, "title", NULL)
                             : (JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL);
  const char *missing =
      object ? json_object_get_string_member_with_default (object, "missing", "") : "";

  if (title)
    g_variant_builder_add (builder, "(sss)", label, title, missing ? missing : "");
}

/**
 * gscope_experiment_list_figures:
 *
 * Lists the figures and tables of publications that the ready-made experiments measure again, from the file `figures.json`
 * beside a directory of ready-made experiments. It blocks while it reads.
 *
 * Returns: (transfer full): `a(sss)`: for each figure its label, its title, and why no experiment measures it, or an empty text
 *
 * Since: 1.0
 */
GVariant *
gscope_experiment_list_figures (void)
{
  g_auto (GStrv) directories = list_directories ();
  g_autoptr (JsonNode) root = NULL;
  GVariantBuilder builder;
  JsonObjectIter iter;
  const char *label;
  JsonNode *node;

  for (guint i = 0; directories[i] && !root; i++)
    {
      g_autofree char *parent = g_path_get_dirname (directories[i]);
      g_autofree char *path = g_build_filename (parent, "figures.json", NULL);
      g_autofree char *text = NULL;
      gsize length;

      if (g_file_get_contents (path, &text, &length, NULL))
        root = gscope_json_parse (text, length, NULL);
    }
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sss)"));
  if (root && JSON_NODE_HOLDS_OBJECT (root))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (root));
      while (json_object_iter_next_ordered (&iter, &label, &node))
        add_figure (&builder, label, node);
    }
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  return strcmp (a, b);
}

/**
 * gscope_experiment_list:
 *
 * Lists the ready-made experiments.
 *
 * Returns: (transfer full): their names, sorted
 *
 * Since: 1.0
 */
GStrv
gscope_experiment_list (void)
{
  g_auto (GStrv) directories = list_directories ();
  g_autoptr (GTree) names = g_tree_new_full (compare_names, NULL, g_free, NULL);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; directories[i]; i++)
    {
      g_autoptr (GDir) dir = g_dir_open (directories[i], 0, NULL);
      const char *name;

      while (dir && (name = g_dir_read_name (dir)))
        if (g_str_has_suffix (name, GSCOPE_READY_MADE_SUFFIX))
          {
            char *key = g_strndup (name, strlen (name) - strlen (GSCOPE_READY_MADE_SUFFIX));

            g_tree_insert (names, key, key);
          }
    }
  for (GTreeNode *node = g_tree_node_first (names); node; node = g_tree_node_next (node))
    g_strv_builder_add (builder, g_tree_node_key (node));
  return g_strv_builder_end (builder);
}

/* Returns whether files can be made in a directory. */
static gboolean
is_writable (GFile *directory)
{
  const char *path = directory ? g_file_peek_path (directory) : NULL;

  return path && access (path, W_OK) == 0;
}

/**
 * gscope_experiment_find_folder:
 * @workspace: (nullable): the file of a workspace; %NULL for one that was not saved, or is ready-made
 *
 * Finds where results are kept: beside the file of the workspace, in the folder of its name that ends in `.experiments`; where
 * that cannot be written, in `gscope/experiment-results` of the user's data directory. The folder need not exist.
 *
 * Returns: (transfer full): the folder
 *
 * Since: 1.0
 */
GFile *
gscope_experiment_find_folder (GFile *workspace)
{
  g_autoptr (GFile) parent = workspace ? g_file_get_parent (workspace) : NULL;
  g_autofree char *name = workspace ? g_file_get_basename (workspace) : NULL;
  g_autofree char *base = NULL;

  if (!is_writable (parent))
    return g_file_new_build_filename (g_get_user_data_dir (), "gscope", "experiment-results", NULL);
  if (g_str_has_suffix (name, GSCOPE_READY_MADE_SUFFIX))
    name[strlen (name) - strlen (GSCOPE_READY_MADE_SUFFIX)] = '\0';
  base = g_strconcat (name, FOLDER_SUFFIX, NULL);
  return g_file_get_child (parent, base);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * gscope_experiment_results_find_file:
 * @experiment: an experiment
 * @folder: where results are kept
 *
 * Finds the file for the results of an experiment: its name, of quick runs with `-quick`, and `.jsonl`. The file need not exist.
 *
 * Returns: (transfer full): the file
 *
 * Since: 1.0
 */
GFile *
gscope_experiment_results_find_file (GscopeExperiment *experiment, GFile *folder)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (experiment) && G_IS_FILE (folder), NULL);

  name =
      g_strconcat (gscope_experiment_get_name (experiment),
                   gscope_experiment_get_quick (experiment) ? GSCOPE_EXPERIMENT_QUICK_SUFFIX : "",
                   GSCOPE_EXPERIMENT_RESULTS_SUFFIX, NULL);
  return g_file_get_child (folder, name);
}

/**
 * gscope_experiment_results_list:
 * @folder: a folder
 *
 * Reads all results that a folder keeps. Files that hold none are left out. It blocks while it reads.
 *
 * Returns: (transfer full) (element-type GscopeExperimentResults): the results, in the order of the names of their files
 *
 * Since: 1.0
 */
GPtrArray *
gscope_experiment_results_list (GFile *folder)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_return_val_if_fail (G_IS_FILE (folder) && g_file_peek_path (folder), list);

  dir = g_dir_open (g_file_peek_path (folder), 0, NULL);
  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, GSCOPE_EXPERIMENT_RESULTS_SUFFIX))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_texts);
  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (GFile) file = g_file_get_child (folder, names->pdata[i]);
      GscopeExperimentResults *results = gscope_experiment_results_new_from_file (file, NULL);

      if (results)
        g_ptr_array_add (list, results);
    }
  return list;
}

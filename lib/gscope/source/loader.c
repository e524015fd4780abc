/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gmodule.h>
#include <gscope/error.h>
#include <gscope/file.h>
#include <gscope/source/loader.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define DESCRIBE(type)                                                                             \
  {                                                                                                \
#type, sizeof(type)                                                                            \
  }

static const struct
{
  const char *name;
  gsize size;
} structures[] = { GSCOPE_PLUGIN_STRUCTURES (DESCRIBE) };

G_STATIC_ASSERT (G_N_ELEMENTS (structures) <= GSCOPE_PLUGIN_MAX_STRUCTURES);

static gboolean
check_version (const GscopePlugin *plugin, GError **error)
{
  if (plugin->abi == GSCOPE_PLUGIN_ABI)
    return TRUE;
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
      _ ("it was built for version %u of the plugin interface, but the library has version "
         "%u. Rebuild it with the installed library."),
      plugin->abi, GSCOPE_PLUGIN_ABI);
  return FALSE;
}

static gboolean
check_sizes (const GscopePlugin *plugin, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (structures); i++)
    {
      if (plugin->sizes[i] == structures[i].size)
        continue;
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
          _ ("it was built with a %s of %zu bytes, and the library has one of %zu. Rebuild "
             "it with the installed library."),
          structures[i].name, plugin->sizes[i], structures[i].size);
      return FALSE;
    }
  return TRUE;
}

static const GscopePlugin *
find_plugin (GModule *module, GError **error)
{
  gpointer symbol;

  if (!g_module_symbol (module, "gscope_plugin", &symbol) || !symbol)
    {
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
          _ ("it is not a plugin for this version of Gscope: it does not export gscope_plugin"));
      return NULL;
    }
  return check_version (symbol, error) && check_sizes (symbol, error) ? symbol : NULL;
}

/* All symbols are bound at once: a missing one would otherwise end the program at its first call. */
static gboolean
load_plugin (GscopeRegistry *registry, const char *file, GError **error)
{
  GModule *module = g_module_open_full (file, G_MODULE_BIND_LOCAL, error);
  const GscopePlugin *plugin = module ? find_plugin (module, error) : NULL;

  if (!plugin)
    {
      g_clear_pointer (&module, g_module_close);
      return FALSE;
    }
  /* Types cannot be unregistered. */
  g_module_make_resident (module);
  return plugin->register_types (registry, error);
}

static void
load_file (GscopeRegistry *registry, const char *file)
{
  g_autoptr (GError) error = NULL;

  if (!load_plugin (registry, file, &error))
    gscope_registry_add_failure (registry, file,
                                 error ? error->message : _ ("the plugin gave no reason"));
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The names of files are those that were found before: the file of an earlier directory hides one with the same name, so that
 * a plugin can be tried beside the one that is installed. */
static void
load_directory (GscopeRegistry *registry, GHashTable *names, const char *path, gboolean is_required)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) directory = g_dir_open (path, 0, &error);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (!directory)
    {
      if (is_required || !g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        gscope_registry_add_failure (registry, path, error->message);
      return;
    }
  while ((name = g_dir_read_name (directory)))
    if (g_str_has_suffix (name, ".so") && g_hash_table_add (names, g_strdup (name)))
      g_ptr_array_add (files, g_build_filename (path, name, NULL));
  g_ptr_array_sort (files, compare_files);
  for (guint i = 0; i < files->len; i++)
    load_file (registry, files->pdata[i]);
}

/* A program that has more rights than its user loads no plugins of this user: with set-uid or file capabilities,
 * secure_getenv () finds no home, and under sudo, the home may belong to the caller. */
static void
load_own_directory (GscopeRegistry *registry, GHashTable *names)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "gscope", "plugins", NULL);
  struct stat info;

  if (!secure_getenv ("HOME") || stat (path, &info) != 0)
    return;
  if (info.st_uid == geteuid () && (info.st_mode & S_IWOTH) == 0)
    load_directory (registry, names, path, FALSE);
  else
    gscope_registry_add_failure (registry, path,
                                 _ ("it belongs to another user, or every user may write to it"));
}

/**
 * gscope_loader_load:
 * @registry: where plugins add their types
 *
 * Loads every plugin: each `.so` in the directories of the environment variable
 * `GSCOPE_PLUGIN_PATH`, separated by colons, in the user's own directory, `gscope/plugins` of
 * `XDG_DATA_HOME`, and in the plugin directory that was installed with the library, in this order.
 * Of several files with one name, only the first is loaded. A plugin that cannot be loaded is
 * reported by gscope_registry_get_failures(), and the others are loaded. Call this function once.
 *
 * Since: 1.0
 */
void
gscope_loader_load (GscopeRegistry *registry)
{
  /* Ignored with set-uid or file capabilities, where the variable comes from another user. */
  const char *variable = secure_getenv ("GSCOPE_PLUGIN_PATH");
  g_autofree char *installed = gscope_file_find_installed (GSCOPE_PLUGIN_DIR);
  g_auto (GStrv) paths = g_strsplit (variable ? variable : "", ":", -1);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_return_if_fail (GSCOPE_IS_REGISTRY (registry));

  for (guint i = 0; paths[i]; i++)
    if (paths[i][0])
      load_directory (registry, names, paths[i], TRUE);
  load_own_directory (registry, names);
  load_directory (registry, names, installed, !variable);
}

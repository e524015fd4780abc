/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "experiments/shelf.h"

#include <glib/gi18n.h>

#define SUFFIX ".json"
#define WORKSPACE_SUFFIX ".workspace.json"

struct _AppShelf
{
  GObject parent_instance;

  GscopeWorkspace *workspace;
  GFile *origin;
  GFile *folder;
  GPtrArray *entries;
  /* names of the experiments that were made of the open workspace, which may have no file */
  GHashTable *own;
};

G_DEFINE_FINAL_TYPE (AppShelf, app_shelf, G_TYPE_OBJECT)

static void
entry_free (gpointer data)
{
  AppShelfEntry *entry = data;

  g_object_unref (entry->experiment);
  g_clear_object (&entry->kept);
  g_free (entry);
}

static void
app_shelf_finalize (GObject *object)
{
  AppShelf *self = APP_SHELF (object);

  g_object_unref (self->workspace);
  g_clear_object (&self->origin);
  g_object_unref (self->folder);
  g_ptr_array_unref (self->entries);
  g_hash_table_unref (self->own);
  G_OBJECT_CLASS (app_shelf_parent_class)->finalize (object);
}

static void
app_shelf_class_init (AppShelfClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_shelf_finalize;
}

static void
app_shelf_init (AppShelf *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* Returns the user's own file of the workspace; NULL for a ready-made one. */
static GFile *
get_file (AppShelf *self)
{
  return self->origin && !gscope_workspace_is_ready_made (self->origin) ? self->origin : NULL;
}

AppShelf *
app_shelf_new (GscopeWorkspace *workspace, GFile *origin)
{
  AppShelf *self = g_object_new (APP_TYPE_SHELF, NULL);

  self->workspace = g_object_ref (workspace);
  g_set_object (&self->origin, origin);
  self->folder = gscope_experiment_find_folder (get_file (self));
  return self;
}

static AppShelfEntry *
add_entry (AppShelf *self, GscopeExperiment *experiment)
{
  AppShelfEntry *entry = g_new0 (AppShelfEntry, 1);

  entry->experiment = g_object_ref (experiment);
  g_ptr_array_add (self->entries, entry);
  return entry;
}

static void
read_ready_made (AppShelf *self)
{
  g_auto (GStrv) names = gscope_experiment_list ();

  for (guint i = 0; names[i]; i++)
    {
      g_autoptr (GFile) file = gscope_experiment_find (names[i], NULL);
      g_autoptr (GscopeExperiment) experiment =
          file ? gscope_experiment_new_from_file (file, FALSE, NULL) : NULL;

      if (experiment)
        add_entry (self, experiment);
    }
}

static AppShelfEntry *
find_entry (AppShelf *self, GscopeExperiment *experiment)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      AppShelfEntry *entry = self->entries->pdata[i];

      if (g_str_equal (gscope_experiment_get_checksum (entry->experiment),
                       gscope_experiment_get_checksum (experiment))
          && g_str_equal (gscope_experiment_get_name (entry->experiment),
                          gscope_experiment_get_name (experiment)))
        return entry;
    }
  return NULL;
}

void
app_shelf_read (AppShelf *self)
{
  g_autoptr (GPtrArray) list = gscope_experiment_results_list (self->folder);

  g_ptr_array_set_size (self->entries, 0);
  read_ready_made (self);
  for (guint i = 0; i < list->len; i++)
    {
      GscopeExperiment *experiment = gscope_experiment_results_get_experiment (list->pdata[i]);
      AppShelfEntry *entry = find_entry (self, experiment);

      if (gscope_experiment_get_quick (experiment))
        continue;
      if (!entry)
        entry = add_entry (self, experiment);
      g_set_object (&entry->kept, list->pdata[i]);
    }
}

GPtrArray *
app_shelf_get_entries (AppShelf *self)
{
  return self->entries;
}

GFile *
app_shelf_get_folder (AppShelf *self)
{
  return self->folder;
}

/* Documents. */

/* Makes the name of a file of a title: “Mean of Sine” becomes “mean-of-sine”. */
static char *
make_slug (const char *title)
{
  g_autofree char *lower = g_utf8_strdown (title, -1);
  g_autofree char *ascii = g_str_to_ascii (lower, "C");
  g_auto (GStrv) words = NULL;

  g_strcanon (ascii, "abcdefghijklmnopqrstuvwxyz0123456789", '-');
  words = g_strsplit (ascii[0] ? ascii : "experiment", "--", -1);
  return g_strjoinv ("-", words);
}

/* Returns a file of the folder that does not exist. */
static GFile *
find_free (AppShelf *self, const char *slug)
{
  for (guint i = 1;; i++)
    {
      g_autofree char *name =
          i == 1 ? g_strconcat (slug, SUFFIX, NULL) : g_strdup_printf ("%s-%u" SUFFIX, slug, i);
      g_autoptr (GFile) file = g_file_get_child (self->folder, name);

      if (!g_file_query_exists (file, NULL))
        return g_steal_pointer (&file);
    }
}

static gboolean
write_file (GFile *file, const char *text, GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);

  g_mkdir_with_parents (g_file_peek_path (folder), 0755);
  return g_file_set_contents (g_file_peek_path (file), text, -1, error);
}

/* A workspace without a file is written beside the experiment. Returns its name; NULL with an error. */
static char *
write_workspace (AppShelf *self, GFile *file, GError **error)
{
  g_autofree char *text = gscope_workspace_to_data (self->workspace);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = NULL;
  g_autoptr (GFile) copy = NULL;

  if (g_str_has_suffix (base, SUFFIX))
    base[strlen (base) - strlen (SUFFIX)] = '\0';
  name = g_strconcat (base, WORKSPACE_SUFFIX, NULL);
  copy = g_file_get_child (folder, name);
  return write_file (copy, text, error) ? g_steal_pointer (&name) : NULL;
}

/* Returns how an experiment of a file names the workspace. */
static char *
name_workspace (AppShelf *self, GFile *file, GError **error)
{
  char *name;

  if (!self->origin)
    return write_workspace (self, file, error);
  if (get_file (self))
    return g_file_get_path (self->origin);
  name = g_file_get_basename (self->origin);
  if (g_str_has_suffix (name, SUFFIX))
    name[strlen (name) - strlen (SUFFIX)] = '\0';
  return name;
}

gboolean
app_shelf_save (AppShelf *self, GscopeExperimentDraft *draft, GFile *file, GError **error)
{
  g_autoptr (GscopeExperiment) experiment = NULL;
  g_autofree char *data = NULL;

  g_free (draft->workspace);
  draft->workspace = name_workspace (self, file, error);
  if (!draft->workspace)
    return FALSE;
  data = gscope_experiment_draft_to_data (draft);
  experiment = gscope_experiment_new_from_data (data, -1, FALSE, error);
  return experiment && write_file (file, data, error);
}

GscopeExperiment *
app_shelf_add (AppShelf *self, GscopeExperimentDraft *draft, GError **error)
{
  g_autofree char *data = gscope_experiment_draft_to_data (draft);
  g_autoptr (GscopeExperiment) plan = gscope_experiment_new_from_data (data, -1, FALSE, error);
  g_autofree char *slug = plan ? make_slug (gscope_experiment_get_title (plan)) : NULL;
  g_autoptr (GFile) file = slug ? find_free (self, slug) : NULL;
  GscopeExperiment *experiment;

  if (!file || !app_shelf_save (self, draft, file, error))
    return NULL;
  experiment = gscope_experiment_new_from_file (file, FALSE, error);
  if (experiment)
    g_hash_table_add (self->own, g_strdup (gscope_experiment_get_name (experiment)));
  return experiment;
}

gboolean
app_shelf_is_of_workspace (AppShelf *self, GscopeExperiment *experiment)
{
  g_autoptr (GFile) file = gscope_experiment_find_workspace (experiment, NULL);

  return g_hash_table_contains (self->own, gscope_experiment_get_name (experiment))
         || (file && self->origin && g_file_equal (file, self->origin));
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/error.h>
#include <gscope/workspace/private.h>
#include <string.h>

static GscopeWorkspaceScope *
find_scope (GscopeWorkspace *self, GscopeSource *source, guint *position)
{
  for (guint i = 0; i < self->data.scopes->len; i++)
    {
      GscopeWorkspaceScope *scope = self->data.scopes->pdata[i];

      for (guint j = 0; j < scope->sources->len; j++)
        if (((GscopeWorkspaceSource *) scope->sources->pdata[j])->source == source)
          {
            *position = j;
            return scope;
          }
    }
  return NULL;
}

static GscopeWorkspaceSource *
find_source (GscopeWorkspace *self, GscopeSource *source)
{
  guint position;
  GscopeWorkspaceScope *scope = find_scope (self, source, &position);

  return scope ? scope->sources->pdata[position] : NULL;
}

static GscopeWorkspaceSource *
new_spec (GscopeWorkspaceScope *scope, const char *type, const char *name, GVariant *options,
          GVariant *parameters)
{
  g_autofree char *path = g_strdup_printf ("%s.sources[%u]", scope->path, scope->sources->len);
  GscopeWorkspaceSource *spec = gscope_workspace_source_new (path);

  spec->type = g_strdup (type);
  spec->name = g_strdup (name);
  spec->options = options ? g_variant_ref_sink (options) : NULL;
  spec->parameters = parameters ? g_variant_ref_sink (parameters) : NULL;
  return spec;
}

static GscopeSource *
insert (GscopeWorkspace *self, GscopeWorkspaceScope *scope, guint position,
        GscopeWorkspaceSource *spec, GError **error)
{
  g_autoptr (GscopeSource) source = gscope_workspace_make_source (self, spec, NULL, error);

  if (!source)
    {
      gscope_workspace_source_free (spec);
      return NULL;
    }
  g_ptr_array_insert (scope->sources, (int) MIN (position, scope->sources->len), spec);
  gscope_workspace_start_source (self, scope, spec, source);
  return source;
}

/**
 * gscope_workspace_add_source:
 * @self: a workspace that was instantiated
 * @scope: the position of the scope that gets it
 * @type: a type of the registry
 * @name: (nullable): its name; %NULL for the type's default
 * @options: (nullable): its options, `a{sv}`; consumed if floating
 * @parameters: (nullable): initial values of its parameters, `a{sv}`; consumed if floating
 * @error: which type, name or option is wrong, and what would be right
 *
 * Makes a source and starts it; then its parameters get their initial values.
 *
 * Returns: (transfer none) (nullable): the source
 */
GscopeSource *
gscope_workspace_add_source (GscopeWorkspace *self, guint scope, const char *type, const char *name,
                             GVariant *options, GVariant *parameters, GError **error)
{
  GscopeWorkspaceScope *parent;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (self->instantiated && scope < self->data.scopes->len, NULL);
  g_return_val_if_fail (type, NULL);

  parent = self->data.scopes->pdata[scope];
  return insert (self, parent, G_MAXUINT, new_spec (parent, type, name, options, parameters),
                 error);
}

/**
 * gscope_workspace_describe_source:
 * @self: a workspace that was instantiated
 * @source: one of its sources
 * @scope: (out) (optional): the position of the scope that has it
 * @position: (out) (optional): where among the scope's sources
 *
 * Writes a source as a document does, with its present state, so that it can be inserted again.
 *
 * Returns: (transfer full): an object
 */
char *
gscope_workspace_describe_source (GscopeWorkspace *self, GscopeSource *source, guint *scope,
                                  guint *position)
{
  GscopeWorkspaceScope *parent;
  guint place;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  parent = find_scope (self, source, &place);
  g_return_val_if_fail (parent, NULL);

  if (scope)
    g_ptr_array_find (self->data.scopes, parent, scope);
  if (position)
    *position = place;
  return gscope_workspace_source_write (parent->sources->pdata[place]);
}

/**
 * gscope_workspace_insert_source:
 * @self: a workspace that was instantiated
 * @scope: the position of the scope that gets it
 * @position: where among the scope's sources; as the last one if there are fewer
 * @description: a source in the form of a document, an object
 * @error: which type, name or option is wrong, and what would be right
 *
 * Makes a source and starts it; then its parameters get the values of the description.
 *
 * Returns: (transfer none) (nullable): the source
 */
GscopeSource *
gscope_workspace_insert_source (GscopeWorkspace *self, guint scope, guint position,
                                const char *description, GError **error)
{
  GscopeWorkspaceSource *spec;
  GscopeWorkspaceScope *parent;
  g_autofree char *path = NULL;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (self->instantiated && scope < self->data.scopes->len, NULL);

  parent = self->data.scopes->pdata[scope];
  path = g_strdup_printf ("%s.sources[%u]", parent->path, MIN (position, parent->sources->len));
  spec = gscope_workspace_data_read_source (&self->data, path, description, error);
  return spec ? insert (self, parent, position, spec, error) : NULL;
}

/**
 * gscope_workspace_remove_source:
 * @self: a workspace that was instantiated
 * @source: one of its sources
 *
 * Stops a source and lets it go, with its signals.
 */
void
gscope_workspace_remove_source (GscopeWorkspace *self, GscopeSource *source)
{
  g_autoptr (GscopeSource) kept = NULL;
  GscopeWorkspaceScope *scope;
  guint position;

  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (GSCOPE_IS_SOURCE (source));

  scope = find_scope (self, source, &position);
  g_return_if_fail (scope != NULL);

  kept = g_object_ref (source);
  g_hash_table_remove (self->names, gscope_source_get_name (source));
  g_ptr_array_remove_index (scope->sources, position);
  gscope_source_stop_async (source, NULL, NULL, NULL);
  gscope_scope_remove_source (scope->scope, source);
}

static void
add_options (GVariantDict *all, GVariant *options)
{
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, options);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    g_variant_dict_insert_value (all, name, value);
}

/**
 * gscope_workspace_configure_source:
 * @self: a workspace that was instantiated
 * @source: one of its sources
 * @options: the options that change, `a{sv}`; consumed if floating
 * @error: which option is wrong, and what would be right; the source then stays as it is
 *
 * Takes a source's place with one of the same name that has other options. The values that were
 * written to its parameters are written to the new parameters.
 *
 * Returns: (transfer none) (nullable): the new source
 */
GscopeSource *
gscope_workspace_configure_source (GscopeWorkspace *self, GscopeSource *source, GVariant *options,
                                   GError **error)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (options);
  g_autoptr (GscopeSource) trial = NULL;
  GscopeWorkspaceSource *old, *spec;
  GscopeWorkspaceScope *scope;
  GVariantDict dict;
  guint position;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  scope = find_scope (self, source, &position);
  g_return_val_if_fail (scope != NULL, NULL);

  old = scope->sources->pdata[position];
  g_variant_dict_init (&dict, old->options);
  add_options (&dict, taken);
  spec = new_spec (scope, old->type, gscope_source_get_name (source), g_variant_dict_end (&dict),
                   old->parameters);
  gscope_workspace_source_set_steers (spec, old->steers);
  trial = gscope_registry_create (self->registry, spec->type, spec->name, spec->options, error);
  if (!trial)
    {
      gscope_workspace_source_free (spec);
      return NULL;
    }
  gscope_workspace_remove_source (self, source);
  return insert (self, scope, position, spec, error);
}

/**
 * gscope_workspace_move_source:
 * @self: a workspace that was instantiated
 * @source: one of its sources
 * @scope: the position of the scope that gets it
 * @position: where among the scope's sources; as the last one if there are fewer
 * @error: why it cannot be made there
 *
 * Lets a source be of another scope, with its options, what was written to its parameters, and the
 * periods and triggers of its signals. It is another source of the same name; what it has measured so far
 * goes.
 *
 * Returns: (transfer none) (nullable): the new source; if there is none, the old one stays
 */
GscopeSource *
gscope_workspace_move_source (GscopeWorkspace *self, GscopeSource *source, guint scope,
                              guint position, GError **error)
{
  g_autofree char *prefix = NULL;
  g_autofree char *description = NULL;
  g_autoptr (GscopeSource) trial = NULL;
  const GscopeWorkspaceSource *spec;
  GscopeWorkspaceScope *from, *to;
  guint place;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (scope < self->data.scopes->len, NULL);
  from = find_scope (self, source, &place);
  g_return_val_if_fail (from != NULL, NULL);

  spec = from->sources->pdata[place];
  trial = gscope_registry_create (self->registry, spec->type, gscope_source_get_name (source),
                                  spec->options, error);
  if (!trial)
    return NULL;
  to = self->data.scopes->pdata[scope];
  prefix = g_strconcat (gscope_source_get_name (source), "/", NULL);
  description = gscope_workspace_describe_source (self, source, NULL, NULL);
  gscope_workspace_remove_source (self, source);
  if (from != to)
    gscope_workspace_tuning_move (from->tuning, to->tuning, prefix);
  return gscope_workspace_insert_source (self, scope, position, description, error);
}

/**
 * gscope_workspace_get_source_type:
 * @self: a workspace
 * @source: a source
 *
 * Gets the name of a source's type.
 *
 * Returns: (nullable): the type; %NULL if the source is none of the workspace
 */
const char *
gscope_workspace_get_source_type (GscopeWorkspace *self, GscopeSource *source)
{
  GscopeWorkspaceSource *spec;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  spec = find_source (self, source);
  return spec ? spec->type : NULL;
}

/**
 * gscope_workspace_get_source_options:
 * @self: a workspace
 * @source: a source
 *
 * Gets the options that a source was given.
 *
 * Returns: (nullable) (transfer none): `a{sv}`; %NULL for none
 */
GVariant *
gscope_workspace_get_source_options (GscopeWorkspace *self, GscopeSource *source)
{
  GscopeWorkspaceSource *spec;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  spec = find_source (self, source);
  return spec ? spec->options : NULL;
}

/**
 * gscope_workspace_get_source_scope:
 * @self: a workspace
 * @source: one of its sources
 *
 * Gets which scope has a source.
 *
 * Returns: the position of the scope
 */
guint
gscope_workspace_get_source_scope (GscopeWorkspace *self, GscopeSource *source)
{
  GscopeWorkspaceScope *scope;
  guint position = 0;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), 0);

  scope = find_scope (self, source, &position);
  g_ptr_array_find (self->data.scopes, scope, &position);
  return position;
}

/**
 * gscope_workspace_to_data:
 * @self: a workspace
 *
 * Writes the workspace as a document, with periods and delays of its scopes as they are now, the
 * sources that it has, and the values that were written to their parameters. Objects that could not
 * be made, such as a source with a missing plugin, are kept as they were read; parts that were
 * reported as wrong or unknown are not.
 *
 * Returns: (transfer full): a document
 */
char *
gscope_workspace_to_data (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return gscope_workspace_data_write (&self->data, TRUE);
}

/**
 * gscope_workspace_to_layout:
 * @self: a workspace
 *
 * Writes the workspace as [method@Workspace.to_data] does, without the values of parameters. Two
 * layouts are the same as long as no more than values was changed.
 *
 * Returns: (transfer full): a document
 */
char *
gscope_workspace_to_layout (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return gscope_workspace_data_write (&self->data, FALSE);
}

static void
on_replaced (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autofree char *name = g_file_get_parse_name (G_FILE (object));
  GError *error = NULL;

  if (g_file_replace_contents_finish (G_FILE (object), result, NULL, &error))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_prefix_error (&error, "%s: ", name);
  g_task_return_error (task, error);
}

/**
 * gscope_workspace_save_async:
 * @self: a workspace
 * @file: a file, which is replaced as a whole or stays as it is
 * @cancellable: (nullable): to give up
 * @callback: (scope async): called when it is saved, or not
 * @user_data: data for @callback
 *
 * Writes what gscope_workspace_to_data() says to a file.
 */
void
gscope_workspace_save_async (GscopeWorkspace *self, GFile *file, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GBytes) bytes = NULL;
  GTask *task;
  char *text;

  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (G_IS_FILE (file));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gscope_workspace_save_async);
  text = gscope_workspace_to_data (self);
  bytes = g_bytes_new_take (text, strlen (text));
  if (g_bytes_get_size (bytes) > GSCOPE_WORKSPACE_MAX_BYTES)
    {
      g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                               "a workspace of more than %d bytes is not saved, as it could not be "
                               "read again",
                               GSCOPE_WORKSPACE_MAX_BYTES);
      g_object_unref (task);
      return;
    }
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, cancellable,
                                       on_replaced, task);
}

/**
 * gscope_workspace_save_finish:
 * @self: a workspace
 * @result: the answer
 * @error: with the file's name, why it was not saved
 *
 * Ends gscope_workspace_save_async().
 *
 * Returns: %TRUE if it was saved
 */
gboolean
gscope_workspace_save_finish (GscopeWorkspace *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

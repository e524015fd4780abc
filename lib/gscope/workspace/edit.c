/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/workspace/private.h>
#include <string.h>

/* Finds a source that was made, with its scope; the scope is NULL if it is none of the workspace. */
static GscopeWorkspaceScope *
find_scope (GscopeWorkspace *self, GscopeSource *source, GscopeWorkspaceSource **found)
{
  for (guint i = 0; i < self->made->len; i++)
    {
      GscopeWorkspaceScope *scope = self->made->pdata[i];

      for (guint j = 0; j < scope->sources->len; j++)
        {
          *found = scope->sources->pdata[j];
          if ((*found)->source == source)
            return scope;
        }
    }
  return NULL;
}

static GscopeDocumentSource *
find_document (GscopeWorkspace *self, GscopeSource *source)
{
  GscopeWorkspaceSource *found;

  return find_scope (self, source, &found) ? found->document : NULL;
}

/* Returns where a source is in the document. */
static guint
get_position (const GscopeWorkspaceScope *scope, const GscopeWorkspaceSource *source)
{
  guint position = 0;

  g_ptr_array_find (scope->document->sources, source->document, &position);
  return position;
}

static char *
make_path (const GscopeWorkspaceScope *scope, guint position)
{
  return g_strdup_printf ("%s.sources[%u]", scope->document->path,
                          MIN (position, scope->document->sources->len));
}

static GscopeSource *
insert (GscopeWorkspace *self, GscopeWorkspaceScope *scope, guint position,
        GscopeDocumentSource *document, GError **error)
{
  GPtrArray *sources = scope->document->sources;
  g_autoptr (GscopeSource) source = gscope_workspace_make_source (self, document, NULL, error);

  if (!source)
    {
      gscope_document_source_free (document);
      return NULL;
    }
  g_ptr_array_insert (sources, (int) MIN (position, sources->len), document);
  gscope_workspace_start_source (self, scope, document, source);
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
 *
 * Since: 1.0
 */
GscopeSource *
gscope_workspace_add_source (GscopeWorkspace *self, guint scope, const char *type, const char *name,
                             GVariant *options, GVariant *parameters, GError **error)
{
  GscopeWorkspaceScope *parent;
  GscopeDocumentSource *document;
  g_autofree char *path = NULL;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (scope < self->made->len, NULL);
  g_return_val_if_fail (type, NULL);

  parent = self->made->pdata[scope];
  path = make_path (parent, G_MAXUINT);
  document = gscope_document_source_new (path);
  document->type = g_strdup (type);
  document->name = g_strdup (name);
  document->options = options ? g_variant_ref_sink (options) : NULL;
  document->parameters = parameters ? g_variant_ref_sink (parameters) : NULL;
  return insert (self, parent, G_MAXUINT, document, error);
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
 *
 * Since: 1.0
 */
char *
gscope_workspace_describe_source (GscopeWorkspace *self, GscopeSource *source, guint *scope,
                                  guint *position)
{
  GscopeWorkspaceScope *parent;
  GscopeWorkspaceSource *found;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  parent = find_scope (self, source, &found);
  g_return_val_if_fail (parent, NULL);

  if (scope)
    g_ptr_array_find (self->made, parent, scope);
  if (position)
    *position = get_position (parent, found);
  return gscope_document_source_write (found->document);
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
 *
 * Since: 1.0
 */
GscopeSource *
gscope_workspace_insert_source (GscopeWorkspace *self, guint scope, guint position,
                                const char *description, GError **error)
{
  GscopeDocumentSource *document;
  GscopeWorkspaceScope *parent;
  g_autofree char *path = NULL;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (scope < self->made->len, NULL);

  parent = self->made->pdata[scope];
  path = make_path (parent, position);
  document = gscope_document_read_source (&self->document, path, description, error);
  return document ? insert (self, parent, position, document, error) : NULL;
}

/**
 * gscope_workspace_remove_source:
 * @self: a workspace that was instantiated
 * @source: one of its sources
 *
 * Stops a source and lets it go, with its signals.
 *
 * Since: 1.0
 */
void
gscope_workspace_remove_source (GscopeWorkspace *self, GscopeSource *source)
{
  g_autoptr (GscopeSource) kept = NULL;
  GscopeDocumentSource *document;
  GscopeWorkspaceSource *found;
  GscopeWorkspaceScope *scope;

  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (GSCOPE_IS_SOURCE (source));

  scope = find_scope (self, source, &found);
  g_return_if_fail (scope != NULL);

  kept = g_object_ref (source);
  document = found->document;
  g_hash_table_remove (self->names, gscope_source_get_name (source));
  g_ptr_array_remove (scope->sources, found);
  g_ptr_array_remove (scope->document->sources, document);
  gscope_source_stop_async (source, NULL, NULL, NULL);
  gscope_scope_remove_source (scope->scope, source);
}

static void
add_options (GscopeDocumentSource *document, GVariant *options)
{
  GVariantDict all;
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_dict_init (&all, document->options);
  g_variant_iter_init (&iter, options);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    g_variant_dict_insert_value (&all, name, value);
  g_clear_pointer (&document->options, g_variant_unref);
  document->options = g_variant_ref_sink (g_variant_dict_end (&all));
}

/* Returns the options of a document, with the initial values of those that it does not have. */
static GVariant *
complete_options (GscopeSource *source, GVariant *options)
{
  GVariantDict all;

  g_variant_dict_init (&all, options);
  for (const GscopeSourceOption *row = GSCOPE_SOURCE_GET_CLASS (source)->options; row->name; row++)
    if (!g_variant_dict_contains (&all, row->name))
      {
        g_autoptr (GVariant) initial =
            g_variant_parse (G_VARIANT_TYPE (row->type), row->initial, NULL, NULL, NULL);

        g_variant_dict_insert_value (&all, row->name, initial);
      }
  return g_variant_dict_end (&all);
}

/* Returns whether a source that is started can take the options of another one. */
static gboolean
is_live (GscopeSource *source, GscopeSource *other)
{
  return GSCOPE_SOURCE_GET_CLASS (source)->has_live_options
         && G_OBJECT_TYPE (source) == G_OBJECT_TYPE (other) && gscope_source_get_started (source);
}

/* Gives a source the options of a document, which is consumed, or takes its place with another source. */
static GscopeSource *
replace (GscopeWorkspace *self, GscopeWorkspaceScope *scope, GscopeWorkspaceSource *found,
         GscopeDocumentSource *document, GError **error)
{
  guint position = get_position (scope, found);
  GscopeSource *source = found->source;
  g_autoptr (GscopeSource) trial = gscope_registry_create (
      self->registry, document->type, document->name, document->options, error);

  if (!trial
      || (is_live (source, trial)
          && !gscope_source_configure (source, complete_options (source, document->options),
                                       error)))
    {
      gscope_document_source_free (document);
      return NULL;
    }
  if (is_live (source, trial))
    {
      g_clear_pointer (&found->document->options, g_variant_unref);
      found->document->options = g_steal_pointer (&document->options);
      gscope_document_source_free (document);
      return source;
    }
  gscope_workspace_remove_source (self, source);
  return insert (self, scope, position, document, error);
}

/**
 * gscope_workspace_configure_source:
 * @self: a workspace that was instantiated
 * @source: one of its sources
 * @options: the options that change, `a{sv}`; consumed if floating
 * @error: which option is wrong, and what would be right; the source then stays as it is
 *
 * Changes the options of a source. If its class has live options and it is started, the source stays.
 * Otherwise one of the same name with the new options takes its place, and the values that were
 * written to its parameters are written to the new parameters.
 *
 * Returns: (transfer none) (nullable): the source with the new options
 *
 * Since: 1.0
 */
GscopeSource *
gscope_workspace_configure_source (GscopeWorkspace *self, GscopeSource *source, GVariant *options,
                                   GError **error)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (options);
  g_autofree char *path = NULL;
  GscopeDocumentSource *document;
  GscopeWorkspaceSource *found;
  GscopeWorkspaceScope *scope;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  scope = find_scope (self, source, &found);
  g_return_val_if_fail (scope != NULL, NULL);

  path = make_path (scope, get_position (scope, found));
  document = gscope_document_source_copy (found->document, path);
  add_options (document, taken);
  return replace (self, scope, found, document, error);
}

/**
 * gscope_workspace_restore_source:
 * @self: a workspace that was instantiated
 * @source: one of its sources
 * @description: a source of the same name in the form of a document, an object
 * @error: which option is wrong, and what would be right; the source then stays as it is
 *
 * Gives a source the state of an earlier gscope_workspace_describe_source(). If its class has live options and it is
 * started, the source stays and its options change. Otherwise another source takes its place, whose parameters get the
 * values of the description.
 *
 * Returns: (transfer none) (nullable): the source with the state of the description
 *
 * Since: 1.0
 */
GscopeSource *
gscope_workspace_restore_source (GscopeWorkspace *self, GscopeSource *source,
                                 const char *description, GError **error)
{
  g_autofree char *path = NULL;
  GscopeDocumentSource *document;
  GscopeWorkspaceSource *found;
  GscopeWorkspaceScope *scope;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  scope = find_scope (self, source, &found);
  g_return_val_if_fail (scope != NULL, NULL);

  path = make_path (scope, get_position (scope, found));
  document = gscope_document_read_source (&self->document, path, description, error);
  return document ? replace (self, scope, found, document, error) : NULL;
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
 *
 * Since: 1.0
 */
GscopeSource *
gscope_workspace_move_source (GscopeWorkspace *self, GscopeSource *source, guint scope,
                              guint position, GError **error)
{
  g_autofree char *prefix = NULL;
  g_autofree char *description = NULL;
  g_autoptr (GscopeSource) trial = NULL;
  GscopeWorkspaceSource *found;
  GscopeWorkspaceScope *from, *to;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (scope < self->made->len, NULL);
  from = find_scope (self, source, &found);
  g_return_val_if_fail (from != NULL, NULL);

  trial = gscope_registry_create (self->registry, found->document->type, found->document->name,
                                  found->document->options, error);
  if (!trial)
    return NULL;
  to = self->made->pdata[scope];
  prefix = g_strconcat (gscope_source_get_name (source), "/", NULL);
  description = gscope_workspace_describe_source (self, source, NULL, NULL);
  gscope_workspace_remove_source (self, source);
  if (from != to)
    {
      gscope_workspace_tuning_remove_triggers (from->tuning, prefix);
      gscope_document_scope_move_signals (from->document, to->document, prefix);
    }
  return gscope_workspace_insert_source (self, scope, position, description, error);
}

/**
 * gscope_workspace_place_source:
 * @self: a workspace that was instantiated
 * @source: one of its sources
 * @address: (nullable): the address of an agent; %NULL for this program
 * @error: why it cannot be made there; the source then stays as it is
 *
 * Has an agent run a source, or runs it here again: takes the place of the source with one of the same name, type and
 * options. The values that were written to its parameters are written to the new parameters. The document does not
 * say so: a workspace that is opened again runs its sources here.
 *
 * Returns: (transfer none) (nullable): the new source
 *
 * Since: 1.0
 */
GscopeSource *
gscope_workspace_place_source (GscopeWorkspace *self, GscopeSource *source, const char *address,
                               GError **error)
{
  const char *name = gscope_source_get_name (source);
  g_autofree char *path = NULL;
  GscopeDocumentSource *document;
  GscopeWorkspaceSource *found;
  GscopeWorkspaceScope *scope;
  guint position;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  scope = find_scope (self, source, &found);
  g_return_val_if_fail (scope != NULL, NULL);

  if (address && !gscope_registry_has_type (self->registry, "agent"))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("This program has no sources of agents."));
      return NULL;
    }
  if (address)
    g_hash_table_insert (self->places, g_strdup (name), g_strdup (address));
  else
    g_hash_table_remove (self->places, name);
  position = get_position (scope, found);
  path = make_path (scope, position);
  document = gscope_document_source_copy (found->document, path);
  gscope_workspace_remove_source (self, source);
  return insert (self, scope, position, document, error);
}

/**
 * gscope_workspace_get_source_type:
 * @self: a workspace
 * @source: a source
 *
 * Gets the name of a source's type.
 *
 * Returns: (nullable): the type; %NULL if the source is none of the workspace
 *
 * Since: 1.0
 */
const char *
gscope_workspace_get_source_type (GscopeWorkspace *self, GscopeSource *source)
{
  GscopeDocumentSource *document;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  document = find_document (self, source);
  return document ? document->type : NULL;
}

/**
 * gscope_workspace_get_source_options:
 * @self: a workspace
 * @source: a source
 *
 * Gets the options that a source was given.
 *
 * Returns: (nullable) (transfer none): `a{sv}`; %NULL for none
 *
 * Since: 1.0
 */
GVariant *
gscope_workspace_get_source_options (GscopeWorkspace *self, GscopeSource *source)
{
  GscopeDocumentSource *document;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  document = find_document (self, source);
  return document ? document->options : NULL;
}

/**
 * gscope_workspace_get_source_scope:
 * @self: a workspace
 * @source: one of its sources
 *
 * Gets which scope has a source.
 *
 * Returns: the position of the scope
 *
 * Since: 1.0
 */
guint
gscope_workspace_get_source_scope (GscopeWorkspace *self, GscopeSource *source)
{
  GscopeWorkspaceSource *found;
  guint position = 0;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), 0);

  g_ptr_array_find (self->made, find_scope (self, source, &found), &position);
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
 *
 * Since: 1.0
 */
char *
gscope_workspace_to_data (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  gscope_workspace_note (self);
  return gscope_document_write (&self->document, TRUE);
}

/**
 * gscope_workspace_to_layout:
 * @self: a workspace
 *
 * Writes the workspace as [method@Workspace.to_data] does, without the values of parameters. Two
 * layouts are the same as long as no more than values was changed.
 *
 * Returns: (transfer full): a document
 *
 * Since: 1.0
 */
char *
gscope_workspace_to_layout (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  gscope_workspace_note (self);
  return gscope_document_write (&self->document, FALSE);
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
 *
 * Since: 1.0
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
      g_task_return_new_error (
          task, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
          _ ("a workspace of more than %d bytes is not saved, as it could not be "
             "read again"),
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
 *
 * Since: 1.0
 */
gboolean
gscope_workspace_save_finish (GscopeWorkspace *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/file.h>
#include <gscope/workspace/private.h>
#include <property.h>
#include <string.h>

/**
 * GscopeWorkspace:
 *
 * Scopes with their sources, and views, read from a JSON document:
 *
 * ```json
 * { "gscope-workspace": 1,
 *   "title": "Hello",
 *   "scopes": [ { "name": "main", "period-ms": 10, "delay-ms": 0, "budget-mb": 64,
 *                 "sources": [ { "type": "demo", "name": "demo",
 *                                "options": { },
 *                                "parameters": { "frequency": 2 },
 *                                "steers": { "slow": [ "sine" ] } } ],
 *                 "signals": [ { "name": "demo/sine", "period-ms": 100,
 *                                "trigger": { "kind": "rising", "level": 0.5 } } ] } ],
 *   "views": [ { "title": "Waves", "layout": "lanes", "mode": "sweep", "span-s": 20,
 *                "settings": { "spectrum": true, "window": "flat-top" },
 *                "signals": [ { "match": "demo/sine", "color": 1, "line": "lines" } ] },
 *              { "title": "Noise", "signals": [ { "match": "demo/noise" } ] } ],
 *   "windows": [ { "width": 1440, "height": 900,
 *                  "pane": { "split": "columns", "share": 0.5,
 *                            "first": { "view": 0 }, "second": { "view": 1 } } } ] }
 * ```
 *
 * `steers` says which signals respond to a parameter, as [method@Parameter.set_steered]; without it
 * that is what the source says.
 *
 * The `signals` of a scope are those with a period of their own, a trigger or a limit; a trigger has what
 * [struct@TriggerSettings] has, times in milliseconds, and `captures` as of [enum@TriggerScope]. A `limit` is what
 * [struct@LimitSettings] has, such as `{ "kind": "at-most", "upper": 40, "mark": true }`.
 *
 * With `"playback": { "file": "flows.tuples", "speed": 1, "loop": false, "position-s": 0 }` a program
 * plays that recording back; it is the program that makes the player, see
 * [method@Workspace.get_playback]. In the same way, `"comparisons": [ { "file": "flows.tuples", "anchor":
 * "begin", "offset-ms": 0, "run": 1 } ]` puts recordings under the signals of the first scope, see
 * [class@ComparisonList]. `"identifications": [ { "parameter": "demo/amplitude", "response": "demo/lowpass",
 * "amplitude": 1, "low-hz": 0.5, "high-hz": 10, "duration-s": 30 } ]` are the last choices for identifications,
 * at most 256 entries, one for each parameter, the latest one first, see [class@Identify].
 *
 * `windows` say which views are shown where; without them there is one window, with the first view.
 *
 * A document that is not JSON, or no workspace, is an error. Anything else that is wrong, such as an
 * unknown type of sources, an option or a key, is a [class@WorkspaceProblem] that says where it is,
 * and the rest goes on. A document may have 1 MiB, 64 scopes, 1024 sources, 256 views and 4096
 * entries of signals, in 64 windows.
 *
 * Once it is instantiated, sources can be added, configured and removed, and
 * [method@Workspace.save_async] writes it with what is live then.
 *
 * Since: 1.0
 */
G_DEFINE_FINAL_TYPE (GscopeWorkspace, gscope_workspace, G_TYPE_OBJECT)

static void
gscope_workspace_finalize (GObject *object)
{
  GscopeWorkspace *self = GSCOPE_WORKSPACE (object);

  g_clear_pointer (&self->made, g_ptr_array_unref);
  gscope_document_clear (&self->document);
  g_hash_table_unref (self->declined);
  g_object_unref (self->scopes);
  g_object_unref (self->limits);
  g_clear_object (&self->registry);
  g_clear_object (&self->clock);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->places);
  G_OBJECT_CLASS (gscope_workspace_parent_class)->finalize (object);
}

static void
gscope_workspace_class_init (GscopeWorkspaceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gscope_workspace_finalize;

  /**
   * GscopeWorkspace:settled:
   *
   * Whether all sources were started, or failed, and all initial values of parameters were
   * answered.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "settled", gscope_workspace_get_settled, NULL, FALSE);
}

static void
gscope_workspace_init (GscopeWorkspace *self)
{
  gscope_document_init (&self->document);
  self->declined = g_hash_table_new (NULL, NULL);
  self->made = g_ptr_array_new_with_free_func (gscope_workspace_scope_free);
  self->scopes = g_list_store_new (GSCOPE_TYPE_SCOPE);
  self->limits = g_list_store_new (GSCOPE_TYPE_LIMIT);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/**
 * gscope_workspace_new_from_data:
 * @data: a document
 * @length: its bytes; -1 if it ends with a zero
 * @error: with line and column, why this is no workspace
 *
 * Reads a workspace. Nothing is made until gscope_workspace_instantiate().
 *
 * Returns: (transfer full): a workspace
 *
 * Since: 1.0
 */
GscopeWorkspace *
gscope_workspace_new_from_data (const char *data, gssize length, GError **error)
{
  g_autoptr (GscopeWorkspace) self = NULL;
  gsize size;

  g_return_val_if_fail (data, NULL);

  size = length < 0 ? strlen (data) : (gsize) length;
  if (size > GSCOPE_WORKSPACE_MAX_BYTES)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("a workspace of more than %d bytes is not read"), GSCOPE_WORKSPACE_MAX_BYTES);
      return NULL;
    }
  self = g_object_new (GSCOPE_TYPE_WORKSPACE, NULL);
  if (!gscope_document_read (&self->document, data, size, error))
    return NULL;
  return g_steal_pointer (&self);
}

static GscopeWorkspace *
read_stream (GInputStream *stream, GError **error)
{
  g_autofree char *data = g_malloc (GSCOPE_WORKSPACE_MAX_BYTES + 1);
  gsize length;

  if (!g_input_stream_read_all (stream, data, GSCOPE_WORKSPACE_MAX_BYTES + 1, &length, NULL, error))
    return NULL;
  return gscope_workspace_new_from_data (data, (gssize) length, error);
}

/**
 * gscope_workspace_new_from_file:
 * @file: a file
 * @error: with the file's name, line and column, why this is no workspace
 *
 * Reads a workspace from a file, as gscope_workspace_new_from_data(). It blocks while it reads. The description and the titles of
 * a ready-made workspace are translated.
 *
 * Returns: (transfer full): a workspace
 *
 * Since: 1.0
 */
GscopeWorkspace *
gscope_workspace_new_from_file (GFile *file, GError **error)
{
  g_autoptr (GInputStream) stream = NULL;
  g_autofree char *name = NULL;
  GscopeWorkspace *self = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  name = g_file_get_parse_name (file);
  stream = gscope_file_read (file, error);
  if (!stream)
    return NULL;
  self = read_stream (stream, error);
  if (!self)
    g_prefix_error (error, "%s: ", name);
  else if (gscope_workspace_is_ready_made (file))
    gscope_document_translate (&self->document);
  return self;
}

/**
 * gscope_workspace_new_for_recording:
 * @self: a workspace
 *
 * Makes a workspace for a recording of the signals of another one: it has one scope, without sources, that has the triggers
 * and the limits of all scopes.
 *
 * Returns: (transfer full): a workspace that was not instantiated
 *
 * Since: 1.0
 */
GscopeWorkspace *
gscope_workspace_new_for_recording (GscopeWorkspace *self)
{
  static const char empty[] = "{ \"" GSCOPE_DOCUMENT_VERSION_KEY "\": 1, \"scopes\": [ { } ] }";
  GscopeWorkspace *workspace;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  workspace = gscope_workspace_new_from_data (empty, -1, NULL);
  for (guint i = 0; i < self->document.scopes->len; i++)
    gscope_document_scope_copy_signals (self->document.scopes->pdata[i],
                                        workspace->document.scopes->pdata[0]);
  return workspace;
}

/**
 * gscope_workspace_get_title:
 * @self: a workspace
 *
 * Gets what a user calls it.
 *
 * Returns: the title; empty if it has none
 *
 * Since: 1.0
 */
const char *
gscope_workspace_get_title (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return self->document.title;
}

/**
 * gscope_workspace_get_description:
 * @self: a workspace
 *
 * Gets a sentence about what it shows.
 *
 * Returns: the description; empty if it has none
 *
 * Since: 1.0
 */
const char *
gscope_workspace_get_description (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return self->document.description;
}

/**
 * gscope_workspace_get_views:
 * @self: a workspace
 *
 * Gets its views, as data.
 *
 * Returns: (transfer none) (element-type GscopeWorkspaceView): the views
 *
 * Since: 1.0
 */
GPtrArray *
gscope_workspace_get_views (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return self->document.views;
}

/**
 * gscope_workspace_set_title:
 * @self: a workspace
 * @title: the title; empty for none
 *
 * Sets what a user calls it.
 *
 * Since: 1.0
 */
void
gscope_workspace_set_title (GscopeWorkspace *self, const char *title)
{
  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (title);

  g_free (self->document.title);
  self->document.title = g_strdup (title);
}

/**
 * gscope_workspace_set_views:
 * @self: a workspace
 * @views: (element-type GscopeWorkspaceView): its views
 * @windows: (element-type GscopeWorkspaceWindow): its windows, over those views
 *
 * Sets what a program shows now, to be saved.
 *
 * Since: 1.0
 */
void
gscope_workspace_set_views (GscopeWorkspace *self, GPtrArray *views, GPtrArray *windows)
{
  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (views && windows);

  g_ptr_array_ref (views);
  g_ptr_array_ref (windows);
  g_ptr_array_unref (self->document.views);
  g_ptr_array_unref (self->document.windows);
  self->document.views = views;
  self->document.windows = windows;
}

/**
 * gscope_workspace_get_windows:
 * @self: a workspace
 *
 * Gets its windows.
 *
 * Returns: (transfer none) (element-type GscopeWorkspaceWindow): the windows; none where the
 *   document does not say
 *
 * Since: 1.0
 */
GPtrArray *
gscope_workspace_get_windows (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return self->document.windows;
}

/**
 * gscope_workspace_get_playback:
 * @self: a workspace
 *
 * Gets which recording is played back. A program makes the player, and gives the player's clock to
 * [method@Workspace.instantiate].
 *
 * Returns: (transfer none) (nullable): the playback; %NULL where the scopes poll
 *
 * Since: 1.0
 */
const GscopeWorkspacePlayback *
gscope_workspace_get_playback (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return self->document.playback;
}

/**
 * gscope_workspace_set_playback:
 * @self: a workspace
 * @playback: (nullable): the playback
 *
 * Sets which recording is played back, and how, to be saved.
 *
 * Since: 1.0
 */
void
gscope_workspace_set_playback (GscopeWorkspace *self, const GscopeWorkspacePlayback *playback)
{
  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));

  g_clear_pointer (&self->document.playback, gscope_workspace_playback_free);
  self->document.playback = playback ? gscope_workspace_playback_copy (playback) : NULL;
}

/**
 * gscope_workspace_get_comparisons:
 * @self: a workspace
 *
 * Gets the recordings with which the first scope is compared. A program makes the
 * [class@ComparisonList].
 *
 * Returns: (transfer none) (element-type GscopeWorkspaceComparison): the comparisons
 *
 * Since: 1.0
 */
GPtrArray *
gscope_workspace_get_comparisons (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return self->document.comparisons;
}

/**
 * gscope_workspace_set_comparisons:
 * @self: a workspace
 * @comparisons: (element-type GscopeWorkspaceComparison): the comparisons
 *
 * Sets with which recordings the first scope is compared, to be saved.
 *
 * Since: 1.0
 */
void
gscope_workspace_set_comparisons (GscopeWorkspace *self, GPtrArray *comparisons)
{
  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (comparisons);

  g_ptr_array_ref (comparisons);
  g_ptr_array_unref (self->document.comparisons);
  self->document.comparisons = comparisons;
}

/**
 * gscope_workspace_get_identifications:
 * @self: a workspace
 *
 * Gets the last choices for identifications, those of the latest one first. Each parameter has one entry at most. A program makes the
 * [class@Identify].
 *
 * Returns: (transfer none) (element-type GscopeWorkspaceIdentification): the choices
 *
 * Since: 1.0
 */
GPtrArray *
gscope_workspace_get_identifications (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return self->document.identifications;
}

/**
 * gscope_workspace_set_identifications:
 * @self: a workspace
 * @identifications: (array length=n_identifications): the choices, those of the latest one first
 * @n_identifications: their number
 *
 * Sets the last choices for identifications, to be saved. They are copied. A workspace keeps the first 256.
 *
 * Since: 1.0
 */
void
gscope_workspace_set_identifications (GscopeWorkspace *self,
                                      GscopeWorkspaceIdentification *const *identifications,
                                      gsize n_identifications)
{
  GPtrArray *copies;

  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (identifications || n_identifications == 0);

  copies = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_identification_free);
  for (gsize i = 0; i < MIN (n_identifications, GSCOPE_DOCUMENT_MAX_IDENTIFICATIONS); i++)
    g_ptr_array_add (copies, gscope_workspace_identification_copy (identifications[i]));
  g_ptr_array_unref (self->document.identifications);
  self->document.identifications = copies;
}

/**
 * gscope_workspace_get_problems:
 * @self: a workspace
 *
 * Gets what did not work. The list grows until the workspace is settled; after 1000 problems it
 * only says that there are more.
 *
 * Returns: (transfer none): a list model of #GscopeWorkspaceProblem
 *
 * Since: 1.0
 */
GListModel *
gscope_workspace_get_problems (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return G_LIST_MODEL (self->document.problems);
}

/**
 * gscope_workspace_get_scopes:
 * @self: a workspace
 *
 * Gets its scopes, in the document's order.
 *
 * Returns: (transfer none): a list model of #GscopeScope; empty before
 *   gscope_workspace_instantiate()
 *
 * Since: 1.0
 */
GListModel *
gscope_workspace_get_scopes (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return G_LIST_MODEL (self->scopes);
}

/**
 * gscope_workspace_get_scope_name:
 * @self: a workspace
 * @position: the position of a scope in the document
 *
 * Gets what the document calls a scope.
 *
 * Returns: (nullable): the name; %NULL if it has none
 *
 * Since: 1.0
 */
const char *
gscope_workspace_get_scope_name (GscopeWorkspace *self, guint position)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (position < self->document.scopes->len, NULL);

  return ((GscopeDocumentScope *) self->document.scopes->pdata[position])->name;
}

/**
 * gscope_workspace_get_settled:
 * @self: a workspace
 *
 * Gets whether all sources were started, or failed, and all initial values of parameters were
 * answered.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_workspace_get_settled (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), FALSE);

  return self->instantiated && self->n_open == 0;
}

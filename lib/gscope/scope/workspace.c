/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/error.h>
#include <gscope/scope/workspace-private.h>
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
 *                                "parameters": { "frequency": 2 } } ] } ],
 *   "views": [ { "title": "Waves", "layout": "lanes", "mode": "sweep", "span-s": 20,
 *                "signals": [ { "match": "demo/sine", "color": 1, "line": "lines" } ] } ] }
 * ```
 *
 * A document that is not JSON, or no workspace, is an error. Anything else that is wrong, such as an
 * unknown type of sources, an option or a key, is a [class@WorkspaceProblem] that says where it is,
 * and the rest goes on. A document may have 1 MiB, 64 scopes, 1024 sources, 256 views and 4096
 * entries of signals.
 */
struct _GscopeWorkspace
{
  GObject parent_instance;

  GscopeWorkspaceData data;
  GListStore *scopes;
  GHashTable *names;
  gboolean instantiated;
  guint n_open;
};

enum
{
  PROP_SETTLED = 1,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (GscopeWorkspace, gscope_workspace, G_TYPE_OBJECT)

static void
gscope_workspace_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SETTLED:
      g_value_set_boolean (value, gscope_workspace_get_settled (GSCOPE_WORKSPACE (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_workspace_finalize (GObject *object)
{
  GscopeWorkspace *self = GSCOPE_WORKSPACE (object);

  gscope_workspace_data_clear (&self->data);
  g_object_unref (self->scopes);
  g_hash_table_unref (self->names);
  G_OBJECT_CLASS (gscope_workspace_parent_class)->finalize (object);
}

static void
gscope_workspace_class_init (GscopeWorkspaceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = gscope_workspace_get_property;
  object_class->finalize = gscope_workspace_finalize;

  /**
   * GscopeWorkspace:settled:
   *
   * Whether all sources were started, or failed, and all initial values of parameters were
   * answered.
   */
  props[PROP_SETTLED] = g_param_spec_boolean ("settled", NULL, NULL, FALSE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
gscope_workspace_init (GscopeWorkspace *self)
{
  self->scopes = g_list_store_new (GSCOPE_TYPE_SCOPE);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
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
                   "a workspace of more than %d bytes is not read", GSCOPE_WORKSPACE_MAX_BYTES);
      return NULL;
    }
  self = g_object_new (GSCOPE_TYPE_WORKSPACE, NULL);
  if (!gscope_workspace_data_read (&self->data, data, size, error))
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
 * Reads a workspace from a file, as gscope_workspace_new_from_data(). It blocks while it reads.
 *
 * Returns: (transfer full): a workspace
 */
GscopeWorkspace *
gscope_workspace_new_from_file (GFile *file, GError **error)
{
  g_autoptr (GFileInputStream) stream = NULL;
  g_autofree char *name = NULL;
  GscopeWorkspace *self = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  name = g_file_get_parse_name (file);
  stream = g_file_read (file, NULL, error);
  if (stream)
    self = read_stream (G_INPUT_STREAM (stream), error);
  if (!self)
    g_prefix_error (error, "%s: ", name);
  return self;
}

/**
 * gscope_workspace_get_title:
 * @self: a workspace
 *
 * Gets what a user calls it.
 *
 * Returns: the title; empty if it has none
 */
const char *
gscope_workspace_get_title (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return self->data.title;
}

/**
 * gscope_workspace_get_description:
 * @self: a workspace
 *
 * Gets a sentence about what it shows.
 *
 * Returns: the description; empty if it has none
 */
const char *
gscope_workspace_get_description (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return self->data.description;
}

/**
 * gscope_workspace_get_views:
 * @self: a workspace
 *
 * Gets its views, as data.
 *
 * Returns: (transfer none) (element-type GscopeWorkspaceView): the views
 */
GPtrArray *
gscope_workspace_get_views (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return self->data.views;
}

/**
 * gscope_workspace_get_problems:
 * @self: a workspace
 *
 * Gets what did not work. The list grows until the workspace is settled; after 1000 problems it
 * only says that there are more.
 *
 * Returns: (transfer none): a list model of #GscopeWorkspaceProblem
 */
GListModel *
gscope_workspace_get_problems (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return G_LIST_MODEL (self->data.problems);
}

/* One thing that is under way for a workspace, and where a problem with it is. */
typedef struct
{
  GscopeWorkspace *workspace;
  GscopeWorkspaceSource *spec;
  char *path;
} Errand;

static Errand *
errand_new (GscopeWorkspace *self, GscopeWorkspaceSource *spec, char *path)
{
  Errand *errand = g_new0 (Errand, 1);

  errand->workspace = g_object_ref (self);
  errand->spec = spec;
  errand->path = path;
  self->n_open++;
  return errand;
}

static void
errand_end (Errand *errand, const GError *error)
{
  GscopeWorkspace *self = errand->workspace;

  if (error)
    gscope_workspace_report (self->data.problems, errand->path, "%s", error->message);
  if (--self->n_open == 0)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SETTLED]);
  g_object_unref (self);
  g_free (errand->path);
  g_free (errand);
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  GVariant *value = gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  g_clear_pointer (&value, g_variant_unref);
  errand_end (data, error);
}

static char *
list_parameters (GscopeSource *source)
{
  GListModel *model = gscope_source_get_parameters (source);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (model, i);
      const char *group = gscope_parameter_get_group (parameter);

      g_string_append_printf (names, "%s%s%s%s", i ? ", " : "", group, group[0] ? "/" : "",
                              gscope_parameter_get_name (parameter));
    }
  return g_strdup (names->len > 0 ? names->str : "none");
}

static void
write_parameters (GscopeWorkspace *self, GscopeSource *source, GscopeWorkspaceSource *spec)
{
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, spec->parameters);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    {
      GscopeParameter *parameter = gscope_source_find_parameter (source, name);
      char *path = g_strdup_printf ("%s.parameters.%s", spec->path, name);
      Errand *errand = errand_new (self, spec, path);
      g_autofree char *names = NULL;
      g_autoptr (GError) error = NULL;

      if (parameter)
        {
          gscope_parameter_write_async (parameter, value, "workspace", NULL, on_written, errand);
          continue;
        }
      names = list_parameters (source);
      g_set_error (&error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   "there is no such parameter; there is: %s", names);
      errand_end (errand, error);
    }
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeSource *source = GSCOPE_SOURCE (object);
  Errand *errand = data;
  g_autoptr (GError) error = NULL;

  if (gscope_source_start_finish (source, result, &error) && errand->spec->parameters)
    write_parameters (errand->workspace, source, errand->spec);
  errand_end (errand, error);
}

/* One at a time, so that a problem is about the option that it names. */
static void
configure_source (GscopeWorkspace *self, GscopeSource *source, GscopeWorkspaceSource *spec)
{
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, spec->options);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    {
      g_autofree char *path = g_strdup_printf ("%s.options.%s", spec->path, name);
      g_autoptr (GError) error = NULL;
      GVariantDict option;

      g_variant_dict_init (&option, NULL);
      g_variant_dict_insert_value (&option, name, value);
      if (!gscope_source_configure (source, g_variant_dict_end (&option), &error))
        gscope_workspace_report (self->data.problems, path, "%s", error->message);
    }
}

static GscopeSource *
make_source (GscopeWorkspace *self, GscopeRegistry *registry, GscopeWorkspaceSource *spec)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeSource) source =
      gscope_registry_create (registry, spec->type, spec->name, NULL, &error);
  gboolean known = gscope_registry_has_type (registry, spec->type);
  g_autofree char *path = g_strconcat (spec->path, known ? ".name" : ".type", NULL);

  if (!source)
    {
      gscope_workspace_report (self->data.problems, path, "%s", error->message);
      return NULL;
    }
  if (!g_hash_table_add (self->names, g_strdup (gscope_source_get_name (source))))
    {
      gscope_workspace_report (self->data.problems, path,
                               "there is already a source called “%s”; give this one another name",
                               gscope_source_get_name (source));
      return NULL;
    }
  if (spec->options)
    configure_source (self, source, spec);
  return g_steal_pointer (&source);
}

static void
make_scope (GscopeWorkspace *self, GscopeRegistry *registry, GscopeClock *clock,
            GscopeWorkspaceScope *spec)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (clock);

  if (spec->period >= 0)
    gscope_scope_set_period (scope, spec->period);
  if (spec->delay >= 0)
    gscope_scope_set_delay (scope, spec->delay);
  if (spec->budget >= 0)
    gscope_scope_set_budget (scope, (gsize) spec->budget);
  for (guint i = 0; i < spec->sources->len; i++)
    {
      GscopeWorkspaceSource *source_spec = spec->sources->pdata[i];
      g_autoptr (GscopeSource) source = make_source (self, registry, source_spec);

      if (!source)
        continue;
      gscope_scope_add_source (scope, source);
      gscope_source_start_async (source, NULL, on_started,
                                 errand_new (self, source_spec, g_strdup (source_spec->path)));
    }
  g_list_store_append (self->scopes, scope);
}

/**
 * gscope_workspace_instantiate:
 * @self: a workspace that was not instantiated
 * @registry: the types of sources that there are
 * @clock: the clock of all scopes
 *
 * Makes the scopes and their sources, and starts the sources; once a source is started its
 * parameters get their initial values. #GscopeWorkspace:settled tells when all of this is done.
 */
void
gscope_workspace_instantiate (GscopeWorkspace *self, GscopeRegistry *registry, GscopeClock *clock)
{
  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (GSCOPE_IS_REGISTRY (registry));
  g_return_if_fail (GSCOPE_IS_CLOCK (clock));
  g_return_if_fail (!self->instantiated);

  self->instantiated = TRUE;
  for (guint i = 0; i < self->data.scopes->len; i++)
    make_scope (self, registry, clock, self->data.scopes->pdata[i]);
  if (self->n_open == 0)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SETTLED]);
}

/**
 * gscope_workspace_get_scopes:
 * @self: a workspace
 *
 * Gets its scopes, in the document's order.
 *
 * Returns: (transfer none): a list model of #GscopeScope; empty before
 *   gscope_workspace_instantiate()
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
 */
const char *
gscope_workspace_get_scope_name (GscopeWorkspace *self, guint position)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (position < self->data.scopes->len, NULL);

  return ((GscopeWorkspaceScope *) self->data.scopes->pdata[position])->name;
}

/**
 * gscope_workspace_get_settled:
 * @self: a workspace
 *
 * Gets whether all sources were started, or failed, and all initial values of parameters were
 * answered.
 *
 * Returns: %TRUE if so
 */
gboolean
gscope_workspace_get_settled (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), FALSE);

  return self->instantiated && self->n_open == 0;
}

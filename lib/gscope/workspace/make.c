/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/control/parameter-owner.h>
#include <gscope/error.h>
#include <gscope/scope/private.h>
#include <gscope/workspace/private.h>

/* One thing that is under way for a workspace, and where a problem with it is. */
typedef struct
{
  GscopeWorkspace *workspace;
  GVariant *parameters;
  char *path;
} Errand;

static Errand *
errand_new (GscopeWorkspace *self, GVariant *parameters, char *path)
{
  Errand *errand = g_new0 (Errand, 1);

  errand->workspace = g_object_ref (self);
  errand->parameters = parameters ? g_variant_ref (parameters) : NULL;
  errand->path = path;
  self->n_open++;
  return errand;
}

static void
check_sources (GscopeWorkspace *self)
{
  for (guint i = 0; i < self->made->len; i++)
    {
      const GscopeWorkspaceScope *scope = self->made->pdata[i];

      for (guint j = 0; j < scope->sources->len; j++)
        gscope_workspace_source_check (scope->sources->pdata[j], self);
    }
}

static void
settle (GscopeWorkspace *self)
{
  check_sources (self);
  g_object_notify (G_OBJECT (self), "settled");
}

static void
errand_end (Errand *errand, const GError *error)
{
  GscopeWorkspace *self = errand->workspace;

  if (error)
    gscope_document_report (self->document.problems, errand->path, "%s", error->message);
  if (--self->n_open == 0)
    settle (self);
  g_object_unref (self);
  g_clear_pointer (&errand->parameters, g_variant_unref);
  g_free (errand->path);
  g_free (errand);
}

static gboolean
has_value (GscopeParameter *parameter, GVariant *value)
{
  g_autoptr (GVariant) valid = gscope_parameter_validate (parameter, value, NULL);

  return valid && g_variant_equal (valid, gscope_parameter_get_value (parameter));
}

/* The initial values of a source's parameters. A source may refuse one until it has another: those that were refused are
 * written again as long as others were taken since. */
typedef struct
{
  GPtrArray *refused;
  guint n_open;
  gboolean is_any_taken;
} Writes;

typedef struct
{
  Writes *writes;
  Errand *errand;
  GscopeParameter *parameter;
  GVariant *value;
  GError *refusal;
} Write;

static void
write_end (Write *self, const GError *error)
{
  errand_end (self->errand, error);
  g_object_unref (self->parameter);
  g_variant_unref (self->value);
  g_clear_error (&self->refusal);
  g_free (self);
}

static void begin_round (Writes *self, GPtrArray *writes);

static void
end_one (Writes *self)
{
  g_autoptr (GPtrArray) refused = NULL;

  if (--self->n_open > 0)
    return;
  refused = g_steal_pointer (&self->refused);
  if (self->is_any_taken && refused->len > 0)
    {
      begin_round (self, refused);
      return;
    }
  for (guint i = 0; i < refused->len; i++)
    write_end (refused->pdata[i], ((Write *) refused->pdata[i])->refusal);
  g_free (self);
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  Write *self = data;
  Writes *writes = self->writes;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value = gscope_parameter_write_finish (self->parameter, result, &error);

  writes->is_any_taken |= value != NULL;
  if (g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED))
    {
      self->refusal = g_steal_pointer (&error);
      g_ptr_array_add (writes->refused, self);
    }
  else
    write_end (self, error);
  end_one (writes);
}

static void
begin_round (Writes *self, GPtrArray *writes)
{
  self->refused = g_ptr_array_new ();
  self->is_any_taken = FALSE;
  self->n_open = writes->len + 1;
  for (guint i = 0; i < writes->len; i++)
    {
      Write *write = writes->pdata[i];

      g_clear_error (&write->refusal);
      gscope_parameter_write_async (write->parameter, write->value, GSCOPE_INITIAL_WRITER, NULL,
                                    on_written, write);
    }
  end_one (self);
}

static void
add_write (Writes *self, GPtrArray *writes, Errand *errand, GscopeSource *source, const char *name,
           GVariant *value)
{
  GscopeParameter *parameter = gscope_source_find_parameter (source, name);
  g_autofree char *names = NULL;
  g_autoptr (GError) error = NULL;
  Write *write;

  if (!parameter)
    {
      names = gscope_workspace_source_list_parameters (source);
      g_set_error (&error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("there is no such parameter; there is: %s"), names);
    }
  if (!parameter || has_value (parameter, value))
    {
      errand_end (errand, error);
      return;
    }
  write = g_new0 (Write, 1);
  *write = (Write){ .writes = self,
                    .errand = errand,
                    .parameter = g_object_ref (parameter),
                    .value = g_variant_ref (value) };
  g_ptr_array_add (writes, write);
}

/* Values that parameters have already are not written. */
static void
write_parameters (Errand *errand, GscopeSource *source)
{
  Writes *self = g_new0 (Writes, 1);
  g_autoptr (GPtrArray) writes = g_ptr_array_new ();
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, errand->parameters);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    {
      char *path = g_strdup_printf ("%s.parameters.%s", errand->path, name);

      add_write (self, writes, errand_new (errand->workspace, NULL, path), source, name, value);
    }
  begin_round (self, writes);
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeSource *source = GSCOPE_SOURCE (object);
  Errand *errand = data;
  g_autoptr (GError) error = NULL;

  if (gscope_source_start_finish (source, result, &error) && errand->parameters)
    write_parameters (errand, source);
  g_prefix_error (&error, _ ("source “%s”: "), gscope_source_get_name (source));
  errand_end (errand, error);
}

/* One at a time, so that a problem is about the option that it names. */
static gboolean
configure_source (GscopeSource *source, const GscopeDocumentSource *document, GListStore *problems,
                  GError **error)
{
  GVariantIter iter;
  const char *name;
  GVariant *child;

  g_variant_iter_init (&iter, document->options);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &child))
    {
      g_autoptr (GVariant) value = child;
      g_autofree char *path = g_strdup_printf ("%s.options.%s", document->path, name);
      g_autoptr (GError) refusal = NULL;
      GVariantDict option;

      g_variant_dict_init (&option, NULL);
      g_variant_dict_insert_value (&option, name, value);
      if (gscope_source_configure (source, g_variant_dict_end (&option), &refusal))
        continue;
      if (!problems)
        {
          g_propagate_error (error, g_steal_pointer (&refusal));
          return FALSE;
        }
      gscope_document_report (problems, path, "%s", refusal->message);
    }
  return TRUE;
}

/* Has an agent run the source of the document. */
static gboolean
place_source (GscopeSource *source, const GscopeDocumentSource *document, const char *place,
              GError **error)
{
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "address", "s", place);
  g_variant_dict_insert (&options, "type", "s", document->type);
  return gscope_source_configure (source, g_variant_dict_end (&options), error);
}

GscopeSource *
gscope_workspace_make_source (GscopeWorkspace *self, const GscopeDocumentSource *document,
                              GListStore *problems, GError **error)
{
  const char *place = document->name ? g_hash_table_lookup (self->places, document->name) : NULL;
  g_autoptr (GscopeSource) source = gscope_registry_create (
      self->registry, place ? "agent" : document->type, document->name, NULL, error);

  if (!source || (place && !place_source (source, document, place, error)))
    return NULL;
  if (g_hash_table_contains (self->names, gscope_source_get_name (source)))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
                   _ ("there is already a source called “%s”; give this one another name"),
                   gscope_source_get_name (source));
      return NULL;
    }
  if (document->options && !configure_source (source, document, problems, error))
    return NULL;
  return g_steal_pointer (&source);
}

/* Returns the position that a source has among those of its scope that were made. */
static guint
find_place (const GscopeWorkspaceScope *scope, const GscopeDocumentSource *document)
{
  GPtrArray *sources = scope->document->sources;
  guint place = 0;

  for (guint i = 0; i < sources->len && sources->pdata[i] != document; i++)
    if (place < scope->sources->len
        && ((GscopeWorkspaceSource *) scope->sources->pdata[place])->document == sources->pdata[i])
      place++;
  return place;
}

void
gscope_workspace_start_source (GscopeWorkspace *self, GscopeWorkspaceScope *scope,
                               GscopeDocumentSource *document, GscopeSource *source)
{
  guint place = find_place (scope, document);
  GscopeWorkspaceSource *next = place < scope->sources->len ? scope->sources->pdata[place] : NULL;

  g_hash_table_add (self->names, g_strdup (gscope_source_get_name (source)));
  g_free (document->name);
  document->name = g_strdup (gscope_source_get_name (source));
  g_ptr_array_insert (scope->sources, (int) place, gscope_workspace_source_new (document, source));
  gscope_scope_insert_source (scope->scope, source, next ? next->source : NULL);
  gscope_source_start_async (source, NULL, on_started,
                             errand_new (self, document->parameters, g_strdup (document->path)));
}

static void
report_source (GscopeWorkspace *self, const GscopeDocumentSource *document, const GError *error)
{
  gboolean known = gscope_registry_has_type (self->registry, document->type);
  g_autofree char *path = g_strconcat (document->path, known ? ".name" : ".type", NULL);

  gscope_document_report (self->document.problems, path, "%s", error->message);
}

static void
make_one (GscopeWorkspace *self, GscopeWorkspaceScope *scope, GscopeDocumentSource *document)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeSource) source = NULL;

  if (g_hash_table_contains (self->declined, document))
    {
      gscope_document_report (self->document.problems, document->path,
                              _ ("it was left out, as it was declined; open the workspace again"));
      return;
    }
  source = gscope_workspace_make_source (self, document, self->document.problems, &error);
  if (source)
    gscope_workspace_start_source (self, scope, document, source);
  else
    report_source (self, document, error);
}

GscopeWorkspaceScope *
gscope_workspace_make_scope (GscopeWorkspace *self, guint position)
{
  GscopeDocumentScope *document = self->document.scopes->pdata[position];
  GscopeWorkspaceScope *scope = gscope_workspace_scope_new (document, self->clock, self->limits);

  g_ptr_array_insert (self->made, (int) position, scope);
  for (guint i = 0; i < document->sources->len; i++)
    make_one (self, scope, document->sources->pdata[i]);
  g_list_store_insert (self->scopes, position, scope->scope);
  return scope;
}

/**
 * gscope_workspace_instantiate:
 * @self: a workspace that was not instantiated
 * @registry: the types of sources that there are
 * @clock: the clock of all scopes
 *
 * Makes the scopes and their sources, and starts the sources; once a source is started its
 * parameters get their initial values. #GscopeWorkspace:settled tells when all of this is done.
 *
 * Since: 1.0
 */
void
gscope_workspace_instantiate (GscopeWorkspace *self, GscopeRegistry *registry, GscopeClock *clock)
{
  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (GSCOPE_IS_REGISTRY (registry));
  g_return_if_fail (GSCOPE_IS_CLOCK (clock));
  g_return_if_fail (!self->instantiated);

  self->instantiated = TRUE;
  self->registry = g_object_ref (registry);
  self->clock = g_object_ref (clock);
  for (guint i = 0; i < self->document.scopes->len; i++)
    gscope_workspace_make_scope (self, i);
  if (self->n_open == 0)
    g_object_notify (G_OBJECT (self), "settled");
}

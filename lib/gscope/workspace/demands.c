/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/workspace/private.h>

static GPtrArray *
list_source (const GscopeDocumentSource *source, GscopeRegistry *registry)
{
  GPtrArray *demands = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_demand_free);
  GscopeSourceClass *klass;
  const char *name = source->name;

  if (!gscope_registry_has_type (registry, source->type))
    return demands;
  if (!name)
    name = gscope_registry_get_instance_name (registry, source->type);
  klass = g_type_class_ref (gscope_registry_get_gtype (registry, source->type));
  if (klass->list_demands)
    klass->list_demands (source->options, source->parameters, demands);
  g_type_class_unref (klass);
  for (guint i = 0; i < demands->len; i++)
    {
      GscopeDemand *demand = demands->pdata[i];

      g_free (demand->source);
      demand->source = g_strdup (name);
    }
  return demands;
}

/**
 * gscope_workspace_list_demands:
 * @self: a workspace
 * @registry: the types of sources that there are
 *
 * Lists what its sources would do to others once it is instantiated: steer other programs, start
 * threads of real-time priority, listen for other machines, open files that are not of /proc or
 * /sys. A program asks its user before it instantiates a workspace of somebody else that has any.
 * Nothing is made or opened for this.
 *
 * Returns: (transfer full) (element-type GscopeDemand): the demands
 *
 * Since: 1.0
 */
GPtrArray *
gscope_workspace_list_demands (GscopeWorkspace *self, GscopeRegistry *registry)
{
  GPtrArray *demands;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (GSCOPE_IS_REGISTRY (registry), NULL);

  demands = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_demand_free);
  for (guint i = 0; i < self->document.scopes->len; i++)
    {
      const GscopeDocumentScope *scope = self->document.scopes->pdata[i];

      for (guint j = 0; j < scope->sources->len; j++)
        g_ptr_array_extend_and_steal (demands, list_source (scope->sources->pdata[j], registry));
    }
  return demands;
}

static void
drop_parameter (GscopeDocumentSource *source, const char *name)
{
  GVariantDict rest;

  g_variant_dict_init (&rest, source->parameters);
  g_variant_dict_remove (&rest, name);
  g_variant_unref (source->parameters);
  source->parameters = g_variant_ref_sink (g_variant_dict_end (&rest));
}

/* Values are not set; a source that does anything else is left out. */
static void
decline_source (GscopeWorkspace *self, GscopeDocumentSource *source, GscopeRegistry *registry)
{
  g_autoptr (GPtrArray) demands = list_source (source, registry);

  for (guint i = 0; i < demands->len; i++)
    {
      const GscopeDemand *demand = demands->pdata[i];

      if (demand->kind == GSCOPE_DEMAND_KIND_STEER && demand->parameter)
        drop_parameter (source, demand->parameter);
      else
        g_hash_table_add (self->declined, source);
    }
}

/**
 * gscope_workspace_decline_demands:
 * @self: a workspace that was not instantiated
 * @registry: the types of sources that there are
 *
 * Takes from it what [method@Workspace.list_demands] lists. Parameters are not set; a source that
 * does anything else is not made, and a problem says so.
 *
 * Since: 1.0
 */
void
gscope_workspace_decline_demands (GscopeWorkspace *self, GscopeRegistry *registry)
{
  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (GSCOPE_IS_REGISTRY (registry));
  g_return_if_fail (!self->instantiated);

  for (guint i = 0; i < self->document.scopes->len; i++)
    {
      const GscopeDocumentScope *scope = self->document.scopes->pdata[i];

      for (guint j = 0; j < scope->sources->len; j++)
        decline_source (self, scope->sources->pdata[j], registry);
    }
}

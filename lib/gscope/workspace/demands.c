/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/workspace/private.h>

static GPtrArray *
list_source (const GscopeWorkspaceSource *spec, GscopeRegistry *registry)
{
  GPtrArray *demands = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_demand_free);
  GscopeSourceClass *klass;
  const char *name = spec->name;

  if (!gscope_registry_has_type (registry, spec->type))
    return demands;
  if (!name)
    name = gscope_registry_get_instance_name (registry, spec->type);
  klass = g_type_class_ref (gscope_registry_get_gtype (registry, spec->type));
  if (klass->list_demands)
    klass->list_demands (spec->options, spec->parameters, demands);
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
 */
GPtrArray *
gscope_workspace_list_demands (GscopeWorkspace *self, GscopeRegistry *registry)
{
  GPtrArray *demands;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (GSCOPE_IS_REGISTRY (registry), NULL);

  demands = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_demand_free);
  for (guint i = 0; i < self->data.scopes->len; i++)
    {
      const GscopeWorkspaceScope *scope = self->data.scopes->pdata[i];

      for (guint j = 0; j < scope->sources->len; j++)
        g_ptr_array_extend_and_steal (demands, list_source (scope->sources->pdata[j], registry));
    }
  return demands;
}

static void
drop_parameter (GscopeWorkspaceSource *spec, const char *name)
{
  GVariantDict rest;

  g_variant_dict_init (&rest, spec->parameters);
  g_variant_dict_remove (&rest, name);
  g_variant_unref (spec->parameters);
  spec->parameters = g_variant_ref_sink (g_variant_dict_end (&rest));
}

/* Values are not set; a source that does anything else is left out. */
static void
decline_source (GscopeWorkspaceSource *spec, GscopeRegistry *registry)
{
  g_autoptr (GPtrArray) demands = list_source (spec, registry);

  for (guint i = 0; i < demands->len; i++)
    {
      const GscopeDemand *demand = demands->pdata[i];

      if (demand->kind == GSCOPE_DEMAND_STEER && demand->parameter)
        drop_parameter (spec, demand->parameter);
      else
        spec->declined = TRUE;
    }
}

/**
 * gscope_workspace_decline_demands:
 * @self: a workspace that was not instantiated
 * @registry: the types of sources that there are
 *
 * Takes from it what [method@Workspace.list_demands] lists. Parameters are not set; a source that
 * does anything else is not made, and a problem says so.
 */
void
gscope_workspace_decline_demands (GscopeWorkspace *self, GscopeRegistry *registry)
{
  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (GSCOPE_IS_REGISTRY (registry));
  g_return_if_fail (!self->instantiated);

  for (guint i = 0; i < self->data.scopes->len; i++)
    {
      const GscopeWorkspaceScope *scope = self->data.scopes->pdata[i];

      for (guint j = 0; j < scope->sources->len; j++)
        decline_source (scope->sources->pdata[j], registry);
    }
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/source/demand.h>

G_DEFINE_BOXED_TYPE (GscopeDemand, gscope_demand, gscope_demand_copy, gscope_demand_free)

/**
 * gscope_demand_new:
 * @kind: its kind
 * @detail: (nullable): the thread, the address or the file
 * @action: (nullable): the polkit action that a user needs for it at the system's agent
 *
 * Creates a demand without a source.
 *
 * Returns: (transfer full): a demand
 *
 * Since: 1.0
 */
GscopeDemand *
gscope_demand_new (GscopeDemandKind kind, const char *detail, const char *action)
{
  GscopeDemand *self = g_new0 (GscopeDemand, 1);

  self->kind = kind;
  self->source = g_strdup ("");
  self->detail = g_strdup (detail ? detail : "");
  self->action = g_strdup (action);
  return self;
}

/**
 * gscope_demand_copy:
 * @self: a demand
 *
 * Copies a demand.
 *
 * Returns: (transfer full): a copy
 *
 * Since: 1.0
 */
GscopeDemand *
gscope_demand_copy (const GscopeDemand *self)
{
  GscopeDemand *copy;

  g_return_val_if_fail (self, NULL);

  copy = gscope_demand_new (self->kind, self->detail, self->action);
  g_free (copy->source);
  copy->source = g_strdup (self->source);
  copy->parameter = g_strdup (self->parameter);
  return copy;
}

/**
 * gscope_demand_free:
 * @self: (transfer full): a demand
 *
 * Frees a demand.
 *
 * Since: 1.0
 */
void
gscope_demand_free (GscopeDemand *self)
{
  g_return_if_fail (self);

  g_free (self->source);
  g_free (self->detail);
  g_free (self->parameter);
  g_free (self->action);
  g_free (self);
}

static gboolean
matches (const char *const *patterns, const char *name)
{
  for (guint i = 0; patterns[i]; i++)
    if (g_pattern_match_simple (patterns[i], name))
      return TRUE;
  return FALSE;
}

/**
 * gscope_demand_add_steering:
 * @demands: (element-type GscopeDemand): a list
 * @parameters: (nullable): initial values of parameters by name, `a{sv}`
 * @names: (nullable) (array zero-terminated=1): the parameters that affect other programs or the
 *   kernel, patterns with * and ?; %NULL for all
 * @action: (nullable): the polkit action that a user needs for a write at the system's agent
 *
 * Adds a demand for each initial value that affects other programs or the kernel. A helper for
 * [struct@SourceClass].list_demands.
 *
 * Since: 1.0
 */
void
gscope_demand_add_steering (GPtrArray *demands, GVariant *parameters, const char *const *names,
                            const char *action)
{
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_return_if_fail (demands);
  g_return_if_fail (!parameters || g_variant_is_of_type (parameters, G_VARIANT_TYPE_VARDICT));

  if (!parameters)
    return;
  g_variant_iter_init (&iter, parameters);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    {
      g_autofree char *text = NULL;
      GscopeDemand *demand;

      if (names && !matches (names, name))
        continue;
      text = g_variant_print (value, FALSE);
      demand = gscope_demand_new (GSCOPE_DEMAND_KIND_STEER, text, action);
      demand->parameter = g_strdup (name);
      g_ptr_array_add (demands, demand);
    }
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/workspace-private.h>

GscopeWorkspaceSource *
gscope_workspace_source_new (const char *path)
{
  GscopeWorkspaceSource *self = g_new0 (GscopeWorkspaceSource, 1);

  self->path = g_strdup (path);
  self->watched = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

static void
set_entry (GVariant **dictionary, const char *name, GVariant *value)
{
  GVariantDict values;

  g_variant_dict_init (&values, *dictionary);
  g_variant_dict_insert_value (&values, name, value);
  g_clear_pointer (dictionary, g_variant_unref);
  *dictionary = g_variant_ref_sink (g_variant_dict_end (&values));
}

static char *
dup_name (GscopeParameter *parameter)
{
  const char *group = gscope_parameter_get_group (parameter);

  return g_strconcat (group, group[0] ? "/" : "", gscope_parameter_get_name (parameter), NULL);
}

/* What others write, and is noticed only, was not asked for. */
static void
on_written (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
            const char *reason, const char *writer, GscopeWorkspaceSource *self)
{
  g_autofree char *name = NULL;

  if (!value || !gscope_parameter_get_asked (parameter)
      || g_strcmp0 (writer, GSCOPE_WORKSPACE_WRITER) == 0)
    return;
  name = dup_name (parameter);
  set_entry (&self->parameters, name, value);
}

static void
on_steered (GscopeParameter *parameter, GParamSpec *pspec, GscopeWorkspaceSource *self)
{
  g_autofree char *name = dup_name (parameter);

  set_entry (&self->steers, name,
             g_variant_new_strv (gscope_parameter_get_steered (parameter), -1));
}

static void
steer (GscopeWorkspaceSource *self, GscopeParameter *parameter)
{
  g_autofree char *name = dup_name (parameter);
  g_autofree const char **names = NULL;
  g_autoptr (GVariant) value =
      self->steers ? g_variant_lookup_value (self->steers, name, G_VARIANT_TYPE_STRING_ARRAY)
                   : NULL;

  if (!value)
    return;
  names = g_variant_get_strv (value, NULL);
  gscope_parameter_set_steered (parameter, names);
}

static void
unwatch (gpointer parameter, gpointer self)
{
  g_signal_handlers_disconnect_by_data (parameter, self);
}

static void
watch_parameters (GscopeWorkspaceSource *self)
{
  GListModel *model = gscope_source_get_parameters (self->source);

  g_ptr_array_foreach (self->watched, unwatch, self);
  g_ptr_array_set_size (self->watched, 0);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      GscopeParameter *parameter = g_list_model_get_item (model, i);

      g_ptr_array_add (self->watched, parameter);
      steer (self, parameter);
      g_signal_connect (parameter, "written", G_CALLBACK (on_written), self);
      g_signal_connect (parameter, "notify::steered", G_CALLBACK (on_steered), self);
    }
}

static void
forget (GscopeWorkspaceSource *self)
{
  g_signal_handlers_disconnect_by_data (gscope_source_get_parameters (self->source), self);
  g_ptr_array_foreach (self->watched, unwatch, self);
  g_clear_object (&self->source);
}

void
gscope_workspace_source_adopt (GscopeWorkspaceSource *self, GscopeSource *source)
{
  self->source = g_object_ref (source);
  g_signal_connect_swapped (gscope_source_get_parameters (source), "items-changed",
                            G_CALLBACK (watch_parameters), self);
  watch_parameters (self);
}

void
gscope_workspace_source_set_steers (GscopeWorkspaceSource *self, GVariant *steers)
{
  if (steers)
    g_variant_ref (steers);
  g_clear_pointer (&self->steers, g_variant_unref);
  self->steers = steers;
  if (self->source)
    watch_parameters (self);
}

void
gscope_workspace_source_free (gpointer data)
{
  GscopeWorkspaceSource *self = data;

  if (self->source)
    forget (self);
  g_ptr_array_unref (self->watched);
  g_free (self->path);
  g_free (self->type);
  g_free (self->name);
  g_clear_pointer (&self->options, g_variant_unref);
  g_clear_pointer (&self->parameters, g_variant_unref);
  g_clear_pointer (&self->steers, g_variant_unref);
  g_free (self);
}

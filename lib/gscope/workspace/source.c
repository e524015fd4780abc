/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/control/parameter-owner.h>
#include <gscope/workspace/private.h>
#include <string.h>

/* Of what there is, in a message. */
#define MOST_NAMED 16

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

/* Writes by other programs, which are only noticed, were not requested here. */
static void
on_written (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
            const char *reason, const char *writer, GscopeWorkspaceSource *self)
{
  g_autofree char *name = NULL;

  if (!value || !gscope_parameter_get_asked (parameter)
      || g_strcmp0 (writer, GSCOPE_INITIAL_WRITER) == 0)
    return;
  name = dup_name (parameter);
  set_entry (&self->document->parameters, name, value);
}

static void
on_steered (GscopeParameter *parameter, GParamSpec *pspec, GscopeWorkspaceSource *self)
{
  g_autofree char *name = dup_name (parameter);

  set_entry (&self->document->steers, name,
             g_variant_new_strv (gscope_parameter_get_steered (parameter), -1));
}

static void
steer (GscopeWorkspaceSource *self, GscopeParameter *parameter)
{
  g_autofree char *name = dup_name (parameter);
  g_autofree const char **names = NULL;
  GVariant *steers = self->document->steers;
  g_autoptr (GVariant) value =
      steers ? g_variant_lookup_value (steers, name, G_VARIANT_TYPE_STRING_ARRAY) : NULL;

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

GscopeWorkspaceSource *
gscope_workspace_source_new (GscopeDocumentSource *document, GscopeSource *source)
{
  GscopeWorkspaceSource *self = g_new0 (GscopeWorkspaceSource, 1);

  self->document = document;
  self->source = g_object_ref (source);
  self->watched = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect_swapped (gscope_source_get_parameters (source), "items-changed",
                            G_CALLBACK (watch_parameters), self);
  watch_parameters (self);
  return self;
}

void
gscope_workspace_source_free (gpointer data)
{
  GscopeWorkspaceSource *self = data;

  g_signal_handlers_disconnect_by_data (gscope_source_get_parameters (self->source), self);
  g_ptr_array_foreach (self->watched, unwatch, self);
  g_ptr_array_unref (self->watched);
  g_object_unref (self->source);
  g_free (self);
}

char *
gscope_workspace_source_list_parameters (GscopeSource *source)
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

static char *
list_signals (GscopeSource *source)
{
  GListModel *model = gscope_source_get_signals (source);
  guint n = g_list_model_get_n_items (model);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < MIN (n, MOST_NAMED); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      g_string_append_printf (names, "%s%s", i ? ", " : "", gscope_signal_get_full_name (signal));
    }
  if (n > MOST_NAMED)
    g_string_append (names, ", …");
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static gboolean
has_signal (GscopeSource *source, const char *name)
{
  GListModel *model = gscope_source_get_signals (source);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      if (g_strcmp0 (gscope_signal_get_name (signal), name) == 0
          || g_strcmp0 (gscope_signal_get_role (signal), name) == 0)
        return TRUE;
    }
  return g_list_model_get_n_items (model) == 0;
}

static GscopeSource *
find_source (GscopeWorkspace *workspace, const char *name, gsize length)
{
  for (guint i = 0; i < workspace->made->len; i++)
    {
      const GscopeWorkspaceScope *scope = workspace->made->pdata[i];

      for (guint j = 0; j < scope->sources->len; j++)
        {
          GscopeSource *source = ((GscopeWorkspaceSource *) scope->sources->pdata[j])->source;
          const char *own = gscope_source_get_name (source);

          if (strlen (own) == length && strncmp (own, name, length) == 0)
            return source;
        }
    }
  return NULL;
}

/* Returns the source that a signal's name belongs to. Transient signals, groups, patterns, and a
 * source without signals are not judged. */
static void
check_signal (GscopeWorkspaceSource *self, GscopeWorkspace *workspace, const char *path,
              const char *name)
{
  const char *slash = strchr (name, '/');
  GscopeSource *source =
      slash ? find_source (workspace, name, (gsize) (slash - name)) : self->source;
  const char *rest = slash ? slash + 1 : name;
  g_autofree char *names = NULL;

  if (!source || gscope_source_get_state (source) != GSCOPE_SOURCE_STATE_RUNNING
      || strpbrk (rest, "*?/") || has_signal (source, rest))
    return;
  names = list_signals (source);
  gscope_document_report (workspace->document.problems, path,
                          _ ("there is no signal “%s”; there is: %s"), name, names);
}

static void
check_parameter (GscopeWorkspaceSource *self, GscopeWorkspace *workspace, const char *name,
                 GVariant *signals)
{
  g_autofree char *path = g_strdup_printf ("%s.steers.%s", self->document->path, name);
  g_autofree const char **list = g_variant_get_strv (signals, NULL);
  g_autofree char *names = NULL;

  for (guint i = 0; list[i]; i++)
    check_signal (self, workspace, path, list[i]);
  if (gscope_source_find_parameter (self->source, name))
    return;
  names = gscope_workspace_source_list_parameters (self->source);
  gscope_document_report (workspace->document.problems, path,
                          _ ("there is no such parameter; there is: %s"), names);
}

void
gscope_workspace_source_check (GscopeWorkspaceSource *self, GscopeWorkspace *workspace)
{
  GVariantIter iter;
  const char *name;
  GVariant *signals;

  if (self->checked || !self->document->steers
      || gscope_source_get_state (self->source) != GSCOPE_SOURCE_STATE_RUNNING)
    return;
  self->checked = TRUE;
  g_variant_iter_init (&iter, self->document->steers);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &signals))
    check_parameter (self, workspace, name, signals);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-removal.h"

#include <glib/gi18n.h>

/* All that it takes to make a source again. The workspace outlives the history. */
typedef struct
{
  GscopeWorkspace *workspace;
  guint scope;
  char *type;
  char *name;
  GVariant *options;
  GVariant *parameters;
} Source;

static void
source_free (gpointer data)
{
  Source *self = data;

  g_free (self->type);
  g_free (self->name);
  g_clear_pointer (&self->options, g_variant_unref);
  g_clear_pointer (&self->parameters, g_variant_unref);
  g_free (self);
}

static GVariant *
ref_or_null (GVariant *value)
{
  return value ? g_variant_ref (value) : NULL;
}

static void
note (Source *self, GscopeSource *source)
{
  g_clear_pointer (&self->options, g_variant_unref);
  g_clear_pointer (&self->parameters, g_variant_unref);
  self->options = ref_or_null (gscope_workspace_get_source_options (self->workspace, source));
  self->parameters = ref_or_null (gscope_workspace_get_source_parameters (self->workspace, source));
}

static Source *
source_new (GscopeWorkspace *workspace, GscopeSource *source)
{
  Source *self = g_new0 (Source, 1);

  self->workspace = workspace;
  self->scope = gscope_workspace_get_source_scope (workspace, source);
  self->type = g_strdup (gscope_workspace_get_source_type (workspace, source));
  self->name = g_strdup (gscope_source_get_name (source));
  note (self, source);
  return self;
}

static GscopeSource *
find_source (Source *self)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (gscope_workspace_get_scopes (self->workspace), self->scope);
  GListModel *sources = gscope_scope_get_sources (scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (g_str_equal (gscope_source_get_name (source), self->name))
        return source;
    }
  return NULL;
}

/* A source of that name may have been added meanwhile, which then stays. */
static void
bring_source (gpointer data)
{
  Source *self = data;

  gscope_workspace_add_source (self->workspace, self->scope, self->type, self->name, self->options,
                               self->parameters, NULL);
}

static void
take_source (gpointer data)
{
  Source *self = data;
  GscopeSource *source = find_source (self);

  if (!source)
    return;
  note (self, source);
  gscope_workspace_remove_source (self->workspace, source);
}

guint
app_removal_remove_source (AppHistory *history, GscopeWorkspace *workspace, GscopeSource *source)
{
  Source *self = source_new (workspace, source);
  g_autofree char *title = g_strdup_printf (_ ("Remove “%s”"), self->name);

  gscope_workspace_remove_source (workspace, source);
  return app_history_add (history, title, bring_source, take_source, self, source_free);
}

void
app_removal_add_addition (AppHistory *history, GscopeWorkspace *workspace, GscopeSource *source)
{
  Source *self = source_new (workspace, source);
  g_autofree char *title = g_strdup_printf (_ ("Add “%s”"), self->name);

  app_history_add (history, title, take_source, bring_source, self, source_free);
}

/* A signal of a view that may be gone. */
typedef struct
{
  GWeakRef view;
  GscopeGtkViewSignal *signal;
} Signal;

static void
signal_free (gpointer data)
{
  Signal *self = data;

  g_weak_ref_clear (&self->view);
  g_object_unref (self->signal);
  g_free (self);
}

static GscopeGtkViewSignal *
find_signal (GscopeGtkView *view, GscopeSignal *wanted)
{
  GListModel *model = gscope_gtk_view_get_signals (view);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      if (gscope_gtk_view_signal_get_signal (signal) == wanted)
        return signal;
    }
  return NULL;
}

static void
copy_looks (GscopeGtkViewSignal *from, GscopeGtkViewSignal *to)
{
  double min, max;

  gscope_gtk_view_signal_set_title (to, gscope_gtk_view_signal_get_title (from));
  gscope_gtk_view_signal_set_color (to, gscope_gtk_view_signal_get_color (from));
  gscope_gtk_view_signal_set_line_mode (to, gscope_gtk_view_signal_get_line_mode (from));
  gscope_gtk_view_signal_set_hidden (to, gscope_gtk_view_signal_get_hidden (from));
  gscope_gtk_view_signal_get_range (from, &min, &max);
  if (gscope_gtk_view_signal_get_auto_range (from))
    gscope_gtk_view_signal_set_auto_range (to);
  else
    gscope_gtk_view_signal_set_range (to, min, max);
}

static void
bring_signal (gpointer data)
{
  Signal *self = data;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->view);
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (self->signal);
  GscopeGtkViewSignal *again;

  if (!view)
    return;
  gscope_gtk_view_add_signal (view, gscope_gtk_view_signal_get_scope (self->signal), signal);
  again = find_signal (view, signal);
  if (!again)
    return;
  copy_looks (self->signal, again);
  gscope_gtk_view_set_selected (view, again);
}

static void
take_signal (gpointer data)
{
  Signal *self = data;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->view);
  GscopeGtkViewSignal *signal =
      view ? find_signal (view, gscope_gtk_view_signal_get_signal (self->signal)) : NULL;

  if (signal)
    gscope_gtk_view_remove_signal (view, signal);
}

guint
app_removal_remove_signal (AppHistory *history, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  Signal *self = g_new0 (Signal, 1);
  g_autofree char *title =
      g_strdup_printf (_ ("Remove “%s”"), gscope_gtk_view_signal_get_title (signal));

  g_weak_ref_init (&self->view, view);
  self->signal = g_object_ref (signal);
  gscope_gtk_view_remove_signal (view, signal);
  return app_history_add (history, title, bring_signal, take_signal, self, signal_free);
}

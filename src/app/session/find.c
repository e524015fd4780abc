/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/session.h"

#include <glib/gi18n.h>

#include "session/flat-list.h"

#include <string.h>

GscopeSource *
app_session_find_source (AppSession *self, const char *name)
{
  GListModel *sources = app_session_get_sources (self);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (g_str_equal (gscope_source_get_name (source), name))
        return source;
    }
  return NULL;
}

/* Returns whether the full name has no name of a source, as in a recording that is played. */
static gboolean
has_no_source (GscopeSignal *signal)
{
  const char *group = gscope_signal_get_group (signal);
  gsize length = strlen (gscope_signal_get_name (signal));

  return strlen (gscope_signal_get_full_name (signal))
         == length + (group && *group ? strlen (group) + 1 : 0);
}

gboolean
app_session_is_of_source (GscopeSignal *signal, GscopeSource *source)
{
  const char *full_name = gscope_signal_get_full_name (signal);
  const char *name = gscope_source_get_name (source);
  gsize length = strlen (name);

  if (length == 0)
    return has_no_source (signal);
  /* prefixes of names may be full names of other sources */
  return strncmp (full_name, name, length) == 0 && full_name[length] == '/';
}

GscopeSource *
app_session_find_owner (AppSession *self, GscopeSignal *signal)
{
  GListModel *sources = app_session_get_sources (self);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (app_session_is_of_source (signal, source))
        return source;
    }
  return NULL;
}

GscopeScope *
app_session_find_scope (AppSession *self, GscopeSource *source)
{
  GListModel *scopes = app_session_get_scopes (self);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (app_flat_list_find (gscope_scope_get_sources (scope), source)
          != GTK_INVALID_LIST_POSITION)
        return scope;
    }
  return NULL;
}

GscopeSignal *
app_session_find_signal (AppSession *self, const char *full_name, GscopeScope **scope)
{
  GListModel *scopes = app_session_get_scopes (self);

  /* no signal has an empty name */
  for (guint i = 0; full_name[0] && i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) candidate = g_list_model_get_item (scopes, i);
      GscopeSignal *signal = gscope_scope_find_signal (candidate, full_name);

      if (!signal)
        continue;
      if (scope)
        *scope = candidate;
      return signal;
    }
  return NULL;
}

char *
app_session_dup_scope_title (AppSession *self, guint position)
{
  GscopeWorkspace *workspace = app_session_get_workspace (self);
  const char *name = gscope_workspace_get_scope_name (workspace, position);

  return name && name[0] ? g_strdup (name) : g_strdup_printf (_ ("Scope %u"), position + 1);
}

GtkStringList *
app_session_list_scope_titles (AppSession *self)
{
  GtkStringList *titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (app_session_get_scopes (self)); i++)
    gtk_string_list_take (titles, app_session_dup_scope_title (self, i));
  return titles;
}

static gboolean
scope_has_samples (GscopeScope *scope)
{
  GListModel *model = gscope_scope_get_signals (scope);
  GscopeSample sample;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      if (gscope_signal_get_latest (signal, &sample))
        return TRUE;
    }
  return FALSE;
}

gboolean
app_session_has_samples (AppSession *self)
{
  GListModel *scopes = app_session_get_scopes (self);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (scope_has_samples (scope))
        return TRUE;
    }
  return FALSE;
}

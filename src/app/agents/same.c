/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "agents/same.h"

#include <string.h>

/* Returns the name of a source where it runs. */
static const char *
get_name (GscopeSource *source)
{
  return GSCOPE_IS_AGENT_SOURCE (source)
             ? gscope_agent_source_get_far_name (GSCOPE_AGENT_SOURCE (source))
             : gscope_source_get_name (source);
}

/* Returns the part of a full name behind the name of the source. */
static const char *
get_path (const char *full_name, GscopeSource *source)
{
  return full_name + strlen (gscope_source_get_name (source));
}

GPtrArray *
app_same_list_signals (AppSession *session, GscopeSignal *signal)
{
  GListModel *sources = app_session_get_sources (session);
  GscopeSource *own = app_session_find_owner (session, signal);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; own && i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);
      g_autofree char *name = NULL;

      if (source == own || !g_str_equal (get_name (source), get_name (own)))
        continue;
      name = g_strconcat (gscope_source_get_name (source),
                          get_path (gscope_signal_get_full_name (signal), own), NULL);
      if (app_session_find_signal (session, name, NULL))
        g_ptr_array_add (names, g_steal_pointer (&name));
    }
  return names;
}

GPtrArray *
app_same_list_sources (AppSession *session, GscopeSource *source)
{
  GListModel *sources = app_session_get_sources (session);
  GPtrArray *same = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (same, g_object_ref (source));
  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) other = g_list_model_get_item (sources, i);

      if (other != source && g_str_equal (get_name (other), get_name (source)))
        g_ptr_array_add (same, g_object_ref (other));
    }
  return same;
}

static char *
dup_path (GscopeParameter *parameter)
{
  const char *group = gscope_parameter_get_group (parameter);

  return g_strconcat (group, *group ? "/" : "", gscope_parameter_get_name (parameter), NULL);
}

GscopeSource *
app_same_find_owner (AppSession *session, GscopeParameter *parameter)
{
  GListModel *sources = app_session_get_sources (session);
  g_autofree char *path = dup_path (parameter);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (gscope_source_find_parameter (source, path) == parameter)
        return source;
    }
  return NULL;
}

GscopeParameter *
app_same_find_parameter (GscopeSource *source, GscopeParameter *parameter)
{
  g_autofree char *path = dup_path (parameter);
  GscopeParameter *same = gscope_source_find_parameter (source, path);

  return same
                 && gscope_parameter_get_parameter_type (same)
                        == gscope_parameter_get_parameter_type (parameter)
             ? same
             : NULL;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/unlock.h"

#include <unistd.h>

/* A source by its name: it is replaced. */
typedef struct
{
  AppSession *session;
  char *name;
} Place;

static void
place_free (gpointer data)
{
  Place *self = data;

  g_object_unref (self->session);
  g_free (self->name);
  g_free (self);
}

static Place *
place_new (AppSession *session, const char *name)
{
  Place *self = g_new (Place, 1);

  *self = (Place){ g_object_ref (session), g_strdup (name) };
  return self;
}

gboolean
app_unlock_is_offered (GscopeSource *source)
{
  return geteuid () != 0 && gscope_source_get_locked (source)
         && GSCOPE_SOURCE_GET_CLASS (source)->action;
}

static gboolean
run_here (gpointer data)
{
  const Place *self = data;
  GscopeSource *source = app_session_find_source (self->session, self->name);

  if (source)
    gscope_workspace_place_source (app_session_get_workspace (self->session), source, NULL, NULL);
  return G_SOURCE_REMOVE;
}

static void
on_answered (GscopeSource *source, GParamSpec *pspec, gpointer data)
{
  const Place *self = data;

  if (gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_STARTING)
    return;
  if (gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_TROUBLE
      && !gscope_source_get_started (source))
    g_idle_add_full (G_PRIORITY_DEFAULT, run_here, place_new (self->session, self->name),
                     place_free);
  g_signal_handlers_disconnect_by_func (source, on_answered, data);
}

static void
free_closure (gpointer data, GClosure *closure)
{
  place_free (data);
}

void
app_unlock_source (AppSession *session, GscopeSource *source)
{
  g_autofree char *name = g_strdup (gscope_source_get_name (source));
  GscopeSource *unlocked = gscope_workspace_place_source (
      app_session_get_workspace (session), source, gscope_agent_source_get_system_address (), NULL);

  if (unlocked)
    g_signal_connect_data (unlocked, "notify::state", G_CALLBACK (on_answered),
                           place_new (session, name), free_closure, 0);
}

guint
app_unlock_all (AppSession *session)
{
  GListModel *model = app_session_get_sources (session);
  g_autoptr (GPtrArray) locked = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (model, i);

      if (app_unlock_is_offered (source))
        g_ptr_array_add (locked, g_steal_pointer (&source));
    }
  for (guint i = 0; i < locked->len; i++)
    app_unlock_source (session, locked->pdata[i]);
  return locked->len;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "agents/sharing.h"

#include <property.h>

#include "session/flat-list.h"

struct _AppSharing
{
  GObject parent_instance;

  GscopeAgent *agent;
  char *address;
  /* the sessions, and those of their scopes that the agent has */
  GPtrArray *sessions;
  GPtrArray *scopes;
  /* by session: a scope of its own for the outcome of its limits */
  GHashTable *limits;
};

G_DEFINE_FINAL_TYPE (AppSharing, app_sharing, G_TYPE_OBJECT)

static gboolean
has_scope (AppSharing *self, GscopeScope *scope)
{
  for (guint i = 0; i < self->sessions->len; i++)
    if (app_flat_list_find (app_session_get_scopes (self->sessions->pdata[i]), scope)
        != GTK_INVALID_LIST_POSITION)
      return TRUE;
  return FALSE;
}

static void
add_scopes (AppSharing *self, GListModel *scopes)
{
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (g_ptr_array_find (self->scopes, scope, NULL))
        continue;
      g_ptr_array_add (self->scopes, g_object_ref (scope));
      gscope_agent_add_scope (self->agent, scope);
    }
}

/* Offers the outcome of the limits of a session, once a signal has one. */
static void
offer_limits (AppSharing *self, AppSession *session)
{
  GscopeWorkspace *workspace = app_session_get_workspace (session);
  GscopeScope *scope = g_hash_table_lookup (self->limits, session);
  g_auto (GStrv) names = gscope_workspace_list_limited (workspace);
  g_autoptr (GError) error = NULL;

  if (scope || !names[0])
    return;
  scope = gscope_scope_new ();
  g_hash_table_insert (self->limits, session, scope);
  if (!gscope_limit_source_offer (workspace, scope, &error))
    {
      g_message ("%s", error->message);
      return;
    }
  gscope_scope_start (scope);
  gscope_agent_add_scope (self->agent, scope);
}

static gboolean
is_gone (gpointer session, gpointer scope, gpointer data)
{
  AppSharing *self = data;

  if (self->agent && g_ptr_array_find (self->sessions, session, NULL))
    return FALSE;
  if (self->agent)
    gscope_agent_remove_scope (self->agent, scope);
  return TRUE;
}

/* Gives the agent the scopes of the sessions. */
static void
update (AppSharing *self)
{
  g_hash_table_foreach_remove (self->limits, is_gone, self);
  for (guint i = self->scopes->len; i-- > 0;)
    {
      GscopeScope *scope = self->scopes->pdata[i];

      if (self->agent && has_scope (self, scope))
        continue;
      if (self->agent)
        gscope_agent_remove_scope (self->agent, scope);
      g_ptr_array_remove_index (self->scopes, i);
    }
  for (guint i = 0; self->agent && i < self->sessions->len; i++)
    {
      add_scopes (self, app_session_get_scopes (self->sessions->pdata[i]));
      offer_limits (self, self->sessions->pdata[i]);
    }
}

static GListModel *
get_limits (AppSession *session)
{
  return gscope_workspace_get_limits (app_session_get_workspace (session));
}

static void
unwatch_sessions (AppSharing *self)
{
  for (guint i = 0; i < self->sessions->len; i++)
    {
      g_signal_handlers_disconnect_by_data (self->sessions->pdata[i], self);
      g_signal_handlers_disconnect_by_data (get_limits (self->sessions->pdata[i]), self);
    }
  g_ptr_array_set_size (self->sessions, 0);
}

static void
on_clients (AppSharing *self)
{
  g_object_notify (G_OBJECT (self), "n-clients");
}

/* The windows belong to the application. */
static GBytes *
on_picture (AppSharing *self)
{
  GBytes *picture = NULL;

  g_signal_emit_by_name (self, "picture", &picture);
  return picture;
}

static void
close_agent (AppSharing *self)
{
  if (self->agent)
    g_signal_handlers_disconnect_by_data (self->agent, self);
  g_clear_object (&self->agent);
  g_clear_pointer (&self->address, g_free);
}

static void
app_sharing_finalize (GObject *object)
{
  AppSharing *self = APP_SHARING (object);

  unwatch_sessions (self);
  close_agent (self);
  g_ptr_array_unref (self->sessions);
  g_ptr_array_unref (self->scopes);
  g_hash_table_unref (self->limits);
  G_OBJECT_CLASS (app_sharing_parent_class)->finalize (object);
}

static void
app_sharing_class_init (AppSharingClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = app_sharing_finalize;
  property_add (object_class, string, "address", app_sharing_get_address, NULL, NULL);
  property_add (object_class, uint, "n-clients", app_sharing_get_n_clients, NULL, 0, G_MAXUINT, 0);
  g_signal_new ("picture", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                g_signal_accumulator_first_wins, NULL, NULL, G_TYPE_BYTES, 0);
}

static void
app_sharing_init (AppSharing *self)
{
  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  self->scopes = g_ptr_array_new_with_free_func (g_object_unref);
  self->limits = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
}

AppSharing *
app_sharing_new (void)
{
  return g_object_new (APP_TYPE_SHARING, NULL);
}

gboolean
app_sharing_listen (AppSharing *self, const char *address, GError **error)
{
  gboolean is_wanted = address != NULL;

  close_agent (self);
  if (is_wanted)
    self->agent = gscope_agent_new (NULL, address, error);
  if (self->agent)
    {
      g_auto (GStrv) addresses = gscope_agent_list_addresses (self->agent);

      self->address = g_strdup (addresses[0]);
      g_signal_connect_swapped (self->agent, "notify::n-clients", G_CALLBACK (on_clients), self);
      g_signal_connect_swapped (self->agent, "picture", G_CALLBACK (on_picture), self);
    }
  g_ptr_array_set_size (self->scopes, 0);
  g_hash_table_remove_all (self->limits);
  update (self);
  g_object_notify (G_OBJECT (self), "address");
  on_clients (self);
  return !is_wanted || self->agent;
}

const char *
app_sharing_get_address (AppSharing *self)
{
  return self->address;
}

guint
app_sharing_get_n_clients (AppSharing *self)
{
  return self->agent ? gscope_agent_get_n_clients (self->agent) : 0;
}

void
app_sharing_set_sessions (AppSharing *self, GPtrArray *sessions)
{
  unwatch_sessions (self);
  for (guint i = 0; i < sessions->len; i++)
    {
      g_ptr_array_add (self->sessions, g_object_ref (sessions->pdata[i]));
      g_signal_connect_swapped (sessions->pdata[i], "scopes-changed", G_CALLBACK (update), self);
      g_signal_connect_swapped (get_limits (sessions->pdata[i]), "items-changed",
                                G_CALLBACK (update), self);
    }
  update (self);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "crowd.h"

#include "simulation.h"

#include <descriptors.h>
#include <glib/gi18n.h>
#include <gscope/error.h>
#include <string.h>

enum
{
  /* Agents that are a group. */
  GROUP_SIZE = 100,
};

typedef struct
{
  AgentCrowd *crowd;
  guint number;
  GscopeAgent *agent;
  /* NULL without clients, who then find the scope of the crowd */
  GscopeScope *scope;
  guint leaving;
} Member;

struct _AgentCrowd
{
  guint n_signals;
  gboolean is_read_only;
  GStrv groups;
  /* what idle agents offer; it is not polled */
  GscopeScope *scope;
  GPtrArray *members;
};

static GscopeScope *
make_scope (AgentCrowd *self, guint number)
{
  GscopeScope *scope = gscope_scope_new ();
  g_autoptr (GscopeSource) source = agent_simulation_new (self->n_signals, (double) number);

  gscope_scope_add_source (scope, source);
  gscope_source_start_async (source, NULL, NULL, NULL);
  return scope;
}

static void
offer_scope (Member *self)
{
  self->scope = make_scope (self->crowd, self->number);
  gscope_agent_remove_scope (self->agent, self->crowd->scope);
  gscope_agent_add_scope (self->agent, self->scope);
}

static void
drop_scope (Member *self)
{
  g_clear_handle_id (&self->leaving, g_source_remove);
  if (!self->scope)
    return;
  gscope_agent_remove_scope (self->agent, self->scope);
  gscope_agent_add_scope (self->agent, self->crowd->scope);
  g_clear_object (&self->scope);
}

static gboolean
on_left (gpointer data)
{
  Member *self = data;

  self->leaving = 0;
  if (gscope_agent_get_n_clients (self->agent) == 0)
    drop_scope (self);
  return G_SOURCE_REMOVE;
}

/* Clients ask for sources after this. */
static void
on_clients_changed (GscopeAgent *agent, GParamSpec *pspec, Member *self)
{
  guint n = gscope_agent_get_n_clients (agent);

  if (n > 0 && !self->scope)
    offer_scope (self);
  else if (n == 0 && !self->leaving)
    self->leaving = g_idle_add (on_left, self);
}

static void
member_free (gpointer data)
{
  Member *self = data;

  g_signal_handlers_disconnect_by_data (self->agent, self);
  drop_scope (self);
  g_object_unref (self->agent);
  g_free (self);
}

/* Those of the configuration, and one that a hundred agents in a row have. */
static void
set_groups (const Member *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *own = g_strdup_printf ("group-%03u", (self->number - 1) / GROUP_SIZE + 1);
  g_auto (GStrv) groups = NULL;

  if (self->crowd->groups)
    g_strv_builder_addv (builder, (const char **) self->crowd->groups);
  g_strv_builder_add (builder, own);
  groups = g_strv_builder_end (builder);
  gscope_agent_set_groups (self->agent, (const char *const *) groups);
}

static gboolean
add_member (AgentCrowd *self, guint number, const char *base, GError **error)
{
  g_autofree char *address = g_strdup_printf ("%s-%05u", base, number);
  Member *member = g_new0 (Member, 1);

  member->crowd = self;
  member->number = number;
  member->agent = gscope_agent_new (NULL, NULL, NULL);
  g_ptr_array_add (self->members, member);
  gscope_agent_add_scope (member->agent, self->scope);
  gscope_agent_set_journal_socket (member->agent, NULL);
  gscope_agent_allow (member->agent, "nats:*", GSCOPE_ACCESS_READ, "*");
  gscope_agent_allow (member->agent, "nats:*", GSCOPE_ACCESS_WRITE, "*");
  gscope_agent_set_read_only (member->agent, self->is_read_only);
  set_groups (member);
  g_signal_connect (member->agent, "notify::n-clients", G_CALLBACK (on_clients_changed), member);
  return gscope_agent_listen (member->agent, address, error);
}

static gboolean
check_address (const char *address, GError **error)
{
  static const char nats[] = "nats://";

  if ((g_str_has_prefix (address, "unix:") && strlen (address) > strlen ("unix:"))
      || (g_str_has_prefix (address, nats) && strchr (address + strlen (nats), '/')))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("Simulated agents cannot listen at “%s”. Give them unix:PATH or "
                  "nats://SERVER:PORT/NAME."),
               address);
  return FALSE;
}

AgentCrowd *
agent_crowd_new (guint n, const AgentConfig *config, const char *const *addresses, GError **error)
{
  AgentCrowd *self = g_new0 (AgentCrowd, 1);
  /* a socket of the service manager is the default address, and for one agent */
  gboolean is_listening = *addresses || check_address ("unix:", error);

  self->n_signals = (guint) config->n_simulated;
  self->is_read_only = config->is_read_only;
  self->groups = g_strdupv (config->groups);
  self->scope = make_scope (self, 0);
  gscope_scope_stop (self->scope);
  self->members = g_ptr_array_new_with_free_func (member_free);
  /* each agent has a descriptor or more */
  descriptors_allow_all ();
  for (guint i = 0; addresses[i] && is_listening; i++)
    {
      is_listening = check_address (addresses[i], error);
      for (guint number = 1; number <= n && is_listening; number++)
        is_listening = add_member (self, number, addresses[i], error);
    }
  if (is_listening)
    return self;
  agent_crowd_free (self);
  return NULL;
}

void
agent_crowd_free (AgentCrowd *self)
{
  g_ptr_array_unref (self->members);
  g_object_unref (self->scope);
  g_strfreev (self->groups);
  g_free (self);
}

char *
agent_crowd_describe (AgentCrowd *self)
{
  Member *first = self->members->pdata[0], *last = self->members->pdata[self->members->len - 1];
  g_auto (GStrv) from = gscope_agent_list_addresses (first->agent);
  g_auto (GStrv) to = gscope_agent_list_addresses (last->agent);

  return g_strdup_printf (ngettext ("gscoped simulates %u agent, from %s to %s",
                                    "gscoped simulates %u agents, from %s to %s",
                                    self->members->len),
                          self->members->len, from[0], to[0]);
}

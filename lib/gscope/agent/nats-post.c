/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/nats-post.h>

#include <gscope/nats/desk.h>
#include <gscope/nats/entry.h>
#include <gscope/nats/gate.h>
#include <gscope/nats/log.h>
#include <gscope/session/offer.h>
#include <gscope/session/request.h>

struct _GscopeNatsPost
{
  const GscopeSessionHost *host;
  GscopeNatsPostFuncs funcs;
  GscopeClock *clock;
  GscopeNatsBus *bus;
  GscopeNatsGate *gate;
  GscopeRequests *requests;
  GscopeNatsLog *log;
  /* NULL while it does not serve */
  GscopeNatsEntry *entry;
  GscopeNatsDesk *desk;
  char *name;
  char *address;
};

static GscopePrincipal *
identify (GscopeNatsPost *self, const GscopeNatsCaller *caller, GError **error)
{
  GscopeDoor *door = self->funcs.get_door (self->funcs.data);
  g_autofree char *name = g_strconcat ("nats:", caller->user, NULL);

  if (!door || !*caller->token)
    return gscope_principal_new (name, caller->origin);
  return gscope_door_check_token (door, caller->token, name, caller->origin,
                                  gscope_clock_get_time (self->clock), error);
}

static gpointer
admit (gpointer data, const GscopeNatsCaller *caller, GError **error)
{
  GscopeNatsPost *self = data;
  g_autoptr (GscopePrincipal) principal = identify (self, caller, error);

  if (!principal || !self->funcs.check_room (self->funcs.data, principal, error))
    return NULL;
  return g_steal_pointer (&principal);
}

static void
on_arrived (gpointer data, GscopeCarrier *carrier, gpointer principal)
{
  GscopeNatsPost *self = data;

  self->funcs.arrived (self->funcs.data, carrier, principal);
}

/* Requests. */

/* Who sent a request, and the subject of its answer. The post is there until the request is taken, and may be gone later. */
typedef struct
{
  GscopeNatsPost *post;
  GscopeNatsBus *bus;
  char *user;
  char *reply;
} Asker;

static void
asker_free (gpointer data)
{
  Asker *self = data;

  g_object_unref (self->bus);
  g_free (self->user);
  g_free (self->reply);
  g_free (self);
}

static GscopePrincipal *
identify_asker (gpointer data, const char *token, GError **error)
{
  const Asker *self = data;
  g_autofree char *origin = g_strconcat ("nats ", self->reply, NULL);

  return identify (self->post, &(GscopeNatsCaller){ self->user, origin, token }, error);
}

static void
answer_asker (gpointer data, GBytes *answer)
{
  const Asker *self = data;

  gscope_nats_bus_publish (self->bus, self->reply, NULL, answer);
}

static void
on_asked (gpointer data, const char *user, const char *reply, GBytes *request)
{
  GscopeNatsPost *self = data;
  g_autofree char *name = g_strconcat ("nats:", user, NULL);
  Asker *asker = g_new (Asker, 1);

  *asker = (Asker){ self, g_object_ref (self->bus), g_strdup (user), g_strdup (reply) };
  gscope_requests_take (self->requests, request,
                        &(GscopeAsker){ name, identify_asker, answer_asker, asker_free, asker });
}

/* The entry in the inventory. */

static char *
describe (gpointer data)
{
  GscopeNatsPost *self = data;
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  JsonArray *groups = json_array_new ();

  for (guint i = 0; self->host->groups && self->host->groups[i]; i++)
    json_array_add_string_element (groups, self->host->groups[i]);
  json_object_set_array_member (object, "groups", groups);
  json_object_set_string_member (object, "machine", g_get_host_name ());
  json_object_set_array_member (object, "sources", gscope_offer_list_names (self->host->scopes));
  return json_to_string (node, FALSE);
}

static void
on_failed (gpointer data, const GError *error)
{
  GscopeNatsPost *self = data;

  self->funcs.failed (self->funcs.data, error);
}

/* The log of writes. */

static gboolean
append_record (gpointer data, const char *line, GError **error)
{
  GscopeNatsPost *self = data;

  return gscope_nats_log_append (self->log, line, error);
}

static void
on_changed (gpointer data, gboolean is_serving, const GError *error)
{
  const GscopeNatsEntryFuncs entry_funcs = { describe, on_failed, data };
  GscopeNatsPost *self = data;

  gscope_nats_log_set_open (self->log, is_serving);
  if (!is_serving)
    {
      g_clear_pointer (&self->entry, gscope_nats_entry_free);
      g_clear_pointer (&self->desk, gscope_nats_desk_free);
    }
  else if (!self->entry)
    {
      self->entry = gscope_nats_entry_new (self->bus, self->name, &entry_funcs, self->clock);
      self->desk = gscope_nats_desk_new (self->bus, self->name, on_asked, self);
    }
  if (error)
    self->funcs.failed (self->funcs.data, error);
}

GscopeNatsPost *
gscope_nats_post_new (const GscopeEndpoint *endpoint, const GscopeSessionHost *host,
                      const GscopeNatsPostFuncs *funcs, GError **error)
{
  const char *name = *endpoint->name ? endpoint->name : g_get_host_name ();
  GscopeNatsBus *bus = gscope_nats_bus_get_for_agent (endpoint->uri, name, error);
  GscopeNatsPost *self;
  GscopeNatsGateFuncs gate_funcs;

  if (!bus)
    return NULL;
  self = g_new0 (GscopeNatsPost, 1);
  gate_funcs = (GscopeNatsGateFuncs){ admit, on_arrived, on_changed, self };
  self->funcs = *funcs;
  self->host = host;
  self->clock = g_object_ref (gscope_session_host_get_clock (host));
  self->requests = gscope_requests_new (host, self->clock);
  self->name = g_strdup (name);
  self->address = g_strconcat (endpoint->uri, "/", name, NULL);
  self->bus = bus;
  self->log = gscope_nats_log_new (self->bus, name, on_failed, self, self->clock);
  gscope_journal_add_outlet (host->journal, append_record, self);
  self->gate = gscope_nats_gate_new (self->bus, name, &gate_funcs, self->clock);
  return self;
}

void
gscope_nats_post_free (GscopeNatsPost *self)
{
  g_clear_pointer (&self->entry, gscope_nats_entry_free);
  g_clear_pointer (&self->desk, gscope_nats_desk_free);
  gscope_requests_free (self->requests);
  gscope_journal_remove_outlet (self->host->journal, self);
  gscope_nats_log_free (self->log);
  gscope_nats_gate_free (self->gate);
  gscope_nats_bus_give_back (self->bus, self->name);
  g_object_unref (self->bus);
  g_object_unref (self->clock);
  g_free (self->name);
  g_free (self->address);
  g_free (self);
}

void
gscope_nats_post_update (GscopeNatsPost *self)
{
  if (self->entry)
    gscope_nats_entry_update (self->entry);
}

const char *
gscope_nats_post_get_address (GscopeNatsPost *self)
{
  return self->address;
}

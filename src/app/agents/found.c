/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "agents/found.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <property.h>
#include <string.h>

#define SYSTEM_SOCKET "/run/gscope/agent"

/* The type under which agents announce themselves, and Avahi. */
#define SERVICE_TYPE "_gscope._tcp"
#define AVAHI "org.freedesktop.Avahi"
#define SERVER AVAHI ".Server"
#define BROWSER AVAHI ".ServiceBrowser"
#define ANY (-1)

enum
{
  /* Agents of a network that are listed at most. */
  MAX_FOUND = 256,
};

struct _AppFoundAgent
{
  GObject parent_instance;

  char *title;
  char *address;
  char *detail;
  /* what is searched, in folded case, a name a line */
  char *names;
};

G_DEFINE_FINAL_TYPE (AppFoundAgent, app_found_agent, G_TYPE_OBJECT)

static void
app_found_agent_finalize (GObject *object)
{
  g_free (APP_FOUND_AGENT (object)->title);
  g_free (APP_FOUND_AGENT (object)->address);
  g_free (APP_FOUND_AGENT (object)->detail);
  g_free (APP_FOUND_AGENT (object)->names);
  G_OBJECT_CLASS (app_found_agent_parent_class)->finalize (object);
}

static void
app_found_agent_class_init (AppFoundAgentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_found_agent_finalize;
}

static void
app_found_agent_init (AppFoundAgent *self)
{
}

const char *
app_found_agent_get_title (AppFoundAgent *self)
{
  return self->title;
}

const char *
app_found_agent_get_address (AppFoundAgent *self)
{
  return self->address;
}

const char *
app_found_agent_get_detail (AppFoundAgent *self)
{
  return self->detail ? self->detail : "";
}

gboolean
app_found_agent_matches (AppFoundAgent *self, const char *const *words)
{
  for (; *words; words++)
    if (!strstr (self->names ? self->names : "", *words))
      return FALSE;
  return TRUE;
}

/* A NATS server. */

static char *
describe (const char *title, const char *machine, const char *const *groups,
          const char *const *sources)
{
  g_autofree char *group_list = g_strjoinv (", ", (GStrv) groups);
  g_autofree char *source_list = g_strjoinv (", ", (GStrv) sources);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) parts = NULL;

  if (*machine && !g_str_equal (machine, title))
    g_strv_builder_add (builder, machine);
  if (*group_list)
    g_strv_builder_add (builder, group_list);
  if (*source_list)
    g_strv_builder_add (builder, source_list);
  parts = g_strv_builder_end (builder);
  return g_strjoinv (" · ", parts);
}

static char *
fold_names (const char *title, const char *machine, const char *const *groups,
            const char *const *sources)
{
  g_autofree char *group_lines = g_strjoinv ("\n", (GStrv) groups);
  g_autofree char *source_lines = g_strjoinv ("\n", (GStrv) sources);
  g_autofree char *lines = g_strjoin ("\n", title, machine, group_lines, source_lines, NULL);

  return g_utf8_casefold (lines, -1);
}

GListModel *
app_found_agents_list_server (const char *server, GVariant *agents)
{
  GListStore *list = g_list_store_new (APP_TYPE_FOUND_AGENT);
  gsize n = g_variant_n_children (agents);
  g_autoptr (GPtrArray) found = g_ptr_array_new_full ((guint) n, g_object_unref);

  for (gsize i = 0; i < n; i++)
    {
      AppFoundAgent *agent = g_object_new (APP_TYPE_FOUND_AGENT, NULL);
      g_autofree const char **sources = NULL, **groups = NULL;
      g_autofree char *escaped = NULL;
      const char *name, *machine;

      g_variant_get_child (agents, i, "(&s&s^a&s^a&s)", &name, &machine, &sources, &groups);
      escaped = g_uri_escape_string (name, NULL, TRUE);
      agent->title = g_strdup (name);
      agent->address = g_strjoin ("/", server, escaped, NULL);
      agent->detail = describe (name, machine, groups, sources);
      agent->names = fold_names (name, machine, groups, sources);
      g_ptr_array_add (found, agent);
    }
  g_list_store_splice (list, 0, 0, found->pdata, found->len);
  return G_LIST_MODEL (list);
}

/* The list. */

struct _AppFoundAgents
{
  GObject parent_instance;

  GListStore *list;
  char *trouble;
  GDBusConnection *bus;
  guint subscription;
  char *browser;
};

G_DEFINE_FINAL_TYPE (AppFoundAgents, app_found_agents, G_TYPE_OBJECT)

/* One that several interfaces reach is listed once. */
static void
add (AppFoundAgents *self, const char *title, const char *address)
{
  GListModel *model = G_LIST_MODEL (self->list);
  g_autoptr (AppFoundAgent) agent = NULL;

  if (g_list_model_get_n_items (model) >= MAX_FOUND)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (AppFoundAgent) other = g_list_model_get_item (model, i);

      if (g_str_equal (other->address, address))
        return;
    }
  agent = g_object_new (APP_TYPE_FOUND_AGENT, NULL);
  agent->title = g_strdup (title);
  agent->address = g_strdup (address);
  g_list_store_append (self->list, agent);
}

static void
remove_titled (AppFoundAgents *self, const char *title)
{
  GListModel *model = G_LIST_MODEL (self->list);

  for (guint i = g_list_model_get_n_items (model); i-- > 0;)
    {
      g_autoptr (AppFoundAgent) agent = g_list_model_get_item (model, i);

      if (g_str_equal (agent->title, title))
        g_list_store_remove (self->list, i);
    }
}

/* This machine. */

static gboolean
is_socket (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_SPECIAL;
}

static void
add_local (AppFoundAgents *self)
{
  g_autofree char *path = g_build_filename (g_get_user_runtime_dir (), "gscope", "agent", NULL);

  if (is_socket (path))
    {
      g_autofree char *address = g_strconcat ("unix:", path, NULL);

      add (self, _ ("Your Agent on This Machine"), address);
    }
  if (is_socket (SYSTEM_SOCKET))
    add (self, _ ("The System’s Agent on This Machine"), "unix:" SYSTEM_SOCKET);
}

/* The network. */

static void
set_trouble (AppFoundAgents *self, const GError *error)
{
  g_free (self->trouble);
  self->trouble = g_strdup_printf (
      _ ("Cannot look for agents in the network: %s. Start avahi-daemon, or enter an address."),
      error->message);
  g_object_notify (G_OBJECT (self), "trouble");
}

static void
on_resolved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppFoundAgents) self = data;
  g_autoptr (GVariant) answer =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (object), result, NULL);
  g_autofree char *address = NULL;
  const char *name, *host;
  guint16 port;

  /* it may have gone */
  if (!answer)
    return;
  g_variant_get (answer, "(ii&s&s&s&sisq@aayu)", NULL, NULL, &name, NULL, NULL, &host, NULL, NULL,
                 &port, NULL, NULL);
  address = g_strdup_printf ("wss://%s:%u", host, port);
  add (self, name, address);
}

static void
resolve (AppFoundAgents *self, GVariant *item)
{
  const char *name, *type, *domain;
  int interface, protocol;

  g_variant_get (item, "(ii&s&s&su)", &interface, &protocol, &name, &type, &domain, NULL);
  g_dbus_connection_call (
      self->bus, AVAHI, "/", SERVER, "ResolveService",
      g_variant_new ("(iisssiu)", interface, protocol, name, type, domain, ANY, 0),
      G_VARIANT_TYPE ("(iissssisqaayu)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, on_resolved,
      g_object_ref (self));
}

static void
on_signal (GDBusConnection *bus, const char *sender, const char *path, const char *interface,
           const char *signal, GVariant *parameters, gpointer data)
{
  AppFoundAgents *self = data;
  gboolean is_item = g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(iisssu)"));
  const char *name, *type;

  if (!is_item)
    return;
  g_variant_get (parameters, "(ii&s&s&su)", NULL, NULL, &name, &type, NULL, NULL);
  if (!g_str_equal (type, SERVICE_TYPE))
    return;
  if (g_str_equal (signal, "ItemNew"))
    resolve (self, parameters);
  else if (g_str_equal (signal, "ItemRemove"))
    remove_titled (self, name);
}

static void
on_browsing (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppFoundAgents) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (object), result, &error);

  if (!answer)
    {
      g_dbus_error_strip_remote_error (error);
      set_trouble (self, error);
      return;
    }
  g_variant_get (answer, "(o)", &self->browser);
}

/* Avahi may report what it knows before it answers which browser is this one. */
static void
on_bus (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppFoundAgents) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_finish (result, &error);

  if (!bus)
    {
      set_trouble (self, error);
      return;
    }
  self->bus = g_steal_pointer (&bus);
  self->subscription = g_dbus_connection_signal_subscribe (
      self->bus, AVAHI, BROWSER, NULL, NULL, NULL, G_DBUS_SIGNAL_FLAGS_NONE, on_signal, self, NULL);
  g_dbus_connection_call (self->bus, AVAHI, "/", SERVER, "ServiceBrowserNew",
                          g_variant_new ("(iissu)", ANY, ANY, SERVICE_TYPE, "", 0),
                          G_VARIANT_TYPE ("(o)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, on_browsing,
                          g_object_ref (self));
}

static void
app_found_agents_dispose (GObject *object)
{
  AppFoundAgents *self = APP_FOUND_AGENTS (object);

  if (self->subscription)
    g_dbus_connection_signal_unsubscribe (self->bus, self->subscription);
  self->subscription = 0;
  if (self->browser)
    g_dbus_connection_call (self->bus, AVAHI, self->browser, BROWSER, "Free", NULL, NULL,
                            G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, NULL, NULL);
  g_clear_pointer (&self->browser, g_free);
  g_clear_object (&self->bus);
  g_clear_object (&self->list);
  G_OBJECT_CLASS (app_found_agents_parent_class)->dispose (object);
}

static void
app_found_agents_finalize (GObject *object)
{
  g_free (APP_FOUND_AGENTS (object)->trouble);
  G_OBJECT_CLASS (app_found_agents_parent_class)->finalize (object);
}

static void
app_found_agents_class_init (AppFoundAgentsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_found_agents_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_found_agents_finalize;
  property_add (G_OBJECT_CLASS (klass), string, "trouble", app_found_agents_get_trouble, NULL,
                NULL);
}

/* A call that waits for its answer keeps the list. */
static void
app_found_agents_init (AppFoundAgents *self)
{
  self->list = g_list_store_new (APP_TYPE_FOUND_AGENT);
  add_local (self);
  g_bus_get (G_BUS_TYPE_SYSTEM, NULL, on_bus, g_object_ref (self));
}

AppFoundAgents *
app_found_agents_new (void)
{
  return g_object_new (APP_TYPE_FOUND_AGENTS, NULL);
}

GListModel *
app_found_agents_get_list (AppFoundAgents *self)
{
  return G_LIST_MODEL (self->list);
}

const char *
app_found_agents_get_trouble (AppFoundAgents *self)
{
  return self->trouble;
}

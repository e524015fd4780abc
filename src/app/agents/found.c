/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "agents/found.h"

#include <glib/gi18n.h>
#include <property.h>

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
  /* Of them, by all interfaces. */
  MAX_ANNOUNCEMENTS = 4 * MAX_FOUND,
};

struct _AppFoundAgents
{
  GObject parent_instance;

  GListStore *list;
  char *trouble;
  guint watch;
  /* NULL while Avahi is away */
  GDBusConnection *bus;
  guint subscription;
  char *browser;
  /* Announcement, by itself */
  GHashTable *announcements;
};

G_DEFINE_FINAL_TYPE (AppFoundAgents, app_found_agents, G_TYPE_OBJECT)

/* Returns the agent of an address, which may be listed already; NULL if the list is full. */
static AppFoundAgent *
add (AppFoundAgents *self, const char *title, const char *address)
{
  GListModel *model = G_LIST_MODEL (self->list);
  g_autoptr (AppFoundAgent) agent = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (AppFoundAgent) other = g_list_model_get_item (model, i);

      if (g_str_equal (app_found_agent_get_address (other), address))
        return g_steal_pointer (&other);
    }
  if (g_list_model_get_n_items (model) >= MAX_FOUND)
    return NULL;
  agent = app_found_agent_new (title, address);
  g_list_store_append (self->list, agent);
  return g_steal_pointer (&agent);
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

      g_autoptr (AppFoundAgent) agent = add (self, _ ("Your Agent on This Machine"), address);
    }
  if (is_socket (SYSTEM_SOCKET))
    {
      g_autoptr (AppFoundAgent) agent =
          add (self, _ ("The System’s Agent on This Machine"), "unix:" SYSTEM_SOCKET);
    }
}

/* Announcements. Avahi reports one for each interface and protocol that reaches an agent. */

typedef struct
{
  AppFoundAgents *found;
  int interface;
  int protocol;
  char *name;
  char *domain;
  /* of the question for its address */
  GCancellable *cancellable;
  /* NULL until its address is known */
  AppFoundAgent *agent;
} Announcement;

static guint
announcement_hash (gconstpointer data)
{
  return g_str_hash (((const Announcement *) data)->name);
}

static gboolean
announcement_equal (gconstpointer a, gconstpointer b)
{
  const Announcement *one = a, *other = b;

  return one->interface == other->interface && one->protocol == other->protocol
         && g_str_equal (one->name, other->name) && g_str_equal (one->domain, other->domain);
}

static void
announcement_free (gpointer data)
{
  Announcement *self = data;

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_clear_object (&self->agent);
  g_free (self->name);
  g_free (self->domain);
  g_free (self);
}

static gboolean
is_agent_of (gpointer key, gpointer value, gpointer agent)
{
  return ((Announcement *) key)->agent == agent;
}

/* An agent is listed as long as one of its announcements is there. */
static void
forget (AppFoundAgents *self, const Announcement *announcement)
{
  Announcement *known = g_hash_table_lookup (self->announcements, announcement);
  g_autoptr (AppFoundAgent) agent = known && known->agent ? g_object_ref (known->agent) : NULL;
  guint position;

  g_hash_table_remove (self->announcements, announcement);
  if (agent && !g_hash_table_find (self->announcements, is_agent_of, agent)
      && g_list_store_find (self->list, agent, &position))
    g_list_store_remove (self->list, position);
}

static void
forget_all (AppFoundAgents *self)
{
  g_autoptr (GList) all = g_hash_table_get_keys (self->announcements);

  for (GList *l = all; l; l = l->next)
    forget (self, l->data);
}

/* The announcement may have gone, which cancels the question. */
static void
on_resolved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GVariant) answer =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (object), result, NULL);
  Announcement *self = data;
  g_autofree char *address = NULL;
  const char *host;
  guint16 port;

  if (!answer)
    return;
  g_variant_get (answer, "(iisss&sisq@aayu)", NULL, NULL, NULL, NULL, NULL, &host, NULL, NULL,
                 &port, NULL, NULL);
  address = g_strdup_printf ("wss://%s:%u", host, port);
  self->agent = add (self->found, self->name, address);
}

static void
resolve (AppFoundAgents *self, const Announcement *announcement)
{
  Announcement *known;

  if (g_hash_table_contains (self->announcements, announcement)
      || g_hash_table_size (self->announcements) >= MAX_ANNOUNCEMENTS)
    return;
  known = g_new0 (Announcement, 1);
  *known = *announcement;
  known->found = self;
  known->name = g_strdup (announcement->name);
  known->domain = g_strdup (announcement->domain);
  known->cancellable = g_cancellable_new ();
  g_hash_table_add (self->announcements, known);
  g_dbus_connection_call (self->bus, AVAHI, "/", SERVER, "ResolveService",
                          g_variant_new ("(iisssiu)", known->interface, known->protocol,
                                         known->name, SERVICE_TYPE, known->domain, ANY, 0),
                          G_VARIANT_TYPE ("(iissssisqaayu)"), G_DBUS_CALL_FLAGS_NO_AUTO_START, -1,
                          known->cancellable, on_resolved, known);
}

static void
on_signal (GDBusConnection *bus, const char *sender, const char *path, const char *interface,
           const char *signal, GVariant *parameters, gpointer data)
{
  Announcement announcement = { 0 };
  const char *type;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(iisssu)")))
    return;
  g_variant_get (parameters, "(ii&s&s&su)", &announcement.interface, &announcement.protocol,
                 &announcement.name, &type, &announcement.domain, NULL);
  if (!g_str_equal (type, SERVICE_TYPE))
    return;
  if (g_str_equal (signal, "ItemNew"))
    resolve (data, &announcement);
  else if (g_str_equal (signal, "ItemRemove"))
    forget (data, &announcement);
}

/* Avahi. */

static void
set_trouble (AppFoundAgents *self, const char *reason)
{
  g_free (self->trouble);
  self->trouble = reason ? g_strdup_printf (_ ("Cannot look for agents in the network: %s. Start "
                                               "avahi-daemon, or enter an address."),
                                            reason)
                         : NULL;
  g_object_notify (G_OBJECT (self), "trouble");
}

static void
free_browser (GDBusConnection *bus, const char *browser)
{
  g_dbus_connection_call (bus, AVAHI, browser, BROWSER, "Free", NULL, NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, NULL, NULL);
}

static void
on_browsing (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppFoundAgents) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (object), result, &error);

  if (answer)
    {
      g_free (self->browser);
      g_variant_get (answer, "(o)", &self->browser);
    }
  else if (self->bus)
    {
      g_dbus_error_strip_remote_error (error);
      set_trouble (self, error->message);
    }
}

/* Avahi may report what it knows before it answers which browser is this one. */
static void
on_appeared (GDBusConnection *bus, const char *name, const char *owner, gpointer data)
{
  AppFoundAgents *self = data;

  self->bus = g_object_ref (bus);
  set_trouble (self, NULL);
  self->subscription = g_dbus_connection_signal_subscribe (
      bus, owner, BROWSER, NULL, NULL, NULL, G_DBUS_SIGNAL_FLAGS_NONE, on_signal, self, NULL);
  g_dbus_connection_call (bus, AVAHI, "/", SERVER, "ServiceBrowserNew",
                          g_variant_new ("(iissu)", ANY, ANY, SERVICE_TYPE, "", 0),
                          G_VARIANT_TYPE ("(o)"), G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL,
                          on_browsing, g_object_ref (self));
}

static void
stop_browsing (AppFoundAgents *self)
{
  if (self->bus)
    g_dbus_connection_signal_unsubscribe (self->bus, self->subscription);
  g_clear_object (&self->bus);
  g_clear_pointer (&self->browser, g_free);
}

static void
on_vanished (GDBusConnection *bus, const char *name, gpointer data)
{
  AppFoundAgents *self = data;

  stop_browsing (self);
  forget_all (self);
  set_trouble (self, _ ("Avahi does not answer"));
}

static void
app_found_agents_dispose (GObject *object)
{
  AppFoundAgents *self = APP_FOUND_AGENTS (object);

  if (self->watch)
    g_bus_unwatch_name (self->watch);
  self->watch = 0;
  if (self->browser)
    free_browser (self->bus, self->browser);
  stop_browsing (self);
  g_clear_pointer (&self->announcements, g_hash_table_unref);
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

static void
app_found_agents_init (AppFoundAgents *self)
{
  self->list = g_list_store_new (APP_TYPE_FOUND_AGENT);
  self->announcements =
      g_hash_table_new_full (announcement_hash, announcement_equal, announcement_free, NULL);
  add_local (self);
  self->watch = g_bus_watch_name (G_BUS_TYPE_SYSTEM, AVAHI, G_BUS_NAME_WATCHER_FLAGS_AUTO_START,
                                  on_appeared, on_vanished, self, NULL);
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

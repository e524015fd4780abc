/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "announcement.h"

#include <glib/gi18n.h>

/* The type under which viewers look for agents, and Avahi. */
#define SERVICE_TYPE "_gscope._tcp"
#define AVAHI "org.freedesktop.Avahi"
#define SERVER AVAHI ".Server"
#define GROUP AVAHI ".EntryGroup"
#define COLLISION_ERROR AVAHI ".CollisionError"
#define ANY (-1)

enum
{
  /* A name has at most 63 bytes, with its number. */
  MAX_NAME = 48,
  MAX_NUMBER = 100,
};

/* The states that Avahi reports. */
typedef enum
{
  SERVER_RUNNING = 2,
} ServerState;

typedef enum
{
  GROUP_ESTABLISHED = 2,
  GROUP_COLLISION = 3,
  GROUP_FAILURE = 4,
} GroupState;

struct _AgentAnnouncement
{
  AgentAnnouncementFunc tell;
  gpointer data;
  /* guint16 */
  GArray *ports;
  guint watch;
  /* NULL while Avahi is away */
  GDBusConnection *bus;
  guint subscriptions[2];
  /* the calls of one publication; NULL if nothing is published */
  GCancellable *calls;
  /* the path of its group of entries; NULL until Avahi has made it */
  char *group;
  /* of the first name: the number 1 is not written */
  guint number;
};

static void
tell_problem (AgentAnnouncement *self, const char *reason)
{
  g_autofree char *status = g_strdup_printf (_ ("The agent is not announced: %s"), reason);

  self->tell (status, TRUE, self->data);
}

static char *
make_name (const AgentAnnouncement *self, guint port)
{
  g_autofree char *cut = g_strndup (g_get_host_name (), MAX_NAME);
  g_autofree char *name = g_utf8_make_valid (cut, -1);
  guint number = self->number + port;

  return number == 1 ? g_steal_pointer (&name) : g_strdup_printf ("%s #%u", name, number);
}

static void
tell_names (AgentAnnouncement *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;
  g_autofree char *list = NULL, *status = NULL;

  for (guint i = 0; i < self->ports->len; i++)
    {
      g_autofree char *name = make_name (self, i);

      g_strv_builder_add (builder, name);
    }
  names = g_strv_builder_end (builder);
  list = g_strjoinv (", ", names);
  status = g_strdup_printf (_ ("Announced in the network as %s"), list);
  self->tell (status, FALSE, self->data);
}

/* Publication. */

static void
call (AgentAnnouncement *self, const char *method, GVariant *arguments,
      GAsyncReadyCallback callback)
{
  g_dbus_connection_call (self->bus, AVAHI, self->group, GROUP, method, arguments, NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, self->calls, callback, self);
}

static void
on_freed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GVariant) answer =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (object), result, NULL);
}

/* A connection that is dropped loses the messages that it has not sent. A call that waits for its
 * answer keeps it. */
static void
free_group (GDBusConnection *bus, const char *group)
{
  g_dbus_connection_call (bus, AVAHI, group, GROUP, "Free", NULL, NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, on_freed, NULL);
}

static void
withdraw (AgentAnnouncement *self)
{
  g_cancellable_cancel (self->calls);
  g_clear_object (&self->calls);
  if (self->group && self->bus)
    free_group (self->bus, self->group);
  g_clear_pointer (&self->group, g_free);
}

static void publish (AgentAnnouncement *self);

static void
rename_all (AgentAnnouncement *self)
{
  self->number++;
  if (self->number < MAX_NUMBER)
    {
      publish (self);
      return;
    }
  withdraw (self);
  tell_problem (self, _ ("its name and all that differ by a number are taken. Give this machine "
                         "another name."));
}

static void
fail (AgentAnnouncement *self, GError *error)
{
  g_autofree char *name = g_dbus_error_get_remote_error (error);

  if (g_strcmp0 (name, COLLISION_ERROR) == 0)
    {
      rename_all (self);
      return;
    }
  g_dbus_error_strip_remote_error (error);
  withdraw (self);
  tell_problem (self, error->message);
}

/* The request for a group of entries, which Avahi makes also if the publication ends meanwhile. */
typedef struct
{
  /* freed if the calls are cancelled */
  AgentAnnouncement *announcement;
  GCancellable *calls;
} Request;

static void
request_free (Request *request)
{
  g_object_unref (request->calls);
  g_free (request);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Request, request_free)

/* A call that was cancelled may find its announcement freed. */
static void
on_entered (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (object), result, &error);

  if (!answer && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    fail (data, error);
}

/* The messages keep their order, so that nothing waits for an answer. */
static void
enter_all (AgentAnnouncement *self)
{
  for (guint i = 0; i < self->ports->len; i++)
    {
      g_autofree char *name = make_name (self, i);

      call (self, "AddService",
            g_variant_new ("(iiussssqaay)", ANY, ANY, 0, name, SERVICE_TYPE, "", "",
                           g_array_index (self->ports, guint16, i), NULL),
            on_entered);
    }
  call (self, "Commit", NULL, on_entered);
}

static void
on_group (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  AgentAnnouncement *self = request->announcement;
  gboolean is_over = g_cancellable_is_cancelled (request->calls);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (object), result, &error);
  g_autofree char *group = NULL;

  if (answer)
    g_variant_get (answer, "(o)", &group);
  if (is_over && group)
    free_group (G_DBUS_CONNECTION (object), group);
  if (is_over)
    return;
  if (!group)
    {
      fail (self, error);
      return;
    }
  self->group = g_steal_pointer (&group);
  enter_all (self);
}

static void
publish (AgentAnnouncement *self)
{
  Request *request;

  withdraw (self);
  if (!self->bus || self->ports->len == 0)
    return;
  self->calls = g_cancellable_new ();
  request = g_new0 (Request, 1);
  request->announcement = self;
  request->calls = g_object_ref (self->calls);
  g_dbus_connection_call (self->bus, AVAHI, "/", SERVER, "EntryGroupNew", NULL,
                          G_VARIANT_TYPE ("(o)"), G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL,
                          on_group, request);
}

/* Avahi. */

static void
on_group_state (GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                const char *signal, GVariant *parameters, gpointer data)
{
  AgentAnnouncement *self = data;
  const char *reason;
  int state;

  if (g_strcmp0 (path, self->group) != 0
      || !g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(is)")))
    return;
  g_variant_get (parameters, "(i&s)", &state, &reason);
  if (state == GROUP_ESTABLISHED)
    tell_names (self);
  else if (state == GROUP_COLLISION)
    rename_all (self);
  else if (state == GROUP_FAILURE)
    tell_problem (self, reason);
}

/* Entries have the name of the machine, which Avahi may have to change. */
static void
on_server_state (GDBusConnection *bus, const char *sender, const char *path, const char *interface,
                 const char *signal, GVariant *parameters, gpointer data)
{
  AgentAnnouncement *self = data;
  int state;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(is)")))
    return;
  g_variant_get (parameters, "(i&s)", &state, NULL);
  if (state == SERVER_RUNNING)
    publish (self);
  else
    withdraw (self);
}

static guint
subscribe (AgentAnnouncement *self, const char *owner, const char *interface,
           GDBusSignalCallback callback)
{
  return g_dbus_connection_signal_subscribe (self->bus, owner, interface, "StateChanged", NULL,
                                             NULL, G_DBUS_SIGNAL_FLAGS_NONE, callback, self, NULL);
}

static void
on_appeared (GDBusConnection *bus, const char *name, const char *owner, gpointer data)
{
  AgentAnnouncement *self = data;

  /* an agent does without the bus, too */
  g_dbus_connection_set_exit_on_close (bus, FALSE);
  self->bus = g_object_ref (bus);
  self->subscriptions[0] = subscribe (self, owner, GROUP, on_group_state);
  self->subscriptions[1] = subscribe (self, owner, SERVER, on_server_state);
  self->number = 1;
  publish (self);
}

static void
forget_avahi (AgentAnnouncement *self)
{
  for (guint i = 0; self->bus && i < G_N_ELEMENTS (self->subscriptions); i++)
    g_dbus_connection_signal_unsubscribe (self->bus, self->subscriptions[i]);
  g_clear_object (&self->bus);
}

static void
on_vanished (GDBusConnection *bus, const char *name, gpointer data)
{
  AgentAnnouncement *self = data;

  forget_avahi (self);
  withdraw (self);
  if (self->ports->len > 0)
    tell_problem (self, _ ("Avahi does not answer. Start avahi-daemon; gscoped notices that."));
}

AgentAnnouncement *
agent_announcement_new (AgentAnnouncementFunc tell, gpointer data)
{
  AgentAnnouncement *self = g_new0 (AgentAnnouncement, 1);

  self->tell = tell;
  self->data = data;
  self->ports = g_array_new (FALSE, FALSE, sizeof (guint16));
  self->watch = g_bus_watch_name (G_BUS_TYPE_SYSTEM, AVAHI, G_BUS_NAME_WATCHER_FLAGS_AUTO_START,
                                  on_appeared, on_vanished, self, NULL);
  return self;
}

void
agent_announcement_free (AgentAnnouncement *self)
{
  g_bus_unwatch_name (self->watch);
  withdraw (self);
  forget_avahi (self);
  g_array_unref (self->ports);
  g_free (self);
}

/* Ports. */

static gboolean
has_port (GArray *ports, guint16 port)
{
  for (guint i = 0; i < ports->len; i++)
    if (g_array_index (ports, guint16, i) == port)
      return TRUE;
  return FALSE;
}

/* A port of this machine alone is of no use to others. */
static void
add_port (GArray *ports, const char *address)
{
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_NONE, NULL);
  gboolean is_network = uri && g_str_equal (g_uri_get_scheme (uri), "wss");
  g_autoptr (GInetAddress) host =
      is_network ? g_inet_address_new_from_string (g_uri_get_host (uri)) : NULL;
  guint16 port = is_network ? (guint16) g_uri_get_port (uri) : 0;

  if (host && !g_inet_address_get_is_loopback (host) && !has_port (ports, port))
    g_array_append_val (ports, port);
}

void
agent_announcement_set_addresses (AgentAnnouncement *self, const char *const *addresses)
{
  g_autoptr (GArray) ports = g_array_new (FALSE, FALSE, sizeof (guint16));
  gboolean is_same;

  for (guint i = 0; addresses[i]; i++)
    add_port (ports, addresses[i]);
  is_same = ports->len == self->ports->len;
  for (guint i = 0; is_same && i < ports->len; i++)
    is_same = has_port (self->ports, g_array_index (ports, guint16, i));
  g_array_unref (self->ports);
  self->ports = g_steal_pointer (&ports);
  if (self->ports->len == 0)
    tell_problem (self, _ ("it listens at no address wss:// that other machines reach. Give one "
                           "with --listen, such as wss://0.0.0.0."));
  if (is_same)
    return;
  self->number = 1;
  publish (self);
}

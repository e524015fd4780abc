/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Agents that Avahi announces: gscoped publishes them, and the viewer finds them. */

#include <adwaita.h>
#include <signal.h>
#include <string.h>

#include "agents-bed.h"
#include "agents/found.h"
#include "support/certificates.h"

#define AVAHI "org.freedesktop.Avahi"
#define TYPE "_gscope._tcp"

enum
{
  /* the most agents that a viewer lists, and a larger number */
  MAX_LISTED = 256,
  N_MANY = 300,
};

/* A mock of Avahi on the bus of the test. */

static const char avahi_xml[] =
    "<node>"
    "<interface name='org.freedesktop.Avahi.Server'>"
    "<method name='ServiceBrowserNew'>"
    "  <arg type='i' direction='in'/><arg type='i' direction='in'/>"
    "  <arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "  <arg type='u' direction='in'/><arg type='o' direction='out'/></method>"
    "<method name='ResolveService'>"
    "  <arg type='i' direction='in'/><arg type='i' direction='in'/>"
    "  <arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "  <arg type='s' direction='in'/><arg type='i' direction='in'/>"
    "  <arg type='u' direction='in'/>"
    "  <arg type='i' direction='out'/><arg type='i' direction='out'/>"
    "  <arg type='s' direction='out'/><arg type='s' direction='out'/>"
    "  <arg type='s' direction='out'/><arg type='s' direction='out'/>"
    "  <arg type='i' direction='out'/><arg type='s' direction='out'/>"
    "  <arg type='q' direction='out'/><arg type='aay' direction='out'/>"
    "  <arg type='u' direction='out'/></method>"
    "<method name='EntryGroupNew'><arg type='o' direction='out'/></method>"
    "</interface>"
    "<interface name='org.freedesktop.Avahi.EntryGroup'>"
    "<method name='AddService'>"
    "  <arg type='i' direction='in'/><arg type='i' direction='in'/>"
    "  <arg type='u' direction='in'/><arg type='s' direction='in'/>"
    "  <arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "  <arg type='s' direction='in'/><arg type='q' direction='in'/>"
    "  <arg type='aay' direction='in'/></method>"
    "<method name='Commit'/><method name='Free'/>"
    "</interface></node>";

typedef struct
{
  GDBusConnection *bus;
  GDBusNodeInfo *node;
  guint object;
  guint name;
  gboolean is_owned;
  guint n_groups;
  /* the path of the group and its object; NULL if there is none */
  char *group;
  guint group_object;
  gboolean is_published;
  /* name: its port */
  GHashTable *services;
  /* names of other machines, which Avahi knows, or finds while it publishes */
  const char *known;
  const char *late;
  guint n_resolved;
  /* the last question for an address, which the test answers; NULL unless one is awaited */
  gboolean is_slow;
  GDBusMethodInvocation *question;
} Avahi;

typedef struct
{
  AgentsBed bed;
  Avahi avahi;
  GSubprocess *agent;
  GString *output;
  char *name;
} Fixture;

static void
report (Avahi *self, const char *signal, const char *name, int interface)
{
  g_dbus_connection_emit_signal (
      self->bus, NULL, "/Client/Browser", AVAHI ".ServiceBrowser", signal,
      g_variant_new ("(iisssu)", interface, 0, name, TYPE, "local", 0), NULL);
}

static void
report_all (Avahi *self, const char *signal)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, self->services);
  while (self->is_published && g_hash_table_iter_next (&iter, &name, NULL))
    report (self, signal, name, 1);
}

static void
change_state (Avahi *self, int state)
{
  g_dbus_connection_emit_signal (self->bus, NULL, self->group, AVAHI ".EntryGroup", "StateChanged",
                                 g_variant_new ("(is)", state, ""), NULL);
}

static void
drop_group (Avahi *self)
{
  report_all (self, "ItemRemove");
  self->is_published = FALSE;
  g_hash_table_remove_all (self->services);
  if (self->group)
    g_dbus_connection_unregister_object (self->bus, self->group_object);
  g_clear_pointer (&self->group, g_free);
}

static void
commit (Avahi *self)
{
  if (g_hash_table_size (self->services) == 0)
    return;
  change_state (self, 1);
  if (self->late && g_hash_table_contains (self->services, self->late))
    {
      change_state (self, 3);
      return;
    }
  self->is_published = TRUE;
  change_state (self, 2);
  report_all (self, "ItemNew");
}

static void
on_group_call (GDBusConnection *bus, const char *sender, const char *path, const char *interface,
               const char *method, GVariant *parameters, GDBusMethodInvocation *invocation,
               gpointer data)
{
  Avahi *self = data;
  const char *name, *type;
  guint16 port;

  if (g_str_equal (method, "AddService"))
    {
      g_variant_get (parameters, "(iiu&s&s&s&sq@aay)", NULL, NULL, NULL, &name, &type, NULL, NULL,
                     &port, NULL);
      g_assert_cmpstr (type, ==, TYPE);
      if (g_strcmp0 (name, self->known) == 0 || g_hash_table_contains (self->services, name))
        {
          g_dbus_method_invocation_return_dbus_error (invocation, AVAHI ".CollisionError",
                                                      "Local name collision");
          return;
        }
      g_hash_table_insert (self->services, g_strdup (name), GUINT_TO_POINTER (port));
    }
  g_dbus_method_invocation_return_value (invocation, NULL);
  if (g_str_equal (method, "Commit"))
    commit (self);
  else if (g_str_equal (method, "Free"))
    drop_group (self);
}

static const GDBusInterfaceVTable group_calls = { on_group_call, NULL, NULL, { NULL } };

static void
make_group (Avahi *self, GDBusMethodInvocation *invocation)
{
  g_assert_null (self->group);
  self->group = g_strdup_printf ("/Client/EntryGroup%u", ++self->n_groups);
  self->group_object = g_dbus_connection_register_object (
      self->bus, self->group, self->node->interfaces[1], &group_calls, self, NULL, NULL);
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", self->group));
}

static void
resolve (Avahi *self, const char *name, GDBusMethodInvocation *invocation)
{
  guint port = GPOINTER_TO_UINT (g_hash_table_lookup (self->services, name));

  self->n_resolved++;
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(iissssisqaayu)", 1, 0, name,
                                                                    TYPE, "local", "localhost", 0,
                                                                    "127.0.0.1", port, NULL, 0));
}

static void
on_call (GDBusConnection *bus, const char *sender, const char *path, const char *interface,
         const char *method, GVariant *parameters, GDBusMethodInvocation *invocation, gpointer data)
{
  Avahi *self = data;
  const char *name;

  if (g_str_equal (method, "EntryGroupNew"))
    {
      make_group (self, invocation);
      return;
    }
  if (g_str_equal (method, "ServiceBrowserNew"))
    {
      report_all (self, "ItemNew");
      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", "/Client/Browser"));
      return;
    }
  g_variant_get (parameters, "(ii&s&s&siu)", NULL, NULL, &name, NULL, NULL, NULL, NULL);
  if (self->is_slow)
    self->question = invocation;
  else
    resolve (self, name, invocation);
}

static const GDBusInterfaceVTable calls = { on_call, NULL, NULL, { NULL } };

static void
on_owned (GDBusConnection *bus, const char *name, gpointer data)
{
  ((Avahi *) data)->is_owned = TRUE;
}

static void
start_avahi (Avahi *self)
{
  self->object = g_dbus_connection_register_object (self->bus, "/", self->node->interfaces[0],
                                                    &calls, self, NULL, NULL);
  self->name = g_bus_own_name_on_connection (self->bus, AVAHI, G_BUS_NAME_OWNER_FLAGS_NONE,
                                             on_owned, NULL, self, NULL);
  app_bed_await (self->is_owned);
}

/* It forgets everything. */
static void
stop_avahi (Avahi *self)
{
  if (!self->is_owned)
    return;
  drop_group (self);
  g_bus_unown_name (self->name);
  g_dbus_connection_unregister_object (self->bus, self->object);
  self->is_owned = FALSE;
}

/* The agent. */

static void
write_config (Fixture *f, const char *keys)
{
  g_autofree char *directory = g_strdup (f->bed.bed.directory);
  g_autofree char *path = g_build_filename (directory, "gscoped.conf", NULL);
  g_autofree char *text = g_strdup_printf (
      "[agent]\nsimulate=1\n%s\n[journal]\nfile=\nsystemd=false\n[network]\ntokens=%s/tokens\n"
      "certificate=%s/far.pem\nkey=%s/far.key\n",
      keys, directory, directory, directory);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
on_output (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;
  g_autoptr (GBytes) bytes =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (object), result, NULL);

  if (!bytes || g_bytes_get_size (bytes) == 0)
    return;
  g_string_append_len (f->output, g_bytes_get_data (bytes, NULL),
                       (gssize) g_bytes_get_size (bytes));
  g_input_stream_read_bytes_async (G_INPUT_STREAM (object), 4096, 0, NULL, on_output, f);
}

static void
start_agent (Fixture *f, const char *keys)
{
  g_autofree char *path = g_build_filename (f->bed.bed.directory, "gscoped.conf", NULL);
  g_autoptr (GError) error = NULL;

  write_config (f, keys);
  f->agent = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE
                                   | G_SUBPROCESS_FLAGS_STDIN_PIPE,
                               &error, g_getenv ("GSCOPED"), "--config", path, NULL);
  g_assert_no_error (error);
  g_input_stream_read_bytes_async (g_subprocess_get_stdout_pipe (f->agent), 4096, 0, NULL,
                                   on_output, f);
  app_bed_await (strstr (f->output->str, "listens at wss://"));
}

static void
reload (Fixture *f, const char *keys)
{
  g_string_truncate (f->output, 0);
  write_config (f, keys);
  g_subprocess_send_signal (f->agent, SIGHUP);
  app_bed_await (strstr (f->output->str, "read its configuration again"));
}

static void
stop_agent (Fixture *f)
{
  g_subprocess_send_signal (f->agent, SIGTERM);
  g_subprocess_wait (f->agent, NULL, NULL);
  g_assert_true (g_subprocess_get_successful (f->agent));
  app_bed_await (strstr (f->output->str, "listens at"));
  g_clear_object (&f->agent);
}

#define PORT "listen=wss://0.0.0.0:0"
#define ANNOUNCED PORT "\nannounce=true"

static void
set_up (Fixture *f, gconstpointer application)
{
  g_autofree char *tokens = NULL;
  g_autoptr (GError) error = NULL;

  agents_bed_set_up (&f->bed, application);
  tokens = g_build_filename (f->bed.bed.directory, "tokens", NULL);
  g_file_set_contents_full (tokens, "lab:correct-horse-battery\n", -1, G_FILE_SET_CONTENTS_NONE,
                            0600, &error);
  g_assert_no_error (error);
  make_certificate (f->bed.bed.directory, "far", NULL, 5);
  f->output = g_string_new (NULL);
  f->name = g_strndup (g_get_host_name (), 48);
  f->avahi.bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  f->avahi.node = g_dbus_node_info_new_for_xml (avahi_xml, NULL);
  f->avahi.services = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  if (f->agent)
    stop_agent (f);
  stop_avahi (&f->avahi);
  g_hash_table_unref (f->avahi.services);
  g_dbus_node_info_unref (f->avahi.node);
  g_object_unref (f->avahi.bus);
  g_string_free (f->output, TRUE);
  g_free (f->name);
  agents_bed_tear_down (&f->bed, data);
}

/* Returns the agent of a title; NULL if there is none. */
static AppFoundAgent *
find_agent (AppFoundAgents *found, const char *title)
{
  GListModel *list = app_found_agents_get_list (found);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppFoundAgent) agent = g_list_model_get_item (list, i);

      if (g_str_equal (app_found_agent_get_title (agent), title))
        return agent;
    }
  return NULL;
}

/* The viewer finds the ports that gscoped publishes; a reload and the end withdraw them. */
static void
test_published (Fixture *f, gconstpointer data)
{
  g_autoptr (AppFoundAgents) found = NULL;

  start_avahi (&f->avahi);
  start_agent (f, ANNOUNCED);
  found = app_found_agents_new ();
  app_bed_await (find_agent (found, f->name));
  g_assert_null (app_found_agents_get_trouble (found));
  app_bed_await (strstr (f->output->str, "Announced in the network as"));
  reload (f, PORT);
  app_bed_await (!find_agent (found, f->name));
  reload (f, ANNOUNCED);
  app_bed_await (find_agent (found, f->name));
  g_assert_cmpuint (f->avahi.n_groups, ==, 2);
  reload (f, ANNOUNCED);
  g_assert_cmpuint (f->avahi.n_groups, ==, 2);
  stop_agent (f);
  app_bed_await (!find_agent (found, f->name));
  g_assert_null (f->avahi.group);
}

/* An announcement is no trust: the certificate is shown before anything is sent. */
static void
test_trust (Fixture *f, gconstpointer data)
{
  g_autoptr (AppFoundAgents) found = NULL;
  const char *address;

  start_avahi (&f->avahi);
  start_agent (f, ANNOUNCED);
  found = app_found_agents_new ();
  app_bed_await (find_agent (found, f->name));
  address = app_found_agent_get_address (find_agent (found, f->name));
  g_assert_true (g_str_has_prefix (address, "wss://localhost:"));
  agents_bed_open_dialog (&f->bed);
  agents_bed_ask (address);
  app_bed_await (agents_bed_shows_page ("certificate"));
  gtk_window_close (GTK_WINDOW (agents_bed_get_dialog ()));
  app_bed_settle ();
}

/* Names that others have, as Avahi knows at once, or later. */
static void
test_renamed (Fixture *f, gconstpointer data)
{
  g_autofree char *second = g_strdup_printf ("%s #2", f->name);
  g_autofree char *third = g_strdup_printf ("%s #3", f->name);

  f->avahi.known = f->name;
  f->avahi.late = second;
  start_avahi (&f->avahi);
  start_agent (f, ANNOUNCED);
  app_bed_await (f->avahi.is_published);
  g_assert_true (g_hash_table_contains (f->avahi.services, third));
  g_assert_cmpuint (g_hash_table_size (f->avahi.services), ==, 1);
  app_bed_await (strstr (f->output->str, third));
}

/* After Avahi was restarted, it gets everything again; without it, the agent says so and serves. */
static void
test_restarted (Fixture *f, gconstpointer data)
{
  start_agent (f, ANNOUNCED);
  app_bed_await (strstr (f->output->str, "Start avahi-daemon"));
  start_avahi (&f->avahi);
  app_bed_await (f->avahi.is_published);
  g_string_truncate (f->output, 0);
  stop_avahi (&f->avahi);
  app_bed_await (strstr (f->output->str, "Start avahi-daemon"));
  start_avahi (&f->avahi);
  app_bed_await (f->avahi.is_published);
  g_assert_true (g_hash_table_contains (f->avahi.services, f->name));
  reload (f, "listen=wss://127.0.0.1:0\nannounce=true");
  app_bed_await (strstr (f->output->str, "that other machines reach"));
  app_bed_await (!f->avahi.group);
}

static gboolean
is_listed_once (AppFoundAgents *found, const char *title)
{
  GListModel *list = app_found_agents_get_list (found);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (AppFoundAgent) agent = g_list_model_get_item (list, i);

      n += g_str_equal (app_found_agent_get_title (agent), title);
    }
  return n == 1;
}

/* The viewer looks again after Avahi was restarted, and says so while it cannot. */
static void
test_viewer_restarted (Fixture *f, gconstpointer data)
{
  g_autoptr (AppFoundAgents) found = app_found_agents_new ();

  app_bed_await (app_found_agents_get_trouble (found));
  g_assert_nonnull (strstr (app_found_agents_get_trouble (found), "Start avahi-daemon"));
  start_avahi (&f->avahi);
  start_agent (f, ANNOUNCED);
  app_bed_await (find_agent (found, f->name));
  g_assert_null (app_found_agents_get_trouble (found));
  stop_avahi (&f->avahi);
  app_bed_await (app_found_agents_get_trouble (found));
  g_assert_null (find_agent (found, f->name));
  start_avahi (&f->avahi);
  app_bed_await (find_agent (found, f->name));
  g_assert_null (app_found_agents_get_trouble (found));
}

/* An agent is listed once, until the last interface that reaches it has gone; an address that comes
 * after that changes nothing. */
static void
test_interfaces (Fixture *f, gconstpointer data)
{
  g_autoptr (AppFoundAgents) found = NULL;

  g_hash_table_insert (f->avahi.services, g_strdup ("rack"), GUINT_TO_POINTER (4));
  g_hash_table_insert (f->avahi.services, g_strdup ("edge"), GUINT_TO_POINTER (5));
  f->avahi.is_published = TRUE;
  start_avahi (&f->avahi);
  found = app_found_agents_new ();
  app_bed_await (find_agent (found, "rack") && find_agent (found, "edge"));
  report (&f->avahi, "ItemNew", "rack", 2);
  report (&f->avahi, "ItemRemove", "rack", 1);
  report (&f->avahi, "ItemRemove", "edge", 1);
  app_bed_await (!find_agent (found, "edge"));
  app_bed_await (is_listed_once (found, "rack"));
  report (&f->avahi, "ItemRemove", "rack", 2);
  app_bed_await (!find_agent (found, "rack"));

  f->avahi.is_slow = TRUE;
  report (&f->avahi, "ItemNew", "edge", 1);
  app_bed_await (f->avahi.question);
  report (&f->avahi, "ItemRemove", "edge", 1);
  f->avahi.is_slow = FALSE;
  report (&f->avahi, "ItemNew", "rack", 1);
  app_bed_await (find_agent (found, "rack"));
  resolve (&f->avahi, "edge", g_steal_pointer (&f->avahi.question));
  report (&f->avahi, "ItemRemove", "rack", 1);
  app_bed_await (!find_agent (found, "rack"));
  g_assert_null (find_agent (found, "edge"));
}

/* The list has the first agents of many in the network. When a listed agent leaves, the list has room for a new agent. */
static void
test_many (Fixture *f, gconstpointer data)
{
  g_autoptr (AppFoundAgents) found = NULL;
  g_autoptr (AppFoundAgent) last = NULL;
  GListModel *list;

  for (guint i = 1; i <= N_MANY; i++)
    g_hash_table_insert (f->avahi.services, g_strdup_printf ("rack%u", i), GUINT_TO_POINTER (i));
  f->avahi.is_published = TRUE;
  start_avahi (&f->avahi);
  found = app_found_agents_new ();
  list = app_found_agents_get_list (found);
  app_bed_await (f->avahi.n_resolved == N_MANY);
  app_bed_await (g_list_model_get_n_items (list) >= MAX_LISTED);
  app_bed_settle ();
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, MAX_LISTED);
  last = g_list_model_get_item (list, MAX_LISTED - 1);
  report (&f->avahi, "ItemRemove", app_found_agent_get_title (last), 1);
  app_bed_await (g_list_model_get_n_items (list) == MAX_LISTED - 1);
  g_hash_table_insert (f->avahi.services, g_strdup ("edge"), GUINT_TO_POINTER (N_MANY + 1));
  report (&f->avahi, "ItemNew", "edge", 1);
  app_bed_await (find_agent (found, "edge"));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, MAX_LISTED);
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, tear_down)
  ADD ("/app-agent-announced/published", test_published);
  ADD ("/app-agent-announced/trust", test_trust);
  ADD ("/app-agent-announced/renamed", test_renamed);
  ADD ("/app-agent-announced/restarted", test_restarted);
  ADD ("/app-agent-announced/viewer-restarted", test_viewer_restarted);
  ADD ("/app-agent-announced/interfaces", test_interfaces);
  ADD ("/app-agent-announced/many", test_many);
}

int
main (int argc, char *argv[])
{
  return agents_bed_run (argc, argv, add_tests);
}

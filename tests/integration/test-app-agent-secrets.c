/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Tokens of agents in the secret store of the desktop: kept, found at a reconnection, forgotten. */

#include <adwaita.h>
#include <string.h>

#include "agents-bed.h"
#include "agents/credentials.h"
#include "dialogs/agent-dialog.h"
#include "support/certificates.h"

#define SECRETS "org.freedesktop.secrets"
#define PATH "/org/freedesktop/secrets"
#define COLLECTION PATH "/aliases/default"
#define SESSION PATH "/session/s1"
#define ITEM PATH "/collection/login/1"
#define TOKEN "correct-horse-battery"

/* A mock of the secret service on the bus of the test, which keeps one secret. */

static const char service_xml[] =
    "<node>"
    "<interface name='org.freedesktop.Secret.Service'>"
    "<method name='OpenSession'><arg type='s' direction='in'/><arg type='v' direction='in'/>"
    "  <arg type='v' direction='out'/><arg type='o' direction='out'/></method>"
    "<method name='SearchItems'><arg type='a{ss}' direction='in'/>"
    "  <arg type='ao' direction='out'/><arg type='ao' direction='out'/></method>"
    "<method name='GetSecrets'><arg type='ao' direction='in'/><arg type='o' direction='in'/>"
    "  <arg type='a{o(oayays)}' direction='out'/></method>"
    "</interface>"
    "<interface name='org.freedesktop.Secret.Collection'>"
    "<method name='CreateItem'><arg type='a{sv}' direction='in'/>"
    "  <arg type='(oayays)' direction='in'/><arg type='b' direction='in'/>"
    "  <arg type='o' direction='out'/><arg type='o' direction='out'/></method>"
    "</interface>"
    "<interface name='org.freedesktop.Secret.Item'>"
    "<method name='Delete'><arg type='o' direction='out'/></method>"
    "</interface></node>";

typedef struct
{
  GDBusConnection *bus;
  GDBusNodeInfo *node;
  guint objects[3];
  guint name;
  gboolean is_owned;
  /* NULL if nothing is kept */
  char *address;
  char *secret;
  guint n_lookups;
} Secrets;

typedef struct
{
  AgentsBed bed;
  Secrets secrets;
  char *address;
} Fixture;

static void
open_session (GDBusMethodInvocation *invocation, GVariant *parameters)
{
  const char *algorithm;

  g_variant_get (parameters, "(&sv)", &algorithm, NULL);
  if (g_str_equal (algorithm, "plain"))
    g_dbus_method_invocation_return_value (
        invocation, g_variant_new ("(vo)", g_variant_new_string (""), SESSION));
  else
    g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_NOT_SUPPORTED,
                                           "Only plain is supported");
}

static void
search (Secrets *self, GDBusMethodInvocation *invocation, GVariant *parameters)
{
  g_autoptr (GVariant) attributes = g_variant_get_child_value (parameters, 0);
  g_autofree char *address = NULL;
  const char *found[] = { NULL, NULL };

  g_assert_true (g_variant_lookup (attributes, "address", "s", &address));
  if (g_strcmp0 (address, self->address) == 0)
    found[0] = ITEM;
  g_dbus_method_invocation_return_value (
      invocation, g_variant_new ("(^ao^ao)", found, (const char *[]){ NULL }));
}

static void
get_secrets (Secrets *self, GDBusMethodInvocation *invocation)
{
  GVariantBuilder builder;

  self->n_lookups++;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{o(oayays)}"));
  if (self->secret)
    g_variant_builder_add (
        &builder, "{o(o@ay@ays)}", ITEM, SESSION,
        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, "", 0, 1),
        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, self->secret, strlen (self->secret), 1),
        "text/plain");
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(a{o(oayays)})", &builder));
}

static void
forget (Secrets *self)
{
  g_clear_pointer (&self->address, g_free);
  g_clear_pointer (&self->secret, g_free);
}

static void
create_item (Secrets *self, GDBusMethodInvocation *invocation, GVariant *parameters)
{
  g_autoptr (GVariant) properties = g_variant_get_child_value (parameters, 0);
  g_autoptr (GVariant) secret = g_variant_get_child_value (parameters, 1);
  g_autoptr (GVariant) value = g_variant_get_child_value (secret, 2);
  g_autoptr (GVariant) attributes = g_variant_lookup_value (
      properties, "org.freedesktop.Secret.Item.Attributes", G_VARIANT_TYPE ("a{ss}"));
  gsize size;
  const char *data = g_variant_get_fixed_array (value, &size, 1);

  forget (self);
  g_assert_true (g_variant_lookup (attributes, "address", "s", &self->address));
  self->secret = g_strndup (data, size);
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(oo)", ITEM, "/"));
}

static void
on_call (GDBusConnection *bus, const char *sender, const char *path, const char *interface,
         const char *method, GVariant *parameters, GDBusMethodInvocation *invocation, gpointer data)
{
  if (g_str_equal (method, "OpenSession"))
    open_session (invocation, parameters);
  else if (g_str_equal (method, "SearchItems"))
    search (data, invocation, parameters);
  else if (g_str_equal (method, "GetSecrets"))
    get_secrets (data, invocation);
  else if (g_str_equal (method, "CreateItem"))
    create_item (data, invocation, parameters);
  else
    {
      forget (data);
      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", "/"));
    }
}

static const GDBusInterfaceVTable calls = { on_call, NULL, NULL, { NULL } };

static void
on_owned (GDBusConnection *bus, const char *name, gpointer data)
{
  ((Secrets *) data)->is_owned = TRUE;
}

static void
start_secrets (Secrets *self)
{
  static const char *const paths[] = { PATH, COLLECTION, ITEM };

  self->bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  self->node = g_dbus_node_info_new_for_xml (service_xml, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    self->objects[i] = g_dbus_connection_register_object (
        self->bus, paths[i], self->node->interfaces[i], &calls, self, NULL, NULL);
  self->name = g_bus_own_name_on_connection (self->bus, SECRETS, G_BUS_NAME_OWNER_FLAGS_NONE,
                                             on_owned, NULL, self, NULL);
  app_bed_await (self->is_owned);
}

static void
stop_secrets (Secrets *self)
{
  g_bus_unown_name (self->name);
  for (guint i = 0; i < G_N_ELEMENTS (self->objects); i++)
    g_dbus_connection_unregister_object (self->bus, self->objects[i]);
  g_dbus_node_info_unref (self->node);
  g_object_unref (self->bus);
  forget (self);
}

/* The agent. */

/* Makes the agent listen at an address of the network for clients with a token. */
static void
listen_on_network (Fixture *f, const char *address, const char *token)
{
  g_autofree char *tokens = g_build_filename (f->bed.bed.directory, "tokens", NULL);
  g_autofree char *certificate = find_certificate (f->bed.bed.directory, "far");
  g_autofree char *key = find_key (f->bed.bed.directory, "far");
  g_autofree char *line = g_strdup_printf ("lab:%s\n", token);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) addresses = NULL;

  g_assert_true (
      g_file_set_contents_full (tokens, line, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
  gscope_agent_set_tokens_file (f->bed.agent, tokens, &error);
  g_assert_no_error (error);
  gscope_agent_set_certificate_files (f->bed.agent, certificate, key, &error);
  g_assert_no_error (error);
  gscope_agent_allow (f->bed.agent, "token:lab", GSCOPE_ACCESS_READ, "*");
  gscope_agent_listen (f->bed.agent, address, &error);
  g_assert_no_error (error);
  addresses = gscope_agent_list_addresses (f->bed.agent);
  g_free (f->address);
  f->address = g_strdup (addresses[1]);
}

static void
restart_agent (Fixture *f, const char *token)
{
  g_autofree char *address = g_strdup (f->address);

  g_clear_object (&f->bed.agent);
  app_bed_await (!agents_bed_is_running (&f->bed, "demo@127.0.0.1"));
  f->bed.agent = agents_bed_start_agent (&f->bed);
  listen_on_network (f, address, token);
}

/* Makes the program forget what it does not keep, as its end does. */
static void
forget_session (void)
{
  g_autoptr (AppCredentials) credentials = app_credentials_new ();

  gscope_credentials_set_default (GSCOPE_CREDENTIALS (credentials));
}

static void
set_up (Fixture *f, gconstpointer application)
{
  start_secrets (&f->secrets);
  agents_bed_set_up (&f->bed, application);
  make_certificate (f->bed.bed.directory, "far", NULL, 5);
  listen_on_network (f, "wss://127.0.0.1:0", TOKEN);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_free (f->address);
  agents_bed_tear_down (&f->bed, data);
  stop_secrets (&f->secrets);
}

/* The dialog. */

/* Answers the page of the token. */
static void
give (const char *token, gboolean keeps)
{
  GtkWidget *dialog = agents_bed_get_dialog ();
  GtkWidget *row = app_bed_find_titled (dialog, "Keep the Token");

  gtk_switch_set_active (GTK_SWITCH (app_bed_find (row, GTK_TYPE_SWITCH)), keeps);
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find (dialog, ADW_TYPE_PASSWORD_ENTRY_ROW)), token);
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "C_ontinue");
}

static void
add_source (Fixture *f, gboolean keeps)
{
  agents_bed_open_dialog (&f->bed);
  agents_bed_ask (f->address);
  app_bed_await (agents_bed_shows_page ("certificate"));
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "_Trust");
  app_bed_await (agents_bed_shows_page ("token"));
  give (TOKEN, keeps);
  app_bed_await (agents_bed_shows_page ("sources"));
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "_Add");
  app_bed_await (agents_bed_is_running (&f->bed, "demo@127.0.0.1"));
}

static gboolean
asks_for_token (Fixture *f)
{
  return app_bed_find_match (f->bed.bed.window, agents_bed_is_mapped_match, "Enter Token…") != NULL;
}

/* A token that is kept is found when the agent comes back, also by the next run of the program. */
static void
test_kept (Fixture *f, gconstpointer data)
{
  add_source (f, TRUE);
  app_bed_await (g_strcmp0 (f->secrets.secret, TOKEN) == 0);
  g_assert_cmpstr (f->secrets.address, ==, f->address);
  g_assert_cmpuint (f->secrets.n_lookups, ==, 0);
  forget_session ();
  restart_agent (f, TOKEN);
  app_bed_await (agents_bed_is_running (&f->bed, "demo@127.0.0.1"));
  g_assert_cmpuint (f->secrets.n_lookups, >, 0);
  g_assert_false (asks_for_token (f));
}

/* A token that is not to be kept replaces the one that is kept: the row then asks for it in the next run. */
static void
test_forgotten (Fixture *f, gconstpointer data)
{
  add_source (f, TRUE);
  app_bed_await (f->secrets.secret);
  forget_session ();
  restart_agent (f, "another-horse-battery");
  app_bed_await (asks_for_token (f));
  g_signal_emit_by_name (
      app_bed_find_match (f->bed.bed.window, agents_bed_is_mapped_match, "Enter Token…"),
      "clicked");
  app_bed_await (agents_bed_get_dialog () && agents_bed_shows_page ("token"));
  give ("another-horse-battery", FALSE);
  app_bed_await (!f->secrets.secret);
  app_bed_await (agents_bed_is_running (&f->bed, "demo@127.0.0.1"));
  gtk_window_close (GTK_WINDOW (agents_bed_get_dialog ()));
  app_bed_await (!asks_for_token (f));
  forget_session ();
  restart_agent (f, "another-horse-battery");
  app_bed_await (asks_for_token (f));
}

static void
add_tests (gconstpointer application)
{
  if (!app_credentials_has_store ())
    return;
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, tear_down)
  ADD ("/app-agent-secrets/kept", test_kept);
  ADD ("/app-agent-secrets/forgotten", test_forgotten);
}

int
main (int argc, char *argv[])
{
  return agents_bed_run (argc, argv, add_tests);
}

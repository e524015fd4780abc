/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The dialog that adds sources of agents: found agents, certificates, tokens. */

#include <adwaita.h>

#include "agents-bed.h"
#include "agents/credentials.h"
#include "dialogs/agent-dialog.h"
#include "dialogs/source-dialog.h"
#include "support/certificates.h"

typedef AgentsBed Fixture;

static void
choose (const char *title)
{
  GtkWidget *row = app_bed_find_titled (agents_bed_get_dialog (), title);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (app_bed_find (row, GTK_TYPE_CHECK_BUTTON)), TRUE);
}

/* A source gets another name if its own is taken, its signals come, and undo removes it. */
static void
test_added (Fixture *f, gconstpointer data)
{
  agents_bed_open_dialog (f);
  agents_bed_ask (f->address);
  app_bed_await (agents_bed_shows_page ("sources"));
  choose (gscope_source_get_title (f->served));
  gtk_switch_set_active (GTK_SWITCH (app_bed_find (agents_bed_get_dialog (), GTK_TYPE_SWITCH)),
                         TRUE);
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "_Add");
  g_assert_null (agents_bed_get_dialog ());
  app_bed_await (agents_bed_is_running (f, "demo@agent"));
  app_bed_await (app_bed_count_signals (&f->bed) > 1);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_null (agents_bed_find_source (f, "demo@agent"));
}

/* The list of all types leads to the same dialog. */
static void
test_type (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  app_bed_press (&f->bed, "<Control><Shift>a");
  dialog = app_bed_find_window (APP_TYPE_SOURCE_DIALOG);
  g_signal_emit_by_name (app_bed_find_titled (dialog, "Agent"), "activated");
  app_bed_settle ();
  g_assert_nonnull (agents_bed_get_dialog ());
  g_assert_null (app_bed_find_window (APP_TYPE_SOURCE_DIALOG));
  gtk_window_close (GTK_WINDOW (agents_bed_get_dialog ()));
  app_bed_settle ();
}

/* An agent that is not there is refused with a reason, and the address stays to be corrected. */
static void
test_refused (Fixture *f, gconstpointer data)
{
  g_autofree char *nowhere = g_strconcat (f->address, "-away", NULL);
  GtkWidget *entry;

  agents_bed_open_dialog (f);
  agents_bed_ask (nowhere);
  app_bed_await (agents_bed_shows_page ("agent"));
  entry = app_bed_find (agents_bed_get_dialog (), ADW_TYPE_ENTRY_ROW);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, nowhere);
  g_assert_true (gtk_revealer_get_reveal_child (
      GTK_REVEALER (app_bed_find (agents_bed_get_dialog (), GTK_TYPE_REVEALER))));
  gtk_window_close (GTK_WINDOW (agents_bed_get_dialog ()));
  app_bed_settle ();
}

/* A question can be taken back, with its dialog or without. */
static void
test_cancelled (Fixture *f, gconstpointer data)
{
  agents_bed_open_dialog (f);
  agents_bed_ask (f->address);
  g_signal_emit_by_name (app_bed_find_named (agents_bed_get_dialog (), "back"), "clicked");
  g_assert_true (agents_bed_shows_page ("agent"));
  agents_bed_ask (f->address);
  gtk_window_close (GTK_WINDOW (agents_bed_get_dialog ()));
  app_bed_await (gscope_agent_get_n_clients (f->agent) == 0);
}

/* A kind of address begins one, which the user completes. */
static void
test_kinds (Fixture *f, gconstpointer data)
{
  static const char *const kinds[][2] = {
    { "ssh://USER@HOST", "ssh://" },
    { "wss://HOST:PORT", "wss://" },
    { "unix:PATH", "unix:" },
    { "nats://SERVER/NAME", "nats://" },
  };
  GtkWidget *entry;

  agents_bed_open_dialog (f);
  entry = app_bed_find (agents_bed_get_dialog (), ADW_TYPE_ENTRY_ROW);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      GtkWidget *kind = app_bed_find_titled (agents_bed_get_dialog (), kinds[i][0]);

      gtk_widget_grab_focus (kind);
      g_signal_emit_by_name (kind, "activated");
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, kinds[i][1]);
      g_assert_cmpint (gtk_editable_get_position (GTK_EDITABLE (entry)), ==,
                       (int) strlen (kinds[i][1]));
      g_assert_true (gtk_widget_is_ancestor (
          gtk_window_get_focus (GTK_WINDOW (agents_bed_get_dialog ())), entry));
    }
  gtk_window_close (GTK_WINDOW (agents_bed_get_dialog ()));
  app_bed_settle ();
}

/* An agent on the network. */

#define TOKEN "correct-horse-battery"

/* Makes the agent listen at an address with a certificate of its own, for clients with a token. Returns the address with
 * the port. */
static char *
listen_on_network (Fixture *f, const char *name, const char *address)
{
  g_autofree char *tokens = g_build_filename (f->bed.directory, "tokens", NULL);
  g_autofree char *certificate = NULL, *key = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) addresses = NULL;

  make_certificate (f->bed.directory, name, NULL, 5);
  certificate = find_certificate (f->bed.directory, name);
  key = find_key (f->bed.directory, name);
  g_assert_true (g_file_set_contents_full (tokens, "lab:" TOKEN "\n", -1,
                                           G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
  gscope_agent_set_tokens_file (f->agent, tokens, &error);
  g_assert_no_error (error);
  gscope_agent_set_certificate_files (f->agent, certificate, key, &error);
  g_assert_no_error (error);
  gscope_agent_allow (f->agent, "token:lab", GSCOPE_ACCESS_READ, "*");
  gscope_agent_listen (f->agent, address, &error);
  g_assert_no_error (error);
  addresses = gscope_agent_list_addresses (f->agent);
  return g_strdup (addresses[1]);
}

/* Returns whether a widget of the dialog, or a part of it, has the focus. */
static gboolean
is_focused (GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (agents_bed_get_dialog ()));

  return focus && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

static GtkWidget *
find_back (void)
{
  return app_bed_find_named (agents_bed_get_dialog (), "back");
}

/* Clicks as a pointer does: the button has the focus before. */
static void
focus_and_click (const char *label)
{
  gtk_widget_grab_focus (app_bed_find_labelled (agents_bed_get_dialog (), label));
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, label);
}

static void
await_frames (void)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (agents_bed_get_dialog ());
  gint64 n = gdk_frame_clock_get_frame_counter (clock);

  while (gdk_frame_clock_get_frame_counter (clock) < n + 3)
    {
      gtk_widget_queue_draw (agents_bed_get_dialog ());
      app_bed_step ();
    }
}

static void
assert_mapped_text (const char *text)
{
  GtkWidget *label = app_bed_find_text (agents_bed_get_dialog (), text);

  g_assert_nonnull (label);
  g_assert_true (gtk_widget_get_mapped (label));
}

/* The certificate is shown and pinned, the token is asked for, and both are known from then on. The focus is where the
 * user goes on. */
static void
test_network (Fixture *f, gconstpointer data)
{
  g_autofree char *address = listen_on_network (f, "far", "wss://127.0.0.1:0");
  g_autofree char *fingerprint = gscope_agent_dup_fingerprint (f->agent);
  GtkWidget *token;

  agents_bed_open_dialog (f);
  agents_bed_ask (address);
  app_bed_await (agents_bed_shows_page ("certificate"));
  assert_mapped_text (fingerprint);
  focus_and_click ("_Trust");
  app_bed_await (agents_bed_shows_page ("token"));
  await_frames ();
  token = app_bed_find (agents_bed_get_dialog (), ADW_TYPE_PASSWORD_ENTRY_ROW);
  g_assert_true (is_focused (token));
  g_assert_false (gtk_widget_has_css_class (token, "error"));
  g_assert_false (
      gtk_widget_get_sensitive (app_bed_find_labelled (agents_bed_get_dialog (), "C_ontinue")));
  gtk_editable_set_text (GTK_EDITABLE (token), "no-such-token-here");
  focus_and_click ("C_ontinue");
  app_bed_await (agents_bed_shows_page ("token") && gtk_widget_has_css_class (token, "error"));
  g_assert_true (is_focused (token));
  gtk_editable_set_text (GTK_EDITABLE (token), TOKEN);
  g_assert_false (gtk_widget_has_css_class (token, "error"));
  focus_and_click ("C_ontinue");
  app_bed_await (agents_bed_shows_page ("sources"));
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "_Add");
  app_bed_await (agents_bed_is_running (f, "demo@127.0.0.1"));
}

/* The pages of the certificate and of the token are usable by keys. */
static void
test_keys (Fixture *f, gconstpointer data)
{
  g_autofree char *address = listen_on_network (f, "far", "wss://127.0.0.1:0");

  agents_bed_open_dialog (f);
  app_bed_check_keys (GTK_WINDOW (agents_bed_get_dialog ()));
  agents_bed_open_dialog (f);
  agents_bed_ask (address);
  app_bed_await (agents_bed_shows_page ("certificate"));
  app_bed_check_keys (GTK_WINDOW (agents_bed_get_dialog ()));
  agents_bed_open_dialog (f);
  agents_bed_ask (address);
  app_bed_await (agents_bed_shows_page ("certificate"));
  focus_and_click ("_Trust");
  app_bed_await (agents_bed_shows_page ("token"));
  app_bed_check_keys (GTK_WINDOW (agents_bed_get_dialog ()));
  g_assert_null (agents_bed_get_dialog ());
}

/* Accepts a connection and never answers. */
static gboolean
on_incoming (GSocketService *service, GSocketConnection *connection, GObject *source, gpointer data)
{
  g_object_set_data_full (G_OBJECT (service), "last", g_object_ref (connection), g_object_unref);
  return TRUE;
}

/* While an agent has not answered, the focus is on what leads back, also after frames without the clicked button. */
static void
test_focus (Fixture *f, gconstpointer data)
{
  g_autoptr (GSocketService) service = g_socket_service_new ();
  guint16 port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, NULL);
  g_autofree char *address = g_strdup_printf ("wss://127.0.0.1:%u", port);
  GtkWidget *entry;

  g_signal_connect (service, "incoming", G_CALLBACK (on_incoming), NULL);
  agents_bed_open_dialog (f);
  entry = app_bed_find (agents_bed_get_dialog (), ADW_TYPE_ENTRY_ROW);
  gtk_editable_set_text (GTK_EDITABLE (entry), address);
  focus_and_click ("C_onnect");
  g_assert_true (agents_bed_shows_page ("waiting"));
  await_frames ();
  g_assert_true (is_focused (find_back ()));
  g_signal_emit_by_name (find_back (), "clicked");
  await_frames ();
  g_assert_true (is_focused (entry));
  focus_and_click ("C_onnect");
  g_assert_true (agents_bed_shows_page ("waiting"));
  app_bed_check_names (agents_bed_get_dialog ());
  app_bed_escape (GTK_WINDOW (agents_bed_get_dialog ()));
  g_assert_null (agents_bed_get_dialog ());
}

static void
compare_certificates (Fixture *f)
{
  g_signal_emit_by_name (
      app_bed_find_match (f->bed.window, agents_bed_is_mapped_match, "Compare Certificates…"),
      "clicked");
  app_bed_await (agents_bed_get_dialog () && agents_bed_shows_page ("certificate"));
}

/* After an agent has come back with another certificate, its row says so, and leads to a page with both fingerprints. */
static void
test_changed (Fixture *f, gconstpointer data)
{
  g_autofree char *address = listen_on_network (f, "far", "wss://127.0.0.1:0");
  g_autofree char *before = gscope_agent_dup_fingerprint (f->agent);
  g_autofree char *after = NULL, *same = NULL;
  AppCredentials *credentials = APP_CREDENTIALS (gscope_credentials_get_default ());

  agents_bed_open_dialog (f);
  agents_bed_ask (address);
  app_bed_await (agents_bed_shows_page ("certificate"));
  g_assert_false (
      gtk_widget_get_mapped (app_bed_find_titled (agents_bed_get_dialog (), "Fingerprint Before")));
  app_credentials_set_token (credentials, address, TOKEN);
  focus_and_click ("_Trust");
  app_bed_await (agents_bed_shows_page ("sources"));
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "_Add");
  app_bed_await (agents_bed_is_running (f, "demo@127.0.0.1"));

  g_clear_object (&f->agent);
  f->agent = agents_bed_start_agent (f);
  same = listen_on_network (f, "other", address);
  after = gscope_agent_dup_fingerprint (f->agent);
  app_bed_await (
      app_bed_find_match (f->bed.window, agents_bed_is_mapped_match, "Compare Certificates…"));
  g_assert_nonnull (
      app_bed_find_match (f->bed.window, agents_bed_begins_with, "Its certificate has changed."));
  compare_certificates (f);
  app_bed_check_keys (GTK_WINDOW (agents_bed_get_dialog ()));
  g_assert_null (agents_bed_get_dialog ());
  compare_certificates (f);
  assert_mapped_text (before);
  assert_mapped_text (after);
  focus_and_click ("_Trust");
  app_bed_await (agents_bed_is_running (f, "demo@127.0.0.1"));
  gtk_window_close (GTK_WINDOW (agents_bed_get_dialog ()));
  app_bed_await (
      !app_bed_find_match (f->bed.window, agents_bed_is_mapped_match, "Compare Certificates…"));
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func)                                                                            \
  g_test_add (name, Fixture, application, agents_bed_set_up, func, agents_bed_tear_down)
  ADD ("/app-agent-dialog/added", test_added);
  ADD ("/app-agent-dialog/type", test_type);
  ADD ("/app-agent-dialog/refused", test_refused);
  ADD ("/app-agent-dialog/cancelled", test_cancelled);
  ADD ("/app-agent-dialog/kinds", test_kinds);
  ADD ("/app-agent-dialog/network", test_network);
  ADD ("/app-agent-dialog/keys", test_keys);
  ADD ("/app-agent-dialog/focus", test_focus);
  ADD ("/app-agent-dialog/changed", test_changed);
}

int
main (int argc, char *argv[])
{
  return agents_bed_run (argc, argv, add_tests);
}

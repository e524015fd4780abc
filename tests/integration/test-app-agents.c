/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Sources of agents in the window: found, added, watched, written. */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>

#include "agents/credentials.h"
#include "agents/found.h"
#include "app-bed.h"
#include "bars/messages.h"
#include "dialogs/agent-dialog.h"
#include "dialogs/all-agents-dialog.h"
#include "dialogs/source-dialog.h"
#include "signals/agent-groups.h"
#include "signals/agent-state.h"
#include "signals/panel.h"
#include "support/certificates.h"
#include "window/screenshot.h"
#include "window/window.h"

static const char document[] =
    "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 10, \"sources\": [ {\n"
    "  \"type\": \"demo\", \"options\": { \"signals\": [ \"sine\", \"square\" ] } } ] } ],\n"
    "  \"views\": [ { \"signals\": [ { \"match\": \"demo/sine\" } ] } ] }\n";

/* A window, and an agent of this program with a demo that the window does not know. */
typedef struct
{
  AppBed bed;
  GscopeScope *scope;
  GscopeSource *served;
  GscopeAgent *agent;
  char *address;
} Fixture;

static GscopeAgent *
start_agent (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  GscopeAgent *agent = gscope_agent_new (f->scope, f->address, &error);

  g_assert_no_error (error);
  return agent;
}

static void
set_up (Fixture *f, gconstpointer application)
{
  g_autoptr (GError) error = NULL;

  app_bed_init (&f->bed, application, document);
  f->scope = gscope_scope_new ();
  f->served = gscope_registry_create (gscope_registry_get_default (), "demo", "demo", NULL, &error);
  g_assert_no_error (error);
  gscope_scope_add_source (f->scope, f->served);
  gscope_scope_start (f->scope);
  gscope_source_start_async (f->served, NULL, NULL, NULL);
  app_bed_await (gscope_source_get_started (f->served));
  f->address = g_strdup_printf ("unix:%s/agent", f->bed.directory);
  f->agent = start_agent (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_object (&f->agent);
  app_bed_clear (&f->bed);
  gscope_scope_remove_source (f->scope, f->served);
  g_object_unref (f->served);
  g_object_unref (f->scope);
  g_free (f->address);
}

static GtkWidget *
get_dialog (void)
{
  return app_bed_find_window (APP_TYPE_AGENT_DIALOG);
}

static gboolean
shows_page (const char *name)
{
  GtkStack *stack = GTK_STACK (app_bed_find (get_dialog (), GTK_TYPE_STACK));

  return g_str_equal (gtk_stack_get_visible_child_name (stack), name);
}

static void
ask (const char *address)
{
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find (get_dialog (), ADW_TYPE_ENTRY_ROW)), address);
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "C_onnect");
}

static void
choose (const char *title)
{
  GtkWidget *row = app_bed_find_titled (get_dialog (), title);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (app_bed_find (row, GTK_TYPE_CHECK_BUTTON)), TRUE);
}

static GscopeSource *
find_source (Fixture *f, const char *name)
{
  return app_session_find_source (app_bed_get_session (&f->bed), name);
}

static gboolean
is_running (Fixture *f, const char *name)
{
  GscopeSource *source = find_source (f, name);

  return source && gscope_source_get_state (source) == GSCOPE_SOURCE_RUNNING;
}

static void
open_dialog (Fixture *f)
{
  app_bed_press (&f->bed, "<Control><Shift>g");
  g_assert_nonnull (get_dialog ());
}

/* A source gets another name if its own is taken, its signals come, and undo removes it. */
static void
test_added (Fixture *f, gconstpointer data)
{
  open_dialog (f);
  ask (f->address);
  app_bed_await (shows_page ("sources"));
  choose (gscope_source_get_title (f->served));
  gtk_switch_set_active (GTK_SWITCH (app_bed_find (get_dialog (), GTK_TYPE_SWITCH)), TRUE);
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "_Add");
  g_assert_null (get_dialog ());
  app_bed_await (is_running (f, "demo@agent"));
  app_bed_await (app_bed_count_signals (&f->bed) > 1);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_null (find_source (f, "demo@agent"));
}

/* The list of all types leads to the same dialog. */
static void
test_type (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  app_bed_press (&f->bed, "<Control><Shift>a");
  dialog = app_bed_find_window (APP_TYPE_SOURCE_DIALOG);
  g_signal_emit_by_name (app_bed_find_titled (dialog, "A source of an agent"), "activated");
  app_bed_settle ();
  g_assert_nonnull (get_dialog ());
  g_assert_null (app_bed_find_window (APP_TYPE_SOURCE_DIALOG));
  gtk_window_close (GTK_WINDOW (get_dialog ()));
  app_bed_settle ();
}

/* An agent that is not there is refused with a reason, and the address stays to be corrected. */
static void
test_refused (Fixture *f, gconstpointer data)
{
  g_autofree char *nowhere = g_strconcat (f->address, "-away", NULL);
  GtkWidget *entry;

  open_dialog (f);
  ask (nowhere);
  app_bed_await (shows_page ("agent"));
  entry = app_bed_find (get_dialog (), ADW_TYPE_ENTRY_ROW);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, nowhere);
  g_assert_true (gtk_revealer_get_reveal_child (
      GTK_REVEALER (app_bed_find (get_dialog (), GTK_TYPE_REVEALER))));
  gtk_window_close (GTK_WINDOW (get_dialog ()));
  app_bed_settle ();
}

/* A question can be taken back, with its dialog or without. */
static void
test_cancelled (Fixture *f, gconstpointer data)
{
  open_dialog (f);
  ask (f->address);
  g_signal_emit_by_name (app_bed_find_named (get_dialog (), "back"), "clicked");
  g_assert_true (shows_page ("agent"));
  ask (f->address);
  gtk_window_close (GTK_WINDOW (get_dialog ()));
  app_bed_await (gscope_agent_get_n_clients (f->agent) == 0);
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
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (get_dialog ()));

  return focus && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

static GtkWidget *
find_back (void)
{
  return app_bed_find_named (get_dialog (), "back");
}

/* Clicks as a pointer does: the button has the focus before. */
static void
focus_and_click (const char *label)
{
  gtk_widget_grab_focus (app_bed_find_labelled (get_dialog (), label));
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, label);
}

static void
await_frames (void)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (get_dialog ());
  gint64 n = gdk_frame_clock_get_frame_counter (clock);

  while (gdk_frame_clock_get_frame_counter (clock) < n + 3)
    {
      gtk_widget_queue_draw (get_dialog ());
      app_bed_step ();
    }
}

static void
assert_mapped_text (const char *text)
{
  GtkWidget *label = app_bed_find_text (get_dialog (), text);

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

  open_dialog (f);
  ask (address);
  app_bed_await (shows_page ("certificate"));
  assert_mapped_text (fingerprint);
  focus_and_click ("_Trust");
  app_bed_await (shows_page ("token"));
  await_frames ();
  token = app_bed_find (get_dialog (), ADW_TYPE_PASSWORD_ENTRY_ROW);
  g_assert_true (is_focused (token));
  gtk_editable_set_text (GTK_EDITABLE (token), TOKEN);
  focus_and_click ("C_ontinue");
  app_bed_await (shows_page ("sources"));
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "_Add");
  app_bed_await (is_running (f, "demo@127.0.0.1"));
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
  open_dialog (f);
  entry = app_bed_find (get_dialog (), ADW_TYPE_ENTRY_ROW);
  gtk_editable_set_text (GTK_EDITABLE (entry), address);
  focus_and_click ("C_onnect");
  g_assert_true (shows_page ("waiting"));
  await_frames ();
  g_assert_true (is_focused (find_back ()));
  g_signal_emit_by_name (find_back (), "clicked");
  await_frames ();
  g_assert_true (is_focused (entry));
  gtk_window_close (GTK_WINDOW (get_dialog ()));
  app_bed_settle ();
}

/* Sources of agents in the list of signals. */

static void
add_source (Fixture *f, const char *name, const char *address)
{
  g_autoptr (GError) error = NULL;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "address", "s", address);
  g_variant_dict_insert (&options, "source", "s", "demo");
  g_assert_nonnull (gscope_workspace_add_source (app_bed_get_workspace (&f->bed), 0, "agent", name,
                                                 g_variant_dict_end (&options), NULL, &error));
  g_assert_no_error (error);
  app_bed_await (is_running (f, name));
}

static GtkWidget *
find_state (Fixture *f)
{
  return app_bed_find (app_bed_find (f->bed.window, APP_TYPE_SIGNALS_PANEL), APP_TYPE_AGENT_STATE);
}

static gboolean
is_mapped_match (GtkWidget *widget, gconstpointer label)
{
  return gtk_widget_get_mapped (widget) && GTK_IS_BUTTON (widget)
         && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0;
}

static GtkWidget *
find_try_now (Fixture *f)
{
  return app_bed_find_match (f->bed.window, is_mapped_match, "Try Now");
}

static gboolean
has_samples (AppBed *bed, const char *name)
{
  GscopeSignal *signal = app_session_find_signal (app_bed_get_session (bed), name, NULL);
  GscopeSample sample;

  return signal && gscope_signal_get_latest (signal, &sample);
}

/* Returns whether nothing of a label is cut off. */
static gboolean
is_whole (GtkWidget *label)
{
  return !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label)));
}

static gboolean
begins_with (GtkWidget *widget, gconstpointer text)
{
  return GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), text);
}

/* After an agent has come back with another certificate, its row says so, and leads to a page with both fingerprints. */
static void
test_changed (Fixture *f, gconstpointer data)
{
  g_autofree char *address = listen_on_network (f, "far", "wss://127.0.0.1:0");
  g_autofree char *before = gscope_agent_dup_fingerprint (f->agent);
  g_autofree char *after = NULL, *same = NULL;
  AppCredentials *credentials = APP_CREDENTIALS (gscope_credentials_get_default ());

  open_dialog (f);
  ask (address);
  app_bed_await (shows_page ("certificate"));
  g_assert_false (
      gtk_widget_get_mapped (app_bed_find_titled (get_dialog (), "Fingerprint Before")));
  app_credentials_set_token (credentials, address, TOKEN);
  focus_and_click ("_Trust");
  app_bed_await (shows_page ("sources"));
  app_bed_click_in (APP_TYPE_AGENT_DIALOG, "_Add");
  app_bed_await (is_running (f, "demo@127.0.0.1"));

  g_clear_object (&f->agent);
  f->agent = start_agent (f);
  same = listen_on_network (f, "other", address);
  after = gscope_agent_dup_fingerprint (f->agent);
  app_bed_await (app_bed_find_match (f->bed.window, is_mapped_match, "Compare Certificates…"));
  g_assert_nonnull (
      app_bed_find_match (f->bed.window, begins_with, "Its certificate has changed."));
  g_signal_emit_by_name (
      app_bed_find_match (f->bed.window, is_mapped_match, "Compare Certificates…"), "clicked");
  app_bed_await (get_dialog () && shows_page ("certificate"));
  assert_mapped_text (before);
  assert_mapped_text (after);
  g_assert_true (is_focused (find_back ()));
  focus_and_click ("_Trust");
  app_bed_await (is_running (f, "demo@127.0.0.1"));
  gtk_window_close (GTK_WINDOW (get_dialog ()));
  app_bed_await (!app_bed_find_match (f->bed.window, is_mapped_match, "Compare Certificates…"));
}

static gboolean
is_control_of (GtkWidget *widget, gconstpointer parameter)
{
  return GSCOPE_GTK_IS_CONTROL (widget)
         && gscope_gtk_control_get_parameter (GSCOPE_GTK_CONTROL (widget)) == parameter;
}

/* Returns the control of a parameter in the panel of parameters. */
static GtkWidget *
find_control (Fixture *f, const char *name, const char *parameter)
{
  GscopeParameter *wanted = gscope_source_find_parameter (find_source (f, name), parameter);

  return app_bed_find_match (f->bed.window, is_control_of, wanted);
}

#define AWAY "Away: these are the last values."

static gboolean
is_mapped_text (GtkWidget *widget, gconstpointer text)
{
  return gtk_widget_get_mapped (widget) && GTK_IS_LABEL (widget)
         && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text);
}

/* The row says when the connection is tried again, and a button need not wait for it. A signal shows its last value and
 * when that was; a parameter keeps its value, which nobody can change. */
static void
test_away (Fixture *f, gconstpointer data)
{
  GtkWidget *control;

  add_source (f, "far", f->address);
  app_bed_select (&f->bed, 0);
  app_bed_press (&f->bed, "<Control>g");
  app_bed_await (app_bed_count_signals (&f->bed) == 2);
  app_bed_await (has_samples (&f->bed, "far/sine"));
  g_assert_nonnull (find_state (f));
  g_assert_null (find_try_now (f));
  control = find_control (f, "far", "amplitude");
  app_bed_await (gtk_widget_get_sensitive (control));
  g_assert_null (app_bed_find_match (f->bed.window, is_mapped_text, AWAY));
  g_clear_object (&f->agent);
  app_bed_await (find_try_now (f));
  g_assert_nonnull (app_bed_find_text (f->bed.window, "tries again in 1 s"));
  app_bed_await (app_bed_find_match (f->bed.window, begins_with, "1 agent, 1 away, 2 "));
  app_bed_await (app_bed_find_match (f->bed.window, begins_with, "last at "));
  app_bed_await (is_whole (app_bed_find_match (f->bed.window, begins_with, "last at ")));
  g_assert_false (gtk_widget_get_sensitive (control));
  g_assert_nonnull (app_bed_find_match (f->bed.window, is_mapped_text, AWAY));
  f->agent = start_agent (f);
  g_signal_emit_by_name (find_try_now (f), "clicked");
  app_bed_await (is_running (f, "far"));
  app_bed_await (!find_try_now (f));
  app_bed_await (gtk_widget_get_sensitive (control));
  g_assert_null (app_bed_find_match (f->bed.window, is_mapped_text, AWAY));
}

static gboolean
reveals_message (Fixture *f)
{
  GtkWidget *bar = app_bed_find (f->bed.window, APP_TYPE_MESSAGES);

  return gtk_revealer_get_reveal_child (GTK_REVEALER (app_bed_find (bar, GTK_TYPE_REVEALER)));
}

/* A workspace opens without an agent that is away: its row says so, and no message stays after it has come. */
static void
test_comes_later (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->bed.directory, "away.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *text = g_strdup_printf (
      "{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [ { \"type\": \"agent\",\n"
      "  \"name\": \"demo\", \"options\": { \"address\": \"%s\" } } ] } ],\n"
      "  \"views\": [ { \"signals\": [ { \"match\": \"demo/*\" } ] } ] }\n",
      f->address);

  g_clear_object (&f->agent);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  app_window_open (APP_WINDOW (f->bed.window), file);
  app_bed_await (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG));
  app_bed_answer ("open");
  app_bed_await (find_try_now (f));
  g_assert_false (reveals_message (f));
  f->agent = start_agent (f);
  g_signal_emit_by_name (find_try_now (f), "clicked");
  app_bed_await (is_running (f, "demo"));
  app_bed_await (app_bed_count_signals (&f->bed) > 0);
  g_assert_false (reveals_message (f));
}

/* The rows that the panel lists: agents in brackets, sources, signals. */
static char *
list_rows (Fixture *f)
{
  GtkWidget *panel = app_bed_find (f->bed.window, APP_TYPE_SIGNALS_PANEL);
  GtkWidget *list = app_bed_find (panel, GTK_TYPE_LIST_VIEW);
  GListModel *model = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
  g_autoptr (GString) rows = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);

      if (APP_IS_SOURCE_GROUP (item))
        g_string_append (rows, "[] ");
      else if (GSCOPE_IS_SOURCE (item))
        g_string_append_printf (rows, "%s ", gscope_source_get_name (GSCOPE_SOURCE (item)));
      else
        g_string_append_printf (rows, "%s ",
                                gscope_gtk_view_signal_get_title (GSCOPE_GTK_VIEW_SIGNAL (item)));
    }
  return g_string_free (g_steal_pointer (&rows), FALSE);
}

static gboolean
lists (Fixture *f, const char *expected)
{
  g_autofree char *rows = list_rows (f);

  return g_str_equal (rows, expected);
}

static void
filter (Fixture *f, const char *text)
{
  GtkWidget *panel = app_bed_find (f->bed.window, APP_TYPE_SIGNALS_PANEL);

  app_bed_press (&f->bed, "<Control><Shift>f");
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find (panel, GTK_TYPE_SEARCH_ENTRY)), text);
}

/* Sources of several agents are listed by agent, typing narrows the list, and the same signal of all agents comes at
 * once. */
static void
test_several (Fixture *f, gconstpointer data)
{
  g_autofree char *other = g_strconcat (f->address, "-second", NULL);
  GscopeGtkViewSignal *hidden;
  g_autoptr (GError) error = NULL;

  g_assert_true (gscope_agent_listen (f->agent, other, &error));
  g_assert_no_error (error);
  add_source (f, "a", f->address);
  app_bed_await (lists (f, "demo Sine a "));
  add_source (f, "b", other);
  app_bed_await (lists (f, "[] demo Sine [] a [] b "));
  app_bed_select (&f->bed, 0);
  app_bed_press (&f->bed, "<Control>g");
  app_bed_await (lists (f, "[] demo Sine [] a Sine [] b Sine "));
  app_bed_press (&f->bed, "<Control>z");
  app_bed_await (lists (f, "[] demo Sine [] a [] b "));
  app_bed_press (&f->bed, "<Control><Shift>z");
  app_bed_await (lists (f, "[] demo Sine [] a Sine [] b Sine "));
  hidden = app_bed_select_signal (&f->bed, 1);
  gscope_gtk_view_signal_set_hidden (hidden, TRUE);
  app_bed_select (&f->bed, 0);
  app_bed_press (&f->bed, "<Control>g");
  g_assert_false (gscope_gtk_view_signal_get_hidden (hidden));
  filter (f, "second");
  app_bed_await (lists (f, "[] b Sine "));
  filter (f, "sine");
  app_bed_await (lists (f, "[] demo Sine [] a Sine [] b Sine "));
  filter (f, "second sine");
  app_bed_await (lists (f, "[] b Sine "));
  filter (f, "second nothing");
  app_bed_await (lists (f, ""));
  g_assert_true (gtk_widget_get_visible (
      app_bed_find_text (f->bed.window, "No signal or agent has this name.")));
  filter (f, "");
  app_bed_await (lists (f, "[] demo Sine [] a Sine [] b Sine "));
  g_assert_false (gtk_widget_get_visible (
      app_bed_find_text (f->bed.window, "No signal or agent has this name.")));
}

static void
press_down (GtkWidget *list)
{
  g_autoptr (GtkShortcutTrigger) trigger = gtk_shortcut_trigger_parse_string ("Down");
  GtkShortcut *shortcut = app_bed_find_shortcut (list, trigger);

  g_assert_nonnull (shortcut);
  gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, list,
                                gtk_shortcut_get_arguments (shortcut));
  app_bed_settle ();
}

/* The arrow keys pass the headers of agents and sources. */
static void
test_arrows (Fixture *f, gconstpointer data)
{
  GtkWidget *panel = app_bed_find (f->bed.window, APP_TYPE_SIGNALS_PANEL);
  GtkWidget *list = app_bed_find (panel, GTK_TYPE_LIST_VIEW);
  GscopeGtkView *view = app_bed_get_view (&f->bed);
  GscopeGtkViewSignal *last;

  add_source (f, "a", f->address);
  app_bed_await (lists (f, "demo Sine a "));
  app_bed_select (&f->bed, 0);
  app_bed_press (&f->bed, "<Control>g");
  app_bed_await (lists (f, "demo Sine a Sine "));
  last = app_bed_select_signal (&f->bed, 1);
  app_bed_select (&f->bed, 0);
  for (int i = 0; i < 4; i++)
    press_down (list);
  g_assert_true (gscope_gtk_view_get_selected (view) == last);
}

/* A write to all agents has an answer of each. */
static void
test_set_on_all (Fixture *f, gconstpointer data)
{
  g_autofree char *other = g_strconcat (f->address, "-b", NULL);
  GscopeParameter *parameter = gscope_source_find_parameter (f->served, "amplitude");
  GtkWidget *dialog;

  g_assert_true (gscope_agent_listen (f->agent, other, NULL));
  add_source (f, "a", f->address);
  add_source (f, "b", other);
  app_bed_activate (&f->bed, "set-on-agents", "a/amplitude");
  dialog = app_bed_find_window (APP_TYPE_ALL_AGENTS_DIALOG);
  g_assert_nonnull (dialog);
  gscope_parameter_write_async (gscope_gtk_control_get_parameter (GSCOPE_GTK_CONTROL (
                                    app_bed_find (dialog, GSCOPE_GTK_TYPE_CONTROL))),
                                g_variant_new_double (3), "slider", NULL, NULL, NULL);
  gscope_agent_set_read_only (f->agent, TRUE);
  app_bed_click_in (APP_TYPE_ALL_AGENTS_DIALOG, "_Set on All");
  app_bed_await (app_bed_find_text (dialog, "kept 1"));
  g_assert_nonnull (app_bed_find_text (dialog, "reads 3"));
  gscope_agent_set_read_only (f->agent, FALSE);
  app_bed_click_in (APP_TYPE_ALL_AGENTS_DIALOG, "Write Again to Those _Missing");
  app_bed_await (!app_bed_find_text (dialog, "kept 1") && !app_bed_find_text (dialog, "still 1"));
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 3);
  app_bed_click_in (APP_TYPE_ALL_AGENTS_DIALOG, "_Put All Back");
  app_bed_await (!app_bed_find_text (dialog, "reads 3") && !app_bed_find_text (dialog, "still 3"));
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 1);
  app_bed_click_in (APP_TYPE_ALL_AGENTS_DIALOG, "_Set on All");
  gtk_window_close (GTK_WINDOW (dialog));
  app_bed_await (gscope_parameter_get_number (parameter) == 3);
  app_bed_settle ();
}

/* The dialogs are usable by keys. */
static void
test_keys (Fixture *f, gconstpointer data)
{
  g_autofree char *other = g_strconcat (f->address, "-b", NULL);

  open_dialog (f);
  ask (f->address);
  app_bed_await (shows_page ("sources"));
  app_bed_check_keys (GTK_WINDOW (get_dialog ()));
  g_assert_null (get_dialog ());
  g_assert_true (gscope_agent_listen (f->agent, other, NULL));
  add_source (f, "a", f->address);
  add_source (f, "b", other);
  app_bed_activate (&f->bed, "set-on-agents", "a/amplitude");
  app_bed_check_keys (app_bed_find_window (APP_TYPE_ALL_AGENTS_DIALOG));
  g_assert_null (app_bed_find_window (APP_TYPE_ALL_AGENTS_DIALOG));
}

/* The window as an agent. */

static void
on_listed (GObject *object, GAsyncResult *result, gpointer names)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) sources = gscope_inventory_read_finish (result, &error);
  g_autoptr (GString) text = g_string_new (NULL);
  GVariantIter iter;
  const char *name;

  g_assert_no_error (error);
  g_variant_iter_init (&iter, sources);
  while (g_variant_iter_next (&iter, "(&ssssuu)", &name, NULL, NULL, NULL, NULL, NULL))
    g_string_append_printf (text, "%s ", name);
  *(char **) names = g_string_free (g_steal_pointer (&text), FALSE);
}

/* The sources that the window offers. */
static char *
list_offered (const char *address)
{
  char *names = NULL;

  gscope_inventory_read_async (address, NULL, on_listed, &names);
  app_bed_await (names);
  return names;
}

static gboolean
is_drawn (Fixture *f)
{
  g_autoptr (GBytes) picture = app_screenshot_take_now (APP_WINDOW (f->bed.window));

  return picture != NULL;
}

static void
on_picture (GObject *object, GAsyncResult *result, gpointer picture)
{
  g_autoptr (GError) error = NULL;

  *(GBytes **) picture = gscope_inventory_take_picture_finish (result, &error);
  g_assert_no_error (error);
}

/* Another program gets a picture of the window, with its shadow. */
static void
check_picture (Fixture *f, const char *address)
{
  GBytes *picture = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  app_bed_await (is_drawn (f));
  gscope_inventory_take_picture_async (address, NULL, on_picture, &picture);
  app_bed_await (picture);
  texture = gdk_texture_new_from_bytes (picture, NULL);
  g_bytes_unref (picture);
  g_assert_nonnull (texture);
  g_assert_cmpint (gdk_texture_get_width (texture), >=, gtk_widget_get_width (f->bed.window));
}

static gboolean
shows_clients (Fixture *f, const char *count)
{
  GtkWidget *shared = app_bed_find_named (f->bed.window, "shared");

  return gtk_widget_get_visible (shared) && app_bed_find_text (shared, count);
}

/* Another program writes a parameter of what the window shows: as any writer, with a marker and undo. */
static void
test_shared (Fixture *f, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.gscope.Gscope");
  g_autofree char *address = g_strdup_printf ("unix:%s/window", f->bed.directory);
  g_autofree char *offered = NULL, *later = NULL;
  g_autoptr (GscopeSource) client = NULL;
  g_autoptr (GVariant) options = NULL;
  GscopeParameter *amplitude = gscope_source_find_parameter (find_source (f, "demo"), "amplitude");
  AppHistory *history = app_session_get_history (app_bed_get_session (&f->bed));
  GVariantDict dict;

  g_settings_set_string (settings, "agent-address", address);
  g_settings_set_boolean (settings, "agent", TRUE);
  app_bed_settle ();
  offered = list_offered (address);
  g_assert_cmpstr (offered, ==, "demo ");
  check_picture (f, address);

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "address", "s", address);
  options = g_variant_ref_sink (g_variant_dict_end (&dict));
  client = gscope_registry_create (gscope_registry_get_default (), "agent", "demo", NULL, NULL);
  g_assert_true (gscope_source_configure (client, options, NULL));
  gscope_scope_remove_source (f->scope, f->served);
  gscope_scope_add_source (f->scope, client);
  gscope_source_start_async (client, NULL, NULL, NULL);
  app_bed_await (gscope_source_get_started (client));
  app_bed_await (shows_clients (f, "1"));
  gscope_parameter_write_async (gscope_source_find_parameter (client, "amplitude"),
                                g_variant_new_double (4), "script", NULL, NULL, NULL);
  app_bed_await (gscope_parameter_get_number (amplitude) == 4);
  g_assert_nonnull (app_history_get_undo_title (history));
  app_bed_press (&f->bed, "<Control>z");
  app_bed_await (gscope_parameter_get_number (amplitude) == 1);

  app_bed_activate (&f->bed, "remove-source", "demo");
  later = list_offered (address);
  g_assert_cmpstr (later, ==, "");
  app_bed_press (&f->bed, "<Control>z");
  g_settings_set_boolean (settings, "agent", FALSE);
  app_bed_settle ();
  g_assert_false (gtk_widget_get_visible (app_bed_find_named (f->bed.window, "shared")));
  gscope_source_stop_async (client, NULL, NULL, NULL);
  gscope_scope_remove_source (f->scope, client);
  gscope_scope_add_source (f->scope, f->served);
}

/* Agents that Avahi announces. */

static const char avahi[] =
    "<node><interface name='org.freedesktop.Avahi.Server'>"
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
    "</interface></node>";

static void
announce (GDBusConnection *bus, const char *signal)
{
  g_dbus_connection_emit_signal (
      bus, NULL, "/Client/Browser", "org.freedesktop.Avahi.ServiceBrowser", signal,
      g_variant_new ("(iisssu)", 1, 0, "rack1", "_gscope._tcp", "local", 0), NULL);
}

static void
on_call (GDBusConnection *bus, const char *sender, const char *path, const char *interface,
         const char *method, GVariant *parameters, GDBusMethodInvocation *invocation, gpointer data)
{
  if (g_str_equal (method, "ServiceBrowserNew"))
    {
      announce (bus, "ItemNew");
      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", "/Client/Browser"));
      return;
    }
  g_dbus_method_invocation_return_value (
      invocation, g_variant_new ("(iissssisqaayu)", 1, 0, "rack1", "_gscope._tcp", "local",
                                 "rack1.local", 0, "192.0.2.7", 4270, NULL, 0));
}

static void
on_owned (GDBusConnection *bus, const char *name, gpointer is_owned)
{
  *(gboolean *) is_owned = TRUE;
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

static void
test_announced (Fixture *f, gconstpointer data)
{
  static const GDBusInterfaceVTable calls = { on_call, NULL, NULL, { NULL } };
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (avahi, NULL);
  g_autoptr (AppFoundAgents) found = NULL;
  gboolean is_owned = FALSE;
  guint object, name;

  object =
      g_dbus_connection_register_object (bus, "/", node->interfaces[0], &calls, NULL, NULL, NULL);
  name = g_bus_own_name_on_connection (bus, "org.freedesktop.Avahi", G_BUS_NAME_OWNER_FLAGS_NONE,
                                       on_owned, NULL, &is_owned, NULL);
  app_bed_await (is_owned);
  found = app_found_agents_new ();
  app_bed_await (find_agent (found, "rack1"));
  g_assert_null (app_found_agents_get_trouble (found));
  g_assert_cmpstr (app_found_agent_get_address (find_agent (found, "rack1")), ==,
                   "wss://rack1.local:4270");
  announce (bus, "ItemRemove");
  app_bed_await (!find_agent (found, "rack1"));
  g_dbus_connection_unregister_object (bus, object);
  g_bus_unown_name (name);
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, tear_down)
  ADD ("/app-agents/added", test_added);
  ADD ("/app-agents/type", test_type);
  ADD ("/app-agents/refused", test_refused);
  ADD ("/app-agents/cancelled", test_cancelled);
  ADD ("/app-agents/network", test_network);
  ADD ("/app-agents/focus", test_focus);
  ADD ("/app-agents/changed", test_changed);
  ADD ("/app-agents/away", test_away);
  ADD ("/app-agents/comes-later", test_comes_later);
  ADD ("/app-agents/several", test_several);
  ADD ("/app-agents/arrows", test_arrows);
  ADD ("/app-agents/set-on-all", test_set_on_all);
  ADD ("/app-agents/keys", test_keys);
  ADD ("/app-agents/shared", test_shared);
  ADD ("/app-agents/announced", test_announced);
}

/* The test has one bus for session and system, and no agent of the user. */
int
main (int argc, char *argv[])
{
  g_autofree char *directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  int status;

  forget_authorities ();
  g_setenv ("DBUS_SYSTEM_BUS_ADDRESS", g_getenv ("DBUS_SESSION_BUS_ADDRESS"), TRUE);
  g_setenv ("XDG_RUNTIME_DIR", directory, TRUE);
  status = app_bed_run (argc, argv, add_tests);
  g_rmdir (directory);
  return status;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Sources of agents in the window: watched, written. */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>

#include "agents-bed.h"
#include "agents/label.h"
#include "dialogs/agent-dialog.h"
#include "dialogs/all-agents-dialog.h"
#include "session/export.h"
#include "signals/agent-groups.h"
#include "signals/agent-state.h"
#include "signals/panel.h"
#include "widgets/messages.h"
#include "window/window.h"

typedef AgentsBed Fixture;

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
  app_bed_await (agents_bed_is_running (f, name));
}

static GtkWidget *
find_state (Fixture *f)
{
  return app_bed_find (app_bed_find (f->bed.window, APP_TYPE_SIGNALS_PANEL), APP_TYPE_AGENT_STATE);
}

static GtkWidget *
find_try_now (Fixture *f)
{
  return app_bed_find_match (f->bed.window, agents_bed_is_mapped_match, "Try Now");
}

static GSource *
find_retry (Fixture *f, const char *name)
{
  GSource *source =
      g_main_context_find_source_by_user_data (NULL, agents_bed_find_source (f, name));

  return source && g_strcmp0 (g_source_get_name (source), "[gscope] agent") == 0 ? source : NULL;
}

static gboolean
wait_longer (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* Keeps the source from trying by itself. Returns FALSE if it does not wait, as it tries just now. */
static gboolean
hold_retry (Fixture *f, const char *name)
{
  GSource *retry = find_retry (f, name);

  if (retry)
    g_source_set_callback (retry, wait_longer, NULL, NULL);
  return retry != NULL;
}

/* Lets the agent come back, and connects to it by the button. */
static void
try_now (Fixture *f, const char *name)
{
  app_bed_await (find_try_now (f) && hold_retry (f, name));
  f->agent = agents_bed_start_agent (f);
  app_bed_settle ();
  g_assert_false (agents_bed_is_running (f, name));
  g_signal_emit_by_name (find_try_now (f), "clicked");
  app_bed_await (agents_bed_is_running (f, name));
}

static gboolean
has_samples (AppBed *bed, const char *name)
{
  GscopeSignal *signal = app_session_find_signal (app_bed_get_session (bed), name, NULL);
  GscopeSample sample;

  return signal && gscope_signal_get_latest (signal, &sample);
}

/* Returns whether a label is shown in full. */
static gboolean
is_whole (GtkWidget *label)
{
  return !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label)));
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
  GscopeParameter *wanted =
      gscope_source_find_parameter (agents_bed_find_source (f, name), parameter);

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
  app_bed_await (app_bed_find_match (f->bed.window, agents_bed_begins_with, "away · next try in "));
  app_bed_await (app_bed_find_match (f->bed.window, agents_bed_begins_with, "1 agent, 1 away, 2 "));
  app_bed_await (app_bed_find_match (f->bed.window, agents_bed_begins_with, "at "));
  app_bed_await (is_whole (app_bed_find_match (f->bed.window, agents_bed_begins_with, "at ")));
  g_assert_false (gtk_widget_get_sensitive (control));
  g_assert_nonnull (app_bed_find_match (f->bed.window, is_mapped_text, AWAY));
  try_now (f, "far");
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
  try_now (f, "demo");
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
  app_bed_press (&f->bed, "<Control>z");
  g_assert_true (gscope_gtk_view_signal_get_hidden (hidden));
  app_bed_press (&f->bed, "<Control><Shift>z");
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

static gboolean
is_row_of (GtkWidget *widget, gconstpointer agent)
{
  g_autofree char *other = NULL;

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_get_focusable (widget))
    return FALSE;
  other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget),
                                              GTK_ACCESSIBLE_PROPERTY_LABEL, agent);
  return !other;
}

/* Returns the description of the row with a name. */
static char *
read_description (Fixture *f, const char *name)
{
  GtkWidget *panel = app_bed_find (f->bed.window, APP_TYPE_SIGNALS_PANEL);
  GtkWidget *row = app_bed_find_match (panel, is_row_of, name);

  g_assert_nonnull (row);
  /* the check returns the property if it is another one */
  return gtk_test_accessible_check_property (GTK_ACCESSIBLE (row),
                                             GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "\n");
}

static gboolean
is_described (Fixture *f, const char *name, const char *begin, const char *part)
{
  g_autofree char *text = read_description (f, name);

  return text && g_str_has_prefix (text, begin) && strstr (text, part);
}

/* A screen reader reads the rows of agents and of their sources with the state, which it follows. */
static void
test_names (Fixture *f, gconstpointer data)
{
  g_autofree char *other = g_strconcat (f->address, "-second", NULL);
  g_autofree char *first = app_agent_label_new (f->address);
  g_autofree char *second = app_agent_label_new (other);

  g_assert_true (gscope_agent_listen (f->agent, other, NULL));
  add_source (f, "a", f->address);
  app_bed_await (is_described (f, "a", "Live", ""));
  add_source (f, "b", other);
  app_bed_await (is_described (f, second, "Live", ""));
  app_bed_check_names (f->bed.window);
  g_clear_object (&f->agent);
  app_bed_await (is_described (f, first, "Away. ", "next try in"));
  app_bed_await (is_described (f, second, "Away. ", "next try in"));
  app_bed_await (is_described (f, "b", "Away. ", "gscoped"));
  app_bed_check_names (f->bed.window);
  f->agent = agents_bed_start_agent (f);
  gscope_agent_source_try_now (GSCOPE_AGENT_SOURCE (agents_bed_find_source (f, "a")));
  app_bed_await (is_described (f, first, "Live", ""));
  app_bed_await (is_described (f, "a", "Live", ""));
}

static guint
count_mapped (GtkWidget *widget, const char *begin)
{
  guint n = gtk_widget_get_mapped (widget) && agents_bed_begins_with (widget, begin);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    n += count_mapped (child, begin);
  return n;
}

/* The row of an agent says once, for all its sources, why it is away. */
static void
test_reason (Fixture *f, gconstpointer data)
{
  GtkWidget *panel = app_bed_find (f->bed.window, APP_TYPE_SIGNALS_PANEL);
  g_autofree char *other = g_strconcat (f->address, "-second", NULL);
  g_autofree char *label = app_agent_label_new (f->address);

  g_assert_true (gscope_agent_listen (f->agent, other, NULL));
  add_source (f, "a", f->address);
  add_source (f, "b", f->address);
  add_source (f, "c", other);
  g_assert_cmpuint (count_mapped (panel, "Cannot reach an agent"), ==, 0);
  g_clear_object (&f->agent);
  app_bed_await (count_mapped (panel, "away · next try in ") == 2);
  app_bed_await (count_mapped (panel, "Cannot reach an agent") == 2);
  app_bed_await (is_described (f, label, "Away. Cannot reach an agent", "next try in"));
  f->agent = agents_bed_start_agent (f);
  g_assert_true (gscope_agent_listen (f->agent, other, NULL));
  gscope_agent_source_try_now (GSCOPE_AGENT_SOURCE (agents_bed_find_source (f, "a")));
  gscope_agent_source_try_now (GSCOPE_AGENT_SOURCE (agents_bed_find_source (f, "b")));
  gscope_agent_source_try_now (GSCOPE_AGENT_SOURCE (agents_bed_find_source (f, "c")));
  app_bed_await (count_mapped (panel, "Cannot reach an agent") == 0);
}

/* Before a workspace opens, it names each agent to which it connects once. */
static void
test_consent (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->bed.directory, "consent.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *text = g_strdup_printf (
      "{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [\n"
      "{ \"type\": \"agent\", \"name\": \"a\", \"options\": { \"address\": \"%s\" } },\n"
      "{ \"type\": \"agent\", \"name\": \"b\", \"options\": { \"address\": \"unix:b\" } },\n"
      "{ \"type\": \"agent\", \"name\": \"c\", \"options\": { \"address\": \"%s\" } } ] } ] }\n",
      f->address, f->address);
  g_autofree char *expected =
      g_strdup_printf ("• “a”, “c” connect to the agent at “%s”, and may run sources there\n"
                       "• “b” connects to the agent at “unix:b”, and may run sources there",
                       f->address);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  app_window_open (APP_WINDOW (f->bed.window), file);
  app_bed_await (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG));
  g_assert_nonnull (app_bed_find_text (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG), expected));
  app_bed_answer ("cancel");
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

/* A second agent, with a source “demo” of its own. */
typedef struct
{
  char *address;
  GscopeScope *scope;
  GscopeSource *served;
  GscopeAgent *agent;
} Second;

static void
second_open (Second *second, Fixture *f)
{
  second->address = g_strconcat (f->address, "-b", NULL);
  second->scope = gscope_scope_new ();
  second->served =
      gscope_registry_create (gscope_registry_get_default (), "demo", "demo", NULL, NULL);
  gscope_scope_add_source (second->scope, second->served);
  gscope_source_start_async (second->served, NULL, NULL, NULL);
  second->agent = gscope_agent_new (second->scope, second->address, NULL);
}

static void
second_close (Second *second)
{
  g_clear_object (&second->agent);
  gscope_scope_remove_source (second->scope, second->served);
  g_object_unref (second->served);
  g_object_unref (second->scope);
  g_free (second->address);
}

static double
get_amplitude (GscopeSource *source)
{
  return gscope_parameter_get_number (gscope_source_find_parameter (source, "amplitude"));
}

/* The dialog for the parameter of “a”, with the value 3 to write. */
static GtkWidget *
open_all_agents (Fixture *f)
{
  GtkWidget *dialog;

  app_bed_activate (&f->bed, "set-on-agents", "a/amplitude");
  dialog = app_bed_find_window (APP_TYPE_ALL_AGENTS_DIALOG);
  gscope_parameter_write_async (gscope_gtk_control_get_parameter (GSCOPE_GTK_CONTROL (
                                    app_bed_find (dialog, GSCOPE_GTK_TYPE_CONTROL))),
                                g_variant_new_double (3), "slider", NULL, NULL, NULL);
  return dialog;
}

/* A write to all agents has an answer of each. */
static void
test_set_on_all (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;
  Second second;

  second_open (&second, f);
  add_source (f, "a", f->address);
  add_source (f, "b", second.address);
  dialog = open_all_agents (f);
  gscope_agent_set_read_only (f->agent, TRUE);
  app_bed_click_in (APP_TYPE_ALL_AGENTS_DIALOG, "_Set on All");
  app_bed_await (app_bed_find_text (dialog, "kept 1"));
  app_bed_await (app_bed_find_text (dialog, "reads 3"));
  gscope_agent_set_read_only (f->agent, FALSE);
  app_bed_click_in (APP_TYPE_ALL_AGENTS_DIALOG, "Write Again to Those _Missing");
  app_bed_await (!app_bed_find_text (dialog, "kept 1") && !app_bed_find_text (dialog, "still 1"));
  g_assert_cmpfloat (get_amplitude (f->served), ==, 3);
  g_assert_cmpfloat (get_amplitude (second.served), ==, 3);
  app_bed_click_in (APP_TYPE_ALL_AGENTS_DIALOG, "_Put All Back");
  app_bed_await (!app_bed_find_text (dialog, "reads 3") && !app_bed_find_text (dialog, "still 3"));
  g_assert_cmpfloat (get_amplitude (f->served), ==, 1);
  g_assert_cmpfloat (get_amplitude (second.served), ==, 1);
  app_bed_click_in (APP_TYPE_ALL_AGENTS_DIALOG, "_Set on All");
  gtk_window_close (GTK_WINDOW (dialog));
  app_bed_await (get_amplitude (f->served) == 3 && get_amplitude (second.served) == 3);
  app_bed_settle ();
  second_close (&second);
}

/* An agent that is away when all are written to is written to when it is back. */
static void
test_set_when_back (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;
  Second second;

  second_open (&second, f);
  add_source (f, "a", f->address);
  add_source (f, "b", second.address);
  g_clear_object (&second.agent);
  app_bed_await (find_try_now (f));
  dialog = open_all_agents (f);
  g_assert_nonnull (app_bed_find_text (dialog, "away"));
  app_bed_click_in (APP_TYPE_ALL_AGENTS_DIALOG, "_Set on All");
  app_bed_await (get_amplitude (f->served) == 3);
  g_assert_nonnull (app_bed_find_text (dialog, "away; asked again when it is back"));
  g_assert_cmpfloat (get_amplitude (second.served), ==, 1);
  second.agent = gscope_agent_new (second.scope, second.address, NULL);
  gscope_agent_source_try_now (GSCOPE_AGENT_SOURCE (agents_bed_find_source (f, "b")));
  app_bed_await (get_amplitude (second.served) == 3);
  app_bed_await (!app_bed_find_text (dialog, "away; asked again when it is back"));
  gtk_window_close (GTK_WINDOW (dialog));
  app_bed_settle ();
  second_close (&second);
}

static GscopeParameter *
find_amplitude (Fixture *f, const char *source)
{
  return gscope_source_find_parameter (agents_bed_find_source (f, source), "amplitude");
}

static gboolean
are_both (Fixture *f, double value)
{
  return gscope_parameter_get_number (find_amplitude (f, "demo")) == value
         && gscope_parameter_get_number (find_amplitude (f, "a")) == value;
}

/* A write to several is undone and redone at once. */
static void
test_undone_at_once (Fixture *f, gconstpointer data)
{
  const char *const sources[] = { "demo", "a" };

  add_source (f, "a", f->address);
  app_bed_await (find_amplitude (f, "a"));
  app_values_begin_writes (app_session_get_values (app_bed_get_session (&f->bed)));
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    gscope_parameter_write_async (find_amplitude (f, sources[i]), g_variant_new_double (3),
                                  APP_VALUES_WRITER, NULL, NULL, NULL);
  app_bed_await (are_both (f, 3));
  app_bed_press (&f->bed, "<Control>z");
  app_bed_await (are_both (f, 1));
  app_bed_press (&f->bed, "<Control><Shift>z");
  app_bed_await (are_both (f, 3));
}

static guint64
count_served (Fixture *f)
{
  g_autoptr (GscopeSignal) signal =
      g_list_model_get_item (gscope_source_get_signals (f->served), 0);

  return gscope_trace_get_end (gscope_signal_get_trace (signal));
}

/* Samples that an agent measured before the connection are shown and not exported, which the window says. */
static void
test_lacks_past (Fixture *f, gconstpointer data)
{
  GscopeGtkView *view = app_bed_get_view (&f->bed);

  app_bed_await (count_served (f) >= 20);
  g_assert_false (app_export_lacks_past (view));
  add_source (f, "a", f->address);
  app_bed_select (&f->bed, 0);
  app_bed_press (&f->bed, "<Control>g");
  app_bed_await (app_export_lacks_past (view));
}

/* The dialogs are usable by keys. */
static void
test_keys (Fixture *f, gconstpointer data)
{
  g_autofree char *other = g_strconcat (f->address, "-b", NULL);

  agents_bed_open_dialog (f);
  agents_bed_ask (f->address);
  app_bed_await (agents_bed_shows_page ("sources"));
  app_bed_check_keys (GTK_WINDOW (agents_bed_get_dialog ()));
  g_assert_null (agents_bed_get_dialog ());
  g_assert_true (gscope_agent_listen (f->agent, other, NULL));
  add_source (f, "a", f->address);
  add_source (f, "b", other);
  app_bed_activate (&f->bed, "set-on-agents", "a/amplitude");
  app_bed_check_keys (app_bed_find_window (APP_TYPE_ALL_AGENTS_DIALOG));
  g_assert_null (app_bed_find_window (APP_TYPE_ALL_AGENTS_DIALOG));
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func)                                                                            \
  g_test_add (name, Fixture, application, agents_bed_set_up, func, agents_bed_tear_down)
  ADD ("/app-agents/away", test_away);
  ADD ("/app-agents/comes-later", test_comes_later);
  ADD ("/app-agents/several", test_several);
  ADD ("/app-agents/names", test_names);
  ADD ("/app-agents/reason", test_reason);
  ADD ("/app-agents/consent", test_consent);
  ADD ("/app-agents/arrows", test_arrows);
  ADD ("/app-agents/set-on-all", test_set_on_all);
  ADD ("/app-agents/set-when-back", test_set_when_back);
  ADD ("/app-agents/undone-at-once", test_undone_at_once);
  ADD ("/app-agents/lacks-past", test_lacks_past);
  ADD ("/app-agents/keys", test_keys);
}

int
main (int argc, char *argv[])
{
  return agents_bed_run (argc, argv, add_tests);
}

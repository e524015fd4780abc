/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Each control is activated, as by a user or a keyboard shortcut: the controls of the window, and
 * the controls of every ready-made workspace. Warnings are fatal. */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>
#include <gscope-test/run.h>
#include <unistd.h>

#include "app-bed.h"
#include "parameters/panel.h"
#include "session/workspaces.h"
#include "widgets/messages.h"
#include "window/application.h"
#include "window/layout.h"
#include "window/manual.h"
#include "window/window.h"

static gboolean
has_samples (gpointer window)
{
  return app_window_has_samples (window);
}

static gboolean
opens_dialog (GtkWidget *widget)
{
  const char *action =
      GTK_IS_ACTIONABLE (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;

  return g_strcmp0 (action, "win.record") == 0 || g_strcmp0 (action, "win.export") == 0
         || g_strcmp0 (action, "win.open") == 0 || g_strcmp0 (action, "window.close") == 0;
}

/* Activates a button. gtk_widget_activate() lets a button take effect a quarter of a second later,
 * in
 * the middle of what the test does by then. */
static void
press (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget))
    g_signal_emit_by_name (widget, "clicked");
  else
    gtk_widget_activate (widget);
}

/* There and back. */
static void
turn (GtkWidget *widget)
{
  if (GTK_IS_DROP_DOWN (widget))
    {
      guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (widget));
      GListModel *model = gtk_drop_down_get_model (GTK_DROP_DOWN (widget));
      guint n = model ? g_list_model_get_n_items (model) : 0;

      for (guint i = 0; i <= n; i++)
        gtk_drop_down_set_selected (GTK_DROP_DOWN (widget), i < n ? i : selected);
    }
  else if (GTK_IS_TOGGLE_BUTTON (widget) || GTK_IS_SWITCH (widget))
    {
      press (widget);
      app_bed_settle ();
      press (widget);
    }
  else if (GTK_IS_RANGE (widget))
    {
      double value = gtk_range_get_value (GTK_RANGE (widget));

      gtk_range_set_value (GTK_RANGE (widget), value + 1);
      gtk_range_set_value (GTK_RANGE (widget), value);
    }
  else if (GTK_IS_SPIN_BUTTON (widget))
    gtk_spin_button_spin (GTK_SPIN_BUTTON (widget), GTK_SPIN_STEP_FORWARD, 1);
  else if (GTK_IS_MENU_BUTTON (widget))
    {
      gtk_menu_button_popup (GTK_MENU_BUTTON (widget));
      app_bed_settle ();
      gtk_menu_button_popdown (GTK_MENU_BUTTON (widget));
    }
  else if (GTK_IS_BUTTON (widget) || GTK_IS_ENTRY (widget))
    press (widget);
}

static void
collect (GtkWidget *widget, GPtrArray *widgets)
{
  g_ptr_array_add (widgets, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    collect (child, widgets);
}

static gboolean
is_in_view (gpointer widget)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (widget));
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (widget, root, &bounds) && bounds.origin.x >= 0
         && bounds.origin.y >= 0
         && bounds.origin.x + bounds.size.width <= gtk_widget_get_width (root)
         && bounds.origin.y + bounds.size.height <= gtk_widget_get_height (root);
}

/* As the focus does. Invisible widgets that cannot have the focus are out of a user's reach. */
static gboolean
bring_into_view (GtkWidget *widget)
{
  gint64 deadline = g_get_monotonic_time () + G_TIME_SPAN_SECOND;

  if (is_in_view (widget))
    return TRUE;
  if (!gtk_widget_grab_focus (widget))
    return FALSE;
  while (!is_in_view (widget) && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, FALSE);
  return is_in_view (widget);
}

/* The most controls of a workspace that are tested; the others are of the same few kinds. */
static guint
turn_some (GtkWidget *root, guint most)
{
  g_autoptr (GPtrArray) widgets = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = 0;

  collect (root, widgets);
  for (guint i = 0; i < widgets->len && n < most; i++)
    {
      GtkWidget *widget = widgets->pdata[i];

      if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget)
          || opens_dialog (widget) || gtk_widget_get_ancestor (widget, GTK_TYPE_WINDOW_CONTROLS))
        continue;
      if (!bring_into_view (widget))
        continue;
      turn (widget);
      app_bed_settle ();
      n++;
    }
  return n;
}

static void
select_signals (GscopeGtkView *view)
{
  GListModel *model = gscope_gtk_view_get_signals (view);

  for (guint i = 0; i < MIN (g_list_model_get_n_items (model), 5); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      gscope_gtk_view_set_selected (view, signal);
      /* what comes and goes may go before it is shown */
      g_assert_true (gscope_gtk_view_get_selected (view) == signal);
      app_bed_settle ();
    }
}

static void
activate_actions (GtkWidget *window)
{
  static const char *const names[] = {
    "hold",
    "hold",
    "fit",
    "live",
    "cursor",
    "cursor",
    "shorter-span",
    "longer-span",
    "run",
    "run",
    "show-signals",
    "show-signals",
    "show-parameters",
    "show-parameters",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_action_group_activate_action (G_ACTION_GROUP (window), names[i], NULL);
      app_bed_settle ();
    }
  gtk_widget_activate_action (window, "win.mode", "s", "roll");
  gtk_widget_activate_action (window, "win.layout", "s", "overlay");
  gtk_widget_activate_action (window, "win.span", "x", G_GINT64_CONSTANT (5000000000));
  app_bed_settle ();
}

static gboolean
is_of_width (gpointer data)
{
  gboolean is_narrow;

  g_object_get (data, "narrow", &is_narrow, NULL);
  return (gtk_widget_get_width (data) < 960) == is_narrow;
}

static void
close_popovers (GtkWidget *root)
{
  g_autoptr (GPtrArray) widgets = g_ptr_array_new_with_free_func (g_object_unref);

  collect (root, widgets);
  for (guint i = 0; i < widgets->len; i++)
    if (GTK_IS_POPOVER (widgets->pdata[i]))
      gtk_popover_popdown (widgets->pdata[i]);
  app_bed_settle ();
}

/* The controls of a workspace: signals and parameters. */
static GscopeGtkView *
use (GtkWidget *window)
{
  GtkWidget *view;

  app_bed_await (has_samples (window));
  view = app_bed_find (window, GSCOPE_GTK_TYPE_VIEW);
  g_assert_nonnull (view);
  select_signals (GSCOPE_GTK_VIEW (view));
  turn_some (app_bed_find (window, APP_TYPE_PARAMETERS_PANEL), 8);
  return GSCOPE_GTK_VIEW (view);
}

/* The controls of all workspaces: the rest of the window, wide and narrow. */
static void
use_all (GtkWidget *window)
{
  GtkWidget *layout = app_bed_find (window, APP_TYPE_LAYOUT);
  GscopeGtkView *view = use (window);

  g_assert_cmpuint (turn_some (window, G_MAXUINT), >, 20);
  activate_actions (window);
  g_assert_cmpint (gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (view)), ==,
                   G_GINT64_CONSTANT (5000000000));
  /* as a press outside of them would */
  close_popovers (window);
  gtk_window_set_default_size (GTK_WINDOW (window), 720, 900);
  app_bed_settle ();
  app_bed_await (is_of_width (layout));
  turn_some (window, G_MAXUINT);
}

/* The pointer rests on what is opened and closed below it; GTK then may place a tooltip over a
 * surface that is on no monitor any more. */
static gboolean
is_fatal (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  return !strstr (message, "gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR (monitor)' failed");
}

static GtkWidget *
open_window (gconstpointer application)
{
  GtkWidget *window = app_window_new (GTK_APPLICATION (application));

  g_test_log_set_fatal_handler (is_fatal, NULL);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
close_window (GtkWidget *window)
{
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_destroy (GTK_WINDOW (window));
  app_bed_settle ();
  g_assert_null (window);
}

/* The changes in the previous workspace are not saved. */
static void
open_workspace (GtkWidget *window, const AppWorkspace *workspace)
{
  app_window_open (APP_WINDOW (window), workspace->file);
  app_bed_settle ();
  if (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG))
    app_bed_answer ("discard");
  g_assert_cmpstr (app_session_get_title (app_window_get_session (APP_WINDOW (window))), ==,
                   workspace->title);
}

static void
test_workspaces (gconstpointer application)
{
  g_autoptr (GPtrArray) list = app_workspaces_list ();
  GtkWidget *window = open_window (application);

  g_assert_cmpuint (list->len, >, 0);
  for (guint i = 0; i < list->len; i++)
    {
      const AppWorkspace *workspace = list->pdata[i];

      g_test_message ("%s", workspace->title);
      open_workspace (window, workspace);
      use (window);
    }
  close_window (window);
}

/* The description of a workspace stays until it is closed, and comes back on request. */
static void
test_hint (gconstpointer application)
{
  g_autoptr (GPtrArray) list = app_workspaces_list ();
  const AppWorkspace *workspace = list->pdata[0];
  GtkWidget *window = open_window (application), *text;

  open_workspace (window, workspace);
  text = app_bed_find_text (window, workspace->description);
  g_assert_nonnull (text);
  g_assert_true (gtk_widget_get_mapped (text));
  g_action_group_activate_action (G_ACTION_GROUP (window), "show-hint", NULL);
  app_bed_settle ();
  g_assert_false (gtk_widget_get_child_visible (text) && gtk_widget_get_mapped (text));
  g_action_group_activate_action (G_ACTION_GROUP (window), "show-hint", NULL);
  app_bed_settle ();
  g_assert_true (gtk_widget_get_mapped (text));
  close_window (window);
}

static void
test_controls (gconstpointer application)
{
  g_autoptr (GPtrArray) list = app_workspaces_list ();
  GtkWidget *window = open_window (application);

  open_workspace (window, list->pdata[0]);
  use_all (window);
  close_window (window);
}

static void
test_broken (gconstpointer application)
{
  g_autofree char *path = g_strdup_printf ("%s/gscope-broken-%d.json", g_get_tmp_dir (), getpid ());
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) hello = app_workspaces_find ("hello", NULL);
  GtkWidget *window = open_window (application);
  GtkRevealer *messages =
      GTK_REVEALER (app_bed_find (app_bed_find (window, APP_TYPE_MESSAGES), GTK_TYPE_REVEALER));

  app_window_open (APP_WINDOW (window), hello);
  app_bed_settle ();
  g_assert_false (gtk_revealer_get_reveal_child (messages));
  g_file_set_contents (path, "{ \"gscope-workspace\": 1,", -1, NULL);
  app_window_open (APP_WINDOW (window), file);
  app_bed_settle ();
  g_assert_true (gtk_revealer_get_reveal_child (messages));
  /* what was open goes on */
  app_bed_await (has_samples (window));
  g_unlink (path);
  close_window (window);
}

/* A source that does not start is named as the window names it. */
static void
test_failing (gconstpointer application)
{
  g_autofree char *path =
      g_strdup_printf ("%s/gscope-failing-%d.json", g_get_tmp_dir (), getpid ());
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWidget *window = open_window (application);
  GtkWidget *messages = app_bed_find (window, APP_TYPE_MESSAGES);
  const char *text;

  g_file_set_contents (path,
                       "{ \"gscope-workspace\": 1, \"title\": \"Failing\", \"scopes\": [ {"
                       "\"sources\": [ { \"type\": \"tuples\", \"name\": \"sensors\", "
                       "\"options\": { \"listen\": [ \"unix:/nowhere/at/all\" ] } } ] } ] }",
                       -1, NULL);
  app_window_open (APP_WINDOW (window), file);
  app_bed_await (
      gtk_revealer_get_reveal_child (GTK_REVEALER (app_bed_find (messages, GTK_TYPE_REVEALER))));
  text = gtk_label_get_label (
      GTK_LABEL (gtk_widget_get_template_child (messages, APP_TYPE_MESSAGES, "label")));
  g_assert_nonnull (strstr (text, "“sensors”"));
  g_assert_null (strstr (text, "scopes["));
  g_unlink (path);
  close_window (window);
}

static void
test_dialogs (gconstpointer application)
{
  g_autoptr (GPtrArray) list = app_workspaces_list ();
  GtkWidget *window = open_window (application);
  static const char *const names[] = { "open", "record", "export" };

  app_window_open (APP_WINDOW (window), ((AppWorkspace *) list->pdata[0])->file);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_action_group_activate_action (G_ACTION_GROUP (window), names[i], NULL);
      app_bed_settle ();
    }
  g_action_group_activate_action (G_ACTION_GROUP (application), "shortcuts", NULL);
  app_bed_settle ();
  g_action_group_activate_action (G_ACTION_GROUP (application), "about", NULL);
  app_bed_settle ();
  close_window (window);
}

/* F1 names the remedy if there is no manual. */
static void
test_manual (gconstpointer application)
{
  GtkWidget *window = open_window (application);
  GtkWidget *messages = app_bed_find (window, APP_TYPE_MESSAGES);

  g_setenv ("GSCOPE_MANUAL_PATH", "/nowhere", TRUE);
  g_action_group_activate_action (G_ACTION_GROUP (application), "help", NULL);
  app_bed_settle ();
  g_assert_nonnull (app_bed_find_text (messages, "Cannot show the manual"));
  g_unsetenv ("GSCOPE_MANUAL_PATH");
  close_window (window);
}

static void
write_page (const char *directory, const char *language)
{
  g_autofree char *folder = g_build_filename (directory, language, NULL);
  g_autofree char *path = g_build_filename (folder, "index.html", NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "<title></title>", -1, NULL));
}

static void
assert_page (const char *directory, const char *languages, const char *expected)
{
  g_auto (GStrv) names = g_strsplit (languages, ":", -1);
  g_autoptr (GFile) page = app_manual_find (directory, (const char *const *) names);
  g_autoptr (GFile) folder = g_file_new_for_path (directory);
  g_autofree char *path = page ? g_file_get_relative_path (folder, page) : NULL;

  g_assert_cmpstr (path, ==, expected);
}

/* The manual is shown in the user's language where it is written in it, or else in English. */
static void
test_manual_languages (gconstpointer application)
{
  g_autofree char *directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);

  assert_page (directory, "de_DE:de:C", NULL);
  write_page (directory, "");
  assert_page (directory, "de_DE:de:C", "index.html");
  write_page (directory, "de");
  assert_page (directory, "de_DE.UTF-8:de_DE:de.UTF-8:de:C", "de/index.html");
  assert_page (directory, "fr:de:C", "de/index.html");
  assert_page (directory, "fr:C", "index.html");
  assert_page (directory, "en_GB:en:de:C", "index.html");
  assert_page (directory, "C", "index.html");
  gscope_test_remove (directory);
}

static void
add_tests (gconstpointer application)
{
  g_test_add_data_func ("/app-window/workspaces", application, test_workspaces);
  g_test_add_data_func ("/app-window/controls", application, test_controls);
  g_test_add_data_func ("/app-window/hint", application, test_hint);
  g_test_add_data_func ("/app-window/broken", application, test_broken);
  g_test_add_data_func ("/app-window/failing", application, test_failing);
  g_test_add_data_func ("/app-window/dialogs", application, test_dialogs);
  g_test_add_data_func ("/app-window/manual", application, test_manual);
  g_test_add_data_func ("/app-window/manual-languages", application, test_manual_languages);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}

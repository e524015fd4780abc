/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A workspace as a user changes it in the window: what is changed, saved, undone, and asked for. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>
#include <malloc.h>
#include <sys/stat.h>

#include "app-bed.h"
#include "dialogs/preferences.h"
#include "panes/finder.h"
#include "panes/panes.h"
#include "parameters/responses.h"
#include "parameters/source.h"
#include "parameters/steering.h"
#include "signals/inspector.h"
#include "undo/sources.h"
#include "window/application.h"
#include "window/welcome.h"
#include "window/window.h"

static const char document[] =
    "{ \"gscope-workspace\": 1, \"title\": \"Lab\", \"scopes\": [ { \"name\": \"A\",\n"
    "  \"period-ms\": 10, \"sources\": [ { \"type\": \"demo\",\n"
    "    \"options\": { \"signals\": [ \"sine\", \"square\", \"saw\" ] } } ] } ],\n"
    "  \"views\": [ { \"title\": \"One\", \"signals\": [ { \"match\": \"demo/sine\" },\n"
    "                                              { \"match\": \"demo/square\" } ] },\n"
    "             { \"title\": \"Two\", \"signals\": [ { \"match\": \"demo/saw\" } ] } ] }\n";

/* Bytes in 50 times. The toolkit keeps some for each window; the panels of one take 2 MB, its toolbar 500 KB. */
#define MAX_GROWTH (50 * 100 * 1024)

typedef AppBed Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (f, application, document);
}

static guint
count_panes (Fixture *f)
{
  return app_panes_count (APP_PANES (app_bed_find (f->window, APP_TYPE_PANES)));
}

/* Opening and looking change nothing; what was changed is saved and there again. */
static void
test_saved (Fixture *f, gconstpointer data)
{
  GtkRecentManager *recent = gtk_recent_manager_get_default ();
  g_autofree char *uri = g_file_get_uri (f->file);

  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (app_bed_get_view (f)),
                                3 * GSCOPE_SEC);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 1000, 700);
  app_bed_settle ();
  app_bed_press (f, "F9");
  g_assert_true (!app_bed_is_modified (f));

  app_bed_write (f, 7);
  app_bed_await (app_bed_is_modified (f));
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  g_assert_true (gtk_recent_manager_has_item (recent, uri));
  app_bed_reopen (f);
  g_assert_cmpfloat (gscope_parameter_get_number (app_bed_get_parameter (f)), ==, 7);
  g_assert_cmpint (
      gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (app_bed_get_view (f))), ==,
      3 * GSCOPE_SEC);
}

static void
test_question (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  app_bed_write (f, 7);
  gtk_window_close (GTK_WINDOW (f->window));
  app_bed_settle ();
  app_bed_answer ("cancel");
  g_assert_nonnull (f->window);
  gtk_window_close (GTK_WINDOW (f->window));
  app_bed_settle ();
  app_bed_answer ("save");
  app_bed_await (app_bed_is_gone (f));
  g_assert_true (g_file_get_contents (f->path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "parameters"));

  app_bed_open_window (f);
  app_bed_write (f, 9);
  app_bed_press (f, "<Control>n");
  app_bed_answer ("discard");
  g_assert_true (gtk_widget_get_mapped (app_bed_find (f->window, APP_TYPE_WELCOME)));
  gtk_window_close (GTK_WINDOW (f->window));
  app_bed_await (app_bed_is_gone (f));
}

/* Returns the signal that the first parameter steers, and whether its last write has a response. */
static const char *const *
get_steered (Fixture *f)
{
  return gscope_parameter_get_steered (app_bed_get_parameter (f));
}

/* That of parameters. */
static GtkWidget *
find_chooser (GtkWidget *steering)
{
  return GTK_WIDGET (gtk_widget_get_template_child (steering, APP_TYPE_STEERING, "chooser"));
}

static void
steer_first_signal (GtkWidget *steering, gboolean active)
{
  GtkPopover *popover;
  GtkWidget *check;

  popover =
      gtk_menu_button_get_popover (GTK_MENU_BUTTON (app_bed_find (steering, GTK_TYPE_MENU_BUTTON)));
  gtk_popover_popup (popover);
  app_bed_settle ();
  check = app_bed_find (GTK_WIDGET (popover), GTK_TYPE_CHECK_BUTTON);
  g_assert_cmpint (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)), ==, !active);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), active);
  gtk_popover_popdown (popover);
  app_bed_settle ();
}

/* Which signals respond to a parameter is chosen below the parameters, saved and there again. The card at
 * the foot takes no room before there is a response. */
static void
test_steered (Fixture *f, gconstpointer data)
{
  GtkWidget *steering = app_bed_find (f->window, APP_TYPE_STEERING);
  GtkWidget *responses = app_bed_find (f->window, APP_TYPE_RESPONSES);
  GscopeGtkStepResponseView *shown;

  shown =
      GSCOPE_GTK_STEP_RESPONSE_VIEW (app_bed_find (responses, GSCOPE_GTK_TYPE_STEP_RESPONSE_VIEW));
  g_assert_true (gtk_widget_get_mapped (steering));
  app_bed_write (f, 7);
  g_assert_null (gscope_gtk_step_response_view_get_step (shown));
  g_assert_cmpint (gtk_widget_get_height (responses), ==, 0);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_chooser (steering)), 0);
  steer_first_signal (steering, TRUE);
  g_assert_cmpstr (get_steered (f)[0], ==, "demo/sine");
  app_bed_write (f, 9);
  g_assert_true (gscope_step_get_parameter (gscope_gtk_step_response_view_get_step (shown))
                 == app_bed_get_parameter (f));
  app_bed_await (gtk_widget_get_height (responses) > 0);
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  app_bed_reopen (f);
  g_assert_cmpstr (get_steered (f)[0], ==, "demo/sine");

  steer_first_signal (app_bed_find (f->window, APP_TYPE_STEERING), FALSE);
  g_assert_null (get_steered (f)[0]);
  app_bed_await (app_bed_is_modified (f));
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
}

/* Selects another parameter in the chooser, as a write elsewhere does. */
static void
choose_last (Fixture *f)
{
  GtkDropDown *chooser = GTK_DROP_DOWN (find_chooser (app_bed_find (f->window, APP_TYPE_STEERING)));
  guint n = g_list_model_get_n_items (gtk_drop_down_get_model (chooser));

  gtk_drop_down_set_selected (chooser, n - 1);
  app_bed_settle ();
  g_assert_true (gtk_drop_down_get_selected_item (chooser) != app_bed_get_parameter (f));
}

/* The chooser always shows the signals of the selected parameter. */
static void
test_steered_others (Fixture *f, gconstpointer data)
{
  static const char *const steered[] = { "demo/sine", NULL };
  GtkWidget *steering = app_bed_find (f->window, APP_TYPE_STEERING);
  GtkPopover *popover;
  GtkCheckButton *check;

  gscope_parameter_set_steered (app_bed_get_parameter (f), steered);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_chooser (steering)), 0);
  popover =
      gtk_menu_button_get_popover (GTK_MENU_BUTTON (app_bed_find (steering, GTK_TYPE_MENU_BUTTON)));
  gtk_popover_popup (popover);
  app_bed_settle ();
  check = GTK_CHECK_BUTTON (app_bed_find (GTK_WIDGET (popover), GTK_TYPE_CHECK_BUTTON));
  g_assert_true (gtk_check_button_get_active (check));
  choose_last (f);
  check = GTK_CHECK_BUTTON (app_bed_find (GTK_WIDGET (popover), GTK_TYPE_CHECK_BUTTON));
  g_assert_false (gtk_check_button_get_active (check));
  gtk_popover_popdown (popover);
  app_bed_settle ();
}

static guint
count_cards (Fixture *f)
{
  GtkWidget *parameters = app_bed_find (f->window, APP_TYPE_SOURCE_PARAMETERS);
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (parameters); child;
       child = gtk_widget_get_next_sibling (child))
    n++;
  return n;
}

/* Programs come and go with groups of their own, for as long as the window is open. */
static void
test_groups (Fixture *f, gconstpointer data)
{
  GscopeSource *source = app_session_find_source (app_bed_get_session (f), "demo");
  GListModel *parameters = gscope_source_get_parameters (source);
  guint n_parameters = g_list_model_get_n_items (parameters);
  guint n = count_cards (f);

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GscopeParameter) parameter = gscope_parameter_new_double ("gain", 0, 1, 1);
      g_autofree char *group = g_strdup_printf ("player %u", i);

      gscope_parameter_set_group (parameter, group);
      g_assert_true (gscope_source_add_parameter (source, parameter, NULL));
      app_bed_await (g_list_model_get_n_items (parameters) > n_parameters);
      g_assert_cmpuint (count_cards (f), ==, n + 1);
      gscope_source_remove_parameter (source, parameter);
      app_bed_await (g_list_model_get_n_items (parameters) == n_parameters);
      g_assert_cmpuint (count_cards (f), ==, n);
    }
}

static void
test_panes (Fixture *f, gconstpointer data)
{
  GscopeGtkView *first = app_bed_get_view (f);

  g_assert_false (app_bed_is_enabled (f, "close-view"));
  app_bed_press (f, "<Control>backslash");
  g_assert_true (app_bed_get_view (f) != first);
  app_bed_press (f, "<Control><Shift>backslash");
  g_assert_cmpuint (count_panes (f), ==, 3);
  app_bed_await (app_bed_is_modified (f));
  app_bed_press (f, "<Control><Shift>w");
  g_assert_cmpuint (count_panes (f), ==, 2);
  app_bed_press (f, "<Control>z");
  g_assert_cmpuint (count_panes (f), ==, 3);
  gscope_gtk_view_set_layout (app_bed_get_view (f), GSCOPE_VIEW_LAYOUT_OVERLAY);
  app_bed_press (f, "F6");
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  app_bed_reopen (f);
  g_assert_cmpuint (count_panes (f), ==, 3);
  g_assert_true (!app_bed_is_modified (f));
}

/* How views are arranged: their titles, divided into columns by | and into rows by /. */
static char *
describe_panes (GtkWidget *widget)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  GtkWidget *view;

  if (GTK_IS_PANED (widget))
    {
      first = describe_panes (gtk_paned_get_start_child (GTK_PANED (widget)));
      second = describe_panes (gtk_paned_get_end_child (GTK_PANED (widget)));
      return g_strdup_printf ("(%s%s%s)", first,
                              gtk_orientable_get_orientation (GTK_ORIENTABLE (widget))
                                      == GTK_ORIENTATION_HORIZONTAL
                                  ? "|"
                                  : "/",
                              second);
    }
  view = app_bed_find (widget, GSCOPE_GTK_TYPE_VIEW);
  return g_strdup (gscope_gtk_view_get_title (GSCOPE_GTK_VIEW (view)));
}

static void
assert_arranged (Fixture *f, const char *expected)
{
  GtkWidget *panes = app_bed_find (f->window, APP_TYPE_PANES);
  g_autofree char *arranged = describe_panes (adw_bin_get_child (ADW_BIN (panes)));

  g_assert_cmpstr (arranged, ==, expected);
}

/* A view that was closed comes back where it was, whichever view is the active one then. */
static void
test_view_back (Fixture *f, gconstpointer data)
{
  gscope_gtk_view_set_title (app_bed_get_view (f), "a");
  app_bed_press (f, "<Control>backslash");
  gscope_gtk_view_set_title (app_bed_get_view (f), "b");
  app_bed_press (f, "<Control><Shift>backslash");
  gscope_gtk_view_set_title (app_bed_get_view (f), "c");
  app_bed_press (f, "F6");
  assert_arranged (f, "(a|(b/c))");
  app_bed_press (f, "<Control><Shift>w");
  assert_arranged (f, "(b/c)");
  app_bed_press (f, "<Control><Shift>w");
  assert_arranged (f, "c");
  app_bed_press (f, "<Control>z");
  assert_arranged (f, "(b/c)");
  app_bed_press (f, "F6");
  app_bed_press (f, "<Control>z");
  assert_arranged (f, "(a|(b/c))");
  g_assert_cmpstr (gscope_gtk_view_get_title (app_bed_get_view (f)), ==, "a");
  app_bed_press (f, "F6");
  app_bed_press (f, "<Control><Shift>z");
  assert_arranged (f, "(b/c)");
  app_bed_press (f, "<Control>z");
  assert_arranged (f, "(a|(b/c))");
  app_bed_press (f, "<Control>z");
  assert_arranged (f, "(a|b)");
  app_bed_press (f, "<Control>z");
  assert_arranged (f, "a");
  app_bed_press (f, "<Control><Shift>z");
  app_bed_press (f, "<Control><Shift>z");
  assert_arranged (f, "(a|(b/c))");
}

/* A table is a pane as any other, and is there again. */
static void
test_table (Fixture *f, gconstpointer data)
{
  GtkWidget *table;

  app_bed_activate (f, "add-table", NULL);
  g_assert_cmpuint (count_panes (f), ==, 2);
  table = app_bed_find (f->window, GSCOPE_GTK_TYPE_GROUP_TABLE);
  g_assert_nonnull (table);
  g_assert_true (app_bed_get_view (f)
                 == gscope_gtk_group_table_get_view (GSCOPE_GTK_GROUP_TABLE (table)));
  app_bed_await (app_bed_is_modified (f));
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  app_bed_reopen (f);
  g_assert_cmpuint (count_panes (f), ==, 2);
  g_assert_nonnull (app_bed_find (f->window, GSCOPE_GTK_TYPE_GROUP_TABLE));
  g_assert_true (!app_bed_is_modified (f));
}

static guint
count_windows (Fixture *f)
{
  guint n = 0;

  for (GList *l = gtk_application_get_windows (f->application); l; l = l->next)
    n += APP_IS_WINDOW (l->data);
  return n;
}

/* A window that is not the last one closes without a question. */
static void
test_windows (Fixture *f, gconstpointer data)
{
  guint before = count_windows (f);
  GtkWindow *other;

  app_bed_press (f, "<Control><Shift>n");
  g_assert_cmpuint (count_windows (f), ==, before + 1);
  app_bed_await (app_bed_is_modified (f));
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  other = gtk_application_get_windows (f->application)->data;
  g_assert_true (GTK_WIDGET (other) != f->window);
  gtk_window_close (other);
  app_bed_settle ();
  g_assert_cmpuint (count_windows (f), ==, before);
  app_bed_reopen (f);
  g_assert_cmpuint (count_windows (f), ==, before + 1);
}

/* Changes during saving are not saved. */
static void
test_changed_meanwhile (Fixture *f, gconstpointer data)
{
  app_bed_write (f, 7);
  app_bed_await (app_bed_is_modified (f));
  g_action_group_activate_action (G_ACTION_GROUP (f->window), "save", NULL);
  gscope_parameter_write_async (app_bed_get_parameter (f), g_variant_new_double (9), "slider", NULL,
                                NULL, NULL);
  app_bed_settle ();
  app_bed_await (app_bed_is_modified (f));
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  app_bed_reopen (f);
  g_assert_cmpfloat (gscope_parameter_get_number (app_bed_get_parameter (f)), ==, 9);
}

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* A document that could not be saved elsewhere is called as before. */
static void
test_not_saved (Fixture *f, gconstpointer data)
{
  AppSession *session = app_bed_get_session (f);
  g_autofree char *path = g_build_filename (f->directory, "nowhere", "other.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  app_document_save_async (app_session_get_document (session), file, on_saved, &result);
  while (!result)
    app_bed_step ();
  g_assert_false (app_document_save_finish (app_session_get_document (session), result, &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (gscope_workspace_get_title (app_session_get_workspace (session)), ==, "Lab");
  g_assert_cmpstr (app_session_get_title (session), ==, "Lab");
}

/* A pipe to which nobody writes is refused, and not waited for. */
static void
test_pipe (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "pipe", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_null (
      app_session_new (file, gscope_registry_get_default (), APP_CONSENT_REMEMBERED, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
}

/* One question for all windows of a workspace; none where nothing was changed. */
static void
test_quit (Fixture *f, gconstpointer data)
{
  guint before = count_windows (f);

  app_bed_press (f, "<Control><Shift>n");
  app_bed_await (app_bed_is_modified (f));
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  app_bed_write (f, 7);
  g_action_group_activate_action (G_ACTION_GROUP (f->application), "quit", NULL);
  app_bed_settle ();
  app_bed_answer ("cancel");
  g_assert_cmpuint (count_windows (f), ==, before + 1);
  app_bed_await (app_bed_is_modified (f));
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  g_action_group_activate_action (G_ACTION_GROUP (f->application), "quit", NULL);
  app_bed_await (app_bed_is_gone (f));
  g_assert_cmpuint (count_windows (f), ==, 0);
}

static void
test_found (Fixture *f, gconstpointer data)
{
  GtkWidget *finder = app_bed_find (f->window, APP_TYPE_FINDER);
  GtkWidget *entry = app_bed_find (finder, GTK_TYPE_SEARCH_ENTRY);

  app_bed_press (f, "<Control>f");
  gtk_editable_set_text (GTK_EDITABLE (entry), "saw");
  app_bed_settle ();
  g_signal_emit_by_name (entry, "activate");
  app_bed_settle ();
  g_assert_cmpuint (app_bed_count_signals (f), ==, 3);
  app_bed_press (f, "<Control>z");
  g_assert_cmpuint (app_bed_count_signals (f), ==, 2);
  app_bed_press (f, "<Control><Shift>z");
  g_assert_cmpuint (app_bed_count_signals (f), ==, 3);
  app_bed_press (f, "<Control>Delete");
  g_assert_cmpuint (app_bed_count_signals (f), ==, 2);
  app_bed_press (f, "<Control>z");
  g_assert_cmpuint (app_bed_count_signals (f), ==, 3);

  app_bed_press (f, "<Control>Delete");
  app_bed_press (f, "<Control>f");
  gtk_editable_set_text (GTK_EDITABLE (entry), "demo/s*");
  app_bed_settle ();
  g_signal_emit_by_name (entry, "activate");
  app_bed_settle ();
  g_assert_cmpuint (app_bed_count_signals (f), ==, 3);
}

static gboolean
press_in (GtkWidget *widget, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean taken = FALSE;

  for (guint i = 0; !taken && i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &taken);
    }
  return taken;
}

static gboolean
says (GtkWidget *widget, gconstpointer text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_visible (widget)
         && strstr (gtk_label_get_label (GTK_LABEL (widget)), text);
}

/* The arrow keys choose a row while the entry keeps the focus; a pattern that matches nothing yet can be added. */
static void
test_found_by_keys (Fixture *f, gconstpointer data)
{
  GtkWidget *finder = app_bed_find (f->window, APP_TYPE_FINDER);
  GtkWidget *entry = app_bed_find (finder, GTK_TYPE_SEARCH_ENTRY);
  GtkWidget *list = app_bed_find (finder, GTK_TYPE_LIST_VIEW);
  GListModel *rows;

  app_bed_press (f, "<Control>f");
  rows = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
  g_assert_cmpuint (g_list_model_get_n_items (rows), >, app_bed_count_signals (f));
  g_assert_true (press_in (entry, GDK_KEY_Down));
  g_assert_true (press_in (entry, GDK_KEY_Down));
  g_assert_true (press_in (entry, GDK_KEY_Up));
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (rows)), ==, 1);
  g_assert_true (press_in (entry, GDK_KEY_Page_Down));
  g_assert_true (press_in (entry, GDK_KEY_Page_Down));
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (rows)), ==,
                    g_list_model_get_n_items (rows) - 1);

  gtk_editable_set_text (GTK_EDITABLE (entry), "nobody/*");
  app_bed_settle ();
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 1);
  g_assert_null (app_bed_find_match (finder, says, "No source has a signal"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "nobody");
  app_bed_settle ();
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);
  g_assert_nonnull (app_bed_find_match (finder, says, "No source has a signal"));
}

static void
test_renamed (Fixture *f, gconstpointer data)
{
  GscopeGtkViewSignal *signal = app_bed_select_signal (f, 0);
  GtkWidget *entry;

  entry = app_bed_find (app_bed_find (f->window, APP_TYPE_INSPECTOR), GTK_TYPE_ENTRY);
  app_bed_enter (entry, "Wave");
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (signal), ==, "Wave");
  app_bed_await (app_bed_is_modified (f));
  app_bed_enter (entry, "");
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (signal), !=, "Wave");
  app_bed_await (!app_bed_is_modified (f));
}

static void
test_welcome (Fixture *f, gconstpointer data)
{
  GtkWidget *welcome;

  app_bed_press (f, "<Control>n");
  welcome = app_bed_find (f->window, APP_TYPE_WELCOME);
  g_assert_true (gtk_widget_get_mapped (welcome));
  g_assert_nonnull (app_bed_find (welcome, GTK_TYPE_FLOW_BOX_CHILD));
  g_assert_false (app_bed_is_enabled (f, "save"));
  app_bed_activate (f, "new-empty", NULL);
  g_assert_false (gtk_widget_get_mapped (welcome));
  g_assert_cmpuint (app_bed_count_signals (f), ==, 0);
  g_assert_true (!app_bed_is_modified (f));
  app_bed_press (f, "<Control>n");
  g_signal_emit_by_name (app_bed_find (welcome, GTK_TYPE_FLOW_BOX), "child-activated",
                         app_bed_find (welcome, GTK_TYPE_FLOW_BOX_CHILD));
  app_bed_await (app_bed_has_samples (f));
}

/* Typing finds a card by its words, and Enter opens it; each card says whether it can be opened here. */
static void
test_welcome_found (Fixture *f, gconstpointer data)
{
  GtkWidget *welcome, *entry;

  app_bed_press (f, "<Control>n");
  welcome = app_bed_find (f->window, APP_TYPE_WELCOME);
  entry = app_bed_find (welcome, GTK_TYPE_SEARCH_ENTRY);
  g_assert_nonnull (app_bed_find_match (welcome, says, "Ready"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "nowhere");
  app_bed_settle ();
  g_assert_nonnull (app_bed_find_match (welcome, says, "No workspace has this name."));
  gtk_editable_set_text (GTK_EDITABLE (entry), "hell");
  g_signal_emit_by_name (entry, "activate");
  app_bed_await (app_bed_has_samples (f));
  g_assert_cmpstr (app_session_get_title (app_bed_get_session (f)), ==, "Hello");
}

static void
test_preferences (Fixture *f, gconstpointer data)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  g_autoptr (GSettings) settings = g_settings_new ("org.gscope.Gscope");
  GtkWidget *row;
  GtkWindow *dialog;

  g_action_group_activate_action (G_ACTION_GROUP (f->application), "preferences", NULL);
  app_bed_settle ();
  dialog = app_bed_find_window (APP_TYPE_PREFERENCES);
  row = app_bed_find (GTK_WIDGET (dialog), ADW_TYPE_COMBO_ROW);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), 2);
  g_assert_cmpint (adw_style_manager_get_color_scheme (style), ==, ADW_COLOR_SCHEME_FORCE_DARK);
  g_settings_reset (settings, "color-scheme");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (row)), ==, 0);
  gtk_window_destroy (dialog);
  g_settings_set_boolean (settings, "show-parameters", FALSE);
  app_bed_reopen (f);
  g_assert_false (app_bed_get_state (f, "show-parameters"));
  g_settings_reset (settings, "show-parameters");
}

static gboolean
shows (Fixture *f, const char *name)
{
  GscopeSignal *signal = app_session_find_signal (app_bed_get_session (f), name, NULL);
  GListModel *shown = gscope_gtk_view_get_signals (app_bed_get_view (f));

  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr (GscopeGtkViewSignal) item = g_list_model_get_item (shown, i);

      if (signal && gscope_gtk_view_signal_get_signal (item) == signal)
        return TRUE;
    }
  return FALSE;
}

/* A signal that was removed is put back as its source has it now, and where that cannot be the user is told. */
static void
test_signal_put_back (Fixture *f, gconstpointer data)
{
  app_bed_select_signal (f, 1);
  app_bed_activate (f, "remove-signal", NULL);
  g_assert_false (shows (f, "demo/square"));
  app_sources_remove (app_bed_get_session (f),
                      app_session_find_source (app_bed_get_session (f), "demo"));
  app_bed_activate (f, "undo", NULL);
  app_bed_await (app_session_find_signal (app_bed_get_session (f), "demo/square", NULL));
  app_bed_activate (f, "undo", NULL);
  g_assert_true (shows (f, "demo/square"));
  g_assert_cmpuint (app_bed_count_signals (f), ==, 2);
  app_bed_activate (f, "redo", NULL);
  g_assert_false (shows (f, "demo/square"));
  app_bed_activate (f, "undo", NULL);

  app_bed_activate (f, "split-right", NULL);
  app_bed_select_signal (f, 1);
  app_bed_activate (f, "remove-signal", NULL);
  app_bed_activate (f, "close-view", NULL);
  app_bed_activate (f, "undo", NULL);
  app_bed_activate (f, "undo", NULL);
  g_assert_nonnull (app_bed_find_text (f->window, "its view was closed"));
}

/* A name is shown as it is where one that was opened or saved before can be chosen. */
static void
test_recent (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "my_lab_2.json", NULL);

  g_assert_true (g_file_set_contents (path, document, -1, NULL));
  app_bed_open (f, path);
  app_bed_write (f, 7);
  app_bed_activate (f, "save", NULL);
  app_bed_await (app_bed_find_text (f->window, "my_lab_2.json"));
}

/* Returns the objects of this process. */
typedef struct
{
  guint n_files;
  guint n_threads;
  gsize memory;
} Usage;

static guint
count_entries (const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir))
    n++;
  return n;
}

/* So often, opens the workspace in its own place, and then in another window. */
static Usage
reopen_often (Fixture *f, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      AppSession *session = app_bed_get_session (f);

      g_object_add_weak_pointer (G_OBJECT (session), (gpointer *) &session);
      app_window_open (APP_WINDOW (f->window), f->file);
      app_bed_await (!session && app_bed_has_samples (f));
      app_bed_reopen (f);
    }
  return (Usage){ count_entries ("/proc/self/fd"), count_entries ("/proc/self/task"),
                  mallinfo2 ().uordblks };
}

/* A workspace that replaces another one, or follows its window, finds no remains of it. */
static void
test_opened_often (Fixture *f, gconstpointer data)
{
  Usage first = reopen_often (f, 5);
  Usage last = reopen_often (f, 50);

  g_test_message ("bytes: %zu, then %zu", first.memory, last.memory);
  g_assert_cmpuint (last.n_files, <=, first.n_files);
  g_assert_cmpuint (last.n_threads, <=, first.n_threads);
  g_assert_cmpuint (last.memory, <, first.memory + MAX_GROWTH);
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, app_bed_tear_down)
  ADD ("/app-workspace/saved", test_saved);
  ADD ("/app-workspace/question", test_question);
  ADD ("/app-workspace/steered", test_steered);
  ADD ("/app-workspace/steered-others", test_steered_others);
  ADD ("/app-workspace/groups", test_groups);
  ADD ("/app-workspace/panes", test_panes);
  ADD ("/app-workspace/view-back", test_view_back);
  ADD ("/app-workspace/table", test_table);
  ADD ("/app-workspace/windows", test_windows);
  ADD ("/app-workspace/changed-meanwhile", test_changed_meanwhile);
  ADD ("/app-workspace/not-saved", test_not_saved);
  ADD ("/app-workspace/pipe", test_pipe);
  ADD ("/app-workspace/quit", test_quit);
  ADD ("/app-workspace/found", test_found);
  ADD ("/app-workspace/found-by-keys", test_found_by_keys);
  ADD ("/app-workspace/renamed", test_renamed);
  ADD ("/app-workspace/welcome", test_welcome);
  ADD ("/app-workspace/welcome-found", test_welcome_found);
  ADD ("/app-workspace/preferences", test_preferences);
  ADD ("/app-workspace/signal-put-back", test_signal_put_back);
  ADD ("/app-workspace/recent", test_recent);
  ADD ("/app-workspace/opened-often", test_opened_often);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The response of a signal to a parameter, identified in the window: refused, run, stopped, undone, kept in the workspace. */

#include <adwaita.h>
#include <glib-unix.h>
#include <gscope-gtk/gscope-gtk.h>
#include <signal.h>

#include "app-bed.h"
#include "panes/identify-dialog.h"
#include "window/window.h"

typedef AppBed Fixture;

enum
{
  PARAMETER,
  RESPONSE,
  AMPLITUDE,
  LOW,
  HIGH,
  DURATION,
};

static GtkWidget *
get_dialog (void)
{
  return app_bed_find_window (APP_TYPE_IDENTIFY_DIALOG);
}

static GtkWidget *
get_field (int row)
{
  return gtk_grid_get_child_at (GTK_GRID (app_bed_find (get_dialog (), GTK_TYPE_GRID)), 1, row);
}

static GtkDropDown *
get_list (int row)
{
  return GTK_DROP_DOWN (get_field (row));
}

static GtkSpinButton *
get_number (int row)
{
  return GTK_SPIN_BUTTON (get_field (row));
}

static void
enter (int row, double value)
{
  gtk_spin_button_set_value (get_number (row), value);
}

static GscopeGtkTransferView *
get_transfer (Fixture *f)
{
  return GSCOPE_GTK_TRANSFER_VIEW (app_bed_find (f->window, GSCOPE_GTK_TYPE_TRANSFER_VIEW));
}

static GscopeIdentify *
get_identify (Fixture *f)
{
  return gscope_gtk_transfer_view_get_identify (get_transfer (f));
}

static gboolean
has_state (Fixture *f, GscopeIdentifyState state)
{
  return get_identify (f) && gscope_identify_get_state (get_identify (f)) == state;
}

/* Opens the dialog with a short chirp for the first parameter. */
static void
open_dialog (Fixture *f)
{
  app_bed_await (app_bed_has_samples (f));
  app_bed_write (f, 3);
  app_bed_await (app_bed_is_enabled (f, "undo"));
  app_bed_press (f, "<Control><Alt>b");
  app_bed_await (get_dialog () != NULL);
  enter (HIGH, 20);
  enter (LOW, 10);
  enter (DURATION, 1);
  enter (AMPLITUDE, 1);
}

/* Returns for how many parameters the workspace keeps choices. */
static guint
count_kept (Fixture *f)
{
  return gscope_workspace_get_identifications (app_bed_get_workspace (f))->len;
}

static void
assert_choices (guint parameter, guint response, double amplitude, double low, double high,
                double duration)
{
  g_assert_cmpuint (gtk_drop_down_get_selected (get_list (PARAMETER)), ==, parameter);
  g_assert_cmpuint (gtk_drop_down_get_selected (get_list (RESPONSE)), ==, response);
  g_assert_cmpfloat_with_epsilon (gtk_spin_button_get_value (get_number (AMPLITUDE)), amplitude,
                                  1e-9);
  g_assert_cmpfloat (gtk_spin_button_get_value (get_number (LOW)), ==, low);
  g_assert_cmpfloat (gtk_spin_button_get_value (get_number (HIGH)), ==, high);
  g_assert_cmpfloat (gtk_spin_button_get_value (get_number (DURATION)), ==, duration);
}

static guint64
count_gaps (Fixture *f)
{
  GscopeSignal *response = gscope_identify_get_response (get_identify (f));

  return gscope_trace_get_n_gaps (gscope_signal_get_trace (response));
}

static void
assert_transfer (Fixture *f)
{
  g_autoptr (GArray) points = gscope_identify_get_points (get_identify (f));
  g_autofree char *table = gscope_gtk_transfer_view_make_table (get_transfer (f));

  g_assert_null (gscope_identify_get_reason (get_identify (f)));
  g_assert_cmpuint (points->len, >, 3);
  g_assert_true (
      g_str_has_prefix (table, "frequency (Hz),gain,gain (dB),phase (degrees),coherence\n10,"));
}

/* The result is beside the view; the value and what can be undone are as before. */
static void
test_run (Fixture *f, gconstpointer data)
{
  guint64 n_gaps;

  open_dialog (f);
  app_bed_check_names (get_dialog ());
  /* the chirp may be over before the main loop comes to rest */
  g_signal_emit_by_name (app_bed_find_labelled (get_dialog (), "_Start"), "clicked");
  g_assert_true (has_state (f, GSCOPE_IDENTIFY_STATE_RUNNING));
  g_assert_false (app_bed_is_enabled (f, "undo"));
  n_gaps = count_gaps (f);
  app_bed_settle ();
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (get_transfer (f))));
  app_bed_await (has_state (f, GSCOPE_IDENTIFY_STATE_ENDED));
  /* a lost tick is a gap, which leaves no transfer function */
  if (count_gaps (f) == n_gaps)
    assert_transfer (f);
  else
    g_test_message ("the response has a gap");
  g_assert_cmpfloat (gscope_parameter_get_number (app_bed_get_parameter (f)), ==, 3);
  app_bed_escape (GTK_WINDOW (get_dialog ()));
  g_assert_true (app_bed_is_enabled (f, "undo"));
  /* the write before is what is undone, after the transfer function that was shown and the choices */
  app_bed_press (f, "<Control>z");
  app_bed_press (f, "<Control>z");
  app_bed_press (f, "<Control>z");
  app_bed_await (gscope_parameter_get_number (app_bed_get_parameter (f)) != 3);
  /* another input shows signals again */
  g_object_set (gscope_gtk_view_get_settings (app_bed_get_view (f)), "input", "demo/square", NULL);
  g_assert_null (get_identify (f));
}

/* Closing the window of the choices stops the chirp. */
static void
test_stop (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeIdentify) identify = NULL;

  open_dialog (f);
  enter (DURATION, 60);
  app_bed_click_in (APP_TYPE_IDENTIFY_DIALOG, "_Start");
  identify = g_object_ref (get_identify (f));
  app_bed_await (gscope_parameter_get_number (app_bed_get_parameter (f)) != 3);
  app_bed_escape (GTK_WINDOW (get_dialog ()));
  app_bed_await (gscope_parameter_get_number (app_bed_get_parameter (f)) == 3);
  g_assert_cmpint (gscope_identify_get_state (identify), !=, GSCOPE_IDENTIFY_STATE_RUNNING);
  g_assert_true (app_bed_is_enabled (f, "undo"));
}

static gboolean
on_terminated (gpointer n)
{
  (*(guint *) n)++;
  return G_SOURCE_CONTINUE;
}

/* A signal that ends the program stops the chirp, and is raised again when the parameter has its former value. The source of the test
 * keeps it from ending the test. */
static void
test_terminated (Fixture *f, gconstpointer data)
{
  guint n = 0, source = g_unix_signal_add (SIGTERM, on_terminated, &n);

  open_dialog (f);
  enter (DURATION, 60);
  app_bed_click_in (APP_TYPE_IDENTIFY_DIALOG, "_Start");
  app_bed_await (gscope_parameter_get_number (app_bed_get_parameter (f)) != 3);
  raise (SIGTERM);
  app_bed_await (n > 0);
  app_bed_await (n == 2);
  g_assert_cmpfloat (gscope_parameter_get_number (app_bed_get_parameter (f)), ==, 3);
  g_assert_false (has_state (f, GSCOPE_IDENTIFY_STATE_RUNNING));
  app_bed_await (has_state (f, GSCOPE_IDENTIFY_STATE_ENDED));
  g_assert_true (app_bed_is_enabled (f, "undo"));
  app_bed_escape (GTK_WINDOW (get_dialog ()));
  g_assert_cmpuint (n, ==, 2);
  g_source_remove (source);
}

/* Another workspace in the window ends the chirp, which puts the value back before the sources go. */
static void
test_other_workspace (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeParameter) parameter = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (f->path);

  open_dialog (f);
  enter (DURATION, 60);
  parameter = g_object_ref (app_bed_get_parameter (f));
  app_bed_click_in (APP_TYPE_IDENTIFY_DIALOG, "_Start");
  app_bed_await (gscope_parameter_get_number (parameter) != 3);
  app_window_open (APP_WINDOW (f->window), file);
  app_bed_settle ();
  app_bed_answer ("discard");
  app_bed_await (gscope_parameter_get_number (parameter) == 3);
  app_bed_await (get_dialog () == NULL);
  app_bed_await (app_bed_has_samples (f));
}

/* The reason is said before anything is written. */
static void
test_refused (Fixture *f, gconstpointer data)
{
  GtkWidget *button;

  open_dialog (f);
  button = app_bed_find_labelled (get_dialog (), "_Start");
  g_assert_true (gtk_widget_get_sensitive (button));
  enter (AMPLITUDE, 1000);
  g_assert_false (gtk_widget_get_sensitive (button));
  enter (AMPLITUDE, 1);
  g_assert_true (gtk_widget_get_sensitive (button));
  enter (HIGH, 50);
  g_assert_false (gtk_widget_get_sensitive (button));
  app_bed_escape (GTK_WINDOW (get_dialog ()));
}

/* A parameter with a small range has a small amplitude, also after its text was read again. */
static void
test_small (Fixture *f, gconstpointer data)
{
  AppSession *session = app_bed_get_session (f);
  GscopeSource *source = app_session_find_source (session, "demo");
  g_autoptr (GscopeParameter) parameter = gscope_parameter_new_double ("gain", 0, 1e-4, 5e-5);
  guint n = g_list_model_get_n_items (app_session_get_parameters (session));
  GtkDropDown *list;
  guint n_kept;

  g_assert_true (gscope_source_add_parameter (source, parameter, NULL));
  app_bed_await (g_list_model_get_n_items (app_session_get_parameters (session)) > n);
  open_dialog (f);
  list = get_list (PARAMETER);
  gtk_drop_down_set_selected (list, g_list_model_get_n_items (gtk_drop_down_get_model (list)) - 1);
  gtk_spin_button_update (get_number (AMPLITUDE));
  g_assert_cmpfloat_with_epsilon (gtk_spin_button_get_value (get_number (AMPLITUDE)), 1.25e-5,
                                  1e-9);
  g_assert_true (gtk_widget_get_sensitive (app_bed_find_labelled (get_dialog (), "_Start")));
  gscope_source_remove_parameter (source, parameter);
  app_bed_await (g_list_model_get_n_items (app_session_get_parameters (session)) == n);
  n_kept = count_kept (f);
  enter (AMPLITUDE, 2e-5);
  g_assert_nonnull (app_bed_find_text (get_dialog (), "The source of the parameter was removed."));
  g_assert_cmpuint (count_kept (f), ==, n_kept);
  app_bed_escape (GTK_WINDOW (get_dialog ()));
}

/* The window shows the last choices of each parameter again, also after the workspace was saved and opened. Opening the window
 * changes nothing. */
static void
test_kept (Fixture *f, gconstpointer data)
{
  open_dialog (f);
  gtk_drop_down_set_selected (get_list (PARAMETER), 3);
  gtk_drop_down_set_selected (get_list (RESPONSE), 1);
  enter (AMPLITUDE, 2);
  enter (HIGH, 15);
  app_bed_escape (GTK_WINDOW (get_dialog ()));
  app_bed_await (app_bed_is_modified (f));
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  app_bed_reopen (f);
  g_assert_cmpuint (count_kept (f), ==, 2);
  app_bed_press (f, "<Control><Alt>b");
  app_bed_await (get_dialog () != NULL);
  assert_choices (3, 1, 2, 10, 15, 1);
  g_assert_false (app_document_is_modified (app_session_get_document (app_bed_get_session (f))));
  gtk_drop_down_set_selected (get_list (PARAMETER), 0);
  assert_choices (0, 0, 1, 10, 20, 1);
  app_bed_escape (GTK_WINDOW (get_dialog ()));
  /* that was the latest one */
  app_bed_press (f, "<Control><Alt>b");
  app_bed_await (get_dialog () != NULL);
  assert_choices (0, 0, 1, 10, 20, 1);
  app_bed_escape (GTK_WINDOW (get_dialog ()));
}

/* The changes for a parameter are one step of Undo, which the open window follows. */
static void
test_undone (Fixture *f, gconstpointer data)
{
  open_dialog (f);
  gtk_drop_down_set_selected (get_list (RESPONSE), 1);
  assert_choices (0, 1, 1, 10, 20, 1);
  app_bed_press (f, "<Control>z");
  g_assert_cmpuint (count_kept (f), ==, 0);
  assert_choices (0, 0, 0.7375, 0.5, 10, 30);
  app_bed_press (f, "<Control><Shift>z");
  g_assert_cmpuint (count_kept (f), ==, 1);
  assert_choices (0, 1, 1, 10, 20, 1);
  g_assert_cmpfloat (gscope_parameter_get_number (app_bed_get_parameter (f)), ==, 3);
  app_bed_escape (GTK_WINDOW (get_dialog ()));
}

/* Does what the menu key does in a row. */
static void
open_menu (GtkWidget *row)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (row);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      g_autoptr (GtkShortcut) shortcut = GTK_IS_SHORTCUT_CONTROLLER (controller)
                                             ? g_list_model_get_item (G_LIST_MODEL (controller), 0)
                                             : NULL;

      if (shortcut)
        gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, row, NULL);
    }
  app_bed_settle ();
}

/* The row of a parameter has a menu, by its keys. */
static void
test_menu (Fixture *f, gconstpointer data)
{
  GtkWidget *row, *popover;

  app_bed_await (app_bed_has_samples (f));
  row = gtk_widget_get_ancestor (app_bed_find (f->window, GSCOPE_GTK_TYPE_CONTROL),
                                 GTK_TYPE_LIST_BOX_ROW);
  open_menu (row);
  popover = app_bed_find (row, GTK_TYPE_POPOVER_MENU);
  g_assert_nonnull (popover);
  gtk_widget_activate_action (popover, "win.identify-parameter", "s", "demo/amplitude");
  app_bed_await (get_dialog () != NULL);
  gtk_popover_popdown (GTK_POPOVER (popover));
  app_bed_settle ();
  g_assert_null (app_bed_find (row, GTK_TYPE_POPOVER_MENU));
  app_bed_escape (GTK_WINDOW (get_dialog ()));
}

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (f, application, APP_BED_LAB);
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, app_bed_tear_down)
  ADD ("/app-identify/run", test_run);
  ADD ("/app-identify/stop", test_stop);
  ADD ("/app-identify/terminated", test_terminated);
  ADD ("/app-identify/other-workspace", test_other_workspace);
  ADD ("/app-identify/refused", test_refused);
  ADD ("/app-identify/small", test_small);
  ADD ("/app-identify/kept", test_kept);
  ADD ("/app-identify/undone", test_undone);
  ADD ("/app-identify/menu", test_menu);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}

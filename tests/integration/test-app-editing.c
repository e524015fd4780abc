/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The user's changes in the window, and how they are undone: periods, scopes, sources, views. */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "bars/losses.h"
#include "dialogs/scopes-dialog.h"
#include "dialogs/source-dialog.h"
#include "panes/panes.h"
#include "signals/acquisition.h"
#include "signals/inspector.h"
#include "undo/scopes.h"
#include "undo/sources.h"
#include "undo/toast.h"
#include "undo/tuning.h"
#include "undo/view.h"
#include "window/application.h"
#include "window/window.h"

typedef struct
{
  AppBed bed;
} Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (&f->bed, application, APP_BED_LAB);
}

static void
tear_down (Fixture *f, gconstpointer application)
{
  app_bed_clear (&f->bed);
}

static guint
count_scopes (Fixture *f)
{
  return g_list_model_get_n_items (gscope_workspace_get_scopes (app_bed_get_workspace (&f->bed)));
}

static void
test_period (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GtkWidget *acquisition = app_bed_find (f->bed.window, APP_TYPE_ACQUISITION);
  GtkDropDown *period = GTK_DROP_DOWN (app_bed_find (acquisition, GTK_TYPE_DROP_DOWN));
  gint64 chosen;

  g_assert_cmpuint (gtk_drop_down_get_selected (period), ==, 0);
  gtk_drop_down_set_selected (period, 8);
  app_bed_settle ();
  chosen = gscope_signal_get_period (signal);
  g_assert_cmpint (chosen, >, 0);
  app_bed_press (&f->bed, "<Control>z");
  app_bed_press (&f->bed, "<Control><Shift>z");
  g_assert_cmpint (gscope_signal_get_period (signal), ==, chosen);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpint (gscope_signal_get_period (signal), ==, 0);
  g_assert_cmpuint (gtk_drop_down_get_selected (period), ==, 0);
  g_assert_nonnull (app_bed_find_text (GTK_WIDGET (period), "The scope’s, 10 ms"));
  app_scopes_set_period (app_bed_get_session (&f->bed), 0, 20 * GSCOPE_MSEC);
  app_bed_settle ();
  g_assert_nonnull (app_bed_find_text (GTK_WIDGET (period), "The scope’s, 20 ms"));
  gtk_drop_down_set_selected (period, 8);
  app_bed_settle ();
  app_bed_save_and_open (&f->bed, f->bed.path);
  g_assert_cmpint (gscope_signal_get_period (app_bed_select (&f->bed, 0)), ==, chosen);
}

/* A drag of the filter is one entry, and so is another aggregation. */
static void
test_filter (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GtkRange *filter =
      GTK_RANGE (app_bed_find (app_bed_find (f->bed.window, APP_TYPE_INSPECTOR), GTK_TYPE_SCALE));

  gtk_range_set_value (filter, 0.3);
  gtk_range_set_value (filter, 0.6);
  g_assert_cmpfloat (gscope_signal_get_filter (signal), ==, gtk_range_get_value (filter));
  g_assert_cmpfloat (gscope_signal_get_filter (signal), >, 0.5);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpfloat (gscope_signal_get_filter (signal), ==, 0);
  g_assert_cmpfloat (gtk_range_get_value (filter), ==, 0);
  g_assert_false (app_bed_is_enabled (&f->bed, "undo"));
  app_bed_press (&f->bed, "<Control><Shift>z");
  g_assert_cmpfloat (gscope_signal_get_filter (signal), >, 0.5);
}

static void
test_aggregation (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (app_session_get_scopes (app_bed_get_session (&f->bed)), 0);
  GscopeSignal *signal = gscope_scope_add_event (scope, "pushed", GSCOPE_AGGREGATION_LAST);

  app_bed_settle ();
  app_tuning_set_aggregation (app_bed_get_session (&f->bed), signal, GSCOPE_AGGREGATION_SUM);
  g_assert_cmpint (gscope_signal_get_aggregation (signal), ==, GSCOPE_AGGREGATION_SUM);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpint (gscope_signal_get_aggregation (signal), ==, GSCOPE_AGGREGATION_LAST);
  app_bed_press (&f->bed, "<Control><Shift>z");
  g_assert_cmpint (gscope_signal_get_aggregation (signal), ==, GSCOPE_AGGREGATION_SUM);
  gscope_scope_remove_signal (scope, signal);
}

/* What a removed signal had of its own comes back with it, and what it had from its source follows that. */
static void
test_removed_looks (Fixture *f, gconstpointer data)
{
  GscopeGtkViewSignal *signal = app_bed_select_signal (&f->bed, 0);
  GscopeSignal *shown = gscope_gtk_view_signal_get_signal (signal);

  gscope_gtk_view_signal_set_color (signal, 7);
  gtk_widget_activate_action (f->bed.window, "win.remove-signal", NULL);
  app_bed_press (&f->bed, "<Control>z");
  signal = app_bed_select_signal (&f->bed, 0);
  g_assert_true (gscope_gtk_view_signal_get_signal (signal) == shown);
  g_assert_cmpuint (gscope_gtk_view_signal_get_color (signal), ==, 7);
  g_assert_false (gscope_gtk_view_signal_overrides (signal, "title"));
  g_assert_false (gscope_gtk_view_signal_overrides (signal, "line-mode"));
  g_assert_false (gscope_gtk_view_signal_overrides (signal, "hidden"));
}

/* A scope that is added is shown where the view says all; undo brings back one with its sources. */
static void
test_scopes (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  app_bed_choose (&f->bed, "Scopes…");
  app_bed_click_in (APP_TYPE_SCOPES_DIALOG, "_Add Scope");
  g_assert_cmpuint (count_scopes (f), ==, 2);
  g_assert_cmpstr (gscope_workspace_get_scope_name (app_bed_get_workspace (&f->bed), 1), ==, "B");
  gtk_window_close (app_bed_find_window (APP_TYPE_SCOPES_DIALOG));
  g_assert_nonnull (gscope_workspace_add_source (app_bed_get_workspace (&f->bed), 1, "demo",
                                                 "other", NULL, NULL, &error));
  app_bed_settle ();
  g_assert_cmpuint (app_bed_count_signals (&f->bed), >, 2);
  app_scopes_rename (app_bed_get_session (&f->bed), 1, "fast");
  app_bed_save_and_open (&f->bed, f->bed.path);
  g_assert_cmpuint (count_scopes (f), ==, 2);
  g_assert_cmpstr (gscope_workspace_get_scope_name (app_bed_get_workspace (&f->bed), 1), ==,
                   "fast");
  app_scopes_remove (app_bed_get_session (&f->bed), 0);
  app_bed_settle ();
  g_assert_cmpuint (count_scopes (f), ==, 1);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpuint (count_scopes (f), ==, 2);
  g_assert_cmpuint (app_bed_count_signals (&f->bed), >, 2);
}

static gboolean
removes_scope (GtkWidget *widget, gconstpointer data)
{
  return g_strcmp0 (gtk_widget_get_tooltip_text (widget), "Remove the Scope and Its Sources") == 0;
}

/* The dialog changes a scope's times and its name, removes it, and takes that back. */
static void
test_scope_changed (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (app_session_get_scopes (app_bed_get_session (&f->bed)), 0);
  gint64 before = gscope_scope_get_period (scope);
  GtkWidget *dialog, *row;

  app_bed_choose (&f->bed, "Scopes…");
  dialog = app_bed_find_window (APP_TYPE_SCOPES_DIALOG);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (app_bed_find (dialog, GTK_TYPE_SPIN_BUTTON)), 250);
  g_assert_cmpint (gscope_scope_get_delay (scope), ==, 250 * GSCOPE_MSEC);
  row = app_bed_find_titled (dialog, "Period");
  adw_combo_row_set_selected (ADW_COMBO_ROW (row),
                              adw_combo_row_get_selected (ADW_COMBO_ROW (row)) + 1);
  g_assert_cmpint (gscope_scope_get_period (scope), >, before);
  row = app_bed_find_titled (dialog, "Name");
  gtk_editable_set_text (GTK_EDITABLE (row), "Fast");
  g_signal_emit_by_name (row, "apply");
  app_bed_settle ();
  g_assert_cmpstr (gscope_workspace_get_scope_name (app_bed_get_workspace (&f->bed), 0), ==,
                   "Fast");
  g_signal_emit_by_name (app_bed_find_match (dialog, removes_scope, NULL), "clicked");
  app_bed_settle ();
  g_assert_cmpuint (count_scopes (f), ==, 0);
  app_bed_click_in (APP_TYPE_SCOPES_DIALOG, "_Undo");
  g_assert_cmpuint (count_scopes (f), ==, 1);
  gtk_window_destroy (GTK_WINDOW (dialog));
  app_bed_settle ();
}

/* Times of a scope are set in the window and undone; so are settings of a view that has since got more
 * signals. */
static void
test_timing (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (app_session_get_scopes (app_bed_get_session (&f->bed)), 0);
  GscopeViewSettings *settings = gscope_gtk_view_get_settings (app_bed_get_view (&f->bed));
  gint64 period = gscope_scope_get_period (scope), delay = gscope_scope_get_delay (scope);

  gscope_view_settings_set_on (settings, "statistics", TRUE);
  app_panes_add_pattern (APP_PANES (app_bed_find (f->bed.window, APP_TYPE_PANES)), "other/*");
  app_scopes_set_period (app_bed_get_session (&f->bed), 0, GSCOPE_MIN_PERIOD);
  app_scopes_set_delay (app_bed_get_session (&f->bed), 0, delay + GSCOPE_SEC);
  g_assert_cmpint (gscope_scope_get_period (scope), ==, GSCOPE_MIN_PERIOD);
  g_assert_cmpint (gscope_scope_get_delay (scope), ==, delay + GSCOPE_SEC);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpint (gscope_scope_get_delay (scope), ==, delay);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpint (gscope_scope_get_period (scope), ==, period);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_false (gscope_view_settings_is_on (
      gscope_gtk_view_get_settings (app_bed_get_view (&f->bed)), "statistics"));
}

/* What came too late says which delay to set. */
static void
test_late (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (app_session_get_scopes (app_bed_get_session (&f->bed)), 0);
  GscopeSignal *signal = gscope_scope_add_buffered (scope, "pushed");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);
  GtkWidget *losses = app_bed_find (f->bed.window, APP_TYPE_LOSSES_VIEW);
  gint64 now = gscope_clock_get_time (gscope_scope_get_clock (scope));
  g_autofree char *text = NULL;

  g_assert_false (gscope_producer_push (producer, now - 2 * GSCOPE_SEC, 1));
  gscope_scope_drain (scope);
  app_losses_view_show (APP_LOSSES_VIEW (losses), app_bed_get_session (&f->bed));
  app_session_tick (app_bed_get_session (&f->bed));
  g_assert_nonnull (app_bed_find_text (f->bed.window, " 1 late"));
  text =
      g_strdup_printf ("Too late: a delay of %" G_GINT64_FORMAT " ms would have done",
                       (gscope_signal_get_needed_delay (signal) + GSCOPE_MSEC - 1) / GSCOPE_MSEC);
  g_assert_cmpint (gscope_signal_get_needed_delay (signal), >, GSCOPE_SEC);
  g_assert_nonnull (app_bed_find_text (losses, "pushed"));
  g_assert_nonnull (app_bed_find_text (losses, text));
  gscope_scope_remove_signal (scope, signal);
}

/* Losses without a row in the list are counted. No signal is polled, as a busy machine misses ticks, which are losses
 * with rows of their own. */
static void
test_many_late (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->bed.directory, "empty.json", NULL);
  g_autoptr (GFile) workspace = g_file_new_for_path (path);
  g_autoptr (GscopeScope) scope = NULL;
  GtkWidget *losses = app_bed_find (f->bed.window, APP_TYPE_LOSSES_VIEW);

  g_assert_true (
      g_file_set_contents (path, "{ \"gscope-workspace\": 1, \"scopes\": [ { } ] }", -1, NULL));
  app_window_open (APP_WINDOW (f->bed.window), workspace);
  app_bed_settle ();
  scope = g_list_model_get_item (app_session_get_scopes (app_bed_get_session (&f->bed)), 0);
  for (guint i = 0; i < 103; i++)
    {
      g_autofree char *name = g_strdup_printf ("pushed %u", i);
      GscopeSignal *signal = gscope_scope_add_buffered (scope, name);
      g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);

      g_assert_false (gscope_producer_push (producer, 1, 1));
    }
  gscope_scope_drain (scope);
  app_losses_view_show (APP_LOSSES_VIEW (losses), app_bed_get_session (&f->bed));
  g_assert_nonnull (app_bed_find_text (losses, "and 3 more"));
}

static gboolean
shows_toast (Fixture *f, const char *text)
{
  GtkWidget *toast = app_bed_find (f->bed.window, APP_TYPE_TOAST);
  GtkWidget *revealer = app_bed_find (toast, GTK_TYPE_REVEALER);

  return gtk_revealer_get_reveal_child (GTK_REVEALER (revealer)) && app_bed_find_text (toast, text);
}

static gboolean
has_toast_gone (Fixture *f)
{
  GtkWidget *toast = app_bed_find (f->bed.window, APP_TYPE_TOAST);

  return !gtk_revealer_get_child_revealed (GTK_REVEALER (app_bed_find (toast, GTK_TYPE_REVEALER)));
}

/* The button of a toast undoes its own entry, even if another change followed and an entry has the
 * focus. The toast stays while it has the focus itself; after that the main loop does not run. */
static void
test_toast (Fixture *f, gconstpointer data)
{
  AppHistory *history = app_session_get_history (app_bed_get_session (&f->bed));
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GtkWidget *button;

  app_bed_press (&f->bed, "<Control>Delete");
  g_assert_cmpuint (app_bed_count_signals (&f->bed), ==, 1);
  button = app_bed_find_labelled (app_bed_find (f->bed.window, APP_TYPE_TOAST), "_Undo");
  g_assert_nonnull (button);
  app_bed_await (gtk_widget_get_mapped (button) && gtk_widget_grab_focus (button));
  app_tuning_set_period (app_bed_get_session (&f->bed), signal, GSCOPE_SEC);
  app_bed_select (&f->bed, 0);
  g_assert_true (gtk_widget_grab_focus (app_bed_find (f->bed.window, GTK_TYPE_ENTRY)));
  g_signal_emit_by_name (button, "clicked");
  app_bed_settle ();
  g_assert_cmpuint (app_bed_count_signals (&f->bed), ==, 2);
  g_assert_cmpint (gscope_signal_get_period (signal), ==, GSCOPE_SEC);
  g_assert_nonnull (app_history_get_undo_title (history));
}

/* Presses of a key are undone as one, and redone to where they ended. A second between two would make them two. */
static void
test_gesture_undone (Fixture *f, gconstpointer data)
{
  GscopeParameter *parameter = app_bed_get_parameter (&f->bed);
  double initial = gscope_parameter_get_number (parameter);

  for (guint i = 2; i < 9; i++)
    {
      gscope_parameter_write_async (parameter, g_variant_new_double (i), "slider", NULL, NULL,
                                    NULL);
      app_bed_await (gscope_parameter_get_number (parameter) == i);
    }
  app_bed_settle ();
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, initial);
  g_assert_false (app_bed_is_enabled (&f->bed, "undo"));
  app_bed_press (&f->bed, "<Control><Shift>z");
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 8);
}

static void
test_writes_undone (Fixture *f, gconstpointer data)
{
  GscopeParameter *parameter = app_bed_get_parameter (&f->bed);
  double initial = gscope_parameter_get_number (parameter);

  g_assert_false (app_bed_is_enabled (&f->bed, "undo"));
  app_bed_write (&f->bed, 7);
  app_bed_write_as (&f->bed, 9, "entry");
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 7);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, initial);
  g_assert_false (app_bed_is_enabled (&f->bed, "undo"));
  app_bed_press (&f->bed, "<Control><Shift>z");
  app_bed_press (&f->bed, "<Control><Shift>z");
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 9);
  g_assert_false (app_bed_is_enabled (&f->bed, "redo"));
  app_bed_press (&f->bed, "<Control><Alt>z");
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, initial);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 9);
}

/* It is not offered any more where Control+Z has done it. */
static void
test_toast_undone (Fixture *f, gconstpointer data)
{
  app_bed_select (&f->bed, 0);
  gtk_widget_activate_action (f->bed.window, "win.remove-signal", NULL);
  g_assert_true (shows_toast (f, "removed from the view"));
  gtk_widget_activate_action (f->bed.window, "win.undo", NULL);
  g_assert_false (shows_toast (f, "removed from the view"));
  app_bed_await (has_toast_gone (f));
}

/* Toasts follow each other and are undone while they appear, at any frame of that. */
static void
test_toasts_in_a_row (Fixture *f, gconstpointer data)
{
  AppHistory *history = app_session_get_history (app_bed_get_session (&f->bed));

  for (guint frames = 0; frames < 8; frames++)
    {
      gint64 end = g_get_monotonic_time () + frames * G_USEC_PER_SEC / 60;

      for (guint i = 0; i < 2; i++)
        {
          app_bed_select (&f->bed, 0);
          gtk_widget_activate_action (f->bed.window, "win.remove-signal", NULL);
        }
      app_bed_await (g_get_monotonic_time () >= end);
      app_history_undo (history);
      g_assert_false (shows_toast (f, "removed from the view"));
      app_history_undo (history);
    }
  app_bed_await (has_toast_gone (f));
  g_assert_cmpuint (app_bed_count_signals (&f->bed), ==, 2);
}

/* Control+Delete removes a signal, and while a name is typed the next word of it. */
static void
test_word_deleted (Fixture *f, gconstpointer data)
{
  GtkWidget *entry;

  app_bed_select (&f->bed, 0);
  entry = app_bed_find (app_bed_find (f->bed.window, APP_TYPE_INSPECTOR), GTK_TYPE_TEXT);
  app_bed_await (gtk_widget_get_mapped (entry) && gtk_widget_grab_focus (entry));
  gtk_editable_set_text (GTK_EDITABLE (entry), "one two");
  gtk_editable_set_position (GTK_EDITABLE (entry), 3);
  app_bed_press (&f->bed, "<Control>Delete");
  g_assert_cmpuint (app_bed_count_signals (&f->bed), ==, 2);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "one");
}

/* A toast gives way to a newer one, and goes with its workspace. */
static void
test_toasts_left (Fixture *f, gconstpointer data)
{
  gtk_widget_activate_action (f->bed.window, "win.copy-picture", NULL);
  g_assert_true (shows_toast (f, "Picture copied"));
  gtk_widget_activate_action (f->bed.window, "win.copy-data", NULL);
  g_assert_true (shows_toast (f, "The visible data was copied as a table"));
  app_bed_open (&f->bed, f->bed.path);
  g_assert_false (shows_toast (f, ""));
}

static void
test_view_renamed (Fixture *f, gconstpointer data)
{
  GtkWindow *dialog;

  app_bed_press (&f->bed, "F2");
  dialog = app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find (GTK_WIDGET (dialog), GTK_TYPE_ENTRY)),
                         "Waves");
  app_bed_answer ("rename");
  g_assert_cmpstr (gscope_gtk_view_get_title (app_bed_get_view (&f->bed)), ==, "Waves");
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpstr (gscope_gtk_view_get_title (app_bed_get_view (&f->bed)), ==, "One");
  app_bed_press (&f->bed, "<Control><Shift>z");
  app_bed_save_and_open (&f->bed, f->bed.path);
  g_assert_cmpstr (gscope_gtk_view_get_title (app_bed_get_view (&f->bed)), ==, "Waves");
}

static gboolean
is_row (GtkWidget *widget, gconstpointer name)
{
  return ADW_IS_COMBO_ROW (widget) && g_str_equal (gtk_widget_get_name (widget), name);
}

static guint
get_scope_of (Fixture *f, const char *name)
{
  return gscope_workspace_get_source_scope (
      app_bed_get_workspace (&f->bed),
      app_session_find_source (app_bed_get_session (&f->bed), name));
}

/* A source is moved in the dialogs of scopes and of the source, is shown as before, and moved back.
 * */
static void
test_source_moved (Fixture *f, gconstpointer data)
{
  GtkWidget *row;

  app_scopes_add (app_bed_get_session (&f->bed));
  app_bed_choose (&f->bed, "Scopes…");
  row = app_bed_find_match (app_bed_find_window (APP_TYPE_SCOPES_DIALOG), is_row, "demo");
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), 1);
  app_bed_settle ();
  g_assert_cmpuint (get_scope_of (f, "demo"), ==, 1);
  g_assert_cmpuint (app_bed_count_signals (&f->bed), ==, 2);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpuint (get_scope_of (f, "demo"), ==, 0);
  row = app_bed_find_match (app_bed_find_window (APP_TYPE_SCOPES_DIALOG), is_row, "demo");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (row)), ==, 0);
  gtk_window_destroy (app_bed_find_window (APP_TYPE_SCOPES_DIALOG));

  g_action_group_activate_action (G_ACTION_GROUP (f->bed.window), "configure-source",
                                  g_variant_new_string ("demo"));
  app_bed_settle ();
  row = app_bed_find (app_bed_find_window (APP_TYPE_SOURCE_DIALOG), ADW_TYPE_COMBO_ROW);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), 1);
  app_bed_click_in (APP_TYPE_SOURCE_DIALOG, "_Apply");
  g_assert_cmpuint (get_scope_of (f, "demo"), ==, 1);
  app_bed_await (app_bed_has_samples (&f->bed));
  g_assert_cmpuint (app_bed_count_signals (&f->bed), ==, 2);
}

/* A failed undo reports the reason, and changes nothing. */
static void
test_not_undone (Fixture *f, gconstpointer data)
{
  GscopeSource *source = app_session_find_source (app_bed_get_session (&f->bed), "demo");
  g_autoptr (GError) error = NULL;

  app_sources_remove (app_bed_get_session (&f->bed), source);
  source = gscope_workspace_add_source (app_bed_get_workspace (&f->bed), 0, "demo", "demo", NULL,
                                        NULL, &error);
  g_assert_no_error (error);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_nonnull (app_bed_find_text (f->bed.window,
                                       "Cannot restore “demo”: there is already a source "
                                       "called “demo”; give this one another name"));
  g_assert_true (app_session_find_source (app_bed_get_session (&f->bed), "demo") == source);
}

static gboolean
has_recorded (GscopeRecorder *recorder)
{
  return !gscope_recorder_get_active (recorder);
}

static gboolean
has_tooltip (GtkWidget *widget, gconstpointer text)
{
  return g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) == 0;
}

/* Where the first scope is added in the window, it can be stopped and recorded, and the window follows. */
static void
test_first_scope (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->bed.directory, "empty.json", NULL);
  g_autofree char *recording = g_build_filename (f->bed.directory, "first.tuples", NULL);
  g_autoptr (GFile) workspace = g_file_new_for_path (path);
  g_autoptr (GFile) file = g_file_new_for_path (recording);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  GscopeRecorder *recorder;

  g_assert_true (
      g_file_set_contents (path, "{ \"gscope-workspace\": 1, \"scopes\": [ ] }", -1, NULL));
  app_window_open (APP_WINDOW (f->bed.window), workspace);
  app_bed_settle ();
  g_assert_null (app_session_get_recorder (app_bed_get_session (&f->bed)));
  app_scopes_add (app_bed_get_session (&f->bed));
  g_assert_nonnull (gscope_workspace_add_source (app_bed_get_workspace (&f->bed), 0, "demo", NULL,
                                                 NULL, NULL, &error));
  app_bed_await (app_bed_has_samples (&f->bed));
  app_bed_activate (&f->bed, "run", NULL);
  g_assert_nonnull (app_bed_find_match (f->bed.window, has_tooltip, "Start Sampling"));
  app_bed_activate (&f->bed, "run", NULL);
  g_assert_nonnull (app_bed_find_match (f->bed.window, has_tooltip, "Stop Sampling"));
  recorder = app_session_get_recorder (app_bed_get_session (&f->bed));
  g_assert_true (gscope_recorder_start (recorder, file, &error));
  app_bed_settle ();
  g_assert_true (app_bed_get_state (&f->bed, "record"));
  app_bed_press (&f->bed, "<Control>r");
  app_bed_await (has_recorded (recorder));
  g_assert_true (g_file_get_contents (recording, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "#gscope"));
  g_assert_nonnull (strstr (text, "demo/sine"));
}

/* A hidden signal that is dropped on a view is visible there, goes with Ctrl+Z, and comes with Shift+Ctrl+Z. */
static void
test_signal_dropped (Fixture *f, gconstpointer data)
{
  GListModel *shown = gscope_gtk_view_get_signals (app_bed_get_view (&f->bed));
  guint n = g_list_model_get_n_items (shown);
  g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (shown, 0);
  const char *name = gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal));
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  gscope_gtk_view_remove_signal (app_bed_get_view (&f->bed), signal);
  gscope_signal_set_hidden (gscope_gtk_view_signal_get_signal (signal), TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, n - 1);
  g_value_init (&value, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  g_value_set_object (&value, signal);
  g_signal_emit_by_name (app_bed_find_drop_target (GTK_WIDGET (app_bed_get_view (&f->bed))), "drop",
                         &value, 10.0, 10.0, &taken);
  g_assert_true (taken);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, n);
  g_assert_false (
      gscope_gtk_view_signal_get_hidden (app_view_find_signal (app_bed_get_view (&f->bed), name)));
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, n - 1);
  app_bed_press (&f->bed, "<Control><Shift>z");
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, n);
  g_assert_false (
      gscope_gtk_view_signal_get_hidden (app_view_find_signal (app_bed_get_view (&f->bed), name)));
}

/* The entry of the popover has the focus. */
static void
answer_note (Fixture *f, const char *text)
{
  GtkWidget *entry = app_bed_find (GTK_WIDGET (app_bed_get_view (&f->bed)), GTK_TYPE_ENTRY);

  app_bed_enter (entry, text);
  app_bed_settle ();
}

static void
assert_note (Fixture *f, gint64 time, const char *label)
{
  GListModel *scopes = gscope_workspace_get_scopes (app_bed_get_workspace (&f->bed));
  g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, 0);

  g_assert_cmpstr (gscope_marker_list_get_note (gscope_scope_get_markers (scope), time), ==, label);
}

/* A note is added, changed and removed, and each is undone. */
static void
test_note (Fixture *f, gconstpointer data)
{
  GscopeGtkView *view = app_bed_get_view (&f->bed);
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (view);
  gint64 time = gscope_gtk_viewport_get_end (viewport);

  gscope_gtk_viewport_set_held (viewport, TRUE);
  gscope_gtk_view_set_cursor (view, time);
  app_bed_press (&f->bed, "m");
  answer_note (f, "load on");
  assert_note (f, time, "load on");
  app_bed_press (&f->bed, "m");
  answer_note (f, "load off");
  g_assert_true (gscope_gtk_view_remove_note (view));
  assert_note (f, time, NULL);
  app_bed_press (&f->bed, "<Control>z");
  assert_note (f, time, "load off");
  app_bed_press (&f->bed, "<Control>z");
  assert_note (f, time, "load on");
  app_bed_press (&f->bed, "<Control>z");
  assert_note (f, time, NULL);
  app_bed_press (&f->bed, "<Control><Shift>z");
  assert_note (f, time, "load on");
}

static gboolean
clipboard_has (Fixture *f, GType type)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (f->bed.window);

  return gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (clipboard), type);
}

static void
test_copied (Fixture *f, gconstpointer data)
{
  app_bed_press (&f->bed, "<Control><Shift>c");
  g_assert_true (clipboard_has (f, GDK_TYPE_TEXTURE));
  app_bed_press (&f->bed, "<Control><Shift>d");
  g_assert_true (clipboard_has (f, G_TYPE_STRING));
  g_assert_false (clipboard_has (f, GDK_TYPE_TEXTURE));
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, tear_down)
  ADD ("/app-editing/period", test_period);
  ADD ("/app-editing/filter", test_filter);
  ADD ("/app-editing/aggregation", test_aggregation);
  ADD ("/app-editing/removed-looks", test_removed_looks);
  ADD ("/app-editing/scopes", test_scopes);
  ADD ("/app-editing/scope-changed", test_scope_changed);
  ADD ("/app-editing/source-moved", test_source_moved);
  ADD ("/app-editing/not-undone", test_not_undone);
  ADD ("/app-editing/first-scope", test_first_scope);
  ADD ("/app-editing/timing", test_timing);
  ADD ("/app-editing/late", test_late);
  ADD ("/app-editing/late/many", test_many_late);
  ADD ("/app-editing/toast", test_toast);
  ADD ("/app-editing/writes-undone", test_writes_undone);
  ADD ("/app-editing/gesture-undone", test_gesture_undone);
  ADD ("/app-editing/toast-undone", test_toast_undone);
  ADD ("/app-editing/toasts-in-a-row", test_toasts_in_a_row);
  ADD ("/app-editing/word-deleted", test_word_deleted);
  ADD ("/app-editing/toasts-left", test_toasts_left);
  ADD ("/app-editing/view-renamed", test_view_renamed);
  ADD ("/app-editing/signal-dropped", test_signal_dropped);
  ADD ("/app-editing/copied", test_copied);
  ADD ("/app-editing/note", test_note);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Math signals that are added and edited in the window. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "dialogs/completion.h"
#include "dialogs/math-dialog.h"
#include "dialogs/source-dialog.h"

static const char document[] =
    "{ \"gscope-workspace\": 1, \"scopes\": [ { \"name\": \"A\", \"period-ms\": 10, \"delay-ms\": "
    "0,\n"
    "  \"sources\": [ { \"type\": \"demo\", \"options\": { \"signals\": [ \"sine\", \"square\" ] } "
    "} "
    "] } ],\n"
    "  \"views\": [ { \"signals\": [ { \"match\": \"demo/*\" } ] } ] }\n";

typedef AppBed Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (f, application, document);
}

static GscopeSignal *
find_signal (Fixture *f, const char *name)
{
  return app_session_find_signal (app_bed_get_session (f), name, NULL);
}

static gboolean
has_samples (Fixture *f, const char *name)
{
  GscopeSignal *signal = find_signal (f, name);
  GscopeSample latest;

  return signal && gscope_signal_get_latest (signal, &latest);
}

static GtkWidget *
open_dialog (Fixture *f, const char *key)
{
  app_bed_press (f, key);
  return app_bed_find_window (APP_TYPE_MATH_DIALOG);
}

static GtkEditable *
find_entry (GtkWidget *dialog, const char *title)
{
  return GTK_EDITABLE (app_bed_find_titled (dialog, title));
}

static gboolean
is_accepted (GtkWidget *dialog, const char *label)
{
  return gtk_widget_get_sensitive (app_bed_find_labelled (dialog, label));
}

/* Adds a signal, which the view then shows. */
static void
add_signal (Fixture *f, const char *name, const char *expression)
{
  GtkWidget *dialog = open_dialog (f, "<Control>m");
  g_autofree char *full_name = g_strconcat ("math/", name, NULL);

  gtk_editable_set_text (find_entry (dialog, "Name"), name);
  gtk_editable_set_text (find_entry (dialog, "Expression"), expression);
  app_bed_click_in (APP_TYPE_MATH_DIALOG, "_Add");
  g_assert_null (app_bed_find_window (APP_TYPE_MATH_DIALOG));
  app_bed_await (has_samples (f, full_name));
}

static void
select_named (Fixture *f, const char *name)
{
  GListModel *signals = gscope_gtk_view_get_signals (app_bed_get_view (f));
  guint position;

  for (position = 0; position < g_list_model_get_n_items (signals); position++)
    {
      g_autoptr (GscopeGtkViewSignal) item = g_list_model_get_item (signals, position);

      if (g_str_equal (gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (item)),
                       name))
        break;
    }
  app_bed_select_signal (f, position);
}

static void
test_added (Fixture *f, gconstpointer data)
{
  add_signal (f, "twice", "demo/sine * 2");
  app_bed_await (app_bed_count_signals (f) == 3);
  g_assert_cmpstr (gscope_signal_get_unit (find_signal (f, "math/twice")), ==, "V");
  add_signal (f, "gained", "math/twice * demo/amplitude");
  app_bed_await (app_bed_count_signals (f) == 4);
  g_assert_cmpstr (gscope_signal_get_unit (find_signal (f, "math/gained")), ==, "V²");

  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  app_bed_reopen (f);
  app_bed_await (has_samples (f, "math/gained"));
  app_bed_await (app_bed_count_signals (f) == 4);
}

static void
test_edited (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) kept = NULL;
  GtkWidget *dialog;

  add_signal (f, "kept", "demo/square + 1");
  add_signal (f, "other", "demo/sine");
  kept = g_object_ref (find_signal (f, "math/kept"));
  app_bed_await (app_bed_count_signals (f) == 4);
  select_named (f, "math/other");
  dialog = open_dialog (f, "<Control><Shift>m");
  g_assert_cmpstr (gtk_editable_get_text (find_entry (dialog, "Expression")), ==, "demo/sine");
  gtk_editable_set_text (find_entry (dialog, "Expression"), "demo/sine * demo/sine");
  app_bed_click_in (APP_TYPE_MATH_DIALOG, "_Apply");
  app_bed_await (g_strcmp0 (gscope_signal_get_unit (find_signal (f, "math/other")), "V²") == 0);
  g_assert_true (find_signal (f, "math/kept") == kept);
  app_bed_press (f, "<Control>z");
  app_bed_await (g_strcmp0 (gscope_signal_get_unit (find_signal (f, "math/other")), "V") == 0);
  g_assert_true (find_signal (f, "math/kept") == kept);

  app_bed_await (app_bed_count_signals (f) == 4);
  select_named (f, "math/other");
  open_dialog (f, "<Control><Shift>m");
  app_bed_click_in (APP_TYPE_MATH_DIALOG, "_Remove");
  g_assert_null (find_signal (f, "math/other"));
  g_assert_true (find_signal (f, "math/kept") == kept);
  app_bed_press (f, "<Control>z");
  g_assert_nonnull (find_signal (f, "math/other"));
  app_bed_press (f, "<Control>z");
  app_bed_press (f, "<Control>z");
  g_assert_null (app_session_find_source (app_bed_get_session (f), "math"));
  /* Another signal is none of math. */
  app_bed_select_signal (f, 0);
  g_assert_null (open_dialog (f, "<Control><Shift>m"));
}

static void
test_problems (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog = open_dialog (f, "<Control>m");
  GtkEditable *expression = find_entry (dialog, "Expression");
  g_autofree char *full_name = NULL;

  g_assert_false (is_accepted (dialog, "_Add"));
  gtk_editable_set_text (expression, "demo/sine + ");
  g_assert_false (is_accepted (dialog, "_Add"));
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (expression), "error"));
  g_assert_nonnull (adw_entry_row_get_attributes (ADW_ENTRY_ROW (expression)));
  gtk_editable_set_text (expression, "demo/sine + 5ms");
  g_assert_true (is_accepted (dialog, "_Add"));
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (expression), "error"));
  gtk_editable_set_text (expression, "demo/sine * 0 + 3");
  g_assert_null (adw_entry_row_get_attributes (ADW_ENTRY_ROW (expression)));
  app_bed_await (app_bed_find_text (dialog, "3 V"));
  app_bed_check_names (dialog);
  gtk_window_close (GTK_WINDOW (dialog));
}

static void
type (GtkEditable *entry, const char *text)
{
  int place = gtk_editable_get_position (entry);

  gtk_editable_insert_text (entry, text, -1, &place);
  gtk_editable_set_position (entry, place);
  /* Rows follow the place. */
  g_signal_emit_by_name (entry, "changed");
}

static void
test_completion (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog = open_dialog (f, "<Control>m");
  GtkEditable *expression = find_entry (dialog, "Expression");
  GtkWidget *list = app_bed_find (dialog, APP_TYPE_COMPLETION);

  g_assert_false (gtk_widget_get_visible (list));
  type (expression, "mea");
  g_assert_true (gtk_widget_get_visible (list));
  g_assert_nonnull (app_bed_find_text (dialog, "mean(x, time)"));
  g_assert_nonnull (app_bed_find_text (dialog, gscope_math_get_description ("mean")));
  app_bed_press_in (GTK_WIDGET (expression), GDK_KEY_Tab);
  g_assert_cmpstr (gtk_editable_get_text (expression), ==, "mean(");
  g_assert_false (gtk_widget_get_visible (list));
  type (expression, "demo/s");
  app_bed_press_in (GTK_WIDGET (expression), GDK_KEY_Down);
  app_bed_press_in (GTK_WIDGET (expression), GDK_KEY_Tab);
  type (expression, ", 1s)");
  g_assert_cmpstr (gtk_editable_get_text (expression), ==, "mean(demo/square, 1s)");
  g_assert_true (is_accepted (dialog, "_Add"));
  type (expression, " + ampl");
  app_bed_press_in (GTK_WIDGET (expression), GDK_KEY_Escape);
  g_assert_false (gtk_widget_get_visible (list));
  type (expression, "i");
  app_bed_press_in (GTK_WIDGET (expression), GDK_KEY_Tab);
  g_assert_cmpstr (gtk_editable_get_text (expression), ==,
                   "mean(demo/square, 1s) + demo/amplitude");
  gtk_window_close (GTK_WINDOW (dialog));
}

/* The dialogs of sources add and change a math signal, too, as the manual says. */
static void
test_as_source (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  app_bed_press (f, "<Control><Shift>a");
  dialog = app_bed_find_window (APP_TYPE_SOURCE_DIALOG);
  g_signal_emit_by_name (app_bed_find_titled (dialog, "Math signals"), "activated");
  app_bed_settle ();
  gtk_editable_set_text (find_entry (dialog, "Expression"), "demo/sine +");
  app_bed_click_in (APP_TYPE_SOURCE_DIALOG, "_Add");
  g_assert_nonnull (app_bed_find_window (APP_TYPE_SOURCE_DIALOG));
  gtk_editable_set_text (find_entry (dialog, "Expression"), "demo/sine * 2");
  app_bed_click_in (APP_TYPE_SOURCE_DIALOG, "_Add");
  app_bed_await (has_samples (f, "math/result"));
  app_bed_activate (f, "configure-source", "math");
  dialog = app_bed_find_window (APP_TYPE_SOURCE_DIALOG);
  gtk_editable_set_text (find_entry (dialog, "Expression"), "demo/sine * demo/sine");
  app_bed_click_in (APP_TYPE_SOURCE_DIALOG, "_Apply");
  app_bed_await (g_strcmp0 (gscope_signal_get_unit (find_signal (f, "math/result")), "V²") == 0);
  app_bed_press (f, "<Control>z");
  app_bed_await (g_strcmp0 (gscope_signal_get_unit (find_signal (f, "math/result")), "V") == 0);
  app_bed_press (f, "<Control>z");
  g_assert_null (app_session_find_source (app_bed_get_session (f), "math"));
  app_bed_press (f, "<Control><Shift>z");
  app_bed_await (has_samples (f, "math/result"));
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, app_bed_tear_down)
  ADD ("/app-math/added", test_added);
  ADD ("/app-math/edited", test_edited);
  ADD ("/app-math/problems", test_problems);
  ADD ("/app-math/completion", test_completion);
  ADD ("/app-math/as-source", test_as_source);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}

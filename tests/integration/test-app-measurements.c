/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Measurements that are chosen in the window: the dialog, undo, and the workspace. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "dialogs/measurement-row.h"
#include "dialogs/measurements-dialog.h"
#include "undo/view.h"

typedef AppBed Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (f, application, APP_BED_LAB);
}

static GListModel *
get_badges (Fixture *f)
{
  return G_LIST_MODEL (gscope_gtk_view_get_badges (app_bed_get_view (f)));
}

static guint
count (Fixture *f)
{
  return g_list_model_get_n_items (get_badges (f));
}

static GscopeGtkBadge *
get_badge (Fixture *f, guint position)
{
  g_autoptr (GscopeGtkBadge) badge = g_list_model_get_item (get_badges (f), position);

  return badge;
}

static gboolean
has_value (Fixture *f)
{
  return count (f) > 0 && !g_str_equal (gscope_gtk_badge_get_text (get_badge (f, 0)), "–");
}

static GtkWidget *
open_dialog (Fixture *f)
{
  app_bed_press (f, "<Control>i");
  return app_bed_find_window (APP_TYPE_MEASUREMENTS_DIALOG);
}

static void
choose (GtkWidget *dialog, const char *row, guint position)
{
  adw_combo_row_set_selected (ADW_COMBO_ROW (app_bed_find_titled (dialog, row)), position);
}

/* By keys alone: a measurement comes, is undone and done again, is in the workspace, and goes. */
static void
test_chosen (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (f, 0);
  GtkWidget *dialog = open_dialog (f);
  const GscopeWorkspaceMeasurement *measurement;

  app_bed_check_names (dialog);
  choose (dialog, "Measurement", GSCOPE_MEASUREMENT_PEAK_TO_PEAK);
  app_bed_click_in (APP_TYPE_MEASUREMENTS_DIALOG, "_Add");
  app_bed_escape (GTK_WINDOW (dialog));
  app_bed_await (has_value (f));
  measurement = gscope_gtk_badge_get_description (get_badge (f, 0));
  g_assert_cmpint (measurement->measurement, ==, GSCOPE_MEASUREMENT_PEAK_TO_PEAK);
  g_assert_cmpstr (measurement->signal, ==, gscope_signal_get_full_name (signal));
  app_bed_press (f, "<Control>z");
  g_assert_cmpuint (count (f), ==, 0);
  app_bed_press (f, "<Control><Shift>z");
  g_assert_cmpuint (count (f), ==, 1);
  app_bed_save_and_open (f, f->path);
  app_bed_await (has_value (f));
  app_bed_select (f, 0);
  dialog = open_dialog (f);
  g_assert_nonnull (app_bed_find_titled (dialog, "Peak to Peak, The View"));
  app_bed_click_in (APP_TYPE_MEASUREMENTS_DIALOG, "Remove");
  g_assert_cmpuint (count (f), ==, 0);
  app_bed_click_in (APP_TYPE_MEASUREMENTS_DIALOG, "_Undo");
  g_assert_cmpuint (count (f), ==, 1);
  app_bed_escape (GTK_WINDOW (dialog));
}

/* The rows are those that have an effect, and a number that is none is not taken. */
static void
test_rows (Fixture *f, gconstpointer data)
{
  const GscopeWorkspaceMeasurement *measurement;
  GtkWidget *dialog;

  app_bed_select (f, 0);
  dialog = open_dialog (f);
  g_assert_false (gtk_widget_get_visible (app_bed_find_titled (dialog, "Other Signal")));
  choose (dialog, "Measurement", GSCOPE_MEASUREMENT_DELAY);
  choose (dialog, "Over", GSCOPE_MEASUREMENT_SPAN_LATEST);
  g_assert_true (gtk_widget_get_visible (app_bed_find_titled (dialog, "Other Signal")));
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find_titled (dialog, "Latest Time")), "long");
  app_bed_click_in (APP_TYPE_MEASUREMENTS_DIALOG, "_Add");
  g_assert_cmpuint (count (f), ==, 0);
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find_titled (dialog, "Latest Time")), "0.5");
  app_bed_click_in (APP_TYPE_MEASUREMENTS_DIALOG, "_Add");
  measurement = gscope_gtk_badge_get_description (get_badge (f, 0));
  g_assert_cmpint (measurement->over, ==, GSCOPE_MEASUREMENT_SPAN_LATEST);
  g_assert_cmpint (measurement->latest, ==, GSCOPE_SEC / 2);
  g_assert_cmpstr (measurement->other, ==, "demo/square");
  app_bed_escape (GTK_WINDOW (dialog));
}

/* Statistics are about all values so far, until they are reset. */
static void
test_statistics (Fixture *f, gconstpointer data)
{
  GscopeMeasures statistics;
  GtkWidget *dialog;

  app_bed_select (f, 0);
  dialog = open_dialog (f);
  app_bed_click_in (APP_TYPE_MEASUREMENTS_DIALOG, "_Add");
  app_bed_await (has_value (f));

  do
    {
      app_bed_step ();
      gscope_gtk_badge_get_statistics (get_badge (f, 0), &statistics);
    }
  while (statistics.count < 3);
  /* the next values come with the main loop, which does not run meanwhile */
  g_signal_emit_by_name (app_bed_find_labelled (dialog, "Reset Statistics"), "clicked");
  gscope_gtk_badge_get_statistics (get_badge (f, 0), &statistics);
  g_assert_cmpuint (statistics.count, ==, 0);
  app_bed_escape (GTK_WINDOW (dialog));
}

static gboolean
has_samples (Fixture *f, const char *name)
{
  GscopeSignal *signal = app_session_find_signal (app_bed_get_session (f), name, NULL);
  GscopeSample latest;

  return signal && gscope_signal_get_latest (signal, &latest);
}

/* A measurement becomes a signal of the view. A second one has a name of its own. */
static void
test_signal (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  app_bed_select (f, 0);
  dialog = open_dialog (f);
  choose (dialog, "Measurement", GSCOPE_MEASUREMENT_PEAK_TO_PEAK);
  choose (dialog, "Over", GSCOPE_MEASUREMENT_SPAN_LATEST);
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find_titled (dialog, "Latest Time")), "0.25");
  app_bed_click_in (APP_TYPE_MEASUREMENTS_DIALOG, "_Add");
  app_bed_click_in (APP_TYPE_MEASUREMENTS_DIALOG, "Show as Signal");
  app_bed_await (has_samples (f, "math/p-p-sine"));
  app_bed_await (app_view_find_signal (app_bed_get_view (f), "math/p-p-sine") != NULL);
  app_bed_click_in (APP_TYPE_MEASUREMENTS_DIALOG, "Show as Signal");
  app_bed_await (has_samples (f, "math/p-p-sine-2"));
  app_bed_escape (GTK_WINDOW (dialog));
}

static void
add_tests (gconstpointer application)
{
#define ADD(path, test) g_test_add (path, Fixture, application, set_up, test, app_bed_tear_down)
  ADD ("/app-measurements/chosen", test_chosen);
  ADD ("/app-measurements/rows", test_rows);
  ADD ("/app-measurements/statistics", test_statistics);
  ADD ("/app-measurements/signal", test_signal);
#undef ADD
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}

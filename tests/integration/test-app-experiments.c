/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The window of experiments, over a workspace of a demo source on a test clock. */

#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "experiments/choices.h"
#include "experiments/experiments.h"
#include "experiments/points.h"

typedef struct
{
  AppBed bed;
  GscopeWorkspace *workspace;
  GscopeClock *clock;
  /* NULL once it is closed */
  GtkWidget *window;
} Fixture;

static void
open_experiments (Fixture *f)
{
  g_autoptr (GFile) origin = g_file_new_for_path (f->bed.path);

  f->window = GTK_WIDGET (app_experiments_new (GTK_WINDOW (f->bed.window), f->workspace, origin));
  g_object_add_weak_pointer (G_OBJECT (f->window), (gpointer *) &f->window);
  gtk_window_present (GTK_WINDOW (f->window));
  app_bed_settle ();
}

static void
set_up (Fixture *f, gconstpointer application)
{
  g_autoptr (GError) error = NULL;

  app_bed_set_up (&f->bed, application);
  f->workspace = gscope_workspace_new_from_data (
      "{ \"gscope-workspace\": 1, \"title\": \"Lab\", \"scopes\": [ { \"period-ms\": 10, "
      "\"sources\": [ { \"type\": \"demo\", \"options\": { \"signals\": [ \"sine\", "
      "\"square\" ], \"frequency\": 2 } } ] } ], \"views\": [ { \"signals\": [ "
      "{ \"match\": \"demo/sine\", \"hidden\": true }, { \"match\": \"demo/*\", \"min\": 0, "
      "\"max\": 0.1 } ] } ] }",
      -1, &error);
  g_assert_no_error (error);
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  gscope_workspace_instantiate (f->workspace, gscope_registry_get_default (), f->clock);
  app_bed_settle ();
  open_experiments (f);
}

static void
remove_results (Fixture *f)
{
  g_autoptr (GFile) workspace = g_file_new_for_path (f->bed.path);
  g_autoptr (GFile) folder = gscope_experiment_find_folder (workspace);
  g_autoptr (GDir) dir = g_dir_open (g_file_peek_path (folder), 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (g_file_peek_path (folder), name, NULL);

      g_remove (path);
    }
  g_rmdir (g_file_peek_path (folder));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  if (f->window)
    gtk_window_destroy (GTK_WINDOW (f->window));
  app_bed_settle ();
  g_object_unref (f->workspace);
  g_object_unref (f->clock);
  remove_results (f);
  app_bed_tear_down (&f->bed, data);
}

static gpointer
find (Fixture *f, GType type)
{
  return app_bed_find (f->window, type);
}

static void
click (Fixture *f, const char *label)
{
  GtkWidget *button = app_bed_find_labelled (f->window, label);

  if (!button)
    g_error ("there is no button “%s”", label);
  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
  app_bed_settle ();
}

static gboolean
is_spin (GtkWidget *widget, gconstpointer value)
{
  return GTK_IS_SPIN_BUTTON (widget)
         && gtk_spin_button_get_value (GTK_SPIN_BUTTON (widget)) == *(const double *) value;
}

/* Changes the number that has a value. */
static void
change (Fixture *f, double from, double to)
{
  GtkWidget *spin = app_bed_find_match (find (f, APP_TYPE_EXPERIMENT_CHOICES), is_spin, &from);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), to);
}

/* Two points, once, half a second each. */
static void
choose_short (Fixture *f)
{
  change (f, 8, 2);
  change (f, 3, 1);
  change (f, 1, 0.1);
  change (f, 5, 0.5);
  app_bed_settle ();
}

static GscopeGtkExperimentPlot *
get_plot (Fixture *f)
{
  return find (f, GSCOPE_GTK_TYPE_EXPERIMENT_PLOT);
}

static GscopeExperimentResults *
get_results (Fixture *f)
{
  return gscope_gtk_experiment_plot_get_results (get_plot (f));
}

static void
advance (Fixture *f)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 50 * GSCOPE_MSEC);
  app_bed_settle ();
}

static void
measure (Fixture *f, guint n)
{
  while (gscope_experiment_results_get_n_measured (get_results (f)) < n)
    advance (f);
}

static double
get_frequency (Fixture *f)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (gscope_workspace_get_scopes (f->workspace), 0);
  g_autoptr (GscopeSource) source = g_list_model_get_item (gscope_scope_get_sources (scope), 1);

  return gscope_parameter_get_number (gscope_source_find_parameter (source, "frequency"));
}

static gboolean
exists (Fixture *f, const char *name)
{
  g_autoptr (GFile) workspace = g_file_new_for_path (f->bed.path);
  g_autoptr (GFile) folder = gscope_experiment_find_folder (workspace);
  g_autofree char *path = g_build_filename (g_file_peek_path (folder), name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/* A sweep of three choices, initially of what the view shows, is measured while the choices are locked, put back, and kept with
 * its document, tuples and report. */
static void
test_sweep (Fixture *f, gconstpointer data)
{
  double before = get_frequency (f);

  choose_short (f);
  g_assert_cmpuint (gscope_experiment_results_get_n_runs (get_results (f)), ==, 2);
  click (f, "_Start");
  g_assert_false (gtk_widget_is_sensitive (find (f, APP_TYPE_EXPERIMENT_CHOICES)));
  measure (f, 1);
  g_assert_cmpfloat (get_frequency (f), !=, before);
  g_assert_cmpint (gscope_gtk_experiment_plot_get_running (get_plot (f)), >=, 0);
  measure (f, 2);
  app_bed_await (exists (f, "report.html"));
  g_assert_cmpfloat (get_frequency (f), ==, before);
  g_assert_true (gtk_widget_is_sensitive (find (f, APP_TYPE_EXPERIMENT_CHOICES)));
  g_assert_true (exists (f, "mean-of-square-over-frequency.json"));
  g_assert_true (exists (f, "mean-of-square-over-frequency.jsonl"));
  g_assert_true (exists (f, "mean-of-square-over-frequency-0.05-1-1.tuples"));
  g_assert_true (gtk_widget_is_sensitive (app_bed_find_labelled (f->window, "_Open Report")));
  g_assert_true (gscope_experiment_results_get_complete (get_results (f)));
}

/* Complete runs are replaced after a question only. */
static void
test_replace (Fixture *f, gconstpointer data)
{
  double before = get_frequency (f);

  choose_short (f);
  click (f, "_Start");
  measure (f, 2);
  app_bed_await (exists (f, "report.html"));
  click (f, "_Start");
  app_bed_answer ("cancel");
  g_assert_true (gscope_experiment_results_get_complete (get_results (f)));
  click (f, "_Start");
  app_bed_answer ("replace");
  g_assert_false (gscope_experiment_results_get_complete (get_results (f)));
  measure (f, 2);
  app_bed_await (get_frequency (f) == before);
}

static guint64
count_samples (GscopeGtkView *view)
{
  g_autoptr (GscopeGtkViewSignal) shown =
      g_list_model_get_item (gscope_gtk_view_get_signals (view), 0);

  return gscope_trace_get_end (gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (shown)));
}

/* While an experiment runs, a lane shows the measured signal alone, as it comes; a range of the workspace does not clip it. */
static void
test_live (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkViewSignal) shown = NULL;
  GscopeGtkView *view;
  GListModel *signals;
  guint64 n;

  choose_short (f);
  g_assert_null (find (f, GSCOPE_GTK_TYPE_VIEW));
  click (f, "_Start");
  view = find (f, GSCOPE_GTK_TYPE_VIEW);
  g_assert_nonnull (view);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (view)));
  g_assert_true (gscope_gtk_viewport_get_live (gscope_gtk_view_get_viewport (view)));
  signals = gscope_gtk_view_get_signals (view);
  g_assert_cmpuint (g_list_model_get_n_items (signals), ==, 1);
  shown = g_list_model_get_item (signals, 0);
  g_assert_cmpstr (gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (shown)), ==,
                   "demo/square");
  g_assert_true (gscope_gtk_view_signal_get_auto_range (shown));
  n = count_samples (view);
  measure (f, 1);
  g_assert_cmpuint (count_samples (view), >, n);
  measure (f, 2);
  app_bed_await (!find (f, GSCOPE_GTK_TYPE_VIEW));
}

/* Stop keeps points, and says so; the next window offers to resume, and measures the rest. */
static void
test_resume (Fixture *f, gconstpointer data)
{
  double before = get_frequency (f);

  choose_short (f);
  click (f, "_Start");
  measure (f, 1);
  click (f, "S_top");
  app_bed_await (exists (f, "report.html"));
  g_assert_cmpfloat (get_frequency (f), ==, before);
  gtk_window_close (GTK_WINDOW (f->window));
  app_bed_await (!f->window);
  open_experiments (f);
  g_assert_nonnull (app_bed_find_text (f->window, "Interrupted: 1 of 2 runs are kept."));
  click (f, "_Resume");
  measure (f, 2);
  app_bed_await (get_frequency (f) == before);
  g_assert_true (gscope_experiment_results_get_complete (get_results (f)));
}

/* A pause begins when the run is over; closing asks, and a window that goes puts back what was set. */
static void
test_close (Fixture *f, gconstpointer data)
{
  double before = get_frequency (f);

  choose_short (f);
  click (f, "_Start");
  click (f, "_Pause");
  measure (f, 1);
  for (guint i = 0; i < 40; i++)
    advance (f);
  g_assert_cmpuint (gscope_experiment_results_get_n_measured (get_results (f)), ==, 1);
  g_assert_cmpfloat (get_frequency (f), !=, before);
  gtk_window_close (GTK_WINDOW (f->window));
  app_bed_settle ();
  g_assert_nonnull (f->window);
  app_bed_answer ("stop");
  app_bed_await (!f->window);
  g_assert_cmpfloat (get_frequency (f), ==, before);
}

/* The question goes with a window that is destroyed while it is open. */
static void
test_question (Fixture *f, gconstpointer data)
{
  double before = get_frequency (f);

  choose_short (f);
  click (f, "_Start");
  measure (f, 1);
  gtk_window_close (GTK_WINDOW (f->window));
  app_bed_settle ();
  g_assert_nonnull (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG));
  gtk_window_destroy (GTK_WINDOW (f->window));
  app_bed_await (!f->window);
  g_assert_null (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG));
  app_bed_await (get_frequency (f) == before);
}

/* The arrow keys walk the points of the plot and of the table together. */
static void
test_points (Fixture *f, gconstpointer data)
{
  GtkWidget *plot = GTK_WIDGET (get_plot (f));
  int selected;

  choose_short (f);
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (GtkShortcutTrigger) trigger = gtk_shortcut_trigger_parse_string ("Right");
      GtkShortcut *shortcut = app_bed_find_shortcut (plot, trigger);

      gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, plot,
                                    gtk_shortcut_get_arguments (shortcut));
      g_object_get (find (f, APP_TYPE_EXPERIMENT_POINTS), "selected", &selected, NULL);
      g_assert_cmpint (selected, ==, MIN (i, 1));
    }
  g_assert_nonnull (app_bed_find_text (f->window, "Point 50: not measured yet"));
  g_object_set (find (f, APP_TYPE_EXPERIMENT_POINTS), "selected", 0, NULL);
  g_assert_cmpint (gscope_gtk_experiment_plot_get_selected (get_plot (f)), ==, 0);
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-experiments/sweep", Fixture, application, set_up, test_sweep, tear_down);
  g_test_add ("/app-experiments/replace", Fixture, application, set_up, test_replace, tear_down);
  g_test_add ("/app-experiments/live", Fixture, application, set_up, test_live, tear_down);
  g_test_add ("/app-experiments/resume", Fixture, application, set_up, test_resume, tear_down);
  g_test_add ("/app-experiments/close", Fixture, application, set_up, test_close, tear_down);
  g_test_add ("/app-experiments/question", Fixture, application, set_up, test_question, tear_down);
  g_test_add ("/app-experiments/points", Fixture, application, set_up, test_points, tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}

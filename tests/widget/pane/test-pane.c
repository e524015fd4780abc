/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The measurements of a view's settings are beside it, in the same time. */

#include "pane-bed.h"

#include "support/skip-waits.h"

#include <math.h>

static gboolean
is_shown (PaneBed *f, GType type)
{
  return gtk_widget_get_visible (pane_bed_find (f->pane, type));
}

static void
test_keys (PaneBed *f, gconstpointer data)
{
  g_assert_false (is_shown (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW));
  pane_bed_press (f, GDK_KEY_s);
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW));
  pane_bed_press (f, GDK_KEY_g);
  g_assert_false (is_shown (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW));
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW));
  pane_bed_press (f, GDK_KEY_g);
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW));
  pane_bed_press (f, GDK_KEY_h);
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW));
  pane_bed_press (f, GDK_KEY_y);
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_XY_VIEW));
  pane_bed_press (f, GDK_KEY_i);
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_STATISTICS_TABLE));
  pane_bed_press (f, GDK_KEY_p);
  g_assert_true (gscope_gtk_view_get_phosphor (f->view));
  gscope_gtk_view_set_phosphor (f->view, FALSE);
  g_assert_false (gscope_view_settings_is_on (f->settings, "phosphor"));
}

/* Keys go on where what had the focus is hidden; the last part stays. */
static void
test_focus (PaneBed *f, gconstpointer data)
{
  GtkWidget *spectrum = pane_bed_find (f->pane, GSCOPE_GTK_TYPE_SPECTRUM_VIEW);

  pane_bed_press (f, GDK_KEY_s);
  pane_bed_press (f, GDK_KEY_t);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (f->view)));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (f->window)) == spectrum);
  pane_bed_press (f, GDK_KEY_s);
  g_assert_true (gtk_widget_get_mapped (spectrum));
  pane_bed_press (f, GDK_KEY_t);
  pane_bed_press (f, GDK_KEY_s);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (f->window)) == GTK_WIDGET (f->view));
}

static gboolean
is_at (PaneBed *f, GType type, double wanted_x, double wanted_y)
{
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (pane_bed_find (f->pane, type), f->pane, &bounds))
    return FALSE;
  return (bounds.origin.x > 0) == (wanted_x > 0) && (bounds.origin.y > 0) == (wanted_y > 0);
}

/* Beside where it is wide, below where it is not; all have room. */
static void
test_places (PaneBed *f, gconstpointer data)
{
  pane_bed_press (f, GDK_KEY_s);
  pane_bed_press (f, GDK_KEY_h);
  while (!is_at (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW, 1, 0))
    g_main_context_iteration (NULL, TRUE);
  while (!is_at (f, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW, 1, 1))
    g_main_context_iteration (NULL, TRUE);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 500, 700);
  while (!is_at (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW, 0, 1))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (gtk_widget_get_height (pane_bed_find (f->pane, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW)),
                   >, 100);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (f->view)), >, 200);
}

/* Returns the column of the cursor in the plot of the view. */
static double
find_cursor (PaneBed *f)
{
  gint64 time;
  double x;

  g_assert_true (gscope_gtk_view_get_cursor (f->view, &time));
  g_assert_true (gscope_gtk_viewport_time_to_x (gscope_gtk_view_get_viewport (f->view), time, &x));
  return x;
}

/* The time axis of a spectrogram matches the view above it, pixel by pixel: its cursor moves
 * to the same place in the view. */
static void
test_same_axis (PaneBed *f, gconstpointer data)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (f->view);
  GtkWidget *spectrogram = pane_bed_find (f->pane, GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW);
  gint64 time;

  gscope_gtk_viewport_set_mode (viewport, GPOINTER_TO_INT (data));
  pane_bed_advance (f, 33);
  pane_bed_press (f, GDK_KEY_g);
  while (!is_at (f, GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW, 0, 1)
         || !gscope_gtk_view_get_cursor (f->view, &time))
    {
      g_main_context_iteration (NULL, FALSE);
      pane_bed_press_on (spectrogram, GDK_KEY_Right);
      pane_bed_settle ();
    }
  pane_bed_press_on (spectrogram, GDK_KEY_Escape);
  pane_bed_press_on (spectrogram, GDK_KEY_Right);
  pane_bed_settle ();
  g_assert_cmpfloat_with_epsilon (find_cursor (f),
                                  gscope_gtk_viewport_get_n_columns (viewport) / 2.0, 2);
  for (guint i = 0; i < 50; i++)
    pane_bed_press_on (spectrogram, GDK_KEY_Right);
  pane_bed_settle ();
  g_assert_cmpfloat_with_epsilon (find_cursor (f),
                                  gscope_gtk_viewport_get_n_columns (viewport) / 2.0 + 50, 2);
}

static double
get_percentile (PaneBed *f, double percent)
{
  return gscope_gtk_histogram_view_get_percentile (
      GSCOPE_GTK_HISTOGRAM_VIEW (pane_bed_find (f->pane, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW)), percent);
}

/* It measures what the view shows: its time, its selected signal. */
static void
test_linked (PaneBed *f, gconstpointer data)
{
  g_autoptr (GscopeGtkViewSignal) saw =
      g_list_model_get_item (gscope_gtk_view_get_signals (f->view), 1);

  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (f->view);
  gint64 middle;

  g_object_set (f->settings, "histogram", TRUE, NULL);
  pane_bed_wait_until_mapped (pane_bed_find (f->pane, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW), TRUE);
  pane_bed_advance (f, 20);
  middle = gscope_scope_get_pen (f->scope);
  f->offset = 100;
  pane_bed_advance (f, 20);
  while (!(get_percentile (f, 1) > 7 && get_percentile (f, 99) < 13))
    g_main_context_iteration (NULL, TRUE);
  gscope_gtk_view_set_selected (f->view, saw);
  while (!(get_percentile (f, 50) > 100))
    g_main_context_iteration (NULL, TRUE);
  gscope_gtk_viewport_look_at (viewport, middle);
  while (!(get_percentile (f, 50) < 1))
    g_main_context_iteration (NULL, TRUE);
  gscope_gtk_viewport_go_live (viewport);
  while (!(get_percentile (f, 50) > 100))
    g_main_context_iteration (NULL, TRUE);
}

/* Settings reach what they are about. */
static void
test_settings (PaneBed *f, gconstpointer data)
{
  GtkWidget *spectrum = pane_bed_find (f->pane, GSCOPE_GTK_TYPE_SPECTRUM_VIEW);
  GtkWidget *spectrogram = pane_bed_find (f->pane, GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW);
  GtkWidget *histogram = pane_bed_find (f->pane, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW);
  gboolean decibels, logarithmic, counts, equal_scales, harmonics;
  guint size, n_peaks, n_bins;

  g_object_get (spectrum, "logarithmic", &logarithmic, NULL);
  g_assert_true (logarithmic);

  g_object_set (f->settings, "size", 128, "decibels", FALSE, "logarithmic-frequencies", FALSE,
                "n-peaks", 3, "n-bins", 20, "logarithmic-counts", FALSE, "equal-scales", TRUE,
                "harmonics", TRUE, NULL);
  g_object_get (spectrum, "size", &size, "n-peaks", &n_peaks, "logarithmic", &logarithmic,
                "harmonics", &harmonics, NULL);
  g_assert_true (harmonics);
  g_object_get (spectrogram, "decibels", &decibels, NULL);
  g_object_get (pane_bed_find (f->pane, GSCOPE_GTK_TYPE_XY_VIEW), "equal-scales", &equal_scales,
                NULL);
  g_assert_true (equal_scales);
  g_object_get (histogram, "n-bins", &n_bins, "logarithmic-counts", &counts, NULL);
  g_assert_cmpuint (size, ==, 128);
  g_assert_cmpuint (n_peaks, ==, 3);
  g_assert_cmpuint (n_bins, ==, 20);
  g_assert_false (logarithmic);
  g_assert_false (decibels);
  g_assert_false (counts);
}

/* Signals of XY are known by name, whether they are there yet or not. */
static void
test_xy (PaneBed *f, gconstpointer data)
{
  GtkWidget *xy = pane_bed_find (f->pane, GSCOPE_GTK_TYPE_XY_VIEW);
  GscopeGtkViewSignal *x;

  g_object_set (f->settings, "xy", TRUE, "x", "late", "y", "sine", NULL);
  g_assert_null (gscope_gtk_xy_view_get_x (GSCOPE_GTK_XY_VIEW (xy)));
  gscope_scope_add_double (f->scope, "late", &f->words[1]);
  x = gscope_gtk_xy_view_get_x (GSCOPE_GTK_XY_VIEW (xy));
  g_assert_nonnull (x);
  g_assert_cmpstr (gscope_signal_get_name (gscope_gtk_view_signal_get_signal (x)), ==, "late");
  g_assert_nonnull (gscope_gtk_analysis_view_get_signal (GSCOPE_GTK_ANALYSIS_VIEW (xy)));
  gscope_scope_remove_signal (f->scope, gscope_gtk_view_signal_get_signal (x));
  pane_bed_settle ();
  g_assert_null (gscope_gtk_xy_view_get_x (GSCOPE_GTK_XY_VIEW (xy)));
}

/* The visible time has 2000 samples; except for rounding of the phases, the figures are exact. */
static void
test_statistics (PaneBed *f, gconstpointer data)
{
  GscopeGtkMeasureTable *table =
      GSCOPE_GTK_MEASURE_TABLE (pane_bed_find (f->pane, GSCOPE_GTK_TYPE_STATISTICS_TABLE));
  g_autofree char *none = gscope_gtk_measure_table_get_text (table);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) sine = NULL;

  g_assert_cmpstr (none, ==, "");
  pane_bed_advance (f, 25);
  g_object_set (f->settings, "statistics", TRUE, NULL);
  text = gscope_gtk_measure_table_get_text (table);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "of the 20 s in view");
  g_assert_cmpstr (lines[1], ==,
                   "Signal\tMinimum\tMaximum\tMean\tDeviation\tLast\tRate\tFrequency\tSamples\t"
                   "Lost\tTime Error");
  sine = g_strsplit (lines[2], "\t", -1);
  g_assert_cmpstr (sine[0], ==, "sine");
  g_assert_cmpstr (sine[1], ==, "8 V");
  g_assert_cmpstr (sine[2], ==, "12 V");
  g_assert_cmpstr (sine[3], ==, "10 V");
  g_assert_cmpstr (sine[4], ==, "1.414 V");
  g_assert_cmpstr (sine[6], ==, "100 /s");
  g_assert_cmpstr (sine[7], ==, "5 Hz");
  g_assert_cmpstr (sine[8], ==, "2000");
  g_assert_cmpstr (sine[9], ==, "0");
  g_assert_cmpstr (sine[10], ==, "–");
}

/* A view that is made from what another one says shows the same. */
static void
test_described (PaneBed *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceView) description = NULL;
  g_autoptr (GscopeGtkView) other =
      GSCOPE_GTK_VIEW (g_object_ref_sink (gscope_gtk_view_new_empty ()));

  g_object_set (f->settings, "spectrum", TRUE, "time", FALSE, "phosphor", TRUE, "n-bins", 9, NULL);
  description = gscope_gtk_view_describe (f->view);
  gscope_gtk_view_set_description (other, description);
  g_assert_true (gscope_gtk_view_get_phosphor (other));
  g_assert_true (gscope_view_settings_is_on (gscope_gtk_view_get_settings (other), "spectrum"));
  g_assert_false (gscope_view_settings_is_on (gscope_gtk_view_get_settings (other), "time"));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/pane/" name, PaneBed, NULL, pane_bed_set_up, func, pane_bed_tear_down)

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("keys", test_keys);
  ADD ("focus", test_focus);
  ADD ("places", test_places);
  ADD ("linked", test_linked);
  g_test_add ("/pane/same-axis/sweep", PaneBed, GINT_TO_POINTER (GSCOPE_VIEW_MODE_SWEEP),
              pane_bed_set_up, test_same_axis, pane_bed_tear_down);
  g_test_add ("/pane/same-axis/roll", PaneBed, GINT_TO_POINTER (GSCOPE_VIEW_MODE_ROLL),
              pane_bed_set_up, test_same_axis, pane_bed_tear_down);
  ADD ("settings", test_settings);
  ADD ("xy", test_xy);
  ADD ("statistics", test_statistics);
  ADD ("described", test_described);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/shift-clock.h"
#include "support/skip-waits.h"

#include <gscope-gtk/gscope-gtk.h>
#include <gtk/gtk.h>
#include <math.h>
#include <string.h>

enum
{
  SPECTRUM,
  HISTOGRAM,
  SPECTROGRAM,
  XY,
  TRANSFER,
  N_VIEWS
};

/* All of them beside each other, of a view that is not shown itself; a scope of period 10 ms on a test
 * clock has two signals. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  double words[2];
  double frequency;
  GscopeSignal *signals[2];
  GscopeGtkView *view;
  GscopeGtkViewport *viewport;
  GtkWidget *window;
  GtkWidget *views[N_VIEWS];
  guint n_frames;
} Fixture;

static void
on_after_paint (GdkFrameClock *frame_clock, Fixture *f)
{
  f->n_frames++;
}

static GtkWidget *
create_grid (Fixture *f)
{
  GtkWidget *grid = gtk_grid_new ();

  f->views[SPECTRUM] = gscope_gtk_spectrum_view_new (f->view);
  f->views[HISTOGRAM] = gscope_gtk_histogram_view_new (f->view);
  f->views[SPECTROGRAM] = gscope_gtk_spectrogram_view_new (f->view);
  f->views[XY] = gscope_gtk_xy_view_new (f->view);
  f->views[TRANSFER] = gscope_gtk_transfer_view_new (f->view);
  gtk_grid_set_column_homogeneous (GTK_GRID (grid), TRUE);
  for (int i = 0; i < N_VIEWS; i++)
    {
      gtk_widget_set_hexpand (f->views[i], TRUE);
      gtk_widget_set_vexpand (f->views[i], TRUE);
      gtk_grid_attach (GTK_GRID (grid), f->views[i], i % 2, i / 2, 1, 1);
    }
  return grid;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->frequency = 5;
  f->signals[0] = gscope_scope_add_double (f->scope, "sine", &f->words[0]);
  f->signals[1] = gscope_scope_add_double (f->scope, "saw", &f->words[1]);
  gscope_signal_set_unit (f->signals[0], "V");
  gscope_signal_set_line_mode (f->signals[0], GSCOPE_LINE_MODE_LINES);
  gscope_signal_set_line_mode (f->signals[1], GSCOPE_LINE_MODE_LINES);
  f->view = GSCOPE_GTK_VIEW (g_object_ref_sink (gscope_gtk_view_new (f->scope)));
  f->viewport = gscope_gtk_view_get_viewport (f->view);
  f->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (f->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 520, 400);
  gtk_window_set_child (GTK_WINDOW (f->window), create_grid (f));
  gtk_window_present (GTK_WINDOW (f->window));
  g_signal_connect (gtk_widget_get_frame_clock (f->window), "after-paint",
                    G_CALLBACK (on_after_paint), f);
  while (f->n_frames == 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  for (int i = 0; i < N_VIEWS; i++)
    g_object_add_weak_pointer (G_OBJECT (f->views[i]), (gpointer *) &f->views[i]);
  gtk_window_destroy (GTK_WINDOW (f->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  for (int i = 0; i < N_VIEWS; i++)
    g_assert_null (f->views[i]);
  g_assert_finalize_object (f->view);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

/* Drains each second: rings hold no more than some. */
static void
advance (Fixture *f, gint64 milliseconds)
{
  for (gint64 i = 0; i < milliseconds; i += 10)
    {
      double seconds = (double) gscope_clock_get_time (f->clock) / GSCOPE_SEC;

      f->words[0] = 2 * sin (2 * G_PI * f->frequency * seconds) + 10;
      f->words[1] = fmod (seconds, 1);
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      if (i % 1000 == 0)
        gscope_scope_drain (f->scope);
    }
  gscope_scope_drain (f->scope);
}

static gboolean
set_flag (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Returns the number of frames within 60 ms, in which each view may draw, and until the main loop has nothing to do. */
static guint
count_frames (Fixture *f)
{
  gboolean done = FALSE;
  guint n_frames = f->n_frames;

  /* the X server may report late that the window is exposed, and each report draws a frame */
  gdk_display_sync (gtk_widget_get_display (f->window));
  g_timeout_add (60, set_flag, &done);
  while (!done || g_main_context_pending (NULL))
    g_main_context_iteration (NULL, TRUE);
  return f->n_frames - n_frames;
}

/* Waits for a result: the views measure after a frame, and not at each. */
#define await(condition)                                                                           \
  while (!(condition))                                                                             \
  g_main_context_iteration (NULL, TRUE)

/* Waits until each view has drawn the last changes. */
static void
settle (Fixture *f)
{
  guint n_frames = f->n_frames;

  await (f->n_frames != n_frames);
  count_frames (f);
}

static GscopeGtkViewSignal *
get_entry (Fixture *f, guint i)
{
  g_autoptr (GscopeGtkViewSignal) entry =
      g_list_model_get_item (gscope_gtk_view_get_signals (f->view), i);

  return entry;
}

static gboolean
press (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean found = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (!GTK_IS_KEYVAL_TRIGGER (trigger)
              || gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) != key
              || gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) != modifiers)
            continue;
          found = gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                                gtk_shortcut_get_arguments (shortcut));
        }
    }
  return found;
}

static char *
read_cursor (Fixture *f, int i)
{
  return gscope_gtk_analysis_view_read_cursor (GSCOPE_GTK_ANALYSIS_VIEW (f->views[i]));
}

static gboolean
has_peak (Fixture *f, double frequency, double amplitude, double epsilon)
{
  g_autoptr (GArray) peaks =
      gscope_gtk_spectrum_view_get_peaks (GSCOPE_GTK_SPECTRUM_VIEW (f->views[SPECTRUM]));
  const GscopeSpectrumPeak *peak = (const GscopeSpectrumPeak *) peaks->data;

  return peaks->len == 1 && fabs (peak->frequency - frequency) < 0.05
         && (isnan (amplitude) || fabs (peak->amplitude - amplitude) < epsilon);
}

static gboolean
has_frequency (Fixture *f, double frequency)
{
  return has_peak (f, frequency, NAN, 0);
}

static gboolean
has_percentile (Fixture *f, double percentile, double value, double epsilon)
{
  GscopeGtkHistogramView *histogram = GSCOPE_GTK_HISTOGRAM_VIEW (f->views[HISTOGRAM]);

  return fabs (gscope_gtk_histogram_view_get_percentile (histogram, percentile) - value) < epsilon;
}

/* It follows the time of a view that nobody sees. */
static void
test_spectrum (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  advance (f, 30000);
  await (has_peak (f, 5, 20 * log10 (2), 0.1));
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (f->scope));
  g_object_set (f->views[SPECTRUM], "decibels", FALSE, "logarithmic", FALSE, "window",
                GSCOPE_SPECTRUM_WINDOW_FLAT_TOP, "size", 512, NULL);
  await (has_peak (f, 5, 2, 0.01));
  g_assert_true (press (f->views[SPECTRUM], GDK_KEY_bracketright, 0));
  text = read_cursor (f, SPECTRUM);
  g_assert_true (g_str_has_prefix (text, "5 Hz; sine: "));
}

/* All peaks are found, whether they are labelled or not, the highest first. */
static void
test_peaks (Fixture *f, gconstpointer data)
{
  GscopeGtkSpectrumView *spectrum = GSCOPE_GTK_SPECTRUM_VIEW (f->views[SPECTRUM]);
  g_autoptr (GArray) none = gscope_gtk_spectrum_view_find_peaks (spectrum, 8);
  g_autoptr (GArray) peaks = NULL;

  g_assert_cmpuint (none->len, ==, 0);
  advance (f, 30000);
  await (has_frequency (f, 5));
  g_object_set (spectrum, "n-peaks", 0, "harmonics", TRUE, NULL);
  await (!has_frequency (f, 5));
  peaks = gscope_gtk_spectrum_view_find_peaks (spectrum, 8);
  g_assert_cmpuint (peaks->len, >, 1);
  g_assert_cmpfloat_with_epsilon (g_array_index (peaks, GscopeSpectrumPeak, 0).frequency, 5, 0.05);
  for (guint i = 1; i < peaks->len; i++)
    g_assert_cmpfloat (g_array_index (peaks, GscopeSpectrumPeak, i - 1).amplitude, >=,
                       g_array_index (peaks, GscopeSpectrumPeak, i).amplitude);
  g_assert_cmpstr (gscope_gtk_spectrum_view_get_unit (spectrum), ==, "dB");
}

static void
test_spectrum_settings (Fixture *f, gconstpointer data)
{
  GscopeSpectrumSettings settings;
  gboolean decibels;
  guint size;

  g_object_get (f->views[SPECTRUM], "size", &size, NULL);
  g_assert_cmpuint (size, ==, 0);
  gscope_spectrum_settings_init (&settings);
  settings.size = 256;
  settings.decibels = FALSE;
  gscope_gtk_frequency_view_set_settings (GSCOPE_GTK_FREQUENCY_VIEW (f->views[SPECTRUM]),
                                          &settings);
  g_object_get (f->views[SPECTRUM], "size", &size, "decibels", &decibels, NULL);
  g_assert_cmpuint (size, ==, 256);
  g_assert_false (decibels);
  gscope_gtk_frequency_view_set_settings (GSCOPE_GTK_FREQUENCY_VIEW (f->views[SPECTROGRAM]),
                                          &settings);
  g_object_get (f->views[SPECTROGRAM], "size", &size, NULL);
  g_assert_cmpuint (size, ==, 256);
  advance (f, 10000);
  await (has_frequency (f, 5));
}

/* The visible time is measured: live, on hold and in the past. */
static void
test_linked_time (Fixture *f, gconstpointer data)
{
  gint64 middle;

  advance (f, 30000);
  middle = gscope_scope_get_pen (f->scope);
  f->frequency = 20;
  advance (f, 30000);
  await (has_frequency (f, 20));
  gscope_gtk_viewport_look_at (f->viewport, middle);
  await (has_frequency (f, 5));
  gscope_gtk_viewport_go_live (f->viewport);
  await (has_frequency (f, 20));
  g_assert_true (press (f->views[XY], GDK_KEY_space, 0));
  g_assert_true (gscope_gtk_viewport_get_held (f->viewport));
  settle (f);
  f->frequency = 10;
  advance (f, 30000);
  g_assert_cmpuint (count_frames (f), ==, 0);
  g_assert_true (has_frequency (f, 20));
}

static void
test_histogram (Fixture *f, gconstpointer data)
{
  GscopeGtkHistogramView *histogram = GSCOPE_GTK_HISTOGRAM_VIEW (f->views[HISTOGRAM]);
  g_autofree char *text = NULL;

  g_assert_true (isnan (gscope_gtk_histogram_view_get_percentile (histogram, 50)));
  gscope_gtk_analysis_view_set_signal (GSCOPE_GTK_ANALYSIS_VIEW (histogram), get_entry (f, 1));
  advance (f, 30000);
  await (has_percentile (f, 50, 0.5, 0.03) && has_percentile (f, 95, 0.95, 0.03));
  g_object_set (histogram, "n-bins", 10, "logarithmic-counts", FALSE, NULL);
  settle (f);
  g_assert_true (press (f->views[HISTOGRAM], GDK_KEY_c, 0));
  /* 20 s of 100 samples in ten bins, all alike */
  text = read_cursor (f, HISTOGRAM);
  g_assert_nonnull (strstr (text, ": 20"));
  g_assert_true (g_str_has_suffix (text, " samples"));
  g_object_set (histogram, "logarithmic-values", TRUE, NULL);
  await (has_percentile (f, 50, 0.5, 0.2));
}

/* The spectrogram and XY share the view's cursor. */
static void
test_linked_cursor (Fixture *f, gconstpointer data)
{
  g_autofree char *there = NULL, *here = NULL, *moved = NULL;
  gint64 time, before;

  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_MODE_ROLL);
  advance (f, 30000);
  settle (f);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  g_assert_null (read_cursor (f, XY));
  g_assert_true (press (f->views[SPECTROGRAM], GDK_KEY_Left, 0));
  settle (f);
  g_assert_true (gscope_gtk_view_get_cursor (f->view, &before));
  there = read_cursor (f, SPECTROGRAM);
  g_assert_true (g_str_has_prefix (there, "\u221210 s, 25 Hz: "));
  here = read_cursor (f, XY);
  g_assert_nonnull (here);
  g_assert_true (press (f->views[XY], GDK_KEY_Right, GDK_CONTROL_MASK));
  settle (f);
  g_assert_true (gscope_gtk_view_get_cursor (f->view, &time));
  g_assert_cmpint (time, >, before);
  moved = read_cursor (f, XY);
  g_assert_cmpstr (moved, !=, here);
  g_assert_true (press (f->views[XY], GDK_KEY_Escape, 0));
  g_assert_false (gscope_gtk_view_get_cursor (f->view, &time));
  g_assert_null (read_cursor (f, XY));
  g_assert_false (press (f->views[XY], GDK_KEY_Escape, 0));
}

/* A line is at its frequency, and only during its time. */
/* XY has the logarithmic axes of the view, and reads the same values there. */
static void
test_logarithmic_xy (Fixture *f, gconstpointer data)
{
  g_autofree char *linear = NULL, *logarithmic = NULL;

  advance (f, 3000);
  settle (f);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  gscope_gtk_view_set_cursor (f->view, gscope_clock_get_time (f->clock) - GSCOPE_SEC / 2);
  settle (f);
  linear = read_cursor (f, XY);
  g_assert_nonnull (linear);
  gscope_view_settings_set_on (gscope_gtk_view_get_settings (f->view), "logarithmic-axes", TRUE);
  settle (f);
  logarithmic = read_cursor (f, XY);
  g_assert_cmpstr (logarithmic, ==, linear);
  g_assert_true (press (f->views[XY], GDK_KEY_Left, GDK_CONTROL_MASK));
  settle (f);
  g_free (g_steal_pointer (&logarithmic));
  logarithmic = read_cursor (f, XY);
  g_assert_cmpstr (logarithmic, !=, linear);
}

static void
test_spectrogram (Fixture *f, gconstpointer data)
{
  g_autofree char *loud = NULL, *quiet = NULL;

  g_object_set (f->views[SPECTROGRAM], "size", 128, NULL);
  f->frequency = 25;
  advance (f, 10000);
  f->frequency = 40;
  advance (f, 10000);
  settle (f);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  g_assert_true (press (f->views[SPECTROGRAM], GDK_KEY_c, 0));
  for (int i = 0; i < 6; i++)
    press (f->views[SPECTROGRAM], GDK_KEY_Left, GDK_CONTROL_MASK);
  settle (f);
  loud = read_cursor (f, SPECTROGRAM);
  for (int i = 0; i < 12; i++)
    press (f->views[SPECTROGRAM], GDK_KEY_Right, GDK_CONTROL_MASK);
  settle (f);
  quiet = read_cursor (f, SPECTROGRAM);
  g_assert_cmpfloat (g_ascii_strtod (strstr (loud, "Hz: ") + 4, NULL), >, 4);
  g_assert_true (g_str_has_prefix (strstr (quiet, "Hz: ") + 4, "\u2212"));
}

static void
test_signals (Fixture *f, gconstpointer data)
{
  GscopeGtkXyView *xy = GSCOPE_GTK_XY_VIEW (f->views[XY]);
  GscopeGtkAnalysisView *histogram = GSCOPE_GTK_ANALYSIS_VIEW (f->views[HISTOGRAM]);

  gscope_gtk_xy_view_set_x (xy, get_entry (f, 1));
  gscope_gtk_analysis_view_set_signal (histogram, get_entry (f, 1));
  advance (f, 20000);
  settle (f);
  g_assert_true (gscope_gtk_xy_view_get_x (xy) == get_entry (f, 1));
  gscope_gtk_view_signal_set_hidden (get_entry (f, 0), TRUE);
  await (has_frequency (f, 1));
  gscope_scope_remove_signal (f->scope, f->signals[1]);
  /* keys may come before the next frame */
  for (int i = 0; i < N_VIEWS; i++)
    press (f->views[i], GDK_KEY_Right, 0);
  g_assert_null (read_cursor (f, XY));
  settle (f);
  g_assert_null (gscope_gtk_analysis_view_get_signal (histogram));
  g_assert_null (gscope_gtk_xy_view_get_x (xy));
  for (int i = 0; i < N_VIEWS; i++)
    gscope_gtk_analysis_view_set_view (GSCOPE_GTK_ANALYSIS_VIEW (f->views[i]), NULL);
  for (int i = 0; i < N_VIEWS; i++)
    press (f->views[i], GDK_KEY_Left, 0);
  g_assert_null (gscope_gtk_analysis_view_get_view (histogram));
  settle (f);
}

/* The second signal is twice the first one, late by 20 ms. */
static void
advance_delayed (Fixture *f, guint n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  double late[2] = { 0 };

  for (guint i = 0; i < n; i++)
    {
      f->words[1] = 2 * late[1];
      late[1] = late[0];
      f->words[0] = late[0] = g_rand_double_range (random, -1, 1);
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      if (i % 100 == 0)
        gscope_scope_drain (f->scope);
    }
  gscope_scope_drain (f->scope);
}

/* Returns whether the reading at the middle of the frequencies has a gain, in decibels, and a positive or a negative phase. */
static gboolean
reads (Fixture *f, double gain, int sign)
{
  g_autofree char *text = read_cursor (f, TRANSFER);
  const char *found = text ? strstr (text, "gain: ") : NULL;
  const char *phase = text ? strstr (text, "phase: ") : NULL;
  const char *coherence = text ? strstr (text, "coherence: ") : NULL;

  return found && fabs (g_ascii_strtod (found + 6, NULL) - gain) < 0.5
         && sign * g_ascii_strtod (phase + 7, NULL) > 0
         && g_ascii_strtod (coherence + 11, NULL) > 0.9;
}

/* Input and output are the first two signals, or those that the settings name. */
static void
test_transfer (Fixture *f, gconstpointer data)
{
  g_assert_null (read_cursor (f, TRANSFER));
  advance_delayed (f, 2000);
  settle (f);
  g_assert_true (press (f->views[TRANSFER], GDK_KEY_c, 0));
  await (reads (f, 20 * log10 (2), -1));
  g_object_set (gscope_gtk_view_get_settings (f->view), "input", "saw", "output", "sine", NULL);
  advance_delayed (f, 100);
  await (reads (f, -20 * log10 (2), 1));
}

/* At most thirty a second while data comes; none while nothing changes, or while it is not seen. */
static void
test_frames (Fixture *f, gconstpointer data)
{
  gint64 begin;
  guint n;

  advance (f, 20000);
  settle (f);
  while (count_frames (f) > 0)
    ;
  n = f->n_frames;
  begin = g_get_monotonic_time ();
  for (guint i = 0; i < 20; i++)
    {
      advance (f, 10);
      shift_clock_step (10 * GSCOPE_MSEC);
      while (g_main_context_pending (NULL))
        g_main_context_iteration (NULL, FALSE);
    }
  /* each view has a clock of its own */
  g_assert_cmpuint (f->n_frames - n, >, 2);
  g_assert_cmpuint (f->n_frames - n, <=,
                    N_VIEWS * (1 + (g_get_monotonic_time () - begin) * 30 / G_TIME_SPAN_SECOND));
  gtk_widget_set_visible (f->window, FALSE);
  while (count_frames (f) > 0)
    ;
  advance (f, 100);
  g_assert_cmpuint (count_frames (f), ==, 0);
  n = f->n_frames;
  gtk_widget_set_visible (f->window, TRUE);
  await (f->n_frames > n);
}

#define ADD(name, func) g_test_add ("/analysis-views/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("spectrum", test_spectrum);
  ADD ("peaks", test_peaks);
  ADD ("spectrum-settings", test_spectrum_settings);
  ADD ("linked-time", test_linked_time);
  ADD ("histogram", test_histogram);
  ADD ("linked-cursor", test_linked_cursor);
  ADD ("logarithmic-xy", test_logarithmic_xy);
  ADD ("spectrogram", test_spectrogram);
  ADD ("signals", test_signals);
  ADD ("transfer", test_transfer);
  ADD ("frames", test_frames);
  return g_test_run ();
}

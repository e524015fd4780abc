/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The measurements of a view's settings are beside it, in the same time. */

#include "support/skip-waits.h"

#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>
#include <math.h>

/* A pane in a window; a scope of period 10 ms on a test clock has a sine of 5 Hz and 2 V about 10 V,
 * and a saw of 1 Hz. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  double words[2];
  double offset;
  GscopeGtkView *view;
  GscopeViewSettings *settings;
  GtkWidget *pane;
  GtkWidget *window;
} Fixture;

static void
settle (void)
{
  for (guint i = 0; i < 60; i++)
    g_main_context_iteration (NULL, FALSE);
}

static void
wait_until_mapped (GtkWidget *widget, gboolean mapped)
{
  while (gtk_widget_get_mapped (widget) != mapped)
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  gscope_signal_set_unit (gscope_scope_add_double (f->scope, "sine", &f->words[0]), "V");
  gscope_scope_add_double (f->scope, "saw", &f->words[1]);
  f->view = GSCOPE_GTK_VIEW (gscope_gtk_view_new (f->scope));
  f->settings = gscope_gtk_view_get_settings (f->view);
  f->pane = gscope_gtk_pane_new (f->view);
  f->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (f->window), f->pane);
  gtk_window_present (GTK_WINDOW (f->window));
  wait_until_mapped (GTK_WIDGET (f->view), TRUE);
  gtk_widget_grab_focus (f->pane);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_add_weak_pointer (G_OBJECT (f->view), (gpointer *) &f->view);
  g_object_add_weak_pointer (G_OBJECT (f->pane), (gpointer *) &f->pane);
  gtk_window_destroy (GTK_WINDOW (f->window));
  while ((f->view || f->pane) && g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (f->view);
  g_assert_null (f->pane);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static void
advance (Fixture *f, guint seconds)
{
  for (guint i = 0; i < 100 * seconds; i++)
    {
      double time = (double) gscope_clock_get_time (f->clock) / GSCOPE_SEC;

      f->words[0] = 2 * sin (2 * G_PI * 5 * time) + 10;
      f->words[1] = fmod (time, 1) + f->offset;
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      if (i % 100 == 99)
        gscope_scope_drain (f->scope);
    }
}

static GtkWidget *
find (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

static gboolean
is_shown (Fixture *f, GType type)
{
  return gtk_widget_get_visible (find (f->pane, type));
}

static void
press_on (GtkWidget *widget, guint key)
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

          if (GTK_IS_KEYVAL_TRIGGER (trigger)
              && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key
              && gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == 0)
            found = gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                                  gtk_shortcut_get_arguments (shortcut));
        }
    }
  g_assert_true (found);
  settle ();
}

static void
press (Fixture *f, guint key)
{
  press_on (f->pane, key);
}

static void
test_keys (Fixture *f, gconstpointer data)
{
  g_assert_false (is_shown (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW));
  press (f, GDK_KEY_s);
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW));
  press (f, GDK_KEY_g);
  g_assert_false (is_shown (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW));
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW));
  press (f, GDK_KEY_g);
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW));
  press (f, GDK_KEY_h);
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW));
  press (f, GDK_KEY_y);
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_XY_VIEW));
  press (f, GDK_KEY_i);
  g_assert_true (is_shown (f, GSCOPE_GTK_TYPE_STATISTICS_TABLE));
  press (f, GDK_KEY_p);
  g_assert_true (gscope_gtk_view_get_phosphor (f->view));
  gscope_gtk_view_set_phosphor (f->view, FALSE);
  g_assert_false (gscope_view_settings_is_on (f->settings, "phosphor"));
}

/* Keys go on where what had the focus is hidden; the last part stays. */
static void
test_focus (Fixture *f, gconstpointer data)
{
  GtkWidget *spectrum = find (f->pane, GSCOPE_GTK_TYPE_SPECTRUM_VIEW);

  press (f, GDK_KEY_s);
  press (f, GDK_KEY_t);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (f->view)));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (f->window)) == spectrum);
  press (f, GDK_KEY_s);
  g_assert_true (gtk_widget_get_mapped (spectrum));
  press (f, GDK_KEY_t);
  press (f, GDK_KEY_s);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (f->window)) == GTK_WIDGET (f->view));
}

static gboolean
is_at (Fixture *f, GType type, double wanted_x, double wanted_y)
{
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (find (f->pane, type), f->pane, &bounds))
    return FALSE;
  return (bounds.origin.x > 0) == (wanted_x > 0) && (bounds.origin.y > 0) == (wanted_y > 0);
}

/* Beside where it is wide, below where it is not; all have room. */
static void
test_places (Fixture *f, gconstpointer data)
{
  press (f, GDK_KEY_s);
  press (f, GDK_KEY_h);
  while (!is_at (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW, 1, 0))
    g_main_context_iteration (NULL, TRUE);
  while (!is_at (f, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW, 1, 1))
    g_main_context_iteration (NULL, TRUE);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 500, 700);
  while (!is_at (f, GSCOPE_GTK_TYPE_SPECTRUM_VIEW, 0, 1))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (gtk_widget_get_height (find (f->pane, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW)), >, 100);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (f->view)), >, 200);
}

/* Returns the column of the cursor in the plot of the view. */
static double
find_cursor (Fixture *f)
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
test_same_axis (Fixture *f, gconstpointer data)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (f->view);
  GtkWidget *spectrogram = find (f->pane, GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW);
  gint64 time;

  gscope_gtk_viewport_set_mode (viewport, GPOINTER_TO_INT (data));
  advance (f, 33);
  press (f, GDK_KEY_g);
  while (!is_at (f, GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW, 0, 1)
         || !gscope_gtk_view_get_cursor (f->view, &time))
    {
      g_main_context_iteration (NULL, FALSE);
      press_on (spectrogram, GDK_KEY_Right);
    }
  press_on (spectrogram, GDK_KEY_Escape);
  press_on (spectrogram, GDK_KEY_Right);
  g_assert_cmpfloat_with_epsilon (find_cursor (f),
                                  gscope_gtk_viewport_get_n_columns (viewport) / 2.0, 2);
  for (guint i = 0; i < 50; i++)
    press_on (spectrogram, GDK_KEY_Right);
  g_assert_cmpfloat_with_epsilon (find_cursor (f),
                                  gscope_gtk_viewport_get_n_columns (viewport) / 2.0 + 50, 2);
}

static double
get_percentile (Fixture *f, double percent)
{
  return gscope_gtk_histogram_view_get_percentile (
      GSCOPE_GTK_HISTOGRAM_VIEW (find (f->pane, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW)), percent);
}

/* It measures what the view shows: its time, its selected signal. */
static void
test_linked (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkViewSignal) saw =
      g_list_model_get_item (gscope_gtk_view_get_signals (f->view), 1);

  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (f->view);
  gint64 middle;

  g_object_set (f->settings, "histogram", TRUE, NULL);
  wait_until_mapped (find (f->pane, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW), TRUE);
  advance (f, 20);
  middle = gscope_scope_get_pen (f->scope);
  f->offset = 100;
  advance (f, 20);
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
test_settings (Fixture *f, gconstpointer data)
{
  GtkWidget *spectrum = find (f->pane, GSCOPE_GTK_TYPE_SPECTRUM_VIEW);
  GtkWidget *spectrogram = find (f->pane, GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW);
  GtkWidget *histogram = find (f->pane, GSCOPE_GTK_TYPE_HISTOGRAM_VIEW);
  gboolean decibels, logarithmic, counts;
  guint size, n_peaks, n_bins;

  g_object_set (f->settings, "size", 128, "decibels", FALSE, "logarithmic-frequencies", TRUE,
                "n-peaks", 3, "n-bins", 20, "logarithmic-counts", FALSE, NULL);
  g_object_get (spectrum, "size", &size, "n-peaks", &n_peaks, "logarithmic", &logarithmic, NULL);
  g_object_get (spectrogram, "decibels", &decibels, NULL);
  g_object_get (histogram, "n-bins", &n_bins, "logarithmic-counts", &counts, NULL);
  g_assert_cmpuint (size, ==, 128);
  g_assert_cmpuint (n_peaks, ==, 3);
  g_assert_cmpuint (n_bins, ==, 20);
  g_assert_true (logarithmic);
  g_assert_false (decibels);
  g_assert_false (counts);
}

/* Signals of XY are known by name, whether they are there yet or not. */
static void
test_xy (Fixture *f, gconstpointer data)
{
  GtkWidget *xy = find (f->pane, GSCOPE_GTK_TYPE_XY_VIEW);
  GscopeGtkViewSignal *x;

  g_object_set (f->settings, "xy", TRUE, "x", "late", "y", "sine", NULL);
  g_assert_null (gscope_gtk_xy_view_get_x (GSCOPE_GTK_XY_VIEW (xy)));
  gscope_scope_add_double (f->scope, "late", &f->words[1]);
  x = gscope_gtk_xy_view_get_x (GSCOPE_GTK_XY_VIEW (xy));
  g_assert_nonnull (x);
  g_assert_cmpstr (gscope_signal_get_name (gscope_gtk_view_signal_get_signal (x)), ==, "late");
  g_assert_nonnull (gscope_gtk_analysis_view_get_signal (GSCOPE_GTK_ANALYSIS_VIEW (xy)));
  gscope_scope_remove_signal (f->scope, gscope_gtk_view_signal_get_signal (x));
  settle ();
  g_assert_null (gscope_gtk_xy_view_get_x (GSCOPE_GTK_XY_VIEW (xy)));
}

/* The visible time has 2000 samples; except for rounding of the phases, the figures are exact. */
static void
test_statistics (Fixture *f, gconstpointer data)
{
  GscopeGtkMeasureTable *table =
      GSCOPE_GTK_MEASURE_TABLE (find (f->pane, GSCOPE_GTK_TYPE_STATISTICS_TABLE));
  g_autofree char *none = gscope_gtk_measure_table_get_text (table);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) sine = NULL;

  g_assert_cmpstr (none, ==, "");
  advance (f, 25);
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
test_described (Fixture *f, gconstpointer data)
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

#define ADD(name, func) g_test_add ("/pane/" name, Fixture, NULL, set_up, func, tear_down)

/* How many pixels in a part of an exported picture are not of its first one's colour. */
static guint
count_within (Fixture *f, const GdkRectangle *area)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "gscope-test-pane.png", NULL);
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *pixels = NULL;
  GdkRectangle within;
  int width, height;
  guint n = 0;

  g_assert_true (gscope_gtk_pane_export (GSCOPE_GTK_PANE (f->pane), path, 1, &error));
  g_assert_no_error (error);
  texture = gdk_texture_new_from_filename (path, &error);
  g_assert_no_error (error);
  g_remove (path);
  width = gdk_texture_get_width (texture);
  height = gdk_texture_get_height (texture);
  g_assert_cmpint (width, ==, gtk_widget_get_width (f->pane));
  pixels = g_new (guint32, width * height);
  gdk_texture_download (texture, (guchar *) pixels, width * sizeof (guint32));
  gdk_rectangle_intersect (area, &(GdkRectangle){ 0, 0, width, height }, &within);
  for (int y = within.y; y < within.y + within.height; y++)
    for (int x = within.x; x < within.x + within.width; x++)
      n += pixels[y * width + x] != pixels[0];
  return n;
}

static guint
count_marked (Fixture *f, int begin, int end)
{
  return count_within (f, &(GdkRectangle){ begin, 0, end - begin, G_MAXINT });
}

static void
wait_for_width (GtkWidget *widget, int least)
{
  while (gtk_widget_get_width (widget) < least)
    g_main_context_iteration (NULL, TRUE);
}

static int
get_copied_width (Fixture *f)
{
  GdkContentProvider *content = gdk_clipboard_get_content (gtk_widget_get_clipboard (f->pane));
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, GDK_TYPE_TEXTURE);
  g_assert_true (content && gdk_content_provider_get_value (content, &value, NULL));
  return gdk_texture_get_width (g_value_get_object (&value));
}

/* A picture is of all that the pane shows, whether that is the signals over time or not. */
static void
test_picture (Fixture *f, gconstpointer data)
{
  GtkWidget *spectrum = find (f->pane, GSCOPE_GTK_TYPE_SPECTRUM_VIEW);
  g_autoptr (GError) error = NULL;
  guint both, alone;

  advance (f, 3);
  press (f, GDK_KEY_s);
  wait_until_mapped (spectrum, TRUE);
  wait_for_width (spectrum, 300);
  both = count_marked (f, 560, 900);
  g_assert_cmpuint (both, >, 500);
  press (f, GDK_KEY_t);
  wait_for_width (spectrum, 800);
  alone = count_marked (f, 560, 900);
  g_assert_cmpuint (alone, >, 500);
  g_assert_cmpuint (alone, !=, both);
  g_assert_true (gscope_gtk_pane_copy_picture (GSCOPE_GTK_PANE (f->pane), &error));
  g_assert_no_error (error);
  g_assert_cmpint (get_copied_width (f), ==, gtk_widget_get_width (f->pane));
  g_assert_false (gscope_gtk_pane_export (GSCOPE_GTK_PANE (f->pane), "/tmp/a.bmp", 1, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
}

/* The statistics have the same place in the picture and in the pane. */
static void
test_table_picture (Fixture *f, gconstpointer data)
{
  GtkWidget *table = find (f->pane, GSCOPE_GTK_TYPE_STATISTICS_TABLE);
  graphene_rect_t bounds;
  GdkRectangle area;

  advance (f, 3);
  press (f, GDK_KEY_i);
  wait_until_mapped (table, TRUE);
  wait_for_width (table, 300);
  g_assert_true (gtk_widget_compute_bounds (table, f->pane, &bounds));
  area = (GdkRectangle){ (int) bounds.origin.x + 2, (int) bounds.origin.y + 2,
                         (int) bounds.size.width - 4, (int) bounds.size.height - 4 };
  g_assert_cmpuint (count_within (f, &area), >, 500);
}

/* Each part is shown by its key, with what it measures. */
static void
check_part (Fixture *f, GtkWidget *part, guint key)
{
  graphene_rect_t bounds;
  GdkRectangle middle;
  guint n;

  g_assert_nonnull (part);
  press (f, key);
  wait_until_mapped (part, TRUE);
  wait_for_width (part, 100);
  g_assert_true (gtk_widget_compute_bounds (part, f->pane, &bounds));
  /* without its axes */
  middle = (GdkRectangle){ (int) (bounds.origin.x + bounds.size.width / 4),
                           (int) (bounds.origin.y + bounds.size.height / 4),
                           (int) bounds.size.width / 2, (int) bounds.size.height / 2 };
  n = count_within (f, &middle);
  g_test_message ("%s: %u pixels", G_OBJECT_TYPE_NAME (part), n);
  g_assert_cmpuint (n, >, 100);
}

/* The types of all parts, in their order. */
static const char *const types[] = { "GscopeGtkSpectrumView", "GscopeGtkHistogramView",
                                     "GscopeGtkXyView" };

static void
test_parts (Fixture *f, gconstpointer data)
{
  guint n;
  const GscopeGtkPanePart *parts = gscope_gtk_pane_get_parts (&n);

  advance (f, 10);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (types));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpstr (g_type_name (parts[i].get_type ()), ==, types[i]);
      check_part (f, find (f->pane, parts[i].get_type ()), (guint) parts[i].key);
      g_assert_true (gscope_view_settings_is_on (f->settings, parts[i].setting));
    }
  check_part (f, find (f->pane, GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW), GDK_KEY_g);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("keys", test_keys);
  ADD ("focus", test_focus);
  ADD ("places", test_places);
  ADD ("linked", test_linked);
  g_test_add ("/pane/same-axis/sweep", Fixture, GINT_TO_POINTER (GSCOPE_VIEW_SWEEP), set_up,
              test_same_axis, tear_down);
  g_test_add ("/pane/same-axis/roll", Fixture, GINT_TO_POINTER (GSCOPE_VIEW_ROLL), set_up,
              test_same_axis, tear_down);
  ADD ("settings", test_settings);
  ADD ("xy", test_xy);
  ADD ("statistics", test_statistics);
  ADD ("described", test_described);
  ADD ("picture", test_picture);
  ADD ("table-picture", test_table_picture);
  ADD ("parts", test_parts);
  return g_test_run ();
}

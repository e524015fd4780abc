/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The measurements beside signals over time in the window: turned on and off, set, undone, saved.
 * */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>
#include <math.h>

#include "app-bed.h"
#include "panes/canvas.h"
#include "panes/panes.h"
#include "panes/peaks-dialog.h"
#include "panes/view-settings.h"
#include "window/application.h"
#include "window/window.h"

static const char document[] =
    "{ \"gscope-workspace\": 1, \"title\": \"Lab\", \"scopes\": [ { \"name\": \"A\",\n"
    "  \"period-ms\": 10, \"sources\": [ { \"type\": \"demo\",\n"
    "    \"options\": { \"signals\": [ \"sine\", \"square\", \"saw\" ] } } ] } ],\n"
    "  \"views\": [ { \"title\": \"One\", \"signals\": [ { \"match\": \"demo/*\" } ] } ] }\n";

typedef AppBed Fixture;

/* As window.ui has it. */
#define USUAL_WIDTH 1440

/* Wide enough for the toggles. The X server answers later. */
static void
widen (Fixture *f)
{
  gtk_window_set_default_size (GTK_WINDOW (f->window), 1560, 960);
  app_bed_await (gtk_widget_get_width (f->window) > USUAL_WIDTH);
}

/* As wide as it opens. */
static void
set_up_usual (Fixture *f, gconstpointer application)
{
  app_bed_init (f, application, document);
}

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (f, application, document);
  widen (f);
}

static GscopeViewSettings *
get_settings (Fixture *f)
{
  return gscope_gtk_view_get_settings (app_bed_get_view (f));
}

static gboolean
is_on (Fixture *f, const char *name)
{
  return gscope_view_settings_is_on (get_settings (f), name);
}

static gboolean
shows_toggles (Fixture *f)
{
  return app_bed_find_button (f->window, "win.spectrum") != NULL;
}

static gboolean
is_active (Fixture *f, const char *action)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (app_bed_find_button (f->window, action)));
}

/* Each is turned on and off by its button, and the button follows what keys do. */
static void
test_toggles (Fixture *f, gconstpointer data)
{
  guint n;
  const GscopeGtkPanePart *parts = gscope_gtk_pane_get_parts (&n);

  app_bed_await (shows_toggles (f));
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *part = app_bed_find (f->window, parts[i].get_type ());
      g_autofree char *action = g_strconcat ("win.", parts[i].setting, NULL);

      g_assert_false (gtk_widget_get_visible (part));
      app_bed_click (f, action);
      g_assert_true (gtk_widget_get_visible (part));
      g_assert_true (is_active (f, action));
      app_bed_click (f, action);
      g_assert_false (gtk_widget_get_visible (part));
    }
  app_bed_click (f, "win.time");
  g_assert_true (is_active (f, "win.time"));
  gscope_view_settings_set_on (get_settings (f), "spectrum", TRUE);
  app_bed_settle ();
  g_assert_true (is_active (f, "win.spectrum"));
}

/* The switch keeps its place while the past is shown, at 1280 pixels too. */
static void
test_switch_stays (Fixture *f, gconstpointer data)
{
  GtkWidget *toggle;

  app_bed_await (shows_toggles (f));
  toggle = app_bed_find_button (f->window, "win.spectrum");
  app_bed_press (f, "<Shift>Left");
  app_bed_await (app_bed_find_button (f->window, "win.live") != NULL);
  app_bed_settle ();
  g_assert_true (app_bed_find_button (f->window, "win.spectrum") == toggle);
}

/* The axes of signals are changed by keys, and undone. */
static void
test_axes (Fixture *f, gconstpointer data)
{
  GscopeGtkView *view = app_bed_get_view (f);
  g_autoptr (GscopeGtkViewSignal) signal =
      g_list_model_get_item (gscope_gtk_view_get_signals (view), 0);

  app_bed_press (f, "e");
  g_assert_true (is_on (f, "logarithmic-axes"));
  app_bed_press (f, "<Control>z");
  g_assert_false (is_on (f, "logarithmic-axes"));
  gscope_gtk_view_set_selected (view, signal);
  gscope_gtk_view_signal_set_own_axis (signal, TRUE);
  app_bed_press (f, "<Control>Up");
  app_bed_press (f, "<Control>Up");
  g_assert_cmpfloat_with_epsilon (gscope_gtk_view_signal_get_offset (signal), 0.1, 1e-9);
  app_bed_press (f, "<Control><Shift>Up");
  g_assert_cmpfloat (gscope_gtk_view_signal_get_magnification (signal), ==, 1.25);
  app_bed_press (f, "<Control>z");
  g_assert_cmpfloat (gscope_gtk_view_signal_get_magnification (signal), ==, 1);
  app_bed_press (f, "<Control>z");
  g_assert_cmpfloat (gscope_gtk_view_signal_get_offset (signal), ==, 0);
  app_bed_press (f, "<Control>z");
  g_assert_false (gscope_gtk_view_signal_get_own_axis (signal));
  for (guint i = 0; i < 3; i++)
    app_bed_press (f, "<Control><Shift>z");
  g_assert_true (gscope_gtk_view_signal_get_own_axis (signal));
  g_assert_cmpfloat (gscope_gtk_view_signal_get_magnification (signal), ==, 1.25);
}

static void
test_undone (Fixture *f, gconstpointer data)
{
  guint n_bins;

  app_bed_press (f, "s");
  app_bed_press (f, "t");
  g_object_set (get_settings (f), "n-bins", 16, NULL);
  app_bed_press (f, "p");
  g_assert_true (gscope_gtk_view_get_phosphor (app_bed_get_view (f)));
  app_bed_press (f, "<Control>z");
  g_assert_false (gscope_gtk_view_get_phosphor (app_bed_get_view (f)));
  app_bed_press (f, "<Control>z");
  g_object_get (get_settings (f), "n-bins", &n_bins, NULL);
  g_assert_cmpuint (n_bins, ==, 64);
  app_bed_press (f, "<Control>z");
  g_assert_true (is_on (f, "time"));
  app_bed_press (f, "<Control>z");
  g_assert_false (is_on (f, "spectrum"));
  g_assert_false (app_bed_is_enabled (f, "undo"));
  for (guint i = 0; i < 4; i++)
    app_bed_press (f, "<Control><Shift>z");
  g_assert_true (gscope_gtk_view_get_phosphor (app_bed_get_view (f)));
  g_assert_false (is_on (f, "time"));
  /* what is refused is no step */
  app_bed_press (f, "s");
  app_bed_press (f, "<Control>z");
  g_assert_false (gscope_gtk_view_get_phosphor (app_bed_get_view (f)));
  app_bed_press (f, "o");
  g_assert_true (is_on (f, "overview"));
  app_bed_press (f, "<Control>z");
  g_assert_false (is_on (f, "overview"));
  app_bed_press (f, "b");
  g_assert_true (is_on (f, "transfer"));
  app_bed_press (f, "<Control>z");
  g_assert_false (is_on (f, "transfer"));
}

static void
test_saved (Fixture *f, gconstpointer data)
{
  g_autofree char *x = NULL, *input = NULL, *output = NULL;
  GscopeGtkXyView *xy;

  g_assert_true (!app_bed_is_modified (f));
  app_bed_press (f, "h");
  app_bed_press (f, "g");
  app_bed_press (f, "i");
  app_bed_press (f, "p");
  app_bed_press (f, "o");
  app_bed_press (f, "y");
  app_bed_press (f, "b");
  g_object_set (get_settings (f), "x", "demo/saw", "y", "demo/sine", "percentiles", "90", NULL);
  g_object_set (get_settings (f), "input", "demo/square", "output", "demo/saw", NULL);
  app_bed_await (app_bed_is_modified (f));
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  app_bed_reopen (f);
  widen (f);
  g_assert_true (is_on (f, "histogram"));
  g_assert_true (is_on (f, "spectrogram"));
  g_assert_true (is_on (f, "statistics"));
  g_assert_true (is_on (f, "overview"));
  app_bed_await (gtk_widget_get_mapped (app_bed_find (f->window, GSCOPE_GTK_TYPE_OVERVIEW)));
  g_assert_true (gscope_gtk_view_get_phosphor (app_bed_get_view (f)));
  g_object_get (get_settings (f), "x", &x, NULL);
  g_assert_cmpstr (x, ==, "demo/saw");
  g_assert_true (is_on (f, "transfer"));
  g_object_get (get_settings (f), "input", &input, "output", &output, NULL);
  g_assert_cmpstr (input, ==, "demo/square");
  g_assert_cmpstr (output, ==, "demo/saw");
  xy = GSCOPE_GTK_XY_VIEW (app_bed_find (f->window, GSCOPE_GTK_TYPE_XY_VIEW));
  g_assert_nonnull (gscope_gtk_xy_view_get_x (xy));
  g_assert_true (!app_bed_is_modified (f));
}

static guint
get_number (Fixture *f, const char *name)
{
  guint number;

  g_object_get (get_settings (f), name, &number, NULL);
  return number;
}

static void
choose (GtkWidget *popover, const char *name, guint position)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (app_bed_find_named (popover, name)), position);
  app_bed_settle ();
}

/* Every setting has a control, by its name, which changes it. */
static void
test_popover (Fixture *f, gconstpointer data)
{
  GtkWidget *popover = app_bed_find (f->window, APP_TYPE_VIEW_SETTINGS);
  g_autofree GParamSpec **pspecs = NULL;
  g_autofree char *x = NULL;
  g_autofree char *percentiles = NULL;
  GtkWidget *entry;
  guint n;

  g_object_set (get_settings (f), "n-bins", 50, "spectrum", TRUE, "histogram", TRUE, "xy", TRUE,
                "transfer", TRUE, NULL);
  app_bed_press (f, "<Alt>Return");
  g_assert_true (gtk_widget_get_visible (popover));
  pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (get_settings (f)), &n);
  for (guint i = 0; i < n; i++)
    g_assert_nonnull (app_bed_find_named (popover, pspecs[i]->name));
  /* a number that is no choice is one more */
  g_assert_cmpuint (
      gtk_drop_down_get_selected (GTK_DROP_DOWN (app_bed_find_named (popover, "n-bins"))), ==, 8);
  choose (popover, "n-bins", 2);
  g_assert_cmpuint (get_number (f, "n-bins"), ==, 32);
  choose (popover, "size", 2);
  g_assert_cmpuint (get_number (f, "size"), ==, 256);
  choose (popover, "n-peaks", 3);
  g_assert_cmpuint (get_number (f, "n-peaks"), ==, 3);
  choose (popover, "x", 3);
  g_object_get (get_settings (f), "x", &x, NULL);
  g_assert_cmpstr (x, ==, "demo/saw");
  gtk_switch_set_active (GTK_SWITCH (app_bed_find_named (popover, "spectrogram")), TRUE);
  g_assert_true (is_on (f, "spectrogram"));

  entry = app_bed_find_named (popover, "percentiles");
  app_bed_enter (entry, "most");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  app_bed_enter (entry, "10 90");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  g_object_get (get_settings (f), "percentiles", &percentiles, NULL);
  g_assert_cmpstr (percentiles, ==, "10 90");
  gtk_popover_popdown (GTK_POPOVER (popover));
  app_bed_settle ();
}

/* Each view has its own. */
static void
test_views (Fixture *f, gconstpointer data)
{
  app_bed_press (f, "h");
  app_bed_press (f, "<Control>backslash");
  g_assert_true (is_on (f, "histogram"));
  app_bed_press (f, "h");
  g_assert_false (is_on (f, "histogram"));
  app_bed_press (f, "F6");
  g_assert_true (is_on (f, "histogram"));
  app_bed_press (f, "F6");
  app_bed_press (f, "<Control>z");
  g_assert_true (is_on (f, "histogram"));
}

static guint
count_columns (GscopeGtkView *view)
{
  return gscope_gtk_viewport_get_n_columns (gscope_gtk_view_get_viewport (view));
}

/* Plots below each other are as wide, however many value axes one of them has. */
static void
test_margins (Fixture *f, gconstpointer data)
{
  GscopeGtkView *above = app_bed_get_view (f), *below;
  guint before;

  app_bed_press (f, "<Control>bar");
  below = app_bed_get_view (f);
  g_assert_true (below != above);
  gscope_gtk_view_set_layout (below, GSCOPE_VIEW_LAYOUT_OVERLAY);
  /* one without a size has a single column */
  app_bed_await (count_columns (below) > 1 && count_columns (below) == count_columns (above));
  before = count_columns (below);
  gscope_gtk_view_signal_set_own_axis (app_bed_select_signal (f, 0), TRUE);
  app_bed_await (count_columns (below) < before && count_columns (below) == count_columns (above));
}

static void
on_text (GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

/* Copies the table. Returns FALSE while it has too few peaks: when more is in view, the spectrum begins again with longer
 * segments, which have to be without missed ticks. */
static gboolean
copy_peaks (GtkWidget *dialog)
{
  GtkWidget *table = app_bed_find (dialog, GTK_TYPE_COLUMN_VIEW);
  GListModel *rows = G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));

  if (g_list_model_get_n_items (rows) < 3)
    return FALSE;
  g_signal_emit_by_name (app_bed_find_labelled (dialog, "_Copy"), "clicked");
  return TRUE;
}

/* Copies the table, and checks that a column, frequency or magnitude, rises or falls. */
static void
assert_order (GtkWidget *dialog, guint column, int direction)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  double last = -INFINITY;

  app_bed_await (copy_peaks (dialog));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (dialog), NULL, on_text, &text);
  app_bed_await (text);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "Frequency (Hz)\tMagnitude (dB)\tHarmonic");
  g_assert_cmpuint (g_strv_length (lines), >, 3);
  for (guint i = 1; lines[i][0]; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "\t", -1);
      double number = direction * g_ascii_strtod (cells[column], NULL);

      g_assert_cmpfloat (number, >=, last);
      last = number;
    }
}

/* The table opens with the spectrum. The highest peak is its first harmonic. */
static void
test_peaks (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog, *table;
  GListModel *rows;

  app_bed_press (f, "<Control><Alt>p");
  g_assert_true (is_on (f, "spectrum"));
  dialog = app_bed_find_window (APP_TYPE_PEAKS_DIALOG);
  table = app_bed_find (dialog, GTK_TYPE_COLUMN_VIEW);
  rows = G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
  app_bed_await (g_list_model_get_n_items (rows) > 2);
  app_bed_await (app_bed_find_text (dialog, "1×"));
  app_bed_check_names (dialog);
  assert_order (dialog, 1, -1);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (app_bed_find (dialog, GTK_TYPE_DROP_DOWN)), 1);
  assert_order (dialog, 0, 1);
  app_bed_escape (GTK_WINDOW (dialog));
  g_assert_null (app_bed_find_window (APP_TYPE_PEAKS_DIALOG));
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, app_bed_tear_down)
  ADD ("/app-analysis/toggles", test_toggles);
  g_test_add ("/app-analysis/switch-stays", Fixture, application, set_up_usual, test_switch_stays,
              app_bed_tear_down);
  ADD ("/app-analysis/undone", test_undone);
  ADD ("/app-analysis/axes", test_axes);
  ADD ("/app-analysis/saved", test_saved);
  ADD ("/app-analysis/popover", test_popover);
  ADD ("/app-analysis/views", test_views);
  ADD ("/app-analysis/margins", test_margins);
  ADD ("/app-analysis/peaks", test_peaks);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Each control of the window has its effect: the panel of the selected signal, the bar below the
 * picture, and the keys for both. */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "bars/bottom.h"
#include "bars/losses.h"
#include "bars/status.h"
#include "bars/timing.h"
#include "panes/panes.h"
#include "parameters/panel.h"
#include "parameters/responses.h"
#include "signals/inspector.h"
#include "signals/panel.h"
#include "signals/row.h"
#include "widgets/drop-down.h"
#include "widgets/steady-label.h"
#include "window/application.h"
#include "window/layout.h"
#include "window/window.h"

static const char document[] =
    "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 10, \"sources\": [ {\n"
    "  \"type\": \"demo\", \"options\": { \"signals\": [ \"sine\" ] } } ] } ],\n"
    "  \"views\": [ { \"signals\": [ { \"match\": \"*\" } ] } ] }\n";

typedef struct
{
  AppBed bed;
  GscopeScope *scope;
  GscopeGtkView *view;
} Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (&f->bed, application, document);
  f->scope = g_list_model_get_item (app_session_get_scopes (app_bed_get_session (&f->bed)), 0);
  f->view = app_bed_get_view (&f->bed);
}

static void
tear_down (Fixture *f, gconstpointer application)
{
  g_object_unref (f->scope);
  app_bed_clear (&f->bed);
}

/* A part of a widget, by its name in the template. */
static gpointer
find (Fixture *f, GType type, const char *name)
{
  GtkWidget *widget = app_bed_find (f->bed.window, type);
  GObject *child = gtk_widget_get_template_child (widget, type, name);

  g_assert_nonnull (child);
  return child;
}

static void
await_value (GscopeParameter *parameter, double value)
{
  while (gscope_parameter_get_state (parameter) == GSCOPE_PARAMETER_STATE_PENDING
         || g_variant_get_double (gscope_parameter_get_value (parameter)) != value)
    g_main_context_iteration (NULL, TRUE);
}

/* Undo is of the write, though the entry still has the focus; and the entry shows what is. */
static void
test_written (Fixture *f, gconstpointer data)
{
  GtkWidget *control = app_bed_find (f->bed.window, GSCOPE_GTK_TYPE_CONTROL);
  GscopeParameter *parameter = gscope_gtk_control_get_parameter (GSCOPE_GTK_CONTROL (control));
  GtkWidget *entry = app_bed_find (control, GTK_TYPE_ENTRY);
  double before = g_variant_get_double (gscope_parameter_get_value (parameter));
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));

  gtk_widget_grab_focus (entry);
  app_bed_enter (entry, "2");
  await_value (parameter, 2);
  app_bed_press (&f->bed, "<Control>z");
  await_value (parameter, before);
  app_bed_settle ();
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, text);
}

static void
assert_range (GscopeGtkViewSignal *signal, double min, double max)
{
  double low, high;

  gscope_gtk_view_signal_get_range (signal, &low, &high);
  g_assert_cmpfloat (low, ==, min);
  g_assert_cmpfloat (high, ==, max);
}

/* However long a value's unit is, the widgets behind it stay in the panel. A shorter value changes no width. */
static void
test_row (Fixture *f, gconstpointer data)
{
  GtkWidget *row = app_bed_find (f->bed.window, APP_TYPE_SIGNAL_ROW);
  int least, least_long, natural, natural_short;

  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  app_steady_label_set_markup (find (f, APP_TYPE_SIGNAL_ROW, "value"),
                               "123.4 packets that wait in a queue");
  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, -1, &least_long, &natural, NULL, NULL);
  g_assert_cmpint (least_long, ==, least);
  g_assert_cmpint (natural, >, least);
  app_steady_label_set_markup (find (f, APP_TYPE_SIGNAL_ROW, "value"), "123.4");
  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural_short, NULL, NULL);
  g_assert_cmpint (natural_short, ==, natural);
}

static double
get_number (Fixture *f, const char *entry)
{
  return g_strtod (gtk_editable_get_text (find (f, APP_TYPE_INSPECTOR, entry)), NULL);
}

static gboolean
shows_range (Fixture *f, GscopeGtkViewSignal *signal)
{
  double min, max;

  gscope_gtk_view_signal_get_range (signal, &min, &max);
  return get_number (f, "min") == min && get_number (f, "max") == max;
}

/* The fields show a range that follows the values, and keep text that is being typed. */
static void
test_auto_range (Fixture *f, gconstpointer data)
{
  AppSession *session = app_bed_get_session (&f->bed);
  GscopeSource *demo = app_session_find_source (session, "demo");
  GscopeGtkViewSignal *signal = app_bed_select_signal (&f->bed, 0);
  GtkWidget *max = find (f, APP_TYPE_INSPECTOR, "max");

  gscope_gtk_view_signal_set_auto_range (signal);
  app_bed_await (get_number (f, "max") < 3);
  gscope_parameter_write_async (gscope_source_find_parameter (demo, "amplitude"),
                                g_variant_new_double (5), NULL, NULL, NULL, NULL);
  app_bed_await (get_number (f, "max") > 4 && shows_range (f, signal));
  gtk_widget_grab_focus (max);
  gtk_editable_set_text (GTK_EDITABLE (max), "70");
  app_session_tick (session);
  g_assert_cmpfloat (get_number (f, "max"), ==, 70);
}

static void
test_range (Fixture *f, gconstpointer data)
{
  GscopeGtkViewSignal *signal = app_bed_select_signal (&f->bed, 0);
  GtkWidget *min = find (f, APP_TYPE_INSPECTOR, "min");
  GtkWidget *max = find (f, APP_TYPE_INSPECTOR, "max");
  GtkToggleButton *auto_range = find (f, APP_TYPE_INSPECTOR, "auto_range");
  double low, high, before;

  gtk_editable_set_text (GTK_EDITABLE (min), "-1000");
  app_bed_enter (max, "1000");
  assert_range (signal, -1000, 1000);
  /* what is no range is not taken */
  app_bed_enter (max, "-2000");
  assert_range (signal, -1000, 1000);
  g_assert_true (gtk_widget_has_css_class (max, "error"));
  g_assert_false (gscope_gtk_view_signal_get_auto_range (signal));
  /* its row says it as values are said */
  g_assert_nonnull (app_bed_find_text (f->bed.window, "−1 – 1 kV"));
  app_bed_enter (max, "0.5");
  app_bed_enter (min, "0");
  g_assert_nonnull (app_bed_find_text (f->bed.window, "0 – 500 mV"));
  app_bed_enter (max, "2e21");
  g_assert_nonnull (app_bed_find_text (f->bed.window, "0 – 2000000 PV"));
  app_bed_enter (max, "0.5");
  app_bed_enter (min, "-1000");
  gtk_toggle_button_set_active (auto_range, TRUE);
  g_assert_true (gscope_gtk_view_signal_get_auto_range (signal));
  app_bed_enter (max, "1000");
  gscope_gtk_view_signal_get_range (signal, &before, &high);
  gscope_gtk_view_signal_set_least_range (signal, -50, 50);
  /* A range is fitted to values that are not the first ones. */
  app_bed_await (
      gscope_trace_get_end (gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (signal)))
      > 20);
  app_bed_click (&f->bed, "win.fit");
  gscope_gtk_view_signal_get_range (signal, &low, &high);
  g_assert_cmpfloat (low, >, -50);
  g_assert_cmpfloat (high, <, 50);
  app_bed_settle ();
  /* fitting the ranges of all signals is one change */
  app_bed_press (&f->bed, "<Control>z");
  assert_range (signal, before, 1000);
  g_assert_true (gscope_gtk_view_signal_get_least_range (signal, &low, &high));
  g_assert_cmpfloat (low, ==, -50);
  app_bed_press (&f->bed, "<Control><Shift>z");
  g_assert_true (gscope_gtk_view_signal_get_auto_range (signal));
  g_assert_false (gscope_gtk_view_signal_get_least_range (signal, &low, &high));
}

static void
test_looks (Fixture *f, gconstpointer data)
{
  GscopeGtkViewSignal *signal = app_bed_select_signal (&f->bed, 0);
  GtkGrid *colors = find (f, APP_TYPE_INSPECTOR, "colors");

  gtk_drop_down_set_selected (find (f, APP_TYPE_INSPECTOR, "line"), GSCOPE_LINE_MODE_POINTS);
  g_assert_cmpint (gscope_gtk_view_signal_get_line_mode (signal), ==, GSCOPE_LINE_MODE_POINTS);
  gtk_range_set_value (find (f, APP_TYPE_INSPECTOR, "filter"), 0.5);
  g_assert_cmpfloat (gscope_signal_get_filter (gscope_gtk_view_signal_get_signal (signal)), ==,
                     0.5);
  g_assert_cmpstr (gtk_label_get_label (find (f, APP_TYPE_INSPECTOR, "filter_value")), ==, "0.50");
  gtk_menu_button_popup (find (f, APP_TYPE_INSPECTOR, "color"));
  app_bed_settle ();
  g_signal_emit_by_name (gtk_grid_get_child_at (colors, 4, 1), "clicked");
  g_assert_cmpuint (gscope_gtk_view_signal_get_color (signal), ==, 13);
  gtk_toggle_button_set_active (find (f, APP_TYPE_INSPECTOR, "visible"), FALSE);
  g_assert_true (gscope_gtk_view_signal_get_hidden (signal));
  /* the eye in its row does the same */
  gtk_toggle_button_set_active (find (f, APP_TYPE_SIGNAL_ROW, "eye"), TRUE);
  g_assert_false (gscope_gtk_view_signal_get_hidden (signal));
}

/* Undoes the newest change, which has a title. */
static void
undo (Fixture *f, const char *title)
{
  AppHistory *history = app_session_get_history (app_bed_get_session (&f->bed));

  g_assert_cmpstr (app_history_get_undo_title (history), ==, title);
  app_bed_press (&f->bed, "<Control>z");
}

/* Each change of how a signal looks is an entry, from the panel, the row and the keyboard. A change by its source is
 * none, and after undo the view follows the source again. */
static void
test_looks_undone (Fixture *f, gconstpointer data)
{
  GscopeGtkViewSignal *signal = app_bed_select_signal (&f->bed, 0);
  GscopeSignal *shown = gscope_gtk_view_signal_get_signal (signal);
  GscopeLineMode line = gscope_gtk_view_signal_get_line_mode (signal);
  guint color = gscope_gtk_view_signal_get_color (signal);
  g_autofree char *title = g_strdup (gscope_gtk_view_signal_get_title (signal));
  GtkWidget *entry = find (f, APP_TYPE_INSPECTOR, "title");
  GtkGrid *colors = find (f, APP_TYPE_INSPECTOR, "colors");

  app_bed_settle ();
  g_assert_false (app_bed_is_enabled (&f->bed, "undo"));
  app_bed_enter (entry, "Wave");
  gtk_menu_button_popup (find (f, APP_TYPE_INSPECTOR, "color"));
  app_bed_settle ();
  g_signal_emit_by_name (gtk_grid_get_child_at (colors, 4, 1), "clicked");
  gtk_drop_down_set_selected (find (f, APP_TYPE_INSPECTOR, "line"), GSCOPE_LINE_MODE_POINTS);
  gtk_toggle_button_set_active (find (f, APP_TYPE_INSPECTOR, "visible"), FALSE);
  gtk_toggle_button_set_active (find (f, APP_TYPE_SIGNAL_ROW, "eye"), TRUE);
  app_bed_press (&f->bed, "1");
  g_assert_true (gscope_gtk_view_signal_get_hidden (signal));
  undo (f, "Visibility of “Wave”");
  g_assert_false (gscope_gtk_view_signal_get_hidden (signal));
  undo (f, "Visibility of “Wave”");
  g_assert_true (gscope_gtk_view_signal_get_hidden (signal));
  undo (f, "Visibility of “Wave”");
  g_assert_false (gscope_gtk_view_signal_get_hidden (signal));
  undo (f, "Line of “Wave”");
  g_assert_cmpint (gscope_gtk_view_signal_get_line_mode (signal), ==, line);
  undo (f, "Colour of “Wave”");
  g_assert_cmpuint (gscope_gtk_view_signal_get_color (signal), ==, color);
  app_bed_await (gtk_widget_get_mapped (entry) && gtk_widget_grab_focus (entry));
  undo (f, "Name of “Wave”");
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (signal), ==, title);
  gscope_signal_set_title (shown, "Other");
  gscope_signal_set_hidden (shown, TRUE);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (signal), ==, "Other");
  g_assert_true (gscope_gtk_view_signal_get_hidden (signal));
  app_bed_settle ();
  g_assert_false (app_bed_is_enabled (&f->bed, "undo"));
  for (guint i = 0; i < 4; i++)
    app_bed_press (&f->bed, "<Control><Shift>z");
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (signal), ==, "Wave");
  g_assert_cmpuint (gscope_gtk_view_signal_get_color (signal), ==, 13);
  g_assert_cmpint (gscope_gtk_view_signal_get_line_mode (signal), ==, GSCOPE_LINE_MODE_POINTS);
  app_bed_press (&f->bed, "<Control><Shift>z");
  g_assert_false (gscope_gtk_view_signal_get_hidden (signal));
}

/* The panels go and come with their keys; the rows of the one say what the signals are. */
static void
test_panels (Fixture *f, gconstpointer data)
{
  GtkWidget *signals = app_bed_find (f->bed.window, APP_TYPE_SIGNALS_PANEL);
  GtkWidget *parameters = app_bed_find (f->bed.window, APP_TYPE_PARAMETERS_PANEL);
  g_auto (GStrv) parts = NULL;

  app_bed_await (gscope_gtk_view_signal_get_text (app_bed_select_signal (&f->bed, 0)));
  parts = g_strsplit_set (gscope_gtk_view_signal_get_text (app_bed_select_signal (&f->bed, 0)),
                          " \302", 2);
  g_assert_nonnull (app_bed_find_text (signals, parts[0]));
  g_assert_true (gtk_widget_get_mapped (signals));
  g_assert_true (gtk_widget_get_mapped (parameters));
  app_bed_press (&f->bed, "F9");
  app_bed_await (!gtk_widget_get_mapped (signals));
  g_assert_true (gtk_widget_get_mapped (parameters));
  app_bed_press (&f->bed, "<Shift>F9");
  app_bed_await (!gtk_widget_get_mapped (parameters));
  app_bed_click (&f->bed, "win.show-signals");
  app_bed_click (&f->bed, "win.show-parameters");
  app_bed_await (gtk_widget_get_mapped (signals) && gtk_widget_get_mapped (parameters));
}

static void
test_aggregation (Fixture *f, gconstpointer data)
{
  GscopeSignal *events = gscope_scope_add_event (f->scope, "events", GSCOPE_AGGREGATION_SUM);
  GtkWidget *aggregation;
  GListModel *model;

  app_bed_settle ();
  app_bed_select_signal (&f->bed, 1);
  aggregation = find (f, APP_TYPE_INSPECTOR, "aggregation");
  model = gtk_drop_down_get_model (GTK_DROP_DOWN (aggregation));
  g_assert_false (gtk_widget_get_visible (aggregation));
  /* the one whose source has no name comes first */
  g_assert_true (gscope_gtk_view_signal_get_signal (app_bed_select_signal (&f->bed, 0)) == events);
  g_assert_true (gtk_widget_get_visible (aggregation));
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      gtk_drop_down_set_selected (GTK_DROP_DOWN (aggregation), i);
      g_assert_cmpint (gscope_signal_get_aggregation (events), ==, i);
    }
}

static void
test_timing (Fixture *f, gconstpointer data)
{
  GtkDropDown *period = find (f, APP_TYPE_TIMING, "period");
  gint64 before = gscope_scope_get_period (f->scope);

  gtk_spin_button_set_value (find (f, APP_TYPE_TIMING, "delay"), 250);
  g_assert_cmpint (gscope_scope_get_delay (f->scope), ==, 250 * GSCOPE_MSEC);
  gtk_drop_down_set_selected (period, gtk_drop_down_get_selected (period) + 1);
  app_bed_settle ();
  g_assert_cmpint (gscope_scope_get_period (f->scope), >, before);
}

/* Returns the next visible widget of the bar. */
static GtkWidget *
find_neighbour (GtkWidget *widget)
{
  do
    widget = gtk_widget_get_next_sibling (widget);
  while (widget && !gtk_widget_get_visible (widget));
  return widget;
}

/* Stop Sampling is not beside Record, so that nobody confuses them. */
static void
test_places (Fixture *f, gconstpointer data)
{
  GtkWidget *run, *record, *neighbour;

  app_bed_await (app_bed_find_button (f->bed.window, "win.run"));
  run = app_bed_find_button (f->bed.window, "win.run");
  record = app_bed_find_button (f->bed.window, "win.record");
  neighbour = find_neighbour (run);
  g_assert_true (gtk_widget_get_parent (run) == gtk_widget_get_parent (record));
  g_assert_nonnull (neighbour);
  g_assert_true (neighbour != record);
  g_assert_true (find_neighbour (record) != run);
}

/* The bar shows all of its controls in a window of any width. */
static void
test_fits (Fixture *f, gconstpointer data)
{
  GtkAdjustment *place =
      gtk_scrolled_window_get_hadjustment (find (f, APP_TYPE_BOTTOM_BAR, "scroller"));
  GtkWidget *layout = app_bed_find (f->bed.window, APP_TYPE_LAYOUT);

  app_bed_settle ();
  for (int width = 900; width >= 400; width -= 50)
    {
      gtk_window_set_default_size (GTK_WINDOW (f->bed.window), width, 700);
      app_bed_await (gtk_widget_get_width (layout) <= width);
      app_bed_await (gtk_adjustment_get_upper (place) <= gtk_adjustment_get_page_size (place));
    }
}

/* A long text of the status line does not collapse the bar. */
static void
test_status_width (Fixture *f, gconstpointer data)
{
  static const char *const keys[] = { "Space", "Click or arrow keys move the cursor, Space holds" };
  GtkWidget *line = app_bed_find (f->bed.window, APP_TYPE_STATUS_LINE);
  int natural[2];

  g_assert_true (gtk_widget_get_visible (line));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_label_set_label (find (f, APP_TYPE_STATUS_LINE, "keys"), keys[i]);
      gtk_widget_measure (line, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural[i], NULL, NULL);
    }
  g_assert_cmpint (natural[0], >, 0);
  g_assert_cmpint (natural[1], ==, natural[0]);
}

static void
test_motion (Fixture *f, gconstpointer data)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (f->view);
  gint64 span = gscope_gtk_viewport_get_span (viewport);

  app_bed_click (&f->bed, "win.run");
  g_assert_false (gscope_scope_get_running (f->scope));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (app_bed_find_button (f->bed.window, "win.run")), ==,
                   "Start Sampling");
  app_bed_click (&f->bed, "win.run");
  g_assert_true (gscope_scope_get_running (f->scope));
  app_bed_click (&f->bed, "win.hold");
  g_assert_nonnull (app_bed_find_text (f->bed.window, "Held at "));
  g_assert_true (gscope_gtk_viewport_get_held (viewport));
  g_assert_true (gscope_scope_get_running (f->scope));
  app_bed_click (&f->bed, "win.hold");
  g_assert_false (gscope_gtk_viewport_get_held (viewport));
  app_bed_click (&f->bed, "win.longer-span");
  g_assert_cmpint (gscope_gtk_viewport_get_span (viewport), >, span);
  app_bed_click (&f->bed, "win.shorter-span");
  g_assert_cmpint (gscope_gtk_viewport_get_span (viewport), ==, span);
  app_bed_choose (&f->bed, "5 s");
  g_assert_cmpint (gscope_gtk_viewport_get_span (viewport), ==, 5 * GSCOPE_SEC);
}

/* Two cursors have the values at them in a table below the picture. */
static void
test_cursor (Fixture *f, gconstpointer data)
{
  GtkWidget *table = app_bed_find (f->bed.window, GSCOPE_GTK_TYPE_CURSOR_TABLE);

  g_assert_false (gtk_widget_get_mapped (table));
  app_bed_click (&f->bed, "win.cursor");
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, NULL, NULL), ==, 1);
  app_bed_press (&f->bed, "c");
  g_assert_true (gtk_widget_get_mapped (table));
  g_assert_nonnull (app_bed_find_text (table, "Sine"));
  app_bed_click (&f->bed, "win.cursor");
  g_assert_false (gtk_widget_get_mapped (table));
}

/* The button ends what goes on. */
static void
test_record (Fixture *f, gconstpointer data)
{
  AppSession *session = app_bed_get_session (&f->bed);
  g_autofree char *path = g_build_filename (f->bed.directory, "lab.tuples", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (gscope_recorder_start (app_session_get_recorder (session), file, &error));
  app_bed_await (app_bed_get_state (&f->bed, "record"));
  app_bed_press (&f->bed, "<Control>r");
  app_bed_await (!app_bed_get_state (&f->bed, "record"));
  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  g_assert_true (g_str_has_prefix (text, "#gscope "));
  g_unlink (path);
}

static void
test_poller (Fixture *f, gconstpointer data)
{
  GtkWidget *losses = app_bed_find (f->bed.window, APP_TYPE_LOSSES_VIEW);

  gtk_menu_button_popup (
      GTK_MENU_BUTTON (gtk_widget_get_parent (find (f, APP_TYPE_BOTTOM_BAR, "popover"))));
  app_bed_settle ();
  g_assert_nonnull (app_bed_find_text (losses, gscope_scope_get_poller_mode (f->scope)));
  g_assert_nonnull (app_bed_find_text (losses, " of "));
}

static void
point_at (Fixture *f, GtkWidget *line, GtkWidget *widget)
{
  double x = -1, y = -1;

  if (widget)
    gtk_widget_translate_coordinates (widget, f->bed.window, gtk_widget_get_width (widget) / 2.0,
                                      gtk_widget_get_height (widget) / 2.0, &x, &y);
  app_status_line_point (APP_STATUS_LINE (line), x, y);
}

/* The line has the values that the list of signals has, at once. */
static void
assert_follows (Fixture *f, GtkWidget *line)
{
  GscopeGtkViewSignal *entry = app_bed_select_signal (&f->bed, 0);

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *before = g_strdup (gscope_gtk_view_signal_get_text (entry));

      app_bed_await (g_strcmp0 (before, gscope_gtk_view_signal_get_text (entry)) != 0);
      g_assert_nonnull (app_bed_find_text (line, gscope_gtk_view_signal_get_text (entry)));
    }
}

/* The line says what is under the pointer, and without a pointer what has the focus. */
static void
test_status (Fixture *f, gconstpointer data)
{
  GtkWidget *line = app_bed_find (f->bed.window, APP_TYPE_STATUS_LINE);
  GtkWidget *control = app_bed_find (f->bed.window, GSCOPE_GTK_TYPE_CONTROL);
  GtkWidget *row = app_bed_find (f->bed.window, APP_TYPE_SIGNAL_ROW);

  app_bed_await (gtk_widget_get_mapped (line) && gtk_widget_get_width (control) > 0);
  point_at (f, line, GTK_WIDGET (f->view));
  g_assert_nonnull (app_bed_find_text (line, "; Sine "));
  g_assert_nonnull (app_bed_find_text (line, "Wheel zooms time"));
  point_at (f, line, row);
  g_assert_nonnull (app_bed_find_text (line, "demo/sine, "));
  g_assert_nonnull (app_bed_find_text (line, "Its digit shows and hides it"));
  point_at (f, line, control);
  g_assert_nonnull (app_bed_find_text (line, "Enter writes"));
  point_at (f, line, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (f->view));
  app_bed_settle ();
  g_assert_nonnull (app_bed_find_text (line, "Newest values; "));
  g_assert_nonnull (app_bed_find_text (line, "Space holds"));
  assert_follows (f, line);
  gtk_widget_grab_focus (app_bed_find (control, GTK_TYPE_ENTRY));
  app_bed_settle ();
  g_assert_nonnull (app_bed_find_text (line, "Frequency, "));
}

/* Returns whether the widget is a part of one of GTK's or libadwaita's own widgets, which name their parts. */
static gboolean
is_part (GtkWidget *widget)
{
  const GType wholes[] = { GTK_TYPE_DROP_DOWN,    GTK_TYPE_SPIN_BUTTON,
                           GTK_TYPE_MENU_BUTTON,  GTK_TYPE_ENTRY,
                           GTK_TYPE_SEARCH_ENTRY, ADW_TYPE_ENTRY_ROW,
                           GTK_TYPE_POPOVER_MENU, GTK_TYPE_WINDOW_CONTROLS,
                           ADW_TYPE_COMBO_ROW,    GTK_TYPE_FILE_CHOOSER_WIDGET };
  GtkWidget *parent = gtk_widget_get_parent (widget);

  /* the rows of a table */
  if (parent && GTK_IS_COLUMN_VIEW (parent))
    return TRUE;
  /* a drop-down's button has the focus */
  if (parent && GTK_IS_DROP_DOWN (parent))
    return !GTK_IS_BUTTON (widget);
  for (guint i = 0; parent && i < G_N_ELEMENTS (wholes); i++)
    {
      GtkWidget *whole = gtk_widget_get_ancestor (parent, wholes[i]);

      /* a popover has widgets of its own */
      if (whole
          && (wholes[i] != GTK_TYPE_MENU_BUTTON
              || !gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
needs_name (GtkWidget *widget)
{
  switch (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)))
    {
    case GTK_ACCESSIBLE_ROLE_BUTTON:
    case GTK_ACCESSIBLE_ROLE_CHECKBOX:
    case GTK_ACCESSIBLE_ROLE_COMBO_BOX:
    case GTK_ACCESSIBLE_ROLE_GRID:
    case GTK_ACCESSIBLE_ROLE_GRID_CELL:
    case GTK_ACCESSIBLE_ROLE_LIST:
    case GTK_ACCESSIBLE_ROLE_LIST_ITEM:
    case GTK_ACCESSIBLE_ROLE_METER:
    case GTK_ACCESSIBLE_ROLE_RADIO:
    case GTK_ACCESSIBLE_ROLE_SEARCH_BOX:
    case GTK_ACCESSIBLE_ROLE_SLIDER:
    case GTK_ACCESSIBLE_ROLE_SPIN_BUTTON:
    case GTK_ACCESSIBLE_ROLE_SWITCH:
    case GTK_ACCESSIBLE_ROLE_TEXT_BOX:
      return TRUE;
    case GTK_ACCESSIBLE_ROLE_IMG:
      return gtk_widget_get_focusable (widget);
    default:
      return FALSE;
    }
}

/* Rows of a preferences page are named by their titles. */
static gboolean
has_name (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  return gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL)
         || gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
         || (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)))
         || (GTK_IS_MENU_BUTTON (widget) && gtk_menu_button_get_label (GTK_MENU_BUTTON (widget)))
         || (GTK_IS_CHECK_BUTTON (widget) && gtk_check_button_get_label (GTK_CHECK_BUTTON (widget)))
         || ADW_IS_PREFERENCES_ROW (widget);
}

static guint
count_nameless (GtkWidget *widget)
{
  guint n = 0;

  if (needs_name (widget) && !is_part (widget) && !has_name (widget))
    {
      g_autoptr (GString) place = g_string_new (NULL);

      for (GtkWidget *at = widget; at; at = gtk_widget_get_parent (at))
        g_string_append_printf (place, " %s", G_OBJECT_TYPE_NAME (at));
      g_test_message ("No name:%s", place->str);
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    n += count_nameless (child);
  return n;
}

/* Assistive technologies name a widget by its class where it has no label. */
static void
test_names (Fixture *f, gconstpointer data)
{
  guint n_parts, n = 0;
  const GscopeGtkPanePart *parts = gscope_gtk_pane_get_parts (&n_parts);
  g_autoptr (GList) windows = NULL;

  app_bed_await (gtk_widget_get_height (GTK_WIDGET (f->view)) > 0);
  for (guint i = 0; i < n_parts; i++)
    app_bed_activate (&f->bed, parts[i].setting, NULL);
  app_bed_activate (&f->bed, "statistics", NULL);
  app_window_tell (APP_WINDOW (f->bed.window), "One");
  app_window_tell (APP_WINDOW (f->bed.window), "Two");
  app_bed_select_signal (&f->bed, 0);
  app_bed_activate (&f->bed, "add-source", NULL);
  app_bed_activate (&f->bed, "scopes", NULL);
  app_bed_activate (&f->bed, "trigger", NULL);
  windows = gtk_window_list_toplevels ();
  g_assert_cmpuint (g_list_length (windows), >=, 4);
  for (GList *l = windows; l; l = l->next)
    n += count_nameless (l->data);
  g_assert_cmpuint (n, ==, 0);
  for (GList *l = windows; l; l = l->next)
    if (l->data != f->bed.window)
      gtk_window_destroy (l->data);
}

static gboolean
is_pointed_at (GtkWidget *widget)
{
  return (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_PRELIGHT) != 0;
}

static void
await_frames (GtkWidget *widget, guint n)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gint64 end = gdk_frame_clock_get_frame_counter (clock) + n;

  while (gdk_frame_clock_get_frame_counter (clock) < end)
    {
      gtk_widget_queue_draw (widget);
      app_bed_step ();
    }
}

/* Writes with the pointer at a height of the panel of parameters; returns the height of the card of responses,
 * once it has a response. The widget under the pointer has not moved. */
static int
respond (Fixture *f, GtkWidget *panel, double y)
{
  static const char *const steered[] = { "demo/sine", NULL };
  GtkWidget *responses = app_bed_find (panel, APP_TYPE_RESPONSES);
  GtkWidget *card = gtk_widget_get_first_child (responses);
  double x = gtk_widget_get_width (panel) / 2.0, before, after;
  GtkWidget *pointed;
  int height = 0;

  g_assert_cmpint (gtk_widget_get_height (responses), ==, 0);
  app_bed_point (panel, x, y);
  app_bed_await (is_pointed_at (panel));
  pointed = gtk_widget_pick (panel, x, y, GTK_PICK_DEFAULT);
  gtk_widget_translate_coordinates (pointed, panel, 0, 0, NULL, &before);
  gscope_parameter_set_steered (app_bed_get_parameter (&f->bed), steered);
  app_bed_write (&f->bed, 7);
  while (height == 0)
    {
      app_bed_step ();
      gtk_widget_measure (card, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
    }
  await_frames (panel, 3);
  g_assert_true (gtk_widget_pick (panel, x, y, GTK_PICK_DEFAULT) == pointed);
  gtk_widget_translate_coordinates (pointed, panel, 0, 0, NULL, &after);
  g_assert_cmpfloat (before, ==, after);
  return gtk_widget_get_height (responses);
}

static GtkWidget *
find_panel (Fixture *f)
{
  GtkWidget *panel = app_bed_find (f->bed.window, APP_TYPE_PARAMETERS_PANEL);

  app_bed_await (gtk_widget_get_height (panel) > 0);
  return panel;
}

/* A card that comes where the pointer is waits until it has gone. */
static void
test_card_waits (Fixture *f, gconstpointer data)
{
  GtkWidget *panel = find_panel (f);

  g_assert_cmpint (respond (f, panel, gtk_widget_get_height (panel) - 5), ==, 0);
  app_bed_point (GTK_WIDGET (f->view), 50, 50);
  app_bed_await (gtk_widget_get_height (app_bed_find (panel, APP_TYPE_RESPONSES)) > 0);
}

/* A card that comes elsewhere does not wait. */
static void
test_card_comes (Fixture *f, gconstpointer data)
{
  g_assert_cmpint (respond (f, find_panel (f), 60), >, 0);
}

/* A long choice makes no list wider. */
static void
test_long_choice (Fixture *f, gconstpointer data)
{
  static const char *const choices[] = { "short", "a name that is longer than its list", NULL };
  GtkWidget *window = gtk_window_new (), *list = gtk_drop_down_new_from_strings (choices);
  int least[2];

  app_drop_down_prepare (GTK_DROP_DOWN (list));
  gtk_window_set_child (GTK_WINDOW (window), list);
  for (guint i = 0; i < G_N_ELEMENTS (least); i++)
    {
      gtk_drop_down_set_selected (GTK_DROP_DOWN (list), i);
      gtk_widget_measure (list, GTK_ORIENTATION_HORIZONTAL, -1, &least[i], NULL, NULL, NULL);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_cmpint (least[1], ==, least[0]);
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, tear_down)
  ADD ("/app-controls/row", test_row);
  ADD ("/app-controls/status", test_status);
  ADD ("/app-controls/range", test_range);
  ADD ("/app-controls/auto-range", test_auto_range);
  ADD ("/app-controls/looks", test_looks);
  ADD ("/app-controls/looks-undone", test_looks_undone);
  ADD ("/app-controls/aggregation", test_aggregation);
  ADD ("/app-controls/panels", test_panels);
  ADD ("/app-controls/timing", test_timing);
  ADD ("/app-controls/places", test_places);
  ADD ("/app-controls/fits", test_fits);
  ADD ("/app-controls/status-width", test_status_width);
  ADD ("/app-controls/motion", test_motion);
  ADD ("/app-controls/cursor", test_cursor);
  ADD ("/app-controls/record", test_record);
  ADD ("/app-controls/poller", test_poller);
  ADD ("/app-controls/names", test_names);
  ADD ("/app-controls/card-waits", test_card_waits);
  ADD ("/app-controls/card-comes", test_card_comes);
  ADD ("/app-controls/written", test_written);
  ADD ("/app-controls/long-choice", test_long_choice);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}

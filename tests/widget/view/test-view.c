/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/skip-waits.h"
#include "view-bed.h"

static void
test_signals (ViewBed *f, gconstpointer data)
{
  GListModel *entries = gscope_gtk_view_get_signals (f->view);
  GscopeSignal *other;

  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 1);
  g_assert_true (gscope_gtk_view_signal_get_signal (view_bed_get_entry (f, 0)) == f->signal);
  other = gscope_scope_add_double (f->scope, "other", &f->other);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 2);
  g_assert_cmpuint (gscope_gtk_view_signal_get_key (view_bed_get_entry (f, 1)), ==, 2);
  gscope_gtk_view_set_selected (f->view, view_bed_get_entry (f, 0));
  gscope_scope_remove_signal (f->scope, f->signal);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 1);
  g_assert_true (gscope_gtk_view_signal_get_signal (view_bed_get_entry (f, 0)) == other);
  g_assert_null (gscope_gtk_view_get_selected (f->view));
  view_bed_advance (f, 100);
  view_bed_wait_for_frame (f);
}

static void
test_past (ViewBed *f, gconstpointer data)
{
  gint64 end;

  view_bed_advance (f, 30000);
  view_bed_wait_for_frame (f);
  gscope_gtk_viewport_pan (f->viewport, -100);
  g_assert_false (gscope_gtk_viewport_get_live (f->viewport));
  view_bed_wait_for_frame (f);
  end = gscope_gtk_viewport_get_end (f->viewport);
  view_bed_advance (f, 1000);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, end);
  gscope_gtk_viewport_go_live (f->viewport);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (f->scope));
  view_bed_wait_for_frame (f);
}

static void
test_hold (ViewBed *f, gconstpointer data)
{
  gint64 end;

  view_bed_advance (f, 1000);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  end = gscope_gtk_viewport_get_end (f->viewport);
  view_bed_advance (f, 1000);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, end);
  /* polling goes on */
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (f->signal)), ==, 200);
  gscope_gtk_viewport_set_held (f->viewport, FALSE);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (f->scope));
}

static void
test_ranges (ViewBed *f, gconstpointer data)
{
  double min, max;

  view_bed_advance (f, 5000);
  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (min, <=, 5);
  g_assert_cmpfloat (max, >=, 15);
  g_assert_cmpfloat (max, <=, 30);
  gscope_gtk_view_signal_set_range (view_bed_get_entry (f, 0), 0, 100);
  g_assert_false (gscope_gtk_view_signal_get_auto_range (view_bed_get_entry (f, 0)));
  view_bed_advance (f, 1000);
  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (min, ==, 0);
  g_assert_cmpfloat (max, ==, 100);
  gscope_gtk_view_fit (f->view);
  g_assert_true (gscope_gtk_view_signal_get_auto_range (view_bed_get_entry (f, 0)));
  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (max, <=, 30);
}

static void
set_least_range (ViewBed *f, double min, double max)
{
  g_autoptr (GscopeWorkspaceView) description = gscope_workspace_view_new ();
  GscopeWorkspaceSignal *signal =
      gscope_workspace_signal_new (gscope_signal_get_full_name (f->signal));

  signal->auto_range = TRUE;
  signal->min = min;
  signal->max = max;
  g_ptr_array_add (description->signals, signal);
  gscope_gtk_view_set_description (f->view, description);
}

/* A range that follows the values grows beyond the least one that a workspace gives it, is never smaller, and is written as it
 * was; the user can fit it all the same. The values are from 5 to 15. */
static void
test_least_range (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceView) description = NULL;
  const GscopeWorkspaceSignal *entry;
  double min, max;

  set_least_range (f, 0, 10);
  view_bed_advance (f, 5000);
  g_assert_true (gscope_gtk_view_signal_get_auto_range (view_bed_get_entry (f, 0)));
  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (min, ==, 0);
  g_assert_cmpfloat (max, >=, 15);
  set_least_range (f, -20, 100);
  view_bed_advance (f, 5000);
  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (min, <=, -20);
  g_assert_cmpfloat (max, ==, 100);
  description = gscope_gtk_view_describe (f->view);
  entry = description->signals->pdata[0];
  g_assert_cmpint (entry->auto_range, ==, TRUE);
  g_assert_cmpfloat (entry->min, ==, -20);
  g_assert_cmpfloat (entry->max, ==, 100);
  gscope_gtk_view_fit (f->view);
  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (min, >=, 0);
  g_assert_cmpfloat (max, <=, 30);
}

/* One whose unit nobody knows, and a mere number. */
static void
test_ranges_without_units (ViewBed *f, gconstpointer data)
{
  GscopeSignal *number = gscope_scope_add_double (f->scope, "number", &f->other);
  double min, max;

  gscope_signal_set_unit (f->signal, NULL);
  gscope_signal_set_unit (number, "");
  f->other = 1000;
  view_bed_advance (f, 5000);
  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (max, <=, 30);
  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 1), &min, &max);
  g_assert_cmpfloat (max, >=, 1000);
}

/* A source shows changes of its list some time later. */
static void
wait_for_signals (ViewBed *f, guint n)
{
  while (g_list_model_get_n_items (gscope_gtk_view_get_signals (f->view)) < n)
    g_main_context_iteration (NULL, TRUE);
}

/* Signals of one title are told apart by their groups, as long as both are in the view. */
static void
test_labels (ViewBed *f, gconstpointer data)
{
  GscopeSource *source = gscope_scope_get_source (f->scope);
  g_autoptr (GscopeSignal) first = gscope_signal_new_buffered ("cwnd");
  g_autoptr (GscopeSignal) second = gscope_signal_new_buffered ("cwnd");
  const char *label;

  gscope_signal_set_group (first, "10.0.0.1:80");
  gscope_signal_set_group (second, "10.0.0.2:80");
  gscope_source_add_signal (source, first, NULL);
  wait_for_signals (f, 2);
  g_assert_cmpstr (gscope_gtk_view_signal_get_label (view_bed_get_entry (f, 1)), ==, "cwnd");
  gscope_source_add_signal (source, second, NULL);
  wait_for_signals (f, 3);
  label = gscope_gtk_view_signal_get_label (view_bed_get_entry (f, 1));
  g_assert_cmpstr (label, ==, "cwnd, 10.0.0.1:80");
  gscope_signal_set_group_title (second, "curl to 10.0.0.2:80");
  label = gscope_gtk_view_signal_get_label (view_bed_get_entry (f, 2));
  g_assert_cmpstr (label, ==, "cwnd, curl to 10.0.0.2:80");
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (view_bed_get_entry (f, 2)), ==, "cwnd");
  gscope_gtk_view_signal_set_title (view_bed_get_entry (f, 2), "Window");
  g_assert_cmpstr (gscope_gtk_view_signal_get_label (view_bed_get_entry (f, 2)), ==, "Window");
  g_assert_cmpstr (gscope_gtk_view_signal_get_label (view_bed_get_entry (f, 1)), ==, "cwnd");
}

static GscopeSource *
add_named_source (ViewBed *f, const char *name, guint n)
{
  GscopeSource *source = gscope_source_new (name);
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("cwnd");

  gscope_signal_set_group (signal, "all");
  gscope_scope_add_source (f->scope, source);
  gscope_source_add_signal (source, signal, NULL);
  wait_for_signals (f, n);
  return source;
}

/* The same signal of several agents has one title and one group: its source tells it apart. */
static void
test_source_labels (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeSource) first = add_named_source (f, "tcp", 2);
  g_autoptr (GscopeSource) second = add_named_source (f, "tcp@far", 3);

  g_assert_cmpstr (gscope_gtk_view_signal_get_label (view_bed_get_entry (f, 1)), ==, "cwnd, tcp");
  g_assert_cmpstr (gscope_gtk_view_signal_get_label (view_bed_get_entry (f, 2)), ==,
                   "cwnd, tcp@far");
  gscope_scope_remove_source (f->scope, first);
  gscope_scope_remove_source (f->scope, second);
}

static void
count_notify (GObject *object, GParamSpec *pspec, int *n)
{
  (*n)++;
}

static void
test_overrides (ViewBed *f, gconstpointer data)
{
  GscopeGtkViewSignal *entry = view_bed_get_entry (f, 0);
  int n = 0;

  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_MODE_LINES);
  g_assert_cmpint (gscope_gtk_view_signal_get_line_mode (entry), ==, GSCOPE_LINE_MODE_LINES);
  g_signal_connect (entry, "notify", G_CALLBACK (count_notify), &n);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "word");
  gscope_signal_set_title (f->signal, "The word");
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "The word");
  gscope_gtk_view_signal_set_title (entry, "Here");
  gscope_gtk_view_signal_set_hidden (entry, TRUE);
  gscope_gtk_view_signal_set_line_mode (entry, GSCOPE_LINE_MODE_POINTS);
  gscope_gtk_view_signal_set_color (entry, 5);
  /* the title changes the label each time */
  g_assert_cmpint (n, ==, 7);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "Here");
  g_assert_false (gscope_signal_get_hidden (f->signal));
  g_assert_cmpint (gscope_signal_get_line_mode (f->signal), ==, GSCOPE_LINE_MODE_LINES);
  view_bed_advance (f, 100);
  view_bed_wait_for_frame (f);
  gscope_gtk_view_signal_set_hidden (entry, FALSE);
  for (guint mode = 0; mode < GSCOPE_N_LINE_MODES; mode++)
    {
      gscope_gtk_view_signal_set_line_mode (entry, mode);
      view_bed_advance (f, 100);
      view_bed_wait_for_frame (f);
    }
}

/* A property that is reset has the value of the signal, also when that changes later. */
static void
test_reset (ViewBed *f, gconstpointer data)
{
  static const char *const properties[] = { "title", "color", "line-mode", "hidden" };
  GscopeGtkViewSignal *entry = view_bed_get_entry (f, 0);

  gscope_gtk_view_signal_set_title (entry, "Here");
  gscope_gtk_view_signal_set_color (entry, 5);
  gscope_gtk_view_signal_set_line_mode (entry, GSCOPE_LINE_MODE_POINTS);
  gscope_gtk_view_signal_set_hidden (entry, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      g_assert_true (gscope_gtk_view_signal_overrides (entry, properties[i]));
      gscope_gtk_view_signal_reset (entry, properties[i]);
      g_assert_false (gscope_gtk_view_signal_overrides (entry, properties[i]));
    }
  g_assert_true (gscope_gtk_view_signal_overrides (entry, "offset"));
  g_assert_false (gscope_gtk_view_signal_get_hidden (entry));
  gscope_signal_set_title (f->signal, "The word");
  gscope_signal_set_color (f->signal, 7);
  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_MODE_FILLED);
  gscope_signal_set_hidden (f->signal, TRUE);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "The word");
  g_assert_cmpuint (gscope_gtk_view_signal_get_color (entry), ==, 7);
  g_assert_cmpint (gscope_gtk_view_signal_get_line_mode (entry), ==, GSCOPE_LINE_MODE_FILLED);
  g_assert_true (gscope_gtk_view_signal_get_hidden (entry));
}

static void
test_text (ViewBed *f, gconstpointer data)
{
  f->word = 7;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (view_bed_get_entry (f, 0)), ==, "7 packets");
  /* five times a second */
  f->word = 8;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
  gscope_scope_drain (f->scope);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (view_bed_get_entry (f, 0)), ==, "7 packets");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
  gscope_scope_drain (f->scope);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (view_bed_get_entry (f, 0)), ==, "8 packets");
}

/* A second view that is opened at any moment shows the same values as the first. */
static void
test_one_value (ViewBed *f, gconstpointer data)
{
  GtkWidget *window = gtk_window_new (), *view = gscope_gtk_view_new (f->scope);
  GListModel *entries = gscope_gtk_view_get_signals (GSCOPE_GTK_VIEW (view));

  view_bed_advance (f, 1030);
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (view))
    g_main_context_iteration (NULL, TRUE);
  for (int i = 0; i < 50; i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (entries, 0);

      view_bed_advance (f, 70);
      g_assert_cmpstr (gscope_gtk_view_signal_get_text (entry), ==,
                       gscope_gtk_view_signal_get_text (view_bed_get_entry (f, 0)));
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_text_at_cursor (ViewBed *f, gconstpointer data)
{
  f->word = 7;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  f->word = 8;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  gscope_gtk_view_set_cursor (f->view, 100500 * GSCOPE_MSEC);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (view_bed_get_entry (f, 0)), ==, "7 packets");
  gscope_gtk_view_clear_cursor (f->view);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (view_bed_get_entry (f, 0)), ==, "8 packets");
}

/* A sweep begins at the left edge when the scope starts, and again when it is started again. */
static void
test_sweep_begins_left (ViewBed *f, gconstpointer data)
{
  double x;

  view_bed_advance (f, 3000);
  g_assert_true (gscope_gtk_viewport_time_to_x (f->viewport, 100 * GSCOPE_SEC, &x));
  g_assert_cmpfloat (x, <, 1);
  gscope_scope_stop (f->scope);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 7 * GSCOPE_SEC);
  gscope_scope_start (f->scope);
  view_bed_advance (f, 1000);
  g_assert_true (gscope_gtk_viewport_time_to_x (f->viewport, 110 * GSCOPE_SEC, &x));
  g_assert_cmpfloat (x, <, 1);
}

/* The rulers of large text have more room, at the plot's cost. */
static void
test_large_text (ViewBed *f, gconstpointer data)
{
  guint n = gscope_gtk_viewport_get_n_columns (f->viewport);
  GtkSettings *settings = gtk_widget_get_settings (f->window);

  g_object_set (settings, "gtk-font-name", "Sans 22", NULL);
  view_bed_wait_for_frame (f);
  g_assert_cmpuint (gscope_gtk_viewport_get_n_columns (f->viewport), <=, n - 48);
  gtk_settings_reset_property (settings, "gtk-font-name");
  view_bed_wait_for_frame (f);
  g_assert_cmpuint (gscope_gtk_viewport_get_n_columns (f->viewport), ==, n);
}

static void
assert_key (ViewBed *f, guint i, const char *name, guint key)
{
  GscopeGtkViewSignal *entry = view_bed_get_entry (f, i);

  g_assert_cmpstr (gscope_signal_get_name (gscope_gtk_view_signal_get_signal (entry)), ==, name);
  g_assert_cmpuint (gscope_gtk_view_signal_get_key (entry), ==, key);
}

/* Who stays keeps the key and with it the colour; who comes takes the one that is free. */
static void
test_keys (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceView) description = NULL;
  GscopeGtkViewSignal *shown;

  gscope_scope_add_double (f->scope, "b", &f->other);
  gscope_scope_add_double (f->scope, "c", &f->other);
  shown = view_bed_get_entry (f, 2);
  gscope_gtk_view_remove_signal (f->view, view_bed_get_entry (f, 1));
  assert_key (f, 1, "c", 3);
  view_bed_press (f, GDK_KEY_3, 0);
  g_assert_true (gscope_gtk_view_signal_get_hidden (shown));
  gscope_scope_add_double (f->scope, "d", &f->other);
  gscope_scope_add_double (f->scope, "e", &f->other);
  assert_key (f, 1, "c", 3);
  assert_key (f, 2, "d", 2);
  assert_key (f, 3, "e", 4);
  /* a new description gives new numbers */
  description = gscope_gtk_view_describe (f->view);
  gscope_gtk_view_set_description (f->view, description);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (gscope_gtk_view_signal_get_key (view_bed_get_entry (f, i)), ==, i + 1);
}

/* The arrow keys move and scale values, in lanes and in an overlay. */
static void
test_range_keys (ViewBed *f, gconstpointer data)
{
  gscope_gtk_view_set_layout (f->view, GPOINTER_TO_INT (data));
  view_bed_advance (f, 1000);
  view_bed_wait_for_frame (f);
  gscope_gtk_view_signal_set_range (view_bed_get_entry (f, 0), 0, 100);
  view_bed_press (f, GDK_KEY_Up, 0);
  view_bed_assert_range (f, 10, 110);
  view_bed_press (f, GDK_KEY_Down, 0);
  view_bed_assert_range (f, 0, 100);
  view_bed_press (f, GDK_KEY_Up, GDK_SHIFT_MASK);
  view_bed_assert_range (f, 10, 90);
  view_bed_press (f, GDK_KEY_Down, GDK_SHIFT_MASK);
  view_bed_assert_range (f, 0, 100);
}

static void
test_choice (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeScope) another = gscope_scope_new_with_clock (f->clock);
  GscopeSignal *wanted = gscope_scope_add_double (another, "wanted", &f->other);
  GListModel *entries = gscope_gtk_view_get_signals (f->view);

  gscope_scope_add_double (another, "unwanted", &f->other);
  gscope_gtk_view_add_signal (f->view, another, wanted);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 2);
  g_assert_true (gscope_gtk_view_signal_get_signal (view_bed_get_entry (f, 1)) == wanted);
  g_assert_true (gscope_gtk_view_signal_get_scope (view_bed_get_entry (f, 1)) == another);
  gscope_gtk_view_add_signal (f->view, another, wanted);
  gscope_scope_add_double (another, "later", &f->other);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 2);
  gscope_gtk_view_remove_signal (f->view, view_bed_get_entry (f, 0));
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 1);
  g_assert_nonnull (gscope_scope_find_signal (f->scope, "word"));
  gscope_gtk_view_add_signal (f->view, f->scope, f->signal);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 2);
  gscope_gtk_view_signal_set_color (view_bed_get_entry (f, 0), 5);
  gscope_gtk_view_add_scope (f->view, another);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 4);
  g_assert_cmpuint (gscope_gtk_view_signal_get_color (view_bed_get_entry (f, 0)), ==, 5);
  view_bed_advance (f, 100);
  view_bed_wait_for_frame (f);
}

static void
test_drag (ViewBed *f, gconstpointer data)
{
  GtkDragSource *source = view_bed_get_controller (GTK_WIDGET (f->view), GTK_TYPE_DRAG_SOURCE);
  GscopeGtkView *other = GSCOPE_GTK_VIEW (g_object_ref_sink (gscope_gtk_view_new_empty ()));
  GtkDropTarget *target = view_bed_get_controller (GTK_WIDGET (other), GTK_TYPE_DROP_TARGET);
  g_autoptr (GdkContentProvider) content = NULL;
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;
  g_autoptr (GscopeGtkViewSignal) entry = NULL;

  view_bed_advance (f, 1000);
  view_bed_wait_for_frame (f);
  /* the plot is no legend */
  g_signal_emit_by_name (source, "prepare", 300.0, 200.0, &content);
  g_assert_null (content);
  /* behind the lane's title */
  g_signal_emit_by_name (source, "prepare", 130.0, 64.0, &content);
  g_assert_nonnull (content);
  g_value_init (&value, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  g_assert_true (gdk_content_provider_get_value (content, &value, NULL));
  g_assert_true (g_value_get_object (&value) == view_bed_get_entry (f, 0));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_true (taken);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (other)), ==, 1);
  entry = g_list_model_get_item (gscope_gtk_view_get_signals (other), 0);
  g_assert_true (gscope_gtk_view_signal_get_signal (entry) == f->signal);
  /* a second time it is shown again, not twice */
  gscope_gtk_view_signal_set_hidden (entry, TRUE);
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (other)), ==, 1);
  g_assert_false (gscope_gtk_view_signal_get_hidden (entry));
  g_clear_object (&entry);
  g_assert_finalize_object (other);
}

/* One time axis has one clock. */
static void
test_foreign_drop (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (gscope_clock_get_system ());
  GscopeGtkView *other = GSCOPE_GTK_VIEW (g_object_ref_sink (gscope_gtk_view_new (scope)));
  GtkDropTarget *target = view_bed_get_controller (GTK_WIDGET (other), GTK_TYPE_DROP_TARGET);
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = TRUE;

  g_value_init (&value, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  g_value_set_object (&value, view_bed_get_entry (f, 0));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_false (taken);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (other)), ==, 0);
  g_assert_finalize_object (other);
}

static void
test_overlay (ViewBed *f, gconstpointer data)
{
  gscope_signal_set_unit (gscope_scope_add_double (f->scope, "other", &f->other), "ms");
  gscope_gtk_view_set_layout (f->view, GSCOPE_VIEW_LAYOUT_OVERLAY);
  f->other = 1000;
  view_bed_advance (f, 1000);
  gscope_gtk_view_set_selected (f->view, view_bed_get_entry (f, 1));
  view_bed_advance (f, 100);
  view_bed_wait_for_frame (f);
  gscope_gtk_view_set_layout (f->view, GSCOPE_VIEW_LAYOUT_LANES);
  view_bed_advance (f, 100);
  view_bed_wait_for_frame (f);
}

static void
test_events (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeMarker) marker = NULL;

  for (int kind = GSCOPE_MARKER_KIND_PENDING; kind <= GSCOPE_MARKER_KIND_FAILURE; kind++)
    {
      g_clear_object (&marker);
      view_bed_advance (f, 500);
      marker = gscope_marker_new (gscope_clock_get_time (f->clock), kind, NULL, "B 0 → 3",
                                  "refused, kept 0");
      gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
    }
  gscope_test_clock_jump (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_stop (f->scope);
  gscope_scope_start (f->scope);
  view_bed_advance (f, 1000);
  view_bed_wait_for_frame (f);
  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_MODE_ROLL);
  view_bed_advance (f, 100);
  view_bed_wait_for_frame (f);
}

static void
test_description (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (gscope_clock_get_system ());
  g_autoptr (GscopeWorkspaceView) description = gscope_workspace_view_new ();
  GscopeWorkspaceSignal *shown = gscope_workspace_signal_new ("cw*");
  GtkWidget *view = g_object_ref_sink (gscope_gtk_view_new_empty ());
  g_autoptr (GscopeGtkViewSignal) entry = NULL;
  double words[2] = { 0 };
  double min, max;

  shown->title = g_strdup ("Window");
  shown->min = 0;
  shown->max = 80;
  shown->line = GSCOPE_LINE_MODE_FILLED;
  description->span = 5 * GSCOPE_SEC;
  description->mode = GSCOPE_VIEW_MODE_ROLL;
  description->layout = GSCOPE_VIEW_LAYOUT_OVERLAY;
  g_ptr_array_add (description->signals, shown);
  gscope_scope_add_double (scope, "rtt", &words[0]);
  gscope_scope_add_double (scope, "cwnd", &words[1]);
  gscope_gtk_view_set_description (GSCOPE_GTK_VIEW (view), description);
  gscope_gtk_view_add_scope (GSCOPE_GTK_VIEW (view), scope);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (GSCOPE_GTK_VIEW (view))),
                    ==, 1);
  entry = g_list_model_get_item (gscope_gtk_view_get_signals (GSCOPE_GTK_VIEW (view)), 0);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "Window");
  g_assert_cmpint (gscope_gtk_view_signal_get_line_mode (entry), ==, GSCOPE_LINE_MODE_FILLED);
  gscope_gtk_view_signal_get_range (entry, &min, &max);
  g_assert_cmpfloat (max, ==, 80);
  g_assert_cmpint (gscope_gtk_view_get_layout (GSCOPE_GTK_VIEW (view)), ==,
                   GSCOPE_VIEW_LAYOUT_OVERLAY);
  g_assert_cmpint (
      gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (GSCOPE_GTK_VIEW (view))), ==,
      5 * GSCOPE_SEC);
  g_clear_object (&entry);
  g_assert_finalize_object (view);
}

/* Scopes of different periods are in one list and on one time axis. */
static void
test_two_scopes (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeScope) slow = gscope_scope_new_with_clock (f->clock);
  GscopeSignal *signal = gscope_scope_add_double (slow, "slow", &f->other);

  gscope_scope_set_period (slow, 50 * GSCOPE_MSEC);
  gscope_scope_set_delay (slow, 500 * GSCOPE_MSEC);
  gscope_gtk_view_add_scope (f->view, slow);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (f->view)), ==, 2);
  g_assert_true (gscope_gtk_view_signal_get_signal (view_bed_get_entry (f, 1)) == signal);
  view_bed_advance (f, 1000);
  gscope_scope_drain (slow);
  view_bed_wait_for_frame (f);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (f->signal)), ==, 100);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (signal)), ==, 20);
  /* shown up to the time that both have reached */
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (slow));
  /* one that was stopped, as a scope is that was removed, holds up no other */
  gscope_scope_stop (slow);
  view_bed_advance (f, 1000);
  view_bed_wait_for_frame (f);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (f->scope));
  gscope_scope_remove_signal (slow, signal);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (f->view)), ==, 1);
}

#define ADD(name, data, func)                                                                      \
  g_test_add (name, ViewBed, data, view_bed_set_up, func, view_bed_tear_down)

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("/view/signals", NULL, test_signals);
  ADD ("/view/keys", NULL, test_keys);
  ADD ("/view/past", NULL, test_past);
  ADD ("/view/hold", NULL, test_hold);
  ADD ("/view/ranges", NULL, test_ranges);
  ADD ("/view/least-range", NULL, test_least_range);
  ADD ("/view/ranges/no-units", NULL, test_ranges_without_units);
  ADD ("/view/ranges/keys/lanes", GINT_TO_POINTER (GSCOPE_VIEW_LAYOUT_LANES), test_range_keys);
  ADD ("/view/ranges/keys/overlay", GINT_TO_POINTER (GSCOPE_VIEW_LAYOUT_OVERLAY), test_range_keys);
  ADD ("/view/overrides", NULL, test_overrides);
  ADD ("/view/reset", NULL, test_reset);
  ADD ("/view/labels", NULL, test_labels);
  ADD ("/view/source-labels", NULL, test_source_labels);
  ADD ("/view/text", NULL, test_text);
  ADD ("/view/text/one-value", NULL, test_one_value);
  ADD ("/view/text/at-cursor", NULL, test_text_at_cursor);
  ADD ("/view/sweep-begins-left", NULL, test_sweep_begins_left);
  ADD ("/view/choice", NULL, test_choice);
  ADD ("/view/drag", NULL, test_drag);
  ADD ("/view/drag/foreign", NULL, test_foreign_drop);
  ADD ("/view/large-text", NULL, test_large_text);
  ADD ("/view/overlay", NULL, test_overlay);
  ADD ("/view/events", NULL, test_events);
  ADD ("/view/two-scopes", NULL, test_two_scopes);
  g_test_add_func ("/view/description", test_description);
  return g_test_run ();
}

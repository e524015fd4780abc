/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A recording under the signals of the window: kept, moved, undone, saved, subtracted. */

#include "app-bed.h"
#include "bars/comparison.h"
#include "undo/comparison.h"
#include "window/window.h"

#include <string.h>

typedef AppBed Fixture;

static AppComparison *
get_state (Fixture *f)
{
  return app_session_get_comparison (app_bed_get_session (f));
}

static GscopeComparison *
get_comparison (Fixture *f)
{
  return app_comparison_get (get_state (f));
}

static GtkWidget *
get_bar (Fixture *f)
{
  return app_bed_find (f->window, APP_TYPE_COMPARISON_BAR);
}

/* Writes a recording of ten minutes, in which the parameter “lab/gain” had a value. */
static GFile *
write_recording (Fixture *f, const char *name, const char *gain)
{
  g_autofree char *path = g_build_filename (f->directory, name, NULL);
  g_autofree char *text = g_strdup_printf (
      "#gscope {\"version\":1,\"start\":\"2026-01-01T00:00:00Z\",\"time_ns\":0,\"signals\":[]}\n"
      "#gscope {\"parameters\":[{\"name\":\"lab/gain\",\"title\":\"Gain\",\"value\":\"%s\"}]}\n"
      "0 1 demo/sine\n600000 2 demo/sine\n",
      gain);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

/* Compares with a recording, as the dialog does. */
static void
compare_with (Fixture *f, const char *name, const char *gain)
{
  g_autoptr (GFile) file = write_recording (f, name, gain);

  app_compare_with (app_bed_get_session (f), file);
  app_bed_await (get_comparison (f));
  app_bed_settle ();
}

static void
compare (Fixture *f)
{
  compare_with (f, "run.tuples", "1");
}

static gboolean
is_other_list (GtkWidget *widget, gconstpointer first)
{
  return GTK_IS_DROP_DOWN (widget) && widget != first;
}

static GtkDropDown *
find_runs (Fixture *f)
{
  return GTK_DROP_DOWN (app_bed_find (get_bar (f), GTK_TYPE_DROP_DOWN));
}

static GtkDropDown *
find_anchors (Fixture *f)
{
  return GTK_DROP_DOWN (app_bed_find_match (get_bar (f), is_other_list, find_runs (f)));
}

/* Compares the runs in the bar with “A | B”. */
static void
assert_runs (Fixture *f, const char *expected)
{
  GListModel *model = gtk_drop_down_get_model (find_runs (f));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " | " : "",
                            gtk_string_list_get_string (GTK_STRING_LIST (model), i));
  g_assert_cmpstr (text->str, ==, expected);
}

static GscopeGtkViewSignal *
find_in (GscopeGtkView *view, const char *mark)
{
  GListModel *model = gscope_gtk_view_get_signals (view);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      if (g_str_equal (gscope_gtk_view_signal_get_mark (signal), mark))
        return signal;
    }
  return NULL;
}

static GscopeGtkViewSignal *
find (Fixture *f, const char *mark)
{
  return find_in (app_bed_get_view (f), mark);
}

static void
assert_offset (Fixture *f, gint64 milliseconds)
{
  GtkWidget *offset = app_bed_find (get_bar (f), GTK_TYPE_SPIN_BUTTON);

  g_assert_cmpint (gscope_comparison_get_offset (get_comparison (f)), ==,
                   milliseconds * GSCOPE_MSEC);
  g_assert_cmpfloat_with_epsilon (gtk_spin_button_get_value (GTK_SPIN_BUTTON (offset)),
                                  (double) milliseconds / 1000, 1e-9);
}

/* The bar and the keys move it, undo moves it back, and the end takes it away. */
static void
test_moved (Fixture *f, gconstpointer data)
{
  GtkWidget *offset;

  g_assert_null (get_bar (f));
  g_assert_false (app_bed_is_enabled (f, "align"));
  compare (f);
  g_assert_true (gtk_widget_get_visible (get_bar (f)));
  g_assert_nonnull (find (f, "1R"));
  assert_runs (f, "R: run.tuples");
  app_bed_await (app_bed_find_text (f->window, "Compared with run.tuples"));
  app_bed_check_names (f->window);
  app_bed_press (f, "<Alt><Shift>Right");
  app_bed_press (f, "<Alt><Shift>Right");
  app_bed_press (f, "<Alt><Shift>Right");
  app_bed_press (f, "<Alt><Shift>Left");
  assert_offset (f, 20);
  offset = app_bed_find (get_bar (f), GTK_TYPE_SPIN_BUTTON);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (offset), -1.5);
  assert_offset (f, -1500);
  /* what is moved without a pause is one change */
  app_bed_press (f, "<Control>z");
  assert_offset (f, 0);
  app_bed_press (f, "<Control><Shift>z");
  assert_offset (f, -1500);
  gtk_drop_down_set_selected (find_anchors (f), 0);
  g_assert_cmpstr (gscope_comparison_get_anchor (get_comparison (f)), ==, "begin");
  /* the anchor before was not chosen */
  app_bed_press (f, "<Control>z");
  g_assert_cmpstr (gscope_comparison_get_anchor (get_comparison (f)), ==, "end");
  app_bed_press (f, "<Control><Shift>z");
  g_assert_cmpstr (gscope_comparison_get_anchor (get_comparison (f)), ==, "begin");
  app_bed_press (f, "<Alt><Shift>Home");
  app_bed_click (f, "win.end-comparison");
  g_assert_false (gtk_widget_get_visible (get_bar (f)));
  g_assert_null (find (f, "1R"));
  app_bed_press (f, "<Control>z");
  app_bed_await (get_comparison (f));
  app_bed_settle ();
  assert_offset (f, -1500);
  g_assert_cmpstr (gscope_comparison_get_anchor (get_comparison (f)), ==, "begin");
}

/* A workspace keeps it, by a path beside it. */
static void
test_saved (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "kept.json", NULL), *text = NULL;

  compare (f);
  app_bed_press (f, "<Alt><Shift>Right");
  app_bed_save_and_open (f, path);
  app_bed_await (get_comparison (f));
  app_bed_settle ();
  assert_offset (f, 10);
  g_assert_nonnull (find (f, "1R"));
  g_assert_false (app_bed_is_modified (f));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"file\" : \"run.tuples\""));
  g_assert_null (strstr (text, "ref/demo"));
}

/* Several runs have marks and labels of their own; each is moved and ended alone. */
static void
test_runs (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "kept.json", NULL);

  compare_with (f, "a.tuples", "1");
  compare_with (f, "b.tuples", "2");
  compare_with (f, "c.tuples", "4");
  assert_runs (f, "R: Gain 1 | R2: Gain 2 | R3: Gain 4");
  g_assert_nonnull (find (f, "1R"));
  g_assert_nonnull (find (f, "1R3"));
  g_assert_nonnull (strstr (gscope_gtk_view_signal_get_label (find (f, "1R2")), "Gain 2"));
  app_bed_check_names (f->window);
  /* the newest one is selected */
  app_bed_press (f, "<Alt><Shift>Up");
  g_assert_cmpuint (gscope_comparison_get_number (get_comparison (f)), ==, 2);
  app_bed_press (f, "<Alt><Shift>Right");
  assert_offset (f, 10);
  gtk_drop_down_set_selected (find_runs (f), 2);
  assert_offset (f, 0);
  app_bed_press (f, "<Alt><Shift>Down");
  g_assert_cmpuint (gscope_comparison_get_number (get_comparison (f)), ==, 1);
  app_bed_press (f, "<Alt><Shift>Down");
  app_bed_press (f, "<Control><Alt>w");
  assert_runs (f, "R: Gain 1 | R3: Gain 4");
  g_assert_null (find (f, "1R2"));
  app_bed_press (f, "<Control>z");
  app_bed_await (g_list_model_get_n_items (gtk_drop_down_get_model (find_runs (f))) == 3
                 && get_comparison (f));
  app_bed_settle ();
  assert_runs (f, "R: Gain 1 | R2: Gain 2 | R3: Gain 4");
  app_comparison_select (get_state (f), 2);
  assert_offset (f, 10);

  app_bed_save_and_open (f, path);
  app_bed_await (find (f, "1R") && find (f, "1R2") && find (f, "1R3") && get_comparison (f));
  app_bed_settle ();
  app_comparison_select (get_state (f), 2);
  assert_offset (f, 10);
  g_assert_false (app_bed_is_modified (f));
}

static void
test_too_many (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) file = write_recording (f, "run.tuples", "1");

  for (guint i = 1; i <= GSCOPE_COMPARISON_LIST_MAX; i++)
    g_assert_cmpuint (app_compare_with (app_bed_get_session (f), file), ==, i);
  g_assert_cmpuint (app_compare_with (app_bed_get_session (f), file), ==, 0);
}

/* A new math signal is the difference. */
static void
test_difference (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal;

  compare (f);
  /* the recording goes on for five minutes */
  app_compare_set_offset (app_bed_get_session (f), 300 * GSCOPE_SEC);
  app_bed_press (f, "<Control><Alt>d");
  app_bed_await (app_session_find_signal (app_bed_get_session (f), "math/sine-difference", NULL));
  app_bed_settle ();
  signal = app_session_find_signal (app_bed_get_session (f), "math/sine-difference", NULL);
  app_bed_await (gscope_trace_get_end (gscope_signal_get_trace (signal)) > 0);
  g_assert_nonnull (find (f, "2"));
}

/* Writes a recording of the signals of the one that is played. */
static GFile *
write_played (Fixture *f)
{
  g_autofree char *path = g_build_filename (f->directory, "other.tuples", NULL);

  g_assert_true (
      g_file_set_contents (path, "0 1 a/one\n0 2 a/two\n10000 3 a/one\n10000 4 a/two\n", -1, NULL));
  return g_file_new_for_path (path);
}

static GscopeSignal *
find_difference (Fixture *f)
{
  return app_session_find_signal (app_bed_get_session (f), "math/one-difference", NULL);
}

/* A recording beside another one that is played: views with the same time and cursors; and the difference of both. */
static void
test_beside (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) file = NULL;
  GscopeGtkView *first, *second;
  g_autofree char *path = g_build_filename (f->directory, "beside.json", NULL);
  GscopeSignal *difference;
  gint64 time;

  app_bed_play (f);
  first = app_bed_get_view (f);
  file = write_played (f);
  app_window_compare_beside (APP_WINDOW (f->window), file);
  app_bed_await (get_comparison (f) && app_bed_count_signals (f) > 0);
  second = app_bed_get_view (f);
  g_assert_true (first != second);
  g_assert_null (find_in (first, "1R"));
  g_assert_nonnull (find_in (second, "1R"));
  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (first), 2 * GSCOPE_SEC);
  gscope_gtk_viewport_look_at (gscope_gtk_view_get_viewport (first), 7 * GSCOPE_SEC);
  g_assert_cmpint (gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (second)), ==,
                   2 * GSCOPE_SEC);
  g_assert_cmpint (gscope_gtk_viewport_get_end (gscope_gtk_view_get_viewport (second)), ==,
                   7 * GSCOPE_SEC);
  gscope_gtk_view_set_cursor (second, 6 * GSCOPE_SEC);
  g_assert_true (gscope_gtk_view_get_cursor (first, &time));
  g_assert_cmpint (time, ==, 6 * GSCOPE_SEC);

  app_bed_press (f, "F6");
  g_assert_true (app_bed_get_view (f) == first);
  app_bed_select_signal (f, 0);
  app_bed_press (f, "<Control><Alt>d");
  app_bed_await (find_difference (f));
  difference = find_difference (f);
  app_bed_await (gscope_trace_get_end (gscope_signal_get_trace (difference))
                 > gscope_trace_get_first (gscope_signal_get_trace (difference)));

  app_bed_save_and_open (f, path);
  app_bed_await (get_comparison (f) && find_difference (f));
  app_bed_press (f, "F6");
  app_bed_await (find (f, "1R"));
}

static gboolean
is_told (GtkWidget *widget, gconstpointer text)
{
  return GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), text);
}

static void
test_refused (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "absent.tuples", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  app_compare_with (app_bed_get_session (f), file);
  app_bed_await (app_comparison_get_selected (get_state (f)) == 0);
  app_bed_settle ();
  g_assert_false (get_bar (f) && gtk_widget_get_visible (get_bar (f)));
  g_assert_nonnull (app_bed_find_match (f->window, is_told, "absent.tuples"));
}

static void
add_tests (gconstpointer application)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *f, gconstpointer data);
  } tests[] = {
    { "/app-comparison/moved", test_moved },
    { "/app-comparison/saved", test_saved },
    { "/app-comparison/runs", test_runs },
    { "/app-comparison/too-many", test_too_many },
    { "/app-comparison/difference", test_difference },
    { "/app-comparison/beside", test_beside },
    { "/app-comparison/refused", test_refused },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, application, app_bed_set_up, tests[i].test,
                app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}

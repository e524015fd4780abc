/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/skip-waits.h"
#include "view-bed.h"

#include "support/scripted-source.h"

#include <gscope-gtk/view/objects.h>
#include <gscope-gtk/view/status.h>

static gint64
get_cursor (ViewBed *f, guint cursor)
{
  gint64 times[2];

  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, &times[0], &times[1]), >, cursor);
  return times[cursor];
}

static void
test_cursor (ViewBed *f, gconstpointer data)
{
  gint64 time;

  view_bed_advance (f, 30000);
  g_assert_false (gscope_gtk_view_get_cursor (f->view, &time));
  gscope_gtk_view_set_cursor (f->view, gscope_scope_get_pen (f->scope) - 5 * GSCOPE_SEC);
  g_assert_true (gscope_gtk_view_get_cursor (f->view, &time));
  g_assert_cmpint (time, ==, gscope_scope_get_pen (f->scope) - 5 * GSCOPE_SEC);
  view_bed_wait_for_frame (f);
  gscope_gtk_view_clear_cursor (f->view);
  g_assert_false (gscope_gtk_view_get_cursor (f->view, &time));
  view_bed_wait_for_frame (f);
}

static void
count_change (GscopeGtkView *view, guint *n)
{
  (*n)++;
}

static void
count_property (GscopeGtkView *view, GParamSpec *pspec, guint *n)
{
  (*n)++;
}

static void
test_cursors (ViewBed *f, gconstpointer data)
{
  gint64 pen, a, b;
  guint n_changes = 0, n_notified = 0;

  view_bed_advance (f, 30000);
  pen = gscope_scope_get_pen (f->scope);
  g_signal_connect (f->view, "cursors-changed", G_CALLBACK (count_change), &n_changes);
  g_signal_connect (f->view, "notify::n-cursors", G_CALLBACK (count_property), &n_notified);
  gscope_gtk_view_set_cursors (f->view, 2, pen - 5 * GSCOPE_SEC, pen - 2 * GSCOPE_SEC);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpuint (n_notified, ==, 1);
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, &a, &b), ==, 2);
  g_assert_cmpint (b - a, ==, 3 * GSCOPE_SEC);
  view_bed_wait_for_frame (f);
  gscope_gtk_view_swap_cursors (f->view);
  g_assert_cmpint (get_cursor (f, 0), ==, b);
  g_assert_cmpint (get_cursor (f, 1), ==, a);
  g_assert_cmpuint (n_notified, ==, 1);
  gscope_gtk_view_set_n_cursors (f->view, 1);
  g_assert_cmpint (get_cursor (f, 0), ==, b);
  gscope_gtk_view_set_n_cursors (f->view, 0);
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, &a, &b), ==, 0);
  g_assert_cmpint (a, ==, 0);
  g_assert_cmpuint (n_notified, ==, 3);
  view_bed_wait_for_frame (f);
}

/* In a live picture time passes under them; in a held one they stay. */
static void
test_cursors_live (ViewBed *f, gconstpointer data)
{
  gint64 a;

  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_MODE_ROLL);
  view_bed_advance (f, 30000);
  gscope_gtk_view_set_n_cursors (f->view, 2);
  a = get_cursor (f, 0);
  view_bed_advance (f, 1000);
  g_assert_cmpint (ABS (get_cursor (f, 0) - a - GSCOPE_SEC), <, 100 * GSCOPE_MSEC);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  a = get_cursor (f, 0);
  view_bed_advance (f, 1000);
  g_assert_cmpint (ABS (get_cursor (f, 0) - a), <, 100 * GSCOPE_MSEC);
  /* in the past they stay at their times, wherever these stand */
  gscope_gtk_viewport_set_held (f->viewport, FALSE);
  gscope_gtk_viewport_pan (f->viewport, -50);
  a = get_cursor (f, 0);
  gscope_gtk_viewport_pan (f->viewport, -50);
  view_bed_advance (f, 1000);
  g_assert_cmpint (get_cursor (f, 0), ==, a);
}

/* The text for assistive technologies, shown when an assertion fails. */
static char *
get_description (ViewBed *f)
{
  return gtk_test_accessible_check_property (GTK_ACCESSIBLE (f->view),
                                             GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "something else");
}

static void
stay_at (ViewBed *f, double value)
{
  f->word = value;
  for (int i = 0; i < 30; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
      gscope_scope_drain (f->scope);
    }
}

/* Without a cursor a view says its newest values, and its name is its title. */
static void
test_newest_description (ViewBed *f, gconstpointer data)
{
  g_autofree char *newest = NULL, *name = NULL;

  stay_at (f, 7);
  newest = get_description (f);
  g_assert_nonnull (strstr (newest, "Newest values; word 7 packets"));
  gscope_gtk_view_set_title (f->view, "Queue");
  name = gtk_test_accessible_check_property (GTK_ACCESSIBLE (f->view),
                                             GTK_ACCESSIBLE_PROPERTY_LABEL, "Queue");
  g_assert_null (name);
}

static const char *
read_row (ViewBed *f, double value)
{
  stay_at (f, value);
  view_bed_wait_for_frame (f);
  return gscope_gtk_view_signal_get_text (view_bed_get_entry (f, 0));
}

/* The rows have the values at a cursor, but not once the live picture has left the cursor behind. */
static void
test_cursor_away (ViewBed *f, gconstpointer data)
{
  stay_at (f, 7);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  view_bed_press (f, GDK_KEY_c, 0);
  g_assert_cmpstr (read_row (f, 9), ==, "7 packets");
  gscope_gtk_viewport_pan (f->viewport, -2000);
  view_bed_wait_for_frame (f);
  gscope_gtk_viewport_set_held (f->viewport, FALSE);
  gscope_gtk_viewport_go_live (f->viewport);
  g_assert_cmpstr (read_row (f, 11), ==, "11 packets");
}

static void
test_cursor_description (ViewBed *f, gconstpointer data)
{
  g_autofree char *one = NULL, *two = NULL, *later = NULL;

  stay_at (f, 7);
  view_bed_press (f, GDK_KEY_c, 0);
  one = get_description (f);
  g_assert_nonnull (strstr (one, "Cursor at "));
  g_assert_nonnull (strstr (one, "; word 7 packets"));
  view_bed_press (f, GDK_KEY_c, 0);
  two = get_description (f);
  g_assert_nonnull (strstr (two, "Cursor A at "));
  g_assert_nonnull (strstr (two, "; word 7 packets, 7 packets"));
  /* samples are not announced */
  view_bed_advance (f, 2000);
  later = get_description (f);
  g_assert_cmpstr (later, ==, two);
}

static void
test_cursor_keys (ViewBed *f, gconstpointer data)
{
  gint64 a, b, width = gscope_gtk_viewport_get_column_width (f->viewport);

  view_bed_advance (f, 30000);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  view_bed_press (f, GDK_KEY_c, 0);
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, NULL, NULL), ==, 1);
  view_bed_press (f, GDK_KEY_c, 0);
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, &a, &b), ==, 2);
  g_assert_cmpint (a, !=, b);
  view_bed_press (f, GDK_KEY_Right, 0);
  g_assert_cmpint (get_cursor (f, 0), ==, a);
  g_assert_cmpint (ABS (get_cursor (f, 1) - b - width), <=, 1);
  view_bed_press (f, GDK_KEY_Left, GDK_CONTROL_MASK);
  g_assert_cmpint (ABS (get_cursor (f, 1) - b + 9 * width), <=, 1);
  view_bed_press (f, GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  g_assert_cmpint (ABS (get_cursor (f, 1) - b + 9 * width - width / 10), <=, 1);
  b = get_cursor (f, 1);
  view_bed_press (f, GDK_KEY_x, 0);
  g_assert_cmpint (get_cursor (f, 0), ==, b);
  g_assert_cmpint (get_cursor (f, 1), ==, a);
  view_bed_press (f, GDK_KEY_Right, 0);
  g_assert_cmpint (get_cursor (f, 0), ==, b);
  g_assert_cmpint (get_cursor (f, 1), >, a);
  view_bed_press (f, GDK_KEY_c, 0);
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, NULL, NULL), ==, 0);
}

/* Values of a staircase that rises by one every second. */
static void
test_cursor_table (ViewBed *f, gconstpointer data)
{
  GtkWidget *table = g_object_ref_sink (gscope_gtk_cursor_table_new (f->view));
  g_autofree char *none = NULL, *text = NULL;
  g_auto (GStrv) lines = NULL;
  gint64 begin = gscope_clock_get_time (f->clock);
  int least;

  g_assert_true (gscope_gtk_measure_table_get_view (GSCOPE_GTK_MEASURE_TABLE (table)) == f->view);
  for (int i = 0; i < 10; i++)
    {
      f->word = i;
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
      gscope_scope_drain (f->scope);
    }
  none = gscope_gtk_measure_table_get_text (GSCOPE_GTK_MEASURE_TABLE (table));
  g_assert_cmpstr (none, ==, "");
  g_assert_false (gtk_widget_get_visible (table));
  gscope_gtk_view_set_cursors (f->view, 2, begin + 6505 * GSCOPE_MSEC, begin + 2505 * GSCOPE_MSEC);
  g_assert_true (gtk_widget_get_visible (table));
  /* columns that do not fit are scrolled, and nothing is pushed out */
  gtk_widget_measure (table, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <, 360);
  text = gscope_gtk_measure_table_get_text (GSCOPE_GTK_MEASURE_TABLE (table));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_nonnull (strstr (lines[0], "Δ −4 s   1/Δ 250 mHz"));
  g_assert_cmpstr (lines[1], ==,
                   "Signal\tAt A\tAt B\tB − A\tMean A–B\tMinimum A–B\tMaximum A–B\tDeviation A–B");
  g_assert_cmpstr (
      lines[2], ==,
      "word\t6 packets\t2 packets\t−4 packets\t4 packets\t2 packets\t6 packets\t1.225 packets");
  gscope_gtk_view_signal_set_hidden (view_bed_get_entry (f, 0), TRUE);
  g_clear_pointer (&text, g_free);
  text = gscope_gtk_measure_table_get_text (GSCOPE_GTK_MEASURE_TABLE (table));
  g_assert_null (strstr (text, "word"));
  g_assert_finalize_object (table);
}

/* The description of the object under the pointer, and without a pointer of the keyboard's
 * position. */
static void
test_places (ViewBed *f, gconstpointer data)
{
  const GscopeGtkViewObjects *objects = gscope_gtk_view_get_objects (f->view);
  const GscopeGtkScene *scene;
  GscopeGtkViewSignal *entry = view_bed_get_entry (f, 0);
  g_autofree char *value = NULL, *ruler = NULL, *legend = NULL, *none = NULL, *told = NULL;
  const char *keys;
  double head;

  stay_at (f, 7);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  gscope_gtk_view_signal_set_range (entry, 0, 20);
  value = gscope_gtk_view_describe_place (f->view, 100, 200, &keys);
  g_assert_true (g_str_has_suffix (value, "; word 7 packets"));
  g_assert_nonnull (strstr (keys, "Wheel zooms time"));
  ruler = gscope_gtk_view_describe_place (f->view, 5, 200, &keys);
  g_assert_cmpstr (ruler, ==, "Range 0 packets to 20 packets");
  g_assert_nonnull (strstr (keys, "F fits"));
  scene = gscope_gtk_painting_get_scene (objects->painting);
  head = scene->plot.y + g_array_index (scene->lanes, GscopeGtkSceneLane, 0).top - 8;
  for (int x = 0; x < 300 && (!legend || !strstr (legend, "word, ")); x += 4)
    {
      g_free (legend);
      legend = gscope_gtk_view_describe_place (f->view, x, head, &keys);
    }
  g_assert_cmpstr (legend, ==, "word, 0 packets to 20 packets");
  g_assert_nonnull (strstr (keys, "Drag to another view"));
  none = gscope_gtk_view_describe_place (f->view, -1, -1, &keys);
  gscope_gtk_cursors_describe (objects->cursors);
  told = get_description (f);
  g_assert_nonnull (strstr (told, none));
  g_assert_nonnull (strstr (keys, "Space holds"));
}

static void
assert_explains (ViewBed *f, const char *reason)
{
  const char *keys;
  g_autofree char *text = gscope_gtk_view_describe_place (f->view, 100, 200, &keys);

  if (!strstr (text, reason))
    g_error ("“%s” does not say “%s”", text, reason);
}

static GBytes *
draw (ViewBed *f)
{
  return gscope_gtk_view_render (f->view, GSCOPE_GTK_PICTURE_PNG, 600, 400, 1, NULL);
}

/* A lane without a line says why in its place; so does a view without lanes. */
static void
test_empty (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (scripted_source_new ("lab"));
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("cwnd");
  g_autoptr (GscopeProducer) producer = NULL;
  g_autoptr (GBytes) trouble = NULL, without = NULL, with = NULL;
  g_autofree char *nothing = NULL;

  gscope_scope_remove_signal (f->scope, f->signal);
  nothing = gscope_gtk_view_explain_nothing (f->view);
  g_assert_cmpstr (nothing, ==, "No signal is shown: add one to the view");
  gscope_source_add_signal (source, signal, NULL);
  producer = gscope_signal_create_producer (signal);
  gscope_scope_add_source (f->scope, source);
  run_pending ();
  view_bed_advance (f, 2000);
  assert_explains (f, "No samples: source “lab” is stopped");
  gscope_source_set_status (source, GSCOPE_SOURCE_STATE_RUNNING, "");
  assert_explains (f, "No samples yet: source “lab” runs, but has not sent any of cwnd");
  without = draw (f);
  gscope_source_set_status (source, GSCOPE_SOURCE_STATE_TROUBLE, "needs the right to read sockets");
  assert_explains (f, "No samples from source “lab”: needs the right to read sockets");
  trouble = draw (f);
  g_assert_false (g_bytes_equal (trouble, without));
  gscope_source_set_status (source, GSCOPE_SOURCE_STATE_RUNNING, "");
  gscope_scope_stop (f->scope);
  assert_explains (f, "No samples yet: sampling is stopped");
  gscope_scope_start (f->scope);
  gscope_producer_push (producer, gscope_clock_get_time (f->clock), 3);
  view_bed_advance (f, 500);
  assert_explains (f, "; cwnd ");
  with = draw (f);
  g_assert_false (g_bytes_equal (with, without));
  /* a line of dots ends where the samples do */
  gscope_gtk_view_signal_set_line_mode (view_bed_get_entry (f, 0), GSCOPE_LINE_MODE_POINTS);
  view_bed_advance (f, 60000);
  assert_explains (f, "cwnd has no samples in the time in view");
  gscope_gtk_view_signal_set_hidden (view_bed_get_entry (f, 0), TRUE);
  assert_explains (f, "Its signal is hidden: show it in the list of signals");
  gscope_scope_remove_source (f->scope, source);
}

#define ADD(name, data, func)                                                                      \
  g_test_add (name, ViewBed, data, view_bed_set_up, func, view_bed_tear_down)

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("/view-cursors/cursor", NULL, test_cursor);
  ADD ("/view-cursors/cursors", NULL, test_cursors);
  ADD ("/view-cursors/live", NULL, test_cursors_live);
  ADD ("/view-cursors/keys", NULL, test_cursor_keys);
  ADD ("/view-cursors/description", NULL, test_cursor_description);
  ADD ("/view-cursors/away", NULL, test_cursor_away);
  ADD ("/view-cursors/newest-description", NULL, test_newest_description);
  ADD ("/view-cursors/places", NULL, test_places);
  ADD ("/view-cursors/empty", NULL, test_empty);
  ADD ("/view-cursors/table", NULL, test_cursor_table);
  return g_test_run ();
}

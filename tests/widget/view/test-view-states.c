/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A view of a signal of states, which is polled every 10 ms, below one of numbers. */

#include "support/skip-waits.h"
#include "view-bed.h"

#include <gscope-gtk/view/objects.h>
#include <gscope-gtk/view/status.h>

static const GscopeState states[] = {
  { 0, GSCOPE_STATE_STYLE_THIN, 0, "asleep", NULL },
  { 1, GSCOPE_STATE_STYLE_DIGIT, 0, "CPU 1", "1" },
  { 2, GSCOPE_STATE_STYLE_HATCHED, 0, "no budget", NULL },
  { 3, GSCOPE_STATE_STYLE_OUTLINE, 0, "ready", NULL },
};

/* Keeps a state for a time. */
static void
last (ViewBed *f, double state, gint64 milliseconds)
{
  f->other = state;
  view_bed_advance (f, milliseconds);
}

/* A thread that wakes up 10 s before the end, runs for 4 s, has no budget for 3 s, and sleeps. */
static void
set_up (ViewBed *f, gconstpointer data)
{
  GscopeSignal *signal;

  view_bed_set_up (f, data);
  signal = gscope_scope_add_double (f->scope, "decoder", &f->other);
  gscope_signal_set_states (signal, states, G_N_ELEMENTS (states));
  last (f, 0, 10000);
  last (f, 1, 4000);
  last (f, 2, 3000);
  last (f, 0, 3000);
  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_MODE_ROLL);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  view_bed_wait_for_frame (f);
}

static const GscopeGtkScene *
get_scene (ViewBed *f)
{
  return gscope_gtk_painting_get_scene (gscope_gtk_view_get_objects (f->view)->painting);
}

/* Returns the words for a place: a time before the end in the row of states. */
static char *
describe (ViewBed *f, double seconds)
{
  const GscopeGtkScene *scene = get_scene (f);
  const GscopeGtkSceneLane *lane =
      &g_array_index (scene->lanes, GscopeGtkSceneLane, scene->lanes->len - 1);
  const char *keys;
  double x;

  g_assert_true (gscope_gtk_viewport_time_to_x (
      f->viewport, gscope_gtk_viewport_get_end (f->viewport) - (gint64) (seconds * GSCOPE_SEC),
      &x));
  return gscope_gtk_view_describe_place (f->view, scene->plot.x + x / scene->device_scale,
                                         scene->plot.y + lane->top + lane->height / 2.0, &keys);
}

static void
assert_ends (ViewBed *f, double seconds, const char *begin, const char *end)
{
  g_autofree char *text = describe (f, seconds);

  g_test_message ("%s", text);
  g_assert_true (g_str_has_prefix (text, begin));
  g_assert_true (g_str_has_suffix (text, end));
}

/* The signal has a lane of rows, and the words of a place are its state, times and end. */
static void
test_places (ViewBed *f, gconstpointer data)
{
  const GscopeGtkScene *scene = get_scene (f);
  const GscopeGtkSceneLane *lane;

  g_assert_cmpuint (scene->lanes->len, ==, 2);
  lane = &g_array_index (scene->lanes, GscopeGtkSceneLane, 1);
  g_assert_nonnull (lane->scales[0].states);
  g_assert_true (gscope_gtk_scene_find_row (scene, lane, scene->plot.y + lane->top + 1)
                 == view_bed_get_entry (f, 1));
  assert_ends (f, 8, "decoder, CPU 1, ", ", budget ended");
  assert_ends (f, 4, "decoder, no budget, ", ":57.01");
  assert_ends (f, 11, "decoder, asleep, ", ", woken up");
}

/* Values are names wherever values are shown. */
static void
test_values (ViewBed *f, gconstpointer data)
{
  gint64 end = gscope_gtk_viewport_get_end (f->viewport);

  gscope_gtk_view_set_cursor (f->view, end - 8 * GSCOPE_SEC);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (view_bed_get_entry (f, 1)), ==, "CPU 1");
  gscope_gtk_view_set_cursor (f->view, end - 4 * GSCOPE_SEC);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (view_bed_get_entry (f, 1)), ==, "no budget");
  view_bed_wait_for_frame (f);
}

static void
assert_cursor (ViewBed *f, double seconds)
{
  gint64 time;

  g_assert_true (gscope_gtk_view_get_cursor (f->view, &time));
  g_assert_cmpint (
      ABS (gscope_gtk_viewport_get_end (f->viewport) - time - (gint64) (seconds * GSCOPE_SEC)), <=,
      150 * GSCOPE_MSEC);
}

/* With a row selected, arrow keys go from change to change and from row to row; without, they do what they do elsewhere. */
static void
test_keys (ViewBed *f, gconstpointer data)
{
  GscopeSignal *third = gscope_scope_add_double (f->scope, "audio", &f->other);
  g_autofree char *problem = NULL;

  gscope_signal_set_states (third, states, G_N_ELEMENTS (states));
  gscope_gtk_view_set_selected (f->view, view_bed_get_entry (f, 1));
  gscope_gtk_view_set_cursor (f->view, gscope_gtk_viewport_get_end (f->viewport) - 9 * GSCOPE_SEC);
  g_assert_true (view_bed_press (f, GDK_KEY_Right, 0));
  assert_cursor (f, 6);
  problem = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (f->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "something else");
  g_assert_nonnull (strstr (problem, "decoder, no budget, "));
  g_assert_true (view_bed_press (f, GDK_KEY_Right, 0));
  assert_cursor (f, 3);
  g_assert_true (view_bed_press (f, GDK_KEY_Left, 0));
  assert_cursor (f, 6);
  g_assert_true (view_bed_press (f, GDK_KEY_Left, 0));
  assert_cursor (f, 10);
  g_assert_true (view_bed_press (f, GDK_KEY_Down, 0));
  g_assert_true (gscope_gtk_view_get_selected (f->view) == view_bed_get_entry (f, 2));
  g_assert_true (view_bed_press (f, GDK_KEY_Down, 0));
  g_assert_true (view_bed_press (f, GDK_KEY_Up, 0));
  g_assert_true (gscope_gtk_view_get_selected (f->view) == view_bed_get_entry (f, 1));
}

/* States that are declared while the signal is shown change its lane. */
static void
test_declared (ViewBed *f, gconstpointer data)
{
  gscope_signal_set_states (gscope_gtk_view_signal_get_signal (view_bed_get_entry (f, 1)), NULL, 0);
  view_bed_wait_for_frame (f);
  g_assert_null (gscope_gtk_scene_find_row (
      get_scene (f), &g_array_index (get_scene (f)->lanes, GscopeGtkSceneLane, 0), 100));
  gscope_signal_set_states (gscope_gtk_view_signal_get_signal (view_bed_get_entry (f, 1)), states,
                            2);
  view_bed_wait_for_frame (f);
  g_assert_cmpuint (get_scene (f)->lanes->len, ==, 2);
  gscope_gtk_view_set_layout (f->view, GSCOPE_VIEW_LAYOUT_OVERLAY);
  view_bed_wait_for_frame (f);
  g_assert_cmpuint (get_scene (f)->lanes->len, ==, 2);
}

/* A lane with more rows is higher, where there is not room for all: its rows are as high as in other lanes. */
static void
test_heights (ViewBed *f, gconstpointer data)
{
  const GscopeGtkSceneLane *lines, *rows;

  for (guint i = 0; i < 7; i++)
    {
      g_autofree char *name = g_strdup_printf ("thread-%u", i);

      gscope_signal_set_states (gscope_scope_add_double (f->scope, name, &f->other), states,
                                G_N_ELEMENTS (states));
    }
  view_bed_wait_for_frame (f);
  g_assert_cmpuint (get_scene (f)->lanes->len, ==, 2);
  lines = &g_array_index (get_scene (f)->lanes, GscopeGtkSceneLane, 0);
  rows = &g_array_index (get_scene (f)->lanes, GscopeGtkSceneLane, 1);
  g_assert_null (lines->scales[0].states);
  g_assert_cmpuint (rows->scales[0].signals->len, ==, 8);
  g_assert_cmpint (rows->height, >, 2 * lines->height);
}

/* Returns the words in the head of the lane of states, at some part of its width. */
static char *
describe_head (ViewBed *f, double part)
{
  const GscopeGtkScene *scene = get_scene (f);
  const GscopeGtkSceneLane *lane = &g_array_index (scene->lanes, GscopeGtkSceneLane, 1);
  const char *keys;

  return gscope_gtk_view_describe_place (f->view, scene->plot.x + part * scene->plot.width,
                                         scene->plot.y + lane->top - lane->head / 2.0, &keys);
}

/* A legend with more entries than there is room for has all of its words at its place, however narrow it is; one that is
 * whole says nothing more. */
static void
test_legend (ViewBed *f, gconstpointer data)
{
  static const int margins[] = { 200, 400 };
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (view_bed_get_entry (f, 1));
  g_autofree char *whole = NULL;

  gscope_signal_set_states (signal, states, 2);
  view_bed_wait_for_frame (f);
  whole = describe_head (f, 0.9);
  g_assert_null (strstr (whole, "asleep, CPU 1"));
  gscope_signal_set_states (signal, states, G_N_ELEMENTS (states));
  for (guint i = 0; i < G_N_ELEMENTS (margins); i++)
    {
      g_autofree char *words = NULL;

      gtk_widget_set_margin_end (GTK_WIDGET (f->view), margins[i]);
      view_bed_wait_for_frame (f);
      words = describe_head (f, 0.9);
      g_assert_cmpstr (words, ==,
                       "asleep, CPU 1, no budget, ready, wake-up, preempted, budget ends");
    }
}

#define ADD(path, func) g_test_add (path, ViewBed, NULL, set_up, func, view_bed_tear_down)

int
main (int argc, char *argv[])
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("/view-states/places", test_places);
  ADD ("/view-states/values", test_values);
  ADD ("/view-states/keys", test_keys);
  ADD ("/view-states/declared", test_declared);
  ADD ("/view-states/heights", test_heights);
  ADD ("/view-states/legend", test_legend);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The overview of a pane: its window follows the view, and moves it. */

#include "pane-bed.h"
#include "support/skip-waits.h"

#include <gscope-gtk/pane/overview-private.h>

#define SPAN (5 * GSCOPE_SEC)

static GscopeGtkViewport *
get_viewport (PaneBed *f)
{
  return gscope_gtk_view_get_viewport (f->view);
}

static GscopeGtkOverview *
get_overview (PaneBed *f)
{
  return GSCOPE_GTK_OVERVIEW (pane_bed_find (f->pane, GSCOPE_GTK_TYPE_OVERVIEW));
}

/* 60 s of the past, of which the last 5 s are in view. */
static void
set_up (PaneBed *f, gconstpointer data)
{
  pane_bed_set_up (f, data);
  gscope_gtk_viewport_set_span (get_viewport (f), SPAN);
  gscope_gtk_viewport_set_mode (get_viewport (f), GSCOPE_VIEW_MODE_ROLL);
  pane_bed_press (f, GDK_KEY_o);
  pane_bed_wait_until_mapped (GTK_WIDGET (get_overview (f)), TRUE);
  pane_bed_advance (f, 60);
  while (gtk_widget_get_width (GTK_WIDGET (get_overview (f))) < 300)
    g_main_context_iteration (NULL, TRUE);
  pane_bed_settle ();
}

static double
find_place (PaneBed *f, gint64 time)
{
  gint64 begin, end;
  double from, to;

  gscope_gtk_overview_get_interval (get_overview (f), &begin, &end);
  from = 0;
  to = gtk_widget_get_width (GTK_WIDGET (get_overview (f)));
  while (to - from > 0.01)
    if (gscope_gtk_overview_get_time (get_overview (f), (from + to) / 2) < time)
      from = (from + to) / 2;
    else
      to = (from + to) / 2;
  return from;
}

static void
assert_window (PaneBed *f, gint64 begin, gint64 end)
{
  gint64 from, to;

  gscope_gtk_overview_get_interval (get_overview (f), &from, &to);
  g_assert_cmpint (ABS (gscope_gtk_viewport_get_end (get_viewport (f)) - end), <=,
                   (to - from) / 200);
  g_assert_cmpint (ABS (gscope_gtk_viewport_get_end (get_viewport (f))
                        - gscope_gtk_viewport_get_span (get_viewport (f)) - begin),
                   <=, (to - from) / 200);
}

static void
test_interval (PaneBed *f, gconstpointer data)
{
  gint64 begin, end, pen = gscope_scope_get_pen (f->scope);
  double left, right;

  gscope_gtk_overview_get_interval (get_overview (f), &begin, &end);
  g_assert_cmpint (begin, <=, 101 * GSCOPE_SEC);
  g_assert_cmpint (end, >=, pen);
  g_assert_cmpint (end, <, pen + 40 * GSCOPE_SEC);
  gscope_gtk_overview_get_window (get_overview (f), &left, &right);
  g_assert_cmpfloat_with_epsilon (left, find_place (f, pen - SPAN), 2);
  g_assert_cmpfloat_with_epsilon (right, find_place (f, pen), 2);
  pane_bed_press (f, GDK_KEY_o);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (get_overview (f))));
}

static void
test_keys (PaneBed *f, gconstpointer data)
{
  GtkWidget *overview = GTK_WIDGET (get_overview (f));
  gint64 pen = gscope_scope_get_pen (f->scope), begin, end;

  pane_bed_press_on (overview, GDK_KEY_Left);
  assert_window (f, pen - SPAN - SPAN / 10, pen - SPAN / 10);
  g_assert_false (gscope_gtk_viewport_get_live (get_viewport (f)));
  pane_bed_press_with (overview, GDK_KEY_Left, GDK_CONTROL_MASK);
  assert_window (f, pen - 2 * SPAN - SPAN / 10, pen - SPAN - SPAN / 10);
  pane_bed_press_with (overview, GDK_KEY_Left, GDK_SHIFT_MASK);
  assert_window (f, pen - 2 * SPAN - SPAN / 5, pen - SPAN - SPAN / 10);
  pane_bed_press_with (overview, GDK_KEY_Right, GDK_SHIFT_MASK | GDK_CONTROL_MASK);
  assert_window (f, pen - 2 * SPAN - SPAN / 5, pen - SPAN);
  pane_bed_press_on (overview, GDK_KEY_Home);
  gscope_gtk_overview_get_interval (get_overview (f), &begin, &end);
  assert_window (f, begin, begin + gscope_gtk_viewport_get_span (get_viewport (f)));
  pane_bed_press_on (overview, GDK_KEY_End);
  g_assert_true (gscope_gtk_viewport_get_live (get_viewport (f)));
  pane_bed_press_on (overview, GDK_KEY_plus);
  g_assert_cmpint (gscope_gtk_viewport_get_span (get_viewport (f)), >, SPAN);
  pane_bed_press_on (overview, GDK_KEY_space);
  g_assert_true (gscope_gtk_viewport_get_held (get_viewport (f)));
}

static void
drag (PaneBed *f, double from, double by)
{
  g_autoptr (GListModel) controllers =
      gtk_widget_observe_controllers (GTK_WIDGET (get_overview (f)));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_GESTURE_DRAG (controller))
        continue;
      g_signal_emit_by_name (controller, "drag-begin", from, 20.0);
      g_signal_emit_by_name (controller, "drag-update", by / 2, 0.0);
      g_signal_emit_by_name (controller, "drag-update", by, 0.0);
    }
  pane_bed_settle ();
}

static void
test_pointer (PaneBed *f, gconstpointer data)
{
  gint64 at = 130 * GSCOPE_SEC;
  double pixels;

  /* a click beside the window */
  drag (f, find_place (f, at), 0);
  assert_window (f, at - SPAN / 2, at + SPAN / 2);
  pixels = find_place (f, at + 10 * GSCOPE_SEC) - find_place (f, at);
  drag (f, find_place (f, at), -pixels);
  assert_window (f, at - SPAN / 2 - 10 * GSCOPE_SEC, at + SPAN / 2 - 10 * GSCOPE_SEC);
  /* the edges */
  drag (f, find_place (f, at + SPAN / 2 - 10 * GSCOPE_SEC), pixels);
  assert_window (f, at - SPAN / 2 - 10 * GSCOPE_SEC, at + SPAN / 2);
  drag (f, find_place (f, at - SPAN / 2 - 10 * GSCOPE_SEC), pixels);
  assert_window (f, at - SPAN / 2, at + SPAN / 2);
  /* back to the present */
  drag (f, find_place (f, at), 1000);
  g_assert_true (gscope_gtk_viewport_get_live (get_viewport (f)));
}

/* Draws all earlier changes. */
static void
await_frames (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gint64 last = gdk_frame_clock_get_frame_counter (clock) + 2;

  while (gdk_frame_clock_get_frame_counter (clock) < last)
    {
      gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
      g_main_context_iteration (NULL, TRUE);
    }
}

/* Frames within a column cost nothing; markers and columns that are new are drawn. */
static void
test_cost (PaneBed *f, gconstpointer data)
{
  GscopeGtkOverview *overview = get_overview (f);
  gint64 begin, end;
  guint n;

  pane_bed_settle ();
  n = gscope_gtk_overview_count_drawings (overview);
  gscope_gtk_overview_get_interval (overview, &begin, &end);
  for (guint i = 0; i < 50; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      gscope_scope_drain (f->scope);
      pane_bed_settle ();
    }
  /* half a second has five columns of 0.1 s, and three times five a second */
  g_assert_cmpuint (gscope_gtk_overview_count_drawings (overview), <=, n + 3);
  gscope_gtk_viewport_look_at (get_viewport (f), 120 * GSCOPE_SEC);
  await_frames (GTK_WIDGET (overview));
  n = gscope_gtk_overview_count_drawings (overview);
  gscope_gtk_viewport_look_at (get_viewport (f), 125 * GSCOPE_SEC);
  await_frames (GTK_WIDGET (overview));
  g_assert_cmpuint (gscope_gtk_overview_count_drawings (overview), ==, n);
  gscope_marker_list_set_note (gscope_scope_get_markers (f->scope), 110 * GSCOPE_SEC, "here");
  pane_bed_settle ();
  while (gscope_gtk_overview_count_drawings (overview) == n)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (gscope_gtk_overview_count_drawings (overview), ==, n + 1);
}

/* Of a recording the whole time is shown; the playhead goes where the window is moved to. */
static void
test_recording (void)
{
  g_autoptr (GscopeClock) base = gscope_test_clock_new (0);
  g_autoptr (GscopeTransport) transport = gscope_transport_new (base);
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (GSCOPE_CLOCK (transport));
  GtkWidget *view = gscope_gtk_view_new (scope);
  GtkWidget *window = gtk_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *overview = gscope_gtk_overview_new (GSCOPE_GTK_VIEW (view));
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (GSCOPE_GTK_VIEW (view));
  gint64 begin, end;

  gscope_transport_set_range (transport, 0, 100 * GSCOPE_SEC);
  gscope_transport_seek (transport, 20 * GSCOPE_SEC);
  gscope_gtk_viewport_set_span (viewport, 10 * GSCOPE_SEC);
  gtk_box_append (GTK_BOX (box), view);
  gtk_box_append (GTK_BOX (box), overview);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  pane_bed_wait_until_mapped (overview, TRUE);
  pane_bed_settle ();
  gscope_gtk_overview_get_interval (GSCOPE_GTK_OVERVIEW (overview), &begin, &end);
  g_assert_cmpint (begin, <=, 0);
  g_assert_cmpint (end, >=, 100 * GSCOPE_SEC);
  g_assert_cmpint (end, <, 101 * GSCOPE_SEC);
  gscope_gtk_overview_move_window (GSCOPE_GTK_OVERVIEW (overview), 15 * GSCOPE_SEC);
  g_assert_cmpint (gscope_transport_get_position (transport), ==, 20 * GSCOPE_SEC);
  g_assert_cmpint (gscope_gtk_viewport_get_end (viewport), ==, 15 * GSCOPE_SEC);
  gscope_gtk_overview_move_window (GSCOPE_GTK_OVERVIEW (overview), 60 * GSCOPE_SEC);
  g_assert_cmpint (gscope_transport_get_position (transport), ==, 60 * GSCOPE_SEC);
  g_assert_true (gscope_gtk_viewport_get_live (viewport));
  pane_bed_press_on (overview, GDK_KEY_End);
  g_assert_cmpint (gscope_transport_get_position (transport), ==, 100 * GSCOPE_SEC);
  pane_bed_press_on (overview, GDK_KEY_Home);
  g_assert_cmpint (gscope_gtk_viewport_get_end (viewport), <=, 10 * GSCOPE_SEC);
  gtk_window_destroy (GTK_WINDOW (window));
  pane_bed_settle ();
}

#define ADD(name, func)                                                                            \
  g_test_add ("/overview/" name, PaneBed, NULL, set_up, func, pane_bed_tear_down)

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("interval", test_interval);
  ADD ("keys", test_keys);
  ADD ("pointer", test_pointer);
  ADD ("cost", test_cost);
  g_test_add_func ("/overview/recording", test_recording);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Keys and pointer in a view of 600 x 400, of a scope of period 10 ms on a test clock. */

#include "support/skip-waits.h"
#include "view-bed.h"

#include <math.h>

#include <string.h>

/* In the plot, and left of it on the ruler of values. */
#define PLOT 300.0
#define RULER 10.0
#define MIDDLE 200.0

static void
advance (ViewBed *f, gint64 seconds)
{
  for (gint64 i = 0; i < seconds; i++)
    {
      f->word = 50 + 10 * (i % 2);
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
      gscope_scope_drain (f->scope);
    }
}

/* With thirty seconds of the past, more than are shown. */
static void
set_up (ViewBed *f, gconstpointer data)
{
  view_bed_set_up (f, data);
  advance (f, 30);
}

/* A key that the view does not know, or that does nothing there, is a failure. */
static void
press (ViewBed *f, guint key, GdkModifierType modifiers)
{
  g_assert_true (view_bed_press (f, key, modifiers));
}

static void
test_time_keys (ViewBed *f, gconstpointer data)
{
  gint64 span = gscope_gtk_viewport_get_span (f->viewport);

  press (f, GDK_KEY_space, 0);
  g_assert_true (gscope_gtk_viewport_get_held (f->viewport));
  g_assert_true (gscope_scope_get_running (f->scope));
  press (f, GDK_KEY_space, 0);
  g_assert_false (gscope_gtk_viewport_get_held (f->viewport));
  press (f, GDK_KEY_plus, 0);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), >, span);
  press (f, GDK_KEY_minus, 0);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, span);
  press (f, GDK_KEY_r, 0);
  g_assert_cmpint (gscope_gtk_viewport_get_mode (f->viewport), ==, GSCOPE_VIEW_MODE_ROLL);
  press (f, GDK_KEY_r, 0);
  g_assert_cmpint (gscope_gtk_viewport_get_mode (f->viewport), ==, GSCOPE_VIEW_MODE_SWEEP);
  press (f, GDK_KEY_Left, GDK_SHIFT_MASK);
  g_assert_false (gscope_gtk_viewport_get_live (f->viewport));
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), <, gscope_scope_get_pen (f->scope));
  press (f, GDK_KEY_End, 0);
  g_assert_true (gscope_gtk_viewport_get_live (f->viewport));
}

/* The values in the heads of lanes are those at the held pen. */
static void
test_held_values (ViewBed *f, gconstpointer data)
{
  GscopeGtkViewSignal *entry = view_bed_get_entry (f, 0);
  g_autofree char *before = g_strdup (gscope_gtk_view_signal_get_text (entry));

  press (f, GDK_KEY_space, 0);
  f->word = 1000;
  for (guint i = 0; i < 3; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
      gscope_scope_drain (f->scope);
    }
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (entry), ==, before);
  press (f, GDK_KEY_space, 0);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (entry), !=, before);
}

static void
test_value_keys (ViewBed *f, gconstpointer data)
{
  gscope_gtk_view_signal_set_range (view_bed_get_entry (f, 0), 0, 1000);
  press (f, GDK_KEY_f, 0);
  g_assert_true (gscope_gtk_view_signal_get_auto_range (view_bed_get_entry (f, 0)));
  press (f, GDK_KEY_l, 0);
  g_assert_cmpint (gscope_gtk_view_get_layout (f->view), ==, GSCOPE_VIEW_LAYOUT_OVERLAY);
  press (f, GDK_KEY_l, 0);
  g_assert_cmpint (gscope_gtk_view_get_layout (f->view), ==, GSCOPE_VIEW_LAYOUT_LANES);
  press (f, GDK_KEY_1, 0);
  g_assert_true (gscope_gtk_view_signal_get_hidden (view_bed_get_entry (f, 0)));
  press (f, GDK_KEY_1, 0);
  g_assert_false (gscope_gtk_view_signal_get_hidden (view_bed_get_entry (f, 0)));
}

static void
assert_cursor (ViewBed *f, gint64 expected)
{
  gint64 time;

  g_assert_true (gscope_gtk_view_get_cursor (f->view, &time));
  g_assert_cmpint (time, ==, expected);
}

/* The cursor goes from one marker to the next; a note is one where it stands. */
static void
test_markers (ViewBed *f, gconstpointer data)
{
  GscopeMarkerList *markers = gscope_scope_get_markers (f->scope);
  gint64 first = 110 * GSCOPE_SEC, second = 120 * GSCOPE_SEC;

  gscope_gtk_view_set_cursor (f->view, second);
  press (f, GDK_KEY_m, 0);
  gscope_gtk_view_set_cursor (f->view, first);
  press (f, GDK_KEY_m, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (markers)), ==, 2);
  gscope_gtk_view_clear_cursor (f->view);
  press (f, GDK_KEY_bracketleft, 0);
  assert_cursor (f, second);
  press (f, GDK_KEY_bracketleft, 0);
  assert_cursor (f, first);
  /* and it is in sight */
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), >=, first);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport)
                       - gscope_gtk_viewport_get_span (f->viewport),
                   <=, first);
  press (f, GDK_KEY_bracketright, 0);
  assert_cursor (f, second);
}

/* Ctrl and the brackets go from one cluster to the next, and say what it is. */
static void
test_clusters (ViewBed *f, gconstpointer data)
{
  GscopeMarkerList *markers = gscope_scope_get_markers (f->scope);
  gint64 first = 121 * GSCOPE_SEC, second = 124 * GSCOPE_SEC;
  g_autofree char *problem = NULL;

  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  gscope_marker_list_set_note (markers, second, "alone");
  for (guint i = 0; i < 40; i++)
    gscope_marker_list_set_note (markers, first + i * GSCOPE_MSEC, "one of many");
  press (f, GDK_KEY_bracketright, GDK_CONTROL_MASK);
  assert_cursor (f, first);
  problem = gtk_test_accessible_check_property (GTK_ACCESSIBLE (f->view),
                                                GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "\n");
  g_assert_nonnull (strstr (problem, "40 markers"));
  press (f, GDK_KEY_bracketright, GDK_CONTROL_MASK);
  assert_cursor (f, second);
  press (f, GDK_KEY_bracketleft, GDK_CONTROL_MASK);
  assert_cursor (f, first);
}

static void
click (ViewBed *f, int n_press, double x)
{
  GtkGesture *gesture = view_bed_get_controller (GTK_WIDGET (f->view), GTK_TYPE_GESTURE_CLICK);

  g_signal_emit_by_name (gesture, "pressed", n_press, x, MIDDLE);
  g_signal_emit_by_name (gesture, "released", n_press, x, MIDDLE);
}

/* A click places the cursor where it is, with the value there; two go back to the present. */
static void
test_click (ViewBed *f, gconstpointer data)
{
  gint64 picked, cursor;
  double value;

  click (f, 1, RULER);
  g_assert_false (gscope_gtk_view_get_cursor (f->view, &cursor));
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  g_assert_true (gscope_gtk_view_pick (f->view, PLOT, MIDDLE, &picked, &value));
  click (f, 1, PLOT);
  g_assert_true (gscope_gtk_view_get_cursor (f->view, &cursor));
  g_assert_cmpint (ABS (cursor - picked), <=, gscope_gtk_viewport_get_column_width (f->viewport));
  click (f, 2, PLOT);
  g_assert_false (gscope_gtk_viewport_get_held (f->viewport));
}

static void
turn_wheel (ViewBed *f, double x, double notches)
{
  gboolean is_handled;

  g_signal_emit_by_name (
      view_bed_get_controller (GTK_WIDGET (f->view), GTK_TYPE_EVENT_CONTROLLER_MOTION), "motion", x,
      MIDDLE);
  g_signal_emit_by_name (
      view_bed_get_controller (GTK_WIDGET (f->view), GTK_TYPE_EVENT_CONTROLLER_SCROLL), "scroll",
      0.0, notches, &is_handled);
  g_assert_true (is_handled);
}

/* The wheel zooms time in the plot, and values on their ruler. */
static void
test_wheel (ViewBed *f, gconstpointer data)
{
  gint64 span = gscope_gtk_viewport_get_span (f->viewport);

  gscope_gtk_view_signal_set_range (view_bed_get_entry (f, 0), 0, 100);
  turn_wheel (f, PLOT, -1);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), <, span);
  view_bed_assert_range (f, 0, 100);
  span = gscope_gtk_viewport_get_span (f->viewport);
  turn_wheel (f, RULER, -1);
  view_bed_assert_range (f, 10, 90);
  turn_wheel (f, RULER, 1);
  view_bed_assert_range (f, 0, 100);
  g_assert_cmpint (gscope_gtk_viewport_get_span (f->viewport), ==, span);
}

static void
assert_near (ViewBed *f, double min, double max)
{
  double a, b;

  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 0), &a, &b);
  g_assert_cmpfloat_with_epsilon (log10 (a), log10 (min), 1e-6);
  g_assert_cmpfloat_with_epsilon (log10 (b), log10 (max), 1e-6);
}

/* On a logarithmic ruler the wheel zooms decades, and arrow keys move by them. */
static void
test_logarithmic (ViewBed *f, gconstpointer data)
{
  g_object_set (gscope_gtk_view_get_settings (f->view), "logarithmic-axes", TRUE, NULL);
  gscope_gtk_view_signal_set_range (view_bed_get_entry (f, 0), 1, 10000);
  turn_wheel (f, RULER, -1);
  assert_near (f, pow (10, 0.4), pow (10, 3.6));
  turn_wheel (f, RULER, 1);
  assert_near (f, 1, 10000);
  press (f, GDK_KEY_Up, 0);
  assert_near (f, pow (10, 0.4), pow (10, 4.4));
}

static void
drag (ViewBed *f, double from, double dx, double dy)
{
  GtkGesture *gesture = view_bed_get_controller (GTK_WIDGET (f->view), GTK_TYPE_GESTURE_DRAG);

  g_signal_emit_by_name (gesture, "drag-begin", from, MIDDLE);
  g_signal_emit_by_name (gesture, "drag-update", dx, dy);
}

/* Pulling down shows what is above; pulling right what was before. */
static void
test_drag (ViewBed *f, gconstpointer data)
{
  gint64 end = gscope_gtk_viewport_get_end (f->viewport);
  double min, max;

  gscope_gtk_view_signal_set_range (view_bed_get_entry (f, 0), 0, 100);
  drag (f, RULER, 0, 50);
  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (min, >, 5);
  g_assert_cmpfloat_with_epsilon (max - min, 100, 1e-9);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, end);
  drag (f, PLOT, 100, 0);
  g_assert_cmpint (ABS (gscope_gtk_viewport_get_end (f->viewport) - end
                        + 100 * gscope_gtk_viewport_get_column_width (f->viewport)),
                   <=, gscope_gtk_viewport_get_column_width (f->viewport));
  view_bed_assert_range (f, min, max);
}

/* Keys move and magnify the selected trace, and nothing else. */
static void
test_trace (ViewBed *f, gconstpointer data)
{
  GscopeGtkViewSignal *other, *signal = view_bed_get_entry (f, 0);
  double min, max;
  int left, right, more;

  gscope_scope_add_double (f->scope, "other", &f->other);
  other = view_bed_get_entry (f, 1);
  gscope_gtk_view_get_margins (f->view, &left, &right);
  gscope_gtk_view_signal_set_range (signal, 0, 100);
  gscope_gtk_view_set_selected (f->view, signal);
  g_assert_true (view_bed_press (f, GDK_KEY_Up, GDK_CONTROL_MASK));
  g_assert_cmpfloat (gscope_gtk_view_signal_get_offset (signal), ==, 0.05);
  g_assert_true (view_bed_press (f, GDK_KEY_Down, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  g_assert_cmpfloat_with_epsilon (gscope_gtk_view_signal_get_magnification (signal), 0.8, 1e-9);
  g_assert_cmpfloat (gscope_gtk_view_signal_get_offset (other), ==, 0);
  g_assert_cmpfloat (gscope_gtk_view_signal_get_magnification (other), ==, 1);
  gscope_gtk_view_signal_get_range (signal, &min, &max);
  g_assert_cmpfloat (min, ==, 0);
  g_assert_cmpfloat (max, ==, 100);
  gscope_gtk_view_get_margins (f->view, &left, &more);
  g_assert_cmpint (more, >, right);
  g_assert_true (view_bed_press (f, GDK_KEY_Home, GDK_CONTROL_MASK));
  g_assert_cmpfloat (gscope_gtk_view_signal_get_offset (signal), ==, 0);
  g_assert_cmpfloat (gscope_gtk_view_signal_get_magnification (signal), ==, 1);
  gscope_gtk_view_get_margins (f->view, &left, &more);
  g_assert_cmpint (more, ==, right);
}

static GdkPixbuf *
load (ViewBed *f)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
      gscope_gtk_view_render (f->view, GSCOPE_GTK_PICTURE_PNG, 0, 0, 1, &error);
  g_autoptr (GInputStream) stream = NULL;
  GdkPixbuf *pixbuf;

  g_assert_no_error (error);
  stream = g_memory_input_stream_new_from_bytes (bytes);
  pixbuf = gdk_pixbuf_new_from_stream (stream, NULL, &error);
  g_assert_no_error (error);
  return pixbuf;
}

static const guint8 *
get_pixel (GdkPixbuf *pixbuf, int x, int y)
{
  return gdk_pixbuf_read_pixels (pixbuf) + y * gdk_pixbuf_get_rowstride (pixbuf)
         + x * gdk_pixbuf_get_n_channels (pixbuf);
}

/* How many pixels of an area are not as in another picture, or as the area's first. */
static guint
count_drawn (GdkPixbuf *pixbuf, GdkPixbuf *other, const GdkRectangle *area)
{
  guint n = 0;

  for (int y = area->y; y < area->y + area->height; y++)
    for (int x = area->x; x < area->x + area->width; x++)
      n += memcmp (get_pixel (pixbuf, x, y),
                   other ? get_pixel (other, x, y) : get_pixel (pixbuf, area->x, area->y), 3)
           != 0;
  return n;
}

/* Around the plot are the numbers of both rulers, that of time without where the pen says its own, and in its
 * corner the legend. */
static void
test_rulers (ViewBed *f, gconstpointer data)
{
  g_autoptr (GdkPixbuf) picture = load (f);

  g_assert_cmpuint (count_drawn (picture, NULL, &(GdkRectangle){ 0, 80, 44, 260 }), >, 50);
  g_assert_cmpuint (count_drawn (picture, NULL, &(GdkRectangle){ 370, 378, 220, 20 }), >, 30);
  g_assert_cmpuint (count_drawn (picture, NULL, &(GdkRectangle){ 53, 54, 85, 16 }), >, 100);
}

/* The cursor is a line from top to bottom; the head of the lane says what the value there is. */
static void
test_cursor_drawn (ViewBed *f, gconstpointer data)
{
  g_autoptr (GdkPixbuf) plain = NULL;
  g_autoptr (GdkPixbuf) picture = NULL;

  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  plain = load (f);
  click (f, 1, PLOT);
  picture = load (f);
  g_assert_cmpuint (count_drawn (picture, plain, &(GdkRectangle){ (int) PLOT - 2, 80, 5, 260 }), >,
                    200);
  g_assert_cmpuint (count_drawn (picture, plain, &(GdkRectangle){ (int) PLOT + 5, 80, 60, 260 }),
                    ==, 0);
  g_assert_cmpuint (count_drawn (picture, plain, &(GdkRectangle){ 48, 52, 200, 20 }), >, 50);
}

/* A marker is a line with its text. */
static void
test_marker_drawn (ViewBed *f, gconstpointer data)
{
  g_autoptr (GdkPixbuf) plain = NULL;
  g_autoptr (GdkPixbuf) picture = NULL;

  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  plain = load (f);
  gscope_marker_list_set_note (gscope_scope_get_markers (f->scope), 125 * GSCOPE_SEC, "load on");
  picture = load (f);
  g_assert_cmpuint (count_drawn (picture, plain, &(GdkRectangle){ 48, 0, 538, 350 }), >, 100);
}

#define ADD(name, func) g_test_add (name, ViewBed, NULL, set_up, func, view_bed_tear_down)

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("/view-input/keys/time", test_time_keys);
  ADD ("/view-input/keys/values", test_value_keys);
  ADD ("/view-input/held-values", test_held_values);
  ADD ("/view-input/keys/markers", test_markers);
  ADD ("/view-input/keys/clusters", test_clusters);
  ADD ("/view-input/click", test_click);
  ADD ("/view-input/wheel", test_wheel);
  ADD ("/view-input/logarithmic", test_logarithmic);
  ADD ("/view-input/drag", test_drag);
  ADD ("/view-input/trace", test_trace);
  ADD ("/view-input/rulers", test_rulers);
  ADD ("/view-input/cursor", test_cursor_drawn);
  ADD ("/view-input/marker", test_marker_drawn);
  return g_test_run ();
}

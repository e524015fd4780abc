/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The triggered display: the picture stands still, and the user goes through the captures. */

#include "support/skip-waits.h"
#include "view-bed.h"

#include <glib/gstdio.h>
#include <math.h>

typedef struct
{
  ViewBed bed;
  GscopeTrigger *trigger;
  GscopeCaptureList *list;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 10, .hysteresis = 1 },
                                           .after = 1 };

  view_bed_set_up (&f->bed, NULL);
  gscope_signal_set_line_mode (f->bed.signal, GSCOPE_LINE_LINES);
  f->trigger = gscope_trigger_new (f->bed.signal, &settings);
  f->list = gscope_capture_list_new (f->bed.scope, f->trigger);
  gscope_gtk_viewport_set_span (f->bed.viewport, GSCOPE_SEC);
  gscope_gtk_view_set_captures (f->bed.view, f->list);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_gtk_view_set_captures (f->bed.view, NULL);
  g_assert_finalize_object (f->list);
  g_assert_finalize_object (f->trigger);
  view_bed_tear_down (&f->bed, NULL);
}

static guint
count (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (f->list));
}

/* Goes on until there are n captures. */
static void
wait_for (Fixture *f, guint n)
{
  while (count (f) < n)
    {
      view_bed_advance (&f->bed, 100);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
}

static guint64
get_shown (Fixture *f)
{
  return gscope_capture_get_number (gscope_gtk_view_get_shown_capture (f->bed.view));
}

/* The pixels of the plot, without rulers and rails. */
static cairo_surface_t *
draw (Fixture *f)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "gscope-test-captures.png", NULL);
  g_autoptr (GError) error = NULL;
  cairo_surface_t *picture;

  g_assert_true (gscope_gtk_view_export (f->bed.view, path, 0, 0, 1, &error));
  g_assert_no_error (error);
  picture = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (g_remove (path), ==, 0);
  return picture;
}

static guint
count_differing (cairo_surface_t *a, cairo_surface_t *b, int threshold)
{
  guint n = 0;

  for (int y = 80; y < 350; y++)
    for (int x = 60; x < 580; x++)
      {
        gsize at = (gsize) y * (gsize) cairo_image_surface_get_stride (a) + (gsize) x * 4;
        guint32 p = *(const guint32 *) (cairo_image_surface_get_data (a) + at);
        guint32 q = *(const guint32 *) (cairo_image_surface_get_data (b) + at);

        for (int shift = 0; shift < 24; shift += 8)
          n += ABS ((int) (p >> shift & 0xff) - (int) (q >> shift & 0xff)) > threshold;
      }
  return n;
}

/* The zero is where it was, and so is the wave, although its samples come at other times in each period. */
static void
test_still (Fixture *f, gconstpointer data)
{
  cairo_surface_t *first, *second;
  gint64 begin;
  double x[2];

  wait_for (f, 1);
  /* the range has settled, and no capture begins before the signal */
  wait_for (f, 4);
  gscope_gtk_view_fit (f->bed.view);
  first = draw (f);
  begin = gscope_capture_get_zero (gscope_gtk_view_get_shown_capture (f->bed.view));
  g_assert_true (gscope_gtk_viewport_time_to_x (f->bed.viewport, begin, &x[0]));
  wait_for (f, 5);
  g_assert_cmpuint (get_shown (f), ==, 5);
  begin = gscope_capture_get_zero (gscope_gtk_view_get_shown_capture (f->bed.view));
  g_assert_true (gscope_gtk_viewport_time_to_x (f->bed.viewport, begin, &x[1]));
  g_assert_cmpfloat (ABS (x[0] - x[1]), <=, 1);
  gscope_gtk_view_fit (f->bed.view);
  second = draw (f);
  g_assert_cmpuint (count_differing (first, second, 32), ==, 0);
  /* which says something, as another place of the trigger is another picture */
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_Left, GDK_SHIFT_MASK));
  cairo_surface_destroy (second);
  second = draw (f);
  g_assert_cmpuint (count_differing (first, second, 32), >, 500);
  cairo_surface_destroy (first);
  cairo_surface_destroy (second);
}

/* The brackets go through the captures; an older one stays, End follows again. */
static void
test_keys (Fixture *f, gconstpointer data)
{
  wait_for (f, 3);
  g_assert_cmpuint (get_shown (f), ==, 3);
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_bracketleft, 0));
  g_assert_cmpuint (get_shown (f), ==, 2);
  wait_for (f, 4);
  g_assert_cmpuint (get_shown (f), ==, 2);
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_bracketleft, 0));
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_bracketleft, 0));
  g_assert_cmpuint (get_shown (f), ==, 1);
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_bracketright, 0));
  g_assert_cmpuint (get_shown (f), ==, 2);
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_End, 0));
  g_assert_cmpuint (get_shown (f), ==, 4);
  wait_for (f, 5);
  g_assert_cmpuint (get_shown (f), ==, 5);
}

/* A held view stays. */
static void
test_hold (Fixture *f, gconstpointer data)
{
  wait_for (f, 2);
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_space, 0));
  wait_for (f, 4);
  g_assert_cmpuint (get_shown (f), ==, 2);
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_space, 0));
  wait_for (f, 5);
  g_assert_cmpuint (get_shown (f), ==, 5);
}

/* Panning moves the trigger, which stays there for the next captures; cursors stay on the plot. */
static void
test_pan (Fixture *f, gconstpointer data)
{
  gint64 zero, cursor;
  double before, after, later, x;

  wait_for (f, 2);
  zero = gscope_capture_get_zero (gscope_gtk_view_get_shown_capture (f->bed.view));
  g_assert_true (gscope_gtk_viewport_time_to_x (f->bed.viewport, zero, &before));
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_Left, GDK_SHIFT_MASK));
  g_assert_true (gscope_gtk_viewport_time_to_x (f->bed.viewport, zero, &after));
  g_assert_cmpfloat (after, >, before + 40);
  gscope_gtk_view_set_cursor (f->bed.view, zero + 100 * GSCOPE_MSEC);
  wait_for (f, 3);
  zero = gscope_capture_get_zero (gscope_gtk_view_get_shown_capture (f->bed.view));
  g_assert_true (gscope_gtk_viewport_time_to_x (f->bed.viewport, zero, &later));
  g_assert_cmpfloat (ABS (later - after), <=, 1.5);
  g_assert_true (gscope_gtk_view_get_cursor (f->bed.view, &cursor));
  g_assert_true (gscope_gtk_viewport_time_to_x (f->bed.viewport, cursor, &x));
  g_assert_cmpint (ABS (cursor - zero - 100 * GSCOPE_MSEC), <, 4 * GSCOPE_MSEC);
}

static guint
get_setting (Fixture *f, const char *name)
{
  guint number;

  g_object_get (gscope_gtk_view_get_settings (f->bed.view), name, &number, NULL);
  return number;
}

/* The place of the trigger is a setting, which panning changes and which changes the picture. */
static void
test_pre_trigger (Fixture *f, gconstpointer data)
{
  gint64 zero;
  double x;

  wait_for (f, 2);
  g_assert_cmpuint (get_setting (f, "pre-trigger"), ==, 25);
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_Left, GDK_SHIFT_MASK));
  g_assert_cmpuint (get_setting (f, "pre-trigger"), >, 25);
  g_object_set (gscope_gtk_view_get_settings (f->bed.view), "pre-trigger", 50, NULL);
  zero = gscope_capture_get_zero (gscope_gtk_view_get_shown_capture (f->bed.view));
  g_assert_true (gscope_gtk_viewport_time_to_x (f->bed.viewport, zero, &x));
  g_assert_cmpfloat (ABS (x - gscope_gtk_viewport_get_n_columns (f->bed.viewport) / 2.0), <=, 2);
  wait_for (f, 3);
  g_assert_cmpuint (get_setting (f, "pre-trigger"), ==, 50);
}

/* A program chooses the capture in front; the bounds are settings, too, and without captures the view is live. */
static void
test_show (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCapture) second = NULL;

  wait_for (f, 3);
  second = g_list_model_get_item (G_LIST_MODEL (f->list), 1);
  gscope_gtk_view_show_capture (f->bed.view, second);
  g_assert_true (gscope_gtk_view_get_shown_capture (f->bed.view) == second);
  wait_for (f, 4);
  g_assert_true (gscope_gtk_view_get_shown_capture (f->bed.view) == second);
  g_object_set (gscope_gtk_view_get_settings (f->bed.view), "max-captures", 2, NULL);
  g_assert_cmpuint (count (f), ==, 2);
  while (count (f) > 0)
    gscope_capture_list_remove (f->list, 0);
  g_assert_null (gscope_gtk_view_get_shown_capture (f->bed.view));
  g_assert_true (gscope_gtk_viewport_get_live (f->bed.viewport));
}

/* A single capture holds the view until the trigger is armed, and letting the view go arms it. */
static void
test_single (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeTriggerSettings) settings =
      gscope_trigger_settings_copy (gscope_trigger_get_settings (f->trigger));

  settings->mode = GSCOPE_TRIGGER_SINGLE;
  gscope_trigger_set_settings (f->trigger, settings);
  wait_for (f, 1);
  g_assert_true (gscope_gtk_viewport_get_held (f->bed.viewport));
  g_assert_false (gscope_trigger_is_armed (f->trigger));
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_space, 0));
  g_assert_true (gscope_trigger_is_armed (f->trigger));
  wait_for (f, 2);
  g_assert_cmpuint (get_shown (f), ==, 2);
  g_assert_true (gscope_gtk_viewport_get_held (f->bed.viewport));
  g_assert_false (gscope_gtk_viewport_get_live (f->bed.viewport));
  gscope_trigger_arm (f->trigger);
  g_assert_false (gscope_gtk_viewport_get_held (f->bed.viewport));
}

typedef struct
{
  double level;
  double hysteresis;
  guint n;
} Moves;

static void
on_level_moved (GscopeGtkView *view, GscopeTrigger *trigger, double level, double hysteresis,
                guint gesture, Moves *moves)
{
  moves->level = level;
  moves->hysteresis = hysteresis;
  moves->n++;
}

static GtkWidget *
find_level (Fixture *f)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (f->bed.view));

  while (child
         && gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (child))
                != GTK_ACCESSIBLE_ROLE_SLIDER)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/* The level is a slider on the ruler: arrow keys move it, with Shift the hysteresis, and the view reports both. */
static void
test_level (Fixture *f, gconstpointer data)
{
  const GscopeTriggerCondition *condition = &gscope_trigger_get_settings (f->trigger)->condition;
  GtkWidget *level = find_level (f);
  Moves moves = { 0 };
  double before = condition->level;

  gscope_gtk_view_signal_set_range (view_bed_get_entry (&f->bed, 0), 0, 20);
  wait_for (f, 1);
  g_assert_true (gtk_widget_get_visible (level));
  g_signal_connect (f->bed.view, "level-moved", G_CALLBACK (on_level_moved), &moves);
  g_assert_true (view_bed_press_on (level, GDK_KEY_Up, 0));
  g_assert_cmpfloat (condition->level, >, before);
  g_assert_cmpfloat (moves.level, ==, before);
  before = condition->hysteresis;
  g_assert_true (view_bed_press_on (level, GDK_KEY_Down, GDK_SHIFT_MASK));
  g_assert_cmpfloat (condition->hysteresis, <, before);
  g_assert_cmpfloat (moves.hysteresis, ==, before);
  g_assert_cmpuint (moves.n, ==, 2);
  g_signal_handlers_disconnect_by_data (f->bed.view, &moves);
  gscope_gtk_view_set_captures (f->bed.view, NULL);
  g_assert_false (gtk_widget_get_visible (level));
}

/* Two periods of a wave whose amplitude grows from one to the next. */
static void
grow (Fixture *f)
{
  for (guint i = 0; i < 400; i++)
    {
      f->bed.word = 10 + (1 + i / 100) * 2 * sin (i * G_PI / 50);
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), 10 * GSCOPE_MSEC);
      gscope_scope_drain (f->bed.scope);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
}

/* Captures behind the one in front are drawn, faintly: another amplitude draws another line, the same wave draws the same one. */
static void
test_overlay (Fixture *f, gconstpointer data)
{
  cairo_surface_t *alone, *overlaid;

  gscope_gtk_view_signal_set_range (view_bed_get_entry (&f->bed, 0), 0, 20);
  grow (f);
  alone = draw (f);
  gscope_gtk_view_set_n_overlaid (f->bed.view, 2);
  overlaid = draw (f);
  g_assert_cmpuint (count_differing (alone, overlaid, 16), >, 500);
  g_assert_cmpuint (count_differing (alone, overlaid, 96), ==, 0);
  cairo_surface_destroy (alone);
  cairo_surface_destroy (overlaid);
}

/* Without captures the view is live again. */
static void
test_end (Fixture *f, gconstpointer data)
{
  wait_for (f, 2);
  g_assert_false (gscope_gtk_viewport_get_live (f->bed.viewport));
  g_assert_true (gscope_gtk_view_get_captures (f->bed.view) == f->list);
  gscope_gtk_view_set_captures (f->bed.view, NULL);
  g_assert_true (gscope_gtk_viewport_get_live (f->bed.viewport));
  g_assert_null (gscope_gtk_view_get_shown_capture (f->bed.view));
  g_assert_false (view_bed_press (&f->bed, GDK_KEY_bracketleft, 0));
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("/view-captures/still", test_still);
  ADD ("/view-captures/keys", test_keys);
  ADD ("/view-captures/hold", test_hold);
  ADD ("/view-captures/pan", test_pan);
  ADD ("/view-captures/pre-trigger", test_pre_trigger);
  ADD ("/view-captures/show", test_show);
  ADD ("/view-captures/single", test_single);
  ADD ("/view-captures/level", test_level);
  ADD ("/view-captures/overlay", test_overlay);
  ADD ("/view-captures/end", test_end);
  return g_test_run ();
}

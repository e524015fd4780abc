/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The triggered display: the picture stands still, and the user goes through the captures. */

#include "support/skip-waits.h"
#include "view-bed.h"

#include <glib/gstdio.h>
#include <gscope-gtk/badge/badge-private.h>
#include <gscope-gtk/chrome/time-ruler.h>
#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/view/objects.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

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
  gscope_signal_set_line_mode (f->bed.signal, GSCOPE_LINE_MODE_LINES);
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
  g_autofree char *path =
      g_strdup_printf ("%s/gscope-test-captures-%d.png", g_get_tmp_dir (), getpid ());
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
  g_autofree char *text = NULL;
  const char *keys;

  wait_for (f, 3);
  text = gscope_gtk_view_describe_place (f->bed.view, -1, -1, &keys);
  g_assert_nonnull (strstr (keys, "[ and ] go to captures"));
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

  settings->mode = GSCOPE_TRIGGER_MODE_SINGLE;
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
  GscopeTriggerSettings before;
  guint gesture;
  guint n;
} Moves;

static void
on_level_moved (GscopeGtkView *view, GscopeTrigger *trigger, const GscopeTriggerSettings *before,
                guint gesture, Moves *moves)
{
  moves->before = *before;
  moves->gesture = gesture;
  moves->n++;
}

static void
await_hidden (GtkWidget *handle)
{
  while (gtk_widget_get_visible (handle))
    g_main_context_iteration (NULL, TRUE);
}

static GtkWidget *
find_handle (Fixture *f, const char *label)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (f->bed.view));

  while (child)
    {
      g_autofree char *problem = gtk_test_accessible_check_property (
          GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, label);

      if (!problem)
        return child;
      child = gtk_widget_get_next_sibling (child);
    }
  g_assert_not_reached ();
}

static void
drag (GtkWidget *handle, double dx, double dy)
{
  gpointer gesture = view_bed_get_controller (handle, GTK_TYPE_GESTURE_DRAG);

  g_signal_emit_by_name (gesture, "drag-begin", 0.0, 0.0);
  g_signal_emit_by_name (gesture, "drag-update", dx / 2, dy / 2);
  g_signal_emit_by_name (gesture, "drag-update", dx, dy);
  g_signal_emit_by_name (gesture, "drag-end", dx, dy);
}

/* The level is a slider on the ruler: arrow keys move it, with Shift the hysteresis, and the view reports both. */
static void
test_level (Fixture *f, gconstpointer data)
{
  const GscopeTriggerCondition *condition = &gscope_trigger_get_settings (f->trigger)->condition;
  GtkWidget *level = find_handle (f, "Trigger Level");
  Moves moves = { 0 };
  double before = condition->level;

  gscope_gtk_view_signal_set_range (view_bed_get_entry (&f->bed, 0), 0, 20);
  wait_for (f, 1);
  g_assert_true (gtk_widget_get_visible (level));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (level), ", hysteresis 1"));
  g_assert_false (gtk_widget_get_visible (find_handle (f, "Upper Trigger Level")));
  g_signal_connect (f->bed.view, "level-moved", G_CALLBACK (on_level_moved), &moves);
  g_assert_true (view_bed_press_on (level, GDK_KEY_Up, 0));
  g_assert_cmpfloat (condition->level, >, before);
  g_assert_cmpfloat (moves.before.condition.level, ==, before);
  before = condition->hysteresis;
  g_assert_true (view_bed_press_on (level, GDK_KEY_Down, GDK_SHIFT_MASK));
  g_assert_cmpfloat (condition->hysteresis, <, before);
  g_assert_cmpfloat (moves.before.condition.hysteresis, ==, before);
  g_assert_null (strstr (gtk_widget_get_tooltip_text (level), ", hysteresis 1:"));
  g_assert_cmpuint (moves.n, ==, 2);
  g_signal_handlers_disconnect_by_data (f->bed.view, &moves);
  gscope_gtk_view_set_captures (f->bed.view, NULL);
  await_hidden (level);
}

/* Counts the pixels of the value ruler between two rows that are not as the first one. */
static guint
count_marks (Fixture *f, int top, int bottom)
{
  cairo_surface_t *picture = view_bed_take_picture (&f->bed);
  guint n = 0;

  for (int y = top; y < bottom; y++)
    {
      const guint32 *row = (const guint32 *) (cairo_image_surface_get_data (picture)
                                              + y * cairo_image_surface_get_stride (picture));

      for (int x = 1; x < 46; x++)
        n += row[x] != row[0];
    }
  cairo_surface_destroy (picture);
  return n;
}

/* A number of the ruler of which the flag of the level would cover a part is not there. */
static void
test_covered_number (Fixture *f, gconstpointer data)
{
  GtkWidget *level = find_handle (f, "Trigger Level");
  g_autoptr (GscopeTriggerSettings) settings =
      gscope_trigger_settings_copy (gscope_trigger_get_settings (f->trigger));
  double top, middle, x;
  int height;

  gscope_gtk_view_signal_set_range (view_bed_get_entry (&f->bed, 0), 0, 20);
  wait_for (f, 1);
  view_bed_wait_for_frame (&f->bed);
  height = gtk_widget_get_height (level);
  g_assert_true (
      gtk_widget_translate_coordinates (level, GTK_WIDGET (f->bed.view), 0, 0, &x, &top));
  middle = top + height / 2.0;
  /* the flag ends within the digits */
  settings->condition.level = 10 + 20.0 * 10 / height;
  gscope_trigger_set_settings (f->trigger, settings);
  view_bed_wait_for_frame (&f->bed);
  g_assert_cmpuint (count_marks (f, (int) middle + 2, (int) middle + 10), ==, 0);
  settings->condition.level = 10 + 20.0 * 30 / height;
  gscope_trigger_set_settings (f->trigger, settings);
  view_bed_wait_for_frame (&f->bed);
  g_assert_cmpuint (count_marks (f, (int) middle + 2, (int) middle + 10), >, 0);
}

/* A drag moves the level with the pointer, and is reported once, at its end. */
static void
test_drag_level (Fixture *f, gconstpointer data)
{
  const GscopeTriggerCondition *condition = &gscope_trigger_get_settings (f->trigger)->condition;
  GtkWidget *level = find_handle (f, "Trigger Level");
  Moves moves = { 0 };
  double per_pixel;

  gscope_gtk_view_signal_set_range (view_bed_get_entry (&f->bed, 0), 0, 20);
  wait_for (f, 1);
  view_bed_wait_for_frame (&f->bed);
  per_pixel = 20.0 / gtk_widget_get_height (level);
  g_signal_connect (f->bed.view, "level-moved", G_CALLBACK (on_level_moved), &moves);
  drag (level, 0, -40);
  g_assert_cmpfloat (ABS (condition->level - 10 - 40 * per_pixel), <, 2 * per_pixel);
  g_assert_cmpfloat (condition->hysteresis, ==, 1);
  g_assert_cmpfloat (moves.before.condition.level, ==, 10);
  g_assert_cmpuint (moves.n, ==, 1);
  drag (level, 0, 40);
  g_assert_cmpfloat (ABS (condition->level - 10), <, 2 * per_pixel);
  g_assert_cmpuint (moves.n, ==, 2);
  g_signal_handlers_disconnect_by_data (f->bed.view, &moves);
}

/* On a logarithmic axis of two decades a key moves the level by a hundredth of the axis, and a drag by decades. */
static void
test_logarithmic (Fixture *f, gconstpointer data)
{
  const GscopeTriggerCondition *condition = &gscope_trigger_get_settings (f->trigger)->condition;
  GtkWidget *level = find_handle (f, "Trigger Level");

  g_object_set (gscope_gtk_view_get_settings (f->bed.view), "logarithmic-axes", TRUE, NULL);
  gscope_gtk_view_signal_set_range (view_bed_get_entry (&f->bed, 0), 1, 100);
  wait_for (f, 1);
  view_bed_wait_for_frame (&f->bed);
  g_assert_true (view_bed_press_on (level, GDK_KEY_Up, 0));
  g_assert_cmpfloat_with_epsilon (condition->level, 10.5, 1e-9);
  g_assert_true (view_bed_press_on (level, GDK_KEY_Down, 0));
  g_assert_cmpfloat_with_epsilon (condition->level, 10, 0.11);
  drag (level, 0, -gtk_widget_get_height (level) / 4.0);
  g_assert_cmpfloat_with_epsilon (condition->level, 10 * sqrt (10), 2);
  drag (level, 0, 10000);
  g_assert_cmpfloat (condition->level, >, 0);
}

/* A window has a second handle, which stays above the first. */
static void
test_upper_level (Fixture *f, gconstpointer data)
{
  const GscopeTriggerSettings settings = {
    .condition = { .kind = GSCOPE_TRIGGER_KIND_ENTERS,
                   .level = 10,
                   .upper = 11,
                   .hysteresis = 0.1 },
    .after = 1,
  };
  const GscopeTriggerCondition *condition = &gscope_trigger_get_settings (f->trigger)->condition;
  GtkWidget *level = find_handle (f, "Trigger Level");
  GtkWidget *upper = find_handle (f, "Upper Trigger Level");
  Moves moves = { 0 };

  gscope_trigger_set_settings (f->trigger, &settings);
  gscope_gtk_view_signal_set_range (view_bed_get_entry (&f->bed, 0), 0, 20);
  wait_for (f, 1);
  view_bed_wait_for_frame (&f->bed);
  g_assert_true (gtk_widget_get_visible (upper));
  g_signal_connect (f->bed.view, "level-moved", G_CALLBACK (on_level_moved), &moves);
  drag (upper, 0, -40);
  g_assert_cmpfloat (condition->upper, >, 12);
  g_assert_cmpfloat (condition->level, ==, 10);
  g_assert_cmpfloat (moves.before.condition.upper, ==, 11);
  g_assert_true (view_bed_press_on (upper, GDK_KEY_Down, 0));
  g_assert_cmpfloat (condition->upper, <, moves.before.condition.upper);
  drag (upper, 0, 1000);
  g_assert_cmpfloat (condition->upper, ==, 10);
  drag (level, 0, -1000);
  g_assert_cmpfloat (condition->level, ==, 10);
  g_signal_handlers_disconnect_by_data (f->bed.view, &moves);
}

/* The time of the trigger is below the plot, at the trigger. */
static void
assert_flag (Fixture *f)
{
  const GscopeGtkAnnotations *annotations =
      gscope_gtk_painting_get_annotations (gscope_gtk_view_get_objects (f->bed.view)->painting);
  const GscopeGtkExtent *flag = &annotations->flags[GSCOPE_GTK_PEN_FLAG];
  double x;

  g_assert_true (gscope_gtk_scene_get_zero_x (annotations->scene, &x));
  g_assert_cmpfloat (flag->left, <, x);
  g_assert_cmpfloat (flag->right, >, x);
}

/* The flag above the plot is the place of the trigger: it is dragged, or moved by keys, and is told in times. */
static void
test_place (Fixture *f, gconstpointer data)
{
  GtkWidget *place = find_handle (f, "Place of the Trigger");
  g_autofree char *problem = NULL;
  double before, after;
  gint64 zero;
  int width;

  wait_for (f, 2);
  view_bed_wait_for_frame (&f->bed);
  width = gscope_gtk_viewport_get_n_columns (f->bed.viewport);
  g_assert_true (gtk_widget_get_visible (place));
  assert_flag (f);
  problem = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (place), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "250 ms before, 750 ms after");
  g_assert_null (problem);
  zero = gscope_capture_get_zero (gscope_gtk_view_get_shown_capture (f->bed.view));
  g_assert_true (gscope_gtk_viewport_time_to_x (f->bed.viewport, zero, &before));
  drag (place, width / 4.0, 0);
  g_assert_cmpuint (get_setting (f, "pre-trigger"), ==, 50);
  g_assert_true (gscope_gtk_viewport_time_to_x (f->bed.viewport, zero, &after));
  g_assert_cmpfloat (ABS (after - before - width / 4.0), <=, 2);
  g_assert_true (view_bed_press_on (place, GDK_KEY_Left, GDK_CONTROL_MASK));
  g_assert_cmpuint (get_setting (f, "pre-trigger"), ==, 40);
  g_assert_true (view_bed_press_on (place, GDK_KEY_Right, 0));
  g_assert_cmpuint (get_setting (f, "pre-trigger"), ==, 41);
  drag (place, -2.0 * width, 0);
  g_assert_cmpuint (get_setting (f, "pre-trigger"), ==, 0);
  drag (place, 2.0 * width, 0);
  g_assert_cmpuint (get_setting (f, "pre-trigger"), ==, 99);
  gscope_gtk_view_set_captures (f->bed.view, NULL);
  await_hidden (place);
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

/* A kept capture is a dashed line behind the one in front, also where no others are behind it, and is none where it is in front. */
static void
test_kept (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCapture) first = NULL;
  cairo_surface_t *alone, *compared;
  guint n;

  gscope_gtk_view_signal_set_range (view_bed_get_entry (&f->bed, 0), 0, 20);
  grow (f);
  first = g_list_model_get_item (G_LIST_MODEL (f->list), 0);
  g_assert_true (gscope_gtk_view_get_shown_capture (f->bed.view) != first);
  alone = draw (f);
  gscope_capture_set_kept (first, TRUE);
  compared = draw (f);
  n = count_differing (alone, compared, 96);
  g_assert_cmpuint (n, >, 100);
  cairo_surface_destroy (compared);
  /* as one of the captures behind, it is dashed, too */
  gscope_gtk_view_set_n_overlaid (f->bed.view, count (f));
  compared = draw (f);
  g_assert_cmpuint (count_differing (alone, compared, 96), >, n / 2);
  cairo_surface_destroy (compared);
  gscope_gtk_view_set_n_overlaid (f->bed.view, 0);
  gscope_capture_set_kept (first, FALSE);
  compared = draw (f);
  g_assert_cmpuint (count_differing (alone, compared, 0), ==, 0);
  cairo_surface_destroy (compared);
  /* one that is removed is no longer a reference */
  gscope_capture_set_kept (first, TRUE);
  gscope_capture_list_remove (f->list, 0);
  compared = draw (f);
  g_assert_cmpuint (count_differing (alone, compared, 0), ==, 0);
  cairo_surface_destroy (compared);
  cairo_surface_destroy (alone);
  g_assert_true (gscope_capture_list_add (f->list, first));
  gscope_gtk_view_show_capture (f->bed.view, first);
  alone = draw (f);
  gscope_capture_set_kept (first, FALSE);
  compared = draw (f);
  g_assert_cmpuint (count_differing (alone, compared, 0), ==, 0);
  cairo_surface_destroy (alone);
  cairo_surface_destroy (compared);
}

static gint64
get_interval (GscopeCapture *mean)
{
  GscopeTrace *trace = gscope_capture_find_trace (mean, "word");

  return gscope_trace_get_time (trace, 1) - gscope_trace_get_time (trace, 0);
}

/* The mean of the captures and its deviation are behind the one in front: the deviation of a growing wave is a band. They have a
 * point for each column. */
static void
test_mean (Fixture *f, gconstpointer data)
{
  GscopeViewSettings *settings = gscope_gtk_view_get_settings (f->bed.view);
  cairo_surface_t *alone, *over;

  gscope_gtk_view_signal_set_range (view_bed_get_entry (&f->bed, 0), 0, 20);
  grow (f);
  g_assert_null (gscope_gtk_view_get_shown_mean (f->bed.view));
  alone = draw (f);
  g_object_set (settings, "capture-mean", TRUE, NULL);
  g_assert_nonnull (gscope_gtk_view_get_shown_mean (f->bed.view));
  over = draw (f);
  g_assert_cmpuint (count_differing (alone, over, 16), >, 2000);
  cairo_surface_destroy (over);
  g_object_set (settings, "capture-mean", FALSE, NULL);
  g_assert_null (gscope_gtk_view_get_shown_mean (f->bed.view));
  over = draw (f);
  g_assert_cmpuint (count_differing (alone, over, 0), ==, 0);
  cairo_surface_destroy (alone);
  cairo_surface_destroy (over);
  g_object_set (settings, "capture-mean", TRUE, NULL);
  g_assert_cmpint (get_interval (gscope_gtk_view_get_shown_mean (f->bed.view)), ==,
                   gscope_gtk_viewport_get_column_width (f->bed.viewport));
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_plus, 0));
  g_assert_cmpint (get_interval (gscope_gtk_view_get_shown_mean (f->bed.view)), ==,
                   gscope_gtk_viewport_get_column_width (f->bed.viewport));
  /* the mean of fewer captures is another one */
  g_object_set (settings, "n-mean", 2, NULL);
  g_assert_nonnull (gscope_gtk_view_get_shown_mean (f->bed.view));
}

static gboolean
is_described (Fixture *f, const char *text)
{
  g_autofree char *problem = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (f->bed.view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);

  return !problem;
}

/* Returns the words for the capture that is shown. */
static char *
expect (Fixture *f, GscopeGtkBadge *badge)
{
  GscopeCapture *capture = gscope_gtk_view_get_shown_capture (f->bed.view);
  g_autofree char *time =
      gscope_gtk_time_format_clock (f->bed.clock, gscope_capture_get_time (capture), 3);
  double value = gscope_gtk_badge_measure (badge, capture);
  g_autofree char *text = gscope_gtk_badge_format_value (badge, value);

  g_assert_cmpfloat_with_epsilon (value, 15, 0.1);
  return g_strdup_printf ("Capture %u at %s; %s word %s", (guint) get_shown (f), time,
                          gscope_gtk_badge_get_label (badge), text);
}

/* A step says the time of the capture and its measurements; quick steps are said once a second. */
static void
test_description (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceMeasurement) description = gscope_workspace_measurement_new (
      gscope_signal_get_full_name (f->bed.signal), GSCOPE_MEASUREMENT_MAXIMUM);
  g_autofree char *second = NULL, *first = NULL;
  GscopeGtkBadge *badge;
  gint64 begin;

  description->over = GSCOPE_MEASUREMENT_SPAN_CAPTURE;
  badge = gscope_gtk_badge_list_add (gscope_gtk_view_get_badges (f->bed.view), description);
  wait_for (f, 3);
  begin = g_get_monotonic_time ();
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_bracketleft, 0));
  second = expect (f, badge);
  g_assert_true (is_described (f, second));
  g_assert_true (view_bed_press (&f->bed, GDK_KEY_bracketleft, 0));
  first = expect (f, badge);
  g_assert_true (is_described (f, second));
  while (!is_described (f, first))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, G_USEC_PER_SEC * 9 / 10);
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
  g_setenv ("GTK_A11Y", "test", TRUE);
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
  ADD ("/view-captures/covered-number", test_covered_number);
  ADD ("/view-captures/drag-level", test_drag_level);
  ADD ("/view-captures/logarithmic", test_logarithmic);
  ADD ("/view-captures/upper-level", test_upper_level);
  ADD ("/view-captures/place", test_place);
  ADD ("/view-captures/overlay", test_overlay);
  ADD ("/view-captures/kept", test_kept);
  ADD ("/view-captures/mean", test_mean);
  ADD ("/view-captures/description", test_description);
  ADD ("/view-captures/end", test_end);
  return g_test_run ();
}

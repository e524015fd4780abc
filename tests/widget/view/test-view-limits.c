/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Limits in a view: what is beyond the bounds is hatched, failures have rings, and a mask is around the trigger. */

#include "support/skip-waits.h"
#include "view-bed.h"

#include <glib/gstdio.h>
#include <unistd.h>

enum
{
  LEFT = 80,
  RIGHT = 560,
};

typedef struct
{
  ViewBed bed;
  GListStore *limits;
} Fixture;

/* The axis is from 0 to 20, and the wave from 5 to 15. */
static void
set_up (Fixture *f, gconstpointer data)
{
  view_bed_set_up (&f->bed, NULL);
  f->limits = g_list_store_new (GSCOPE_TYPE_LIMIT);
  gscope_gtk_view_signal_set_range (view_bed_get_entry (&f->bed, 0), 0, 20);
  gscope_gtk_view_set_limits (f->bed.view, G_LIST_MODEL (f->limits));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_gtk_view_set_limits (f->bed.view, NULL);
  g_assert_finalize_object (f->limits);
  view_bed_tear_down (&f->bed, NULL);
}

static void
add_limit (Fixture *f, GscopeTrigger *trigger, const GscopeLimitSettings *settings)
{
  g_autoptr (GscopeLimit) limit =
      gscope_limit_new (f->bed.scope, f->bed.signal, trigger, settings, NULL);

  g_assert_nonnull (limit);
  g_list_store_append (f->limits, limit);
}

static cairo_surface_t *
draw (Fixture *f)
{
  g_autofree char *path =
      g_strdup_printf ("%s/gscope-test-limits-%d.png", g_get_tmp_dir (), getpid ());
  g_autoptr (GError) error = NULL;
  cairo_surface_t *picture;

  g_assert_true (gscope_gtk_view_export (f->bed.view, path, 600, 400, 1, &error));
  g_assert_no_error (error);
  picture = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (g_remove (path), ==, 0);
  return picture;
}

/* Returns the differences from a picture without limits in a strip of 20 pixels around a height. */
static guint
count_around (Fixture *f, cairo_surface_t *without, int y)
{
  cairo_surface_t *with = draw (f);
  guint n = view_bed_count_differing (without, with, LEFT, y - 10, RIGHT, y + 10);

  cairo_surface_destroy (with);
  return n;
}

/* Only values beyond the bounds are drawn in another way; other bounds are another picture. */
static void
test_band (Fixture *f, gconstpointer data)
{
  GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_BETWEEN, .lower = 4, .upper = 16 };
  g_autoptr (GscopeLimit) limit = NULL;
  cairo_surface_t *without;

  view_bed_advance (&f->bed, 5000);
  without = draw (f);
  add_limit (f, NULL, &settings);
  g_assert_cmpuint (count_around (f, without, 90), >, 1000);
  g_assert_cmpuint (count_around (f, without, 200), ==, 0);
  g_assert_cmpuint (count_around (f, without, 330), >, 1000);
  limit = g_list_model_get_item (G_LIST_MODEL (f->limits), 0);
  settings.kind = GSCOPE_LIMIT_KIND_AT_MOST;
  gscope_limit_set_settings (limit, &settings);
  g_assert_cmpuint (count_around (f, without, 90), >, 1000);
  g_assert_cmpuint (count_around (f, without, 330), ==, 0);
  cairo_surface_destroy (without);
}

/* The samples beyond the bound have rings: a new limit of the same bounds has none yet. */
static void
test_failures (Fixture *f, gconstpointer data)
{
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_AT_MOST, .upper = 12 };
  cairo_surface_t *ringed, *plain;
  guint n;

  add_limit (f, NULL, &settings);
  view_bed_advance (&f->bed, 5000);
  view_bed_wait_for_frame (&f->bed);
  ringed = draw (f);
  g_list_store_remove_all (f->limits);
  add_limit (f, NULL, &settings);
  plain = draw (f);
  n = view_bed_count_differing (ringed, plain, LEFT, 60, RIGHT, 200);
  g_assert_cmpuint (n, >, 150);
  g_assert_cmpuint (n, <, 3000);
  g_assert_cmpuint (view_bed_count_differing (ringed, plain, LEFT, 200, RIGHT, 340), ==, 0);
  cairo_surface_destroy (ringed);
  cairo_surface_destroy (plain);
}

static GscopeTrigger *
make_trigger (Fixture *f)
{
  const GscopeTriggerSettings condition = { .condition = { .level = 10, .hysteresis = 1 },
                                            .after = 1 };

  return gscope_trigger_new (f->bed.signal, &condition);
}

/* Begins a triggered display of 1 s, a quarter of it before the trigger. */
static void
show_captures (Fixture *f, GscopeCaptureList *list)
{
  gscope_gtk_viewport_set_span (f->bed.viewport, GSCOPE_SEC);
  gscope_gtk_view_set_captures (f->bed.view, list);
  while (g_list_model_get_n_items (G_LIST_MODEL (list)) == 0)
    {
      view_bed_advance (&f->bed, 100);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
}

/* Outside of a triggered display a mask has no place. */
static void
test_mask (Fixture *f, gconstpointer data)
{
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_MASK,
                                         .mask = (char *) "-0.2 - 18, 0.8 - 18" };
  g_autoptr (GscopeTrigger) trigger = make_trigger (f);
  g_autoptr (GscopeCaptureList) list = gscope_capture_list_new (f->bed.scope, trigger);
  cairo_surface_t *without;

  view_bed_advance (&f->bed, 5000);
  without = draw (f);
  add_limit (f, trigger, &settings);
  g_assert_cmpuint (count_around (f, without, 80), ==, 0);
  cairo_surface_destroy (without);
  g_list_store_remove_all (f->limits);
  show_captures (f, list);
  without = draw (f);
  add_limit (f, trigger, &settings);
  g_assert_cmpuint (count_around (f, without, 80), >, 500);
  g_assert_cmpuint (count_around (f, without, 200), ==, 0);
  cairo_surface_destroy (without);
  gscope_gtk_view_set_captures (f->bed.view, NULL);
}

static GtkWidget *
find_handle (Fixture *f, const char *name, guint place)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (f->bed.view));

  for (; child; child = gtk_widget_get_next_sibling (child))
    if (g_str_equal (gtk_widget_get_css_name (child), name) && place-- == 0)
      return child;
  g_assert_not_reached ();
}

static GtkWidget *
find_bound (Fixture *f, guint place)
{
  return find_handle (f, "bound", place);
}

typedef struct
{
  double upper;
  double lower;
  guint gesture;
  guint n;
} Moves;

/* As a program does that follows the user. */
static void
on_bound_moved (GscopeGtkView *view, GscopeLimit *limit, const GscopeLimitSettings *settings,
                guint gesture, Moves *moves)
{
  moves->upper = settings->upper;
  moves->lower = settings->lower;
  moves->gesture = gesture;
  moves->n++;
  gscope_limit_set_settings (limit, settings);
}

static void
drag (GtkWidget *handle, double x, double y, double dx, double dy)
{
  gpointer gesture = view_bed_get_controller (handle, GTK_TYPE_GESTURE_DRAG);

  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  g_signal_emit_by_name (gesture, "drag-update", dx / 2, dy / 2);
  g_signal_emit_by_name (gesture, "drag-update", dx, dy);
  g_signal_emit_by_name (gesture, "drag-end", dx, dy);
}

/* The bounds are sliders on the ruler: keys and drags move them, and the view reports each gesture. */
static void
test_bounds (Fixture *f, gconstpointer data)
{
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_BETWEEN,
                                         .lower = 4,
                                         .upper = 16 };
  GtkWidget *lower = find_bound (f, 0), *upper = find_bound (f, 1);
  Moves moves = { 0 };
  guint gesture;

  g_assert_false (gtk_widget_get_visible (lower));
  add_limit (f, NULL, &settings);
  view_bed_advance (&f->bed, 100);
  view_bed_wait_for_frame (&f->bed);
  g_assert_true (gtk_widget_get_visible (lower));
  g_assert_true (gtk_widget_get_visible (upper));
  g_signal_connect (f->bed.view, "bound-moved", G_CALLBACK (on_bound_moved), &moves);
  g_assert_true (view_bed_press_on (upper, GDK_KEY_Up, 0));
  g_assert_cmpfloat (moves.upper, >, 16);
  gesture = moves.gesture;
  g_assert_true (view_bed_press_on (upper, GDK_KEY_Up, 0));
  g_assert_cmpuint (moves.gesture, ==, gesture);
  g_assert_true (view_bed_press_on (lower, GDK_KEY_Up, 0));
  g_assert_cmpuint (moves.gesture, !=, gesture);
  /* up to the upper one, and no farther; reported once */
  drag (lower, 0, 0, 0, -gtk_widget_get_height (lower));
  g_assert_cmpuint (moves.n, ==, 4);
  g_assert_cmpfloat (moves.lower, ==, moves.upper);
  g_list_store_remove_all (f->limits);
  while (gtk_widget_get_visible (upper))
    g_main_context_iteration (NULL, TRUE);
}

/* A mask has no bounds: the handles are of the first signal that has bounds, also if a signal with a mask is selected. */
static void
test_bounds_beside_mask (Fixture *f, gconstpointer data)
{
  const GscopeLimitSettings mask = { .kind = GSCOPE_LIMIT_KIND_MASK,
                                     .mask = (char *) "0 0 20, 1 0 20" };
  const GscopeLimitSettings band = { .kind = GSCOPE_LIMIT_KIND_AT_MOST, .upper = 16 };
  GscopeSignal *other = gscope_scope_add_double (f->bed.scope, "other", &f->bed.other);
  g_autoptr (GscopeLimit) limit = gscope_limit_new (f->bed.scope, other, NULL, &band, NULL);
  GtkWidget *lower = find_bound (f, 0), *upper = find_bound (f, 1);
  Moves moves = { 0 };

  gscope_gtk_view_signal_set_range (view_bed_get_entry (&f->bed, 1), 0, 20);
  add_limit (f, NULL, &mask);
  g_list_store_append (f->limits, limit);
  view_bed_advance (&f->bed, 100);
  view_bed_wait_for_frame (&f->bed);
  g_assert_true (gtk_widget_get_visible (upper));
  gscope_gtk_view_set_selected (f->bed.view, view_bed_get_entry (&f->bed, 0));
  view_bed_advance (&f->bed, 100);
  view_bed_wait_for_frame (&f->bed);
  g_assert_true (gtk_widget_get_visible (upper));
  g_assert_false (gtk_widget_get_visible (lower));
  g_signal_connect (f->bed.view, "bound-moved", G_CALLBACK (on_bound_moved), &moves);
  g_assert_true (view_bed_press_on (upper, GDK_KEY_Up, 0));
  g_assert_cmpfloat (gscope_limit_get_settings (limit)->upper, >, 16);
}

/* A mask in a triggered display. */
typedef struct
{
  GscopeTrigger *trigger;
  GscopeCaptureList *list;
  GtkWidget *handle;
  Moves moves;
} Mask;

/* Waits until the handle is where the mask is. */
static void
show_mask (Fixture *f, Mask *mask, const char *corners)
{
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_MASK, .mask = (char *) corners };

  mask->trigger = make_trigger (f);
  mask->list = gscope_capture_list_new (f->bed.scope, mask->trigger);
  mask->handle = find_handle (f, "mask", 0);
  add_limit (f, mask->trigger, &settings);
  view_bed_advance (&f->bed, 100);
  view_bed_wait_for_frame (&f->bed);
  /* outside of a triggered display */
  g_assert_false (gtk_widget_get_visible (mask->handle));
  show_captures (f, mask->list);
  while (!gtk_widget_get_visible (mask->handle) || gtk_widget_get_width (mask->handle) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_signal_connect (f->bed.view, "bound-moved", G_CALLBACK (on_bound_moved), &mask->moves);
}

static void
hide_mask (Fixture *f, Mask *mask)
{
  g_signal_handlers_disconnect_by_data (f->bed.view, &mask->moves);
  gscope_gtk_view_set_captures (f->bed.view, NULL);
  while (gtk_widget_get_visible (mask->handle))
    g_main_context_iteration (NULL, TRUE);
  g_list_store_remove_all (f->limits);
  g_clear_object (&mask->list);
  g_clear_object (&mask->trigger);
}

static const GscopeLimitCorner *
get_corners (Fixture *f, gsize n)
{
  g_autoptr (GscopeLimit) limit = g_list_model_get_item (G_LIST_MODEL (f->limits), 0);
  gsize n_corners;
  const GscopeLimitCorner *corners = gscope_limit_get_corners (limit, &n_corners);

  g_assert_cmpuint (n_corners, ==, n);
  return corners;
}

static void
assert_text (Mask *mask, const char *text)
{
  g_autofree char *problem = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (mask->handle), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text);

  g_assert_null (problem);
}

/* By keys alone: Page Up and Page Down go through the bounds, arrow keys move them, Insert adds a corner, and Delete removes one. */
static void
test_mask_keys (Fixture *f, gconstpointer data)
{
  Mask mask = { 0 };
  guint gesture;

  show_mask (f, &mask, "0.1 2 18, 0.5 2 18");
  assert_text (&mask, "Corner 1 of 2: lower bound 2 packets at 100 ms");
  g_assert_true (view_bed_press_on (mask.handle, GDK_KEY_Page_Up, 0));
  g_assert_true (view_bed_press_on (mask.handle, GDK_KEY_Page_Down, 0));
  assert_text (&mask, "Corner 1 of 2: upper bound 18 packets at 100 ms");
  g_assert_true (view_bed_press_on (mask.handle, GDK_KEY_Up, 0));
  g_assert_true (view_bed_press_on (mask.handle, GDK_KEY_Right, 0));
  g_assert_cmpfloat_with_epsilon (get_corners (f, 2)[0].upper, 18.2, 1e-9);
  g_assert_cmpfloat (get_corners (f, 2)[0].lower, ==, 2);
  g_assert_cmpint (get_corners (f, 2)[0].time, ==, 110 * GSCOPE_MSEC);
  g_assert_cmpuint (mask.moves.n, ==, 2);
  gesture = mask.moves.gesture;
  g_assert_true (view_bed_press_on (mask.handle, GDK_KEY_Insert, 0));
  g_assert_cmpint (get_corners (f, 3)[1].time, ==, 305 * GSCOPE_MSEC);
  g_assert_cmpuint (mask.moves.gesture, !=, gesture);
  assert_text (&mask, "Corner 2 of 3: upper bound 18.1 packets at 305 ms");
  g_assert_true (view_bed_press_on (mask.handle, GDK_KEY_Delete, 0));
  assert_text (&mask, "Corner 2 of 2: upper bound 18 packets at 500 ms");
  g_assert_cmpuint (mask.moves.n, ==, 4);
  /* two corners are the least, and not at one time */
  g_assert_true (view_bed_press_on (mask.handle, GDK_KEY_Delete, 0));
  for (guint i = 0; i < 10; i++)
    g_assert_true (view_bed_press_on (mask.handle, GDK_KEY_Left, GDK_CONTROL_MASK));
  g_assert_cmpint (get_corners (f, 2)[1].time, ==, 200 * GSCOPE_MSEC);
  hide_mask (f, &mask);
}

/* A new corner is the chosen one, also if the bound that was chosen before is open there. */
static void
test_mask_open_bound (Fixture *f, gconstpointer data)
{
  Mask mask = { 0 };

  show_mask (f, &mask, "0.1 2 18, 0.5 - 18");
  assert_text (&mask, "Corner 1 of 2: lower bound 2 packets at 100 ms");
  g_assert_true (view_bed_press_on (mask.handle, GDK_KEY_Insert, 0));
  assert_text (&mask, "Corner 2 of 3: upper bound 18 packets at 300 ms");
  hide_mask (f, &mask);
}

/* A mask keeps its last bound. */
static void
test_mask_last_bound (Fixture *f, gconstpointer data)
{
  Mask mask = { 0 };

  show_mask (f, &mask, "-0.1 - -, 0.2 2 -, 0.5 - -");
  assert_text (&mask, "Corner 2 of 3: lower bound 2 packets at 200 ms");
  g_assert_true (view_bed_press_on (mask.handle, GDK_KEY_Delete, 0));
  g_assert_cmpuint (mask.moves.n, ==, 0);
  g_assert_cmpfloat (get_corners (f, 3)[1].lower, ==, 2);
  assert_text (&mask, "Corner 2 of 3: lower bound 2 packets at 200 ms");
  g_assert_true (view_bed_press_on (mask.handle, GDK_KEY_Up, 0));
  g_assert_cmpuint (mask.moves.n, ==, 1);
  hide_mask (f, &mask);
}

/* Finds the first place of the handle from the left in rows of it, from the top. */
static void
find_place (GtkWidget *handle, int left, int top, int bottom, double *x, double *y)
{
  for (int column = left; column < gtk_widget_get_width (handle); column++)
    for (int row = top; row < bottom; row++)
      if (gtk_widget_contains (handle, column, row))
        {
          *x = column;
          *y = row;
          return;
        }
  g_assert_not_reached ();
}

/* The pointer drags the corners, and adds one with a double click on a line; the rest of the plot belongs to the view. */
static void
test_mask_pointer (Fixture *f, gconstpointer data)
{
  Mask mask = { 0 };
  const GscopeLimitCorner *corners;
  double x, y, per_pixel, width;
  int height;

  show_mask (f, &mask, "-0.1 2 18, 0.5 2 18");
  height = gtk_widget_get_height (mask.handle);
  width = gscope_gtk_viewport_get_n_columns (f->bed.viewport);
  per_pixel = 20.0 / height;
  find_place (mask.handle, 0, 0, height / 2, &x, &y);
  /* 8 pixels around the corner are its own */
  drag (mask.handle, x + 8, y + 8, 50, 40);
  corners = get_corners (f, 2);
  g_assert_cmpfloat (ABS (corners[0].upper - 18 + 40 * per_pixel), <, 2 * per_pixel);
  g_assert_cmpfloat (corners[0].lower, ==, 2);
  g_assert_cmpint (ABS (corners[0].time + 100 * GSCOPE_MSEC - (gint64) (50 * 1e9 / width)), <,
                   10 * GSCOPE_MSEC);
  g_assert_cmpuint (mask.moves.n, ==, 1);
  drag (mask.handle, x + 8, height / 2.0, 50, 40);
  g_assert_false (gtk_widget_contains (mask.handle, x + 8, height / 2.0));
  g_assert_cmpuint (mask.moves.n, ==, 1);
  find_place (mask.handle, (int) (x + 0.3 * width), height / 2, height, &x, &y);
  /* so are 4 pixels around a line */
  for (int n_press = 1; n_press <= 2; n_press++)
    g_signal_emit_by_name (view_bed_get_controller (mask.handle, GTK_TYPE_GESTURE_CLICK), "pressed",
                           n_press, x, y + 4);
  corners = get_corners (f, 3);
  g_assert_cmpfloat (corners[1].lower, ==, 2);
  g_assert_cmpfloat (corners[1].upper, >, corners[0].upper);
  g_assert_cmpfloat (corners[1].upper, <, corners[2].upper);
  g_assert_cmpuint (mask.moves.n, ==, 2);
  hide_mask (f, &mask);
}

/* A mask draws no frame while it is still, also not one that is in the focus. */
static void
test_mask_still (Fixture *f, gconstpointer data)
{
  Mask mask = { 0 };

  show_mask (f, &mask, "-0.1 2 18, 0.5 - 18");
  gtk_widget_grab_focus (mask.handle);
  for (guint i = 0; i < 10 && view_bed_count_frames (&f->bed) > 0; i++)
    continue;
  g_assert_cmpuint (view_bed_count_frames (&f->bed), ==, 0);
  hide_mask (f, &mask);
}

/* A view without changes draws no frame: rings and bounds need none, once the heads have been refreshed. */
static void
test_still (Fixture *f, gconstpointer data)
{
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_AT_MOST, .upper = 7 };

  add_limit (f, NULL, &settings);
  view_bed_advance (&f->bed, 3000);
  for (guint i = 0; i < 10 && view_bed_count_frames (&f->bed) > 0; i++)
    continue;
  g_assert_cmpuint (view_bed_count_frames (&f->bed), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  g_test_add ("/view-limits/band", Fixture, NULL, set_up, test_band, tear_down);
  g_test_add ("/view-limits/failures", Fixture, NULL, set_up, test_failures, tear_down);
  g_test_add ("/view-limits/mask", Fixture, NULL, set_up, test_mask, tear_down);
  g_test_add ("/view-limits/bounds", Fixture, NULL, set_up, test_bounds, tear_down);
  g_test_add ("/view-limits/bounds-beside-mask", Fixture, NULL, set_up, test_bounds_beside_mask,
              tear_down);
  g_test_add ("/view-limits/mask-keys", Fixture, NULL, set_up, test_mask_keys, tear_down);
  g_test_add ("/view-limits/mask-open-bound", Fixture, NULL, set_up, test_mask_open_bound,
              tear_down);
  g_test_add ("/view-limits/mask-last-bound", Fixture, NULL, set_up, test_mask_last_bound,
              tear_down);
  g_test_add ("/view-limits/mask-pointer", Fixture, NULL, set_up, test_mask_pointer, tear_down);
  g_test_add ("/view-limits/mask-still", Fixture, NULL, set_up, test_mask_still, tear_down);
  g_test_add ("/view-limits/still", Fixture, NULL, set_up, test_still, tear_down);
  return g_test_run ();
}

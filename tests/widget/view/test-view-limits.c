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

/* Outside of a triggered display a mask has no place. */
static void
test_mask (Fixture *f, gconstpointer data)
{
  const GscopeTriggerSettings condition = { .condition = { .level = 10, .hysteresis = 1 },
                                            .after = 1 };
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_MASK,
                                         .mask = (char *) "-0.2 - 18, 0.8 - 18" };
  g_autoptr (GscopeTrigger) trigger = gscope_trigger_new (f->bed.signal, &condition);
  g_autoptr (GscopeCaptureList) list = gscope_capture_list_new (f->bed.scope, trigger);
  cairo_surface_t *without;

  view_bed_advance (&f->bed, 5000);
  without = draw (f);
  add_limit (f, trigger, &settings);
  g_assert_cmpuint (count_around (f, without, 80), ==, 0);
  cairo_surface_destroy (without);
  g_list_store_remove_all (f->limits);
  gscope_gtk_viewport_set_span (f->bed.viewport, GSCOPE_SEC);
  gscope_gtk_view_set_captures (f->bed.view, list);
  while (g_list_model_get_n_items (G_LIST_MODEL (list)) == 0)
    {
      view_bed_advance (&f->bed, 100);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
  without = draw (f);
  add_limit (f, trigger, &settings);
  g_assert_cmpuint (count_around (f, without, 80), >, 500);
  g_assert_cmpuint (count_around (f, without, 200), ==, 0);
  cairo_surface_destroy (without);
  gscope_gtk_view_set_captures (f->bed.view, NULL);
}

static GtkWidget *
find_bound (Fixture *f, guint place)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (f->bed.view));

  for (; child; child = gtk_widget_get_next_sibling (child))
    if (g_str_equal (gtk_widget_get_css_name (child), "bound") && place-- == 0)
      return child;
  g_assert_not_reached ();
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
drag (GtkWidget *handle, double dy)
{
  gpointer gesture = view_bed_get_controller (handle, GTK_TYPE_GESTURE_DRAG);

  g_signal_emit_by_name (gesture, "drag-begin", 0.0, 0.0);
  g_signal_emit_by_name (gesture, "drag-update", 0.0, dy / 2);
  g_signal_emit_by_name (gesture, "drag-update", 0.0, dy);
  g_signal_emit_by_name (gesture, "drag-end", 0.0, dy);
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
  /* up to the upper one, and no farther; reported once */
  drag (lower, -gtk_widget_get_height (lower));
  g_assert_cmpuint (moves.n, ==, 3);
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
  gtk_test_init (&argc, &argv, NULL);
  g_test_add ("/view-limits/band", Fixture, NULL, set_up, test_band, tear_down);
  g_test_add ("/view-limits/failures", Fixture, NULL, set_up, test_failures, tear_down);
  g_test_add ("/view-limits/mask", Fixture, NULL, set_up, test_mask, tear_down);
  g_test_add ("/view-limits/bounds", Fixture, NULL, set_up, test_bounds, tear_down);
  g_test_add ("/view-limits/bounds-beside-mask", Fixture, NULL, set_up, test_bounds_beside_mask,
              tear_down);
  g_test_add ("/view-limits/still", Fixture, NULL, set_up, test_still, tear_down);
  return g_test_run ();
}

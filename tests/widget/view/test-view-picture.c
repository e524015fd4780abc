/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The pictures of a view are the same on the screen, in pixels and in vectors. */

#include "support/skip-waits.h"
#include "support/trace-history.h"
#include "view-bed.h"

#include <glib/gstdio.h>

static void
count_property (GscopeGtkView *view, GParamSpec *pspec, guint *n)
{
  (*n)++;
}

static cairo_surface_t *
take_picture (ViewBed *f)
{
  GdkPaintable *paintable = gtk_widget_paintable_new (GTK_WIDGET (f->view));
  int width = gtk_widget_get_width (GTK_WIDGET (f->view));
  int height = gtk_widget_get_height (GTK_WIDGET (f->view));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  g_object_unref (paintable);
  return surface;
}

/* Counts the pixels of an area that differ. */
static guint
count_differing (cairo_surface_t *a, cairo_surface_t *b, int left, int top, int right, int bottom)
{
  guint n = 0;

  for (int y = top; y < bottom; y++)
    {
      const guint32 *p = (const guint32 *) (cairo_image_surface_get_data (a)
                                            + y * cairo_image_surface_get_stride (a));
      const guint32 *q = (const guint32 *) (cairo_image_surface_get_data (b)
                                            + y * cairo_image_surface_get_stride (b));

      for (int x = left; x < right; x++)
        n += (p[x] & 0xffffff) != (q[x] & 0xffffff);
    }
  return n;
}

/* The widget and an exported picture are drawn by the same code, so that they agree. */
static void
test_export (ViewBed *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "gscope-test-view.png", NULL);
  g_autoptr (GError) error = NULL;
  cairo_surface_t *screen, *file;

  if (data)
    gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_ROLL);
  /* what was drawn in one sweep is pale in the next one */
  for (guint i = 0; i < 11; i++)
    {
      view_bed_advance (f, gscope_gtk_viewport_get_span (f->viewport) / GSCOPE_MSEC / 4);
      view_bed_wait_for_frame (f);
    }
  screen = take_picture (f);
  g_assert_true (gscope_gtk_view_export (f->view, path, 0, 0, 1, &error));
  g_assert_no_error (error);
  file = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_image_surface_get_width (file), ==, 600);
  g_assert_cmpint (cairo_image_surface_get_height (file), ==, 400);
  /* below the legend, whose text may be smoothed differently */
  g_assert_cmpuint (count_differing (screen, file, 48, 76, 586, 350), ==, 0);
  cairo_surface_destroy (screen);
  cairo_surface_destroy (file);
  g_assert_true (gscope_gtk_view_export (f->view, path, 0, 0, 2, &error));
  file = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_image_surface_get_width (file), ==, 1200);
  cairo_surface_destroy (file);
  g_remove (path);
  g_assert_false (gscope_gtk_view_export (f->view, "/nonexistent/a.png", 0, 0, 1, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
}

/* Means over the channels of all pixels, 0 to 255, of the plot and what is around it. */
static double
compare (GdkPixbuf *a, GdkPixbuf *b)
{
  int width = gdk_pixbuf_get_width (a), height = gdk_pixbuf_get_height (a);
  int a_step = gdk_pixbuf_get_n_channels (a), b_step = gdk_pixbuf_get_n_channels (b);
  guint64 sum = 0;

  g_assert_cmpint (gdk_pixbuf_get_width (b), ==, width);
  g_assert_cmpint (gdk_pixbuf_get_height (b), ==, height);
  for (int y = 0; y < height; y++)
    {
      const guint8 *p = gdk_pixbuf_read_pixels (a) + y * gdk_pixbuf_get_rowstride (a);
      const guint8 *q = gdk_pixbuf_read_pixels (b) + y * gdk_pixbuf_get_rowstride (b);

      for (int x = 0; x < width; x++, p += a_step, q += b_step)
        sum += (guint) (ABS (p[0] - q[0]) + ABS (p[1] - q[1]) + ABS (p[2] - q[2]));
    }
  return (double) sum / (3.0 * width * height);
}

static GdkPixbuf *
load (ViewBed *f, GscopeGtkPicture format)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = gscope_gtk_view_render (f->view, format, 0, 0, 1, &error);
  g_autoptr (GInputStream) stream = NULL;
  GdkPixbuf *pixbuf;

  g_assert_no_error (error);
  stream = g_memory_input_stream_new_from_bytes (bytes);
  pixbuf = gdk_pixbuf_new_from_stream (stream, NULL, &error);
  g_assert_no_error (error);
  return pixbuf;
}

/* A browser draws the paths as the screen shows them. */
static void
test_vectors (ViewBed *f, gconstpointer data)
{
  g_autoptr (GdkPixbuf) pixels = NULL, paths = NULL;

  gscope_gtk_viewport_set_mode (f->viewport, GPOINTER_TO_INT (data));
  view_bed_fill_with_events (f);
  pixels = load (f, GSCOPE_GTK_PICTURE_PNG);
  paths = load (f, GSCOPE_GTK_PICTURE_SVG);
  g_assert_cmpfloat (compare (pixels, paths), <, 2.5);
  /* the measure is worth something: a picture without cursors differs more */
  gscope_gtk_view_set_n_cursors (f->view, 0);
  g_clear_object (&paths);
  paths = load (f, GSCOPE_GTK_PICTURE_SVG);
  g_assert_cmpfloat (compare (pixels, paths), >, 4);
}

/* Dense columns are graded, in the window and in pictures alike. */
static void
test_phosphor (ViewBed *f, gconstpointer data)
{
  g_autoptr (GdkPixbuf) plain = NULL, graded = NULL, paths = NULL;
  guint n_notified = 0;

  view_bed_fill_with_events (f);
  gscope_gtk_viewport_set_span (f->viewport, 100 * GSCOPE_SEC);
  plain = load (f, GSCOPE_GTK_PICTURE_PNG);
  g_signal_connect (f->view, "notify::phosphor", G_CALLBACK (count_property), &n_notified);
  gscope_gtk_view_set_phosphor (f->view, TRUE);
  gscope_gtk_view_set_phosphor (f->view, TRUE);
  g_assert_true (gscope_gtk_view_get_phosphor (f->view));
  g_assert_cmpuint (n_notified, ==, 1);
  view_bed_wait_for_frame (f);
  graded = load (f, GSCOPE_GTK_PICTURE_PNG);
  g_assert_cmpfloat (compare (plain, graded), >, 0.05);
  paths = load (f, GSCOPE_GTK_PICTURE_SVG);
  g_assert_cmpfloat (compare (graded, paths), <, 2.5);
  g_clear_object (&graded);
  gscope_gtk_view_set_phosphor (f->view, FALSE);
  graded = load (f, GSCOPE_GTK_PICTURE_PNG);
  g_assert_cmpfloat (compare (plain, graded), ==, 0);
}

/* Draws the frames that are due. */
static void
rest (ViewBed *f)
{
  while (view_bed_count_frames (f) > 0)
    trace_history_settle ();
}

/* Heads are drawn when their texts change, and are then the same as after drawing everything. */
static void
assert_heads_are_fresh (ViewBed *f)
{
  cairo_surface_t *screen, *fresh;

  rest (f);
  screen = take_picture (f);
  gtk_widget_queue_allocate (GTK_WIDGET (f->view));
  rest (f);
  fresh = take_picture (f);
  g_assert_cmpuint (count_differing (screen, fresh, 0, 0, 600, 76), ==, 0);
  cairo_surface_destroy (screen);
  cairo_surface_destroy (fresh);
}

/* Moves the clock on, at least 4 frames a second, with the word as it is. */
static void
pass (ViewBed *f, gint64 milliseconds)
{
  for (gint64 i = 0; i < milliseconds; i += 10)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      gscope_scope_drain (f->scope);
      if (i % 250 == 240)
        view_bed_wait_for_frame (f);
    }
}

/* The badge of a gap goes with the gap when its history fills it, also if no value changes. */
static void
test_filled (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeTrace) far = gscope_trace_new ();
  g_autoptr (TraceHistory) history = trace_history_new (far, TRUE);
  double value = f->word = 10;

  for (gint64 time = 90 * GSCOPE_SEC; time < 120 * GSCOPE_SEC; time += 10 * GSCOPE_MSEC)
    gscope_trace_append (far, &time, &value, 1);
  gscope_tile_history_set_clock (GSCOPE_TILE_HISTORY (history), f->clock);
  gscope_signal_set_history (f->signal, GSCOPE_HISTORY (history));
  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_ROLL);
  gscope_gtk_viewport_set_span (f->viewport, 4 * GSCOPE_SEC);
  pass (f, 5000);
  f->word = gscope_gap_value (GSCOPE_GAP_SILENT);
  pass (f, 1000);
  assert_heads_are_fresh (f);
  f->word = value;
  pass (f, 1000);
  assert_heads_are_fresh (f);
}

/* The badge of a gap goes when the gap leaves the picture, also if no value changes. */
static void
test_left (ViewBed *f, gconstpointer data)
{
  f->word = 10;
  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_ROLL);
  gscope_gtk_viewport_set_span (f->viewport, 4 * GSCOPE_SEC);
  pass (f, 5000);
  f->word = gscope_gap_value (GSCOPE_GAP_SILENT);
  pass (f, 100);
  f->word = 10;
  pass (f, 3700);
  for (guint i = 0; i < 20; i++)
    {
      pass (f, 50);
      view_bed_wait_for_frame (f);
    }
  assert_heads_are_fresh (f);
}

#define ADD(name, data, func)                                                                      \
  g_test_add (name, ViewBed, data, view_bed_set_up, func, view_bed_tear_down)

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("/view-picture/sweep", NULL, test_export);
  ADD ("/view-picture/roll", GINT_TO_POINTER (1), test_export);
  ADD ("/view-picture/vectors/sweep", GINT_TO_POINTER (GSCOPE_VIEW_SWEEP), test_vectors);
  ADD ("/view-picture/vectors/roll", GINT_TO_POINTER (GSCOPE_VIEW_ROLL), test_vectors);
  ADD ("/view-picture/phosphor", NULL, test_phosphor);
  ADD ("/view-picture/filled", NULL, test_filled);
  ADD ("/view-picture/left", NULL, test_left);
  return g_test_run ();
}

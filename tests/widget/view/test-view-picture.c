/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The pictures of a view are the same on the screen, in pixels and in vectors. */

#include "support/skip-waits.h"
#include "view-bed.h"

#include <glib/gstdio.h>
#include <unistd.h>

static void
count_property (GscopeGtkView *view, GParamSpec *pspec, guint *n)
{
  (*n)++;
}

/* The widget and an exported picture are drawn by the same code, so that they agree. */
static void
test_export (ViewBed *f, gconstpointer data)
{
  g_autofree char *path =
      g_strdup_printf ("%s/gscope-test-view-%d.png", g_get_tmp_dir (), getpid ());
  g_autoptr (GError) error = NULL;
  cairo_surface_t *screen, *file;

  if (data)
    gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_MODE_ROLL);
  /* what was drawn in one sweep is pale in the next one */
  for (guint i = 0; i < 11; i++)
    {
      view_bed_advance (f, gscope_gtk_viewport_get_span (f->viewport) / GSCOPE_MSEC / 4);
      view_bed_wait_for_frame (f);
    }
  screen = view_bed_take_picture (f);
  g_assert_true (gscope_gtk_view_export (f->view, path, 0, 0, 1, &error));
  g_assert_no_error (error);
  file = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_image_surface_get_width (file), ==, 600);
  g_assert_cmpint (cairo_image_surface_get_height (file), ==, 400);
  /* below the legend, whose text may be smoothed differently */
  g_assert_cmpuint (view_bed_count_differing (screen, file, 48, 76, 586, 350), ==, 0);
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

#define ADD(name, data, func)                                                                      \
  g_test_add (name, ViewBed, data, view_bed_set_up, func, view_bed_tear_down)

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("/view-picture/sweep", NULL, test_export);
  ADD ("/view-picture/roll", GINT_TO_POINTER (1), test_export);
  ADD ("/view-picture/vectors/sweep", GINT_TO_POINTER (GSCOPE_VIEW_MODE_SWEEP), test_vectors);
  ADD ("/view-picture/vectors/roll", GINT_TO_POINTER (GSCOPE_VIEW_MODE_ROLL), test_vectors);
  ADD ("/view-picture/phosphor", NULL, test_phosphor);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/skip-waits.h"
#include "view-bed.h"

#include <glib/gstdio.h>
#include <math.h>

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

static void
fill_with_events (ViewBed *f)
{
  g_autoptr (GscopeMarker) marker = NULL;
  GscopeSignal *other = gscope_scope_add_double (f->scope, "a, \"b\"", &f->other);

  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_FILLED);
  gscope_signal_set_unit (other, "ms");
  view_bed_advance (f, 5000);
  marker =
      gscope_marker_new (gscope_clock_get_time (f->clock), GSCOPE_MARKER_NOTE, NULL, "Note", NULL);
  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
  f->other = 7;
  view_bed_advance (f, 10000);
  gscope_gtk_view_set_n_cursors (f->view, 2);
  view_bed_wait_for_frame (f);
}

static guint
count_in (const char *text, const char *part)
{
  guint n = 0;

  for (text = strstr (text, part); text; text = strstr (text + 1, part))
    n++;
  return n;
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
  fill_with_events (f);
  pixels = load (f, GSCOPE_GTK_PICTURE_PNG);
  paths = load (f, GSCOPE_GTK_PICTURE_SVG);
  g_assert_cmpfloat (compare (pixels, paths), <, 2.5);
  /* the measure is worth something: a picture without cursors differs more */
  gscope_gtk_view_set_n_cursors (f->view, 0);
  g_clear_object (&paths);
  paths = load (f, GSCOPE_GTK_PICTURE_SVG);
  g_assert_cmpfloat (compare (pixels, paths), >, 4);
}

static void
test_svg (ViewBed *f, gconstpointer data)
{
  const char *const argv[] = { "xmllint", "--noout", "-", NULL };
  g_autoptr (GSubprocess) xmllint = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL, larger = NULL;
  g_autofree char *text = NULL;

  fill_with_events (f);
  bytes = gscope_gtk_view_render (f->view, GSCOPE_GTK_PICTURE_SVG, 0, 0, 1, &error);
  g_assert_no_error (error);
  xmllint = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDIN_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate (xmllint, bytes, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (xmllint), ==, 0);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_nonnull (strstr (text, "width=\"600px\" height=\"400px\""));
  /* traces are no image */
  g_assert_cmpuint (count_in (text, "<path"), >, 20);
  larger = gscope_gtk_view_render (f->view, GSCOPE_GTK_PICTURE_SVG, 1200, 900, 1, &error);
  g_clear_pointer (&text, g_free);
  text = g_strndup (g_bytes_get_data (larger, NULL), g_bytes_get_size (larger));
  g_assert_nonnull (strstr (text, "width=\"1200px\" height=\"900px\""));
  /* the screen is as it was */
  g_assert_cmpuint (gscope_gtk_viewport_get_n_columns (f->viewport), ==, 538);
}

/* As text, which binary parts do not end. */
static char *
dup_text (const char *data, gsize size)
{
  char *text = g_malloc (size + 1);

  for (gsize i = 0; i < size; i++)
    text[i] = data[i] ? data[i] : ' ';
  text[size] = '\0';
  return text;
}

/* Its end says where the table of its objects is, which newer versions keep in an object. */
static void
check_pdf (const char *text)
{
  const char *end = g_strrstr (text, "startxref");
  guint64 offset;

  g_assert_true (g_str_has_prefix (text, "%PDF-1."));
  g_assert_nonnull (end);
  g_assert_nonnull (strstr (end, "%%EOF"));
  offset = g_ascii_strtoull (end + strlen ("startxref"), NULL, 10);
  g_assert_cmpuint (offset, <, strlen (text));
  g_assert_true (g_str_has_prefix (text + offset, "xref")
                 || g_strstr_len (text + offset, 32, " obj"));
}

static void
test_pdf (ViewBed *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "gscope-test-print.pdf", NULL);
  g_autoptr (GtkPrintOperation) operation = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *printed = NULL;
  g_autofree char *rendered = NULL;
  g_autofree char *page = NULL;
  gsize size;

  fill_with_events (f);
  bytes = gscope_gtk_view_render (f->view, GSCOPE_GTK_PICTURE_PDF, 0, 0, 2, &error);
  g_assert_no_error (error);
  rendered = dup_text (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  check_pdf (rendered);
  g_assert_nonnull (strstr (rendered, "/Count 1"));
  g_assert_nonnull (strstr (rendered, "450 300"));
  operation = gscope_gtk_view_create_print_operation (f->view);
  gtk_print_operation_set_export_filename (operation, path);
  g_assert_cmpint (gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_EXPORT,
                                            GTK_WINDOW (f->window), &error),
                   ==, GTK_PRINT_OPERATION_RESULT_APPLY);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &printed, &size, &error));
  page = dup_text (printed, size);
  check_pdf (page);
  /* the page has what the picture has */
  g_test_message ("printed %" G_GSIZE_FORMAT ", rendered %" G_GSIZE_FORMAT " bytes", size,
                  g_bytes_get_size (bytes));
  g_assert_cmpuint (size, >, g_bytes_get_size (bytes) / 2);
  g_remove (path);
  g_assert_cmpuint (gscope_gtk_viewport_get_n_columns (f->viewport), ==, 538);
}

static void
assert_refused (ViewBed *f, const char *path, int width, double scale, int code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (gscope_gtk_view_export (f->view, path, width, 0, scale, &error));
  g_assert_error (error, GSCOPE_ERROR, code);
}

static void
test_refused_exports (ViewBed *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "gscope-test-kept.svg", NULL);
  g_autofree char *kept = NULL;
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (f->clock);
  GscopeGtkView *unseen = GSCOPE_GTK_VIEW (g_object_ref_sink (gscope_gtk_view_new (scope)));
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "kept", -1, NULL));
  assert_refused (f, "/tmp/picture.bmp", 0, 1, GSCOPE_ERROR_UNSUPPORTED);
  assert_refused (f, "/nonexistent/a.svg", 0, 1, GSCOPE_ERROR_INVALID);
  assert_refused (f, path, 0, 100, GSCOPE_ERROR_LIMIT);
  assert_refused (f, path, 1000000, 1, GSCOPE_ERROR_LIMIT);
  assert_refused (f, path, 0, NAN, GSCOPE_ERROR_LIMIT);
  g_assert_null (gscope_gtk_view_render (unseen, GSCOPE_GTK_PICTURE_PDF, 0, 0, 1, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "kept");
  g_assert_true (gscope_gtk_view_export (f->view, path, 0, 0, 1, NULL));
  g_remove (path);
  g_assert_finalize_object (unseen);
}

static void
count_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer data)
{
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpint (tuples[i].time, >=, ((gint64 *) data)[1]);
      ((gint64 *) data)[1] = tuples[i].time;
      ((gint64 *) data)[0]++;
    }
}

/* Only what is in view: a hidden signal and what is past are left out. */
static void
test_data (ViewBed *f, gconstpointer data)
{
  gint64 seen[2] = { 0, 0 };
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (count_tuples, seen, NULL);
  g_autofree char *tuples = NULL, *csv = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;

  fill_with_events (f);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  gscope_gtk_viewport_set_span (f->viewport, 2 * GSCOPE_SEC);
  tuples = gscope_gtk_view_get_data (f->view, GSCOPE_GTK_DATA_TUPLES, &error);
  g_assert_no_error (error);
  gscope_tuple_parser_feed (parser, tuples, strlen (tuples));
  gscope_tuple_parser_finish (parser);
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (parser), ==, 0);
  g_assert_cmpint (seen[0], >=, 400);
  g_assert_cmpint (seen[0], <=, 402);
  g_assert_cmpuint (gscope_tuple_parser_get_n_names (parser), ==, 2);
  gscope_gtk_view_signal_set_hidden (view_bed_get_entry (f, 0), TRUE);
  csv = gscope_gtk_view_get_data (f->view, GSCOPE_GTK_DATA_CSV, &error);
  lines = g_strsplit (csv, "\n", -1);
  /* as exported files */
  g_assert_cmpstr (lines[0], ==, "time (ms),\"a, \"\"b\"\" (ms)\"");
  g_assert_cmpuint (g_strv_length (lines), >=, 202);
  g_assert_cmpstr (strchr (lines[10], ','), ==, ",7");
}

static void
test_clipboard (ViewBed *f, gconstpointer data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (f->view));
  GdkContentProvider *content;
  g_autoptr (GError) error = NULL;
  g_auto (GValue) value = G_VALUE_INIT;

  fill_with_events (f);
  g_assert_true (gscope_gtk_view_copy_picture (f->view, &error));
  g_value_init (&value, GDK_TYPE_TEXTURE);
  content = gdk_clipboard_get_content (clipboard);
  g_assert_true (gdk_content_provider_get_value (content, &value, &error));
  g_assert_cmpint (gdk_texture_get_width (g_value_get_object (&value)), ==, 600);
  g_value_unset (&value);
  g_assert_true (gscope_gtk_view_copy_data (f->view, GSCOPE_GTK_DATA_CSV, &error));
  g_value_init (&value, G_TYPE_STRING);
  content = gdk_clipboard_get_content (clipboard);
  g_assert_true (gdk_content_provider_get_value (content, &value, &error));
  g_assert_true (g_str_has_prefix (g_value_get_string (&value), "time (ms),"));
}

/* Dense columns are graded, in the window and in pictures alike. */
static void
test_phosphor (ViewBed *f, gconstpointer data)
{
  g_autoptr (GdkPixbuf) plain = NULL, graded = NULL, paths = NULL;
  guint n_notified = 0;

  fill_with_events (f);
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
  ADD ("/view-export/sweep", NULL, test_export);
  ADD ("/view-export/roll", GINT_TO_POINTER (1), test_export);
  ADD ("/view-export/vectors/sweep", GINT_TO_POINTER (GSCOPE_VIEW_SWEEP), test_vectors);
  ADD ("/view-export/vectors/roll", GINT_TO_POINTER (GSCOPE_VIEW_ROLL), test_vectors);
  ADD ("/view-export/svg", NULL, test_svg);
  ADD ("/view-export/pdf", NULL, test_pdf);
  ADD ("/view-export/refused", NULL, test_refused_exports);
  ADD ("/view-export/data", NULL, test_data);
  ADD ("/view-export/clipboard", NULL, test_clipboard);
  ADD ("/view-export/phosphor", NULL, test_phosphor);
  return g_test_run ();
}

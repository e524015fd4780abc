/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>
#include <gtk/gtk.h>
#include <math.h>

/* A view of 600 x 400 in a window, of a scope of period 10 ms on a test clock at 100 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  double word;
  double other;
  GscopeSignal *signal;
  GtkWidget *window;
  GscopeGtkView *view;
  GscopeGtkViewport *viewport;
  guint n_frames;
} Fixture;

static void
on_after_paint (GdkFrameClock *frame_clock, Fixture *f)
{
  f->n_frames++;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->signal = gscope_scope_add_double (f->scope, "word", &f->word);
  gscope_signal_set_unit (f->signal, "packets");
  f->view = GSCOPE_GTK_VIEW (gscope_gtk_view_new (f->scope));
  f->viewport = gscope_gtk_view_get_viewport (f->view);
  f->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (f->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (f->window), GTK_WIDGET (f->view));
  gtk_window_present (GTK_WINDOW (f->window));
  g_signal_connect (gtk_widget_get_frame_clock (f->window), "after-paint",
                    G_CALLBACK (on_after_paint), f);
  while (f->n_frames == 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_add_weak_pointer (G_OBJECT (f->view), (gpointer *) &f->view);
  gtk_window_destroy (GTK_WINDOW (f->window));
  while (f->view && g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (f->view);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static void
advance (Fixture *f, gint64 milliseconds)
{
  for (gint64 i = 0; i < milliseconds; i += 10)
    {
      f->word = 10 + 5 * sin (gscope_clock_get_time (f->clock) / 3e8);
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      /* before its ring is full */
      if (i % 1000 == 0)
        gscope_scope_drain (f->scope);
    }
  gscope_scope_drain (f->scope);
}

static void
wait_for_frame (Fixture *f)
{
  guint n_frames = f->n_frames;

  while (f->n_frames == n_frames)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
set_flag (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* As many frames as come while the main loop has a quarter of a second of its own. */
static guint
count_frames (Fixture *f)
{
  gboolean done = FALSE;
  guint n_frames = f->n_frames;

  g_timeout_add (250, set_flag, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  return f->n_frames - n_frames;
}

static GscopeGtkViewSignal *
get_entry (Fixture *f, guint i)
{
  g_autoptr (GscopeGtkViewSignal) entry =
      g_list_model_get_item (gscope_gtk_view_get_signals (f->view), i);

  return entry;
}

static void
test_signals (Fixture *f, gconstpointer data)
{
  GListModel *entries = gscope_gtk_view_get_signals (f->view);
  GscopeSignal *other;

  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 1);
  g_assert_true (gscope_gtk_view_signal_get_signal (get_entry (f, 0)) == f->signal);
  other = gscope_scope_add_double (f->scope, "other", &f->other);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 2);
  g_assert_cmpuint (gscope_gtk_view_signal_get_key (get_entry (f, 1)), ==, 2);
  gscope_gtk_view_set_selected (f->view, get_entry (f, 0));
  gscope_scope_remove_signal (f->scope, f->signal);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 1);
  g_assert_true (gscope_gtk_view_signal_get_signal (get_entry (f, 0)) == other);
  g_assert_null (gscope_gtk_view_get_selected (f->view));
  advance (f, 100);
  wait_for_frame (f);
}

static void
test_frames (Fixture *f, gconstpointer data)
{
  advance (f, 1000);
  wait_for_frame (f);
  /* nothing new, no frame */
  count_frames (f);
  g_assert_cmpuint (count_frames (f), ==, 0);
  advance (f, 10);
  g_assert_cmpuint (count_frames (f), >, 0);
  /* what nobody can see is not drawn */
  gtk_widget_set_visible (f->window, FALSE);
  count_frames (f);
  advance (f, 100);
  g_assert_cmpuint (count_frames (f), ==, 0);
  gtk_widget_set_visible (f->window, TRUE);
  wait_for_frame (f);
}

static void
wait_for_samples (Fixture *f)
{
  GscopeTrace *trace = gscope_signal_get_trace (f->signal);
  guint64 end = gscope_trace_get_end (trace);

  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 20 * GSCOPE_MSEC);
  while (gscope_trace_get_end (trace) == end)
    g_main_context_iteration (NULL, TRUE);
}

/* While samples come each frame drains them, whatever the timer does; then the timer does again, and
 * frames end. */
static void
test_frames_drain (Fixture *f, gconstpointer data)
{
  gscope_scope_set_period (f->scope, 10 * GSCOPE_MSEC);
  advance (f, 100);
  wait_for_frame (f);
  for (guint i = 0; i < 5; i++)
    {
      wait_for_samples (f);
      wait_for_frame (f);
    }
  count_frames (f);
  g_assert_cmpuint (count_frames (f), ==, 0);
  wait_for_samples (f);
  wait_for_frame (f);
  gtk_widget_set_visible (f->window, FALSE);
  count_frames (f);
  g_assert_cmpuint (count_frames (f), ==, 0);
}

static cairo_surface_t *
take_picture (Fixture *f)
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

static gboolean
is_same_pixel (cairo_surface_t *a, cairo_surface_t *b, int x, int y)
{
  const guint32 *p =
      (const guint32 *) (cairo_image_surface_get_data (a) + y * cairo_image_surface_get_stride (a));
  const guint32 *q =
      (const guint32 *) (cairo_image_surface_get_data (b) + y * cairo_image_surface_get_stride (b));

  return (p[x] & 0xffffff) == (q[x] & 0xffffff);
}

/* The widget and an exported picture are drawn by the same code, so that they agree. */
static void
test_export (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "gscope-test-view.png", NULL);
  g_autoptr (GError) error = NULL;
  cairo_surface_t *screen, *file;
  int differing = 0;

  if (data)
    gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_ROLL);
  /* what was drawn in one sweep is pale in the next one */
  for (guint i = 0; i < 11; i++)
    {
      advance (f, gscope_gtk_viewport_get_span (f->viewport) / GSCOPE_MSEC / 4);
      wait_for_frame (f);
    }
  screen = take_picture (f);
  g_assert_true (gscope_gtk_view_export (f->view, path, 0, 0, 1, &error));
  g_assert_no_error (error);
  file = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_image_surface_get_width (file), ==, 600);
  g_assert_cmpint (cairo_image_surface_get_height (file), ==, 400);
  /* below the legend, whose text may be smoothed differently */
  for (int y = 76; y < 350; y++)
    for (int x = 48; x < 586; x++)
      differing += !is_same_pixel (screen, file, x, y);
  g_assert_cmpint (differing, ==, 0);
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
fill_with_events (Fixture *f)
{
  g_autoptr (GscopeMarker) marker = NULL;
  GscopeSignal *other = gscope_scope_add_double (f->scope, "a, \"b\"", &f->other);

  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_FILLED);
  gscope_signal_set_unit (other, "ms");
  advance (f, 5000);
  marker =
      gscope_marker_new (gscope_clock_get_time (f->clock), GSCOPE_MARKER_NOTE, NULL, "Note", NULL);
  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
  f->other = 7;
  advance (f, 10000);
  gscope_gtk_view_set_n_cursors (f->view, 2);
  wait_for_frame (f);
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
  double sum = 0;

  g_assert_cmpint (gdk_pixbuf_get_width (b), ==, width);
  g_assert_cmpint (gdk_pixbuf_get_height (b), ==, height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      for (int c = 0; c < 3; c++)
        {
          const guint8 *p = gdk_pixbuf_read_pixels (a) + y * gdk_pixbuf_get_rowstride (a);
          const guint8 *q = gdk_pixbuf_read_pixels (b) + y * gdk_pixbuf_get_rowstride (b);

          sum += ABS (p[x * gdk_pixbuf_get_n_channels (a) + c]
                      - q[x * gdk_pixbuf_get_n_channels (b) + c]);
        }
  return sum / (3.0 * width * height);
}

static GdkPixbuf *
load (Fixture *f, GscopeGtkPicture format)
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

/* What a browser makes of the paths is what the screen shows. */
static void
test_vectors (Fixture *f, gconstpointer data)
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
test_svg (Fixture *f, gconstpointer data)
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
test_pdf (Fixture *f, gconstpointer data)
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
  g_remove (path);
  g_assert_cmpuint (gscope_gtk_viewport_get_n_columns (f->viewport), ==, 538);
}

static void
assert_refused (Fixture *f, const char *path, int width, double scale, int code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (gscope_gtk_view_export (f->view, path, width, 0, scale, &error));
  g_assert_error (error, GSCOPE_ERROR, code);
}

static void
test_refused_exports (Fixture *f, gconstpointer data)
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
test_data (Fixture *f, gconstpointer data)
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
  gscope_gtk_view_signal_set_hidden (get_entry (f, 0), TRUE);
  csv = gscope_gtk_view_get_data (f->view, GSCOPE_GTK_DATA_CSV, &error);
  lines = g_strsplit (csv, "\n", -1);
  /* as exported files */
  g_assert_cmpstr (lines[0], ==, "time (ms),\"a, \"\"b\"\" (ms)\"");
  g_assert_cmpuint (g_strv_length (lines), >=, 202);
  g_assert_cmpstr (strchr (lines[10], ','), ==, ",7");
}

static void
test_clipboard (Fixture *f, gconstpointer data)
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

static void
test_past (Fixture *f, gconstpointer data)
{
  gint64 end;

  advance (f, 30000);
  wait_for_frame (f);
  gscope_gtk_viewport_pan (f->viewport, -100);
  g_assert_false (gscope_gtk_viewport_get_live (f->viewport));
  wait_for_frame (f);
  end = gscope_gtk_viewport_get_end (f->viewport);
  advance (f, 1000);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, end);
  gscope_gtk_viewport_go_live (f->viewport);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (f->scope));
  wait_for_frame (f);
}

static void
test_hold (Fixture *f, gconstpointer data)
{
  gint64 end;

  advance (f, 1000);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  end = gscope_gtk_viewport_get_end (f->viewport);
  advance (f, 1000);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, end);
  /* polling goes on */
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (f->signal)), ==, 200);
  gscope_gtk_viewport_set_held (f->viewport, FALSE);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (f->scope));
}

static void
test_ranges (Fixture *f, gconstpointer data)
{
  double min, max;

  advance (f, 5000);
  gscope_gtk_view_signal_get_range (get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (min, <=, 5);
  g_assert_cmpfloat (max, >=, 15);
  g_assert_cmpfloat (max, <=, 30);
  gscope_gtk_view_signal_set_range (get_entry (f, 0), 0, 100);
  g_assert_false (gscope_gtk_view_signal_get_auto_range (get_entry (f, 0)));
  advance (f, 1000);
  gscope_gtk_view_signal_get_range (get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (min, ==, 0);
  g_assert_cmpfloat (max, ==, 100);
  gscope_gtk_view_fit (f->view);
  g_assert_true (gscope_gtk_view_signal_get_auto_range (get_entry (f, 0)));
  gscope_gtk_view_signal_get_range (get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (max, <=, 30);
}

/* One whose unit nobody knows, and a mere number. */
static void
test_ranges_without_units (Fixture *f, gconstpointer data)
{
  GscopeSignal *number = gscope_scope_add_double (f->scope, "number", &f->other);
  double min, max;

  gscope_signal_set_unit (f->signal, NULL);
  gscope_signal_set_unit (number, "");
  f->other = 1000;
  advance (f, 5000);
  gscope_gtk_view_signal_get_range (get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (max, <=, 30);
  gscope_gtk_view_signal_get_range (get_entry (f, 1), &min, &max);
  g_assert_cmpfloat (max, >=, 1000);
}

static void
count_notify (GObject *object, GParamSpec *pspec, int *n)
{
  (*n)++;
}

static void
test_overrides (Fixture *f, gconstpointer data)
{
  GscopeGtkViewSignal *entry = get_entry (f, 0);
  int n = 0;

  g_signal_connect (entry, "notify", G_CALLBACK (count_notify), &n);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "word");
  gscope_signal_set_title (f->signal, "The word");
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "The word");
  gscope_gtk_view_signal_set_title (entry, "Here");
  gscope_gtk_view_signal_set_hidden (entry, TRUE);
  gscope_gtk_view_signal_set_line_mode (entry, GSCOPE_LINE_POINTS);
  gscope_gtk_view_signal_set_color (entry, 5);
  g_assert_cmpint (n, ==, 5);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "Here");
  g_assert_false (gscope_signal_get_hidden (f->signal));
  g_assert_cmpint (gscope_signal_get_line_mode (f->signal), ==, GSCOPE_LINE_STEPS);
  advance (f, 100);
  wait_for_frame (f);
  gscope_gtk_view_signal_set_hidden (entry, FALSE);
  for (guint mode = 0; mode < GSCOPE_N_LINE_MODES; mode++)
    {
      gscope_gtk_view_signal_set_line_mode (entry, mode);
      advance (f, 100);
      wait_for_frame (f);
    }
}

static void
test_text (Fixture *f, gconstpointer data)
{
  f->word = 7;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (get_entry (f, 0)), ==, "7 packets");
  /* five times a second */
  f->word = 8;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
  gscope_scope_drain (f->scope);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (get_entry (f, 0)), ==, "7 packets");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
  gscope_scope_drain (f->scope);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (get_entry (f, 0)), ==, "8 packets");
}

static void
press (Fixture *f, guint key, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (f->view));
  g_autoptr (GtkShortcutTrigger) wanted = gtk_keyval_trigger_new (key, modifiers);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);

          if (gtk_shortcut_trigger_equal (gtk_shortcut_get_trigger (shortcut), wanted))
            gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0,
                                          GTK_WIDGET (f->view),
                                          gtk_shortcut_get_arguments (shortcut));
        }
    }
}

static void
assert_key (Fixture *f, guint i, const char *name, guint key)
{
  GscopeGtkViewSignal *entry = get_entry (f, i);

  g_assert_cmpstr (gscope_signal_get_name (gscope_gtk_view_signal_get_signal (entry)), ==, name);
  g_assert_cmpuint (gscope_gtk_view_signal_get_key (entry), ==, key);
}

/* Who stays keeps the key and with it the colour; who comes takes the one that is free. */
static void
test_keys (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceView) description = NULL;
  GscopeGtkViewSignal *shown;

  gscope_scope_add_double (f->scope, "b", &f->other);
  gscope_scope_add_double (f->scope, "c", &f->other);
  shown = get_entry (f, 2);
  gscope_gtk_view_remove_signal (f->view, get_entry (f, 1));
  assert_key (f, 1, "c", 3);
  press (f, GDK_KEY_3, 0);
  g_assert_true (gscope_gtk_view_signal_get_hidden (shown));
  gscope_scope_add_double (f->scope, "d", &f->other);
  gscope_scope_add_double (f->scope, "e", &f->other);
  assert_key (f, 1, "c", 3);
  assert_key (f, 2, "d", 2);
  assert_key (f, 3, "e", 4);
  /* what is described anew is numbered anew */
  description = gscope_gtk_view_describe (f->view);
  gscope_gtk_view_set_description (f->view, description);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (gscope_gtk_view_signal_get_key (get_entry (f, i)), ==, i + 1);
}

static gint64
get_cursor (Fixture *f, guint cursor)
{
  gint64 times[2];

  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, &times[0], &times[1]), >, cursor);
  return times[cursor];
}

static void
test_cursor (Fixture *f, gconstpointer data)
{
  gint64 time;

  advance (f, 30000);
  g_assert_false (gscope_gtk_view_get_cursor (f->view, &time));
  gscope_gtk_view_set_cursor (f->view, gscope_scope_get_pen (f->scope) - 5 * GSCOPE_SEC);
  g_assert_true (gscope_gtk_view_get_cursor (f->view, &time));
  g_assert_cmpint (time, ==, gscope_scope_get_pen (f->scope) - 5 * GSCOPE_SEC);
  wait_for_frame (f);
  gscope_gtk_view_clear_cursor (f->view);
  g_assert_false (gscope_gtk_view_get_cursor (f->view, &time));
  wait_for_frame (f);
}

static void
count_change (GscopeGtkView *view, guint *n)
{
  (*n)++;
}

static void
count_property (GscopeGtkView *view, GParamSpec *pspec, guint *n)
{
  (*n)++;
}

static void
test_cursors (Fixture *f, gconstpointer data)
{
  gint64 pen, a, b;
  guint n_changes = 0, n_notified = 0;

  advance (f, 30000);
  pen = gscope_scope_get_pen (f->scope);
  g_signal_connect (f->view, "cursors-changed", G_CALLBACK (count_change), &n_changes);
  g_signal_connect (f->view, "notify::n-cursors", G_CALLBACK (count_property), &n_notified);
  gscope_gtk_view_set_cursors (f->view, 2, pen - 5 * GSCOPE_SEC, pen - 2 * GSCOPE_SEC);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpuint (n_notified, ==, 1);
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, &a, &b), ==, 2);
  g_assert_cmpint (b - a, ==, 3 * GSCOPE_SEC);
  wait_for_frame (f);
  gscope_gtk_view_swap_cursors (f->view);
  g_assert_cmpint (get_cursor (f, 0), ==, b);
  g_assert_cmpint (get_cursor (f, 1), ==, a);
  g_assert_cmpuint (n_notified, ==, 1);
  gscope_gtk_view_set_n_cursors (f->view, 1);
  g_assert_cmpint (get_cursor (f, 0), ==, b);
  gscope_gtk_view_set_n_cursors (f->view, 0);
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, &a, &b), ==, 0);
  g_assert_cmpint (a, ==, 0);
  g_assert_cmpuint (n_notified, ==, 3);
  wait_for_frame (f);
}

/* In a live picture time passes under them; in a held one they stay. */
static void
test_cursors_live (Fixture *f, gconstpointer data)
{
  gint64 a;

  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_ROLL);
  advance (f, 30000);
  gscope_gtk_view_set_n_cursors (f->view, 2);
  a = get_cursor (f, 0);
  advance (f, 1000);
  g_assert_cmpint (ABS (get_cursor (f, 0) - a - GSCOPE_SEC), <, 100 * GSCOPE_MSEC);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  a = get_cursor (f, 0);
  advance (f, 1000);
  g_assert_cmpint (ABS (get_cursor (f, 0) - a), <, 100 * GSCOPE_MSEC);
  /* in the past they stay at their times, wherever these stand */
  gscope_gtk_viewport_set_held (f->viewport, FALSE);
  gscope_gtk_viewport_pan (f->viewport, -50);
  a = get_cursor (f, 0);
  gscope_gtk_viewport_pan (f->viewport, -50);
  advance (f, 1000);
  g_assert_cmpint (get_cursor (f, 0), ==, a);
}

/* What assistive technologies are told, which says so when it is compared with something else. */
static char *
get_description (Fixture *f)
{
  return gtk_test_accessible_check_property (GTK_ACCESSIBLE (f->view),
                                             GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "something else");
}

static void
test_cursor_description (Fixture *f, gconstpointer data)
{
  g_autofree char *one = NULL, *two = NULL, *later = NULL;

  f->word = 7;
  for (int i = 0; i < 30; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
      gscope_scope_drain (f->scope);
    }
  press (f, GDK_KEY_c, 0);
  one = get_description (f);
  g_assert_nonnull (strstr (one, "Cursor at "));
  g_assert_nonnull (strstr (one, "; word 7 packets"));
  press (f, GDK_KEY_c, 0);
  two = get_description (f);
  g_assert_nonnull (strstr (two, "Cursor A at "));
  g_assert_nonnull (strstr (two, "; word 7 packets, 7 packets"));
  /* samples are not announced */
  advance (f, 2000);
  later = get_description (f);
  g_assert_cmpstr (later, ==, two);
}

static void
assert_range (Fixture *f, double min, double max)
{
  double found_min, found_max;

  gscope_gtk_view_signal_get_range (get_entry (f, 0), &found_min, &found_max);
  g_assert_cmpfloat_with_epsilon (found_min, min, 1e-9);
  g_assert_cmpfloat_with_epsilon (found_max, max, 1e-9);
}

/* The arrow keys move and scale values, in lanes and in an overlay. */
static void
test_range_keys (Fixture *f, gconstpointer data)
{
  gscope_gtk_view_set_layout (f->view, GPOINTER_TO_INT (data));
  advance (f, 1000);
  wait_for_frame (f);
  gscope_gtk_view_signal_set_range (get_entry (f, 0), 0, 100);
  press (f, GDK_KEY_Up, 0);
  assert_range (f, 10, 110);
  press (f, GDK_KEY_Down, 0);
  assert_range (f, 0, 100);
  press (f, GDK_KEY_Up, GDK_SHIFT_MASK);
  assert_range (f, 10, 90);
  press (f, GDK_KEY_Down, GDK_SHIFT_MASK);
  assert_range (f, 0, 100);
}

static void
test_cursor_keys (Fixture *f, gconstpointer data)
{
  gint64 a, b, width = gscope_gtk_viewport_get_column_width (f->viewport);

  advance (f, 30000);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  press (f, GDK_KEY_c, 0);
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, NULL, NULL), ==, 1);
  press (f, GDK_KEY_c, 0);
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, &a, &b), ==, 2);
  g_assert_cmpint (a, !=, b);
  press (f, GDK_KEY_Right, 0);
  g_assert_cmpint (get_cursor (f, 0), ==, a);
  g_assert_cmpint (ABS (get_cursor (f, 1) - b - width), <=, 1);
  press (f, GDK_KEY_Left, GDK_CONTROL_MASK);
  g_assert_cmpint (ABS (get_cursor (f, 1) - b + 9 * width), <=, 1);
  press (f, GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  g_assert_cmpint (ABS (get_cursor (f, 1) - b + 9 * width - width / 10), <=, 1);
  b = get_cursor (f, 1);
  press (f, GDK_KEY_x, 0);
  g_assert_cmpint (get_cursor (f, 0), ==, b);
  g_assert_cmpint (get_cursor (f, 1), ==, a);
  press (f, GDK_KEY_Right, 0);
  g_assert_cmpint (get_cursor (f, 0), ==, b);
  g_assert_cmpint (get_cursor (f, 1), >, a);
  press (f, GDK_KEY_c, 0);
  g_assert_cmpuint (gscope_gtk_view_get_cursors (f->view, NULL, NULL), ==, 0);
}

/* Values of a staircase that rises by one every second. */
static void
test_cursor_table (Fixture *f, gconstpointer data)
{
  GtkWidget *table = g_object_ref_sink (gscope_gtk_cursor_table_new (f->view));
  g_autofree char *none = NULL, *text = NULL;
  g_auto (GStrv) lines = NULL;
  gint64 begin = gscope_clock_get_time (f->clock);

  g_assert_true (gscope_gtk_measure_table_get_view (GSCOPE_GTK_MEASURE_TABLE (table)) == f->view);
  for (int i = 0; i < 10; i++)
    {
      f->word = i;
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
      gscope_scope_drain (f->scope);
    }
  none = gscope_gtk_measure_table_get_text (GSCOPE_GTK_MEASURE_TABLE (table));
  g_assert_cmpstr (none, ==, "");
  g_assert_false (gtk_widget_get_visible (table));
  gscope_gtk_view_set_cursors (f->view, 2, begin + 6505 * GSCOPE_MSEC, begin + 2505 * GSCOPE_MSEC);
  g_assert_true (gtk_widget_get_visible (table));
  text = gscope_gtk_measure_table_get_text (GSCOPE_GTK_MEASURE_TABLE (table));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_nonnull (strstr (lines[0], "Δ −4 s   1/Δ 250 mHz"));
  g_assert_cmpstr (lines[1], ==,
                   "Signal\tAt A\tAt B\tB − A\tMean A–B\tMinimum A–B\tMaximum A–B\tDeviation A–B");
  g_assert_cmpstr (
      lines[2], ==,
      "word\t6 packets\t2 packets\t−4 packets\t4 packets\t2 packets\t6 packets\t1.225 packets");
  gscope_gtk_view_signal_set_hidden (get_entry (f, 0), TRUE);
  g_clear_pointer (&text, g_free);
  text = gscope_gtk_measure_table_get_text (GSCOPE_GTK_MEASURE_TABLE (table));
  g_assert_null (strstr (text, "word"));
  g_assert_finalize_object (table);
}

static gpointer
get_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == type)
        return controller;
    }
  g_assert_not_reached ();
}

/* Dense columns are graded, in the window and in pictures alike. */
static void
test_phosphor (Fixture *f, gconstpointer data)
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
  wait_for_frame (f);
  graded = load (f, GSCOPE_GTK_PICTURE_PNG);
  g_assert_cmpfloat (compare (plain, graded), >, 0.05);
  paths = load (f, GSCOPE_GTK_PICTURE_SVG);
  g_assert_cmpfloat (compare (graded, paths), <, 2.5);
  g_clear_object (&graded);
  gscope_gtk_view_set_phosphor (f->view, FALSE);
  graded = load (f, GSCOPE_GTK_PICTURE_PNG);
  g_assert_cmpfloat (compare (plain, graded), ==, 0);
}

static void
test_touch (Fixture *f, gconstpointer data)
{
  GtkWidget *widget = GTK_WIDGET (f->view);
  GtkGesture *pinch = get_controller (widget, GTK_TYPE_GESTURE_ZOOM);
  GtkGesture *press = get_controller (widget, GTK_TYPE_GESTURE_LONG_PRESS);
  GtkGesture *flick = get_controller (widget, GTK_TYPE_GESTURE_SWIPE);
  gint64 span, time, end;

  advance (f, 30000);
  wait_for_frame (f);
  span = gscope_gtk_viewport_get_span (f->viewport);
  g_signal_emit_by_name (pinch, "scale-changed", 1.5);
  g_signal_emit_by_name (pinch, "scale-changed", 2.0);
  g_assert_cmpint (ABS (gscope_gtk_viewport_get_span (f->viewport) - span / 2), <, 1000);
  g_signal_emit_by_name (press, "pressed", 300.0, 200.0);
  g_assert_true (gscope_gtk_view_get_cursor (f->view, &time));
  gscope_gtk_view_clear_cursor (f->view);
  /* a flick to the right goes back in time, and comes to rest */
  g_signal_emit_by_name (get_controller (widget, GTK_TYPE_GESTURE_DRAG), "drag-begin", 300.0,
                         200.0);
  end = gscope_gtk_viewport_get_end (f->viewport);
  g_signal_emit_by_name (flick, "swipe", 800.0, 10.0);
  for (int i = 0; i < 4; i++)
    wait_for_frame (f);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), <, end);
  while (count_frames (f) > 0)
    ;
  end = gscope_gtk_viewport_get_end (f->viewport);
  count_frames (f);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, end);
}

static void
test_choice (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) another = gscope_scope_new_with_clock (f->clock);
  GscopeSignal *wanted = gscope_scope_add_double (another, "wanted", &f->other);
  GListModel *entries = gscope_gtk_view_get_signals (f->view);

  gscope_scope_add_double (another, "unwanted", &f->other);
  gscope_gtk_view_add_signal (f->view, another, wanted);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 2);
  g_assert_true (gscope_gtk_view_signal_get_signal (get_entry (f, 1)) == wanted);
  g_assert_true (gscope_gtk_view_signal_get_scope (get_entry (f, 1)) == another);
  gscope_gtk_view_add_signal (f->view, another, wanted);
  gscope_scope_add_double (another, "later", &f->other);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 2);
  gscope_gtk_view_remove_signal (f->view, get_entry (f, 0));
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 1);
  g_assert_nonnull (gscope_scope_find_signal (f->scope, "word"));
  gscope_gtk_view_add_signal (f->view, f->scope, f->signal);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 2);
  gscope_gtk_view_signal_set_color (get_entry (f, 0), 5);
  gscope_gtk_view_add_scope (f->view, another);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 4);
  g_assert_cmpuint (gscope_gtk_view_signal_get_color (get_entry (f, 0)), ==, 5);
  advance (f, 100);
  wait_for_frame (f);
}

static void
test_drag (Fixture *f, gconstpointer data)
{
  GtkDragSource *source = get_controller (GTK_WIDGET (f->view), GTK_TYPE_DRAG_SOURCE);
  GscopeGtkView *other = GSCOPE_GTK_VIEW (g_object_ref_sink (gscope_gtk_view_new_empty ()));
  GtkDropTarget *target = get_controller (GTK_WIDGET (other), GTK_TYPE_DROP_TARGET);
  g_autoptr (GdkContentProvider) content = NULL;
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;
  g_autoptr (GscopeGtkViewSignal) entry = NULL;

  advance (f, 1000);
  wait_for_frame (f);
  /* the plot is no legend */
  g_signal_emit_by_name (source, "prepare", 300.0, 200.0, &content);
  g_assert_null (content);
  /* behind the lane's title */
  g_signal_emit_by_name (source, "prepare", 130.0, 64.0, &content);
  g_assert_nonnull (content);
  g_value_init (&value, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  g_assert_true (gdk_content_provider_get_value (content, &value, NULL));
  g_assert_true (g_value_get_object (&value) == get_entry (f, 0));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_true (taken);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (other)), ==, 1);
  entry = g_list_model_get_item (gscope_gtk_view_get_signals (other), 0);
  g_assert_true (gscope_gtk_view_signal_get_signal (entry) == f->signal);
  /* a second time it is shown again, not twice */
  gscope_gtk_view_signal_set_hidden (entry, TRUE);
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (other)), ==, 1);
  g_assert_false (gscope_gtk_view_signal_get_hidden (entry));
  g_clear_object (&entry);
  g_assert_finalize_object (other);
}

/* One time axis has one clock. */
static void
test_foreign_drop (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (gscope_clock_get_system ());
  GscopeGtkView *other = GSCOPE_GTK_VIEW (g_object_ref_sink (gscope_gtk_view_new (scope)));
  GtkDropTarget *target = get_controller (GTK_WIDGET (other), GTK_TYPE_DROP_TARGET);
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = TRUE;

  g_value_init (&value, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  g_value_set_object (&value, get_entry (f, 0));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_false (taken);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (other)), ==, 0);
  g_assert_finalize_object (other);
}

static void
test_overlay (Fixture *f, gconstpointer data)
{
  gscope_signal_set_unit (gscope_scope_add_double (f->scope, "other", &f->other), "ms");
  gscope_gtk_view_set_layout (f->view, GSCOPE_VIEW_OVERLAY);
  f->other = 1000;
  advance (f, 1000);
  gscope_gtk_view_set_selected (f->view, get_entry (f, 1));
  advance (f, 100);
  wait_for_frame (f);
  gscope_gtk_view_set_layout (f->view, GSCOPE_VIEW_LANES);
  advance (f, 100);
  wait_for_frame (f);
}

static void
test_events (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeMarker) marker = NULL;

  for (int kind = GSCOPE_MARKER_PENDING; kind <= GSCOPE_MARKER_EVENT; kind++)
    {
      g_clear_object (&marker);
      advance (f, 500);
      marker = gscope_marker_new (gscope_clock_get_time (f->clock), kind, NULL, "B 0 → 3",
                                  "refused, kept 0");
      gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
    }
  gscope_test_clock_jump (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_stop (f->scope);
  gscope_scope_start (f->scope);
  advance (f, 1000);
  wait_for_frame (f);
  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_ROLL);
  advance (f, 100);
  wait_for_frame (f);
}

static void
test_description (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (gscope_clock_get_system ());
  g_autoptr (GscopeWorkspaceView) description = gscope_workspace_view_new ();
  GscopeWorkspaceSignal *shown = gscope_workspace_signal_new ("cw*");
  GtkWidget *view = g_object_ref_sink (gscope_gtk_view_new_empty ());
  g_autoptr (GscopeGtkViewSignal) entry = NULL;
  double words[2] = { 0 };
  double min, max;

  shown->title = g_strdup ("Window");
  shown->min = 0;
  shown->max = 80;
  shown->line = GSCOPE_LINE_FILLED;
  description->span = 5 * GSCOPE_SEC;
  description->mode = GSCOPE_VIEW_ROLL;
  description->layout = GSCOPE_VIEW_OVERLAY;
  g_ptr_array_add (description->signals, shown);
  gscope_scope_add_double (scope, "rtt", &words[0]);
  gscope_scope_add_double (scope, "cwnd", &words[1]);
  gscope_gtk_view_set_description (GSCOPE_GTK_VIEW (view), description);
  gscope_gtk_view_add_scope (GSCOPE_GTK_VIEW (view), scope);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (GSCOPE_GTK_VIEW (view))),
                    ==, 1);
  entry = g_list_model_get_item (gscope_gtk_view_get_signals (GSCOPE_GTK_VIEW (view)), 0);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "Window");
  g_assert_cmpint (gscope_gtk_view_signal_get_line_mode (entry), ==, GSCOPE_LINE_FILLED);
  gscope_gtk_view_signal_get_range (entry, &min, &max);
  g_assert_cmpfloat (max, ==, 80);
  g_assert_cmpint (gscope_gtk_view_get_layout (GSCOPE_GTK_VIEW (view)), ==, GSCOPE_VIEW_OVERLAY);
  g_assert_cmpint (
      gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (GSCOPE_GTK_VIEW (view))), ==,
      5 * GSCOPE_SEC);
  g_clear_object (&entry);
  g_assert_finalize_object (view);
}

/* Scopes of different periods stand in one list and on one time axis. */
static void
test_two_scopes (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) slow = gscope_scope_new_with_clock (f->clock);
  GscopeSignal *signal = gscope_scope_add_double (slow, "slow", &f->other);

  gscope_scope_set_period (slow, 50 * GSCOPE_MSEC);
  gscope_scope_set_delay (slow, 500 * GSCOPE_MSEC);
  gscope_gtk_view_add_scope (f->view, slow);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (f->view)), ==, 2);
  g_assert_true (gscope_gtk_view_signal_get_signal (get_entry (f, 1)) == signal);
  advance (f, 1000);
  gscope_scope_drain (slow);
  wait_for_frame (f);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (f->signal)), ==, 100);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (signal)), ==, 20);
  /* shown up to the time that both have reached */
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (slow));
  /* one that was stopped, as a scope is that was removed, holds up no other */
  gscope_scope_stop (slow);
  advance (f, 1000);
  wait_for_frame (f);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (f->scope));
  gscope_scope_remove_signal (slow, signal);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (f->view)), ==, 1);
}

#define ADD(name, data, func) g_test_add (name, Fixture, data, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  ADD ("/view/signals", NULL, test_signals);
  ADD ("/view/keys", NULL, test_keys);
  ADD ("/view/frames", NULL, test_frames);
  ADD ("/view/export/sweep", NULL, test_export);
  ADD ("/view/export/roll", GINT_TO_POINTER (1), test_export);
  ADD ("/view/export/vectors/sweep", GINT_TO_POINTER (GSCOPE_VIEW_SWEEP), test_vectors);
  ADD ("/view/export/vectors/roll", GINT_TO_POINTER (GSCOPE_VIEW_ROLL), test_vectors);
  ADD ("/view/export/svg", NULL, test_svg);
  ADD ("/view/export/pdf", NULL, test_pdf);
  ADD ("/view/export/refused", NULL, test_refused_exports);
  ADD ("/view/data", NULL, test_data);
  ADD ("/view/clipboard", NULL, test_clipboard);
  ADD ("/view/past", NULL, test_past);
  ADD ("/view/hold", NULL, test_hold);
  ADD ("/view/ranges", NULL, test_ranges);
  ADD ("/view/ranges/no-units", NULL, test_ranges_without_units);
  ADD ("/view/ranges/keys/lanes", GINT_TO_POINTER (GSCOPE_VIEW_LANES), test_range_keys);
  ADD ("/view/ranges/keys/overlay", GINT_TO_POINTER (GSCOPE_VIEW_OVERLAY), test_range_keys);
  ADD ("/view/overrides", NULL, test_overrides);
  ADD ("/view/text", NULL, test_text);
  ADD ("/view/cursor", NULL, test_cursor);
  ADD ("/view/cursors", NULL, test_cursors);
  ADD ("/view/cursors/live", NULL, test_cursors_live);
  ADD ("/view/cursors/keys", NULL, test_cursor_keys);
  ADD ("/view/cursors/description", NULL, test_cursor_description);
  ADD ("/view/cursors/table", NULL, test_cursor_table);
  ADD ("/view/phosphor", NULL, test_phosphor);
  ADD ("/view/touch", NULL, test_touch);
  ADD ("/view/choice", NULL, test_choice);
  ADD ("/view/drag", NULL, test_drag);
  ADD ("/view/drag/foreign", NULL, test_foreign_drop);
  ADD ("/view/overlay", NULL, test_overlay);
  ADD ("/view/frames/drain", NULL, test_frames_drain);
  ADD ("/view/events", NULL, test_events);
  ADD ("/view/two-scopes", NULL, test_two_scopes);
  g_test_add_func ("/view/description", test_description);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Files, printed pages and the clipboard: what a view writes, and what it refuses. */

#include "support/skip-waits.h"
#include "view-bed.h"

#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

static guint
count_in (const char *text, const char *part)
{
  guint n = 0;

  for (text = strstr (text, part); text; text = strstr (text + 1, part))
    n++;
  return n;
}

static void
test_svg (ViewBed *f, gconstpointer data)
{
  const char *const argv[] = { "xmllint", "--noout", "-", NULL };
  g_autoptr (GSubprocess) xmllint = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL, larger = NULL;
  g_autofree char *text = NULL;

  view_bed_fill_with_events (f);
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
  g_autofree char *path =
      g_strdup_printf ("%s/gscope-test-print-%d.pdf", g_get_tmp_dir (), getpid ());
  g_autoptr (GtkPrintOperation) operation = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *printed = NULL;
  g_autofree char *rendered = NULL;
  g_autofree char *page = NULL;
  gsize size;

  view_bed_fill_with_events (f);
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
  g_autofree char *path =
      g_strdup_printf ("%s/gscope-test-kept-%d.svg", g_get_tmp_dir (), getpid ());
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

/* The picture of a view that no window shows has the newest samples. */
static void
test_unseen (ViewBed *f, gconstpointer data)
{
  GscopeGtkView *unseen = GSCOPE_GTK_VIEW (g_object_ref_sink (gscope_gtk_view_new (f->scope)));
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (unseen);
  g_autoptr (GBytes) before = NULL, after = NULL;
  g_autoptr (GError) error = NULL;

  view_bed_advance (f, 1000);
  before = gscope_gtk_view_render (unseen, GSCOPE_GTK_PICTURE_PNG, 600, 400, 1, &error);
  g_assert_no_error (error);
  view_bed_advance (f, 1000);
  after = gscope_gtk_view_render (unseen, GSCOPE_GTK_PICTURE_PNG, 600, 400, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gscope_gtk_viewport_get_pen (viewport), ==, gscope_scope_get_pen (f->scope));
  g_assert_false (g_bytes_equal (before, after));
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

  view_bed_fill_with_events (f);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  gscope_gtk_viewport_set_span (f->viewport, 2 * GSCOPE_SEC);
  tuples = gscope_gtk_view_get_data (f->view, GSCOPE_GTK_DATA_FORMAT_TUPLES, &error);
  g_assert_no_error (error);
  gscope_tuple_parser_feed (parser, tuples, strlen (tuples));
  gscope_tuple_parser_finish (parser);
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (parser), ==, 0);
  g_assert_cmpint (seen[0], >=, 400);
  g_assert_cmpint (seen[0], <=, 402);
  g_assert_cmpuint (gscope_tuple_parser_get_n_names (parser), ==, 2);
  gscope_gtk_view_signal_set_hidden (view_bed_get_entry (f, 0), TRUE);
  csv = gscope_gtk_view_get_data (f->view, GSCOPE_GTK_DATA_FORMAT_CSV, &error);
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

  view_bed_fill_with_events (f);
  g_assert_true (gscope_gtk_view_copy_picture (f->view, &error));
  g_value_init (&value, GDK_TYPE_TEXTURE);
  content = gdk_clipboard_get_content (clipboard);
  g_assert_true (gdk_content_provider_get_value (content, &value, &error));
  g_assert_cmpint (gdk_texture_get_width (g_value_get_object (&value)), ==, 600);
  g_value_unset (&value);
  g_assert_true (gscope_gtk_view_copy_data (f->view, GSCOPE_GTK_DATA_FORMAT_CSV, &error));
  g_value_init (&value, G_TYPE_STRING);
  content = gdk_clipboard_get_content (clipboard);
  g_assert_true (gdk_content_provider_get_value (content, &value, &error));
  g_assert_true (g_str_has_prefix (g_value_get_string (&value), "time (ms),"));
}

#define ADD(name, data, func)                                                                      \
  g_test_add (name, ViewBed, data, view_bed_set_up, func, view_bed_tear_down)

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("/view-export/svg", NULL, test_svg);
  ADD ("/view-export/pdf", NULL, test_pdf);
  ADD ("/view-export/refused", NULL, test_refused_exports);
  ADD ("/view-export/unseen", NULL, test_unseen);
  ADD ("/view-export/data", NULL, test_data);
  ADD ("/view-export/clipboard", NULL, test_clipboard);
  return g_test_run ();
}

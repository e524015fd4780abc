/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <fcntl.h>
#include <glib/gstdio.h>
#include <gscope/error.h>
#include <gscope/files/reader.h>
#include <gscope/files/zstd-compressor.h>
#include <string.h>
#include <sys/stat.h>

#define LENGTH 100000

typedef struct
{
  char *path;
  GString *text;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("reader-XXXXXX", &f->path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  f->text = g_string_new (NULL);
  while (f->text->len < LENGTH)
    g_string_append_printf (f->text, "%" G_GSIZE_FORMAT " %u\n", f->text->len, g_test_rand_int ());
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_unlink (f->path);
  g_free (f->path);
  g_string_free (f->text, TRUE);
}

/* Writes the text as the converter makes it, without the last bytes. */
static void
write_file (Fixture *f, GConverter *converter, gsize left_out)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream =
      converter ? g_converter_output_stream_new (memory, converter) : g_object_ref (memory);
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (stream, f->text->str, f->text->len, NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (stream, NULL, &error);
  g_assert_no_error (error);
  g_file_set_contents (
      f->path, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
      g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)) - left_out, &error);
  g_assert_no_error (error);
}

static GConverter *
make_converter (const char *name)
{
  if (g_str_equal (name, "gzip"))
    return G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  return g_str_equal (name, "zstd") ? gscope_zstd_compressor_new () : NULL;
}

static GscopeTextReader *
open_reader (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  GscopeTextReader *reader = gscope_text_reader_new (f->path, &error);

  g_assert_no_error (error);
  return reader;
}

static void
assert_reads (Fixture *f, GscopeTextReader *reader, gsize offset, gsize n)
{
  g_autofree char *text = g_malloc (n);
  g_autoptr (GError) error = NULL;

  g_assert_true (gscope_text_reader_seek (reader, offset, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (gscope_text_reader_read (reader, text, n, &error), ==, n);
  g_assert_no_error (error);
  g_assert_cmpmem (text, n, f->text->str + offset, n);
}

/* Forwards, backwards, and behind the end. */
static void
test_seek (Fixture *f, gconstpointer name)
{
  g_autoptr (GConverter) converter = make_converter (name);
  g_autoptr (GscopeTextReader) reader = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  write_file (f, converter, 0);
  reader = open_reader (f);
  g_assert_cmpfloat (gscope_text_reader_get_progress (reader), ==, 0);
  assert_reads (f, reader, 0, 10);
  assert_reads (f, reader, 50000, 1000);
  assert_reads (f, reader, 51000, 1000);
  assert_reads (f, reader, 7, 20000);
  assert_reads (f, reader, 0, f->text->len);
  g_assert_cmpfloat (gscope_text_reader_get_progress (reader), ==, 1);
  g_assert_false (gscope_text_reader_is_cut (reader));
  if (!converter)
    return;

  g_assert_false (gscope_text_reader_seek (reader, f->text->len + 1, NULL, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_false (gscope_text_reader_seek (reader, 100, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A file that was cut off is read as far as it goes. */
static void
test_cut (Fixture *f, gconstpointer name)
{
  g_autoptr (GConverter) converter = make_converter (name);
  g_autoptr (GscopeTextReader) reader = NULL;
  g_autofree char *text = g_malloc (2 * LENGTH);
  g_autoptr (GError) error = NULL;
  gssize n;

  write_file (f, converter, 20);
  reader = open_reader (f);
  n = gscope_text_reader_read (reader, text, 2 * LENGTH, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (text, n, f->text->str, n);
  g_assert_true (gscope_text_reader_is_cut (reader));
  g_assert_null (gscope_text_reader_get_damage (reader));
}

/* A seek into damage reports it: behind the head, no block begins like this. */
static void
test_damage (Fixture *f, gconstpointer name)
{
  g_autoptr (GConverter) converter = make_converter (name);
  g_autoptr (GscopeTextReader) reader = NULL;
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  gsize n;

  write_file (f, converter, 0);
  g_assert_true (g_file_get_contents (f->path, &data, &n, NULL));
  memset (data + 10, 0xff, 1000);
  g_assert_true (g_file_set_contents (f->path, data, n, NULL));
  reader = open_reader (f);
  g_assert_false (gscope_text_reader_seek (reader, 10 * f->text->len, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (gscope_text_reader_get_damage (reader));
}

static void
set_modified (Fixture *f, time_t time)
{
  const struct timespec times[] = { { time, 0 }, { time, 0 } };

  g_assert_cmpint (utimensat (AT_FDCWD, f->path, times, 0), ==, 0);
}

static void
overwrite (Fixture *f, const char *mode, const char *text)
{
  FILE *file = g_fopen (f->path, mode);

  g_assert_nonnull (file);
  g_assert_cmpint (fputs (text, file), >=, 0);
  fclose (file);
}

static void
test_check (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeTextReader) reader = NULL;
  char text[64];

  overwrite (f, "w", "");
  reader = open_reader (f);
  g_assert_cmpfloat (gscope_text_reader_get_progress (reader), ==, 1);
  g_clear_pointer (&reader, gscope_text_reader_free);

  overwrite (f, "w", "1 2\n");
  set_modified (f, 1000);
  reader = open_reader (f);
  g_assert_cmpint (gscope_text_reader_read (reader, text, sizeof text, NULL), ==, 4);
  g_assert_cmpint (gscope_text_reader_check (reader), ==, GSCOPE_TEXT_SAME);
  /* touched */
  set_modified (f, 2000);
  g_assert_cmpint (gscope_text_reader_check (reader), ==, GSCOPE_TEXT_SAME);
  overwrite (f, "a", "2 3\n");
  g_assert_cmpint (gscope_text_reader_check (reader), ==, GSCOPE_TEXT_GROWN);
  g_assert_cmpint (gscope_text_reader_read (reader, text, sizeof text, NULL), ==, 4);
  /* another text of the same length */
  overwrite (f, "r+", "8 9\n");
  set_modified (f, 3000);
  g_assert_cmpint (gscope_text_reader_check (reader), ==, GSCOPE_TEXT_REPLACED);
  overwrite (f, "w", "1\n");
  g_assert_cmpint (gscope_text_reader_check (reader), ==, GSCOPE_TEXT_REPLACED);
  /* a file that was removed is read as long as it is open */
  g_unlink (f->path);
  g_assert_cmpint (gscope_text_reader_check (reader), ==, GSCOPE_TEXT_SAME);
}

static void
test_missing (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (gscope_text_reader_new ("/nowhere/at-all", &error));
  g_assert_nonnull (error);
}

#define ADD(name, data, func) g_test_add (name, Fixture, data, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/text-reader/seek/plain", "plain", test_seek);
  ADD ("/text-reader/seek/gzip", "gzip", test_seek);
  ADD ("/text-reader/seek/zstd", "zstd", test_seek);
  ADD ("/text-reader/cut/gzip", "gzip", test_cut);
  ADD ("/text-reader/cut/zstd", "zstd", test_cut);
  ADD ("/text-reader/damage/gzip", "gzip", test_damage);
  ADD ("/text-reader/damage/zstd", "zstd", test_damage);
  ADD ("/text-reader/check", NULL, test_check);
  g_test_add_func ("/text-reader/missing", test_missing);
  return g_test_run ();
}

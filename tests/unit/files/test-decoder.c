/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <decode-frame.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <gscope/files/magic.h>
#include <gscope/files/reader.h>
#include <string.h>

/* Which files gscope-decode reads, and what is said where it fails. */

static void
test_magic (void)
{
  static const struct
  {
    const char *head;
    gsize size;
    gboolean is_audio;
    gboolean is_database;
    gboolean is_hdf5;
  } rows[] = {
    { "RIFF\x24\0\0\0WAVEfmt ", 16, TRUE, FALSE, FALSE },
    { "RIFF\x24\0\0\0WAVE", 12, TRUE, FALSE, FALSE },
    { "RIFF\x24\0\0\0WAV", 11, FALSE, FALSE, FALSE },
    { "RIFF\x24\0\0\0AVI LIST", 16, FALSE, FALSE, FALSE },
    { "RF64\xff\xff\xff\xffWAVEds64", 16, TRUE, FALSE, FALSE },
    { "riff\x2e\x91\xcf\x11\xa5\xd6\x28\xdb\x04\xc1\0\0\0\0\0\0\0\0\0\0wave\xf3\xac\xd3\x11", 32,
      TRUE, FALSE, FALSE },
    { "FORM\0\0\0\x24"
      "AIFFCOMM",
      16, TRUE, FALSE, FALSE },
    { "FORM\0\0\0\x24"
      "ILBMBMHD",
      16, FALSE, FALSE, FALSE },
    { "fLaC\0\0\0\x22", 8, TRUE, FALSE, FALSE },
    { "OggS\0\x02", 6, TRUE, FALSE, FALSE },
    { "SQLite format 3\0\x10\0", 18, FALSE, TRUE, FALSE },
    { "SQLite format 3", 15, FALSE, FALSE, FALSE },
    { "\x89HDF\r\n\x1a\n", 8, FALSE, FALSE, TRUE },
    { "\x89HDF\r\n\x1a", 7, FALSE, FALSE, FALSE },
    { "", 0, FALSE, FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_test_message ("row %u", i);
      g_assert_cmpint (gscope_magic_is_audio (rows[i].head, rows[i].size), ==, rows[i].is_audio);
      g_assert_cmpint (gscope_magic_is_database (rows[i].head, rows[i].size), ==,
                       rows[i].is_database);
      g_assert_cmpint (gscope_magic_is_hdf5 (rows[i].head, rows[i].size), ==, rows[i].is_hdf5);
      g_assert_false (gscope_magic_is_matlab (rows[i].head, rows[i].size));
    }
}

/* The text at the begin of a file of MATLAB may have anything behind its first word. */
static void
test_matlab (void)
{
  static const struct
  {
    const char *version;
    gboolean is_matlab;
  } rows[] = {
    { "\0\1IM", TRUE },  { "\1\0MI", TRUE },  { "\0\2IM", TRUE },  { "\2\0MI", TRUE },
    { "\1\0IM", FALSE }, { "\0\1MI", FALSE }, { "\0\3IM", FALSE },
  };
  char head[128];

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      memset (head, ' ', sizeof head);
      memcpy (head, "MATLAB 5.0 MAT-file", 19);
      memcpy (head + 124, rows[i].version, 4);
      g_assert_cmpint (gscope_magic_is_matlab (head, sizeof head), ==, rows[i].is_matlab);
      g_assert_false (gscope_magic_is_matlab (head, sizeof head - 1));
      head[0] = 'm';
      g_assert_false (gscope_magic_is_matlab (head, sizeof head));
    }
}

/* Something else may be in front of the bytes that tell a file of HDF5. */
static void
test_front (void)
{
  static const struct
  {
    gsize size;
    gboolean is_translated;
  } fronts[] = { { 0, TRUE }, { 256, FALSE }, { 512, TRUE }, { 1000, FALSE }, { 65536, TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (fronts); i++)
    {
      g_autofree char *path = NULL;
      g_autofree char *front = g_strnfill (fronts[i].size, ' ');
      g_autofree char *text = g_strconcat (front, "\x89HDF\r\n\x1a\n", NULL);
      g_autoptr (GscopeTextReader) reader = NULL;

      g_close (g_file_open_tmp ("decoder-XXXXXX", &path, NULL), NULL);
      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      reader = gscope_text_reader_new (path, NULL);
      g_assert_nonnull (reader);
      g_assert_cmpint (gscope_text_reader_is_translated (reader), ==, fronts[i].is_translated);
      g_unlink (path);
    }
}

/* Reads a file by a program in the place of gscope-decode. */
static char *
read_by (const char *program)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeTextReader) reader = NULL;
  int fd = g_file_open_tmp ("decoder-XXXXXX", &path, NULL);
  char text[64];

  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, "fLaC", -1, NULL));
  g_setenv ("GSCOPE_DECODE", program, TRUE);
  reader = gscope_text_reader_new (path, &error);
  g_assert_no_error (error);
  g_assert_true (gscope_text_reader_is_translated (reader));
  g_assert_cmpint (gscope_text_reader_read (reader, text, sizeof text, &error), ==, -1);
  g_assert_cmpstr (gscope_text_reader_get_damage (reader)->message, ==, error->message);
  g_assert_nonnull (strstr (error->message, path));
  g_unlink (path);
  return g_strdup (error->message);
}

static void
restore_program (const char *program)
{
  if (program)
    g_setenv ("GSCOPE_DECODE", program, TRUE);
  else
    g_unsetenv ("GSCOPE_DECODE");
}

static void
test_failing (void)
{
  static const struct
  {
    const char *program;
    const char *message;
  } rows[] = {
    { "/nowhere/gscope-decode", "Install gscope-formats" },
    { "/bin/false", "failed at it" },
    { "/bin/true", "failed at it" },
    /* it prints its arguments, which are as long as the head of a frame */
    { "/bin/echo", "is of another version" },
  };
  g_autofree char *before = g_strdup (g_getenv ("GSCOPE_DECODE"));

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *message = read_by (rows[i].program);

      g_test_message ("%s", message);
      g_assert_nonnull (strstr (message, rows[i].message));
    }
  restore_program (before);
}

static char *
write_in (const char *folder, const char *name, const char *data, gsize size)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
  return path;
}

#define TEXT "1 2 a\n"
#define TEXT_SIZE (sizeof TEXT - 1)

/* Makes a program that writes a text and hangs, or that only ends if the text is skipped. Returns
 * its path. */
static char *
write_program (const char *folder)
{
  const struct
  {
    DecodeFrame head;
    char text[sizeof TEXT];
  } begin = { { DECODE_TEXT, TEXT_SIZE }, TEXT };
  const DecodeFrame end = { DECODE_END, 0 };
  g_autofree char *first =
      write_in (folder, "begin", (const char *) &begin, sizeof begin.head + TEXT_SIZE);
  g_autofree char *last = write_in (folder, "end", (const char *) &end, sizeof end);
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\n"
                                             "[ $2 = 0 ] || exec cat '%s'\n"
                                             "cat '%s'\n"
                                             "exec sleep 1000\n",
                                             last, first);
  char *path = write_in (folder, "program", script, strlen (script));

  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  return path;
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (20000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* A cancellation ends the wait for the program. The text can be read on afterwards. */
static void
test_cancel (void)
{
  g_autofree char *before = g_strdup (g_getenv ("GSCOPE_DECODE"));
  g_autofree char *folder = g_dir_make_tmp ("decoder-XXXXXX", NULL);
  g_autofree char *program = write_program (folder);
  g_autofree char *path = write_in (folder, "file", "fLaC", 4);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GscopeTextReader *reader = gscope_text_reader_new (path, &error);
  char text[64];
  GThread *thread;

  g_assert_no_error (error);
  g_setenv ("GSCOPE_DECODE", program, TRUE);
  gscope_text_reader_set_cancellable (reader, cancellable);
  g_assert_cmpint (gscope_text_reader_read (reader, text, TEXT_SIZE, &error), ==, TEXT_SIZE);
  g_assert_cmpmem (text, TEXT_SIZE, TEXT, TEXT_SIZE);
  g_assert_cmpfloat (gscope_text_reader_get_progress (reader), ==, -1);

  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_cmpint (gscope_text_reader_read (reader, text, sizeof text, &error), ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (gscope_text_reader_get_damage (reader));
  g_thread_join (thread);
  g_clear_error (&error);

  g_cancellable_reset (cancellable);
  g_assert_cmpint (gscope_text_reader_read (reader, text, sizeof text, &error), ==, 0);
  g_assert_no_error (error);
  g_assert_cmpfloat (gscope_text_reader_get_progress (reader), ==, 1);
  gscope_text_reader_free (reader);
  restore_program (before);
  gscope_test_remove (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decoder/magic", test_magic);
  g_test_add_func ("/decoder/matlab", test_matlab);
  g_test_add_func ("/decoder/front", test_front);
  g_test_add_func ("/decoder/failing", test_failing);
  g_test_add_func ("/decoder/cancel", test_cancel);
  return g_test_run ();
}

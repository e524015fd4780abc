/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Files that gscopectl writes: whole, or not at all. */

#include "file.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  LIMIT = 4096,
};

typedef struct
{
  char *folder;
  char *path;
  GFile *file;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->folder = g_dir_make_tmp ("tools-file-XXXXXX", NULL);
  f->path = g_build_filename (f->folder, "picture.png", NULL);
  f->file = g_file_new_for_path (f->path);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_unlink (f->path);
  /* nothing else is in it */
  g_assert_cmpint (g_rmdir (f->folder), ==, 0);
  g_object_unref (f->file);
  g_free (f->path);
  g_free (f->folder);
}

/* Writes a file on a disk that has room for LIMIT bytes. */
static void
write_too_much (Fixture *f, gboolean replaces)
{
  g_autoptr (GBytes) contents = g_bytes_new_take (g_malloc0 (16 * LIMIT), 16 * LIMIT);
  g_autoptr (GError) error = NULL;
  struct rlimit former, limit;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &former), ==, 0);
  limit = (struct rlimit){ LIMIT, former.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_false (tools_file_write (f->file, contents, replaces, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &former), ==, 0);
  g_assert_nonnull (error);
}

static void
assert_contents (Fixture *f, const char *expected)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (f->path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, expected);
}

static void
test_whole (Fixture *f, gconstpointer data)
{
  g_autoptr (GBytes) first = g_bytes_new_static ("first", 5);
  g_autoptr (GBytes) second = g_bytes_new_static ("second", 6);
  g_autoptr (GError) error = NULL;

  g_assert_true (tools_file_write (f->file, first, FALSE, NULL));
  assert_contents (f, "first");
  g_assert_false (tools_file_write (f->file, second, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  assert_contents (f, "first");
  g_assert_true (tools_file_write (f->file, second, TRUE, NULL));
  assert_contents (f, "second");
}

static void
test_full_disk (Fixture *f, gconstpointer data)
{
  write_too_much (f, FALSE);
  g_assert_false (g_file_test (f->path, G_FILE_TEST_EXISTS));
  write_too_much (f, TRUE);
  g_assert_false (g_file_test (f->path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_set_contents (f->path, "former", -1, NULL));
  write_too_much (f, TRUE);
  assert_contents (f, "former");
}

/* A link stays, and the file to which it leads is replaced as a whole. */
static void
test_link (Fixture *f, gconstpointer data)
{
  g_autofree char *link = g_build_filename (f->folder, "link.png", NULL);
  g_autoptr (GBytes) second = g_bytes_new_static ("second", 6);

  g_assert_cmpint (symlink ("picture.png", link), ==, 0);
  g_object_unref (f->file);
  f->file = g_file_new_for_path (link);
  g_assert_true (g_file_set_contents (f->path, "former", -1, NULL));
  write_too_much (f, TRUE);
  assert_contents (f, "former");
  g_assert_true (tools_file_write (f->file, second, TRUE, NULL));
  assert_contents (f, "second");
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_unlink (link);
}

/* A pipe is not replaced, and its reader is not waited for. */
static void
test_pipe (Fixture *f, gconstpointer data)
{
  g_autoptr (GBytes) contents = g_bytes_new_static ("first", 5);
  g_autoptr (GError) error = NULL;
  GStatBuf status;

  g_assert_cmpint (mkfifo (f->path, 0600), ==, 0);
  g_assert_false (tools_file_write (f->file, contents, TRUE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_assert_cmpint (g_stat (f->path, &status), ==, 0);
  g_assert_true (S_ISFIFO (status.st_mode));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/tools-file/whole", Fixture, NULL, set_up, test_whole, tear_down);
  g_test_add ("/tools-file/full-disk", Fixture, NULL, set_up, test_full_disk, tear_down);
  g_test_add ("/tools-file/link", Fixture, NULL, set_up, test_link, tear_down);
  g_test_add ("/tools-file/pipe", Fixture, NULL, set_up, test_pipe, tear_down);
  return g_test_run ();
}

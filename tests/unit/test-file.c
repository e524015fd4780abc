/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <gscope/gscope.h>
#include <sys/stat.h>
#include <unistd.h>

static void
assert_refused (const char *path, const char *reason)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (gscope_file_open (path, &error), ==, -1);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, reason));
}

static void
assert_text (GInputStream *stream, const char *expected)
{
  char text[64] = "";

  g_assert_cmpint (g_input_stream_read (stream, text, sizeof text - 1, NULL, NULL), >, 0);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_regular (void)
{
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "file", NULL);
  g_autofree char *link = g_build_filename (folder, "link", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (link);
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GError) error = NULL;
  int fd;

  g_assert_true (g_file_set_contents (path, "hello", -1, NULL));
  g_assert_cmpint (symlink (path, link), ==, 0);
  stream = gscope_file_read (file, &error);
  g_assert_no_error (error);
  assert_text (stream, "hello");
  fd = gscope_file_open ("/proc/self/stat", &error);
  g_assert_no_error (error);
  g_assert_true (fcntl (fd, F_GETFD) & FD_CLOEXEC);
  close (fd);
  g_unlink (link);
  g_unlink (path);
  g_rmdir (folder);
}

/* A pipe that had been opened, if only for a moment, would let its writer begin. */
static void
test_pipe (void)
{
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "pipe", NULL);

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  assert_refused (path, "it is a pipe. Choose a regular file.");
  g_assert_cmpint (open (path, O_WRONLY | O_NONBLOCK | O_CLOEXEC), ==, -1);
  g_assert_cmpint (errno, ==, ENXIO);
  g_unlink (path);
  g_rmdir (folder);
}

/* Opening /dev/ptmx makes a terminal, and /dev/tty fails without one: neither is noticed here. */
static void
test_others (void)
{
  assert_refused ("/dev/ptmx", "it is a device");
  assert_refused ("/dev/tty", "it is a device");
  assert_refused ("/dev/null", "it is a device");
  assert_refused ("/proc", "it is a folder");
  assert_refused ("/proc/no-such-file", g_strerror (ENOENT));
  g_assert_cmpint (errno, ==, ENOENT);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/file/regular", test_regular);
  g_test_add_func ("/file/pipe", test_pipe);
  g_test_add_func ("/file/others", test_others);
  return g_test_run ();
}

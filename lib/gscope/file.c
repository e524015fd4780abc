/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/file.h>

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <installed.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/**
 * gscope_file_find_installed:
 * @path: (type filename): a path below the prefix of the library, such as `bin/mxtraf`; an absolute one is returned as
 *   it is
 *
 * Finds a file that was installed with the library, also where the installation was moved to another prefix than the
 * configured one.
 *
 * Returns: (transfer full) (type filename): an absolute path; there need not be a file
 *
 * Since: 1.0
 */
char *
gscope_file_find_installed (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  return installed_find (gscope_file_find_installed, GSCOPE_PREFIX, GSCOPE_LIB_DIR, path);
}

enum
{
  /* Bytes that are read at first. */
  FIRST_ROOM = 4096,
  /* Symbolic links one after the other, as many as Linux follows. */
  MAX_LINKS = 40,
};

static const char *
describe_kind (mode_t mode)
{
  switch (mode & S_IFMT)
    {
    case S_IFDIR:
      return _ ("it is a folder");
    case S_IFIFO:
      return _ ("it is a pipe");
    case S_IFSOCK:
      return _ ("it is a socket");
    default:
      return _ ("it is a device");
    }
}

static int
fail (const char *path, GError **error)
{
  int code = errno;

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code),
               _ ("Cannot read “%s”: %s. Choose another file."), path, g_strerror (code));
  errno = code;
  return -1;
}

/* An O_PATH descriptor leaves the file alone: a driver does not notice it. */
static int
reopen (int path_fd, const char *path, GError **error)
{
  char link[sizeof "/proc/self/fd/-2147483648"];
  struct stat status;
  int fd;

  if (fstat (path_fd, &status) != 0)
    return fail (path, error);
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("Cannot read “%s”: %s. Choose a regular file."), path,
                   describe_kind (status.st_mode));
      errno = EINVAL;
      return -1;
    }
  snprintf (link, sizeof link, "/proc/self/fd/%d", path_fd);
  fd = open (link, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  return fd >= 0 ? fd : fail (path, error);
}

/**
 * gscope_file_open:
 * @path: (type filename): the file's name
 * @error: why it cannot be read
 *
 * Opens a regular file for reading.
 *
 * Anything else, such as a device, a pipe or a socket, is an error and is never opened: opening
 * alone would start a watchdog or wait for a writer. `errno` says why as well. Any thread.
 *
 * Returns: a file descriptor, which is closed on exec; -1 for an error
 *
 * Since: 1.0
 */
int
gscope_file_open (const char *path, GError **error)
{
  int path_fd, fd, code;

  g_return_val_if_fail (path, -1);

  path_fd = open (path, O_PATH | O_CLOEXEC);
  if (path_fd < 0)
    return fail (path, error);
  fd = reopen (path_fd, path, error);
  code = errno;
  close (path_fd);
  errno = code;
  return fd;
}

/**
 * gscope_file_read:
 * @file: a file
 * @error: why it cannot be read
 *
 * Opens a regular file for reading, as [func@file_open]; a file that has no path on this machine is
 * read through GIO.
 *
 * Returns: (transfer full): a stream
 *
 * Since: 1.0
 */
GInputStream *
gscope_file_read (GFile *file, GError **error)
{
  const char *path;
  int fd;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  path = g_file_peek_path (file);
  if (!path)
    return G_INPUT_STREAM (g_file_read (file, NULL, error));
  fd = gscope_file_open (path, error);
  return fd >= 0 ? g_unix_input_stream_new (fd, TRUE) : NULL;
}

/* Returns what a symbolic link leads to, which need not exist; the file if it is no link. */
static GFile *
follow_link (GFile *file)
{
  g_autoptr (GFileInfo) info = g_file_query_info (
      file, G_FILE_ATTRIBUTE_STANDARD_IS_SYMLINK "," G_FILE_ATTRIBUTE_STANDARD_SYMLINK_TARGET,
      G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  const char *target = info && g_file_info_get_is_symlink (info) && folder
                           ? g_file_info_get_symlink_target (info)
                           : NULL;

  return target ? g_file_resolve_relative_path (folder, target) : g_object_ref (file);
}

static GFile *
follow_links (GFile *file)
{
  GFile *place = g_object_ref (file);
  gboolean is_link = TRUE;

  for (guint i = 0; is_link && i < MAX_LINKS; i++)
    {
      g_autoptr (GFile) link = place;

      place = follow_link (link);
      is_link = !g_file_equal (place, link);
    }
  return place;
}

/* A file would take the place of a device or a pipe, or of a link that leads to itself. */
static gboolean
can_replace (GFile *file, GError **error)
{
  GFileType type = g_file_query_file_type (file, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL);

  if ((type == G_FILE_TYPE_REGULAR || type == G_FILE_TYPE_UNKNOWN)
      && g_file_has_parent (file, NULL))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                       _ ("this is a folder or a device; choose another file"));
  return FALSE;
}

/* Returns a file beside another one, whose name may be as long as a name can be. */
static GFile *
get_temporary (GFile *file)
{
  g_autofree char *name = g_strdup_printf (".gscope-%08x%08x", g_random_int (), g_random_int ());
  g_autoptr (GFile) folder = g_file_get_parent (file);

  return g_file_get_child (folder, name);
}

/**
 * gscope_file_find_place:
 * @file: a file, which need not exist
 * @temporary: (out) (transfer full): a file beside the place, which does not exist
 * @error: why nothing can be written there
 *
 * Finds the place of a file that is replaced when its contents are whole: they are written to @temporary, which is then
 * moved there.
 *
 * A symbolic link stays: the file to which it leads is replaced. A folder, a device or a pipe is an error.
 *
 * Returns: (transfer full): the place; %NULL on an error
 *
 * Since: 1.0
 */
GFile *
gscope_file_find_place (GFile *file, GFile **temporary, GError **error)
{
  g_autoptr (GFile) place = NULL;

  g_return_val_if_fail (G_IS_FILE (file) && temporary, NULL);

  place = follow_links (file);
  if (!can_replace (place, error))
    return NULL;
  *temporary = get_temporary (place);
  return g_steal_pointer (&place);
}

/**
 * gscope_file_read_text: (skip)
 * @fd: an open file
 * @max: the largest number of bytes to read
 * @text: receives the contents
 *
 * Reads a file from its beginning, for example again and again a file of `/proc`, which the kernel returns in parts.
 * Any thread may call this.
 *
 * Returns: %FALSE with `errno` if it cannot be read
 *
 * Since: 1.0
 */
gboolean
gscope_file_read_text (int fd, gsize max, GString *text)
{
  g_return_val_if_fail (fd >= 0 && text, FALSE);

  g_string_truncate (text, 0);
  while (text->len < max)
    {
      gsize begin = text->len;
      gsize room = MAX (text->allocated_len - 1 - begin, FIRST_ROOM);
      gssize n;

      g_string_set_size (text, begin + MIN (room, max - begin));
      n = pread (fd, text->str + begin, text->len - begin, begin);
      g_string_truncate (text, begin + MAX (n, 0));
      if (n == 0)
        return TRUE;
      if (n < 0 && errno != EINTR)
        return FALSE;
    }
  return TRUE;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/file.h>

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <gscope/error.h>
#include <gscope/record/zstd-compressor.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  /* The fastest: it keeps up with 10^6 tuples/s. */
  GZIP_LEVEL = 1,
};

/* Empties a file that nobody else records into; the lock goes with the descriptor. Closes it on failure. */
static gboolean
take_file (int fd, const char *path, gboolean replace, GError **error)
{
  struct stat status;

  /* Two programs may write to one device or pipe. */
  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
    return TRUE;
  if (flock (fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                   _ ("“%s” cannot be written: another recording goes to it; choose another file"),
                   path);
      close (fd);
      return FALSE;
    }
  if (!replace && status.st_size > 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
                   _ ("“%s” exists, and what it holds would be lost; choose another file"), path);
      close (fd);
      return FALSE;
    }
  if (ftruncate (fd, 0) == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
               _ ("“%s” cannot be written: %s; choose another file"), path, g_strerror (errno));
  close (fd);
  return FALSE;
}

/* g_file_replace() would write to another file until it is closed, and a program that is killed
 * would leave nothing. */
static GOutputStream *
open_plain (GFile *file, gboolean replace, GError **error)
{
  const char *path = g_file_peek_path (file);
  int fd, saved_errno;

  if (path == NULL)
    return G_OUTPUT_STREAM (g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, error));
  /* Opening a pipe that nobody reads must not block. */
  fd = g_open (path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  saved_errno = errno;
  if (fd >= 0)
    return take_file (fd, path, replace, error) ? g_unix_output_stream_new (fd, TRUE) : NULL;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved_errno),
               _ ("“%s” cannot be written: %s; choose another file"), path,
               g_strerror (saved_errno));
  return NULL;
}

static GConverter *
make_gzip (void)
{
  return G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, GZIP_LEVEL));
}

/* The compressions, by the suffix of the file that asks for each. */
static const struct
{
  const char *suffix;
  GConverter *(*make) (void);
} compressions[] = { { ".gz", make_gzip }, { ".zst", gscope_zstd_compressor_new } };

static GConverter *
choose_converter (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  for (guint i = 0; i < G_N_ELEMENTS (compressions); i++)
    if (g_str_has_suffix (name, compressions[i].suffix))
      return compressions[i].make ();
  return NULL;
}

GOutputStream *
gscope_record_file_open (GFile *file, gboolean replace, GError **error)
{
  g_autoptr (GOutputStream) stream = open_plain (file, replace, error);
  g_autoptr (GConverter) converter = choose_converter (file);

  if (stream == NULL || converter == NULL)
    return g_steal_pointer (&stream);
  return g_converter_output_stream_new (stream, converter);
}

static const char *
find_extension (const char *name)
{
  gsize length = strlen (name);
  const char *dot;

  for (guint i = 0; i < G_N_ELEMENTS (compressions); i++)
    if (g_str_has_suffix (name, compressions[i].suffix))
      length = strlen (name) - strlen (compressions[i].suffix);
  dot = g_strrstr_len (name, (gssize) length, ".");
  return dot != NULL && dot > name ? dot : name + length;
}

GFile *
gscope_record_file_get_part (GFile *file, guint part)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  const char *extension = find_extension (name);
  g_autofree char *part_name =
      g_strdup_printf ("%.*s-%u%s", (int) (extension - name), name, part, extension);

  return g_file_get_child (folder, part_name);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/error.h>
#include <gscope/hand-over.h>
#include <gscope/record/converters.h>
#include <gscope/record/output.h>

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Opens a file to record into, so that what is flushed survives a kill; compressed if its name ends in
 * .gz or .zst, and in another format if the name has its suffix. A file that is being recorded to already is refused, and unless `replace` one with contents. */
static GOutputStream *
record_file_open (GFile *file, gboolean replace, GError **error)
{
  g_autoptr (GOutputStream) stream = open_plain (file, replace, error);
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GConverter) converter = gscope_record_converter_new_for_name (name);

  if (stream == NULL || converter == NULL)
    return g_steal_pointer (&stream);
  return g_converter_output_stream_new (stream, converter);
}

static const char *
find_extension (const char *name)
{
  gsize length = strlen (name) - gscope_record_converter_get_suffix (name);
  const char *dot = g_strrstr_len (name, (gssize) length, ".");

  return dot != NULL && dot > name ? dot : name + length;
}

/* The file for a part of a recording: x-2.tuples.gz for the second part of x.tuples.gz. */
static GFile *
record_file_get_part (GFile *file, guint part)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  const char *extension = find_extension (name);
  g_autofree char *part_name =
      g_strdup_printf ("%.*s-%u%s", (int) (extension - name), name, part, extension);

  return g_file_get_child (folder, part_name);
}

void
gscope_record_output_init (GscopeRecordOutput *self, GObject *owner,
                           GscopeRecordOutputFunc on_written, GscopeRecordOutputFunc on_closed)
{
  *self = (GscopeRecordOutput){ .owner = owner, .on_written = on_written, .on_closed = on_closed };
  self->in_flight = g_string_new (NULL);
}

void
gscope_record_output_clear (GscopeRecordOutput *self)
{
  g_clear_object (&self->stream);
  g_clear_object (&self->file);
  g_clear_object (&self->part_file);
  g_string_free (self->in_flight, TRUE);
}

gboolean
gscope_record_output_open (GscopeRecordOutput *self, GFile *file, gboolean replace, GError **error)
{
  self->stream = record_file_open (file, replace, error);
  if (self->stream == NULL)
    return FALSE;
  g_set_object (&self->file, file);
  g_set_object (&self->part_file, file);
  self->is_dropped = FALSE;
  self->part = 1;
  self->n_bytes = 0;
  self->n_part_bytes = 0;
  self->n_unflushed = 0;
  self->flushed_size = 0;
  return TRUE;
}

gboolean
gscope_record_output_is_ready (GscopeRecordOutput *self)
{
  return self->in_flight->len == 0 && self->stream != NULL;
}

static GOutputStream *
get_base (GOutputStream *stream)
{
  return G_IS_FILTER_OUTPUT_STREAM (stream)
             ? g_filter_output_stream_get_base_stream (G_FILTER_OUTPUT_STREAM (stream))
             : stream;
}

static int
get_fd (const GscopeRecordOutput *self)
{
  GOutputStream *base = self->stream != NULL ? get_base (self->stream) : NULL;

  return G_IS_UNIX_OUTPUT_STREAM (base) ? g_unix_output_stream_get_fd (G_UNIX_OUTPUT_STREAM (base))
                                        : -1;
}

/* A compressor works on a thread. */
static void
hand_over (GOutputStream *stream)
{
  if (G_IS_CONVERTER_OUTPUT_STREAM (stream))
    gscope_hand_over (g_converter_output_stream_get_converter (G_CONVERTER_OUTPUT_STREAM (stream)));
}

static void
count_bytes (GscopeRecordOutput *self)
{
  self->n_bytes += self->n_unflushed;
  self->n_part_bytes += self->n_unflushed;
  self->n_unflushed = 0;
}

/* Text counts as written once it is flushed: it then survives a kill. After an error the owner decides about it. */
static void
end_write (GscopeRecordOutput *self, GError *error)
{
  if (error == NULL)
    {
      self->flushed_size = lseek (get_fd (self), 0, SEEK_CUR);
      count_bytes (self);
      g_string_truncate (self->in_flight, 0);
    }
  self->on_written (self->owner, error);
}

static gboolean
is_full (const GscopeRecordOutput *self, const GError *error)
{
  return self->on_full != NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
}

static void
on_flushed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GscopeRecordOutput *self = user_data;
  g_autoptr (GObject) owner = self->owner;
  GError *error = NULL;

  hand_over (G_OUTPUT_STREAM (source));
  g_output_stream_flush_finish (G_OUTPUT_STREAM (source), result, &error);
  if (is_full (self, error))
    self->on_full (owner, error);
  else
    end_write (self, error);
}

static void
flush (GscopeRecordOutput *self, GOutputStream *stream)
{
  g_object_ref (self->owner);
  hand_over (stream);
  g_output_stream_flush_async (stream, G_PRIORITY_DEFAULT, NULL, on_flushed, self);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GscopeRecordOutput *self = user_data;
  g_autoptr (GObject) owner = self->owner;
  GError *error = NULL;
  gsize n = 0;

  hand_over (G_OUTPUT_STREAM (source));
  g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, &n, &error);
  self->n_unflushed += n;
  if (is_full (self, error))
    self->on_full (owner, error);
  else if (error != NULL || !G_IS_CONVERTER_OUTPUT_STREAM (source))
    end_write (self, error);
  else
    flush (self, G_OUTPUT_STREAM (source));
}

static void
write_in_flight (GscopeRecordOutput *self)
{
  g_object_ref (self->owner);
  hand_over (self->stream);
  g_output_stream_write_all_async (self->stream, self->in_flight->str + self->n_unflushed,
                                   self->in_flight->len - self->n_unflushed, G_PRIORITY_DEFAULT,
                                   NULL, on_written, self);
}

void
gscope_record_output_retry (GscopeRecordOutput *self)
{
  if (self->n_unflushed < self->in_flight->len)
    write_in_flight (self);
  else
    flush (self, self->stream);
}

static void
take_text (GscopeRecordOutput *self, GString **text)
{
  GString *taken = *text;

  *text = self->in_flight;
  self->in_flight = taken;
}

void
gscope_record_output_write (GscopeRecordOutput *self, GString **text)
{
  take_text (self, text);
  write_in_flight (self);
}

static void
on_part_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GscopeRecordOutput *self = user_data;
  g_autoptr (GObject) owner = self->owner;
  GError *error = NULL;

  if (self->is_dropped)
    return;
  if (g_output_stream_close_finish (G_OUTPUT_STREAM (source), result, &error))
    self->stream = record_file_open (self->part_file, FALSE, &error);
  if (error != NULL)
    end_write (self, error);
  else
    write_in_flight (self);
}

/* Nobody was asked about the other files that a recording fills. */
static void
choose_next (GscopeRecordOutput *self)
{
  self->n_part_bytes = 0;
  self->flushed_size = 0;
  do
    {
      g_clear_object (&self->part_file);
      self->part_file = record_file_get_part (self->file, ++self->part);
    }
  while (g_file_query_exists (self->part_file, NULL));
}

gboolean
gscope_record_output_open_next (GscopeRecordOutput *self, GError **error)
{
  choose_next (self);
  self->stream = record_file_open (self->part_file, FALSE, error);
  return self->stream != NULL;
}

void
gscope_record_output_write_part (GscopeRecordOutput *self, GString **text)
{
  g_autoptr (GOutputStream) stream = g_steal_pointer (&self->stream);

  take_text (self, text);
  choose_next (self);
  g_object_ref (self->owner);
  g_output_stream_close_async (stream, G_PRIORITY_DEFAULT, NULL, on_part_closed, self);
}

static void
on_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GscopeRecordOutput *self = user_data;
  g_autoptr (GObject) owner = self->owner;
  GError *error = NULL;

  g_clear_object (&self->stream);
  g_output_stream_close_finish (G_OUTPUT_STREAM (source), result, &error);
  self->on_closed (self->owner, error);
}

void
gscope_record_output_close (GscopeRecordOutput *self)
{
  g_object_ref (self->owner);
  g_output_stream_close_async (self->stream, G_PRIORITY_DEFAULT, NULL, on_closed, self);
}

static void
on_abandoned (GObject *base, GAsyncResult *result, gpointer stream)
{
  g_object_unref (stream);
}

/* A compressor would write its rest before it closes the file. */
static void
close_after_error (GscopeRecordOutput *self)
{
  GOutputStream *stream = self->stream;

  if (stream != NULL && self->on_full != NULL && self->flushed_size >= 0
      && ftruncate (get_fd (self), self->flushed_size) == 0)
    stream = get_base (stream);
  if (stream != NULL)
    g_output_stream_close_async (stream, G_PRIORITY_DEFAULT, NULL, on_abandoned,
                                 g_steal_pointer (&self->stream));
}

void
gscope_record_output_abandon (GscopeRecordOutput *self)
{
  close_after_error (self);
  count_bytes (self);
  g_string_truncate (self->in_flight, 0);
}

void
gscope_record_output_take_back (GscopeRecordOutput *self, GString **text)
{
  close_after_error (self);
  self->n_unflushed = 0;
  take_text (self, text);
}

void
gscope_record_output_drop (GscopeRecordOutput *self)
{
  self->is_dropped = TRUE;
  g_clear_object (&self->stream);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/block-file.h>

#include <glib/gi18n-lib.h>
#include <gscope/hand-over.h>

enum
{
  /* A millisecond or two of the main loop's time. */
  BLOCK_SIZE = 128 * 1024,
  /* Symbolic links one after the other, as many as Linux follows. */
  MAX_LINKS = 40,
};

/* One file that is being written; it is freed with its task. */
typedef struct
{
  GFile *file;
  /* the file, or what it leads to as a link */
  GFile *place;
  GFile *temporary;
  GOutputStream *stream;
  GConverter *converter;
  GString *block;
  gboolean is_all;
  GscopeBlockFunc fill;
  gpointer data;
  GDestroyNotify destroy;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *self = data;

  g_object_unref (self->file);
  g_object_unref (self->place);
  g_clear_object (&self->temporary);
  g_clear_object (&self->stream);
  g_clear_object (&self->converter);
  g_string_free (self->block, TRUE);
  self->destroy (self->data);
  g_free (self);
}

void
gscope_block_file_explain (GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);

  g_prefix_error (error, _ ("“%s” was not written: "), name);
}

static void
fail (GTask *task, GError *error)
{
  Writing *self = g_task_get_task_data (task);

  g_clear_object (&self->stream);
  if (self->temporary)
    g_file_delete (self->temporary, NULL, NULL);
  gscope_block_file_explain (self->file, &error);
  g_task_return_error (task, error);
}

/* A converter works on a thread. */
static void
hand_over (Writing *self)
{
  if (self->converter)
    gscope_hand_over (self->converter);
}

static void write_block (GTask *task);

static void
on_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Writing *self = g_task_get_task_data (task);
  GError *error = NULL;

  hand_over (self);
  if (!g_output_stream_close_finish (G_OUTPUT_STREAM (source), result, &error)
      || !g_file_move (self->temporary, self->place, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL,
                       &error))
    fail (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Writing *self = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);
  GError *error = NULL;

  hand_over (self);
  g_string_truncate (self->block, 0);
  if (!g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error))
    fail (task, error);
  else if (self->is_all)
    g_output_stream_close_async (self->stream, G_PRIORITY_DEFAULT, cancellable, on_closed,
                                 g_steal_pointer (&task));
  else
    write_block (g_steal_pointer (&task));
}

static void
write_block (GTask *task)
{
  Writing *self = g_task_get_task_data (task);

  self->is_all = self->fill (self->block, BLOCK_SIZE, self->data);
  hand_over (self);
  g_output_stream_write_all_async (self->stream, self->block->str, self->block->len,
                                   G_PRIORITY_DEFAULT, g_task_get_cancellable (task), on_written,
                                   task);
}

static void
on_created (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Writing *self = g_task_get_task_data (task);
  GError *error = NULL;
  GFileOutputStream *stream = g_file_create_finish (G_FILE (source), result, &error);

  if (stream == NULL)
    {
      g_clear_object (&self->temporary);
      fail (task, error);
      return;
    }
  self->stream = G_OUTPUT_STREAM (stream);
  if (self->converter)
    {
      g_autoptr (GOutputStream) base = self->stream;

      self->stream = g_converter_output_stream_new (base, self->converter);
    }
  write_block (g_steal_pointer (&task));
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

/* A link stays: the file to which it leads is replaced. */
static GFile *
find_place (GFile *file)
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

/* A file beside another one, whose name may be as long as a name can be. */
static GFile *
get_temporary (GFile *file)
{
  g_autofree char *name = g_strdup_printf (".gscope-%08x%08x", g_random_int (), g_random_int ());
  g_autoptr (GFile) folder = g_file_get_parent (file);

  return g_file_get_child (folder, name);
}

/* A file would take the place of a device or a pipe, or of a link that leads to itself. */
static gboolean
can_replace (GFile *file, GError **error)
{
  GFileType type = g_file_query_file_type (file, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL);

  if (type == G_FILE_TYPE_REGULAR || type == G_FILE_TYPE_UNKNOWN)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                       _ ("this is a folder or a device; choose another file"));
  return FALSE;
}

void
gscope_block_file_write_async (GFile *file, GConverter *converter, GscopeBlockFunc fill,
                               gpointer data, GDestroyNotify destroy, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Writing *self = g_new0 (Writing, 1);
  GError *error = NULL;

  self->file = g_object_ref (file);
  self->place = find_place (file);
  g_set_object (&self->converter, converter);
  self->block = g_string_new (NULL);
  self->fill = fill;
  self->data = data;
  self->destroy = destroy;
  g_task_set_task_data (task, self, writing_free);
  if (!can_replace (self->place, &error))
    {
      fail (task, error);
      g_object_unref (task);
      return;
    }
  self->temporary = get_temporary (self->place);
  g_file_create_async (self->temporary, G_FILE_CREATE_NONE, G_PRIORITY_DEFAULT, cancellable,
                       on_created, task);
}

gboolean
gscope_block_file_write_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

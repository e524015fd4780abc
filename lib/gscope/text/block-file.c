/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/block-file.h>

#include <glib/gi18n-lib.h>
#include <gscope/file.h>
#include <gscope/hand-over.h>

enum
{
  /* A millisecond or two of the main loop's time. */
  BLOCK_SIZE = 128 * 1024,
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
  g_clear_object (&self->place);
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

void
gscope_block_file_write_async (GFile *file, GConverter *converter, GscopeBlockFunc fill,
                               gpointer data, GDestroyNotify destroy, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Writing *self = g_new0 (Writing, 1);
  GError *error = NULL;

  self->file = g_object_ref (file);
  g_set_object (&self->converter, converter);
  self->block = g_string_new (NULL);
  self->fill = fill;
  self->data = data;
  self->destroy = destroy;
  g_task_set_task_data (task, self, writing_free);
  self->place = gscope_file_find_place (file, &self->temporary, &error);
  if (!self->place)
    {
      fail (task, error);
      g_object_unref (task);
      return;
    }
  g_file_create_async (self->temporary, G_FILE_CREATE_NONE, G_PRIORITY_DEFAULT, cancellable,
                       on_created, task);
}

gboolean
gscope_block_file_write_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

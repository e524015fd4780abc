/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/output.h>

#include <gscope/record/file.h>

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
  self->stream = gscope_record_file_open (file, replace, error);
  if (self->stream == NULL)
    return FALSE;
  g_set_object (&self->file, file);
  g_set_object (&self->part_file, file);
  self->is_dropped = FALSE;
  self->part = 1;
  self->n_bytes = 0;
  self->n_part_bytes = 0;
  return TRUE;
}

gboolean
gscope_record_output_is_ready (GscopeRecordOutput *self)
{
  return self->in_flight->len == 0 && self->stream != NULL;
}

static void
end_write (GscopeRecordOutput *self, GError *error)
{
  g_string_truncate (self->in_flight, 0);
  self->on_written (self->owner, error);
}

static void
on_flushed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GscopeRecordOutput *self = user_data;
  g_autoptr (GObject) owner = self->owner;
  GError *error = NULL;

  g_output_stream_flush_finish (G_OUTPUT_STREAM (source), result, &error);
  end_write (self, error);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GscopeRecordOutput *self = user_data;
  g_autoptr (GObject) owner = self->owner;
  GError *error = NULL;
  gsize n = 0;

  g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, &n, &error);
  self->n_bytes += n;
  self->n_part_bytes += n;
  if (error != NULL || !G_IS_CONVERTER_OUTPUT_STREAM (source))
    {
      end_write (self, error);
      return;
    }
  g_object_ref (owner);
  g_output_stream_flush_async (G_OUTPUT_STREAM (source), G_PRIORITY_DEFAULT, NULL, on_flushed,
                               self);
}

static void
write_in_flight (GscopeRecordOutput *self)
{
  g_object_ref (self->owner);
  g_output_stream_write_all_async (self->stream, self->in_flight->str, self->in_flight->len,
                                   G_PRIORITY_DEFAULT, NULL, on_written, self);
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
    self->stream = gscope_record_file_open (self->part_file, FALSE, &error);
  if (error != NULL)
    end_write (self, error);
  else
    write_in_flight (self);
}

void
gscope_record_output_write_part (GscopeRecordOutput *self, GString **text)
{
  g_autoptr (GOutputStream) stream = g_steal_pointer (&self->stream);

  take_text (self, text);
  self->n_part_bytes = 0;
  /* Nobody was asked about the other files that a recording fills. */
  do
    {
      g_clear_object (&self->part_file);
      self->part_file = gscope_record_file_get_part (self->file, ++self->part);
    }
  while (g_file_query_exists (self->part_file, NULL));
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

void
gscope_record_output_abandon (GscopeRecordOutput *self)
{
  if (self->stream != NULL)
    g_output_stream_close_async (self->stream, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
  g_clear_object (&self->stream);
}

void
gscope_record_output_drop (GscopeRecordOutput *self)
{
  self->is_dropped = TRUE;
  g_clear_object (&self->stream);
}

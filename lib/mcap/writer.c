/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/writer.h>

#include <glib/gi18n-lib.h>
#include <mcap/compression-private.h>
#include <mcap/error.h>
#include <mcap/summary-private.h>
#include <string.h>

enum
{
  CHUNK_SIZE = 1024 * 1024,
  MAX_CHUNK_SIZE = 64 * 1024 * 1024,
  MAX_MESSAGE = 128 * 1024 * 1024,
};

struct _McapWriter
{
  McapWriteFunc write;
  gpointer user_data;
  McapCompression compression;
  gsize chunk_size;

  McapCatalog *catalog;
  McapSummary summary;
  McapCrc *crc;
  /* of the file so far */
  guint64 size;
  guint32 sum;

  /* the chunk: its records and times; the index of each channel, by its number, as it will be in the file */
  GByteArray *records;
  guint64 first;
  guint64 last;
  GPtrArray *indexes;
  GByteArray *output;
};

static void
index_free (gpointer data)
{
  if (data)
    g_byte_array_unref (data);
}

/* Hands over what is in `output`. */
static gboolean
put_out (McapWriter *self, GError **error)
{
  gboolean is_written = self->write (self->output->data, self->output->len, self->user_data, error);

  self->sum = mcap_crc_update (self->crc, self->sum, self->output->data, self->output->len);
  self->size += self->output->len;
  g_byte_array_set_size (self->output, 0);
  return is_written;
}

static void
begin_chunk (McapWriter *self)
{
  g_byte_array_set_size (self->records, 0);
  self->first = G_MAXUINT64;
  self->last = 0;
}

/**
 * mcap_writer_new:
 * @write: takes the bytes of the file
 * @user_data: for @write
 * @profile: (nullable): the profile of the file, such as `ros2`; %NULL for none
 * @library: (nullable): the name of the program or library that writes
 * @error: return location for an error of @write
 *
 * Begins a file. Its chunks are compressed with zstd.
 *
 * Returns: (nullable): the writer
 *
 * Since: 1.0
 */
McapWriter *
mcap_writer_new (McapWriteFunc write, gpointer user_data, const char *profile, const char *library,
                 GError **error)
{
  g_autoptr (McapWriter) self = NULL;
  gsize begin;

  g_return_val_if_fail (write, NULL);

  self = g_new0 (McapWriter, 1);
  self->write = write;
  self->user_data = user_data;
  self->compression = MCAP_COMPRESSION_ZSTD;
  self->chunk_size = CHUNK_SIZE;
  self->catalog = mcap_catalog_new ();
  mcap_summary_init (&self->summary);
  self->crc = mcap_crc_new ();
  self->records = g_byte_array_new ();
  self->indexes = g_ptr_array_new_with_free_func (index_free);
  self->output = g_byte_array_new ();
  begin_chunk (self);
  g_byte_array_append (self->output, mcap_magic, MCAP_MAGIC_SIZE);
  begin = mcap_begin_record (self->output, MCAP_RECORD_HEADER);
  mcap_put_text (self->output, profile ? profile : "");
  mcap_put_text (self->output, library ? library : "");
  mcap_end_record (self->output, begin);
  return put_out (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * mcap_writer_free:
 * @self: a writer
 *
 * Frees a writer. A file that was not closed ends with what was flushed.
 *
 * Since: 1.0
 */
void
mcap_writer_free (McapWriter *self)
{
  mcap_catalog_free (self->catalog);
  mcap_summary_clear (&self->summary);
  mcap_crc_free (self->crc);
  g_byte_array_unref (self->records);
  g_ptr_array_unref (self->indexes);
  g_byte_array_unref (self->output);
  g_free (self);
}

/**
 * mcap_writer_set_compression:
 * @self: a writer
 * @compression: how to compress chunks
 * @error: %MCAP_ERROR_UNSUPPORTED if this build cannot
 *
 * Sets the compression of the chunks that follow.
 *
 * Returns: whether it was set
 *
 * Since: 1.0
 */
gboolean
mcap_writer_set_compression (McapWriter *self, McapCompression compression, GError **error)
{
  if (mcap_compression_is_supported (compression))
    {
      self->compression = compression;
      return TRUE;
    }
  g_set_error (error, MCAP_ERROR, MCAP_ERROR_UNSUPPORTED,
               _ ("this build cannot compress with “%s”. Choose zstd"),
               mcap_compression_get_name (compression));
  return FALSE;
}

/**
 * mcap_writer_set_chunk_size:
 * @self: a writer
 * @size: bytes of messages after which a chunk ends, from 1 to 64 MiB; 1 MiB at first
 *
 * Sets the size of chunks.
 *
 * Since: 1.0
 */
void
mcap_writer_set_chunk_size (McapWriter *self, gsize size)
{
  g_return_if_fail (size > 0 && size <= MAX_CHUNK_SIZE);

  self->chunk_size = size;
}

static gpointer
refuse_more (GError **error)
{
  g_set_error_literal (error, MCAP_ERROR, MCAP_ERROR_LIMIT,
                       _ ("an MCAP file has at most 65,535 schemas and 65,536 channels. "
                          "Begin another file"));
  return NULL;
}

/**
 * mcap_writer_add_schema:
 * @self: a writer
 * @name: the name of the schema
 * @encoding: the language in which it is written, such as `jsonschema`
 * @data: the schema itself
 * @size: of @data in bytes
 * @error: return location for an error
 *
 * Writes a schema. It is valid as long as the writer.
 *
 * Returns: (nullable): the schema
 *
 * Since: 1.0
 */
const McapSchema *
mcap_writer_add_schema (McapWriter *self, const char *name, const char *encoding,
                        gconstpointer data, gsize size, GError **error)
{
  const McapSchema *schema;

  g_return_val_if_fail (name && encoding, NULL);
  g_return_val_if_fail (size <= MAX_MESSAGE, NULL);

  schema = mcap_catalog_add_schema (self->catalog, name, encoding, data, size);
  if (!schema)
    return refuse_more (error);
  mcap_put_schema (self->output, schema);
  return put_out (self, error) ? schema : NULL;
}

/**
 * mcap_writer_add_channel:
 * @self: a writer
 * @schema: (nullable): the schema of its messages, of this writer
 * @topic: the topic, such as `/demo`
 * @encoding: the encoding of its messages, such as `json`
 * @metadata: (nullable) (array zero-terminated=1): keys and values in turn
 * @error: return location for an error
 *
 * Writes a channel. It is valid as long as the writer.
 *
 * Returns: (nullable): the channel
 *
 * Since: 1.0
 */
const McapChannel *
mcap_writer_add_channel (McapWriter *self, const McapSchema *schema, const char *topic,
                         const char *encoding, const char *const *metadata, GError **error)
{
  const McapChannel *channel;

  g_return_val_if_fail (topic && encoding, NULL);

  channel = mcap_catalog_add_channel (self->catalog, schema, topic, encoding, metadata);
  if (!channel)
    return refuse_more (error);
  mcap_put_channel (self->output, channel);
  return put_out (self, error) ? channel : NULL;
}

/* Chunks. */

static GByteArray *
get_entries (McapWriter *self, guint16 channel)
{
  if (channel >= self->indexes->len)
    g_ptr_array_set_size (self->indexes, channel + 1);
  if (!self->indexes->pdata[channel])
    self->indexes->pdata[channel] = g_byte_array_new ();
  return self->indexes->pdata[channel];
}

static void
index_message (McapWriter *self, const McapMessage *message)
{
  GByteArray *entries = get_entries (self, message->channel->id);

  mcap_put_number (entries, message->log_time, 8);
  mcap_put_number (entries, self->records->len, 8);
  self->first = MIN (self->first, message->log_time);
  self->last = MAX (self->last, message->log_time);
  mcap_summary_count (&self->summary, message->channel->id, message->log_time);
}

/* Appends a chunk to the output. */
static gboolean
put_chunk (McapWriter *self, gsize *compressed, GError **error)
{
  const GByteArray *records = self->records;
  gsize begin = mcap_begin_record (self->output, MCAP_RECORD_CHUNK), place;
  guint64 size;

  mcap_put_number (self->output, self->first, 8);
  mcap_put_number (self->output, self->last, 8);
  mcap_put_number (self->output, records->len, 8);
  mcap_put_number (self->output, mcap_crc_update (self->crc, 0, records->data, records->len), 4);
  mcap_put_text (self->output, mcap_compression_get_name (self->compression));
  mcap_put_number (self->output, 0, sizeof size);
  place = self->output->len;
  if (!mcap_compress (self->compression, records->data, records->len, self->output))
    {
      g_set_error_literal (error, MCAP_ERROR, MCAP_ERROR_LIMIT,
                           _ ("a chunk cannot be compressed. Choose smaller chunks"));
      return FALSE;
    }
  *compressed = self->output->len - place;
  size = GUINT64_TO_LE (*compressed);
  memcpy (self->output->data + place - sizeof size, &size, sizeof size);
  mcap_end_record (self->output, begin);
  return TRUE;
}

/* Appends the index of each channel to the output; their places in the file are appended to a map. */
static void
put_indexes (McapWriter *self, GByteArray *map)
{
  for (guint i = 0; i < self->indexes->len; i++)
    {
      GByteArray *entries = self->indexes->pdata[i];
      gsize begin;

      if (!entries || entries->len == 0)
        continue;
      mcap_put_number (map, i, 2);
      mcap_put_number (map, self->size + self->output->len, 8);
      begin = mcap_begin_record (self->output, MCAP_RECORD_MESSAGE_INDEX);
      mcap_put_number (self->output, i, 2);
      mcap_put_number (self->output, entries->len, 4);
      g_byte_array_append (self->output, entries->data, entries->len);
      mcap_end_record (self->output, begin);
      g_byte_array_set_size (entries, 0);
    }
}

static void
note_chunk (McapWriter *self, gsize length, gsize index_length, gsize compressed,
            const GByteArray *map)
{
  GByteArray *to = self->summary.chunks;
  gsize begin = mcap_begin_record (to, MCAP_RECORD_CHUNK_INDEX);

  mcap_put_number (to, self->first, 8);
  mcap_put_number (to, self->last, 8);
  mcap_put_number (to, self->size, 8);
  mcap_put_number (to, length, 8);
  mcap_put_number (to, map->len, 4);
  g_byte_array_append (to, map->data, map->len);
  mcap_put_number (to, index_length, 8);
  mcap_put_text (to, mcap_compression_get_name (self->compression));
  mcap_put_number (to, compressed, 8);
  mcap_put_number (to, self->records->len, 8);
  mcap_end_record (to, begin);
  self->summary.n_chunks++;
}

/**
 * mcap_writer_flush:
 * @self: a writer
 * @error: return location for an error
 *
 * Ends the chunk, and hands over all that was written.
 *
 * Returns: whether all was written
 *
 * Since: 1.0
 */
gboolean
mcap_writer_flush (McapWriter *self, GError **error)
{
  g_autoptr (GByteArray) map = NULL;
  gsize compressed, length;

  if (self->records->len == 0)
    return TRUE;
  if (!put_chunk (self, &compressed, error))
    return FALSE;
  map = g_byte_array_new ();
  length = self->output->len;
  put_indexes (self, map);
  note_chunk (self, length, self->output->len - length, compressed, map);
  begin_chunk (self);
  return put_out (self, error);
}

/**
 * mcap_writer_write:
 * @self: a writer
 * @message: a message of a channel of this writer, of at most 128 MiB
 * @error: return location for an error
 *
 * Writes a message.
 *
 * Returns: whether all was written
 *
 * Since: 1.0
 */
gboolean
mcap_writer_write (McapWriter *self, const McapMessage *message, GError **error)
{
  g_return_val_if_fail (message->channel, FALSE);

  if (message->size > MAX_MESSAGE)
    {
      g_set_error_literal (error, MCAP_ERROR, MCAP_ERROR_LIMIT,
                           _ ("a message has more than 128 MiB. Divide it"));
      return FALSE;
    }
  index_message (self, message);
  mcap_put_message (self->records, message);
  return self->records->len < self->chunk_size || mcap_writer_flush (self, error);
}

/**
 * mcap_writer_close:
 * @self: a writer
 * @error: return location for an error
 *
 * Ends the file: its last chunk, the summary and the footer. The writer can only be freed then.
 *
 * Returns: whether all was written
 *
 * Since: 1.0
 */
gboolean
mcap_writer_close (McapWriter *self, GError **error)
{
  gsize begin;

  if (!mcap_writer_flush (self, error))
    return FALSE;
  begin = mcap_begin_record (self->output, MCAP_RECORD_DATA_END);
  mcap_put_number (self->output, self->sum, 4);
  mcap_end_record (self->output, begin);
  mcap_summary_put (&self->summary, self->catalog, self->crc, self->size + self->output->len,
                    self->output);
  return put_out (self, error);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/reader.h>

#include <glib/gi18n-lib.h>
#include <mcap/compression-private.h>
#include <mcap/crc-private.h>
#include <mcap/error.h>
#include <mcap/index-private.h>
#include <string.h>

enum
{
  /* segments whose times overlap, which are in memory together */
  MAX_LOADED = 64,
  MAX_LOADED_BYTES = 2 * MCAP_MAX_CHUNK,
};

/* A message of a segment that was read. */
typedef struct
{
  guint64 time;
  /* of the contents of its record */
  guint32 offset;
  guint32 size;
} Entry;

/* A segment that was read. */
typedef struct
{
  GByteArray *records;
  /* Entry, by time and then by place */
  GArray *entries;
  guint next;
} Loaded;

struct _McapReader
{
  int fd;
  McapIndex *index;
  McapCrc *crc;
  GByteArray *input;
  guint64 begin;
  /* the next segment to load, and what was loaded and is not read to its end */
  guint next;
  GPtrArray *loaded;
  gsize n_loaded_bytes;
  guint n_damaged;
};

/**
 * mcap_is_magic:
 * @head: the first bytes of a file
 * @size: how many
 *
 * Gets whether a file that begins so is an MCAP file. 8 bytes are enough.
 *
 * Returns: whether it is
 *
 * Since: 1.0
 */
gboolean
mcap_is_magic (gconstpointer head, gsize size)
{
  return size >= MCAP_MAGIC_SIZE && memcmp (head, mcap_magic, MCAP_MAGIC_SIZE) == 0;
}

static void
loaded_free (gpointer data)
{
  Loaded *self = data;

  g_byte_array_unref (self->records);
  g_array_unref (self->entries);
  g_free (self);
}

/* Reading a segment. */

static McapFields
walk (const GByteArray *records)
{
  return (McapFields){ records->data,
                       records->len > 0 ? records->data + records->len : records->data, FALSE };
}

static gboolean
read_input (McapReader *self, const McapSegment *segment, GByteArray *to)
{
  g_byte_array_set_size (to, segment->length);
  return mcap_read_at (self->fd, segment->offset, to->data, segment->length);
}

static gboolean
read_records (McapReader *self, const McapSegment *segment, GByteArray *records)
{
  if (segment->length > MCAP_MAX_CHUNK || segment->size > MCAP_MAX_CHUNK)
    return FALSE;
  if (segment->compression == MCAP_COMPRESSION_NONE)
    return read_input (self, segment, records)
           && (segment->is_cut || segment->length == segment->size);
  return read_input (self, segment, self->input)
         && (mcap_decompress (segment->compression, self->input->data, self->input->len,
                              segment->size, records)
             || segment->is_cut)
         && (segment->is_cut || records->len == segment->size);
}

static gboolean
is_right (McapReader *self, const McapSegment *segment, const GByteArray *records)
{
  return segment->is_cut || segment->crc == 0
         || mcap_crc_update (self->crc, 0, records->data, records->len) == segment->crc;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const Entry *first = a, *second = b;

  if (first->time != second->time)
    return first->time < second->time ? -1 : 1;
  return (first->offset > second->offset) - (first->offset < second->offset);
}

/* Returns FALSE for damage. */
static gboolean
add_entry (McapReader *self, Loaded *loaded, McapFields contents, gboolean *is_sorted)
{
  Entry entry = { .offset = contents.at - loaded->records->data,
                  .size = contents.end - contents.at };
  guint channel = (guint) mcap_get_number (&contents, 2);

  mcap_get_bytes (&contents, 4);
  entry.time = mcap_get_number (&contents, 8);
  mcap_get_bytes (&contents, 8);
  if (contents.is_short || !mcap_catalog_find_channel (self->index->catalog, channel))
    return FALSE;
  if (entry.time < self->begin)
    return TRUE;
  if (loaded->entries->len > 0)
    *is_sorted &=
        g_array_index (loaded->entries, Entry, loaded->entries->len - 1).time <= entry.time;
  g_array_append_val (loaded->entries, entry);
  return TRUE;
}

static gboolean
list_entries (McapReader *self, Loaded *loaded)
{
  McapFields fields = walk (loaded->records), contents;
  gboolean is_whole = TRUE, is_sorted = TRUE;
  guint opcode;

  while (mcap_get_record (&fields, &opcode, &contents))
    if (opcode == MCAP_RECORD_MESSAGE)
      is_whole &= add_entry (self, loaded, contents, &is_sorted);
  if (!is_sorted)
    g_array_sort (loaded->entries, compare);
  return is_whole && !fields.is_short;
}

static Loaded *
read_segment (McapReader *self, const McapSegment *segment)
{
  Loaded *loaded = g_new0 (Loaded, 1);

  loaded->records = g_byte_array_new ();
  loaded->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  if (read_records (self, segment, loaded->records) && is_right (self, segment, loaded->records))
    return loaded;
  loaded_free (loaded);
  return NULL;
}

static void
load_next (McapReader *self)
{
  const McapSegment *segment = &g_array_index (self->index->segments, McapSegment, self->next++);
  Loaded *loaded =
      segment->last < self->begin && !segment->is_cut ? NULL : read_segment (self, segment);

  if (!loaded)
    {
      self->n_damaged += segment->last >= self->begin;
      return;
    }
  self->n_damaged += !list_entries (self, loaded) && !segment->is_cut;
  if (loaded->entries->len == 0)
    {
      loaded_free (loaded);
      return;
    }
  self->n_loaded_bytes += loaded->records->len;
  g_ptr_array_add (self->loaded, loaded);
}

/* Channels. */

static void
take_descriptions (McapReader *self, const GByteArray *records)
{
  McapFields fields = walk (records), contents;
  guint opcode;

  while (mcap_get_record (&fields, &opcode, &contents))
    if (opcode == MCAP_RECORD_SCHEMA)
      mcap_catalog_read_schema (self->index->catalog, contents);
    else if (opcode == MCAP_RECORD_CHANNEL)
      mcap_catalog_read_channel (self->index->catalog, contents);
}

/* Without a summary, the chunks have the channels. */
static void
collect_channels (McapReader *self)
{
  const GArray *segments = self->index->segments;

  for (guint i = 0; i < segments->len && !self->index->has_channels; i++)
    {
      Loaded *loaded = read_segment (self, &g_array_index (segments, McapSegment, i));

      if (!loaded)
        continue;
      take_descriptions (self, loaded->records);
      loaded_free (loaded);
    }
  mcap_catalog_resolve (self->index->catalog);
}

/**
 * mcap_reader_new:
 * @fd: a file descriptor of a file that can be read at any place; it remains the caller's, and outlives the
 *   reader
 * @error: return location for an error
 *
 * Opens an MCAP file. Its records are looked at once from its beginning to its end, without the contents of
 * chunks, unless the file has no summary.
 *
 * Returns: (nullable): the reader; %NULL if the file is no MCAP file or cannot be read
 *
 * Since: 1.0
 */
McapReader *
mcap_reader_new (int fd, GError **error)
{
  McapIndex *index;
  McapReader *self;

  g_return_val_if_fail (fd >= 0, NULL);

  index = mcap_index_new (fd, error);
  if (!index)
    return NULL;
  self = g_new0 (McapReader, 1);
  self->fd = fd;
  self->index = index;
  self->crc = mcap_crc_new ();
  self->input = g_byte_array_new ();
  self->loaded = g_ptr_array_new_with_free_func (loaded_free);
  collect_channels (self);
  return self;
}

/**
 * mcap_reader_free:
 * @self: a reader
 *
 * Frees a reader.
 *
 * Since: 1.0
 */
void
mcap_reader_free (McapReader *self)
{
  mcap_index_free (self->index);
  mcap_crc_free (self->crc);
  g_byte_array_unref (self->input);
  g_ptr_array_unref (self->loaded);
  g_free (self);
}

/**
 * mcap_reader_get_n_channels:
 * @self: a reader
 *
 * Gets the number of channels of the file.
 *
 * Returns: how many there are
 *
 * Since: 1.0
 */
guint
mcap_reader_get_n_channels (McapReader *self)
{
  return mcap_catalog_get_channels (self->index->catalog)->len;
}

/**
 * mcap_reader_get_channel:
 * @self: a reader
 * @i: a number below that of [func@Mcap.reader_get_n_channels]
 *
 * Gets a channel of the file. It is valid as long as the reader.
 *
 * Returns: the channel
 *
 * Since: 1.0
 */
const McapChannel *
mcap_reader_get_channel (McapReader *self, guint i)
{
  g_return_val_if_fail (i < mcap_reader_get_n_channels (self), NULL);

  return mcap_catalog_get_channels (self->index->catalog)->pdata[i];
}

/* Reading messages. */

static const Entry *
get_next_entry (const Loaded *loaded)
{
  return &g_array_index (loaded->entries, Entry, loaded->next);
}

/* The message that was returned last is in a segment, which therefore goes with the next call. */
static void
drop_finished (McapReader *self)
{
  for (guint i = self->loaded->len; i > 0; i--)
    {
      const Loaded *loaded = self->loaded->pdata[i - 1];

      if (loaded->next < loaded->entries->len)
        continue;
      self->n_loaded_bytes -= loaded->records->len;
      g_ptr_array_remove_index (self->loaded, i - 1);
    }
}

/* All that are loaded have a message. */
static Loaded *
find_oldest (McapReader *self)
{
  Loaded *oldest = NULL;

  for (guint i = 0; i < self->loaded->len; i++)
    {
      Loaded *loaded = self->loaded->pdata[i];

      if (!oldest || get_next_entry (loaded)->time < get_next_entry (oldest)->time)
        oldest = loaded;
    }
  return oldest;
}

/* Returns whether the next segment may have an older message than the oldest that is loaded. Beyond the limits, messages
 * are not sorted across segments. */
static gboolean
has_to_load (McapReader *self, const Loaded *oldest)
{
  const GArray *segments = self->index->segments;
  const McapSegment *segment;

  if (self->next == segments->len)
    return FALSE;
  if (!oldest)
    return TRUE;
  segment = &g_array_index (segments, McapSegment, self->next);
  return segment->first < get_next_entry (oldest)->time && self->loaded->len < MAX_LOADED
         && segment->size < MAX_LOADED_BYTES
         && self->n_loaded_bytes < MAX_LOADED_BYTES - segment->size;
}

static void
take (McapReader *self, Loaded *loaded, McapMessage *message)
{
  const Entry *entry = get_next_entry (loaded);
  const guint8 *at = loaded->records->data + entry->offset;
  McapFields fields = { at, at + entry->size, FALSE };
  guint channel = (guint) mcap_get_number (&fields, 2);

  message->channel = mcap_catalog_find_channel (self->index->catalog, channel);
  message->sequence = (guint32) mcap_get_number (&fields, 4);
  message->log_time = mcap_get_number (&fields, 8);
  message->publish_time = mcap_get_number (&fields, 8);
  message->data = fields.at;
  message->size = fields.end - fields.at;
  loaded->next++;
}

static gboolean
end (McapReader *self, GError **error)
{
  if (self->n_damaged > 0)
    g_set_error (error, MCAP_ERROR, MCAP_ERROR_DAMAGED,
                 g_dngettext (GETTEXT_PACKAGE, "%u of its chunks is damaged and was left out",
                              "%u of its chunks are damaged and were left out", self->n_damaged),
                 self->n_damaged);
  else if (self->index->problem)
    g_propagate_error (error, g_error_copy (self->index->problem));
  return FALSE;
}

/**
 * mcap_reader_next:
 * @self: a reader
 * @message: (out caller-allocates): receives the message; its data is valid until the next call
 * @error: return location for an error
 *
 * Reads the next message. Messages come in the order of their times as far as the chunks say what times they
 * have; messages of one time come in the order of the file.
 *
 * At the end, @error is set if parts of the file could not be read: %MCAP_ERROR_CUT if it ends early,
 * %MCAP_ERROR_DAMAGED, or %MCAP_ERROR_UNSUPPORTED. All other messages were read then.
 *
 * Returns: whether there is a message
 *
 * Since: 1.0
 */
gboolean
mcap_reader_next (McapReader *self, McapMessage *message, GError **error)
{
  Loaded *oldest;

  drop_finished (self);
  oldest = find_oldest (self);
  while (has_to_load (self, oldest))
    {
      load_next (self);
      oldest = find_oldest (self);
    }
  if (!oldest)
    return end (self, error);
  take (self, oldest, message);
  return TRUE;
}

/**
 * mcap_reader_seek:
 * @self: a reader
 * @log_time: nanoseconds
 *
 * Goes to the first message that was recorded at this time or later; with 0 to the begin.
 *
 * Since: 1.0
 */
void
mcap_reader_seek (McapReader *self, guint64 log_time)
{
  g_ptr_array_set_size (self->loaded, 0);
  self->n_loaded_bytes = 0;
  self->n_damaged = 0;
  self->next = 0;
  self->begin = log_time;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/index-private.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <mcap/compression-private.h>
#include <mcap/error.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  WINDOW_SIZE = 64 * 1024,
  /* of messages outside of chunks that are read together */
  RUN_SIZE = 4 * 1024 * 1024,
  /* of a schema or a channel */
  MAX_DESCRIPTION = 16 * 1024 * 1024,
  MAX_COMPRESSION_NAME = 32,
};

/* A file whose records are looked at, one after the other. */
typedef struct
{
  McapIndex *index;
  int fd;
  guint64 size;
  guint64 at;
  /* a part of the file */
  guint8 *window;
  guint64 window_begin;
  gsize window_size;
  /* whether the segment that was added last is one of messages that may go on */
  gboolean is_run;
  gboolean is_summary;
} Scan;

gboolean
mcap_read_at (int fd, guint64 offset, gpointer data, gsize n)
{
  guint8 *to = data;

  while (n > 0)
    {
      gssize got = pread (fd, to, n, (off_t) offset);

      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return FALSE;
      to += got;
      offset += got;
      n -= got;
    }
  return TRUE;
}

/* Returns n bytes at a place, where the file has at least n; NULL if they cannot be read. */
static const guint8 *
look (Scan *self, guint64 offset, gsize n)
{
  if (offset < self->window_begin || offset + n > self->window_begin + self->window_size)
    {
      self->window_begin = offset;
      self->window_size = MIN (WINDOW_SIZE, self->size - offset);
      if (!mcap_read_at (self->fd, offset, self->window, self->window_size))
        {
          self->window_size = 0;
          return NULL;
        }
    }
  return self->window + (offset - self->window_begin);
}

static void
add_segment (Scan *self, const McapSegment *segment)
{
  g_array_append_val (self->index->segments, *segment);
}

static gboolean
is_growing (Scan *self, guint64 length)
{
  const GArray *segments = self->index->segments;

  return self->is_run && length <= RUN_SIZE
         && g_array_index (segments, McapSegment, segments->len - 1).length <= RUN_SIZE - length;
}

/* A message outside of chunks: the segment before it may take it. */
static gboolean
take_message (Scan *self, guint64 length, gboolean is_cut)
{
  const guint64 whole = length + MCAP_RECORD_HEAD;
  McapFields fields = { look (self, self->at + MCAP_RECORD_HEAD, MCAP_MESSAGE_HEAD), NULL, FALSE };
  GArray *segments = self->index->segments;
  McapSegment *run;
  guint64 time;

  if (!fields.at || is_cut)
    return is_cut;
  fields.end = fields.at + MCAP_MESSAGE_HEAD;
  mcap_get_bytes (&fields, 2 + 4);
  time = mcap_get_number (&fields, 8);
  if (is_growing (self, whole))
    {
      run = &g_array_index (segments, McapSegment, segments->len - 1);
      run->length += whole;
      run->size = run->length;
      run->first = MIN (run->first, time);
      run->last = MAX (run->last, time);
      return TRUE;
    }
  add_segment (
      self, &(McapSegment){ self->at, whole, whole, time, time, 0, MCAP_COMPRESSION_NONE, FALSE });
  self->is_run = TRUE;
  return TRUE;
}

static void
refuse_compression (McapIndex *self, const guint8 *name, gsize n)
{
  g_autofree char *shown = g_utf8_make_valid ((const char *) name, (gssize) n);

  if (!self->problem)
    g_set_error (&self->problem, MCAP_ERROR, MCAP_ERROR_UNSUPPORTED,
                 _ ("it has chunks that are compressed with “%s”, which this build cannot read. "
                    "Compress it with zstd"),
                 shown);
}

/* `length` is the number of bytes of the contents that the file has. */
static gboolean
take_chunk (Scan *self, guint64 length, gboolean is_cut)
{
  const gsize n = MIN (length, MCAP_CHUNK_HEAD + 4 + MAX_COMPRESSION_NAME + 8);
  McapFields fields = { look (self, self->at + MCAP_RECORD_HEAD, n), NULL, FALSE };
  const guint8 *begin = fields.at, *name;
  McapSegment segment = { .is_cut = is_cut };
  guint64 promised, there;
  gsize n_name;

  if (!begin)
    return FALSE;
  fields.end = begin + n;
  segment.first = mcap_get_number (&fields, 8);
  segment.last = mcap_get_number (&fields, 8);
  segment.size = mcap_get_number (&fields, 8);
  segment.crc = (guint32) mcap_get_number (&fields, 4);
  n_name = mcap_get_number (&fields, 4);
  name = mcap_get_bytes (&fields, n_name);
  promised = mcap_get_number (&fields, 8);
  if (fields.is_short)
    return is_cut;
  there = length - (fields.at - begin);
  if (promised > there && !is_cut)
    return FALSE;
  segment.offset = self->at + MCAP_RECORD_HEAD + (fields.at - begin);
  segment.length = MIN (promised, there);
  if (mcap_compression_find (name, n_name, &segment.compression))
    add_segment (self, &segment);
  else
    refuse_compression (self->index, name, n_name);
  return TRUE;
}

/* A schema or a channel. */
static gboolean
take_description (Scan *self, guint opcode, guint64 length)
{
  g_autofree guint8 *data = NULL;
  McapFields fields = { 0 };

  if (length > MAX_DESCRIPTION)
    return FALSE;
  data = g_malloc (length + 1);
  if (!mcap_read_at (self->fd, self->at + MCAP_RECORD_HEAD, data, length))
    return FALSE;
  fields = (McapFields){ data, data + length, FALSE };
  if (opcode == MCAP_RECORD_SCHEMA)
    return mcap_catalog_read_schema (self->index->catalog, fields);
  self->index->has_channels |= self->is_summary;
  return mcap_catalog_read_channel (self->index->catalog, fields);
}

/* Returns FALSE for damage. A summary has no messages. */
static gboolean
take_record (Scan *self, guint opcode, guint64 length, gboolean is_cut)
{
  self->is_run &= opcode == MCAP_RECORD_MESSAGE;
  switch (opcode)
    {
    case 0:
      return FALSE;
    case MCAP_RECORD_SCHEMA:
    case MCAP_RECORD_CHANNEL:
      return is_cut || take_description (self, opcode, length);
    case MCAP_RECORD_MESSAGE:
      if (self->is_summary)
        return FALSE;
      return length >= MCAP_MESSAGE_HEAD ? take_message (self, length, is_cut) : is_cut;
    case MCAP_RECORD_CHUNK:
      return !self->is_summary && take_chunk (self, length, is_cut);
    case MCAP_RECORD_DATA_END:
      self->is_summary = TRUE;
      return TRUE;
    default:
      return TRUE;
    }
}

static gboolean
ends_with_magic (Scan *self)
{
  const guint8 *end;

  if (self->size < 2 * MCAP_MAGIC_SIZE)
    return FALSE;
  end = look (self, self->size - MCAP_MAGIC_SIZE, MCAP_MAGIC_SIZE);
  return end && memcmp (end, mcap_magic, MCAP_MAGIC_SIZE) == 0;
}

static void
report (Scan *self)
{
  if (self->index->problem)
    return;
  if (ends_with_magic (self))
    g_set_error (&self->index->problem, MCAP_ERROR, MCAP_ERROR_DAMAGED,
                 _ ("the record at byte %" PRIu64 " is damaged; what follows it is left out"),
                 self->at);
  else
    g_set_error_literal (&self->index->problem, MCAP_ERROR, MCAP_ERROR_CUT,
                         _ ("it ends early: it was cut off, or is still being written"));
}

/* Walks from record to record. */
static void
scan (Scan *self)
{
  self->at = MCAP_MAGIC_SIZE;
  for (;;)
    {
      const guint64 left = self->size - self->at;
      const guint8 *head =
          left >= MCAP_RECORD_HEAD ? look (self, self->at, MCAP_RECORD_HEAD) : NULL;
      McapFields fields = { head, head ? head + MCAP_RECORD_HEAD : NULL, FALSE };
      guint opcode = (guint) mcap_get_number (&fields, 1);
      guint64 length = mcap_get_number (&fields, 8);
      gboolean is_cut = length > left - MCAP_RECORD_HEAD;

      if (!head || !take_record (self, opcode, is_cut ? left - MCAP_RECORD_HEAD : length, is_cut)
          || is_cut)
        break;
      if (opcode == MCAP_RECORD_FOOTER)
        return;
      self->at += MCAP_RECORD_HEAD + length;
    }
  report (self);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const McapSegment *first = a, *second = b;

  if (first->first != second->first)
    return first->first < second->first ? -1 : 1;
  return (first->offset > second->offset) - (first->offset < second->offset);
}

static gboolean
refuse (GError **error)
{
  g_set_error_literal (error, MCAP_ERROR, MCAP_ERROR_INVALID, _ ("it is no MCAP file"));
  return FALSE;
}

static gboolean
begin_scan (Scan *self, GError **error)
{
  struct stat status;
  guint8 magic[MCAP_MAGIC_SIZE];

  if (fstat (self->fd, &status) != 0)
    {
      g_set_error_literal (error, MCAP_ERROR, MCAP_ERROR_FILE, g_strerror (errno));
      return FALSE;
    }
  self->size = MAX (status.st_size, 0);
  if (self->size < sizeof magic || !mcap_read_at (self->fd, 0, magic, sizeof magic)
      || memcmp (magic, mcap_magic, sizeof magic) != 0)
    return refuse (error);
  return TRUE;
}

McapIndex *
mcap_index_new (int fd, GError **error)
{
  g_autoptr (McapIndex) self = g_new0 (McapIndex, 1);
  Scan progress = { .index = self, .fd = fd };
  g_autofree guint8 *window = g_malloc (WINDOW_SIZE);

  self->segments = g_array_new (FALSE, FALSE, sizeof (McapSegment));
  self->catalog = mcap_catalog_new ();
  if (!begin_scan (&progress, error))
    return NULL;
  progress.window = window;
  scan (&progress);
  g_array_sort (self->segments, compare);
  return g_steal_pointer (&self);
}

void
mcap_index_free (McapIndex *self)
{
  g_array_unref (self->segments);
  mcap_catalog_free (self->catalog);
  g_clear_error (&self->problem);
  g_free (self);
}

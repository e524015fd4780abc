/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace-dat/trace-events.h>

/* The kernel's include/linux/ring_buffer.h: an event begins with 5 bits of type or length in words, and 27 bits of
 * time. */
enum
{
  TYPE_LONG = 0,
  TYPE_PADDING = 29,
  TYPE_TIME_EXTEND = 30,
  TYPE_TIME_STAMP = 31,
  TIME_BITS = 27,
};

#define TIME_MASK ((1u << TIME_BITS) - 1)
#define LENGTH_MASK ((1u << 27) - 1)
#define MISSED_EVENTS (1u << 31)
/* Times are below this, so that sums do not overflow. */
#define MAX_TIME (G_GUINT64_CONSTANT (1) << 61)

/* The data of a processor. */
typedef struct
{
  guint cpu;
  /* the rest of the file's part */
  guint64 offset;
  guint64 end;
  /* pieces that are left, and the present one */
  gboolean has_begun;
  guint n_pieces;
  guint8 *piece;
  gsize piece_size;
  gsize piece_at;

  guint8 *page;
  gsize at;
  gsize stop;
  guint64 time;
  gboolean has_lost;

  gboolean has_event;
  GscopeTraceEvent event;
} Stream;

struct _GscopeTraceEvents
{
  const GscopeTraceFile *file;
  GArray *streams;
  /* the stream of the last event */
  Stream *returned;
  gboolean is_damaged;
  guint64 n_pages;
};

static void
stream_clear (gpointer data)
{
  Stream *self = data;

  g_free (self->page);
  g_free (self->piece);
}

/* Pages. */

static guint64
get (const GscopeTraceEvents *self, const guint8 *data, gsize size)
{
  return gscope_trace_file_get (self->file, data, size);
}

static gboolean
damage (GscopeTraceEvents *self, Stream *stream)
{
  self->is_damaged = TRUE;
  stream->offset = stream->end;
  stream->n_pieces = 0;
  stream->piece_size = stream->piece_at = 0;
  stream->at = stream->stop = 0;
  return FALSE;
}

/* Reads a number of four bytes at the beginning of what is left. */
static gboolean
take_number (GscopeTraceEvents *self, Stream *stream, guint32 *value)
{
  guint8 bytes[4];

  if (stream->end - stream->offset < sizeof bytes
      || !gscope_trace_file_read (self->file, stream->offset, bytes, sizeof bytes))
    return FALSE;
  stream->offset += sizeof bytes;
  *value = (guint32) get (self, bytes, sizeof bytes);
  return TRUE;
}

/* Returns FALSE at the end. */
static gboolean
next_piece (GscopeTraceEvents *self, Stream *stream)
{
  guint32 packed, size;

  if (!stream->has_begun && !take_number (self, stream, &stream->n_pieces))
    return damage (self, stream);
  stream->has_begun = TRUE;
  g_clear_pointer (&stream->piece, g_free);
  stream->piece_size = stream->piece_at = 0;
  if (stream->n_pieces == 0)
    return FALSE;
  stream->n_pieces--;
  if (!take_number (self, stream, &packed) || !take_number (self, stream, &size)
      || packed > stream->end - stream->offset)
    return damage (self, stream);
  stream->piece = gscope_trace_file_decompress (self->file, stream->offset, packed, size);
  if (!stream->piece)
    return damage (self, stream);
  stream->offset += packed;
  stream->piece_size = size;
  return TRUE;
}

static const guint8 *
find_page (GscopeTraceEvents *self, Stream *stream)
{
  const gsize size = self->file->page_size;

  if (self->file->is_compressed)
    {
      if (stream->piece_size - stream->piece_at < size && !next_piece (self, stream))
        return NULL;
      if (stream->piece_size - stream->piece_at < size)
        {
          damage (self, stream);
          return NULL;
        }
      stream->piece_at += size;
      return stream->piece + stream->piece_at - size;
    }
  if (stream->end - stream->offset < size)
    return NULL;
  if (!stream->page)
    stream->page = g_malloc (size);
  if (!gscope_trace_file_read (self->file, stream->offset, stream->page, size))
    {
      damage (self, stream);
      return NULL;
    }
  stream->offset += size;
  return stream->page;
}

static const guint8 *
get_page (const Stream *self, const GscopeTraceFile *file)
{
  return file->is_compressed ? self->piece + self->piece_at - file->page_size : self->page;
}

static gboolean
next_page (GscopeTraceEvents *self, Stream *stream)
{
  const GscopeTraceFile *file = self->file;
  const guint8 *page = find_page (self, stream);
  guint64 commit;

  if (!page)
    return FALSE;
  self->n_pages++;
  commit = get (self, page + file->commit.offset, file->commit.size);
  stream->time = get (self, page, 8);
  stream->has_lost |= (commit & MISSED_EVENTS) != 0;
  stream->at = file->data_field.offset;
  stream->stop = stream->at + (commit & LENGTH_MASK);
  if (stream->stop > file->page_size || stream->time > MAX_TIME)
    return damage (self, stream);
  return TRUE;
}

/* Events. */

/* The length of what follows, and the time, of the word that begins an event. */
static void
read_word (const GscopeTraceEvents *self, const guint8 *data, guint *type, guint32 *delta)
{
  guint32 word = (guint32) get (self, data, 4);

  *type = self->file->is_big_endian ? word >> TIME_BITS : word & 31;
  *delta = self->file->is_big_endian ? word & TIME_MASK : word >> 5;
}

static gboolean
set_event (Stream *stream, const guint8 *data, gsize size)
{
  stream->event = (GscopeTraceEvent){
    .cpu = stream->cpu,
    .time = (gint64) stream->time,
    .has_lost = stream->has_lost,
    .data = data,
    .size = size,
  };
  stream->has_lost = FALSE;
  stream->has_event = TRUE;
  return TRUE;
}

static void
move_time (Stream *stream, guint type, guint32 delta, guint64 rest)
{
  guint64 time = (rest << TIME_BITS) + delta;

  /* an absolute time has 59 bits; its upper bits are in the page's time */
  if (type == TYPE_TIME_STAMP)
    stream->time = (stream->time & ~((G_GUINT64_CONSTANT (1) << 59) - 1)) | time;
  else
    stream->time += time;
  stream->time = MIN (stream->time, MAX_TIME);
}

/* Reads the entry at the present place of the page. Returns whether the entry is an event; other entries are passed.
 * */
static gboolean
read_event (GscopeTraceEvents *self, Stream *stream)
{
  const guint8 *data = get_page (stream, self->file) + stream->at;
  gsize left = stream->stop - stream->at, size;
  guint32 delta;
  guint type;

  if (left < 4)
    {
      stream->at = stream->stop;
      return FALSE;
    }
  read_word (self, data, &type, &delta);
  /* the rest of the page is empty */
  if (type == TYPE_PADDING && delta == 0)
    {
      stream->at = stream->stop;
      return FALSE;
    }
  /* all others but the short ones have a second word */
  if ((type == TYPE_LONG || type >= TYPE_PADDING) && left < 8)
    return damage (self, stream);
  if (type == TYPE_TIME_EXTEND || type == TYPE_TIME_STAMP)
    {
      move_time (stream, type, delta, get (self, data + 4, 4));
      stream->at += 8;
      return FALSE;
    }
  if (type == TYPE_LONG || type == TYPE_PADDING)
    size = 4 + ((get (self, data + 4, 4) + 3) & ~(guint64) 3);
  else
    size = 4 + 4 * (gsize) type;
  if (size < 8 || size > left)
    return damage (self, stream);
  stream->at += size;
  move_time (stream, type, delta, 0);
  if (type == TYPE_PADDING)
    return FALSE;
  return type == TYPE_LONG ? set_event (stream, data + 8, size - 8)
                           : set_event (stream, data + 4, size - 4);
}

static void
advance (GscopeTraceEvents *self, Stream *stream)
{
  stream->has_event = FALSE;
  while (!stream->has_event)
    if (stream->at < stream->stop)
      read_event (self, stream);
    else if (!next_page (self, stream))
      return;
}

GscopeTraceEvents *
gscope_trace_events_new (const GscopeTraceFile *file)
{
  GscopeTraceEvents *self = g_new0 (GscopeTraceEvents, 1);

  self->file = file;
  self->streams = g_array_new (FALSE, TRUE, sizeof (Stream));
  g_array_set_clear_func (self->streams, stream_clear);
  for (guint i = 0; i < file->data->len; i++)
    {
      const GscopeTraceData *data = &g_array_index (file->data, GscopeTraceData, i);
      /* the number of pieces before them does not count */
      guint64 size = MIN (data->size, file->size) + (file->is_compressed ? 4 : 0);
      Stream stream = { .cpu = data->cpu };

      stream.offset = MIN (data->offset, file->size);
      stream.end = stream.offset + MIN (size, file->size - stream.offset);
      self->is_damaged |= stream.end - stream.offset < size || data->size > file->size;
      g_array_append_val (self->streams, stream);
    }
  for (guint i = 0; i < self->streams->len; i++)
    advance (self, &g_array_index (self->streams, Stream, i));
  return self;
}

void
gscope_trace_events_free (GscopeTraceEvents *self)
{
  g_array_unref (self->streams);
  g_free (self);
}

gboolean
gscope_trace_events_next (GscopeTraceEvents *self, GscopeTraceEvent *event)
{
  Stream *first = NULL;

  /* the memory of the event that was returned last may go now */
  if (self->returned)
    advance (self, self->returned);
  for (guint i = 0; i < self->streams->len; i++)
    {
      Stream *stream = &g_array_index (self->streams, Stream, i);

      if (stream->has_event && (!first || stream->event.time < first->event.time))
        first = stream;
    }
  self->returned = first;
  if (!first)
    return FALSE;
  *event = first->event;
  return TRUE;
}

gboolean
gscope_trace_events_get_damaged (GscopeTraceEvents *self)
{
  return self->is_damaged;
}

guint64
gscope_trace_events_get_pages (GscopeTraceEvents *self)
{
  return self->n_pages;
}

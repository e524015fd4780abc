/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/stream.h>

#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <main-source.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>

enum
{
  READ_SIZE = 256 * 1024,
  /* The longest record of TLS, of which no part may be left when there is no room for more. */
  RECORD_SIZE = 16 * 1024,
  /* Largest number of messages in one write, and of reads in a row from a stream with records and
   * after a failed write. */
  GATHER = 64,
  MAX_READS = 16,
};

/* A message, or bytes without a header: a farewell, or those that answer a frame. */
typedef struct
{
  GBytes *bytes;
  gboolean is_reply;
  gsize header_size;
  guint8 header[GSCOPE_FRAMING_MAX_HEADER];
} Parcel;

struct _GscopeStreamCarrier
{
  GscopeCarrier parent_instance;

  GIOStream *stream;
  /* The socket of the stream, unless there is none; whether nothing lies between the two. */
  GSocket *socket;
  gboolean is_plain;
  GPollableInputStream *input;
  GPollableOutputStream *output;
  GscopeFraming *framing;
  GMainContext *context;
  gboolean is_closed;
  /* The end of the connection waits until no message is being delivered. Its cause. */
  gboolean is_ending;
  GError *failure;
  GError *send_error;

  GSource *reader;
  gboolean is_receiving;
  /* Set until the bytes that were there before the carrier are handed out. */
  GSource *first;
  guint8 *buffer;
  gsize buffer_size;
  gsize filled;

  GSource *writer;
  GQueue queue;
  /* Bytes written of the first parcel in the queue, including its header. */
  gsize written;
  gsize unsent;
  GSource *overflow;
  /* The answer to the newest frame that needs one, while the queue has an older answer. */
  gboolean has_reply;
  GBytes *newest_reply;
};

G_DEFINE_FINAL_TYPE (GscopeStreamCarrier, gscope_stream_carrier, GSCOPE_TYPE_CARRIER)

static gsize
get_size (const Parcel *parcel)
{
  return parcel->header_size + g_bytes_get_size (parcel->bytes);
}

static void
parcel_free (gpointer data)
{
  Parcel *parcel = data;

  g_bytes_unref (parcel->bytes);
  g_free (parcel);
}

static void
drop_queue (GscopeStreamCarrier *self)
{
  g_queue_clear_full (&self->queue, parcel_free);
  g_clear_pointer (&self->newest_reply, g_bytes_unref);
  self->has_reply = FALSE;
  self->written = 0;
  self->unsent = 0;
}

static void
enqueue (GscopeStreamCarrier *self, Parcel *parcel)
{
  g_queue_push_tail (&self->queue, parcel);
  self->unsent += get_size (parcel);
}

/* Takes ownership of the bytes. */
static void
enqueue_bytes (GscopeStreamCarrier *self, GBytes *bytes, gboolean is_reply)
{
  Parcel *parcel = g_new0 (Parcel, 1);

  parcel->bytes = bytes;
  parcel->is_reply = is_reply;
  self->has_reply |= is_reply;
  enqueue (self, parcel);
}

/* Answers a frame, or the newest one of those that come while an older one has not been answered (RFC 6455, section 5.5.3). Takes
 * ownership of the bytes. */
static void
enqueue_reply (GscopeStreamCarrier *self, GBytes *bytes)
{
  if (!self->has_reply)
    {
      enqueue_bytes (self, bytes, TRUE);
      return;
    }
  g_clear_pointer (&self->newest_reply, g_bytes_unref);
  self->newest_reply = bytes;
}

static void send_all (GscopeStreamCarrier *self);

/* Sends what the other end can still take. Bytes that were received and not read would make the
 * system discard this when the socket is closed. */
static void
say_farewell (GscopeStreamCarrier *self)
{
  GBytes *farewell;
  guint n_reads = 0;

  if (self->send_error)
    return;
  farewell = self->framing->create_farewell (self->framing, self->failure);
  if (farewell)
    enqueue_bytes (self, farewell, FALSE);
  send_all (self);
  while (self->socket && n_reads++ < MAX_READS
         && g_socket_receive_with_blocking (self->socket, (char *) self->buffer, self->buffer_size,
                                            FALSE, NULL, NULL)
                > 0)
    ;
}

/* The socket is closed first, because TLS would wait for the other end. */
static void
shut (GscopeStreamCarrier *self)
{
  self->is_closed = TRUE;
  g_clear_pointer (&self->reader, main_source_drop);
  g_clear_pointer (&self->writer, main_source_drop);
  g_clear_pointer (&self->overflow, main_source_drop);
  g_clear_pointer (&self->first, main_source_drop);
  say_farewell (self);
  drop_queue (self);
  if (self->socket && !self->is_plain)
    g_socket_close (self->socket, NULL);
  g_io_stream_close (self->stream, NULL, NULL);
}

static void
gscope_stream_carrier_dispose (GObject *object)
{
  GscopeStreamCarrier *self = GSCOPE_STREAM_CARRIER (object);

  if (!self->is_closed)
    shut (self);
  G_OBJECT_CLASS (gscope_stream_carrier_parent_class)->dispose (object);
}

static void
gscope_stream_carrier_finalize (GObject *object)
{
  GscopeStreamCarrier *self = GSCOPE_STREAM_CARRIER (object);

  self->framing->free (self->framing);
  g_clear_error (&self->failure);
  g_clear_error (&self->send_error);
  g_free (self->buffer);
  g_main_context_unref (self->context);
  g_object_unref (self->stream);
  G_OBJECT_CLASS (gscope_stream_carrier_parent_class)->finalize (object);
}

static void
finish (GscopeStreamCarrier *self)
{
  if (self->is_closed)
    return;
  shut (self);
  gscope_carrier_emit_closed (GSCOPE_CARRIER (self), self->failure);
}

/* Ends the connection. */
static void
end (GscopeStreamCarrier *self, const GError *error)
{
  if (self->is_closed || self->is_ending)
    return;
  self->is_ending = TRUE;
  if (error && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED))
    self->failure = g_error_copy (error);
  if (!self->is_receiving)
    finish (self);
}

static GSource *
attach (GscopeStreamCarrier *self, GSource *source, GSourceFunc func)
{
  g_source_set_callback (source, func, self, NULL);
  g_source_set_static_name (source, "[gscope] carrier");
  g_source_attach (source, self->context);
  return source;
}

/* The main loop leaves the descriptors of a source out of its poll while it calls it, and wakes itself twice for that,
 * unless it may be called again from within; around a stream's source there is one more. */
static GSource *
attach_socket (GscopeStreamCarrier *self, GIOCondition condition, GSourceFunc func)
{
  GSource *source = g_socket_create_source (self->socket, condition, NULL);

  g_source_set_can_recurse (source, TRUE);
  return attach (self, source, func);
}

static gboolean
is_open (GscopeStreamCarrier *self)
{
  return !self->is_closed && !self->is_ending;
}

static gboolean
on_overflow (gpointer data)
{
  g_autoptr (GscopeStreamCarrier) self = g_object_ref (data);
  g_autoptr (GError) error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                                          _ ("the other end does not read; %d MiB wait to be sent"),
                                          GSCOPE_CARRIER_MAX_UNSENT / 1024 / 1024);

  end (self, error);
  return G_SOURCE_REMOVE;
}

/* Closes the connection in an idle callback, because callers of a send do not expect its end. */
static gboolean
check_overflow (GscopeStreamCarrier *self)
{
  if (self->unsent <= GSCOPE_CARRIER_MAX_UNSENT)
    return TRUE;
  if (self->overflow)
    return FALSE;
  self->overflow = attach (self, g_idle_source_new (), on_overflow);
  /* not after an other end that sends without a pause */
  g_source_set_priority (self->overflow, G_PRIORITY_DEFAULT);
  return FALSE;
}

static void start_writer (GscopeStreamCarrier *self);

/* Receiving. */

/* Moves the rest of what was received to the front, and makes room for the frame of which it is the
 * beginning. The room for a large message is given back. */
static void
keep_rest (GscopeStreamCarrier *self, gsize at, gsize frame_size)
{
  gsize size;

  memmove (self->buffer, self->buffer + at, self->filled - at);
  self->filled -= at;
  size = MAX (READ_SIZE, MAX (frame_size, self->filled) + RECORD_SIZE);
  if (size == self->buffer_size)
    return;
  self->buffer_size = size;
  self->buffer = g_realloc (self->buffer, size);
}

/* A handler of a message may close the carrier, or run the main loop. */
static void
take_frame (GscopeStreamCarrier *self, GscopeFrame *frame)
{
  g_autoptr (GBytes) message = g_steal_pointer (&frame->message);
  g_autoptr (GError) cause = g_steal_pointer (&frame->cause);

  if (frame->reply)
    {
      enqueue_reply (self, g_steal_pointer (&frame->reply));
      start_writer (self);
    }
  if (message)
    gscope_carrier_emit_received (GSCOPE_CARRIER (self), message);
  if (frame->is_last)
    end (self, cause);
}

static void
hand_out (GscopeStreamCarrier *self)
{
  GscopeFrame frame = { 0 };
  gsize at = 0;

  while (is_open (self))
    {
      g_autoptr (GError) error = NULL;

      frame = (GscopeFrame){ 0 };
      if (!self->framing->take (self->framing, self->buffer + at, self->filled - at, &frame,
                                &error))
        {
          end (self, error);
          return;
        }
      if (frame.size > self->filled - at)
        break;
      at += frame.size;
      take_frame (self, &frame);
    }
  keep_rest (self, at, frame.size);
}

static void
end_of_input (GscopeStreamCarrier *self)
{
  g_autoptr (GError) error = NULL;

  if (self->filled > 0 || self->framing->is_within (self->framing))
    error =
        g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("the stream ended within a message"));
  end (self, error);
}

/* A peer that closed with unread data, or without the last words of TLS, counts as one that read
 * all. */
static gboolean
is_end (const GError *error)
{
  return !error || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED)
         || g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_EOF);
}

/* Reads once. Returns whether there may be more. */
static gboolean
receive (GscopeStreamCarrier *self)
{
  g_autoptr (GError) error = NULL;
  gssize n = g_pollable_input_stream_read_nonblocking (
      self->input, self->buffer + self->filled, self->buffer_size - self->filled, NULL, &error);

  if (n > 0)
    {
      self->filled += n;
      hand_out (self);
      return is_open (self);
    }
  if (is_end (error))
    end_of_input (self);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    end (self, error);
  return FALSE;
}

static void attach_reader (GscopeStreamCarrier *self);

static void
continue_receiving (GscopeStreamCarrier *self)
{
  if (self->send_error)
    end (self, self->send_error);
  if (self->is_ending)
    finish (self);
  else if (!self->is_closed && !self->reader)
    attach_reader (self);
}

/* While a handler of a message runs the main loop, the next message waits, and no event source is
 * attached, which would make that loop spin. After a failed write the last messages of the other
 * end are still read. A stream of records is read until it is empty, because it may hold some that
 * its socket no longer reports. */
static void
receive_in_turn (GscopeStreamCarrier *self)
{
  guint n_reads = 0;

  if (self->is_receiving)
    {
      g_clear_pointer (&self->reader, main_source_drop);
      return;
    }
  self->is_receiving = TRUE;
  while (receive (self) && (self->send_error || !self->is_plain) && ++n_reads < MAX_READS)
    ;
  self->is_receiving = FALSE;
  continue_receiving (self);
}

static gboolean
on_first (gpointer data)
{
  g_autoptr (GscopeStreamCarrier) self = g_object_ref (data);

  g_clear_pointer (&self->first, main_source_drop);
  self->is_receiving = TRUE;
  hand_out (self);
  self->is_receiving = FALSE;
  continue_receiving (self);
  return G_SOURCE_REMOVE;
}

static gboolean
on_readable (GObject *stream, gpointer data)
{
  g_autoptr (GscopeStreamCarrier) self = g_object_ref (data);

  receive_in_turn (self);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_socket_readable (GSocket *socket, GIOCondition condition, gpointer data)
{
  return on_readable (NULL, data);
}

static void
attach_reader (GscopeStreamCarrier *self)
{
  if (self->is_plain)
    self->reader = attach_socket (self, G_IO_IN, G_SOURCE_FUNC (on_socket_readable));
  else
    self->reader = attach (self, g_pollable_input_stream_create_source (self->input, NULL),
                           G_SOURCE_FUNC (on_readable));
}

/* Sending. */

/* Takes the first parcel from the queue. */
static void
take_sent (GscopeStreamCarrier *self)
{
  Parcel *parcel = g_queue_pop_head (&self->queue);

  if (parcel->is_reply)
    self->has_reply = FALSE;
  parcel_free (parcel);
  if (!self->has_reply && self->newest_reply)
    enqueue_reply (self, g_steal_pointer (&self->newest_reply));
}

static void
count_written (GscopeStreamCarrier *self, gsize n)
{
  self->unsent -= n;
  self->written += n;
  while (self->queue.length > 0)
    {
      gsize size = get_size (self->queue.head->data);

      if (self->written < size)
        return;
      self->written -= size;
      take_sent (self);
    }
}

static guint
fill_vectors (GscopeStreamCarrier *self, GOutputVector *vectors)
{
  gsize skip = self->written;
  guint n = 0;

  for (GList *link = self->queue.head; link && n < 2 * GATHER; link = link->next)
    {
      Parcel *parcel = link->data;
      gsize size;
      const guint8 *data = g_bytes_get_data (parcel->bytes, &size);
      gsize skipped = MIN (skip, parcel->header_size);

      if (skipped < parcel->header_size)
        vectors[n++] = (GOutputVector){ parcel->header + skipped, parcel->header_size - skipped };
      skip -= skipped;
      if (skip < size)
        vectors[n++] = (GOutputVector){ data + skip, size - skip };
      skip = 0;
    }
  return n;
}

/* Writes a record of TLS, which is as dear for a header as for thousands of bytes. */
static GPollableReturn
write_record (GscopeStreamCarrier *self, const GOutputVector *vectors, guint n, gsize *n_written,
              GError **error)
{
  guint8 record[RECORD_SIZE];
  gsize size = 0;
  gssize outcome;
  g_autoptr (GError) failure = NULL;

  for (guint i = 0; i < n && size < RECORD_SIZE; i++)
    {
      gsize part = MIN (vectors[i].size, RECORD_SIZE - size);

      memcpy (record + size, vectors[i].buffer, part);
      size += part;
    }
  outcome = g_pollable_output_stream_write_nonblocking (self->output, record, size, NULL, &failure);
  if (outcome >= 0)
    {
      *n_written = outcome;
      return G_POLLABLE_RETURN_OK;
    }
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    return G_POLLABLE_RETURN_WOULD_BLOCK;
  g_propagate_error (error, g_steal_pointer (&failure));
  return G_POLLABLE_RETURN_FAILED;
}

static GPollableReturn
send_some (GscopeStreamCarrier *self, GError **error)
{
  GOutputVector vectors[2 * GATHER + 1];
  guint n = fill_vectors (self, vectors);
  gsize n_written = 0;
  GPollableReturn outcome;

  if (self->is_plain)
    outcome = g_pollable_output_stream_writev_nonblocking (self->output, vectors, n, &n_written,
                                                           NULL, error);
  else
    outcome = write_record (self, vectors, n, &n_written, error);
  count_written (self, n_written);
  return outcome;
}

/* Sends what the connection takes. */
static void
send_all (GscopeStreamCarrier *self)
{
  while (self->queue.length > 0 && send_some (self, NULL) == G_POLLABLE_RETURN_OK)
    ;
}

static void
fail_sending (GscopeStreamCarrier *self, const GError *error)
{
  drop_queue (self);
  self->send_error = g_error_copy (error);
  if (!self->is_receiving)
    receive_in_turn (self);
}

static gboolean
on_writable (GObject *stream, gpointer data)
{
  g_autoptr (GscopeStreamCarrier) self = g_object_ref (data);
  g_autoptr (GError) error = NULL;

  if (self->queue.length > 0 && send_some (self, &error) == G_POLLABLE_RETURN_FAILED)
    {
      g_clear_pointer (&self->writer, main_source_drop);
      fail_sending (self, error);
      return G_SOURCE_REMOVE;
    }
  gscope_carrier_emit_sent (GSCOPE_CARRIER (self));
  if (self->queue.length == 0)
    g_clear_pointer (&self->writer, main_source_drop);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_socket_writable (GSocket *socket, GIOCondition condition, gpointer data)
{
  return on_writable (NULL, data);
}

static void
start_writer (GscopeStreamCarrier *self)
{
  if (self->writer)
    return;
  if (self->is_plain)
    self->writer = attach_socket (self, G_IO_OUT, G_SOURCE_FUNC (on_socket_writable));
  else
    self->writer = attach (self, g_pollable_output_stream_create_source (self->output, NULL),
                           G_SOURCE_FUNC (on_writable));
}

static void
gscope_stream_carrier_send (GscopeCarrier *carrier, GBytes *message)
{
  GscopeStreamCarrier *self = GSCOPE_STREAM_CARRIER (carrier);
  Parcel *parcel;

  if (!is_open (self) || self->send_error || !check_overflow (self))
    return;
  parcel = g_new0 (Parcel, 1);
  parcel->bytes = g_bytes_ref (message);
  parcel->header_size = self->framing->wrap (self->framing, &parcel->bytes, parcel->header);
  enqueue (self, parcel);
  start_writer (self);
}

static gsize
gscope_stream_carrier_get_unsent (GscopeCarrier *carrier)
{
  return GSCOPE_STREAM_CARRIER (carrier)->unsent;
}

/* The writer stays: it reports that data was written, and errors. */
static void
gscope_stream_carrier_flush (GscopeCarrier *carrier)
{
  GscopeStreamCarrier *self = GSCOPE_STREAM_CARRIER (carrier);

  if (!self->is_closed)
    send_all (self);
}

static void
gscope_stream_carrier_close (GscopeCarrier *carrier)
{
  GscopeStreamCarrier *self = GSCOPE_STREAM_CARRIER (carrier);

  if (!self->is_closed)
    shut (self);
}

static void
gscope_stream_carrier_class_init (GscopeStreamCarrierClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeCarrierClass *carrier_class = GSCOPE_CARRIER_CLASS (klass);

  object_class->dispose = gscope_stream_carrier_dispose;
  object_class->finalize = gscope_stream_carrier_finalize;
  carrier_class->send = gscope_stream_carrier_send;
  carrier_class->get_unsent = gscope_stream_carrier_get_unsent;
  carrier_class->close = gscope_stream_carrier_close;
  carrier_class->flush = gscope_stream_carrier_flush;

  /* This class makes the process ignore SIGPIPE. */
  g_type_class_unref (g_type_class_ref (G_TYPE_SOCKET));
}

static void
gscope_stream_carrier_init (GscopeStreamCarrier *self)
{
  self->context = g_main_context_ref_thread_default ();
  g_queue_init (&self->queue);
  self->buffer_size = READ_SIZE;
  self->buffer = g_malloc (self->buffer_size);
}

/* Returns the stream whose streams can be polled. A client's connection over TLS wraps it. */
static GIOStream *
unwrap (GIOStream *stream)
{
  if (G_IS_TCP_WRAPPER_CONNECTION (stream))
    return g_tcp_wrapper_connection_get_base_io_stream (G_TCP_WRAPPER_CONNECTION (stream));
  return stream;
}

static GSocket *
find_socket (GIOStream *stream)
{
  g_autoptr (GIOStream) base = NULL;

  if (G_IS_TLS_CONNECTION (stream))
    g_object_get (stream, "base-io-stream", &base, NULL);
  else
    base = g_object_ref (stream);
  if (!G_IS_SOCKET_CONNECTION (base))
    return NULL;
  return g_socket_connection_get_socket (G_SOCKET_CONNECTION (base));
}

/* TCP would keep the last part of a message back until the part before it is acknowledged. The main loop says that a
 * pipe takes some bytes, not how many. */
static void
prepare_output (GscopeStreamCarrier *self)
{
  if (self->socket)
    g_socket_set_option (self->socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
  if (G_IS_UNIX_OUTPUT_STREAM (self->output))
    g_unix_set_fd_nonblocking (g_unix_output_stream_get_fd (G_UNIX_OUTPUT_STREAM (self->output)),
                               TRUE, NULL);
}

static void
take_first (GscopeStreamCarrier *self, GBytes *first)
{
  gsize size;
  const void *data = g_bytes_get_data (first, &size);

  self->buffer_size = MAX (READ_SIZE, size + RECORD_SIZE);
  self->buffer = g_realloc (self->buffer, self->buffer_size);
  memcpy (self->buffer, data, size);
  self->filled = size;
  self->first = g_timeout_source_new (0);
  attach (self, self->first, on_first);
}

GscopeCarrier *
gscope_stream_carrier_new_framed (GIOStream *stream, GscopeFraming *framing, GBytes *first)
{
  GscopeStreamCarrier *self = g_object_new (GSCOPE_TYPE_STREAM_CARRIER, NULL);
  GIOStream *inner = unwrap (stream);

  self->stream = g_object_ref (stream);
  self->framing = framing;
  self->socket = find_socket (inner);
  self->is_plain = self->socket && G_IS_SOCKET_CONNECTION (inner);
  self->input = G_POLLABLE_INPUT_STREAM (g_io_stream_get_input_stream (inner));
  self->output = G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (inner));
  prepare_output (self);
  if (first && g_bytes_get_size (first) > 0)
    take_first (self, first);
  else
    attach_reader (self);
  return GSCOPE_CARRIER (self);
}

GscopeCarrier *
gscope_stream_carrier_new (GIOStream *stream)
{
  return gscope_stream_carrier_new_framed (stream, gscope_framing_new (), NULL);
}

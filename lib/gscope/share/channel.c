/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/channel.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>

enum
{
  HEADER = 4,
  READ_SIZE = 256 * 1024,
  /* Largest number of messages in one write, and of reads after a failed write. */
  GATHER = 64,
  LAST_READS = 16,
};

struct _GscopeChannel
{
  GObject parent_instance;

  GIOStream *stream;
  GPollableInputStream *input;
  GPollableOutputStream *output;
  GMainContext *context;
  gboolean is_closed;
  /* The connection ends, for the cause in failure, once no message is being delivered. */
  gboolean is_ending;
  GError *failure;
  GError *send_error;

  GSource *reader;
  gboolean is_receiving;
  guint8 *buffer;
  gsize buffer_size;
  gsize filled;

  GSource *writer;
  GQueue queue;
  /* Bytes written of the first message in the queue, including its header. */
  gsize written;
  gsize unsent;
  GSource *overflow;
};

enum
{
  RECEIVED,
  SENT,
  CLOSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (GscopeChannel, gscope_channel, G_TYPE_OBJECT)

static void
drop_source (GSource **source)
{
  if (*source)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
drop_queue (GscopeChannel *self)
{
  g_queue_clear_full (&self->queue, (GDestroyNotify) g_bytes_unref);
  self->written = 0;
  self->unsent = 0;
}

static void
shut (GscopeChannel *self)
{
  self->is_closed = TRUE;
  drop_source (&self->reader);
  drop_source (&self->writer);
  drop_source (&self->overflow);
  drop_queue (self);
  g_io_stream_close (self->stream, NULL, NULL);
}

static void
gscope_channel_dispose (GObject *object)
{
  GscopeChannel *self = GSCOPE_CHANNEL (object);

  if (!self->is_closed)
    shut (self);
  G_OBJECT_CLASS (gscope_channel_parent_class)->dispose (object);
}

static void
gscope_channel_finalize (GObject *object)
{
  GscopeChannel *self = GSCOPE_CHANNEL (object);

  g_clear_error (&self->failure);
  g_clear_error (&self->send_error);
  g_free (self->buffer);
  g_main_context_unref (self->context);
  g_object_unref (self->stream);
  G_OBJECT_CLASS (gscope_channel_parent_class)->finalize (object);
}

static void
gscope_channel_class_init (GscopeChannelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = gscope_channel_dispose;
  object_class->finalize = gscope_channel_finalize;
  signals[RECEIVED] = g_signal_new ("received", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, G_TYPE_BYTES);
  signals[SENT] =
      g_signal_new ("sent", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CLOSED] = g_signal_new ("closed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
gscope_channel_init (GscopeChannel *self)
{
  self->context = g_main_context_ref_thread_default ();
  g_queue_init (&self->queue);
}

static void
finish (GscopeChannel *self)
{
  if (self->is_closed)
    return;
  shut (self);
  g_signal_emit (self, signals[CLOSED], 0, self->failure);
}

/* Ends the connection. A peer that closed with unread data counts as one that read all. */
static void
end (GscopeChannel *self, const GError *error)
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
attach (GscopeChannel *self, GSource *source, GSourceFunc func)
{
  g_source_set_callback (source, func, self, NULL);
  g_source_set_static_name (source, "[gscope] channel");
  g_source_attach (source, self->context);
  return source;
}

/* Receiving. */

static gsize
get_length (const guint8 *header)
{
  guint32 length;

  memcpy (&length, header, sizeof length);
  return GUINT32_FROM_LE (length);
}

static gboolean
check_length (GscopeChannel *self, gsize length)
{
  g_autoptr (GError) error = NULL;

  if (length <= GSCOPE_CHANNEL_MAX_MESSAGE)
    return TRUE;
  error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                       _ ("a message of %zu bytes was announced, but at most %d are allowed"),
                       length, GSCOPE_CHANNEL_MAX_MESSAGE);
  end (self, error);
  return FALSE;
}

static void
make_room (GscopeChannel *self, gsize length)
{
  if (HEADER + length <= self->buffer_size)
    return;
  self->buffer_size = HEADER + length;
  self->buffer = g_realloc (self->buffer, self->buffer_size);
}

/* A handler of a message may close the channel, or run the main loop. */
static void
hand_out (GscopeChannel *self)
{
  gsize at = 0;

  while (!self->is_closed && !self->is_ending && self->filled - at >= HEADER)
    {
      gsize length = get_length (self->buffer + at);
      g_autoptr (GBytes) message = NULL;

      if (!check_length (self, length))
        return;
      if (self->filled - at - HEADER < length)
        {
          make_room (self, length);
          break;
        }
      message = g_bytes_new (self->buffer + at + HEADER, length);
      at += HEADER + length;
      g_signal_emit (self, signals[RECEIVED], 0, message);
    }
  memmove (self->buffer, self->buffer + at, self->filled - at);
  self->filled -= at;
}

static void
end_of_input (GscopeChannel *self)
{
  g_autoptr (GError) error = NULL;

  if (self->filled > 0)
    error =
        g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("the stream ended within a message"));
  end (self, error);
}

/* Reads once. Returns whether there may be more. */
static gboolean
receive (GscopeChannel *self)
{
  g_autoptr (GError) error = NULL;
  gssize n = g_pollable_input_stream_read_nonblocking (
      self->input, self->buffer + self->filled, self->buffer_size - self->filled, NULL, &error);

  if (n > 0)
    {
      self->filled += n;
      hand_out (self);
      return !self->is_closed && !self->is_ending;
    }
  if (n == 0)
    end_of_input (self);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    end (self, error);
  return FALSE;
}

static void attach_reader (GscopeChannel *self);

/* While a handler of a message runs the main loop, the next message waits, and no event source is
 * attached, which would make that loop spin. After a failed write the last messages of the other
 * end are still read. */
static void
receive_in_turn (GscopeChannel *self)
{
  guint n_reads = 0;

  if (self->is_receiving)
    {
      drop_source (&self->reader);
      return;
    }
  self->is_receiving = TRUE;
  while (receive (self) && self->send_error && ++n_reads < LAST_READS)
    ;
  self->is_receiving = FALSE;
  if (self->send_error)
    end (self, self->send_error);
  if (self->is_ending)
    finish (self);
  else if (!self->is_closed && !self->reader)
    attach_reader (self);
}

static gboolean
on_readable (GObject *stream, gpointer data)
{
  g_autoptr (GscopeChannel) self = g_object_ref (data);

  receive_in_turn (self);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_socket_readable (GSocket *socket, GIOCondition condition, gpointer data)
{
  return on_readable (NULL, data);
}

/* The main loop leaves the descriptors of a source out of its poll while it calls it, and wakes itself twice for that,
 * unless it may be called again from within; around a stream's source there is one more. */
static void
attach_reader (GscopeChannel *self)
{
  GSource *source;

  if (!G_IS_SOCKET_CONNECTION (self->stream))
    {
      self->reader = attach (self, g_pollable_input_stream_create_source (self->input, NULL),
                             G_SOURCE_FUNC (on_readable));
      return;
    }
  source = g_socket_create_source (
      g_socket_connection_get_socket (G_SOCKET_CONNECTION (self->stream)), G_IO_IN, NULL);
  g_source_set_can_recurse (source, TRUE);
  self->reader = attach (self, source, G_SOURCE_FUNC (on_socket_readable));
}

/* Sending. */

static void
count_written (GscopeChannel *self, gsize n)
{
  self->unsent -= n;
  self->written += n;
  while (self->queue.length > 0)
    {
      gsize length = HEADER + g_bytes_get_size (self->queue.head->data);

      if (self->written < length)
        return;
      self->written -= length;
      g_bytes_unref (g_queue_pop_head (&self->queue));
    }
}

static guint
fill_vectors (GscopeChannel *self, guint32 *headers, GOutputVector *vectors)
{
  gsize skip = self->written;
  guint n = 0;

  for (GList *link = self->queue.head; link && n < 2 * GATHER; link = link->next)
    {
      gsize size;
      const char *data = g_bytes_get_data (link->data, &size);
      gsize skipped = MIN (skip, HEADER);
      guint32 *header = &headers[n / 2];

      *header = GUINT32_TO_LE (size);
      vectors[n++] = (GOutputVector){ (char *) header + skipped, HEADER - skipped };
      vectors[n++] = (GOutputVector){ data + (skip - skipped), size - (skip - skipped) };
      skip = 0;
    }
  return n;
}

static GPollableReturn
send_some (GscopeChannel *self, GError **error)
{
  guint32 headers[GATHER];
  GOutputVector vectors[2 * GATHER];
  guint n = fill_vectors (self, headers, vectors);
  gsize n_written = 0;
  GPollableReturn outcome = g_pollable_output_stream_writev_nonblocking (self->output, vectors, n,
                                                                         &n_written, NULL, error);

  count_written (self, n_written);
  return outcome;
}

static void
fail_sending (GscopeChannel *self, const GError *error)
{
  drop_queue (self);
  self->send_error = g_error_copy (error);
  if (!self->is_receiving)
    receive_in_turn (self);
}

static gboolean
on_writable (GObject *stream, gpointer data)
{
  g_autoptr (GscopeChannel) self = g_object_ref (data);
  g_autoptr (GError) error = NULL;

  if (send_some (self, &error) == G_POLLABLE_RETURN_FAILED)
    {
      drop_source (&self->writer);
      fail_sending (self, error);
      return G_SOURCE_REMOVE;
    }
  g_signal_emit (self, signals[SENT], 0);
  if (self->queue.length == 0)
    drop_source (&self->writer);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_overflow (gpointer data)
{
  g_autoptr (GscopeChannel) self = g_object_ref (data);
  g_autoptr (GError) error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                                          _ ("the other end does not read; %d MiB wait to be sent"),
                                          GSCOPE_CHANNEL_MAX_UNSENT / 1024 / 1024);

  end (self, error);
  return G_SOURCE_REMOVE;
}

/* Closes the connection in an idle callback, because callers of a send do not expect its end. */
static void
overflow (GscopeChannel *self)
{
  if (self->overflow)
    return;
  self->overflow = g_idle_source_new ();
  g_source_set_callback (self->overflow, on_overflow, self, NULL);
  g_source_attach (self->overflow, self->context);
}

void
gscope_channel_send (GscopeChannel *self, GBytes *message)
{
  g_return_if_fail (g_bytes_get_size (message) <= GSCOPE_CHANNEL_MAX_MESSAGE);

  if (self->is_closed || self->is_ending || self->send_error)
    return;
  if (self->unsent > GSCOPE_CHANNEL_MAX_UNSENT)
    {
      overflow (self);
      return;
    }
  g_queue_push_tail (&self->queue, g_bytes_ref (message));
  self->unsent += HEADER + g_bytes_get_size (message);
  if (!self->writer)
    self->writer = attach (self, g_pollable_output_stream_create_source (self->output, NULL),
                           G_SOURCE_FUNC (on_writable));
}

gsize
gscope_channel_get_unsent (GscopeChannel *self)
{
  return self->unsent;
}

void
gscope_channel_close (GscopeChannel *self)
{
  if (self->is_closed)
    return;
  while (self->queue.length > 0 && send_some (self, NULL) == G_POLLABLE_RETURN_OK)
    ;
  shut (self);
}

GscopeChannel *
gscope_channel_new (GIOStream *stream)
{
  GscopeChannel *self = g_object_new (GSCOPE_TYPE_CHANNEL, NULL);

  self->stream = g_object_ref (stream);
  self->input = G_POLLABLE_INPUT_STREAM (g_io_stream_get_input_stream (stream));
  self->output = G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (stream));
  self->buffer_size = READ_SIZE;
  self->buffer = g_malloc (self->buffer_size);
  attach_reader (self);
  return self;
}

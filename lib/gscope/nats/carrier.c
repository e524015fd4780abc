/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/carrier.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/pulse.h>
#include <gscope/error.h>
#include <main-source.h>
#include <string.h>

#define MAX_FRAME (64 * 1024)

/* How often an end says that it is there, and after what silence it counts as gone. */
#define SIGN_INTERVAL (2 * GSCOPE_SEC)
#define PATIENCE (10 * GSCOPE_SEC)

struct _GscopeNatsCarrier
{
  GscopeCarrier parent_instance;

  GscopeNatsBus *bus;
  GscopeAir *air;
  char *subject;
  char *far_subject;
  GSource *sign;
  GSource *writer;
  GscopePulse *pulse;
  gboolean is_closed;
  /* why it will close; and whether there is a reason to close */
  GError *error;
  gboolean is_ending;

  /* messages to send, their bytes, and how many bytes of the first message were sent */
  GQueue queue;
  gsize queued;
  gsize offset;
  guint32 n_sent;
  guint64 sent;
  guint64 far_limit;

  /* parts of a message, messages that wait for a handler, and bytes of frames that were read */
  GByteArray *parts;
  GQueue inbox;
  gboolean is_delivering;
  guint32 n_received;
  guint64 received;
  guint64 read;
  guint64 limit;
};

G_DEFINE_FINAL_TYPE (GscopeNatsCarrier, gscope_nats_carrier, GSCOPE_TYPE_CARRIER)

GBytes *
gscope_nats_frame_new (GscopeNatsFrame kind, guint32 number, const void *content, gsize size)
{
  guint8 *data = g_malloc0 (GSCOPE_NATS_HEADER + size);
  guint32 little = GUINT32_TO_LE (number);

  data[0] = (guint8) kind;
  memcpy (data + 4, &little, sizeof little);
  if (size > 0)
    memcpy (data + GSCOPE_NATS_HEADER, content, size);
  return g_bytes_new_take (data, GSCOPE_NATS_HEADER + size);
}

static void
publish (GscopeNatsCarrier *self, GscopeNatsFrame kind, guint32 number, const void *content,
         gsize size)
{
  g_autoptr (GBytes) frame = gscope_nats_frame_new (kind, number, content, size);

  gscope_nats_bus_publish (self->bus, self->far_subject, NULL, frame);
}

/* The end. */

static void
shut (GscopeNatsCarrier *self)
{
  self->is_closed = TRUE;
  g_clear_pointer (&self->sign, main_source_drop);
  g_clear_pointer (&self->writer, main_source_drop);
  g_clear_pointer (&self->pulse, gscope_pulse_free);
  g_signal_handlers_disconnect_by_data (self->bus, self);
  gscope_nats_bus_remove_route (self->bus, self->subject);
  g_queue_clear_full (&self->queue, (GDestroyNotify) g_bytes_unref);
  g_queue_clear_full (&self->inbox, (GDestroyNotify) g_bytes_unref);
  self->queued = 0;
}

static gboolean on_write (gpointer data);

static void
write_later (GscopeNatsCarrier *self)
{
  if (self->writer || self->is_closed)
    return;
  self->writer = g_idle_source_new ();
  g_source_set_priority (self->writer, G_PRIORITY_DEFAULT);
  g_source_set_static_name (self->writer, "[gscope] nats carrier");
  g_source_set_can_recurse (self->writer, TRUE);
  g_source_set_callback (self->writer, on_write, self, NULL);
  g_source_attach (self->writer, g_main_context_get_thread_default ());
}

/* Closes it in the next iteration of the main loop, after the messages that have come. Takes the error. */
static void
fail (GscopeNatsCarrier *self, GError *error)
{
  if (self->is_ending || self->is_closed)
    {
      g_clear_error (&error);
      return;
    }
  self->is_ending = TRUE;
  self->error = error;
  write_later (self);
}

static void
end_if_read (GscopeNatsCarrier *self)
{
  g_autoptr (GError) error = NULL;

  if (!self->is_ending || self->is_delivering || !g_queue_is_empty (&self->inbox)
      || self->is_closed)
    return;
  error = g_steal_pointer (&self->error);
  if (error)
    publish (self, GSCOPE_NATS_FRAME_END, self->n_sent++, NULL, 0);
  shut (self);
  gscope_carrier_emit_closed (GSCOPE_CARRIER (self), error);
}

/* Sending. */

static void
send_part (GscopeNatsCarrier *self)
{
  GBytes *message = g_queue_peek_head (&self->queue);
  gsize size;
  const guint8 *data = g_bytes_get_data (message, &size);
  gsize n = MIN (size - self->offset, MAX_FRAME);
  gboolean is_last = self->offset + n == size;

  publish (self, is_last ? GSCOPE_NATS_FRAME_MESSAGE : GSCOPE_NATS_FRAME_PART, self->n_sent++,
           data ? data + self->offset : NULL, n);
  self->sent += n + GSCOPE_NATS_HEADER;
  self->queued -= n;
  self->offset += n;
  if (!is_last)
    return;
  g_bytes_unref (g_queue_pop_head (&self->queue));
  self->offset = 0;
}

/* Returns whether something was sent. */
static gboolean
write_now (GscopeNatsCarrier *self)
{
  gboolean is_sent = FALSE;

  for (; self->sent < self->far_limit && !g_queue_is_empty (&self->queue); is_sent = TRUE)
    send_part (self);
  return is_sent;
}

static gboolean
on_write (gpointer data)
{
  g_autoptr (GscopeNatsCarrier) self = g_object_ref (data);

  g_clear_pointer (&self->writer, main_source_drop);
  if (!self->is_ending && write_now (self))
    gscope_carrier_emit_sent (GSCOPE_CARRIER (self));
  if (!self->is_closed)
    end_if_read (self);
  return G_SOURCE_REMOVE;
}

static void
gscope_nats_carrier_send (GscopeCarrier *carrier, GBytes *message)
{
  GscopeNatsCarrier *self = GSCOPE_NATS_CARRIER (carrier);

  if (self->is_closed || self->is_ending)
    return;
  g_queue_push_tail (&self->queue, g_bytes_ref (message));
  self->queued += g_bytes_get_size (message);
  if (self->queued > GSCOPE_CARRIER_MAX_UNSENT)
    fail (self, g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                             _ ("the other end does not read; %d MiB wait to be sent"),
                             GSCOPE_CARRIER_MAX_UNSENT / 1024 / 1024));
  else
    write_later (self);
}

static gsize
gscope_nats_carrier_get_unsent (GscopeCarrier *carrier)
{
  return GSCOPE_NATS_CARRIER (carrier)->queued;
}

static void
gscope_nats_carrier_flush (GscopeCarrier *carrier)
{
  GscopeNatsCarrier *self = GSCOPE_NATS_CARRIER (carrier);

  if (!self->is_closed && !self->is_ending && write_now (self))
    write_later (self);
}

static GscopeAir *
gscope_nats_carrier_get_air (GscopeCarrier *carrier)
{
  return GSCOPE_NATS_CARRIER (carrier)->air;
}

static void
gscope_nats_carrier_close (GscopeCarrier *carrier)
{
  GscopeNatsCarrier *self = GSCOPE_NATS_CARRIER (carrier);

  if (self->is_closed)
    return;
  if (!self->is_ending)
    write_now (self);
  publish (self, GSCOPE_NATS_FRAME_END, self->n_sent++, NULL, 0);
  shut (self);
}

/* Receiving. */

static void
tell_limit (GscopeNatsCarrier *self)
{
  guint64 little = GUINT64_TO_LE (self->limit);

  publish (self, GSCOPE_NATS_FRAME_WINDOW, 0, &little, sizeof little);
}

/* Allows the other end more, once half of the window was read. */
static void
raise_limit (GscopeNatsCarrier *self)
{
  guint32 window = gscope_nats_bus_get_window (self->bus);

  if (self->read + window < self->limit + window / 2)
    return;
  self->limit = self->read + window;
  tell_limit (self);
}

/* Handlers may close the carrier, or run the main loop. */
static void
deliver (GscopeNatsCarrier *self)
{
  GBytes *message;

  while (!self->is_delivering && !self->is_closed && (message = g_queue_pop_head (&self->inbox)))
    {
      gsize n_frames = MAX ((g_bytes_get_size (message) + MAX_FRAME - 1) / MAX_FRAME, 1);

      self->is_delivering = TRUE;
      self->read += g_bytes_get_size (message) + n_frames * GSCOPE_NATS_HEADER;
      gscope_carrier_emit_received (GSCOPE_CARRIER (self), message);
      self->is_delivering = FALSE;
      g_bytes_unref (message);
      if (!self->is_closed)
        raise_limit (self);
    }
  end_if_read (self);
}

static void
take_part (GscopeNatsCarrier *self, GBytes *frame, gboolean is_last)
{
  g_autoptr (GBytes) part = g_bytes_new_from_bytes (frame, GSCOPE_NATS_HEADER,
                                                    g_bytes_get_size (frame) - GSCOPE_NATS_HEADER);
  gsize size = g_bytes_get_size (part);

  self->received += g_bytes_get_size (frame);
  if (self->parts->len + size > GSCOPE_CARRIER_MAX_MESSAGE || size > MAX_FRAME
      || (!is_last && size < MAX_FRAME)
      || self->received > self->limit + MAX_FRAME + GSCOPE_NATS_HEADER)
    {
      fail (self, g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                               _ ("the other end sent more than it may over NATS")));
      return;
    }
  if (is_last && self->parts->len == 0)
    {
      g_queue_push_tail (&self->inbox, g_steal_pointer (&part));
      return;
    }
  if (size > 0)
    g_byte_array_append (self->parts, g_bytes_get_data (part, NULL), (guint) size);
  if (!is_last)
    return;
  g_queue_push_tail (&self->inbox, g_byte_array_free_to_bytes (self->parts));
  self->parts = g_byte_array_new ();
}

static void
take_window (GscopeNatsCarrier *self, const guint8 *content, gsize size)
{
  guint64 limit;

  if (size != sizeof limit)
    return;
  memcpy (&limit, content, sizeof limit);
  limit = GUINT64_FROM_LE (limit);
  if (limit <= self->far_limit)
    return;
  self->far_limit = limit;
  if (!g_queue_is_empty (&self->queue))
    write_later (self);
}

static void
take_numbered (GscopeNatsCarrier *self, GscopeNatsFrame kind, guint32 number, GBytes *frame)
{
  if (number != self->n_received++)
    fail (self, g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                             _ ("messages were lost at the NATS server or on the way")));
  else if (kind != GSCOPE_NATS_FRAME_END)
    take_part (self, frame, kind == GSCOPE_NATS_FRAME_MESSAGE);
  else if (self->parts->len > 0)
    fail (self, g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                             _ ("the connection ended within a message")));
  else
    fail (self, NULL);
}

static void
on_frame (gpointer data, const char *subject, const char *reply, GBytes *frame)
{
  g_autoptr (GscopeNatsCarrier) self = g_object_ref (data);
  gsize size = 0;
  const guint8 *bytes = frame ? g_bytes_get_data (frame, &size) : NULL;
  guint32 number;

  if (size < GSCOPE_NATS_HEADER || self->is_ending)
    return;
  gscope_pulse_hear (self->pulse);
  memcpy (&number, bytes + 4, sizeof number);
  if (bytes[0] == GSCOPE_NATS_FRAME_WINDOW)
    take_window (self, bytes + GSCOPE_NATS_HEADER, size - GSCOPE_NATS_HEADER);
  else if (bytes[0] <= GSCOPE_NATS_FRAME_END)
    take_numbered (self, bytes[0], GUINT32_FROM_LE (number), frame);
  deliver (self);
}

/* Life. */

static void
on_down (GscopeNatsBus *bus, const GError *error, GscopeNatsCarrier *self)
{
  fail (self, g_error_copy (error));
}

static void
on_end (GscopeNatsBus *bus, const char *prefix, const GError *error, GscopeNatsCarrier *self)
{
  if (g_str_has_prefix (self->subject, prefix))
    fail (self, g_error_copy (error));
}

static gboolean
on_sign (gpointer data)
{
  tell_limit (data);
  return G_SOURCE_CONTINUE;
}

static void
on_silence (gpointer data, gint64 silence)
{
  if (silence >= PATIENCE)
    fail (data, g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                             _ ("nothing came from the other end for %d seconds"),
                             (int) (PATIENCE / GSCOPE_SEC)));
}

static void
gscope_nats_carrier_finalize (GObject *object)
{
  GscopeNatsCarrier *self = GSCOPE_NATS_CARRIER (object);

  gscope_nats_carrier_close (GSCOPE_CARRIER (self));
  g_byte_array_unref (self->parts);
  g_clear_error (&self->error);
  g_clear_object (&self->air);
  g_object_unref (self->bus);
  g_free (self->subject);
  g_free (self->far_subject);
  G_OBJECT_CLASS (gscope_nats_carrier_parent_class)->finalize (object);
}

static void
gscope_nats_carrier_class_init (GscopeNatsCarrierClass *klass)
{
  GscopeCarrierClass *carrier_class = GSCOPE_CARRIER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gscope_nats_carrier_finalize;
  carrier_class->send = gscope_nats_carrier_send;
  carrier_class->get_unsent = gscope_nats_carrier_get_unsent;
  carrier_class->close = gscope_nats_carrier_close;
  carrier_class->flush = gscope_nats_carrier_flush;
  carrier_class->get_air = gscope_nats_carrier_get_air;
}

static void
gscope_nats_carrier_init (GscopeNatsCarrier *self)
{
  g_queue_init (&self->queue);
  g_queue_init (&self->inbox);
  self->parts = g_byte_array_new ();
}

GscopeCarrier *
gscope_nats_carrier_new (GscopeNatsBus *bus, const char *subject, const char *far_subject,
                         guint32 window, guint32 far_window, GscopeAir *air, GscopeClock *clock)
{
  GscopeNatsCarrier *self = g_object_new (GSCOPE_TYPE_NATS_CARRIER, NULL);

  self->bus = g_object_ref (bus);
  g_set_object (&self->air, air);
  self->subject = g_strdup (subject);
  self->far_subject = g_strdup (far_subject);
  self->limit = window;
  self->far_limit = far_window;
  gscope_nats_bus_add_route (bus, subject, on_frame, self);
  g_signal_connect (bus, "down", G_CALLBACK (on_down), self);
  g_signal_connect (bus, "end", G_CALLBACK (on_end), self);
  self->pulse = gscope_pulse_new (clock, SIGN_INTERVAL, on_silence, self);
  self->sign = gscope_clock_create_timeout (clock, SIGN_INTERVAL);
  g_source_set_static_name (self->sign, "[gscope] nats sign");
  g_source_set_callback (self->sign, on_sign, self, NULL);
  g_source_attach (self->sign, g_main_context_get_thread_default ());
  return GSCOPE_CARRIER (self);
}

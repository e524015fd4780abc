/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/web-socket-framing.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/carrier.h>
#include <gscope/error.h>
#include <string.h>
#include <sys/random.h>

enum
{
  FINAL = 0x80,
  RESERVED = 0x70,
  OPCODE = 0x0f,
  CONTROL = 0x08,
  MASKED = 0x80,
  LENGTH = 0x7f,
  LENGTH_16 = 126,
  LENGTH_64 = 127,

  MASK_SIZE = 4,
  MAX_CONTROL = 125,
};

enum
{
  CONTINUATION = 0,
  TEXT = 1,
  BINARY = 2,
  CLOSE = 8,
  PING = 9,
  PONG = 10,
};

/* Reasons to close the connection. */
enum
{
  NORMAL = 1000,
  GOING_AWAY = 1001,
  PROTOCOL_ERROR = 1002,
  NO_CODE = 1005,
  ABNORMAL = 1006,
  BAD_DATA = 1007,
  POLICY = 1008,
  TOO_BIG = 1009,
  TLS_HANDSHAKE = 1015,
  FIRST_FREE = 3000,
  LAST_FREE = 4999,
};

typedef struct
{
  GscopeFraming parent;

  gboolean is_client;
  /* The first frames of a message in several frames; NULL between messages. */
  GByteArray *partial;
  gboolean is_text;
  /* The reason that the other end is told, if what it sent is not valid. */
  guint code;
  gboolean has_said_farewell;
} WebSocketFraming;

/* A frame's header. */
typedef struct
{
  guint8 first;
  guint opcode;
  guint64 length;
  gsize size;
} Header;

static gboolean
refuse (WebSocketFraming *self, guint code, const char *text, GError **error)
{
  self->code = code;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("the WebSocket is damaged: %s"), text);
  return FALSE;
}

static void
apply_mask (guint8 *data, gsize length, const guint8 *mask)
{
  guint64 wide;
  gsize i = 0;

  memcpy (&wide, mask, MASK_SIZE);
  memcpy ((guint8 *) &wide + MASK_SIZE, mask, MASK_SIZE);
  for (; i + sizeof wide <= length; i += sizeof wide)
    {
      guint64 word;

      memcpy (&word, data + i, sizeof word);
      word ^= wide;
      memcpy (data + i, &word, sizeof word);
    }
  for (; i < length; i++)
    data[i] ^= mask[i % MASK_SIZE];
}

/* Sending. */

/* Writes a header without its mask. */
static gsize
write_header (guint opcode, guint64 length, guint8 *header)
{
  gsize n_bytes = length <= MAX_CONTROL ? 0 : length <= G_MAXUINT16 ? 2 : 8;

  header[0] = FINAL | opcode;
  header[1] = n_bytes == 0 ? length : n_bytes == 2 ? LENGTH_16 : LENGTH_64;
  for (gsize i = 0; i < n_bytes; i++)
    header[2 + i] = length >> 8 * (n_bytes - 1 - i);
  return 2 + n_bytes;
}

/* A client's frames are masked so that programs between the ends do not mistake them for requests
 * of HTTP, so the mask must not be guessed. */
static gsize
write_mask (guint8 *header, gsize size)
{
  header[1] |= MASKED;
  if (getentropy (header + size, MASK_SIZE) != 0)
    g_error ("The system has no random numbers");
  return size + MASK_SIZE;
}

static gsize
wrap (GscopeFraming *framing, GBytes **message, guint8 *header)
{
  WebSocketFraming *self = (WebSocketFraming *) framing;
  gsize length;
  const guint8 *data = g_bytes_get_data (*message, &length);
  gsize size = write_header (length > 0 && data[0] == '{' ? TEXT : BINARY, length, header);
  guint8 *masked;

  if (!self->is_client)
    return size;
  size = write_mask (header, size);
  masked = g_memdup2 (data, length);
  if (masked)
    apply_mask (masked, length, header + size - MASK_SIZE);
  g_bytes_unref (*message);
  *message = g_bytes_new_take (masked, length);
  return size;
}

static GBytes *
create_control (WebSocketFraming *self, guint opcode, const guint8 *data, gsize length)
{
  guint8 frame[GSCOPE_FRAMING_MAX_HEADER + MAX_CONTROL];
  gsize size = write_header (opcode, length, frame);

  if (self->is_client)
    size = write_mask (frame, size);
  memcpy (frame + size, data, length);
  if (self->is_client)
    apply_mask (frame + size, length, frame + size - MASK_SIZE);
  return g_bytes_new (frame, size + length);
}

static GBytes *
create_farewell (GscopeFraming *framing, const GError *error)
{
  WebSocketFraming *self = (WebSocketFraming *) framing;
  const char *text = error ? error->message : "";
  guint code = !error ? NORMAL : self->code ? self->code : POLICY;
  guint8 data[MAX_CONTROL] = { code >> 8, code & 0xff };
  gsize length = strlen (text);

  if (self->has_said_farewell)
    return NULL;
  self->has_said_farewell = TRUE;
  if (length > MAX_CONTROL - 2)
    length = g_utf8_find_prev_char (text, text + MAX_CONTROL - 2) - text;
  memcpy (data + 2, text, length);
  return create_control (self, CLOSE, data, 2 + length);
}

/* Receiving. */

static gboolean
check_header (WebSocketFraming *self, const guint8 *data, GError **error)
{
  gboolean is_control = (data[0] & CONTROL) != 0;
  guint opcode = data[0] & OPCODE;

  if (data[0] & RESERVED || (opcode & ~CONTROL) > BINARY)
    return refuse (self, PROTOCOL_ERROR, _ ("a frame is of an unknown kind"), error);
  if (((data[1] & MASKED) != 0) == self->is_client)
    return refuse (self, PROTOCOL_ERROR,
                   _ ("frames of a client, and only these, have to be masked"), error);
  if (is_control && (!(data[0] & FINAL) || (data[1] & LENGTH) > MAX_CONTROL))
    return refuse (self, PROTOCOL_ERROR,
                   _ ("a control frame is longer than 125 bytes, or not whole"), error);
  if (!is_control && (opcode == CONTINUATION) != (self->partial != NULL))
    return refuse (self, PROTOCOL_ERROR, _ ("a message begins within another, or has no beginning"),
                   error);
  return TRUE;
}

static guint64
read_length (const guint8 *data, gsize n_bytes)
{
  guint64 length = 0;

  for (gsize i = 0; i < n_bytes; i++)
    length = length << 8 | data[i];
  return length;
}

/* Sets the size of the frame, as far as it is known. */
static gboolean
read_header (WebSocketFraming *self, const guint8 *data, gsize length, Header *header,
             GError **error)
{
  gsize n_bytes, received = 0;

  header->size = 2;
  if (length < header->size)
    return TRUE;
  if (!check_header (self, data, error))
    return FALSE;
  header->first = data[0];
  header->opcode = data[0] & OPCODE;
  header->length = data[1] & LENGTH;
  n_bytes = header->length == LENGTH_16 ? 2 : header->length == LENGTH_64 ? 8 : 0;
  header->size += n_bytes + (self->is_client ? 0 : MASK_SIZE);
  if (length < header->size)
    return TRUE;
  if (n_bytes > 0)
    header->length = read_length (data + 2, n_bytes);
  if (n_bytes > 0 && header->length <= (n_bytes == 2 ? MAX_CONTROL : G_MAXUINT16))
    return refuse (self, PROTOCOL_ERROR, _ ("a length is written with more bytes than it needs"),
                   error);
  if (self->partial && !(header->opcode & CONTROL) && header->length <= GSCOPE_CARRIER_MAX_MESSAGE)
    received = self->partial->len;
  if (!gscope_framing_check_length (received + header->length, error))
    {
      self->code = TOO_BIG;
      return FALSE;
    }
  header->size += header->length;
  return TRUE;
}

static gboolean
check_text (WebSocketFraming *self, gboolean is_text, const guint8 *data, gsize length,
            GError **error)
{
  if (!is_text || g_utf8_validate_len ((const char *) data, length, NULL))
    return TRUE;
  return refuse (self, BAD_DATA, _ ("a text is not valid UTF-8"), error);
}

static gboolean
take_data (WebSocketFraming *self, const Header *header, const guint8 *data, GscopeFrame *frame,
           GError **error)
{
  gboolean is_final = (header->first & FINAL) != 0;

  if (header->opcode != CONTINUATION)
    self->is_text = header->opcode == TEXT;
  if (is_final && !self->partial)
    {
      if (!check_text (self, self->is_text, data, header->length, error))
        return FALSE;
      frame->message = g_bytes_new (data, header->length);
      return TRUE;
    }
  if (!self->partial)
    self->partial = g_byte_array_new ();
  g_byte_array_append (self->partial, data, header->length);
  if (!is_final)
    return TRUE;
  if (!check_text (self, self->is_text, self->partial->data, self->partial->len, error))
    return FALSE;
  frame->message = g_byte_array_free_to_bytes (g_steal_pointer (&self->partial));
  return TRUE;
}

static gboolean
is_sendable (guint code)
{
  return (code >= NORMAL && code < TLS_HANDSHAKE && code != 1004 && code != NO_CODE
          && code != ABNORMAL)
         || (code >= FIRST_FREE && code <= LAST_FREE);
}

static gboolean
take_close (WebSocketFraming *self, const guint8 *data, gsize length, GscopeFrame *frame,
            GError **error)
{
  guint code = length >= 2 ? read_length (data, 2) : NORMAL;

  if (length == 1 || !is_sendable (code))
    return refuse (self, PROTOCOL_ERROR, _ ("the reason of its end is not valid"), error);
  if (length > 2 && !check_text (self, TRUE, data + 2, length - 2, error))
    return FALSE;
  frame->is_last = TRUE;
  if (!self->has_said_farewell)
    frame->reply = create_control (self, CLOSE, data, MIN (length, 2));
  self->has_said_farewell = TRUE;
  if (code != NORMAL && code != GOING_AWAY)
    frame->cause = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                                _ ("the other end closed the connection: %.*s (%u)"),
                                (int) MAX (length, 2) - 2, data + 2, code);
  return TRUE;
}

static gboolean
take (GscopeFraming *framing, guint8 *data, gsize length, GscopeFrame *frame, GError **error)
{
  WebSocketFraming *self = (WebSocketFraming *) framing;
  Header header = { 0 };
  guint8 *payload;

  if (!read_header (self, data, length, &header, error))
    return FALSE;
  frame->size = header.size;
  if (length < header.size)
    return TRUE;
  payload = data + header.size - header.length;
  if (!self->is_client)
    apply_mask (payload, header.length, payload - MASK_SIZE);
  if (!(header.opcode & CONTROL))
    return take_data (self, &header, payload, frame, error);
  if (header.opcode == CLOSE)
    return take_close (self, payload, header.length, frame, error);
  if (header.opcode == PING)
    frame->reply = create_control (self, PONG, payload, header.length);
  return TRUE;
}

static gboolean
is_within (GscopeFraming *framing)
{
  return ((WebSocketFraming *) framing)->partial != NULL;
}

static void
framing_free (GscopeFraming *framing)
{
  WebSocketFraming *self = (WebSocketFraming *) framing;

  if (self->partial)
    g_byte_array_unref (self->partial);
  g_free (self);
}

GscopeFraming *
gscope_web_socket_framing_new (GscopeWebSocketEnd end)
{
  WebSocketFraming *self = g_new0 (WebSocketFraming, 1);

  self->parent = (GscopeFraming){ take, is_within, wrap, create_farewell, framing_free };
  self->is_client = end == GSCOPE_WEB_SOCKET_CLIENT;
  return &self->parent;
}

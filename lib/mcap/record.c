/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/record-private.h>

#include <string.h>

const guint8 mcap_magic[MCAP_MAGIC_SIZE] = { 0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n' };

enum
{
  LENGTH_SIZE = 8,
  TEXT_LENGTH_SIZE = 4,
};

static void
store (guint8 *to, guint64 number, guint size)
{
  number = GUINT64_TO_LE (number);
  memcpy (to, &number, size);
}

void
mcap_put_number (GByteArray *to, guint64 number, guint size)
{
  guint8 bytes[sizeof number];

  store (bytes, number, size);
  g_byte_array_append (to, bytes, size);
}

void
mcap_put_text (GByteArray *to, const char *text)
{
  gsize n = strlen (text);

  mcap_put_number (to, n, TEXT_LENGTH_SIZE);
  g_byte_array_append (to, (const guint8 *) text, n);
}

gsize
mcap_begin_record (GByteArray *to, McapRecord opcode)
{
  gsize begin = to->len;

  mcap_put_number (to, opcode, 1);
  mcap_put_number (to, 0, LENGTH_SIZE);
  return begin;
}

void
mcap_end_record (GByteArray *to, gsize begin)
{
  store (to->data + begin + 1, to->len - begin - MCAP_RECORD_HEAD, LENGTH_SIZE);
}

void
mcap_put_message (GByteArray *to, const McapMessage *message)
{
  gsize begin = to->len;
  guint8 *at;

  g_byte_array_set_size (to, begin + MCAP_RECORD_HEAD + MCAP_MESSAGE_HEAD + message->size);
  at = to->data + begin;
  at[0] = MCAP_RECORD_MESSAGE;
  store (at + 1, MCAP_MESSAGE_HEAD + message->size, LENGTH_SIZE);
  at += MCAP_RECORD_HEAD;
  store (at, message->channel->id, 2);
  store (at + 2, message->sequence, 4);
  store (at + 6, message->log_time, 8);
  store (at + 14, message->publish_time, 8);
  if (message->size > 0)
    memcpy (at + MCAP_MESSAGE_HEAD, message->data, message->size);
}

const guint8 *
mcap_get_bytes (McapFields *self, guint64 n)
{
  const guint8 *bytes = self->at;

  if (self->is_short || n > (gsize) (self->end - self->at))
    {
      self->is_short = TRUE;
      return NULL;
    }
  self->at += n;
  return bytes;
}

guint64
mcap_get_number (McapFields *self, guint size)
{
  const guint8 *bytes = mcap_get_bytes (self, size);
  guint64 number = 0;

  if (bytes)
    memcpy (&number, bytes, size);
  return GUINT64_FROM_LE (number);
}

char *
mcap_get_text (McapFields *self)
{
  gsize n = mcap_get_number (self, TEXT_LENGTH_SIZE);
  const guint8 *bytes = mcap_get_bytes (self, n);

  return bytes ? g_utf8_make_valid ((const char *) bytes, (gssize) n) : NULL;
}

gboolean
mcap_get_record (McapFields *self, guint *opcode, McapFields *contents)
{
  guint64 n;

  if (self->at == self->end)
    return FALSE;
  *opcode = (guint) mcap_get_number (self, 1);
  n = mcap_get_number (self, LENGTH_SIZE);
  contents->at = mcap_get_bytes (self, n);
  contents->is_short = FALSE;
  if (self->is_short)
    return FALSE;
  contents->end = self->at;
  return TRUE;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/protobuf.h>

#include <string.h>

enum
{
  WIRE_VARINT = 0,
  WIRE_FIXED64 = 1,
  WIRE_BYTES = 2,

  /* of a number of 64 bits */
  MAX_VARINT = 10,
};

/* Seven bits a byte, the lowest first; all bytes but the last one have the highest bit. */
static gsize
write_varint (guint8 *to, guint64 value)
{
  gsize n = 0;

  for (; value >= 0x80; value >>= 7)
    to[n++] = (guint8) (value | 0x80);
  to[n++] = (guint8) value;
  return n;
}

static gsize
write_tag (guint8 *to, guint field, guint wire)
{
  return write_varint (to, (guint64) field << 3 | wire);
}

void
gscope_protobuf_append_integer (GByteArray *out, guint field, guint64 value)
{
  guint8 bytes[2 * MAX_VARINT];
  gsize n = write_tag (bytes, field, WIRE_VARINT);

  n += write_varint (bytes + n, value);
  g_byte_array_append (out, bytes, (guint) n);
}

void
gscope_protobuf_append_double (GByteArray *out, guint field, double value)
{
  guint8 bytes[MAX_VARINT + sizeof (guint64)];
  gsize n = write_tag (bytes, field, WIRE_FIXED64);
  guint64 word;

  memcpy (&word, &value, sizeof word);
  word = GUINT64_TO_LE (word);
  memcpy (bytes + n, &word, sizeof word);
  g_byte_array_append (out, bytes, (guint) (n + sizeof word));
}

void
gscope_protobuf_append_text (GByteArray *out, guint field, const char *text)
{
  guint8 bytes[2 * MAX_VARINT];
  gsize size = strlen (text), n = write_tag (bytes, field, WIRE_BYTES);

  n += write_varint (bytes + n, size);
  g_byte_array_append (out, bytes, (guint) n);
  g_byte_array_append (out, (const guint8 *) text, (guint) size);
}

/* The message is expected to be short: a byte is kept for its size. */
gsize
gscope_protobuf_begin (GByteArray *out, guint field)
{
  guint8 bytes[MAX_VARINT + 1];
  gsize n = write_tag (bytes, field, WIRE_BYTES);

  bytes[n++] = 0;
  g_byte_array_append (out, bytes, (guint) n);
  return out->len;
}

void
gscope_protobuf_end (GByteArray *out, gsize place)
{
  guint8 bytes[MAX_VARINT];
  gsize size = out->len - place, n = write_varint (bytes, size);

  if (n > 1)
    {
      g_byte_array_set_size (out, (guint) (out->len + n - 1));
      memmove (out->data + place + n - 1, out->data + place, size);
    }
  memcpy (out->data + place - 1, bytes, n);
}

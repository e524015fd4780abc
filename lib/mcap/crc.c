/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/crc-private.h>

#include <string.h>

#define POLYNOMIAL 0xedb88320u

enum
{
  N_TABLES = 8,
  N_BYTES = 256,
};

/* tables[i][b] is the sum of byte b with i bytes of 0 behind it. */
struct _McapCrc
{
  guint32 tables[N_TABLES][N_BYTES];
};

McapCrc *
mcap_crc_new (void)
{
  McapCrc *self = g_new (McapCrc, 1);

  for (guint i = 0; i < N_BYTES; i++)
    {
      guint32 crc = i;

      for (guint bit = 0; bit < 8; bit++)
        crc = crc >> 1 ^ (crc & 1 ? POLYNOMIAL : 0);
      self->tables[0][i] = crc;
    }
  for (guint table = 1; table < N_TABLES; table++)
    for (guint i = 0; i < N_BYTES; i++)
      {
        guint32 before = self->tables[table - 1][i];

        self->tables[table][i] = before >> 8 ^ self->tables[0][before & 0xff];
      }
  return self;
}

void
mcap_crc_free (McapCrc *self)
{
  g_free (self);
}

static guint32
update_word (const McapCrc *self, guint32 crc, const guint8 *data)
{
  guint64 word;
  guint32 next = 0;

  memcpy (&word, data, sizeof word);
  word = GUINT64_FROM_LE (word) ^ crc;
  for (guint i = 0; i < N_TABLES; i++)
    next ^= self->tables[N_TABLES - 1 - i][word >> 8 * i & 0xff];
  return next;
}

guint32
mcap_crc_update (const McapCrc *self, guint32 crc, gconstpointer data, gsize n)
{
  const guint8 *at = data;

  crc = ~crc;
  for (; n >= N_TABLES; n -= N_TABLES, at += N_TABLES)
    crc = update_word (self, crc, at);
  for (; n > 0; n--, at++)
    crc = crc >> 8 ^ self->tables[0][(crc ^ *at) & 0xff];
  return ~crc;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/summary-private.h>

/* Where the summary has the records of an opcode. */
typedef struct
{
  McapRecord opcode;
  gsize begin;
  gsize end;
} Group;

enum
{
  N_GROUPS = 4,
};

void
mcap_summary_init (McapSummary *self)
{
  *self = (McapSummary){ .first = G_MAXUINT64 };
  self->counts = g_array_new (FALSE, TRUE, sizeof (guint64));
  self->chunks = g_byte_array_new ();
}

void
mcap_summary_clear (McapSummary *self)
{
  g_array_unref (self->counts);
  g_byte_array_unref (self->chunks);
}

void
mcap_summary_count (McapSummary *self, guint16 channel, guint64 time)
{
  if (channel >= self->counts->len)
    g_array_set_size (self->counts, channel + 1u);
  g_array_index (self->counts, guint64, channel)++;
  self->n_messages++;
  self->first = MIN (self->first, time);
  self->last = MAX (self->last, time);
}

static void
put_schemas (const McapCatalog *catalog, GByteArray *to)
{
  const GPtrArray *schemas = mcap_catalog_get_schemas (catalog);

  for (guint i = 0; i < schemas->len; i++)
    mcap_put_schema (to, schemas->pdata[i]);
}

static void
put_channels (const McapCatalog *catalog, GByteArray *to)
{
  const GPtrArray *channels = mcap_catalog_get_channels (catalog);

  for (guint i = 0; i < channels->len; i++)
    mcap_put_channel (to, channels->pdata[i]);
}

static void
put_statistics (const McapSummary *self, const McapCatalog *catalog, GByteArray *to)
{
  gsize begin = mcap_begin_record (to, MCAP_RECORD_STATISTICS);
  guint n = 0;

  for (guint i = 0; i < self->counts->len; i++)
    n += g_array_index (self->counts, guint64, i) > 0;
  mcap_put_number (to, self->n_messages, 8);
  mcap_put_number (to, mcap_catalog_get_schemas (catalog)->len, 2);
  mcap_put_number (to, mcap_catalog_get_channels (catalog)->len, 4);
  /* attachments and metadata */
  mcap_put_number (to, 0, 4);
  mcap_put_number (to, 0, 4);
  mcap_put_number (to, self->n_chunks, 4);
  mcap_put_number (to, self->n_messages > 0 ? self->first : 0, 8);
  mcap_put_number (to, self->last, 8);
  mcap_put_number (to, n * (2 + 8), 4);
  for (guint i = 0; i < self->counts->len; i++)
    if (g_array_index (self->counts, guint64, i) > 0)
      {
        mcap_put_number (to, i, 2);
        mcap_put_number (to, g_array_index (self->counts, guint64, i), 8);
      }
  mcap_end_record (to, begin);
}

/* Returns the place of the offsets in `to`, which are left out for groups without a record. */
static gsize
put_offsets (const Group *groups, guint64 begin, GByteArray *to)
{
  gsize place = to->len;

  for (guint i = 0; i < N_GROUPS; i++)
    {
      gsize record;

      if (groups[i].begin == groups[i].end)
        continue;
      record = mcap_begin_record (to, MCAP_RECORD_SUMMARY_OFFSET);
      mcap_put_number (to, groups[i].opcode, 1);
      mcap_put_number (to, begin + groups[i].begin, 8);
      mcap_put_number (to, groups[i].end - groups[i].begin, 8);
      mcap_end_record (to, record);
    }
  return place;
}

/* The sum is of all from the summary on to the field before it. */
static void
put_footer (const McapCrc *crc, guint64 begin, gsize offsets, GByteArray *to)
{
  mcap_put_number (to, MCAP_RECORD_FOOTER, 1);
  mcap_put_number (to, MCAP_FOOTER_SIZE, 8);
  mcap_put_number (to, begin, 8);
  mcap_put_number (to, begin + offsets, 8);
  mcap_put_number (to, mcap_crc_update (crc, 0, to->data, to->len), 4);
  g_byte_array_append (to, mcap_magic, MCAP_MAGIC_SIZE);
}

void
mcap_summary_put (const McapSummary *self, const McapCatalog *catalog, const McapCrc *crc,
                  guint64 begin, GByteArray *to)
{
  g_autoptr (GByteArray) end = g_byte_array_new ();
  Group groups[N_GROUPS] = { { MCAP_RECORD_SCHEMA, 0, 0 },
                             { MCAP_RECORD_CHANNEL, 0, 0 },
                             { MCAP_RECORD_STATISTICS, 0, 0 },
                             { MCAP_RECORD_CHUNK_INDEX, 0, 0 } };

  put_schemas (catalog, end);
  groups[0].end = groups[1].begin = end->len;
  put_channels (catalog, end);
  groups[1].end = groups[2].begin = end->len;
  put_statistics (self, catalog, end);
  groups[2].end = groups[3].begin = end->len;
  g_byte_array_append (end, self->chunks->data, self->chunks->len);
  groups[3].end = end->len;
  put_footer (crc, begin, put_offsets (groups, begin, end), end);
  g_byte_array_append (to, end->data, end->len);
}

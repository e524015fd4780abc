/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <mcap/catalog-private.h>
#include <mcap/crc-private.h>

/* A summary of the written file, for its end. */
typedef struct
{
  guint64 n_messages;
  guint32 n_chunks;
  guint64 first;
  guint64 last;
  /* of each channel, by number: guint64 */
  GArray *counts;
  /* records about chunks */
  GByteArray *chunks;
} McapSummary;

void mcap_summary_init (McapSummary *self);
void mcap_summary_clear (McapSummary *self);
void mcap_summary_count (McapSummary *self, guint16 channel, guint64 time);

/* Appends the end of a file behind its data: summary, offsets, footer and magic. `begin` is the place in the file. */
void mcap_summary_put (const McapSummary *self, const McapCatalog *catalog, const McapCrc *crc,
                       guint64 begin, GByteArray *to);

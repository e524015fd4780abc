/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <mcap/catalog-private.h>

enum
{
  /* of a chunk, decompressed or not, and of a message outside of chunks */
  MCAP_MAX_CHUNK = 256 * 1024 * 1024,
};

/* Where messages are: a chunk, or messages outside of chunks. */
typedef struct
{
  /* of the records, in the file */
  guint64 offset;
  guint64 length;
  /* of the records, decompressed */
  guint64 size;
  guint64 first;
  guint64 last;
  guint32 crc;
  McapCompression compression;
  /* the file ends within it */
  gboolean is_cut;
} McapSegment;

/* The places of all messages of a file, as its records tell them from the beginning to the end or to the first damage: also
 * of a file without a summary. */
typedef struct
{
  /* McapSegment, by the first of their times, and then by place */
  GArray *segments;
  McapCatalog *catalog;
  /* why not all of the file can be read; NULL if all can */
  GError *problem;
  /* whether the summary has the channels of all messages */
  gboolean has_channels;
} McapIndex;

/* NULL if it is no MCAP file. */
McapIndex *mcap_index_new (int fd, GError **error);
void mcap_index_free (McapIndex *self);

/* Reads exactly n bytes; FALSE if the file has become shorter, or cannot be read. */
gboolean mcap_read_at (int fd, guint64 offset, gpointer data, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McapIndex, mcap_index_free)

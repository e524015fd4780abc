/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <mcap/types.h>

const char *mcap_compression_get_name (McapCompression compression);
/* Returns FALSE for a compression that is unknown or not supported. */
gboolean mcap_compression_find (const guint8 *name, gsize n, McapCompression *compression);

/* Appends the compressed data. */
gboolean mcap_compress (McapCompression compression, const guint8 *data, gsize n, GByteArray *out);

/* Appends what the data holds up to its end, its damage, or `size` bytes. Returns FALSE for damage. The result grows as
 * it is filled, whatever size the file promises. */
gboolean mcap_decompress (McapCompression compression, const guint8 *data, gsize n, gsize size,
                          GByteArray *out);

/* Makes room for more of at most `size` bytes; returns how much. */
gsize mcap_grow (GByteArray *out, gsize size);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/compression-private.h>

#include <mcap/lz4-private.h>
#include <string.h>
#include <zstd.h>

enum
{
  ZSTD_LEVEL = 3,
  MIN_ROOM = 64 * 1024,
};

static const char *const names[] = {
  [MCAP_COMPRESSION_NONE] = "",
  [MCAP_COMPRESSION_ZSTD] = "zstd",
  [MCAP_COMPRESSION_LZ4] = "lz4",
};

/**
 * mcap_compression_is_supported:
 * @compression: a compression
 *
 * Gets whether this build can read and write it.
 *
 * Returns: whether it can
 *
 * Since: 1.0
 */
gboolean
mcap_compression_is_supported (McapCompression compression)
{
  return compression != MCAP_COMPRESSION_LZ4 || mcap_lz4_is_supported ();
}

const char *
mcap_compression_get_name (McapCompression compression)
{
  return names[compression];
}

gboolean
mcap_compression_find (const guint8 *name, gsize n, McapCompression *compression)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == n && memcmp (names[i], name, n) == 0)
      {
        *compression = i;
        return mcap_compression_is_supported (i);
      }
  return FALSE;
}

gsize
mcap_grow (GByteArray *out, gsize size)
{
  gsize begin = out->len, room = MIN (size, MAX (begin, MIN_ROOM));

  g_byte_array_set_size (out, begin + room);
  return room;
}

static gboolean
compress_zstd (const guint8 *data, gsize n, GByteArray *out)
{
  gsize begin = out->len, room = ZSTD_compressBound (n), made;

  g_byte_array_set_size (out, begin + room);
  made = ZSTD_compress (out->data + begin, room, data, n, ZSTD_LEVEL);
  g_byte_array_set_size (out, ZSTD_isError (made) ? begin : begin + made);
  return !ZSTD_isError (made);
}

static gboolean
decompress_zstd (const guint8 *data, gsize n, gsize size, GByteArray *out)
{
  ZSTD_DCtx *context = ZSTD_createDCtx ();
  ZSTD_inBuffer in = { data, n, 0 };
  const gsize begin = out->len;
  gsize left = 1, made = 1;

  while ((in.pos < in.size || made > 0) && !ZSTD_isError (left) && out->len < begin + size)
    {
      gsize before = out->len, room = mcap_grow (out, begin + size - before);
      ZSTD_outBuffer to = { out->data + before, room, 0 };

      left = ZSTD_decompressStream (context, &to, &in);
      made = to.pos;
      g_byte_array_set_size (out, before + made);
      if (made == 0 && in.pos == in.size)
        break;
    }
  ZSTD_freeDCtx (context);
  return !ZSTD_isError (left);
}

gboolean
mcap_compress (McapCompression compression, const guint8 *data, gsize n, GByteArray *out)
{
  switch (compression)
    {
    case MCAP_COMPRESSION_ZSTD:
      return compress_zstd (data, n, out);
    case MCAP_COMPRESSION_LZ4:
      return mcap_lz4_compress (data, n, out);
    case MCAP_COMPRESSION_NONE:
    default:
      g_byte_array_append (out, data, n);
      return TRUE;
    }
}

gboolean
mcap_decompress (McapCompression compression, const guint8 *data, gsize n, gsize size,
                 GByteArray *out)
{
  switch (compression)
    {
    case MCAP_COMPRESSION_ZSTD:
      return decompress_zstd (data, n, size, out);
    case MCAP_COMPRESSION_LZ4:
      return mcap_lz4_decompress (data, n, size, out);
    case MCAP_COMPRESSION_NONE:
    default:
      g_byte_array_append (out, data, MIN (n, size));
      return TRUE;
    }
}

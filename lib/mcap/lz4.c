/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/lz4-private.h>

#include <lz4frame.h>
#include <mcap/compression-private.h>

gboolean
mcap_lz4_is_supported (void)
{
  return TRUE;
}

gboolean
mcap_lz4_compress (const guint8 *data, gsize n, GByteArray *out)
{
  gsize begin = out->len, room = LZ4F_compressFrameBound (n, NULL), made;

  g_byte_array_set_size (out, begin + room);
  made = LZ4F_compressFrame (out->data + begin, room, data, n, NULL);
  g_byte_array_set_size (out, LZ4F_isError (made) ? begin : begin + made);
  return !LZ4F_isError (made);
}

gboolean
mcap_lz4_decompress (const guint8 *data, gsize n, gsize size, GByteArray *out)
{
  LZ4F_dctx *context = NULL;
  const gsize begin = out->len;
  gsize used, made = 0, left = LZ4F_createDecompressionContext (&context, LZ4F_VERSION);

  while ((n > 0 || made > 0) && !LZ4F_isError (left) && out->len < begin + size)
    {
      gsize before = out->len;

      made = mcap_grow (out, begin + size - before);
      used = n;
      left = LZ4F_decompress (context, out->data + before, &made, data, &used, NULL);
      if (LZ4F_isError (left))
        made = 0;
      g_byte_array_set_size (out, before + made);
      data += used;
      n -= used;
      if (made == 0 && used == 0)
        break;
    }
  LZ4F_freeDecompressionContext (context);
  return !LZ4F_isError (left);
}

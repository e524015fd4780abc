/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/lz4-private.h>

gboolean
mcap_lz4_is_supported (void)
{
  return FALSE;
}

gboolean
mcap_lz4_compress (const guint8 *data, gsize n, GByteArray *out)
{
  return FALSE;
}

gboolean
mcap_lz4_decompress (const guint8 *data, gsize n, gsize size, GByteArray *out)
{
  return FALSE;
}

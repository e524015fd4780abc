/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Frames of lz4, where the build has it. The functions are as those of compression-private.h. */
gboolean mcap_lz4_is_supported (void);
gboolean mcap_lz4_compress (const guint8 *data, gsize n, GByteArray *out);
gboolean mcap_lz4_decompress (const guint8 *data, gsize n, gsize size, GByteArray *out);

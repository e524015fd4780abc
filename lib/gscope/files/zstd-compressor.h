/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Compresses with zstd (RFC 8878), as GZlibCompressor does with gzip. Flushed data can be
 * decompressed. */
GConverter *gscope_zstd_compressor_new (void);

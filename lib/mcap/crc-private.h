/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* CRC-32 as in Ethernet and zlib (ITU-T V.42, section 8.1.1.6.2), eight bytes at a time. */
typedef struct _McapCrc McapCrc;

McapCrc *mcap_crc_new (void);
void mcap_crc_free (McapCrc *self);
/* Goes on with the sum of the bytes before; that of no bytes is 0. */
guint32 mcap_crc_update (const McapCrc *self, guint32 crc, gconstpointer data, gsize n);

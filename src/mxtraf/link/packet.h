/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Functions for the ECN field (RFC 3168) of IPv4 and IPv6 packets. */
gboolean mxtraf_packet_is_ect (const guint8 *data, gsize length);
gboolean mxtraf_packet_is_marked (const guint8 *data, gsize length);

/* Sets the codepoint CE (congestion experienced); the packet must be ECN-capable. */
void mxtraf_packet_mark (guint8 *data);

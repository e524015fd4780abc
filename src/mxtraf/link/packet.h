/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Functions for the ECN field (RFC 3168) of IPv4 and IPv6 packets. */
gboolean mxtraf_packet_is_ect (const guint8 *data, gsize length);
gboolean mxtraf_packet_is_marked (const guint8 *data, gsize length);

/* Returns whether a packet carries TCP data over IPv4 from a port. */
gboolean mxtraf_packet_has_data_from (const guint8 *data, gsize length, guint16 port);

/* Sets the codepoint CE (congestion experienced); the packet must be ECN-capable. */
void mxtraf_packet_mark (guint8 *data);

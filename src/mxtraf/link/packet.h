/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The router's handling of an IP packet's ECN field (RFC 3168), IPv4 or IPv6. */
gboolean mxtraf_packet_is_ect (const guint8 *data, gsize length);
gboolean mxtraf_packet_is_marked (const guint8 *data, gsize length);

/* Marks congestion experienced; the packet must be ECN-capable. */
void mxtraf_packet_mark (guint8 *data);

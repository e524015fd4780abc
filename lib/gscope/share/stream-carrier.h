/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/share/carrier.h>

G_BEGIN_DECLS

/* Messages over a stream, each with its length in front (4 bytes, little-endian). */
#define GSCOPE_TYPE_STREAM_CARRIER (gscope_stream_carrier_get_type ())
G_DECLARE_FINAL_TYPE (GscopeStreamCarrier, gscope_stream_carrier, GSCOPE, STREAM_CARRIER,
                      GscopeCarrier)

/* Creates a carrier over a stream that can be polled: a socket, pipes, TLS. */
GscopeCarrier *gscope_stream_carrier_new (GIOStream *stream);

G_END_DECLS

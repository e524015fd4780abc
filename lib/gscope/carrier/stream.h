/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/carrier/framing.h>

G_BEGIN_DECLS

/* Messages over a stream of bytes. */
#define GSCOPE_TYPE_STREAM_CARRIER (gscope_stream_carrier_get_type ())
G_DECLARE_FINAL_TYPE (GscopeStreamCarrier, gscope_stream_carrier, GSCOPE, STREAM_CARRIER,
                      GscopeCarrier)

/* Creates a carrier over a stream that can be polled: a socket, pipes, TLS. Each message has its
 * length in front. */
GscopeCarrier *gscope_stream_carrier_new (GIOStream *stream);
/* Creates a carrier over a stream with another framing, which it owns. @first, or NULL, are bytes
 * that were already received. */
GscopeCarrier *
gscope_stream_carrier_new_framed (GIOStream *stream, GscopeFraming *framing, GBytes *first);

G_END_DECLS

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/access/rights.h>
#include <libsoup/soup.h>

/* The answer to a request that does not end: a stream of events to one client. A client that does not read is cut
 * when 256 KiB wait for it. */
typedef struct _GscopeRestStream GscopeRestStream;

typedef void (*GscopeRestStreamFunc) (gpointer data, GscopeRestStream *stream);

/* @ended is called when the client has gone. */
GscopeRestStream *
gscope_rest_stream_new (SoupServerMessage *message, const GscopePrincipal *principal,
                        GscopeRestStreamFunc ended, gpointer data);
/* Ends the stream. */
void gscope_rest_stream_free (GscopeRestStream *self);
const GscopePrincipal *gscope_rest_stream_get_principal (GscopeRestStream *self);
/* Returns FALSE if too much waits: the stream is then to be freed. */
gboolean gscope_rest_stream_send (GscopeRestStream *self, GBytes *text);

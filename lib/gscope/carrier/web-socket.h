/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <libsoup/soup.h>

G_BEGIN_DECLS

/* Carriers over WebSockets (RFC 6455) of this subprotocol: each message is a WebSocket's message, as
 * text if it is JSON, otherwise binary. No extension is used. */
#define GSCOPE_WEB_SOCKET_PROTOCOL "gscope.v1"

/* Answers a request to a server, from a handler of the request. If it asks for a WebSocket of one of the
 * subprotocols, it is accepted, and when the answer was sent, @func gets the carrier. Otherwise sets
 * the status of an error and returns FALSE. Neither user, host nor origin are checked. */
typedef void (*GscopeWebSocketFunc) (SoupServerMessage *message, GscopeCarrier *carrier,
                                     gpointer user_data);
gboolean
gscope_web_socket_accept (SoupServerMessage *message, const char *const *protocols,
                          GscopeWebSocketFunc func, gpointer user_data, GDestroyNotify destroy);

/* Connects to a URI that begins with “ws:” or “wss:”. @headers, or NULL, are added to the request.
 * The client makes the connection: it has time-out, proxy and database of certificates, and its
 * signal “event” has the connection over TLS before the certificate is checked. */
void gscope_web_socket_connect_async (GSocketClient *client, const char *uri,
                                      SoupMessageHeaders *headers, GCancellable *cancellable,
                                      GAsyncReadyCallback callback, gpointer user_data);
GscopeCarrier *
gscope_web_socket_connect_finish (GSocketClient *client, GAsyncResult *result, GError **error);

G_END_DECLS

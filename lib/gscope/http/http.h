/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/http/door.h>

/* The HTTP of an agent, for all ports at which it listens. A connection serves requests one after the other, or one
 * WebSocket. A request gets to its handler once the door has let it in; the others are answered with the reason. */
typedef struct _GscopeHttp GscopeHttp;

/* A request, for its handler. */
typedef struct
{
  SoupServerMessage *message;
  const char *path;
  /* names and values of the query; NULL for none */
  GHashTable *query;
  /* lives as long as the message */
  GscopePrincipal *principal;
} GscopeHttpRequest;

typedef void (*GscopeHttpFunc) (gpointer data, const GscopeHttpRequest *request);

/* The door has to outlive the server, which has no address of its own. */
GscopeHttp *gscope_http_new (GscopeDoor *door, GscopeClock *clock);
/* Closes all connections but WebSockets. */
void gscope_http_free (GscopeHttp *self);
/* Sets the largest number of connections, overall and for each address. */
void gscope_http_set_limits (GscopeHttp *self, guint max_connections, guint max_per_address);
/* Returns how many connections were refused because there were too many, or whose handshake took too long. */
guint64 gscope_http_count_refused (GscopeHttp *self);

/* Sends requests for a path, and for paths below it that have no other handler, to a function, which sets the status of
 * the answer. */
void
gscope_http_add_handler (GscopeHttp *self, const char *path, GscopeHttpFunc func, gpointer data);
/* Serves a client of a listening socket: over TLS, with the certificate of the door, or not. */
void gscope_http_accept (GscopeHttp *self, GSocketConnection *connection, gboolean is_tls);
/* Closes connections whose principals may no longer come in. */
void gscope_http_review (GscopeHttp *self);

/* Returns the address for which limits and waits are: an IPv4 address, or the network of an IPv6 address, because those who
 * have a part of the network have all its addresses. */
char *gscope_http_describe_network (GInetAddress *address);

/* Lifts the limit of time from the connection of a request, which then serves a WebSocket or a stream of events. */
void gscope_http_keep (SoupServerMessage *message);

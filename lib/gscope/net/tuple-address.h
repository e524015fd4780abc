/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/socket.h>

/* An address at which a server listens, as text: tcp:PORT, tcp:HOST:PORT, tcp:[HOST]:PORT, the same with
 * udp:, unix:PATH, and stdin. The host defaults to 127.0.0.1. */

typedef enum
{
  GSCOPE_TUPLE_TRANSPORT_TCP,
  GSCOPE_TUPLE_TRANSPORT_UDP,
  GSCOPE_TUPLE_TRANSPORT_UNIX,
  GSCOPE_TUPLE_TRANSPORT_STDIN,
} GscopeTupleTransport;

typedef struct
{
  GscopeTupleTransport transport;
  /* or the path of a Unix socket */
  char *host;
  guint16 port;
} GscopeTupleAddress;

GscopeTupleAddress *gscope_tuple_address_parse (const char *text, GError **error);
void gscope_tuple_address_free (GscopeTupleAddress *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTupleAddress, gscope_tuple_address_free)

/* Returns a socket that does not block, or -1. It listens, or (UDP) is bound. The host is a number;
 * one that others can reach is refused unless `remote`. */
int gscope_tuple_address_listen (const GscopeTupleAddress *self, gboolean remote, GError **error);

/* The same text for the address that a socket is bound to. */
char *gscope_tuple_address_describe (const GscopeTupleAddress *self, int fd);
/* Returns whether only this machine can be at the other end. */
gboolean gscope_socket_address_is_local (const struct sockaddr *address);
/* Returns whether only this machine can reach it; a host that is no number is looked up nowhere, and
 * counts as one that others reach. */
gboolean gscope_tuple_address_is_local (const GscopeTupleAddress *self);

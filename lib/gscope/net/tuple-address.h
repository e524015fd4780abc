/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>
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

/* Returns a non-blocking socket that listens or, for UDP, is bound; -1 on error. The host is a
 * numeric address; one that other machines can reach is refused unless `remote` is set. */
int gscope_tuple_address_listen (const GscopeTupleAddress *self, gboolean remote, GError **error);

/* Returns the text of the address to which a socket is bound. */
char *gscope_tuple_address_describe (const GscopeTupleAddress *self, int fd);
/* Returns whether a peer with this address can only be on this machine. */
gboolean gscope_socket_address_is_local (const struct sockaddr *address);
/* Has the kernel end a TCP connection whose other end has confirmed nothing for a time, whether data is on its way there
 * or not. Does nothing for other sockets. */
void gscope_socket_set_patience (int fd, int seconds);
/* Returns whether only this machine can reach the address. A host name is not looked up, and counts
 * as reachable from other machines. */
gboolean gscope_tuple_address_is_local (const GscopeTupleAddress *self);

/* Reads the option "listen", an array of texts. Returns an array of addresses. */
GPtrArray *gscope_tuple_addresses_read (GVariant *texts, GError **error);
/* Implements list_demands() of GscopeSourceClass: lists addresses that other machines can reach.
 * `listen` is the option's row. */
void gscope_tuple_addresses_list_demands (const GscopeSourceOption *listen, GVariant *options,
                                          GPtrArray *demands);

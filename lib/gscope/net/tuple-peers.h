/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-connection.h>

/* The clients of a datagram socket. They are distinguished by their machine's address only, because
 * each nc of a shell has another port. */
typedef struct _GscopeTuplePeers GscopeTuplePeers;

/* Called for a new client, and for one that sent nothing for a minute. */
typedef void (*GscopeTuplePeerFunc) (GscopeTupleConnection *connection, gpointer user_data);

/* Becomes the owner of the socket. */
GscopeTuplePeers *gscope_tuple_peers_new (int fd, guint max_peers, GscopeClock *clock,
                                          const GscopeTupleLimits *limits);
void gscope_tuple_peers_free (GscopeTuplePeers *self);
int gscope_tuple_peers_get_fd (GscopeTuplePeers *self);
/* Reads the datagrams that have arrived, at most one turn's share. */
void gscope_tuple_peers_read (GscopeTuplePeers *self, char *buffer, gsize size,
                              GscopeTuplePeerFunc joined, gpointer user_data);
/* Pushes the waiting tuples of all clients and drops silent clients. Returns whether tuples still
 * wait. */
gboolean
gscope_tuple_peers_tend (GscopeTuplePeers *self, GscopeTuplePeerFunc gone, gpointer user_data);

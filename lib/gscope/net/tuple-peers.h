/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-connection.h>

/* The clients behind a socket of datagrams. They are told apart by their machine alone: a shell's nc
 * has another port each time. */
typedef struct _GscopeTuplePeers GscopeTuplePeers;

/* Called for a client that is new, and for one that said nothing for a minute. */
typedef void (*GscopeTuplePeerFunc) (GscopeTupleConnection *connection, gpointer user_data);

/* Becomes the owner of the socket. */
GscopeTuplePeers *gscope_tuple_peers_new (int fd, guint max_peers, GscopeClock *clock,
                                          const GscopeTupleLimits *limits);
void gscope_tuple_peers_free (GscopeTuplePeers *self);
int gscope_tuple_peers_get_fd (GscopeTuplePeers *self);
/* Reads what has come, at most one turn's share. */
void gscope_tuple_peers_read (GscopeTuplePeers *self, char *buffer, gsize size,
                              GscopeTuplePeerFunc joined, gpointer user_data);
/* Goes through all clients: pushes what waits, and lets those go that have been silent. Returns
 * whether something still waits. */
gboolean
gscope_tuple_peers_tend (GscopeTuplePeers *self, GscopeTuplePeerFunc gone, gpointer user_data);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-address.h>

/* A listening socket that accepts streams. Main context. */
typedef struct _GscopeTupleListener GscopeTupleListener;

/* Receives an accepted, non-blocking socket; -1 if the connection was closed because the process
 * has no more descriptors. */
typedef void (*GscopeTupleAcceptFunc) (int fd, gboolean local, gpointer user_data);

/* Takes ownership of the socket. Without an address, the file of a Unix socket belongs to another program. */
GscopeTupleListener *gscope_tuple_listener_new (const GscopeTupleAddress *address, int fd,
                                                GscopeTupleAcceptFunc func, gpointer user_data);
/* Removes the file of a Unix socket, unless another is in its place. */
void gscope_tuple_listener_free (GscopeTupleListener *self);

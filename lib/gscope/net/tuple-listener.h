/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-address.h>

/* A listening socket that accepts streams. Main context. */
typedef struct _GscopeTupleListener GscopeTupleListener;

/* Receives an accepted, non-blocking socket, and owns it. If the process has too few descriptors left, `refusal` says
 * so: the function then closes the socket, which is -1 if there was no descriptor even for that. */
typedef void (*GscopeTupleAcceptFunc) (int fd, const char *refusal, gboolean local,
                                       gpointer user_data);

/* Takes ownership of the socket. Without an address, the file of a Unix socket belongs to another program. */
GscopeTupleListener *gscope_tuple_listener_new (const GscopeTupleAddress *address, int fd,
                                                GscopeTupleAcceptFunc func, gpointer user_data);
/* Removes the file of a Unix socket, unless another is in its place. */
void gscope_tuple_listener_free (GscopeTupleListener *self);

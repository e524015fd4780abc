/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-address.h>

/* A socket at which streams come in. Main context. */
typedef struct _GscopeTupleListener GscopeTupleListener;

/* Accepts a connected socket, which does not block; -1 means that it was closed because the process
 * has no more descriptors. */
typedef void (*GscopeTupleAcceptFunc) (int fd, gboolean local, gpointer user_data);

/* Becomes the owner of the socket. */
GscopeTupleListener *gscope_tuple_listener_new (const GscopeTupleAddress *address, int fd,
                                                GscopeTupleAcceptFunc func, gpointer user_data);
/* Removes the file of a Unix socket, unless another is in its place. */
void gscope_tuple_listener_free (GscopeTupleListener *self);

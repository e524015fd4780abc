/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/filter.h"
#include "diag/message.h"
#include "diag/namespace.h"

/* A netlink socket to the kernel's sock_diag(7), for one list or one look-up at a time. It cannot
 * be used after an error. One thread at a time may use it. */
typedef struct _TcpDiag TcpDiag;

/* Opens a socket in the network namespace, which the socket keeps alive. */
TcpDiag *tcp_diag_new (TcpNamespace *namespace, GError **error);
void tcp_diag_free (TcpDiag *self);

/* Requests a list of all sockets of a family that pass the filter. */
gboolean tcp_diag_ask_list (TcpDiag *self, int family, const TcpFilter *filter, GError **error);
/* Reads the next part of the list, at most 32 KiB in present kernels; is_done is whether it was the
 * last. */
gboolean tcp_diag_read_list (TcpDiag *self, TcpSocketFunc func, gpointer user_data,
                             gboolean *is_done, GError **error);
/* Returns whether sockets may be missing in the last list. */
gboolean tcp_diag_is_interrupted (TcpDiag *self);

/* Looks up one socket. If the socket was closed or has no numbers any more, that is no error. */
gboolean tcp_diag_look_up (TcpDiag *self, int family, const struct inet_diag_sockid *id,
                           TcpSocket *socket, gboolean *is_found, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpDiag, tcp_diag_free)

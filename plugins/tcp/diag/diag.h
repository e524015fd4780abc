/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/filter.h"
#include "diag/message.h"
#include "diag/namespace.h"

/* A netlink socket to the kernel's sock_diag(7): one list or one look-up at a time. After an error
 * it is of no more use. It belongs to one thread. */
typedef struct _TcpDiag TcpDiag;

/* Of that network namespace, which it keeps alive. */
TcpDiag *tcp_diag_new (TcpNamespace *namespace, GError **error);
void tcp_diag_free (TcpDiag *self);

/* Asks for all sockets of a family that pass the filter. */
gboolean tcp_diag_ask_list (TcpDiag *self, int family, const TcpFilter *filter, GError **error);
/* Takes the next portion, of 32 KiB at most in kernels so far, and says whether it was the last. */
gboolean tcp_diag_read_list (TcpDiag *self, TcpSocketFunc func, gpointer user_data,
                             gboolean *is_done, GError **error);
/* Returns whether sockets may be missing from the list that was requested last. */
gboolean tcp_diag_is_interrupted (TcpDiag *self);

/* Looks one socket up. That it is gone, or has no more numbers, is no error. */
gboolean tcp_diag_look_up (TcpDiag *self, int family, const struct inet_diag_sockid *id,
                           TcpSocket *socket, gboolean *is_found, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpDiag, tcp_diag_free)

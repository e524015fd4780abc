/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The network namespace of a process. This object does not keep the namespace alive; sockets do. */
typedef struct _TcpNamespace TcpNamespace;

/* Takes a process number or a name, empty for this program's own namespace. The error is
 * GSCOPE_ERROR_NOT_FOUND while there is no such process. */
TcpNamespace *tcp_namespace_new (const char *process, GError **error);
void tcp_namespace_free (TcpNamespace *self);

gboolean tcp_namespace_is_own (const TcpNamespace *self);
/* Returns FALSE if the process has ended or has entered another namespace; the sockets must then be
 * closed. */
gboolean tcp_namespace_is_current (const TcpNamespace *self);
/* Returns TRUE if the process is not a descendant of this program and a descendant with the same
 * name exists now. Reads all of /proc. */
gboolean tcp_namespace_is_surpassed (const TcpNamespace *self);

/* Opens a socket to sock_diag(7) in another namespace, by a helper process that ends at once. */
int tcp_namespace_open_socket (const TcpNamespace *self, GError **error);
/* Opens a socket to sock_diag(7) in the caller's namespace. Returns -1 with errno on failure. */
int tcp_namespace_open_own_socket (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpNamespace, tcp_namespace_free)

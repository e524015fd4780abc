/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The network namespace that a process is in. It does not keep the namespace alive; sockets do. */
typedef struct _TcpNamespace TcpNamespace;

/* Takes a process number or a name, empty for this program's own namespace. The error is
 * GSCOPE_ERROR_NOT_FOUND while there is no such process. */
TcpNamespace *tcp_namespace_new (const char *process, GError **error);
void tcp_namespace_free (TcpNamespace *self);

gboolean tcp_namespace_is_own (const TcpNamespace *self);
/* FALSE when the process has ended, or gone to another namespace: its sockets are to be closed. */
gboolean tcp_namespace_is_current (const TcpNamespace *self);
/* Returns TRUE if the namespace belongs to a stranger and a descendant of this program has the name
 * by now. Reads all
 * of /proc. */
gboolean tcp_namespace_is_surpassed (const TcpNamespace *self);

/* Opens a socket to sock_diag(7) there, by a process of its own that ends at once; for a namespace
 * that is not this program's. */
int tcp_namespace_open_socket (const TcpNamespace *self, GError **error);
/* Opens one where the caller is; returns -1 with errno set if that fails. */
int tcp_namespace_open_own_socket (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpNamespace, tcp_namespace_free)

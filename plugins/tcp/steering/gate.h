/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <tsl/guard/guard.h>

/* The gate that a program has before one of its own sockets, as its page shows it. */
typedef struct _TcpGate TcpGate;

/* cookie and inode: the socket's. A page of another user counts only if its process has the socket. */
TcpGate *tcp_gate_new (guint64 cookie, guint32 inode, TslGuard *guard, GError **error);
/* Asks for the A and B that it found. */
void tcp_gate_free (TcpGate *self);

gboolean tcp_gate_ask (TcpGate *self, double a, double b, GError **error);

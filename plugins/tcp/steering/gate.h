/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <tsl/guard/guard.h>

/* The gate (MIN_BUF) that another program has for one of its sockets, found in that program's
 * page. */
typedef struct _TcpGate TcpGate;

/* cookie and inode identify the socket. A page of another user is accepted only if its process has
 * the socket open. */
TcpGate *tcp_gate_new (guint64 cookie, guint32 inode, TslGuard *guard, GError **error);
/* Requests the original A and B. */
void tcp_gate_free (TcpGate *self);

gboolean tcp_gate_ask (TcpGate *self, double a, double b, GError **error);

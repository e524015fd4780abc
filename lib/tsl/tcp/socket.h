/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The TCP socket of another process, borrowed for moments: whoever keeps a copy keeps the connection
 * from ending when its owner closes it. */
typedef struct
{
  guint pid;
  int fd;
  int pidfd;
  guint64 cookie;
} TslTcpSocket;

/* The cookie identifies the socket; 0 accepts the present one. */
gboolean
tsl_tcp_socket_init (TslTcpSocket *self, guint pid, int fd, guint64 cookie, GError **error);
void tsl_tcp_socket_clear (TslTcpSocket *self);
/* To be closed at once. -1 where the process or its socket has gone, or is another one by now. */
int tsl_tcp_socket_borrow (TslTcpSocket *self, GError **error);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The TCP socket of another process. Its descriptor is copied only for the time of a call, because
 * a copy keeps the connection open when the owner closes its descriptor. */
typedef struct
{
  guint pid;
  int fd;
  int pidfd;
  guint64 cookie;
} TslTcpSocket;

/* The cookie identifies the socket; 0 accepts the present socket of the descriptor. */
gboolean
tsl_tcp_socket_init (TslTcpSocket *self, guint pid, int fd, guint64 cookie, GError **error);
void tsl_tcp_socket_clear (TslTcpSocket *self);
/* Returns a copy of the descriptor, to be closed soon; -1 if the process has ended, or the
 * descriptor is closed or belongs to another socket. */
int tsl_tcp_socket_borrow (TslTcpSocket *self, GError **error);

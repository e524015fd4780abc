/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/metric.h"

#include <linux/inet_diag.h>

/* Requests to the kernel's sock_diag(7) and its answers as bytes. */

#define TCP_MAX_BYTECODE 256
#define TCP_MAX_REQUEST (128 + TCP_MAX_BYTECODE)
#define TCP_ALGORITHM_SIZE 16
/* TASK_COMM_LEN of the kernel, including the NUL byte. */
#define TCP_PROCESS_SIZE 16

typedef struct
{
  guint64 cookie;
  struct inet_diag_sockid id;
  guint8 family;
  guint8 state;
  guint32 inode;
  /* FALSE for a request or TIME_WAIT socket, which has no TCP_INFO */
  gboolean has_info;
  guint64 acked;
  guint64 received;
  /* bytes that the program has written, and received bytes that it has not read */
  guint64 written;
  guint32 n_unread;
  guint32 mss;
  double min_rtt; /* seconds */
  char algorithm[TCP_ALGORITHM_SIZE];
  /* the program that has the socket open, empty if unknown; whether its local port has a listening
   * socket */
  char process[TCP_PROCESS_SIZE];
  gboolean is_accepted;
  double values[TCP_N_METRICS];
} TcpSocket;

/* The present request, and the state of its answer so far. */
typedef struct
{
  guint32 sequence;
  guint32 port;
  gboolean is_done;
  gboolean is_interrupted;
  int error;
  guint n_malformed;
} TcpReply;

typedef void (*TcpSocketFunc) (const TcpSocket *socket, gpointer user_data);

/* Write a request of at most TCP_MAX_REQUEST bytes, 4-aligned. Return its length. */
gsize tcp_message_write_list (guint8 *request, guint32 sequence, int family, guint32 states,
                              const guint8 *bytecode, gsize n_bytecode);
gsize tcp_message_write_lookup (guint8 *request, guint32 sequence, int family,
                                const struct inet_diag_sockid *id);

void tcp_message_parse (TcpReply *reply, const guint8 *data, gsize length, TcpSocketFunc func,
                        gpointer user_data);

/* Returns a name such as "10.0.0.1:5201 > 10.0.0.2:41234". */
char *tcp_socket_dup_name (const TcpSocket *self);

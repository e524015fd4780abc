/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/message.h"

/* Where data of a flow spends its time between the sender's write and the receiver's read (Goel 2003,
 * section 4.6.3), as the kernel's numbers tell. */

enum
{
  /* Power of two: how many look-ups of the sender are remembered. */
  TCP_DELAY_HISTORY = 1024,
};

/* How much had been written by a time. */
typedef struct
{
  gint64 time;
  guint64 written;
} TcpWritten;

/* The state of a flow from one look-up to the next. */
typedef struct
{
  gint64 time;
  guint64 received;
  double receive_rate;

  /* allocated where the other end is looked up, too */
  TcpWritten *history;
  guint64 n_history;

  /* bytes that the program had read by the last look-up */
  guint64 read;
} TcpDelay;

/* Needs nothing but one answer: blocked packets, the sender's part, the network's part. */
void tcp_delay_derive (TcpSocket *socket);

/* At a look-up: the receiver's part, and where the other end is known the protocol latency. */
void tcp_delay_take (TcpDelay *self, const TcpDelay *peer, gint64 time, TcpSocket *socket);
void tcp_delay_clear (TcpDelay *self);

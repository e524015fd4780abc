/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/message.h"

/* The parts of a flow's delay from the sender's write to the receiver's read (Goel 2003, section
 * 4.6.3), computed from the kernel's numbers. */

enum
{
  /* Number of remembered look-ups of the sender. Power of two. */
  TCP_DELAY_HISTORY = 1024,
};

/* The bytes that the program had written by a time. */
typedef struct
{
  gint64 time;
  guint64 written;
} TcpWritten;

/* The state of a flow between two look-ups. */
typedef struct
{
  gint64 time;
  guint64 received;
  double receive_rate;

  /* allocated if the other end is looked up, too */
  TcpWritten *history;
  guint64 n_history;

  /* bytes that the program had read by the last look-up */
  guint64 read;
} TcpDelay;

/* Computes the metrics that need only one answer: blocked packets, the sender's part, the network's
 * part. */
void tcp_delay_derive (TcpSocket *socket);

/* Computes the receiver's part and, if the other end is known, the protocol latency. Called at each
 * look-up. */
void tcp_delay_take (TcpDelay *self, const TcpDelay *peer, gint64 time, TcpSocket *socket);
void tcp_delay_clear (TcpDelay *self);

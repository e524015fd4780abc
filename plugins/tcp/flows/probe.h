/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/delay.h"

#include <gscope/signal/producer.h>

/* Where the worker pushes a flow's numbers: a producer each metric, NULL for none. The worker's
 * alone, but for its reference count. */
typedef struct TcpProbe TcpProbe;

struct TcpProbe
{
  guint64 cookie;
  guint8 family;
  struct inet_diag_sockid id;
  GscopeProducer *producers[TCP_N_METRICS];

  gint64 due;
  gint64 interval;
  gboolean is_gone;
  /* as it was last looked up; not-a-number before */
  double cwnd;

  TcpDelay delay;
  /* the other end of the connection, where it is among the same probes; not a reference */
  TcpProbe *peer;
};

TcpProbe *tcp_probe_new (const TcpSocket *socket);
TcpProbe *tcp_probe_ref (TcpProbe *self);
void tcp_probe_unref (TcpProbe *self);

/* Finds the other ends within an array of TcpProbe. */
void tcp_probe_pair (GPtrArray *probes);

void tcp_probe_push (TcpProbe *self, gint64 time, const TcpSocket *socket);
void tcp_probe_push_gap (TcpProbe *self, gint64 time, GscopeGapCause cause);

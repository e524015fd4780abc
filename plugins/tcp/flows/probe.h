/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/delay.h"

#include <gscope/signal/producer.h>

/* The producers of a flow's metrics; NULL for a metric that is not shown. Only the worker uses it;
 * any thread may take and release references. */
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
  /* congestion window at the last look-up; NaN before the first one */
  double cwnd;

  TcpDelay delay;
  /* the other end of the connection if it has a probe; without a reference */
  TcpProbe *peer;
};

TcpProbe *tcp_probe_new (const TcpSocket *socket);
TcpProbe *tcp_probe_ref (TcpProbe *self);
void tcp_probe_unref (TcpProbe *self);

/* Sets the peers within an array of TcpProbe. */
void tcp_probe_pair (GPtrArray *probes);

void tcp_probe_push (TcpProbe *self, gint64 time, const TcpSocket *socket);
void tcp_probe_push_gap (TcpProbe *self, gint64 time, GscopeGapCause cause);

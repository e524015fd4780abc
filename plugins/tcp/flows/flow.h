/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/probe.h"

#include <gscope/source/source.h>

/* A flow that is shown, or was: its signals, and its probe as long as it lives. */
typedef struct
{
  char *name;
  char *algorithm;
  char *owner;
  GPtrArray *signals;
  TcpProbe *probe;
} TcpFlow;

TcpFlow *tcp_flow_new (const TcpSocket *socket);
void tcp_flow_free (TcpFlow *self);

/* FALSE where another flow of the source has the name. */
gboolean tcp_flow_add_to (TcpFlow *self, GscopeSource *source);
void tcp_flow_remove_from (TcpFlow *self, GscopeSource *source);
void tcp_flow_set_algorithm (TcpFlow *self, const char *algorithm);
/* Titles of signals name the program and the direction of the flow. */
void tcp_flow_set_owner (TcpFlow *self, const TcpSocket *socket);
void tcp_flow_end (TcpFlow *self);

/* A pushed signal, and in place the one producer that it needs. */
GscopeSignal *tcp_signal_new (const char *group, const char *name, const char *unit,
                              const char *description, GscopeProducer **producer);
/* One that shows a flow's metric. */
GscopeSignal *
tcp_metric_signal_new (const char *group, TcpMetric metric, GscopeProducer **producer);

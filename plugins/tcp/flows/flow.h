/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/probe.h"

#include <gscope/source/source.h>

/* A flow that is or was shown: its signals, and its probe until it ends. */
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

/* Returns FALSE if another flow of the source has the name. */
gboolean tcp_flow_add_to (TcpFlow *self, GscopeSource *source);
void tcp_flow_remove_from (TcpFlow *self, GscopeSource *source);
void tcp_flow_set_algorithm (TcpFlow *self, const char *algorithm);
/* Adds the program and the direction of the flow to the titles of its signals. */
void tcp_flow_set_owner (TcpFlow *self, const TcpSocket *socket);
void tcp_flow_end (TcpFlow *self);

/* Returns a pushed signal, and in *producer its only producer. */
GscopeSignal *tcp_signal_new (const char *group, const char *name, const char *unit,
                              const char *description, GscopeProducer **producer);
/* Returns a pushed signal for a flow's metric. */
GscopeSignal *
tcp_metric_signal_new (const char *group, TcpMetric metric, GscopeProducer **producer);

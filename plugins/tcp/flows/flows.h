/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/probe.h"
#include "flows/report.h"

#include <gscope/source/source.h>

/* The shown flows of a source, and ended flows that stay for a while; used in the main context. */
typedef struct _TcpFlows TcpFlows;

/* The source owns it. */
TcpFlows *tcp_flows_new (GscopeSource *source);
void tcp_flows_free (TcpFlows *self);

/* Shows the flows of the report. Returns whether flows were added or removed. */
gboolean tcp_flows_update (TcpFlows *self, const TcpReport *report);
/* Ends all flows. */
void tcp_flows_end (TcpFlows *self);

/* Returns the TcpProbe of each shown flow. */
GPtrArray *tcp_flows_create_probes (TcpFlows *self);
/* Returns NULL if the flow is not shown. */
const char *tcp_flows_get_name (TcpFlows *self, guint64 cookie);

/* Returns a pushed signal, and in *producer its only producer. */
GscopeSignal *tcp_signal_new (const char *group, const char *name, const char *unit,
                              const char *description, GscopeProducer **producer);
/* Returns a pushed signal for a flow's metric. */
GscopeSignal *
tcp_metric_signal_new (const char *group, TcpMetric metric, GscopeProducer **producer);

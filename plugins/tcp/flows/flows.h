/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/flow.h"
#include "flows/report.h"

/* The flows of a source, in the main context: those that are shown, and those that ended and stay
 * for a while. */
typedef struct _TcpFlows TcpFlows;

/* The source owns it. */
TcpFlows *tcp_flows_new (GscopeSource *source);
void tcp_flows_free (TcpFlows *self);

/* Makes the report's flows those that are shown. Returns whether there are others than before. */
gboolean tcp_flows_update (TcpFlows *self, const TcpReport *report);
/* Ends all. */
void tcp_flows_end (TcpFlows *self);

/* TcpProbe of all that are shown. */
GPtrArray *tcp_flows_create_probes (TcpFlows *self);
/* NULL if it is not shown. */
const char *tcp_flows_get_name (TcpFlows *self, guint64 cookie);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/probe.h"
#include "flows/report.h"
#include "steering/steering.h"

/* The worker's tick: looks up the due flows, and continues the list. */
typedef struct _TcpSampler TcpSampler;

enum
{
  /* Of the group "all", one producer each. */
  TCP_TOTAL_FLOWS,
  TCP_TOTAL_SHOWN,
  TCP_TOTAL_ESTABLISHED,
  TCP_TOTAL_RETRANSMITS,
  TCP_TOTAL_LIMITED,
  TCP_TOTAL_CWND,
  TCP_N_TOTALS,
};

/* Takes over a reference to each producer of totals, and the busiest flow's probe. */
TcpSampler *tcp_sampler_new (TcpProbe *busiest, GscopeProducer *const totals[TCP_N_TOTALS]);
void tcp_sampler_free (TcpSampler *self);

/* time is the tick's. probes has a TcpProbe for each shown flow. Returns a report
 * when a list has ended, or could not be made. */
TcpReport *tcp_sampler_poll (TcpSampler *self, gint64 time, TcpConfig *config, GPtrArray *probes);
/* Before this time it has nothing to do at a tick; 0 if it may have at each. */
gint64 tcp_sampler_get_next (TcpSampler *self);
/* Limits send buffers as is wished, from now on. FALSE where it is refused. */
gboolean tcp_sampler_steer (TcpSampler *self, const TcpWish *wish, GError **error);
const TcpWish *tcp_sampler_get_wish (TcpSampler *self);
/* Updates the limits without a tick. */
void tcp_sampler_follow (TcpSampler *self);
/* Releases a namespace whose process ended, which would live on otherwise. Returns
 * whether it still has something of one that is not this program's. */
gboolean tcp_sampler_release (TcpSampler *self);
/* Releases the sockets and restores the settings of flows, until the next poll. */
void tcp_sampler_pause (TcpSampler *self);

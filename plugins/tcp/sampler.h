/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/probe.h"
#include "flows/report.h"
#include "steering/steering.h"

/* Looks up due flows and continues the list at each tick of the worker. */
typedef struct _TcpSampler TcpSampler;

enum
{
  /* Signals of the group "all", each with a producer. */
  TCP_TOTAL_FLOWS,
  TCP_TOTAL_SHOWN,
  TCP_TOTAL_ESTABLISHED,
  TCP_TOTAL_RETRANSMITS,
  TCP_TOTAL_LIMITED,
  TCP_TOTAL_CWND,
  TCP_N_TOTALS,
};

/* Takes ownership of the references to the producers of totals and to the busiest flow's probe. */
TcpSampler *tcp_sampler_new (TcpProbe *busiest, GscopeProducer *const totals[TCP_N_TOTALS]);
void tcp_sampler_free (TcpSampler *self);

/* time is the time of the tick. probes has a TcpProbe for each shown flow. Returns a report when a
 * list is complete or has failed, otherwise NULL. */
TcpReport *tcp_sampler_poll (TcpSampler *self, gint64 time, TcpConfig *config, GPtrArray *probes);
/* Returns the time of the next tick with work; 0 if every tick may have work. */
gint64 tcp_sampler_get_next (TcpSampler *self);
/* Applies the wish to send buffers. Returns FALSE with an error if it is refused. */
gboolean tcp_sampler_steer (TcpSampler *self, const TcpWish *wish, GError **error);
const TcpWish *tcp_sampler_get_wish (TcpSampler *self);
/* Updates the limits, and leaves a namespace whose process has ended, without a tick. Returns whether
 * this has to be repeated. */
gboolean tcp_sampler_follow (TcpSampler *self);
/* Closes the sockets and restores the settings of flows, until the next poll. */
void tcp_sampler_pause (TcpSampler *self);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "flows/probe.h"

#include <math.h>
#include <string.h>

TcpProbe *
tcp_probe_new (const TcpSocket *socket)
{
  TcpProbe *self = g_atomic_rc_box_new0 (TcpProbe);

  self->cookie = socket->cookie;
  self->family = socket->family;
  self->id = socket->id;
  self->cwnd = NAN;
  return self;
}

TcpProbe *
tcp_probe_ref (TcpProbe *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  TcpProbe *self = data;

  tcp_delay_clear (&self->delay);
  for (guint i = 0; i < TCP_N_METRICS; i++)
    g_clear_pointer (&self->producers[i], gscope_producer_unref);
}

void
tcp_probe_unref (TcpProbe *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* Returns whether the probes are the two ends of a connection. */
static gboolean
are_ends (const TcpProbe *one, const TcpProbe *other)
{
  return one->family == other->family && one->id.idiag_sport == other->id.idiag_dport
         && one->id.idiag_dport == other->id.idiag_sport
         && memcmp (one->id.idiag_src, other->id.idiag_dst, sizeof one->id.idiag_src) == 0
         && memcmp (one->id.idiag_dst, other->id.idiag_src, sizeof one->id.idiag_dst) == 0;
}

static void
set_peer (TcpProbe *self, TcpProbe *peer)
{
  if (self->peer == peer)
    return;
  self->peer = peer;
  tcp_delay_clear (&self->delay);
}

void
tcp_probe_pair (GPtrArray *probes)
{
  for (guint i = 0; i < probes->len; i++)
    {
      TcpProbe *probe = probes->pdata[i], *peer = NULL;

      for (guint k = 0; k < probes->len && !peer; k++)
        if (are_ends (probe, probes->pdata[k]))
          peer = probes->pdata[k];
      set_peer (probe, peer);
    }
}

void
tcp_probe_push (TcpProbe *self, gint64 time, const TcpSocket *socket)
{
  for (guint i = 0; i < TCP_N_METRICS; i++)
    {
      if (!self->producers[i])
        continue;
      if (isnan (socket->values[i]))
        gscope_producer_push_gap (self->producers[i], time, GSCOPE_GAP_CAUSE_NO_VALUE);
      else
        gscope_producer_push (self->producers[i], time, socket->values[i]);
    }
}

void
tcp_probe_push_gap (TcpProbe *self, gint64 time, GscopeGapCause cause)
{
  for (guint i = 0; i < TCP_N_METRICS; i++)
    if (self->producers[i])
      gscope_producer_push_gap (self->producers[i], time, cause);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "tcp-probe.h"

#include <math.h>

TcpProbe *
tcp_probe_new (const TcpSocket *socket)
{
  TcpProbe *self = g_atomic_rc_box_new0 (TcpProbe);

  self->cookie = socket->cookie;
  self->family = socket->family;
  self->id = socket->id;
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

  for (guint i = 0; i < TCP_N_METRICS; i++)
    g_clear_pointer (&self->producers[i], gscope_producer_unref);
}

void
tcp_probe_unref (TcpProbe *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

void
tcp_probe_push (TcpProbe *self, gint64 time, const TcpSocket *socket)
{
  for (guint i = 0; i < TCP_N_METRICS; i++)
    {
      if (!self->producers[i])
        continue;
      if (isnan (socket->values[i]))
        gscope_producer_push_gap (self->producers[i], time, GSCOPE_GAP_NO_VALUE);
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

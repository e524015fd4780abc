/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/delay.h"

#include <gscope/trace/sample.h>
#include <math.h>

/* Part of a rate's change that a look-up brings: at 10 Hz it follows within a second. */
#define FOLLOW 0.2

/* Data that waits for its first transmission leaves at the recent delivery rate
 * (tcpi_delivery_rate). */
static double
compute_sender_delay (const TcpSocket *socket)
{
  double rate = socket->values[TCP_METRIC_DELIVERY_RATE];
  double notsent = socket->values[TCP_METRIC_NOTSENT];

  if (notsent == 0)
    return 0;
  return rate > 0 ? notsent / rate : NAN;
}

/* From transmission to arrival: the way back has no more than half of the least round-trip time
 * (tcpi_min_rtt), as what queues is data and not acknowledgments. */
static double
compute_network_delay (const TcpSocket *socket)
{
  double delay = socket->values[TCP_METRIC_SRTT] - socket->min_rtt / 2;

  return delay < 0 ? 0 : delay;
}

void
tcp_delay_derive (TcpSocket *socket)
{
  if (!socket->has_info)
    return;
  socket->values[TCP_METRIC_BLOCKED] = socket->values[TCP_METRIC_NOTSENT] / MAX (socket->mss, 1);
  socket->values[TCP_METRIC_SENDER_DELAY] = compute_sender_delay (socket);
  socket->values[TCP_METRIC_NETWORK_DELAY] = compute_network_delay (socket);
}

/* Unread data (idiag_rqueue) is read at the rate of arrival (tcpi_bytes_received). */
static double
compute_receiver_delay (TcpDelay *self, gint64 time, const TcpSocket *socket)
{
  double seconds = (time - self->time) / (double) GSCOPE_SEC;
  double rate;

  if (self->time > 0 && seconds > 0)
    {
      rate = (socket->received - self->received) / seconds;
      self->receive_rate += self->receive_rate > 0 ? FOLLOW * (rate - self->receive_rate) : rate;
    }
  self->time = time;
  self->received = socket->received;
  if (socket->n_unread == 0)
    return 0;
  return self->receive_rate > 0 ? socket->n_unread / self->receive_rate : NAN;
}

static void
remember (TcpDelay *self, gint64 time, guint64 written)
{
  if (!self->history)
    self->history = g_new (TcpWritten, TCP_DELAY_HISTORY);
  self->history[self->n_history++ % TCP_DELAY_HISTORY] = (TcpWritten){ time, written };
}

/* How old the oldest byte is that was written here and not read there by the time of that look-up. */
static double
compute_latency (const TcpDelay *self, const TcpDelay *peer)
{
  guint64 oldest = self->n_history > TCP_DELAY_HISTORY ? self->n_history - TCP_DELAY_HISTORY : 0;
  guint64 i = self->n_history;

  while (i > oldest && self->history[(i - 1) % TCP_DELAY_HISTORY].written > peer->read)
    i--;
  if (peer->time == 0 || (i == oldest && oldest > 0))
    return NAN;
  if (i == self->n_history)
    return 0;
  return MAX (peer->time - self->history[i % TCP_DELAY_HISTORY].time, 0) / (double) GSCOPE_SEC;
}

void
tcp_delay_take (TcpDelay *self, const TcpDelay *peer, gint64 time, TcpSocket *socket)
{
  socket->values[TCP_METRIC_RECEIVER_DELAY] = compute_receiver_delay (self, time, socket);
  self->read = socket->received - MIN (socket->n_unread, socket->received);
  if (!peer)
    return;
  remember (self, time, socket->written);
  socket->values[TCP_METRIC_LATENCY] = compute_latency (self, peer);
}

void
tcp_delay_clear (TcpDelay *self)
{
  g_clear_pointer (&self->history, g_free);
  self->n_history = 0;
}

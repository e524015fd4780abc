/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/delay.h"

#include <gscope/trace/sample.h>
#include <math.h>

/* Factor of the low-pass filter of rates: at 10 Hz a rate settles within a second. */
#define FOLLOW 0.2

/* Unsent data divided by the recent delivery rate (tcpi_delivery_rate). */
static double
compute_sender_delay (const TcpSocket *socket)
{
  double rate = socket->values[TCP_METRIC_DELIVERY_RATE];
  double notsent = socket->values[TCP_METRIC_NOTSENT];

  if (notsent == 0)
    return 0;
  return rate > 0 ? notsent / rate : NAN;
}

/* Smoothed round-trip time without the way back, which takes half of the minimum round-trip time
 * (tcpi_min_rtt), because queues form of data, not of acknowledgments. */
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

/* Unread data (idiag_rqueue) divided by the low-pass filtered rate of arrival
 * (tcpi_bytes_received). */
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

/* Returns the age of the oldest byte that was written at this end and not read at the other end
 * when that was looked up. */
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

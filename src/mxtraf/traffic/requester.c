/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/requester.h"
#include "process/timer.h"
#include "traffic/host.h"

#include <errno.h>
#include <math.h>
#include <sys/epoll.h>
#include <sys/socket.h>

enum
{
  /* Maximum number of bytes that one call discards. */
  CHUNK = 1024 * 1024,
  /* Pause before the next attempt to connect, in milliseconds. */
  PAUSE = 100,
};

struct _MxtrafRequester
{
  MxtrafLoop *loop;
  MxtrafCounters *counters;
  /* the descriptor is -1 without a connection */
  MxtrafWatch flow;
  MxtrafTimer pause;
  MxtrafConfig config;

  gboolean is_connected;
  /* whether a train has opened the receive window of the connection */
  gboolean is_open;
  gint64 begin;
  gint64 rest;
};

static void
close_flow (MxtrafRequester *self)
{
  struct linger linger = { .l_onoff = 1 };

  mxtraf_timer_set (&self->pause, 0);
  if (self->flow.fd < 0)
    return;
  /* a reset, which discards the rest of the train at both ends */
  setsockopt (self->flow.fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
  mxtraf_loop_close (self->loop, &self->flow);
  self->flow.fd = -1;
  self->is_connected = self->is_open = FALSE;
  self->rest = 0;
  mxtraf_count_set (&self->counters->flows[MXTRAF_TRAIN], 0);
}

static void
fail (MxtrafRequester *self)
{
  close_flow (self);
  mxtraf_count_add (&self->counters->client_errors[MXTRAF_TRAIN], 1);
  mxtraf_timer_set (&self->pause, PAUSE * MXTRAF_MILLISECOND);
}

static void
request (MxtrafRequester *self)
{
  guint64 n_packets = self->config.train;

  self->begin = mxtraf_get_time ();
  self->rest = n_packets * MXTRAF_BLOCK;
  if (send (self->flow.fd, &n_packets, sizeof n_packets, MSG_DONTWAIT | MSG_NOSIGNAL)
      != sizeof n_packets)
    fail (self);
}

static void
connect_to_server (MxtrafRequester *self)
{
  struct sockaddr_in address = mxtraf_address_of (MXTRAF_SERVER_ADDRESS, MXTRAF_TRAIN);

  self->flow.fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (self->flow.fd < 0
      || (connect (self->flow.fd, (struct sockaddr *) &address, sizeof address) != 0
          && errno != EINPROGRESS))
    fail (self);
  else
    mxtraf_loop_add (self->loop, &self->flow, EPOLLIN | EPOLLOUT);
}

static void
on_connected (MxtrafRequester *self)
{
  int code = 0;
  socklen_t length = sizeof code;

  if (getsockopt (self->flow.fd, SOL_SOCKET, SO_ERROR, &code, &length) != 0 || code != 0)
    {
      fail (self);
      return;
    }
  self->is_connected = TRUE;
  mxtraf_count_set (&self->counters->flows[MXTRAF_TRAIN], 1);
  mxtraf_count_add (&self->counters->connections[MXTRAF_TRAIN], 1);
  mxtraf_loop_change (self->loop, &self->flow, EPOLLIN);
  request (self);
}

/* The first train of a connection is not counted: it takes longer, because the receive window begins
 * with 64 kB. */
static void
end_train (MxtrafRequester *self)
{
  gint64 pause = llrint (self->config.pause * MXTRAF_SECOND);

  if (self->is_open)
    {
      mxtraf_count_set (&self->counters->transfer_time, mxtraf_get_time () - self->begin);
      mxtraf_count_add (&self->counters->transfers, 1);
    }
  self->is_open = TRUE;
  if (pause > 0)
    mxtraf_timer_set (&self->pause, pause);
  else
    request (self);
}

static void
on_flow (gpointer data, guint32 events)
{
  MxtrafRequester *self = data;
  gssize n;

  if (!self->is_connected)
    {
      on_connected (self);
      return;
    }
  n = recv (self->flow.fd, NULL, CHUNK, MSG_TRUNC | MSG_DONTWAIT);
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
    {
      fail (self);
      return;
    }
  if (n < 0)
    return;
  mxtraf_count_add (&self->counters->received[MXTRAF_TRAIN], n);
  self->rest -= n;
  if (self->rest == 0)
    end_train (self);
}

static void
on_pause_over (gpointer data)
{
  MxtrafRequester *self = data;

  if (self->is_connected)
    request (self);
  else
    connect_to_server (self);
}

MxtrafRequester *
mxtraf_requester_new (MxtrafLoop *loop, MxtrafCounters *counters)
{
  MxtrafRequester *self = g_new0 (MxtrafRequester, 1);

  self->loop = loop;
  self->counters = counters;
  self->flow = (MxtrafWatch){ -1, on_flow, self };
  mxtraf_timer_init (&self->pause, loop, on_pause_over, self);
  return self;
}

void
mxtraf_requester_configure (MxtrafRequester *self, const MxtrafConfig *config)
{
  gboolean is_other =
      config->pacing != self->config.pacing || config->initcwnd != self->config.initcwnd;
  gboolean had_train = self->config.train > 0;

  self->config = *config;
  if (config->train == 0 || is_other)
    close_flow (self);
  if (config->train > 0 && (!had_train || is_other))
    connect_to_server (self);
}

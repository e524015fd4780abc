/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/train.h"
#include "process/timer.h"
#include "traffic/host.h"

#include <errno.h>
#include <math.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <tsl/timer/rate-clock.h>

/* How long a soft timer waits for a check point: a tick of the soft-timer paper's kernel. */
#define SOFT_LIMIT MXTRAF_MILLISECOND
/* Interval of the readings of the processor time. */
#define READING (10 * MXTRAF_MILLISECOND)

enum
{
  CHUNK = 65536,
  /* Writes to the connection before the other connections are served. */
  MAX_WRITES = 16,
};

struct _MxtrafTrain
{
  MxtrafLoop *loop;
  MxtrafCounters *counters;
  MxtrafWatch listener;
  /* the descriptor is -1 without a connection */
  MxtrafWatch flow;
  TslTimers *timers;
  TslRateClock *clock;
  MxtrafWatch alarm;
  MxtrafConfig config;

  /* the present train: its bytes that are not sent yet */
  MxtrafPacing pacing;
  gint64 rest;
  /* when the processor time was read, and that time */
  gint64 read_time;
  gint64 used;
};

static const guint8 zeros[CHUNK];

static gboolean
is_clocked (MxtrafTrain *self)
{
  return self->pacing == MXTRAF_PACING_CLOCK || self->pacing == MXTRAF_PACING_SOFT;
}

/* Returns the processor time since the last call. */
static gint64
read_processor_time (MxtrafTrain *self)
{
  gint64 before = self->used;

  self->read_time = mxtraf_get_time ();
  self->used = kernel_clock_read (CLOCK_PROCESS_CPUTIME_ID);
  return self->used - before;
}

static void
close_flow (MxtrafTrain *self)
{
  if (self->flow.fd >= 0)
    mxtraf_loop_close (self->loop, &self->flow);
  self->flow.fd = -1;
  self->rest = 0;
}

static void
end_broken (MxtrafTrain *self)
{
  mxtraf_count_add (&self->counters->server_errors[MXTRAF_TRAIN], 1);
  close_flow (self);
}

/* Returns whether more may be written now. */
static gboolean
write_some (MxtrafTrain *self, gsize size)
{
  gssize n =
      send (self->flow.fd, zeros, MIN (self->rest, (gint64) size), MSG_DONTWAIT | MSG_NOSIGNAL);

  if (n > 0)
    self->rest -= n;
  else if (n < 0 && errno != EAGAIN && errno != EINTR)
    end_broken (self);
  if (self->rest == 0 || mxtraf_get_time () - self->read_time >= READING)
    mxtraf_count_add (&self->counters->server_time, read_processor_time (self));
  return n > 0 && self->rest > 0;
}

/* A packet that does not fit into the send buffer is sent at the next event. */
static gboolean
on_event (gint64 time, gpointer data)
{
  MxtrafTrain *self = data;

  write_some (self, MXTRAF_BLOCK);
  return self->rest > 0;
}

static void
write_many (MxtrafTrain *self)
{
  guint n = 0;

  while (n++ < MAX_WRITES && write_some (self, CHUNK))
    continue;
  if (self->flow.fd >= 0 && self->rest == 0)
    mxtraf_loop_change (self->loop, &self->flow, EPOLLIN);
}

static void
set_intervals (MxtrafTrain *self)
{
  gint64 target = MAX (1, llrint (self->config.interval * MXTRAF_SECOND));
  gint64 minimum = llrint (self->config.burst_interval * MXTRAF_SECOND);
  guint64 rate = MXTRAF_BLOCK / self->config.interval;

  tsl_timers_set_overshoot (self->timers, self->pacing == MXTRAF_PACING_SOFT ? SOFT_LIMIT : 0);
  tsl_rate_clock_set_intervals (self->clock, target, MIN (minimum, target));
  if (self->pacing == MXTRAF_PACING_KERNEL)
    setsockopt (self->flow.fd, SOL_SOCKET, SO_MAX_PACING_RATE, &rate, sizeof rate);
}

static void
begin (MxtrafTrain *self, guint64 n_packets)
{
  read_processor_time (self);
  self->rest = MIN (n_packets, G_MAXINT32) * MXTRAF_BLOCK;
  self->pacing = self->config.pacing;
  set_intervals (self);
  if (is_clocked (self))
    tsl_rate_clock_begin (self->clock);
  else
    mxtraf_loop_change (self->loop, &self->flow, EPOLLIN | EPOLLOUT);
}

static void
on_flow (gpointer data, guint32 events)
{
  MxtrafTrain *self = data;
  guint64 n_packets;
  gssize n = recv (self->flow.fd, &n_packets, sizeof n_packets, MSG_DONTWAIT);

  if (n == sizeof n_packets && self->rest == 0)
    begin (self, n_packets);
  else if (n >= 0 || (errno != EAGAIN && errno != EINTR))
    close_flow (self);
  else if (events & EPOLLOUT)
    write_many (self);
}

/* The client has one connection: a new one replaces the old one. */
static void
on_listener (gpointer data, guint32 events)
{
  MxtrafTrain *self = data;
  int fd = accept4 (self->listener.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK), on = 1;

  if (fd < 0)
    return;
  close_flow (self);
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  self->flow.fd = fd;
  mxtraf_loop_add (self->loop, &self->flow, EPOLLIN);
}

static void
on_check (gpointer data)
{
  MxtrafTrain *self = data;

  if (self->rest > 0 && is_clocked (self))
    tsl_timers_check (self->timers);
}

/* The event alone is a check point, which also clears the descriptor. */
static void
on_alarm (gpointer data, guint32 events)
{
  tsl_timers_check (((MxtrafTrain *) data)->timers);
}

MxtrafTrain *
mxtraf_train_new (MxtrafLoop *loop, MxtrafCounters *counters, GError **error)
{
  TslTimers *timers = tsl_timers_new (NULL, "trains", error);
  int fd = timers ? mxtraf_host_listen (MXTRAF_TRAIN, error) : -1;
  int tos = MXTRAF_TOS_TRAIN;
  MxtrafTrain *self;

  if (fd < 0)
    return NULL;
  setsockopt (fd, IPPROTO_IP, IP_TOS, &tos, sizeof tos);
  self = g_new0 (MxtrafTrain, 1);
  self->loop = loop;
  self->counters = counters;
  self->listener = (MxtrafWatch){ fd, on_listener, self };
  self->flow = (MxtrafWatch){ -1, on_flow, self };
  self->timers = timers;
  self->clock = tsl_rate_clock_new (timers, NULL, "train", on_event, self);
  self->alarm = (MxtrafWatch){ tsl_timers_get_fd (timers), on_alarm, self };
  mxtraf_loop_add (loop, &self->listener, EPOLLIN);
  mxtraf_loop_add (loop, &self->alarm, EPOLLIN);
  mxtraf_loop_set_check (loop, on_check, self);
  return self;
}

void
mxtraf_train_configure (MxtrafTrain *self, const MxtrafConfig *config)
{
  self->config = *config;
  if (self->rest > 0)
    set_intervals (self);
}

gboolean
mxtraf_train_set_cc (MxtrafTrain *self, const char *cc)
{
  int fds[] = { self->listener.fd, self->flow.fd };

  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    if (fds[i] >= 0 && setsockopt (fds[i], IPPROTO_TCP, TCP_CONGESTION, cc, strlen (cc)) != 0)
      return FALSE;
  return TRUE;
}

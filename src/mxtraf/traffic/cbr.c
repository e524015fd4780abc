/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/cbr.h"
#include "link/address.h"
#include "process/config.h"
#include "process/count.h"
#include "process/time.h"
#include "process/timer.h"
#include "traffic/host.h"

#include <errno.h>
#include <sys/socket.h>

enum
{
  PAYLOAD = 1472,
  PACKET = PAYLOAD + 28,

};

/* Maximum delay of a wake-up that is compensated by a burst, in seconds. */
#define MAX_LATENESS 0.01

struct _MxtrafCbr
{
  MxtrafCounters *counters;
  MxtrafTimer timer;
  int fd;
  struct sockaddr_in peer;
  double rate;
  double credit;
  gint64 last;
};

static const guint8 payload[PAYLOAD];

static void
send_packet (MxtrafCbr *self)
{
  if (sendto (self->fd, payload, PAYLOAD, MSG_DONTWAIT, (struct sockaddr *) &self->peer,
              sizeof self->peer)
      < 0)
    mxtraf_count_add (&self->counters->server_errors[MXTRAF_CBR], 1);
  self->credit -= PACKET;
}

static void
on_timer (gpointer data)
{
  MxtrafCbr *self = data;
  gint64 now = mxtraf_get_time ();
  double passed = (double) (now - self->last) / MXTRAF_SECOND;
  double due = self->rate / 8 * passed, limit = PACKET + self->rate / 8 * MAX_LATENESS;

  self->last = now;
  self->credit = MIN (self->credit + due, limit);
  while (self->credit >= PACKET)
    send_packet (self);
  mxtraf_timer_set (&self->timer, MAX (MXTRAF_MILLISECOND,
                                       (PACKET - self->credit) * 8 / self->rate * MXTRAF_SECOND));
}

MxtrafCbr *
mxtraf_cbr_new (MxtrafLoop *loop, MxtrafCounters *counters, GError **error)
{
  struct sockaddr_in address = mxtraf_address_of (MXTRAF_SERVER_ADDRESS, MXTRAF_CBR);
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  MxtrafCbr *self;

  if (fd < 0 || bind (fd, (struct sockaddr *) &address, sizeof address) != 0)
    {
      mxtraf_host_fail ("open a UDP socket", error);
      return NULL;
    }
  self = g_new0 (MxtrafCbr, 1);
  self->counters = counters;
  self->fd = fd;
  self->peer = mxtraf_address_of (MXTRAF_CLIENT_ADDRESS, MXTRAF_CBR);
  mxtraf_timer_init (&self->timer, loop, on_timer, self);
  return self;
}

void
mxtraf_cbr_set_rate (MxtrafCbr *self, double rate)
{
  if (rate == self->rate)
    return;
  self->rate = rate;
  self->credit = 0;
  self->last = mxtraf_get_time ();
  mxtraf_timer_set (&self->timer, rate > 0 ? MXTRAF_MILLISECOND : 0);
}

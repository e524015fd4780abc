/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/client.h"
#include "link/address.h"
#include "process/count.h"
#include "traffic/flows.h"

#include <sys/epoll.h>
#include <sys/socket.h>

typedef struct
{
  MxtrafFlows *flows[MXTRAF_CBR];
  MxtrafWatch datagrams;
  MxtrafCounters *counters;
} Client;

static void
on_datagrams (gpointer data, guint32 events)
{
  Client *self = data;
  gssize n;

  while ((n = recv (self->datagrams.fd, NULL, 0, MSG_TRUNC | MSG_DONTWAIT)) >= 0)
    mxtraf_count_add (&self->counters->received[MXTRAF_CBR], n);
}

static gpointer
client_new (MxtrafLoop *loop, MxtrafCounters *counters, TslPage *page, GError **error)
{
  struct sockaddr_in address = mxtraf_address_of (MXTRAF_CLIENT_ADDRESS, MXTRAF_CBR);
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  Client *self;

  if (fd < 0 || bind (fd, (struct sockaddr *) &address, sizeof address) != 0)
    {
      mxtraf_host_fail ("open a UDP socket", error);
      return NULL;
    }
  self = g_new0 (Client, 1);
  self->counters = counters;
  self->datagrams = (MxtrafWatch){ fd, on_datagrams, self };
  mxtraf_loop_add (loop, &self->datagrams, EPOLLIN);
  for (guint class = 0; class < G_N_ELEMENTS (self->flows); class ++)
    self->flows[class] = mxtraf_flows_new (class, loop, counters);
  return self;
}

static gboolean
client_apply (gpointer data, const MxtrafConfig *config, GError **error)
{
  Client *self = data;

  mxtraf_flows_set_wanted (self->flows[MXTRAF_MEASURED], config->measured);
  mxtraf_flows_set_wanted (self->flows[MXTRAF_ELEPHANTS], config->elephants);
  mxtraf_flows_set_wanted (self->flows[MXTRAF_MICE], config->mice);
  mxtraf_count_set (&self->counters->flows[MXTRAF_CBR], config->cbr > 0);
  return TRUE;
}

const MxtrafHost mxtraf_client = {
  MXTRAF_CLIENT_ADDRESS,
  MXTRAF_SERVER_ADDRESS,
  client_new,
  client_apply,
};

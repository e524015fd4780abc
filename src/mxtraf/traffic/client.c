/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "process/config.h"
#include "process/counters.h"
#include "process/timer.h"
#include "traffic/fetch.h"
#include "traffic/host.h"
#include "traffic/receiver.h"
#include "traffic/requester.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <sys/epoll.h>
#include <sys/socket.h>

enum
{
  /* Maximum number of bytes that one call discards. */
  CHUNK = 1024 * 1024,

  /* Pause before the next attempt to connect, in milliseconds. */
  PAUSE = 100,
};

/* A class of TCP traffic: keeps a number of flows connected, and reads their data. */
typedef struct
{
  MxtrafClass class;
  MxtrafLoop *loop;
  MxtrafCounters *counters;
  MxtrafTimer pause;
  GQueue flows;
  gint64 wanted;
  gint64 tolerance;
  /* of web clients: whether each keeps its connection */
  gboolean is_persistent;
} Flows;

typedef struct
{
  Flows *flows;
  MxtrafWatch watch;
  GList *link;
  gboolean established;

  /* for the measured flow; otherwise NULL */
  MxtrafReceiver *receiver;

  /* for a web client; otherwise NULL */
  MxtrafFetch *fetch;
} Flow;

static void keep (Flows *self);

static void
add_established (Flow *flow, int n)
{
  Flows *self = flow->flows;

  mxtraf_count_add (&self->counters->flows[self->class], n);
  flow->established = n > 0;
}

static void
close_flow (Flow *flow)
{
  Flows *self = flow->flows;

  if (flow->established)
    add_established (flow, -1);
  mxtraf_loop_close (self->loop, &flow->watch);
  g_queue_delete_link (&self->flows, flow->link);
  g_clear_pointer (&flow->receiver, mxtraf_receiver_free);
  g_clear_pointer (&flow->fetch, mxtraf_fetch_free);
  g_free (flow);
}

/* Closes with a reset, which discards buffered data at both ends. */
static void
reset_flow (Flow *flow)
{
  struct linger linger = { .l_onoff = 1 };

  setsockopt (flow->watch.fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
  close_flow (flow);
}

static void
fail (Flows *self)
{
  mxtraf_count_add (&self->counters->client_errors[self->class], 1);
  mxtraf_timer_set (&self->pause, PAUSE * MXTRAF_MILLISECOND);
}

static void
on_end (Flow *flow)
{
  Flows *self = flow->flows;
  gboolean is_whole =
      self->class == MXTRAF_MICE || (flow->fetch && mxtraf_fetch_is_answered (flow->fetch));

  close_flow (flow);
  if (is_whole)
    keep (self);
  else
    fail (self);
}

static void
on_broken (Flow *flow)
{
  Flows *self = flow->flows;

  close_flow (flow);
  fail (self);
}

static gboolean
check_connected (Flow *flow)
{
  Flows *self = flow->flows;
  int code = 0;
  socklen_t length = sizeof code;

  if (getsockopt (flow->watch.fd, SOL_SOCKET, SO_ERROR, &code, &length) != 0 || code != 0)
    return FALSE;
  add_established (flow, 1);
  mxtraf_count_add (&self->counters->connections[self->class], 1);
  mxtraf_loop_change (self->loop, &flow->watch, EPOLLIN);
  return !flow->fetch || mxtraf_fetch_request (flow->fetch, flow->watch.fd);
}

static gssize
read_flow (Flow *flow)
{
  Flows *self = flow->flows;
  gssize n;

  if (flow->receiver)
    n = mxtraf_receiver_read (flow->receiver, flow->watch.fd);
  else if (flow->fetch)
    n = mxtraf_fetch_read (flow->fetch, flow->watch.fd);
  else
    n = recv (flow->watch.fd, NULL, CHUNK, MSG_TRUNC | MSG_DONTWAIT);
  if (n > 0)
    mxtraf_count_add (&self->counters->received[self->class], n);
  return n;
}

static void
on_flow (gpointer data, guint32 events)
{
  Flow *flow = data;
  gssize n;

  if (!flow->established && !check_connected (flow))
    {
      on_broken (flow);
      return;
    }
  n = read_flow (flow);
  if (n == 0)
    on_end (flow);
  else if (n < 0 && errno != EAGAIN && errno != EINTR)
    on_broken (flow);
}

static gboolean
open_flow (Flows *self)
{
  struct sockaddr_in address = mxtraf_address_of (MXTRAF_SERVER_ADDRESS, self->class);
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  Flow *flow;

  if (fd < 0)
    return FALSE;
  flow = g_new0 (Flow, 1);
  flow->flows = self;
  flow->watch = (MxtrafWatch){ fd, on_flow, flow };
  if (self->class == MXTRAF_MEASURED)
    flow->receiver = mxtraf_receiver_new (self->loop, self->counters, self->tolerance);
  if (self->class == MXTRAF_WEB)
    flow->fetch = mxtraf_fetch_new (self->counters, self->is_persistent);
  g_queue_push_tail (&self->flows, flow);
  flow->link = self->flows.tail;
  if (connect (fd, (struct sockaddr *) &address, sizeof address) != 0 && errno != EINPROGRESS)
    {
      close_flow (flow);
      return FALSE;
    }
  mxtraf_loop_add (self->loop, &flow->watch, EPOLLIN | EPOLLOUT);
  return TRUE;
}

static void
keep (Flows *self)
{
  while (self->flows.length > self->wanted)
    reset_flow (g_queue_peek_tail (&self->flows));
  while (self->flows.length < self->wanted)
    if (!open_flow (self))
      {
        fail (self);
        return;
      }
}

static void
on_pause_over (gpointer data)
{
  keep (data);
}

static Flows *
flows_new (MxtrafClass class, MxtrafLoop *loop, MxtrafCounters *counters)
{
  Flows *self = g_new0 (Flows, 1);

  self->class = class;
  self->loop = loop;
  self->counters = counters;
  mxtraf_timer_init (&self->pause, loop, on_pause_over, self);
  return self;
}

/* Sets the number of flows; excess flows are reset at once. */
static void
flows_set_wanted (Flows *self, gint64 wanted)
{
  if (wanted == self->wanted)
    return;
  self->wanted = wanted;
  keep (self);
}

/* Present connections are closed at once. */
static void
flows_set_persistent (Flows *self, gboolean is_persistent)
{
  if (is_persistent == self->is_persistent)
    return;
  self->is_persistent = is_persistent;
  while (self->flows.length > 0)
    close_flow (g_queue_peek_tail (&self->flows));
  keep (self);
}

static void
flows_set_tolerance (Flows *self, gint64 tolerance)
{
  self->tolerance = tolerance;
  for (GList *link = self->flows.head; link; link = link->next)
    mxtraf_receiver_set_tolerance (((Flow *) link->data)->receiver, tolerance);
}

typedef struct
{
  Flows *flows[MXTRAF_CBR];
  MxtrafRequester *requester;
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
      mxtraf_host_fail (_ ("mxtraf cannot open a UDP socket in its network namespace"), error);
      return NULL;
    }
  self = g_new0 (Client, 1);
  self->counters = counters;
  self->datagrams = (MxtrafWatch){ fd, on_datagrams, self };
  mxtraf_loop_add (loop, &self->datagrams, EPOLLIN);
  for (guint class = 0; class < G_N_ELEMENTS (self->flows); class ++)
    self->flows[class] = flows_new (class, loop, counters);
  self->requester = mxtraf_requester_new (loop, counters);
  return self;
}

static gboolean
client_apply (gpointer data, const MxtrafConfig *config, GError **error)
{
  Client *self = data;

  flows_set_tolerance (self->flows[MXTRAF_MEASURED], config->tolerance * MXTRAF_SECOND);
  flows_set_wanted (self->flows[MXTRAF_MEASURED], config->measured);
  flows_set_wanted (self->flows[MXTRAF_ELEPHANTS], config->elephants);
  flows_set_wanted (self->flows[MXTRAF_MICE], config->mice);
  flows_set_persistent (self->flows[MXTRAF_WEB], config->persistent);
  flows_set_wanted (self->flows[MXTRAF_WEB], config->web);
  mxtraf_count_set (&self->counters->flows[MXTRAF_CBR], config->cbr > 0);
  mxtraf_requester_configure (self->requester, config);
  return TRUE;
}

const MxtrafHost mxtraf_client = {
  MXTRAF_CLIENT_ADDRESS,
  MXTRAF_SERVER_ADDRESS,
  client_new,
  client_apply,
};

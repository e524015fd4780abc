/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/sender.h"
#include "process/counters.h"
#include "process/timer.h"
#include "traffic/host.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <tsl/tcp/minbuf.h>
#include <unistd.h>

/* Writes the data of a measured flow, either directly to the socket or through a gate of libtsl. */
typedef struct
{
  MxtrafWatch *watch;
  MxtrafLoop *loop;
  MxtrafCounters *counters;
  TslPage *page;
  MxtrafTimer pause;
  MxtrafConfig config;
  /* NULL without a gate */
  TslMinbuf *minbuf;
} Gate;

static void
on_pause_over (gpointer data)
{
  Gate *self = data;

  mxtraf_loop_change (self->loop, self->watch, EPOLLOUT);
}

/* watch is the handler of the flow's socket. */
static Gate *
gate_new (MxtrafWatch *watch, MxtrafLoop *loop, MxtrafCounters *counters, TslPage *page)
{
  Gate *self = g_new0 (Gate, 1);

  self->watch = watch;
  self->loop = loop;
  self->counters = counters;
  self->page = page;
  mxtraf_timer_init (&self->pause, loop, on_pause_over, self);
  return self;
}

/* Publishes A and B in thousandths; 0 means no gate. */
static void
show_limit (Gate *self)
{
  double a = 0, b = 0;

  if (self->minbuf)
    tsl_minbuf_get_limit (self->minbuf, &a, &b);
  mxtraf_count_set (&self->counters->target_delay,
                    self->minbuf ? tsl_minbuf_get_delay (self->minbuf) : 0);
  mxtraf_count_set (&self->counters->limit_a, llrint (1000 * a));
  mxtraf_count_set (&self->counters->limit_b, llrint (1000 * b));
}

static void
remove_gate (Gate *self)
{
  g_clear_pointer (&self->minbuf, tsl_minbuf_free);
  show_limit (self);
}

static void
gate_free (Gate *self)
{
  remove_gate (self);
  mxtraf_loop_close (self->loop, &self->pause.watch);
  g_free (self);
}

static void
set_limit (Gate *self, const MxtrafConfig *config)
{
  if (!self->minbuf)
    self->minbuf = tsl_minbuf_new (self->watch->fd, config->a, config->b, self->page, NULL);
  if (self->minbuf && config->method == MXTRAF_METHOD_GATE)
    tsl_minbuf_set_limit (self->minbuf, config->a, config->b);
  else if (self->minbuf)
    tsl_minbuf_set_delay (self->minbuf, llrint (config->buffer_delay * MXTRAF_SECOND));
  show_limit (self);
}

/* Applies only changed settings, so that knobs that other programs have set in the page stay. */
static void
gate_configure (Gate *self, const MxtrafConfig *config)
{
  const MxtrafConfig *old = &self->config;

  if (config->method == old->method && config->a == old->a && config->b == old->b
      && config->buffer_delay == old->buffer_delay)
    return;
  self->config = *config;
  if (config->method == MXTRAF_METHOD_STANDARD)
    remove_gate (self);
  else
    set_limit (self, config);
  on_pause_over (self);
}

static void
wait_for_gate (Gate *self)
{
  short events;
  gint64 wait = tsl_minbuf_get_wait (self->minbuf, &events);

  if (events & POLLOUT)
    return;
  mxtraf_loop_change (self->loop, self->watch, 0);
  mxtraf_timer_set (&self->pause, wait);
}

/* Writes like send(). After EAGAIN, the watch is called when to try again. */
static gssize
gate_write (Gate *self, const void *data, gsize size)
{
  gssize n;

  if (!self->minbuf)
    return send (self->watch->fd, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  n = tsl_minbuf_write (self->minbuf, data, size);
  show_limit (self);
  if (n >= 0 || errno != EAGAIN)
    return n;
  wait_for_gate (self);
  errno = EAGAIN;
  return -1;
}

/* SOCK_SNDBUF_LOCK for SO_BUF_LOCK, from the kernel's include/net/sock.h. */
#define SNDBUF_LOCK 1

enum
{
  BACKLOG = 4096,
  CHUNK = 65536,

  /* Writes to a connection before the other connections are served. */
  MAX_WRITES = 16,
};

struct _MxtrafSender
{
  MxtrafClass class;
  MxtrafLoop *loop;
  MxtrafCounters *counters;
  MxtrafWatch listener;
  GHashTable *connections;
  TslPage *page;
  MxtrafConfig config;
  gint64 wanted;
  gint64 size;
  gint64 buffer;
};

typedef struct
{
  MxtrafSender *sender;
  MxtrafWatch watch;
  gint64 rest;

  /* for the measured flow */
  guint8 block[MXTRAF_BLOCK];
  gsize n_written;
  Gate *gate;
} Connection;

static const guint8 zeros[CHUNK];

static void
drop_connection (Connection *connection)
{
  MxtrafSender *self = connection->sender;

  g_clear_pointer (&connection->gate, gate_free);
  mxtraf_loop_close (self->loop, &connection->watch);
  g_hash_table_remove (self->connections, connection);
}

static void
end_broken (Connection *connection)
{
  MxtrafSender *self = connection->sender;

  if (g_hash_table_size (self->connections) <= self->wanted)
    mxtraf_count_add (&self->counters->server_errors[self->class], 1);
  drop_connection (connection);
}

/* Continues the present block, or begins a new one. */
static gssize
write_block (Connection *connection)
{
  gint64 now = mxtraf_get_time ();
  gssize n;

  if (connection->n_written == 0)
    memcpy (connection->block, &now, sizeof now);
  n = gate_write (connection->gate, connection->block + connection->n_written,
                  MXTRAF_BLOCK - connection->n_written);
  if (n > 0)
    connection->n_written = (connection->n_written + n) % MXTRAF_BLOCK;
  return n;
}

static gssize
write_zeros (Connection *connection)
{
  gssize n = send (connection->watch.fd, zeros, MIN (connection->rest, CHUNK),
                   MSG_DONTWAIT | MSG_NOSIGNAL);

  if (n > 0)
    connection->rest -= n;
  return n;
}

static void
on_connection (gpointer data, guint32 events)
{
  Connection *connection = data;

  for (guint i = 0; i < MAX_WRITES && connection->rest > 0; i++)
    {
      if ((connection->gate ? write_block (connection) : write_zeros (connection)) >= 0)
        continue;
      if (errno != EAGAIN && errno != EINTR)
        end_broken (connection);
      return;
    }
  if (connection->rest == 0)
    drop_connection (connection);
}

static void
add_connection (MxtrafSender *self, int fd)
{
  Connection *connection = g_new0 (Connection, 1);
  int on = 1;

  connection->sender = self;
  connection->watch = (MxtrafWatch){ fd, on_connection, connection };
  connection->rest = self->size;
  g_hash_table_add (self->connections, connection);
  mxtraf_loop_add (self->loop, &connection->watch, EPOLLOUT);
  if (self->class != MXTRAF_MEASURED)
    return;
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  connection->gate = gate_new (&connection->watch, self->loop, self->counters, self->page);
  gate_configure (connection->gate, &self->config);
}

/* The listener is edge-triggered: a connection that cannot be accepted now is accepted at the next
 * event. */
static void
on_listener (gpointer data, guint32 events)
{
  MxtrafSender *self = data;
  int fd;

  while ((fd = accept4 (self->listener.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0)
    add_connection (self, fd);
  if (errno != EAGAIN)
    mxtraf_count_add (&self->counters->server_errors[self->class], 1);
}

MxtrafSender *
mxtraf_sender_new (MxtrafClass class, MxtrafLoop *loop, MxtrafCounters *counters, TslPage *page,
                   GError **error)
{
  struct sockaddr_in address = mxtraf_address_of (MXTRAF_SERVER_ADDRESS, class);
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  MxtrafSender *self;

  if (fd < 0 || bind (fd, (struct sockaddr *) &address, sizeof address) != 0
      || listen (fd, BACKLOG) != 0)
    {
      mxtraf_host_fail (_ ("mxtraf cannot listen in its network namespace"), error);
      return NULL;
    }
  self = g_new0 (MxtrafSender, 1);
  self->class = class;
  self->loop = loop;
  self->counters = counters;
  self->page = page;
  self->connections = g_hash_table_new_full (NULL, NULL, g_free, NULL);
  self->listener = (MxtrafWatch){ fd, on_listener, self };
  mxtraf_loop_add (loop, &self->listener, EPOLLIN | EPOLLET);
  return self;
}

void
mxtraf_sender_configure (MxtrafSender *self, gint64 wanted, gint64 size)
{
  self->wanted = wanted;
  self->size = size;
}

void
mxtraf_sender_set_gate (MxtrafSender *self, const MxtrafConfig *config)
{
  GHashTableIter iter;
  gpointer key;

  self->config = *config;
  g_hash_table_iter_init (&iter, self->connections);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    gate_configure (((Connection *) key)->gate, config);
}

static gboolean
set_cc (int fd, const char *cc)
{
  return setsockopt (fd, IPPROTO_TCP, TCP_CONGESTION, cc, strlen (cc)) == 0;
}

gboolean
mxtraf_sender_set_cc (MxtrafSender *self, const char *cc)
{
  GHashTableIter iter;
  gpointer key;

  if (!set_cc (self->listener.fd, cc))
    return FALSE;
  g_hash_table_iter_init (&iter, self->connections);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    set_cc (((Connection *) key)->watch.fd, cc);
  return TRUE;
}

/* The kernel doubles the size for its own overhead (socket(7)); it sizes the buffer automatically
 * again when SO_BUF_LOCK is cleared. */
static gboolean
set_buffer (int fd, gint64 size)
{
  int bytes = size, lock;
  socklen_t length = sizeof lock;

  if (size > 0)
    return setsockopt (fd, SOL_SOCKET, SO_SNDBUFFORCE, &bytes, sizeof bytes) == 0
           || setsockopt (fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes) == 0;
  if (getsockopt (fd, SOL_SOCKET, SO_BUF_LOCK, &lock, &length) != 0)
    return FALSE;
  lock &= ~SNDBUF_LOCK;
  return setsockopt (fd, SOL_SOCKET, SO_BUF_LOCK, &lock, sizeof lock) == 0;
}

gboolean
mxtraf_sender_set_buffer (MxtrafSender *self, gint64 size)
{
  GHashTableIter iter;
  gpointer key;

  if (size == self->buffer)
    return TRUE;
  if (!set_buffer (self->listener.fd, size))
    return FALSE;
  self->buffer = size;
  g_hash_table_iter_init (&iter, self->connections);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    set_buffer (((Connection *) key)->watch.fd, size);
  return TRUE;
}

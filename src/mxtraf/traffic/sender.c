/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/sender.h"
#include "process/counters.h"
#include "traffic/host.h"
#include "traffic/web.h"
#include "traffic/writer.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/* SOCK_SNDBUF_LOCK for SO_BUF_LOCK, from the kernel's include/net/sock.h. */
#define SNDBUF_LOCK 1

enum
{
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
  /* what a web server sends; otherwise -1 */
  int file;
};

typedef struct
{
  MxtrafSender *sender;
  MxtrafWatch watch;
  gint64 rest;

  /* for the measured flow; otherwise NULL */
  MxtrafWriter *writer;

  /* for a web client, and the events that it waits for; otherwise NULL */
  MxtrafWeb *web;
  int waits;
} Connection;

static const guint8 zeros[CHUNK];

static void
drop_connection (Connection *connection)
{
  MxtrafSender *self = connection->sender;

  if (connection->writer)
    mxtraf_loop_set_counter (self->loop, NULL);
  g_clear_pointer (&connection->writer, mxtraf_writer_free);
  g_clear_pointer (&connection->web, mxtraf_web_free);
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

static gssize
write_zeros (Connection *connection)
{
  gssize n = send (connection->watch.fd, zeros, MIN (connection->rest, CHUNK),
                   MSG_DONTWAIT | MSG_NOSIGNAL);

  if (n > 0)
    connection->rest -= n;
  return n;
}

/* A write is a trigger state of the server, as system calls are of a kernel with soft timers. */
static gssize
write_some (Connection *connection)
{
  gssize n =
      connection->writer ? mxtraf_writer_write (connection->writer) : write_zeros (connection);

  if (n >= 0)
    mxtraf_loop_check (connection->sender->loop);
  return n;
}

static void
on_connection (gpointer data, guint32 events)
{
  Connection *connection = data;

  for (guint i = 0; i < MAX_WRITES && connection->rest > 0; i++)
    {
      if (write_some (connection) >= 0)
        continue;
      if (errno != EAGAIN && errno != EINTR)
        end_broken (connection);
      return;
    }
  if (connection->rest == 0)
    drop_connection (connection);
}

static void
on_web_client (gpointer data, guint32 events)
{
  Connection *connection = data;
  int waits = mxtraf_web_serve (connection->web, connection->watch.fd);

  if (waits < 0)
    end_broken (connection);
  else if (waits == 0)
    drop_connection (connection);
  else if (waits != connection->waits)
    {
      connection->waits = waits;
      mxtraf_loop_change (connection->sender->loop, &connection->watch, waits);
    }
}

static void
add_web_client (MxtrafSender *self, Connection *connection)
{
  connection->watch.ready = on_web_client;
  connection->web = mxtraf_web_new (self->loop, self->file);
  connection->waits = EPOLLIN;
  mxtraf_loop_add (self->loop, &connection->watch, EPOLLIN);
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
  if (self->class == MXTRAF_WEB)
    {
      add_web_client (self, connection);
      return;
    }
  mxtraf_loop_add (self->loop, &connection->watch, EPOLLOUT);
  if (self->class != MXTRAF_MEASURED)
    return;
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  connection->writer =
      mxtraf_writer_new (&connection->watch, self->loop, self->counters, self->page);
  mxtraf_writer_configure (connection->writer, &self->config);
  mxtraf_loop_set_counter (self->loop, &self->counters->wait_time);
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
  int fd = mxtraf_host_listen (class, error);
  int file = class == MXTRAF_WEB ? mxtraf_web_create_file () : -1;
  MxtrafSender *self;

  if (fd < 0)
    return NULL;
  if (class == MXTRAF_WEB && file < 0)
    {
      mxtraf_host_fail (_ ("mxtraf cannot create a file in memory"), error);
      return NULL;
    }
  self = g_new0 (MxtrafSender, 1);
  self->class = class;
  self->loop = loop;
  self->counters = counters;
  self->page = page;
  self->file = file;
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
  if (self->file >= 0 && !mxtraf_web_resize_file (self->file, size))
    mxtraf_count_add (&self->counters->server_errors[self->class], 1);
}

void
mxtraf_sender_set_content (MxtrafSender *self, const MxtrafConfig *config)
{
  GHashTableIter iter;
  gpointer key;

  self->config = *config;
  g_hash_table_iter_init (&iter, self->connections);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    mxtraf_writer_configure (((Connection *) key)->writer, config);
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

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-listener.h>

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <gscope/net/tuple-descriptors.h>
#include <main-source.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/stat.h>
#include <unistd.h>

#define NO_DESCRIPTORS                                                                             \
  _ ("the server has no file descriptors left; raise its limit of open files (ulimit -n)")

enum
{
  /* Number of connections that are accepted in one iteration of the main loop. */
  SHARE = 16,
  /* TCP keep-alive: idle time and interval in seconds, and number of probes. */
  KEEP_IDLE = 60,
  KEEP_INTERVAL = 10,
  KEEP_COUNT = 6,
};

struct _GscopeTupleListener
{
  int fd;
  /* closed to make room for a connection that is accepted only to be refused */
  int spare_fd;
  /* of a Unix socket, and the identity of the file that bind() created */
  char *path;
  struct stat file;
  GSource *watch;
  GscopeTupleAcceptFunc func;
  gpointer user_data;
};

static int
open_spare (void)
{
  return open ("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* Accepts a connection that is to be closed: if it stayed in the queue, the main loop would spin. */
static void
turn_away (GscopeTupleListener *self)
{
  int client;

  if (self->spare_fd >= 0)
    close (self->spare_fd);
  client = accept4 (self->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  self->func (client, NO_DESCRIPTORS, FALSE, self->user_data);
  self->spare_fd = open_spare ();
}

/* Turns TCP keep-alive on, and sends small messages at once: each message of the handshake of TLS would wait 40 ms for
 * an acknowledgement. A Unix socket refuses the first option. */
static void
set_options (int fd)
{
  const int yes = 1, idle = KEEP_IDLE, interval = KEEP_INTERVAL, count = KEEP_COUNT;

  if (setsockopt (fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle) != 0)
    return;
  setsockopt (fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt (fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
  setsockopt (fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

static void
take_client (GscopeTupleListener *self, int client, const struct sockaddr *address)
{
  const char *refusal = gscope_tuple_descriptors_are_short (client) ? NO_DESCRIPTORS : NULL;

  if (!refusal)
    set_options (client);
  self->func (client, refusal, gscope_socket_address_is_local (address), self->user_data);
}

static gboolean
on_connected (int fd, GIOCondition condition, gpointer data)
{
  GscopeTupleListener *self = data;

  for (guint i = 0; i < SHARE; i++)
    {
      struct sockaddr_storage address = { 0 };
      socklen_t length = sizeof address;
      int client =
          accept4 (fd, (struct sockaddr *) &address, &length, SOCK_CLOEXEC | SOCK_NONBLOCK);

      if (client < 0 && (errno == EMFILE || errno == ENFILE))
        turn_away (self);
      if (client < 0)
        break;
      take_client (self, client, (struct sockaddr *) &address);
    }
  return G_SOURCE_CONTINUE;
}

GscopeTupleListener *
gscope_tuple_listener_new (const GscopeTupleAddress *address, int fd, GscopeTupleAcceptFunc func,
                           gpointer user_data)
{
  GscopeTupleListener *self = g_new0 (GscopeTupleListener, 1);

  self->fd = fd;
  self->spare_fd = open_spare ();
  if (address && address->transport == GSCOPE_TUPLE_TRANSPORT_UNIX)
    self->path = g_strdup (address->host);
  if (self->path && lstat (self->path, &self->file) != 0)
    g_clear_pointer (&self->path, g_free);
  self->func = func;
  self->user_data = user_data;
  self->watch = g_unix_fd_source_new (fd, G_IO_IN);
  g_source_set_static_name (self->watch, "[gscope] tuple listener");
  g_source_set_callback (self->watch, G_SOURCE_FUNC (on_connected), self, NULL);
  g_source_attach (self->watch, g_main_context_get_thread_default ());
  return self;
}

/* Another program may have replaced the file, and its file may have got the same inode number. */
static gboolean
is_own_file (GscopeTupleListener *self)
{
  struct stat status;

  return lstat (self->path, &status) == 0 && S_ISSOCK (status.st_mode)
         && status.st_dev == self->file.st_dev && status.st_ino == self->file.st_ino
         && status.st_mtim.tv_sec == self->file.st_mtim.tv_sec
         && status.st_mtim.tv_nsec == self->file.st_mtim.tv_nsec;
}

void
gscope_tuple_listener_free (GscopeTupleListener *self)
{
  main_source_drop (self->watch);
  if (self->path && is_own_file (self))
    unlink (self->path);
  close (self->fd);
  if (self->spare_fd >= 0)
    close (self->spare_fd);
  g_free (self->path);
  g_free (self);
}

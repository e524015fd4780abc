/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/tuple/tuple-listener.h>

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <unistd.h>

enum
{
  /* What a flood of connections may take of the main loop at a time. */
  SHARE = 16
};

struct _GscopeTupleListener
{
  int fd;
  /* given up to take, and close, a connection for which there is no descriptor */
  int spare_fd;
  char *path;
  GSource *watch;
  GscopeTupleAcceptFunc func;
  gpointer user_data;
};

static int
open_spare (void)
{
  return open ("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* What is not taken would make the main loop turn for ever. */
static void
turn_away (GscopeTupleListener *self)
{
  int client;

  if (self->spare_fd >= 0)
    close (self->spare_fd);
  client = accept4 (self->fd, NULL, NULL, SOCK_CLOEXEC);
  if (client >= 0)
    close (client);
  self->spare_fd = open_spare ();
  self->func (-1, FALSE, self->user_data);
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
      self->func (client, gscope_socket_address_is_local ((struct sockaddr *) &address),
                  self->user_data);
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
  self->path = address->transport == GSCOPE_TUPLE_TRANSPORT_UNIX ? g_strdup (address->host) : NULL;
  self->func = func;
  self->user_data = user_data;
  self->watch = g_unix_fd_source_new (fd, G_IO_IN);
  g_source_set_static_name (self->watch, "[gscope] tuple listener");
  g_source_set_callback (self->watch, G_SOURCE_FUNC (on_connected), self, NULL);
  g_source_attach (self->watch, g_main_context_get_thread_default ());
  return self;
}

void
gscope_tuple_listener_free (GscopeTupleListener *self)
{
  g_source_destroy (self->watch);
  g_source_unref (self->watch);
  close (self->fd);
  if (self->spare_fd >= 0)
    close (self->spare_fd);
  if (self->path)
    unlink (self->path);
  g_free (self->path);
  g_free (self);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-pump.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <sys/socket.h>
#include <unistd.h>

enum
{
  BLOCK = 256 * 1024
};

typedef struct
{
  GInputStream *stream;
  GCancellable *cancellable;
  int fd;
} Pump;

static gboolean
write_all (int fd, const char *data, gsize length)
{
  while (length > 0)
    {
      gssize n = send (fd, data, length, MSG_NOSIGNAL);

      if (n < 0 && errno != EINTR)
        return FALSE;
      data += MAX (n, 0);
      length -= MAX (n, 0);
    }
  return TRUE;
}

static gpointer
run (gpointer data)
{
  Pump *self = data;
  g_autofree char *buffer = g_malloc (BLOCK);
  gssize n;

  do
    n = g_input_stream_read (self->stream, buffer, BLOCK, self->cancellable, NULL);
  while (n > 0 && write_all (self->fd, buffer, n));
  close (self->fd);
  g_object_unref (self->stream);
  g_object_unref (self->cancellable);
  g_free (self);
  return NULL;
}

int
gscope_tuple_pump_start (GInputStream *stream, GCancellable *cancellable, GError **error)
{
  Pump *self;
  int fds[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("cannot create a socket for a stream of tuples: %s"), g_strerror (errno));
      return -1;
    }
  self = g_new0 (Pump, 1);
  self->stream = g_object_ref (stream);
  self->cancellable = g_object_ref (cancellable);
  self->fd = fds[0];
  g_thread_unref (g_thread_new ("tuple-pump", run, self));
  return fds[1];
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "mxtraf-serve.h"

#include "mxtraf-source.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <gscope/share/server.h>

/* How long after it was read a block of the measured flow may reach the scope. */
#define DELAY (50 * GSCOPE_MSEC)

typedef struct
{
  GMainLoop *loop;
  GscopeSource *source;
  int status;
} Serving;

static GIOStream *
open_stream (int fd, GError **error)
{
  g_autoptr (GSocket) socket = NULL;

  if (fcntl (fd, F_GETFD) < 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("%d is no open file descriptor; give the number of a socket"), fd);
      return NULL;
    }
  socket = g_socket_new_from_fd (fd, error);
  return socket ? G_IO_STREAM (g_socket_connection_factory_create_connection (socket)) : NULL;
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  Serving *self = data;

  g_main_loop_quit (self->loop);
}

static void
on_closed (GscopeServer *server, const GError *error, Serving *self)
{
  /* Who ends without reading all that was sent is gone as well. */
  if (error && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED))
    {
      g_printerr ("mxtraf: %s\n", error->message);
      self->status = 1;
    }
  gscope_source_stop_async (self->source, NULL, on_stopped, self);
}

static void
serve (Serving *self, GIOStream *stream)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (GscopeServer) server = NULL;

  gscope_scope_set_delay (scope, DELAY);
  gscope_scope_add_source (scope, self->source);
  gscope_scope_start (scope);
  server = gscope_server_new (scope, self->source, stream);
  g_signal_connect (server, "closed", G_CALLBACK (on_closed), self);
  g_main_loop_run (self->loop);
  gscope_scope_remove_source (scope, self->source);
}

int
mxtraf_serve (const MxtrafOptions *options)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (MxtrafSource) source = mxtraf_source_new ("mxtraf", NULL, &options->settings);
  Serving self = { loop, GSCOPE_SOURCE (source), 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GIOStream) stream = open_stream (options->share_fd, &error);

  if (!stream)
    {
      g_printerr ("mxtraf: --share-fd: %s\n", error->message);
      return 1;
    }
  serve (&self, stream);
  return self.status;
}

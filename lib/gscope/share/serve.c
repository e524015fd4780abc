/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/serve.h>

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/scope/scope.h>
#include <gscope/share/server.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

/* How long the process may take to exit after its parent has died, in seconds. */
#define EXIT_TIMEOUT 10

/* Budget in bytes: traces hold only unsent samples, because there are no views in this process. */
#define BUDGET (2 * 1024 * 1024)

typedef struct
{
  GMainLoop *loop;
  GscopeSource *source;
  GError *error;
} Serving;

static GIOStream *
open_stream (int fd, GError **error)
{
  g_autoptr (GSocket) socket = NULL;

  if (fcntl (fd, F_GETFD) < 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("%d is not an open file descriptor; give the number of a socket"), fd);
      return NULL;
    }
  socket = g_socket_new_from_fd (fd, error);
  return socket ? G_IO_STREAM (g_socket_connection_factory_create_connection (socket)) : NULL;
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_main_loop_quit (((Serving *) data)->loop);
}

static void
on_closed (GscopeServer *server, const GError *error, Serving *self)
{
  /* A peer that exited without reading all data has closed the connection, too. */
  if (error && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED))
    self->error = g_error_copy (error);
  gscope_source_stop_async (self->source, NULL, on_stopped, self);
}

static void
on_parent_died (int number)
{
  alarm (EXIT_TIMEOUT);
}

/**
 * gscope_end_with_parent:
 *
 * Makes this process exit at most 10 seconds after its parent process has died: it receives SIGHUP
 * at the parent's death and, 10 seconds later, SIGALRM. It is for programs that exit by themselves
 * when a connection to the parent is closed: they exit in order unless they hang.
 *
 * Since: 1.0
 */
void
gscope_end_with_parent (void)
{
  struct sigaction action = { .sa_handler = on_parent_died, .sa_flags = SA_RESTART };

  sigaction (SIGHUP, &action, NULL);
  prctl (PR_SET_PDEATHSIG, SIGHUP);
}

static void
run (Serving *self, GIOStream *stream, gint64 delay)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (GscopeServer) server = NULL;

  gscope_scope_set_delay (scope, delay);
  gscope_scope_set_budget (scope, BUDGET);
  gscope_scope_add_source (scope, self->source);
  gscope_scope_start (scope);
  server = gscope_server_new (scope, self->source, stream);
  g_signal_connect (server, "closed", G_CALLBACK (on_closed), self);
  g_main_loop_run (self->loop);
  gscope_scope_remove_source (scope, self->source);
}

/**
 * gscope_serve:
 * @source: a source that belongs to no scope
 * @fd: a connected socket, such as the one that a [class@Gscope.ProgramRemote] passes to its
 *   program; it is closed at the end
 * @delay: the scope's delay, nanoseconds: how long after its time a sample may be pushed
 * @error: why the connection broke
 *
 * Serves a source to another process, in a separate scope, until the other process closes the
 * connection; then stops the source. The function runs the thread's default main loop, for programs
 * that only serve a source. It calls [func@Gscope.end_with_parent].
 *
 * Returns: %TRUE if the other side closed the connection
 *
 * Since: 1.0
 */
gboolean
gscope_serve (GscopeSource *source, int fd, gint64 delay, GError **error)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Serving self = { loop, source, NULL };
  g_autoptr (GIOStream) stream = NULL;

  g_return_val_if_fail (GSCOPE_IS_SOURCE (source), FALSE);
  g_return_val_if_fail (delay >= 0, FALSE);

  stream = open_stream (fd, error);
  if (!stream)
    return FALSE;
  gscope_end_with_parent ();
  run (&self, stream, delay);
  if (!self.error)
    return TRUE;
  g_propagate_error (error, self.error);
  return FALSE;
}

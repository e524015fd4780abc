/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "mxtraf-remote.h"

#include <errno.h>
#include <gscope/error.h>
#include <sys/socket.h>
#include <unistd.h>

/* The descriptor that the program serves. */
enum
{
  SHARE_FD = 3
};

struct _MxtrafRemote
{
  GscopeRemote parent_instance;
};

G_DEFINE_FINAL_TYPE (MxtrafRemote, mxtraf_remote, GSCOPE_TYPE_REMOTE)

static char *
find_program (GError **error)
{
  char *program = g_find_program_in_path ("mxtraf");

  if (!program && g_file_test (MXTRAF_PROGRAM, G_FILE_TEST_IS_EXECUTABLE))
    program = g_strdup (MXTRAF_PROGRAM);
  if (!program)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                         "there is no program “mxtraf”, neither in PATH nor as " MXTRAF_PROGRAM
                         "; install it, it is part of Gscope");
  return program;
}

/* Returns this end of the socket. The program ends by itself when the socket is closed. */
static int
spawn (const char *program, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *share_fd = g_strdup_printf ("%d", SHARE_FD);
  int fds[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   "cannot make a pair of sockets: %s; close something and try again",
                   g_strerror (errno));
      return -1;
    }
  g_subprocess_launcher_take_fd (launcher, fds[1], SHARE_FD);
  process = g_subprocess_launcher_spawn (launcher, error, program, "--share-fd", share_fd, NULL);
  if (process)
    return fds[0];
  close (fds[0]);
  return -1;
}

static GIOStream *
open_stream (GError **error)
{
  g_autofree char *program = find_program (error);
  g_autoptr (GSocket) socket = NULL;
  int fd = program ? spawn (program, error) : -1;

  if (fd < 0)
    return NULL;
  socket = g_socket_new_from_fd (fd, error);
  if (!socket)
    {
      close (fd);
      return NULL;
    }
  return G_IO_STREAM (g_socket_connection_factory_create_connection (socket));
}

static void
mxtraf_remote_open_async (GscopeRemote *remote, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (remote, cancellable, callback, user_data);
  GError *error = NULL;
  GIOStream *stream = open_stream (&error);

  if (stream)
    g_task_return_pointer (task, stream, g_object_unref);
  else
    g_task_return_error (task, error);
}

static GIOStream *
mxtraf_remote_open_finish (GscopeRemote *remote, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
mxtraf_remote_class_init (MxtrafRemoteClass *klass)
{
  GscopeRemoteClass *remote_class = GSCOPE_REMOTE_CLASS (klass);
  GscopeSourceClass *base_class = g_type_class_peek (GSCOPE_TYPE_SOURCE);

  /* It has parameters only: an option is an error at once. */
  GSCOPE_SOURCE_CLASS (klass)->configure = base_class->configure;
  remote_class->open_async = mxtraf_remote_open_async;
  remote_class->open_finish = mxtraf_remote_open_finish;
}

static void
mxtraf_remote_init (MxtrafRemote *self)
{
}

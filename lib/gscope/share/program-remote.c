/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/program-remote.h>

#include <errno.h>
#include <gscope/error.h>
#include <sys/socket.h>
#include <unistd.h>

/* The descriptor that the program serves. */
#define SHARE_FD 3

/**
 * GscopeProgramRemote:
 *
 * A source that a program serves, with [func@Gscope.serve], over a socket that it is started with. Starting the
 * source starts the program; stopping it, or ending in any way, closes the socket, which ends the
 * program.
 */
G_DEFINE_ABSTRACT_TYPE (GscopeProgramRemote, gscope_program_remote, GSCOPE_TYPE_REMOTE)

static char *
find_program (GscopeProgramRemoteClass *klass, GError **error)
{
  char *program = g_find_program_in_path (klass->program);

  if (!program && g_file_test (klass->installed, G_FILE_TEST_IS_EXECUTABLE))
    program = g_strdup (klass->installed);
  if (!program)
    g_set_error (
        error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
        "there is no program “%s”, neither in PATH nor as %s; install it, it is part of Gscope",
        klass->program, klass->installed);
  return program;
}

static GStrv
build_command (GscopeProgramRemote *self, const char *program)
{
  GscopeProgramRemoteClass *klass = GSCOPE_PROGRAM_REMOTE_GET_CLASS (self);
  g_autoptr (GStrvBuilder) command = g_strv_builder_new ();
  g_autofree char *share_fd = g_strdup_printf ("%d", SHARE_FD);

  g_strv_builder_add (command, program);
  if (klass->list_arguments)
    {
      g_auto (GStrv) arguments = klass->list_arguments (self);

      g_strv_builder_addv (command, (const char **) arguments);
    }
  g_strv_builder_add_many (command, "--share-fd", share_fd, NULL);
  return g_strv_builder_end (command);
}

/* Returns this end of the socket. */
static int
spawn (const char *const *command, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess) process = NULL;
  int fds[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   "cannot make a pair of sockets: %s; close something and try again",
                   g_strerror (errno));
      return -1;
    }
  g_subprocess_launcher_take_fd (launcher, fds[1], SHARE_FD);
  process = g_subprocess_launcher_spawnv (launcher, command, error);
  if (process)
    return fds[0];
  close (fds[0]);
  return -1;
}

static GIOStream *
open_stream (GscopeProgramRemote *self, GError **error)
{
  g_autofree char *program = find_program (GSCOPE_PROGRAM_REMOTE_GET_CLASS (self), error);
  g_auto (GStrv) command = program ? build_command (self, program) : NULL;
  g_autoptr (GSocket) socket = NULL;
  int fd = command ? spawn ((const char *const *) command, error) : -1;

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
gscope_program_remote_open_async (GscopeRemote *remote, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (remote, cancellable, callback, user_data);
  GError *error = NULL;
  GIOStream *stream = open_stream (GSCOPE_PROGRAM_REMOTE (remote), &error);

  if (stream)
    g_task_return_pointer (task, stream, g_object_unref);
  else
    g_task_return_error (task, error);
}

static GIOStream *
gscope_program_remote_open_finish (GscopeRemote *remote, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
gscope_program_remote_class_init (GscopeProgramRemoteClass *klass)
{
  GscopeRemoteClass *remote_class = GSCOPE_REMOTE_CLASS (klass);

  remote_class->open_async = gscope_program_remote_open_async;
  remote_class->open_finish = gscope_program_remote_open_finish;
}

static void
gscope_program_remote_init (GscopeProgramRemote *self)
{
}

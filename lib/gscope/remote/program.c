/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/remote/program-private.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/carrier/last-lines.h>
#include <gscope/error.h>
#include <gscope/remote/private.h>
#include <gscope/remote/run-as.h>
#include <gscope/source/private.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The file descriptor of the socket in the program. */
#define SHARE_FD 3

enum
{
  /* How long a program may take to stop and exit, in milliseconds, before it is killed. */
  STOP_TIMEOUT = 10 * 1000,
  /* The longest reason for the end of a program, in bytes. */
  MAX_REASON = 500,
};

/* The standard error of the program, which is read until its end, also after the source was finalized. */
typedef struct
{
  GInputStream *stream;
  GString *lines;
} Errors;

typedef struct
{
  GSubprocess *process;
  /* NULL unless the class explains ends */
  Errors *errors;
  /* as whom the program runs, if that is somebody else */
  uid_t uid;
  gboolean has_user;
} GscopeProgramRemotePrivate;

/**
 * GscopeProgramRemote:
 *
 * A source that a child program serves, with [func@Gscope.serve], over a socket that it inherits.
 * Starting the source starts the program. Stopping the source, or its end in any other way, closes
 * the socket, which makes the program exit. The source is stopped when the program has exited; a
 * program that does not exit within 10 seconds is killed, also after a failed start. A program that
 * does not answer is killed at once.
 *
 * Since: 1.0
 */
G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GscopeProgramRemote, gscope_program_remote, GSCOPE_TYPE_REMOTE)

static GscopeProgramRemotePrivate *
get_private (gpointer self)
{
  return gscope_program_remote_get_instance_private (self);
}

static void
tidy (GscopeProgramRemote *self)
{
  GscopeProgramRemoteClass *klass = GSCOPE_PROGRAM_REMOTE_GET_CLASS (self);

  if (klass->tidy)
    klass->tidy (self);
}

/* The standard error of the program. */

static void
errors_clear (gpointer data)
{
  Errors *self = data;

  g_object_unref (self->stream);
  g_string_free (self->lines, TRUE);
}

static void
errors_unref (gpointer self)
{
  g_rc_box_release_full (self, errors_clear);
}

static gboolean
on_readable (GObject *stream, gpointer data)
{
  Errors *self = data;

  return gscope_last_lines_read (self->lines, self->stream, TRUE);
}

static Errors *
errors_new (GInputStream *stream)
{
  Errors *self = g_rc_box_new0 (Errors);
  g_autoptr (GSource) reader =
      g_pollable_input_stream_create_source (G_POLLABLE_INPUT_STREAM (stream), NULL);

  self->stream = g_object_ref (stream);
  self->lines = g_string_new (NULL);
  g_source_set_static_name (reader, "[gscope] standard error of a program");
  g_source_set_callback (reader, G_SOURCE_FUNC (on_readable), g_rc_box_acquire (self),
                         errors_unref);
  g_source_attach (reader, g_main_context_get_thread_default ());
  return self;
}

/* A program that ends has printed its reason before its end of the socket is closed. */
static char *
find_reason (GscopeRemote *remote)
{
  Errors *errors = get_private (remote)->errors;
  g_autofree char *text = NULL;
  const char *line;

  if (!errors)
    return NULL;
  gscope_last_lines_read (errors->lines, errors->stream, TRUE);
  text = g_utf8_make_valid (errors->lines->str, (gssize) errors->lines->len);
  line = gscope_last_lines_find (text);
  return *line ? g_utf8_make_valid (line, MIN ((gssize) strlen (line), MAX_REASON)) : NULL;
}

static const GscopeRemoteFuncs remote_funcs = { .find_reason = find_reason };

/* The end of the program. */

static gboolean
kill_program (gpointer process)
{
  g_subprocess_force_exit (process);
  return G_SOURCE_REMOVE;
}

static void
on_ended_in_time (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GSource) timeout = data;

  g_source_destroy (timeout);
}

static void
expect_end (GSubprocess *process)
{
  GSource *timeout = g_timeout_source_new (STOP_TIMEOUT);

  g_source_set_static_name (timeout, "[gscope] end of a program");
  g_source_set_callback (timeout, kill_program, g_object_ref (process), g_object_unref);
  g_source_attach (timeout, g_main_context_get_thread_default ());
  g_subprocess_wait_async (process, NULL, on_ended_in_time, timeout);
}

static void
on_ended (GObject *object, GAsyncResult *result, gpointer data)
{
  GWeakRef *weak = data;
  g_autoptr (GscopeProgramRemote) self = g_weak_ref_get (weak);

  if (self)
    tidy (self);
  g_weak_ref_clear (weak);
  g_free (weak);
}

static void
watch (GscopeProgramRemote *self, GSubprocess *process)
{
  GscopeProgramRemotePrivate *priv = get_private (self);
  GWeakRef *weak = g_new (GWeakRef, 1);

  g_weak_ref_init (weak, self);
  g_subprocess_wait_async (process, NULL, on_ended, weak);
  if (priv->process)
    expect_end (priv->process);
  g_set_object (&priv->process, process);
  g_clear_pointer (&priv->errors, errors_unref);
  if (GSCOPE_PROGRAM_REMOTE_GET_CLASS (self)->explains)
    priv->errors = errors_new (g_subprocess_get_stderr_pipe (process));
}

/* The start. */

static char *
find_program_in (const char *directories, const char *name)
{
  g_auto (GStrv) list = g_strsplit (directories, ":", -1);

  for (guint i = 0; list[i]; i++)
    {
      g_autofree char *path = g_build_filename (list[i], name, NULL);

      if (list[i][0] && g_file_test (path, G_FILE_TEST_IS_REGULAR)
          && g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/* The program that was installed with this library has priority over PATH, which may begin with a
 * directory that others can write to. */
static char *
find_program (GscopeProgramRemoteClass *klass, GError **error)
{
  /* only a program that is a part of Gscope is searched for */
  const char *variable =
      g_path_is_absolute (klass->program) ? NULL : secure_getenv ("GSCOPE_PROGRAM_PATH");
  char *program = NULL;

  if (variable)
    program = find_program_in (variable, klass->program);
  else if (g_file_test (klass->installed, G_FILE_TEST_IS_EXECUTABLE))
    program = g_strdup (klass->installed);
  else
    program = g_find_program_in_path (klass->program);
  if (!program)
    g_set_error (
        error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
        _ ("Cannot find the program “%s”: it is neither %s nor in %s. Install it; it is part "
           "of Gscope."),
        klass->program, klass->installed, variable ? "GSCOPE_PROGRAM_PATH" : "PATH");
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

void
gscope_program_remote_set_user (GscopeProgramRemote *self, uid_t uid)
{
  GscopeProgramRemotePrivate *priv = get_private (self);

  priv->uid = uid;
  priv->has_user = TRUE;
}

static gboolean
change_user (GscopeProgramRemote *self, GSubprocessLauncher *launcher, GError **error)
{
  const GscopeProgramRemotePrivate *priv = get_private (self);
  GscopeRunAs *user;

  if (!priv->has_user)
    return TRUE;
  user = gscope_run_as_new (priv->uid, GSCOPE_PROGRAM_REMOTE_GET_CLASS (self)->capabilities, error);
  if (user)
    gscope_run_as_apply (user, launcher);
  return user != NULL;
}

/* Starts the program. Returns this process's end of the socket. */
static int
spawn (GscopeProgramRemote *self, const char *const *command, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      GSCOPE_PROGRAM_REMOTE_GET_CLASS (self)->explains ? G_SUBPROCESS_FLAGS_STDERR_PIPE
                                                       : G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess) process = NULL;
  int fds[2];

  if (!change_user (self, launcher, error))
    return -1;
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("Cannot create a pair of sockets: %s. Close files and try again."),
                   g_strerror (errno));
      return -1;
    }
  g_subprocess_launcher_take_fd (launcher, fds[1], SHARE_FD);
  process = g_subprocess_launcher_spawnv (launcher, command, error);
  if (!process)
    {
      close (fds[0]);
      return -1;
    }
  watch (self, process);
  return fds[0];
}

static GIOStream *
open_stream (GscopeProgramRemote *self, GError **error)
{
  g_autofree char *program = find_program (GSCOPE_PROGRAM_REMOTE_GET_CLASS (self), error);
  g_auto (GStrv) command = program ? build_command (self, program) : NULL;
  g_autoptr (GSocket) socket = NULL;
  int fd = command ? spawn (self, (const char *const *) command, error) : -1;

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

/* The connection is closed by then. */
static gboolean
gscope_program_remote_start_finish (GscopeSource *source, GAsyncResult *result, GError **error)
{
  GSubprocess *process = get_private (source)->process;
  GscopeSourceClass *parent_class = GSCOPE_SOURCE_CLASS (gscope_program_remote_parent_class);

  if (parent_class->start_finish (source, result, error))
    return TRUE;
  if (process)
    expect_end (process);
  return FALSE;
}

static void
on_program_ended (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const GError *error = g_task_get_task_data (task);

  tidy (g_task_get_source_object (task));
  if (error)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_boolean (task, TRUE);
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  GscopeSourceClass *parent_class = GSCOPE_SOURCE_CLASS (gscope_program_remote_parent_class);
  GError *error = NULL;

  if (!parent_class->stop_finish (GSCOPE_SOURCE (object), result, &error))
    g_task_set_task_data (task, error, (GDestroyNotify) g_error_free);
  g_subprocess_wait_async (get_private (object)->process, NULL, on_program_ended, task);
}

static void
gscope_program_remote_stop_async (GscopeSource *source, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data)
{
  GSubprocess *process = get_private (source)->process;
  GscopeSourceClass *parent_class = GSCOPE_SOURCE_CLASS (gscope_program_remote_parent_class);

  expect_end (process);
  parent_class->stop_async (source, cancellable, on_stopped,
                            g_task_new (source, cancellable, callback, user_data));
}

/* Kills with SIGKILL, because a stopped program does not handle other signals. */
static void
gscope_program_remote_give_up (GscopeRemote *remote)
{
  GSubprocess *process = get_private (remote)->process;

  if (process)
    g_subprocess_force_exit (process);
}

static void
gscope_program_remote_dispose (GObject *object)
{
  GscopeProgramRemotePrivate *priv = get_private (object);

  G_OBJECT_CLASS (gscope_program_remote_parent_class)->dispose (object);
  g_clear_pointer (&priv->errors, errors_unref);
  if (!priv->process)
    return;
  if (gscope_source_is_silent (GSCOPE_SOURCE (object)))
    g_subprocess_force_exit (priv->process);
  tidy (GSCOPE_PROGRAM_REMOTE (object));
  expect_end (priv->process);
  g_clear_object (&priv->process);
}

static void
gscope_program_remote_class_init (GscopeProgramRemoteClass *klass)
{
  GscopeRemoteClass *remote_class = GSCOPE_REMOTE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gscope_program_remote_dispose;
  GSCOPE_SOURCE_CLASS (klass)->start_finish = gscope_program_remote_start_finish;
  GSCOPE_SOURCE_CLASS (klass)->stop_async = gscope_program_remote_stop_async;
  remote_class->open_async = gscope_program_remote_open_async;
  remote_class->open_finish = gscope_program_remote_open_finish;
  remote_class->give_up = gscope_program_remote_give_up;
  remote_class->funcs = &remote_funcs;
}

static void
gscope_program_remote_init (GscopeProgramRemote *self)
{
}

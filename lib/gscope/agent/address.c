/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/address.h>

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <gscope/agent/user.h>
#include <gscope/error.h>
#include <string.h>

typedef struct
{
  GTask *task;
  char *address;
} Opening;

static void
on_connected (GObject *object, GAsyncResult *result, gpointer data)
{
  Opening *opening = data;
  GError *error = NULL;
  GSocketConnection *connection =
      g_socket_client_connect_finish (G_SOCKET_CLIENT (object), result, &error);

  if (connection)
    g_task_return_pointer (opening->task, connection, g_object_unref);
  else
    g_task_return_new_error (opening->task, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                             _ ("Cannot reach an agent at “%s”: %s. Start one there: gscoped."),
                             opening->address, error->message);
  g_clear_error (&error);
  g_object_unref (opening->task);
  g_free (opening->address);
  g_free (opening);
}

static void
connect_unix (const char *text, const char *path, GTask *task)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autofree char *standard = *path ? NULL : gscope_agent_get_default_path ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (standard ? standard : path);
  Opening *opening = g_new (Opening, 1);

  opening->task = task;
  opening->address = g_strdup (text);
  g_socket_client_connect_async (client, G_SOCKET_CONNECTABLE (address),
                                 g_task_get_cancellable (task), on_connected, opening);
}

/* ssh asks for nothing: there is no terminal. Its own configuration finds keys and hosts. */
static void
connect_ssh (const char *host, GTask *new_task)
{
  g_autoptr (GTask) task = new_task;
  g_autoptr (GSubprocess) process = NULL;
  GError *error = NULL;

  process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                        "ssh", "-T", "-o", "BatchMode=yes", "--", host, "gscoped", "--stdio", NULL);
  if (!process)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_return_pointer (task,
                         g_simple_io_stream_new (g_subprocess_get_stdout_pipe (process),
                                                 g_subprocess_get_stdin_pipe (process)),
                         g_object_unref);
}

void
gscope_agent_address_open_async (const char *address, GTask *task)
{
  const char *host = g_str_has_prefix (address, "ssh://") ? address + strlen ("ssh://") : "";

  if (g_str_has_prefix (address, "unix:"))
    {
      connect_unix (address, address + strlen ("unix:"), task);
      return;
    }
  if (*host)
    {
      connect_ssh (host, task);
      return;
    }
  g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                           _ ("“%s” is not the address of an agent. Write unix:PATH or "
                              "ssh://USER@HOST."),
                           address);
  g_object_unref (task);
}

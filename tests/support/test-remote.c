/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/test-remote.h"

#include <sys/socket.h>

struct _TestRemote
{
  GscopeRemote parent_instance;

  TestRemoteOpen open;
  TestRemoteOpenCarrier open_carrier;
  gpointer user_data;
};

G_DEFINE_FINAL_TYPE (TestRemote, test_remote, GSCOPE_TYPE_REMOTE)

static void
open_async (GscopeRemote *remote, GCancellable *cancellable, GAsyncReadyCallback callback,
            gpointer user_data)
{
  TestRemote *self = TEST_REMOTE (remote);
  g_autoptr (GTask) task = g_task_new (remote, cancellable, callback, user_data);
  gpointer connection = self->open_carrier ? (gpointer) self->open_carrier (self->user_data)
                                           : (gpointer) self->open (self->user_data);

  if (connection)
    g_task_return_pointer (task, connection, g_object_unref);
  else
    g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE, "the door is locked");
}

static GscopeCarrier *
open_carrier_finish (GscopeRemote *remote, GAsyncResult *result, GError **error)
{
  if (TEST_REMOTE (remote)->open_carrier)
    return g_task_propagate_pointer (G_TASK (result), error);
  return GSCOPE_REMOTE_CLASS (test_remote_parent_class)
      ->open_carrier_finish (remote, result, error);
}

static void
test_remote_class_init (TestRemoteClass *klass)
{
  GSCOPE_SOURCE_CLASS (klass)->domain = TEST_REMOTE_DOMAIN;
  GSCOPE_REMOTE_CLASS (klass)->open_async = open_async;
  GSCOPE_REMOTE_CLASS (klass)->open_carrier_finish = open_carrier_finish;
}

static void
test_remote_init (TestRemote *self)
{
}

GscopeSource *
test_remote_new (const char *name, TestRemoteOpen open, gpointer user_data)
{
  TestRemote *self = g_object_new (TEST_TYPE_REMOTE, "name", name, NULL);

  self->open = open;
  self->user_data = user_data;
  return GSCOPE_SOURCE (self);
}

GscopeSource *
test_remote_new_for_carriers (const char *name, TestRemoteOpenCarrier open, gpointer user_data)
{
  TestRemote *self = g_object_new (TEST_TYPE_REMOTE, "name", name, NULL);

  self->open_carrier = open;
  self->user_data = user_data;
  return GSCOPE_SOURCE (self);
}

static GIOStream *
wrap (int fd)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocket) socket = g_socket_new_from_fd (fd, &error);

  g_assert_no_error (error);
  return G_IO_STREAM (g_socket_connection_factory_create_connection (socket));
}

void
make_stream_pair (GIOStream **one, GIOStream **other)
{
  int fds[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), ==, 0);
  *one = wrap (fds[0]);
  *other = wrap (fds[1]);
}

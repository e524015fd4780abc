/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/test-remote.h"

#include <gscope/remote/private.h>
#include <sys/socket.h>

struct _TestRemote
{
  GscopeRemote parent_instance;

  TestRemoteOpen open;
  gpointer user_data;
};

G_DEFINE_FINAL_TYPE (TestRemote, test_remote, GSCOPE_TYPE_REMOTE)

static void
open_async (GscopeRemote *remote, GCancellable *cancellable, GAsyncReadyCallback callback,
            gpointer user_data)
{
  TestRemote *self = TEST_REMOTE (remote);
  g_autoptr (GTask) task = g_task_new (remote, cancellable, callback, user_data);
  GIOStream *stream = self->open (self->user_data);

  if (stream)
    g_task_return_pointer (task, stream, g_object_unref);
  else
    g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE, "the door is locked");
}

static void
test_remote_class_init (TestRemoteClass *klass)
{
  GSCOPE_SOURCE_CLASS (klass)->domain = TEST_REMOTE_DOMAIN;
  GSCOPE_REMOTE_CLASS (klass)->open_async = open_async;
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

/* The same with carriers. */

struct _CarrierRemote
{
  GscopeRemote parent_instance;

  CarrierRemoteOpen open;
  gpointer user_data;
};

G_DEFINE_FINAL_TYPE (CarrierRemote, carrier_remote, GSCOPE_TYPE_REMOTE)

static void
open_carrier_async (GscopeRemote *remote, GCancellable *cancellable, GAsyncReadyCallback callback,
                    gpointer user_data)
{
  CarrierRemote *self = CARRIER_REMOTE (remote);
  g_autoptr (GTask) task = g_task_new (remote, cancellable, callback, user_data);

  g_task_return_pointer (task, self->open (self->user_data), g_object_unref);
}

static GscopeCarrier *
open_carrier_finish (GscopeRemote *remote, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static const GscopeRemoteFuncs carrier_remote_funcs = { .open_carrier_finish =
                                                            open_carrier_finish };

static void
carrier_remote_class_init (CarrierRemoteClass *klass)
{
  GSCOPE_REMOTE_CLASS (klass)->open_async = open_carrier_async;
  GSCOPE_REMOTE_CLASS (klass)->funcs = &carrier_remote_funcs;
}

static void
carrier_remote_init (CarrierRemote *self)
{
}

GscopeSource *
carrier_remote_new (const char *name, CarrierRemoteOpen open, gpointer user_data)
{
  CarrierRemote *self = g_object_new (CARRIER_TYPE_REMOTE, "name", name, NULL);

  self->open = open;
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

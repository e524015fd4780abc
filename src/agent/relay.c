/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "relay.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <gio/gunixsocketaddress.h>
#include <glib-unix.h>
#include <gscope/gscope.h>
#include <unistd.h>

enum
{
  /* How many seconds the viewer may take to read what the agent sent before it ended the connection. */
  LAST_WORDS = 10,
};

static GSocketConnection *
connect_to_agent (void)
{
  g_autofree char *path = gscope_agent_get_default_path ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocketClient) client = g_socket_client_new ();

  return g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);
}

static void
on_ended (GObject *object, GAsyncResult *result, gpointer loop)
{
  g_output_stream_splice_finish (G_OUTPUT_STREAM (object), result, NULL);
  g_main_loop_quit (loop);
}

static gboolean
on_patience (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

/* The agent has ended the connection: what it sent last may wait for a viewer that is gone. */
static gboolean
on_hung_up (GSocket *socket, GIOCondition condition, gpointer loop)
{
  g_timeout_add_seconds (LAST_WORDS, on_patience, loop);
  return G_SOURCE_REMOVE;
}

static void
watch_agent (GSocketConnection *connection, GMainLoop *loop)
{
  GSocket *socket = g_socket_connection_get_socket (connection);
  g_autoptr (GSource) source = g_socket_create_source (socket, G_IO_HUP, NULL);

  g_source_set_static_name (source, "[gscoped] agent");
  g_source_set_callback (source, G_SOURCE_FUNC (on_hung_up), loop, NULL);
  g_source_attach (source, NULL);
}

gboolean
agent_relay_run (void)
{
  g_autoptr (GSocketConnection) connection = connect_to_agent ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  g_autoptr (GOutputStream) output = g_unix_output_stream_new (STDOUT_FILENO, FALSE);
  GIOStream *stream = G_IO_STREAM (connection);

  if (!connection)
    return FALSE;
  watch_agent (connection, loop);
  g_output_stream_splice_async (g_io_stream_get_output_stream (stream), input,
                                G_OUTPUT_STREAM_SPLICE_NONE, G_PRIORITY_DEFAULT, NULL, on_ended,
                                loop);
  g_output_stream_splice_async (output, g_io_stream_get_input_stream (stream),
                                G_OUTPUT_STREAM_SPLICE_NONE, G_PRIORITY_DEFAULT, NULL, on_ended,
                                loop);
  g_main_loop_run (loop);
  return TRUE;
}

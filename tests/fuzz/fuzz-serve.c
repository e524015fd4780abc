/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/gscope.h>
#include <gscope/share/message.h>
#include <gscope/share/subscriber.h>
#include <support/scripted-source.h>
#include <sys/socket.h>
#include <unistd.h>

/* An input is messages to a server, with a byte 0xff between them, which no text has. The server is
 * greeted first, unless the input begins with 0xfe. */

enum
{
  STEPS = 100
};

static void
run_some (void)
{
  for (guint i = 0; i < STEPS && g_main_context_iteration (NULL, FALSE); i++)
    ;
}

static void
send_frame (int fd, gconstpointer data, gsize size)
{
  guint32 header = GUINT32_TO_LE (size);

  if (send (fd, &header, sizeof header, MSG_DONTWAIT | MSG_NOSIGNAL) == sizeof header && size > 0)
    send (fd, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void
greet (int fd, GscopeClock *clock)
{
  JsonObject *hello = gscope_message_create_hello (clock);
  g_autoptr (GBytes) message = NULL;
  gconstpointer data;
  gsize size;

  json_object_set_int_member (hello, "credit", GSCOPE_SUBSCRIBER_CREDIT);
  json_object_set_int_member (hello, "period_ns", 10 * GSCOPE_MSEC);
  message = gscope_message_new (GSCOPE_MESSAGE_HELLO, hello);
  data = g_bytes_get_data (message, &size);
  send_frame (fd, data, size);
  run_some ();
}

static void
send_all (int fd, const uint8_t *data, size_t size, GscopeClock *clock)
{
  char answers[65536];
  size_t begin = 0;

  for (size_t i = 0; i <= size; i++)
    if (i == size || data[i] == 0xff)
      {
        send_frame (fd, data + begin, i - begin);
        begin = i + 1;
        run_some ();
        gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 20 * GSCOPE_MSEC);
      }
  while (recv (fd, answers, sizeof answers, MSG_DONTWAIT) > 0)
    ;
  run_some ();
}

static void
serve (GscopeScope *scope, GscopeSource *source, const uint8_t *data, size_t size)
{
  g_autoptr (GIOStream) stream = NULL;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GscopeServer) server = NULL;
  int ends[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends), ==,
                   0);
  socket = g_socket_new_from_fd (ends[0], NULL);
  stream = G_IO_STREAM (g_socket_connection_factory_create_connection (socket));
  server = gscope_server_new (scope, source, stream);
  if (size > 0 && data[0] != 0xfe)
    greet (ends[1], gscope_scope_get_clock (scope));
  send_all (ends[1], data, size, gscope_scope_get_clock (scope));
  close (ends[1]);
  run_some ();
  gscope_server_close (server);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (GSCOPE_SEC);
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (clock);
  g_autoptr (GscopeSource) source = g_object_new (SCRIPTED_TYPE_SOURCE, "name", "s", NULL);

  gscope_scope_add_source (scope, source);
  serve (scope, source, data, size);
  gscope_source_stop_async (source, NULL, NULL, NULL);
  run_some ();
  gscope_scope_remove_source (scope, source);
  run_some ();
  return 0;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include "diag/message.h"
#include <string.h>
#include <sys/socket.h>

/* An input is what a netlink socket received. Its first message is made to be an answer, so that
 * not everything is passed over. */

static void
take (const TcpSocket *socket, gpointer user_data)
{
  g_autofree char *name = tcp_socket_dup_name (socket);

  g_assert_true (socket->family == AF_INET || socket->family == AF_INET6);
  g_assert_true (g_utf8_validate (socket->algorithm, -1, NULL));
  g_assert_cmpuint (strlen (name), <, 128);
  (*(guint *) user_data)++;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  TcpReply reply = { 0 };
  guint n = 0;

  if (size >= 16)
    {
      memcpy (&reply.sequence, data + 8, sizeof reply.sequence);
      memcpy (&reply.port, data + 12, sizeof reply.port);
    }
  tcp_message_parse (&reply, data, size, take, &n);
  g_assert_cmpuint (n, <=, size / 16);
  g_assert_cmpint (reply.error, >=, 0);
  return 0;
}

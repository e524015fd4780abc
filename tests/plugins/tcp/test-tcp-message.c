/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/message.h"

#include <errno.h>
#include <gscope-test/gscope-test.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <math.h>
#include <string.h>
#include <sys/socket.h>

enum
{
  SEQUENCE = 7,
  PORT = 4242,
};

typedef struct
{
  TcpSocket socket;
  guint n;
} Seen;

static void
take (const TcpSocket *socket, gpointer user_data)
{
  Seen *seen = user_data;

  seen->socket = *socket;
  seen->n++;
  g_assert_true (socket->family == AF_INET || socket->family == AF_INET6);
  g_assert_true (memchr (socket->algorithm, 0, sizeof socket->algorithm));
}

static TcpReply
parse (GByteArray *data, Seen *seen)
{
  /* A block of exactly that size, so that a sanitizer sees what reads beyond it. */
  g_autofree guint8 *copy = g_memdup2 (data->data, data->len);
  TcpReply reply = { .sequence = SEQUENCE, .port = PORT };

  *seen = (Seen){ .n = 0 };
  tcp_message_parse (&reply, copy, data->len, take, seen);
  return reply;
}

static void
append (GByteArray *data, gconstpointer bytes, gsize n)
{
  const guint8 zeros[4] = { 0 };

  g_byte_array_append (data, bytes, n);
  g_byte_array_append (data, zeros, -n & 3);
}

static void
append_message (GByteArray *data, guint16 type, guint32 sequence, GByteArray *payload)
{
  struct nlmsghdr header = { NLMSG_HDRLEN + payload->len, type, NLM_F_MULTI, sequence, PORT };

  append (data, &header, sizeof header);
  append (data, payload->data, payload->len);
}

static void
append_attribute (GByteArray *payload, guint16 type, gconstpointer bytes, gsize n)
{
  struct rtattr attribute = { RTA_LENGTH (n), type };

  append (payload, &attribute, sizeof attribute);
  append (payload, bytes, n);
}

/* A socket as the kernel describes it, with that much of tcp_info. */
static GByteArray *
describe (gsize n_info)
{
  guint8 large[sizeof (struct tcp_info) + 64] = { 0 };
  struct tcp_info info = {
    .tcpi_ca_state = 3,
    .tcpi_rtt = 25000,
    .tcpi_snd_ssthresh = 0x7fffffff,
    .tcpi_snd_cwnd = 42,
    .tcpi_total_retrans = 6,
    .tcpi_pacing_rate = G_MAXUINT64,
    .tcpi_bytes_acked = 1000,
    .tcpi_bytes_received = 500,
    .tcpi_notsent_bytes = 8000,
    .tcpi_delivery_rate = 125000,
  };
  guint32 memory[SK_MEMINFO_VARS] = {
    [SK_MEMINFO_SNDBUF] = 87040, [SK_MEMINFO_WMEM_QUEUED] = 9000
  };
  struct inet_diag_msg message = {
    .idiag_family = AF_INET,
    .idiag_state = 1,
    .id = { .idiag_sport = g_htons (5201),
            .idiag_dport = g_htons (41234),
            .idiag_src = { g_htonl (0x7f000001) },
            .idiag_dst = { g_htonl (0x7f000002) },
            .idiag_cookie = { 5, 1 } },
    .idiag_inode = 77,
  };
  GByteArray *payload = g_byte_array_new ();

  memcpy (large, &info, sizeof info);
  append (payload, &message, sizeof message);
  append_attribute (payload, INET_DIAG_INFO, large, n_info);
  append_attribute (payload, INET_DIAG_SKMEMINFO, memory, sizeof memory);
  append_attribute (payload, INET_DIAG_CONG, "cubic", 6);
  return payload;
}

static GByteArray *
record (guint32 sequence, gsize n_info)
{
  const gint32 end = 0;
  g_autoptr (GByteArray) payload = describe (n_info);
  g_autoptr (GByteArray) done = g_byte_array_new ();
  GByteArray *data = g_byte_array_new ();

  g_byte_array_append (done, (const guint8 *) &end, sizeof end);
  append_message (data, SOCK_DIAG_BY_FAMILY, sequence, payload);
  append_message (data, NLMSG_DONE, sequence, done);
  return data;
}

static void
assert_values (const TcpSocket *socket)
{
  const double *values = socket->values;

  g_assert_cmpfloat (values[TCP_METRIC_CWND], ==, 42);
  g_assert_cmpfloat_with_epsilon (values[TCP_METRIC_SRTT], 0.025, 1e-12);
  g_assert_true (isnan (values[TCP_METRIC_SSTHRESH]));
  g_assert_true (isnan (values[TCP_METRIC_PACING_RATE]));
  g_assert_cmpfloat (values[TCP_METRIC_RETRANSMITS], ==, 6);
  g_assert_cmpfloat (values[TCP_METRIC_NOTSENT], ==, 8000);
  g_assert_cmpfloat (values[TCP_METRIC_DELIVERY_RATE], ==, 125000);
  g_assert_cmpfloat (values[TCP_METRIC_SNDBUF_USED], ==, 9000);
  g_assert_cmpfloat (values[TCP_METRIC_SNDBUF_LIMIT], ==, 87040);
  g_assert_cmpfloat (values[TCP_METRIC_CONGESTION_STATE], ==, 3);
}

static void
test_socket (void)
{
  g_autoptr (GByteArray) data = record (SEQUENCE, sizeof (struct tcp_info));
  g_autofree char *name = NULL;
  Seen seen;
  TcpReply reply = parse (data, &seen);

  g_assert_true (reply.is_done);
  g_assert_cmpint (reply.error, ==, 0);
  g_assert_cmpuint (reply.n_malformed, ==, 0);
  g_assert_cmpuint (seen.n, ==, 1);
  assert_values (&seen.socket);
  g_assert_cmpuint (seen.socket.cookie, ==, 5 | 1ul << 32);
  g_assert_cmpuint (seen.socket.inode, ==, 77);
  g_assert_cmpuint (seen.socket.acked, ==, 1000);
  g_assert_cmpuint (seen.socket.received, ==, 500);
  g_assert_cmpstr (seen.socket.algorithm, ==, "cubic");
  name = tcp_socket_dup_name (&seen.socket);
  g_assert_cmpstr (name, ==, "127.0.0.1:5201 > 127.0.0.2:41234");
}

static void
test_kernels (void)
{
  g_autoptr (GByteArray) older =
      record (SEQUENCE, offsetof (struct tcp_info, tcpi_notsent_bytes) + 2);
  g_autoptr (GByteArray) newer = record (SEQUENCE, sizeof (struct tcp_info) + 64);
  Seen seen;

  parse (older, &seen);
  g_assert_cmpfloat (seen.socket.values[TCP_METRIC_CWND], ==, 42);
  g_assert_true (isnan (seen.socket.values[TCP_METRIC_NOTSENT]));
  g_assert_true (isnan (seen.socket.values[TCP_METRIC_DELIVERY_RATE]));
  parse (newer, &seen);
  assert_values (&seen.socket);
}

static void
test_others (void)
{
  g_autoptr (GByteArray) stale = record (SEQUENCE - 1, sizeof (struct tcp_info));
  g_autoptr (GByteArray) foreign = record (SEQUENCE, sizeof (struct tcp_info));
  Seen seen;
  TcpReply reply = parse (stale, &seen);

  g_assert_cmpuint (seen.n, ==, 0);
  g_assert_false (reply.is_done);
  ((struct nlmsghdr *) foreign->data)->nlmsg_pid++;
  parse (foreign, &seen);
  g_assert_cmpuint (seen.n, ==, 0);
}

static void
test_ends (void)
{
  const gint32 code = -ENOENT;
  g_autoptr (GByteArray) payload = g_byte_array_new ();
  g_autoptr (GByteArray) error = g_byte_array_new ();
  g_autoptr (GByteArray) cut = record (SEQUENCE, sizeof (struct tcp_info));
  Seen seen;
  TcpReply reply;

  g_byte_array_append (payload, (const guint8 *) &code, sizeof code);
  append_message (error, NLMSG_ERROR, SEQUENCE, payload);
  reply = parse (error, &seen);
  g_assert_true (reply.is_done);
  g_assert_cmpint (reply.error, ==, ENOENT);

  ((struct nlmsghdr *) cut->data)->nlmsg_flags |= NLM_F_DUMP_INTR;
  reply = parse (cut, &seen);
  g_assert_true (reply.is_interrupted);
  g_assert_cmpuint (seen.n, ==, 1);
}

static void
test_truncated (void)
{
  g_autoptr (GByteArray) data = record (SEQUENCE, sizeof (struct tcp_info));
  guint full = data->len;

  for (guint n = 0; n < full; n++)
    {
      g_autoptr (GByteArray) cut = g_byte_array_new ();
      Seen seen;
      TcpReply reply;

      g_byte_array_append (cut, data->data, n);
      reply = parse (cut, &seen);
      g_assert_cmpuint (seen.n, <=, 1);
      /* A truncated message is not accepted as whole. */
      g_assert_true (!reply.is_done || n >= full - 4);
    }
}

static void
test_hostile (void)
{
  g_autoptr (GByteArray) data = record (SEQUENCE, sizeof (struct tcp_info));
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint round = 0; round < 20000; round++)
    {
      g_autoptr (GByteArray) mutant = g_byte_array_new ();
      Seen seen;

      g_byte_array_append (mutant, data->data, data->len);
      for (guint n = g_rand_int_range (rand, 1, 6); n > 0; n--)
        {
          guint place = g_rand_int_range (rand, 0, g_rand_boolean (rand) ? 100 : (int) data->len);

          mutant->data[place] = g_rand_int (rand);
        }
      parse (mutant, &seen);
    }
}

static void
test_names (void)
{
  TcpSocket socket = {
    .family = AF_INET6,
    .id = { .idiag_sport = g_htons (1),
            .idiag_dport = g_htons (65535),
            .idiag_src = { 0, 0, 0, g_htonl (1) },
            .idiag_dst = { 0, 0, g_htonl (0xffff), g_htonl (0x0a000001) } },
  };
  g_autofree char *name = tcp_socket_dup_name (&socket);

  g_assert_cmpstr (name, ==, "[::1]:1 > 10.0.0.1:65535");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/tcp-message/socket", test_socket);
  gscope_test_add ("/tcp-message/kernels", test_kernels);
  gscope_test_add ("/tcp-message/others", test_others);
  gscope_test_add ("/tcp-message/ends", test_ends);
  gscope_test_add ("/tcp-message/truncated", test_truncated);
  gscope_test_add ("/tcp-message/hostile", test_hostile);
  gscope_test_add ("/tcp-message/names", test_names);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}

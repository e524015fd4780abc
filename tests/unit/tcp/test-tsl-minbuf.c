/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <tsl/tcp/minbuf-tuner.h>
#include <tsl/tcp/state.h>
#include <tsl/tsl.h>
#include <unistd.h>

enum
{
  CHUNK = 1000,
  /* A socket that is not read takes no more than its window. */
  MOST = 100000,
};

/* A connection over the loopback, with segments of a size that the tests know. */
typedef struct
{
  int sender;
  int receiver;
} Pair;

static int
open_socket (void)
{
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int mss = CHUNK + 12, on = 1;

  g_assert_cmpint (fd, >=, 0);
  setsockopt (fd, IPPROTO_TCP, TCP_MAXSEG, &mss, sizeof mss);
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

static void
pair_init (Pair *pair)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t length = sizeof address;
  int listener = open_socket (), size = 8192;

  setsockopt (listener, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  g_assert_cmpint (bind (listener, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (getsockname (listener, (struct sockaddr *) &address, &length), ==, 0);
  g_assert_cmpint (listen (listener, 1), ==, 0);
  pair->sender = open_socket ();
  g_assert_cmpint (connect (pair->sender, (struct sockaddr *) &address, sizeof address), ==, 0);
  pair->receiver = accept4 (listener, NULL, NULL, SOCK_CLOEXEC);
  g_assert_cmpint (pair->receiver, >=, 0);
  close (listener);
}

static void
pair_clear (Pair *pair)
{
  close (pair->sender);
  close (pair->receiver);
}

static TslMinbuf *
new_gate (const Pair *pair, double a, double b, TslPage *page)
{
  g_autoptr (GError) error = NULL;
  TslMinbuf *gate = tsl_minbuf_new (pair->sender, a, b, page, &error);

  g_assert_no_error (error);
  return gate;
}

static struct tcp_info
get_info (int fd)
{
  struct tcp_info info = { 0 };
  socklen_t length = sizeof info;

  g_assert_cmpint (getsockopt (fd, IPPROTO_TCP, TCP_INFO, &info, &length), ==, 0);
  return info;
}

/* Nobody reads, so that the receiver's window closes and packets stay. Returns what was written. */
static gsize
fill (TslMinbuf *gate)
{
  char block[CHUNK] = { 0 };
  gsize sum = 0;
  gssize n;

  while ((n = tsl_minbuf_write (gate, block, sizeof block)) > 0 && sum < MOST * CHUNK)
    sum += n;
  g_assert_cmpint (n, ==, -1);
  g_assert_cmpint (errno, ==, EAGAIN);
  return sum;
}

/* Until all that can be delivered is. */
static struct tcp_info
settle (int fd)
{
  struct tcp_info info = get_info (fd);

  while (info.tcpi_unacked > 0)
    {
      g_usleep (1000);
      info = get_info (fd);
    }
  return info;
}

/* Without a reader the send buffer holds what the gate allows and no more. */
static void
test_limit (void)
{
  static const struct
  {
    double a;
    double b;
  } cases[] = { { 1, 0 }, { 1, 3 }, { 2, 0 }, { 2.5, 7 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TslMinbuf) gate = NULL;
      struct tcp_info info;
      double limit, level, largest = 0;
      Pair pair;

      pair_init (&pair);
      gate = new_gate (&pair, cases[i].a, cases[i].b, NULL);
      do
        {
          fill (gate);
          info = settle (pair.sender);
          limit = cases[i].a * info.tcpi_snd_cwnd + cases[i].b;
          level = info.tcpi_notsent_bytes / (double) info.tcpi_snd_mss;
          largest = MAX (largest, limit);
        }
      while (level < floor (limit) - 1);
      /* the window shrinks if the test pauses between two fills: what was written before stays */
      g_assert_cmpfloat (level, <=, ceil (largest));
      g_clear_pointer (&gate, tsl_minbuf_free);
      pair_clear (&pair);
    }
}

static void
test_wait (void)
{
  g_autoptr (TslMinbuf) gate = NULL;
  g_autoptr (GError) error = NULL;
  short events = -1;
  guint room = 1;
  gint64 wait;
  Pair pair;

  pair_init (&pair);
  gate = new_gate (&pair, 1, 0, NULL);
  do
    {
      fill (gate);
      settle (pair.sender);
      g_assert_true (tsl_minbuf_get_room (gate, &room, &error));
      g_assert_no_error (error);
    }
  while (room > 0);
  wait = tsl_minbuf_get_wait (gate, &events);
  g_assert_cmpint (events, ==, 0);
  g_assert_cmpint (wait, >=, 100000);
  g_assert_cmpint (wait, <=, 5000000);

  /* Where the memory is used up first, the kernel says when there is some. */
  tsl_minbuf_set_limit (gate, TSL_MINBUF_MAX_A, TSL_MINBUF_MAX_B);
  room = 4096;
  setsockopt (pair.sender, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  fill (gate);
  g_assert_cmpint (tsl_minbuf_get_wait (gate, &events), ==, -1);
  g_assert_cmpint (events, ==, POLLOUT);
  g_clear_pointer (&gate, tsl_minbuf_free);
  pair_clear (&pair);
}

/* A reader opens the gate, and everything arrives. */
static void
test_transfer (void)
{
  g_autoptr (TslMinbuf) gate = NULL;
  char block[CHUNK] = { 0 }, buffer[65536];
  gsize written = 0, read_so_far = 0, total = 500 * CHUNK;
  Pair pair;

  pair_init (&pair);
  gate = new_gate (&pair, 1, 0, NULL);
  while (read_so_far < total)
    {
      gssize n = written < total ? tsl_minbuf_write (gate, block, sizeof block) : 0;

      written += MAX (n, 0);
      n = recv (pair.receiver, buffer, sizeof buffer, MSG_DONTWAIT);
      read_so_far += MAX (n, 0);
    }
  g_assert_cmpuint (read_so_far, ==, written);
  g_clear_pointer (&gate, tsl_minbuf_free);
  pair_clear (&pair);
}

static void
test_end (void)
{
  g_autoptr (TslMinbuf) gate = NULL;
  struct linger linger = { .l_onoff = 1 };
  char byte = 0;
  Pair pair;

  pair_init (&pair);
  gate = new_gate (&pair, 1, 0, NULL);
  setsockopt (pair.receiver, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
  close (pair.receiver);
  while (get_info (pair.sender).tcpi_state == 1)
    g_usleep (1000);
  g_assert_cmpint (tsl_minbuf_write (gate, &byte, 1), ==, -1);
  g_assert_cmpint (errno, !=, EAGAIN);
  g_clear_pointer (&gate, tsl_minbuf_free);
  close (pair.sender);
}

static void
assert_cc (int fd, const char *expected)
{
  char name[16] = "";
  socklen_t length = sizeof name;

  g_assert_cmpint (getsockopt (fd, IPPROTO_TCP, TCP_CONGESTION, name, &length), ==, 0);
  g_assert_cmpstr (name, ==, expected);
}

/* Algorithms that defeat the gate are replaced and refused; so are algorithms that the kernel
 * lacks. */
static void
test_congestion_control (void)
{
  g_autoptr (TslMinbuf) gate = NULL;
  g_autoptr (GError) error = NULL;
  char name[16] = "";
  socklen_t length = sizeof name;
  Pair pair;

  pair_init (&pair);
  setsockopt (pair.sender, IPPROTO_TCP, TCP_CONGESTION, "bbr", strlen ("bbr"));
  gate = new_gate (&pair, 1, 0, NULL);
  getsockopt (pair.sender, IPPROTO_TCP, TCP_CONGESTION, name, &length);
  g_assert_false (g_str_has_prefix (name, "bbr"));

  g_assert_true (tsl_tcp_set_cc (pair.sender, "reno", &error));
  g_assert_no_error (error);
  assert_cc (pair.sender, "reno");
  g_assert_false (tsl_tcp_set_cc (pair.sender, "bbr", &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, "reno"));
  g_clear_error (&error);
  g_assert_false (tsl_tcp_set_cc (pair.sender, "none-such", &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "reno"));
  assert_cc (pair.sender, "reno");
  g_clear_pointer (&gate, tsl_minbuf_free);
  pair_clear (&pair);
}

static void
ask (TslPageReader *reader, const char *group, const char *name, double value)
{
  g_autoptr (GError) error = NULL;
  int cell;

  g_assert_true (tsl_page_reader_update (reader, NULL));
  cell = tsl_page_reader_find (reader, "minbuf", group, name);
  g_assert_cmpint (cell, >=, 0);
  g_assert_true (tsl_page_reader_ask (reader, cell, value, &error));
  g_assert_no_error (error);
}

static double
get (TslPageReader *reader, const char *group, const char *name)
{
  int cell;

  g_assert_true (tsl_page_reader_update (reader, NULL));
  cell = tsl_page_reader_find (reader, "minbuf", group, name);
  g_assert_cmpint (cell, >=, 0);
  return tsl_page_reader_get_value (reader, cell);
}

/* Another process sees the gate and turns it. */
static void
test_page (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("test", NULL);
  g_autoptr (TslPageReader) reader = tsl_page_reader_new (getpid (), NULL);
  g_autoptr (TslMinbuf) gate = NULL;
  g_autofree char *group = NULL;
  double a, b;
  guint room;
  guint64 cookie = 0;
  socklen_t length = sizeof cookie;
  Pair pair;

  pair_init (&pair);
  g_assert_cmpint (getsockopt (pair.sender, SOL_SOCKET, SO_COOKIE, &cookie, &length), ==, 0);
  group = g_strdup_printf ("%" G_GUINT64_FORMAT, cookie);
  gate = new_gate (&pair, 1, 3, page);
  g_assert_cmpfloat (get (reader, group, "B"), ==, 3);
  fill (gate);
  g_assert_cmpfloat (get (reader, group, "writes"), >, 0);
  g_assert_cmpfloat (get (reader, group, "closed"), ==, 1);
  /* acknowledgements may come after the last write */
  settle (pair.sender);
  g_assert_true (tsl_minbuf_get_room (gate, &room, NULL));
  g_assert_cmpfloat (get (reader, group, "cwnd"), ==, get_info (pair.sender).tcpi_snd_cwnd);

  ask (reader, group, "A", 2);
  ask (reader, group, "B", TSL_MINBUF_MAX_B);
  g_assert_true (tsl_minbuf_get_room (gate, &room, NULL));
  tsl_minbuf_get_limit (gate, &a, &b);
  g_assert_cmpfloat (a, ==, 2);
  g_assert_cmpfloat (b, ==, TSL_MINBUF_MAX_B);
  g_assert_cmpfloat (get (reader, group, "B"), ==, TSL_MINBUF_MAX_B);
  g_assert_cmpuint (room, >, 0);

  ask (reader, group, "delay", 0.05);
  g_assert_true (tsl_minbuf_get_room (gate, &room, NULL));
  g_assert_cmpint (tsl_minbuf_get_delay (gate), ==, 50000000);
  tsl_minbuf_set_limit (gate, 1, 0);
  g_assert_cmpint (tsl_minbuf_get_delay (gate), ==, 0);

  g_clear_pointer (&gate, tsl_minbuf_free);
  g_assert_true (tsl_page_reader_update (reader, NULL));
  g_assert_cmpint (tsl_page_reader_find (reader, "minbuf", group, "A"), <, 0);
  pair_clear (&pair);
}

static void
test_refusal (void)
{
  g_autoptr (GError) error = NULL;
  int fd = open ("/dev/null", O_RDWR | O_CLOEXEC);

  g_assert_null (tsl_minbuf_new (fd, 1, 0, NULL, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_INVALID);
  close (fd);
}

/* A flow whose packets beyond the window leave at cwnd a round-trip time, minus the share that the
 * network withholds: the delay that the tuner left out. */
static double
simulate (double target, double cwnd, double srtt, double slowness, TslMinbufTuner *tuner)
{
  double delay = 0;

  tsl_minbuf_tuner_init (tuner, target);
  for (guint i = 0; i < 100; i++)
    {
      tsl_minbuf_tuner_step (tuner, cwnd, srtt, delay, i > 0);
      delay = ((tuner->a - 1) * cwnd + tuner->b) * srtt / cwnd * slowness;
    }
  return delay;
}

static void
test_tuner (void)
{
  TslMinbufTuner tuner;

  g_assert_cmpfloat (fabs (simulate (0.1, 20, 0.1, 1, &tuner) - 0.1), <, 0.001);
  g_assert_cmpfloat (fabs (tuner.a - 1.85), <, 0.01);
  g_assert_cmpfloat (tuner.b, ==, 3);
  g_assert_cmpfloat (fabs (simulate (0.1, 20, 0.1, 1.5, &tuner) - 0.1), <, 0.001);
  g_assert_cmpfloat (fabs (simulate (0.1, 20, 0.1, 0.7, &tuner) - 0.1), <, 0.001);
  g_assert_cmpfloat (fabs (simulate (0.004, 20, 0.1, 1, &tuner) - 0.004), <, 0.0001);
  g_assert_cmpfloat (tuner.a, ==, 1);
  g_assert_cmpfloat (tuner.b, <, 3);

  /* It stays within bounds, whatever it is told. */
  simulate (10, 10, 0.01, 1, &tuner);
  g_assert_cmpfloat (tuner.a, ==, TSL_MINBUF_MAX_A);
  tsl_minbuf_tuner_step (&tuner, 10, 0, 1e9, TRUE);
  tsl_minbuf_tuner_step (&tuner, 10, 0.01, 1e9, TRUE);
  g_assert_cmpfloat (tuner.a, >=, 1);
  g_assert_cmpfloat (tuner.b, >=, 0);

  /* A program that writes less than it may is no reason to allow more. */
  tsl_minbuf_tuner_init (&tuner, 0.1);
  for (guint i = 0; i < 100; i++)
    tsl_minbuf_tuner_step (&tuner, 20, 0.1, 0, FALSE);
  g_assert_cmpfloat (fabs (tuner.a - 1.85), <, 0.01);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl-minbuf/limit", test_limit);
  g_test_add_func ("/tsl-minbuf/wait", test_wait);
  g_test_add_func ("/tsl-minbuf/transfer", test_transfer);
  g_test_add_func ("/tsl-minbuf/end", test_end);
  g_test_add_func ("/tsl-minbuf/congestion-control", test_congestion_control);
  g_test_add_func ("/tsl-minbuf/page", test_page);
  g_test_add_func ("/tsl-minbuf/refusal", test_refusal);
  g_test_add_func ("/tsl-minbuf/tuner", test_tuner);
  return page_directory_run ();
}

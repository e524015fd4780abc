/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/delay.h"
#include "pid-namespace.h"
#include "source.h"
#include "support/child.h"
#include "support/page-directory.h"
#include <gscope-test/gscope-test.h>

#include <grp.h>
#include <linux/tcp.h>
#include <math.h>
#include <netinet/in.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <tsl/tsl.h>
#include <unistd.h>

/* Send buffers of flows over the loopback, limited from the source. */

enum
{
  NOBODY = 65534,
};

typedef struct
{
  GscopeHarness bed;
  int client;
  int server;
  char *flow;
} Flow;

static void
connect_flow (Flow *self)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  struct sockaddr_in own;
  socklen_t length = sizeof address;
  int listener = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (bind (listener, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (getsockname (listener, (struct sockaddr *) &address, &length), ==, 0);
  g_assert_cmpint (listen (listener, 1), ==, 0);
  self->client = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  g_assert_cmpint (connect (self->client, (struct sockaddr *) &address, sizeof address), ==, 0);
  self->server = accept4 (listener, NULL, NULL, SOCK_CLOEXEC);
  close (listener);
  g_assert_cmpint (getsockname (self->client, (struct sockaddr *) &own, &length), ==, 0);
  self->flow = g_strdup_printf ("127.0.0.1:%u > 127.0.0.1:%u", ntohs (own.sin_port),
                                ntohs (address.sin_port));
}

static void
assert_written (GscopeHarness *bed, const char *name, GVariant *value)
{
  g_autofree char *refusal = gscope_harness_write (bed, name, value);

  g_assert_cmpstr (refusal, ==, NULL);
}

/* A source shows the flow, and steers it once it has a method. */
static void
await_flow (GscopeHarness *bed, const char *flow)
{
  const char *port = strrchr (flow, ':') + 1;
  g_autofree char *signal = g_strdup_printf ("x/%s/cwnd", flow);

  assert_written (bed, "port", g_variant_new_string (port));
  assert_written (bed, "steered", g_variant_new_string (flow));
  while (!gscope_scope_find_signal (bed->scope, signal))
    gscope_harness_advance (bed, 100);
}

static gboolean
set_cc (const Flow *self, const char *name)
{
  return setsockopt (self->client, IPPROTO_TCP, TCP_CONGESTION, name, strlen (name)) == 0;
}

/* The source shows the two ends of the connection. */
static void
flow_init (Flow *self)
{
  connect_flow (self);
  /* the usual one may be BBR, which is refused */
  set_cc (self, "cubic");
  gscope_harness_init (&self->bed, tcp_source_get_type (), "{}");
  await_flow (&self->bed, self->flow);
}

static void
flow_clear (Flow *self)
{
  gscope_harness_clear (&self->bed);
  close (self->client);
  close (self->server);
  g_free (self->flow);
}

static int
get_mark (const Flow *self)
{
  int mark = -1;
  socklen_t length = sizeof mark;

  getsockopt (self->client, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &mark, &length);
  return mark;
}

static char *
get_cc (const Flow *self)
{
  char name[16] = "";
  socklen_t length = sizeof name;

  getsockopt (self->client, IPPROTO_TCP, TCP_CONGESTION, name, &length);
  return g_strdup (name);
}

static int
compute_mark (const Flow *self, double windows, double packets)
{
  struct tcp_info info;
  socklen_t length = sizeof info;

  getsockopt (self->client, IPPROTO_TCP, TCP_INFO, &info, &length);
  return (windows * info.tcpi_snd_cwnd + packets) * info.tcpi_snd_mss;
}

static void
test_low_water (void)
{
  g_autofree char *before = NULL, *during = NULL, *after = NULL;
  Flow flow;

  flow_init (&flow);
  before = get_cc (&flow);
  g_assert_cmpint (get_mark (&flow), ==, 0);
  assert_written (&flow.bed, "method", g_variant_new_string ("low-water"));
  g_assert_cmpint (get_mark (&flow), ==, 1);
  assert_written (&flow.bed, "a", g_variant_new_double (2));
  assert_written (&flow.bed, "b", g_variant_new_double (3));
  g_assert_cmpint (get_mark (&flow), ==, compute_mark (&flow, 1, 3));
  assert_written (&flow.bed, "congestion-control", g_variant_new_string ("reno"));
  during = get_cc (&flow);
  g_assert_cmpstr (during, ==, "reno");
  while (gscope_harness_get (&flow.bed, "x/all/limited") != 1)
    gscope_harness_advance (&flow.bed, 100);

  gscope_harness_stop (&flow.bed);
  g_assert_cmpint (get_mark (&flow), ==, 0);
  after = get_cc (&flow);
  g_assert_cmpstr (after, ==, before);
  gscope_harness_start (&flow.bed);
  while (get_mark (&flow) == 0)
    gscope_harness_advance (&flow.bed, 100);
  assert_written (&flow.bed, "steered", g_variant_new_string (""));
  g_assert_cmpint (get_mark (&flow), ==, 0);
  flow_clear (&flow);
}

/* BBR is refused, and so says the status if the program chooses it later; with another one it is steered. */
static void
test_bbr (void)
{
  g_autofree char *refusal = NULL;
  Flow flow;

  flow_init (&flow);
  if (!set_cc (&flow, "bbr"))
    {
      g_test_skip ("the kernel has no BBR");
      flow_clear (&flow);
      return;
    }
  refusal = gscope_harness_write (&flow.bed, "method", g_variant_new_string ("low-water"));
  g_assert_nonnull (refusal);
  g_assert_nonnull (strstr (refusal, "“bbr”: it paces by a rate"));
  g_assert_cmpint (get_mark (&flow), ==, 0);
  assert_written (&flow.bed, "congestion-control", g_variant_new_string ("reno"));
  assert_written (&flow.bed, "method", g_variant_new_string ("low-water"));
  g_assert_cmpint (get_mark (&flow), ==, 1);
  g_assert_true (set_cc (&flow, "bbr"));
  while (!strstr (gscope_source_get_status (flow.bed.source), "is not steered any more"))
    gscope_harness_advance (&flow.bed, 100);
  g_assert_cmpint (get_mark (&flow), ==, 0);
  flow_clear (&flow);
}

/* Numbers out of range and names of nothing come to no socket. */
static void
test_range (void)
{
  static const double bad[] = { 0.5, 17, NAN, -1 };
  Flow flow;

  flow_init (&flow);
  assert_written (&flow.bed, "method", g_variant_new_string ("low-water"));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *refusal =
          gscope_harness_write (&flow.bed, "a", g_variant_new_double (bad[i]));

      g_assert_nonnull (refusal);
    }
  {
    g_autofree char *method =
        gscope_harness_write (&flow.bed, "method", g_variant_new_string ("gate"));
    g_autofree char *type = gscope_harness_write (&flow.bed, "b", g_variant_new_string ("3"));
    g_autofree char *choice =
        gscope_harness_write (&flow.bed, "steered", g_variant_new_string ("nothing"));

    g_assert_nonnull (method);
    g_assert_nonnull (type);
    g_assert_nonnull (choice);
  }
  g_assert_cmpint (get_mark (&flow), ==, 1);
  flow_clear (&flow);
}

static double
get_a (TslMinbuf *gate)
{
  guint room;
  double a, b;

  g_assert_true (tsl_minbuf_get_room (gate, &room, NULL));
  tsl_minbuf_get_limit (gate, &a, &b);
  return a;
}

static void
test_page (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("test", NULL);
  g_autoptr (TslMinbuf) gate = NULL;
  g_autofree char *refusal = NULL;
  GscopeParameter *method;
  Flow flow;

  flow_init (&flow);
  method = gscope_source_find_parameter (flow.bed.source, "method");
  refusal = gscope_harness_write (&flow.bed, "method", g_variant_new_string ("page"));
  g_assert_nonnull (strstr (refusal, "no program of this user publishes a gate"));
  g_assert_cmpstr (g_variant_get_string (gscope_parameter_get_value (method), NULL), ==, "none");

  gate = tsl_minbuf_new (flow.client, 1.5, 3, page, NULL);
  assert_written (&flow.bed, "a", g_variant_new_double (2));
  assert_written (&flow.bed, "method", g_variant_new_string ("page"));
  g_assert_cmpfloat (get_a (gate), ==, 2);
  assert_written (&flow.bed, "a", g_variant_new_double (3));
  g_assert_cmpfloat (get_a (gate), ==, 3);
  g_assert_cmpint (get_mark (&flow), ==, 0);
  gscope_harness_stop (&flow.bed);
  g_assert_cmpfloat (get_a (gate), ==, 1.5);
  gscope_harness_start (&flow.bed);
  flow_clear (&flow);
}

/* Publishes a gate before a flow that another process has. */
static gboolean
feign_gate (gpointer data)
{
  const Flow *flow = data;
  guint64 cookie;
  socklen_t length = sizeof cookie;
  g_autofree char *group = NULL;
  TslPage *page;

  g_assert_cmpint (getsockopt (flow->client, SOL_SOCKET, SO_COOKIE, &cookie, &length), ==, 0);
  group = g_strdup_printf ("%" G_GUINT64_FORMAT, cookie);
  close (flow->client);
  if (setresgid (NOBODY, NOBODY, NOBODY) != 0 || setresuid (NOBODY, NOBODY, NOBODY) != 0)
    return FALSE;
  page = tsl_page_new ("stranger", NULL);
  tsl_page_add_knob (page, "minbuf", group, "A", "windows", 1, 16, 1);
  tsl_page_add_knob (page, "minbuf", group, "B", "packets", 0, 100, 0);
  return TRUE;
}

/* Another user's page is no gate of a socket that its process does not have. */
static void
test_feigned_gate (void)
{
  g_autofree char *refusal = NULL;
  pid_t child;
  Flow flow;

  if (geteuid () != 0)
    {
      g_test_skip ("only root can become another user");
      return;
    }
  g_assert_cmpint (chmod (g_getenv ("TSL_PAGE_DIR"), 01777), ==, 0);
  flow_init (&flow);
  child = child_start (feign_gate, &flow);
  refusal = gscope_harness_write (&flow.bed, "method", g_variant_new_string ("page"));
  g_assert_nonnull (refusal);
  g_assert_nonnull (strstr (refusal, "publishes a gate for it"));
  child_end (child);
  flow_clear (&flow);
}

/* The program removes its gate; another knob of its takes the place. */
static void
test_gate_gone (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("test", NULL);
  TslMinbuf *gate;
  TslCell *knob;
  double asked;
  Flow flow;

  flow_init (&flow);
  gate = tsl_minbuf_new (flow.client, 1.5, 3, page, NULL);
  assert_written (&flow.bed, "method", g_variant_new_string ("page"));
  tsl_minbuf_free (gate);
  knob = tsl_page_add_knob (page, "test", "other", "knob", "", 0, 100, 50);
  assert_written (&flow.bed, "a", g_variant_new_double (3));
  gscope_harness_stop (&flow.bed);
  g_assert_false (tsl_cell_take (knob, &asked));
  gscope_harness_start (&flow.bed);
  flow_clear (&flow);
}

/* The socket belongs to a process that may not be traced. */
static void
test_refusal (void)
{
  g_autofree char *refusal = NULL;
  Flow flow;
  int ready[2], ends[2];
  pid_t child;
  char byte;

  if (geteuid () == 0)
    {
      g_test_trap_subprocess ("/tcp-steering/refusal/subprocess", 0,
                              G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  flow_init (&flow);
  g_assert_cmpint (pipe (ready), ==, 0);
  g_assert_cmpint (pipe (ends), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      prctl (PR_SET_DUMPABLE, 0);
      close (ready[1]);
      close (ends[1]);
      while (read (ends[0], &byte, 1) > 0)
        ;
      _exit (0);
    }
  close (ready[1]);
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 0);
  close (ready[0]);
  close (flow.client);
  do
    {
      g_clear_pointer (&refusal, g_free);
      refusal = gscope_harness_write (&flow.bed, "method", g_variant_new_string ("low-water"));
      if (!refusal)
        assert_written (&flow.bed, "method", g_variant_new_string ("none"));
    }
  while (!refusal);
  g_test_message ("%s", refusal);
  g_assert_nonnull (strstr (refusal, "is not steered: "));
  /* nothing is turned without a guard, and one in a home that is another's cannot be started */
  if (access (g_getenv ("TSL_GUARD"), X_OK) == 0)
    g_assert_nonnull (strstr (refusal, "run as their user, or as root, or give"));
  else
    g_assert_nonnull (strstr (refusal, "cannot start the guard"));
  close (ends[1]);
  close (ends[0]);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  flow.client = -1;
  flow_clear (&flow);
}

static void
test_refusal_as_nobody (void)
{
  if (geteuid () == 0)
    {
      /* the guard needs room for its journal */
      g_assert_cmpint (chown (g_getenv ("TSL_PAGE_DIR"), NOBODY, NOBODY), ==, 0);
      g_assert_cmpint (setgroups (0, NULL), ==, 0);
      g_assert_cmpint (setgid (NOBODY), ==, 0);
      g_assert_cmpint (setuid (NOBODY), ==, 0);
      prctl (PR_SET_DUMPABLE, 1);
    }
  test_refusal ();
}

/* In a PID namespace, programs that are there too are named, and their flows are steered; a flow of a program outside is
 * refused with the reason. */
static void
test_pid_namespace (void)
{
  g_autofree char *refusal = NULL;
  g_autofree char *signal = NULL;
  g_autofree char *comm = NULL;
  Flow flow;

  if (!g_test_subprocess ())
    {
      connect_flow (&flow);
      pid_namespace_trap ("/tcp-steering/pid-namespace", flow.flow);
      close (flow.client);
      close (flow.server);
      g_free (flow.flow);
      return;
    }
  g_assert_cmpint (getpid (), ==, 1);
  flow_init (&flow);
  assert_written (&flow.bed, "method", g_variant_new_string ("low-water"));
  g_assert_cmpint (get_mark (&flow), >, 0);
  signal = g_strdup_printf ("x/%s/cwnd", flow.flow);
  g_assert_true (g_file_get_contents ("/proc/self/comm", &comm, NULL, NULL));
  g_assert_nonnull (
      strstr (gscope_signal_get_title (gscope_scope_find_signal (flow.bed.scope, signal)),
              g_strchomp (comm)));
  assert_written (&flow.bed, "method", g_variant_new_string ("none"));
  await_flow (&flow.bed, g_getenv (PID_NAMESPACE_OUTSIDE));
  refusal = gscope_harness_write (&flow.bed, "method", g_variant_new_string ("low-water"));
  g_assert_nonnull (refusal);
  if (!strstr (refusal, "in a PID namespace"))
    g_error ("%s", refusal);
  flow_clear (&flow);
}

/* Where the time goes. */

static TcpSocket
make_socket (guint64 written, guint64 received, guint n_unread)
{
  return (TcpSocket){
    .has_info = TRUE, .written = written, .received = received, .n_unread = n_unread
  };
}

static void
test_parts (void)
{
  TcpSocket socket = make_socket (0, 1000, 0);
  TcpDelay delay = { 0 };

  socket.mss = 1000;
  socket.min_rtt = 0.1;
  socket.values[TCP_METRIC_NOTSENT] = 2500;
  socket.values[TCP_METRIC_DELIVERY_RATE] = 10000;
  socket.values[TCP_METRIC_SRTT] = 0.15;
  tcp_delay_derive (&socket);
  g_assert_cmpfloat (socket.values[TCP_METRIC_BLOCKED], ==, 2.5);
  g_assert_cmpfloat (socket.values[TCP_METRIC_SENDER_DELAY], ==, 0.25);
  g_assert_cmpfloat (fabs (socket.values[TCP_METRIC_NETWORK_DELAY] - 0.1), <, 1e-9);
  socket.values[TCP_METRIC_DELIVERY_RATE] = 0;
  tcp_delay_derive (&socket);
  g_assert_true (isnan (socket.values[TCP_METRIC_SENDER_DELAY]));

  /* 10000 B/s arrive and 500 B wait. */
  tcp_delay_take (&delay, NULL, GSCOPE_SEC, &socket);
  g_assert_cmpfloat (socket.values[TCP_METRIC_RECEIVER_DELAY], ==, 0);
  socket.received += 1000;
  socket.n_unread = 500;
  tcp_delay_take (&delay, NULL, GSCOPE_SEC + 100 * GSCOPE_MSEC, &socket);
  g_assert_cmpfloat (fabs (socket.values[TCP_METRIC_RECEIVER_DELAY] - 0.05), <, 1e-9);
  tcp_delay_clear (&delay);
}

/* 1000 bytes are written each 10 ms and read 40 ms later. */
static void
test_latency (void)
{
  TcpDelay sender = { 0 }, receiver = { 0 };

  for (guint i = 0; i < 3000; i++)
    {
      gint64 time = GSCOPE_SEC + i * 10 * GSCOPE_MSEC;
      TcpSocket here = make_socket (1000 * i, 0, 0);
      TcpSocket there = make_socket (0, 1000 * MAX ((int) i - 2, 0), 0);

      there.n_unread = i > 4 ? 2000 : 0;
      tcp_delay_take (&receiver, &sender, time, &there);
      tcp_delay_take (&sender, &receiver, time, &here);
      if (i > 4)
        g_assert_cmpfloat (fabs (here.values[TCP_METRIC_LATENCY] - 0.03), <, 1e-9);
    }
  tcp_delay_clear (&sender);
  tcp_delay_clear (&receiver);
}

/* Written data ages until it is read. */
static void
test_ends (void)
{
  g_autofree char *latency = NULL;
  char block[1000] = { 0 };
  Flow flow;

  flow_init (&flow);
  latency = g_strdup_printf ("x/%s/latency", flow.flow);
  gscope_harness_advance (&flow.bed, 100);
  g_assert_cmpint (send (flow.client, block, sizeof block, 0), ==, sizeof block);
  for (guint i = 0; i < 11; i++)
    gscope_harness_advance (&flow.bed, 100);
  g_assert_cmpfloat (gscope_harness_get (&flow.bed, latency), >=, 0.8);
  g_assert_cmpfloat (gscope_harness_get (&flow.bed, latency), <=, 1.2);
  g_assert_cmpint (recv (flow.server, block, sizeof block, MSG_WAITALL), ==, sizeof block);
  gscope_harness_advance (&flow.bed, 100);
  gscope_harness_advance (&flow.bed, 100);
  g_assert_cmpfloat (gscope_harness_get (&flow.bed, latency), ==, 0);
  flow_clear (&flow);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/tcp-steering/low-water", test_low_water);
  gscope_test_add ("/tcp-steering/bbr", test_bbr);
  gscope_test_add ("/tcp-steering/range", test_range);
  gscope_test_add ("/tcp-steering/page", test_page);
  gscope_test_add ("/tcp-steering/gate-gone", test_gate_gone);
  gscope_test_add ("/tcp-steering/forged-gate", test_feigned_gate);
  gscope_test_add ("/tcp-steering/refusal", test_refusal);
  gscope_test_add ("/tcp-steering/refusal/subprocess", test_refusal_as_nobody);
  gscope_test_add ("/tcp-steering/pid-namespace", test_pid_namespace);
  gscope_test_add ("/tcp-steering/parts", test_parts);
  gscope_test_add ("/tcp-steering/latency", test_latency);
  gscope_test_add ("/tcp-steering/ends", test_ends);
  return page_directory_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/diag.h"
#include "flows/flows.h"
#include "source.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <gscope-test/gscope-test.h>
#include <gscope/gscope.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The kernel's answers about sockets on the loopback that the test itself opens. */

enum
{
  NOBODY = 65534,
  MAX_PAIRS = 8,
};

typedef struct
{
  guint16 port;
  int listener;
  int client[MAX_PAIRS];
  int server[MAX_PAIRS];
  guint n;
} Server;

static struct sockaddr_storage
make_address (const char *text, guint16 port, socklen_t *length)
{
  struct sockaddr_storage storage = { 0 };
  struct sockaddr_in *v4 = (struct sockaddr_in *) &storage;
  struct sockaddr_in6 *v6 = (struct sockaddr_in6 *) &storage;

  if (inet_pton (AF_INET, text, &v4->sin_addr) == 1)
    {
      v4->sin_family = AF_INET;
      v4->sin_port = g_htons (port);
      *length = sizeof *v4;
      return storage;
    }
  g_assert_cmpint (inet_pton (AF_INET6, text, &v6->sin6_addr), ==, 1);
  v6->sin6_family = AF_INET6;
  v6->sin6_port = g_htons (port);
  *length = sizeof *v6;
  return storage;
}

static gboolean
server_open (Server *self, const char *address)
{
  socklen_t length;
  struct sockaddr_storage storage = make_address (address, 0, &length);

  *self = (Server){ .listener = socket (storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0) };
  if (self->listener < 0 || bind (self->listener, (struct sockaddr *) &storage, length) != 0)
    return FALSE;
  g_assert_cmpint (listen (self->listener, MAX_PAIRS), ==, 0);
  g_assert_cmpint (getsockname (self->listener, (struct sockaddr *) &storage, &length), ==, 0);
  /* The port is at the same place in both. */
  self->port = g_ntohs (((struct sockaddr_in *) &storage)->sin_port);
  return TRUE;
}

static void
server_connect (Server *self, const char *address, int family)
{
  socklen_t length;
  struct sockaddr_storage storage = make_address (address, self->port, &length);
  int client = socket (family, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (connect (client, (struct sockaddr *) &storage, length), ==, 0);
  g_assert_cmpint (fcntl (client, F_SETFL, O_NONBLOCK), ==, 0);
  self->client[self->n] = client;
  self->server[self->n] = accept (self->listener, NULL, NULL);
  g_assert_cmpint (self->server[self->n], >=, 0);
  self->n++;
}

/* Nobody reads, so that unsent bytes are left. */
static void
server_fill (Server *self, guint pair)
{
  char data[65536] = { 0 };

  while (write (self->client[pair], data, sizeof data) > 0)
    ;
}

/* Aborts, so that nothing waits for data that nobody reads. */
static void
server_disconnect (Server *self)
{
  const struct linger abort = { 1, 0 };

  while (self->n > 0)
    {
      self->n--;
      setsockopt (self->client[self->n], SOL_SOCKET, SO_LINGER, &abort, sizeof abort);
      close (self->client[self->n]);
      close (self->server[self->n]);
    }
}

static void
server_close (Server *self)
{
  server_disconnect (self);
  close (self->listener);
}

typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSource *source;
} Bench;

static void
bench_write (Bench *self, const char *name, const char *text)
{
  GscopeParameter *parameter = gscope_source_find_parameter (self->source, name);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value = gscope_parameter_parse (parameter, text, &error);

  g_assert_no_error (error);
  gscope_parameter_write_async (parameter, value, "test", NULL, NULL, NULL);
  while (gscope_parameter_get_state (parameter) == GSCOPE_PARAMETER_STATE_PENDING)
    g_main_context_iteration (NULL, TRUE);
}

/* Takes the reference of @clock. */
static void
bench_set_up_with_clock (Bench *self, guint16 port, GscopeClock *clock, gint64 period)
{
  g_autofree char *text = g_strdup_printf ("%u", port);

  self->clock = clock;
  self->scope = gscope_scope_new_with_clock (self->clock);
  self->source = g_object_new (TCP_TYPE_SOURCE, "name", "tcp", NULL);
  gscope_scope_set_period (self->scope, period);
  gscope_scope_add_source (self->scope, self->source);
  bench_write (self, "port", text);
  gscope_source_start_async (self->source, NULL, NULL, NULL);
}

static void
bench_set_up (Bench *self, guint16 port)
{
  bench_set_up_with_clock (self, port, gscope_test_clock_new (1000 * GSCOPE_SEC), 50 * GSCOPE_MSEC);
}

static void
bench_tear_down (Bench *self)
{
  g_object_unref (self->scope);
  g_assert_finalize_object (self->source);
  g_object_unref (self->clock);
}

static void
bench_tick (Bench *self)
{
  if (GSCOPE_IS_TEST_CLOCK (self->clock))
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (self->clock), 50 * GSCOPE_MSEC);
      g_main_context_iteration (NULL, FALSE);
    }
  else
    g_main_context_iteration (NULL, TRUE);
}

/* How many flows that ended, or did not, have signals. */
static guint
count_flows (Bench *self, gboolean ended)
{
  GListModel *signals = gscope_source_get_signals (self->source);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      n += strstr (gscope_signal_get_full_name (signal), " > ")
           && g_str_equal (gscope_signal_get_name (signal), "cwnd")
           && gscope_signal_get_ended (signal) == ended;
    }
  return n;
}

static void
wait_for_flows (Bench *self, guint n)
{
  while (count_flows (self, FALSE) != n)
    bench_tick (self);
}

static double
get_value (Bench *self, const char *full_name)
{
  GscopeSignal *signal = gscope_scope_find_signal (self->scope, full_name);
  GscopeSample sample;

  return signal && gscope_signal_get_latest (signal, &sample) ? sample.value : -1;
}

static void
wait_for_value (Bench *self, const char *full_name, double least)
{
  while (!(get_value (self, full_name) >= least))
    bench_tick (self);
}

/* The list of signals changes four times a second of the wall clock; this need not wait for that. */
static void
wait_for_shown (Bench *self, guint n)
{
  while (get_value (self, "tcp/all/shown") != n)
    bench_tick (self);
}

static char *
make_flow_name (Server *server, guint pair)
{
  struct sockaddr_in address;
  socklen_t length = sizeof address;

  g_assert_cmpint (getsockname (server->client[pair], (struct sockaddr *) &address, &length), ==,
                   0);
  return g_strdup_printf ("tcp/127.0.0.1:%u > 127.0.0.1:%u", g_ntohs (address.sin_port),
                          server->port);
}

static void
test_flows (void)
{
  Server server;
  Bench bench;
  g_autofree char *flow = NULL;
  g_autofree char *cwnd = NULL;
  g_autofree char *notsent = NULL;
  g_autofree char *limit = NULL;
  g_autofree char *srtt = NULL;
  GscopeSignal *signal;

  g_assert_true (server_open (&server, "127.0.0.1"));
  server_connect (&server, "127.0.0.1", AF_INET);
  server_connect (&server, "127.0.0.1", AF_INET);
  flow = make_flow_name (&server, 0);
  cwnd = g_strconcat (flow, "/cwnd", NULL);
  notsent = g_strconcat (flow, "/notsent", NULL);
  limit = g_strconcat (flow, "/sndbuf-limit", NULL);
  srtt = g_strconcat (flow, "/srtt", NULL);
  bench_set_up (&bench, server.port);
  wait_for_flows (&bench, 4);

  server_fill (&server, 0);
  wait_for_value (&bench, notsent, 1);
  g_assert_cmpfloat (get_value (&bench, cwnd), >=, 1);
  g_assert_cmpfloat (get_value (&bench, cwnd), <, 1e6);
  g_assert_cmpfloat (get_value (&bench, limit), >=, get_value (&bench, notsent));
  g_assert_cmpfloat (get_value (&bench, srtt), >, 0);
  g_assert_cmpfloat (get_value (&bench, srtt), <, 10);
  wait_for_value (&bench, "tcp/all/flows", 4);
  wait_for_value (&bench, "tcp/all/cwnd", 1);
  signal = gscope_scope_find_signal (bench.scope, cwnd);
  g_assert_nonnull (strstr (gscope_signal_get_description (signal), "; under "));
  g_assert_cmpstr (gscope_signal_get_role (signal), ==, "cwnd");
  g_assert_cmpint (gscope_source_get_state (bench.source), ==, GSCOPE_SOURCE_STATE_RUNNING);
  g_assert_cmpstr (gscope_source_get_status (bench.source), ==, "");

  server_disconnect (&server);
  wait_for_flows (&bench, 0);
  g_assert_cmpuint (count_flows (&bench, TRUE), ==, 4);
  g_assert_true (gscope_signal_get_ended (signal));
  bench_tear_down (&bench);
  server_close (&server);
}

/* The titles of one flow's two ends tell them apart: by program, and by who listens. */
static void
test_titles (void)
{
  g_autofree char *comm = NULL, *in = NULL, *out = NULL, *flow = NULL, *accepted = NULL;
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  Server server;
  Bench bench;

  g_assert_true (g_file_get_contents ("/proc/self/comm", &comm, NULL, NULL));
  g_strstrip (comm);
  out = g_strdup_printf ("cwnd (%s, out)", comm);
  in = g_strdup_printf ("cwnd (%s, in)", comm);
  g_assert_true (server_open (&server, "127.0.0.1"));
  server_connect (&server, "127.0.0.1", AF_INET);
  g_assert_cmpint (getsockname (server.client[0], (struct sockaddr *) &address, &length), ==, 0);
  flow = g_strdup_printf ("tcp/127.0.0.1:%u > 127.0.0.1:%u/cwnd", g_ntohs (address.sin_port),
                          server.port);
  accepted = g_strdup_printf ("tcp/127.0.0.1:%u > 127.0.0.1:%u/cwnd", server.port,
                              g_ntohs (address.sin_port));
  bench_set_up (&bench, server.port);
  wait_for_flows (&bench, 2);
  g_assert_cmpstr (gscope_signal_get_title (gscope_scope_find_signal (bench.scope, flow)), ==, out);
  g_assert_cmpstr (gscope_signal_get_title (gscope_scope_find_signal (bench.scope, accepted)), ==,
                   in);
  server_close (&server);
  bench_tear_down (&bench);
}

static void
test_unprivileged (void)
{
  if (geteuid () != 0)
    {
      g_test_skip ("this is unprivileged already");
      return;
    }
  g_test_trap_subprocess ("/tcp/unprivileged/subprocess", 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

static void
test_as_nobody (void)
{
  g_assert_cmpint (setgroups (0, NULL), ==, 0);
  g_assert_cmpint (setgid (NOBODY), ==, 0);
  g_assert_cmpint (setuid (NOBODY), ==, 0);
  test_flows ();
}

static gboolean
is_marked (Bench *bench, const char *begin)
{
  GscopeMarkerList *markers = gscope_scope_get_markers (bench->scope);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (markers)); i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (G_LIST_MODEL (markers), i);

      if (g_str_has_prefix (gscope_marker_get_label (marker), begin))
        return TRUE;
    }
  return FALSE;
}

static void
test_busiest (void)
{
  Server server;
  Bench bench;
  g_autofree char *label = NULL;
  g_autofree char *name = NULL;
  GscopeSignal *signal;

  g_assert_true (server_open (&server, "127.0.0.1"));
  bench_set_up (&bench, server.port);
  bench_write (&bench, "chosen", "busiest");
  signal = gscope_scope_find_signal (bench.scope, "tcp/busiest/cwnd");
  g_assert_nonnull (signal);
  while (!(get_value (&bench, "tcp/all/shown") >= 0))
    bench_tick (&bench);
  g_assert_false (get_value (&bench, "tcp/busiest/cwnd") >= 0);

  server_connect (&server, "127.0.0.1", AF_INET);
  server_fill (&server, 0);
  name = make_flow_name (&server, 0);
  wait_for_value (&bench, "tcp/busiest/notsent", 1);
  wait_for_value (&bench, "tcp/busiest/cwnd", 1);
  label = g_strconcat ("busiest flow: ", name + strlen ("tcp/"), NULL);
  g_assert_true (is_marked (&bench, label));

  server_disconnect (&server);
  wait_for_flows (&bench, 0);
  while (get_value (&bench, "tcp/busiest/cwnd") >= 0)
    bench_tick (&bench);
  g_assert_true (is_marked (&bench, "busiest flow: none"));
  g_assert_false (gscope_signal_get_ended (signal));
  bench_tear_down (&bench);
  server_close (&server);
}

/* Nobody who did not choose the busiest flow has markers of it. */
static void
test_busiest_unmarked (void)
{
  Server server;
  Bench bench;

  g_assert_true (server_open (&server, "127.0.0.1"));
  server_connect (&server, "127.0.0.1", AF_INET);
  bench_set_up (&bench, server.port);
  wait_for_flows (&bench, 2);
  wait_for_value (&bench, "tcp/busiest/cwnd", 1);
  g_assert_false (is_marked (&bench, "busiest flow"));
  server_disconnect (&server);
  bench_tear_down (&bench);
  server_close (&server);
}

static void
test_chosen (void)
{
  Server server;
  Bench bench;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  guint64 n, end;
  GscopeSignal *signal;

  g_assert_true (server_open (&server, "127.0.0.1"));
  server_connect (&server, "127.0.0.1", AF_INET);
  bench_set_up (&bench, server.port);
  wait_for_flows (&bench, 2);
  text = make_flow_name (&server, 0);
  name = g_strconcat (text, "/cwnd", NULL);
  signal = gscope_scope_find_signal (bench.scope, name);

  /* 20 ticks in a second: half of them, and then all. */
  wait_for_value (&bench, name, 1);
  n = gscope_trace_get_end (gscope_signal_get_trace (signal));
  for (guint i = 0; i < 20; i++)
    bench_tick (&bench);
  gscope_scope_drain (bench.scope);
  end = gscope_trace_get_end (gscope_signal_get_trace (signal));
  g_assert_cmpuint (end - n, >=, 9);
  g_assert_cmpuint (end - n, <=, 15);
  bench_write (&bench, "chosen", text + strlen ("tcp/"));
  for (guint i = 0; i < 20; i++)
    bench_tick (&bench);
  gscope_scope_drain (bench.scope);
  n = gscope_trace_get_end (gscope_signal_get_trace (signal));
  for (guint i = 0; i < 20; i++)
    bench_tick (&bench);
  gscope_scope_drain (bench.scope);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (signal)) - n, ==, 20);
  bench_tear_down (&bench);
  server_close (&server);
}

static void
test_filters (void)
{
  Server server;
  Bench bench;
  g_autofree char *pid = g_strdup_printf ("%d", getpid ());

  g_assert_true (server_open (&server, "0.0.0.0"));
  server_connect (&server, "127.0.0.1", AF_INET);
  server_connect (&server, "127.0.0.2", AF_INET);
  server_connect (&server, "127.0.0.2", AF_INET);
  bench_set_up (&bench, server.port);
  wait_for_flows (&bench, 6);
  bench_write (&bench, "address", "127.0.0.2");
  wait_for_shown (&bench, 4);
  bench_write (&bench, "address", "10.0.0.0/8");
  wait_for_shown (&bench, 0);
  bench_write (&bench, "address", "");
  bench_write (&bench, "state", "established");
  wait_for_shown (&bench, 6);

  /* Half a connection closed: one end waits for the other. */
  shutdown (server.client[0], SHUT_WR);
  wait_for_shown (&bench, 4);
  bench_write (&bench, "state", "close-wait");
  wait_for_shown (&bench, 1);
  bench_write (&bench, "state", "any");
  wait_for_shown (&bench, 6);

  bench_write (&bench, "process", "1");
  wait_for_shown (&bench, 0);
  bench_write (&bench, "process", pid);
  wait_for_shown (&bench, 6);

  bench_write (&bench, "limit", "2");
  wait_for_shown (&bench, 2);
  while (
      !g_str_equal (gscope_source_get_status (bench.source), "6 flows, 2 shown; narrow the filter"))
    bench_tick (&bench);
  bench_tear_down (&bench);
  server_close (&server);
}

static void
test_refusals (void)
{
  static const char *const wrong[][2] = {
    { "port", "0" },
    { "port", "http" },
    { "port", "70000" },
    { "port", "90-80" },
    { "port", "80-" },
    { "address", "10.0.0" },
    { "address", "::1/129" },
    { "address", "1.2.3.4/x" },
    { "process", "0" },
    { "process", "3x" },
    { "namespace", "0" },
    { "namespace", "a name that is too long" },
    { "chosen", "99999" },
    { "chosen", "whatever" },
    { "process", "a name that is too long" },
  };
  static const char *const right[][3] = {
    { "port", " 80 - 90 ", "80-90" },
    { "port", "", "" },
    { "address", "10.1.2.3/8", "10.0.0.0/8" },
    { "address", "FE80::1", "fe80::1" },
    { "chosen", "5201", "5201" },
    { "chosen", "10.0.0.1:* > *", "10.0.0.1:* > *" },
    { "process", "iperf3", "iperf3" },
    { "namespace", " mxtraf-server", "mxtraf-server" },
  };
  Bench bench;

  bench_set_up (&bench, 1);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      GscopeParameter *parameter = gscope_source_find_parameter (bench.source, wrong[i][0]);

      bench_write (&bench, wrong[i][0], wrong[i][1]);
      g_assert_cmpint (gscope_parameter_get_state (parameter), ==, GSCOPE_PARAMETER_STATE_REFUSED);
      g_assert_nonnull (strstr (gscope_parameter_get_reason (parameter), wrong[i][1]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    {
      GscopeParameter *parameter = gscope_source_find_parameter (bench.source, right[i][0]);
      g_autoptr (GVariant) value = NULL;

      bench_write (&bench, right[i][0], right[i][1]);
      g_assert_cmpint (gscope_parameter_get_state (parameter), ==, GSCOPE_PARAMETER_STATE_IN_SYNC);
      value = g_variant_ref (gscope_parameter_get_value (parameter));
      g_assert_cmpstr (g_variant_get_string (value, NULL), ==, right[i][2]);
    }
  bench_tear_down (&bench);
}

/* The kernel's answers to the filter's program, beside what it is to mean. */

typedef struct
{
  const TcpFilter *filter;
  guint16 ports[2];
  guint n_passed;
} Listing;

static void
count (const TcpSocket *socket, gpointer user_data)
{
  Listing *listing = user_data;
  guint16 source = g_ntohs (socket->id.idiag_sport), target = g_ntohs (socket->id.idiag_dport);

  for (guint i = 0; i < 2; i++)
    if (source == listing->ports[i] || target == listing->ports[i])
      {
        listing->n_passed++;
        return;
      }
}

static guint
list (Listing *listing, const TcpFilter *filter)
{
  static const int families[] = { AF_INET, AF_INET6 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TcpNamespace) namespace = tcp_namespace_new ("", &error);
  g_autoptr (TcpDiag) diag = tcp_diag_new (namespace, &error);

  g_assert_no_error (error);
  listing->n_passed = 0;
  for (guint i = 0; i < 2; i++)
    {
      gboolean is_done = FALSE;

      g_assert_true (tcp_diag_ask_list (diag, families[i], filter, &error));
      while (!is_done)
        g_assert_true (tcp_diag_read_list (diag, count, listing, &is_done, &error));
    }
  return listing->n_passed;
}

static void
assert_listed (Listing *listing, const char *ports, const char *address, guint n)
{
  TcpFilter filter;
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  tcp_filter_init (&filter);
  a = tcp_filter_set_ports (&filter, ports, NULL);
  b = tcp_filter_set_address (&filter, address, NULL);
  g_assert_true (a && b);
  g_assert_cmpuint (list (listing, &filter), ==, n);
}

static void
test_kernel (void)
{
  Server v4, v6;
  Listing listing;
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;
  g_autofree char *both = NULL;

  g_assert_true (server_open (&v4, "0.0.0.0"));
  server_connect (&v4, "127.0.0.1", AF_INET);
  server_connect (&v4, "127.9.9.9", AF_INET);
  if (!server_open (&v6, "::"))
    {
      g_test_skip ("there is no IPv6 here");
      server_close (&v4);
      return;
    }
  server_connect (&v6, "127.0.0.1", AF_INET);
  server_connect (&v6, "127.0.0.1", AF_INET);
  listing = (Listing){ .ports = { v4.port, v6.port } };
  first = g_strdup_printf ("%u", v4.port);
  last = g_strdup_printf ("%u", v6.port);
  both = g_strdup_printf ("%u-%u", MIN (v4.port, v6.port), MAX (v4.port, v6.port));

  assert_listed (&listing, "", "", 8);
  assert_listed (&listing, first, "", 4);
  assert_listed (&listing, last, "", 4);
  assert_listed (&listing, both, "", 8);
  assert_listed (&listing, first, "127.0.0.0/8", 4);
  assert_listed (&listing, first, "127.9.9.9", 2);
  assert_listed (&listing, first, "127.9.0.0/16", 2);
  assert_listed (&listing, first, "10.0.0.0/8", 0);
  assert_listed (&listing, "", "127.9.9.9", 2);
  /* An end that speaks IPv4 through an IPv6 socket counts by its IPv4 address. */
  assert_listed (&listing, last, "127.0.0.1", 4);
  assert_listed (&listing, last, "::ffff:127.0.0.1", 2);
  assert_listed (&listing, both, "::1", 0);
  assert_listed (&listing, both, "0.0.0.0/0", 8);
  server_close (&v4);
  server_close (&v6);
}

/* Makes the only flow that is shown one from a port. */
static void
show_only (TcpFlows *flows, guint64 cookie, guint16 port)
{
  g_autoptr (TcpReport) report = tcp_report_new ();
  const TcpSocket socket = { .cookie = cookie,
                             .family = AF_INET,
                             .id = { .idiag_sport = g_htons (port), .idiag_dport = g_htons (1) } };

  g_array_append_val (report->shown, socket);
  tcp_flows_update (flows, report);
}

static void
test_ended (void)
{
  Bench bench = { .clock = gscope_clock_get_system (), .source = gscope_source_new ("tcp") };
  TcpFlows *flows = tcp_flows_new (bench.source);

  bench.scope = gscope_scope_new ();
  gscope_scope_add_source (bench.scope, bench.source);
  for (guint i = 1; i <= 100; i++)
    show_only (flows, i, i);
  wait_for_flows (&bench, 1);
  g_assert_cmpuint (count_flows (&bench, TRUE), ==, 64);
  g_assert_cmpstr (tcp_flows_get_name (flows, 100), ==, "0.0.0.0:100 > 0.0.0.0:1");
  g_assert_null (gscope_scope_find_signal (bench.scope, "tcp/0.0.0.0:1 > 0.0.0.0:1/cwnd"));

  /* A new flow between the ends of one that ended takes its name. */
  show_only (flows, 101, 99);
  tcp_flows_end (flows);
  show_only (flows, 102, 99);
  g_assert_cmpstr (tcp_flows_get_name (flows, 102), ==, "0.0.0.0:99 > 0.0.0.0:1");
  tcp_flows_free (flows);
  g_object_unref (bench.scope);
  g_assert_finalize_object (bench.source);
}

/* The real worker beside the main context. */
static void
test_worker (void)
{
  Server server;
  Bench bench;

  g_assert_true (server_open (&server, "127.0.0.1"));
  server_connect (&server, "127.0.0.1", AF_INET);
  bench_set_up_with_clock (&bench, server.port, g_object_ref (gscope_clock_get_system ()),
                           GSCOPE_MSEC);
  bench_write (&bench, "chosen", "busiest");
  wait_for_flows (&bench, 2);
  wait_for_value (&bench, "tcp/busiest/cwnd", 1);
  server_disconnect (&server);
  /* a change of the settings makes the worker list the flows at once, and not up to a second later */
  bench_write (&bench, "limit", "9");
  wait_for_flows (&bench, 0);

  /* Whatever the worker is doing now, nothing follows. */
  bench_write (&bench, "port", "");
  bench_tear_down (&bench);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  server_close (&server);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/tcp/flows", test_flows);
  gscope_test_add ("/tcp/titles", test_titles);
  gscope_test_add ("/tcp/unprivileged", test_unprivileged);
  gscope_test_add ("/tcp/unprivileged/subprocess", test_as_nobody);
  gscope_test_add ("/tcp/busiest", test_busiest);
  gscope_test_add ("/tcp/busiest-unmarked", test_busiest_unmarked);
  gscope_test_add ("/tcp/chosen", test_chosen);
  gscope_test_add ("/tcp/filters", test_filters);
  gscope_test_add ("/tcp/refusals", test_refusals);
  gscope_test_add ("/tcp/kernel", test_kernel);
  gscope_test_add ("/tcp/ended", test_ended);
  gscope_test_add ("/tcp/worker", test_worker);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "support/tuple-bed.h"
#include <gscope-test/await.h>

#include <errno.h>
#include <gscope/net/tuple-address.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A tuple server in this process, its clients in others. */

enum
{
  N_LINES = 1000000,
  BLOCK = 256 * 1024,
  N_CLIENTS = 1000,
  N_EACH = 500,
  RATE = 100,
  N_HONEST = 3000,
};

static const char *const names[] = { "cpu0.load",  "cpu1.load", "net.rx", "net.tx",
                                     "fill_level", "jitter",    "cwnd",   "temp" };

typedef struct
{
  GscopeScope *scope;
  GscopeTupleServer *server;
  char *address;
  guint consumer;
  guint heartbeat;
} Bed;

static gboolean
on_heartbeat (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static void
bed_init (Bed *self, guint64 rate)
{
  g_auto (GStrv) addresses = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "listen", "s", "tcp:0");
  g_variant_dict_insert (&options, "rate", "x", (gint64) rate);
  self->scope = gscope_scope_new ();
  self->server = gscope_tuple_server_new ("t");
  gscope_source_configure (GSCOPE_SOURCE (self->server), g_variant_dict_end (&options), NULL);
  gscope_scope_add_source (self->scope, GSCOPE_SOURCE (self->server));
  gscope_source_start_async (GSCOPE_SOURCE (self->server), NULL, gscope_test_keep_result, &result);
  g_assert_true (
      gscope_source_start_finish (GSCOPE_SOURCE (self->server), gscope_test_await (&result), NULL));
  addresses = gscope_tuple_server_list_addresses (self->server);
  self->address = g_strdup (addresses[0]);
  /* as a view at 60 Hz has it drained */
  self->consumer = gscope_scope_add_consumer (self->scope, GSCOPE_SEC / 60);
  self->heartbeat = g_timeout_add (10, on_heartbeat, NULL);
}

static void
bed_clear (Bed *self)
{
  gscope_scope_remove_consumer (self->scope, self->consumer);
  gscope_scope_remove_source (self->scope, GSCOPE_SOURCE (self->server));
  g_object_unref (self->server);
  g_object_unref (self->scope);
  g_source_remove (self->heartbeat);
  g_free (self->address);
}

static guint64
count (Bed *self, guint64 *lost)
{
  GListModel *signals = gscope_scope_get_signals (self->scope);
  guint64 n = 0;

  *lost = 0;
  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      if (gscope_signal_get_kind (signal) != GSCOPE_SIGNAL_KIND_BUFFERED)
        continue;
      n += gscope_trace_get_end (gscope_signal_get_trace (signal));
      *lost += gscope_signal_get_total_lost (signal);
    }
  return n;
}

static gint64
get_time (void)
{
  return gscope_clock_get_time (gscope_clock_get_system ());
}

static void
send_all (int fd, const char *text, gsize length)
{
  while (length > 0)
    {
      gssize n = send (fd, text, length, MSG_NOSIGNAL);

      if (n < 0)
        _exit (1);
      text += n;
      length -= n;
    }
}

/* Starts a client in a process that ends with this one. */
static pid_t
start_client (void (*run) (const char *address, const GString *text), const char *address,
              const GString *text)
{
  pid_t parent = getpid (), pid = fork ();

  if (pid < 0)
    g_error ("no process for a client: %s", g_strerror (errno));
  if (pid > 0)
    return pid;
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () == parent)
    run (address, text);
  _exit (0);
}

static void
wait_for (pid_t pid, gboolean is_killed)
{
  int status;

  if (is_killed && pid > 1)
    kill (pid, SIGKILL);
  waitpid (pid, &status, 0);
  g_assert_true (is_killed || status == 0);
}

/* One connection that sends as fast as it can. Its times do not pass, which is cheap to write, so the
 * scope's delay is one in which none is late. */

static GString *
write_text (void)
{
  GString *text = g_string_sized_new (N_LINES * 32);
  guint32 random = 1;

  for (guint i = 0; i < N_LINES; i++)
    {
      random = random * 1664525u + 1013904223u;
      g_string_append_printf (text, "%.3f %.6g %s\n", 1000.125,
                              sin (i * 0.001) * 100 + (random >> 8) * 1e-6,
                              names[i % G_N_ELEMENTS (names)]);
    }
  return text;
}

static void
send_text (const char *address, const GString *text)
{
  int fd;

  raise (SIGSTOP);
  fd = tuple_bed_connect_to (address);
  send_all (fd, text->str, text->len);
  close (fd);
}

/* Senders are made ahead and wait, so that what a new process costs this one is not measured. */
static void
make_senders (pid_t *senders, const char *address, const GString *text)
{
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      senders[i] = start_client (send_text, address, text);
      waitpid (senders[i], NULL, WUNTRACED);
    }
}

static void
release (pid_t sender)
{
  g_assert_cmpint (sender, >, 1);
  kill (sender, SIGCONT);
}

static double
get_cpu (void)
{
  struct timespec t;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Takes one sender's tuples through the server into traces. Returns CPU nanoseconds a tuple. */
static double
receive (Bed *bed, pid_t sender)
{
  guint64 lost, target = count (bed, &lost) + lost + N_LINES;
  double cpu = get_cpu ();

  release (sender);
  while (count (bed, &lost) + lost < target)
    g_main_context_iteration (NULL, TRUE);
  cpu = get_cpu () - cpu;
  wait_for (sender, FALSE);
  while (gscope_tuple_server_get_n_clients (bed->server) > 0)
    g_main_context_iteration (NULL, TRUE);
  gscope_scope_drain (bed->scope);
  g_assert_cmpuint (lost, ==, 0);
  return cpu * 1e9 / N_LINES;
}

static void
count_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  *(guint64 *) user_data += n;
}

/* The reference: the same text over the same kind of connection, read and parsed and no more. */
static double
read_and_parse (int listener, pid_t sender)
{
  guint64 n = 0;
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (count_tuples, &n, NULL);
  g_autofree char *buffer = g_malloc (BLOCK);
  struct pollfd ready = { .fd = listener, .events = POLLIN };
  double cpu = get_cpu ();
  gssize length;
  int fd;

  release (sender);
  poll (&ready, 1, -1);
  fd = accept (listener, NULL, NULL);
  while ((length = recv (fd, buffer, BLOCK, 0)) > 0)
    gscope_tuple_parser_feed (parser, buffer, length);
  cpu = get_cpu () - cpu;
  g_assert_cmpuint (n, ==, N_LINES);
  close (fd);
  wait_for (sender, FALSE);
  return cpu * 1e9 / N_LINES;
}

static void
measure_one_connection (const GString *text)
{
  g_autoptr (GscopeTupleAddress) address = gscope_tuple_address_parse ("tcp:0", NULL);
  int listener = gscope_tuple_address_listen (address, FALSE, NULL);
  g_autofree char *place = gscope_tuple_address_describe (address, listener);
  double server[BENCH_N_RUNS], bare[BENCH_N_RUNS], median;
  pid_t server_senders[BENCH_N_RUNS], bare_senders[BENCH_N_RUNS];
  Bed bed;

  bed_init (&bed, 0);
  gscope_scope_set_delay (bed.scope, 1000 * GSCOPE_SEC);
  make_senders (server_senders, bed.address, text);
  make_senders (bare_senders, place, text);
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      server[i] = receive (&bed, server_senders[i]);
      bare[i] = read_and_parse (listener, bare_senders[i]);
    }
  median = bench_median (server);
  g_print ("     one connection: %.3g million tuples/s a core, at best %.3g of %d runs; read and "
           "parsed only %.3g\n",
           1e3 / median, 1e3 / server[0], BENCH_N_RUNS, 1e3 / bench_median (bare));
  bench_report ("a tuple of one connection, into its trace: CPU", median, "ns",
                "25 million/s a core", 1e3 / 25, 1);
  close (listener);
  bed_clear (&bed);
}

/* A thousand clients. */

static void
sleep_until (gint64 time)
{
  const struct timespec until = { time / GSCOPE_SEC, time % GSCOPE_SEC };

  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
    ;
}

static void
raise_descriptors (void)
{
  struct rlimit limit;

  getrlimit (RLIMIT_NOFILE, &limit);
  limit.rlim_cur = MIN (limit.rlim_max, 4096);
  setrlimit (RLIMIT_NOFILE, &limit);
}

/* Each at 100 a second, their times spread over the period. */
static void
send_from_many (const char *address, const GString *text)
{
  int fds[N_CLIENTS];
  gint64 begin;

  for (guint i = 0; i < N_CLIENTS; i++)
    fds[i] = tuple_bed_connect_to (address);
  begin = get_time () + GSCOPE_SEC;
  for (gint64 i = 0; i < (gint64) N_CLIENTS * N_EACH; i++)
    {
      char line[64];
      int length;

      if (i % 10 == 0)
        sleep_until (begin + i * GSCOPE_SEC / (N_CLIENTS * RATE));
      length = g_snprintf (line, sizeof line, "%.6f %d s%d\n", get_time () * 1e-6,
                           (int) (i / N_CLIENTS), (int) (i % N_CLIENTS));
      send_all (fds[i % N_CLIENTS], line, length);
    }
  /* a gap would count as one more */
  pause ();
}

static void
measure_many_clients (void)
{
  guint64 n = 0, lost = 0;
  double cpu = get_cpu (), wall = bench_wall ();
  Bed bed;
  pid_t pid;

  bed_init (&bed, 0);
  /* whether a busy machine is late is not the question here */
  gscope_scope_set_delay (bed.scope, 2 * GSCOPE_SEC);
  pid = start_client (send_from_many, bed.address, NULL);
  while ((n = count (&bed, &lost)) + lost < N_CLIENTS * N_EACH && bench_wall () - wall < 30)
    g_main_context_iteration (NULL, TRUE);
  cpu = get_cpu () - cpu;
  wall = bench_wall () - wall;
  wait_for (pid, TRUE);
  g_print ("     1,000 clients at 100 tuples/s: %" G_GUINT64_FORMAT " arrived, %" G_GUINT64_FORMAT
           " lost\n",
           n, lost);
  bench_report ("1,000 clients at 100 tuples/s: CPU of a core", cpu / wall * 100, "%", "bar", 35,
                1);
  bench_report ("1,000 clients at 100 tuples/s: missing", (double) N_CLIENTS * N_EACH - n + 1,
                "tuples + 1", "none", 1, 1);
  bed_clear (&bed);
}

/* An honest client beside one that floods. */

static void
flood (const char *address, const GString *text)
{
  int fd = tuple_bed_connect_to (address);

  for (;;)
    send_all (fd, text->str, text->len);
}

static void
send_honestly (const char *address, const GString *text)
{
  int fd = tuple_bed_connect_to (address);
  gint64 begin = get_time () + GSCOPE_SEC / 10;

  for (gint64 i = 0; i < N_HONEST; i++)
    {
      char line[64];
      int length;

      sleep_until (begin + i * GSCOPE_MSEC);
      length = g_snprintf (line, sizeof line, "%.6f %d honest\n", get_time () * 1e-6, (int) i);
      send_all (fd, line, length);
    }
  pause ();
}

typedef struct
{
  guint64 n;
  guint64 lost;
  double delay;
} Honest;

static int
compare (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* How old its newest sample was when a drain found it, in 99 of 100 cases at most. */
static Honest
follow_honest (Bed *bed)
{
  g_autoptr (GArray) ages = g_array_new (FALSE, FALSE, sizeof (gint64));
  Honest honest = { 0 };
  double end = bench_wall () + 30;
  GscopeSample sample;

  while (honest.n + honest.lost < N_HONEST && bench_wall () < end)
    {
      GscopeSignal *signal = gscope_scope_find_signal (bed->scope, "t/honest");
      guint64 n;
      gint64 age;

      g_main_context_iteration (NULL, TRUE);
      if (!signal)
        continue;
      n = gscope_trace_get_end (gscope_signal_get_trace (signal));
      honest.lost = gscope_signal_get_total_lost (signal);
      if (n == honest.n || !gscope_signal_get_latest (signal, &sample))
        continue;
      age = get_time () - sample.time;
      g_array_append_val (ages, age);
      honest.n = n;
    }
  g_array_sort (ages, compare);
  honest.delay = g_array_index (ages, gint64, ages->len * 99 / 100) * 1e-6;
  return honest;
}

static Honest
measure_honest (const GString *flood_text)
{
  Honest honest;
  pid_t client, flooder = 0;
  Bed bed;

  bed_init (&bed, 5000000);
  client = start_client (send_honestly, bed.address, NULL);
  if (flood_text)
    flooder = start_client (flood, bed.address, flood_text);
  honest = follow_honest (&bed);
  if (flooder > 0)
    wait_for (flooder, TRUE);
  wait_for (client, TRUE);
  bed_clear (&bed);
  return honest;
}

/* Two frames is what may stand between a call and its pixel, the delay apart. */
static void
compare_flooded (const GString *text)
{
  Honest alone = measure_honest (NULL), beside = measure_honest (text);

  g_print ("     alone: %.3g ms, %" G_GUINT64_FORMAT " lost; beside a flood: %.3g ms, "
           "%" G_GUINT64_FORMAT " lost\n",
           alone.delay, alone.lost, beside.delay, beside.lost);
  bench_report ("beside a flood: age of a sample when drained", beside.delay, "ms", "two frames",
                2000 / 60.0, 1);
  bench_report ("beside a flood: missing", (double) N_HONEST - beside.n + 1, "tuples + 1", "none",
                1, 1);
}

int
main (void)
{
  g_autoptr (GString) text = write_text ();

  raise_descriptors ();
  measure_one_connection (text);
  measure_many_clients ();
  compare_flooded (text);
  return bench_end ();
}

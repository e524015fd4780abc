/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "farm.h"
#include "support/child.h"
#include "support/relay.h"
#include "support/scripted-source.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* Agents in other processes on Unix sockets, and one viewer in this process. */

enum
{
  N_AGENTS = 100,
  SECONDS = 10,
  N_WRITES = 1000,
  DELAY_MS = 50,
  N_STOPPED = 20,
};

static double
read_clock (clockid_t id)
{
  struct timespec time;

  clock_gettime (id, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

static double
get_process_cpu (pid_t pid)
{
  clockid_t id;

  g_assert_cmpint (clock_getcpuclockid (pid, &id), ==, 0);
  return read_clock (id);
}

/* Scopes that are offered to nobody, against the same ones without agents. */
static void
measure_unwatched (pid_t offering, const char *folder)
{
  Farm farm = { folder, FALSE, N_AGENTS, 100 * GSCOPE_MSEC };
  pid_t polling = child_start (farm_prepare, &farm);
  double with[SECONDS], without[SECONDS];

  farm_run (1);
  for (guint i = 0; i < SECONDS; i++)
    {
      with[i] = -get_process_cpu (offering);
      without[i] = -get_process_cpu (polling);
      farm_run (1);
      with[i] += get_process_cpu (offering);
      without[i] += get_process_cpu (polling);
    }
  bench_report ("100 agents that nobody watches: CPU", bench_median_of (with, SECONDS) * 100, "%",
                "their polling alone", bench_median_of (without, SECONDS) * 100, 1.1);
  child_end (polling);
}

static guint64
count (GscopeScope *scope, guint64 *n_lost)
{
  GListModel *signals = gscope_scope_get_signals (scope);
  guint64 n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      n += gscope_trace_get_end (gscope_signal_get_trace (signal));
      *n_lost += gscope_signal_get_total_lost (signal);
    }
  return n;
}

static void
measure_many (const char *folder)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  guint64 n, n_lost = 0;
  double cpu;

  for (guint i = 0; i < N_AGENTS; i++)
    {
      g_autofree char *address = farm_get_address (folder, i);
      g_autofree char *name = g_strdup_printf ("agent%u", i);

      farm_connect (scope, name, address, "lab");
    }
  gscope_scope_add_consumer (scope, GSCOPE_SEC / 60);
  gscope_scope_start (scope);
  farm_run (1);
  farm_lease_all (scope);
  farm_run (1);
  n = count (scope, &n_lost);
  cpu = read_clock (CLOCK_PROCESS_CPUTIME_ID);
  farm_run (SECONDS);
  cpu = read_clock (CLOCK_PROCESS_CPUTIME_ID) - cpu;
  n_lost = 0;
  n = count (scope, &n_lost) - n;
  bench_report ("100 agents of 100 signals at 10 Hz in one viewer: CPU", cpu / SECONDS * 100, "%",
                "bar", 25, 1);
  g_print ("     %" G_GUINT64_FORMAT " samples, %" G_GUINT64_FORMAT " lost\n", n, n_lost);
  bench_report ("the same: missing",
                (double) (SECONDS - 1) * 10 * N_AGENTS * FARM_N_SIGNALS / (double) n,
                "times the samples", "all", 1, 1);
}

/* A subscription, and a write. */

static double
measure_first (GscopeScope *scope, const char *name)
{
  GscopeSignal *signal = gscope_scope_find_signal (scope, name);
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  guint64 end = gscope_trace_get_end (trace);
  double begin = bench_wall ();
  guint lease = gscope_signal_lease (signal, 0);

  while (gscope_trace_get_end (trace) == end)
    g_main_context_iteration (NULL, TRUE);
  begin = bench_wall () - begin;
  gscope_signal_release (signal, lease);
  return begin;
}

static void
measure_subscriptions (GscopeScope *scope, const char *source, const char *what, double bar)
{
  double times[BENCH_N_RUNS];
  double median;

  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%u", source, i);

      times[i] = measure_first (scope, name) * 1e3;
    }
  median = bench_median (times);
  g_print ("     median %.3g ms\n", median);
  bench_report (what, times[BENCH_N_RUNS - 1], "ms", "bar", bar, 1);
}

/* The least that an answer of another process takes. */
static double
echo (int fd)
{
  double begin = bench_wall ();
  char byte = 1;

  g_assert_cmpint (write (fd, &byte, 1), ==, 1);
  g_assert_cmpint (read (fd, &byte, 1), ==, 1);
  return bench_wall () - begin;
}

static gpointer
answer (gpointer data)
{
  int fd = GPOINTER_TO_INT (data);
  char byte;

  while (read (fd, &byte, 1) == 1 && write (fd, &byte, 1) == 1)
    ;
  return NULL;
}

static gboolean
prepare_answers (gpointer data)
{
  g_thread_unref (g_thread_new ("answers", answer, data));
  return TRUE;
}

static void
measure_writes (GscopeSource *remote)
{
  g_autoptr (GscopeSource) local = GSCOPE_SOURCE (scripted_source_new ("local"));
  double writes[N_WRITES], locals[N_WRITES], echoes[N_WRITES];
  int fds[2];
  pid_t child;
  double median;

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), ==, 0);
  child = child_start (prepare_answers, GINT_TO_POINTER (fds[1]));
  for (guint i = 0; i < N_WRITES; i++)
    {
      writes[i] = farm_write (gscope_source_find_parameter (remote, "gain"), i % 10) * 1e3;
      locals[i] = farm_write (gscope_source_find_parameter (local, "gain"), i % 10) * 1e3;
      echoes[i] = echo (fds[0]) * 1e3;
    }
  child_end (child);
  close (fds[0]);
  close (fds[1]);
  median = bench_median_of (writes, N_WRITES);
  g_print ("     a write of a parameter here %.3g ms, an echo of another process %.3g ms\n",
           bench_median_of (locals, N_WRITES), bench_median_of (echoes, N_WRITES));
  bench_report ("a write to its read-back, median", median, "ms", "bar", 1, 1);
  bench_report ("a write to its read-back, 99 of 100", writes[N_WRITES * 99 / 100], "ms", "bar", 5,
                1);
}

static void
measure_one (const char *folder, const char *relayed)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autofree char *address = farm_get_address (folder, 0);
  GscopeSource *near = farm_connect (scope, "near", address, "lab");

  farm_connect (scope, "far", relayed, "lab");
  gscope_scope_add_consumer (scope, GSCOPE_SEC / 60);
  gscope_scope_start (scope);
  farm_run (1);
  measure_subscriptions (scope, "near", "first sample of a new subscription", 20);
  measure_subscriptions (scope, "far", "the same over a round trip of 100 ms", 250);
  measure_writes (near);
}

/* Readers that lease all signals, grant all the credit that there is, and then read nothing. */

static void
send_text (int fd, const char *text)
{
  guint32 length = GUINT32_TO_LE ((guint32) strlen (text));

  g_assert_cmpint (write (fd, &length, sizeof length), ==, sizeof length);
  g_assert_cmpint (write (fd, text, strlen (text)), ==, strlen (text));
}

static int
connect_stopped (const char *folder)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_snprintf (address.sun_path, sizeof address.sun_path, "%s/0", folder);
  g_assert_cmpint (connect (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  send_text (
      fd, "{\"hello\": {\"version\": 2, \"boot\": \"-\", \"clock\": \"-\", \"period_ns\": 1000000, "
          "\"credit\": 67108864, \"source\": \"lab\"}}");
  send_text (fd, "{\"subscribe\": {\"all\": true}}");
  return fd;
}

/* Returns mebibytes. */
static double
get_memory (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/statm", pid);
  g_autofree char *text = NULL;
  char *resident = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_ascii_strtoull (text, &resident, 10);
  return (double) g_ascii_strtoull (resident, NULL, 10) * (double) sysconf (_SC_PAGESIZE)
         / (1 << 20);
}

/* An agent that has them against the same one without. */
static void
measure_stopped (pid_t read, const char *folder)
{
  Farm farm = { folder, FALSE, 1, GSCOPE_MSEC };
  pid_t unread = child_start (farm_prepare, &farm);
  double before, most = 0;
  int fds[N_STOPPED];

  farm_run (1);
  before = get_memory (read) - get_memory (unread);
  for (guint i = 0; i < N_STOPPED; i++)
    fds[i] = connect_stopped (folder);
  for (guint i = 0; i < SECONDS; i++)
    {
      farm_run (1);
      most = MAX (most, get_memory (read) - get_memory (unread) - before);
    }
  bench_report ("a reader that has stopped: memory of the agent", most / N_STOPPED, "MiB",
                "its buffer", 1, 1.5);
  for (guint i = 0; i < N_STOPPED; i++)
    close (fds[i]);
  child_end (unread);
}

int
main (void)
{
  g_autofree char *many = g_dir_make_tmp ("gscope-bench-XXXXXX", NULL);
  g_autofree char *one = g_dir_make_tmp ("gscope-bench-XXXXXX", NULL);
  g_autofree char *relayed = farm_get_address (one, 1);
  Farm crowd = { many, TRUE, N_AGENTS, 100 * GSCOPE_MSEC };
  Farm single = { one, TRUE, 1, GSCOPE_MSEC };
  Relay relay = { one, DELAY_MS, 0 };
  /* before this process has threads */
  pid_t children[] = { child_start (farm_prepare, &crowd), child_start (farm_prepare, &single),
                       child_start (relay_prepare, &relay) };

  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  measure_unwatched (children[0], many);
  measure_one (one, relayed);
  measure_stopped (children[1], one);
  measure_many (many);
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    child_end (children[i]);
  farm_remove (many, N_AGENTS);
  farm_remove (one, 2);
  return bench_end ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "relay.h"
#include "support/child.h"
#include "support/scripted-source.h"

#include <glib/gstdio.h>
#include <gscope-test/await.h>
#include <gscope/gscope.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Agents in other processes on Unix sockets, and one viewer in this process. */

enum
{
  N_AGENTS = 100,
  N_SIGNALS = 100,
  SECONDS = 10,
  N_WRITES = 1000,
  DELAY_MS = 50,
};

/* A process with scopes, which agents offer if it has addresses. */
typedef struct
{
  const char *folder;
  gboolean is_offered;
  guint n_scopes;
  gint64 period;
} Farm;

static char *
get_address (const char *folder, guint i)
{
  return g_strdup_printf ("unix:%s/%u", folder, i);
}

static gpointer
run_loop (gpointer data)
{
  g_main_loop_run (g_main_loop_new (NULL, FALSE));
  return NULL;
}

static void
add_signals (GscopeSource *source, double *values)
{
  for (guint i = 0; i < N_SIGNALS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);
      g_autoptr (GscopeSignal) signal = gscope_signal_new_double (name, &values[i]);

      gscope_source_add_signal (source, signal, NULL);
    }
}

static gboolean
prepare_farm (gpointer data)
{
  const Farm *farm = data;

  for (guint i = 0; i < farm->n_scopes; i++)
    {
      GscopeScope *scope = gscope_scope_new ();
      GscopeSource *source = GSCOPE_SOURCE (scripted_source_new ("lab"));
      g_autofree char *address = get_address (farm->folder, i);

      gscope_scope_set_period (scope, farm->period);
      add_signals (source, g_new0 (double, N_SIGNALS));
      gscope_scope_add_source (scope, source);
      gscope_scope_start (scope);
      if (farm->is_offered && !gscope_agent_new (scope, address, NULL))
        return FALSE;
    }
  g_thread_unref (g_thread_new ("agents", run_loop, NULL));
  return TRUE;
}

/* The viewer. */

static GscopeSource *
connect_to (GscopeScope *scope, const char *name, const char *address)
{
  GscopeSource *source =
      gscope_registry_create (gscope_registry_get_default (), "agent", name, NULL, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) options = NULL;
  g_autoptr (GError) error = NULL;
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "address", "s", address);
  g_variant_dict_insert (&dict, "source", "s", "lab");
  options = g_variant_ref_sink (g_variant_dict_end (&dict));
  gscope_source_configure (source, options, &error);
  g_assert_no_error (error);
  gscope_scope_add_source (scope, source);
  gscope_source_start_async (source, NULL, gscope_test_keep_result, &result);
  gscope_source_start_finish (source, gscope_test_await (&result), &error);
  g_assert_no_error (error);
  return source;
}

static gboolean
on_second (gpointer data)
{
  ++*(guint *) data;
  return G_SOURCE_CONTINUE;
}

static void
run_for (guint seconds)
{
  guint n = 0, timer = g_timeout_add_seconds (1, on_second, &n);

  while (n < seconds)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
}

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
  pid_t polling = child_start (prepare_farm, &farm);
  double with, without;

  run_for (1);
  with = get_process_cpu (offering);
  without = get_process_cpu (polling);
  run_for (SECONDS);
  with = get_process_cpu (offering) - with;
  without = get_process_cpu (polling) - without;
  bench_report ("100 agents that nobody watches: CPU", with / SECONDS * 100, "%",
                "their polling alone", without / SECONDS * 100, 1.1);
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
lease_all (GscopeScope *scope)
{
  GListModel *signals = gscope_scope_get_signals (scope);

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      gscope_signal_lease (signal, 0);
    }
}

static void
measure_many (const char *folder)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_object_unref);
  guint64 n, n_lost = 0;
  double cpu;

  for (guint i = 0; i < N_AGENTS; i++)
    {
      g_autofree char *address = get_address (folder, i);
      g_autofree char *name = g_strdup_printf ("agent%u", i);

      g_ptr_array_add (sources, connect_to (scope, name, address));
    }
  gscope_scope_add_consumer (scope, GSCOPE_SEC / 60);
  gscope_scope_start (scope);
  run_for (1);
  lease_all (scope);
  run_for (1);
  n = count (scope, &n_lost);
  cpu = read_clock (CLOCK_PROCESS_CPUTIME_ID);
  run_for (SECONDS);
  cpu = read_clock (CLOCK_PROCESS_CPUTIME_ID) - cpu;
  n_lost = 0;
  n = count (scope, &n_lost) - n;
  bench_report ("100 agents of 100 signals at 10 Hz in one viewer: CPU", cpu / SECONDS * 100, "%",
                "bar", 25, 1);
  g_print ("     %" G_GUINT64_FORMAT " samples, %" G_GUINT64_FORMAT " lost\n", n, n_lost);
  bench_report ("the same: missing",
                (double) (SECONDS - 1) * 10 * N_AGENTS * N_SIGNALS / (double) n,
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

static double
write_once (GscopeParameter *parameter, guint i)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) value = NULL;
  g_autoptr (GError) error = NULL;
  double begin = bench_wall ();

  gscope_parameter_write_async (parameter, g_variant_new_double (i % 10), "slider", NULL,
                                gscope_test_keep_result, &result);
  value = gscope_parameter_write_finish (parameter, gscope_test_await (&result), &error);
  g_assert_no_error (error);
  return bench_wall () - begin;
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
  GscopeParameter *far = gscope_source_find_parameter (remote, "gain");
  GscopeParameter *near = gscope_source_find_parameter (local, "gain");
  double writes[N_WRITES], locals[N_WRITES], echoes[N_WRITES];
  int fds[2];
  pid_t child;
  double median;

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), ==, 0);
  child = child_start (prepare_answers, GINT_TO_POINTER (fds[1]));
  for (guint i = 0; i < N_WRITES; i++)
    {
      writes[i] = write_once (far, i) * 1e3;
      locals[i] = write_once (near, i) * 1e3;
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
  g_autofree char *address = get_address (folder, 0);
  g_autoptr (GscopeSource) near = connect_to (scope, "near", address);
  g_autoptr (GscopeSource) far = connect_to (scope, "far", relayed);

  gscope_scope_add_consumer (scope, GSCOPE_SEC / 60);
  gscope_scope_start (scope);
  run_for (1);
  measure_subscriptions (scope, "near", "first sample of a new subscription", 20);
  measure_subscriptions (scope, "far", "the same over a round trip of 100 ms", 250);
  measure_writes (near);
}

static void
remove_folder (const char *folder, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%u", folder, i);

      g_unlink (path);
    }
  g_rmdir (folder);
}

int
main (void)
{
  g_autofree char *many = g_dir_make_tmp ("gscope-bench-XXXXXX", NULL);
  g_autofree char *one = g_dir_make_tmp ("gscope-bench-XXXXXX", NULL);
  g_autofree char *relayed = get_address (one, 1);
  Farm crowd = { many, TRUE, N_AGENTS, 100 * GSCOPE_MSEC };
  Farm single = { one, TRUE, 1, GSCOPE_MSEC };
  Relay relay = { one, DELAY_MS };
  /* before this process has threads */
  pid_t children[] = { child_start (prepare_farm, &crowd), child_start (prepare_farm, &single),
                       child_start (relay_prepare, &relay) };

  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  measure_unwatched (children[0], many);
  measure_one (one, relayed);
  measure_many (many);
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    child_end (children[i]);
  remove_folder (many, N_AGENTS);
  remove_folder (one, 2);
  return bench_end ();
}

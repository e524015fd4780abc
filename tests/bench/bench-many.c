/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "farm.h"
#include "traffic.h"

#include <gscope-test/await.h>
#include <gscope/dial/inventory.h>
#include <string.h>
#include <time.h>

/* 10,000 agents of 1,000 signals at a NATS server, which one process plays, and one viewer in this process. */

enum
{
  N_AGENTS = 10000,
  N_SIGNALS = 1000,
  N_WRITTEN = 1000,
  N_VIEWERS = 100,
  SECONDS = 5,
};

static GSubprocess *
start_crowd (const char *address, guint n_agents, guint n_signals)
{
  g_autofree char *agents = g_strdup_printf ("%u", n_agents);
  g_autofree char *signals = g_strdup_printf ("%u", n_signals);
  g_autoptr (GError) error = NULL;
  GSubprocess *crowd =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error, GSCOPED, "--simulate-agents",
                        agents, "--simulate", signals, "--carrier", address, NULL);

  g_assert_no_error (error);
  return crowd;
}

static void
end_crowd (GSubprocess *crowd)
{
  g_subprocess_send_signal (crowd, SIGTERM);
  g_subprocess_wait (crowd, NULL, NULL);
  g_object_unref (crowd);
}

/* Returns the number of agents whose name, machine, source or group has a text. */
static guint
search (const char *server, const char *text)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) agents = NULL;
  g_autoptr (GError) error = NULL;
  GVariantIter iter;
  const char *name, *machine;
  char **sources, **groups;
  guint n = 0;

  gscope_inventory_find_agents_async (server, NULL, gscope_test_keep_result, &result);
  agents = gscope_inventory_find_agents_finish (gscope_test_await (&result), &error);
  g_assert_no_error (error);
  g_variant_iter_init (&iter, agents);
  while (g_variant_iter_next (&iter, "(&s&s^as^as)", &name, &machine, &sources, &groups))
    {
      n += strstr (name, text) || strstr (machine, text)
           || g_strv_contains ((const char *const *) sources, text)
           || g_strv_contains ((const char *const *) groups, text);
      g_strfreev (sources);
      g_strfreev (groups);
    }
  return n;
}

static void
await_agents (const char *server, guint n)
{
  while (search (server, "simulation") < n)
    farm_run (1);
}

static double
read_cpu (GSubprocess *process)
{
  clockid_t id;
  struct timespec time;
  pid_t pid = (pid_t) g_ascii_strtoll (g_subprocess_get_identifier (process), NULL, 10);

  g_assert_cmpint (clock_getcpuclockid (pid, &id), ==, 0);
  clock_gettime (id, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

static void
measure_lists (const char *server)
{
  double begin = bench_wall ();
  guint n = search (server, "host-07777");
  guint n_group;

  begin = bench_wall () - begin;
  g_assert_cmpuint (n, ==, 1);
  bench_report ("one of 10,000 agents is found", begin * 1e3, "ms", "bar", 2000, 1);
  begin = bench_wall ();
  n_group = search (server, "group-078");
  begin = bench_wall () - begin;
  g_assert_cmpuint (n_group, ==, 100);
  bench_report ("a group of 100 of them is found", begin * 1e3, "ms", "bar", 2000, 1);
}

static void
await_samples (GscopeScope *scope, const char *name)
{
  GscopeSignal *signal = gscope_scope_find_signal (scope, name);

  g_assert_nonnull (signal);
  while (gscope_trace_get_end (gscope_signal_get_trace (signal)) == 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
measure_one (const char *base)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autofree char *address = g_strconcat (base, "-07777", NULL);
  double begin = bench_wall ();
  GscopeSource *source = farm_connect (scope, "agent", address, "simulation");
  GListModel *signals = gscope_source_get_signals (source);
  GscopeSignal *signal;

  while (g_list_model_get_n_items (signals) < N_SIGNALS)
    g_main_context_iteration (NULL, TRUE);
  bench_report ("the signals of one of them", (bench_wall () - begin) * 1e3, "ms", "bar", 200, 1);
  signal = gscope_scope_find_signal (scope, "agent/wave/999");
  begin = bench_wall ();
  gscope_signal_lease (signal, 0);
  await_samples (scope, "agent/wave/999");
  bench_report ("the first sample of a signal", (bench_wall () - begin) * 1e3, "ms", "bar", 100, 1);
}

static void
on_written (GObject *parameter, GAsyncResult *result, gpointer n_left)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (parameter), result, &error);

  g_assert_no_error (error);
  --*(guint *) n_left;
}

static void
measure_writes (const char *base)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  guint n_left = N_WRITTEN;
  double begin;

  for (guint i = 1; i <= N_WRITTEN; i++)
    {
      g_autofree char *address = g_strdup_printf ("%s-%05u", base, i);
      g_autofree char *name = g_strdup_printf ("agent%u", i);
      GscopeSource *source = farm_connect (scope, name, address, "simulation");

      g_ptr_array_add (parameters, gscope_source_find_parameter (source, "amplitude"));
    }
  begin = bench_wall ();
  for (guint i = 0; i < N_WRITTEN; i++)
    gscope_parameter_write_async (parameters->pdata[i], g_variant_new_double (2), "bench", NULL,
                                  on_written, &n_left);
  while (n_left > 0)
    g_main_context_iteration (NULL, TRUE);
  bench_report ("a parameter of 1,000 agents, with each one's answer",
                (bench_wall () - begin) * 1e3, "ms", "bar", 1000, 1);
}

static void
add_viewers (GscopeScope *scope, const char *address, guint begin, guint end)
{
  for (guint i = begin; i < end; i++)
    {
      g_autofree char *name = g_strdup_printf ("viewer%u", i);
      g_autofree char *signal = g_strconcat (name, "/wave/0", NULL);

      farm_connect (scope, name, address, "simulation");
      while (!gscope_scope_find_signal (scope, signal))
        g_main_context_iteration (NULL, TRUE);
      gscope_signal_lease (gscope_scope_find_signal (scope, signal), 0);
    }
  farm_run (1);
}

/* A hundred viewers of a signal cost its agent one stream. */
static void
measure_streams (NatsBed *nats, const char *base)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (GscopeNatsBus) spy = nats_bed_connect (nats);
  g_autofree char *address = g_strconcat (base, "-00002", NULL);
  Traffic one, many, traffic;

  traffic_count (&traffic, spy, "knob-00002");
  add_viewers (scope, address, 0, 1);
  traffic = (Traffic){ 0 };
  farm_run (SECONDS);
  one = traffic;
  add_viewers (scope, address, 1, N_VIEWERS);
  traffic = (Traffic){ 0 };
  farm_run (SECONDS);
  many = traffic;
  bench_report ("messages of samples for 100 viewers", (double) many.n_messages / SECONDS, "/s",
                "one", (double) one.n_messages / SECONDS, 1.1);
  bench_report ("their bytes, with subjects", (double) many.n_bytes / SECONDS, "B/s", "one",
                (double) one.n_bytes / SECONDS, 1.1);
  bench_report ("all bytes of the agent for 100 viewers", (double) many.n_all_bytes / SECONDS,
                "B/s", "one", (double) one.n_all_bytes / SECONDS, 2);
}

/* Each of these is the processor time of the server. */
static void
measure_server (GSubprocess *server, const char *label)
{
  double cpu = -read_cpu (server);

  farm_run (SECONDS);
  cpu += read_cpu (server);
  bench_report (label, cpu / SECONDS * 100, "%", "a core", 100, 1);
}

static void
measure_arrival (GSubprocess *server, const char *address)
{
  double begin = bench_wall (), cpu = -read_cpu (server);

  await_agents (address, N_AGENTS);
  cpu += read_cpu (server);
  bench_report ("the server while the agents come: CPU", cpu / (bench_wall () - begin) * 100, "%",
                "a core", 100, 1);
}

static void
measure_viewer (GSubprocess *server, const char *base)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autofree char *address = g_strconcat (base, "-00042", NULL);

  farm_connect (scope, "agent", address, "simulation");
  farm_lease_all (scope);
  await_samples (scope, "agent/wave/999");
  measure_server (server, "the server with a viewer of 1,000 signals: CPU");
}

static void
measure_viewers (GSubprocess *server, const char *base)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autofree char *address = g_strconcat (base, "-00001", NULL);

  for (guint i = 1; i <= N_VIEWERS; i++)
    {
      g_autofree char *name = g_strdup_printf ("viewer%u", i);
      g_autofree char *signal = g_strconcat (name, "/wave/0", NULL);

      farm_connect (scope, name, address, "simulation");
      while (!gscope_scope_find_signal (scope, signal))
        g_main_context_iteration (NULL, TRUE);
      gscope_signal_lease (gscope_scope_find_signal (scope, signal), 0);
    }
  await_samples (scope, "viewer100/wave/0");
  farm_run (1);
  measure_server (server, "the server with 100 viewers of a signal: CPU");
}

int
main (void)
{
  NatsBed nats;
  GSubprocess *crowd, *few;
  g_autofree char *base = NULL;
  g_autofree char *base_few = NULL;

  if (!nats_bed_set_up (&nats, NULL))
    {
      g_print ("SKIP: no nats-server here\n");
      return 77;
    }
  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  base = g_strconcat (nats.address, "/host", NULL);
  crowd = start_crowd (base, N_AGENTS, N_SIGNALS);
  measure_arrival (nats.process, nats.address);
  measure_lists (nats.address);
  measure_one (base);
  measure_server (nats.process, "the server while nobody looks: CPU");
  measure_viewer (nats.process, base);
  base_few = g_strconcat (nats.address, "/knob", NULL);
  few = start_crowd (base_few, N_WRITTEN, 1);
  await_agents (nats.address, N_AGENTS + N_WRITTEN);
  measure_writes (base_few);
  measure_viewers (nats.process, base_few);
  measure_streams (&nats, base_few);
  end_crowd (few);
  end_crowd (crowd);
  nats_bed_tear_down (&nats);
  return bench_end ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "farm.h"
#include "support/scripted-source.h"
#include "traffic.h"

#include <glib/gstdio.h>
#include <nats/nats.h>

/* A write over a NATS server, beside the same write on other ways and the least that a request to the server takes; and what an
 * agent sends while nobody has a lease. */

enum
{
  N_WRITES = 1000,
  SECONDS = 10,
  /* Milliseconds. */
  PATIENCE = 5000,
};

#define AGENT "agent"
/* Of how many bytes of samples with a lease one may come without. */
#define NOTHING 1e-9

#define CONFIG                                                                                     \
  "[journal]\nfile=%s/writes.jsonl\nsystemd=false\n"                                               \
  "[rights all]\nprincipal=*\nread=*\nwrite=*\n"

typedef struct
{
  NatsBed nats;
  char *folder;
  char *config;
  char *journal;
  char *socket;
  char *address;
  GSubprocess *agent;
} Bed;

static void
start_agent (Bed *bed)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  bed->folder = g_dir_make_tmp ("gscope-bench-XXXXXX", NULL);
  bed->config = g_build_filename (bed->folder, "gscoped.conf", NULL);
  bed->journal = g_build_filename (bed->folder, "writes.jsonl", NULL);
  text = g_strdup_printf (CONFIG, bed->folder);
  g_assert_true (g_file_set_contents (bed->config, text, -1, NULL));
  bed->socket = g_strdup_printf ("unix:%s/agent", bed->folder);
  bed->address = g_strconcat (bed->nats.address, "/" AGENT, NULL);
  bed->agent = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error, GSCOPED, "--config",
                                 bed->config, "--simulate", "100", "--listen", bed->socket,
                                 "--carrier", bed->address, NULL);
  g_assert_no_error (error);
}

static void
end_agent (Bed *bed)
{
  g_subprocess_send_signal (bed->agent, SIGTERM);
  g_subprocess_wait (bed->agent, NULL, NULL);
  g_object_unref (bed->agent);
  g_unlink (bed->config);
  g_unlink (bed->journal);
  g_rmdir (bed->folder);
  g_free (bed->folder);
  g_free (bed->config);
  g_free (bed->journal);
  g_free (bed->socket);
  g_free (bed->address);
}

/* The least that an answer through the server takes: libnats alone, at both ends. */

static void
on_request (natsConnection *connection, natsSubscription *subscription, natsMsg *message,
            void *data)
{
  natsConnection_PublishString (connection, natsMsg_GetReply (message), "2");
  natsMsg_Destroy (message);
}

static natsConnection *
connect_floor (const char *server)
{
  natsConnection *connection = NULL;
  natsOptions *options = NULL;

  g_assert_cmpint (natsOptions_Create (&options), ==, NATS_OK);
  natsOptions_SetURL (options, server);
  natsOptions_SetSendAsap (options, true);
  g_assert_cmpint (natsConnection_Connect (&connection, options), ==, NATS_OK);
  natsOptions_Destroy (options);
  return connection;
}

static double
request (natsConnection *connection)
{
  double begin = bench_wall ();
  natsMsg *answer = NULL;

  g_assert_cmpint (natsConnection_RequestString (&answer, connection, "floor", "2", PATIENCE), ==,
                   NATS_OK);
  natsMsg_Destroy (answer);
  return bench_wall () - begin;
}

static void
report (const char *way, double *times)
{
  g_autofree char *median = g_strdup_printf ("a write to its read-back %s, median", way);
  g_autofree char *most = g_strdup_printf ("a write to its read-back %s, 99 of 100", way);

  bench_report (median, bench_median_of (times, N_WRITES), "ms", "bar", 1, 1);
  bench_report (most, times[N_WRITES * 99 / 100], "ms", "bar", 5, 1);
}

static void
measure_writes (Bed *bed, GscopeParameter *far, GscopeParameter *near)
{
  g_autoptr (GscopeSource) own = GSCOPE_SOURCE (scripted_source_new ("own"));
  double writes[N_WRITES], sockets[N_WRITES], locals[N_WRITES], floors[N_WRITES];
  natsConnection *asking = connect_floor (bed->nats.address);
  natsConnection *answering = connect_floor (bed->nats.address);
  natsSubscription *subscription = NULL;

  g_assert_cmpint (natsConnection_Subscribe (&subscription, answering, "floor", on_request, NULL),
                   ==, NATS_OK);
  g_assert_cmpint (natsConnection_Flush (answering), ==, NATS_OK);
  for (guint i = 0; i < N_WRITES; i++)
    {
      double value = 1 + i % 10;

      writes[i] = farm_write (far, value) * 1e3;
      sockets[i] = farm_write (near, value) * 1e3;
      locals[i] = farm_write (gscope_source_find_parameter (own, "gain"), value) * 1e3;
      floors[i] = request (asking) * 1e3;
    }
  natsSubscription_Destroy (subscription);
  natsConnection_Destroy (asking);
  natsConnection_Destroy (answering);
  g_print (
      "     a request of libnats and its answer %.3g ms, a write of a parameter here %.3g ms\n",
      bench_median_of (floors, N_WRITES), bench_median_of (locals, N_WRITES));
  report ("over NATS", writes);
  report ("over a Unix socket", sockets);
}

static void
measure_traffic (Bed *bed, GscopeScope *scope)
{
  g_autoptr (GscopeNatsBus) spy = nats_bed_connect (&bed->nats);
  Traffic traffic;
  gsize n_unleased, n_all;

  traffic_count (&traffic, spy, AGENT);
  farm_run (SECONDS);
  n_unleased = traffic.n_bytes;
  n_all = traffic.n_all_bytes;
  gscope_signal_lease (gscope_scope_find_signal (scope, "far/wave/0"), 0);
  traffic.n_bytes = 0;
  farm_run (SECONDS);
  g_assert_cmpuint (traffic.n_bytes, >, 0);
  bench_report ("samples of a connected agent without a lease", (double) n_unleased / SECONDS,
                "B/s", "with one lease", (double) traffic.n_bytes / SECONDS, NOTHING);
  g_print ("     %.3g B/s of signs of life and inventory\n", (double) n_all / SECONDS);
}

static GscopeSource *
connect_agent (GscopeScope *scope, const char *name, const char *address)
{
  g_autofree char *wave = g_strconcat (name, "/wave/0", NULL);
  GscopeSource *source = farm_connect (scope, name, address, "simulation");

  while (!gscope_scope_find_signal (scope, wave))
    g_main_context_iteration (NULL, TRUE);
  return source;
}

int
main (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  GscopeSource *far, *near;
  Bed bed = { 0 };

  if (!nats_bed_set_up (&bed.nats, NULL))
    {
      g_print ("SKIP: no nats-server here\n");
      return 77;
    }
  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  start_agent (&bed);
  farm_run (2);
  gscope_scope_start (scope);
  far = connect_agent (scope, "far", bed.address);
  near = connect_agent (scope, "near", bed.socket);
  measure_writes (&bed, gscope_source_find_parameter (far, "amplitude"),
                  gscope_source_find_parameter (near, "amplitude"));
  measure_traffic (&bed, scope);
  g_clear_object (&scope);
  end_agent (&bed);
  nats_bed_tear_down (&bed.nats);
  return bench_end ();
}

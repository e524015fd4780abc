/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "support/carrier-bed.h"
#include "support/test-remote.h"

#include <gscope/share/server-private.h>
#include <gscope/signal/private.h>
#include <sys/socket.h>
#include <unistd.h>

/* From trace to trace through each carrier, both ends in one thread, against the bytes alone. */

enum
{
  N_SAMPLES = 1 << 20,
  BLOCK = 16 * 1024,
};

typedef struct
{
  GscopeScope *far;
  GscopeScope *near;
  GscopeSignal *signal;
  GscopeSource *remote;
  GscopeServer *server;
  CarrierBed bed;
  gint64 time;
  double *values;
  int fds[2];
} Link;

static GscopeCarrier *
open_carrier (gpointer data)
{
  Link *link = data;

  carrier_bed_connect (&link->bed);
  link->server = gscope_server_new_for_carrier (link->far, gscope_scope_get_source (link->far),
                                                link->bed.far, NULL);
  g_clear_object (&link->bed.far);
  return g_steal_pointer (&link->bed.near);
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  gscope_source_start_finish (GSCOPE_SOURCE (object), result, &error);
  if (error)
    g_error ("%s", error->message);
  *(gboolean *) data = TRUE;
}

static void
set_up (Link *link, CarrierKind kind)
{
  gboolean is_started = FALSE;

  carrier_bed_set_up (&link->bed, kind);
  link->far = gscope_scope_new ();
  link->near = gscope_scope_new ();
  gscope_scope_set_delay (link->near, 3600 * GSCOPE_SEC);
  link->signal = gscope_scope_add_buffered (link->far, "wave");
  link->remote = carrier_remote_new ("remote", open_carrier, link);
  gscope_scope_add_source (link->near, link->remote);
  gscope_source_start_async (link->remote, NULL, on_started, &is_started);
  while (!is_started)
    g_main_context_iteration (NULL, TRUE);

  /* Samples that are to come are never too old to be sent one by one. */
  link->time = gscope_clock_get_time (gscope_clock_get_system ()) + 600 * GSCOPE_SEC;
  link->values = g_new0 (double, N_SAMPLES);
  for (guint i = 0; i < N_SAMPLES; i++)
    link->values[i] = i;
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link->fds), ==, 0);
}

static void
tear_down (Link *link)
{
  g_object_unref (link->server);
  g_object_unref (link->remote);
  g_object_unref (link->near);
  g_object_unref (link->far);
  carrier_bed_tear_down (&link->bed);
  g_free (link->values);
  close (link->fds[0]);
  close (link->fds[1]);
}

/* Samples reach the trace there without the ring of a producer, which has a benchmark of its own. */
static void
share (gpointer data)
{
  Link *link = data;
  GscopeSignal *near = gscope_scope_find_signal (link->near, "remote/wave");
  guint64 end = gscope_trace_get_end (gscope_signal_get_trace (near)) + N_SAMPLES;

  gscope_intake_take_regular (gscope_signal_get_intake (link->signal), link->time, 1000,
                              link->values, N_SAMPLES);
  link->time += N_SAMPLES * G_GINT64_CONSTANT (1000);
  gscope_scope_drain (link->far);
  while (gscope_trace_get_end (gscope_signal_get_trace (near)) < end)
    {
      g_main_context_iteration (NULL, FALSE);
      gscope_scope_drain (link->near);
    }
  g_assert_cmpuint (gscope_signal_get_total_lost (near), ==, 0);
}

static void
copy (gpointer data)
{
  Link *link = data;
  static const gsize n = (gsize) N_SAMPLES * sizeof (GscopeSample) / BLOCK;
  char block[BLOCK] = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpint (write (link->fds[0], block, sizeof block), ==, sizeof block);
      g_assert_cmpint (read (link->fds[1], block, sizeof block), ==, sizeof block);
    }
}

static void
measure_rate (Link *link)
{
  double times[BENCH_N_RUNS];
  double median;
  g_autofree char *what = g_strdup_printf ("20 million samples a second of a core, %s",
                                           carrier_kind_get_name (link->bed.kind));

  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      double begin = bench_cpu ();

      share (link);
      times[i] = bench_cpu () - begin;
    }
  median = bench_median (times);
  bench_report (what, median / N_SAMPLES * 20e6, "s", "a second", 1, 1);
  g_print ("     %.1f million samples/s\n", N_SAMPLES / median / 1e6);
}

static void
share_first (gpointer data)
{
  share (data);
}

static void
share_web_socket (gpointer data)
{
  share ((Link *) data + CARRIER_WEB_SOCKET);
}

int
main (void)
{
  Link links[CARRIER_NATS] = { 0 };

  for (guint i = 0; i < CARRIER_NATS; i++)
    set_up (&links[i], i);
  bench_ratio ("10^6 samples from trace to trace", share_first, "write and read in 16 KiB", copy,
               links, 8);
  bench_ratio ("10^6 samples over a WebSocket", share_web_socket, "over a socket pair", share_first,
               links, 1.5);
  for (guint i = 0; i < CARRIER_NATS; i++)
    measure_rate (&links[i]);
  for (guint i = 0; i < CARRIER_NATS; i++)
    tear_down (&links[i]);
  return bench_end ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "support/test-remote.h"

#include <sys/socket.h>
#include <unistd.h>

/* From trace to trace through a socket pair, both ends in one thread, against the bytes alone. */

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
  gint64 time;
  double *values;
  int fds[2];
} Link;

static GIOStream *
open_stream (gpointer data)
{
  Link *link = data;
  g_autoptr (GIOStream) far = NULL;
  GIOStream *near;

  make_stream_pair (&near, &far);
  link->server = gscope_server_new (link->far, gscope_scope_get_source (link->far), far);
  return near;
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
set_up (Link *link)
{
  gboolean is_started = FALSE;

  link->far = gscope_scope_new ();
  link->near = gscope_scope_new ();
  gscope_scope_set_delay (link->near, 3600 * GSCOPE_SEC);
  link->signal = gscope_scope_add_buffered (link->far, "wave");
  link->remote = test_remote_new ("remote", open_stream, link);
  gscope_scope_add_source (link->near, link->remote);
  gscope_source_start_async (link->remote, NULL, on_started, &is_started);
  while (!is_started)
    g_main_context_iteration (NULL, TRUE);

  link->time = gscope_clock_get_time (gscope_clock_get_system ());
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

  gscope_trace_append_regular (gscope_signal_get_trace (link->signal), link->time, 1000,
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

static double
measure_rate (Link *link)
{
  double rates[BENCH_N_RUNS];

  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      double begin = bench_wall ();

      share (link);
      rates[i] = N_SAMPLES / (bench_wall () - begin) / 1e6;
    }
  return bench_median (rates);
}

int
main (void)
{
  Link link = { 0 };

  set_up (&link);
  bench_ratio ("10^6 samples from trace to trace", share, "write and read in 16 KiB", copy, &link,
               8);
  g_print ("     %.1f million samples/s\n", measure_rate (&link));
  tear_down (&link);
  return bench_end ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "support/carrier-bed.h"
#include "support/test-remote.h"

#include <gscope-gtk/paint/raster.h>
#include <gscope/carrier/columns.h>
#include <gscope/share/server-private.h>
#include <string.h>

/* Windows of the past of a signal at the other end of a connection, both ends in one thread: from the moment in which
 * somebody looks to the pixels. The cost of a column grows with the logarithm of the number of samples. */

enum
{
  WIDTH = 1600,
  HEIGHT = 300,
  BLOCK = 1 << 20,
  /* 10^9 samples, and fewer on a machine without memory for them */
  N_BLOCKS = 954,
  N_LESS = 200,
  N_LOOKS = 5,
};

#define INTERVAL 1000
/* of all blocks with their pyramid, and of what else runs */
#define NEEDED ((guint64) 12 << 30)

typedef struct
{
  GscopeScope *far;
  GscopeScope *near;
  GscopeSource *remote;
  GscopeServer *server;
  CarrierBed bed;
  gint64 begin;
  gint64 length;
  GscopeTimeline timeline;
  guint32 *pixels;
  guint64 n_bytes;
  guint64 n_columns;
} Link;

static gboolean
count (guint32 query, guint32 signal, gint64 from, gint64 width, const GscopeColumn *columns,
       gsize n, gpointer user_data, GError **error)
{
  ((Link *) user_data)->n_columns += n;
  return TRUE;
}

static void
on_received (GscopeCarrier *carrier, GBytes *message, Link *link)
{
  if (!gscope_columns_is_message (message))
    return;
  link->n_bytes += g_bytes_get_size (message);
  g_assert_true (gscope_columns_read (message, count, link, NULL));
}

static GscopeCarrier *
open_carrier (gpointer data)
{
  Link *link = data;

  carrier_bed_connect (&link->bed);
  link->server = gscope_server_new_for_carrier (link->far, gscope_scope_get_source (link->far),
                                                link->bed.far, NULL);
  g_signal_connect (link->bed.near, "received", G_CALLBACK (on_received), link);
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

/* A saw of 64 samples with a slow swing. */
static void
fill (GscopeTrace *trace, gint64 begin, guint n_blocks)
{
  g_autofree double *values = g_new (double, BLOCK);

  for (guint block = 0; block < n_blocks; block++)
    {
      for (guint i = 0; i < BLOCK; i++)
        values[i] = i % 64 / 64.0 + block % 16;
      gscope_trace_append_regular (trace, begin + (gint64) block * BLOCK * INTERVAL, INTERVAL,
                                   values, BLOCK);
    }
}

static void
set_up (Link *link, CarrierKind kind, GscopeScope *far)
{
  gboolean is_started = FALSE;

  carrier_bed_set_up (&link->bed, kind);
  link->far = far;
  link->near = gscope_scope_new ();
  link->remote = carrier_remote_new ("remote", open_carrier, link);
  gscope_scope_add_source (link->near, link->remote);
  gscope_source_start_async (link->remote, NULL, on_started, &is_started);
  while (!is_started)
    g_main_context_iteration (NULL, TRUE);
  gscope_signal_get_timeline (gscope_scope_find_signal (link->near, "remote/wave"),
                              &link->timeline);
  link->pixels = g_new (guint32, WIDTH * HEIGHT);
}

static void
settle (void)
{
  for (guint n_idle = 0; n_idle < 100; n_idle++)
    if (g_main_context_iteration (NULL, FALSE))
      n_idle = 0;
}

static void
tear_down (Link *link)
{
  g_object_unref (link->server);
  g_object_unref (link->remote);
  g_object_unref (link->near);
  gscope_source_stop_async (gscope_scope_get_source (link->far), NULL, NULL, NULL);
  settle ();
  carrier_bed_tear_down (&link->bed);
  g_free (link->pixels);
}

static void
draw (Link *link, gint64 begin, gint64 width)
{
  GscopeGtkStroke stroke = { .trace = link->timeline.trace,
                             .history = link->timeline.history,
                             .mode = GSCOPE_LINE_MODE_LINES,
                             .color = 0xffcc0000,
                             .mapping = { .max = 17 } };
  GscopeGtkLane lane = { .height = HEIGHT, .strokes = &stroke, .n_strokes = 1 };
  GscopeGtkPlot plot = { .lanes = &lane,
                         .n_lanes = 1,
                         .height = HEIGHT,
                         .column_width = width,
                         .pen = G_MAXINT64,
                         .line_width = 1.5 };

  gscope_gtk_raster_strip (&plot, begin / width, WIDTH, FALSE, link->pixels, WIDTH);
}

typedef struct
{
  gint64 widest;
  guint64 n;
} Known;

static void
add_known (const GscopeHistoryRange *range, gint64 time, gint64 width, const GscopeColumn *column,
           gpointer data)
{
  Known *known = data;

  known->widest = MAX (known->widest, width);
  known->n += column->count;
}

static gboolean
is_known (Link *link, gint64 begin, gint64 end, gint64 width)
{
  GscopeHistoryRange range = { begin, end };
  Known known = { 0 };

  gscope_history_visit (link->timeline.history, &range, width, add_known, &known);
  return known.widest <= width && (gint64) known.n >= (end - begin) / INTERVAL;
}

/* Returns the seconds until the picture of a window is complete. */
static double
look (Link *link, gint64 begin, gint64 width)
{
  gint64 end = begin + WIDTH * width;
  double time = bench_wall ();

  gscope_timeline_look (&link->timeline, link, begin, end, width);
  while (!is_known (link, begin, end, width))
    g_main_context_iteration (NULL, TRUE);
  draw (link, begin, width);
  time = bench_wall () - time;
  settle ();
  return time;
}

/* Looks at places of a span that were not looked at before. */
static void
measure_span (Link *link, gint64 width, double *slowest)
{
  double times[N_LOOKS];
  gint64 room = link->length - WIDTH * width;

  for (guint i = 0; i < N_LOOKS; i++)
    times[i] = look (link, (link->begin + room / N_LOOKS * i) / width * width + width, width);
  *slowest = MAX (*slowest, bench_median_of (times, N_LOOKS));
  g_print ("     %8.3g s in view: %.1f ms\n", (double) WIDTH * (double) width / 1e9,
           times[N_LOOKS / 2] * 1e3);
}

static void
measure (Link *link)
{
  g_autofree char *what =
      g_strdup_printf ("any window of %.2g samples, %s", (double) link->length / INTERVAL,
                       carrier_kind_get_name (link->bed.kind));
  double slowest = 0;
  guint n_looks = 0;

  for (gint64 width = link->length / WIDTH * 9 / 10; width > 2 * INTERVAL; width /= 7)
    {
      measure_span (link, width, &slowest);
      n_looks += N_LOOKS;
    }
  bench_report (what, slowest * 1e3, "ms", "bar", 100, 1);
  bench_report ("bytes a column", (double) link->n_bytes / (double) link->n_columns, "bytes", "bar",
                32, 1);
  g_print ("     %.0f KiB a window, with its overview and its surroundings\n",
           (double) link->n_bytes / n_looks / 1024);
}

/* Returns the memory that programs can have, in bytes. */
static guint64
get_available (void)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/meminfo", &text, NULL, NULL)
      || !(line = strstr (text, "MemAvailable:")))
    return 0;
  return g_ascii_strtoull (line + strlen ("MemAvailable:"), NULL, 10) * 1024;
}

int
main (void)
{
  guint n_blocks = get_available () < NEEDED ? N_LESS : N_BLOCKS;
  gint64 length = (gint64) n_blocks * BLOCK * INTERVAL;
  g_autoptr (GscopeScope) far = gscope_scope_new ();
  GscopeSignal *signal = gscope_scope_add_buffered (far, "wave");
  gint64 begin = gscope_clock_get_time (gscope_scope_get_clock (far)) - length - 10 * GSCOPE_SEC;
  Link links[CARRIER_NATS] = { 0 };

  gscope_scope_set_budget (far, NEEDED);
  fill (gscope_signal_get_trace (signal), begin, n_blocks);
  for (guint i = 0; i < CARRIER_NATS; i++)
    {
      links[i].begin = begin;
      links[i].length = length;
      set_up (&links[i], i, far);
      measure (&links[i]);
      tear_down (&links[i]);
    }
  return bench_end ();
}

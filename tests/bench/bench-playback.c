/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <gscope/playback/player.h>
#include <gscope/scope/scope.h>
#include <gscope/text/tuple.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum
{
  N_TUPLES = 10000000,
  N_LARGE = 100000000,
  N_SIGNALS = 10,
  BLOCK = 256 * 1024,
  N_RUNS = 5,
};

/* The size of 10^8 tuples, with room to spare. */
#define LARGE_BYTES (G_GUINT64_CONSTANT (4) << 30)
/* Beside what the program has before: the budget, twice its details while they are exchanged, blocks on
 * their way, and the index. */
#define MEMORY_BAR 400.0
#define SECONDS_BAR 0.6

static const char *const names[N_SIGNALS] = { "cpu0.load", "cpu1.load",  "net.rx", "net.tx",
                                              "disk.read", "fill_level", "jitter", "cwnd",
                                              "temp",      "fan" };

/* Ten signals of 1 kHz. */
static char *
make_file (guint64 n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  char *path;
  int fd = g_file_open_tmp ("gscope-bench-XXXXXX", &path, &error);
  FILE *file = fd >= 0 ? fdopen (fd, "w") : NULL;
  guint32 random = 1;

  if (file == NULL)
    g_error ("no temporary file: %s", error->message);
  for (guint64 i = 0; i < n; i++)
    {
      random = random * 1664525u + 1013904223u;
      gscope_tuple_append (text, (gint64) (i / N_SIGNALS) * GSCOPE_MSEC,
                           (double) (random >> 12) / 1000, names[i % N_SIGNALS]);
      if (text->len < BLOCK && i + 1 < n)
        continue;
      if (fwrite (text->str, text->len, 1, file) != 1)
        g_error ("%s: the disk is full", path);
      g_string_truncate (text, 0);
    }
  fclose (file);
  return path;
}

static double
read_only (const char *path)
{
  g_autofree char *block = g_malloc (BLOCK);
  double begin = bench_wall ();
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  while (read (fd, block, BLOCK) > 0)
    continue;
  close (fd);
  return bench_wall () - begin;
}

static void
on_started (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_source_start_finish (GSCOPE_SOURCE (source), result, &error))
    g_error ("%s", error->message);
  *(gboolean *) user_data = TRUE;
}

typedef struct
{
  double seconds;
  double cpu;
  double longest;
} Figures;

static double
get_process_cpu (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static void
wait_for (const gboolean *done, Figures *figures)
{
  while (!*done)
    {
      double cpu;

      g_main_context_iteration (NULL, FALSE);
      cpu = bench_cpu ();
      g_main_context_iteration (NULL, TRUE);
      figures->longest = MAX (figures->longest, bench_cpu () - cpu);
    }
}

static GscopePlayer *
open_player (const char *path, GscopeScope **scope, Figures *figures)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GscopePlayer *player = gscope_player_new ("", file);
  double begin = bench_wall (), cpu = get_process_cpu ();
  gboolean done = FALSE;

  *scope = gscope_scope_new_with_clock (GSCOPE_CLOCK (gscope_player_get_transport (player)));
  gscope_scope_add_source (*scope, GSCOPE_SOURCE (player));
  gscope_source_start_async (GSCOPE_SOURCE (player), NULL, on_started, &done);
  wait_for (&done, figures);
  figures->seconds = bench_wall () - begin;
  figures->cpu = get_process_cpu () - cpu;
  return player;
}

static void
on_stopped (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
}

static void
close_player (GscopePlayer *player, GscopeScope *scope)
{
  gboolean done = FALSE;

  gscope_source_stop_async (GSCOPE_SOURCE (player), NULL, on_stopped, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  g_object_unref (scope);
  g_object_unref (player);
}

static guint64
count_samples (GscopeScope *scope)
{
  GListModel *signals = gscope_scope_get_signals (scope);
  guint64 n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);
      GscopeTrace *trace = gscope_signal_get_trace (signal);

      n += gscope_trace_get_end (trace) - gscope_trace_get_first (trace);
    }
  return n;
}

static void
measure_small (void)
{
  g_autofree char *path = make_file (N_TUPLES);
  Figures best = { G_MAXDOUBLE, G_MAXDOUBLE, 0 };
  double reference = G_MAXDOUBLE;

  for (guint i = 0; i < N_RUNS; i++)
    {
      Figures figures = { 0 };
      GscopeScope *scope;
      GscopePlayer *player = open_player (path, &scope, &figures);

      g_assert_cmpuint (count_samples (scope), ==, N_TUPLES);
      close_player (player, scope);
      best.seconds = MIN (best.seconds, figures.seconds);
      best.cpu = MIN (best.cpu, figures.cpu);
      best.longest = MAX (best.longest, figures.longest);
      reference = MIN (reference, read_only (path));
    }
  g_print (
      "     10^7 tuples of 10 signals: %.3g s on the wall, %.3g million samples/s; read() %.3g s\n",
      best.seconds, N_TUPLES / best.seconds / 1e6, reference);
  bench_report ("10^7 tuples from a file into traces, CPU time", best.cpu, "s", "the bar",
                SECONDS_BAR, 1);
  bench_report ("the longest that the main thread is taken", best.longest * 1e3, "ms", "a frame",
                1000.0 / 60, 1);
  unlink (path);
}

/* VmHWM or VmRSS (proc(5)), in MiB. */
static double
get_memory (const char *key)
{
  g_autofree char *text = NULL;
  const char *found;

  g_assert_true (g_file_get_contents ("/proc/self/status", &text, NULL, NULL));
  found = strstr (text, key);
  g_assert_nonnull (found);
  return g_ascii_strtod (found + strlen (key), NULL) / 1024;
}

static void
on_details (gboolean *done)
{
  *done = TRUE;
}

static void
measure_details (GscopePlayer *player)
{
  gint64 middle = gscope_transport_get_duration (gscope_player_get_transport (player)) / 2;
  gint64 begin, end;
  Figures figures = { 0 };
  double start = bench_wall ();
  gboolean done = FALSE;

  g_signal_connect_swapped (player, "notify::overview", G_CALLBACK (on_details), &done);
  gscope_player_show (player, middle, middle + 10 * GSCOPE_SEC);
  wait_for (&done, &figures);
  g_assert_true (gscope_player_get_details (player, &begin, &end));
  g_assert_true (begin <= middle && end >= middle + 10 * GSCOPE_SEC);
  g_print ("     10 s in the middle of it: %.3g ms, main thread at most %.2g ms at a time\n",
           (bench_wall () - start) * 1e3, figures.longest * 1e3);
}

static void
measure_large (void)
{
  g_autofree char *path = NULL;
  struct statvfs disk;
  Figures figures = { 0 };
  GscopePlayer *player;
  GscopeScope *scope;
  double before;

  if (statvfs (g_get_tmp_dir (), &disk) < 0 || disk.f_bavail * disk.f_frsize < LARGE_BYTES)
    {
      g_print ("skip 10^8 tuples: %s has less than 4 GiB free; set TMPDIR to another folder\n",
               g_get_tmp_dir ());
      return;
    }
  path = make_file (N_LARGE);
  before = get_memory ("VmRSS:");
  player = open_player (path, &scope, &figures);
  g_assert_cmpuint (gscope_player_get_n_samples (player), ==, N_LARGE);
  g_assert_true (gscope_player_get_overview (player));
  g_print ("     10^8 tuples: %.3g s, %.3g million tuples/s, an overview of %.3g million samples; "
           "read() %.3g s\n",
           figures.seconds, N_LARGE / figures.seconds / 1e6, (double) count_samples (scope) / 1e6,
           read_only (path));
  measure_details (player);
  bench_report ("10^8 tuples: memory at most", get_memory ("VmHWM:") - before, "MiB", "the bar",
                MEMORY_BAR, 1);
  close_player (player, scope);
  unlink (path);
}

int
main (void)
{
  measure_large ();
  measure_small ();
  return bench_end ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <glib/gstdio.h>
#include <gscope/playback/player.h>
#include <gscope/scope/scope.h>
#include <gscope/text/tuple.h>
#include <gscope/trigger/search.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

/* Recordings of a gigabyte of text, of a million markers and of 10,000 signals: the time until they are open, and the
 * most memory that a process takes for them, in a process for each. All firings of a trigger in a gigabyte are found about as fast as
 * it is opened. */

#define LARGE_BYTES ((gsize) 1000 * 1000 * 1000)
#define NEEDED_BYTES ((guint64) 2 << 30)
/* Bars: seconds and MiB of a file of a gigabyte, MiB for a million markers, and seconds for 10,000 signals. */
#define LARGE_SECONDS 2.0
#define LARGE_MEMORY 200.0
#define MARKER_MEMORY 200.0
#define MARKER_SECONDS 6.0
#define SIGNAL_SECONDS 1.0
/* How much longer than the opening a search may take. */
#define SEARCH_RATIO 1.25

enum
{
  N_SIGNALS = 10,
  N_MANY = 10000,
  N_MANY_ROWS = 300,
  N_FEW_ROWS = 100,
  N_MARKERS = 1000000,
  CHUNK = 1 << 20,
};

typedef struct
{
  double seconds;
  double cpu;
  double memory;
  /* of a search of a recording that is larger than memory */
  double search_seconds;
  double search_cpu;
  guint64 n_found;
  guint64 n_samples;
  guint n_signals;
  guint n_markers;
} Figures;

/* Appends what comes next to a text. */
typedef void (*Append) (GString *text, guint64 row);

static double
get_value (guint64 i)
{
  return (double) ((guint32) (i * 2654435761u) >> 12) / 1000;
}

static void
append_tuples (GString *text, guint64 row)
{
  char name[] = "signal0";

  for (guint i = 0; i < N_SIGNALS; i++)
    {
      name[sizeof name - 2] = (char) ('0' + i);
      gscope_tuple_append (text, (gint64) row * GSCOPE_MSEC, get_value (row * N_SIGNALS + i), name);
    }
}

static void
append_row (GString *text, guint64 row)
{
  if (row == 0)
    g_string_append (text, "time,a,b,c,d,e,f,g,h,i,j\n");
  g_string_append_printf (text, "%.3f", (double) row / 1000);
  for (guint i = 0; i < N_SIGNALS; i++)
    g_string_append_printf (text, ",%.3f", get_value (row * N_SIGNALS + i));
  g_string_append_c (text, '\n');
}

static void
append_marker (GString *text, guint64 row)
{
  if (row % 10 == 0)
    gscope_tuple_append (text, (gint64) row * GSCOPE_MSEC, get_value (row), "a");
  g_string_append_printf (
      text, "#gscope {\"marker\":{\"time_ns\":%lu000000,\"kind\":\"note\",\"label\":\"m%lu\"}}\n",
      (gulong) row + 1, (gulong) row);
}

static void
append_many (GString *text, guint64 row)
{
  for (guint i = 0; i < N_MANY; i++)
    {
      char name[32];

      g_snprintf (name, sizeof name, "group%u/signal%u", i / 100, i);
      gscope_tuple_append (text, (gint64) row * GSCOPE_MSEC, get_value (row + i), name);
    }
}

static void
write_chunk (FILE *file, const GString *text, gboolean compressed)
{
  gsize size = ZSTD_compressBound (text->len);
  g_autofree char *frame = compressed ? g_malloc (size) : NULL;

  if (compressed)
    size = ZSTD_compress (frame, size, text->str, text->len, 1);
  else
    size = text->len;
  if (fwrite (compressed ? frame : text->str, size, 1, file) != 1)
    g_error ("the disk is full");
}

/* Writes n_rows rows, or fewer if these have n_bytes bytes of text, and closes the file. */
static void
write_rows (FILE *file, Append append, guint64 n_rows, gsize n_bytes, gboolean compressed)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n = 0;

  for (guint64 row = 0; row < n_rows && n < n_bytes; row++)
    {
      append (text, row);
      if (text->len < CHUNK && row + 1 < n_rows)
        continue;
      n += text->len;
      write_chunk (file, text, compressed);
      g_string_truncate (text, 0);
    }
  if (fclose (file) != 0)
    g_error ("the disk is full");
}

/* Returns the path. */
static char *
make_file (Append append, guint64 n_rows, gsize n_bytes, gboolean compressed)
{
  g_autoptr (GError) error = NULL;
  char *path;
  int fd = g_file_open_tmp ("gscope-bench-XXXXXX", &path, &error);
  FILE *file = fd >= 0 ? fdopen (fd, "w") : NULL;

  if (file == NULL)
    g_error ("no temporary file: %s", error->message);
  write_rows (file, append, n_rows, n_bytes, compressed);
  return path;
}

/* Writes a recording for bench-large-window.py. */
static void
write_recording (const char *name, const char *path)
{
  static const struct
  {
    const char *name;
    Append append;
    guint64 n_rows;
    gsize n_bytes;
  } recordings[] = {
    { "small", append_tuples, N_FEW_ROWS, G_MAXSIZE },
    { "tuples", append_tuples, G_MAXUINT64, LARGE_BYTES },
    { "markers", append_marker, N_MARKERS, G_MAXSIZE },
    { "signals", append_many, N_MANY_ROWS, G_MAXSIZE },
  };
  FILE *file = g_fopen (path, "we");
  gsize i = 0;

  if (file == NULL)
    g_error ("%s cannot be written", path);
  while (i < G_N_ELEMENTS (recordings) && !g_str_equal (recordings[i].name, name))
    i++;
  if (i == G_N_ELEMENTS (recordings))
    g_error ("no recording is called %s", name);
  write_rows (file, recordings[i].append, recordings[i].n_rows, recordings[i].n_bytes, FALSE);
}

static void
on_started (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_source_start_finish (GSCOPE_SOURCE (source), result, &error))
    g_error ("%s", error->message);
  *(gboolean *) user_data = TRUE;
}

/* Seconds of all processors. */
static double
get_process_cpu (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static void
on_searched (GObject *search, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_trigger_search_run_finish (GSCOPE_TRIGGER_SEARCH (search), result, &error))
    g_error ("%s", error->message);
  *(gboolean *) user_data = TRUE;
}

/* Searches the first signal, whose values are random: every fourth fires. */
static void
search_recording (GscopeScope *scope, Figures *figures)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 500 }, .after = 1 };
  g_autoptr (GscopeSignal) signal = g_list_model_get_item (gscope_scope_get_signals (scope), 0);
  g_autoptr (GscopeTriggerSearch) search =
      gscope_trigger_search_new_for_signal (signal, &settings, G_MININT64, G_MAXINT64);
  double wall = bench_wall (), cpu = get_process_cpu ();
  gboolean done = FALSE;

  gscope_trigger_search_run_async (search, NULL, on_searched, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  figures->search_seconds = bench_wall () - wall;
  figures->search_cpu = get_process_cpu () - cpu;
  figures->n_found = gscope_trigger_search_get_n_found (search);
}

static void
open_recording (const char *path, Figures *figures)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GscopePlayer) player = gscope_player_new ("", file);
  g_autoptr (GscopeScope) scope =
      gscope_scope_new_with_clock (GSCOPE_CLOCK (gscope_player_get_transport (player)));
  double begin = bench_wall ();
  gboolean done = FALSE;
  struct rusage usage;

  gscope_scope_add_source (scope, GSCOPE_SOURCE (player));
  gscope_source_start_async (GSCOPE_SOURCE (player), NULL, on_started, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  figures->seconds = bench_wall () - begin;
  figures->cpu = get_process_cpu ();
  if (gscope_player_get_overview (player))
    search_recording (scope, figures);
  getrusage (RUSAGE_SELF, &usage);
  figures->memory = (double) usage.ru_maxrss / 1024;
  figures->n_samples = gscope_player_get_n_samples (player);
  figures->n_signals = g_list_model_get_n_items (gscope_scope_get_signals (scope));
  figures->n_markers = g_list_model_get_n_items (G_LIST_MODEL (gscope_scope_get_markers (scope)));
}

/* Opens a recording in a process of its own, which this one is not to have threads for, and removes it. */
static Figures
measure (const char *what, char *path)
{
  Figures figures = { 0 };
  int ends[2];
  pid_t pid;

  if (pipe (ends) < 0 || (pid = fork ()) < 0)
    g_error ("no process for %s", what);
  if (pid == 0)
    {
      open_recording (path, &figures);
      _exit (write (ends[1], &figures, sizeof figures) != sizeof figures);
    }
  if (read (ends[0], &figures, sizeof figures) != sizeof figures)
    g_error ("%s: it was not opened", what);
  waitpid (pid, NULL, 0);
  close (ends[0]);
  close (ends[1]);
  g_unlink (path);
  g_free (path);
  g_print ("     %s: %.2f s on the wall, %.2f s of processors, %.0f MiB; %.3g samples of %u "
           "signals, %u markers\n",
           what, figures.seconds, figures.cpu, figures.memory, (double) figures.n_samples,
           figures.n_signals, figures.n_markers);
  return figures;
}

static void
measure_large (const char *what, Append append, gboolean compressed)
{
  Figures figures = measure (what, make_file (append, G_MAXUINT64, LARGE_BYTES, compressed));
  g_autofree char *time = g_strdup_printf ("%s: open", what);
  g_autofree char *memory = g_strdup_printf ("%s: memory at most", what);
  g_autofree char *search = g_strdup_printf ("%s: find all", what);

  g_assert_cmpuint (figures.n_signals, ==, N_SIGNALS);
  /* two processors share the work of a machine that has nothing else to do */
  bench_report (time, MIN (figures.seconds, figures.cpu / 2), "s", "the bar", LARGE_SECONDS, 1);
  bench_report (memory, figures.memory, "MiB", "the bar", LARGE_MEMORY, 1);
  g_print ("     %s: %.2f s on the wall, %.2f s of processors; %.3g found\n", search,
           figures.search_seconds, figures.search_cpu, (double) figures.n_found);
  bench_report (search, MIN (figures.search_seconds, figures.search_cpu / 2), "s", "opening",
                MIN (figures.seconds, figures.cpu / 2), SEARCH_RATIO);
}

/* With a name and a path, the program only writes the recording of this name, for bench-large-window.py. */
int
main (int argc, char *argv[])
{
  struct statvfs disk;
  Figures figures;

  if (argc == 3)
    {
      write_recording (argv[1], argv[2]);
      return 0;
    }
  if (statvfs (g_get_tmp_dir (), &disk) < 0 || disk.f_bavail * disk.f_frsize < NEEDED_BYTES)
    {
      g_print ("skip large recordings: %s has less than 2 GiB free; set TMPDIR to another folder\n",
               g_get_tmp_dir ());
      return 77;
    }
  measure_large ("1 GB of tuples", append_tuples, FALSE);
  measure_large ("1 GB of a table", append_row, FALSE);
  measure_large ("1 GB of tuples, compressed", append_tuples, TRUE);
  figures = measure ("10^6 markers", make_file (append_marker, N_MARKERS, G_MAXSIZE, FALSE));
  g_assert_cmpuint (figures.n_markers, ==, N_MARKERS);
  bench_report ("10^6 markers: open, processors", figures.cpu, "s", "the bar", MARKER_SECONDS, 1);
  bench_report ("10^6 markers: memory at most", figures.memory, "MiB", "the bar", MARKER_MEMORY, 1);
  figures = measure ("10^4 signals", make_file (append_many, N_MANY_ROWS, G_MAXSIZE, FALSE));
  g_assert_cmpuint (figures.n_signals, ==, N_MANY);
  bench_report ("10^4 signals: open, processors", figures.cpu, "s", "the bar", SIGNAL_SECONDS, 1);
  return bench_end ();
}

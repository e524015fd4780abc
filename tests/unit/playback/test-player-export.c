/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Recordings and their parts, written again by an exporter. */

#include "support/player-bed.h"
#include <glib/gstdio.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define MS GSCOPE_MSEC

static void
run_export (PlayerBed *f, GscopeExporter *exporter, const char *name, GscopeExportFormat format,
            GCancellable *cancellable)
{
  g_autofree char *path = g_build_filename (f->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  gscope_exporter_write_async (exporter, format, file, cancellable, player_bed_on_verb, f);
  player_bed_wait_done (f);
}

static char *
read_export (PlayerBed *f, const char *name)
{
  g_autofree char *path = g_build_filename (f->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static const char *const exported =
    "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05.000000000Z\",\"time_ns\":1000000,"
    "\"clock\":\"other\",\"signals\":[{\"name\":\"a\",\"title\":\"A\",\"unit\":\"V\",\"color\":0,"
    "\"line\":"
    "\"steps\"},"
    "{\"name\":\"b, c\",\"title\":\"b, c\",\"color\":0,\"line\":\"steps\"}]}\n"
    "1 0.5 a\n"
    "1 2 b, c\n"
    "#gscope {\"marker\":{\"time_ns\":1500000,\"kind\":\"note\",\"label\":\"here\"}}\n"
    "#gscope {\"gap\":{\"signal\":\"a\",\"time_ns\":2000000,\"cause\":\"tick\"}}\n"
    "2 nan a\n"
    "3 1.5 a\n"
    "4 3 b, c\n";

static const char *const recorded_states =
    "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05.000000000Z\",\"time_ns\":1000000,"
    "\"clock\":\"other\",\"signals\":[{\"name\":\"cpu/0\",\"title\":\"0\",\"color\":0,\"line\":"
    "\"steps\"},{\"name\":\"load\",\"title\":\"load\",\"color\":0,\"line\":\"steps\"}]}\n"
    "#gscope "
    "{\"states\":{\"signal\":\"cpu/0\",\"states\":[{\"value\":0,\"name\":\"idle\",\"style\":"
    "\"thin\"},{\"value\":1,\"name\":\"cc1 "
    "#1\",\"label\":\"1\",\"style\":\"filled\",\"color\":2}]}}\n"
    "1 0 cpu/0\n"
    "1 5 load\n"
    "2 1 cpu/0\n"
    "3 6 load\n"
    "4 7 cpu/0\n";

/* States are written as they were read; a table has their names beside their numbers. */
static void
test_states (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);
  g_autofree char *tuples = NULL, *csv = NULL;

  player_bed_open (f, recorded_states);
  run_export (f, exporter, "out.tuples", GSCOPE_EXPORT_FORMAT_TUPLES, NULL);
  g_assert_no_error (f->error);
  tuples = read_export (f, "out.tuples");
  g_assert_cmpstr (tuples, ==, recorded_states);
  run_export (f, exporter, "out.csv", GSCOPE_EXPORT_FORMAT_CSV, NULL);
  csv = read_export (f, "out.csv");
  g_assert_cmpstr (csv, ==,
                   "time (ms),cpu/0,cpu/0 state,load\n1,0,idle,5\n2,1,\"cc1 #1\",\n3,,,6\n"
                   "4,7,,\n");
}

static void
test_export (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);
  const char *const names[] = { "a", NULL };
  g_autofree char *tuples = NULL, *csv = NULL, *part = NULL;

  player_bed_open (f, exported);
  run_export (f, exporter, "out.tuples", GSCOPE_EXPORT_FORMAT_TUPLES, NULL);
  g_assert_no_error (f->error);
  g_assert_cmpfloat (gscope_exporter_get_progress (exporter), ==, 1);
  tuples = read_export (f, "out.tuples");
  g_assert_cmpstr (tuples, ==, exported);

  run_export (f, exporter, "out.csv", GSCOPE_EXPORT_FORMAT_CSV, NULL);
  g_assert_no_error (f->error);
  csv = read_export (f, "out.csv");
  g_assert_cmpstr (csv, ==, "time (ms),a (V),\"b, c\"\n1,0.5,2\n2,nan,\n3,1.5,\n4,,3\n");

  gscope_exporter_set_signals (exporter, names);
  gscope_exporter_set_interval (exporter, 2 * MS, 3 * MS + 1);
  run_export (f, exporter, "out.csv", GSCOPE_EXPORT_FORMAT_CSV, NULL);
  part = read_export (f, "out.csv");
  g_assert_cmpstr (part, ==, "time (ms),a (V)\n2,nan\n3,1.5\n");

  /* what was exported can be opened */
  player_bed_stop (f);
  player_bed_write (f, csv, -1);
  player_bed_start (f);
  g_assert_no_error (f->error);
  player_bed_assert_trace (f, "a", "1:0.5 2:nan 3:1.5");
  player_bed_assert_trace (f, "b, c", "1:2 4:3");
}

/* Seconds from the start of the recording, whatever the interval, and dates where it knows them. */
static void
test_export_times (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);
  g_autofree char *seconds = NULL, *dates = NULL;

  player_bed_open (f, exported);
  g_assert_true (gscope_clock_get_has_wall (GSCOPE_CLOCK (f->transport)));
  gscope_exporter_set_interval (exporter, 3 * MS, 5 * MS);
  gscope_exporter_set_times (exporter, GSCOPE_EXPORT_TIMES_SECONDS);
  run_export (f, exporter, "out.csv", GSCOPE_EXPORT_FORMAT_CSV, NULL);
  g_assert_no_error (f->error);
  seconds = read_export (f, "out.csv");
  g_assert_cmpstr (seconds, ==, "time (s),a (V),\"b, c\"\n0.002,1.5,\n0.003,,3\n");
  gscope_exporter_set_times (exporter, GSCOPE_EXPORT_TIMES_DATES);
  run_export (f, exporter, "out.csv", GSCOPE_EXPORT_FORMAT_CSV, NULL);
  g_assert_no_error (f->error);
  dates = read_export (f, "out.csv");
  g_assert_cmpstr (dates, ==,
                   "time,a (V),\"b, c\"\n2026-01-02T03:04:05.002000000Z,1.5,\n"
                   "2026-01-02T03:04:05.003000000Z,,3\n");

  player_bed_stop (f);
  player_bed_open (f, "1 1 a\n2 2 a\n");
  g_assert_false (gscope_clock_get_has_wall (GSCOPE_CLOCK (f->transport)));
  run_export (f, exporter, "out.csv", GSCOPE_EXPORT_FORMAT_CSV, NULL);
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
}

/* The old contents stay if there is no new file, and no other file is left behind. */
static void
test_export_cancelled (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *text = player_bed_make_walk (100000), *out = NULL;
  g_autoptr (GDir) dir = NULL;
  guint n = 0;

  player_bed_open (f, text);
  run_export (f, exporter, "out.tuples", GSCOPE_EXPORT_FORMAT_TUPLES, NULL);
  g_signal_connect_swapped (exporter, "notify::progress", G_CALLBACK (g_cancellable_cancel),
                            cancellable);
  run_export (f, exporter, "out.tuples", GSCOPE_EXPORT_FORMAT_TUPLES, cancellable);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  out = read_export (f, "out.tuples");
  g_assert_nonnull (strstr (out, "\n99999 999 odd\n"));
  dir = g_dir_open (f->folder, 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_assert_cmpuint (n, ==, 2);
}

/* An overview is not passed off as the samples. */
static void
test_export_overview (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);
  g_autofree char *text = player_bed_make_walk (200000), *out = NULL;

  gscope_player_set_budget (f->player, 2 << 20);
  player_bed_open (f, text);
  run_export (f, exporter, "out.tuples", GSCOPE_EXPORT_FORMAT_TUPLES, NULL);
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
  gscope_exporter_set_interval (exporter, 10 * MS, 12 * MS);
  run_export (f, exporter, "out.tuples", GSCOPE_EXPORT_FORMAT_TUPLES, NULL);
  g_assert_no_error (f->error);
  out = read_export (f, "out.tuples");
  g_assert_nonnull (strstr (out, "\n10 10 even\n11 11 odd\n"));
}

static void
export_once (PlayerBed *f, const char *name, GscopeExportFormat format)
{
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);

  run_export (f, exporter, name, format, NULL);
  g_assert_no_error (f->error);
}

/* A link stays, and what it leads to is written, whether it is there or not; a link to itself is refused. */
static void
test_link (PlayerBed *f, gconstpointer data)
{
  g_autofree char *link = g_build_filename (f->folder, "link.csv", NULL);
  g_autofree char *loop = g_build_filename (f->folder, "loop.csv", NULL);
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);

  g_assert_cmpint (symlink ("target.csv", link), ==, 0);
  g_assert_cmpint (symlink ("loop.csv", loop), ==, 0);
  player_bed_open (f, exported);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *text = NULL;

      export_once (f, "link.csv", GSCOPE_EXPORT_FORMAT_CSV);
      g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
      text = read_export (f, "target.csv");
      g_assert_true (g_str_has_prefix (text, "time (ms)"));
    }
  run_export (f, exporter, "loop.csv", GSCOPE_EXPORT_FORMAT_CSV, NULL);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
}

/* The name of a file is as long as a name can be. */
static void
test_long_name (PlayerBed *f, gconstpointer data)
{
  g_autofree char *name = g_strnfill (NAME_MAX, 'x'), *text = NULL;

  player_bed_open (f, exported);
  export_once (f, name, GSCOPE_EXPORT_FORMAT_TUPLES);
  text = read_export (f, name);
  g_assert_cmpstr (text, ==, exported);
}

/* A player shows the same from MCAP: it is exported as the same tuples. */
static void
test_mcap (PlayerBed *f, gconstpointer data)
{
  const char *const texts[] = { exported, recorded_states };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *tuples = NULL;

      player_bed_open (f, texts[i]);
      export_once (f, "out.mcap", GSCOPE_EXPORT_FORMAT_MCAP);
      player_bed_drop_player (f);
      player_bed_set_player (f, "out.mcap");
      player_bed_start (f);
      g_assert_no_error (f->error);
      export_once (f, "again.tuples", GSCOPE_EXPORT_FORMAT_TUPLES);
      tuples = read_export (f, "again.tuples");
      g_assert_cmpstr (tuples, ==, texts[i]);
      player_bed_drop_player (f);
      player_bed_set_player (f, "walk.tuples");
    }
}

/* A trace for Perfetto is a sequence of packets, fields with the number 1. */
static void
test_perfetto (PlayerBed *f, gconstpointer data)
{
  g_autofree char *trace = NULL;

  player_bed_open (f, exported);
  export_once (f, "out.pftrace", GSCOPE_EXPORT_FORMAT_PERFETTO);
  trace = read_export (f, "out.pftrace");
  g_assert_cmpint (trace[0], ==, 1 << 3 | 2);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/player-export/" name, PlayerBed, NULL, player_bed_set_up, func,                    \
              player_bed_tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("parts", test_export);
  ADD ("states", test_states);
  ADD ("link", test_link);
  ADD ("long-name", test_long_name);
  ADD ("mcap", test_mcap);
  ADD ("perfetto", test_perfetto);
  ADD ("times", test_export_times);
  ADD ("cancelled", test_export_cancelled);
  ADD ("overview", test_export_overview);

  return g_test_run ();
}

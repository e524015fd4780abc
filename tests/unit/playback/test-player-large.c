/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Recordings of several blocks, which threads read at a time, and those larger than the budget. */

#include "support/player-bed.h"

#include <glib/gstdio.h>
#include <string.h>

#define MS GSCOPE_MSEC

/* Lines that break the rules where one block ends and another begins are found as well. */
static void
test_rules_between_blocks (PlayerBed *f, gconstpointer data)
{
  const guint n = 250000;
  g_autofree char *walk = player_bed_make_walk (n);
  g_autoptr (GString) text = g_string_new (walk);
  g_auto (GStrv) reports = NULL;

  g_assert_cmpuint (text->len, >, 3 << 20);
  g_string_append (text, "7 1 a\n");
  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text, "%u %u a\n", 100 + i, i);
  g_string_append_printf (text, "%u 1 a\n", n);
  player_bed_open (f, text->str);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, n + 1);
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 101);
  reports = gscope_player_dup_reports (f->player);
  g_assert_cmpuint (g_strv_length (reports), ==, 100);
  g_assert_cmpint (atoi (reports[0] + strlen ("line ")), ==, n + 1);
}

/* More than a few blocks, so that several threads take part. */
static void
test_many (PlayerBed *f, gconstpointer data)
{
  g_autofree char *text = player_bed_make_walk (200000);

  player_bed_open (f, text);
  player_bed_assert_walk (f, 200000);
}

/* Within the details each sample is there, elsewhere the smallest and largest of the overview. */
static void
check_details (PlayerBed *f, guint n, gint64 time)
{
  GscopeTrace *trace;
  GscopeColumn column;
  gint64 begin, end;

  g_assert_true (gscope_player_get_details (f->player, &begin, &end));
  g_assert_cmpint (begin, <=, time);
  g_assert_cmpint (end, >=, time);
  trace = gscope_signal_get_trace (gscope_scope_find_signal (f->scope, "odd"));
  gscope_trace_get_columns (trace, begin, end + 1 - begin, 1, &column);
  g_assert_cmpuint (column.count, >=, (guint64) ((end - begin) / MS / 2));
  /* at their begin there may be an extreme of the overview, too */
  for (gint64 t = (begin / MS + 1) / 2 * 2 + 1; t < end / MS; t += 2)
    {
      guint64 at = gscope_trace_find (trace, t * MS);

      g_assert_cmpint (gscope_trace_get_time (trace, at), ==, t * MS);
      g_assert_cmpfloat (gscope_trace_get_value (trace, at), ==, t % 1000);
    }
  gscope_trace_get_columns (trace, 0, (gint64) n * MS, 1, &column);
  g_assert_cmpfloat (column.min, ==, 1);
  g_assert_cmpfloat (column.max, ==, 999);
  for (guint64 i = gscope_trace_get_first (trace) + 1; i < gscope_trace_get_end (trace); i++)
    g_assert_cmpint (gscope_trace_get_time (trace, i - 1), <=, gscope_trace_get_time (trace, i));
}

static guint64
get_bytes (PlayerBed *f)
{
  gscope_scope_drain (f->scope);
  return gscope_scope_get_bytes (f->scope);
}

static void
check_overview (PlayerBed *f, guint n)
{
  g_assert_true (gscope_player_get_overview (f->player));
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, n);
  g_assert_cmpuint (get_bytes (f), <, 2 << 20);
  check_details (f, n, 0);
  player_bed_show (f, 200000 * MS, 201000 * MS);
  check_details (f, n, 200000 * MS);
  g_assert_cmpuint (get_bytes (f), <, 2 << 20);
  /* wider than what there is room for */
  player_bed_show (f, 0, (gint64) n * MS);
  g_assert_false (gscope_player_get_details (f->player, NULL, NULL));
  player_bed_show (f, 100000 * MS, 101000 * MS);
  check_details (f, n, 100000 * MS);
}

static void
test_overview (PlayerBed *f, gconstpointer data)
{
  g_autofree char *text = player_bed_make_walk (250000);

  gscope_player_set_budget (f->player, 2 << 20);
  player_bed_open (f, text);
  check_overview (f, 250000);
  /* what is appended stands behind it */
  player_bed_append (f, "250000 1 odd\n");
  player_bed_wait_for_samples (f, 250001);
  check_details (f, 250000, 100000 * MS);
  g_assert_cmpint (gscope_transport_get_end (f->transport), ==, 250000 * MS);
}

static void
test_compressed_overview (PlayerBed *f, gconstpointer data)
{
  g_autofree char *text = player_bed_make_walk (250000);
  g_autoptr (GBytes) all = player_bed_compress_gzip (text, strlen (text));

  gscope_player_set_budget (f->player, 2 << 20);
  player_bed_write (f, g_bytes_get_data (all, NULL), g_bytes_get_size (all));
  player_bed_start (f);
  g_assert_no_error (f->error);
  check_overview (f, 250000);
}

/* A recording that outgrows the budget while it is followed. */
static void
test_outgrown (PlayerBed *f, gconstpointer data)
{
  g_autofree char *text = player_bed_make_walk (200000);
  char *rest = text + strlen (text) / 10;

  gscope_player_set_budget (f->player, 2 << 20);
  rest = strchr (rest, '\n') + 1;
  player_bed_write (f, text, rest - text);
  player_bed_start (f);
  g_assert_false (gscope_player_get_overview (f->player));
  player_bed_append (f, rest);
  player_bed_wait_for_samples (f, 200000);
  g_assert_true (gscope_player_get_overview (f->player));
  check_details (f, 200000, 0);
}

static void
test_cancel (PlayerBed *f, gconstpointer data)
{
  g_autofree char *text = player_bed_make_walk (100000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  player_bed_write (f, text, -1);
  gscope_source_start_async (GSCOPE_SOURCE (f->player), cancellable, player_bed_on_verb, f);
  g_cancellable_cancel (cancellable);
  player_bed_wait_done (f);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, 0);
}

/* A stop ends the reading of a file for which another program has not written anything yet. */
static void
test_stop_early (PlayerBed *f, gconstpointer data)
{
  static const char script[] = "#!/bin/sh\nexec sleep 1000\n";
  g_autofree char *before = g_strdup (g_getenv ("GSCOPE_DECODE"));
  g_autofree char *program = g_build_filename (f->folder, "program", NULL);

  g_assert_true (g_file_set_contents (program, script, -1, NULL));
  g_assert_cmpint (g_chmod (program, 0700), ==, 0);
  g_setenv ("GSCOPE_DECODE", program, TRUE);
  player_bed_write (f, "fLaC", 4);
  gscope_source_start_async (GSCOPE_SOURCE (f->player), NULL, NULL, NULL);
  player_bed_stop (f);
  g_assert_no_error (f->error);
  g_assert_cmpint (gscope_source_get_state (GSCOPE_SOURCE (f->player)), ==,
                   GSCOPE_SOURCE_STATE_STOPPED);
  if (before)
    g_setenv ("GSCOPE_DECODE", before, TRUE);
  else
    g_unsetenv ("GSCOPE_DECODE");
}

#define ADD(name, func)                                                                            \
  g_test_add ("/player-large/" name, PlayerBed, NULL, player_bed_set_up, func, player_bed_tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("rules-between-blocks", test_rules_between_blocks);
  ADD ("many", test_many);
  ADD ("overview", test_overview);
  ADD ("compressed-overview", test_compressed_overview);
  ADD ("outgrown", test_outgrown);
  ADD ("cancel", test_cancel);
  ADD ("stop-early", test_stop_early);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Losses and gaps of a recording, when it is played back and written again. */

#include "support/player-bed.h"

#include <glib/gstdio.h>

#define MS GSCOPE_MSEC

/* Writes the playback to a file, and plays that file. */
static void
export_and_open (PlayerBed *f)
{
  g_autofree char *path = g_build_filename (f->folder, "again.tuples", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);

  gscope_exporter_write_async (exporter, GSCOPE_EXPORT_FORMAT_TUPLES, file, NULL,
                               player_bed_on_verb, f);
  player_bed_wait_done (f);
  g_assert_no_error (f->error);
  g_clear_object (&exporter);
  player_bed_drop_player (f);
  player_bed_set_player (f, "again.tuples");
  player_bed_start (f);
  g_assert_no_error (f->error);
}

static guint64
get_lost (PlayerBed *f, const char *signal, GscopeLoss cause)
{
  return gscope_signal_get_lost (gscope_scope_find_signal (f->scope, signal), cause);
}

static guint64
get_gaps (PlayerBed *f, const char *signal)
{
  return gscope_trace_get_n_gaps (
      gscope_signal_get_trace (gscope_scope_find_signal (f->scope, signal)));
}

/* Signal a lost one more than the number of each cause, source s two more; signal b has no samples. */
static const char *
make_text (GString *text)
{
  g_string_append (
      text, "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05Z\",\"time_ns\":0,\"clock\":"
            "\"system\",\"signals\":[{\"name\":\"a\"},{\"name\":\"b\"}]}\n"
            "10 1 a\n");
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    {
      gscope_annotation_append_loss (text, "a", 1000 * MS * (cause + 1), cause, cause + 1);
      gscope_annotation_append_loss (text, "s", 1000 * MS * (cause + 1), cause, cause + 2);
    }
  gscope_annotation_append_loss (text, "b", -5 * MS, GSCOPE_LOSS_LATE, 7);
  gscope_annotation_append_gap (text, "a", 20 * MS, GSCOPE_GAP_CAUSE_TICK);
  g_string_append (text, "20 nan a\n30 2 a\n");
  return text->str;
}

static void
assert_all (PlayerBed *f)
{
  GscopeSignal *signal = gscope_scope_find_signal (f->scope, "a");
  const GscopeLossRecord *records;
  GscopeTally own, all;
  gsize n;

  gscope_source_get_tally (GSCOPE_SOURCE (f->player), &own);
  gscope_scope_get_tally (f->scope, &all);
  records = gscope_signal_get_losses (signal, G_MININT64, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, GSCOPE_N_LOSSES);
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    {
      const guint late = cause == GSCOPE_LOSS_LATE ? 7 : 0;

      g_assert_cmpuint (get_lost (f, "a", cause), ==, cause + 1);
      g_assert_cmpuint (get_lost (f, "b", cause), ==, late);
      g_assert_cmpuint (own.counts[cause], ==, cause + 2);
      g_assert_cmpuint (all.counts[cause], ==, 2 * cause + 3 + late);
      g_assert_cmpint (records[cause].time, ==, 1000 * MS * (cause + 1));
      g_assert_cmpint (records[cause].cause, ==, cause);
    }
  g_assert_cmpuint (all.gaps, ==, 1);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, 2);
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 0);
  g_assert_null (gscope_scope_find_signal (f->scope, "s"));
}

/* However often it is played and written, nothing vanishes or is counted twice. */
static void
test_causes (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  player_bed_open (f, make_text (text));
  assert_all (f);
  player_bed_stop (f);
  player_bed_start (f);
  assert_all (f);
  export_and_open (f);
  assert_all (f);
  export_and_open (f);
  assert_all (f);
}

static void
wait_for_lost (PlayerBed *f, guint64 n)
{
  GscopeTally tally;

  do
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->base), 250 * MS);
      g_main_context_iteration (NULL, TRUE);
      gscope_scope_get_tally (f->scope, &tally);
    }
  while (gscope_tally_get_lost (&tally) != n);
}

/* The recording grows, and another one replaces it. */
static void
test_following (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("10 1 a\n");
  g_autoptr (GString) more = g_string_new (NULL);

  gscope_annotation_append_loss (text, "a", 10 * MS, GSCOPE_LOSS_TICK, 3);
  player_bed_open (f, text->str);
  g_assert_cmpuint (get_lost (f, "a", GSCOPE_LOSS_TICK), ==, 3);
  gscope_annotation_append_loss (more, "a", 20 * MS, GSCOPE_LOSS_TICK, 4);
  gscope_annotation_append_loss (more, "s", 20 * MS, GSCOPE_LOSS_LIMIT, 5);
  player_bed_append (f, more->str);
  wait_for_lost (f, 12);
  g_assert_cmpuint (get_lost (f, "a", GSCOPE_LOSS_TICK), ==, 7);
  g_remove (f->path);
  g_assert_true (g_file_set_contents (f->path, text->str, -1, NULL));
  wait_for_lost (f, 3);
  g_assert_cmpuint (get_lost (f, "a", GSCOPE_LOSS_TICK), ==, 3);
}

static void
assert_gap (PlayerBed *f, const char *name, gint64 begin, gint64 end)
{
  GscopeTrace *trace = gscope_signal_get_trace (gscope_scope_find_signal (f->scope, name));
  gsize n;
  const GscopeGap *gaps = gscope_trace_get_gaps (trace, G_MININT64, G_MAXINT64, &n);

  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps->begin, ==, begin);
  g_assert_cmpint (gaps->end, ==, end);
  g_assert_cmpint (gaps->cause, ==, GSCOPE_GAP_CAUSE_SILENT);
}

/* A gap that was noticed late lasts from the last sample of its signal to the next one, although
 * samples of other signals are between it and its line. */
static void
test_late_gap (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("10 1 a\n20 1 b\n1270 2 b\n");

  gscope_annotation_append_gap (text, "a", 10 * MS, GSCOPE_GAP_CAUSE_SILENT);
  g_string_append (text, "1270 nan a\n1500 3 b\n2000 4 a\n");
  player_bed_open (f, text->str);
  assert_gap (f, "a", 10 * MS, 2000 * MS);
  export_and_open (f);
  assert_gap (f, "a", 10 * MS, 2000 * MS);
}

/* The line of the gap's sample comes later. */
static void
test_split_gap (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("10 1 a\n20 1 b\n");

  gscope_annotation_append_gap (text, "a", 10 * MS, GSCOPE_GAP_CAUSE_SILENT);
  player_bed_open (f, text->str);
  g_assert_cmpuint (get_gaps (f, "a"), ==, 0);
  player_bed_append (f, "1270 2 b\n1270 nan a\n2000 4 a\n");
  player_bed_wait_for_samples (f, 4);
  assert_gap (f, "a", 10 * MS, 2000 * MS);
}

/* Gaps that begin at one time are as many as they were. */
static void
test_same_time (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("10 1 a\n");

  for (guint i = 0; i < 3; i++)
    {
      gscope_annotation_append_gap (text, "a", 10 * MS, GSCOPE_GAP_CAUSE_TICK);
      g_string_append (text, "10 nan a\n10 2 a\n");
    }
  player_bed_open (f, text->str);
  g_assert_cmpuint (get_gaps (f, "a"), ==, 3);
  export_and_open (f);
  g_assert_cmpuint (get_gaps (f, "a"), ==, 3);
}

/* There are more moments at which something was lost than are remembered. */
static void
test_many (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("10 1 a\n");

  for (guint i = 0; i < 5000; i++)
    gscope_annotation_append_loss (text, "a", i * GSCOPE_SEC, GSCOPE_LOSS_LATE, 2);
  player_bed_open (f, text->str);
  g_assert_cmpuint (get_lost (f, "a", GSCOPE_LOSS_LATE), ==, 10000);
  export_and_open (f);
  g_assert_cmpuint (get_lost (f, "a", GSCOPE_LOSS_LATE), ==, 10000);
}

/* An overview has all gaps, though it does not show each. */
static void
test_overview (PlayerBed *f, gconstpointer data)
{
  const guint n = 100000;
  g_autoptr (GString) text = g_string_new (NULL);

  gscope_player_set_budget (f->player, 1 << 20);
  for (guint i = 0; i < n; i++)
    {
      if (i % 100 == 50)
        gscope_annotation_append_gap (text, "a", i * MS, GSCOPE_GAP_CAUSE_TICK);
      g_string_append_printf (text, "%u %s a\n", i, i % 100 == 50 ? "nan" : "1");
    }
  gscope_annotation_append_loss (text, "a", n * MS, GSCOPE_LOSS_TICK, 3);
  player_bed_open (f, text->str);
  g_assert_true (gscope_player_get_overview (f->player));
  g_assert_cmpuint (get_gaps (f, "a"), ==, n / 100);
  gscope_player_show (f->player, 50000 * MS, 51000 * MS);
  while (!gscope_player_get_details (f->player, NULL, NULL))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (get_gaps (f, "a"), ==, n / 100);
  g_assert_cmpuint (get_lost (f, "a", GSCOPE_LOSS_TICK), ==, 3);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, n - n / 100);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/player-losses/" name, PlayerBed, NULL, player_bed_set_up, func,                    \
              player_bed_tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("causes", test_causes);
  ADD ("following", test_following);
  ADD ("late-gap", test_late_gap);
  ADD ("split-gap", test_split_gap);
  ADD ("same-time", test_same_time);
  ADD ("many", test_many);
  ADD ("overview", test_overview);

  return g_test_run ();
}

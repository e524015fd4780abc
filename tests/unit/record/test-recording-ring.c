/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The ring of recordings: its bound on the disk, and what it answers about the past. */

#include "support/await.h"
#include "support/ring-bed.h"
#include "support/scripted-source.h"

#include <gscope/files/zstd-compressor.h>
#include <string.h>

/* Out of the file that is written, and out of one that is complete; by samples and by the index */
static void
test_answers (RingBed *f, gconstpointer data)
{
  g_autoptr (GscopeRecordRingAnswer) whole = NULL;

  ring_bed_push (f, 4000);
  ring_bed_flush (f);
  ring_bed_check_columns (f, 0, 1, 100);
  ring_bed_check_columns (f, 1000, 7, 100);
  ring_bed_stop (f);
  g_assert_cmpuint (ring_bed_count_files (f, ".index"), ==, 1);
  ring_bed_start (f, "aaaaaaaa", 0, 0);
  ring_bed_check_columns (f, 1000, 7, 100);
  whole = ring_bed_ask (f, 0, G_GINT64_CONSTANT (1) << 40, 1);
  g_assert_cmpuint (whole->columns[0].count, ==, 4000);
  g_assert_cmpfloat (whole->columns[0].max, ==, 3999);
  g_assert_cmpfloat (whole->columns[0].first, ==, 0);
}

/* The trace of an agent that has just started begins within a column: the recordings have the samples before it, the
 * trace the later ones, of which only some are in a file. The column is complete, and is not asked for again. */
static void
test_border (RingBed *f, gconstpointer data)
{
  g_autoptr (GscopeScope) young = gscope_scope_new_with_clock (f->clock);
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (scripted_source_new ("lab"));
  g_autoptr (GscopeSignal) wave = gscope_signal_new_buffered ("wave");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (wave);
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;
  GscopeRecordRingQuestion question;
  gint64 pen = ring_bed_get_time (549), until = pen;

  ring_bed_push (f, 400);
  ring_bed_flush (f);
  gscope_source_add_signal (source, wave, NULL);
  gscope_scope_add_source (young, source);
  gscope_scope_set_delay (young, 60 * GSCOPE_SEC);
  for (guint64 i = 300; i < 450; i++)
    gscope_producer_push (producer, ring_bed_get_time (i), (double) i);
  gscope_scope_drain (young);
  g_assert_false (gscope_record_ring_question_init (&question, wave, pen, ring_bed_get_time (300),
                                                    7 * RING_BED_PERIOD, 20, &until));
  g_assert_true (gscope_record_ring_question_init (&question, wave, pen, ring_bed_get_time (0),
                                                   7 * RING_BED_PERIOD, 60, &until));
  g_assert_cmpint (until, ==, pen);
  answer = ring_bed_send (f, &question);
  g_assert_cmpuint (answer->n, ==, 43);
  for (gsize i = 0; i < answer->n; i++)
    {
      g_assert_cmpuint (answer->columns[i].count, ==, 7);
      g_assert_cmpfloat (answer->columns[i].first, ==, (double) i * 7);
      g_assert_cmpfloat (answer->columns[i].last, ==, (double) i * 7 + 6);
    }
}

/* A signal takes the name of one that was removed a moment ago, whose last samples are not in a file yet. The answer is
 * complete up to those, so that the columns are asked for again. */
static void
test_successor (RingBed *f, gconstpointer data)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (f->clock);
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (scripted_source_new ("lab"));
  g_autoptr (GscopeSignal) wave = gscope_signal_new_buffered ("wave");
  GscopeRecordRingQuestion question;
  gint64 pen = ring_bed_get_time (399), until = pen;

  ring_bed_push (f, 400);
  gscope_source_add_signal (source, wave, NULL);
  gscope_scope_add_source (scope, source);
  g_assert_true (gscope_record_ring_question_init (&question, wave, pen, ring_bed_get_time (0),
                                                   RING_BED_PERIOD, 400, &until));
  g_assert_cmpint (until, ==, pen - 2 * GSCOPE_SEC);
  gscope_scope_remove_source (scope, source);
}

/* Files of a former run whose indexes are lost get them again, a few at a time. */
static void
test_left (RingBed *f, gconstpointer data)
{
  g_autoptr (GscopeRecordRingAnswer) whole = NULL;
  guint n_files;

  ring_bed_stop (f);
  ring_bed_start (f, "aaaaaaaa", 0, 240 * GSCOPE_SEC);
  ring_bed_push (f, 6000);
  ring_bed_flush (f);
  ring_bed_stop (f);
  n_files = ring_bed_count_files (f, ".index");
  g_assert_cmpuint (n_files, >, 4);
  ring_bed_remove_files (f, ".index");
  ring_bed_start (f, "aaaaaaaa", 0, 240 * GSCOPE_SEC);
  whole = ring_bed_ask (f, 0, G_GINT64_CONSTANT (1) << 50, 1);
  g_assert_cmpuint (whole->columns[0].count, ==, 6000);
  g_assert_cmpuint (ring_bed_count_files (f, ".index"), ==, n_files);
}

/* A ring that is stopped at once does not wait for all files of a former run. */
static void
test_left_again (RingBed *f, gconstpointer data)
{
  guint n_files;

  ring_bed_stop (f);
  ring_bed_start (f, "aaaaaaaa", 0, 240 * GSCOPE_SEC);
  ring_bed_push (f, 6000);
  ring_bed_flush (f);
  ring_bed_stop (f);
  n_files = ring_bed_count_files (f, ".index");
  ring_bed_remove_files (f, ".index");
  ring_bed_start (f, "aaaaaaaa", 0, 240 * GSCOPE_SEC);
  ring_bed_stop (f);
  g_assert_cmpuint (ring_bed_count_files (f, ".index"), <, n_files);
}

/* Many gaps within a column are one in the answer. */
static void
test_many_gaps (RingBed *f, gconstpointer data)
{
  GscopeTrace *trace = gscope_signal_get_trace (f->wave);
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;

  for (guint i = 0; i < 20; i++)
    {
      ring_bed_push (f, 10);
      gscope_scope_drain (f->scope);
      gscope_trace_append_gap (trace, gscope_clock_get_time (f->clock), GSCOPE_GAP_CAUSE_STOPPED);
    }
  ring_bed_push (f, 10);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 2 * GSCOPE_SEC);
  AWAIT (gscope_recorder_get_n_samples (gscope_record_ring_get_recorder (f->ring)) == 210);
  ring_bed_stop (f);
  ring_bed_start (f, "aaaaaaaa", 0, 0);
  answer = ring_bed_ask (f, 0, G_GINT64_CONSTANT (1) << 50, 1);
  g_assert_cmpuint (answer->gaps->len, ==, 1);
  g_clear_pointer (&answer, gscope_record_ring_answer_free);
  answer = ring_bed_ask (f, ring_bed_get_time (0), RING_BED_PERIOD, 210);
  g_assert_cmpuint (answer->gaps->len, >=, 20);
}

/* Index columns are exact where borders fall together. */
static void
test_index (RingBed *f, gconstpointer data)
{
  gint64 width = G_GINT64_CONSTANT (1) << 33;
  gint64 from = ring_bed_get_time (0) & -width;
  g_autoptr (GscopeRecordRingAnswer) fine = NULL;
  g_autoptr (GscopeRecordRingAnswer) coarse = NULL;

  ring_bed_push (f, 4000);
  ring_bed_flush (f);
  fine = ring_bed_ask (f, from, width, 8);
  ring_bed_stop (f);
  ring_bed_start (f, "aaaaaaaa", 0, 0);
  /* without its samples */
  ring_bed_remove_files (f, ".tuples.zst");
  coarse = ring_bed_ask (f, from, width, 8);
  for (guint i = 0; i < 8; i++)
    {
      g_assert_cmpuint (coarse->columns[i].count, ==, fine->columns[i].count);
      if (fine->columns[i].count == 0)
        continue;
      g_assert_cmpfloat (coarse->columns[i].min, ==, fine->columns[i].min);
      g_assert_cmpfloat (coarse->columns[i].max, ==, fine->columns[i].max);
      g_assert_cmpfloat (coarse->columns[i].first, ==, fine->columns[i].first);
      g_assert_cmpfloat (coarse->columns[i].last, ==, fine->columns[i].last);
    }
}

/* An index has each signal by its name, also where a marker came after the last sample. */
static void
test_names (RingBed *f, gconstpointer data)
{
  static const char *const names[] = { "alpha", "beta", "yaw", "zulu" };
  const gint64 width = G_GINT64_CONSTANT (1) << 33;
  const gint64 from = ring_bed_get_time (0) & -width;
  g_autoptr (GscopeRecordRingAnswer) none = NULL;
  g_autoptr (GscopeMarker) marker = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (names[i]);
      g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);

      gscope_source_add_signal (f->source, signal, NULL);
      g_assert_true (gscope_producer_push_now (producer, i));
      f->n++;
    }
  marker = gscope_marker_new (gscope_clock_get_time (f->clock) + GSCOPE_SEC,
                              GSCOPE_MARKER_KIND_NOTE, NULL, "end", NULL);
  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
  ring_bed_flush (f);
  ring_bed_stop (f);
  ring_bed_start (f, "aaaaaaaa", 0, 0);
  /* without its samples */
  ring_bed_remove_files (f, ".tuples.zst");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strconcat ("lab/", names[i], NULL);
      g_autoptr (GscopeRecordRingAnswer) answer = ring_bed_ask_about (f, name, from, width, 1);

      g_assert_cmpuint (answer->columns[0].count, ==, 1);
      g_assert_cmpfloat (answer->columns[0].max, ==, i);
    }
  none = ring_bed_ask_about (f, "lab/unknown", from, width, 1);
  g_assert_cmpuint (none->columns[0].count, ==, 0);
}

static void
write_recording (RingBed *f, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (f->directory, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileOutputStream) plain = g_file_create (file, G_FILE_CREATE_NONE, NULL, NULL);
  g_autoptr (GConverter) converter = gscope_zstd_compressor_new ();
  g_autoptr (GOutputStream) stream =
      g_converter_output_stream_new (G_OUTPUT_STREAM (plain), converter);

  g_assert_true (g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
}

/* A file of another boot is found by the wall clock. That boot’s clock was at 5 s when the clock of the test was at
 * 800 s; the wall clock of the test begins in 2000. */
static void
test_other_boot (RingBed *f, gconstpointer data)
{
  const gint64 begin = 800 * GSCOPE_SEC;
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;
  g_autoptr (GString) text = g_string_new (
      "#gscope {\"version\":1,\"start\":\"2000-01-01T00:13:20.000000000Z\",\"time_ns\":5000000000,"
      "\"clock\":\"monotonic\",\"signals\":[]}\n");
  const GscopeGap *gap;

  ring_bed_push (f, 100);
  ring_bed_flush (f);
  ring_bed_stop (f);
  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text, "%u %u " RING_BED_NAME "\n", 5000 + i * 10, i);
  write_recording (f, "gscope-20000101T001320.000000Z-bbbbbbbb.tuples.zst", text->str);
  ring_bed_start (f, "aaaaaaaa", 0, 0);
  answer = ring_bed_ask (f, begin, GSCOPE_SEC, 300);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpuint (answer->columns[i].count, ==, 100);
      g_assert_cmpfloat (answer->columns[i].first, ==, i * 100);
      g_assert_cmpfloat (answer->columns[i].max, ==, i * 100 + 99);
    }
  g_assert_cmpuint (answer->columns[3].count, ==, 0);
  g_assert_cmpuint (answer->columns[200].count, ==, 99);
  g_assert_cmpuint (answer->columns[201].count, ==, 1);
  gap = &g_array_index (answer->gaps, GscopeGap, 0);
  g_assert_cmpint (gap->cause, ==, GSCOPE_GAP_CAUSE_STOPPED);
  g_assert_cmpint (gap->begin, ==, begin + 2990 * GSCOPE_MSEC);
  g_assert_cmpint (gap->end, ==, ring_bed_get_time (0));
  g_assert_cmpstr (f->found->str, ==, "");
  /* its index places it again */
  ring_bed_stop (f);
  ring_bed_start (f, "cccccccc", 0, 0);
  g_clear_pointer (&answer, gscope_record_ring_answer_free);
  answer = ring_bed_ask (f, begin, GSCOPE_SEC, 300);
  g_assert_cmpuint (answer->columns[2].count, ==, 100);
  g_assert_cmpuint (answer->columns[200].count, ==, 99);
}

/* No sample is older than the bound, also when nothing is recorded any more, and few younger ones have gone. */
static void
test_duration (RingBed *f, gconstpointer data)
{
  const gint64 bound = 24 * GSCOPE_SEC;
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;
  gint64 oldest;

  /* a bound that comes later counts for the present file, too */
  ring_bed_push (f, 300);
  gscope_record_ring_set_bounds (f->ring, 0, bound);
  for (guint i = 0; i < 80; i++)
    {
      ring_bed_push (f, 50);
      g_main_context_iteration (NULL, FALSE);
    }
  ring_bed_flush (f);
  answer = ring_bed_ask (f, ring_bed_get_time (0), RING_BED_PERIOD, (gsize) f->n);
  oldest = 0;
  while (answer->columns[oldest].count == 0)
    oldest++;
  oldest = gscope_clock_get_time (f->clock) - ring_bed_get_time ((guint64) oldest);
  g_assert_cmpint (oldest, <=, bound);
  g_assert_cmpint (oldest, >, bound * 3 / 4);
  do
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 4 * GSCOPE_SEC);
      g_clear_pointer (&answer, gscope_record_ring_answer_free);
      answer = ring_bed_ask (f, ring_bed_get_time (0), GSCOPE_SEC, (gsize) f->n / 100 + 1);
      oldest = 0;
      while ((gsize) oldest < answer->n && answer->columns[oldest].count == 0)
        oldest++;
    }
  while ((gsize) oldest < answer->n);
  AWAIT (ring_bed_count_files (f, ".tuples.zst") == 1);
}

/* The oldest files go first, and the bound is never exceeded. */
static void
test_bound (RingBed *f, gconstpointer data)
{
  guint64 most = 0;
  g_autoptr (GscopeRecordRingAnswer) old = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n = g_test_slow () ? 30 : 1;

  ring_bed_stop (f);
  ring_bed_start (f, "aaaaaaaa", GSCOPE_RECORD_RING_MIN_BYTES, 0);
  for (guint i = 0; i < n; i++)
    {
      for (guint j = 0; j < 60000; j++)
        {
          gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 20000);
          g_assert_true (gscope_producer_push_now (f->producer, g_rand_double (rand)));
          f->n++;
          if (j % 2000 == 1999)
            g_main_context_iteration (NULL, FALSE);
        }
      ring_bed_flush (f);
      most = MAX (most, gscope_record_ring_get_bytes (f->ring));
    }
  g_assert_cmpuint (most, <=, GSCOPE_RECORD_RING_MIN_BYTES);
  if (!g_test_slow ())
    return;
  g_assert_cmpuint (most, >, GSCOPE_RECORD_RING_MIN_BYTES / 2);
  old = ring_bed_ask (f, 0, ring_bed_get_time (0), 1);
  g_assert_cmpuint (old->columns[0].count, ==, 0);
}

#define ADD(path, func) g_test_add (path, RingBed, NULL, ring_bed_set_up, func, ring_bed_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/ring/answers", test_answers);
  ADD ("/ring/border", test_border);
  ADD ("/ring/successor", test_successor);
  ADD ("/ring/left", test_left);
  ADD ("/ring/left-again", test_left_again);
  ADD ("/ring/many-gaps", test_many_gaps);
  ADD ("/ring/index", test_index);
  ADD ("/ring/names", test_names);
  ADD ("/ring/other-boot", test_other_boot);
  ADD ("/ring/bound", test_bound);
  ADD ("/ring/duration", test_duration);
  return g_test_run ();
}

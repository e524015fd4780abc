/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The ring of recordings: its bound on the disk, and what it answers about the past. */

#include "support/await.h"
#include "support/scripted-source.h"

#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <gscope/record/ring-private.h>
#include <gscope/record/zstd-compressor.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>

#define PERIOD (10 * GSCOPE_MSEC)
#define NAME "lab/wave"

typedef struct
{
  GscopeClock *clock;
  char *directory;
  GscopeScope *scope;
  GscopeSource *source;
  GscopeSignal *wave;
  GscopeProducer *producer;
  GscopeRecordRing *ring;
  guint64 n;
  /* of the present run */
  guint64 begin;
  /* sentences about files of former runs; how often a problem or its end was reported */
  GString *found;
  guint n_told;
} Fixture;

static void
on_found (Fixture *f, const char *text)
{
  g_string_append_printf (f->found, "%s\n", text);
}

static void
on_problem (Fixture *f)
{
  f->n_told++;
}

static void
start_ring (Fixture *f, const char *clock_name, guint64 max_bytes, gint64 max_duration)
{
  g_autoptr (GError) error = NULL;

  f->begin = f->n;
  f->ring = gscope_record_ring_new (f->scope, f->directory);
  gscope_record_ring_set_clock_name (f->ring, clock_name);
  gscope_record_ring_set_bounds (f->ring, max_bytes, max_duration);
  g_signal_connect_swapped (f->ring, "found", G_CALLBACK (on_found), f);
  g_signal_connect_swapped (f->ring, "notify::problem", G_CALLBACK (on_problem), f);
  gscope_record_ring_start (f->ring, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->found = g_string_new (NULL);
  f->directory = g_dir_make_tmp ("gscope-ring-XXXXXX", NULL);
  f->clock = gscope_test_clock_new (1000 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->source = GSCOPE_SOURCE (scripted_source_new ("lab"));
  f->wave = gscope_signal_new_buffered ("wave");
  gscope_source_add_signal (f->source, f->wave, NULL);
  f->producer = gscope_signal_create_producer (f->wave);
  gscope_scope_add_source (f->scope, f->source);
  gscope_scope_set_period (f->scope, PERIOD);
  gscope_scope_start (f->scope);
  start_ring (f, "aaaaaaaa", 0, 0);
}

static void
stop_ring (Fixture *f)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;

  gscope_record_ring_stop_async (f->ring, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  g_assert_true (gscope_record_ring_stop_finish (f->ring, kept, &error));
  g_assert_no_error (error);
  g_clear_object (&kept);
  /* The thread that made the last index lets it go, and wakes nobody. */
  while (g_atomic_int_get (&G_OBJECT (f->ring)->ref_count) > 1)
    if (!g_main_context_iteration (NULL, FALSE))
      g_thread_yield ();
  g_assert_finalize_object (g_steal_pointer (&f->ring));
}

static guint
count_files (Fixture *f, const char *suffix)
{
  g_autoptr (GDir) directory = g_dir_open (f->directory, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (directory)))
    n += g_str_has_suffix (name, suffix);
  return n;
}

static void
remove_files (Fixture *f, const char *suffix)
{
  g_autoptr (GDir) directory = g_dir_open (f->directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (directory)))
    {
      g_autofree char *path = g_build_filename (f->directory, name, NULL);

      if (g_str_has_suffix (name, suffix))
        g_unlink (path);
    }
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  if (f->ring)
    stop_ring (f);
  gscope_producer_unref (f->producer);
  g_object_unref (f->wave);
  gscope_scope_remove_source (f->scope, f->source);
  g_assert_finalize_object (f->source);
  g_assert_finalize_object (f->scope);
  g_object_unref (f->clock);
  remove_files (f, "");
  g_assert_cmpint (g_rmdir (f->directory), ==, 0);
  g_free (f->directory);
  g_string_free (f->found, TRUE);
}

/* Value i comes at i periods after the begin. */
static void
push (Fixture *f, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), PERIOD);
      g_assert_true (gscope_producer_push_now (f->producer, (double) f->n++));
      if (i % 50 == 49)
        g_main_context_iteration (NULL, FALSE);
    }
}

static gint64
get_time (guint64 i)
{
  return 1000 * GSCOPE_SEC + PERIOD * (gint64) (i + 1);
}

/* Lets the ring write until the file has the newest sample. */
static void
flush (Fixture *f)
{
  GscopeRecorder *recorder = gscope_record_ring_get_recorder (f->ring);
  guint64 bytes;

  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 2 * GSCOPE_SEC);
  AWAIT (gscope_recorder_get_n_samples (recorder) == f->n - f->begin);
  /* the last write is under way */
  bytes = gscope_recorder_get_bytes_written (recorder);
  AWAIT (gscope_recorder_get_bytes_written (recorder) > bytes);
}

static GscopeRecordRingAnswer *
send (Fixture *f, const GscopeRecordRingQuestion *question)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;
  GscopeRecordRingAnswer *answer;

  gscope_record_ring_query_async (f->ring, question, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  answer = gscope_record_ring_query_finish (kept, &error);
  g_assert_no_error (error);
  return answer;
}

static GscopeRecordRingAnswer *
ask_about (Fixture *f, const char *name, gint64 from, gint64 width, gsize n)
{
  const GscopeRecordRingQuestion question = {
    .signal = (char *) name, .from = from, .width = width, .n = n, .end = G_MAXINT64
  };

  return send (f, &question);
}

static GscopeRecordRingAnswer *
ask (Fixture *f, gint64 from, gint64 width, gsize n)
{
  return ask_about (f, NAME, from, width, n);
}

/* Checks columns of `each` samples from sample i on. */
static void
check_columns (Fixture *f, guint64 i, guint each, gsize n)
{
  g_autoptr (GscopeRecordRingAnswer) answer = ask (f, get_time (i), PERIOD * each, n);

  for (gsize k = 0; k < n; k++)
    {
      const GscopeColumn *column = &answer->columns[k];

      g_assert_cmpuint (column->count, ==, each);
      g_assert_cmpfloat (column->first, ==, (double) (i + k * each));
      g_assert_cmpfloat (column->min, ==, column->first);
      g_assert_cmpfloat (column->last, ==, (double) (i + (k + 1) * each - 1));
      g_assert_cmpfloat (column->max, ==, column->last);
    }
  if (i > 0)
    {
      g_assert_true (answer->has_before);
      g_assert_cmpint (answer->before.time, <, get_time (i));
      g_assert_cmpfloat (answer->before.value, ==, (double) i - 1);
    }
}

/* Out of the file that is written, and out of one that is complete; by samples and by the index */
static void
test_answers (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeRecordRingAnswer) whole = NULL;

  push (f, 4000);
  flush (f);
  check_columns (f, 0, 1, 100);
  check_columns (f, 1000, 7, 100);
  stop_ring (f);
  g_assert_cmpuint (count_files (f, ".index"), ==, 1);
  start_ring (f, "aaaaaaaa", 0, 0);
  check_columns (f, 1000, 7, 100);
  whole = ask (f, 0, G_GINT64_CONSTANT (1) << 40, 1);
  g_assert_cmpuint (whole->columns[0].count, ==, 4000);
  g_assert_cmpfloat (whole->columns[0].max, ==, 3999);
  g_assert_cmpfloat (whole->columns[0].first, ==, 0);
}

/* The trace of an agent that has just started begins within a column: the recordings have the samples before it, the
 * trace the later ones, of which only some are in a file. The column is complete, and is not asked for again. */
static void
test_border (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) young = gscope_scope_new_with_clock (f->clock);
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (scripted_source_new ("lab"));
  g_autoptr (GscopeSignal) wave = gscope_signal_new_buffered ("wave");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (wave);
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;
  GscopeRecordRingQuestion question;
  gint64 pen = get_time (549), until = pen;

  push (f, 400);
  flush (f);
  gscope_source_add_signal (source, wave, NULL);
  gscope_scope_add_source (young, source);
  gscope_scope_set_delay (young, 60 * GSCOPE_SEC);
  for (guint64 i = 300; i < 450; i++)
    gscope_producer_push (producer, get_time (i), (double) i);
  gscope_scope_drain (young);
  g_assert_false (gscope_record_ring_question_init (&question, wave, pen, get_time (300),
                                                    7 * PERIOD, 20, &until));
  g_assert_true (gscope_record_ring_question_init (&question, wave, pen, get_time (0), 7 * PERIOD,
                                                   60, &until));
  g_assert_cmpint (until, ==, pen);
  answer = send (f, &question);
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
test_successor (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (f->clock);
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (scripted_source_new ("lab"));
  g_autoptr (GscopeSignal) wave = gscope_signal_new_buffered ("wave");
  GscopeRecordRingQuestion question;
  gint64 pen = get_time (399), until = pen;

  push (f, 400);
  gscope_source_add_signal (source, wave, NULL);
  gscope_scope_add_source (scope, source);
  g_assert_true (
      gscope_record_ring_question_init (&question, wave, pen, get_time (0), PERIOD, 400, &until));
  g_assert_cmpint (until, ==, pen - 2 * GSCOPE_SEC);
  gscope_scope_remove_source (scope, source);
}

/* Index columns are exact where borders fall together. */
static void
test_index (Fixture *f, gconstpointer data)
{
  gint64 width = G_GINT64_CONSTANT (1) << 33;
  gint64 from = get_time (0) & -width;
  g_autoptr (GscopeRecordRingAnswer) fine = NULL;
  g_autoptr (GscopeRecordRingAnswer) coarse = NULL;

  push (f, 4000);
  flush (f);
  fine = ask (f, from, width, 8);
  stop_ring (f);
  start_ring (f, "aaaaaaaa", 0, 0);
  /* without its samples */
  remove_files (f, ".tuples.zst");
  coarse = ask (f, from, width, 8);
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

static char *find_file (Fixture *f, const char *suffix);

/* An index with a number that no file has is made again. */
static void
test_changed_index (Fixture *f, gconstpointer data)
{
  g_autofree char *path = NULL;
  g_autofree char *before = NULL;
  g_autofree char *changed = NULL;
  g_autofree char *after = NULL;
  gsize size, new_size;

  push (f, 4000);
  flush (f);
  stop_ring (f);
  path = find_file (f, ".index");
  g_assert_true (g_file_get_contents (path, &before, &size, NULL));
  changed = g_memdup2 (before, size);
  /* the time of the header, behind the version */
  memset (changed + 8, 0x7f, 8);
  g_assert_true (g_file_set_contents (path, changed, (gssize) size, NULL));
  start_ring (f, "aaaaaaaa", 0, 0);
  check_columns (f, 1000, 7, 100);
  g_assert_true (g_file_get_contents (path, &after, &new_size, NULL));
  g_assert_cmpmem (after, new_size, before, size);
}

/* An index has each signal by its name, also where a marker came after the last sample. */
static void
test_names (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "alpha", "beta", "yaw", "zulu" };
  const gint64 width = G_GINT64_CONSTANT (1) << 33;
  const gint64 from = get_time (0) & -width;
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
  marker = gscope_marker_new (gscope_clock_get_time (f->clock) + GSCOPE_SEC, GSCOPE_MARKER_NOTE,
                              NULL, "end", NULL);
  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
  flush (f);
  stop_ring (f);
  start_ring (f, "aaaaaaaa", 0, 0);
  /* without its samples */
  remove_files (f, ".tuples.zst");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strconcat ("lab/", names[i], NULL);
      g_autoptr (GscopeRecordRingAnswer) answer = ask_about (f, name, from, width, 1);

      g_assert_cmpuint (answer->columns[0].count, ==, 1);
      g_assert_cmpfloat (answer->columns[0].max, ==, i);
    }
  none = ask_about (f, "lab/unknown", from, width, 1);
  g_assert_cmpuint (none->columns[0].count, ==, 0);
}

/* Returns the path of the only file with a suffix. */
static char *
find_file (Fixture *f, const char *suffix)
{
  g_autoptr (GDir) directory = g_dir_open (f->directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (directory)))
    if (g_str_has_suffix (name, suffix))
      return g_build_filename (f->directory, name, NULL);
  g_assert_not_reached ();
}

/* A program that was killed leaves a file without an end and without an index, and an unfinished index; there is a gap
 * until the next run. */
static void
test_killed (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;
  g_autofree char *path = NULL;
  g_autofree char *unfinished = NULL;
  const GscopeGap *gap;
  gint64 gap_begin;
  GStatBuf status;

  push (f, 1000);
  flush (f);
  path = find_file (f, ".tuples.zst");
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  stop_ring (f);
  g_assert_cmpint (truncate (path, status.st_size), ==, 0);
  remove_files (f, ".index");
  unfinished =
      g_strdup_printf ("%.*s.index.X1Y2Z3", (int) (strlen (path) - strlen (".tuples.zst")), path);
  g_assert_true (g_file_set_contents (unfinished, "x", 1, NULL));
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 60 * GSCOPE_SEC);
  start_ring (f, "aaaaaaaa", 0, 0);
  /* a query waits for the index */
  check_columns (f, 0, 10, 99);
  g_assert_cmpuint (count_files (f, ".index"), ==, 1);
  g_assert_false (g_file_test (unfinished, G_FILE_TEST_EXISTS));
  g_assert_nonnull (strstr (f->found->str, path));
  g_assert_nonnull (strstr (f->found->str, ":50.000 are there"));
  push (f, 500);
  flush (f);
  check_columns (f, 0, 10, 99);
  answer = ask (f, get_time (0), GSCOPE_SEC, 200);
  g_assert_cmpuint (answer->gaps->len, >=, 1);
  gap = &g_array_index (answer->gaps, GscopeGap, answer->gaps->len - 1);
  g_assert_cmpint (gap->cause, ==, GSCOPE_GAP_STOPPED);
  g_assert_cmpint (gap->begin, ==, get_time (999));
  g_assert_cmpint (gap->end - gap->begin, >, 60 * GSCOPE_SEC);
  /* the line is broken at its begin, and does not come from or go to the other side */
  g_assert_cmpfloat (answer->columns[8].last, ==, 899);
  g_assert_cmpfloat (answer->columns[9].max, ==, 999);
  g_assert_true (isnan (answer->columns[9].last));
  gap_begin = gap->begin + GSCOPE_SEC;
  g_clear_pointer (&answer, gscope_record_ring_answer_free);
  answer = ask (f, gap_begin, GSCOPE_SEC, 10);
  g_assert_true (answer->has_before && isnan (answer->before.value));
  g_assert_true (!answer->has_after || isnan (answer->after.value));
}

static void
write_recording (Fixture *f, const char *name, const char *text)
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
test_other_boot (Fixture *f, gconstpointer data)
{
  const gint64 begin = 800 * GSCOPE_SEC;
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;
  g_autoptr (GString) text = g_string_new (
      "#gscope {\"version\":1,\"start\":\"2000-01-01T00:13:20.000000000Z\",\"time_ns\":5000000000,"
      "\"clock\":\"monotonic\",\"signals\":[]}\n");
  const GscopeGap *gap;

  push (f, 100);
  flush (f);
  stop_ring (f);
  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text, "%u %u " NAME "\n", 5000 + i * 10, i);
  write_recording (f, "gscope-20000101T001320.000000Z-bbbbbbbb.tuples.zst", text->str);
  start_ring (f, "aaaaaaaa", 0, 0);
  answer = ask (f, begin, GSCOPE_SEC, 300);
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
  g_assert_cmpint (gap->cause, ==, GSCOPE_GAP_STOPPED);
  g_assert_cmpint (gap->begin, ==, begin + 2990 * GSCOPE_MSEC);
  g_assert_cmpint (gap->end, ==, get_time (0));
  g_assert_cmpstr (f->found->str, ==, "");
  /* its index places it again */
  stop_ring (f);
  start_ring (f, "cccccccc", 0, 0);
  g_clear_pointer (&answer, gscope_record_ring_answer_free);
  answer = ask (f, begin, GSCOPE_SEC, 300);
  g_assert_cmpuint (answer->columns[2].count, ==, 100);
  g_assert_cmpuint (answer->columns[200].count, ==, 99);
}

/* No sample is older than the bound, also when nothing is recorded any more, and few younger ones have gone. */
static void
test_duration (Fixture *f, gconstpointer data)
{
  const gint64 bound = 24 * GSCOPE_SEC;
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;
  gint64 oldest;

  /* a bound that comes later counts for the present file, too */
  push (f, 300);
  gscope_record_ring_set_bounds (f->ring, 0, bound);
  for (guint i = 0; i < 80; i++)
    {
      push (f, 50);
      g_main_context_iteration (NULL, FALSE);
    }
  flush (f);
  answer = ask (f, get_time (0), PERIOD, (gsize) f->n);
  oldest = 0;
  while (answer->columns[oldest].count == 0)
    oldest++;
  oldest = gscope_clock_get_time (f->clock) - get_time ((guint64) oldest);
  g_assert_cmpint (oldest, <=, bound);
  g_assert_cmpint (oldest, >, bound * 3 / 4);
  do
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 4 * GSCOPE_SEC);
      g_clear_pointer (&answer, gscope_record_ring_answer_free);
      answer = ask (f, get_time (0), GSCOPE_SEC, (gsize) f->n / 100 + 1);
      oldest = 0;
      while ((gsize) oldest < answer->n && answer->columns[oldest].count == 0)
        oldest++;
    }
  while ((gsize) oldest < answer->n);
  AWAIT (count_files (f, ".tuples.zst") == 1);
}

/* The oldest files go first, and the bound is never exceeded. */
static void
test_bound (Fixture *f, gconstpointer data)
{
  guint64 most = 0;
  g_autoptr (GscopeRecordRingAnswer) old = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n = g_test_slow () ? 30 : 1;

  stop_ring (f);
  start_ring (f, "aaaaaaaa", GSCOPE_RECORD_RING_MIN_BYTES, 0);
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
      flush (f);
      most = MAX (most, gscope_record_ring_get_bytes (f->ring));
    }
  g_assert_cmpuint (most, <=, GSCOPE_RECORD_RING_MIN_BYTES);
  if (!g_test_slow ())
    return;
  g_assert_cmpuint (most, >, GSCOPE_RECORD_RING_MIN_BYTES / 2);
  old = ask (f, 0, get_time (0), 1);
  g_assert_cmpuint (old->columns[0].count, ==, 0);
}

static void
count (GscopeRecorder *recorder, const GError *error, guint *n)
{
  ++*n;
}

/* A file that cannot be written is reported once; the ring tries again, and nothing is lost that the traces have. */
static void
test_unwritable (Fixture *f, gconstpointer data)
{
  struct rlimit former, small;
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;
  guint n_failures = 0;

  push (f, 500);
  flush (f);
  g_signal_connect (gscope_record_ring_get_recorder (f->ring), "failed", G_CALLBACK (count),
                    &n_failures);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &former), ==, 0);
  small = (struct rlimit){ 100, former.rlim_max };
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      push (f, 1500);
      AWAIT (n_failures > i);
      g_assert_nonnull (gscope_record_ring_get_problem (f->ring));
    }
  g_assert_cmpuint (f->n_told, ==, 1);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &former), ==, 0);
  while (gscope_record_ring_get_problem (f->ring))
    {
      push (f, 50);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpuint (f->n_told, ==, 2);
  flush (f);
  answer = ask (f, 0, G_GINT64_CONSTANT (1) << 50, 1);
  g_assert_cmpuint (answer->columns[0].count, ==, f->n);
  g_assert_cmpuint (answer->gaps->len, ==, 0);
  g_assert_cmpuint (gscope_record_ring_get_n_lost (f->ring), ==, 0);
}

/* Two rings do not share a directory, and foreign files stay. */
static void
test_directory (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeRecordRing) other = gscope_record_ring_new (f->scope, f->directory);
  g_autoptr (GscopeRecordRing) nowhere = gscope_record_ring_new (f->scope, "/dev/null/x");
  g_autofree char *foreign = g_build_filename (f->directory, "gscope-x.tuples.zst", NULL);
  g_autoptr (GError) taken = NULL;
  g_autoptr (GError) bad = NULL;

  g_assert_false (gscope_record_ring_start (other, &taken));
  g_assert_error (taken, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS);
  g_assert_false (gscope_record_ring_start (nowhere, &bad));
  g_assert_nonnull (strstr (bad->message, "/dev/null/x"));

  stop_ring (f);
  g_assert_true (g_file_set_contents (foreign, "x", 1, NULL));
  start_ring (f, "aaaaaaaa", GSCOPE_RECORD_RING_MIN_BYTES, GSCOPE_SEC);
  push (f, 2000);
  flush (f);
  g_assert_true (g_file_test (foreign, G_FILE_TEST_EXISTS));
}

/* An index that somebody has damaged is made again. */
static void
test_damaged_index (Fixture *f, gconstpointer data)
{
  g_autoptr (GDir) directory = NULL;
  const char *name;

  push (f, 1000);
  flush (f);
  stop_ring (f);
  directory = g_dir_open (f->directory, 0, NULL);
  while ((name = g_dir_read_name (directory)))
    {
      g_autofree char *path = g_build_filename (f->directory, name, NULL);
      g_autofree char *text = NULL;
      gsize length;

      if (!g_str_has_suffix (name, ".index"))
        continue;
      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      for (gsize i = length / 2; i < length; i += 7)
        text[i] ^= 0x55;
      g_assert_true (g_file_set_contents (path, text, (gssize) length, NULL));
    }
  start_ring (f, "aaaaaaaa", 0, 0);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  check_columns (f, 0, 10, 99);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/ring/answers", Fixture, NULL, set_up, test_answers, tear_down);
  g_test_add ("/ring/border", Fixture, NULL, set_up, test_border, tear_down);
  g_test_add ("/ring/successor", Fixture, NULL, set_up, test_successor, tear_down);
  g_test_add ("/ring/changed-index", Fixture, NULL, set_up, test_changed_index, tear_down);
  g_test_add ("/ring/index", Fixture, NULL, set_up, test_index, tear_down);
  g_test_add ("/ring/names", Fixture, NULL, set_up, test_names, tear_down);
  g_test_add ("/ring/killed", Fixture, NULL, set_up, test_killed, tear_down);
  g_test_add ("/ring/other-boot", Fixture, NULL, set_up, test_other_boot, tear_down);
  g_test_add ("/ring/bound", Fixture, NULL, set_up, test_bound, tear_down);
  g_test_add ("/ring/duration", Fixture, NULL, set_up, test_duration, tear_down);
  g_test_add ("/ring/unwritable", Fixture, NULL, set_up, test_unwritable, tear_down);
  g_test_add ("/ring/directory", Fixture, NULL, set_up, test_directory, tear_down);
  g_test_add ("/ring/damaged-index", Fixture, NULL, set_up, test_damaged_index, tear_down);
  return g_test_run ();
}

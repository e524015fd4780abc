/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The ring of recordings where something is wrong: files that cannot be written, read or removed, and a killed program. */

#include "support/await.h"
#include "support/ring-bed.h"

#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* An index with a number that no file has is made again. */
static void
test_changed_index (RingBed *f, gconstpointer data)
{
  g_autofree char *path = NULL;
  g_autofree char *before = NULL;
  g_autofree char *changed = NULL;
  g_autofree char *after = NULL;
  gsize size, new_size;

  ring_bed_push (f, 4000);
  ring_bed_flush (f);
  ring_bed_stop (f);
  path = ring_bed_find_file (f, ".index");
  g_assert_true (g_file_get_contents (path, &before, &size, NULL));
  changed = g_memdup2 (before, size);
  /* the time of the header, behind the version */
  memset (changed + 8, 0x7f, 8);
  g_assert_true (g_file_set_contents (path, changed, (gssize) size, NULL));
  ring_bed_start (f, "aaaaaaaa", 0, 0);
  ring_bed_check_columns (f, 1000, 7, 100);
  g_assert_true (g_file_get_contents (path, &after, &new_size, NULL));
  g_assert_cmpmem (after, new_size, before, size);
}

/* A program that was killed leaves a file without an end and without an index, and an unfinished index; there is a gap
 * until the next run. */
static void
test_killed (RingBed *f, gconstpointer data)
{
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;
  g_autofree char *path = NULL;
  g_autofree char *unfinished = NULL;
  const GscopeGap *gap;
  gint64 gap_begin;
  GStatBuf status;

  ring_bed_push (f, 1000);
  ring_bed_flush (f);
  path = ring_bed_find_file (f, ".tuples.zst");
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  ring_bed_stop (f);
  g_assert_cmpint (truncate (path, status.st_size), ==, 0);
  ring_bed_remove_files (f, ".index");
  unfinished =
      g_strdup_printf ("%.*s.index.X1Y2Z3", (int) (strlen (path) - strlen (".tuples.zst")), path);
  g_assert_true (g_file_set_contents (unfinished, "x", 1, NULL));
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 60 * GSCOPE_SEC);
  ring_bed_start (f, "aaaaaaaa", 0, 0);
  /* a query waits for the index */
  ring_bed_check_columns (f, 0, 10, 99);
  g_assert_cmpuint (ring_bed_count_files (f, ".index"), ==, 1);
  g_assert_false (g_file_test (unfinished, G_FILE_TEST_EXISTS));
  g_assert_nonnull (strstr (f->found->str, path));
  g_assert_nonnull (strstr (f->found->str, ":50.000 are there"));
  ring_bed_push (f, 500);
  ring_bed_flush (f);
  ring_bed_check_columns (f, 0, 10, 99);
  answer = ring_bed_ask (f, ring_bed_get_time (0), GSCOPE_SEC, 200);
  g_assert_cmpuint (answer->gaps->len, >=, 1);
  gap = &g_array_index (answer->gaps, GscopeGap, answer->gaps->len - 1);
  g_assert_cmpint (gap->cause, ==, GSCOPE_GAP_CAUSE_STOPPED);
  g_assert_cmpint (gap->begin, ==, ring_bed_get_time (999));
  g_assert_cmpint (gap->end - gap->begin, >, 60 * GSCOPE_SEC);
  /* the line is broken at its begin, and does not come from or go to the other side */
  g_assert_cmpfloat (answer->columns[8].last, ==, 899);
  g_assert_cmpfloat (answer->columns[9].max, ==, 999);
  g_assert_true (isnan (answer->columns[9].last));
  gap_begin = gap->begin + GSCOPE_SEC;
  g_clear_pointer (&answer, gscope_record_ring_answer_free);
  answer = ring_bed_ask (f, gap_begin, GSCOPE_SEC, 10);
  g_assert_true (answer->has_before && isnan (answer->before.value));
  g_assert_true (!answer->has_after || isnan (answer->after.value));
}

static guint64
get_size (const char *path)
{
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  return (guint64) status.st_size;
}

/* Counts the first 400 samples in the files. */
static guint64
get_first_count (RingBed *f)
{
  g_autoptr (GscopeRecordRingAnswer) answer =
      ring_bed_ask (f, ring_bed_get_time (0), 400 * RING_BED_PERIOD, 1);

  return answer->columns[0].count;
}

/* Limits the size of files to 100 bytes. Returns the former limit. */
static struct rlimit
limit_files (void)
{
  struct rlimit former, small;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &former), ==, 0);
  small = (struct rlimit){ 100, former.rlim_max };
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  return former;
}

/* Goes on until the ring has given up a file that it cannot write. */
static void
fail_once (RingBed *f)
{
  GscopeRecorder *recorder = gscope_record_ring_get_recorder (f->ring);
  g_autoptr (GFile) before = g_object_ref (gscope_recorder_get_current_file (recorder));

  while (g_file_equal (gscope_recorder_get_current_file (recorder), before))
    {
      ring_bed_push (f, 50);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_nonnull (gscope_record_ring_get_problem (f->ring));
}

static void
recover (RingBed *f, const struct rlimit *former)
{
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, former), ==, 0);
  while (gscope_record_ring_get_problem (f->ring))
    {
      ring_bed_push (f, 50);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpuint (f->n_told, ==, 2);
}

/* A file that cannot be written is reported once; the ring tries again, and nothing is lost that the traces have. */
static void
test_unwritable (RingBed *f, gconstpointer data)
{
  struct rlimit former;
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;

  ring_bed_push (f, 500);
  ring_bed_flush (f);
  former = limit_files ();
  for (guint i = 0; i < 3; i++)
    fail_once (f);
  g_assert_cmpuint (f->n_told, ==, 1);
  recover (f, &former);
  ring_bed_flush (f);
  answer = ring_bed_ask (f, 0, G_GINT64_CONSTANT (1) << 50, 1);
  g_assert_cmpuint (answer->columns[0].count, ==, f->n);
  g_assert_cmpuint (answer->gaps->len, ==, 0);
  g_assert_cmpuint (gscope_record_ring_get_n_lost (f->ring), ==, 0);
}

/* Samples that the traces drop while no file can be written are counted, and leave a gap. A loss before that is counted
 * once. */
static void
test_dropped (RingBed *f, gconstpointer data)
{
  GscopeTrace *trace = gscope_signal_get_trace (f->wave);
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;
  struct rlimit former;
  GscopeTally tally;
  guint64 n_lost;

  ring_bed_push (f, 500);
  ring_bed_flush (f);
  former = limit_files ();
  /* behind later ones */
  g_assert_false (gscope_producer_push (f->producer, GSCOPE_SEC, 0));
  fail_once (f);
  while (!gscope_trace_evict (trace))
    ring_bed_push (f, 1000);
  recover (f, &former);
  ring_bed_flush (f);
  n_lost = gscope_record_ring_get_n_lost (f->ring);
  g_assert_cmpuint (n_lost, >, 0);
  gscope_recorder_get_tally (gscope_record_ring_get_recorder (f->ring), &tally);
  g_assert_cmpuint (gscope_tally_get_lost (&tally) + gscope_tally_get_late (&tally), ==,
                    n_lost + 1);
  answer = ring_bed_ask (f, 0, G_GINT64_CONSTANT (1) << 50, 1);
  g_assert_cmpuint (answer->gaps->len, ==, 1);
  /* a gap begins with a sample that has no value */
  g_assert_cmpuint (answer->columns[0].count, ==, f->n - n_lost + 1);
}

/* A file that cannot be removed, as a directory, is reported once and counts on; others go in its place. */
static void
test_stuck (RingBed *f, gconstpointer data)
{
  g_autofree char *path =
      g_build_filename (f->directory, "gscope-20000101T001000.000000Z-aaaaaaaa.tuples.zst", NULL);
  const char *report;

  ring_bed_push (f, 500);
  ring_bed_flush (f);
  ring_bed_stop (f);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  ring_bed_start (f, "aaaaaaaa", 0, 24 * GSCOPE_SEC);
  for (guint i = 0; i < 8; i++)
    {
      ring_bed_push (f, 500);
      ring_bed_flush (f);
    }
  report = strstr (f->found->str, "Cannot remove");
  g_assert_true (report && strstr (report, path));
  g_assert_null (strstr (report + 1, "Cannot remove"));
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_DIR));
  g_assert_cmpuint (gscope_record_ring_get_bytes (f->ring), >, get_size (path));
  g_assert_cmpuint (get_first_count (f), ==, 0);
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

/* The directory may be named from where the program is. */
static void
test_relative (RingBed *f, gconstpointer data)
{
  g_autofree char *here = g_get_current_dir ();
  g_autofree char *parent = g_path_get_dirname (f->directory);
  g_autofree char *directory = f->directory;
  g_autofree char *path = NULL;

  ring_bed_stop (f);
  ring_bed_remove_files (f, "");
  g_assert_cmpint (g_chdir (parent), ==, 0);
  f->directory = g_path_get_basename (directory);
  ring_bed_start (f, "aaaaaaaa", 0, 0);
  for (guint i = 0; i < 4; i++)
    {
      ring_bed_push (f, 100);
      ring_bed_flush (f);
    }
  path = ring_bed_find_file (f, ".tuples.zst");
  g_assert_cmpuint (gscope_record_ring_get_bytes (f->ring), ==, get_size (path));
  g_assert_cmpint (g_chdir (here), ==, 0);
  g_free (f->directory);
  f->directory = g_steal_pointer (&directory);
}

/* Two rings do not share a directory, and foreign files stay. */
static void
test_directory (RingBed *f, gconstpointer data)
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

  ring_bed_stop (f);
  g_assert_true (g_file_set_contents (foreign, "x", 1, NULL));
  ring_bed_start (f, "aaaaaaaa", GSCOPE_RECORD_RING_MIN_BYTES, GSCOPE_SEC);
  ring_bed_push (f, 2000);
  ring_bed_flush (f);
  g_assert_true (g_file_test (foreign, G_FILE_TEST_EXISTS));
}

/* An index that somebody has damaged is made again. */
static void
test_damaged_index (RingBed *f, gconstpointer data)
{
  g_autoptr (GDir) directory = NULL;
  const char *name;

  ring_bed_push (f, 1000);
  ring_bed_flush (f);
  ring_bed_stop (f);
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
  ring_bed_start (f, "aaaaaaaa", 0, 0);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  ring_bed_check_columns (f, 0, 10, 99);
}

/* The name of a file may have any date; samples that are recorded now are found nevertheless. */
static void
test_far_date (RingBed *f, gconstpointer data)
{
  g_autoptr (GscopeRecordRingAnswer) answer = NULL;
  g_autofree char *path =
      g_build_filename (f->directory, "gscope-99990101T000000.000000Z-bbbbbbbb.tuples.zst", NULL);

  ring_bed_push (f, 1000);
  ring_bed_flush (f);
  ring_bed_stop (f);
  g_assert_true (g_file_set_contents (path, "x", 1, NULL));
  ring_bed_start (f, "aaaaaaaa", 0, 0);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  ring_bed_check_columns (f, 0, 10, 99);
  ring_bed_push (f, 500);
  ring_bed_flush (f);
  answer = ring_bed_ask (f, 0, G_GINT64_CONSTANT (1) << 50, 1);
  g_assert_cmpuint (answer->columns[0].count, ==, 1500);
}

#define ADD(path, func) g_test_add (path, RingBed, NULL, ring_bed_set_up, func, ring_bed_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/ring-faults/changed-index", test_changed_index);
  ADD ("/ring-faults/killed", test_killed);
  ADD ("/ring-faults/unwritable", test_unwritable);
  ADD ("/ring-faults/dropped", test_dropped);
  ADD ("/ring-faults/stuck", test_stuck);
  ADD ("/ring-faults/relative", test_relative);
  ADD ("/ring-faults/directory", test_directory);
  ADD ("/ring-faults/damaged-index", test_damaged_index);
  ADD ("/ring-faults/far-date", test_far_date);
  return g_test_run ();
}

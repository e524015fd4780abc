/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/ring-bed.h"

#include "support/await.h"
#include "support/scripted-source.h"

#include <glib/gstdio.h>

static void
on_found (RingBed *f, const char *text)
{
  g_string_append_printf (f->found, "%s\n", text);
}

static void
on_problem (RingBed *f)
{
  f->n_told++;
}

void
ring_bed_start (RingBed *f, const char *clock_name, guint64 max_bytes, gint64 max_duration)
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

void
ring_bed_set_up (RingBed *f, gconstpointer data)
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
  gscope_scope_set_period (f->scope, RING_BED_PERIOD);
  gscope_scope_start (f->scope);
  ring_bed_start (f, "aaaaaaaa", 0, 0);
}

void
ring_bed_stop (RingBed *f)
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

guint
ring_bed_count_files (RingBed *f, const char *suffix)
{
  g_autoptr (GDir) directory = g_dir_open (f->directory, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (directory)))
    n += g_str_has_suffix (name, suffix);
  return n;
}

void
ring_bed_remove_files (RingBed *f, const char *suffix)
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

void
ring_bed_tear_down (RingBed *f, gconstpointer data)
{
  if (f->ring)
    ring_bed_stop (f);
  gscope_producer_unref (f->producer);
  g_object_unref (f->wave);
  gscope_scope_remove_source (f->scope, f->source);
  g_assert_finalize_object (f->source);
  g_assert_finalize_object (f->scope);
  g_object_unref (f->clock);
  ring_bed_remove_files (f, "");
  g_assert_cmpint (g_rmdir (f->directory), ==, 0);
  g_free (f->directory);
  g_string_free (f->found, TRUE);
}

void
ring_bed_push (RingBed *f, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), RING_BED_PERIOD);
      g_assert_true (gscope_producer_push_now (f->producer, (double) f->n++));
      if (i % 50 == 49)
        g_main_context_iteration (NULL, FALSE);
    }
}

gint64
ring_bed_get_time (guint64 i)
{
  return 1000 * GSCOPE_SEC + RING_BED_PERIOD * (gint64) (i + 1);
}

void
ring_bed_flush (RingBed *f)
{
  GscopeRecorder *recorder = gscope_record_ring_get_recorder (f->ring);
  guint64 bytes;

  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 2 * GSCOPE_SEC);
  AWAIT (gscope_recorder_get_n_samples (recorder) + gscope_record_ring_get_n_lost (f->ring)
         == f->n - f->begin);
  /* the last write is under way */
  bytes = gscope_recorder_get_bytes_written (recorder);
  AWAIT (gscope_recorder_get_bytes_written (recorder) > bytes);
}

GscopeRecordRingAnswer *
ring_bed_send (RingBed *f, const GscopeRecordRingQuestion *question)
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

GscopeRecordRingAnswer *
ring_bed_ask_about (RingBed *f, const char *name, gint64 from, gint64 width, gsize n)
{
  const GscopeRecordRingQuestion question = {
    .signal = (char *) name, .from = from, .width = width, .n = n, .end = G_MAXINT64
  };

  return ring_bed_send (f, &question);
}

GscopeRecordRingAnswer *
ring_bed_ask (RingBed *f, gint64 from, gint64 width, gsize n)
{
  return ring_bed_ask_about (f, RING_BED_NAME, from, width, n);
}

void
ring_bed_check_columns (RingBed *f, guint64 i, guint each, gsize n)
{
  g_autoptr (GscopeRecordRingAnswer) answer =
      ring_bed_ask (f, ring_bed_get_time (i), RING_BED_PERIOD * each, n);

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
      g_assert_cmpint (answer->before.time, <, ring_bed_get_time (i));
      g_assert_cmpfloat (answer->before.value, ==, (double) i - 1);
    }
}

char *
ring_bed_find_file (RingBed *f, const char *suffix)
{
  g_autoptr (GDir) directory = g_dir_open (f->directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (directory)))
    if (g_str_has_suffix (name, suffix))
      return g_build_filename (f->directory, name, NULL);
  g_assert_not_reached ();
}

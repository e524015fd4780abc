/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-test/gscope-test.h>
#include <gscope/gscope.h>

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A sawtooth of 100 ms, in a sample each 10 ms; delay 100 ms. Time begins at 1 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSignal *signal;
  GscopeSignal *other;
  GscopeProducer *producer;
  GscopeProducer *other_producer;
  GscopeTrigger *trigger;
  GscopeCaptureList *list;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 4.5, .hysteresis = 1 },
                                           .after = 1 };

  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->signal = gscope_scope_add_buffered (f->scope, "signal");
  f->other = gscope_scope_add_buffered (f->scope, "other");
  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_MODE_LINES);
  f->producer = gscope_signal_create_producer (f->signal);
  f->other_producer = gscope_signal_create_producer (f->other);
  f->trigger = gscope_trigger_new (f->signal, &settings);
  f->list = gscope_capture_list_new (f->scope, f->trigger);
  gscope_capture_list_set_window (f->list, 20 * GSCOPE_MSEC, 30 * GSCOPE_MSEC);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_producer_unref (f->producer);
  gscope_producer_unref (f->other_producer);
  g_assert_finalize_object (f->list);
  g_assert_finalize_object (f->trigger);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static void
run (Fixture *f, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 now;

      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      now = gscope_clock_get_time (f->clock);
      gscope_producer_push (f->producer, now, (double) (now / (10 * GSCOPE_MSEC) % 10));
      gscope_producer_push (f->other_producer, now, (double) (now / GSCOPE_MSEC));
      gscope_scope_drain (f->scope);
      while (g_main_context_iteration (NULL, FALSE))
        continue;
    }
}

static guint
count (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (f->list));
}

static GscopeCapture *
get (Fixture *f, guint position)
{
  GscopeCapture *capture = g_list_model_get_item (G_LIST_MODEL (f->list), position);

  g_object_unref (capture);
  return capture;
}

static void
assert_values (GscopeTrace *trace, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint64 i = 0; i < gscope_trace_get_end (trace); i++)
    if (isnan (gscope_trace_get_value (trace, i)))
      g_string_append (text, "| ");
    else
      g_string_append_printf (text, "%g ", gscope_trace_get_value (trace, i));
  g_assert_cmpstr (g_strchomp (text->str), ==, expected);
}

/* A capture has the window about the crossing, which lies between two samples, and a sample beside each end. */
static void
test_window (Fixture *f, gconstpointer data)
{
  GscopeCapture *capture;

  gscope_capture_list_add_signal (f->list, f->other);
  gscope_capture_list_add_signal (f->list, f->other);
  run (f, 30);
  g_assert_cmpuint (count (f), ==, 2);
  capture = get (f, 0);
  g_assert_cmpuint (gscope_capture_get_number (capture), ==, 1);
  g_assert_cmpint (gscope_capture_get_time (capture), ==, 1050 * GSCOPE_MSEC);
  g_assert_cmpint (gscope_capture_get_zero (capture), ==, 1045 * GSCOPE_MSEC);
  assert_values (gscope_capture_get_trace (capture, f->signal), "2 3 4 5 6 7 8");
  assert_values (gscope_capture_get_trace (capture, f->other),
                 "1020 1030 1040 1050 1060 1070 1080");
  g_assert_cmpuint (gscope_capture_get_n_gaps (capture), ==, 0);
  g_assert_cmpint (gscope_capture_get_time (get (f, 1)), ==, 1150 * GSCOPE_MSEC);
  g_assert_cmpuint (gscope_capture_list_get_n_lost (f->list), ==, 0);
  g_assert_cmpuint (gscope_capture_list_get_n_overlapping (f->list), ==, 0);
}

/* Values that hold cross nothing between samples. */
static void
test_steps (Fixture *f, gconstpointer data)
{
  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_MODE_STEPS);
  run (f, 30);
  g_assert_cmpint (gscope_capture_get_zero (get (f, 0)), ==, 1050 * GSCOPE_MSEC);
}

/* The oldest go, except those that are kept; the numbers go on. */
static void
test_bounds (Fixture *f, gconstpointer data)
{
  gsize bytes;

  run (f, 60);
  g_assert_cmpuint (count (f), ==, 5);
  gscope_capture_set_kept (get (f, 0), TRUE);
  bytes = gscope_capture_list_get_bytes (f->list);
  gscope_capture_list_set_bounds (f->list, 3, bytes);
  g_assert_cmpuint (count (f), ==, 3);
  g_assert_cmpuint (gscope_capture_get_number (get (f, 0)), ==, 1);
  g_assert_cmpuint (gscope_capture_get_number (get (f, 1)), ==, 4);
  g_assert_cmpuint (gscope_capture_list_get_n_evicted (f->list), ==, 2);
  gscope_capture_list_set_bounds (f->list, 100, bytes / 2);
  g_assert_cmpuint (gscope_capture_list_get_bytes (f->list), <=, bytes / 2);
  run (f, 20);
  g_assert_cmpuint (gscope_capture_list_get_n_taken (f->list), ==, 7);
  g_assert_true (gscope_capture_get_kept (get (f, 0)));
  gscope_capture_list_remove (f->list, 0);
  g_assert_cmpuint (gscope_capture_get_number (get (f, 0)), ==, 7);
}

/* A capture that was removed can come back, once, in the order of the times. */
static void
test_add_again (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCapture) capture = NULL;
  gsize bytes;

  run (f, 60);
  bytes = gscope_capture_list_get_bytes (f->list);
  capture = g_object_ref (get (f, 1));
  gscope_capture_list_remove (f->list, 1);
  g_assert_cmpuint (gscope_capture_list_get_bytes (f->list), <, bytes);
  g_assert_true (gscope_capture_list_add (f->list, capture));
  g_assert_true (get (f, 1) == capture);
  g_assert_cmpuint (gscope_capture_list_get_bytes (f->list), ==, bytes);
  g_assert_false (gscope_capture_list_add (f->list, capture));
  g_assert_true (gscope_capture_list_get_trigger (f->list) == f->trigger);
}

/* A firing within a capture is counted. */
static void
test_overlap (Fixture *f, gconstpointer data)
{
  gscope_capture_list_set_window (f->list, 0, 150 * GSCOPE_MSEC);
  run (f, 70);
  /* two wait for their ends */
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 7);
  g_assert_cmpuint (gscope_capture_list_get_n_taken (f->list), ==, 2);
  g_assert_cmpuint (gscope_capture_list_get_n_overlapping (f->list), ==, 3);
  g_assert_cmpuint (gscope_capture_list_get_n_lost (f->list), ==, 0);
}

/* Missing samples are a gap of the capture. */
static void
test_gap (Fixture *f, gconstpointer data)
{
  run (f, 6);
  gscope_trace_append_gap (gscope_signal_get_trace (f->signal), 1065 * GSCOPE_MSEC,
                           GSCOPE_GAP_CAUSE_RING_FULL);
  run (f, 20);
  assert_values (gscope_capture_get_trace (get (f, 0), f->signal), "2 3 4 5 6 | 7 8");
  g_assert_cmpuint (gscope_capture_get_n_gaps (get (f, 0)), ==, 1);
}

/* A gap may begin at the time of the sample before it. */
static void
test_gap_at_sample (Fixture *f, gconstpointer data)
{
  run (f, 6);
  gscope_trace_append_gap (gscope_signal_get_trace (f->signal), 1060 * GSCOPE_MSEC,
                           GSCOPE_GAP_CAUSE_RING_FULL);
  run (f, 20);
  assert_values (gscope_capture_get_trace (get (f, 0), f->signal), "2 3 4 5 6 | 7 8");
}

/* The times that a search finds become captures, each once and in order. */
static void
test_found (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeTriggerSearch) search = NULL;
  const gint64 *times;
  gsize n;

  gscope_capture_list_set_window (f->list, 20 * GSCOPE_MSEC, 3000 * GSCOPE_MSEC);
  run (f, 60);
  g_assert_cmpuint (count (f), ==, 0);
  gscope_capture_list_set_window (f->list, 20 * GSCOPE_MSEC, 30 * GSCOPE_MSEC);
  search =
      gscope_trigger_search_new (gscope_signal_get_trace (f->signal),
                                 gscope_trigger_get_settings (f->trigger), G_MININT64, G_MAXINT64);
  g_assert_false (gscope_trigger_search_go_on (search, G_MAXUINT64));
  times = gscope_trigger_search_get_times (search, &n);
  g_assert_cmpuint (n, ==, 6);
  for (gsize i = n; i-- > 0;)
    g_assert_true (gscope_capture_list_add_at (f->list, times[i]));
  g_assert_false (gscope_capture_list_add_at (f->list, times[0]));
  g_assert_cmpuint (count (f), ==, 6);
  g_assert_cmpint (gscope_capture_get_time (get (f, 0)), ==, times[0]);
  run (f, 1);
  g_assert_cmpuint (count (f), ==, 6);
}

/* Firings that are too many for the main loop at once are counted as lost. */
static void
test_lost (Fixture *f, gconstpointer data)
{
  gint64 begin = gscope_clock_get_time (f->clock);

  gscope_capture_list_set_window (f->list, 0, 1);
  gscope_scope_set_delay (f->scope, 10 * GSCOPE_SEC);
  for (gint64 i = 0; i < 40000; i++)
    {
      gscope_producer_push (f->producer, begin + i * 10, i % 2 ? 9 : 0);
      if (i % 1000 == 999)
        gscope_scope_drain (f->scope);
    }
  gscope_scope_drain (f->scope);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 20 * GSCOPE_SEC);
  run (f, 1);
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 20000);
  g_assert_cmpuint (gscope_capture_list_get_n_lost (f->list), >, 0);
  g_assert_cmpuint (gscope_capture_list_get_n_taken (f->list)
                        + gscope_capture_list_get_n_lost (f->list),
                    ==, 20000);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

static GFile *
make_file (const char *name)
{
  g_autofree char *path =
      g_strdup_printf ("%s/gscope-test-%d-%s", g_get_tmp_dir (), getpid (), name);

  return g_file_new_for_path (path);
}

static char *
read_text (GFile *file)
{
  char *text = NULL;

  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  return text;
}

static gboolean
write_some (Fixture *f, GscopeCapture *const *captures, gsize n, GscopeExportFormat format,
            GFile *file, GError **error)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;

  gscope_capture_list_write_async (f->list, captures, n, format, file, NULL,
                                   gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  return gscope_capture_list_write_finish (f->list, kept, error);
}

static void
write_all (Fixture *f, GscopeExportFormat format, GFile *file)
{
  g_autoptr (GError) error = NULL;

  write_some (f, NULL, 0, format, file, &error);
  g_assert_no_error (error);
}

/* A table has the number of the capture and the time from the trigger. */
static void
test_table (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) file = make_file ("captures.csv");
  g_autoptr (GError) error = NULL;
  g_autofree char *some = NULL, *all = NULL;
  GscopeCapture *second;

  gscope_signal_set_unit (f->signal, "V");
  gscope_capture_list_add_signal (f->list, f->other);
  gscope_capture_list_set_window (f->list, 10 * GSCOPE_MSEC, 10 * GSCOPE_MSEC);
  run (f, 30);
  second = get (f, 1);
  g_assert_true (write_some (f, &second, 1, GSCOPE_EXPORT_FORMAT_CSV, file, &error));
  g_assert_no_error (error);
  some = read_text (file);
  g_assert_cmpstr (some, ==,
                   "capture,time (s),signal (V),other\n"
                   "2,-0.015,3,1130\n2,-0.005,4,1140\n2,0.005,5,1150\n2,0.015,6,1160\n");
  write_all (f, GSCOPE_EXPORT_FORMAT_CSV, file);
  all = read_text (file);
  g_assert_nonnull (strstr (all, "\n1,0.005,5,1050\n"));
  g_assert_true (g_str_has_suffix (all, strchr (some, '\n') + 1));
  g_assert_true (g_file_delete (file, NULL, NULL));
}

/* Each iteration of the main loop writes one block at most. The file has the captures of the beginning. */
static void
test_large (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) file = make_file ("large.csv");
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL, *line = NULL;
  GAsyncResult *result = NULL;
  guint n = 0, n_lines = 0;

  gscope_capture_list_set_window (f->list, 0, 200 * GSCOPE_SEC);
  run (f, 20020);
  g_assert_cmpuint (count (f), ==, 1);
  gscope_capture_list_write_async (f->list, NULL, 0, GSCOPE_EXPORT_FORMAT_CSV, file, NULL,
                                   gscope_test_keep_result, &result);
  gscope_capture_list_remove (f->list, 0);
  for (; !result; n++)
    g_main_context_iteration (NULL, TRUE);
  kept = result;
  g_assert_true (gscope_capture_list_write_finish (f->list, kept, &error));
  g_assert_no_error (error);
  text = read_text (file);
  g_assert_cmpuint (n, >, strlen (text) / (128 * 1024));
  for (const char *c = text; *c; c++)
    n_lines += *c == '\n';
  g_assert_cmpuint (n_lines, ==, 1 + 1 + 20000 + 1);
  g_assert_true (g_file_delete (file, NULL, NULL));
}

/* A file that cannot be written stays as it was. */
static void
test_not_written (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) folder = make_file ("folder");
  g_autoptr (GFile) inside = g_file_get_child (folder, "captures.csv");
  g_autoptr (GFile) below = g_file_get_child (inside, "captures.csv");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  run (f, 30);
  g_assert_false (write_some (f, NULL, 0, GSCOPE_EXPORT_FORMAT_CSV, inside, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, g_file_peek_path (inside)));
  g_clear_error (&error);
  g_assert_true (g_file_make_directory (folder, NULL, NULL));
  g_assert_false (write_some (f, NULL, 0, GSCOPE_EXPORT_FORMAT_CSV, folder, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_clear_error (&error);
  write_all (f, GSCOPE_EXPORT_FORMAT_CSV, inside);
  g_assert_false (write_some (f, NULL, 0, GSCOPE_EXPORT_FORMAT_TUPLES, below, &error));
  text = read_text (inside);
  g_assert_true (g_str_has_prefix (text, "capture,time (s),"));
  g_assert_true (g_file_delete (inside, NULL, NULL));
  /* nothing else is there */
  g_assert_true (g_file_delete (folder, NULL, NULL));
}

/* A device is not replaced by a file, not even by who may do so. */
static void
test_pipe (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) file = make_file ("pipe");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (mkfifo (g_file_peek_path (file), 0600), ==, 0);
  run (f, 30);
  g_assert_false (write_some (f, NULL, 0, GSCOPE_EXPORT_FORMAT_TUPLES, file, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_assert_cmpint (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL), ==,
                   G_FILE_TYPE_SPECIAL);
  g_assert_true (g_file_delete (file, NULL, NULL));
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  g_set_object ((GAsyncResult **) data, result);
}

static gboolean
read_captures (GscopeCaptureList *list, GFile *file, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  gscope_capture_list_read_async (list, file, NULL, on_read, &result);
  while (!result)
    g_main_context_iteration (NULL, TRUE);
  return gscope_capture_list_read_finish (list, result, error);
}

static void
assert_same (GscopeCapture *a, GscopeCapture *b, GscopeSignal *signal)
{
  GscopeTrace *x = gscope_capture_get_trace (a, signal), *y = gscope_capture_get_trace (b, signal);

  g_assert_cmpuint (gscope_capture_get_number (a), ==, gscope_capture_get_number (b));
  g_assert_cmpint (gscope_capture_get_time (a), ==, gscope_capture_get_time (b));
  g_assert_cmpint (gscope_capture_get_zero (a), ==, gscope_capture_get_zero (b));
  g_assert_cmpint (gscope_capture_get_kept (a), ==, gscope_capture_get_kept (b));
  g_assert_cmpuint (gscope_capture_get_n_gaps (a), ==, gscope_capture_get_n_gaps (b));
  g_assert_cmpuint (gscope_trace_get_end (x), ==, gscope_trace_get_end (y));
  for (guint64 i = 0; i < gscope_trace_get_end (x); i++)
    {
      g_assert_cmpint (gscope_trace_get_time (x, i), ==, gscope_trace_get_time (y, i));
      g_assert_true (isnan (gscope_trace_get_value (x, i))
                         ? isnan (gscope_trace_get_value (y, i))
                         : gscope_trace_get_value (x, i) == gscope_trace_get_value (y, i));
    }
}

/* Captures that are written as tuples are read again as they were, also where they overlap and have gaps. */
static void
test_tuples (Fixture *f, gconstpointer data)
{
  gint64 before = GPOINTER_TO_INT (data) * GSCOPE_MSEC;
  g_autoptr (GFile) file = make_file ("captures.tuples");
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeCaptureList) list = NULL;

  gscope_capture_list_add_signal (f->list, f->other);
  gscope_capture_list_set_window (f->list, before, 30 * GSCOPE_MSEC);
  run (f, 16);
  gscope_trace_append_gap (gscope_signal_get_trace (f->signal), 1165 * GSCOPE_MSEC,
                           GSCOPE_GAP_CAUSE_RING_FULL);
  run (f, 55);
  g_assert_cmpuint (count (f), ==, 6);
  gscope_capture_set_kept (get (f, 2), TRUE);
  write_all (f, GSCOPE_EXPORT_FORMAT_TUPLES, file);
  list = gscope_capture_list_new (f->scope, f->trigger);
  g_assert_true (read_captures (list, file, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 6);
  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (list), i);

      assert_same (get (f, i), capture, f->signal);
      assert_same (get (f, i), capture, f->other);
    }
  g_assert_true (g_file_delete (file, NULL, NULL));
}

/* A later capture may begin before an earlier one, because its window is wider: it is written as a whole. */
static void
test_wider (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) file = make_file ("wider.tuples");
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeCaptureList) list = NULL;

  run (f, 20);
  g_assert_cmpuint (count (f), ==, 1);
  gscope_capture_list_set_window (f->list, 140 * GSCOPE_MSEC, 30 * GSCOPE_MSEC);
  run (f, 20);
  g_assert_cmpuint (count (f), >=, 2);
  write_all (f, GSCOPE_EXPORT_FORMAT_TUPLES, file);
  list = gscope_capture_list_new (f->scope, f->trigger);
  g_assert_true (read_captures (list, file, &error));
  for (guint i = 0; i < count (f); i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (list), i);

      assert_same (get (f, i), capture, f->signal);
    }
  g_assert_true (g_file_delete (file, NULL, NULL));
}

/* A file that is no such file is refused, and nothing is added. */
static void
test_bad_file (Fixture *f, gconstpointer data)
{
  const char text[] = "#gscope {\"capture\":{\"number\":-1}}\n1 2 signal\n";
  g_autoptr (GFile) file = make_file ("bad.tuples");
  g_autoptr (GError) error = NULL;

  g_assert_false (read_captures (f->list, file, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_true (
      g_file_replace_contents (file, text, strlen (text), NULL, FALSE, 0, NULL, NULL, NULL));
  g_assert_false (read_captures (f->list, file, &error));
  g_assert_nonnull (error);
  g_assert_false (read_captures (f->list, file, NULL));
  g_assert_cmpuint (count (f), ==, 0);
  g_assert_true (g_file_delete (file, NULL, NULL));
}

/* Samples that are not in the order of time are left out: somebody has changed the file. */
static void
test_disorder (Fixture *f, gconstpointer data)
{
  const char text[] = "#gscope {\"capture\":{\"number\":1,\"time_ns\":5000000,\"zero_ns\":5000000,"
                      "\"begin_ns\":0,\"end_ns\":9000000}}\n"
                      "1 1 signal\n5 5 signal\n3 3 signal\n6 6 signal\n-9e30 0 signal\n";
  g_autoptr (GFile) file = make_file ("disorder.tuples");
  g_autoptr (GError) error = NULL;

  g_assert_true (
      g_file_replace_contents (file, text, strlen (text), NULL, FALSE, 0, NULL, NULL, NULL));
  read_captures (f->list, file, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count (f), ==, 1);
  assert_values (gscope_capture_get_trace (get (f, 0), f->signal), "1 5 6");
  g_assert_true (g_file_delete (file, NULL, NULL));
}

/* A gap whose sample is missing hides no later one. */
static void
test_missing_sample (Fixture *f, gconstpointer data)
{
  const char text[] =
      "#gscope {\"capture\":{\"number\":1,\"time_ns\":5000000,\"zero_ns\":5000000,"
      "\"begin_ns\":0,\"end_ns\":9000000}}\n"
      "#gscope {\"gap\":{\"signal\":\"signal\",\"time_ns\":2000000,\"cause\":\"stopped\"}}\n"
      "#gscope {\"gap\":{\"signal\":\"signal\",\"time_ns\":4000000,\"cause\":\"silent\"}}\n"
      "1 1 signal\n4 nan signal\n6 6 signal\n";
  g_autoptr (GFile) file = make_file ("missing.tuples");
  g_autoptr (GError) error = NULL;
  const GscopeGap *gaps;
  gsize n;

  g_assert_true (
      g_file_replace_contents (file, text, strlen (text), NULL, FALSE, 0, NULL, NULL, NULL));
  g_assert_true (read_captures (f->list, file, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count (f), ==, 1);
  gaps = gscope_trace_get_gaps (gscope_capture_get_trace (get (f, 0), f->signal), G_MININT64,
                                G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps->cause, ==, GSCOPE_GAP_CAUSE_SILENT);
  g_assert_true (g_file_delete (file, NULL, NULL));
}

/* Of more captures than the list has memory for, the newest are read, and those that are kept. */
static void
test_read_bounds (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) file = make_file ("bounds.tuples");
  g_autoptr (GscopeCaptureList) list = gscope_capture_list_new (f->scope, f->trigger);
  g_autoptr (GscopeCapture) first = NULL, last = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  run (f, 60);
  n = count (f);
  g_assert_cmpuint (n, >=, 5);
  gscope_capture_set_kept (get (f, 0), TRUE);
  write_all (f, GSCOPE_EXPORT_FORMAT_TUPLES, file);
  while (g_list_model_get_n_items (G_LIST_MODEL (list)) > 0)
    gscope_capture_list_remove (list, 0);
  gscope_capture_list_set_bounds (list, 1000, 3 * gscope_capture_get_bytes (get (f, 0)));
  g_assert_true (read_captures (list, file, &error));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), >=, 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), <=, 3);
  first = g_list_model_get_item (G_LIST_MODEL (list), 0);
  last = g_list_model_get_item (G_LIST_MODEL (list),
                                g_list_model_get_n_items (G_LIST_MODEL (list)) - 1);
  g_assert_cmpint (gscope_capture_get_time (first), ==, gscope_capture_get_time (get (f, 0)));
  g_assert_cmpint (gscope_capture_get_time (last), ==, gscope_capture_get_time (get (f, n - 1)));
  g_assert_true (g_file_delete (file, NULL, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/capture/window", test_window);
  ADD ("/capture/steps", test_steps);
  ADD ("/capture/bounds", test_bounds);
  ADD ("/capture/add-again", test_add_again);
  ADD ("/capture/overlap", test_overlap);
  ADD ("/capture/gap", test_gap);
  ADD ("/capture/gap-at-sample", test_gap_at_sample);
  ADD ("/capture/found", test_found);
  ADD ("/capture/lost", test_lost);
  ADD ("/capture/table", test_table);
  g_test_add ("/capture/tuples", Fixture, GINT_TO_POINTER (20), set_up, test_tuples, tear_down);
  g_test_add ("/capture/tuples-overlapping", Fixture, GINT_TO_POINTER (90), set_up, test_tuples,
              tear_down);
  ADD ("/capture/large", test_large);
  ADD ("/capture/not-written", test_not_written);
  ADD ("/capture/pipe", test_pipe);
  ADD ("/capture/wider", test_wider);
  ADD ("/capture/bad-file", test_bad_file);
  ADD ("/capture/disorder", test_disorder);
  ADD ("/capture/missing-sample", test_missing_sample);
  ADD ("/capture/read-bounds", test_read_bounds);
  return g_test_run ();
}

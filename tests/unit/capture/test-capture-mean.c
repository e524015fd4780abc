/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The mean of the newest captures of a list, and what it costs. */

#include <gscope-test/gscope-test.h>

#include <glib/gstdio.h>
#include <math.h>

enum
{
  /* a capture that goes has the others of its block added again */
  MAX_AGAIN = 64,
};

/* Captures of a signal with a sample each millisecond: 0 but for that at 5 ms. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeProducer *producer;
  GscopeTrigger *trigger;
  GscopeCaptureList *list;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 0.5, .hysteresis = 1 },
                                           .after = 1 };
  GscopeSignal *signal, *marks;

  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  marks = gscope_scope_add_buffered (f->scope, "marks");
  signal = gscope_scope_add_buffered (f->scope, "signal");
  f->producer = gscope_signal_create_producer (signal);
  f->trigger = gscope_trigger_new (marks, &settings);
  f->list = gscope_capture_list_new (f->scope, f->trigger);
  gscope_capture_list_add_signal (f->list, signal);
  gscope_capture_list_set_window (f->list, 0, 10 * GSCOPE_MSEC);
  gscope_capture_list_set_bounds (f->list, 10000, 1 << 30);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_producer_unref (f->producer);
  g_assert_finalize_object (f->list);
  g_assert_finalize_object (f->trigger);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static guint
count (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (f->list));
}

/* Takes a capture whose value at 5 ms is `value`. */
static void
take (Fixture *f, double value)
{
  gint64 time = gscope_clock_get_time (f->clock);

  for (int i = 0; i <= 10; i++)
    gscope_producer_push (f->producer, time + i * GSCOPE_MSEC, i == 5 ? value : 0);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  g_assert_true (gscope_capture_list_add_at (f->list, time));
}

/* A mean with a point each half millisecond. */
static GscopeCaptureMean *
make (Fixture *f, guint max_captures, gboolean holds)
{
  GscopeCaptureMean *mean = gscope_capture_mean_new (f->list, max_captures, GSCOPE_MSEC / 2, 40);

  gscope_capture_mean_add_signal (mean, "signal", holds);
  return mean;
}

static double
read_at (GscopeCaptureMean *mean, const char *name, gint64 time)
{
  GscopeCapture *capture = gscope_capture_mean_get_capture (mean);
  GscopeTrace *trace = gscope_capture_find_trace (capture, name);
  gint64 wanted = gscope_capture_get_zero (capture) + time;
  guint64 position = gscope_trace_find (trace, wanted);

  g_assert_cmpuint (position, <, gscope_trace_get_end (trace));
  g_assert_cmpint (gscope_trace_get_time (trace, position), ==, wanted);
  return gscope_trace_get_value (trace, position);
}

static double
get_mean (GscopeCaptureMean *mean)
{
  return read_at (mean, "signal", 5 * GSCOPE_MSEC);
}

static double
get_deviation (GscopeCaptureMean *mean)
{
  return read_at (mean, "signal deviation", 5 * GSCOPE_MSEC);
}

/* The mean and the deviation at the points, also between two samples, of the newest captures. */
static void
test_values (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCaptureMean) mean = make (f, 3, FALSE), holding = make (f, 3, TRUE);
  GscopeTrace *trace;

  g_assert_null (gscope_capture_mean_get_capture (mean));
  take (f, 1000);
  take (f, 3);
  take (f, 7);
  take (f, 5);
  g_assert_false (gscope_capture_mean_measure (mean, 100));
  g_assert_false (gscope_capture_mean_measure (holding, 100));
  g_assert_cmpuint (gscope_capture_mean_get_n_captures (mean), ==, 3);
  g_assert_cmpfloat_with_epsilon (get_mean (mean), 5, 1e-12);
  g_assert_cmpfloat_with_epsilon (get_deviation (mean), sqrt (8.0 / 3), 1e-12);
  g_assert_cmpfloat_with_epsilon (read_at (mean, "signal", 4500 * GSCOPE_MSEC / 1000), 2.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (read_at (holding, "signal", 4500 * GSCOPE_MSEC / 1000), 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (read_at (holding, "signal", 5500 * GSCOPE_MSEC / 1000), 5, 1e-12);
  trace = gscope_capture_find_trace (gscope_capture_mean_get_capture (mean), "signal");
  g_assert_cmpuint (gscope_trace_get_end (trace), ==, 20);
  g_assert_cmpuint (gscope_capture_get_number (gscope_capture_mean_get_capture (mean)), ==, 4);
}

/* As many captures are added at once as are asked for. */
static void
test_slices (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCaptureMean) mean = make (f, 10, FALSE);

  for (int i = 0; i < 5; i++)
    take (f, i);
  g_assert_true (gscope_capture_mean_measure (mean, 3));
  g_assert_cmpuint (gscope_capture_mean_get_n_captures (mean), ==, 3);
  g_assert_true (gscope_capture_mean_measure (mean, 1));
  g_assert_false (gscope_capture_mean_measure (mean, 1));
  g_assert_cmpfloat_with_epsilon (get_mean (mean), 2, 1e-12);
}

/* Compares a mean that followed the list with one of the captures that are there now. */
static void
compare (Fixture *f, GscopeCaptureMean *mean, guint max_captures)
{
  g_autoptr (GscopeCaptureMean) other = make (f, max_captures, FALSE);

  while (gscope_capture_mean_measure (mean, 50))
    continue;
  while (gscope_capture_mean_measure (other, 50))
    continue;
  g_assert_cmpuint (gscope_capture_mean_get_n_captures (mean), ==, MIN (count (f), max_captures));
  g_assert_cmpfloat_with_epsilon (get_mean (mean), get_mean (other), 1e-9);
  g_assert_cmpfloat_with_epsilon (get_deviation (mean), get_deviation (other), 1e-9);
}

/* Captures that come, go and come back at any place of the list are in the mean, or not. */
static void
test_changes (Fixture *f, gconstpointer data)
{
  static const guint sizes[] = { 5, 150, 1000 };
  g_autoptr (GPtrArray) means = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GRand) random = g_rand_new_with_seed (16);
  g_autoptr (GscopeCapture) removed = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    g_ptr_array_add (means, make (f, sizes[i], FALSE));
  for (guint i = 0; i < 200; i++)
    take (f, g_rand_double (random));
  for (guint step = 0; step < 200; step++)
    {
      guint n = count (f), place = (guint) g_rand_int_range (random, 0, (gint32) n);

      if (step % 4 == 0)
        take (f, g_rand_double (random));
      else if (step % 4 == 1)
        gscope_capture_list_remove (f->list, 0);
      else if (step % 4 == 2)
        {
          g_clear_object (&removed);
          removed = g_list_model_get_item (G_LIST_MODEL (f->list), place);
          gscope_capture_list_remove (f->list, place);
        }
      else
        g_assert_true (gscope_capture_list_add (f->list, removed));
      for (guint i = 0; i < means->len; i++)
        compare (f, means->pdata[i], sizes[i]);
    }
  while (count (f) > 0)
    gscope_capture_list_remove (f->list, count (f) - 1);
  for (guint i = 0; i < means->len; i++)
    g_assert_null (gscope_capture_mean_get_capture (means->pdata[i]));
}

/* A value that is out of proportion leaves nothing behind when its capture goes. */
static void
test_recovers (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCaptureMean) mean = make (f, 2, FALSE);

  take (f, 1e300);
  take (f, 1);
  g_assert_false (gscope_capture_mean_measure (mean, 100));
  take (f, 3);
  g_assert_false (gscope_capture_mean_measure (mean, 100));
  g_assert_cmpfloat (get_mean (mean), ==, 2);
  g_assert_cmpfloat (get_deviation (mean), ==, 1);
}

/* A new capture of a full list does not have thousands added again. */
static void
test_cost (Fixture *f, gconstpointer data)
{
  enum
  {
    N = 1500,
  };
  g_autoptr (GscopeCaptureMean) mean = make (f, N, FALSE);

  gscope_capture_list_set_bounds (f->list, N, 1 << 30);
  for (guint i = 0; i < N; i++)
    take (f, i);
  while (gscope_capture_mean_measure (mean, 100))
    continue;
  for (guint i = 0; i < 3 * MAX_AGAIN; i++)
    {
      take (f, N + i);
      g_assert_false (gscope_capture_mean_measure (mean, MAX_AGAIN));
    }
  g_assert_cmpfloat_with_epsilon (get_mean (mean), (N - 1) / 2.0 + 3 * MAX_AGAIN, 1e-6);
}

/* A gap of a capture is not counted; one of all captures is a gap of the mean. */
static void
test_gaps (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCaptureMean) mean = make (f, 2, FALSE);
  GscopeTrace *trace;

  take (f, NAN);
  g_assert_false (gscope_capture_mean_measure (mean, 100));
  trace = gscope_capture_find_trace (gscope_capture_mean_get_capture (mean), "signal");
  g_assert_cmpuint (gscope_trace_get_n_gaps (trace), ==, 1);
  take (f, 3);
  g_assert_false (gscope_capture_mean_measure (mean, 100));
  trace = gscope_capture_find_trace (gscope_capture_mean_get_capture (mean), "signal");
  g_assert_cmpuint (gscope_trace_get_n_gaps (trace), ==, 0);
  g_assert_cmpfloat (get_mean (mean), ==, 3);
}

/* The mean is written as a capture is. */
static void
test_write (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCaptureMean) mean = make (f, 2, FALSE);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "gscope-test-mean.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  GscopeCapture *capture;

  take (f, 2);
  take (f, 4);
  gscope_capture_mean_measure (mean, 100);
  capture = gscope_capture_mean_get_capture (mean);
  gscope_capture_list_write_async (f->list, &capture, 1, GSCOPE_EXPORT_FORMAT_CSV, file, NULL,
                                   gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  g_assert_true (gscope_capture_list_write_finish (f->list, kept, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  g_assert_true (g_str_has_prefix (text, "capture,time (s),signal,signal deviation\n"));
  g_assert_nonnull (strstr (text, "\n2,0.005,3,1\n"));
  g_assert_cmpint (g_remove (path), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/capture-mean/values", test_values);
  ADD ("/capture-mean/slices", test_slices);
  ADD ("/capture-mean/changes", test_changes);
  ADD ("/capture-mean/recovers", test_recovers);
  ADD ("/capture-mean/cost", test_cost);
  ADD ("/capture-mean/gaps", test_gaps);
  ADD ("/capture-mean/write", test_write);
  return g_test_run ();
}

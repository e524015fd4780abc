/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/trace-history.h"

#include <math.h>
#include <stdlib.h>

/* A signal whose samples are all at the far end, and some of them here. Columns are 16 ns wide. */
enum
{
  WIDTH = 16,
  N = 64,
  END = WIDTH * N,
};

typedef struct
{
  GscopeTrace *far;
  GscopeTrace *here;
  GscopeTimeline whole;
  GscopeTimeline timeline;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->far = gscope_trace_new ();
  f->here = gscope_trace_new ();
  f->whole = (GscopeTimeline){ f->far, NULL };
  f->timeline = (GscopeTimeline){ f->here, GSCOPE_HISTORY (trace_history_new (f->far, TRUE)) };
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->timeline.history);
  gscope_trace_unref (f->far);
  gscope_trace_unref (f->here);
}

/* Adds a sample to both ends, or to the far one alone. */
static void
add (Fixture *f, gint64 time, double value, gboolean far_only)
{
  gscope_trace_append (f->far, &time, &value, 1);
  if (!far_only)
    gscope_trace_append (f->here, &time, &value, 1);
}

static double
get_value (gint64 time)
{
  return sin ((double) time / 50) + (double) (time * 7919 % 101) / 300;
}

static void
look (Fixture *f)
{
  gscope_timeline_look (&f->timeline, f, 0, END, WIDTH);
  trace_history_settle ();
}

static void
assert_same (double a, double b)
{
  if (isnan (a) || isnan (b))
    g_assert_true (isnan (a) && isnan (b));
  else
    g_assert_cmpfloat (a, ==, b);
}

/* Asserts that columns equal the columns of the far end, and their borders if asked. */
static void
assert_whole (Fixture *f, gboolean borders)
{
  GscopeColumn a[N], b[N];
  double x[N], y[N];

  gscope_timeline_get_columns (&f->whole, 0, WIDTH, N, a, x);
  gscope_timeline_get_columns (&f->timeline, 0, WIDTH, N, b, y);
  for (int i = 0; i < N; i++)
    {
      g_assert_cmpuint (a[i].count, ==, b[i].count);
      assert_same (a[i].min, b[i].min);
      assert_same (a[i].max, b[i].max);
      assert_same (a[i].first, b[i].first);
      assert_same (a[i].last, b[i].last);
      if (!borders)
        continue;
      g_assert_cmpint (isnan (x[i]), ==, isnan (y[i]));
      if (!isnan (x[i]))
        g_assert_cmpfloat_with_epsilon (x[i], y[i], 0.5);
    }
}

/* No column is twice or missing where the trace begins, wherever that is in a column. */
static void
test_seam (Fixture *f, gconstpointer data)
{
  for (gint64 time = 0; time < END; time += 3)
    add (f, time, get_value (time), time < 500);
  look (f);
  assert_whole (f, TRUE);
}

static void
test_sparse (Fixture *f, gconstpointer data)
{
  for (gint64 time = -150; time < END + 200; time += 77)
    add (f, time, get_value (time), time < 480);
  look (f);
  assert_whole (f, TRUE);
}

static void
test_nothing_here (Fixture *f, gconstpointer data)
{
  for (gint64 time = 0; time < END; time += 5)
    add (f, time, get_value (time), TRUE);
  look (f);
  assert_whole (f, TRUE);
}

/* An empty trace has all samples from a time on, so that they are not asked for. */
static void
test_end (Fixture *f, gconstpointer data)
{
  GArray *queries = trace_history_get_queries (TEST_TRACE_HISTORY (f->timeline.history));

  gscope_history_set_end (f->timeline.history, -END);
  look (f);
  g_assert_cmpuint (queries->len, ==, 0);
  gscope_history_set_end (f->timeline.history, 100);
  look (f);
  g_assert_cmpuint (queries->len, >, 0);
}

static void
begin_gap (Fixture *f, gint64 time, GscopeGapCause cause)
{
  gscope_trace_append_gap (f->here, time, cause);
}

/* A broken connection is filled; a gap that the far end has, too, stays. */
static void
test_gap (Fixture *f, gconstpointer data)
{
  g_autoptr (GArray) gaps = NULL;

  for (gint64 time = 0; time < 300; time += 3)
    add (f, time, get_value (time), FALSE);
  begin_gap (f, 299, GSCOPE_GAP_CAUSE_SILENT);
  for (gint64 time = 300; time < 600; time += 3)
    add (f, time, get_value (time), TRUE);
  for (gint64 time = 600; time < 700; time += 3)
    add (f, time, get_value (time), FALSE);
  begin_gap (f, 702, GSCOPE_GAP_CAUSE_STOPPED);
  gscope_trace_append_gap (f->far, 702, GSCOPE_GAP_CAUSE_STOPPED);
  for (gint64 time = 900; time < END; time += 3)
    add (f, time, get_value (time), FALSE);
  gaps = gscope_timeline_list_gaps (&f->timeline, 0, END, WIDTH);
  g_assert_cmpuint (gaps->len, ==, 2);
  look (f);
  assert_whole (f, TRUE);
  g_array_unref (gaps);
  gaps = gscope_timeline_list_gaps (&f->timeline, 0, END, WIDTH);
  g_assert_cmpuint (gaps->len, ==, 1);
  g_assert_cmpint (g_array_index (gaps, GscopeGap, 0).begin, ==, 702);
}

/* A few samples between two stretches that the far end answers for are in one of its columns with samples of both. */
static void
test_between (Fixture *f, gconstpointer data)
{
  for (gint64 time = 0; time < END; time += 3)
    {
      gboolean is_far = time < 201 || (time > 201 && time < 420) || (time > 423 && time < 900);

      add (f, time, get_value (time), is_far);
      if (time == 201 || time == 423)
        begin_gap (f, time + 1, GSCOPE_GAP_CAUSE_SILENT);
    }
  look (f);
  assert_whole (f, TRUE);
}

/* A far end that was started again has forgotten when a gap began. */
static void
test_forgotten (Fixture *f, gconstpointer data)
{
  g_autoptr (GArray) gaps = NULL;
  GscopeColumn columns[N];
  double borders[N];

  for (gint64 time = 0; time < 300; time += 3)
    {
      double value = get_value (time);

      gscope_trace_append (f->here, &time, &value, 1);
    }
  begin_gap (f, 299, GSCOPE_GAP_CAUSE_SILENT);
  for (gint64 time = 450; time < END; time += 3)
    add (f, time, get_value (time), time < 600);
  look (f);
  gaps = gscope_timeline_list_gaps (&f->timeline, 0, END, WIDTH);
  g_assert_cmpuint (gaps->len, ==, 1);
  g_assert_cmpint (g_array_index (gaps, GscopeGap, 0).begin, ==, 299);
  g_assert_cmpint (llabs (g_array_index (gaps, GscopeGap, 0).end - 450), <=, WIDTH);
  g_assert_cmpint (g_array_index (gaps, GscopeGap, 0).cause, ==, GSCOPE_GAP_CAUSE_SILENT);
  gscope_timeline_get_columns (&f->timeline, 0, WIDTH, N, columns, borders);
  for (gint64 time = 304; time < 448; time += WIDTH)
    g_assert_true (isnan (borders[time / WIDTH]));
  g_assert_cmpuint (columns[500 / WIDTH].count, >, 0);
}

/* Before the trace, the far end's gaps are listed. */
static void
test_far_gap (Fixture *f, gconstpointer data)
{
  g_autoptr (GArray) gaps = NULL;

  add (f, 0, 1, TRUE);
  gscope_trace_append_gap (f->far, 100, GSCOPE_GAP_CAUSE_TICK);
  add (f, 400, 1, TRUE);
  add (f, 800, 1, FALSE);
  look (f);
  gaps = gscope_timeline_list_gaps (&f->timeline, 0, END, WIDTH);
  g_assert_cmpuint (gaps->len, ==, 1);
  g_assert_cmpint (g_array_index (gaps, GscopeGap, 0).begin, ==, 112);
  g_assert_cmpint (g_array_index (gaps, GscopeGap, 0).end, ==, 400);
  g_assert_cmpint (g_array_index (gaps, GscopeGap, 0).cause, ==, GSCOPE_GAP_CAUSE_TICK);
}

/* Without answers there is what the trace has. */
static void
test_unknown (Fixture *f, gconstpointer data)
{
  GscopeColumn columns[N];
  double borders[N];

  for (gint64 time = 0; time < END; time += 3)
    add (f, time, get_value (time), time < 512);
  gscope_timeline_get_columns (&f->timeline, 0, WIDTH, N, columns, borders);
  for (int i = 0; i < 32; i++)
    g_assert_true (columns[i].count == 0 && isnan (borders[i]));
  for (int i = 33; i < N - 1; i++)
    g_assert_true (columns[i].count > 0 && !isnan (borders[i]));
}

/* Samples around a time come from either end. */
static void
test_find (Fixture *f, gconstpointer data)
{
  GscopeSample sample;

  add (f, -1000, 1, TRUE);
  add (f, 200, 2, TRUE);
  add (f, 900, 3, FALSE);
  g_assert_false (gscope_timeline_find_before (&f->timeline, 300, WIDTH, &sample));
  look (f);
  g_assert_true (gscope_timeline_find_before (&f->timeline, 300, WIDTH, &sample));
  g_assert_cmpfloat (sample.value, ==, 2);
  g_assert_cmpint (ABS (sample.time - 200), <=, WIDTH);
  g_assert_true (gscope_timeline_find_before (&f->timeline, 10, WIDTH, &sample));
  g_assert_cmpint (sample.time, ==, -1000);
  g_assert_true (gscope_timeline_find_after (&f->timeline, 10, WIDTH, &sample));
  g_assert_cmpfloat (sample.value, ==, 2);
  g_assert_true (gscope_timeline_find_after (&f->timeline, 300, WIDTH, &sample));
  g_assert_cmpint (sample.time, ==, 900);
  g_assert_true (gscope_timeline_find_before (&f->timeline, 1000, WIDTH, &sample));
  g_assert_cmpint (sample.time, ==, 900);
  g_assert_false (gscope_timeline_find_after (&f->timeline, 901, WIDTH, &sample));
}

static void
test_range (Fixture *f, gconstpointer data)
{
  GscopeColumn column;

  add (f, 100, -5, TRUE);
  add (f, 500, 7, TRUE);
  add (f, 900, 3, FALSE);
  look (f);
  gscope_timeline_get_range (&f->timeline, 0, END, &column);
  g_assert_cmpfloat (column.min, ==, -5);
  g_assert_cmpfloat (column.max, ==, 7);
  gscope_timeline_get_range (&f->timeline, 800, END, &column);
  g_assert_cmpfloat (column.min, ==, 3);
  g_assert_cmpfloat (column.max, ==, 3);
}

/* Every sample has its weight, wherever it is. */
/* The history knows the states at the ends of its columns: a state that lasts for columns has them whole. */
static void
test_shares (Fixture *f, gconstpointer data)
{
  gint64 durations[N][3], sums[3] = { 0 };

  for (gint64 time = 0; time < END; time += 96)
    add (f, time, time / 96 % 3, time < END / 2);
  look (f);
  gscope_timeline_get_shares (&f->timeline, 0, WIDTH, N, END, 3, &durations[0][0]);
  for (gint64 i = 0; i < N; i++)
    {
      gint64 state = i * WIDTH / 96 % 3;

      g_assert_cmpint (durations[i][0] + durations[i][1] + durations[i][2], ==, WIDTH);
      g_assert_cmpint (durations[i][state], >=, i * WIDTH % 96 == 0 ? WIDTH / 2 : WIDTH);
      for (guint k = 0; k < 3; k++)
        sums[k] += durations[i][k];
    }
  g_assert_cmpint (ABS (sums[0] - 4 * 96), <=, 4 * WIDTH);
}

static void
test_density (Fixture *f, gconstpointer data)
{
  float weights[N * 10];
  float sum = 0;

  for (gint64 time = 0; time < END; time += 2)
    add (f, time, (double) (time % 10), time < 500);
  look (f);
  gscope_timeline_get_density (&f->timeline, 0, WIDTH, N, -0.5, 9.5, FALSE, 10, weights);
  for (int i = 0; i < N * 10; i++)
    sum += weights[i];
  g_assert_cmpfloat_with_epsilon (sum, END / 2, 0.01);
}

/* A trace of an interval has the extremes of what is far, and the samples that are here. */
static void
test_compose (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeTrace) whole = NULL, coarse = NULL;
  GscopeColumn a, b;
  guint64 n_coarse;

  for (gint64 time = 0; time < END; time += 2)
    add (f, time, get_value (time), time < END / 2);
  /* what is not known yet is not there */
  coarse = gscope_timeline_compose (&f->timeline, 0, END, WIDTH, &n_coarse);
  g_assert_cmpuint (n_coarse, ==, 0);
  g_assert_cmpuint (gscope_trace_get_end (coarse), ==, END / 4);
  gscope_trace_unref (g_steal_pointer (&coarse));
  look (f);
  coarse = gscope_timeline_compose (&f->timeline, 0, END, WIDTH, &n_coarse);
  g_assert_cmpuint (n_coarse, ==, N / 2);
  g_assert_cmpuint (gscope_trace_get_end (coarse), ==, 4 * N / 2 + END / 4);
  gscope_trace_get_range (f->far, 0, gscope_trace_get_end (f->far), &a);
  gscope_trace_get_range (coarse, 0, gscope_trace_get_end (coarse), &b);
  g_assert_cmpfloat (a.min, ==, b.min);
  g_assert_cmpfloat (a.max, ==, b.max);
  g_assert_cmpfloat (a.first, ==, b.first);
  g_assert_cmpfloat (a.last, ==, b.last);
  /* an interval that is here has all of its samples */
  whole = gscope_timeline_compose (&f->timeline, END / 2 + 2, END - 10, WIDTH, &n_coarse);
  g_assert_cmpuint (n_coarse, ==, 0);
  g_assert_cmpuint (gscope_trace_get_end (whole), ==, END / 4 - 6);
}

/* Where the trace begins within a column, no sample is twice. */
static void
test_compose_seam (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeTrace) trace = NULL;
  guint64 n_coarse;

  for (gint64 time = 0; time < END; time += 2)
    add (f, time, get_value (time), time < 500);
  look (f);
  trace = gscope_timeline_compose (&f->timeline, 0, END, WIDTH, &n_coarse);
  g_assert_cmpuint (n_coarse, ==, 512 / WIDTH);
  g_assert_cmpuint (gscope_trace_get_end (trace), ==, 4 * 512 / WIDTH + (END - 512) / 2);
  for (guint64 i = 1; i < gscope_trace_get_end (trace); i++)
    g_assert_cmpint (gscope_trace_get_time (trace, i - 1), <, gscope_trace_get_time (trace, i));
}

/* A signal composes of its trace and its history. */
static void
test_compose_signal (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("far");
  g_autoptr (GscopeTrace) trace = NULL;
  GscopeColumn a, b;
  guint64 n_coarse;

  for (gint64 time = 0; time < END; time += 2)
    add (f, time, get_value (time), TRUE);
  gscope_signal_set_history (signal, f->timeline.history);
  look (f);
  trace = gscope_signal_compose (signal, 0, END, WIDTH, &n_coarse);
  g_assert_cmpuint (n_coarse, ==, N);
  gscope_trace_get_range (f->far, 0, gscope_trace_get_end (f->far), &a);
  gscope_trace_get_range (trace, 0, gscope_trace_get_end (trace), &b);
  g_assert_cmpfloat (a.min, ==, b.min);
  g_assert_cmpfloat (a.max, ==, b.max);
  gscope_trace_unref (g_steal_pointer (&trace));
  trace = gscope_signal_compose (signal, END, END, WIDTH, NULL);
  g_assert_cmpuint (gscope_trace_get_end (trace), ==, 0);
}

static void
add_test (const char *path, void (*test) (Fixture *f, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_test ("/timeline/seam", test_seam);
  add_test ("/timeline/sparse", test_sparse);
  add_test ("/timeline/nothing-here", test_nothing_here);
  add_test ("/timeline/end", test_end);
  add_test ("/timeline/gap", test_gap);
  add_test ("/timeline/between", test_between);
  add_test ("/timeline/forgotten", test_forgotten);
  add_test ("/timeline/far-gap", test_far_gap);
  add_test ("/timeline/unknown", test_unknown);
  add_test ("/timeline/find", test_find);
  add_test ("/timeline/range", test_range);
  add_test ("/timeline/density", test_density);
  add_test ("/timeline/compose", test_compose);
  add_test ("/timeline/compose-seam", test_compose_seam);
  add_test ("/timeline/compose-signal", test_compose_signal);
  add_test ("/timeline/shares", test_shares);
  return g_test_run ();
}

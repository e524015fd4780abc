/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* What a trace offers to other languages is what its other functions say of it. */

#include <gscope/trace/trace.h>

#include <math.h>
#include <string.h>

enum
{
  N = 10000,
  N_COLUMNS = 7,
  N_BINS = 5,
  N_STATES = 4,
};

/* Regular and irregular times with a gap between them, in three chunks, the first of which was evicted. */
static GscopeTrace *
make_trace (void)
{
  GscopeTrace *trace = gscope_trace_new ();

  for (gint64 i = 0; i < N; i++)
    {
      gint64 time = i < N / 2 ? 10 * i : 10 * i + i % 3;
      double value = i % N_STATES;

      if (i == N / 2)
        gscope_trace_append_gap (trace, time - 5, GSCOPE_GAP_CAUSE_TICK);
      gscope_trace_append (trace, &time, &value, 1);
    }
  g_assert_true (gscope_trace_evict (trace));
  g_assert_cmpuint (gscope_trace_get_first (trace), >, 0);
  return trace;
}

static void
assert_same (double a, double b)
{
  g_assert_true (a == b || (isnan (a) && isnan (b)));
}

static void
assert_blocks (GscopeTrace *trace, guint64 position, gsize max, gsize expected)
{
  g_autoptr (GBytes) values = gscope_trace_read_values (trace, position, max);
  g_autoptr (GBytes) times = gscope_trace_read_times (trace, position, max);
  gsize n, n_values, n_times;
  g_autofree GscopeSample *samples = gscope_trace_dup_samples (trace, position, max, &n);
  const double *value = g_bytes_get_data (values, &n_values);
  const gint64 *time = g_bytes_get_data (times, &n_times);

  g_assert_cmpuint (n, ==, expected);
  g_assert_cmpuint (n_values, ==, n * sizeof *value);
  g_assert_cmpuint (n_times, ==, n * sizeof *time);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpint (samples[i].time, ==, gscope_trace_get_time (trace, position + i));
      g_assert_cmpint (time[i], ==, samples[i].time);
      assert_same (samples[i].value, gscope_trace_get_value (trace, position + i));
      assert_same (value[i], samples[i].value);
    }
}

static void
test_samples (void)
{
  g_autoptr (GscopeTrace) trace = make_trace (), empty = gscope_trace_new ();
  guint64 first = gscope_trace_get_first (trace), end = gscope_trace_get_end (trace);

  assert_blocks (trace, first, G_MAXSIZE, end - first);
  assert_blocks (trace, first + 3, 5, 5);
  assert_blocks (trace, end - 1, 5, 1);
  assert_blocks (trace, first, 0, 0);
  assert_blocks (trace, first - 1, 5, 0);
  assert_blocks (trace, end, 5, 0);
  assert_blocks (empty, 0, 5, 0);
}

static void
test_columns (void)
{
  g_autoptr (GscopeTrace) trace = make_trace ();
  gint64 begin = gscope_trace_get_time (trace, gscope_trace_get_first (trace)) - 100;
  gint64 width = 10 * N / N_COLUMNS;
  GscopeColumn columns[N_COLUMNS];
  float weights[N_COLUMNS * N_BINS];
  gint64 durations[N_COLUMNS * N_STATES];
  gsize n;
  g_autofree GscopeColumn *own = gscope_trace_dup_columns (trace, begin, width, N_COLUMNS, &n);
  g_autofree float *own_weights = NULL;
  g_autofree gint64 *own_durations = NULL;

  g_assert_cmpuint (n, ==, N_COLUMNS);
  gscope_trace_get_columns (trace, begin, width, N_COLUMNS, columns);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpuint (own[i].count, ==, columns[i].count);
      assert_same (own[i].min, columns[i].min);
      assert_same (own[i].max, columns[i].max);
      assert_same (own[i].first, columns[i].first);
      assert_same (own[i].last, columns[i].last);
    }

  own_weights =
      gscope_trace_dup_density (trace, begin, width, N_COLUMNS, 0, N_STATES, FALSE, N_BINS, &n);
  gscope_trace_get_density (trace, begin, width, N_COLUMNS, 0, N_STATES, FALSE, N_BINS, weights);
  g_assert_cmpmem (own_weights, n * sizeof *own_weights, weights, sizeof weights);

  own_durations =
      gscope_trace_dup_shares (trace, begin, width, N_COLUMNS, G_MAXINT64, N_STATES, &n);
  gscope_trace_get_shares (trace, begin, width, N_COLUMNS, G_MAXINT64, N_STATES, durations);
  g_assert_cmpmem (own_durations, n * sizeof *own_durations, durations, sizeof durations);
}

/* More than any memory has room for is refused, and does not end the program. */
static void
test_too_large (void)
{
  g_autoptr (GscopeTrace) trace = make_trace ();
  gsize n = 1;

  g_assert_null (gscope_trace_dup_columns (trace, 0, 1, G_MAXSIZE, &n));
  g_assert_cmpuint (n, ==, 0);
  n = 1;
  g_assert_null (gscope_trace_dup_density (trace, 0, 1, G_MAXSIZE / 2, 0, 1, FALSE, 3, &n));
  g_assert_cmpuint (n, ==, 0);
  n = 1;
  g_assert_null (gscope_trace_dup_shares (trace, 0, 1, G_MAXSIZE / 2, 0, 3, &n));
  g_assert_cmpuint (n, ==, 0);
}

/* A copy of the gaps stays when the trace drops them. */
static void
test_gaps (void)
{
  g_autoptr (GscopeTrace) trace = make_trace ();
  gsize n, n_none;
  g_autofree GscopeGap *gaps = gscope_trace_dup_gaps (trace, G_MININT64, G_MAXINT64, &n);

  gscope_trace_clear (trace);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps[0].begin, ==, 10 * (N / 2) + (N / 2) % 3 - 5);
  g_assert_cmpint (gaps[0].end, ==, gaps[0].begin + 5);
  g_assert_cmpint (gaps[0].cause, ==, GSCOPE_GAP_CAUSE_TICK);
  g_assert_null (gscope_trace_dup_gaps (trace, G_MININT64, G_MAXINT64, &n_none));
  g_assert_cmpuint (n_none, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/arrays/samples", test_samples);
  g_test_add_func ("/trace/arrays/columns", test_columns);
  g_test_add_func ("/trace/arrays/too-large", test_too_large);
  g_test_add_func ("/trace/arrays/gaps", test_gaps);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <gscope/trace/minmax.h>
#include <gscope/trace/trace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appending is measured at its steady state: a trace that evicts its oldest chunk whenever it is over
 * its budget, against stores into a ring of the same number of bytes. */
enum
{
  BATCH = 4096,
  N_SOURCE = 64 * BATCH,
  N_ROUNDS = 32,
  BUDGET = 64 << 20,
  INTERVAL = 1000,
  N_HISTORY = 100000000,
  N_COLUMNS = 1600,
  N_REPEATS = 50,
  N_INTERVALS = 10000000,
  N_STATES = 8,
};

typedef struct
{
  double *values;
  gint64 *times;
  GscopeTrace *trace;
  gint64 time;
  double *ring;
  gsize ring_size;
  gsize ring_at;
} Append;

typedef struct
{
  double *values;
  GscopeTrace *trace;
  GscopeColumn columns[N_COLUMNS];
  volatile double sink;
} History;

static double
random_value (gsize i)
{
  return sin (i * 1e-5) + g_random_double_range (-0.05, 0.05);
}

static void
keep_budget (GscopeTrace *trace)
{
  while (gscope_trace_get_bytes (trace) > BUDGET)
    gscope_trace_evict (trace);
}

/* One round of the source. */
static void
append_regular (Append *self)
{
  for (gsize i = 0; i < N_SOURCE; i += BATCH, self->time += BATCH * INTERVAL)
    {
      gscope_trace_append_regular (self->trace, self->time, INTERVAL, self->values + i, BATCH);
      keep_budget (self->trace);
    }
}

static void
append_irregular (Append *self)
{
  for (gsize i = 0; i < N_SOURCE; i += BATCH)
    {
      gscope_trace_append (self->trace, self->times + i, self->values + i, BATCH);
      keep_budget (self->trace);
    }
}

static void
copy_values (Append *self)
{
  for (gsize i = 0; i < N_SOURCE; i += BATCH)
    {
      memcpy (self->ring + self->ring_at, self->values + i, BATCH * sizeof (double));
      self->ring_at = (self->ring_at + BATCH) % self->ring_size;
    }
}

/* Half of the ring's bytes are for times. */
static void
store_both (Append *self)
{
  gsize half = self->ring_size / 2;
  gint64 *ring_times = (gint64 *) self->ring + half;

  for (gsize i = 0; i < N_SOURCE; i++)
    {
      ring_times[self->ring_at & (half - 1)] = self->times[i];
      self->ring[self->ring_at & (half - 1)] = self->values[i];
      self->ring_at++;
    }
}

/* Milliseconds of N_ROUNDS; that time goes on between them does not count. */
static double
time_rounds (Append *self, void (*func) (Append *self))
{
  double total = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double begin;

      for (gsize i = 0; i < N_SOURCE; i++)
        self->times[i] += (gint64) N_SOURCE * INTERVAL;
      begin = bench_cpu ();
      func (self);
      total += bench_cpu () - begin;
    }
  return total * 1e3;
}

static void
compare_appends (Append *self, const char *what, void (*subject) (Append *self),
                 const char *reference_name, void (*reference) (Append *self), double bar)
{
  double a[BENCH_N_RUNS], b[BENCH_N_RUNS];

  time_rounds (self, subject);
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      self->ring_at = 0;
      a[i] = time_rounds (self, subject);
      b[i] = time_rounds (self, reference);
    }
  bench_report (what, bench_median (a), "ms", reference_name, bench_median (b), bar);
}

static void
bench_append (void)
{
  Append append = {
    .values = g_new (double, N_SOURCE),
    .times = g_new (gint64, N_SOURCE),
    .trace = gscope_trace_new (),
    .ring = g_malloc0 (BUDGET),
    .ring_size = BUDGET / sizeof (double),
  };

  for (gsize i = 0; i < N_SOURCE; i++)
    {
      append.values[i] = random_value (i);
      append.times[i] = i * INTERVAL + g_random_int_range (0, INTERVAL);
    }
  compare_appends (&append, "trace: append 8 M values in bulk", append_regular, "memcpy",
                   copy_values, 2.5);
  gscope_trace_clear (append.trace);
  compare_appends (&append, "trace: append 8 M values with time-stamps", append_irregular,
                   "store of both", store_both, 1.4);
  gscope_trace_unref (append.trace);
  g_free (append.values);
  g_free (append.times);
  g_free (append.ring);
}

#ifdef __x86_64__
#include <immintrin.h>

__attribute__ ((target ("avx2"))) static void
sum (gpointer data)
{
  History *self = data;
  __m256d a = _mm256_setzero_pd (), b = a, c = a, d = a;

  for (gsize i = 0; i < N_HISTORY; i += 16)
    {
      a = _mm256_add_pd (a, _mm256_loadu_pd (self->values + i));
      b = _mm256_add_pd (b, _mm256_loadu_pd (self->values + i + 4));
      c = _mm256_add_pd (c, _mm256_loadu_pd (self->values + i + 8));
      d = _mm256_add_pd (d, _mm256_loadu_pd (self->values + i + 12));
    }
  a = _mm256_add_pd (_mm256_add_pd (a, b), _mm256_add_pd (c, d));
  self->sink = a[0] + a[1] + a[2] + a[3];
}
#else
static void
sum (gpointer data)
{
  History *self = data;
  double a = 0, b = 0, c = 0, d = 0;

  for (gsize i = 0; i < N_HISTORY; i += 4)
    {
      a += self->values[i];
      b += self->values[i + 1];
      c += self->values[i + 2];
      d += self->values[i + 3];
    }
  self->sink = a + b + c + d;
}
#endif

static void
scan (gpointer data)
{
  History *self = data;
  GscopeExtent extent = GSCOPE_EXTENT_EMPTY;

  gscope_minmax (self->values, N_HISTORY, &extent);
  self->sink = extent.max - extent.min;
}

/* Of all the history, edges off the leaf grid. */
static void
query (History *self)
{
  gint64 width = (gint64) (N_HISTORY - 100) * INTERVAL / N_COLUMNS;

  gscope_trace_get_columns (self->trace, 37 * INTERVAL, width, N_COLUMNS, self->columns);
}

static void
query_repeatedly (gpointer data)
{
  for (guint i = 0; i < N_REPEATS; i++)
    query (data);
}

static void
check_columns (History *self)
{
  guint64 i = gscope_trace_find (self->trace, 37 * INTERVAL);

  query (self);
  for (guint k = 0; k < N_COLUMNS; k++)
    {
      const GscopeColumn *column = &self->columns[k];
      double min = INFINITY, max = -INFINITY;

      g_assert_cmpfloat (column->first, ==, self->values[i]);
      for (guint64 end = i + column->count; i < end; i++)
        {
          min = MIN (min, self->values[i]);
          max = MAX (max, self->values[i]);
        }
      g_assert_true (column->min == min && column->max == max);
      g_assert_cmpfloat (column->last, ==, self->values[i - 1]);
    }
  g_assert_cmpuint (i, >, N_HISTORY - 1000);
}

static void
fill_regular (History *self)
{
  self->trace = gscope_trace_new ();
  for (gsize i = 0; i < N_HISTORY; i += 1000)
    gscope_trace_append_regular (self->trace, i * INTERVAL, INTERVAL, self->values + i, 1000);
}

static void
fill_irregular (History *self)
{
  gint64 times[1000];

  self->trace = gscope_trace_new ();
  for (gsize i = 0; i < N_HISTORY; i += 1000)
    {
      for (gsize k = 0; k < 1000; k++)
        times[k] = (i + k) * INTERVAL + g_random_int_range (0, INTERVAL);
      gscope_trace_append (self->trace, times, self->values + i, 1000);
    }
}

/* The subject is N_REPEATS queries, each of which may take 1 / `part` of the sum's time. */
static void
bench_columns (History *self, const char *what, double part)
{
  check_columns (self);
  bench_ratio (what, query_repeatedly, "AVX2 sum", sum, self, N_REPEATS / part);
}

static void
bench_history (void)
{
  History *history = g_new0 (History, 1);

  history->values = g_new (double, N_HISTORY);
  for (gsize i = 0; i < N_HISTORY; i++)
    history->values[i] = random_value (i);
  bench_ratio ("trace: minimum and maximum of 10^8 values", scan, "AVX2 sum", sum, history, 1.2);

  fill_regular (history);
  bench_report ("trace: memory of 10^8 regular samples",
                (double) gscope_trace_get_bytes (history->trace) / N_HISTORY, "bytes a sample",
                "values alone", sizeof (double), 1.1);
  bench_columns (history, "trace: 50 x 1600 columns of 10^8 regular samples", 120);
  gscope_trace_unref (history->trace);

  fill_irregular (history);
  bench_columns (history, "trace: 50 x 1600 columns, irregular time-stamps", 10);
  gscope_trace_unref (history->trace);

  g_free (history->values);
  g_free (history);
}

/* A signal of states changes at random times; its shares against the extents that draw other signals. */
typedef struct
{
  GscopeTrace *trace;
  gint64 end;
  GscopeColumn columns[N_COLUMNS];
  gint64 durations[N_COLUMNS * N_STATES];
} States;

static void
query_extents (gpointer data)
{
  States *self = data;

  for (guint i = 0; i < N_REPEATS; i++)
    gscope_trace_get_columns (self->trace, 37, self->end / N_COLUMNS, N_COLUMNS, self->columns);
}

static void
query_shares (gpointer data)
{
  States *self = data;

  for (guint i = 0; i < N_REPEATS; i++)
    gscope_trace_get_shares (self->trace, 37, self->end / N_COLUMNS, N_COLUMNS, self->end, N_STATES,
                             self->durations);
}

static void
bench_states (void)
{
  States *states = g_new0 (States, 1);
  gint64 times[1000];
  double values[1000];
  double begin;
  gsize bytes;

  states->trace = gscope_trace_new ();
  for (gsize i = 0; i < N_INTERVALS; i += 1000)
    {
      for (gsize k = 0; k < 1000; k++)
        {
          times[k] = states->end += g_random_int_range (1, 2 * INTERVAL);
          values[k] = g_random_int_range (0, N_STATES);
        }
      gscope_trace_append (states->trace, times, values, 1000);
    }
  bytes = gscope_trace_get_bytes (states->trace);
  begin = bench_cpu ();
  query_shares (states);
  printf ("trace: first shares of 10^7 intervals: %.1f ms, %.2f bytes an interval\n",
          (bench_cpu () - begin) * 1e3,
          (double) (gscope_trace_get_bytes (states->trace) - bytes) / N_INTERVALS);
  bench_ratio ("trace: 50 x 1600 columns of shares of 8 states, 10^7 intervals", query_shares,
               "minimum and maximum", query_extents, states, 2);
  gscope_trace_unref (states->trace);
  g_free (states);
}

int
main (void)
{
  bench_append ();
  bench_history ();
  bench_states ();
  return bench_end ();
}

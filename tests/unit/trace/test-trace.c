/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/trace.h>
#include <math.h>
#include <string.h>

enum
{
  CHUNK = 4096,
  BATCH = 9000,
};

/* The same history kept in the plainest way, and compared by plain scans. */
typedef struct
{
  GscopeTrace *trace;
  GArray *samples;
  GArray *gaps;
  guint64 first;
  gint64 time;
} Model;

static void
model_init (Model *model)
{
  *model = (Model){
    .trace = gscope_trace_new (),
    .samples = g_array_new (FALSE, FALSE, sizeof (GscopeSample)),
    .gaps = g_array_new (FALSE, FALSE, sizeof (GscopeGap)),
  };
}

static void
model_clear (Model *model)
{
  gscope_trace_unref (model->trace);
  g_array_unref (model->samples);
  g_array_unref (model->gaps);
}

static GscopeSample *
at (Model *model, guint64 position)
{
  return &g_array_index (model->samples, GscopeSample, position);
}

static void
model_add (Model *model, gint64 time, double value)
{
  GscopeSample sample = { time, isfinite (value) ? value : NAN };
  GscopeGap *gap =
      model->gaps->len > 0 ? &g_array_index (model->gaps, GscopeGap, model->gaps->len - 1) : NULL;

  if (gap != NULL && gap->end == G_MAXINT64)
    gap->end = time;
  g_array_append_val (model->samples, sample);
  model->time = time;
}

static double
random_value (guint strange)
{
  static const double values[] = { NAN, INFINITY, -INFINITY };

  return strange > 0 && g_test_rand_int () % strange == 0
             ? values[g_test_rand_int_range (0, G_N_ELEMENTS (values))]
             : g_test_rand_double_range (-1000, 1000);
}

static void
append_regular (Model *model, gsize n, gint64 interval, guint strange)
{
  g_autofree double *values = g_new (double, n);
  gint64 time = model->time + interval;
  gsize count = 0;

  for (gsize i = 0; i < n; i++)
    {
      values[i] = random_value (strange);
      count += !isfinite (values[i]);
      model_add (model, time + i * interval, values[i]);
    }
  g_assert_cmpuint (gscope_trace_append_regular (model->trace, time, interval, values, n), ==,
                    count);
}

/* Some of the times are equal. */
static void
append_irregular (Model *model, gsize n, gboolean as_samples, guint strange)
{
  g_autofree double *values = g_new (double, n);
  g_autofree gint64 *times = g_new (gint64, n);
  g_autofree GscopeSample *samples = g_new (GscopeSample, n);
  gsize count = 0;

  for (gsize i = 0; i < n; i++)
    {
      gint64 later = g_test_rand_int_range (-50, 100);

      times[i] = samples[i].time = model->time + MAX (0, later);
      values[i] = samples[i].value = random_value (strange);
      count += !isfinite (values[i]);
      model_add (model, times[i], values[i]);
    }
  if (as_samples)
    g_assert_cmpuint (gscope_trace_append_samples (model->trace, samples, n), ==, count);
  else
    g_assert_cmpuint (gscope_trace_append (model->trace, times, values, n), ==, count);
}

static void
append_gap (Model *model, gint64 later)
{
  gint64 time = model->time + later;
  GscopeGapCause cause = g_test_rand_int_range (0, GSCOPE_N_GAP_CAUSES);
  GscopeGap gap = { time, G_MAXINT64, cause };

  gscope_trace_append_gap (model->trace, time, cause);
  gscope_trace_append_gap (model->trace, time + 1, GSCOPE_GAP_CAUSE_TICK);
  if (model->gaps->len > 0
      && g_array_index (model->gaps, GscopeGap, model->gaps->len - 1).end == G_MAXINT64)
    return;

  model_add (model, time, NAN);
  g_array_append_val (model->gaps, gap);
}

static void
evict (Model *model)
{
  gint64 oldest, time;

  if (!gscope_trace_get_oldest (model->trace, &oldest))
    {
      g_assert_false (gscope_trace_evict (model->trace));
      return;
    }
  g_assert_true (gscope_trace_evict (model->trace));
  model->first = gscope_trace_get_first (model->trace);
  g_assert_cmpint (at (model, model->first - 1)->time, ==, oldest);
  time = at (model, model->first)->time;
  while (model->gaps->len > 0 && g_array_index (model->gaps, GscopeGap, 0).begin < time)
    g_array_remove_index (model->gaps, 0);
}

static void
clear (Model *model)
{
  gscope_trace_clear (model->trace);
  model->first = model->samples->len;
  g_array_set_size (model->gaps, 0);
}

static void
check_column (Model *model, guint64 begin, guint64 end, const GscopeColumn *column)
{
  double min = INFINITY, max = -INFINITY;

  for (guint64 i = begin; i < end; i++)
    {
      double value = at (model, i)->value;

      min = value < min ? value : min;
      max = value > max ? value : max;
    }
  g_assert_cmpuint (column->count, ==, end - begin);
  g_assert_true (column->min == min && column->max == max);
  if (begin == end)
    g_assert_true (isnan (column->first) && isnan (column->last));
  else
    g_assert_true (memcmp (&column->first, &at (model, begin)->value, sizeof (double)) == 0
                   && memcmp (&column->last, &at (model, end - 1)->value, sizeof (double)) == 0);
}

static void
check_range (Model *model, guint64 begin, guint64 end)
{
  GscopeColumn column;

  gscope_trace_get_range (model->trace, begin, end, &column);
  begin = CLAMP (begin, model->first, model->samples->len);
  end = CLAMP (end, begin, model->samples->len);
  check_column (model, begin, end, &column);
}

static guint64
naive_find (Model *model, guint64 from, gint64 time)
{
  while (from < model->samples->len && at (model, from)->time < time)
    from++;
  return from;
}

static void
check_columns (Model *model, gint64 time, gint64 width, gsize n)
{
  g_autofree GscopeColumn *columns = g_new (GscopeColumn, n);
  guint64 begin = naive_find (model, model->first, time);

  gscope_trace_get_columns (model->trace, time, width, n, columns);
  for (gsize i = 0; i < n; i++)
    {
      guint64 end = naive_find (model, begin, time + (gint64) (i + 1) * width);

      check_column (model, begin, end, &columns[i]);
      begin = end;
    }
}

static void
check_samples (Model *model)
{
  guint64 position = model->first, end = model->samples->len;
  GscopeSample samples[1000];

  g_assert_cmpuint (gscope_trace_get_first (model->trace), ==, position);
  g_assert_cmpuint (gscope_trace_get_end (model->trace), ==, end);
  while (position < end)
    {
      gsize n = gscope_trace_read (model->trace, position, samples, G_N_ELEMENTS (samples));

      g_assert_cmpuint (n, ==, MIN (G_N_ELEMENTS (samples), end - position));
      g_assert_cmpmem (samples, n * sizeof *samples, at (model, position), n * sizeof *samples);
      g_assert_cmpint (gscope_trace_get_time (model->trace, position), ==, samples[0].time);
      position += n;
    }
  g_assert_cmpuint (gscope_trace_read (model->trace, end, samples, 1), ==, 0);
  g_assert_cmpuint (gscope_trace_read (model->trace, model->first - 1, samples, 1), ==, 0);
}

static void
check_gaps (Model *model, gint64 begin, gint64 end)
{
  gsize n, k = 0;
  const GscopeGap *gaps = gscope_trace_get_gaps (model->trace, begin, end, &n);

  for (guint i = 0; i < model->gaps->len; i++)
    {
      const GscopeGap *gap = &g_array_index (model->gaps, GscopeGap, i);

      if (gap->begin >= end || gap->end <= begin)
        continue;
      g_assert_cmpuint (k, <, n);
      g_assert_true (gaps[k].begin == gap->begin && gaps[k].end == gap->end
                     && gaps[k].cause == gap->cause);
      k++;
    }
  g_assert_cmpuint (k, ==, n);
}

static void
check_all (Model *model)
{
  guint64 first = model->first, length = model->samples->len - first;
  gint64 begin = length > 0 ? at (model, first)->time : 0;
  gint64 span = MAX (1, model->time - begin);

  check_samples (model);
  check_gaps (model, G_MININT64, G_MAXINT64);
  check_columns (model, begin - span / 3, span / 400 + 1, 800);
  for (guint i = 0; i < 8; i++)
    {
      gint64 time = begin + g_test_rand_double_range (-0.1, 1.1) * span;
      gint64 later = time + g_test_rand_double_range (0, 0.1) * span;
      guint64 a = first + g_test_rand_double () * length;
      guint64 b = a + g_test_rand_double () * (length + 10);

      g_assert_cmpuint (gscope_trace_find (model->trace, time), ==,
                        naive_find (model, first, time));
      check_range (model, a, b);
      check_gaps (model, time, later);
      check_columns (model, time, 1 + (later - time) / 50, 30);
      check_columns (model, time, 1 + g_test_rand_int_range (0, 100), 100);
    }
}

typedef struct
{
  const char *path;
  gboolean regular;
  gboolean irregular;
  guint strange;
  gboolean gaps;
  gboolean evicts;
} Case;

static void
random_step (Model *model, const Case *test)
{
  gsize n = g_test_rand_bit () ? g_test_rand_int_range (0, BATCH) : g_test_rand_int_range (0, 100);
  gint64 interval = test->irregular ? g_test_rand_int_range (0, 100) : 70;
  guint choice = g_test_rand_int_range (0, 8);

  if (choice == 0 && test->gaps)
    append_gap (model, g_test_rand_int_range (0, 1000));
  else if (choice < 4 && test->evicts)
    evict (model);
  else if (!test->irregular || (test->regular && g_test_rand_bit ()))
    append_regular (model, n, interval, test->strange);
  else
    append_irregular (model, n, g_test_rand_bit (), test->strange);
}

static void
test_random (gconstpointer data)
{
  for (guint run = 0; run < (g_test_slow () ? 40 : 4); run++)
    {
      Model model;

      model_init (&model);
      check_all (&model);
      for (guint i = 0; i < 12; i++)
        {
          random_step (&model, data);
          if (i % 3 == 2)
            check_all (&model);
        }
      model_clear (&model);
    }
}

/* Ranges that begin and end just around an entry of each level, over more than an entry of 262144. */
static void
test_levels (void)
{
  Model model;

  model_init (&model);
  append_regular (&model, 300000, 10, 1000);
  for (guint round = 0; round < 2; round++)
    {
      for (guint64 size = 64; size <= 262144; size *= size == 64 ? 16 : 4)
        for (guint64 i = 0; i <= 4; i++)
          for (gint64 a = -1; a <= 1; a++)
            for (gint64 b = -1; b <= 1; b++)
              check_range (&model, MAX (0, (gint64) (i * size / 2) + a), (i + 1) * size + b);
      for (guint i = 0; i < 7; i++)
        evict (&model);
    }
  check_all (&model);
  model_clear (&model);
}

static void
test_equal_times (void)
{
  Model model;

  model_init (&model);
  model.time = 100;
  append_regular (&model, 3 * CHUNK, 0, 0);
  g_assert_cmpuint (gscope_trace_find (model.trace, 100), ==, 0);
  g_assert_cmpuint (gscope_trace_find (model.trace, 101), ==, 3 * CHUNK);
  append_irregular (&model, 1, FALSE, 0);
  append_regular (&model, 2 * CHUNK, 0, 0);
  check_all (&model);
  model_clear (&model);
}

static void
test_extreme_times (void)
{
  const gint64 times[] = { G_MININT64, -1, G_MAXINT64 - 1, G_MAXINT64 };
  const double values[] = { 1, 2, 3, 4 };
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  GscopeColumn columns[3];

  gscope_trace_append (trace, times, values, 2);
  gscope_trace_append (trace, times + 2, values + 2, 2);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_assert_cmpint (gscope_trace_get_time (trace, i), ==, times[i]);
      g_assert_cmpuint (gscope_trace_find (trace, times[i]), ==, i);
    }
  gscope_trace_get_columns (trace, G_MAXINT64 - 5, 3, 3, columns);
  g_assert_cmpuint (columns[0].count, ==, 0);
  g_assert_cmpuint (columns[1].count, ==, 1);
  g_assert_cmpuint (columns[2].count, ==, 0);
}

static void
test_clear (void)
{
  Model model;
  gsize bytes;

  model_init (&model);
  bytes = gscope_trace_get_bytes (model.trace);
  append_irregular (&model, 3 * CHUNK + 77, FALSE, 10);
  append_gap (&model, 10);
  clear (&model);
  check_all (&model);
  g_assert_cmpuint (gscope_trace_get_end (model.trace), ==, 3 * CHUNK + 78);
  g_assert_cmpuint (gscope_trace_get_bytes (model.trace), ==, bytes);

  model.time = -1000;
  append_regular (&model, 10, 5, 0);
  check_all (&model);
  append_irregular (&model, 3 * CHUNK, TRUE, 0);
  evict (&model);
  check_all (&model);
  model_clear (&model);
}

static void
test_gap (void)
{
  const double values[] = { 1, 2, 3 };
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  const GscopeGap *gaps;
  GscopeColumn column;
  gsize n;

  g_assert_null (gscope_trace_get_gaps (trace, G_MININT64, G_MAXINT64, &n));
  g_assert_cmpuint (n, ==, 0);
  gscope_trace_append_regular (trace, 0, 10, values, 3);
  gscope_trace_append_gap (trace, 30, GSCOPE_GAP_CAUSE_STOPPED);
  gscope_trace_append_gap (trace, 35, GSCOPE_GAP_CAUSE_TICK);
  gaps = gscope_trace_get_gaps (trace, 1000, 1001, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps->begin, ==, 30);
  g_assert_cmpint (gaps->end, ==, G_MAXINT64);
  g_assert_cmpint (gaps->cause, ==, GSCOPE_GAP_CAUSE_STOPPED);

  gscope_trace_append_regular (trace, 70, 10, values, 3);
  gaps = gscope_trace_get_gaps (trace, 69, 70, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps->end, ==, 70);
  gscope_trace_get_gaps (trace, 70, 1000, &n);
  g_assert_cmpuint (n, ==, 0);
  gscope_trace_get_gaps (trace, 0, 30, &n);
  g_assert_cmpuint (n, ==, 0);

  gscope_trace_get_range (trace, 1, 4, &column);
  g_assert_cmpuint (column.count, ==, 3);
  g_assert_cmpfloat (column.first, ==, 2);
  g_assert_true (isnan (column.last));
  g_assert_true (column.min == 2 && column.max == 3);
  g_assert_true (isnan (gscope_trace_get_value (trace, 3)));
  g_assert_cmpint (gscope_trace_get_time (trace, 3), ==, 30);
}

static void
test_oldest (void)
{
  g_autofree double *values = g_new0 (double, CHUNK + 1);
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  gint64 time = 0;

  g_assert_false (gscope_trace_evict (trace));
  gscope_trace_append_regular (trace, 1000, 10, values, CHUNK);
  g_assert_false (gscope_trace_get_oldest (trace, &time));
  g_assert_false (gscope_trace_evict (trace));
  gscope_trace_append_regular (trace, 1000 + CHUNK * 10, 10, values, 1);
  g_assert_true (gscope_trace_get_oldest (trace, &time));
  g_assert_cmpint (time, ==, 1000 + (CHUNK - 1) * 10);
  g_assert_true (gscope_trace_evict (trace));
  g_assert_cmpuint (gscope_trace_get_first (trace), ==, CHUNK);
  g_assert_false (gscope_trace_evict (trace));
}

/* A polled signal costs at most 1.1 x 8 bytes a sample, also while the oldest samples go. Lost ticks
 * cost time-stamps in their own chunks only. */
static void
test_memory (void)
{
  g_autofree double *values = g_new0 (double, 1000);
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  guint64 n = 0;
  gsize before;

  for (guint i = 0; i < 3000; i++)
    {
      gscope_trace_append_regular (trace, i * 1000 * GSCOPE_MSEC, GSCOPE_MSEC, values, 1000);
      if (i % 4 == 3 && gscope_trace_get_bytes (trace) > 16 << 20)
        g_assert_true (gscope_trace_evict (trace));
      n = gscope_trace_get_end (trace) - gscope_trace_get_first (trace);
      if (i >= 300)
        g_assert_cmpuint (gscope_trace_get_bytes (trace), <=, n * 8 * 1.1);
    }

  before = gscope_trace_get_bytes (trace);
  gscope_trace_append_gap (trace, 3000 * 1000 * GSCOPE_MSEC, GSCOPE_GAP_CAUSE_TICK);
  for (guint i = 0; i < 100; i++)
    gscope_trace_append_regular (trace, (3100 + i) * 1000 * GSCOPE_MSEC, GSCOPE_MSEC, values, 1000);
  g_assert_cmpuint (gscope_trace_get_bytes (trace) - before, <=, 108000 * 8 * 1.1 + CHUNK * 8);
}

static void
test_growth (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  gsize empty = gscope_trace_get_bytes (trace);
  double value = 1;

  g_assert_cmpuint (empty, <, 512);
  for (guint i = 1; i <= 2 * CHUNK; i++)
    {
      gscope_trace_append_regular (trace, i * GSCOPE_SEC, GSCOPE_SEC, &value, 1);
      if (i <= CHUNK)
        g_assert_cmpuint (gscope_trace_get_bytes (trace) - empty, <=, 640 + 2 * 8 * 1.1 * i);
    }
}

/* Samples at regular and at other times, and gaps, move by the same distance and have new positions. */
static void
test_shift (void)
{
  GscopeTrace *trace = gscope_trace_new ();
  const gint64 times[] = { 20, 23, 31 };
  const double values[] = { 1, 2, 3 };
  const GscopeGap *gaps;
  double many[CHUNK + 5] = { 0 };
  gsize n;

  gscope_trace_append (trace, times, values, 3);
  gscope_trace_append_gap (trace, 40, GSCOPE_GAP_CAUSE_STOPPED);
  gscope_trace_append_regular (trace, 50, 10, many, CHUNK + 5);
  gscope_trace_append_gap (trace, 10 * CHUNK + 200, GSCOPE_GAP_CAUSE_SILENT);
  g_assert_true (gscope_trace_shift (trace, -100));
  g_assert_cmpuint (gscope_trace_get_first (trace), ==, CHUNK + 10);
  g_assert_cmpuint (gscope_trace_get_end (trace), ==, 2 * (CHUNK + 10));
  g_assert_cmpuint (gscope_trace_find (trace, -77), ==, CHUNK + 11);
  g_assert_cmpint (gscope_trace_get_time (trace, CHUNK + 12), ==, -69);
  g_assert_cmpfloat (gscope_trace_get_value (trace, CHUNK + 12), ==, 3);
  g_assert_cmpint (gscope_trace_get_time (trace, 2 * CHUNK + 18), ==, -50 + 10 * (CHUNK + 4));
  gaps = gscope_trace_get_gaps (trace, G_MININT64, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (gaps[0].begin, ==, -60);
  g_assert_cmpint (gaps[0].end, ==, -50);
  g_assert_cmpint (gaps[1].end, ==, G_MAXINT64);
  /* the samples that come next follow */
  gscope_trace_append_regular (trace, 10 * CHUNK + 101, 1, values, 1);
  g_assert_cmpint (gscope_trace_get_gaps (trace, G_MININT64, G_MAXINT64, &n)[1].end, ==,
                   10 * CHUNK + 101);
  g_assert_false (gscope_trace_shift (trace, G_MAXINT64 - CHUNK));
  g_assert_cmpint (gscope_trace_get_time (trace, gscope_trace_get_first (trace)), ==, -80);
  gscope_trace_unref (trace);
}

static void
test_references (void)
{
  GscopeTrace *trace = gscope_trace_new ();
  GscopeTrace *copy = g_boxed_copy (GSCOPE_TYPE_TRACE, trace);

  g_assert_true (copy == trace);
  gscope_trace_unref (trace);
  g_assert_cmpuint (gscope_trace_get_end (copy), ==, 0);
  g_assert_true (gscope_trace_ref (copy) == copy);
  gscope_trace_unref (copy);
  g_boxed_free (GSCOPE_TYPE_TRACE, copy);
}

int
main (int argc, char **argv)
{
  static const Case cases[] = {
    { "/trace/regular", .regular = TRUE },
    { "/trace/irregular", .irregular = TRUE },
    { "/trace/mixed", .regular = TRUE, .irregular = TRUE },
    { "/trace/gap-ridden", .regular = TRUE, .gaps = TRUE },
    { "/trace/nan-ridden", .regular = TRUE, .irregular = TRUE, .strange = 3 },
    { "/trace/all-nan", .regular = TRUE, .irregular = TRUE, .strange = 1 },
    { "/trace/evicted", .regular = TRUE, .evicts = TRUE },
    { "/trace/everything", TRUE, TRUE, 500, TRUE, TRUE },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_test_add_data_func (cases[i].path, &cases[i], test_random);
  g_test_add_func ("/trace/levels", test_levels);
  g_test_add_func ("/trace/equal-times", test_equal_times);
  g_test_add_func ("/trace/extreme-times", test_extreme_times);
  g_test_add_func ("/trace/clear", test_clear);
  g_test_add_func ("/trace/gap", test_gap);
  g_test_add_func ("/trace/oldest", test_oldest);
  g_test_add_func ("/trace/memory", test_memory);
  g_test_add_func ("/trace/growth", test_growth);
  g_test_add_func ("/trace/shift", test_shift);
  g_test_add_func ("/trace/references", test_references);
  return g_test_run ();
}

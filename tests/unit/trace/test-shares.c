/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <math.h>
#include <string.h>

/* Durations of states in columns, against sums over all samples. */

enum
{
  N_COLUMNS = 20,
};

static GscopeSample
get_sample (GscopeTrace *trace, guint64 i)
{
  return (GscopeSample){ gscope_trace_get_time (trace, i), gscope_trace_get_value (trace, i) };
}

/* Adds the duration of a sample's state to each column, one after the other. */
static void
add_sample (GscopeSample sample, gint64 end, gint64 time, gint64 width, gsize n_states,
            gint64 *durations)
{
  for (gint64 i = 0; i < N_COLUMNS; i++)
    {
      gint64 from = MAX (time + i * width, sample.time), to = MIN (time + (i + 1) * width, end);

      for (gsize k = 0; k < n_states; k++)
        if (sample.value == k && to > from)
          durations[i * n_states + k] += to - from;
    }
}

static void
assert_shares (GscopeTrace *trace, gint64 time, gint64 width, gint64 until, gsize n_states)
{
  g_autofree gint64 *durations = g_new (gint64, N_COLUMNS * n_states);
  g_autofree gint64 *expected = g_new0 (gint64, N_COLUMNS * n_states);
  guint64 n = gscope_trace_get_end (trace);

  gscope_trace_get_shares (trace, time, width, N_COLUMNS, until, n_states, durations);
  for (guint64 i = gscope_trace_get_first (trace); i < n; i++)
    {
      GscopeSample sample = get_sample (trace, i);
      gint64 next = i + 1 < n ? get_sample (trace, i + 1).time : MAX (until, sample.time);

      if (next > time && sample.time < time + N_COLUMNS * width)
        add_sample (sample, next, time, width, n_states, expected);
    }
  g_assert_cmpmem (durations, N_COLUMNS * n_states * sizeof *durations, expected,
                   N_COLUMNS * n_states * sizeof *expected);
}

static void
test_few (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  const gint64 times[] = { 100, 130, 130, 150 };
  const double values[] = { 1, 0, 2, 1 };
  gint64 durations[3 * 3];

  gscope_trace_get_shares (trace, 0, 100, 3, 200, 3, durations);
  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    g_assert_cmpint (durations[i], ==, 0);

  gscope_trace_append (trace, times, values, G_N_ELEMENTS (times));
  gscope_trace_get_shares (trace, 40, 70, 3, 200, 3, durations);
  /* from 40 on nothing, from 110 on, from 180 on */
  g_assert_cmpint (durations[1], ==, 10);
  g_assert_cmpint (durations[0], ==, 0);
  g_assert_cmpint (durations[3], ==, 0);
  g_assert_cmpint (durations[4], ==, 20 + 30);
  g_assert_cmpint (durations[5], ==, 20);
  g_assert_cmpint (durations[7], ==, 20);
}

/* A gap and a value that is no state's end the state before. */
static void
test_ends (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  const double odd[] = { 0.5, -1, 64, NAN };
  double one = 1;
  gint64 durations[2];

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      gscope_trace_append_regular (trace, 100 * i, 0, &one, 1);
      gscope_trace_append_regular (trace, 100 * i + 30, 0, &odd[i], 1);
    }
  gscope_trace_append_regular (trace, 500, 0, &one, 1);
  gscope_trace_append_gap (trace, 530, GSCOPE_GAP_CAUSE_SILENT);
  gscope_trace_get_shares (trace, 0, 1000, 1, 1000, 2, durations);
  g_assert_cmpint (durations[0], ==, 0);
  g_assert_cmpint (durations[1], ==, 5 * 30);
}

/* Appends samples with random times and states below a limit, and gaps. */
static gint64
append_random (GscopeTrace *trace, gint64 time, guint n, guint n_states)
{
  for (guint i = 0; i < n; i++)
    {
      double value = g_test_rand_int_range (0, n_states);

      time += g_test_rand_int_range (0, 4) == 0 ? 0 : g_test_rand_int_range (1, 1000);
      if (g_test_rand_int_range (0, 50) == 0)
        gscope_trace_append_gap (trace, time, GSCOPE_GAP_CAUSE_TICK);
      else
        gscope_trace_append_regular (trace, time, 0, &value, 1);
    }
  return time;
}

/* Random sequences, which grow, gain states and lose their oldest samples between queries. */
static void
test_random (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  gint64 end = 0;

  for (guint round = 0; round < 30; round++)
    {
      guint n_states = round < 10 ? 3 : round < 20 ? 11 : GSCOPE_MAX_STATES;
      gint64 begin, until;

      end = append_random (trace, end, g_test_rand_int_range (1, 1000), n_states);
      until = end + g_test_rand_int_range (-100, 2000);
      if (round % 3 == 2)
        gscope_trace_evict (trace);
      begin = gscope_trace_get_time (trace, gscope_trace_get_first (trace));
      assert_shares (trace, begin - 500, (end - begin + 1500) / N_COLUMNS + 1, until, 12);
      assert_shares (trace, g_test_rand_int_range (begin, end + 1), g_test_rand_int_range (1, 600),
                     until, n_states);
    }
}

/* Rows of evicted samples go, and those that were never asked for are not missed. */
static void
test_memory (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  gint64 end = append_random (trace, 0, 20000, 4), durations[4];
  gsize before = gscope_trace_get_bytes (trace), with;

  gscope_trace_get_shares (trace, 0, end, 1, end, 4, durations);
  with = gscope_trace_get_bytes (trace) - before;
  g_assert_cmpuint (with, <=, 20000 + 4096);
  for (guint i = 0; i < 30; i++)
    {
      end = append_random (trace, end, 4096, 4);
      while (gscope_trace_evict (trace))
        continue;
      assert_shares (trace, end - 4000 * 300, 20000, end, 4);
    }
  gscope_trace_clear (trace);
  gscope_trace_get_shares (trace, 0, end, 1, end, 4, durations);
  g_assert_cmpint (durations[0], ==, 0);
  append_random (trace, 0, 500, 4);
  assert_shares (trace, 0, 3000, 1 << 20, 4);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shares/few", test_few);
  g_test_add_func ("/shares/ends", test_ends);
  g_test_add_func ("/shares/random", test_random);
  g_test_add_func ("/shares/memory", test_memory);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <math.h>

enum
{
  RATE = 1000,
  SIZE = 512,
  N_SEGMENTS = 100,
  N_SAMPLES = SIZE * N_SEGMENTS,
};

#define STEP (GSCOPE_SEC / RATE)
#define DELAY 3
/* of the low pass: y += POLE * (x − y) */
#define POLE 0.2

typedef struct
{
  GscopeTrace *input;
  GscopeTrace *output;
} Pair;

static void
append (GscopeTrace *trace, gsize i, double value)
{
  gscope_trace_append_regular (trace, 7 * GSCOPE_SEC + (gint64) i * STEP, STEP, &value, 1);
}

static double *
make_noise (guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  double *values = g_new (double, N_SAMPLES);

  for (gsize i = 0; i < N_SAMPLES; i++)
    values[i] = g_rand_double_range (random, -1, 1);
  return values;
}

static void
init (Pair *pair)
{
  pair->input = gscope_trace_new ();
  pair->output = gscope_trace_new ();
}

static void
clear (Pair *pair)
{
  gscope_trace_unref (pair->input);
  gscope_trace_unref (pair->output);
}

static GscopeTransfer *
measure (Pair *pair, gsize size)
{
  GscopeSpectrumSettings settings;
  GscopeTransfer *transfer;

  gscope_spectrum_settings_init (&settings);
  settings.size = size;
  transfer = gscope_transfer_new (pair->input, FALSE, pair->output, FALSE, &settings);
  gscope_transfer_update (transfer, G_MAXINT64);
  return transfer;
}

/* A low pass of the first order has the response a / (1 − (1 − a) e^−jw). */
static void
test_low_pass (void)
{
  g_autofree double *noise = make_noise (1);
  g_autoptr (GscopeTransfer) transfer = NULL;
  g_autoptr (GArray) points = NULL;
  double value = 0;
  Pair pair;

  init (&pair);
  for (gsize i = 0; i < N_SAMPLES; i++)
    {
      value += POLE * (noise[i] - value);
      append (pair.input, i, 40 + noise[i]);
      append (pair.output, i, 5 * value - 100);
    }
  transfer = measure (&pair, SIZE);
  g_assert_cmpuint (gscope_transfer_get_n_segments (transfer), ==, 2 * N_SEGMENTS - 1);
  g_assert_cmpuint (gscope_transfer_get_n_broken (transfer), ==, 0);
  points = gscope_transfer_get_points (transfer);
  g_assert_cmpuint (points->len, ==, SIZE / 2);
  for (guint i = 2; i < points->len - 1; i++)
    {
      const GscopeTransferPoint *point = &g_array_index (points, GscopeTransferPoint, i);
      double w = 2 * G_PI * (i + 1) / SIZE;
      double real = 1 - (1 - POLE) * cos (w), imaginary = (1 - POLE) * sin (w);
      double gain = 5 * POLE / hypot (real, imaginary);

      g_assert_cmpfloat_with_epsilon (point->frequency, (i + 1) * (double) RATE / SIZE, 1e-9);
      g_assert_cmpfloat_with_epsilon (point->gain / gain, 1, 0.03);
      g_assert_cmpfloat_with_epsilon (point->decibels, 20 * log10 (gain), 0.25);
      g_assert_cmpfloat_with_epsilon (point->phase, -atan2 (imaginary, real) * 180 / G_PI, 2);
      g_assert_cmpfloat (point->coherence, >, 0.98);
      g_assert_cmpfloat (point->coherence, <=, 1);
    }
  clear (&pair);
}

/* A delay has a gain of 1 and a phase that falls by 360° × delay × frequency. */
static void
test_delay (void)
{
  g_autofree double *noise = make_noise (2);
  g_autoptr (GscopeTransfer) transfer = NULL;
  g_autoptr (GArray) points = NULL;
  Pair pair;

  init (&pair);
  for (gsize i = DELAY; i < N_SAMPLES; i++)
    {
      append (pair.input, i, noise[i]);
      append (pair.output, i, noise[i - DELAY]);
    }
  transfer = measure (&pair, SIZE);
  points = gscope_transfer_get_points (transfer);
  for (guint i = 2; i < points->len - 1; i++)
    {
      const GscopeTransferPoint *point = &g_array_index (points, GscopeTransferPoint, i);
      double expected = -360.0 * DELAY * point->frequency / RATE;

      g_assert_cmpfloat_with_epsilon (point->decibels, 0, 0.3);
      g_assert_cmpfloat_with_epsilon (remainder (point->phase - expected, 360), 0, 2);
      g_assert_cmpfloat (point->coherence, >, 0.98);
    }
  clear (&pair);
}

/* Noise in the output as strong as the response halves the coherence and leaves the gain. Without any
 * relation, the coherence of n segments is near 1 / n. */
static void
test_noise (void)
{
  g_autofree double *noise = make_noise (3), *other = make_noise (4);

  for (guint related = 0; related < 2; related++)
    {
      g_autoptr (GscopeTransfer) transfer = NULL;
      g_autoptr (GArray) points = NULL;
      double gain = 0, coherence = 0;
      Pair pair;

      init (&pair);
      for (gsize i = 0; i < N_SAMPLES; i++)
        {
          append (pair.input, i, noise[i]);
          append (pair.output, i, related * noise[i] + other[i]);
        }
      transfer = measure (&pair, SIZE);
      points = gscope_transfer_get_points (transfer);
      for (guint i = 0; i < points->len; i++)
        {
          gain += g_array_index (points, GscopeTransferPoint, i).gain / points->len;
          coherence += g_array_index (points, GscopeTransferPoint, i).coherence / points->len;
        }
      g_assert_cmpfloat_with_epsilon (coherence, related ? 0.5 : 0, 0.03);
      if (related)
        g_assert_cmpfloat_with_epsilon (gain, 1, 0.03);
      clear (&pair);
    }
}

/* Signals of different rates that begin at different times, with a gap in one: only segments in
 * which both have values count, on the faster grid. */
static void
test_grid (void)
{
  g_autoptr (GscopeTransfer) transfer = NULL;
  g_autoptr (GArray) points = NULL;
  const GscopeTransferPoint *point;
  Pair pair;

  init (&pair);
  for (gsize i = 0; i < 8 * SIZE; i++)
    {
      double phase = 2 * G_PI * 8 * i / SIZE;

      append (pair.input, i, sin (phase));
      if (i == 4 * SIZE + SIZE / 2)
        gscope_trace_append_gap (pair.output, 7 * GSCOPE_SEC + (gint64) i * STEP,
                                 GSCOPE_GAP_CAUSE_TICK);
      else if (i >= SIZE && i % 2 == 0)
        {
          gint64 time = 7 * GSCOPE_SEC + (gint64) i * STEP;
          double value = 2 * cos (phase);

          gscope_trace_append (pair.output, &time, &value, 1);
        }
    }
  transfer = measure (&pair, SIZE);
  g_assert_cmpuint (gscope_transfer_get_n_broken (transfer), ==, 1);
  /* A little less than 3.5 segments on either side of the gap: 5 segments, which overlap by half. */
  g_assert_cmpuint (gscope_transfer_get_n_segments (transfer), ==, 5 + 5);
  points = gscope_transfer_get_points (transfer);
  point = &g_array_index (points, GscopeTransferPoint, 7);
  g_assert_cmpfloat_with_epsilon (point->frequency, 8.0 * RATE / SIZE, 1e-9);
  g_assert_cmpfloat_with_epsilon (point->gain, 2, 0.01);
  g_assert_cmpfloat_with_epsilon (point->phase, 90, 0.1);
  g_assert_cmpfloat_with_epsilon (point->coherence, 1, 1e-4);
  clear (&pair);
}

/* A signal that does not move has no transfer function; one that has no samples has no segment. */
static void
test_nothing (void)
{
  g_autoptr (GscopeTransfer) still = NULL;
  g_autoptr (GscopeTransfer) empty = NULL;
  g_autoptr (GArray) points = NULL;
  g_autoptr (GArray) none = NULL;
  Pair pair;

  init (&pair);
  for (gsize i = 0; i < 2 * SIZE; i++)
    append (pair.input, i, 3);
  empty = measure (&pair, SIZE);
  none = gscope_transfer_get_points (empty);
  g_assert_cmpuint (gscope_transfer_get_n_segments (empty), ==, 0);
  g_assert_cmpuint (none->len, ==, 0);
  for (gsize i = 0; i < 2 * SIZE; i++)
    append (pair.output, i, (double) i);
  still = measure (&pair, SIZE);
  points = gscope_transfer_get_points (still);
  g_assert_cmpuint (gscope_transfer_get_n_segments (still), ==, 3);
  g_assert_cmpuint (points->len, ==, 0);
  clear (&pair);
}

/* Segments that come one by one have the result of all at once; a start drops earlier ones. */
static void
test_live (void)
{
  g_autofree double *noise = make_noise (5);
  g_autoptr (GscopeTransfer) live = NULL;
  g_autoptr (GscopeTransfer) whole = NULL;
  g_autoptr (GArray) some = NULL;
  g_autoptr (GArray) all = NULL;
  Pair pair;

  init (&pair);
  live = measure (&pair, SIZE);
  for (gsize i = 0; i < 8 * SIZE; i++)
    {
      append (pair.input, i, noise[i]);
      append (pair.output, i, noise[i] * noise[i]);
      if (i % 100 == 0)
        gscope_transfer_update (live, G_MAXINT64);
    }
  gscope_transfer_update (live, G_MAXINT64);
  whole = measure (&pair, SIZE);
  some = gscope_transfer_get_points (live);
  all = gscope_transfer_get_points (whole);
  g_assert_cmpmem (some->data, some->len * sizeof (GscopeTransferPoint), all->data,
                   all->len * sizeof (GscopeTransferPoint));
  gscope_transfer_start (live, 7 * GSCOPE_SEC + 6 * SIZE * STEP);
  g_assert_cmpuint (gscope_transfer_update (live, G_MAXINT64), ==, 3);
  g_assert_cmpuint (gscope_transfer_get_n_segments (live), ==, 3);
  clear (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/transfer/low-pass", test_low_pass);
  g_test_add_func ("/transfer/delay", test_delay);
  g_test_add_func ("/transfer/noise", test_noise);
  g_test_add_func ("/transfer/grid", test_grid);
  g_test_add_func ("/transfer/nothing", test_nothing);
  g_test_add_func ("/transfer/live", test_live);
  return g_test_run ();
}

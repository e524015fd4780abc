/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <math.h>

enum
{
  STEP = GSCOPE_SEC / 1000,
  SIZE = 128,
  N_BINS = SIZE / 2 + 1,
  N_COLUMNS = 16,
};

#define WIDTH (GSCOPE_SEC / 4)

static void
append_sine (GscopeTrace *trace, gint64 time, gsize n, double frequency)
{
  for (gsize i = 0; i < n; i++)
    {
      gint64 t = time + (gint64) i * STEP;
      double value = sin (2 * G_PI * frequency * t * 1e-9);

      gscope_trace_append (trace, &t, &value, 1);
    }
}

static GscopeSpectrogram *
make_spectrogram (GscopeTrace *trace)
{
  GscopeSpectrumSettings settings;

  gscope_spectrum_settings_init (&settings);
  settings.size = SIZE;
  return gscope_spectrogram_new (trace, &settings, WIDTH, N_COLUMNS);
}

/* The bin that is the highest of a column, -1 without values. */
static int
find_highest (GscopeSpectrogram *spectrogram, gint64 column)
{
  double values[N_BINS];
  int highest = 0;

  if (gscope_spectrogram_get_column (spectrogram, column, values, N_BINS) == 0)
    return -1;
  for (int i = 1; i < N_BINS; i++)
    if (values[i] > values[highest])
      highest = i;
  g_assert_cmpfloat_with_epsilon (values[highest], 1, 0.01);
  return highest;
}

/* A tone that jumps, with a gap between: 125 Hz is bin 16, 250 Hz bin 32. */
static void
test_jump (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GscopeSpectrogram) spectrogram = make_spectrogram (trace);

  append_sine (trace, -GSCOPE_SEC, 1000, 125);
  gscope_trace_append_gap (trace, 0, GSCOPE_GAP_CAUSE_STOPPED);
  append_sine (trace, GSCOPE_SEC, 1000, 250);
  g_assert_cmpuint (gscope_spectrogram_update (spectrogram, G_MAXINT64), ==, 28);
  g_assert_cmpuint (gscope_spectrogram_get_n_bins (spectrogram), ==, N_BINS);
  g_assert_cmpfloat_with_epsilon (gscope_spectrogram_get_resolution (spectrogram), 7.8125, 1e-9);
  for (gint64 column = -8; column < 12; column++)
    {
      int expected = column < -4 ? -1 : column < 0 ? 16 : column < 4 ? -1 : column < 8 ? 32 : -1;

      g_assert_cmpint (find_highest (spectrogram, column), ==, expected);
    }
}

/* Columns keep their place, however the samples came, and the oldest columns go. */
static void
test_live (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GscopeSpectrogram) live = make_spectrogram (trace);
  g_autoptr (GscopeSpectrogram) whole = make_spectrogram (trace);

  for (gint64 i = 0; i < 100; i++)
    {
      append_sine (trace, i * 77 * STEP, 77, 125);
      gscope_spectrogram_update (live, G_MAXINT64);
    }
  gscope_spectrogram_update (whole, G_MAXINT64);
  for (gint64 column = -2; column < 40; column++)
    {
      double a[N_BINS] = { 0 }, b[N_BINS] = { 0 };
      gsize n = gscope_spectrogram_get_column (live, column, a, N_BINS);

      g_assert_cmpuint (gscope_spectrogram_get_column (whole, column, b, N_BINS), ==, n);
      g_assert_cmpmem (a, sizeof a, b, sizeof b);
      g_assert_cmpuint (n, ==, column > 30 - N_COLUMNS && column <= 30 ? N_BINS : 0);
    }
}

static void
test_start (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GscopeSpectrogram) spectrogram = make_spectrogram (trace);

  append_sine (trace, 0, 2000, 125);
  gscope_spectrogram_update (spectrogram, G_MAXINT64);
  gscope_spectrogram_start (spectrogram, GSCOPE_SEC);
  g_assert_cmpint (find_highest (spectrogram, 2), ==, -1);
  gscope_spectrogram_update (spectrogram, G_MAXINT64);
  g_assert_cmpint (find_highest (spectrogram, 3), ==, -1);
  g_assert_cmpint (find_highest (spectrogram, 5), ==, 16);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spectrogram/jump", test_jump);
  g_test_add_func ("/spectrogram/live", test_live);
  g_test_add_func ("/spectrogram/start", test_start);
  return g_test_run ();
}

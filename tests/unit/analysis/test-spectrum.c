/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/window-private.h>
#include <gscope/gscope.h>

#include <math.h>

enum
{
  RATE = 1000,
  SIZE = 1024,
};

#define STEP (GSCOPE_SEC / RATE)
/* Of sines of height 3: the rounding of single precision. */
#define PRECISION 3e-7

typedef double (*Wave) (double seconds);

static guint
count_windows (void)
{
  g_autoptr (GEnumClass) windows = g_type_class_ref (GSCOPE_TYPE_SPECTRUM_WINDOW);

  return windows->n_values;
}

static void
append_wave (GscopeTrace *trace, Wave wave, gint64 time, gint64 step, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      gint64 t = time + (gint64) i * step;
      double value = wave (t * 1e-9);

      gscope_trace_append (trace, &t, &value, 1);
    }
}

static GscopeTrace *
make_trace (Wave wave, gsize n)
{
  GscopeTrace *trace = gscope_trace_new ();

  append_wave (trace, wave, 5 * GSCOPE_SEC, STEP, n);
  return trace;
}

static GscopeSpectrumSettings
make_settings (GscopeSpectrumWindow window, GscopeSpectrumScale scale)
{
  GscopeSpectrumSettings settings;

  gscope_spectrum_settings_init (&settings);
  settings.size = SIZE;
  settings.window = window;
  settings.scale = scale;
  return settings;
}

static GscopeSpectrum *
measure (GscopeTrace *trace, const GscopeSpectrumSettings *settings)
{
  GscopeSpectrum *spectrum = gscope_spectrum_new (trace, settings);

  gscope_spectrum_update (spectrum, G_MAXINT64);
  return spectrum;
}

/* On bin 128 of 1024 at 1 kHz, and 0.37 bins beside it. */
static double
on_bin (double t)
{
  return 3 * sin (2 * G_PI * 125 * t + 0.3);
}

static double
off_bin (double t)
{
  return 3 * sin (2 * G_PI * (128.37 / SIZE * RATE) * t + 0.3);
}

static double
two_tones (double t)
{
  return on_bin (t) + 0.001 * sin (2 * G_PI * 140.4 * t);
}

static double
on_mean (double t)
{
  return 1e6 + on_bin (t);
}

static double
offset (double t)
{
  return -2.5;
}

static double
square (double t)
{
  return fmod (t + 1e-12, 0.02) < 0.01 ? 1 : -1;
}

static void
test_sine (void)
{
  for (guint w = 0; w < count_windows (); w++)
    {
      g_autoptr (GscopeTrace) trace = make_trace (on_bin, 4 * SIZE);
      GscopeSpectrumSettings settings = make_settings (w, GSCOPE_SPECTRUM_SCALE_AMPLITUDE);
      g_autoptr (GscopeSpectrum) spectrum = measure (trace, &settings);
      double values[SIZE / 2 + 1];

      g_assert_cmpuint (gscope_spectrum_get_n_segments (spectrum), ==, 7);
      g_assert_cmpuint (gscope_spectrum_get_n_bins (spectrum), ==, SIZE / 2 + 1);
      g_assert_cmpfloat_with_epsilon (gscope_spectrum_get_resolution (spectrum), 0.9765625, 1e-9);
      g_assert_cmpuint (gscope_spectrum_get_values (spectrum, values, G_MAXSIZE), ==, SIZE / 2 + 1);
      g_assert_cmpfloat_with_epsilon (values[128], 3, PRECISION);
      g_assert_cmpfloat (values[128 + gscope_spectrum_window_get_reach (w)], <, PRECISION);
      g_assert_cmpfloat (values[300], <, PRECISION);
    }
}

/* A large mean takes nothing from the precision of what it carries. */
static void
test_mean (void)
{
  for (guint w = 0; w < count_windows (); w++)
    {
      g_autoptr (GscopeTrace) trace = make_trace (on_mean, 4 * SIZE);
      GscopeSpectrumSettings settings = make_settings (w, GSCOPE_SPECTRUM_SCALE_AMPLITUDE);
      g_autoptr (GscopeSpectrum) spectrum = measure (trace, &settings);
      guint reach = gscope_spectrum_window_get_reach (w);
      double values[SIZE / 2 + 1];

      gscope_spectrum_get_values (spectrum, values, G_MAXSIZE);
      g_assert_cmpfloat_with_epsilon (values[0], 1e6, 1e-3);
      if (reach > 1)
        g_assert_cmpfloat_with_epsilon (values[1], 2e6 * gscope_spectrum_window_get_response (w, 1),
                                        10);
      g_assert_cmpfloat (values[reach], <, PRECISION);
      g_assert_cmpfloat_with_epsilon (values[128], 3, PRECISION);
    }
}

/* The peak is read to a fraction of a bin and of its height, whatever the window. */
static void
test_off_bin (void)
{
  for (guint w = 0; w < count_windows (); w++)
    {
      g_autoptr (GscopeTrace) trace = make_trace (off_bin, 4 * SIZE);
      GscopeSpectrumSettings settings = make_settings (w, GSCOPE_SPECTRUM_SCALE_POWER);
      g_autoptr (GscopeSpectrum) spectrum = measure (trace, &settings);
      double resolution = gscope_spectrum_get_resolution (spectrum);
      GscopeSpectrumPeak peak;

      g_assert_cmpuint (gscope_spectrum_find_peaks (spectrum, 0, 500, &peak, 1), ==, 1);
      g_assert_cmpfloat_with_epsilon (peak.frequency / resolution, 128.37, 0.005);
      g_assert_cmpfloat_with_epsilon (peak.amplitude, 3, 0.01);
    }
}

static void
test_two_tones (void)
{
  g_autoptr (GscopeTrace) trace = make_trace (two_tones, 4 * SIZE);
  GscopeSpectrumSettings settings =
      make_settings (GSCOPE_SPECTRUM_WINDOW_BLACKMAN_HARRIS, GSCOPE_SPECTRUM_SCALE_AMPLITUDE);
  g_autoptr (GscopeSpectrum) spectrum = NULL;
  GscopeSpectrumPeak peaks[2];

  settings.decibels = TRUE;
  spectrum = measure (trace, &settings);
  g_assert_cmpuint (gscope_spectrum_find_peaks (spectrum, 100, 160, peaks, 2), ==, 2);
  g_assert_cmpfloat_with_epsilon (peaks[0].frequency, 125, 1e-3);
  g_assert_cmpfloat_with_epsilon (peaks[0].amplitude, 3, 1e-4);
  g_assert_cmpfloat_with_epsilon (peaks[1].frequency, 140.4, 0.01);
  g_assert_cmpfloat_with_epsilon (peaks[1].amplitude, 1e-3, 1e-5);
  g_assert_cmpuint (gscope_spectrum_find_peaks (spectrum, 130, 160, peaks, 1), ==, 1);
  g_assert_cmpfloat_with_epsilon (peaks[0].frequency, 140.4, 0.01);
}

static double
get_value (GscopeTrace *trace, const GscopeSpectrumSettings *settings, gsize bin)
{
  g_autoptr (GscopeSpectrum) spectrum = measure (trace, settings);
  g_autofree double *values = g_new (double, bin + 1);

  g_assert_cmpuint (gscope_spectrum_get_values (spectrum, values, bin + 1), ==, bin + 1);
  return values[bin];
}

static void
test_scales (void)
{
  g_autoptr (GscopeTrace) sine = make_trace (on_bin, 2 * SIZE);
  g_autoptr (GscopeTrace) level = make_trace (offset, 2 * SIZE);
  GscopeSpectrumSettings settings =
      make_settings (GSCOPE_SPECTRUM_WINDOW_HANN, GSCOPE_SPECTRUM_SCALE_POWER);

  g_assert_cmpfloat_with_epsilon (get_value (sine, &settings, 128), 4.5, PRECISION);
  g_assert_cmpfloat_with_epsilon (get_value (level, &settings, 0), 6.25, 1e-9);
  settings.decibels = TRUE;
  settings.reference = 0.045;
  g_assert_cmpfloat_with_epsilon (get_value (sine, &settings, 128), 20, PRECISION);
  settings.scale = GSCOPE_SPECTRUM_SCALE_AMPLITUDE;
  settings.reference = 0.3;
  g_assert_cmpfloat_with_epsilon (get_value (sine, &settings, 128), 20, PRECISION);
  settings.decibels = FALSE;
  g_assert_cmpfloat_with_epsilon (get_value (level, &settings, 0), 2.5, 1e-9);
}

static void
test_units (void)
{
  const struct
  {
    GscopeSpectrumScale scale;
    const char *unit;
    const char *expected;
  } rows[] = {
    { GSCOPE_SPECTRUM_SCALE_AMPLITUDE, "V", "V" },
    { GSCOPE_SPECTRUM_SCALE_POWER, "V", "V²" },
    { GSCOPE_SPECTRUM_SCALE_DENSITY, "V", "V²/Hz" },
    { GSCOPE_SPECTRUM_SCALE_DENSITY, "m/s", "(m/s)²/Hz" },
    { GSCOPE_SPECTRUM_SCALE_DENSITY, NULL, "1/Hz" },
    { GSCOPE_SPECTRUM_SCALE_POWER, "", "" },
    { GSCOPE_SPECTRUM_SCALE_AMPLITUDE, "m/s", "m/s" },
  };
  GscopeSpectrumSettings settings;
  g_autofree char *decibels = NULL;

  gscope_spectrum_settings_init (&settings);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *unit = NULL;

      settings.scale = rows[i].scale;
      unit = gscope_spectrum_settings_get_unit (&settings, rows[i].unit);
      g_assert_cmpstr (unit, ==, rows[i].expected);
    }
  settings.decibels = TRUE;
  decibels = gscope_spectrum_settings_get_unit (&settings, "V");
  g_assert_cmpstr (decibels, ==, "dB");
}

/* White noise of variance 4 at 1 kHz has 4 / 500 a hertz, and its density adds up to its variance. */
static void
test_noise (void)
{
  for (guint w = 0; w < count_windows (); w++)
    {
      g_autoptr (GscopeTrace) trace = gscope_trace_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (7);
      GscopeSpectrumSettings settings = make_settings (w, GSCOPE_SPECTRUM_SCALE_DENSITY);
      g_autoptr (GscopeSpectrum) spectrum = NULL;
      double values[SIZE / 2 + 1], sum = 0;

      for (gsize i = 0; i < 200 * SIZE; i++)
        {
          double value = sqrt (48) * (g_rand_double (random) - 0.5);

          gscope_trace_append_regular (trace, (gint64) i * STEP, STEP, &value, 1);
        }
      settings.averaging = GSCOPE_SPECTRUM_AVERAGING_LINEAR;
      settings.n_averaged = 400;
      spectrum = measure (trace, &settings);
      gscope_spectrum_get_values (spectrum, values, G_N_ELEMENTS (values));
      for (gsize i = 10; i < SIZE / 2; i++)
        {
          g_assert_cmpfloat_with_epsilon (values[i], 0.008, 0.003);
          sum += values[i] / (SIZE / 2 - 10);
        }
      g_assert_cmpfloat_with_epsilon (sum, 0.008, 0.0001);
    }
}

/* Odd harmonics of height 4 / (pi k), for a signal of steps that has samples at its edges only. */
static void
test_square (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  GscopeSpectrumSettings settings =
      make_settings (GSCOPE_SPECTRUM_WINDOW_HANN, GSCOPE_SPECTRUM_SCALE_AMPLITUDE);
  g_autoptr (GscopeSpectrum) spectrum = NULL;
  GscopeSpectrumPeak peaks[3];

  append_wave (trace, square, 0, 10 * GSCOPE_MSEC, 2000);
  settings.hold = TRUE;
  settings.rate = 20000;
  settings.size = 16384;
  spectrum = measure (trace, &settings);
  g_assert_cmpuint (gscope_spectrum_find_peaks (spectrum, 10, 300, peaks, 3), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpfloat_with_epsilon (peaks[i].frequency, 50 * (2 * i + 1), 0.01);
      g_assert_cmpfloat_with_epsilon (peaks[i].amplitude, 4 / G_PI / (2 * i + 1), 0.002);
    }
}

/* Samples at uneven times: the line stays at its frequency, on the grid of their typical distance.
 * */
static void
test_uneven (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  GscopeSpectrumSettings settings =
      make_settings (GSCOPE_SPECTRUM_WINDOW_HANN, GSCOPE_SPECTRUM_SCALE_AMPLITUDE);
  g_autoptr (GscopeSpectrum) spectrum = NULL;
  GscopeSpectrumPeak peak;

  for (gsize i = 0; i < 8 * SIZE; i++)
    {
      gint64 time = (gint64) i * STEP + g_rand_int_range (random, (int) -STEP / 4, (int) STEP / 4);
      double value = sin (2 * G_PI * 20.2 * time * 1e-9);

      gscope_trace_append (trace, &time, &value, 1);
    }
  spectrum = measure (trace, &settings);
  g_assert_cmpfloat_with_epsilon (gscope_spectrum_get_resolution (spectrum) * settings.size, 1000,
                                  10);
  g_assert_cmpuint (gscope_spectrum_find_peaks (spectrum, 5, 400, &peak, 1), ==, 1);
  g_assert_cmpfloat_with_epsilon (peak.frequency, 20.2, 0.01);
  g_assert_cmpfloat_with_epsilon (peak.amplitude, 1, 0.01);
}

/* A gap breaks the segments that it falls into and adds nothing to the spectrum; the samples right
 * behind it are used. */
static void
test_gaps (void)
{
  g_autoptr (GscopeTrace) trace = make_trace (on_bin, 3 * SIZE / 2);
  GscopeSpectrumSettings settings =
      make_settings (GSCOPE_SPECTRUM_WINDOW_HANN, GSCOPE_SPECTRUM_SCALE_AMPLITUDE);
  g_autoptr (GscopeSpectrum) spectrum = NULL;
  double values[SIZE / 2 + 1];

  gscope_trace_append_gap (trace, 7 * GSCOPE_SEC, GSCOPE_GAP_CAUSE_TICK);
  append_wave (trace, on_bin, 9 * GSCOPE_SEC, STEP, SIZE);
  settings.averaging = GSCOPE_SPECTRUM_AVERAGING_LINEAR;
  spectrum = measure (trace, &settings);
  g_assert_cmpuint (gscope_spectrum_get_n_segments (spectrum), ==, 3);
  g_assert_cmpuint (gscope_spectrum_get_n_broken (spectrum), ==, 1);
  gscope_spectrum_get_values (spectrum, values, G_N_ELEMENTS (values));
  g_assert_cmpfloat_with_epsilon (values[128], 3, PRECISION);
  g_assert_cmpfloat (values[300], <, PRECISION);
}

/* Bit by bit there comes out what comes out at once. */
static void
test_live (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  GscopeSpectrumSettings settings =
      make_settings (GSCOPE_SPECTRUM_WINDOW_HANN, GSCOPE_SPECTRUM_SCALE_POWER);
  g_autoptr (GscopeSpectrum) live = gscope_spectrum_new (trace, &settings);
  g_autoptr (GscopeSpectrum) whole = NULL;
  double a[SIZE / 2 + 1], b[SIZE / 2 + 1];
  guint n = 0;

  g_assert_cmpuint (gscope_spectrum_get_values (live, a, 1), ==, 0);
  for (gsize i = 0; i < 100; i++)
    {
      append_wave (trace, off_bin, (gint64) i * 100 * STEP, STEP, 100);
      n += gscope_spectrum_update (live, G_MAXINT64);
    }
  whole = measure (trace, &settings);
  g_assert_cmpuint (n, ==, gscope_spectrum_get_n_segments (whole));
  g_assert_cmpuint (gscope_spectrum_update (live, G_MAXINT64), ==, 0);
  gscope_spectrum_get_values (live, a, G_N_ELEMENTS (a));
  gscope_spectrum_get_values (whole, b, G_N_ELEMENTS (b));
  g_assert_cmpmem (a, sizeof a, b, sizeof b);
}

/* Only what is in the interval counts, and of a long past only what the average keeps is read. */
static void
test_interval (void)
{
  g_autoptr (GscopeTrace) trace = make_trace (on_bin, 4 * SIZE);
  GscopeSpectrumSettings settings =
      make_settings (GSCOPE_SPECTRUM_WINDOW_HANN, GSCOPE_SPECTRUM_SCALE_AMPLITUDE);
  g_autoptr (GscopeSpectrum) spectrum = NULL;
  double values[SIZE / 2 + 1];
  gint64 begin = 5 * GSCOPE_SEC + 4 * SIZE * STEP;

  append_wave (trace, offset, begin, STEP, 100 * SIZE);
  settings.averaging = GSCOPE_SPECTRUM_AVERAGING_LINEAR;
  spectrum = gscope_spectrum_new (trace, &settings);
  gscope_spectrum_start (spectrum, begin);
  g_assert_cmpuint (gscope_spectrum_update (spectrum, begin + 2 * SIZE * STEP), ==, 3);
  gscope_spectrum_get_values (spectrum, values, G_N_ELEMENTS (values));
  g_assert_cmpfloat (values[128], <, PRECISION);
  g_assert_cmpuint (gscope_spectrum_update (spectrum, G_MAXINT64), <=, 10);

  gscope_spectrum_start (spectrum, 0);
  g_assert_cmpuint (gscope_spectrum_update (spectrum, begin), ==, 7);
  gscope_spectrum_get_values (spectrum, values, G_N_ELEMENTS (values));
  g_assert_cmpfloat_with_epsilon (values[128], 3, PRECISION);
}

/* Samples that leave the trace unread are left out. */
static void
test_evicted (void)
{
  g_autoptr (GscopeTrace) trace = make_trace (on_bin, SIZE);
  GscopeSpectrumSettings settings =
      make_settings (GSCOPE_SPECTRUM_WINDOW_HANN, GSCOPE_SPECTRUM_SCALE_AMPLITUDE);
  g_autoptr (GscopeSpectrum) spectrum = measure (trace, &settings);

  append_wave (trace, on_bin, 5 * GSCOPE_SEC + SIZE * STEP, STEP, 16 * SIZE);
  while (gscope_trace_evict (trace))
    ;
  g_assert_cmpuint (gscope_spectrum_update (spectrum, G_MAXINT64), >=, 1);
  g_assert_cmpuint (gscope_spectrum_get_n_broken (spectrum), <=, 1);
  gscope_trace_clear (trace);
  g_assert_cmpuint (gscope_spectrum_update (spectrum, G_MAXINT64), ==, 0);
}

static void
test_windows (void)
{
  const double gains[] = { 1, 0.5, 0.54, 0.35875, 0.21557895 };
  const double bandwidths[] = { 1, 1.5, 1.3628, 2.0044, 3.7702 };

  for (guint w = 0; w < count_windows (); w++)
    {
      double weights[SIZE], sum = 0, square_sum = 0;

      gscope_spectrum_window_fill (w, weights, SIZE);
      for (gsize i = 0; i < SIZE; i++)
        {
          sum += weights[i];
          square_sum += weights[i] * weights[i];
        }
      g_assert_cmpfloat_with_epsilon (gscope_spectrum_window_get_gain (w), gains[w], 1e-9);
      g_assert_cmpfloat_with_epsilon (sum / SIZE, gains[w], 1e-9);
      g_assert_cmpfloat_with_epsilon (gscope_spectrum_window_get_bandwidth (w), bandwidths[w],
                                      1e-4);
      g_assert_cmpfloat_with_epsilon (square_sum * SIZE / sum / sum, bandwidths[w], 1e-4);
      g_assert_cmpfloat_with_epsilon (gscope_spectrum_window_get_response (w, 0), 1, 1e-9);
      g_assert_nonnull (gscope_spectrum_window_get_title (w));
    }
}

static void
test_bounds (void)
{
  GscopeSpectrumSettings settings;

  gscope_spectrum_settings_init (&settings);
  g_assert_true (gscope_spectrum_settings_check (&settings));
  settings.size = 8;
  g_assert_false (gscope_spectrum_settings_check (&settings));
  settings.size = 1001;
  g_assert_false (gscope_spectrum_settings_check (&settings));
  settings.size = 1000;
  settings.overlap = NAN;
  g_assert_false (gscope_spectrum_settings_check (&settings));
  settings.overlap = 0;
  settings.reference = 0;
  g_assert_false (gscope_spectrum_settings_check (&settings));
  settings.reference = 1;
  settings.rate = 1e-9;
  g_assert_false (gscope_spectrum_settings_check (&settings));
  settings.rate = NAN;
  g_assert_false (gscope_spectrum_settings_check (&settings));
  settings.rate = 0;
  settings.n_averaged = 0;
  g_assert_false (gscope_spectrum_settings_check (&settings));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spectrum/sine", test_sine);
  g_test_add_func ("/spectrum/mean", test_mean);
  g_test_add_func ("/spectrum/off-bin", test_off_bin);
  g_test_add_func ("/spectrum/two-tones", test_two_tones);
  g_test_add_func ("/spectrum/scales", test_scales);
  g_test_add_func ("/spectrum/units", test_units);
  g_test_add_func ("/spectrum/noise", test_noise);
  g_test_add_func ("/spectrum/square", test_square);
  g_test_add_func ("/spectrum/uneven", test_uneven);
  g_test_add_func ("/spectrum/gaps", test_gaps);
  g_test_add_func ("/spectrum/live", test_live);
  g_test_add_func ("/spectrum/interval", test_interval);
  g_test_add_func ("/spectrum/evicted", test_evicted);
  g_test_add_func ("/spectrum/windows", test_windows);
  g_test_add_func ("/spectrum/bounds", test_bounds);
  return g_test_run ();
}

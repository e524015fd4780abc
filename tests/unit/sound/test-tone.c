/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <math.h>

enum
{
  RATE = 48000,
};

static guint
count_periods (const float *samples, guint n)
{
  guint n_periods = 0;

  for (guint i = 1; i < n; i++)
    n_periods += samples[i - 1] < 0 && samples[i] >= 0;
  return n_periods;
}

static float
find_peak (const float *samples, guint n)
{
  float peak = 0;

  for (guint i = 0; i < n; i++)
    peak = MAX (peak, fabsf (samples[i]));
  return peak;
}

/* Equal distances of values are equal musical intervals, and nothing is beyond the range. */
static void
test_pitch (void)
{
  g_autoptr (GscopeTone) tone = gscope_tone_new (RATE);
  double highest = GSCOPE_TONE_LOWEST * exp2 (GSCOPE_TONE_OCTAVES);

  gscope_tone_set_range (tone, 30, -10);
  g_assert_cmpfloat (gscope_tone_get_pitch (tone, -10), ==, GSCOPE_TONE_LOWEST);
  g_assert_cmpfloat (gscope_tone_get_pitch (tone, -INFINITY), ==, GSCOPE_TONE_LOWEST);
  g_assert_cmpfloat_with_epsilon (gscope_tone_get_pitch (tone, 0), 2 * GSCOPE_TONE_LOWEST, 1e-9);
  g_assert_cmpfloat_with_epsilon (gscope_tone_get_pitch (tone, 10), 4 * GSCOPE_TONE_LOWEST, 1e-9);
  g_assert_cmpfloat (gscope_tone_get_pitch (tone, 30), ==, highest);
  g_assert_cmpfloat (gscope_tone_get_pitch (tone, 1e300), ==, highest);
  g_assert_cmpfloat (gscope_tone_get_pitch (tone, NAN), ==, 0);
  gscope_tone_set_range (tone, -1.7e308, 1.7e308);
  g_assert_cmpfloat_with_epsilon (gscope_tone_get_pitch (tone, 0), 4 * GSCOPE_TONE_LOWEST, 1e-9);
  gscope_tone_set_range (tone, 5, 5);
  g_assert_cmpfloat_with_epsilon (gscope_tone_get_pitch (tone, 5), 4 * GSCOPE_TONE_LOWEST, 1e-9);
}

/* A second of a value has as many periods as its pitch says. */
static void
test_periods (void)
{
  g_autoptr (GscopeTone) tone = gscope_tone_new (RATE);
  g_autofree float *samples = g_new (float, RATE);

  for (guint i = 0; i <= 4; i++)
    {
      double value = i / 4.0;

      gscope_tone_set_value (tone, value);
      gscope_tone_render (tone, samples, RATE / 10);
      gscope_tone_render (tone, samples, RATE);
      g_assert_cmpfloat (fabs (count_periods (samples, RATE) - gscope_tone_get_pitch (tone, value)),
                         <=, 1);
    }
}

static void
test_silence (void)
{
  g_autoptr (GscopeTone) tone = gscope_tone_new (RATE);
  float samples[RATE / 10];

  gscope_tone_render (tone, samples, G_N_ELEMENTS (samples));
  g_assert_cmpfloat (find_peak (samples, G_N_ELEMENTS (samples)), ==, 0);
  gscope_tone_set_value (tone, 0.5);
  gscope_tone_render (tone, samples, G_N_ELEMENTS (samples));
  g_assert_cmpfloat (find_peak (samples, G_N_ELEMENTS (samples)), >, 0.1);
  gscope_tone_set_value (tone, NAN);
  gscope_tone_render (tone, samples, G_N_ELEMENTS (samples));
  gscope_tone_render (tone, samples, G_N_ELEMENTS (samples));
  g_assert_cmpfloat (find_peak (samples, G_N_ELEMENTS (samples)), ==, 0);
}

/* Whatever the values are, the wave has neither jumps nor loud samples. */
static void
test_smooth (void)
{
  g_autoptr (GscopeTone) tone = gscope_tone_new (RATE);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  float samples[100], last = 0;
  double most = 0;

  for (guint i = 0; i < 2000; i++)
    {
      gscope_tone_set_value (tone, i % 7 == 0 ? NAN : g_rand_double_range (random, -0.5, 1.5));
      gscope_tone_render (tone, samples, G_N_ELEMENTS (samples));
      for (guint k = 0; k < G_N_ELEMENTS (samples); k++)
        {
          most = MAX (most, fabs (samples[k] - last));
          last = samples[k];
        }
      g_assert_cmpfloat (find_peak (samples, G_N_ELEMENTS (samples)), <=, 0.2 + 1e-6);
    }
  /* no more than the steepest place of the highest tone, and of its fading */
  g_assert_cmpfloat (most, <=, 0.2 * 2 * G_PI * 1760 / RATE + 0.2 / (0.01 * RATE) + 1e-6);
}

/* A click is heard over the tone and in silence, and is over soon. */
static void
test_click (void)
{
  g_autoptr (GscopeTone) tone = gscope_tone_new (RATE);
  float samples[RATE / 20];

  gscope_tone_click (tone);
  gscope_tone_render (tone, samples, G_N_ELEMENTS (samples));
  g_assert_cmpfloat (find_peak (samples, G_N_ELEMENTS (samples)), >, 0.2);
  g_assert_cmpfloat (find_peak (samples + G_N_ELEMENTS (samples) - 100, 100), <, 1e-3);
  gscope_tone_set_value (tone, 1);
  for (guint i = 0; i < 100; i++)
    {
      gscope_tone_click (tone);
      gscope_tone_render (tone, samples, 97);
      g_assert_cmpfloat (find_peak (samples, 97), <=, GSCOPE_TONE_PEAK);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tone/pitch", test_pitch);
  g_test_add_func ("/tone/periods", test_periods);
  g_test_add_func ("/tone/silence", test_silence);
  g_test_add_func ("/tone/smooth", test_smooth);
  g_test_add_func ("/tone/click", test_click);
  return g_test_run ();
}

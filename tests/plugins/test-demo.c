/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"
#include "waves.h"
#include <gscope-test/gscope-test.h>

#include <math.h>

#define EPSILON 1e-9

static double
get_wave (DemoSignal wave, double phase)
{
  return demo_wave_get (wave, phase, 0.25, 0.75);
}

static void
test_waves (void)
{
  static const struct
  {
    DemoSignal wave;
    double phase;
    double value;
  } cases[] = {
    { DEMO_SINE, 0, 0 },      { DEMO_SINE, 0.25, 1 },
    { DEMO_SINE, 3.75, -1 },  { DEMO_SQUARE, 0.1, 1 },
    { DEMO_SQUARE, 0.6, -1 }, { DEMO_SQUARE, 7.1, 1 },
    { DEMO_SAW, 0, -1 },      { DEMO_SAW, 2.75, 0.5 },
    { DEMO_PULSE, 0.2, 1 },   { DEMO_PULSE, 0.3, 0 },
    { DEMO_PULSE, 9.24, 1 },  { DEMO_CHIRP, 0, 0 },
    { DEMO_CHIRP, 5, 0 },     { DEMO_CHIRP, 1, 0.9510565162951535 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat_with_epsilon (get_wave (cases[i].wave, cases[i].phase), cases[i].value,
                                    EPSILON);
  /* a chirp goes on where the last one ended */
  g_assert_cmpfloat_with_epsilon (get_wave (DEMO_CHIRP, DEMO_CYCLES - 1e-9), 0, 1e-6);
  g_assert_cmpfloat (get_wave (DEMO_NOISE, 0), ==, 0.75);
}

static void
test_oscillator (void)
{
  DemoOscillator oscillator = { 0 };
  gint64 time = GSCOPE_SEC;
  double last = demo_oscillator_advance (&oscillator, time, 1);

  g_assert_cmpfloat (last, ==, 0);
  /* whatever the frequency, a millisecond moves the phase by a thousandth of it and no more */
  for (guint i = 0; i < 10000; i++)
    {
      double frequency = 1 + i % 50;
      double phase = demo_oscillator_advance (&oscillator, time += GSCOPE_MSEC, frequency);

      g_assert_cmpfloat_with_epsilon (fmod (phase - last + DEMO_CYCLES, DEMO_CYCLES),
                                      frequency / 1000, EPSILON);
      last = phase;
    }
  /* a day of one frequency sums up no error */
  oscillator = (DemoOscillator){ 0 };
  demo_oscillator_advance (&oscillator, GSCOPE_SEC, 10);
  g_assert_cmpfloat_with_epsilon (
      demo_oscillator_advance (&oscillator, GSCOPE_SEC + 86400 * GSCOPE_SEC, 10), 0, 1e-6);
}

/* The overshoot of a second-order system, half a ringing period after the step, however it is sampled. */
static void
test_follower (void)
{
  static const guint ticks[] = { 1, 10, 1000 };

  for (guint i = 0; i < G_N_ELEMENTS (ticks); i++)
    {
      DemoFollower follower = { 0 };
      double frequency = 1 + i, zeta = 0.5, ring = sqrt (1 - zeta * zeta), position = 0;
      gint64 peak = (gint64) (GSCOPE_SEC / (2 * ring * frequency));

      g_assert_cmpfloat (demo_follower_advance (&follower, GSCOPE_SEC, 2, frequency, zeta), ==, 2);
      for (guint k = 1; k <= ticks[i]; k++)
        position =
            demo_follower_advance (&follower, GSCOPE_SEC + peak * k / ticks[i], 3, frequency, zeta);
      g_assert_cmpfloat_with_epsilon (position, 3 + exp (-G_PI * zeta / ring), 1e-6);
      g_assert_cmpfloat_with_epsilon (follower.speed, 0, 1e-6);
    }
}

/* The low-pass is quick, and steered by the amplitude. */
static void
test_lowpass (void)
{
  g_autofree char *refusal = NULL;
  GscopeHarness bed;
  GscopeParameter *amplitude;

  gscope_harness_init (&bed, DEMO_TYPE_SOURCE, "{\"signals\": [\"lowpass\"]}");
  amplitude = gscope_source_find_parameter (bed.source, "amplitude");
  g_assert_true (
      gscope_parameter_steers (amplitude, gscope_scope_find_signal (bed.scope, "x/lowpass")));
  gscope_harness_advance (&bed, 100);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&bed, "x/lowpass"), 1, EPSILON);
  refusal = gscope_harness_write (&bed, "amplitude", g_variant_new_double (2));
  g_assert_null (refusal);
  gscope_harness_advance (&bed, 200);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/lowpass"), >, 1.5);
  gscope_harness_clear (&bed);
}

static void
test_steered (void)
{
  GscopeHarness bed;

  gscope_harness_init (&bed, DEMO_TYPE_SOURCE, "{\"signals\": [\"sine\", \"follower\"]}");
  g_assert_true (gscope_parameter_steers (gscope_source_find_parameter (bed.source, "slow"),
                                          gscope_scope_find_signal (bed.scope, "x/follower")));
  gscope_harness_clear (&bed);
}

static void
test_options (void)
{
  GscopeHarness bed;

  gscope_harness_init (&bed, DEMO_TYPE_SOURCE,
                       "{\"signals\": [\"saw\", \"sine\"], \"amplitude\": 2.5}");
  g_assert_cmpuint (g_list_model_get_n_items (gscope_source_get_signals (bed.source)), ==, 2);
  gscope_harness_advance (&bed, 100);
  gscope_harness_advance (&bed, 200);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&bed, "x/sine"), 2.5 * sin (2 * G_PI * 0.2),
                                  EPSILON);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&bed, "x/saw"), 2.5 * -0.6, EPSILON);

  /* what it shows may change between two starts */
  gscope_harness_stop (&bed);
  g_assert_true (gscope_source_configure (
      bed.source, gscope_harness_parse ("{\"signals\": [\"pulse\"]}"), NULL));
  gscope_harness_advance (&bed, 100);
  g_assert_true (isnan (gscope_harness_get (&bed, "x/sine")));
  gscope_harness_start (&bed);
  gscope_harness_advance (&bed, 100);
  g_assert_null (gscope_scope_find_signal (bed.scope, "x/sine"));
  g_assert_false (isnan (gscope_harness_get (&bed, "x/pulse")));
  gscope_harness_clear (&bed);
}

static void
test_bad_options (void)
{
  static const char *const bad[][2] = {
    { "{\"signals\": [\"cosine\"]}", "cosine" },
    { "{\"signals\": [1]}", "choose from" },
    { "{\"signals\": \"sine\"}", "array" },
    { "{\"amplitude\": 11}", "10" },
    { "{\"colour\": 1}", "colour" },
  };
  g_autoptr (GscopeSource) source = g_object_new (DEMO_TYPE_SOURCE, "name", "x", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (gscope_source_configure (source, gscope_harness_parse (bad[i][0]), &error));
      g_assert_nonnull (strstr (error->message, bad[i][1]));
    }
}

static void
test_frequency (void)
{
  GscopeHarness bed;
  double before;

  gscope_harness_init (&bed, DEMO_TYPE_SOURCE, "{\"signals\": [\"saw\"]}");
  gscope_scope_set_period (bed.scope, GSCOPE_MSEC);
  gscope_harness_advance (&bed, 123);
  before = gscope_harness_get (&bed, "x/saw");
  g_assert_null (gscope_harness_write (&bed, "frequency", g_variant_new_double (7)));
  gscope_harness_advance (&bed, 1);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&bed, "x/saw"), before + 2 * 0.007, EPSILON);
  gscope_harness_clear (&bed);
}

static void
test_noise (void)
{
  GscopeHarness bed;

  gscope_harness_init (&bed, DEMO_TYPE_SOURCE, "{\"signals\": [\"square\"]}");
  g_assert_null (gscope_harness_write (&bed, "noise", g_variant_new_double (0.5)));
  for (guint i = 0; i < 20; i++)
    {
      gscope_harness_advance (&bed, 100);
      g_assert_cmpfloat (fabs (fabs (gscope_harness_get (&bed, "x/square")) - 1), <=, 0.5);
      g_assert_cmpfloat (fabs (gscope_harness_get (&bed, "x/square")), !=, 1);
    }
  gscope_harness_clear (&bed);
}

static void
test_slow (void)
{
  GscopeHarness bed;
  GscopeParameter *slow;

  gscope_harness_init (&bed, DEMO_TYPE_SOURCE, "{\"signals\": [\"square\"]}");
  slow = gscope_source_find_parameter (bed.source, "slow");
  gscope_parameter_write_async (slow, g_variant_new_double (3), NULL, NULL, NULL, NULL);
  gscope_harness_advance (&bed, 400);
  g_assert_cmpint (gscope_parameter_get_state (slow), ==, GSCOPE_PARAMETER_STATE_PENDING);
  g_assert_cmpfloat (gscope_parameter_get_number (slow), ==, 0);
  gscope_harness_advance (&bed, 100);
  g_assert_cmpint (gscope_parameter_get_state (slow), ==, GSCOPE_PARAMETER_STATE_IN_SYNC);
  g_assert_cmpfloat (gscope_parameter_get_number (slow), ==, 3);
  gscope_harness_advance (&bed, 100);
  g_assert_cmpfloat_with_epsilon (fabs (gscope_harness_get (&bed, "x/square") - 3), 1, EPSILON);
  gscope_harness_clear (&bed);
}

static void
test_refusing (void)
{
  GscopeHarness bed;
  GscopeParameter *refusing;
  g_autofree char *reason = NULL;

  gscope_harness_init (&bed, DEMO_TYPE_SOURCE, "{}");
  refusing = gscope_source_find_parameter (bed.source, "refusing");
  reason = gscope_harness_write (&bed, "refusing", g_variant_new_int64 (31));
  g_assert_nonnull (strstr (reason, "to 31: only even numbers"));
  g_assert_nonnull (strstr (reason, "choose 30 or 32"));
  g_assert_cmpint (gscope_parameter_get_state (refusing), ==, GSCOPE_PARAMETER_STATE_REFUSED);
  g_assert_cmpfloat (gscope_parameter_get_number (refusing), ==, 20);
  g_assert_null (gscope_harness_write (&bed, "refusing", g_variant_new_int64 (32)));
  g_assert_cmpfloat (gscope_parameter_get_number (refusing), ==, 32);
  gscope_harness_clear (&bed);
}

static void
test_rounding (void)
{
  static const int cases[][2] = { { 0, 0 }, { 2, 0 }, { 3, 5 }, { 90, 90 }, { 358, 360 } };
  GscopeHarness bed;
  GscopeParameter *rounding;

  gscope_harness_init (&bed, DEMO_TYPE_SOURCE, "{\"signals\": [\"sine\"]}");
  rounding = gscope_source_find_parameter (bed.source, "rounding");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_null (gscope_harness_write (&bed, "rounding", g_variant_new_int64 (cases[i][0])));
      g_assert_cmpfloat (gscope_parameter_get_number (rounding), ==, cases[i][1]);
    }
  g_assert_null (gscope_harness_write (&bed, "rounding", g_variant_new_int64 (91)));
  gscope_harness_advance (&bed, 100);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&bed, "x/sine"), 1, EPSILON);
  gscope_harness_clear (&bed);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/demo/waves", test_waves);
  gscope_test_add ("/demo/oscillator", test_oscillator);
  gscope_test_add ("/demo/follower", test_follower);
  gscope_test_add ("/demo/lowpass", test_lowpass);
  gscope_test_add ("/demo/steered", test_steered);
  gscope_test_add ("/demo/options", test_options);
  gscope_test_add ("/demo/bad-options", test_bad_options);
  gscope_test_add ("/demo/frequency", test_frequency);
  gscope_test_add ("/demo/noise", test_noise);
  gscope_test_add ("/demo/slow", test_slow);
  gscope_test_add ("/demo/refusing", test_refusing);
  gscope_test_add ("/demo/rounding", test_rounding);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <math.h>

#define STEP (100 * GSCOPE_SEC)

/* The response of a signal to the write of its parameter at STEP: from `low` to `high`, after a
 * dead time.
 * omega is 0 for a first-order system, whose time constant `tau` is. */
typedef struct
{
  double low;
  double high;
  double dead;
  double tau;
  double omega;
  double zeta;
  double noise;
  double rate;
  gboolean uneven;
  double length;
} System;

static double
respond (const System *system, double time)
{
  double t = time - system->dead, damped = system->omega * sqrt (1 - system->zeta * system->zeta);

  if (t <= 0)
    return 0;
  if (system->omega == 0)
    return system->tau > 0 ? 1 - exp (-t / system->tau) : 1;
  return 1
         - exp (-system->zeta * system->omega * t)
               * (cos (damped * t) + system->zeta * system->omega / damped * sin (damped * t));
}

static void
append (GscopeTrace *trace, double time, double value)
{
  gscope_trace_append_regular (trace, STEP + (gint64) round (time * GSCOPE_SEC), 0, &value, 1);
}

/* The sum of many is nearly normal, with this deviation. */
static double
get_noise (GRand *random, double deviation)
{
  double sum = 0;

  for (guint i = 0; i < 12; i++)
    sum += g_rand_double (random) - 0.5;
  return sum * deviation;
}

static void
run_until (GscopeTrace *trace, const System *system, GRand *random, double from, double to)
{
  double time = from;

  while (time < to)
    {
      append (trace, time,
              system->low + (system->high - system->low) * respond (system, time)
                  + get_noise (random, system->noise));
      time +=
          system->uneven ? g_rand_double_range (random, 0.1, 1.9) / system->rate : 1 / system->rate;
    }
}

static GscopeStepFigures
finish (GscopeTrace *trace, double end)
{
  g_autoptr (GscopeStepResponse) response = gscope_step_response_new (trace, 0, STEP, STEP);
  GscopeStepFigures figures;

  gscope_step_response_update (response, STEP + (gint64) (end * GSCOPE_SEC));
  gscope_step_response_get_figures (response, &figures);
  return figures;
}

static GscopeStepFigures
measure (const System *system)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  run_until (trace, system, random, -6, system->length);
  return finish (trace, system->length);
}

static void
assert_near (double measured, double expected, double tolerance)
{
  if (!(fabs (measured - expected) <= tolerance))
    g_error ("%g is not %g, within %g", measured, expected, tolerance);
}

/* Returns the time constant of a system. */
static double
get_scale (const System *system)
{
  return system->omega > 0 ? 1 / system->omega : system->tau;
}

/* When the system itself comes past a value for the last time (or, with first, the first). */
static double
find_time (const System *system, double value, gboolean first, double band)
{
  double found = NAN, step = get_scale (system) / 500;

  for (double t = 0; t < system->length; t += step)
    {
      double y = respond (system, t);

      if (first && y >= value)
        return t;
      if (!first && fabs (y - 1) > band)
        found = t;
    }
  return found;
}

static void
check_system (const System *system, double tolerance)
{
  GscopeStepFigures f = measure (system);
  double zeta = system->zeta;
  double height = fabs (system->high - system->low);
  double overshoot = system->omega > 0 ? exp (-G_PI * zeta / sqrt (1 - zeta * zeta)) : 0;
  double rise = find_time (system, 0.9, TRUE, 0) - find_time (system, 0.1, TRUE, 0);
  double scale = get_scale (system);

  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_SETTLED);
  assert_near (f.before, system->low, tolerance * height);
  assert_near (f.after, system->high, tolerance * height);
  assert_near (f.overshoot, overshoot, tolerance);
  assert_near (f.rise, rise, tolerance * scale);
  assert_near (f.settling, find_time (system, 0, FALSE, GSCOPE_STEP_BAND), 6 * tolerance * scale);
}

static void
test_second_order (void)
{
  static const double zetas[] = { 0.2, 0.3, 0.5, 0.6, 0.8 };

  for (guint i = 0; i < G_N_ELEMENTS (zetas); i++)
    {
      System rising = { 22, 48, 0, 0, 10, zetas[i], 0, 1000, FALSE, 8 };
      System falling = { 5, -3, 0.2, 0, 4, zetas[i], 0, 500, FALSE, 20 };

      check_system (&rising, 0.01);
      check_system (&falling, 0.02);
    }
}

/* The time constant is the delay area, and ln 9 of it the rise time. */
static void
test_first_order (void)
{
  System system = { 0, 1, 0, 0.5, 0, 0, 0, 200, FALSE, 10 };
  System late = { 10, 4, 0.75, 0.25, 0, 0, 0, 400, FALSE, 10 };
  GscopeStepFigures f = measure (&system);

  check_system (&system, 0.02);
  assert_near (f.rise, 0.5 * log (9), 0.02);
  assert_near (f.delay_area, 0.5, 0.02);
  assert_near (f.overshoot, 0, 1e-6);
  f = measure (&late);
  assert_near (f.rise, 0.25 * log (9), 0.01);
  assert_near (f.delay_area, 0.75 + 0.25, 0.02);
  assert_near (f.settling, 0.75 + 0.25 * log (20), 0.03);
  g_assert_cmpfloat (f.after, <, f.before);
}

static void
test_noise (void)
{
  System slight = { 0, 10, 0, 0, 10, 0.4, 0.1, 1000, FALSE, 8 };
  System strong = { 0, 10, 0.1, 0.5, 0, 0, 1, 1000, FALSE, 10 };
  GscopeStepFigures f = measure (&strong);

  check_system (&slight, 0.06);
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_SETTLED);
  g_assert_cmpfloat (f.smoothing, >, 0);
  g_assert_cmpfloat (f.smoothing, <, 0.2);
  assert_near (f.before, 0, 0.1);
  assert_near (f.after, 10, 0.1);
  assert_near (f.rise, 0.5 * log (9), 0.2);
  assert_near (f.overshoot, 0, 1e-6);
}

/* A change that is as large as what the signal does anyway is none. */
static void
test_nothing (void)
{
  System still = { 3, 3, 0, 0.1, 0, 0, 0, 100, FALSE, 30 };
  System noisy = { 3, 3, 0, 0.1, 0, 0, 1, 100, FALSE, 30 };
  System hidden = { 3, 3.1, 0, 0.1, 0, 0, 2, 100, FALSE, 30 };

  g_assert_cmpint (measure (&still).state, ==, GSCOPE_STEP_STATE_NONE);
  g_assert_cmpint (measure (&noisy).state, ==, GSCOPE_STEP_STATE_NONE);
  g_assert_cmpint (measure (&hidden).state, ==, GSCOPE_STEP_STATE_NONE);
  g_assert_true (isnan (measure (&still).rise));
  still.length = 20;
  g_assert_cmpint (measure (&still).state, ==, GSCOPE_STEP_STATE_SETTLING);
}

static void
test_few_samples (void)
{
  System sparse = { 0, 1, 0, 0, 2, 0.5, 0, 10, FALSE, 20 };
  System uneven = { 0, 1, 0, 0, 2, 0.5, 0, 40, TRUE, 20 };
  System sudden = { 2, 7, 0, 0, 0, 0, 0, 10, FALSE, 5 };
  GscopeStepFigures f = measure (&sudden);

  check_system (&sparse, 0.05);
  check_system (&uneven, 0.05);
  /* between two samples it cannot be told from a slope */
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_SETTLED);
  assert_near (f.rise, 0, 0.1);
  assert_near (f.settling, 0.1, 0.1);
  sudden.length = 0.5;
  g_assert_cmpint (measure (&sudden).state, ==, GSCOPE_STEP_STATE_SETTLING);
}

/* More than are kept one by one. */
static void
test_many_samples (void)
{
  System system = { 0, 1, 0, 0, 2, 0.3, 0.005, 10000, FALSE, 25 };

  check_system (&system, 0.03);
}

/* A sawtooth about its level, such as a congestion window's: means over teeth move, it does not. */
static void
test_sawtooth (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  GscopeStepFigures f;

  for (double t = -30; t < 30; t += 0.01)
    {
      double peak = t < 0 ? 40 : 20;

      append (trace, t, peak * (0.5 + 0.5 * fmod (t + 30, 0.8) / 0.8));
    }
  f = finish (trace, 30);
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_SETTLED);
  assert_near (f.before, 30, 1);
  assert_near (f.after, 15, 1);
  /* the teeth are as high as the step */
  g_assert_true (isnan (f.rise));
  g_assert_true (isnan (f.overshoot));
}

static void
test_never_settles (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  GscopeStepFigures f;

  for (double t = -5; t < 31; t += 0.01)
    append (trace, t, t < 0 ? 1 : 5 + 2 * cos (2 * t));
  f = finish (trace, 30);
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_OSCILLATING);
  g_assert_true (isnan (f.settling));
  assert_near (f.after, 5, 0.3);
  assert_near (f.period, G_PI, 0.1);
  assert_near (f.amplitude, 2, 0.1);
}

/* Figures come while it goes on; a step that has settled is not looked at again. */
static void
test_live (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GscopeStepResponse) response = gscope_step_response_new (trace, 0, STEP, STEP);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  System system = { 0, 1, 0, 0, 10, 0.5, 0, 100, FALSE, 0 };
  GscopeStepFigures f;
  gsize n;

  run_until (trace, &system, random, -3, -0.001);
  g_assert_false (gscope_step_response_update (response, STEP));
  gscope_step_response_get_figures (response, &f);
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_SETTLING);
  g_assert_true (isnan (f.before));
  for (guint i = 0; i < 60 && f.state == GSCOPE_STEP_STATE_SETTLING; i++)
    {
      run_until (trace, &system, random, i * 0.1, (i + 1) * 0.1 - 1e-6);
      g_assert_true (gscope_step_response_update (response, STEP + (i + 1) * GSCOPE_SEC / 10));
      g_assert_false (gscope_step_response_update (response, STEP + (i + 1) * GSCOPE_SEC / 10));
      gscope_step_response_get_figures (response, &f);
    }
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_SETTLED);
  assert_near (f.overshoot, exp (-G_PI * 0.5 / sqrt (0.75)), 0.02);
  g_assert_nonnull (gscope_step_response_get_curve (response, &n));
  g_assert_cmpuint (n, >, 10);
  run_until (trace, &system, random, 7, 8);
  g_assert_false (gscope_step_response_update (response, STEP + 8 * GSCOPE_SEC));
}

/* A step between two samples is a line in the curve, from the one before it to the one after. */
static void
test_at_once (void)
{
  const System system = { .high = 5, .rate = 100 };
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (GscopeStepResponse) response = NULL;
  const GscopeStepPoint *curve;
  gsize n;

  run_until (trace, &system, random, -3.001, 6);
  response = gscope_step_response_new (trace, 0, STEP, STEP);
  gscope_step_response_update (response, STEP + 6 * GSCOPE_SEC);
  curve = gscope_step_response_get_curve (response, &n);
  g_assert_cmpuint (n, >, 2);
  assert_near (curve[0].time, -0.001, 1e-6);
  assert_near (curve[0].value, 0, 1e-9);
  assert_near (curve[1].time, 0.009, 1e-6);
  assert_near (curve[1].value, 1, 1e-9);
}

/* A copy of the curve stays after the response. */
static void
test_copy (void)
{
  const System system = { .high = 5, .rate = 100 };
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autofree GscopeStepPoint *copy = NULL;
  GscopeStepResponse *response = gscope_step_response_new (trace, 0, STEP, STEP);
  gsize n, n_copied;

  g_assert_null (gscope_step_response_dup_curve (response, &n));
  g_assert_cmpuint (n, ==, 0);
  run_until (trace, &system, random, -3.001, 6);
  gscope_step_response_update (response, STEP + 6 * GSCOPE_SEC);
  gscope_step_response_get_curve (response, &n);
  copy = gscope_step_response_dup_curve (response, &n_copied);
  g_assert_cmpuint (n_copied, ==, n);
  gscope_step_response_unref (response);
  g_assert_cmpuint (n, >, 2);
  assert_near (copy[0].time, -0.001, 1e-6);
  assert_near (copy[0].value, 0, 1e-9);
  assert_near (copy[1].time, 0.009, 1e-6);
  assert_near (copy[1].value, 1, 1e-9);
}

/* The next write ends it; what was before that one is looked at from the first. */
static void
test_next_write (void)
{
  const gint64 second = STEP + GSCOPE_SEC;
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GscopeStepResponse) one = gscope_step_response_new (trace, 0, STEP, STEP);
  g_autoptr (GscopeStepResponse) two = gscope_step_response_new (trace, STEP, second, second);
  g_autoptr (GscopeStepResponse) three =
      gscope_step_response_new (trace, second, second + 1, second + 1);
  GscopeStepFigures f;

  for (double t = -5; t < 10; t += 0.01)
    append (trace, t, t < 0 ? 0 : t < 1 ? 4 * (1 - exp (-t / 0.5)) : t < 1.2 ? 3.4 : 10);
  gscope_step_response_end (one, second);
  gscope_step_response_update (one, STEP + 10 * GSCOPE_SEC);
  gscope_step_response_get_figures (one, &f);
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_UNSETTLED);
  g_assert_cmpfloat (f.after, <, 4);
  gscope_step_response_update (two, STEP + 10 * GSCOPE_SEC);
  gscope_step_response_get_figures (two, &f);
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_SETTLED);
  assert_near (f.before, 3.2, 0.3);
  assert_near (f.after, 10, 0.01);
  /* no sample between the writes */
  gscope_step_response_update (three, STEP + 10 * GSCOPE_SEC);
  gscope_step_response_get_figures (three, &f);
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_SETTLED);
  assert_near (f.before, 3.4, 0.1);
}

static GscopeStepFigures
measure_gap (double from, double to, GscopeGapCause cause)
{
  System system = { 0, 1, 0, 0.5, 0, 0, 0, 100, FALSE, 0 };
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  run_until (trace, &system, random, -3, from);
  gscope_trace_append_gap (trace, STEP + (gint64) (from * GSCOPE_SEC), cause);
  run_until (trace, &system, random, to, 10);
  return finish (trace, 10);
}

static void
test_gaps (void)
{
  GscopeStepFigures f = measure_gap (0.5, 1.4, GSCOPE_GAP_CAUSE_NO_VALUE);

  /* 90 % is at 1.15 s, in the gap; it settles after it */
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_SETTLED);
  g_assert_true (isnan (f.rise));
  g_assert_true (isnan (f.delay_area));
  assert_near (f.settling, 0.5 * log (20), 0.03);
  f = measure_gap (1, 1.1, GSCOPE_GAP_CAUSE_TICK);
  assert_near (f.rise, 0.5 * log (9), 0.02);
  /* another flow from here on: it responds to nothing */
  f = measure_gap (0.3, 0.4, GSCOPE_GAP_CAUSE_SWITCHED);
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_UNSETTLED);
  /* and what another flow was before tells nothing */
  f = measure_gap (-0.01, 0.01, GSCOPE_GAP_CAUSE_SWITCHED);
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_NONE);
  g_assert_true (isnan (f.before));
}

/* Samples that a server puts on whole milliseconds, many to one of them. */
static void
test_one_time (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  System before = { .noise = 1, .rate = 100 };
  GscopeStepFigures figures;

  run_until (trace, &before, random, -6, 0);
  for (guint i = 0; i < 20; i++)
    append (trace, 0, get_noise (random, 1));
  figures = finish (trace, 0.001);
  g_assert_cmpint (figures.state, ==, GSCOPE_STEP_STATE_SETTLING);
  g_assert_true (isnan (figures.rise));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step-response/second-order", test_second_order);
  g_test_add_func ("/step-response/first-order", test_first_order);
  g_test_add_func ("/step-response/noise", test_noise);
  g_test_add_func ("/step-response/nothing", test_nothing);
  g_test_add_func ("/step-response/few-samples", test_few_samples);
  g_test_add_func ("/step-response/many-samples", test_many_samples);
  g_test_add_func ("/step-response/one-time", test_one_time);
  g_test_add_func ("/step-response/sawtooth", test_sawtooth);
  g_test_add_func ("/step-response/never-settles", test_never_settles);
  g_test_add_func ("/step-response/live", test_live);
  g_test_add_func ("/step-response/at-once", test_at_once);
  g_test_add_func ("/step-response/copy", test_copy);
  g_test_add_func ("/step-response/next-write", test_next_write);
  g_test_add_func ("/step-response/gaps", test_gaps);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <math.h>
#include <stdio.h>

/* Responses with known answers: systems, noise, teeth, oscillations, and none. The write is at STEP, and
 * every signal has a sample each 10 ms. */

#define STEP (100 * GSCOPE_SEC)
#define RATE 100.0

/* The share of responses without an effect that may be taken for one, and the seeds that are tried. With
 * 400 seeds and ten looks a second it was 2.5 % at most. */
#define MOST_FALSE 0.05
#define N_SEEDS 100

/* A signal's chance, and what it keeps from one sample to the next. */
typedef struct
{
  GRand *random;
  double value;
  double until;
  double begin;
} World;

typedef double (*Function) (double time, World *world);

typedef struct
{
  const char *name;
  Function function;
  double begin;
  double end;
  GscopeStepState state;
  double before;
  double after;
  double tolerance;
  /* 0 where it is not known, and must not be told */
  double rise;
  double overshoot;
  double settling;
  double period;
  double amplitude;
} Case;

static double
get_noise (World *world)
{
  double sum = 0;

  for (guint i = 0; i < 12; i++)
    sum += g_rand_double (world->random) - 0.5;
  return sum;
}

/* Systems, from 10 to 20. */

static double
first_order (double time, World *world)
{
  return time < 0 ? 10 : 20 - 10 * exp (-time / 0.5);
}

static double
dead_time (double time, World *world)
{
  return first_order (time - 0.4, world);
}

static double
second_order (double time, double omega, double zeta)
{
  double damped = omega * sqrt (1 - zeta * zeta);

  if (time < 0)
    return 10;
  return 20
         - 10 * exp (-zeta * omega * time)
               * (cos (damped * time) + zeta * omega / damped * sin (damped * time));
}

static double
underdamped (double time, World *world)
{
  return second_order (time, 5, 0.3);
}

static double
overdamped (double time, World *world)
{
  const double slow = 0.8, fast = 0.2;

  return time < 0
             ? 10
             : 20 - 10 * (slow * exp (-time / slow) - fast * exp (-time / fast)) / (slow - fast);
}

static double
at_once (double time, World *world)
{
  return time < 0 ? 10 : 20;
}

/* With a gesture of 0.9 s, a write each 0.1 s. */
static double
followed (double time, World *world)
{
  return time < 0 ? 10 : 10 + MIN (10, floor (time / 0.1) + 1);
}

/* Noise as large as the step, white and correlated. */

static double
noisy (double time, World *world)
{
  return first_order (time, world) + 10 * get_noise (world);
}

static double
slightly_noisy (double time, World *world)
{
  return first_order (time, world) + 0.3 * get_noise (world);
}

static double
white (double time, World *world)
{
  return 10 + 10 * get_noise (world);
}

/* Each sample keeps a part of the last one: correlated for 0.2 s. */
static double
correlated (double time, World *world)
{
  const double part = exp (-1 / (RATE * 0.2));

  world->value = part * world->value + sqrt (1 - part * part) * get_noise (world);
  return 10 + 3 * world->value;
}

/* Teeth of a length and a height that vary, as a congestion window's do. */
static double
saw (double time, World *world, double peak)
{
  if (world->until == 0 || time >= world->until)
    {
      world->begin = time - (world->until == 0 ? g_rand_double (world->random) : 0);
      world->until = world->begin + g_rand_double_range (world->random, 0.6, 1.4);
      world->value = g_rand_double_range (world->random, 0.8, 1.2);
    }
  return peak * world->value
         * (0.5 + 0.5 * MIN (1, (time - world->begin) / (world->until - world->begin)));
}

static double
teeth (double time, World *world)
{
  return saw (time, world, 20);
}

static double
halved_teeth (double time, World *world)
{
  return saw (time, world, time < 0 ? 20 : 10);
}

static double
doubled_teeth (double time, World *world)
{
  return saw (time, world, time < 0 ? 10 : 20);
}

static double
zero_or_one (double time, World *world)
{
  return g_rand_double (world->random) < 0.3;
}

/* Oscillations. */

static double
oscillating (double time, World *world)
{
  return time < 0 ? 10 : 10 + 4 * sin (2 * G_PI * time / 0.8) + 0.3 * get_noise (world);
}

static double
oscillating_higher (double time, World *world)
{
  return time < 0 ? 10 : 20 + 6 * sin (2 * G_PI * time / 2);
}

/* From end to end of the range, for as long as it likes. */
static double
banging (double time, World *world)
{
  if (time < 0)
    return fmod (time + 20, 2) < 1 ? 40 : 20;
  if (time >= world->until)
    {
      world->value = world->value > 45 ? 0 : 90;
      world->until = time + g_rand_double_range (world->random, 0.05, 0.35);
    }
  return world->value;
}

static double
noisier (double time, World *world)
{
  return 10 + (time < 0 ? 1 : 5) * get_noise (world);
}

static double
growing (double time, World *world)
{
  return time < 0 ? 10 : 10 + 0.2 * exp (time / 3) * sin (2 * G_PI * time);
}

static double
running_away (double time, World *world)
{
  return (time < 0 ? 10 : 10 + 0.5 * time) + 0.1 * get_noise (world);
}

/* A write disturbs a signal for a moment, by 24 times as much as it changes. */
static double
disturbed (double time, World *world)
{
  return time < 0 ? 33 : 33.017 + 0.4 * exp (-pow ((time - 0.5) / 0.1, 2));
}

static double
disturbed_downwards (double time, World *world)
{
  return time < 0 ? 33 : 33.017 - 0.4 * exp (-pow ((time - 0.5) / 0.1, 2));
}

static double
still (double time, World *world)
{
  return 10;
}

static const Case cases[] = {
  { "first-order", first_order, -20, 8, GSCOPE_STEP_STATE_SETTLED, 10, 20, 0.05, .rise = 1.099,
    .settling = 1.498 },
  { "dead-time", dead_time, -20, 8, GSCOPE_STEP_STATE_SETTLED, 10, 20, 0.05, .rise = 1.099,
    .settling = 1.898 },
  { "underdamped", underdamped, -20, 20, GSCOPE_STEP_STATE_SETTLED, 10, 20, 0.1, .rise = 0.265,
    .overshoot = 0.372, .settling = 2.06 },
  { "overdamped", overdamped, -20, 12, GSCOPE_STEP_STATE_SETTLED, 10, 20, 0.05, .rise = 1.846,
    .settling = 2.627 },
  { "at-once", at_once, -20, 5, GSCOPE_STEP_STATE_SETTLED, 10, 20, 0, .rise = 0.008,
    .settling = NAN },
  { "slight-noise", slightly_noisy, -20, 8, GSCOPE_STEP_STATE_SETTLED, 10, 20, 0.2, .rise = 1.1,
    .settling = 1.4 },
  { "noise", noisy, -20, 30, GSCOPE_STEP_STATE_SETTLED, 10, 20, 1.5, .rise = 0 },
  { "noise-short", noisy, -4, 5, GSCOPE_STEP_STATE_UNSETTLED, 10, 20, 3, .rise = 0 },
  { "teeth-halved", halved_teeth, -20, 10, GSCOPE_STEP_STATE_UNSETTLED, 15, 7.5, 1, .rise = 0 },
  { "teeth-doubled", doubled_teeth, -20, 30, GSCOPE_STEP_STATE_UNSETTLED, 7.5, 15, 1, .rise = 0 },
  { "cut-off", first_order, -20, 0.4, GSCOPE_STEP_STATE_UNSETTLED, 10, 15, 2, .rise = 0 },
  { "oscillation", oscillating, -20, 30, GSCOPE_STEP_STATE_OSCILLATING, 10, 10, 0.5, .period = 0.8,
    .amplitude = 4 },
  { "oscillation-higher", oscillating_higher, -20, 30, GSCOPE_STEP_STATE_OSCILLATING, 10, 20, 0.5,
    .period = 2, .amplitude = 6 },
  { "oscillation-cut-off", oscillating, -20, 3, GSCOPE_STEP_STATE_OSCILLATING, 10, 10, 1,
    .period = 0.8, .amplitude = 4 },
  { "end-to-end", banging, -20, 20, GSCOPE_STEP_STATE_OSCILLATING, 30, 45, 8, .period = 0.4,
    .amplitude = 45 },
  { "growing", growing, -20, 10, GSCOPE_STEP_STATE_DIVERGING, 10, 10, 3, .period = NAN,
    .amplitude = NAN },
  { "running-away", running_away, -20, 31, GSCOPE_STEP_STATE_DIVERGING, 10, 20, 3, .rise = 0 },
  { "disturbed", disturbed, -20, 8, GSCOPE_STEP_STATE_UNSETTLED, 33, 33.017, 0.01, .rise = 0 },
  { "disturbed-downwards", disturbed_downwards, -20, 8, GSCOPE_STEP_STATE_UNSETTLED, 33, 33.017,
    0.01, .rise = 0 },
  { "still", still, -20, 30, GSCOPE_STEP_STATE_NONE, 10, 10, 0, .rise = 0 },
  { "noisier", noisier, -20, 30, GSCOPE_STEP_STATE_NONE, 10, 10, 1, .rise = 0 },
  { "white", white, -20, 30, GSCOPE_STEP_STATE_NONE, 10, 10, 1.5, .rise = 0 },
  { "teeth", teeth, -20, 30, GSCOPE_STEP_STATE_NONE, 15, 15, 1, .rise = 0 },
};

static GscopeTrace *
draw (Function function, double begin, double end, guint seed)
{
  GscopeTrace *trace = gscope_trace_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  World world = { .random = random };

  for (int i = (int) (begin * RATE); i < (int) (end * RATE); i++)
    {
      double value = function (i / RATE, &world);

      gscope_trace_append_regular (trace, STEP + (gint64) (i / RATE * GSCOPE_SEC), 0, &value, 1);
    }
  return trace;
}

/* Looks at the response again and again, as the tracker does, until it is final. */
static void
measure (GscopeTrace *trace, double until, double end, GscopeStepFigures *figures)
{
  g_autoptr (GscopeStepResponse) response =
      gscope_step_response_new (trace, 0, STEP, STEP + (gint64) (until * GSCOPE_SEC));

  if (end < 30)
    gscope_step_response_end (response, STEP + (gint64) (end * GSCOPE_SEC));
  for (double time = 1; time < end + 1; time += 1)
    gscope_step_response_update (response, STEP + (gint64) (time * GSCOPE_SEC));
  gscope_step_response_get_figures (response, figures);
}

static void
assert_near (const char *what, double measured, double expected, double tolerance)
{
  if (!(fabs (measured - expected) <= tolerance))
    g_error ("%s: %g is not %g, within %g", what, measured, expected, tolerance);
}

static void
assert_time (const char *what, double measured, double expected, double tolerance)
{
  if (expected == 0 && !isnan (measured))
    g_error ("%s is told: %g", what, measured);
  if (expected > 0)
    assert_near (what, measured, expected, tolerance);
}

static void
test_case (gconstpointer data)
{
  const Case *expected = data;
  g_autoptr (GscopeTrace) trace = draw (expected->function, expected->begin, expected->end, 7);
  GscopeStepFigures f;

  measure (trace, 0, expected->end, &f);
  g_assert_cmpint (f.state, ==, expected->state);
  assert_near ("before", f.before, expected->before, expected->tolerance);
  assert_near ("after", f.after, expected->after, expected->tolerance);
  /* the interval of confidence says no more than that */
  g_assert_cmpfloat (fabs (f.before - expected->before), <=, 1.5 * f.before_error + 1e-9);
  assert_time ("rise", f.rise, expected->rise, 0.05 + 0.05 * expected->rise);
  if (expected->rise > 0)
    assert_near ("overshoot", f.overshoot, expected->overshoot, 0.03);
  else
    g_assert_true (isnan (f.overshoot));
  assert_time ("settling", f.settling, expected->settling, 0.15 * expected->settling);
  assert_time ("period", f.period, expected->period, 0.1 * expected->period);
  assert_time ("amplitude", f.amplitude, expected->amplitude, 0.15 * expected->amplitude);
}

/* A gesture counts from its end. */
static void
test_gesture (void)
{
  g_autoptr (GscopeTrace) trace = draw (followed, -20, 10, 1);
  GscopeStepFigures f;

  measure (trace, 0.9, 10, &f);
  g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_SETTLED);
  assert_near ("before", f.before, 10, 0.01);
  assert_near ("after", f.after, 20, 0.01);
  g_assert_true (isnan (f.rise));
  g_assert_true (isnan (f.delay_area));
  assert_near ("settling", f.settling, 0, 0.02);
}

/* Signals that do nothing seem to do something in no more than 5 of 100 cases, also when they are looked at
 * for short. */
static void
test_no_effect (void)
{
  static const struct
  {
    const char *name;
    Function function;
    double begin;
    double end;
  } signals[] = {
    { "white", white, -10, 8 },
    { "white, short", white, -2, 2 },
    { "correlated", correlated, -20, 20 },
    { "correlated, short", correlated, -20, 2 },
    { "teeth", teeth, -20, 20 },
    { "teeth, short", teeth, -20, 2 },
    { "zero or one", zero_or_one, -10, 10 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      guint n = 0;

      for (guint seed = 0; seed < N_SEEDS; seed++)
        {
          g_autoptr (GscopeTrace) trace =
              draw (signals[i].function, signals[i].begin, signals[i].end, seed);
          GscopeStepFigures figures;

          measure (trace, 0, signals[i].end, &figures);
          n += figures.state != GSCOPE_STEP_STATE_NONE;
          g_assert_true (isnan (figures.rise));
        }
      g_test_message ("%s: %.1f %% of %d seeds seem to have an effect", signals[i].name,
                      100.0 * n / N_SEEDS, N_SEEDS);
      g_assert_cmpfloat (n, <=, MOST_FALSE * N_SEEDS);
    }
}

/* The intervals hold the true levels in 95 of 100 cases; chance adds up to two standard deviations of the number of
 * levels outside. */
static void
test_confidence (void)
{
  static const struct
  {
    Function function;
    double level;
  } signals[] = { { white, 10 }, { correlated, 10 }, { teeth, 15 } };
  const guint n_seeds = g_test_slow () ? 2 * N_SEEDS : N_SEEDS / 10, n_levels = 2 * n_seeds;

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      guint n = 0;

      for (guint seed = 0; seed < n_seeds; seed++)
        {
          g_autoptr (GscopeTrace) trace = draw (signals[i].function, -20, 20, seed);
          g_autoptr (GscopeStepResponse) response = gscope_step_response_new (trace, 0, STEP, STEP);
          GscopeStepFigures f;

          gscope_step_response_end (response, STEP + 20 * GSCOPE_SEC);
          gscope_step_response_update (response, STEP + 20 * GSCOPE_SEC);
          gscope_step_response_get_figures (response, &f);
          n += fabs (f.before - signals[i].level) > f.before_error;
          n += fabs (f.after - signals[i].level) > f.after_error;
        }
      g_test_message ("%u: %.1f %% of %u levels are outside", i, 100.0 * n / n_levels, n_levels);
      g_assert_cmpfloat (n, <=, 0.05 * n_levels + 2 * sqrt (0.05 * 0.95 * n_levels));
    }
}

static GscopeTrace *
load_cwnd (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "unit", "step", "cwnd.tuples", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  GscopeTrace *trace = gscope_trace_new ();
  double value = NAN;
  int next = -20000;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      double changed;
      int time;

      if (sscanf (lines[i], "%d %lf", &time, &changed) != 2)
        continue;
      for (; next < time; next += 10)
        gscope_trace_append_regular (trace, STEP + next * GSCOPE_MSEC, 0, &value, 1);
      value = changed;
    }
  return trace;
}

/* The mean halves: by 12.1 and 6.7 packets over 20 and 30 s, as they are in the file. */
static void
test_cwnd (void)
{
  static const double ends[] = { 4, 8, 15, 29 };
  g_autoptr (GscopeTrace) trace = load_cwnd ();

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      GscopeStepFigures f;
      double change, error;

      measure (trace, 0, ends[i], &f);
      g_assert_true (gscope_step_figures_get_change (&f, &change, &error));
      g_test_message ("%g s: %.1f ± %.1f → %.1f ± %.1f, %.0f ± %.0f %%", ends[i], f.before,
                      f.before_error, f.after, f.after_error, 100 * change, 100 * error);
      g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_UNSETTLED);
      assert_near ("before", f.before, 12.1, 1);
      assert_near ("after", f.after, 6.2, 1.5);
      assert_near ("change", change, -0.5, 0.15);
      g_assert_cmpfloat (error, <, ends[i] < 8 ? 0.5 : 0.25);
      g_assert_true (isnan (f.rise));
    }
}

/* Within the time before the write there is no step, wherever one is looked for. */
static void
test_cwnd_without_effect (void)
{
  g_autoptr (GscopeTrace) trace = load_cwnd ();

  for (double at = -14; at <= -4; at += 0.5)
    {
      gint64 time = STEP + (gint64) (at * GSCOPE_SEC);
      g_autoptr (GscopeStepResponse) response = gscope_step_response_new (trace, 0, time, time);
      GscopeStepFigures f;

      gscope_step_response_end (response, time + 4 * GSCOPE_SEC);
      gscope_step_response_update (response, STEP + 10 * GSCOPE_SEC);
      gscope_step_response_get_figures (response, &f);
      g_assert_cmpint (f.state, ==, GSCOPE_STEP_STATE_NONE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/step-corpus/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/step-corpus/gesture", test_gesture);
  if (g_test_slow ())
    g_test_add_func ("/step-corpus/no-effect", test_no_effect);
  g_test_add_func ("/step-corpus/confidence", test_confidence);
  g_test_add_func ("/step-corpus/cwnd", test_cwnd);
  g_test_add_func ("/step-corpus/cwnd-without-effect", test_cwnd_without_effect);
  return g_test_run ();
}

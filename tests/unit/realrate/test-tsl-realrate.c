/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The simulations of the dissertation's section 5.3.2: a thread whose need is a square wave. */

#include <math.h>
#include <tsl/tsl.h>

/* Nanoseconds: a sampling period, in which all results are given. */
#define PERIOD 1000000

/* Sampling periods in half a wave, and half waves. */
enum
{
  HALF = 60,
  N_HALVES = 12,
};

typedef struct
{
  TslRealrateLaw law;
  double least;
  double ratio;
  double quantization;
  double initial;
  gboolean begins_low;
  guint half;
} Simulation;

typedef struct
{
  double delay;
  double overshoot;
  double end_error;
} Result;

/* Need 10 %, then 20 %, as in the dissertation; alpha as given, beta 1, nothing quantized. */
static Simulation
simulation (double alpha)
{
  return (Simulation){ .law = { .alpha = alpha, .beta = 1, .min = 0.001, .max = 1e9 },
                       .least = 0.1,
                       .ratio = 2,
                       .half = HALF };
}

static double
quantize (double time_stamp, double quantization)
{
  return quantization > 0 ? floor (time_stamp / quantization) * quantization : time_stamp;
}

static Result
run (const Simulation *self)
{
  double most = self->least * self->ratio, time_stamp = 0;
  double first = self->begins_low ? self->least : most;
  Result result = { 0 };
  TslRealrate controller;

  tsl_realrate_init (&controller, self->initial > 0 ? self->initial : first,
                     self->initial > 0 ? 0 : first);
  for (guint i = 0; i < self->half * N_HALVES; i++)
    {
      double need = (i / self->half % 2 == 0) == self->begins_low ? self->least : most;

      time_stamp += controller.proportion / need;
      tsl_realrate_step (&controller, &self->law, PERIOD, (i + 1) * (gint64) PERIOD,
                         llround (quantize (time_stamp, self->quantization) * PERIOD));
      result.delay = MAX (result.delay, controller.delay / (double) PERIOD);
      result.end_error = fabs (controller.proportion - need) / need;
      if (need == most && i >= self->half)
        result.overshoot =
            MAX (result.overshoot, (controller.proportion - most) / (most - self->least));
    }
  return result;
}

/* The worst over where in a quantum the step falls. */
static Result
run_quantized (double ratio, double quantization, double beta)
{
  Result worst = { 0 };

  for (guint half = HALF; half < HALF + 16; half++)
    {
      Simulation self = simulation (0.125);
      Result result;

      self.ratio = ratio;
      self.quantization = quantization;
      self.law.beta = beta;
      self.half = half;
      result = run (&self);
      worst.delay = MAX (worst.delay, result.delay);
      worst.overshoot = MAX (worst.overshoot, result.overshoot);
    }
  return worst;
}

/* Figure 5.9: overshoot grows with alpha; 0.15 gives 15 %. */
static void
test_overshoot (void)
{
  const double alphas[] = { 0.05, 0.1, 0.15, 0.3, 0.6, 1, 1.5, 1.9 };
  double before = 0;

  for (guint i = 0; i < G_N_ELEMENTS (alphas); i++)
    {
      Simulation self = simulation (alphas[i]);
      Result result = run (&self);

      g_test_message ("alpha %.3f: overshoot %.1f %%", alphas[i], 100 * result.overshoot);
      g_assert_cmpfloat (result.overshoot, >, before);
      before = result.overshoot;
      if (alphas[i] == 0.15)
        g_assert_cmpfloat_with_epsilon (result.overshoot, 0.15, 0.002);
    }
}

/* "alpha must lie between these values for stability": 0 and 2. */
static void
test_stability (void)
{
  const double stable[] = { 0.05, 0.5, 1, 1.5, 1.9 }, unstable[] = { 2.05, 2.2, 3 };

  for (guint i = 0; i < G_N_ELEMENTS (stable); i++)
    {
      Simulation self = simulation (stable[i]);

      self.half = 400;
      g_assert_cmpfloat (run (&self).end_error, <, 1e-3);
    }
  for (guint i = 0; i < G_N_ELEMENTS (unstable); i++)
    {
      Simulation self = simulation (unstable[i]);

      self.half = 400;
      g_assert_cmpfloat (run (&self).end_error, >, 0.5);
    }
}

/* Figure 5.10: delay grows with the step, whatever the need itself is; alpha 0.15 keeps the overshoot
 * below 15 % for all of them. */
static void
test_step_ratio (void)
{
  double before = 0;

  for (double ratio = 1.5; ratio <= 4; ratio += 0.5)
    {
      Simulation self = simulation (0.15);
      Result small, large;

      self.ratio = ratio;
      small = run (&self);
      self.least *= 2;
      large = run (&self);
      g_test_message ("G %.1f: delay %.2f Ts, overshoot %.1f %%", ratio, small.delay,
                      100 * small.overshoot);
      g_assert_cmpfloat (small.delay, >, before);
      g_assert_cmpfloat_with_epsilon (small.delay, large.delay, 1e-3);
      g_assert_cmpfloat (small.overshoot, <, 0.155);
      before = small.delay;
    }
}

/* Figure 5.11: coarser time-stamps delay more, by more than a factor of 2 from 0 to 0.4; a smaller beta
 * keeps the overshoot low, and delays more. */
static void
test_quantization (void)
{
  Result none = run_quantized (2, 0, 1), coarse = run_quantized (2, 0.4, 0.125);
  Result jumpy = run_quantized (2, 0.25, 1), smooth = run_quantized (2, 0.25, 0.5);

  g_test_message ("Q 0: delay %.2f Ts; Q 0.4: %.2f Ts; overshoot at Q 0.25: beta 1 %.0f %%, 0.5 "
                  "%.0f %%",
                  none.delay, coarse.delay, 100 * jumpy.overshoot, 100 * smooth.overshoot);
  g_assert_cmpfloat (coarse.delay, >, 2 * none.delay);
  g_assert_cmpfloat (coarse.overshoot, <, 0.3);
  g_assert_cmpfloat (jumpy.overshoot, >, 2 * smooth.overshoot);
  g_assert_cmpfloat (smooth.delay, >, jumpy.delay);
}

/* The least delay, in time-stamps' granularities, that some beta gives at an overshoot of 55 % at most. */
static double
find_least_delay (double quantization)
{
  double least = G_MAXDOUBLE;

  for (double beta = 1; beta >= 0.125; beta /= 2)
    {
      Result result = run_quantized (2, quantization, beta);

      if (result.overshoot <= 0.56)
        least = MIN (least, result.delay / quantization);
    }
  g_test_message ("Q %.2f: delay %.2f Tg", quantization, least);
  return least;
}

/* Figure 5.12: in those units delay is least at a quantization of 0.2 to 0.3, where beta 0.5 gives 2 to 3
 * of them for G = 2. Here 0.3 to 0.4 is as good. */
static void
test_best_quantization (void)
{
  double best = find_least_delay (0.25);

  g_assert_cmpfloat (best, <, find_least_delay (0.05) / 2);
  g_assert_cmpfloat (best, <, find_least_delay (0.1) / 1.5);
  g_assert_cmpfloat (best, <, find_least_delay (0.5) / 1.2);
  g_assert_cmpfloat_with_epsilon (best, find_least_delay (0.3), 0.1);
  g_assert_cmpfloat_with_epsilon (best, run_quantized (2, 0.25, 0.5).delay / 0.25, 1e-9);
  g_assert_cmpfloat (best, >=, 2);
  g_assert_cmpfloat (best, <=, 3.001);
}

/* Figure 5.13: a start below the least need doubles the worst delay; one from the last run does not. */
static void
test_initial (void)
{
  double delays[4];
  const double initial[] = { 0.001, 0.05, 0.1, 0.2 };

  for (guint i = 0; i < G_N_ELEMENTS (initial); i++)
    {
      Simulation self = simulation (0.125);

      self.initial = initial[i];
      delays[i] = run (&self).delay;
      self.begins_low = TRUE;
      delays[i] = MAX (delays[i], run (&self).delay);
      g_test_message ("p0 %.1f %%: delay %.2f Ts", 100 * initial[i], delays[i]);
    }
  g_assert_cmpfloat_with_epsilon (delays[0], 2 * delays[2], 0.05);
  g_assert_cmpfloat (delays[1], <, delays[0]);
  g_assert_cmpfloat (delays[1], >, delays[2]);
  g_assert_cmpfloat_with_epsilon (delays[2], delays[3], 0.01);
}

/* The dissertation's rule: nothing changes but the delay, and the first progress afterwards counts again. */
static void
test_hold (void)
{
  TslRealrateLaw law = TSL_REALRATE_LAW_USUAL;
  TslRealrate controller;

  law.rule = TSL_REALRATE_RULE_HOLD;
  tsl_realrate_init (&controller, 0.25, 0.2);
  tsl_realrate_step (&controller, &law, PERIOD, PERIOD, 0);
  g_assert_true (controller.is_held);
  g_assert_cmpfloat (controller.proportion, ==, 0.25);
  g_assert_cmpfloat (controller.gain, ==, 0.2);
  g_assert_cmpint (controller.delay, ==, PERIOD);
  g_assert_cmpfloat (controller.real_rate, ==, 0);
  tsl_realrate_step (&controller, &law, PERIOD, 2 * PERIOD, PERIOD);
  g_assert_false (controller.is_held);
  g_assert_cmpfloat (controller.gain, ==, 0.225);
  g_assert_cmpfloat (controller.proportion, ==, 0.225 * 1.125);
}

/* A thread that is behind gets what its old gain and its delay demand; one that is ahead keeps what it has, and
 * so does one of which nothing is known. */
static void
test_catch_up (void)
{
  TslRealrateLaw law = TSL_REALRATE_LAW_USUAL;
  TslRealrate controller;

  tsl_realrate_init (&controller, 0.001, 0.2);
  g_assert_cmpfloat (tsl_realrate_step (&controller, &law, PERIOD, PERIOD, 0), ==, 0.2 * 1.125);
  g_assert_cmpfloat (tsl_realrate_step (&controller, &law, PERIOD, 2 * PERIOD, 0), ==, 0.2 * 1.25);
  g_assert_true (controller.is_held);
  g_assert_cmpfloat (controller.gain, ==, 0.2);
  law.buffer = 5 * PERIOD;
  g_assert_cmpfloat (tsl_realrate_step (&controller, &law, PERIOD, 3 * PERIOD, 0), ==, 0.2 * 1.25);
  tsl_realrate_init (&controller, 0.001, 0);
  g_assert_cmpfloat (tsl_realrate_step (&controller, &law, PERIOD, 9 * PERIOD, 0), ==, 0.001);
}

/* The longest time in sampling periods that a thread has its minimum although it is behind, over where in a quantum
 * the step falls, and the worst delay. */
static guint
find_trap (TslRealrateRule rule, double ratio, double quantization, double alpha, double *delay)
{
  guint longest = 0;

  *delay = 0;
  for (guint half = HALF; half < HALF + 16; half++)
    {
      TslRealrateLaw law = { alpha, 0.5, 0.001, 0.9, 0, rule };
      double least = 0.05, most = least * ratio, time_stamp = 0;
      TslRealrate controller;
      guint n = 0;

      tsl_realrate_init (&controller, most, most);
      for (guint i = 0; i < half * N_HALVES; i++)
        {
          time_stamp += controller.proportion / (i / half % 2 == 0 ? most : least);
          tsl_realrate_step (&controller, &law, PERIOD, (i + 1) * (gint64) PERIOD,
                             llround (quantize (time_stamp, quantization) * PERIOD));
          n = controller.delay > 0 && controller.proportion <= law.min ? n + 1 : 0;
          longest = MAX (longest, n);
          *delay = MAX (*delay, controller.delay / (double) PERIOD);
        }
    }
  return longest;
}

/* Where the need falls to an eighth or less, or alpha is large, the dissertation's rule leaves a thread at its
 * minimum. */
static void
test_trap (void)
{
  const struct
  {
    double ratio, quantization, alpha;
  } cases[] = { { 10, 0.25, 0.125 }, { 10, 0.4, 0.125 }, { 16, 0.4, 0.125 }, { 4, 0.25, 0.5 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double ratio = cases[i].ratio, q = cases[i].quantization, alpha = cases[i].alpha;
      double delay, held_delay;
      guint n = find_trap (TSL_REALRATE_RULE_CATCH_UP, ratio, q, alpha, &delay);
      guint n_held = find_trap (TSL_REALRATE_RULE_HOLD, ratio, q, alpha, &held_delay);

      g_test_message ("G %g, Q %g, alpha %g: %u and %u periods, delay %.2f and %.2f Ts", ratio, q,
                      alpha, n, n_held, delay, held_delay);
      g_assert_cmpuint (n, ==, 0);
      g_assert_cmpuint (n_held, >=, 3);
      g_assert_cmpfloat (delay, <, held_delay);
    }
}

/* The proportion is neither zero nor more than available, and the gain follows from the assigned
 * proportion. */
static void
test_bounds (void)
{
  TslRealrateLaw law = { .alpha = 1, .beta = 1, .min = 0.01, .max = 0.6 };
  TslRealrate controller;

  tsl_realrate_init (&controller, 0.5, 0);
  g_assert_cmpfloat (tsl_realrate_step (&controller, &law, PERIOD, PERIOD, 9 * PERIOD), ==, 0.01);
  g_assert_cmpint (controller.delay, ==, -8 * PERIOD);
  tsl_realrate_init (&controller, 0.5, 0);
  g_assert_cmpfloat (tsl_realrate_step (&controller, &law, PERIOD, PERIOD, PERIOD / 2), ==, 0.6);
  tsl_realrate_assign (&controller, 0.3);
  tsl_realrate_step (&controller, &law, PERIOD, 2 * PERIOD, PERIOD);
  g_assert_cmpfloat (controller.gain, ==, 0.6);
}

/* A thread with a buffer of 2 ms in its queue stays 2 ms behind. */
static void
test_buffer (void)
{
  TslRealrateLaw law = { .alpha = 0.5, .beta = 1, .min = 0.01, .max = 0.9, .buffer = 2 * PERIOD };
  TslRealrate controller;
  double time_stamp = 0;

  tsl_realrate_init (&controller, 0.2, 0.2);
  for (guint i = 1; i <= 50; i++)
    {
      time_stamp += controller.proportion / 0.2 * PERIOD;
      tsl_realrate_step (&controller, &law, PERIOD, i * (gint64) PERIOD, llround (time_stamp));
    }
  g_assert_cmpfloat_with_epsilon (50.0 * PERIOD - time_stamp, 2 * PERIOD, 1000);
  g_assert_cmpint (ABS (controller.delay), <, 1000);
  g_assert_cmpfloat_with_epsilon (controller.proportion, 0.2, 1e-3);
}

static void
test_period (void)
{
  g_assert_cmpint (tsl_realrate_choose_period (PERIOD, 4, 0), ==, 4 * PERIOD);
  g_assert_cmpint (tsl_realrate_choose_period (PERIOD, 4, 3 * PERIOD), ==, 6 * PERIOD);
  g_assert_cmpint (tsl_realrate_choose_period (PERIOD, 3, 3 * PERIOD), ==, 3 * PERIOD);
  g_assert_cmpint (tsl_realrate_choose_period (PERIOD, 3, 10 * PERIOD), ==, 10 * PERIOD);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/realrate/overshoot", test_overshoot);
  g_test_add_func ("/tsl/realrate/stability", test_stability);
  g_test_add_func ("/tsl/realrate/step-ratio", test_step_ratio);
  g_test_add_func ("/tsl/realrate/quantization", test_quantization);
  g_test_add_func ("/tsl/realrate/best-quantization", test_best_quantization);
  g_test_add_func ("/tsl/realrate/initial", test_initial);
  g_test_add_func ("/tsl/realrate/hold", test_hold);
  g_test_add_func ("/tsl/realrate/catch-up", test_catch_up);
  g_test_add_func ("/tsl/realrate/trap", test_trap);
  g_test_add_func ("/tsl/realrate/bounds", test_bounds);
  g_test_add_func ("/tsl/realrate/buffer", test_buffer);
  g_test_add_func ("/tsl/realrate/period", test_period);
  return g_test_run ();
}

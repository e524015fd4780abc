/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <math.h>
#include <tsl/tsl.h>

#define MAX_CURVES 4
#define N_INSTANCES 300
/* Resources of the random instances are multiples of a step. */
#define STEP 0.05

/* Figure 8 of the paper (R:1274), in which the greedy algorithm is not optimal. */
static const TslUtilityPoint jumping[] = { { 0, 0 }, { 0.4, 4 }, { 0.4, 10 }, { 0.6, 12 } };
static const TslUtilityPoint saturated[] = { { 0, 0 }, { 0.2, 6 } };

static void
free_all (TslUtility **curves, guint n)
{
  for (guint i = 0; i < n; i++)
    tsl_utility_free (curves[i]);
}

static void
test_curve (void)
{
  g_autoptr (TslUtility) curve = tsl_utility_new (jumping, G_N_ELEMENTS (jumping));

  g_assert_cmpfloat_with_epsilon (tsl_utility_get (curve, 0.3), 3, 1e-9);
  g_assert_cmpfloat_with_epsilon (tsl_utility_get (curve, 0.399), 3.99, 1e-9);
  g_assert_cmpfloat_with_epsilon (tsl_utility_get (curve, 0.4), 10, 1e-9);
  /* a sum that rounding left below the jump */
  g_assert_cmpfloat_with_epsilon (tsl_utility_get (curve, 0.1 + 0.1 + 0.1 + 0.1 - 1e-12), 10, 1e-9);
  g_assert_cmpfloat_with_epsilon (tsl_utility_get (curve, 0.5), 11, 1e-9);
  g_assert_cmpfloat_with_epsilon (tsl_utility_get (curve, 7), 12, 1e-9);
}

static void
test_minimum (void)
{
  const TslUtilityPoint points[] = { { 0.1, 2 }, { 0.3, 4 } };
  g_autoptr (TslUtility) curve = tsl_utility_new (points, 2);

  g_assert_cmpfloat (tsl_utility_get_minimum (curve), ==, 0.1);
  g_assert_cmpfloat (tsl_utility_get (curve, 0.09), ==, 0);
  g_assert_cmpfloat (tsl_utility_get (curve, 0.1), ==, 2);
}

static void
test_invalid (void)
{
  const TslUtilityPoint falling[] = { { 0, 2 }, { 1, 1 } };
  const TslUtilityPoint backward[] = { { 1, 1 }, { 0, 2 } };
  const TslUtilityPoint infinite[] = { { 0, 1 }, { INFINITY, 2 } };
  const TslUtilityPoint unknown[] = { { NAN, 1 } };
  const TslUtilityPoint negative[] = { { -1, 1 } };

  g_assert_null (tsl_utility_new (NULL, 0));
  g_assert_null (tsl_utility_new (falling, 2));
  g_assert_null (tsl_utility_new (backward, 2));
  g_assert_null (tsl_utility_new (infinite, 2));
  g_assert_null (tsl_utility_new (unknown, 1));
  g_assert_null (tsl_utility_new (negative, 1));
}

static void
test_counter_example (void)
{
  TslUtility *curves[] = { tsl_utility_new (jumping, G_N_ELEMENTS (jumping)),
                           tsl_utility_new (saturated, G_N_ELEMENTS (saturated)) };
  const TslUtility *const *shown = (const TslUtility *const *) curves;
  double got[2];

  g_assert_cmpfloat_with_epsilon (tsl_qram_greedy (shown, 2, 0.5, got), 9, 1e-6);
  g_assert_cmpfloat_with_epsilon (got[0], 0.3, 1e-6);
  g_assert_cmpfloat_with_epsilon (got[1], 0.2, 1e-6);
  g_assert_cmpfloat_with_epsilon (tsl_qram_exact (shown, 2, 0.5, TSL_QRAM_RESOLUTION, got), 13,
                                  1e-6);
  g_assert_cmpfloat_with_epsilon (got[0], 0.4, 1e-6);
  g_assert_cmpfloat_with_epsilon (got[1], 0.1, 1e-6);
  free_all (curves, 2);
}

/* Neither algorithm gives a part to some applications when not all can have their minimum. */
static void
test_too_little (void)
{
  const TslUtilityPoint points[] = { { 0.3, 1 }, { 0.5, 2 } };
  TslUtility *curves[] = { tsl_utility_new (points, 2), tsl_utility_new (points, 2) };
  const TslUtility *const *shown = (const TslUtility *const *) curves;
  double got[2];

  g_assert_cmpfloat (tsl_qram_greedy (shown, 2, 0.59, got), ==, -1);
  g_assert_cmpfloat (got[0] + got[1], ==, 0);
  g_assert_cmpfloat (tsl_qram_exact (shown, 2, 0.59, 0.01, got), ==, -1);
  g_assert_cmpfloat (got[0] + got[1], ==, 0);
  g_assert_cmpfloat (tsl_qram_exact (shown, 2, -1, 0.01, got), ==, -1);
  g_assert_cmpfloat_with_epsilon (tsl_qram_greedy (shown, 2, 0.6, got), 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (tsl_qram_exact (shown, 2, 0.6, 0.01, got), 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (got[0], 0.3, 1e-9);
  g_assert_cmpfloat (tsl_qram_exact (shown, 0, 1, 0.01, got), ==, 0);
  g_assert_cmpfloat (tsl_qram_greedy (shown, 0, 1, got), ==, 0);
  free_all (curves, 2);
}

/* Points between two multiples of the resolution: what is lost is a multiple for each curve. */
static void
test_coarse (void)
{
  const TslUtilityPoint points[] = { { 0, 0 }, { 0.123, 1 }, { 0.123, 5 }, { 0.127, 6 } };
  TslUtility *curves[] = { tsl_utility_new (points, 4), tsl_utility_new (points, 4) };
  const TslUtility *const *shown = (const TslUtility *const *) curves;
  double got[2];

  g_assert_cmpfloat (tsl_qram_exact (shown, 2, 0.25, 0.01, got), <, 12);
  g_assert_cmpfloat_with_epsilon (tsl_qram_exact (shown, 2, 0.254 + 0.02, 0.01, got), 12, 1e-9);
  g_assert_cmpfloat (got[0] + got[1], <=, 0.274 + 1e-9);
  free_all (curves, 2);
}

/* Without jumps and with falling slopes the greedy algorithm is optimal. */
static void
test_concave (void)
{
  const TslUtilityPoint a[] = { { 0.1, 1 }, { 0.3, 5 }, { 0.6, 8 } };
  const TslUtilityPoint b[] = { { 0.1, 0 }, { 0.2, 3 }, { 0.5, 6 } };
  TslUtility *curves[] = { tsl_utility_new (a, 3), tsl_utility_new (b, 3) };
  const TslUtility *const *shown = (const TslUtility *const *) curves;
  double got[2];

  for (double available = 0.2; available < 1.2; available += 0.05)
    g_assert_cmpfloat_with_epsilon (tsl_qram_greedy (shown, 2, available, got),
                                    tsl_qram_exact (shown, 2, available, 0.001, got), 1e-6);
  free_all (curves, 2);
}

static TslUtility *
make_random (void)
{
  TslUtilityPoint points[5];
  guint n = g_test_rand_int_range (1, G_N_ELEMENTS (points) + 1), steps = 0;
  double utility = 0;

  for (guint i = 0; i < n; i++)
    {
      steps += g_test_rand_int_range (0, 4);
      utility += g_test_rand_int_range (0, 10);
      points[i] = (TslUtilityPoint){ steps * STEP, utility };
    }
  return tsl_utility_new (points, n);
}

static double
search (const TslUtility *const *curves, guint n, guint steps)
{
  double best = -INFINITY;

  if (n == 0)
    return 0;
  for (guint k = 0; k <= steps; k++)
    if (k * STEP + 1e-9 >= tsl_utility_get_minimum (curves[0]))
      best =
          MAX (best, tsl_utility_get (curves[0], k * STEP) + search (curves + 1, n - 1, steps - k));
  return best;
}

static void
assert_fits (const TslUtility *const *curves, guint n, double available, double utility,
             const double *got)
{
  double sum = 0, total = 0;

  for (guint i = 0; i < n; i++)
    {
      sum += got[i];
      total += tsl_utility_get (curves[i], got[i]);
      g_assert_cmpfloat (got[i], >=, tsl_utility_get_minimum (curves[i]));
    }
  g_assert_cmpfloat (sum, <=, available + 1e-6);
  g_assert_cmpfloat_with_epsilon (utility, total, 1e-6);
}

static void
test_random (void)
{
  guint n_worse = 0;

  for (guint i = 0; i < N_INSTANCES; i++)
    {
      guint n = g_test_rand_int_range (1, MAX_CURVES + 1), steps = g_test_rand_int_range (0, 21);
      TslUtility *curves[MAX_CURVES];
      const TslUtility *const *shown = (const TslUtility *const *) curves;
      double available = steps * STEP, got[MAX_CURVES], best, exact, greedy;

      for (guint k = 0; k < n; k++)
        curves[k] = make_random ();
      best = search (shown, n, steps);
      exact = tsl_qram_exact (shown, n, available, STEP, got);
      g_assert_cmpfloat_with_epsilon (exact, isinf (best) ? -1 : best, 1e-6);
      if (exact >= 0)
        assert_fits (shown, n, available, exact, got);
      greedy = tsl_qram_greedy (shown, n, available, got);
      g_assert_cmpfloat (greedy, <=, exact + 1e-6);
      g_assert_true ((greedy < 0) == (exact < 0));
      if (greedy >= 0)
        assert_fits (shown, n, available, greedy, got);
      n_worse += greedy < exact - 1e-6;
      free_all (curves, n);
    }
  g_test_message ("the greedy allocation is worse in %u of %u instances", n_worse, N_INSTANCES);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/qram/curve", test_curve);
  g_test_add_func ("/tsl/qram/minimum", test_minimum);
  g_test_add_func ("/tsl/qram/invalid", test_invalid);
  g_test_add_func ("/tsl/qram/counter-example", test_counter_example);
  g_test_add_func ("/tsl/qram/too-little", test_too_little);
  g_test_add_func ("/tsl/qram/coarse", test_coarse);
  g_test_add_func ("/tsl/qram/concave", test_concave);
  g_test_add_func ("/tsl/qram/random", test_random);
  return g_test_run ();
}

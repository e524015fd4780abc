/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <math.h>
#include <string.h>
#include <tsl/tsl.h>

#define MSEC G_GINT64_CONSTANT (1000000)

static const TslDemand experiment[] = { { 5 * MSEC, 20 * MSEC },
                                        { 14 * MSEC, 40 * MSEC },
                                        { 8 * MSEC, 50 * MSEC } };

static void
test_sum (void)
{
  g_assert_cmpfloat_with_epsilon (tsl_admission_sum (experiment, 3), 0.76, 1e-12);
  g_assert_cmpfloat (tsl_admission_sum (NULL, 0), ==, 0);
}

static void
test_liu_layland (void)
{
  g_assert_cmpfloat (tsl_admission_get_liu_layland (1), ==, 1);
  g_assert_cmpfloat_with_epsilon (tsl_admission_get_liu_layland (2), 0.828427, 1e-6);
  g_assert_cmpfloat_with_epsilon (tsl_admission_get_liu_layland (3), 0.779763, 1e-6);
  g_assert_cmpfloat_with_epsilon (tsl_admission_get_liu_layland (1000000), M_LN2, 1e-6);
}

/* Known examples: exact where the bound does not decide, and periods in harmony that fill a processor. */
static void
test_response (void)
{
  const TslDemand known[] = { { 1, 4 }, { 2, 6 }, { 3, 13 } };
  const TslDemand harmony[] = { { 1, 2 }, { 1, 4 }, { 2, 8 } };
  const TslDemand too_much[] = { { 2, 4 }, { 4, 7 } };

  g_assert_cmpint (tsl_admission_find_response (known, 3, 0), ==, 1);
  g_assert_cmpint (tsl_admission_find_response (known, 3, 1), ==, 3);
  g_assert_cmpint (tsl_admission_find_response (known, 3, 2), ==, 10);
  g_assert_cmpint (tsl_admission_find_response (harmony, 3, 2), ==, 8);
  g_assert_cmpint (tsl_admission_find_response (too_much, 2, 0), ==, 2);
  g_assert_cmpint (tsl_admission_find_response (too_much, 2, 1), ==, -1);
}

static void
test_threshold (void)
{
  const TslDemand full[] = { { 45, 100 }, { 45, 100 } };
  g_autoptr (GError) error = NULL;

  g_assert_true (tsl_admission_check (experiment, 3, 1, TSL_ADMISSION_THRESHOLD, &error));
  g_assert_no_error (error);
  g_assert_true (tsl_admission_check (full, 2, 1, 0.9, &error));
  g_assert_true (tsl_admission_check (full, 2, 2, 0.45, &error));
  g_assert_no_error (error);
  /* two processors are no more than one for one thread */
  g_assert_false (tsl_admission_check (full, 1, 2, 0.4, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_REFUSED);
  g_clear_error (&error);
  g_assert_false (tsl_admission_check (full, 2, 1, 0.89, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, "90.0 %"));
  g_assert_nonnull (strstr (error->message, "89.0 %"));
}

static void
assert_says (const TslDemand *demands, guint n, const char *part)
{
  g_autofree char *text = tsl_admission_describe (demands, n);

  g_assert_nonnull (strstr (text, part));
}

static void
test_describe (void)
{
  const TslDemand harmony[] = { { 1, 2 }, { 1, 4 }, { 2, 8 } };
  const TslDemand edf[] = { { 2, 4 }, { 5, 10 } };
  const TslDemand two[] = { { 3, 4 }, { 3, 4 } };

  assert_says (NULL, 0, "no processor time is reserved");
  assert_says (experiment, 3, "Liu–Layland: 78.0 %");
  assert_says (harmony, 3, "response times");
  assert_says (edf, 2, "earliest deadline first");
  assert_says (two, 2, "more than one");
}

static void
assert_explains (const TslDemand *demands, guint n, guint which, double threshold,
                 const char *expected)
{
  g_autofree char *text = tsl_admission_explain (demands, n, which, 2, threshold);

  g_assert_cmpstr (text, ==, expected);
}

/* Each admission test has a line with its result for the new demand. */
static void
test_explain (void)
{
  const TslDemand edf[] = { { 2 * MSEC, 4 * MSEC }, { 5 * MSEC, 10 * MSEC } };

  assert_explains (
      experiment, 3, 2, 0.9,
      "Threshold: admitted, 76.0 % of 180.0 % (90 % of 2 processors)\n"
      "Liu–Layland: admitted, 76.0 % of 78.0 % for 3 on one processor\n"
      "Response time: admitted, 32 ms in a period of 50 ms with rate-monotonic priorities on one "
      "processor");
  assert_explains (edf, 2, 1, 0.4,
                   "Threshold: refused, 50.0 % of 40.0 % of one processor\n"
                   "Liu–Layland: undecided, 100.0 % of 82.8 % for 2 on one processor\n"
                   "Response time: refused, longer than the period of 10 ms with rate-monotonic "
                   "priorities on one "
                   "processor");
  assert_explains (
      experiment, 3, 0, 0.37,
      "Threshold: refused, 76.0 % of 74.0 % (37 % of 2 processors)\n"
      "Liu–Layland: admitted, 76.0 % of 78.0 % for 3 on one processor\n"
      "Response time: admitted, 5 ms in a period of 20 ms with rate-monotonic priorities on one "
      "processor");
  assert_explains (
      edf, 2, 0, 0.9,
      "Threshold: admitted, 100.0 % of 180.0 % (90 % of 2 processors)\n"
      "Liu–Layland: undecided, 100.0 % of 82.8 % for 2 on one processor\n"
      "Response time: too long for another demand, 2 ms in a period of 4 ms with rate-monotonic "
      "priorities on one processor");
}

static void
assert_invalid (gint64 budget, gint64 period, const char *part)
{
  g_autoptr (GError) error = NULL;
  const TslDemand demand = { budget, period };

  g_assert_false (tsl_demand_validate (&demand, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, part));
}

static void
test_validate (void)
{
  const TslDemand least = { 1024, MSEC / 10 };

  g_assert_true (tsl_demand_validate (&least, NULL));
  g_assert_true (tsl_demand_validate (&experiment[0], NULL));
  assert_invalid (1023, MSEC, "the minimum is");
  assert_invalid (-1, MSEC, "the minimum is");
  assert_invalid (2 * MSEC, MSEC, "reduce the budget");
  assert_invalid (2000, 99999, "from 0.1 ms");
  assert_invalid (2000, 5000 * MSEC, "4194.3 ms");
  assert_invalid (0, 0, "from 0.1 ms");
}

/* Where it is allowed the kernel answers, and nobody has what was asked for. */
static void
test_kernel (void)
{
  const TslDemand tenth = { 10 * MSEC, 100 * MSEC };
  const TslDemand wrong = { 11 * MSEC, 10 * MSEC };
  g_autoptr (GError) error = NULL;

  g_assert_false (tsl_admission_ask_kernel (&wrong, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_INVALID);
  g_clear_error (&error);
  if (!tsl_admission_ask_kernel (&tenth, &error))
    {
      g_assert_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE);
      g_assert_nonnull (strstr (error->message, "CAP_SYS_NICE"));
      return;
    }
  for (guint i = 0; i < 20 * g_get_num_processors (); i++)
    {
      g_assert_true (tsl_admission_ask_kernel (&tenth, &error));
      g_assert_no_error (error);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/admission/sum", test_sum);
  g_test_add_func ("/tsl/admission/liu-layland", test_liu_layland);
  g_test_add_func ("/tsl/admission/response", test_response);
  g_test_add_func ("/tsl/admission/threshold", test_threshold);
  g_test_add_func ("/tsl/admission/describe", test_describe);
  g_test_add_func ("/tsl/admission/explain", test_explain);
  g_test_add_func ("/tsl/admission/validate", test_validate);
  g_test_add_func ("/tsl/admission/kernel", test_kernel);
  return page_directory_run ();
}

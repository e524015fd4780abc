/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Claims about means of runs, and about pairs of runs. */

#include <gscope-test/gscope-test.h>
#include <gscope/gscope.h>
#include <math.h>
#include <string.h>

#define DOCUMENT                                                                                   \
  "{ \"experiment\": 1, \"title\": \"T\", \"workspace\": \"w\", \"repetitions\": %u, "             \
  "\"sweep\": { \"parameter\": \"a/p\", \"values\": [ 1, 2 ] }, "                                  \
  "\"verdicts\": [ { \"title\": \"V\", \"at\": 2, \"relation\": \"%s\", \"value\": %g, "           \
  "\"of\": \"m\", \"of-at\": 1 } ], "                                                              \
  "\"measure\": [ { \"name\": \"m\", \"signal\": \"a/b\", \"unit\": \"V\" } ] }"

static GscopeExperimentResults *
make_results (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeExperiment) experiment =
      gscope_experiment_new_from_data (text, -1, FALSE, &error);

  g_assert_no_error (error);
  return gscope_experiment_results_new (experiment);
}

static void
assert_verdict (GscopeExperimentResults *results, guint claim, GscopeExperimentVerdict verdict,
                const char *part)
{
  g_autofree char *text = NULL;

  g_assert_cmpint (gscope_experiment_results_judge (results, claim, &text), ==, verdict);
  if (!strstr (text, part))
    g_error ("“%s” is not in “%s”", part, text);
}

/* The values of `n` repetitions at points 1 and 2, and the verdict about “2 is no less than 1”. The values of point 1 are
 * all 10; of those of point 2, `lower` are 9, `equal` are 10, `missing` are none, and the others are 11. */
typedef struct
{
  const char *relation;
  double value;
  guint n;
  guint lower;
  guint equal;
  guint missing;
  GscopeExperimentVerdict verdict;
  const char *part;
} PairRow;

static double
get_paired (const PairRow *row, guint repetition)
{
  if (repetition < row->lower)
    return 9;
  if (repetition < row->lower + row->equal)
    return 10;
  return repetition < row->lower + row->equal + row->missing ? NAN : 11;
}

static void
check_pairs (const PairRow *row)
{
  g_autofree char *text = g_strdup_printf (DOCUMENT, row->n, row->relation, row->value);
  g_autoptr (GscopeExperimentResults) results = make_results (text);

  assert_verdict (results, 0, GSCOPE_EXPERIMENT_VERDICT_OPEN, "");
  for (guint i = 0; i < row->n; i++)
    {
      const double values[] = { 10, get_paired (row, i) };

      for (guint point = 0; point < 2; point++)
        gscope_experiment_results_add (results, point, i, &values[point], 1, 0,
                                       isnan (values[point]) ? "it failed" : NULL, NULL);
      if (i == 0)
        assert_verdict (results, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS_SO_FAR, " of 1 pair of runs");
    }
  assert_verdict (results, 0, row->verdict, row->part);
}

/* The probabilities are those of tables of the binomial distribution for one half. */
static void
test_pairs (void)
{
  static const PairRow rows[] = {
    { "no-less", 1, 5, 5, 0, 0, GSCOPE_EXPERIMENT_VERDICT_REFUTED,
      "lower in 5 of 5 pairs of runs, p = 0.0312" },
    { "no-less", 1, 5, 4, 0, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS,
      "lower in 4 of 5 pairs of runs, p = 0.188" },
    { "no-less", 1, 5, 4, 1, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS,
      "lower in 4 of 5 pairs of runs, p = 0.0625" },
    { "no-less", 1, 6, 5, 1, 0, GSCOPE_EXPERIMENT_VERDICT_REFUTED,
      "lower in 5 of 6 pairs of runs, p = 0.0312" },
    { "no-less", 1, 5, 0, 5, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS, "10 V ± 0 V, ratio 1" },
    { "no-less", 1, 5, 0, 0, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS,
      "lower in 0 of 5 pairs of runs, p = 1" },
    { "no-less", 1, 5, 4, 0, 1, GSCOPE_EXPERIMENT_VERDICT_NOT_HERE, "it failed" },
    { "no-less", 1, 6, 5, 0, 1, GSCOPE_EXPERIMENT_VERDICT_REFUTED, "lower in 5 of 5 pairs" },
    { "no-less", 1, 20, 15, 0, 0, GSCOPE_EXPERIMENT_VERDICT_REFUTED,
      "15 of 20 pairs of runs, p = 0.0207" },
    { "no-less", 1, 20, 14, 0, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS,
      "14 of 20 pairs of runs, p = 0.0577" },
    { "no-less", 1, 1000, 526, 0, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS, "p = 0.0534" },
    { "no-less", 1, 1000, 527, 0, 0, GSCOPE_EXPERIMENT_VERDICT_REFUTED, "p = 0.0468" },
    { "no-less", 0.9, 5, 5, 0, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS, "lower in 0 of 5 pairs" },
    { "no-less", 1.2, 5, 0, 0, 0, GSCOPE_EXPERIMENT_VERDICT_REFUTED, "lower in 5 of 5 pairs" },
    { "no-more", 1, 5, 0, 0, 0, GSCOPE_EXPERIMENT_VERDICT_REFUTED, "higher in 5 of 5 pairs" },
    { "no-more", 1, 5, 1, 0, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS,
      "higher in 4 of 5 pairs of runs, p = 0.188" },
    { "no-more", 1, 5, 5, 0, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS, "higher in 0 of 5 pairs" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_test_message ("row %u", i);
      check_pairs (&rows[i]);
    }
}

/* Verdicts over runs that were added by hand: means, multiples of published values, and what is not there. */
static void
test_verdicts (void)
{
  g_autoptr (GscopeExperimentResults) results = make_results (
      "{ \"experiment\": 1, \"title\": \"T\", \"workspace\": \"w\", \"repetitions\": 2, "
      "\"sweep\": { \"parameter\": \"a/p\", \"values\": [ 1, 2, 4 ] }, "
      "\"paper\": [ { \"at\": 1, \"value\": 10 }, { \"at\": 4, \"value\": 10 } ], \"verdicts\": [ "
      "{ \"title\": \"a\", \"relation\": \"between\", \"value\": 0.8, \"to\": 1.25, "
      "\"of\": \"paper\" }, "
      "{ \"title\": \"b\", \"at\": 4, \"relation\": \"at-least\", \"value\": 2, \"of\": \"m\", "
      "\"of-at\": 1 }, "
      "{ \"title\": \"c\", \"at\": 2, \"relation\": \"at-most\", \"value\": 1, "
      "\"of\": \"paper\" }, "
      "{ \"title\": \"d\", \"relation\": \"increases\" } ], "
      "\"measure\": [ { \"name\": \"m\", \"signal\": \"a/b\", \"unit\": \"V\" } ] }");
  const double values[][2] = { { 9, 11 }, { 14, 14 }, { 19, 22 } };
  g_autofree char *json = NULL;
  GscopeExperimentEstimate estimate;

  for (guint i = 0; i < 3; i++)
    for (guint k = 0; k < 2; k++)
      {
        if (i == 1 && k == 0)
          assert_verdict (results, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS_SO_FAR, "1 of 1");
        gscope_experiment_results_add (results, i, k, &values[i][k], 1, 2, NULL, NULL);
      }
  gscope_experiment_results_get_estimate (results, 0, 0, &estimate);
  g_assert_cmpuint (estimate.n, ==, 2);
  g_assert_cmpfloat_with_epsilon (estimate.deviation, sqrt (2), 1e-9);
  g_assert_cmpfloat_with_epsilon (estimate.low, 9.1, 1e-9);
  g_assert_cmpfloat_with_epsilon (estimate.high, 10.9, 1e-9);
  /* Student's t of one degree of freedom, times a standard error of 1 */
  g_assert_cmpfloat_with_epsilon (estimate.error, 12.706, 1e-9);
  assert_verdict (results, 0, GSCOPE_EXPERIMENT_VERDICT_REFUTED, "ratio 2.05 at 4");
  assert_verdict (results, 1, GSCOPE_EXPERIMENT_VERDICT_HOLDS, "ratio 2.05");
  assert_verdict (results, 2, GSCOPE_EXPERIMENT_VERDICT_NOT_HERE, "no value to compare");
  assert_verdict (results, 3, GSCOPE_EXPERIMENT_VERDICT_HOLDS, "");
  g_assert_cmpuint (gscope_experiment_results_get_lost (results), ==, 12);
  json = gscope_experiment_results_to_json (results);
  g_assert_nonnull (strstr (json, "\"verdict\" : \"refuted\""));
  g_assert_nonnull (strstr (json, "\"kernel\" : \""));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/experiment-pairs/sign-test", test_pairs);
  gscope_test_add ("/experiment-pairs/verdicts", test_verdicts);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Reports with made-up values: which of them agree. */

#include <gscope-test/run.h>
#include <gscope/gscope.h>
#include <string.h>

#define DOCUMENT                                                                                   \
  "{ \"experiment\": 1, \"title\": \"%s\", \"workspace\": \"w\", \"repetitions\": 2, "             \
  "\"sweep\": { \"parameter\": \"a/b\", \"values\": [1, 2] }, "                                    \
  "\"measure\": [ { \"name\": \"m\", \"title\": \"Length\", \"signal\": \"s\", \"unit\": \"m\" "   \
  "} ], "                                                                                          \
  "\"verdicts\": [ { \"title\": \"Short\", \"relation\": \"at-most\", \"value\": 10 } ] }"

typedef struct
{
  const char *name;
  /* two runs of each of two points; negative for one that is not measured */
  double first[4];
  double second[4];
  guint n_different;
  /* what the text has, beside the numbers */
  const char *text;
} Case;

static const Case cases[] = {
  { "equal",
    { 1, 2, 3, 4 },
    { 1, 2, 3, 4 },
    0,
    "Values and verdicts compared: 3; differences: 0;" },
  /* Half of the interval of two runs is 12.706 / 2 times their distance. */
  { "overlapping", { 1, 1.1, 3, 4 }, { 2.2, 2.3, 3, 4 }, 0, "differences: 0;" },
  { "a hundredth", { 100, 100, 3, 4 }, { 101.5, 101.5, 3, 4 }, 0, "differences: 0;" },
  { "apart",
    { 1, 1.1, 3, 4 },
    { 2.4, 2.5, 3, 4 },
    1,
    "Length, 1: 1.05 m ± 0.6353 m | 2.45 m ± 0.6353 m" },
  { "verdict at the bound",
    { 1, 2, 8, 12 },
    { 1, 2, 9, 11.5 },
    0,
    "Short: holds: 2 of 2 comparisons | refuted" },
  { "verdict of another value",
    { 1, 2, 9.9, 10 },
    { 1, 2, 12, 12.1 },
    2,
    "Short: holds: 2 of 2 comparisons | refuted" },
  { "missing", { 1, 2, 3, 3.1 }, { 1, 2, -1, -1 }, 2, "Length, 2: 3.05 m ± 0.6353 m | not here" },
  { "no spread", { 1, -1, 3, 4 }, { 9, -1, 3, 4 }, 0, "measured once and have no error: 1\n" },
  { "one run at one side",
    { 1, 2, 3, 4 },
    { 9, -1, 3, 4 },
    0,
    "measured once and have no error: 1\n" },
  { "verdict of one run",
    { 1, 2, 9, -1 },
    { 1, 2, 12, -1 },
    1,
    "Short: holds: 2 of 2 comparisons | refuted" },
  { "verdict of one run at the bound",
    { 1, 2, 9.95, -1 },
    { 1, 2, 10.05, -1 },
    0,
    "differ within the errors of their values: 1; values that were measured once and have no "
    "error: 1\n" },
};

static GscopeExperimentResults *
make_results (const char *title, const double values[4])
{
  g_autofree char *document = g_strdup_printf (DOCUMENT, title);
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeExperiment) experiment =
      gscope_experiment_new_from_data (document, -1, FALSE, &error);
  GscopeExperimentResults *results;

  g_assert_no_error (error);
  results = gscope_experiment_results_new (experiment);
  for (guint i = 0; i < 4; i++)
    gscope_experiment_results_add (results, i / 2, i % 2, &values[i], values[i] < 0 ? 0 : 1, 0,
                                   values[i] < 0 ? "not here" : NULL, NULL);
  return results;
}

static GPtrArray *
make_report (const char *title, const double values[4])
{
  GPtrArray *report = g_ptr_array_new_with_free_func (g_object_unref);

  if (values)
    g_ptr_array_add (report, make_results (title, values));
  return report;
}

static void
assert_compared (GPtrArray *first, GPtrArray *second, guint n_different, const char *expected)
{
  guint n = 99;
  g_autofree char *text = gscope_experiment_results_compare (first, second, &n);

  g_test_message ("%s", text);
  g_assert_cmpuint (n, ==, n_different);
  g_assert_nonnull (strstr (text, expected));
}

static void
test_values (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) first = make_report ("T", cases[i].first);
      g_autoptr (GPtrArray) second = make_report ("T", cases[i].second);

      g_test_message ("%s", cases[i].name);
      assert_compared (first, second, cases[i].n_different, cases[i].text);
    }
}

/* An experiment that one side lacks, or that has another document there, is a difference. */
static void
test_experiments (void)
{
  g_autoptr (GPtrArray) none = make_report ("T", NULL);
  g_autoptr (GPtrArray) one = make_report ("T", cases[0].first);
  g_autoptr (GPtrArray) other = make_report ("U", cases[0].first);

  assert_compared (one, none, 1, "measured | not measured yet");
  assert_compared (none, one, 1, "not measured yet | measured");
  assert_compared (one, other, 1, "a document | another document");
  assert_compared (none, none, 0, "differences: 0;");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/experiment-compare/values", test_values);
  gscope_test_add ("/experiment-compare/experiments", test_experiments);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}

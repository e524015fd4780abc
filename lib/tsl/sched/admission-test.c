/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/admission-test.h>

#include <glib/gi18n-lib.h>
#include <tsl/error.h>
#include <tsl/sched/demand-private.h>
#include <tsl/sched/response-private.h>

#define MSEC 1e6
#define ROUNDING 1e-9

/* A later deadline than the next release is not used: the tests assume one job at a time. */
static gint64
get_deadline (const TslDemand *demands, const gint64 *deadlines, guint i)
{
  return deadlines ? MIN (deadlines[i], demands[i].period) : demands[i].period;
}

/* Returns the sum of C/D: a demand with an early deadline counts like one with a short period. */
static double
add_densities (const TslDemand *demands, const gint64 *deadlines, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += (double) demands[i].budget / get_deadline (demands, deadlines, i);
  return sum;
}

static gboolean
judge_earliest_deadline (const TslDemand *demands, const gint64 *deadlines, guint n,
                         guint n_processors, double threshold, GError **error)
{
  double sum = add_densities (demands, deadlines, n);

  if (!tsl_admission_check (demands, n, n_processors, threshold, error))
    return FALSE;
  if (sum <= n_processors + ROUNDING)
    return TRUE;
  g_set_error (error, TSL_ERROR, TSL_ERROR_REFUSED,
               g_dngettext (GETTEXT_PACKAGE,
                            "cannot admit %u demand: until its deadline it takes %.1f %% of a "
                            "processor, and there are %.0f %%; reserve less, or allow a later "
                            "deadline",
                            "cannot admit %u demands: until their deadlines they take %.1f %% of a "
                            "processor, and there are %.0f %%; reserve less, or allow later "
                            "deadlines",
                            n),
               n, 100 * sum, 100.0 * n_processors);
  return FALSE;
}

static gboolean
judge_liu_layland (const TslDemand *demands, const gint64 *deadlines, guint n, guint n_processors,
                   double threshold, GError **error)
{
  double sum = add_densities (demands, deadlines, n);
  double bound = tsl_admission_get_liu_layland (n);

  if (!tsl_admission_check (demands, n, 1, threshold, error))
    return FALSE;
  if (sum <= bound + ROUNDING)
    return TRUE;
  g_set_error (error, TSL_ERROR, TSL_ERROR_REFUSED,
               g_dngettext (GETTEXT_PACKAGE,
                            "cannot admit %u demand by Liu–Layland: it takes %.1f %% of a "
                            "processor, and the bound is %.1f %%; reserve less, or test by "
                            "response times",
                            "cannot admit %u demands by Liu–Layland: they take %.1f %% of a "
                            "processor, and the bound is %.1f %%; reserve less, or test by "
                            "response times",
                            n),
               n, 100 * sum, 100 * bound);
  return FALSE;
}

/* Judges by response times with priorities in the order of the given deadlines, NULL for the order
 * of the periods. */
static gboolean
judge_responses (const TslDemand *demands, const gint64 *order, const gint64 *deadlines, guint n,
                 double threshold, GError **error)
{
  if (!tsl_admission_check (demands, n, 1, threshold, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      gint64 deadline = get_deadline (demands, deadlines, i);
      g_autofree char *text = NULL;

      if (tsl_response_find (demands, order, n, i, deadline) >= 0)
        continue;
      text = tsl_demand_format (&demands[i]);
      g_set_error (error, TSL_ERROR, TSL_ERROR_REFUSED,
                   _ ("cannot admit %s: with fixed priorities on one processor its response time "
                      "can be longer than its deadline of %.6g ms; reserve less, or test by "
                      "earliest deadline first"),
                   text, deadline / MSEC);
      return FALSE;
    }
  return TRUE;
}

static gboolean
judge_response_time (const TslDemand *demands, const gint64 *deadlines, guint n, guint n_processors,
                     double threshold, GError **error)
{
  return judge_responses (demands, NULL, deadlines, n, threshold, error);
}

static gboolean
judge_deadline_monotonic (const TslDemand *demands, const gint64 *deadlines, guint n,
                          guint n_processors, double threshold, GError **error)
{
  return judge_responses (demands, deadlines, deadlines, n, threshold, error);
}

static const TslAdmissionTest tests[] = {
  { "edf", N_ ("Earliest deadline first"), judge_earliest_deadline },
  { "liu-layland", N_ ("Liu–Layland"), judge_liu_layland },
  { "response-time", N_ ("Response times"), judge_response_time },
  { "deadline-monotonic", N_ ("Deadline-monotonic"), judge_deadline_monotonic },
};

/**
 * tsl_admission_get_tests:
 * @n: (out): number of tests
 *
 * Lists the admission tests:
 *
 * - `edf`: earliest deadline first. The sum of C/T is within the threshold
 *   ([func@admission_check]), and that of C/D within the processors. Exact on one processor if
 *   deadlines are periods, sufficient otherwise; on several processors it is the kernel's own test,
 *   which bounds the lateness of a job.
 * - `liu-layland`: the bound of Liu and Layland for rate-monotonic priorities; sufficient.
 * - `response-time`: the response times with rate-monotonic priorities; exact.
 * - `deadline-monotonic`: the response times with priorities by deadlines, the best fixed ones
 *   (Leung and Whitehead, 1982); exact.
 *
 * The latter three apply to one processor. None of them admits more than the threshold.
 *
 * Returns: (transfer none) (array length=n): the tests
 *
 * Since: 1.0
 */
const TslAdmissionTest *
tsl_admission_get_tests (guint *n)
{
  g_return_val_if_fail (n, NULL);

  *n = G_N_ELEMENTS (tests);
  return tests;
}

/**
 * tsl_admission_find_test:
 * @name: the name of a test, for example `edf`
 *
 * Finds an admission test.
 *
 * Returns: (transfer none) (nullable): the test; %NULL if there is none of that name
 *
 * Since: 1.0
 */
const TslAdmissionTest *
tsl_admission_find_test (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    if (g_strcmp0 (tests[i].name, name) == 0)
      return &tests[i];
  return NULL;
}

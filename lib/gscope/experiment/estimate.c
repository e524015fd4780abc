/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/private.h>

#include <math.h>

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Interpolates between the two values around a rank. */
static double
find_quantile (GArray *sorted, double fraction)
{
  double rank = fraction * (sorted->len - 1);
  guint below = (guint) rank;
  guint above = MIN (below + 1, sorted->len - 1);
  double low = g_array_index (sorted, double, below), high = g_array_index (sorted, double, above);

  return low + (rank - below) * (high - low);
}

/* Returns how many standard errors are half of a 95 percent confidence interval of the mean of n values: the quantile of
 * Student's t with n - 1 degrees of freedom (Student, “The Probable Error of a Mean”, Biometrika 6, 1908). Beyond the table
 * it is the first term of its Cornish-Fisher expansion, which is 0.2 percent off at most. */
static double
find_student_quantile (guint n)
{
  static const double quantiles[] = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
  };
  guint freedom = n - 1;

  return freedom <= G_N_ELEMENTS (quantiles) ? quantiles[freedom - 1] : 1.960 + 2.372 / freedom;
}

/**
 * gscope_experiment_results_get_estimate:
 * @self: results
 * @measure: the position of a measure
 * @point: the position of a point
 * @estimate: (out caller-allocates): the estimate
 *
 * Estimates a measure from the runs of a point.
 *
 * Since: 1.0
 */
void
gscope_experiment_results_get_estimate (GscopeExperimentResults *self, guint measure, guint point,
                                        GscopeExperimentEstimate *estimate)
{
  g_autoptr (GArray) values = NULL;
  double sum = 0, squares = 0;

  g_return_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self));
  g_return_if_fail (
      measure
      < gscope_experiment_get_measures (gscope_experiment_results_get_experiment (self))->len);

  *estimate = (GscopeExperimentEstimate){ 0, NAN, NAN, NAN, NAN, NAN };
  values = gscope_experiment_results_list_values (self, measure, point);
  if (values->len == 0)
    return;
  g_array_sort (values, compare_numbers);
  for (guint i = 0; i < values->len; i++)
    sum += g_array_index (values, double, i);
  estimate->n = values->len;
  estimate->mean = sum / values->len;
  for (guint i = 0; i < values->len; i++)
    squares += pow (g_array_index (values, double, i) - estimate->mean, 2);
  if (values->len > 1)
    {
      estimate->deviation = sqrt (squares / (values->len - 1));
      estimate->error =
          find_student_quantile (values->len) * estimate->deviation / sqrt (values->len);
    }
  estimate->low = find_quantile (values, 0.05);
  estimate->high = find_quantile (values, 0.95);
}

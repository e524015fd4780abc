/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/results.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/quantity.h>
#include <math.h>

#define DIGITS 4
/* A workload measures the speed of its work once, at its start, to about this part, which all runs of a report share. */
#define LEAST_ERROR 0.01

/* The comparison of two reports: its text, and how many values and verdicts it compared. */
typedef struct
{
  GString *text;
  guint n_compared;
  guint n_different;
  guint n_within_errors;
  guint n_without_error;
} Comparison;

/* One of the two reports, and its estimate of the value that is compared. */
typedef struct
{
  GscopeExperimentResults *results;
  GscopeExperimentEstimate estimate;
} Side;

static void
append_line (Comparison *self, GscopeExperiment *experiment, const char *what, const char *first,
             const char *second)
{
  g_string_append_printf (self->text, "%s, %s: %s | %s\n", gscope_experiment_get_name (experiment),
                          what, first, second);
}

static void
note_difference (Comparison *self, GscopeExperiment *experiment, const char *what,
                 const char *first, const char *second)
{
  self->n_different++;
  append_line (self, experiment, what, first, second);
}

/* Half of the interval in which the mean of a point is. Of a value that was measured once, only the
 * least error is known. */
static double
get_error (const GscopeExperimentEstimate *estimate)
{
  return fmax (estimate->error, LEAST_ERROR * fabs (estimate->mean));
}

static char *
describe_side (const Side *side, const char *unit, guint point)
{
  const GscopeExperimentEstimate *estimate = &side->estimate;
  const char *problem = gscope_experiment_results_get_problem (side->results, point);
  g_autofree char *mean = NULL;
  g_autofree char *error = NULL;

  if (estimate->n == 0)
    return g_strdup (problem ? problem : _ ("not measured yet"));
  mean = gscope_quantity_format (estimate->mean, unit, DIGITS);
  error = gscope_quantity_format (get_error (estimate), unit, DIGITS);
  return g_strdup_printf ("%s ± %s", mean, error);
}

static void
estimate_sides (Side sides[2], guint measure, guint point)
{
  for (guint i = 0; i < 2; i++)
    gscope_experiment_results_get_estimate (sides[i].results, measure, point, &sides[i].estimate);
}

static gboolean
overlap (const Side sides[2])
{
  const GscopeExperimentEstimate *a = &sides[0].estimate, *b = &sides[1].estimate;

  return a->n > 0 && b->n > 0 && fabs (a->mean - b->mean) <= get_error (a) + get_error (b);
}

/* Values that were measured once have no spread, so they are not compared. */
static void
compare_point (Comparison *self, Side sides[2], guint measure, guint point)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (sides[0].results);
  const GscopeExperimentMeasure *row = gscope_experiment_get_measures (experiment)->pdata[measure];
  const GscopeExperimentPoint *place = gscope_experiment_get_points (experiment)->pdata[point];
  const GscopeExperimentEstimate *a = &sides[0].estimate, *b = &sides[1].estimate;
  g_autofree char *what = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  estimate_sides (sides, measure, point);
  if (a->n == 0 && b->n == 0)
    return;
  if (MIN (a->n, b->n) == 1)
    {
      self->n_without_error++;
      return;
    }
  self->n_compared++;
  if (overlap (sides))
    return;
  what = g_strdup_printf ("%s%s%s", row->title, place->name[0] ? ", " : "", place->name);
  first = describe_side (&sides[0], row->unit, point);
  second = describe_side (&sides[1], row->unit, point);
  note_difference (self, experiment, what, first, second);
}

/* Returns whether the values of a measure overlap at a point, or without one at all points. */
static gboolean
overlap_at (Side sides[2], guint measure, const char *at)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (sides[0].results);
  guint point = 0, end = gscope_experiment_get_points (experiment)->len;

  if (at && gscope_experiment_find_point (experiment, at, &point))
    end = point + 1;
  for (; point < end; point++)
    {
      estimate_sides (sides, measure, point);
      if (!overlap (sides))
        return FALSE;
    }
  return TRUE;
}

/* Returns whether all values that a claim is about overlap, so that chance explains two verdicts. */
static gboolean
claim_overlaps (Side sides[2], const GscopeExperimentClaim *claim)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (sides[0].results);
  guint measure;

  gscope_experiment_find_measure (experiment, claim->measure, &measure);
  if (!overlap_at (sides, measure, claim->at))
    return FALSE;
  return !claim->of || !gscope_experiment_find_measure (experiment, claim->of, &measure)
         || overlap_at (sides, measure, claim->of_at ? claim->of_at : claim->at);
}

static void
compare_verdicts (Comparison *self, Side sides[2], guint claim)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (sides[0].results);
  const GscopeExperimentClaim *row = gscope_experiment_get_claims (experiment)->pdata[claim];
  GscopeExperimentVerdict verdicts[2];
  char *texts[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *reason = NULL;

      verdicts[i] = gscope_experiment_results_judge (sides[i].results, claim, &reason);
      texts[i] = g_strdup_printf ("%s%s%s", gscope_experiment_verdict_get_title (verdicts[i]),
                                  reason[0] ? ": " : "", reason);
    }
  self->n_compared++;
  if (verdicts[0] != verdicts[1])
    {
      if (claim_overlaps (sides, row))
        {
          self->n_within_errors++;
          append_line (self, experiment, row->title, texts[0], texts[1]);
        }
      else
        note_difference (self, experiment, row->title, texts[0], texts[1]);
    }
  g_free (texts[0]);
  g_free (texts[1]);
}

static void
compare_results (Comparison *self, GscopeExperimentResults *first, GscopeExperimentResults *second)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (first);
  Side sides[2] = { { .results = first }, { .results = second } };

  for (guint i = 0; i < gscope_experiment_get_measures (experiment)->len; i++)
    for (guint k = 0; k < gscope_experiment_get_points (experiment)->len; k++)
      compare_point (self, sides, i, k);
  for (guint i = 0; i < gscope_experiment_get_claims (experiment)->len; i++)
    compare_verdicts (self, sides, i);
}

/* Returns the results of the experiment of that name, whole or quick. */
static GscopeExperimentResults *
find_results (GPtrArray *list, GscopeExperiment *experiment)
{
  for (guint i = 0; i < list->len; i++)
    {
      GscopeExperiment *other = gscope_experiment_results_get_experiment (list->pdata[i]);

      if (g_str_equal (gscope_experiment_get_name (other), gscope_experiment_get_name (experiment))
          && gscope_experiment_get_quick (other) == gscope_experiment_get_quick (experiment))
        return list->pdata[i];
    }
  return NULL;
}

static void
compare_all (Comparison *self, GPtrArray *first, GPtrArray *second)
{
  for (guint i = 0; i < first->len; i++)
    {
      GscopeExperiment *experiment = gscope_experiment_results_get_experiment (first->pdata[i]);
      GscopeExperimentResults *other = find_results (second, experiment);
      const char *title = gscope_experiment_get_title (experiment);

      if (!other)
        note_difference (self, experiment, title, _ ("measured"), _ ("not measured yet"));
      else if (!g_str_equal (gscope_experiment_get_checksum (experiment),
                             gscope_experiment_get_checksum (
                                 gscope_experiment_results_get_experiment (other))))
        note_difference (self, experiment, title, _ ("a document"), _ ("another document"));
      else
        compare_results (self, first->pdata[i], other);
    }
  for (guint i = 0; i < second->len; i++)
    {
      GscopeExperiment *experiment = gscope_experiment_results_get_experiment (second->pdata[i]);

      if (!find_results (first, experiment))
        note_difference (self, experiment, gscope_experiment_get_title (experiment),
                         _ ("not measured yet"), _ ("measured"));
    }
}

/**
 * gscope_experiment_results_compare:
 * @first: (element-type GscopeExperimentResults): results of experiments
 * @second: (element-type GscopeExperimentResults): results of the same experiments
 * @n_different: (out) (optional): how many values and verdicts differ
 *
 * Compares two reports. The values of a point agree if their intervals overlap. An interval is the 95 percent confidence
 * interval of the mean, by Student's t, and at least the mean plus and minus a hundredth of it. Of a thousand equal values
 * with errors of a normal distribution, 4 to 6 differ by chance. A value that one side measured once has no spread; it is
 * counted and not compared.
 *
 * A verdict that differs is a difference if the intervals of a value that it judges do not overlap. Otherwise the value lies
 * near the bound of the claim; these verdicts are listed and counted apart. Here the interval of a value that was measured
 * once is the hundredth. An experiment that one side lacks is a difference.
 *
 * Returns: (transfer full): a line for each difference, and a last one with the numbers
 *
 * Since: 1.0
 */
char *
gscope_experiment_results_compare (GPtrArray *first, GPtrArray *second, guint *n_different)
{
  Comparison self = { .text = NULL };

  g_return_val_if_fail (first && second, NULL);

  self.text = g_string_new (NULL);
  compare_all (&self, first, second);
  g_string_append_printf (self.text,
                          _ ("Values and verdicts compared: %u; differences: %u; verdicts that "
                             "differ within the errors of their values: %u; values that were "
                             "measured once and have no error: %u\n"),
                          self.n_compared, self.n_different, self.n_within_errors,
                          self.n_without_error);
  if (n_different)
    *n_different = self.n_different;
  return g_string_free (self.text, FALSE);
}

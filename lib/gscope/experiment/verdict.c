/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/quantity.h>
#include <math.h>

/* Two means differ by more than chance where they are further apart than this many standard errors. */
#define STANDARD_ERRORS 2
/* Pairs of runs refute a claim where chance explains their signs with at most this probability. */
#define LEVEL 0.05
#define DIGITS 3

/* How a claim fares: at how many points it holds, and where it fails first or is not known. */
typedef struct
{
  GscopeExperimentResults *results;
  GscopeExperiment *experiment;
  const GscopeExperimentClaim *claim;
  guint measure;
  guint n_held;
  guint n_compared;
  guint n_unknown;
  guint unknown;
  char *counterexample;
} Judgement;

static const GscopeExperimentPoint *
get_point (const Judgement *self, guint point)
{
  return gscope_experiment_get_points (self->experiment)->pdata[point];
}

static const char *
get_unit (const Judgement *self)
{
  const GscopeExperimentMeasure *measure =
      gscope_experiment_get_measures (self->experiment)->pdata[self->measure];

  return measure->unit;
}

static double
get_mean (const Judgement *self, guint measure, guint point)
{
  GscopeExperimentEstimate estimate;

  gscope_experiment_results_get_estimate (self->results, measure, point, &estimate);
  return estimate.mean;
}

/* Returns the point of the value of which the bounds are multiples. */
static guint
find_base_point (const Judgement *self, guint point)
{
  if (self->claim->of_at)
    gscope_experiment_find_point (self->experiment, self->claim->of_at, &point);
  return point;
}

/* Returns the value of which the bounds are multiples. */
static double
find_base (const Judgement *self, guint point)
{
  guint measure;

  if (!self->claim->of)
    return 1;
  point = find_base_point (self, point);
  if (gscope_experiment_find_measure (self->experiment, self->claim->of, &measure))
    return get_mean (self, measure, point);
  return gscope_experiment_get_paper_value (self->experiment, self->measure, point);
}

static gboolean
holds (const GscopeExperimentClaim *claim, double value, double base)
{
  switch (claim->relation)
    {
    case GSCOPE_EXPERIMENT_RELATION_AT_MOST:
      return value <= claim->value * base;
    case GSCOPE_EXPERIMENT_RELATION_AT_LEAST:
      return value >= claim->value * base;
    case GSCOPE_EXPERIMENT_RELATION_BETWEEN:
      return value >= MIN (claim->value * base, claim->to * base)
             && value <= MAX (claim->value * base, claim->to * base);
    case GSCOPE_EXPERIMENT_RELATION_NO_LESS:
    case GSCOPE_EXPERIMENT_RELATION_NO_MORE:
    case GSCOPE_EXPERIMENT_RELATION_INCREASES:
    case GSCOPE_EXPERIMENT_RELATION_DECREASES:
    default:
      return FALSE;
    }
}

/* Describes a mean with its error and, as a multiple, its base. */
static char *
describe (const Judgement *self, guint point, double base)
{
  GscopeExperimentEstimate estimate;
  g_autofree char *mean = NULL;
  g_autofree char *error = NULL;
  g_autofree char *ratio = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  gscope_experiment_results_get_estimate (self->results, self->measure, point, &estimate);
  mean = gscope_quantity_format (estimate.mean, get_unit (self), DIGITS);
  g_string_append (text, mean);
  if (!isnan (estimate.error))
    {
      error = gscope_quantity_format (estimate.error, get_unit (self), 2);
      g_string_append_printf (text, " ± %s", error);
    }
  if (self->claim->of)
    {
      ratio = gscope_quantity_format (estimate.mean / base, NULL, DIGITS);
      g_string_append_printf (text, _ (", ratio %s"), ratio);
    }
  if (!self->claim->at && get_point (self, point)->name[0])
    g_string_append_printf (text, _ (" at %s"), get_point (self, point)->name);
  return g_strdup (text->str);
}

static void
note_unknown (Judgement *self, guint point)
{
  if (self->n_unknown++ == 0)
    self->unknown = point;
}

static void
compare_point (Judgement *self, guint point)
{
  double value = get_mean (self, self->measure, point), base = find_base (self, point);
  gboolean is_paper = g_strcmp0 (self->claim->of, "paper") == 0;

  /* where nothing is published there is nothing to compare with */
  if (is_paper && isnan (base) && !self->claim->at)
    return;
  if (isnan (value) || isnan (base))
    {
      note_unknown (self, isnan (value) ? point : find_base_point (self, point));
      return;
    }
  self->n_compared++;
  if (holds (self->claim, value, base))
    self->n_held++;
  else if (!self->counterexample)
    self->counterexample = describe (self, point, base);
}

/* The pairs of runs of the same repetition, one at the point and one at the base: their number, in how many the values
 * differ, and in how many the difference is against the claim. */
typedef struct
{
  guint n;
  guint n_different;
  guint n_against;
} Pairs;

static Pairs
count_pairs (const Judgement *self, guint point)
{
  double sign = self->claim->relation == GSCOPE_EXPERIMENT_RELATION_NO_LESS ? 1 : -1;
  guint measure = self->measure, base_point = find_base_point (self, point);
  Pairs pairs = { 0 };

  gscope_experiment_find_measure (self->experiment, self->claim->of, &measure);
  for (guint i = 0; i < gscope_experiment_get_repetitions (self->experiment); i++)
    {
      double value = gscope_experiment_results_get_value (self->results, self->measure, point, i);
      double base = gscope_experiment_results_get_value (self->results, measure, base_point, i);
      double difference = sign * (value - self->claim->value * base);

      if (isnan (difference))
        continue;
      pairs.n++;
      pairs.n_different += difference != 0;
      pairs.n_against += difference < 0;
    }
  return pairs;
}

/* Returns the probability of at least `least` heads when a fair coin is thrown n times. */
static double
sum_binomial (guint n, guint least)
{
  double term = ldexp (1, -(int) n), sum = 0;

  for (guint i = 0; i <= n; i++)
    {
      if (i >= least)
        sum += term;
      term *= (double) (n - i) / (i + 1);
    }
  return sum;
}

static char *
describe_pairs (const Judgement *self, guint point)
{
  Pairs pairs = count_pairs (self, point);
  g_autofree char *means = describe (self, point, find_base (self, point));
  g_autofree char *probability =
      gscope_quantity_format (sum_binomial (pairs.n_different, pairs.n_against), NULL, DIGITS);

  if (self->claim->relation == GSCOPE_EXPERIMENT_RELATION_NO_LESS)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                         "%s; lower in %u of %u pair of runs, p = %s",
                                         "%s; lower in %u of %u pairs of runs, p = %s", pairs.n),
                            means, pairs.n_against, pairs.n, probability);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%s; higher in %u of %u pair of runs, p = %s",
                                       "%s; higher in %u of %u pairs of runs, p = %s", pairs.n),
                          means, pairs.n_against, pairs.n, probability);
}

/* The one-sided sign test, by the exact binomial distribution; pairs of equal values count for neither side. */
static void
compare_pairs (Judgement *self, guint point)
{
  Pairs pairs = count_pairs (self, point);
  gboolean is_complete = gscope_experiment_results_get_complete (self->results);

  if (pairs.n < (is_complete ? GSCOPE_EXPERIMENT_LEAST_PAIRS : 1))
    {
      note_unknown (self, gscope_experiment_results_get_problem (self->results, point)
                              ? point
                              : find_base_point (self, point));
      return;
    }
  self->n_compared++;
  if (sum_binomial (pairs.n_different, pairs.n_against) > LEVEL)
    self->n_held++;
  else if (!self->counterexample)
    self->counterexample = describe_pairs (self, point);
}

static double
get_error (const GscopeExperimentEstimate *estimate)
{
  return estimate->n > 1 ? estimate->deviation / sqrt (estimate->n) : 0;
}

/* Compares two points of a direction, in which the second is to be larger. A step back that chance explains is none. */
static void
compare_direction (Judgement *self, guint from, guint to, gboolean is_strict)
{
  double sign = self->claim->relation == GSCOPE_EXPERIMENT_RELATION_INCREASES ? 1 : -1, change,
         error;
  GscopeExperimentEstimate a, b;

  gscope_experiment_results_get_estimate (self->results, self->measure, from, &a);
  gscope_experiment_results_get_estimate (self->results, self->measure, to, &b);
  change = sign * (b.mean - a.mean);
  error = STANDARD_ERRORS * hypot (get_error (&a), get_error (&b));
  self->n_compared++;
  if (is_strict ? change > error : change >= -error)
    self->n_held++;
  else if (!self->counterexample)
    {
      g_autofree char *first = gscope_quantity_format (a.mean, get_unit (self), DIGITS);
      g_autofree char *second = gscope_quantity_format (b.mean, get_unit (self), DIGITS);

      self->counterexample =
          g_strdup_printf (_ ("%s at %s, %s at %s"), first, get_point (self, from)->name, second,
                           get_point (self, to)->name);
    }
}

/* From point to point the measure does not go back, and from the first to the last one it goes on. */
static void
compare_points (Judgement *self)
{
  guint n = gscope_experiment_get_points (self->experiment)->len, first = n, last = n;

  for (guint i = 0; i < n; i++)
    {
      if (isnan (get_mean (self, self->measure, i)))
        {
          note_unknown (self, i);
          continue;
        }
      if (last < n)
        compare_direction (self, last, i, FALSE);
      first = MIN (first, i);
      last = i;
    }
  if (last > first && last < n)
    compare_direction (self, first, last, TRUE);
}

static void
compare_at (Judgement *self, guint point)
{
  if (GSCOPE_EXPERIMENT_IS_OF_PAIRS (self->claim->relation))
    compare_pairs (self, point);
  else
    compare_point (self, point);
}

static char *
explain_unknown (const Judgement *self)
{
  const char *problem = gscope_experiment_results_get_problem (self->results, self->unknown);
  const char *name = get_point (self, self->unknown)->name;

  if (!problem)
    problem = _ ("there is no value to compare with");
  return name[0] ? g_strdup_printf ("%s: %s", name, problem) : g_strdup (problem);
}

/* The text of a claim that holds. */
static char *
explain_held (const Judgement *self)
{
  guint point = 0;

  if (self->claim->relation >= GSCOPE_EXPERIMENT_RELATION_INCREASES
      || (!self->claim->at && gscope_experiment_get_points (self->experiment)->len > 1))
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u of %u comparison",
                                         "%u of %u comparisons", self->n_compared),
                            self->n_held, self->n_compared);
  if (self->claim->at)
    gscope_experiment_find_point (self->experiment, self->claim->at, &point);
  if (GSCOPE_EXPERIMENT_IS_OF_PAIRS (self->claim->relation))
    return describe_pairs (self, point);
  return describe (self, point, find_base (self, point));
}

static GscopeExperimentVerdict
conclude (Judgement *self, char **text)
{
  gboolean is_complete = gscope_experiment_results_get_complete (self->results);
  g_autofree char *counterexample = g_steal_pointer (&self->counterexample);

  if (counterexample)
    {
      *text = self->claim->reason ? g_strdup_printf ("%s. %s", counterexample, self->claim->reason)
                                  : g_steal_pointer (&counterexample);
      return GSCOPE_EXPERIMENT_VERDICT_REFUTED;
    }
  if (is_complete && (self->n_unknown > 0 || self->n_compared == 0))
    {
      *text = explain_unknown (self);
      return GSCOPE_EXPERIMENT_VERDICT_NOT_HERE;
    }
  *text = self->n_compared > 0 ? explain_held (self) : g_strdup ("");
  if (is_complete)
    return GSCOPE_EXPERIMENT_VERDICT_HOLDS;
  return self->n_compared > 0 ? GSCOPE_EXPERIMENT_VERDICT_HOLDS_SO_FAR
                              : GSCOPE_EXPERIMENT_VERDICT_OPEN;
}

/**
 * gscope_experiment_results_judge:
 * @self: results
 * @claim: the position of a claim of the experiment
 * @text: (out) (transfer full): the figures behind the verdict, or the reason
 *
 * Judges a claim by the means of the points. A measure increases if no point is below the one before it, and the last is
 * above the first, by more than two standard errors of the difference.
 *
 * A claim of [enum@Gscope.ExperimentRelation.no-less] or [enum@Gscope.ExperimentRelation.no-more] is judged by pairs: the
 * runs of the same repetition at the two points, which were measured soon after each other. It is refuted if a one-sided
 * sign test with the exact binomial distribution does so at 5 percent: of n pairs with different values k are against the
 * claim, and a fair coin would show at least k heads in n throws with a probability of at most 0.05. Pairs of equal values
 * count for neither side. At least five pairs are needed, because all of four are against the claim with a probability of
 * 1/16. The method is that of W. J. Dixon and A. M. Mood, “The Statistical Sign Test”, Journal of the American
 * Statistical Association 41 (1946), pages 557 to 566.
 *
 * Returns: the verdict
 *
 * Since: 1.0
 */
GscopeExperimentVerdict
gscope_experiment_results_judge (GscopeExperimentResults *self, guint claim, char **text)
{
  Judgement judgement = { .results = self };
  guint point;

  *text = NULL;
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), GSCOPE_EXPERIMENT_VERDICT_OPEN);

  judgement.experiment = gscope_experiment_results_get_experiment (self);
  g_return_val_if_fail (claim < gscope_experiment_get_claims (judgement.experiment)->len,
                        GSCOPE_EXPERIMENT_VERDICT_OPEN);
  judgement.claim = gscope_experiment_get_claims (judgement.experiment)->pdata[claim];
  gscope_experiment_find_measure (judgement.experiment, judgement.claim->measure,
                                  &judgement.measure);
  if (judgement.claim->relation >= GSCOPE_EXPERIMENT_RELATION_INCREASES)
    compare_points (&judgement);
  else if (judgement.claim->at
           && gscope_experiment_find_point (judgement.experiment, judgement.claim->at, &point))
    compare_at (&judgement, point);
  else
    for (guint i = 0; i < gscope_experiment_get_points (judgement.experiment)->len; i++)
      compare_at (&judgement, i);
  return conclude (&judgement, text);
}

/**
 * gscope_experiment_verdict_get_title:
 * @verdict: a verdict
 *
 * Gets what a user calls it.
 *
 * Returns: the title
 *
 * Since: 1.0
 */
const char *
gscope_experiment_verdict_get_title (GscopeExperimentVerdict verdict)
{
  static const char *const titles[] = {
    [GSCOPE_EXPERIMENT_VERDICT_OPEN] = N_ ("not measured yet"),
    [GSCOPE_EXPERIMENT_VERDICT_HOLDS_SO_FAR] = N_ ("holds so far"),
    [GSCOPE_EXPERIMENT_VERDICT_HOLDS] = N_ ("holds"),
    [GSCOPE_EXPERIMENT_VERDICT_REFUTED] = N_ ("refuted"),
    [GSCOPE_EXPERIMENT_VERDICT_NOT_HERE] = N_ ("not here"),
  };

  g_return_val_if_fail ((guint) verdict < G_N_ELEMENTS (titles), NULL);

  return _ (titles[verdict]);
}

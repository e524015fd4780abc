/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/statistic-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/step/response.h>
#include <math.h>
#include <stdlib.h>

enum
{
  /* Number of samples that are read at a time. */
  BATCH = 512,
};

/* The samples of a run that have values. Step responses read the trace themselves. */
typedef struct
{
  const GscopeExperimentMeasure *measure;
  GscopeTrace *trace;
  const gint64 *steps;
  gsize n_steps;
  gint64 begin;
  gint64 end;
  double *values;
  gsize n;
  gint64 first_time;
  gint64 last_time;
} Series;

static double
measure_sum (const Series *self)
{
  double sum = 0;

  for (gsize i = 0; i < self->n; i++)
    sum += self->values[i];
  return sum;
}

static double
measure_mean (const Series *self)
{
  return measure_sum (self) / (double) self->n;
}

static double
measure_minimum (const Series *self)
{
  double min = self->values[0];

  for (gsize i = 1; i < self->n; i++)
    min = MIN (min, self->values[i]);
  return min;
}

static double
measure_maximum (const Series *self)
{
  double max = self->values[0];

  for (gsize i = 1; i < self->n; i++)
    max = MAX (max, self->values[i]);
  return max;
}

static double
measure_deviation (const Series *self)
{
  double mean = measure_mean (self), squares = 0;

  for (gsize i = 0; i < self->n; i++)
    squares += (self->values[i] - mean) * (self->values[i] - mean);
  return sqrt (squares / (double) self->n);
}

static int
compare_numbers (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* The nearest rank. */
static double
measure_percentile (const Series *self)
{
  g_autofree double *sorted = g_memdup2 (self->values, self->n * sizeof (double));
  gsize rank = (gsize) ceil (self->measure->percent / 100 * (double) self->n);

  qsort (sorted, self->n, sizeof (double), compare_numbers);
  return sorted[rank > 0 ? rank - 1 : 0];
}

static double
measure_last (const Series *self)
{
  return self->values[self->n - 1];
}

static double
measure_count (const Series *self)
{
  return (double) self->n;
}

static double
measure_rate (const Series *self)
{
  gint64 duration = self->last_time - self->first_time;

  return duration > 0 ? (measure_last (self) - self->values[0]) * GSCOPE_SEC / (double) duration
                      : NAN;
}

static double
measure_fraction (const Series *self)
{
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    n += self->values[i] <= self->measure->level;
  return (double) n / (double) self->n;
}

static void
measure_step (const Series *self, gsize i, GscopeStepFigures *figures)
{
  gint64 before = i > 0 ? self->steps[i - 1] : self->begin;
  gint64 after = i + 1 < self->n_steps ? self->steps[i + 1] : self->end;
  g_autoptr (GscopeStepResponse) response =
      gscope_step_response_new (self->trace, before, self->steps[i], self->steps[i]);

  gscope_step_response_end (response, after);
  gscope_step_response_update (response, after);
  gscope_step_response_get_figures (response, figures);
}

/* The mean of a figure of all responses that are clear enough to have it. */
static double
measure_steps (const Series *self, gsize offset)
{
  GscopeStepFigures figures;
  double sum = 0;
  guint n = 0;

  for (gsize i = 0; i < self->n_steps; i++)
    {
      double figure;

      measure_step (self, i, &figures);
      figure = G_STRUCT_MEMBER (double, &figures, offset);
      if (isnan (figure))
        continue;
      sum += figure;
      n++;
    }
  return n > 0 ? sum / n : NAN;
}

static double
measure_overshoot (const Series *self)
{
  return measure_steps (self, G_STRUCT_OFFSET (GscopeStepFigures, overshoot));
}

static double
measure_settling (const Series *self)
{
  return measure_steps (self, G_STRUCT_OFFSET (GscopeStepFigures, settling));
}

/* In the order of the enumeration. All but the count are unknown without samples. */
static const struct
{
  const char *title;
  double (*measure) (const Series *self);
} rows[] = {
  [GSCOPE_EXPERIMENT_STATISTIC_MEAN] = { NC_ ("statistic", "Mean"), measure_mean },
  [GSCOPE_EXPERIMENT_STATISTIC_MINIMUM] = { NC_ ("statistic", "Minimum"), measure_minimum },
  [GSCOPE_EXPERIMENT_STATISTIC_MAXIMUM] = { NC_ ("statistic", "Maximum"), measure_maximum },
  [GSCOPE_EXPERIMENT_STATISTIC_DEVIATION] = { NC_ ("statistic", "Standard Deviation"),
                                              measure_deviation },
  [GSCOPE_EXPERIMENT_STATISTIC_PERCENTILE] = { NC_ ("statistic", "Percentile"),
                                               measure_percentile },
  [GSCOPE_EXPERIMENT_STATISTIC_LAST] = { NC_ ("statistic", "Last Value"), measure_last },
  [GSCOPE_EXPERIMENT_STATISTIC_SUM] = { NC_ ("statistic", "Sum"), measure_sum },
  [GSCOPE_EXPERIMENT_STATISTIC_COUNT] = { NC_ ("statistic", "Number of Samples"), measure_count },
  [GSCOPE_EXPERIMENT_STATISTIC_RATE] = { NC_ ("statistic", "Growth in a Second"), measure_rate },
  [GSCOPE_EXPERIMENT_STATISTIC_FRACTION_BELOW] = { NC_ ("statistic", "Fraction Below a Level"),
                                                   measure_fraction },
  [GSCOPE_EXPERIMENT_STATISTIC_OVERSHOOT] = { NC_ ("statistic", "Overshoot"), measure_overshoot },
  [GSCOPE_EXPERIMENT_STATISTIC_SETTLING] = { NC_ ("statistic", "Settling Time"), measure_settling },
};

/**
 * gscope_experiment_statistic_get_title:
 * @statistic: a statistic
 *
 * Gets what a user calls it.
 *
 * Returns: the title
 *
 * Since: 1.0
 */
const char *
gscope_experiment_statistic_get_title (GscopeExperimentStatistic statistic)
{
  g_return_val_if_fail ((guint) statistic < G_N_ELEMENTS (rows), NULL);

  return g_dpgettext2 (GETTEXT_PACKAGE, "statistic", rows[statistic].title);
}

static void
read_values (Series *self)
{
  guint64 position = gscope_trace_find (self->trace, self->begin);
  guint64 end = gscope_trace_find (self->trace, self->end);
  GscopeSample samples[BATCH];

  self->values = g_new (double, end > position ? end - position : 0);
  while (position < end)
    {
      gsize n = gscope_trace_read (self->trace, position, samples, MIN (BATCH, end - position));

      for (gsize i = 0; i < n; i++)
        {
          if (isnan (samples[i].value))
            continue;
          if (self->n == 0)
            self->first_time = samples[i].time;
          self->last_time = samples[i].time;
          self->values[self->n++] = samples[i].value;
        }
      position += n;
    }
}

/**
 * gscope_experiment_measure_take:
 * @self: a measure
 * @signal: a signal
 * @steps: (array length=n_steps) (nullable): times of the steps that its step responses follow, nanoseconds
 * @n_steps: how many there are
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 *
 * Takes the statistic of a measure of an interval of a signal's trace, without its `per` and its scale.
 *
 * Returns: the value; not-a-number if the samples do not have it
 *
 * Since: 1.0
 */
double
gscope_experiment_measure_take (const GscopeExperimentMeasure *self, GscopeSignal *signal,
                                const gint64 *steps, gsize n_steps, gint64 begin, gint64 end)
{
  Series series = { .measure = self,
                    .trace = gscope_signal_get_trace (signal),
                    .steps = steps,
                    .n_steps = n_steps,
                    .begin = begin,
                    .end = end };
  double value = NAN;

  g_return_val_if_fail ((guint) self->statistic < G_N_ELEMENTS (rows), NAN);

  read_values (&series);
  if (series.n > 0 || self->statistic == GSCOPE_EXPERIMENT_STATISTIC_COUNT)
    value = rows[self->statistic].measure (&series);
  g_free (series.values);
  return value;
}

/* Explains why no step response has a figure. */
static char *
explain_steps (const Series *self, const char *name)
{
  guint n_without = 0, n_unclear = 0, n_swinging = 0;

  if (self->n_steps == 0)
    return self->measure->reference
               ? g_strdup_printf (_ ("“%s” makes no step in the run"), self->measure->reference)
               : g_strdup (_ ("the run has no timed change that a response could follow"));
  for (gsize i = 0; i < self->n_steps; i++)
    {
      GscopeStepFigures figures;

      measure_step (self, i, &figures);
      n_without += figures.state == GSCOPE_STEP_STATE_NONE;
      n_unclear += figures.state == GSCOPE_STEP_STATE_UNSETTLED
                   || figures.state == GSCOPE_STEP_STATE_SETTLED;
      n_swinging += figures.state == GSCOPE_STEP_STATE_OSCILLATING
                    || figures.state == GSCOPE_STEP_STATE_DIVERGING;
    }
  return g_strdup_printf (
      _ ("no step has a clear response in “%s”; responses that do not settle, or are too noisy "
         "(more than a quarter of the step): %u; that oscillate: %u; steps without effect: %u"),
      name, n_unclear, n_swinging, n_without);
}

char *
gscope_experiment_measure_explain (const GscopeExperimentMeasure *self, GscopeSignal *signal,
                                   const gint64 *steps, gsize n_steps, gint64 begin, gint64 end)
{
  Series series = { .measure = self,
                    .trace = gscope_signal_get_trace (signal),
                    .steps = steps,
                    .n_steps = n_steps,
                    .begin = begin,
                    .end = end };
  const char *name = gscope_signal_get_full_name (signal);

  read_values (&series);
  g_free (series.values);
  if (series.n == 0)
    return g_strdup_printf (_ ("“%s” has no sample in the run"), name);
  if (self->statistic == GSCOPE_EXPERIMENT_STATISTIC_OVERSHOOT
      || self->statistic == GSCOPE_EXPERIMENT_STATISTIC_SETTLING)
    return explain_steps (&series, name);
  return g_strdup_printf (_ ("the samples of “%s” do not have this statistic: “%s”"), name,
                          gscope_experiment_statistic_get_title (self->statistic));
}

/* Finds the levels between which most samples of an interval are. */
static gboolean
find_levels (GscopeSignal *signal, gint64 begin, gint64 end, double *low, double *high)
{
  GscopeExperimentMeasure measure = { .statistic = GSCOPE_EXPERIMENT_STATISTIC_PERCENTILE,
                                      .percent = 5 };

  *low = gscope_experiment_measure_take (&measure, signal, NULL, 0, begin, end);
  measure.percent = 95;
  *high = gscope_experiment_measure_take (&measure, signal, NULL, 0, begin, end);
  return *high > *low;
}

/**
 * gscope_experiment_list_steps:
 * @reference: a signal that goes up and down between two levels
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 *
 * Finds the times at which a signal goes from one level to the other: from the lower to the upper quarter of the range of
 * its values, of which the lowest and the highest five percent do not count.
 *
 * Returns: (transfer full) (element-type gint64): the times at which it passes the middle, nanoseconds
 *
 * Since: 1.0
 */
GArray *
gscope_experiment_list_steps (GscopeSignal *reference, gint64 begin, gint64 end)
{
  GscopeTrace *trace = gscope_signal_get_trace (reference);
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint64 last = gscope_trace_find (trace, end);
  double low, high, place = NAN;
  gint64 passed = begin;
  int level = 0;

  if (!find_levels (reference, begin, end, &low, &high))
    return steps;
  for (guint64 i = gscope_trace_find (trace, begin); i < last; i++)
    {
      double next = (gscope_trace_get_value (trace, i) - low) / (high - low);
      int reached = next > 0.75 ? 1 : next < 0.25 ? -1 : 0;

      if (isnan (next))
        continue;
      if (isnan (place) || (next > 0.5) != (place > 0.5))
        passed = gscope_trace_get_time (trace, i);
      if (level != 0 && reached == -level)
        g_array_append_val (steps, passed);
      level = reached != 0 ? reached : level;
      place = next;
    }
  return steps;
}

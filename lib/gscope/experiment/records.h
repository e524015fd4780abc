/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopeExperimentStatistic:
 * @GSCOPE_EXPERIMENT_STATISTIC_MEAN: the mean of the samples
 * @GSCOPE_EXPERIMENT_STATISTIC_MINIMUM: the smallest value
 * @GSCOPE_EXPERIMENT_STATISTIC_MAXIMUM: the largest value
 * @GSCOPE_EXPERIMENT_STATISTIC_DEVIATION: the standard deviation
 * @GSCOPE_EXPERIMENT_STATISTIC_PERCENTILE: the value that `percent` of the samples do not exceed
 * @GSCOPE_EXPERIMENT_STATISTIC_LAST: the newest value
 * @GSCOPE_EXPERIMENT_STATISTIC_SUM: the sum of the values
 * @GSCOPE_EXPERIMENT_STATISTIC_COUNT: the number of samples
 * @GSCOPE_EXPERIMENT_STATISTIC_RATE: by how much the signal, a counter, grows in a second
 * @GSCOPE_EXPERIMENT_STATISTIC_FRACTION_BELOW: the fraction of the samples that are at most `level`
 * @GSCOPE_EXPERIMENT_STATISTIC_OVERSHOOT: the mean overshoot of the step responses, as a fraction of the step
 * @GSCOPE_EXPERIMENT_STATISTIC_SETTLING: the mean settling time of the step responses, seconds
 *
 * What an experiment measures in the samples of a signal during a run.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_EXPERIMENT_STATISTIC_MEAN,
  GSCOPE_EXPERIMENT_STATISTIC_MINIMUM,
  GSCOPE_EXPERIMENT_STATISTIC_MAXIMUM,
  GSCOPE_EXPERIMENT_STATISTIC_DEVIATION,
  GSCOPE_EXPERIMENT_STATISTIC_PERCENTILE,
  GSCOPE_EXPERIMENT_STATISTIC_LAST,
  GSCOPE_EXPERIMENT_STATISTIC_SUM,
  GSCOPE_EXPERIMENT_STATISTIC_COUNT,
  GSCOPE_EXPERIMENT_STATISTIC_RATE,
  GSCOPE_EXPERIMENT_STATISTIC_FRACTION_BELOW,
  GSCOPE_EXPERIMENT_STATISTIC_OVERSHOOT,
  GSCOPE_EXPERIMENT_STATISTIC_SETTLING,
} GscopeExperimentStatistic;

/**
 * GscopeExperimentMeasure:
 * @name: its name in the experiment
 * @title: its title
 * @unit: (nullable): the unit of its values; %NULL for the signal's
 * @signal: the full name of a signal, or a pattern: the first signal that matches is measured
 * @statistic: what is measured in it
 * @percent: which percentile, from 0 to 100
 * @level: the level of [enum@Gscope.ExperimentStatistic.fraction-below], in the signal's unit
 * @reference: (nullable): the signal whose steps the step responses follow; %NULL for the timed changes of the experiment
 * @per: (element-type utf8): signals, the sum of whose statistics divides the value; empty for none
 * @scale: what the value is multiplied by, such as 100 for percent
 *
 * What an experiment measures in each run.
 *
 * Since: 1.0
 */
typedef struct
{
  char *name;
  char *title;
  char *unit;
  char *signal;
  GscopeExperimentStatistic statistic;
  double percent;
  double level;
  char *reference;
  GPtrArray *per;
  double scale;
} GscopeExperimentMeasure;

/**
 * GscopeExperimentPoint:
 * @name: its name: the value of the parameter as a text, or the name of the variant
 * @value: the value of the parameter; not-a-number if that is not a number
 * @settings: `a{sv}`, the values of parameters by their full names
 *
 * A point of the sweep of an experiment.
 *
 * Since: 1.0
 */
typedef struct
{
  char *name;
  double value;
  GVariant *settings;
} GscopeExperimentPoint;

/**
 * GscopeExperimentStep:
 * @time: when, nanoseconds since the beginning of the run
 * @parameter: the full name of a parameter
 * @value: the value
 *
 * A timed change of a parameter in each run.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 time;
  char *parameter;
  GVariant *value;
} GscopeExperimentStep;

/**
 * GscopeExperimentPaper:
 * @measure: the name of a measure
 * @at: (nullable): the name of a point, or a number; %NULL for all points
 * @value: the published value
 * @reference: (nullable): where it is published
 *
 * A published value that the measured one is compared with.
 *
 * Since: 1.0
 */
typedef struct
{
  char *measure;
  char *at;
  double value;
  char *reference;
} GscopeExperimentPaper;

/**
 * GscopeExperimentRelation:
 * @GSCOPE_EXPERIMENT_RELATION_AT_MOST: at most the bound
 * @GSCOPE_EXPERIMENT_RELATION_AT_LEAST: at least the bound
 * @GSCOPE_EXPERIMENT_RELATION_BETWEEN: from one bound to the other
 * @GSCOPE_EXPERIMENT_RELATION_NO_LESS: not below the bound in more pairs of runs than chance explains
 * @GSCOPE_EXPERIMENT_RELATION_NO_MORE: not above the bound in more pairs of runs than chance explains
 * @GSCOPE_EXPERIMENT_RELATION_INCREASES: grows from point to point
 * @GSCOPE_EXPERIMENT_RELATION_DECREASES: falls from point to point
 *
 * How a claim relates a measure to its bounds.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_EXPERIMENT_RELATION_AT_MOST,
  GSCOPE_EXPERIMENT_RELATION_AT_LEAST,
  GSCOPE_EXPERIMENT_RELATION_BETWEEN,
  GSCOPE_EXPERIMENT_RELATION_NO_LESS,
  GSCOPE_EXPERIMENT_RELATION_NO_MORE,
  GSCOPE_EXPERIMENT_RELATION_INCREASES,
  GSCOPE_EXPERIMENT_RELATION_DECREASES,
} GscopeExperimentRelation;

/**
 * GscopeExperimentClaim:
 * @title: the claim in words
 * @measure: the name of a measure
 * @at: (nullable): the name of a point; %NULL for all points
 * @relation: how the measure relates to the bounds
 * @value: the bound
 * @to: the upper bound of [enum@Gscope.ExperimentRelation.between]
 * @of: (nullable): the bounds are multiples of this: the name of a measure, or `paper` for the published value of @measure
 * @of_at: (nullable): the point of @of; %NULL for the same point
 * @reason: (nullable): why results refute it, where that is known
 *
 * An inequality that the results of an experiment fulfil or refute.
 *
 * Since: 1.0
 */
typedef struct
{
  char *title;
  char *measure;
  char *at;
  GscopeExperimentRelation relation;
  double value;
  double to;
  char *of;
  char *of_at;
  char *reason;
} GscopeExperimentClaim;

#define GSCOPE_TYPE_EXPERIMENT_MEASURE (gscope_experiment_measure_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_experiment_measure_get_type (void);
#define GSCOPE_TYPE_EXPERIMENT_POINT (gscope_experiment_point_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_experiment_point_get_type (void);
#define GSCOPE_TYPE_EXPERIMENT_STEP (gscope_experiment_step_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_experiment_step_get_type (void);
#define GSCOPE_TYPE_EXPERIMENT_PAPER (gscope_experiment_paper_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_experiment_paper_get_type (void);
#define GSCOPE_TYPE_EXPERIMENT_CLAIM (gscope_experiment_claim_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_experiment_claim_get_type (void);

G_END_DECLS

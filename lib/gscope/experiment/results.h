/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/experiment/experiment.h>

G_BEGIN_DECLS

/**
 * GscopeExperimentEstimate:
 * @n: how many runs have a value
 * @mean: their mean
 * @deviation: their standard deviation; not-a-number for fewer than two
 * @low: the value that 5 percent of them do not exceed
 * @high: the value that 95 percent of them do not exceed
 * @error: half of the 95 percent confidence interval of the mean, by Student's t; not-a-number for fewer than two
 *
 * What the runs of a point say about a measure. Without a value all figures are not-a-number.
 *
 * Since: 1.0
 */
typedef struct
{
  guint n;
  double mean;
  double deviation;
  double low;
  double high;
  double error;
} GscopeExperimentEstimate;

/**
 * GscopeExperimentVerdict:
 * @GSCOPE_EXPERIMENT_VERDICT_OPEN: not measured yet
 * @GSCOPE_EXPERIMENT_VERDICT_HOLDS_SO_FAR: holds for what is measured; there are runs to come
 * @GSCOPE_EXPERIMENT_VERDICT_HOLDS: holds
 * @GSCOPE_EXPERIMENT_VERDICT_REFUTED: does not hold
 * @GSCOPE_EXPERIMENT_VERDICT_NOT_HERE: cannot be measured here
 *
 * What the results say about a claim.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_EXPERIMENT_VERDICT_OPEN,
  GSCOPE_EXPERIMENT_VERDICT_HOLDS_SO_FAR,
  GSCOPE_EXPERIMENT_VERDICT_HOLDS,
  GSCOPE_EXPERIMENT_VERDICT_REFUTED,
  GSCOPE_EXPERIMENT_VERDICT_NOT_HERE,
} GscopeExperimentVerdict;

#define GSCOPE_TYPE_EXPERIMENT_RESULTS (gscope_experiment_results_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeExperimentResults, gscope_experiment_results, GSCOPE,
                      EXPERIMENT_RESULTS, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeExperimentResults *gscope_experiment_results_new (GscopeExperiment *experiment);
GSCOPE_AVAILABLE_IN_1_0
GscopeExperimentResults *gscope_experiment_results_new_from_file (GFile *file, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GFile *gscope_experiment_results_find_file (GscopeExperiment *experiment, GFile *folder);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_experiment_results_list (GFile *folder);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_experiment_results_open (GscopeExperimentResults *self, GFile *file,
                                         gboolean replace, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeExperiment *gscope_experiment_results_get_experiment (GscopeExperimentResults *self);
GSCOPE_AVAILABLE_IN_1_0
GFile *gscope_experiment_results_get_file (GscopeExperimentResults *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_experiment_results_add (GscopeExperimentResults *self, guint point,
                                        guint repetition, const double *values, gsize n_values,
                                        guint64 lost, const char *problem, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_experiment_results_has (GscopeExperimentResults *self, guint point, guint repetition);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_experiment_results_get_n_runs (GscopeExperimentResults *self);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_experiment_results_get_n_measured (GscopeExperimentResults *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_experiment_results_get_complete (GscopeExperimentResults *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_experiment_results_get_estimate (GscopeExperimentResults *self, guint measure,
                                             guint point, GscopeExperimentEstimate *estimate);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_experiment_results_get_problem (GscopeExperimentResults *self, guint point);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_experiment_results_get_lost (GscopeExperimentResults *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeExperimentVerdict
gscope_experiment_results_judge (GscopeExperimentResults *self, guint claim, char **text);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_experiment_verdict_get_title (GscopeExperimentVerdict verdict);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_experiment_results_add_conditions (GscopeExperimentResults *self,
                                                   GVariant *conditions, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_experiment_results_get_conditions (GscopeExperimentResults *self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_experiment_results_format_condition (GVariant *value);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_experiment_results_describe_point (GscopeExperimentResults *self, guint measure,
                                                guint point);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_experiment_results_compare (GPtrArray *first, GPtrArray *second, guint *n_different);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_experiment_results_to_json (GscopeExperimentResults *self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_experiment_results_to_text (GscopeExperimentResults *self);

G_END_DECLS

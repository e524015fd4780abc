/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/parameter.h>
#include <gscope/experiment/records.h>
#include <gscope/signal/signal.h>

G_BEGIN_DECLS

/**
 * GscopeExperimentDraft:
 * @title: (nullable): its title; %NULL for one that names the choices
 * @workspace: the path or the name of the workspace
 * @parameter: the parameter that is swept
 * @from: the first value of a number
 * @to: the last value of a number
 * @points: how many values of a number there are
 * @logarithmic: whether the values of a number have even ratios
 * @signal: the signal that is measured
 * @statistic: what is measured in it
 * @percent: which percentile, from 0 to 100
 * @level: the level of [enum@Gscope.ExperimentStatistic.fraction-below]
 * @reference: (nullable): the signal whose steps the step responses follow
 * @repetitions: how often each point is measured
 * @settle: how long a run waits after the parameter is set, nanoseconds
 * @run: how long a run measures, nanoseconds
 *
 * An experiment in three choices: sweep this parameter over this range, measure this. All values of a boolean or an
 * enumeration are points; it has no range.
 *
 * Since: 1.0
 */
typedef struct
{
  char *title;
  char *workspace;
  GscopeParameter *parameter;
  double from;
  double to;
  guint points;
  gboolean logarithmic;
  GscopeSignal *signal;
  GscopeExperimentStatistic statistic;
  double percent;
  double level;
  GscopeSignal *reference;
  guint repetitions;
  gint64 settle;
  gint64 run;
} GscopeExperimentDraft;

#define GSCOPE_TYPE_EXPERIMENT_DRAFT (gscope_experiment_draft_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_experiment_draft_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeExperimentDraft *
gscope_experiment_draft_new (const char *workspace, GscopeParameter *parameter,
                             GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
GscopeExperimentDraft *gscope_experiment_draft_copy (const GscopeExperimentDraft *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_experiment_draft_free (GscopeExperimentDraft *self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_experiment_draft_to_data (const GscopeExperimentDraft *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeExperimentDraft, gscope_experiment_draft_free)

G_END_DECLS

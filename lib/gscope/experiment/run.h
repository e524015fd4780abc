/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/experiment/results.h>
#include <gscope/workspace/workspace.h>

G_BEGIN_DECLS

/**
 * GscopeExperimentRunState:
 * @GSCOPE_EXPERIMENT_RUN_STATE_READY: not started
 * @GSCOPE_EXPERIMENT_RUN_STATE_RUNNING: measuring
 * @GSCOPE_EXPERIMENT_RUN_STATE_PAUSING: measuring the last run before a pause
 * @GSCOPE_EXPERIMENT_RUN_STATE_PAUSED: waiting to be resumed
 * @GSCOPE_EXPERIMENT_RUN_STATE_STOPPING: putting parameters back
 * @GSCOPE_EXPERIMENT_RUN_STATE_ENDED: over, because all is measured, or because it was stopped
 *
 * The state of the run of an experiment.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_EXPERIMENT_RUN_STATE_READY,
  GSCOPE_EXPERIMENT_RUN_STATE_RUNNING,
  GSCOPE_EXPERIMENT_RUN_STATE_PAUSING,
  GSCOPE_EXPERIMENT_RUN_STATE_PAUSED,
  GSCOPE_EXPERIMENT_RUN_STATE_STOPPING,
  GSCOPE_EXPERIMENT_RUN_STATE_ENDED,
} GscopeExperimentRunState;

#define GSCOPE_TYPE_EXPERIMENT_RUN (gscope_experiment_run_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeExperimentRun, gscope_experiment_run, GSCOPE, EXPERIMENT_RUN, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeExperimentRun *
gscope_experiment_run_new (GscopeExperimentResults *results, GscopeWorkspace *workspace);
GSCOPE_AVAILABLE_IN_1_0
void gscope_experiment_run_set_repetitions (GscopeExperimentRun *self, guint repetitions);
GSCOPE_AVAILABLE_IN_1_0
void gscope_experiment_run_start (GscopeExperimentRun *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_experiment_run_pause (GscopeExperimentRun *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_experiment_run_resume (GscopeExperimentRun *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_experiment_run_stop (GscopeExperimentRun *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeExperimentRunState gscope_experiment_run_get_state (GscopeExperimentRun *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeExperimentResults *gscope_experiment_run_get_results (GscopeExperimentRun *self);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_experiment_run_get_point (GscopeExperimentRun *self);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_experiment_run_get_repetition (GscopeExperimentRun *self);
GSCOPE_AVAILABLE_IN_1_0
double gscope_experiment_run_get_progress (GscopeExperimentRun *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_experiment_run_get_time_left (GscopeExperimentRun *self);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_experiment_run_list_old (GscopeExperimentRun *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_experiment_run_get_problem (GscopeExperimentRun *self);

G_END_DECLS

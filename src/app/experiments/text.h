/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Sentences about experiments. */

/* Describes what is swept, measured and compared, after the description of the experiment. */
char *app_experiment_text_summary (GscopeExperiment *experiment);
/* The number of runs, and how long they take. */
char *app_experiment_text_plan (GscopeExperiment *experiment);
/* A point of the sweep, with its number. */
char *app_experiment_text_point (GscopeExperiment *experiment, guint point);
/* The repetition and the number of runs that are measured, or that the run pauses. */
char *app_experiment_text_runs (GscopeExperimentRun *run);
/* How long the rest takes. */
char *app_experiment_text_left (GscopeExperimentRun *run);
/* Describes the values that a run puts back at its end; empty without one. */
char *app_experiment_text_old (GscopeExperimentRun *run);
/* The number of samples that were lost or came late; NULL for none. */
char *app_experiment_text_lost (GscopeExperimentResults *results);
/* The machine on which results were measured, and the samples that were lost; empty without a run. */
char *app_experiment_text_conditions (GscopeExperimentResults *results);

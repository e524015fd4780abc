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
/* Describes the values that are put back: `a{sv}`, values by the full names of parameters. */
char *app_experiment_text_old (GVariant *old);
/* The machine on which results were measured, and the samples that were lost; empty without a run. */
char *app_experiment_text_conditions (GscopeExperimentResults *results);

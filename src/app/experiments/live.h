/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope/gscope.h>

/* The signals of a measure over time, while an experiment runs: the signal itself, and the one whose steps it follows. */
#define APP_TYPE_EXPERIMENT_LIVE (app_experiment_live_get_type ())
G_DECLARE_FINAL_TYPE (AppExperimentLive, app_experiment_live, APP, EXPERIMENT_LIVE, AdwBin)

/* Shows the signals of a measure in the workspace in which the experiment runs. */
void app_experiment_live_follow (AppExperimentLive *self, GscopeWorkspace *workspace,
                                 GscopeExperiment *experiment, guint measure);
/* Hides the lane, and drops the workspace. */
void app_experiment_live_clear (AppExperimentLive *self);

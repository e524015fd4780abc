/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope/gscope.h>

/* An experiment in three choices: a parameter of a workspace, its range, and a measurement. It emits “changed”. */
#define APP_TYPE_EXPERIMENT_CHOICES (app_experiment_choices_get_type ())
G_DECLARE_FINAL_TYPE (AppExperimentChoices, app_experiment_choices, APP, EXPERIMENT_CHOICES, AdwBin)

/* Offers the parameters and signals that a workspace has now. */
void app_experiment_choices_set_workspace (AppExperimentChoices *self, GscopeWorkspace *workspace);
/* Returns what is chosen, without a workspace's name; NULL if there is nothing to choose, or a number is none. */
GscopeExperimentDraft *
app_experiment_choices_make_draft (AppExperimentChoices *self, GError **error);

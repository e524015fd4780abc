/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope/gscope.h>

/* A table of the values at the points of an experiment: a row for each. The property “selected” is the row's
 * position, -1 for none; the arrow keys to the left and right select another row, as the keys up and down do. */
#define APP_TYPE_EXPERIMENT_POINTS (app_experiment_points_get_type ())
G_DECLARE_FINAL_TYPE (AppExperimentPoints, app_experiment_points, APP, EXPERIMENT_POINTS, AdwBin)

/* Shows a measure of results; NULL for none. */
void app_experiment_points_show (AppExperimentPoints *self, GscopeExperimentResults *results,
                                 guint measure);
/* Says at which point a run is under way; -1 for none. */
void app_experiment_points_set_running (AppExperimentPoints *self, int point);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/scope.h>
#include <gscope/step/step.h>

G_BEGIN_DECLS

/**
 * GSCOPE_STEP_TRACKER_MAX:
 *
 * The largest number of steps that a tracker keeps; another one removes the oldest.
 *
 * Since: 1.0
 */
#define GSCOPE_STEP_TRACKER_MAX 64

#define GSCOPE_TYPE_STEP_TRACKER (gscope_step_tracker_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeStepTracker, gscope_step_tracker, GSCOPE, STEP_TRACKER, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeStepTracker *gscope_step_tracker_new (void);
GSCOPE_AVAILABLE_IN_1_0
void gscope_step_tracker_add_scope (GscopeStepTracker *self, GscopeScope *scope);
GSCOPE_AVAILABLE_IN_1_0
GListModel *gscope_step_tracker_get_steps (GscopeStepTracker *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeStep *gscope_step_tracker_find_last (GscopeStepTracker *self, GscopeParameter *parameter,
                                           GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
GscopeStep *gscope_step_tracker_find_previous (GscopeStepTracker *self, GscopeStep *step);

GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_step_tracker_list_responses (GscopeStepTracker *self, GscopeMarker *marker);

G_END_DECLS

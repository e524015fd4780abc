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
 */
#define GSCOPE_STEP_TRACKER_MAX 64

#define GSCOPE_TYPE_STEP_TRACKER (gscope_step_tracker_get_type ())
GSCOPE_EXPORT
G_DECLARE_FINAL_TYPE (GscopeStepTracker, gscope_step_tracker, GSCOPE, STEP_TRACKER, GObject)

GSCOPE_EXPORT GscopeStepTracker *gscope_step_tracker_new (void);
GSCOPE_EXPORT void gscope_step_tracker_add_scope (GscopeStepTracker *self, GscopeScope *scope);
GSCOPE_EXPORT GListModel *gscope_step_tracker_get_steps (GscopeStepTracker *self);
GSCOPE_EXPORT GscopeStep *
gscope_step_tracker_find_last (GscopeStepTracker *self, GscopeParameter *parameter,
                               GscopeSignal *signal);
GSCOPE_EXPORT GscopeStep *
gscope_step_tracker_find_previous (GscopeStepTracker *self, GscopeStep *step);

GSCOPE_EXPORT GPtrArray *
gscope_step_tracker_list_responses (GscopeStepTracker *self, GscopeMarker *marker);

G_END_DECLS

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/marker.h>
#include <gscope/control/parameter.h>
#include <gscope/signal/signal.h>
#include <gscope/step/response.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_STEP (gscope_step_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeStep, gscope_step, GSCOPE, STEP, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeMarker *gscope_step_get_marker (GscopeStep *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeParameter *gscope_step_get_parameter (GscopeStep *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_step_get_signal (GscopeStep *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_step_get_reference (GscopeStep *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_step_get_time (GscopeStep *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_step_get_levels (GscopeStep *self, double *from, double *to);
GSCOPE_AVAILABLE_IN_1_0
GscopeStepResponse *gscope_step_get_response (GscopeStep *self);

G_END_DECLS

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/marker.h>
#include <gscope/control/parameter.h>
#include <gscope/signal/signal.h>
#include <gscope/step/response.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_STEP (gscope_step_get_type ())
GSCOPE_EXPORT G_DECLARE_FINAL_TYPE (GscopeStep, gscope_step, GSCOPE, STEP, GObject)

GSCOPE_EXPORT GscopeMarker *gscope_step_get_marker (GscopeStep *self);
GSCOPE_EXPORT GscopeParameter *gscope_step_get_parameter (GscopeStep *self);
GSCOPE_EXPORT GscopeSignal *gscope_step_get_signal (GscopeStep *self);
GSCOPE_EXPORT GscopeSignal *gscope_step_get_reference (GscopeStep *self);
GSCOPE_EXPORT gint64 gscope_step_get_time (GscopeStep *self);
GSCOPE_EXPORT void gscope_step_get_levels (GscopeStep *self, double *from, double *to);
GSCOPE_EXPORT GscopeStepResponse *gscope_step_get_response (GscopeStep *self);

G_END_DECLS

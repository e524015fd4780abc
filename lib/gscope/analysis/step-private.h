/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/step.h>

/* The cause of a step: a parameter by a write, or the signal's reference under the last write, if any. A gesture
 * takes from time to until. */
typedef struct
{
  gint64 time;
  gint64 until;
  GscopeMarker *marker;
  GscopeParameter *parameter;
  GscopeSignal *reference;
  double from;
  double to;
} GscopeStepCause;

/* The step before, on the same signal, was at begin. */
GscopeStep *gscope_step_new (const GscopeStepCause *cause, GscopeSignal *signal, gint64 begin);
/* The same step whose gesture goes on until a time. */
GscopeStep *gscope_step_new_longer (GscopeStep *self, gint64 until);
gboolean gscope_step_is_settling (GscopeStep *self);
/* Returns whether figures are final and show an effect. */
gboolean gscope_step_is_told (GscopeStep *self);
/* Returns whether the signal oscillates or diverges since. */
gboolean gscope_step_is_unstable (GscopeStep *self);
/* Returns whether both are steps of one reference in one direction, or of none. */
gboolean gscope_step_is_alike (GscopeStep *self, GscopeStep *other);

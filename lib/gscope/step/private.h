/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/step/step.h>

/* The cause of a step: the write of a parameter, or a step of the signal's reference after the last
 * write, if any. A gesture lasts from `time` to `until`. */
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

/* Creates a step. The previous step of the same signal was at `begin`. */
GscopeStep *gscope_step_new (const GscopeStepCause *cause, GscopeSignal *signal, gint64 begin);
/* Creates a copy of the step whose gesture lasts until a later time. */
GscopeStep *gscope_step_new_longer (GscopeStep *self, gint64 until);
gboolean gscope_step_is_settling (GscopeStep *self);
/* Returns whether figures are final and show an effect. */
gboolean gscope_step_is_conclusive (GscopeStep *self);
/* Returns whether the signal oscillates or diverges since the step. */
gboolean gscope_step_is_unstable (GscopeStep *self);
/* Returns whether both steps are of the same reference in the same direction, or both without a
 * reference. */
gboolean gscope_step_is_alike (GscopeStep *self, GscopeStep *other);

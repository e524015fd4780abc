/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/step-points.h>

G_BEGIN_DECLS

/* The level of a stretch of samples from `first` on: the mean over `span` seconds, and the half width of
 * its interval of 95 % confidence. The deviation and the correlation time (in seconds) describe the
 * samples. step-response.h has the definitions. */
typedef struct
{
  guint first;
  double mean;
  double error;
  double span;
  double deviation;
  double correlation;
} GscopeStepLevel;

/* A swing between a low and a high value, neither of them a rare one. */
typedef struct
{
  guint n_turns;
  double low;
  double high;
  double period;
  gboolean is_steady;
  gboolean grows;
} GscopeStepSwing;

/* The level of the samples from a time on, without a transient at their beginning. */
void gscope_step_level_find (GscopeStepLevel *level, const GscopeStepPoints *points, double begin,
                             double end);
/* Widens the intervals of two levels where a stretch is too short to tell how far its mean is off. */
void gscope_step_level_compare (GscopeStepLevel *one, GscopeStepLevel *two);

/* Finds the ends of a swing, and returns how far apart they are; then how it goes on. */
double
gscope_step_swing_find (GscopeStepSwing *swing, const GscopeStepPoints *points, double begin);
void
gscope_step_swing_follow (GscopeStepSwing *swing, const GscopeStepPoints *points, double begin);
/* Returns the deviation of noise from one sample to the next. */
double gscope_step_measure_roughness (const GscopeStepPoints *points, guint first);

G_END_DECLS

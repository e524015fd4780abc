/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/step/points.h>

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

/* A swing between the 5th (low) and the 95th (high) percentile. */
typedef struct
{
  guint n_turns;
  double low;
  double high;
  double period;
  gboolean is_steady;
  gboolean grows;
} GscopeStepSwing;

/* Computes the level of the samples from a time on, without their initial transient. */
void gscope_step_level_find (GscopeStepLevel *level, const GscopeStepPoints *points, double begin,
                             double end);
/* Widens the confidence intervals of two levels if a stretch is too short to estimate its error. */
void gscope_step_level_compare (GscopeStepLevel *one, GscopeStepLevel *two);

/* Finds the ends of a swing and counts its turns. Returns the distance between the ends. */
double
gscope_step_swing_find (GscopeStepSwing *swing, const GscopeStepPoints *points, double begin);
void
gscope_step_swing_follow (GscopeStepSwing *swing, const GscopeStepPoints *points, double begin);
/* Returns the deviation of noise from one sample to the next. */
double gscope_step_measure_roughness (const GscopeStepPoints *points, guint first);

G_END_DECLS

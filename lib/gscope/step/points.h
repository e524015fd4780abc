/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/* A mean of one or more samples, `time` seconds after the step; is_broken where the trace is broken
 * before it. */
typedef struct
{
  double time;
  double value;
  gboolean is_broken;
} GscopeStepSample;

/* A stretch of a trace as a bounded number of means. Each sample is read once, as it arrives. */
typedef struct
{
  GArray *samples;
  guint stride;
  guint n_open;
  GscopeStepSample open;
  gboolean is_broken;
} GscopeStepPoints;

enum
{
  GSCOPE_STEP_POINTS_MAX = 2048
};

void gscope_step_points_init (GscopeStepPoints *self);
void gscope_step_points_clear (GscopeStepPoints *self);
/* Breaks the line between the last value and the next one. */
void gscope_step_points_break (GscopeStepPoints *self);
void gscope_step_points_add (GscopeStepPoints *self, double time, double value);

static inline const GscopeStepSample *
gscope_step_points_get (const GscopeStepPoints *self, guint i)
{
  return &g_array_index (self->samples, GscopeStepSample, i);
}

G_END_DECLS

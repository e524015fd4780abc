/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

#define GSCOPE_SAMPLER_BATCH 256

/* Reads values of a trace at increasing times: before and after are the samples around the last
 * time read. */
typedef struct
{
  GscopeTrace *trace;
  gboolean hold;
  guint64 position;
  gsize at;
  gsize n;
  GscopeSample before;
  GscopeSample after;
  GscopeSample batch[GSCOPE_SAMPLER_BATCH];
} GscopeSampler;

/* Starts before `time`. Between samples the value is the last sample (hold), or interpolated
 * linearly. */
void gscope_sampler_start (GscopeSampler *self, GscopeTrace *trace, gboolean hold, gint64 time);
void gscope_sampler_step (GscopeSampler *self);

/* Returns the value at a time; not-a-number before the first sample, where the trace is broken and,
 * unless the sampler holds, after the last sample. */
static inline double
gscope_sampler_get (GscopeSampler *self, gint64 time)
{
  while (self->after.time <= time)
    gscope_sampler_step (self);
  if (self->hold || time == self->before.time)
    return self->before.value;
  return self->before.value
         + (self->after.value - self->before.value) * (double) (time - self->before.time)
               / (double) (self->after.time - self->before.time);
}

G_END_DECLS

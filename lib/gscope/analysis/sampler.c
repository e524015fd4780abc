/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/sampler.h>

#include <math.h>

void
gscope_sampler_step (GscopeSampler *self)
{
  self->before = self->after;
  if (self->at == self->n)
    {
      self->position += self->n;
      self->n = gscope_trace_read (self->trace, self->position, self->batch, GSCOPE_SAMPLER_BATCH);
      self->at = 0;
    }
  self->after = self->n > 0 ? self->batch[self->at++] : (GscopeSample){ G_MAXINT64, NAN };
}

void
gscope_sampler_start (GscopeSampler *self, GscopeTrace *trace, gboolean hold, gint64 time)
{
  guint64 first = gscope_trace_get_first (trace);

  self->trace = trace;
  self->hold = hold;
  self->position = MAX (gscope_trace_find (trace, time), first + 1) - 1;
  self->at = self->n = 0;
  self->after = (GscopeSample){ 0, NAN };
  gscope_sampler_step (self);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/step/points.h>

void
gscope_step_points_init (GscopeStepPoints *self)
{
  *self = (GscopeStepPoints){ .stride = 1 };
  self->samples = g_array_new (FALSE, FALSE, sizeof (GscopeStepSample));
}

void
gscope_step_points_clear (GscopeStepPoints *self)
{
  g_clear_pointer (&self->samples, g_array_unref);
}

void
gscope_step_points_break (GscopeStepPoints *self)
{
  self->is_broken = self->samples->len + self->n_open > 0;
}

/* Makes room: merges each two neighbours into their mean. */
static void
halve (GscopeStepPoints *self)
{
  GscopeStepSample *samples = (GscopeStepSample *) (gpointer) self->samples->data;
  guint half = self->samples->len / 2;

  for (guint i = 0; i < half; i++)
    {
      const GscopeStepSample *one = &samples[2 * i], *two = &samples[2 * i + 1];

      samples[i] = (GscopeStepSample){ (one->time + two->time) / 2, (one->value + two->value) / 2,
                                       one->is_broken || two->is_broken };
    }
  g_array_set_size (self->samples, half);
  self->stride *= 2;
}

void
gscope_step_points_add (GscopeStepPoints *self, double time, double value)
{
  self->n_open++;
  if (self->n_open == 1)
    self->open = (GscopeStepSample){ 0 };
  self->open.time += (time - self->open.time) / self->n_open;
  self->open.value += (value - self->open.value) / self->n_open;
  self->open.is_broken |= self->is_broken;
  self->is_broken = FALSE;
  if (self->n_open < self->stride)
    return;

  g_array_append_val (self->samples, self->open);
  self->n_open = 0;
  if (self->samples->len == GSCOPE_STEP_POINTS_MAX)
    halve (self);
}

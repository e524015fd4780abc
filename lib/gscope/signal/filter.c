/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/filter.h>

#include <math.h>

/* The first value, and the first one after a break, is output unchanged: a filter that started at 0
 * would show a rise that the signal does not have. */
static inline double
step (GscopeFilter *self, double value)
{
  if (!isfinite (value))
    {
      self->state = NAN;
      return value;
    }
  if (isnan (self->state))
    self->state = value;
  else
    self->state = self->factor * self->state + (1 - self->factor) * value;
  return self->state;
}

void
gscope_filter_init (GscopeFilter *self, double factor)
{
  self->state = NAN;
  gscope_filter_set_factor (self, factor);
}

/* Continues from the state, and restarts after the filter was off. */
void
gscope_filter_set_factor (GscopeFilter *self, double factor)
{
  g_return_if_fail (factor >= 0 && factor <= 1);

  if (factor == 0)
    self->state = NAN;
  self->factor = factor;
}

/* Filters n values in place. A value that is not finite stays as it is and resets the filter. */
void
gscope_filter_apply (GscopeFilter *self, double *values, gsize n)
{
  if (self->factor == 0)
    return;

  for (gsize i = 0; i < n; i++)
    values[i] = step (self, values[i]);
}

/* Filters the values of n samples in place. */
void
gscope_filter_apply_samples (GscopeFilter *self, GscopeSample *samples, gsize n)
{
  if (self->factor == 0)
    return;

  for (gsize i = 0; i < n; i++)
    samples[i].value = step (self, samples[i].value);
}

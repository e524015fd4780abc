/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <math.h>

/* The statistics of the values of a measurement over time, without the values. */
typedef struct
{
  guint64 n;
  double mean;
  /* the sum of the squared distances from the mean */
  double squares;
  double min;
  double max;
} GscopeRunning;

/* Counts a value that is known. */
static inline void
gscope_running_add (GscopeRunning *self, double value)
{
  double distance = value - self->mean;

  if (!isfinite (value))
    return;
  self->n++;
  self->mean += distance / (double) self->n;
  self->squares += distance * (value - self->mean);
  self->min = self->n > 1 ? MIN (self->min, value) : value;
  self->max = self->n > 1 ? MAX (self->max, value) : value;
}

/* Counts the values of other statistics. */
static inline void
gscope_running_merge (GscopeRunning *self, const GscopeRunning *other)
{
  double n = (double) (self->n + other->n), distance = other->mean - self->mean;

  if (other->n == 0)
    return;
  if (self->n == 0)
    {
      *self = *other;
      return;
    }
  self->mean += distance * ((double) other->n / n);
  self->squares +=
      other->squares + distance * distance * ((double) self->n * (double) other->n / n);
  self->min = MIN (self->min, other->min);
  self->max = MAX (self->max, other->max);
  self->n += other->n;
}

/* Returns the standard deviation; a deviation that comes from rounding is 0. */
static inline double
gscope_running_get_deviation (const GscopeRunning *self)
{
  double deviation = sqrt (self->squares / (double) self->n);

  return deviation < 1e-12 * fabs (self->mean) ? 0 : deviation;
}

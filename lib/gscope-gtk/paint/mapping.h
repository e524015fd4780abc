/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <math.h>

/* The places of values on an axis of any length: a linear or logarithmic scale from min to max. On a logarithmic one, min
 * is above 0, and values from 0 down have no place. */
typedef struct
{
  double min;
  double max;
  gboolean logarithmic;
} GscopeGtkMapping;

/* Returns the part of the way from min to max at which a value is: below 0 or above 1 for a value out of the range, 0.5 in an
 * empty range, not-a-number for a value without a place. */
static inline double
gscope_gtk_mapping_to_part (const GscopeGtkMapping *self, double value)
{
  if (!(self->max > self->min))
    return 0.5;
  if (!self->logarithmic)
    return (value - self->min) / (self->max - self->min);
  return value > 0 ? log (value / self->min) / log (self->max / self->min) : NAN;
}

gboolean gscope_gtk_mapping_equal (const GscopeGtkMapping *self, const GscopeGtkMapping *other);

double gscope_gtk_mapping_to_value (const GscopeGtkMapping *self, double part);

/* Returns whether an axis is logarithmic, and at least a decade long: a shorter one has even ticks. */
gboolean gscope_gtk_mapping_has_decades (const GscopeGtkMapping *self);

/* Moves the range up by a part of its size, and scales its size about its middle. */
void gscope_gtk_mapping_move (GscopeGtkMapping *self, double shift, double factor);

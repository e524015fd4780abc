/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/mapping.h>

gboolean
gscope_gtk_mapping_equal (const GscopeGtkMapping *self, const GscopeGtkMapping *other)
{
  return self->min == other->min && self->max == other->max
         && self->logarithmic == other->logarithmic;
}

double
gscope_gtk_mapping_to_value (const GscopeGtkMapping *self, double part)
{
  if (!self->logarithmic)
    return self->min + part * (self->max - self->min);
  return self->min * pow (self->max / self->min, part);
}

gboolean
gscope_gtk_mapping_has_decades (const GscopeGtkMapping *self)
{
  return self->logarithmic && self->max >= 10 * self->min * (1 - 1e-9);
}

void
gscope_gtk_mapping_move (GscopeGtkMapping *self, double shift, double factor)
{
  double min = gscope_gtk_mapping_to_value (self, 0.5 + shift - factor / 2);
  double max = gscope_gtk_mapping_to_value (self, 0.5 + shift + factor / 2);

  self->min = min;
  self->max = max;
}

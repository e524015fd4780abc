/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "link/spacing.h"

#include <math.h>

/* Nanoseconds in the unit of the squares. */
#define UNIT 100

void
mxtraf_spacing_note (MxtrafSpacing *self, gint64 time)
{
  gint64 interval = time - self->last;
  gboolean has_last = self->last > 0;
  guint64 units = (interval + UNIT / 2) / UNIT;

  self->last = time;
  if (!has_last || interval < 0 || interval >= MXTRAF_SPACING_PAUSE)
    return;
  self->n++;
  self->sum += interval;
  self->squares += units * units;
}

double
mxtraf_spacing_get_mean (guint64 n, guint64 sum)
{
  return n > 0 ? sum * 1e-9 / n : NAN;
}

double
mxtraf_spacing_get_deviation (guint64 n, guint64 sum, guint64 squares)
{
  double mean = mxtraf_spacing_get_mean (n, sum);

  return n > 0 ? sqrt (fmax (0, squares * (UNIT * UNIT * 1e-18) / n - mean * mean)) : NAN;
}

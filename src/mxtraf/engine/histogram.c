/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/histogram.h"

#include <math.h>
#include <string.h>

enum
{
  STEP_BITS = 6,
  FIRST_BIT = 9,
};

G_STATIC_ASSERT (1 << STEP_BITS == MXTRAF_HISTOGRAM_STEPS);

static guint
find_bucket (gint64 value)
{
  const gint64 least = G_GINT64_CONSTANT (1) << FIRST_BIT;
  const gint64 most = (G_GINT64_CONSTANT (1) << (FIRST_BIT + MXTRAF_HISTOGRAM_OCTAVES)) - 1;
  guint64 inside = CLAMP (value, least, most);
  guint bit = 63 - __builtin_clzll (inside);

  return (bit - FIRST_BIT) * MXTRAF_HISTOGRAM_STEPS
         + ((inside >> (bit - STEP_BITS)) & (MXTRAF_HISTOGRAM_STEPS - 1));
}

static double
get_edge (guint bucket)
{
  guint octave = bucket / MXTRAF_HISTOGRAM_STEPS;
  guint step = bucket % MXTRAF_HISTOGRAM_STEPS;

  return ldexp (MXTRAF_HISTOGRAM_STEPS + step, octave + FIRST_BIT - STEP_BITS);
}

void
mxtraf_histogram_add (MxtrafHistogram *self, gint64 value)
{
  self->buckets[find_bucket (value)]++;
  self->n++;
  self->sum += MAX (0, value);
  self->max = MAX (self->max, value);
}

void
mxtraf_histogram_subtract (MxtrafHistogram *self, const MxtrafHistogram *other)
{
  for (guint i = 0; i < MXTRAF_HISTOGRAM_BUCKETS; i++)
    self->buckets[i] -= other->buckets[i];
  self->n -= other->n;
  self->sum -= other->sum;
}

double
mxtraf_histogram_get_percentile (const MxtrafHistogram *self, double percentile)
{
  guint64 rank = MAX (1, (guint64) ceil (percentile / 100 * self->n));
  guint64 n = 0;

  for (guint i = 0; i < MXTRAF_HISTOGRAM_BUCKETS; i++)
    {
      n += self->buckets[i];
      if (n >= rank)
        return MIN ((get_edge (i) + get_edge (i + 1)) / 2, self->max);
    }
  return NAN;
}

double
mxtraf_histogram_get_mean (const MxtrafHistogram *self)
{
  return self->n > 0 ? (double) self->sum / self->n : NAN;
}

double
mxtraf_histogram_get_max (const MxtrafHistogram *self)
{
  return self->n > 0 ? (double) self->max : NAN;
}

/* Interpolates linearly within the bucket of the value. */
double
mxtraf_histogram_get_share_below (const MxtrafHistogram *self, double value)
{
  double below = 0;

  for (guint i = 0; i < MXTRAF_HISTOGRAM_BUCKETS && get_edge (i) < value; i++)
    {
      double width = get_edge (i + 1) - get_edge (i);

      below += self->buckets[i] * MIN (1, (value - get_edge (i)) / width);
    }
  return self->n > 0 ? below / self->n : NAN;
}

void
mxtraf_window_add (MxtrafWindow *self, gint64 value)
{
  mxtraf_histogram_add (&self->sum, value);
  mxtraf_histogram_add (&self->slots[self->newest], value);
}

void
mxtraf_window_advance (MxtrafWindow *self, guint64 n)
{
  for (guint64 i = 0; i < MIN (n, MXTRAF_WINDOW_SLOTS); i++)
    {
      MxtrafHistogram *oldest;

      self->newest = (self->newest + 1) % MXTRAF_WINDOW_SLOTS;
      oldest = &self->slots[self->newest];
      mxtraf_histogram_subtract (&self->sum, oldest);
      memset (oldest, 0, sizeof *oldest);
    }
}

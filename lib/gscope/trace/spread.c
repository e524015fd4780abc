/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/spread.h>

#include <string.h>

/* A range narrower than this, in bins, counts as a point. */
#define POINT 1e-9

void
gscope_spread_init (GscopeSpread *self, gsize n)
{
  *self = (GscopeSpread){ .n = n };
  self->weights = g_new (double, n);
  self->edges = g_new (GscopeSpreadEdge, n);
  gscope_spread_reset (self);
}

void
gscope_spread_clear (GscopeSpread *self)
{
  g_clear_pointer (&self->weights, g_free);
  g_clear_pointer (&self->edges, g_free);
}

void
gscope_spread_reset (GscopeSpread *self)
{
  memset (self->weights, 0, self->n * sizeof *self->weights);
  memset (self->edges, 0, self->n * sizeof *self->edges);
  self->below = self->above = 0;
}

static inline gsize
get_bin (const GscopeSpread *self, double place)
{
  return MIN ((gsize) place, self->n - 1);
}

/* Adds a range that is within the bins. */
static void
add_inside (GscopeSpread *self, double from, double to, double density)
{
  gsize first = get_bin (self, from), last = get_bin (self, to);

  if (first == last)
    {
      self->weights[first] += density * (to - from);
      return;
    }
  self->weights[first] += density * ((double) (first + 1) - from);
  self->weights[last] += density * (to - (double) last);
  if (last == first + 1)
    return;

  self->edges[first + 1].density += density;
  self->edges[first + 1].count++;
  self->edges[last].density -= density;
  self->edges[last].count--;
}

void
gscope_spread_add (GscopeSpread *self, double from, double to, double weight)
{
  double n = (double) self->n, density = weight / (to - from);

  if (to < 0)
    self->below += weight;
  else if (from > n)
    self->above += weight;
  else if (to - from < POINT)
    self->weights[get_bin (self, MAX (from, 0))] += weight;
  else
    {
      self->below += density * MAX (0, -from);
      self->above += density * MAX (0, to - n);
      add_inside (self, MAX (from, 0), MIN (to, n), density);
    }
}

/* The sum of a bin that no range covers is 0; rounding errors would leave another value. */
void
gscope_spread_finish (GscopeSpread *self)
{
  GscopeSpreadEdge sum = { 0 };

  for (gsize i = 0; i < self->n; i++)
    {
      sum.density += self->edges[i].density;
      sum.count += self->edges[i].count;
      if (sum.count == 0)
        sum.density = 0;
      self->weights[i] += sum.density;
    }
}

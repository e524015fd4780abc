/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

/* By how much the density of wholly covered bins changes at a bin. */
typedef struct
{
  double density;
  gint64 count;
} GscopeSpreadEdge;

/* Weights of n adjacent bins of width 1, the first from 0 to 1. The cost of spreading a weight over
 * a range does not depend on the number of bins in the range. */
typedef struct
{
  gsize n;
  double *weights;
  GscopeSpreadEdge *edges;
  double below;
  double above;
} GscopeSpread;

/* n adjacent bins of one width from min to max, or of one ratio, which makes them even by the logarithms of values. */
typedef struct
{
  double min;
  double scale;
  gboolean logarithmic;
} GscopeBins;

static inline void
gscope_bins_init (GscopeBins *self, gsize n, double min, double max, gboolean logarithmic)
{
  self->min = min;
  self->scale = (double) n / (logarithmic ? log (max / min) : max - min);
  self->logarithmic = logarithmic;
}

/* Returns the place of a value, in bins from the begin of the first one. Values from 0 down are just below logarithmic bins. */
static inline double
gscope_bins_find (const GscopeBins *self, double value)
{
  if (!self->logarithmic)
    return (value - self->min) * self->scale;
  return value > 0 ? log (value / self->min) * self->scale : -1;
}

void gscope_spread_init (GscopeSpread *self, gsize n);
void gscope_spread_clear (GscopeSpread *self);
void gscope_spread_reset (GscopeSpread *self);
/* Spreads a weight evenly over the range [from, to], in bins. The position n belongs to the last
 * bin. */
void gscope_spread_add (GscopeSpread *self, double from, double to, double weight);
/* Completes the weights. Call this once, after all weights were added. */
void gscope_spread_finish (GscopeSpread *self);

G_END_DECLS

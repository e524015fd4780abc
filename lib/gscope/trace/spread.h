/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

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

void gscope_spread_init (GscopeSpread *self, gsize n);
void gscope_spread_clear (GscopeSpread *self);
void gscope_spread_reset (GscopeSpread *self);
/* Spreads a weight evenly over the range [from, to], in bins. The position n belongs to the last
 * bin. */
void gscope_spread_add (GscopeSpread *self, double from, double to, double weight);
/* Completes the weights. Call this once, after all weights were added. */
void gscope_spread_finish (GscopeSpread *self);

G_END_DECLS

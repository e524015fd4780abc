/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The amount that begins or ends to cover whole bins. */
typedef struct
{
  double density;
  gint64 count;
} GscopeSpreadEdge;

/* Weights of n bins side by side, each of width 1 from 0 on, that are spread over ranges at a cost that
 * does not depend on how many bins these cover. */
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
/* Spreads a weight evenly from one place to another; at n it still belongs to the last bin. */
void gscope_spread_add (GscopeSpread *self, double from, double to, double weight);
/* Adds what covers whole bins to their weights, once, at the end. */
void gscope_spread_finish (GscopeSpread *self);

G_END_DECLS

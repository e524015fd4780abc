/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>

G_BEGIN_DECLS

/**
 * GscopeTally:
 * @counts: (array fixed-size=11): number of lost samples, by cause
 * @gaps: number of recorded gaps
 *
 * The losses and gaps of one signal or of several.
 *
 * Every place that shows losses gets its numbers from a tally, so that the numbers agree: see
 * [Losses](losses.html).
 */
typedef struct
{
  guint64 counts[GSCOPE_N_LOSSES];
  guint64 gaps;
} GscopeTally;

GSCOPE_EXPORT guint64 gscope_tally_get_lost (const GscopeTally *self);
GSCOPE_EXPORT guint64 gscope_tally_get_late (const GscopeTally *self);
GSCOPE_EXPORT void gscope_tally_add (GscopeTally *self, const GscopeTally *other);
GSCOPE_EXPORT void gscope_tally_add_signal (GscopeTally *self, GscopeSignal *signal);

G_END_DECLS

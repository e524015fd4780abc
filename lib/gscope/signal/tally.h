/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>

G_BEGIN_DECLS

/**
 * GSCOPE_TALLY_SIZE:
 *
 * The number of causes for which a tally has room: later versions may have more than there are now.
 *
 * Since: 1.0
 */
#define GSCOPE_TALLY_SIZE 24

/**
 * GscopeTally:
 * @counts: (array fixed-size=24): number of lost samples, by #GscopeLoss
 * @gaps: number of recorded gaps
 *
 * The losses and gaps of one signal or of several.
 *
 * Every place that shows losses gets its numbers from a tally, so that the numbers agree: see
 * [Losses](losses.html).
 *
 * Since: 1.0
 */
typedef struct
{
  guint64 counts[GSCOPE_TALLY_SIZE];
  guint64 gaps;
} GscopeTally;

GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_tally_get_lost (const GscopeTally *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_tally_get_late (const GscopeTally *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tally_add (GscopeTally *self, const GscopeTally *other);
GSCOPE_AVAILABLE_IN_1_0
void gscope_tally_add_signal (GscopeTally *self, GscopeSignal *signal);

G_END_DECLS

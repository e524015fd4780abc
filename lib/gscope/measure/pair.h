/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

/* Values of two signals at the same instants, at most 4096; an instant at which one has no value is left out. */
typedef struct _GscopeMeasurePair GscopeMeasurePair;

/* Reads two signals in an interval. Returns NULL if they have too few samples. */
GscopeMeasurePair *gscope_measure_pair_read (GscopeTrace *trace, GscopeTrace *other, gint64 begin,
                                             gint64 end, gboolean holds);
void gscope_measure_pair_free (GscopeMeasurePair *self);

/* Returns Pearson's correlation; not-a-number if one of the signals is constant. */
double gscope_measure_pair_get_correlation (const GscopeMeasurePair *self);
/* Returns the time by which the other signal is later where the correlation is greatest, in seconds; at most a quarter of
 * the interval, interpolated by a parabola. It correlates at most 2049 lags, which takes about 20 ms of a processor. */
double gscope_measure_pair_get_lag (const GscopeMeasurePair *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeMeasurePair, gscope_measure_pair_free)

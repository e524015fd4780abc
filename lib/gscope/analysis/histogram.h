/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_HISTOGRAM (gscope_histogram_get_type ())

/**
 * GscopeHistogram:
 *
 * The distribution of a trace's values.
 *
 * Up to 262144 samples are counted one by one. Longer intervals are counted from the finest level
 * of the trace's pyramid that has at most 65536 entries in them: each entry spreads its samples
 * evenly, on the histogram's scale, from its minimum to its maximum, so that the cost is bounded.
 * Samples without a value are not counted, unless they are part of such an entry.
 *
 * A histogram belongs to the main thread.
 *
 * Since: 1.0
 */
typedef struct _GscopeHistogram GscopeHistogram;

GSCOPE_AVAILABLE_IN_1_0
GType gscope_histogram_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeHistogram *gscope_histogram_new (guint n_bins, gboolean logarithmic);
GSCOPE_AVAILABLE_IN_1_0
GscopeHistogram *gscope_histogram_ref (GscopeHistogram *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_histogram_unref (GscopeHistogram *self);

GSCOPE_AVAILABLE_IN_1_0
void gscope_histogram_count (GscopeHistogram *self, GscopeTrace *trace, gint64 begin, gint64 end);
GSCOPE_AVAILABLE_IN_1_0
double gscope_histogram_get_edge (GscopeHistogram *self, guint bin);
GSCOPE_AVAILABLE_IN_1_0
double gscope_histogram_get_weight (GscopeHistogram *self, guint bin);
GSCOPE_AVAILABLE_IN_1_0
double gscope_histogram_get_total (GscopeHistogram *self);
GSCOPE_AVAILABLE_IN_1_0
double gscope_histogram_get_percentile (GscopeHistogram *self, double percent);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeHistogram, gscope_histogram_unref)

G_END_DECLS

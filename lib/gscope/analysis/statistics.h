/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>

G_BEGIN_DECLS

/**
 * GscopeMeasures:
 * @count: number of samples with a value
 * @lost: number of lost samples, for all causes but %GSCOPE_LOSS_LATE
 * @min: smallest value
 * @max: largest value
 * @mean: the mean of values
 * @deviation: the standard deviation of the population: the square root of the mean square of the
 *   distances from @mean
 * @last: the newest value
 * @rate: samples per second, gaps left out
 * @frequency: the frequency at which the values rise through their mean, hertz
 *
 * The statistics of a signal in an interval. Values are in its unit. Unknown values are
 * not-a-number.
 *
 * Since: 1.0
 */
typedef struct
{
  guint64 count;
  guint64 lost;
  double min;
  double max;
  double mean;
  double deviation;
  double last;
  double rate;
  double frequency;
} GscopeMeasures;

#define GSCOPE_TYPE_STATISTICS (gscope_statistics_get_type ())

/**
 * GscopeStatistics:
 *
 * Measures intervals of a signal.
 *
 * The moments of blocks of 4096 samples are cached, so a moving interval costs only the new samples
 * and the partial blocks at its ends. The moments are means and sums of squared distances from
 * them, which are merged without cancellation (Chan, Golub and LeVeque, Updating Formulae and a
 * Pairwise Algorithm for Computing Sample Variances, 1979).
 *
 * Statistics belong to the main thread.
 *
 * Since: 1.0
 */
typedef struct _GscopeStatistics GscopeStatistics;

GSCOPE_AVAILABLE_IN_1_0
GType gscope_statistics_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeStatistics *gscope_statistics_new (GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
GscopeStatistics *gscope_statistics_ref (GscopeStatistics *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_statistics_unref (GscopeStatistics *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_statistics_measure (GscopeStatistics *self, gint64 begin, gint64 end,
                                GscopeMeasures *measures);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeStatistics, gscope_statistics_unref)

G_END_DECLS

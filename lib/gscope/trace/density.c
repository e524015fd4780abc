/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/private.h>
#include <gscope/trace/spread.h>

enum
{
  MAX_ENTRIES = 64,
};

typedef struct
{
  GscopeSpread spread;
  GscopeBins bins;
} Density;

static void
add_entries (const GscopeExtent *extents, gsize n, guint64 each, gpointer data)
{
  Density *self = data;

  for (gsize i = 0; i < n; i++)
    if (extents[i].min <= extents[i].max)
      gscope_spread_add (&self->spread, gscope_bins_find (&self->bins, extents[i].min),
                         gscope_bins_find (&self->bins, extents[i].max), (double) each);
}

/**
 * gscope_trace_get_density:
 * @self: a trace
 * @time: where the first column begins, nanoseconds
 * @width: width of each column, nanoseconds, more than 0
 * @n: number of columns
 * @min: where the first bin begins, in the signal's unit
 * @max: where the last bin ends, more than @min
 * @logarithmic: whether bins are even by the logarithms of values; then @min is more than 0
 * @n_bins: number of bins in a column, more than 0
 * @weights: (out caller-allocates): room for @n × @n_bins numbers: the bins of the first column, from @min
 *   on, then the bins of the next columns
 *
 * Computes the density of values in each column: the weight of a bin is the number of samples whose
 * values are in it. Columns are those of [method@Trace.get_columns]. The weights of a column with
 * at most 64 samples are exact. For a longer column they are estimated from at most 64 entries of
 * the pyramid; each entry spreads its samples evenly from its minimum to its maximum. Samples
 * beyond @min and @max are left out.
 *
 * Since: 1.0
 */
void
gscope_trace_get_density (GscopeTrace *self, gint64 time, gint64 width, gsize n, double min,
                          double max, gboolean logarithmic, gsize n_bins, float *weights)
{
  Density density;
  guint64 begin = gscope_trace_find (self, time);

  g_return_if_fail (width > 0);
  g_return_if_fail (n_bins > 0 && max > min);
  g_return_if_fail (!logarithmic || min > 0);

  gscope_bins_init (&density.bins, n_bins, min, max, logarithmic);
  gscope_spread_init (&density.spread, n_bins);
  for (gsize i = 0; i < n; i++)
    {
      guint64 end;

      if (__builtin_add_overflow (time, width, &time))
        time = G_MAXINT64;
      end = gscope_trace_find (self, time);
      gscope_spread_reset (&density.spread);
      gscope_trace_visit (self, begin, end, MAX_ENTRIES, add_entries, &density);
      gscope_spread_finish (&density.spread);
      for (gsize bin = 0; bin < n_bins; bin++)
        weights[i * n_bins + bin] = (float) density.spread.weights[bin];
      begin = end;
    }
  gscope_spread_clear (&density.spread);
}

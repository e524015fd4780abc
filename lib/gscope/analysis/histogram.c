/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/histogram.h>
#include <gscope/trace/private.h>
#include <gscope/trace/spread.h>

enum
{
  MAX_SAMPLES = 1 << 18,
  MAX_ENTRIES = 1 << 16,
};

/* Lower end of an automatic logarithmic range, as a fraction of its maximum. */
#define DECADES 1e-6

/* Bins have equal widths from `low` to `high` on the scale: values, or their logarithms. */
struct _GscopeHistogram
{
  gatomicrefcount ref_count;
  gboolean logarithmic;
  double low;
  double high;
  double min;
  double max;
  GscopeSpread spread;
  double total;
};

G_DEFINE_BOXED_TYPE (GscopeHistogram, gscope_histogram, gscope_histogram_ref,
                     gscope_histogram_unref)

/**
 * gscope_histogram_new:
 * @n_bins: number of bins, 1 to 65536
 * @logarithmic: whether bins have equal widths on a logarithmic scale; values of 0 and less are
 *   then below all bins
 *
 * Creates an empty histogram whose range follows the values.
 *
 * Returns: (transfer full): the histogram
 *
 * Since: 1.0
 */
GscopeHistogram *
gscope_histogram_new (guint n_bins, gboolean logarithmic)
{
  GscopeHistogram *self;

  g_return_val_if_fail (n_bins >= 1 && n_bins <= 65536, NULL);

  self = g_new0 (GscopeHistogram, 1);
  g_atomic_ref_count_init (&self->ref_count);
  gscope_spread_init (&self->spread, n_bins);
  self->logarithmic = logarithmic;
  self->high = 1;
  return self;
}

/**
 * gscope_histogram_ref:
 * @self: a histogram
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeHistogram *
gscope_histogram_ref (GscopeHistogram *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * gscope_histogram_unref:
 * @self: (transfer full): a histogram
 *
 * Drops a reference; the last one frees the histogram.
 *
 * Since: 1.0
 */
void
gscope_histogram_unref (GscopeHistogram *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  gscope_spread_clear (&self->spread);
  g_free (self);
}

static double
to_scale (const GscopeHistogram *self, double value)
{
  if (!self->logarithmic)
    return value;
  return value > 0 ? log10 (value) : -INFINITY;
}

static double
from_scale (const GscopeHistogram *self, double place)
{
  return self->logarithmic ? pow (10, place) : place;
}

static void
choose_range (GscopeHistogram *self)
{
  double low = self->min, high = self->max;

  if (self->logarithmic && low <= 0)
    low = high > 0 ? high * DECADES : 1;
  self->low = to_scale (self, low);
  self->high = to_scale (self, high);
  if (!(self->high > self->low))
    {
      double room = MAX (fabs (self->low) * 1e-3, 1e-3);

      self->low -= room;
      self->high = self->low + 2 * room;
    }
}

static void
add_entries (const GscopeExtent *extents, gsize n, guint64 each, gpointer data)
{
  GscopeHistogram *self = data;
  double scale = (double) self->spread.n / (self->high - self->low);

  for (gsize i = 0; i < n; i++)
    {
      double low, high;

      if (extents[i].min > extents[i].max)
        continue;
      low = to_scale (self, extents[i].min);
      high = to_scale (self, extents[i].max);
      /* Values of 0 or less extend the automatic range by at most its own length. */
      low = MAX (low, MIN (high, 2 * self->low - self->high - 1));
      gscope_spread_add (&self->spread, (low - self->low) * scale, (high - self->low) * scale,
                         (double) each);
      self->total += (double) each;
    }
}

/**
 * gscope_histogram_count:
 * @self: a histogram
 * @trace: a trace
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 *
 * Counts the samples of an interval. The counts replace the previous ones.
 *
 * Since: 1.0
 */
void
gscope_histogram_count (GscopeHistogram *self, GscopeTrace *trace, gint64 begin, gint64 end)
{
  guint64 from = gscope_trace_find (trace, begin), to = gscope_trace_find (trace, end);
  GscopeColumn column;

  gscope_trace_get_range (trace, from, to, &column);
  gscope_spread_reset (&self->spread);
  self->total = 0;
  self->min = column.min;
  self->max = column.max;
  if (column.min > column.max)
    return;

  choose_range (self);
  gscope_trace_visit (trace, from, to, column.count <= MAX_SAMPLES ? MAX_SAMPLES : MAX_ENTRIES,
                      add_entries, self);
  gscope_spread_finish (&self->spread);
}

/**
 * gscope_histogram_get_edge:
 * @self: a histogram
 * @bin: 0 to the number of bins
 *
 * Gets the lower edge of a bin; for the number of bins, the upper edge of the last bin.
 *
 * Returns: a value in the signal's unit
 *
 * Since: 1.0
 */
double
gscope_histogram_get_edge (GscopeHistogram *self, guint bin)
{
  double part = (double) bin / (double) self->spread.n;

  return from_scale (self, self->low + part * (self->high - self->low));
}

/**
 * gscope_histogram_get_weight:
 * @self: a histogram
 * @bin: less than the number of bins
 *
 * Gets the number of samples in a bin. A value on an edge belongs to the bin above it, a value on
 * the uppermost edge to the last bin.
 *
 * Returns: the number of samples; may be fractional if the pyramid was counted
 *
 * Since: 1.0
 */
double
gscope_histogram_get_weight (GscopeHistogram *self, guint bin)
{
  g_return_val_if_fail (bin < self->spread.n, 0);

  return self->spread.weights[bin];
}

/**
 * gscope_histogram_get_total:
 * @self: a histogram
 *
 * Gets how many samples were counted, in bins or beyond them.
 *
 * Returns: samples
 *
 * Since: 1.0
 */
double
gscope_histogram_get_total (GscopeHistogram *self)
{
  return self->total;
}

/* Returns the position on the scale below which the given number of samples is. */
static double
find_place (GscopeHistogram *self, double rest)
{
  gsize bin = 0;

  while (bin + 1 < self->spread.n && rest > self->spread.weights[bin])
    rest -= self->spread.weights[bin++];
  if (self->spread.weights[bin] > 0)
    rest = MIN (rest / self->spread.weights[bin], 1);
  return self->low
         + ((double) bin + MAX (rest, 0)) / (double) self->spread.n * (self->high - self->low);
}

/**
 * gscope_histogram_get_percentile:
 * @self: a histogram
 * @percent: 0 to 100
 *
 * Gets the value that the given percentage of the samples does not exceed, interpolated linearly
 * within a bin.
 *
 * Returns: a value in the signal's unit; not-a-number without samples
 *
 * Since: 1.0
 */
double
gscope_histogram_get_percentile (GscopeHistogram *self, double percent)
{
  double wanted = self->total * CLAMP (percent, 0, 100) / 100;
  double below = self->spread.below;
  double low = gscope_histogram_get_edge (self, 0);

  if (!(self->total > 0))
    return NAN;
  if (wanted < below)
    return self->min + (MIN (low, self->max) - self->min) * wanted / below;
  return CLAMP (from_scale (self, find_place (self, wanted - below)), self->min, self->max);
}

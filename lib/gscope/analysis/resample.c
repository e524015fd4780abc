/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/resample.h>
#include <gscope/analysis/sampler.h>

#include <math.h>
#include <stdlib.h>

gint64
gscope_grid_get_time (const GscopeGrid *grid, guint64 i)
{
  return grid->anchor + (gint64) ((double) i * grid->step + 0.5);
}

GscopeResampling
gscope_resample (GscopeTrace *trace, const GscopeGrid *grid, guint64 first, gboolean hold,
                 double *values, gsize n, gint64 *broken)
{
  guint64 end = gscope_trace_get_end (trace);
  GscopeSampler sampler;

  if (gscope_trace_get_first (trace) == end
      || gscope_trace_get_time (trace, end - 1) < gscope_grid_get_time (grid, first + n - 1))
    return GSCOPE_RESAMPLE_WAITS;

  gscope_sampler_start (&sampler, trace, hold, gscope_grid_get_time (grid, first));
  for (gsize i = 0; i < n; i++)
    {
      gint64 time = gscope_grid_get_time (grid, first + i);

      values[i] = gscope_sampler_get (&sampler, time);
      if (G_LIKELY (!isnan (values[i])))
        continue;
      *broken = isnan (sampler.before.value) ? time : sampler.after.time;
      return GSCOPE_RESAMPLE_BROKEN;
    }
  return GSCOPE_RESAMPLED;
}

static int
compare (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Returns the mean of the spacings that differ by at most half from the median: exact for regular
 * sampling, close to it with jitter, and independent of gaps and bursts. */
static double
average_spacing (gint64 *spacings, gsize n)
{
  gint64 median, sum = 0, count = 0;

  if (n == 0)
    return 0;

  qsort (spacings, n, sizeof *spacings, compare);
  median = spacings[n / 2];
  for (gsize i = 0; i < n; i++)
    if (ABS (spacings[i] - median) <= median / 2)
      {
        sum += spacings[i];
        count++;
      }
  return (double) sum / (double) count;
}

double
gscope_resample_find_step (GscopeTrace *trace, guint64 position, gsize n)
{
  g_autofree gint64 *spacings = g_new (gint64, n);
  gsize n_spacings = 0;

  if (gscope_trace_get_end (trace) - position < n)
    return 0;

  for (gsize i = 1; i < n; i++)
    {
      gint64 spacing = gscope_trace_get_time (trace, position + i)
                       - gscope_trace_get_time (trace, position + i - 1);

      if (spacing > 0 && !isnan (gscope_trace_get_value (trace, position + i)))
        spacings[n_spacings++] = spacing;
    }
  return average_spacing (spacings, n_spacings);
}

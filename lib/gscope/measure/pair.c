/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/measure/pair.h>

#include <gscope/analysis/sampler.h>
#include <gscope/clock/clock.h>
#include <math.h>

enum
{
  MAX_INSTANTS = 4096,
  /* The greatest lag is the interval divided by this. */
  LAG_PART = 4,
};

#define ROUNDING 1e-9

struct _GscopeMeasurePair
{
  double a[MAX_INSTANTS];
  double b[MAX_INSTANTS];
  guint n;
  double step;
};

static gsize
count_samples (GscopeTrace *trace, gint64 begin, gint64 end)
{
  return gscope_trace_find (trace, end) - gscope_trace_find (trace, begin);
}

static void
read_values (GscopeTrace *trace, gint64 begin, gint64 step, guint n, gboolean holds, double *values)
{
  GscopeSampler sampler;

  gscope_sampler_start (&sampler, trace, holds, begin);
  for (guint i = 0; i < n; i++)
    values[i] = gscope_sampler_get (&sampler, begin + (gint64) i * step);
}

/* Reads as many instants as the signal with more samples has. */
GscopeMeasurePair *
gscope_measure_pair_read (GscopeTrace *trace, GscopeTrace *other, gint64 begin, gint64 end,
                          gboolean holds)
{
  gsize n = MAX (count_samples (trace, begin, end), count_samples (other, begin, end));
  gint64 step;
  GscopeMeasurePair *self;

  n = MIN (n, MAX_INSTANTS);
  step = n > 0 ? (end - begin) / (gint64) n : 0;
  if (n < 3 || step <= 0)
    return NULL;
  self = g_new (GscopeMeasurePair, 1);
  self->n = (guint) n;
  self->step = (double) step / GSCOPE_SEC;
  read_values (trace, begin, step, self->n, holds, self->a);
  read_values (other, begin, step, self->n, holds, self->b);
  return self;
}

/* Returns the correlation where the second signal is later by a number of instants. */
static double
correlate (const GscopeMeasurePair *self, int lag)
{
  guint first = lag < 0 ? (guint) -lag : 0;
  guint end = lag > 0 ? self->n - (guint) lag : self->n;
  double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
  guint n = 0;

  for (guint i = first; i < end; i++)
    {
      double x = self->a[i], y = self->b[(int) i + lag];

      if (isnan (x) || isnan (y))
        continue;
      n++;
      /* moments about the running means, which do not cancel */
      aa += (x - a) * (x - (a + (x - a) / n));
      bb += (y - b) * (y - (b + (y - b) / n));
      ab += (x - a) * (y - (b + (y - b) / n));
      a += (x - a) / n;
      b += (y - b) / n;
    }
  return n > 2 && aa > 0 && bb > 0 ? ab / sqrt (aa * bb) : NAN;
}

void
gscope_measure_pair_free (GscopeMeasurePair *self)
{
  g_free (self);
}

double
gscope_measure_pair_get_correlation (const GscopeMeasurePair *self)
{
  return correlate (self, 0);
}

/* Returns where the parabola through three neighbours has its top, from the middle one. */
static double
find_top (double before, double top, double after)
{
  double bend = before - 2 * top + after;

  return bend < 0 ? 0.5 * (before - after) / bend : 0;
}

double
gscope_measure_pair_get_lag (const GscopeMeasurePair *self)
{
  int most = (int) self->n / LAG_PART, best = 0;
  double greatest = correlate (self, 0), before, after;

  if (isnan (greatest))
    return NAN;
  /* Of lags with the same correlation but for rounding, the nearest one counts. */
  for (int lag = 1; lag <= most; lag++)
    for (int sign = -1; sign <= 1; sign += 2)
      {
        double value = correlate (self, sign * lag);

        if (value > greatest + ROUNDING)
          {
            greatest = value;
            best = sign * lag;
          }
      }
  before = correlate (self, best - 1);
  after = correlate (self, best + 1);
  if (isnan (before) || isnan (after))
    return best * self->step;
  return (best + find_top (before, greatest, after)) * self->step;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/measure/pair.h>

#include <gscope/analysis/sampler.h>
#include <gscope/clock/clock.h>
#include <math.h>
#include <string.h>

enum
{
  MAX_INSTANTS = 4096,
  /* The greatest lag is the interval divided by this. */
  LAG_PART = 4,
  N_LANES = 2,
};

#define ROUNDING 1e-9
/* The difference of correlations that do not differ. */
#define SAME_HEIGHT 1e-3
/* Less than any correlation, for lags that have none. */
#define NONE -2.0
/* Values are constant if their variance is a smaller part of their mean square. */
#define LEAST_VARIANCE 1e-10

/* Several values, so that the processor adds them at once. */
typedef double Lanes __attribute__ ((vector_size (N_LANES * sizeof (double))));

/* A signal at regular instants: the distances of its values from their mean, and 1; both are 0 where the signal has no value. */
typedef struct
{
  double values[MAX_INSTANTS];
  double has[MAX_INSTANTS];
} Side;

/* Two signals at the same instants. */
struct _GscopeMeasurePair
{
  Side a;
  Side b;
  guint n;
  double step;
};

static gsize
count_samples (GscopeTrace *trace, gint64 begin, gint64 end)
{
  return gscope_trace_find (trace, end) - gscope_trace_find (trace, begin);
}

/* Subtracts the first value before the mean, so that nothing is left of a constant. */
static void
center (Side *self, guint n)
{
  double first = 0, sum = 0;
  guint n_known = 0;

  for (guint i = 0; i < n; i++)
    if (self->has[i] > 0)
      {
        first = n_known == 0 ? self->values[i] : first;
        sum += self->values[i] - first;
        n_known++;
      }
  for (guint i = 0; i < n; i++)
    self->values[i] = self->has[i] > 0 ? self->values[i] - first - sum / n_known : 0;
}

static void
read_side (Side *self, GscopeTrace *trace, gint64 begin, gint64 step, guint n, gboolean holds)
{
  GscopeSampler sampler;

  gscope_sampler_start (&sampler, trace, holds, begin);
  for (guint i = 0; i < n; i++)
    {
      self->values[i] = gscope_sampler_get (&sampler, begin + (gint64) i * step);
      self->has[i] = isfinite (self->values[i]);
    }
  center (self, n);
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
  read_side (&self->a, trace, begin, step, self->n, holds);
  read_side (&self->b, other, begin, step, self->n, holds);
  return self;
}

/* Sums of the instants at which both signals have values. */
typedef struct
{
  Lanes n;
  Lanes a;
  Lanes b;
  Lanes aa;
  Lanes bb;
  Lanes ab;
} Sums;

static void
add (Sums *self, Lanes has_a, Lanes has_b, Lanes a, Lanes b)
{
  self->n += has_a * has_b;
  self->a += a * has_b;
  self->b += has_a * b;
  self->aa += a * a * has_b;
  self->bb += has_a * b * b;
  self->ab += a * b;
}

static Lanes
load (const double *values)
{
  Lanes lanes;

  memcpy (&lanes, values, sizeof lanes);
  return lanes;
}

static double
add_up (Lanes lanes)
{
  double sum = 0;

  for (guint i = 0; i < N_LANES; i++)
    sum += lanes[i];
  return sum;
}

static double
divide (const Sums *sums)
{
  double n = add_up (sums->n), a = add_up (sums->a), b = add_up (sums->b);
  double aa = add_up (sums->aa), bb = add_up (sums->bb);
  double variance_a = aa - a * a / n, variance_b = bb - b * b / n;

  if (n < 3 || !(variance_a > LEAST_VARIANCE * aa) || !(variance_b > LEAST_VARIANCE * bb))
    return NAN;
  return (add_up (sums->ab) - a * b / n) / sqrt (variance_a * variance_b);
}

/* Returns the correlation where the second signal is later by a number of instants. */
static double
correlate (const GscopeMeasurePair *self, int lag)
{
  guint first = lag < 0 ? (guint) -lag : 0, other = lag > 0 ? (guint) lag : 0;
  guint n = self->n - first - other, i;
  const double *has_a = self->a.has + first, *has_b = self->b.has + other;
  const double *a = self->a.values + first, *b = self->b.values + other;
  Sums sums = { 0 };

  for (i = 0; i + N_LANES <= n; i += N_LANES)
    add (&sums, load (has_a + i), load (has_b + i), load (a + i), load (b + i));
  for (; i < n; i++)
    add (&sums, (Lanes){ has_a[i] }, (Lanes){ has_b[i] }, (Lanes){ a[i] }, (Lanes){ b[i] });
  return divide (&sums);
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

/* Returns where the parabola through three correlations has its top, from the middle one. */
static double
find_top (const double *at)
{
  double bend = at[-1] - 2 * at[0] + at[1];

  return bend < 0 && at[-1] > NONE && at[1] > NONE ? 0.5 * (at[-1] - at[1]) / bend : 0;
}

static gboolean
is_peak (const double *at, double least)
{
  return at[0] + ROUNDING >= at[-1] && at[0] + ROUNDING >= at[1]
         && at[0] - 0.25 * (at[-1] - at[1]) * find_top (at) >= least;
}

/* Returns the lag of the greatest correlation. A periodic signal has several peaks of the same height, of which the nearest one
 * counts: a peak between two lags is higher than both. */
static int
find_lag (const double *at, int most)
{
  int greatest = 0;

  for (int lag = -most; lag <= most; lag++)
    if (at[lag] > at[greatest])
      greatest = lag;
  for (int lag = 0; lag <= most; lag++)
    for (int sign = 1; sign >= -1; sign -= 2)
      if (is_peak (at + sign * lag, at[greatest] - SAME_HEIGHT))
        return sign * lag;
  return greatest;
}

double
gscope_measure_pair_get_lag (const GscopeMeasurePair *self)
{
  int most = (int) self->n / LAG_PART, lag;
  g_autofree double *correlations = g_new (double, 2 * most + 3);
  double *at = correlations + most + 1;

  for (lag = -most - 1; lag <= most + 1; lag++)
    {
      double value = correlate (self, lag);

      at[lag] = isnan (value) ? NONE : value;
    }
  if (!(at[0] > NONE))
    return NAN;
  lag = find_lag (at, most);
  return (lag + find_top (at + lag)) * self->step;
}

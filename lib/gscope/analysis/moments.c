/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/moments.h>

#include <math.h>

enum
{
  BATCH = 512,
};

/* In two passes over what is in the first cache. The sum of distances, which is zero but for rounding,
 * corrects the mean and the squares. */
static GscopeMoments
measure_values (const double *values, gsize n)
{
  GscopeMoments moments = { .n = n };
  double sum = 0, rest = 0, squares = 0;

  if (n == 0)
    return moments;

  for (gsize i = 0; i < n; i++)
    sum += values[i];
  moments.mean = sum / (double) n;
  for (gsize i = 0; i < n; i++)
    {
      double distance = values[i] - moments.mean;

      rest += distance;
      squares += distance * distance;
    }
  moments.mean += rest / (double) n;
  moments.squares = MAX (0, squares - rest * rest / (double) n);
  return moments;
}

GscopeMoments
gscope_moments_measure (GscopeTrace *trace, guint64 begin, guint64 end)
{
  GscopeMoments moments = { 0 };
  GscopeSample samples[BATCH];
  double values[BATCH];

  while (begin < end)
    {
      gsize n = gscope_trace_read (trace, begin, samples, MIN (BATCH, end - begin)), n_values = 0;
      GscopeMoments part;

      for (gsize i = 0; i < n; i++)
        {
          values[n_values] = samples[i].value;
          n_values += !isnan (samples[i].value);
        }
      part = measure_values (values, n_values);
      gscope_moments_merge (&moments, &part);
      begin += n;
    }
  return moments;
}

void
gscope_moments_merge (GscopeMoments *self, const GscopeMoments *other)
{
  guint64 n = self->n + other->n;
  double distance = other->mean - self->mean;

  if (other->n == 0)
    return;

  self->mean += distance * ((double) other->n / (double) n);
  self->squares +=
      other->squares + distance * distance * ((double) self->n * (double) other->n / (double) n);
  self->n = n;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/measure/pulse.h>

#include <math.h>

enum
{
  N_BINS = 100,
};

/* The state during the search for transitions. */
typedef struct
{
  const GscopeMeasurePoints *points;
  GArray *transitions;
  double low_level;
  double middle_level;
  double high_level;
  /* whether the waveform was beyond an outer level since the last gap, which one, and its last point there */
  gboolean has_side;
  gboolean is_high;
  gsize last;
  gboolean is_broken;
} Search;

static const GscopeMeasureTransition *
get (const GscopeMeasurePulses *self, guint i)
{
  return &g_array_index (self->transitions, GscopeMeasureTransition, i);
}

/* Returns the mean of the values in the fullest bin of a half of the range. */
static double
find_mode (const GscopeMeasurePoints *points, double min, double width, guint first, guint end)
{
  guint64 counts[N_BINS] = { 0 };
  double sums[N_BINS] = { 0 };
  guint best = first;

  for (gsize i = 0; i < points->n; i++)
    {
      guint bin;

      if (isnan (points->values[i]))
        continue;
      bin = MIN ((guint) ((points->values[i] - min) / width), N_BINS - 1);
      counts[bin]++;
      sums[bin] += points->values[i];
    }
  for (guint i = first; i < end; i++)
    if (counts[i] > counts[best])
      best = i;
  return sums[best] / (double) counts[best];
}

/* Returns whether the values have a range, in which both halves have values: the ends. */
static gboolean
find_states (GscopeMeasurePulses *self, const GscopeMeasurePoints *points)
{
  double min = INFINITY, max = -INFINITY, width;

  for (gsize i = 0; i < points->n; i++)
    if (!isnan (points->values[i]))
      {
        min = MIN (min, points->values[i]);
        max = MAX (max, points->values[i]);
      }
  width = (max - min) / N_BINS;
  if (!(width > 0) || !isfinite (width))
    return FALSE;
  self->low = find_mode (points, min, width, 0, N_BINS / 2);
  self->high = find_mode (points, min, width, N_BINS / 2, N_BINS);
  return TRUE;
}

/* Returns the instant at which the waveform passes a level after a point. */
static double
find_instant (const Search *self, gsize from, double level)
{
  const double *values = self->points->values, *times = self->points->times;

  while ((values[from + 1] > level) == (values[from] > level))
    from++;
  return times[from]
         + (times[from + 1] - times[from])
               * ((level - values[from]) / (values[from + 1] - values[from]));
}

static void
add_transition (Search *self, gsize position, gboolean is_rise)
{
  GscopeMeasureTransition transition = {
    .is_rise = is_rise,
    .begin = find_instant (self, self->last, is_rise ? self->low_level : self->high_level),
    .middle = find_instant (self, self->last, self->middle_level),
    .end = find_instant (self, position - 1, is_rise ? self->high_level : self->low_level),
    .position = position,
    .is_first = self->is_broken,
  };

  self->is_broken = FALSE;
  g_array_append_val (self->transitions, transition);
}

static void
take_point (Search *self, gsize position)
{
  double value = self->points->values[position];
  gboolean is_high = value > self->high_level;

  if (isnan (value))
    {
      self->has_side = FALSE;
      self->is_broken = TRUE;
    }
  else if (is_high || value <= self->low_level)
    {
      if (self->has_side && is_high != self->is_high)
        add_transition (self, position, is_high);
      self->has_side = TRUE;
      self->is_high = is_high;
      self->last = position;
    }
}

void
gscope_measure_pulses_find (GscopeMeasurePulses *self, const GscopeMeasurePoints *points)
{
  Search search = { .points = points, .is_broken = TRUE };

  self->low = self->high = NAN;
  self->transitions = g_array_new (FALSE, FALSE, sizeof (GscopeMeasureTransition));
  if (!find_states (self, points))
    return;
  search.transitions = self->transitions;
  search.low_level = self->low + 0.1 * (self->high - self->low);
  search.middle_level = self->low + 0.5 * (self->high - self->low);
  search.high_level = self->low + 0.9 * (self->high - self->low);
  for (gsize i = 0; i < points->n; i++)
    take_point (&search, i);
}

void
gscope_measure_pulses_clear (GscopeMeasurePulses *self)
{
  g_clear_pointer (&self->transitions, g_array_unref);
}

/* The periods of one polarity: their number, and how long they and the pulses in them take. A period ends two transitions after it begins. */
static void
sum_periods (const GscopeMeasurePulses *self, gboolean is_rise, guint *n, double *duration,
             double *pulses)
{
  *n = 0;
  *duration = *pulses = 0;
  for (guint i = 2; i < self->transitions->len; i++)
    {
      const GscopeMeasureTransition *begin = get (self, i - 2), *between = get (self, i - 1);
      const GscopeMeasureTransition *end = get (self, i);

      if (end->is_rise != is_rise || end->is_first || between->is_first)
        continue;
      (*n)++;
      *duration += end->middle - begin->middle;
      *pulses += is_rise ? between->middle - begin->middle : end->middle - between->middle;
    }
}

double
gscope_measure_pulses_get_period (const GscopeMeasurePulses *self)
{
  double duration, pulses, more;
  guint n, n_more;

  sum_periods (self, TRUE, &n, &duration, &pulses);
  sum_periods (self, FALSE, &n_more, &more, &pulses);
  return n + n_more > 0 ? (duration + more) / (n + n_more) : NAN;
}

double
gscope_measure_pulses_get_duty (const GscopeMeasurePulses *self)
{
  double duration, pulses, more, more_pulses;
  guint n, n_more;

  sum_periods (self, TRUE, &n, &duration, &pulses);
  sum_periods (self, FALSE, &n_more, &more, &more_pulses);
  return n + n_more > 0 ? 100 * (pulses + more_pulses) / (duration + more) : NAN;
}

double
gscope_measure_pulses_get_duration (const GscopeMeasurePulses *self, gboolean is_rise)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < self->transitions->len; i++)
    if (get (self, i)->is_rise == is_rise)
      {
        sum += get (self, i)->end - get (self, i)->begin;
        n++;
      }
  return n > 0 ? sum / n : NAN;
}

/* Returns the position after the points that follow a transition: up to the middle of the next one, or a gap. */
static gsize
find_end (const GscopeMeasurePulses *self, const GscopeMeasurePoints *points, guint i)
{
  double until = i + 1 < self->transitions->len ? get (self, i + 1)->middle : INFINITY;
  gsize end = get (self, i)->position;

  while (end < points->n && !isnan (points->values[end]) && points->times[end] < until)
    end++;
  return end;
}

double
gscope_measure_pulses_get_overshoot (const GscopeMeasurePulses *self,
                                     const GscopeMeasurePoints *points)
{
  double largest = NAN;

  for (guint i = 0; i < self->transitions->len; i++)
    {
      gsize end = get (self, i)->is_rise ? find_end (self, points, i) : 0;

      for (gsize k = get (self, i)->position; k < end; k++)
        largest = fmax (largest, points->values[k]);
    }
  return isnan (largest) ? NAN : MAX (0, 100 * (largest - self->high) / (self->high - self->low));
}

double
gscope_measure_pulses_get_settling (const GscopeMeasurePulses *self,
                                    const GscopeMeasurePoints *points, double tolerance)
{
  guint n = self->transitions->len;
  double band = tolerance / 100 * (self->high - self->low), state;
  gsize end, at;

  if (n == 0)
    return NAN;
  state = get (self, n - 1)->is_rise ? self->high : self->low;
  at = end = find_end (self, points, n - 1);
  while (at > get (self, n - 1)->position && fabs (points->values[at - 1] - state) <= band)
    at--;
  return at < end ? points->times[at] - get (self, n - 1)->middle : NAN;
}

/* Returns whether a gap lies within the two transitions that follow a transition, which may hide others. */
static gboolean
is_broken_after (const GscopeMeasurePulses *self, guint i)
{
  for (guint k = i + 1; k < MIN (i + 3, self->transitions->len); k++)
    if (get (self, k)->is_first)
      return TRUE;
  return FALSE;
}

double
gscope_measure_pulses_get_delay (const GscopeMeasurePulses *self, const GscopeMeasurePulses *other)
{
  double sum = 0;
  guint n = 0, k = 0;

  for (guint i = 0; i < self->transitions->len; i++)
    {
      double begin = get (self, i)->middle;
      double end = i + 2 < self->transitions->len ? get (self, i + 2)->middle : INFINITY;

      if (!get (self, i)->is_rise || is_broken_after (self, i))
        continue;
      while (k < other->transitions->len
             && (!get (other, k)->is_rise || get (other, k)->middle < begin))
        k++;
      if (k == other->transitions->len || get (other, k)->middle >= end
          || (k > 0 && get (other, k)->is_first))
        continue;
      sum += get (other, k)->middle - begin;
      n++;
    }
  return n > 0 ? sum / n : NAN;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/step/level.h>

#include <math.h>
#include <string.h>

enum
{
  /* Smallest number of blocks for a deviation. */
  MIN_BLOCKS = 6,
  /* Smallest number of correlation times from which the error of a mean can be estimated. */
  MIN_TIMES = 10,
  MAX_LAGS = 256,
};

/* Smallest part of a stretch over which its level is averaged. */
#define MIN_PART (1.0 / 3)

/* A score is good enough up to this multiple of the lowest score. */
#define SCORE_TOLERANCE 1.3

/* Values farther from the quartiles, in interquartile ranges, count as at that distance. */
#define OUTLIER_RANGES 10

/* The fraction of values below the low end of a swing, and of those above its high end. */
#define RARE_FRACTION 0.05

/* A swing between these multiples of the deviation from one sample to the next is uncorrelated
 * noise. */
#define LEAST_NOISE 0.6
#define MOST_NOISE 1.4

static double
get_value (const GscopeStepPoints *points, guint i)
{
  return gscope_step_points_get (points, i)->value;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double *
sort_values (const GscopeStepPoints *points, guint begin, guint end)
{
  double *values = g_new (double, end - begin);

  for (guint i = begin; i < end; i++)
    values[i - begin] = get_value (points, i);
  qsort (values, end - begin, sizeof *values, compare_doubles);
  return values;
}

static guint
find_time (const GscopeStepPoints *points, double time)
{
  guint i = points->samples->len;

  while (i > 0 && gscope_step_points_get (points, i - 1)->time >= time)
    i--;
  return MIN (i, points->samples->len - 1);
}

/* Finds the end of the initial transient by the marginal standard error rule (White, An effective
 * truncation heuristic for bias reduction in simulation output, 1997), but leaves out no more than
 * needed: a quiet stretch at the end is part of the signal. */
static guint
find_steady (const GscopeStepPoints *points, guint begin, guint last)
{
  g_autofree double *scores = g_new (double, points->samples->len);
  double mean = 0, squares = 0, least = INFINITY;

  for (guint i = points->samples->len, n = 1; i-- > begin; n++)
    {
      double off = get_value (points, i) - mean;

      mean += off / n;
      squares += off * (get_value (points, i) - mean);
      scores[i] = squares / ((double) n * n);
      if (i <= last)
        least = MIN (least, scores[i]);
    }
  while (begin < last && scores[begin] > SCORE_TOLERANCE * least)
    begin++;
  return begin;
}

/* Student's 97.5 % quantile, by its expansion about the normal one (Abramowitz and Stegun, 26.7.5). */
static double
get_quantile (guint freedom)
{
  double n = freedom;

  return 1.960 + 2.372 / n + 2.823 / (n * n) + 2.556 / (n * n * n);
}

/* Estimates the error of the mean from means of blocks of 1, 2, 4, … samples. The largest estimate
 * counts, because correlated samples make the others too small (Flyvbjerg and Petersen, Error
 * estimates on averages of correlated data, 1989). */
static double
measure_error (const double *values, guint n)
{
  double error = 0;

  for (guint length = 1; n / length >= MIN_BLOCKS; length *= 2)
    {
      guint n_blocks = n / length;
      double mean = 0, squares = 0;

      for (guint i = 0; i < n_blocks; i++)
        {
          double block = 0, off;

          for (guint k = 0; k < length; k++)
            block += (values[i * length + k] - block) / (k + 1);
          off = block - mean;
          mean += off / (i + 1);
          squares += off * (block - mean);
        }
      error = MAX (error, get_quantile (n_blocks - 1) * sqrt (squares / (n_blocks - 1) / n_blocks));
    }
  return error;
}

/* Returns the first lag at which means of blocks are uncorrelated, in samples. */
static guint
measure_correlation (const double *values, guint n, double mean)
{
  guint length = n / MAX_LAGS + 1, n_blocks = n / length;
  double blocks[MAX_LAGS] = { 0 };

  for (guint i = 0; i < n_blocks * length; i++)
    blocks[i / length] += values[i] - mean;
  for (guint lag = 1; lag < n_blocks / 3; lag++)
    {
      double sum = 0;

      for (guint i = lag; i < n_blocks; i++)
        sum += blocks[i] * blocks[i - lag];
      if (sum <= 0)
        return lag * length;
    }
  return MAX (1, n / 3);
}

/* Computes the winsorised mean: outliers count as at the largest permitted distance. */
static void
take_mean (GscopeStepLevel *level, const GscopeStepPoints *points)
{
  guint end = points->samples->len, n = end - level->first;
  g_autofree double *values = sort_values (points, level->first, end);
  double low = values[n / 4], high = values[n - 1 - n / 4], range = OUTLIER_RANGES * (high - low);
  double squares = 0;

  for (guint i = 0; i < n; i++)
    {
      double value = get_value (points, level->first + i), off;

      values[i] = range > 0 ? CLAMP (value, low - range, high + range) : value;
      off = values[i] - level->mean;
      level->mean += off / (i + 1);
      squares += off * (values[i] - level->mean);
    }
  level->deviation = sqrt (squares / n);
  level->error = n < MIN_BLOCKS ? NAN : measure_error (values, n);
  level->correlation =
      squares > 0 ? measure_correlation (values, n, level->mean) * level->span / n : 0;
}

void
gscope_step_level_find (GscopeStepLevel *level, const GscopeStepPoints *points, double begin,
                        double end)
{
  guint last = find_time (points, end - (end - begin) * MIN_PART);

  *level = (GscopeStepLevel){ .first = find_steady (points, find_time (points, begin), last) };
  level->span = end - gscope_step_points_get (points, level->first)->time;
  take_mean (level, points);
}

/* Returns twice the standard deviation of the mean of a stretch with the given number of
 * independent values. */
static double
estimate_error (const GscopeStepLevel *level, double deviation, double correlation)
{
  if (isnan (level->error))
    return 2 * deviation;
  if (level->span >= MIN_TIMES * correlation)
    return 0;
  return 2 * deviation * sqrt (MIN (1, 2 * correlation / level->span));
}

void
gscope_step_level_compare (GscopeStepLevel *one, GscopeStepLevel *two)
{
  double deviation = MAX (one->deviation, two->deviation);
  double correlation = MAX (one->correlation, two->correlation);

  one->error = fmax (one->error, estimate_error (one, deviation, correlation));
  two->error = fmax (two->error, estimate_error (two, deviation, correlation));
}

/* Swings. */

static gboolean
is_whole (const GscopeStepPoints *points, guint last)
{
  for (guint i = last - 3; i <= last; i++)
    if (gscope_step_points_get (points, i)->is_broken)
      return FALSE;
  return TRUE;
}

/* The fourth difference removes a smooth curve. */
double
gscope_step_measure_roughness (const GscopeStepPoints *points, guint first)
{
  static const double weights[] = { 1, -4, 6, -4, 1 };
  double squares = 0;
  guint n = 0;

  for (guint i = first + 4; i < points->samples->len; i++)
    if (is_whole (points, i))
      {
        double difference = 0;

        for (guint k = 0; k < G_N_ELEMENTS (weights); k++)
          difference += weights[k] * get_value (points, i - 4 + k);
        squares += difference * difference;
        n++;
      }
  /* the squares of the weights sum up to 70 */
  return n > 0 ? sqrt (squares / n / 70) : 0;
}

static double
measure_range (const GscopeStepPoints *points, guint begin, guint end, double *low)
{
  g_autofree double *values = end > begin ? sort_values (points, begin, end) : NULL;
  guint n = end - begin, rare = (guint) (n * RARE_FRACTION);

  if (!values)
    return 0;
  *low = values[rare];
  return values[n - 1 - rare] - *low;
}

/* A turn is where the signal passes the swing's middle by half of the way to an end. */
static void
count_turns (GscopeStepSwing *swing, const GscopeStepPoints *points, guint begin)
{
  double middle = (swing->low + swing->high) / 2, way = (swing->high - swing->low) / 4;
  double first = 0, last = 0;
  int side = 0;

  for (guint i = begin; i < points->samples->len; i++)
    {
      double value = get_value (points, i);
      int next = value > middle + way ? 1 : value < middle - way ? -1 : side;

      if (next == side)
        continue;
      if (side == 0)
        {
          side = next;
          continue;
        }
      side = next;
      last = gscope_step_points_get (points, i)->time;
      if (swing->n_turns++ == 0)
        first = last;
    }
  swing->period = swing->n_turns > 1 ? 2 * (last - first) / (swing->n_turns - 1) : NAN;
}

static gboolean
is_noise (const GscopeStepPoints *points, guint begin)
{
  double mean = 0, squares = 0, part;

  for (guint i = begin, n = 1; i < points->samples->len; i++, n++)
    {
      double off = get_value (points, i) - mean;

      mean += off / n;
      squares += off * (get_value (points, i) - mean);
    }
  part = gscope_step_measure_roughness (points, begin)
         / sqrt (squares / (points->samples->len - begin));
  return part > LEAST_NOISE && part < MOST_NOISE;
}

double
gscope_step_swing_find (GscopeStepSwing *swing, const GscopeStepPoints *points, double begin)
{
  guint first = find_time (points, begin);

  *swing = (GscopeStepSwing){ .period = NAN };
  swing->high = swing->low = get_value (points, first);
  swing->high = measure_range (points, first, points->samples->len, &swing->low) + swing->low;
  return swing->high - swing->low;
}

void
gscope_step_swing_follow (GscopeStepSwing *swing, const GscopeStepPoints *points, double begin)
{
  guint first = find_time (points, begin), n = points->samples->len - first;
  double low, halves[2], thirds[3];

  count_turns (swing, points, first);
  for (guint i = 0; i < 2; i++)
    halves[i] = measure_range (points, first + n * i / 2, first + n * (i + 1) / 2, &low);
  for (guint i = 0; i < 3; i++)
    thirds[i] = measure_range (points, first + n * i / 3, first + n * (i + 1) / 3, &low);
  swing->is_steady = halves[1] >= 0.7 * halves[0] && !is_noise (points, first);
  swing->grows = thirds[1] >= 1.4 * thirds[0] && thirds[2] >= 1.4 * thirds[1];
}

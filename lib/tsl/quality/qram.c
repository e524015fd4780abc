/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/quality/qram.h>

#include <math.h>

/* Amounts and slopes that differ less are meant to be equal. */
#define ROUNDING 1e-9

#define MAX_STEPS 1000000

static double
add_up (const TslUtility *const *curves, guint n, const double *allocations)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += tsl_utility_get (curves[i], allocations[i]);
  return sum;
}

/* The greedy allocation. */

typedef struct
{
  guint which;
  double more;
  double slope;
} Choice;

static void
consider (Choice *best, const TslUtility *curve, guint which, double allocation, double more)
{
  double gain = tsl_utility_get (curve, allocation + more) - tsl_utility_get (curve, allocation);

  if (gain / more > best->slope + ROUNDING)
    *best = (Choice){ which, more, gain / more };
}

/* Considers every point of the curve within reach, and the amount that takes all that is left. */
static void
consider_curve (Choice *best, const TslUtility *curve, guint which, double allocation, double left)
{
  guint n;
  const TslUtilityPoint *points = tsl_utility_get_points (curve, &n);

  for (guint i = 0; i < n; i++)
    {
      double more = points[i].resource - allocation;

      if (more > ROUNDING && more <= left + ROUNDING)
        consider (best, curve, which, allocation, MIN (more, left));
    }
  if (allocation < points[n - 1].resource)
    consider (best, curve, which, allocation, left);
}

/**
 * tsl_qram_greedy:
 * @curves: (array length=n): the applications' utility curves
 * @n: number of applications
 * @available: the amount of the resource
 * @allocations: (array length=n) (out caller-allocates): what each application gets
 *
 * Allocates a resource as Q-RAM's greedy algorithm does (R:1241): each application gets its
 * minimum; then, again and again, the steepest step up any curve is taken, from the present
 * allocation to a point of the curve within reach. It is not always optimal where curves jump. Cost:
 * for n applications with p points each, up to np steps of np comparisons.
 *
 * Returns: the sum of the utilities; -1 if the minimums exceed what is available, and nothing is
 *   allocated
 *
 * Since: 1.0
 */
double
tsl_qram_greedy (const TslUtility *const *curves, guint n, double available, double *allocations)
{
  double left = available;

  g_return_val_if_fail ((curves && allocations) || n == 0, -1);

  for (guint i = 0; i < n; i++)
    left -= allocations[i] = tsl_utility_get_minimum (curves[i]);
  if (left < -ROUNDING)
    {
      for (guint i = 0; i < n; i++)
        allocations[i] = 0;
      return -1;
    }
  while (left > ROUNDING)
    {
      Choice best = { 0 };

      for (guint i = 0; i < n; i++)
        consider_curve (&best, curves[i], i, allocations[i], left);
      if (best.more <= 0)
        break;
      allocations[best.which] += best.more;
      left -= best.more;
    }
  return add_up (curves, n, allocations);
}

/* The exact allocation: row by row, the best sums of the first curves for every amount, counted in
 * steps of the resolution. */

typedef struct
{
  guint n_steps;
  double resolution;
  /* best utility of the curves so far for each amount, -INFINITY where it does not suffice */
  double *before;
  double *after;
  /* for a line of a curve: candidates for the maximum, as a queue of amounts */
  guint *queue;
} Table;

/* The part of a curve between two points: utility = base + slope * steps. */
typedef struct
{
  guint begin;
  guint end;
  double base;
  double slope;
} Line;

static guint
round_up (const Table *self, double resource)
{
  double steps = ceil ((resource - ROUNDING) / self->resolution);

  return CLAMP (steps, 0, self->n_steps + 1.0);
}

/* Adds one line: after[r] = max over k in begin..end of before[r - k] + base + slope * k, by a
 * sliding maximum of before[j] - slope * j, so that it costs O(n_steps) for any length of the
 * line. */
static void
add_line (Table *self, const Line *line, guint *taken)
{
  guint head = 0, tail = 0;

  for (guint r = line->begin; r <= self->n_steps; r++)
    {
      guint entering = r - line->begin, j;
      double key = self->before[entering] - line->slope * entering, utility;

      while (tail > head
             && self->before[self->queue[tail - 1]] - line->slope * self->queue[tail - 1] <= key)
        tail--;
      self->queue[tail++] = entering;
      while (r - self->queue[head] > line->end)
        head++;
      j = self->queue[head];
      utility = self->before[j] + line->base + line->slope * (r - j);
      if (utility > self->after[r])
        {
          self->after[r] = utility;
          taken[r] = r - j;
        }
    }
}

static void
add_curve (Table *self, const TslUtility *curve, guint *taken)
{
  guint n;
  const TslUtilityPoint *points = tsl_utility_get_points (curve, &n);

  for (guint r = 0; r <= self->n_steps; r++)
    self->after[r] = -INFINITY;
  for (guint i = 0; i < n; i++)
    {
      guint begin = round_up (self, points[i].resource);
      guint end = i + 1 < n ? round_up (self, points[i + 1].resource) : begin + 1;
      Line line = { .begin = begin, .end = MAX (end, 1) - 1 };

      /* this line has no multiple of the resolution */
      if (begin >= end)
        continue;
      line.base = tsl_utility_get (curve, MAX (begin * self->resolution, points[i].resource));
      if (line.end > line.begin)
        line.slope = (tsl_utility_get (curve, line.end * self->resolution) - line.base)
                     / (line.end - line.begin);
      line.base -= line.slope * line.begin;
      add_line (self, &line, taken);
    }
}

/* Follows the choices back from the last curve. */
static double
take_back (const Table *self, const TslUtility *const *curves, guint n, const guint *taken,
           double *allocations)
{
  guint left = self->n_steps;

  for (guint i = n; i-- > 0;)
    {
      guint steps = taken[(gsize) i * (self->n_steps + 1) + left];

      /* a minimum that rounding took for a multiple may be slightly above it */
      allocations[i] = MAX (steps * self->resolution, tsl_utility_get_minimum (curves[i]));
      left -= steps;
    }
  return add_up (curves, n, allocations);
}

/**
 * tsl_qram_exact:
 * @curves: (array length=n): the applications' utility curves
 * @n: number of applications
 * @available: the amount of the resource, at most a million times the resolution
 * @resolution: the resolution, for example %TSL_QRAM_RESOLUTION
 * @allocations: (array length=n) (out caller-allocates): what each application gets
 *
 * Allocates a resource so that the sum of the utilities is the maximum among allocations in
 * multiples of the resolution, by dynamic programming. It is at least the maximum of any
 * allocations of @available less @n times the resolution. Cost: for curves with p points, time
 * n × p × available / resolution, and memory of 4 bytes × n × available / resolution.
 *
 * Returns: the sum of the utilities; -1 if the minimums exceed what is available, and nothing is
 *   allocated
 *
 * Since: 1.0
 */
double
tsl_qram_exact (const TslUtility *const *curves, guint n, double available, double resolution,
                double *allocations)
{
  double steps = floor ((available + ROUNDING) / resolution);
  Table table = { .n_steps = CLAMP (steps, 0, MAX_STEPS), .resolution = resolution };
  gsize length = table.n_steps + 1;
  g_autofree double *rows = g_new0 (double, 2 * length);
  g_autofree guint *queue = g_new (guint, length);
  g_autofree guint *taken = g_new0 (guint, length * n);

  g_return_val_if_fail ((curves && allocations) || n == 0, -1);
  g_return_val_if_fail (resolution > 0 && steps <= MAX_STEPS, -1);

  table.before = rows;
  table.after = rows + length;
  table.queue = queue;
  for (guint i = 0; i < n; i++)
    {
      double *row = table.before;

      allocations[i] = 0;
      add_curve (&table, curves[i], taken + i * length);
      table.before = table.after;
      table.after = row;
    }
  if (available < -ROUNDING || isinf (table.before[table.n_steps]))
    return -1;
  return take_back (&table, curves, n, taken, allocations);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/sampler.h>
#include <gscope/analysis/xy.h>

#include <math.h>

enum
{
  /* Beyond this number, pairs are picked at even distances. */
  MAX_PAIRS = 1 << 20,
};

/* The pairs of a bucket that preserve its outline. */
enum
{
  FIRST,
  LAST,
  LEFT,
  RIGHT,
  LOWEST,
  HIGHEST,
  BREAK,
  N_KEPT
};

typedef struct
{
  guint64 number;
  GscopeXyPoint point;
} Pair;

typedef struct
{
  GscopeXyPoint *points;
  gsize n;
  gsize used;
  guint64 bucket;
  gboolean has_points;
  gboolean has_break;
  Pair kept[N_KEPT];
} Curve;

static void
emit (Curve *self, GscopeXyPoint point)
{
  gboolean follows_break = self->used == 0 || isnan (self->points[self->used - 1].x);

  if (self->used < self->n && !(isnan (point.x) && follows_break))
    self->points[self->used++] = point;
}

static void
sort (Pair *pairs, guint n)
{
  for (guint i = 1; i < n; i++)
    {
      Pair pair = pairs[i];
      guint k = i;

      for (; k > 0 && pairs[k - 1].number > pair.number; k--)
        pairs[k] = pairs[k - 1];
      pairs[k] = pair;
    }
}

static void
flush (Curve *self)
{
  guint begin = self->has_points ? FIRST : BREAK, end = self->has_break ? N_KEPT : BREAK;
  Pair *kept = self->kept;

  if (begin < end)
    sort (kept + begin, end - begin);
  for (guint i = begin; i < end; i++)
    if (i == begin || kept[i].number != kept[i - 1].number)
      emit (self, kept[i].point);
  self->has_points = self->has_break = FALSE;
}

static void
keep (Curve *self, Pair pair)
{
  Pair *kept = self->kept;

  if (!self->has_points)
    for (guint i = FIRST; i < BREAK; i++)
      kept[i] = pair;
  self->has_points = TRUE;
  kept[LAST] = pair;
  if (pair.point.x < kept[LEFT].point.x)
    kept[LEFT] = pair;
  if (pair.point.x > kept[RIGHT].point.x)
    kept[RIGHT] = pair;
  if (pair.point.y < kept[LOWEST].point.y)
    kept[LOWEST] = pair;
  if (pair.point.y > kept[HIGHEST].point.y)
    kept[HIGHEST] = pair;
}

static void
add (Curve *self, guint64 number, GscopeXyPoint point)
{
  if (number > 0 && number % self->bucket == 0)
    flush (self);
  if (!isnan (point.x) && !isnan (point.y))
    keep (self, (Pair){ number, point });
  else if (!self->has_break)
    {
      self->has_break = TRUE;
      self->kept[BREAK] = (Pair){ number, { NAN, NAN } };
    }
}

/**
 * gscope_xy_get_points:
 * @x: the trace of the X axis
 * @x_holds: whether values of @x hold until the next sample; otherwise they are interpolated
 *   linearly
 * @y: the trace of the Y axis, on the same clock
 * @y_holds: the same for @y
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 * @points: (out caller-allocates) (array length=n): the curve, in the order of time
 * @n: the size of @points, at least %GSCOPE_XY_MIN_POINTS
 *
 * Gets the curve of one signal over another. Points are at the times of the trace that has fewer
 * samples in the interval. The other trace is interpolated, or holds its value, at these times.
 * More than @n points are divided into buckets of equal size, each of which keeps its first and
 * last point and the extreme points of both axes, so that the outline is preserved. More than
 * 1048576 points are first decimated evenly. Where either trace is broken or has not begun, the
 * curve is broken by a point that is not-a-number.
 *
 * Returns: the number of points written
 *
 * Since: 1.0
 */
gsize
gscope_xy_get_points (GscopeTrace *x, gboolean x_holds, GscopeTrace *y, gboolean y_holds,
                      gint64 begin, gint64 end, GscopeXyPoint *points, gsize n)
{
  guint64 x_from = gscope_trace_find (x, begin), x_to = gscope_trace_find (x, end);
  guint64 y_from = gscope_trace_find (y, begin), y_to = gscope_trace_find (y, end);
  gboolean by_x = x_to - x_from <= y_to - y_from;
  guint64 from = by_x ? x_from : y_from, to = by_x ? x_to : y_to;
  guint64 stride = (to - from) / MAX_PAIRS + 1, n_pairs = (to - from + stride - 1) / stride;
  Curve curve = { .points = points, .n = n };
  GscopeSampler sampler;

  g_return_val_if_fail (n >= GSCOPE_XY_MIN_POINTS, 0);

  if (from >= to)
    return 0;

  curve.bucket = n_pairs <= n ? 1 : (n_pairs - 1) / (n / N_KEPT) + 1;
  gscope_sampler_start (&sampler, by_x ? y : x, by_x ? y_holds : x_holds,
                        gscope_trace_get_time (by_x ? x : y, from));
  for (guint64 i = 0; i < n_pairs; i++)
    {
      guint64 position = from + i * stride;
      double value = gscope_trace_get_value (by_x ? x : y, position);
      double other = gscope_sampler_get (&sampler, gscope_trace_get_time (by_x ? x : y, position));

      add (&curve, i, by_x ? (GscopeXyPoint){ value, other } : (GscopeXyPoint){ other, value });
    }
  flush (&curve);
  return curve.used;
}

/**
 * gscope_xy_dup_points: (rename-to gscope_xy_get_points)
 * @x: the trace of the X axis
 * @x_holds: whether values of @x hold until the next sample; otherwise they are interpolated
 *   linearly
 * @y: the trace of the Y axis, on the same clock
 * @y_holds: the same for @y
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 * @max: how many points at most, at least %GSCOPE_XY_MIN_POINTS
 * @n: (out): the number of points
 *
 * Gets the curve of one signal over another, as gscope_xy_get_points() does, for languages whose
 * arrays know their lengths.
 *
 * Returns: (transfer full) (array length=n) (nullable): the curve, in the order of time
 *
 * Since: 1.0
 */
GscopeXyPoint *
gscope_xy_dup_points (GscopeTrace *x, gboolean x_holds, GscopeTrace *y, gboolean y_holds,
                      gint64 begin, gint64 end, gsize max, gsize *n)
{
  GscopeXyPoint *points;

  *n = 0;
  g_return_val_if_fail (max >= GSCOPE_XY_MIN_POINTS, NULL);

  max = MIN (max, MAX_PAIRS);
  points = g_new (GscopeXyPoint, max);
  *n = gscope_xy_get_points (x, x_holds, y, y_holds, begin, end, points, max);
  return points;
}

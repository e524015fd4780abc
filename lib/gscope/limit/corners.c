/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The corners of a mask: the bounds between them, and their changes. */

#include <gscope/limit/corners.h>

#include <math.h>
#include <string.h>

/* Returns a bound at a time between two corners; the later corner counts where both are at that time. */
static double
interpolate (double from, double to, double share)
{
  if (share <= 0 || from == to)
    return from;
  return isinf (from) || isinf (to) ? NAN : from + share * (to - from);
}

GscopeLimitCorner
gscope_limit_corners_interpolate (const GscopeLimitCorner *corners, gsize n, gint64 time,
                                  gsize *place)
{
  const GscopeLimitCorner *from, *to;
  GscopeLimitCorner bounds = { .time = time };
  double share;

  while (*place + 2 < n && corners[*place + 1].time <= time)
    (*place)++;
  from = &corners[*place];
  to = &corners[*place + 1];
  share =
      to->time > from->time ? (double) (time - from->time) / (double) (to->time - from->time) : 0;
  bounds.lower = interpolate (from->lower, to->lower, share);
  bounds.upper = interpolate (from->upper, to->upper, share);
  if (isnan (bounds.lower))
    bounds.lower = -INFINITY;
  if (isnan (bounds.upper))
    bounds.upper = INFINITY;
  return bounds;
}

/* Returns whether a mask without one of its corners has a length. */
static gboolean
has_length_without (const GscopeLimitCorner *corners, gsize n, gsize place)
{
  gsize first = place == 0 ? 1 : 0, last = place == n - 1 ? n - 2 : n - 1;

  return n > 2 && corners[first].time < corners[last].time;
}

/**
 * gscope_limit_mask_move_corner: (skip)
 * @corners: the corners of a mask
 * @n: the number of corners
 * @place: the place of a corner among them
 * @time: its new time, nanoseconds from the trigger
 * @is_upper: whether its upper bound is moved, or else its lower bound
 * @bound: its new bound, in the unit of the signal
 *
 * Moves a corner: not beyond the corners beside it, and not beyond its other bound. It keeps its time if all corners would be at
 * one time.
 *
 * Since: 1.0
 */
void
gscope_limit_mask_move_corner (GscopeLimitCorner *corners, gsize n, gsize place, gint64 time,
                               gboolean is_upper, double bound)
{
  GscopeLimitCorner *corner;
  gint64 before;

  g_return_if_fail (corners && place < n);

  corner = &corners[place];
  before = corner->time;
  if (place > 0)
    time = MAX (time, corners[place - 1].time);
  if (place + 1 < n)
    time = MIN (time, corners[place + 1].time);
  corner->time = time;
  if (corners[0].time == corners[n - 1].time)
    corner->time = before;
  if (is_upper)
    corner->upper = MAX (bound, corner->lower);
  else
    corner->lower = MIN (bound, corner->upper);
}

/**
 * gscope_limit_mask_add_corner: (skip)
 * @corners: the corners of a mask, with room for one more
 * @n: the number of corners, at least 2 and less than %GSCOPE_LIMIT_MAX_CORNERS
 * @time: the time of the new corner, nanoseconds from the trigger; brought into the mask
 *
 * Adds a corner on the lines of a mask, which keeps its shape. A bound that is open on one side of the new corner is open there.
 *
 * Returns: the place of the new corner among the @n + 1 corners
 *
 * Since: 1.0
 */
gsize
gscope_limit_mask_add_corner (GscopeLimitCorner *corners, gsize n, gint64 time)
{
  GscopeLimitCorner corner;
  gsize place = 0;

  g_return_val_if_fail (corners && n >= 2 && n < GSCOPE_LIMIT_MAX_CORNERS, 0);

  time = CLAMP (time, corners[0].time, corners[n - 1].time);
  corner = gscope_limit_corners_interpolate (corners, n, time, &place);
  place++;
  memmove (&corners[place + 1], &corners[place], (n - place) * sizeof *corners);
  corners[place] = corner;
  return place;
}

/**
 * gscope_limit_mask_remove_corner: (skip)
 * @corners: the corners of a mask
 * @n: the number of corners
 * @place: the place of a corner among them
 *
 * Removes a corner, unless the others would make no mask: it has at least two corners, at different times.
 *
 * Returns: %TRUE if the corner is removed, so that there are @n - 1 corners
 *
 * Since: 1.0
 */
gboolean
gscope_limit_mask_remove_corner (GscopeLimitCorner *corners, gsize n, gsize place)
{
  g_return_val_if_fail (corners && place < n, FALSE);

  if (!has_length_without (corners, n, place))
    return FALSE;
  memmove (&corners[place], &corners[place + 1], (n - place - 1) * sizeof *corners);
  return TRUE;
}

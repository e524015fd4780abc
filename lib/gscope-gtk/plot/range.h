/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A range that follows the visible values. On a linear scale its ends are multiples of 1, 2 or 5 times a power of
 * ten, about a fifth of its length. It grows at once, but shrinks only after half of it was
 * sufficient for three seconds, so that the picture is steady. It includes zero if that is close. On a logarithmic scale its ends are 1, 2 or 5 times
 * a power of ten, and it is at least a decade and at most twelve; its halves are halves of the decades. */
typedef struct
{
  double min;
  double max;
  /* Time (ns) since which half of it is sufficient: G_MAXINT64 if it is not, G_MININT64 before the
   * first values. */
  gint64 roomy_since;
  /* set it before the first values; all of them are above 0 then */
  gboolean logarithmic;
} GscopeGtkRange;

#define GSCOPE_GTK_RANGE_INIT                                                                      \
  {                                                                                                \
    0, 1, G_MININT64, FALSE                                                                        \
  }

/* Updates the range by the smallest and largest visible value at a time (ns); no values if min >
 * max. Returns whether the range changed. */
gboolean gscope_gtk_range_follow (GscopeGtkRange *self, double min, double max, gint64 time);

/* Fits the range tightly to the values at once. */
void gscope_gtk_range_fit (GscopeGtkRange *self, double min, double max);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A range of values that follows what is to be shown. Its ends are multiples of 1, 2 or 5 times a
 * power of ten, about a fifth of its length. It grows at once, and shrinks once half of it was
 * enough for three seconds, so that the picture stays still. It includes zero where that is close. */
typedef struct
{
  double min;
  double max;
  /* Since when (ns) half of it would be enough: G_MAXINT64 if it is not, G_MININT64 if nothing was
   * shown yet. */
  gint64 roomy_since;
} GscopeGtkRange;

#define GSCOPE_GTK_RANGE_INIT                                                                      \
  {                                                                                                \
    0, 1, G_MININT64                                                                               \
  }

/* Takes the smallest and largest value shown at a time (ns); none if min > max. Returns whether the
 * range changed. */
gboolean gscope_gtk_range_follow (GscopeGtkRange *self, double min, double max, gint64 time);

/* The tightest such range, now. */
void gscope_gtk_range_fit (GscopeGtkRange *self, double min, double max);

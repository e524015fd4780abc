/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A range of values that follows what is to be shown: it grows at once, to the next step of 1, 2 or
 * 5 times a power of ten, and shrinks by such steps once less than half of it was in use for a
 * while, so that the picture stays still. */
typedef struct
{
  double min;
  double max;
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

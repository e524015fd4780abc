/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/* A regular grid of times: point i is at anchor + i * step, rounded to a nanosecond. */
typedef struct
{
  gint64 anchor;
  double step;
} GscopeGrid;

/* Result of filling a grid. */
typedef enum
{
  GSCOPE_RESAMPLED,
  GSCOPE_RESAMPLE_WAITS,
  GSCOPE_RESAMPLE_BROKEN,
} GscopeResampling;

gint64 gscope_grid_get_time (const GscopeGrid *grid, guint64 i);

/* Returns the typical spacing of n samples from a position on, in nanoseconds; 0 if there are
 * fewer. */
double gscope_resample_find_step (GscopeTrace *trace, guint64 position, gsize n);

/* Computes the values at n points of a grid from `first` on: the last sample at or before a point,
 * or a linear interpolation. Returns that it waits while the trace ends before the last point.
 * Where the trace is broken, *broken is the time of the sample without a value. */
GscopeResampling gscope_resample (GscopeTrace *trace, const GscopeGrid *grid, guint64 first,
                                  gboolean hold, double *values, gsize n, gint64 *broken);

G_END_DECLS

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/**
 * GscopeXyPoint:
 * @x: value of the X signal, in its unit
 * @y: value of the Y signal at the same time, in its unit
 *
 * A point on the curve of one signal over another. Both are not-a-number where the curve is broken.
 *
 * Since: 1.0
 */
typedef struct
{
  double x;
  double y;
} GscopeXyPoint;

/**
 * GSCOPE_XY_MIN_POINTS:
 *
 * The smallest number of points that a curve must have room for.
 *
 * Since: 1.0
 */
#define GSCOPE_XY_MIN_POINTS 16

GSCOPE_AVAILABLE_IN_1_0
gsize gscope_xy_get_points (GscopeTrace *x, gboolean x_holds, GscopeTrace *y, gboolean y_holds,
                            gint64 begin, gint64 end, GscopeXyPoint *points, gsize n);
GSCOPE_AVAILABLE_IN_1_0
GscopeXyPoint *
gscope_xy_dup_points (GscopeTrace *x, gboolean x_holds, GscopeTrace *y, gboolean y_holds,
                      gint64 begin, gint64 end, gsize max, gsize *n);

G_END_DECLS

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

/* The smallest and the largest of several values; min > max if there are none. */
typedef struct
{
  double min;
  double max;
} GscopeExtent;

#define GSCOPE_EXTENT_EMPTY ((GscopeExtent){ INFINITY, -INFINITY })

void gscope_minmax (const double *values, gsize n, GscopeExtent *extent);
void gscope_minmax_extents (const GscopeExtent *extents, gsize n, GscopeExtent *extent);
gsize gscope_copy_finite (double *to, const double *from, gsize n);
void gscope_copy_times (gint64 *to, const gint64 *from, gsize n);
gsize gscope_find_outside (const double *values, gsize from, gsize n, const GscopeExtent *extent);

/* The portable version, for processors without a faster one. */
void gscope_minmax_plain (const double *values, gsize n, GscopeExtent *extent);
gsize gscope_copy_finite_plain (double *to, const double *from, gsize n);
gsize
gscope_find_outside_plain (const double *values, gsize from, gsize n, const GscopeExtent *extent);

G_END_DECLS

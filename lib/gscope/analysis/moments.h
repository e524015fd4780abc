/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/* Number and mean of values, and the sum of the squares of their distances from it. */
typedef struct
{
  guint64 n;
  double mean;
  double squares;
} GscopeMoments;

/* Of the samples from position to position that have a value. */
GscopeMoments gscope_moments_measure (GscopeTrace *trace, guint64 begin, guint64 end);
void gscope_moments_merge (GscopeMoments *self, const GscopeMoments *other);

G_END_DECLS

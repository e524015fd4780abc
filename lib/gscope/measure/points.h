/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

/* The samples of an interval: times in seconds from its begin, and values, which are not-a-number where a gap begins. */
typedef struct
{
  double *times;
  double *values;
  gsize n;
  /* the samples that are still to be read; no trace after the last one */
  GscopeTrace *trace;
  guint64 position;
  guint64 end;
  gint64 begin;
} GscopeMeasurePoints;

/* Begins to read the samples from a time on and before another one, at most the newest 16 million. */
void gscope_measure_points_begin (GscopeMeasurePoints *self, GscopeTrace *trace, gint64 begin,
                                  gint64 end);
/* Reads some of them, at most about `max`. Returns whether there are more. */
gboolean gscope_measure_points_go_on (GscopeMeasurePoints *self, gsize max);
void gscope_measure_points_clear (GscopeMeasurePoints *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GscopeMeasurePoints, gscope_measure_points_clear)

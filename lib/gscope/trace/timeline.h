/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/history.h>

G_BEGIN_DECLS

/**
 * GscopeTimeline:
 * @trace: the samples that are here
 * @history: (nullable): answers for the time that is not in @trace
 *
 * All that is known of a signal over time. Views draw it, whatever part has its samples here.
 *
 * Since: 1.0
 */
typedef struct
{
  GscopeTrace *trace;
  GscopeHistory *history;
} GscopeTimeline;

GSCOPE_AVAILABLE_IN_1_0
void gscope_timeline_get_columns (const GscopeTimeline *self, gint64 time, gint64 width, gsize n,
                                  GscopeColumn *columns, double *borders);
GSCOPE_AVAILABLE_IN_1_0
void gscope_timeline_get_density (const GscopeTimeline *self, gint64 time, gint64 width, gsize n,
                                  double min, double max, gboolean logarithmic, gsize n_bins,
                                  float *weights);
GSCOPE_AVAILABLE_IN_1_0
void gscope_timeline_get_shares (const GscopeTimeline *self, gint64 time, gint64 width, gsize n,
                                 gint64 until, gsize n_states, gint64 *durations);
GSCOPE_AVAILABLE_IN_1_0
void gscope_timeline_get_range (const GscopeTimeline *self, gint64 begin, gint64 end,
                                GscopeColumn *column);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_timeline_find_before (const GscopeTimeline *self, gint64 time, gint64 width,
                                      GscopeSample *sample);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_timeline_find_after (const GscopeTimeline *self, gint64 time, gint64 width,
                                     GscopeSample *sample);
GSCOPE_AVAILABLE_IN_1_0
GArray *
gscope_timeline_list_gaps (const GscopeTimeline *self, gint64 begin, gint64 end, gint64 width);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_timeline_lacks (const GscopeTimeline *self, gint64 time);
GSCOPE_AVAILABLE_IN_1_0
GscopeTrace *gscope_timeline_compose (const GscopeTimeline *self, gint64 begin, gint64 end,
                                      gint64 width, guint64 *n_coarse);
GSCOPE_AVAILABLE_IN_1_0
void gscope_timeline_look (const GscopeTimeline *self, gpointer viewer, gint64 begin, gint64 end,
                           gint64 width);

G_END_DECLS

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/minmax.h>
#include <gscope/trace/trace.h>

/* The extents of a signal's samples, with a fixed number of samples a cell. It replaces missing
 * samples in a trace with two samples a cell, the smallest and the largest. */
typedef struct
{
  GArray *cells;
  /* the cell that is being filled */
  gsize n;
  gint64 begin;
  gint64 end;
  GscopeExtent extent;
} GscopeOverview;

enum
{
  GSCOPE_OVERVIEW_CELL = 256,
  /* The approximate size of a cell here and in a trace. */
  GSCOPE_OVERVIEW_CELL_BYTES = 72,
};

void gscope_overview_init (GscopeOverview *self);
void gscope_overview_clear (GscopeOverview *self);
void gscope_overview_append (GscopeOverview *self, gsize cell_size, const gint64 *times,
                             const double *values, gsize n);
void gscope_overview_append_gap (GscopeOverview *self, gint64 time, GscopeGapCause cause);
/* Replaces samples in place by the smallest and the largest of each cell; what is no number is kept. Returns how many
 * samples there are then. */
gsize gscope_overview_reduce (gsize cell_size, gint64 *times, double *values, gsize n);
guint gscope_overview_get_n_cells (const GscopeOverview *self);

/* Makes one cell of two. */
void gscope_overview_coarsen (GscopeOverview *self);

/* Appends what began before a time, up to it; what ended after a time, from it on. */
void gscope_overview_write_before (const GscopeOverview *self, gint64 time, GscopeTrace *trace);
void gscope_overview_write_after (const GscopeOverview *self, gint64 time, GscopeTrace *trace);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/paint/mapping.h>
#include <gscope/gscope.h>

typedef struct _GscopeGtkLooks GscopeGtkLooks;

/* The drawing of one signal in one lane. The mapping leads from
 * the bottom of the lane to its top. An ended signal's line ends at its last sample; otherwise steps hold to the pen. */
typedef struct
{
  GscopeTrace *trace;
  /* NULL if the trace has all samples */
  GscopeHistory *history;
  /* nanoseconds from a time of the plot to the time of the samples that are drawn there; states are not shifted */
  gint64 shift;
  /* from 0 to 1, which is invisible */
  float fade;
  GscopeLineMode mode;
  guint32 color;
  gboolean dashed;
  gboolean ended;
  GscopeGtkMapping mapping;
  /* how states are drawn, in a row of the lane, pixels from its top; NULL if values are numbers */
  const GscopeGtkLooks *looks;
  int row_top;
  int row_height;
} GscopeGtkStroke;

/* The extent of a stroke in one column, in pixels from the lane's top, downwards. The column
 * holds the line between top and bottom (top <= bottom), enters at `enter` and leaves at `leave`,
 * which lie between them; a break on a side is not-a-number there. Nothing is drawn where
 * top > bottom. Of points, enter and leave are not-a-number if the column has dots at top and bottom
 * only, and otherwise dots all the way between them. Impulses have neither. Parts outside the lane
 * are kept up to a million pixels. */
typedef struct
{
  float top;
  float bottom;
  float enter;
  float leave;
} GscopeGtkSpan;

/* Yields spans for n columns of `width` ns each, the first beginning at `time`; none for columns that
 * begin after `pen`. height is the lane's, in device pixels. spans of columns depend on nothing
 * outside of them but the samples next to their edges, so that any split into strips gives the same
 * picture.
 *
 * A sample changes the columns from its own on, and those back to the sample before it if lines are
 * drawn from sample to sample (lines, filled). */
void gscope_gtk_painter_get_spans (const GscopeGtkStroke *stroke, gint64 time, gint64 width,
                                   gsize n, gint64 pen, double height, GscopeGtkSpan *spans);

/* Returns the position of a value, in pixels from the lane's top: max is in the middle of the
 * topmost pixel, min in the middle of the lowest. Not-a-number for a value without a place. */
double gscope_gtk_painter_get_y (const GscopeGtkMapping *mapping, double height, double value);

/* Returns where impulses and areas begin: the position of 0, or the end of the lane next to it, less a margin. */
double gscope_gtk_painter_get_base (const GscopeGtkStroke *stroke, double height, double margin);

/* Gets the smallest and the largest value of the samples in [begin, end); without samples, the
 * value of the last one before it, and min > max if there is none. Only positive values count for a logarithmic axis;
 * the smallest of them may be missed where others are beside it. */
void gscope_gtk_painter_get_extent (const GscopeTimeline *timeline, gint64 begin, gint64 end,
                                    gboolean positive, double *min, double *max);

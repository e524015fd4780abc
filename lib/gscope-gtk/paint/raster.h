/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/paint/coverage.h>
#include <gscope-gtk/paint/painter.h>

/* A lane of the plot: device pixels. Grid lines are at rows of the plot; the first and last row of
 * the lane are its frame. */
typedef struct
{
  int top;
  int height;
  const int *rows;
  guint n_rows;
  const GscopeGtkStroke *strokes;
  guint n_strokes;
} GscopeGtkLane;

/* The complete input of a plot's pixels. Lanes come from the top down and do not overlap. Columns
 * have the viewport's grid: `width` ns each, column k from k * width on. Vertical grid lines are at
 * multiples of grid_step ns; none if it is 0. line_width is in device pixels, from 1 to 8. Times
 * after pen are blank. With phosphor (persistence), the opacity in columns of many samples follows
 * how often the signal had a value. Colours are 0xAARRGGBB; their alpha is ignored. A caller that draws often
 * owns the coverage of strokes, which then keeps its memory; NULL allocates it for each strip. */
typedef struct
{
  const GscopeGtkLane *lanes;
  guint n_lanes;
  int height;
  gint64 column_width;
  gint64 grid_step;
  gint64 pen;
  double line_width;
  guint32 background;
  guint32 plot;
  guint32 grid;
  guint32 frame;
  gboolean phosphor;
  GscopeGtkCoverage *coverage;
} GscopeGtkPlot;

/* Draws the n columns from `column` on into opaque pixels (xRGB, native endian); stride in pixels. A
 * previous sweep's columns are drawn faded, at half opacity over the plot's background. */
void gscope_gtk_raster_strip (const GscopeGtkPlot *plot, gint64 column, gsize n, gboolean faded,
                              guint32 *pixels, gsize stride);

/* Returns how many columns a line reaches beyond the columns of its samples: a changed column also
 * changes this number of columns on both sides. */
guint gscope_gtk_raster_get_reach (double line_width);

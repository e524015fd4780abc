/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

enum
{
  GSCOPE_GTK_COVERAGE_COLUMNS = 16,
  /* groups of four columns, which a register holds */
  GSCOPE_GTK_COVERAGE_QUADS = GSCOPE_GTK_COVERAGE_COLUMNS / 4,
};

/* The differences from a row's coverage to the next one's: by steps, and by kinks from which on each
 * row differs from the one before by that much more. */
typedef struct
{
  float steps[GSCOPE_GTK_COVERAGE_COLUMNS];
  float kinks[GSCOPE_GTK_COVERAGE_COLUMNS];
} GscopeGtkCoverageRow;

/* The coverage of each pixel by a stroke, in a block of columns over a lane. The exact areas of
 * shapes are summed, and a sum above 1 counts as 1. Drawing clears it. In each quad the rows from
 * low to high are in use. */
typedef struct
{
  GscopeGtkCoverageRow *rows;
  int max_height;
  int height;
  int low[GSCOPE_GTK_COVERAGE_QUADS];
  int high[GSCOPE_GTK_COVERAGE_QUADS];
} GscopeGtkCoverage;

/* Makes room for lanes of up to max_height rows. The coverage is all 0, or all that was added to it was drawn. Set height, in rows,
 * before adding. */
void gscope_gtk_coverage_reserve (GscopeGtkCoverage *self, int max_height);
/* Frees the room. */
void gscope_gtk_coverage_clear (GscopeGtkCoverage *self);

/* Adds a box in column x, of the width `part` (1 is the whole column), from y0 to y1. Parts outside
 * the block and the lane are left out. */
void gscope_gtk_coverage_add_box (GscopeGtkCoverage *self, int x, float y0, float y1, float part);

/* Adds a wedge, whose width changes linearly from part0 at y0 to part1 at y1; only its part from
 * low to high. */
void gscope_gtk_coverage_add_wedge (GscopeGtkCoverage *self, int x, float y0, float part0, float y1,
                                    float part1, float low, float high);

/* Adds a straight line, only its part from low to high: `middle` is its position in the middle of
 * the column, `rise` its change over the column (not negative), and `reach` the vertical distance
 * of its edges from its centre, at least half of rise. */
void gscope_gtk_coverage_add_band (GscopeGtkCoverage *self, int x, float middle, float rise,
                                   float reach, float low, float high);

/* Draws the first n columns in a colour, at an opacity of 0 to 1, over opaque pixels (xRGB), the
 * first of which is at the lane's top left; stride in pixels. Clears self. */
void gscope_gtk_coverage_draw (GscopeGtkCoverage *self, guint n, guint32 color, float opacity,
                               guint32 *pixels, gsize stride);

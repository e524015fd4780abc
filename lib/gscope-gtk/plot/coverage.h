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

/* How much of each pixel a stroke covers, in a block of columns over a lane. Shapes are added up,
 * exactly by area whatever fraction of a pixel they begin at, and what is above 1 counts as 1. It is
 * empty again after drawing. Of each quad the rows from low to high were touched. */
typedef struct
{
  GscopeGtkCoverageRow *rows;
  int height;
  int low[GSCOPE_GTK_COVERAGE_QUADS];
  int high[GSCOPE_GTK_COVERAGE_QUADS];
} GscopeGtkCoverage;

/* Room for lanes of up to max_height rows; set height, in rows, before adding. */
void gscope_gtk_coverage_init (GscopeGtkCoverage *self, int max_height);
void gscope_gtk_coverage_clear (GscopeGtkCoverage *self);

/* A part of column x, as wide as `part` (1 is all of it), from y0 to y1. Columns outside of the
 * block and parts outside of the lane are left out. */
void gscope_gtk_coverage_add_box (GscopeGtkCoverage *self, int x, float y0, float y1, float part);

/* The same, where the covered part of the column changes straight from part0 at y0 to part1 at y1; only
 * what lies from low to high. */
void gscope_gtk_coverage_add_wedge (GscopeGtkCoverage *self, int x, float y0, float part0, float y1,
                                    float part1, float low, float high);

/* A straight line, only what lies from low to high: `middle` is where it is in the middle of the
 * column, `rise` how far it gets through the column (not negative), and `reach` how far its edges are
 * from it, measured vertically; at least half of rise. */
void gscope_gtk_coverage_add_band (GscopeGtkCoverage *self, int x, float middle, float rise,
                                   float reach, float low, float high);

/* Draws the first n columns in a colour, at an opacity of 0 to 1, over opaque pixels (xRGB) of which
 * the first is at the lane's top left; stride in pixels. Empties self. */
void gscope_gtk_coverage_draw (GscopeGtkCoverage *self, guint n, guint32 color, float opacity,
                               guint32 *pixels, gsize stride);

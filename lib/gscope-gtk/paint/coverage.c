/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/coverage.h>

#include <string.h>

enum
{
  COLUMNS = GSCOPE_GTK_COVERAGE_COLUMNS,
  QUADS = GSCOPE_GTK_COVERAGE_QUADS,
  /* A step changes two rows and a kink three; the last ones may be beyond the lane. */
  EXTRA_ROWS = 3,
};

/* A narrower edge is treated as vertical: its slope would be too large to sum. */
#define THIN (1 / 16.0f)

static inline void
forget (GscopeGtkCoverage *self, guint quad)
{
  self->low[quad] = G_MAXINT;
  self->high[quad] = -1;
}

void
gscope_gtk_coverage_reserve (GscopeGtkCoverage *self, int max_height)
{
  if (self->rows && max_height <= self->max_height)
    return;
  g_free (self->rows);
  self->rows = g_new0 (GscopeGtkCoverageRow, max_height + EXTRA_ROWS);
  self->max_height = max_height;
  for (guint quad = 0; quad < QUADS; quad++)
    forget (self, quad);
}

void
gscope_gtk_coverage_clear (GscopeGtkCoverage *self)
{
  g_clear_pointer (&self->rows, g_free);
}

static inline void
touch (GscopeGtkCoverage *self, int x, float y0, float y1)
{
  guint quad = (guint) x / 4;

  self->low[quad] = MIN (self->low[quad], (int) y0);
  self->high[quad] = MAX (self->high[quad], (int) y1 + EXTRA_ROWS - 1);
}

/* The covered part changes by this much at y. */
static inline void
add_step (GscopeGtkCoverage *self, int x, float y, float part)
{
  int row = (int) y;
  float below = part * (y - row);

  self->rows[row].steps[x] += part - below;
  self->rows[row + 1].steps[x] += below;
}

/* The slope of the covered part changes by this much, per row, at y: rows below gain the integral of a
 * ramp, of which these are the second differences. */
static inline void
add_kink (GscopeGtkCoverage *self, int x, float y, float slope)
{
  int row = (int) y;
  float rest = 1 - (y - row), square = rest * rest;

  self->rows[row].kinks[x] += slope * 0.5f * square;
  self->rows[row + 1].kinks[x] += slope * (0.5f + rest - square);
  self->rows[row + 2].kinks[x] += slope * (0.5f - rest + 0.5f * square);
}

void
gscope_gtk_coverage_add_box (GscopeGtkCoverage *self, int x, float y0, float y1, float part)
{
  y0 = MAX (y0, 0);
  y1 = MIN (y1, self->height);
  if (!(y0 < y1) || x < 0 || x >= COLUMNS)
    return;

  add_step (self, x, y0, part);
  add_step (self, x, y1, -part);
  touch (self, x, y0, y1);
}

void
gscope_gtk_coverage_add_wedge (GscopeGtkCoverage *self, int x, float y0, float part0, float y1,
                               float part1, float low, float high)
{
  float slope, top = MAX (MAX (y0, low), 0), bottom = MIN (MIN (y1, high), self->height);

  if (!(top < bottom) || x < 0 || x >= COLUMNS)
    return;
  if (y1 - y0 < THIN)
    {
      gscope_gtk_coverage_add_box (self, x, top, bottom, (part0 + part1) / 2);
      return;
    }

  slope = (part1 - part0) / (y1 - y0);
  add_step (self, x, top, part0 + (top - y0) * slope);
  add_kink (self, x, top, slope);
  add_step (self, x, bottom, -part0 - (bottom - y0) * slope);
  add_kink (self, x, bottom, -slope);
  touch (self, x, top, bottom);
}

/* Adds a band that is completely within the lane. */
static void
add_whole_band (GscopeGtkCoverage *self, int x, float middle, float rise, float reach)
{
  float slope = 1 / rise;

  add_kink (self, x, middle - rise / 2 - reach, slope);
  add_kink (self, x, middle + rise / 2 - reach, -slope);
  add_kink (self, x, middle - rise / 2 + reach, -slope);
  add_kink (self, x, middle + rise / 2 + reach, slope);
  touch (self, x, middle - rise / 2 - reach, middle + rise / 2 + reach);
}

void
gscope_gtk_coverage_add_band (GscopeGtkCoverage *self, int x, float middle, float rise, float reach,
                              float low, float high)
{
  float top = middle - rise / 2 - reach, bottom = middle + rise / 2 + reach;

  if (x < 0 || x >= COLUMNS)
    return;
  if (rise < THIN)
    {
      gscope_gtk_coverage_add_box (self, x, MAX (middle - reach, low), MIN (middle + reach, high),
                                   1);
      return;
    }
  if (top >= MAX (low, 0) && bottom <= MIN (high, self->height))
    {
      add_whole_band (self, x, middle, rise, reach);
      return;
    }
  gscope_gtk_coverage_add_wedge (self, x, top, 0, top + rise, 1, low, high);
  gscope_gtk_coverage_add_box (self, x, MAX (top + rise, low), MIN (bottom - rise, high), 1);
  gscope_gtk_coverage_add_wedge (self, x, bottom - rise, 1, bottom, 0, low, high);
}

/* Four columns, which every processor has registers for. */
typedef float Floats __attribute__ ((vector_size (16)));
typedef gint32 Ints __attribute__ ((vector_size (16)));
typedef guint32 Pixels __attribute__ ((vector_size (16), aligned (4), may_alias));
typedef guint16 Channels __attribute__ ((vector_size (16)));
typedef guint64 Halves __attribute__ ((vector_size (16)));

/* Sums a row's differences to the opacity of its pixels, 0 to 256, and clears the row. */
static inline Ints
add_up (Floats *step, Floats *kink, Floats *sum, Floats *slope, Floats opacity)
{
  Floats part, whole = { 1, 1, 1, 1 };
  Ints below;

  *slope += *kink;
  *sum += *step + *slope;
  *kink = *step = (Floats){ 0 };
  part = (Floats) ((Ints) *sum & (*sum > 0));
  below = part < whole;
  part = (Floats) (((Ints) part & below) | ((Ints) whole & ~below));
  return __builtin_convertvector(part * opacity + 0.5f, Ints);
}

/* Blends two channels at a time: each has eight free bits above it, and differences wrap around. */
static inline void
blend (guint32 *pixels, Ints alpha, guint32 color)
{
  Pixels at = *(Pixels *) pixels, pair = (Pixels) alpha | (Pixels) alpha << 16;
  Channels red_blue = (Channels) (at & 0xff00ff), rest = (Channels) (at >> 8 & 0xff00ff);
  Channels to_red_blue = (Channels) ((Pixels){ 0 } + (color & 0xff00ff));
  Channels to_rest = (Channels) ((Pixels){ 0 } + (color >> 8 & 0xff00ff));

  red_blue = (red_blue << 8) + (to_red_blue - red_blue) * (Channels) pair + 0x80;
  rest = (rest << 8) + (to_rest - rest) * (Channels) pair + 0x80;
  *(Pixels *) pixels = (Pixels) (red_blue >> 8) | ((Pixels) rest & 0xff00ff00);
}

static inline gboolean
is_clear (Ints alpha)
{
  Halves halves = (Halves) alpha;

  return (halves[0] | halves[1]) == 0;
}

/* Blends the part of a block that is within the strip. */
static void
blend_some (guint32 *pixels, guint n, Ints alpha, guint32 color)
{
  guint32 some[4] = { 0 };

  memcpy (some, pixels, n * sizeof *some);
  blend (some, alpha, color);
  memcpy (pixels, some, n * sizeof *some);
}

/* Draws the first n columns of a quad. */
static void
draw_quad (GscopeGtkCoverage *self, guint quad, guint n, guint32 color, float opacity,
           guint32 *pixels, gsize stride)
{
  Floats sum = { 0 }, slope = { 0 }, scale = (Floats){ 0 } + opacity * 256;
  int high = self->high[quad];

  for (int y = self->low[quad]; y <= high; y++)
    {
      GscopeGtkCoverageRow *row = &self->rows[y];
      Ints alpha =
          add_up ((Floats *) row->steps + quad, (Floats *) row->kinks + quad, &sum, &slope, scale);

      if (y >= self->height || is_clear (alpha))
        continue;
      if (n == 4)
        blend (pixels + (gsize) y * stride, alpha, color);
      else
        blend_some (pixels + (gsize) y * stride, n, alpha, color);
    }
  forget (self, quad);
}

void
gscope_gtk_coverage_draw (GscopeGtkCoverage *self, guint n, guint32 color, float opacity,
                          guint32 *pixels, gsize stride)
{
  for (guint quad = 0; quad < QUADS; quad++)
    draw_quad (self, quad, CLAMP ((int) n - 4 * (int) quad, 0, 4), color | 0xff000000, opacity,
               pixels + 4 * quad, stride);
}

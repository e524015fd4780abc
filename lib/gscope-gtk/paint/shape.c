/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/shape.h>

#include <math.h>

/* Slopes in pixels per column: a line is divided into columns below it, and into rows above. */
#define STEEP 2.0f

#define DASH_ON 4
#define DASH_OFF 3

int
gscope_gtk_shape_get_reach (float line_width)
{
  return (int) ceilf (line_width - 0.5f);
}

/* Returns the part of a column that a vertical line of a radius covers, `offset` columns from its
 * own. */
static inline float
get_spill (float radius, int offset)
{
  return CLAMP (radius + 0.5f - offset, 0, 1);
}

static void
add_spills (GscopeGtkCoverage *coverage, float width, int x, float top, float bottom)
{
  for (int offset = 1; get_spill (width / 2, offset) > 0; offset++)
    {
      float spill = get_spill (width / 2, offset);

      gscope_gtk_coverage_add_box (coverage, x - offset, top, bottom, spill);
      gscope_gtk_coverage_add_box (coverage, x + offset, top, bottom, spill);
    }
}

/* Adds a vertical line in the middle of the column. Its overlap into neighbours grows with its
 * length, so that a short span does not thicken the line. */
static void
add_upright (GscopeGtkCoverage *coverage, float width, int x, float top, float bottom)
{
  float cap = width / 2, spilled = MIN (cap, (bottom - top) / 2);

  gscope_gtk_coverage_add_box (coverage, x, top - cap, bottom + cap, 1);
  if (bottom > top)
    add_spills (coverage, width, x, top - spilled, bottom + spilled);
}

/* Gets how far the line continues beyond y at a border, upwards and downwards. */
static void
look_beyond (const GscopeGtkSpan *neighbour, float y, float *above, float *below)
{
  if (!(neighbour->top <= neighbour->bottom))
    return;

  *above = MAX (*above, y - neighbour->top);
  *below = MAX (*below, neighbour->bottom - y);
}

/* Adds the straight line through the column. A steep line is divided into rows, which reach into
 * neighbouring columns; its ends are square where the line turns, and seamless where it continues. */
static void
add_straight (GscopeGtkCoverage *coverage, float width, const GscopeGtkSpan *span, int x,
              float enter, float leave)
{
  float rise = leave - enter, steep = fabsf (rise), reach = width / 2 * sqrtf (1 + rise * rise);
  float low = MIN (enter, leave), high = MAX (enter, leave), middle = (enter + leave) / 2;
  float above = low - span->top, below = span->bottom - high, unused = 0;
  const GscopeGtkSpan *upper = enter < leave ? span - 1 : span + 1;
  const GscopeGtkSpan *lower = enter < leave ? span + 1 : span - 1;
  int columns;

  look_beyond (upper, low, &above, &unused);
  look_beyond (lower, high, &unused, &below);
  if (steep < STEEP)
    {
      gscope_gtk_coverage_add_band (coverage, x, middle, steep, reach, low - width / 2 - above,
                                    high + width / 2 + below);
      return;
    }

  columns = gscope_gtk_shape_get_reach (width);
  for (int i = -columns; i <= columns; i++)
    gscope_gtk_coverage_add_band (coverage, x + i, middle + i * rise, steep, reach,
                                  low - MAX (width / 2 - above, 0),
                                  high + MAX (width / 2 - below, 0));
}

/* Adds a dot of twice the line's width, or a vertical row of dots. */
static void
add_dots (GscopeGtkCoverage *coverage, float radius, int x, float top, float bottom)
{
  gscope_gtk_coverage_add_box (coverage, x, top - radius, bottom + radius, 1);
  for (int offset = 1; get_spill (radius, offset) > 0; offset++)
    {
      float spill = get_spill (radius, offset), across = offset - 0.5f + spill / 2;
      float along = sqrtf (radius * radius - across * across);

      gscope_gtk_coverage_add_box (coverage, x - offset, top - along, bottom + along, spill);
      gscope_gtk_coverage_add_box (coverage, x + offset, top - along, bottom + along, spill);
    }
}

/* Adds the part beyond the straight line from y0 to y1. */
static void
add_peak (GscopeGtkCoverage *coverage, float width, int x, float y0, float y1, float cap0,
          float cap1)
{
  gscope_gtk_coverage_add_box (coverage, x, y0 - cap0, y1 + cap1, 1);
  add_spills (coverage, width, x, y0, y1);
}

static void
add_line (GscopeGtkCoverage *coverage, float width, const GscopeGtkSpan *span, int x)
{
  float enter = isnan (span->enter) ? span->leave : span->enter;
  float leave = isnan (span->leave) ? span->enter : span->leave;
  float low = MIN (enter, leave), high = MAX (enter, leave);
  float above = low - span->top, below = span->bottom - high;

  if (isnan (enter))
    {
      add_dots (coverage, width, x, span->top, span->bottom);
      return;
    }
  if (above + below > high - low)
    {
      add_upright (coverage, width, x, span->top, span->bottom);
      return;
    }
  add_straight (coverage, width, span, x, enter, leave);
  if (above > 0)
    add_peak (coverage, width, x, span->top, low, MIN (width / 2, 2 * above), 0);
  if (below > 0)
    add_peak (coverage, width, x, high, span->bottom, 0, MIN (width / 2, 2 * below));
}

static inline float
get_length (const GscopeGtkSpan *span)
{
  return span->top <= span->bottom ? span->bottom - span->top : 0;
}

/* Edges of steps are vertical; with an edge in each column they form a line. */
static void
add_step (GscopeGtkCoverage *coverage, float width, const GscopeGtkSpan *span, int x)
{
  if (get_length (span - 1) > 0 && get_length (span + 1) > 0)
    add_line (coverage, width, span, x);
  else
    add_upright (coverage, width, x, span->top, span->bottom);
}

static void
add_impulse (GscopeGtkCoverage *coverage, float width, const GscopeGtkSpan *span, int x)
{
  add_upright (coverage, width, x, span->top, span->bottom);
}

static void
add_points (GscopeGtkCoverage *coverage, float width, const GscopeGtkSpan *span, int x)
{
  if (!isnan (span->enter) || span->bottom - span->top < 2 * width)
    {
      add_dots (coverage, width, x, span->top, span->bottom);
      return;
    }
  add_dots (coverage, width, x, span->top, span->top);
  add_dots (coverage, width, x, span->bottom, span->bottom);
}

static const struct
{
  void (*add) (GscopeGtkCoverage *coverage, float width, const GscopeGtkSpan *span, int x);
} modes[GSCOPE_N_LINE_MODES] = {
  [GSCOPE_LINE_MODE_STEPS] = { add_step },       [GSCOPE_LINE_MODE_LINES] = { add_line },
  [GSCOPE_LINE_MODE_POINTS] = { add_points },    [GSCOPE_LINE_MODE_FILLED] = { add_line },
  [GSCOPE_LINE_MODE_IMPULSES] = { add_impulse },
};

void
gscope_gtk_shape_add (GscopeGtkCoverage *coverage, GscopeLineMode mode, float line_width,
                      const GscopeGtkSpan *span, int x)
{
  if (span->top <= span->bottom)
    modes[mode].add (coverage, line_width, span, x);
}

void
gscope_gtk_shape_add_area (GscopeGtkCoverage *coverage, const GscopeGtkSpan *span, float base,
                           int x)
{
  float enter = isnan (span->enter) ? span->leave : span->enter;
  float leave = isnan (span->leave) ? span->enter : span->leave;
  float low = MIN (enter, leave), high = MAX (enter, leave);

  if (!(span->top <= span->bottom) || isnan (enter))
    return;

  gscope_gtk_coverage_add_wedge (coverage, x, low, 0, high, 1, -INFINITY, base);
  gscope_gtk_coverage_add_box (coverage, x, high, base, 1);
  gscope_gtk_coverage_add_box (coverage, x, base, low, 1);
  gscope_gtk_coverage_add_wedge (coverage, x, low, 1, high, 0, base, INFINITY);
}

gboolean
gscope_gtk_shape_is_between_dashes (const GscopeGtkSpan *span, float line_width, gint64 column)
{
  gint64 period = (gint64) ((DASH_ON + DASH_OFF) * line_width + 0.5f);
  gint64 phase = (column % period + period) % period;
  float beside = MAX (get_length (span - 1), get_length (span + 1));

  if (phase < (gint64) (DASH_ON * line_width + 0.5f))
    return FALSE;
  return get_length (span) <= MAX (DASH_ON * line_width, 2 * beside);
}

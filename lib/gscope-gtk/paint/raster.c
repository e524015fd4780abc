/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/raster.h>
#include <gscope-gtk/paint/shape.h>
#include <gscope-gtk/paint/states.h>

#include <math.h>
#include <string.h>

/* Columns with persistence: opacity follows how often the signal had a value; it is highest at the
 * most frequent value, and has a minimum from the smallest to the largest value. A column's grades
 * depend only on its own samples. */
typedef struct
{
  float *weights;
  float *grades;
  int height;
} Phosphor;

/* Smallest opacity of a value that occurs. */
#define FAINT 0.12f
/* Smallest number of samples in a column that is graded. */
#define MIN_COUNT 8

/* Allocates room for columns in lanes of up to max_height rows. */
static void
phosphor_init (Phosphor *self, int max_columns, int max_height)
{
  self->weights = g_new (float, (gsize) max_height *max_columns);
  self->grades = g_new (float, max_height);
  self->height = 0;
}

static void
phosphor_clear (Phosphor *self)
{
  g_clear_pointer (&self->weights, g_free);
  g_clear_pointer (&self->grades, g_free);
}

/* Computes n columns of `width` ns, the first of which begins at `time`, in a lane of a height. Each row of pixels is a
 * bin, so the range extends by half a pixel beyond the middles of the first and the last row. On a logarithmic axis, bins
 * are even by the logarithms of values, too. */
static void
phosphor_load (Phosphor *self, const GscopeGtkStroke *stroke, gint64 time, gint64 width, int n,
               int height)
{
  GscopeGtkMapping mapping = stroke->mapping;

  self->height = mapping.max > mapping.min ? height : 0;
  if (self->height == 0)
    return;
  gscope_gtk_mapping_move (&mapping, 0, 1 + 1.0 / MAX (1, height - 1));
  gscope_timeline_get_density (&(GscopeTimeline){ stroke->trace, stroke->history },
                               time + stroke->shift, width, n, mapping.min, mapping.max,
                               mapping.logarithmic, height, self->weights);
}

/* Computes the grades of the rows from the top down, as the square root of their part of the most
 * frequent one, which makes rare values visible. */
static gboolean
grade (Phosphor *self, const float *weights)
{
  float most = 0, count = 0;

  for (int y = 0; y < self->height; y++)
    {
      most = MAX (most, weights[y]);
      count += weights[y];
    }
  if (count < MIN_COUNT)
    return FALSE;
  for (int y = 0; y < self->height; y++)
    self->grades[y] = sqrtf (MAX (0, weights[self->height - 1 - y]) / most);
  return TRUE;
}

/* Returns the largest grade within the line's width around a row. */
static float
get_grade (const Phosphor *self, int y, float reach)
{
  float result = self->grades[y];

  for (int i = 1; reach > 0; i++, reach -= 1)
    {
      float part = MIN (1, reach);

      if (y >= i)
        result = MAX (result, part * self->grades[y - i]);
      if (y + i < self->height)
        result = MAX (result, part * self->grades[y + i]);
    }
  return result;
}

/* Adds the loaded column i, which has a span, as column x. Returns FALSE and adds nothing if there
 * are too few samples to grade: a line shows them better. */
static gboolean
phosphor_add (Phosphor *self, GscopeGtkCoverage *coverage, float line_width,
              const GscopeGtkSpan *span, int i, int x)
{
  float reach = (line_width - 1) / 2;
  int top = MAX (0, (int) (span->top - line_width));
  int bottom = MIN (self->height - 1, (int) (span->bottom + line_width));

  if (!grade (self, self->weights + (gsize) i * self->height))
    return FALSE;
  gscope_gtk_coverage_add_box (coverage, x, span->top - line_width / 2,
                               span->bottom + line_width / 2, FAINT);
  for (int y = top; y <= bottom; y++)
    {
      float part = get_grade (self, y, reach);

      if (part > 0)
        gscope_gtk_coverage_add_box (coverage, x, y, y + 1, (1 - FAINT) * part);
    }
  return TRUE;
}

enum
{
  BLOCK = GSCOPE_GTK_COVERAGE_COLUMNS,
  /* Columns of a part of a strip, which stays in the cache while all strokes are drawn. */
  PART = 4 * BLOCK,
  MAX_REACH = 8,
};

#define MAX_LINE_WIDTH 8.0
#define FADED_OPACITY 0.5f
#define AREA_OPACITY 0.2f

/* n columns of a plot, from `column` on; pixels begin with the first. A span is read together with
 * the previous and the next one. */
typedef struct
{
  const GscopeGtkPlot *plot;
  gint64 column;
  int n;
  float line_width;
  int reach;
  float opacity;
  guint32 *pixels;
  gsize stride;
  GscopeGtkCoverage *coverage;
  Phosphor phosphor;
  GscopeGtkSpan spans[PART + 2 * (MAX_REACH + 1)];
} Part;

static float
limit_width (double line_width)
{
  return (float) CLAMP (line_width, 1, MAX_LINE_WIDTH);
}

guint
gscope_gtk_raster_get_reach (double line_width)
{
  return gscope_gtk_shape_get_reach (limit_width (line_width));
}

static void
fill_rows (Part *self, int from, int to, guint32 color)
{
  for (int y = MAX (from, 0); y < MIN (to, self->plot->height); y++)
    for (int x = 0; x < self->n; x++)
      self->pixels[y * self->stride + x] = color | 0xff000000u;
}

static void
copy_rows (Part *self, int from, int to, const guint32 *row)
{
  for (int y = MAX (from, 0); y < MIN (to, self->plot->height); y++)
    memcpy (self->pixels + y * self->stride, row, self->n * sizeof *row);
}

/* Grid and frame are as many device pixels as a logical one has. */
static int
get_hairline (const Part *self)
{
  return MAX (1, (int) (self->line_width / 1.5f));
}

static gboolean
has_grid_line (const GscopeGtkPlot *plot, gint64 column)
{
  guint64 begin = column * (guint64) plot->column_width;
  gint64 past = (gint64) begin % plot->grid_step;

  return past == 0 || (past > 0 ? plot->grid_step - past : -past) < plot->column_width;
}

static void
fill_plot_row (const Part *self, guint32 *row)
{
  const GscopeGtkPlot *plot = self->plot;
  int hairline = get_hairline (self);

  for (int x = 0; x < self->n; x++)
    row[x] = plot->plot | 0xff000000u;
  for (int x = 1 - hairline; x < self->n && plot->grid_step > 0; x++)
    if (has_grid_line (plot, self->column + x))
      for (int i = MAX (x, 0); i < MIN (x + hairline, self->n); i++)
        row[i] = plot->grid | 0xff000000u;
}

static void
draw_ground (Part *self, const GscopeGtkLane *lane)
{
  int end = lane->top + lane->height, hairline = get_hairline (self);
  guint32 row[PART];

  fill_plot_row (self, row);
  copy_rows (self, lane->top, end, row);
  for (guint i = 0; i < lane->n_rows; i++)
    fill_rows (self, MAX (lane->rows[i], lane->top), MIN (lane->rows[i] + hairline, end),
               self->plot->grid);
  fill_rows (self, lane->top, MIN (lane->top + hairline, end), self->plot->frame);
  fill_rows (self, MAX (end - hairline, lane->top), end, self->plot->frame);
}

static void
draw_coverage (Part *self, const GscopeGtkLane *lane, const GscopeGtkStroke *stroke, int x,
               float opacity)
{
  gscope_gtk_coverage_draw (self->coverage, MIN (BLOCK, self->n - x), stroke->color,
                            opacity * (1 - stroke->fade) * self->opacity,
                            self->pixels + lane->top * self->stride + x, self->stride);
}

static void
draw_area (Part *self, const GscopeGtkLane *lane, const GscopeGtkStroke *stroke,
           const GscopeGtkSpan *spans, int x)
{
  float base = (float) gscope_gtk_painter_get_base (stroke, lane->height, 0);

  for (int i = 0; i < MIN (BLOCK, self->n - x); i++)
    gscope_gtk_shape_add_area (self->coverage, &spans[x + i], base, i);
  draw_coverage (self, lane, stroke, x, AREA_OPACITY);
}

static void
draw_line (Part *self, const GscopeGtkLane *lane, const GscopeGtkStroke *stroke,
           const GscopeGtkSpan *spans, int x)
{
  int end = MIN (BLOCK, self->n - x) + self->reach;

  for (int i = -self->reach; i < end; i++)
    {
      const GscopeGtkSpan *span = &spans[x + i];

      if (!stroke->dashed
          || !gscope_gtk_shape_is_between_dashes (span, self->line_width, self->column + x + i))
        gscope_gtk_shape_add (self->coverage, stroke->mode, self->line_width, span, i);
    }
  draw_coverage (self, lane, stroke, x, 1);
}

/* Draws a line, except in columns with enough samples to grade. */
static void
draw_phosphor (Part *self, const GscopeGtkLane *lane, const GscopeGtkStroke *stroke,
               const GscopeGtkSpan *spans, int x)
{
  int n = MIN (BLOCK, self->n - x) + 2 * self->reach;
  gint64 width = self->plot->column_width;

  phosphor_load (&self->phosphor, stroke, (self->column + x - self->reach) * width, width, n,
                 lane->height);
  for (int i = 0; i < n; i++)
    {
      const GscopeGtkSpan *span = &spans[x + i - self->reach];

      if (span->top <= span->bottom
          && !phosphor_add (&self->phosphor, self->coverage, self->line_width, span, i,
                            i - self->reach))
        gscope_gtk_shape_add (self->coverage, stroke->mode, self->line_width, span,
                              i - self->reach);
    }
  draw_coverage (self, lane, stroke, x, 1);
}

static void
draw_stroke (Part *self, const GscopeGtkLane *lane, const GscopeGtkStroke *stroke)
{
  int margin = self->reach + 1;
  gint64 width = self->plot->column_width;

  gscope_gtk_painter_get_spans (stroke, (self->column - margin) * width, width,
                                self->n + 2 * margin, self->plot->pen, lane->height, self->spans);
  for (int x = 0; x < self->n; x += BLOCK)
    {
      if (stroke->mode == GSCOPE_LINE_MODE_FILLED)
        draw_area (self, lane, stroke, self->spans + margin, x);
      if (self->plot->phosphor)
        draw_phosphor (self, lane, stroke, self->spans + margin, x);
      else
        draw_line (self, lane, stroke, self->spans + margin, x);
    }
}

/* States are drawn into the pixels of a lane. */
typedef struct
{
  Part *part;
  const GscopeGtkLane *lane;
} StateArea;

static void
blend_pixel (guint32 *pixel, guint32 color, float opacity)
{
  guint alpha = (guint) (opacity * 256 + 0.5f);
  guint32 at = *pixel, red_blue = at & 0xff00ff, green = at & 0xff00;

  red_blue = (red_blue * (256 - alpha) + (color & 0xff00ff) * alpha) >> 8 & 0xff00ff;
  green = (green * (256 - alpha) + (color & 0xff00) * alpha) >> 8 & 0xff00;
  *pixel = 0xff000000u | red_blue | green;
}

static void
draw_state_box (gpointer data, double x0, double y0, double x1, double y1, guint32 color,
                double opacity)
{
  const StateArea *self = data;
  int begin, end;

  y0 = MAX (y0, 0);
  y1 = CLAMP (y1, 0, self->lane->height);
  begin = (int) y0;
  end = (int) y1 + (y1 > (int) y1);

  for (int y = begin; y < end; y++)
    {
      float covered = (float) (MIN (y1, y + 1) - MAX (y0, y));
      float part = covered * (float) opacity * self->part->opacity;
      guint32 *row = self->part->pixels + (self->lane->top + y) * self->part->stride;

      for (int x = (int) x0; x < (int) x1; x++)
        if (part >= 1)
          row[x] = color | 0xff000000u;
        else
          blend_pixel (&row[x], color, part);
    }
}

static void
draw_state_stamp (gpointer data, const GscopeGtkStamp *stamp, int x, int y, int end, guint32 color)
{
  const StateArea *self = data;
  int first = MAX (0, -x), last = MIN (stamp->width, end - x);

  for (int i = MAX (0, -y); i < MIN (stamp->height, self->lane->height - y); i++)
    {
      const guint8 *alpha = stamp->alpha + i * stamp->width;
      guint32 *row = self->part->pixels + (self->lane->top + y + i) * self->part->stride;

      for (int k = first; k < last; k++)
        if (alpha[k] > 0)
          blend_pixel (&row[x + k], color, alpha[k] / 255.0f * self->part->opacity);
    }
}

static void
draw_states (Part *self, const GscopeGtkLane *lane, const GscopeGtkStroke *stroke)
{
  StateArea area = { self, lane };
  GscopeGtkStateSink sink = { draw_state_box, draw_state_stamp, &area };

  gscope_gtk_states_draw (stroke, self->column, self->n, self->plot->column_width, self->plot->pen,
                          &sink);
}

static void
draw_part (Part *self)
{
  const GscopeGtkPlot *plot = self->plot;
  int y = 0;

  for (guint i = 0; i < plot->n_lanes; i++)
    {
      const GscopeGtkLane *lane = &plot->lanes[i];

      fill_rows (self, y, lane->top, plot->background);
      draw_ground (self, lane);
      self->coverage->height = lane->height;
      for (guint s = 0; s < lane->n_strokes; s++)
        (lane->strokes[s].looks ? draw_states : draw_stroke) (self, lane, &lane->strokes[s]);
      y = lane->top + lane->height;
    }
  fill_rows (self, y, plot->height, plot->background);
}

static int
find_max_height (const GscopeGtkPlot *plot)
{
  int height = 0;

  for (guint i = 0; i < plot->n_lanes; i++)
    height = MAX (height, plot->lanes[i].height);
  return height;
}

void
gscope_gtk_raster_strip (const GscopeGtkPlot *plot, gint64 column, gsize n, gboolean faded,
                         guint32 *pixels, gsize stride)
{
  GscopeGtkCoverage own = { 0 };
  Part part = {
    .plot = plot,
    .line_width = limit_width (plot->line_width),
    .reach = (int) gscope_gtk_raster_get_reach (plot->line_width),
    .opacity = faded ? FADED_OPACITY : 1,
    .stride = stride,
    .coverage = plot->coverage ? plot->coverage : &own,
  };

  gscope_gtk_coverage_reserve (part.coverage, find_max_height (plot));
  if (plot->phosphor)
    phosphor_init (&part.phosphor, BLOCK + 2 * MAX_REACH, find_max_height (plot));
  for (gsize x = 0; x < n; x += PART)
    {
      part.column = column + x;
      part.n = MIN (PART, n - x);
      part.pixels = pixels + x;
      draw_part (&part);
    }
  gscope_gtk_coverage_clear (&own);
  if (plot->phosphor)
    phosphor_clear (&part.phosphor);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/path.h>
#include <gscope-gtk/paint/shape.h>
#include <gscope-gtk/paint/states.h>

#include <math.h>
#include <string.h>

#define AREA_OPACITY 0.2
#define FADED_OPACITY 0.5

/* n columns of a stroke. There is also a span before the first and after the last one. */
typedef struct
{
  cairo_t *cr;
  const GscopeGtkStroke *stroke;
  const GscopeGtkSpan *spans;
  gint64 column;
  int n;
  double line_width;
} Run;

/* A polyline that is being built. Its last point is withheld while the direction stays the same, so
 * that a flat line has two points, however many columns it crosses. */
typedef struct
{
  cairo_t *cr;
  gboolean is_open;
  gboolean is_pending;
  double from_y;
  double x;
  double y;
} Trail;

static void
trail_end (Trail *self)
{
  if (self->is_pending)
    cairo_line_to (self->cr, self->x, self->y);
  self->is_pending = self->is_open = FALSE;
}

static void
trail_begin (Trail *self, double x, double y)
{
  trail_end (self);
  cairo_move_to (self->cr, x, y);
  self->is_open = TRUE;
  self->x = x;
  self->y = y;
}

static void
trail_go (Trail *self, double x, double y)
{
  gboolean goes_on = self->is_pending && self->from_y == self->y && self->y == y;

  if (self->x == x && self->y == y)
    return;
  if (self->is_pending && !goes_on)
    cairo_line_to (self->cr, self->x, self->y);
  if (!goes_on)
    self->from_y = self->y;
  self->is_pending = TRUE;
  self->x = x;
  self->y = y;
}

/* Adds the points at which the line enters the column, has its extremes, and leaves it. */
static void
add_line (Trail *self, const GscopeGtkSpan *span, double x, gboolean steps)
{
  gboolean enters = !isnan (span->enter), leaves = !isnan (span->leave);
  double here = enters ? span->enter : span->leave, middle = x + 0.5;
  gboolean top_first = (fabs (here - span->top) < fabs (here - span->bottom)) == enters;
  gboolean straight = enters && leaves && MIN (span->enter, span->leave) == span->top
                      && MAX (span->enter, span->leave) == span->bottom;

  if (!enters)
    trail_begin (self, middle, top_first ? span->top : span->bottom);
  else if (!self->is_open)
    trail_begin (self, x, span->enter);
  if (steps && enters)
    trail_go (self, middle, span->enter);
  if (!straight)
    {
      trail_go (self, middle, top_first ? span->top : span->bottom);
      trail_go (self, middle, top_first ? span->bottom : span->top);
    }
  if (steps && leaves)
    trail_go (self, middle, span->leave);
  if (leaves)
    trail_go (self, x + 1, span->leave);
  else
    trail_end (self);
}

static gboolean
is_dot (const GscopeGtkSpan *span)
{
  return span->top == span->bottom && isnan (span->enter) && isnan (span->leave);
}

static gboolean
has_line (const Run *self, int i)
{
  const GscopeGtkSpan *span = &self->spans[i];

  if (span->top > span->bottom || is_dot (span))
    return FALSE;
  return !self->stroke->dashed
         || !gscope_gtk_shape_is_between_dashes (span, self->line_width, self->column + i);
}

static void
draw_lines (const Run *self)
{
  Trail trail = { .cr = self->cr };

  for (int i = 0; i < self->n; i++)
    if (has_line (self, i))
      add_line (&trail, &self->spans[i], i, self->stroke->mode == GSCOPE_LINE_MODE_STEPS);
    else
      trail_end (&trail);
  trail_end (&trail);
  cairo_stroke (self->cr);
}

static void
draw_upright (const Run *self, gboolean all)
{
  for (int i = 0; i < self->n; i++)
    {
      const GscopeGtkSpan *span = &self->spans[i];

      if (span->top > span->bottom || (!all && isnan (span->enter)))
        continue;
      cairo_move_to (self->cr, i + 0.5, span->top);
      cairo_line_to (self->cr, i + 0.5, span->bottom);
    }
  cairo_stroke (self->cr);
}

static void
add_dot (const Run *self, double x, double y)
{
  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, x, y, self->line_width, 0, 2 * G_PI);
}

static void
draw_dots (const Run *self, gboolean all)
{
  for (int i = 0; i < self->n; i++)
    {
      const GscopeGtkSpan *span = &self->spans[i];

      if (span->top > span->bottom || (!all && !is_dot (span)))
        continue;
      add_dot (self, i + 0.5, span->top);
      if (span->bottom > span->top)
        add_dot (self, i + 0.5, span->bottom);
    }
  cairo_fill (self->cr);
}

static void
draw_impulses (const Run *self)
{
  draw_upright (self, TRUE);
}

/* Many dots in a column become a vertical line of the dots' width. */
static void
draw_points (const Run *self)
{
  cairo_set_line_width (self->cr, 2 * self->line_width);
  draw_upright (self, FALSE);
  draw_dots (self, TRUE);
}

static void
draw_lines_and_dots (const Run *self)
{
  draw_lines (self);
  draw_dots (self, FALSE);
}

/* Fills the area between the line and the row `base`. */
static void
draw_area (const Run *self, double base)
{
  gboolean is_open = FALSE;

  for (int i = 0; i < self->n; i++)
    {
      const GscopeGtkSpan *span = &self->spans[i];
      gboolean holds = span->top <= span->bottom && !isnan (span->enter) && !isnan (span->leave);

      if (holds && !is_open)
        {
          cairo_move_to (self->cr, i, base);
          cairo_line_to (self->cr, i, span->enter);
        }
      if (holds)
        cairo_line_to (self->cr, i + 1, span->leave);
      else if (is_open)
        cairo_line_to (self->cr, i, base);
      is_open = holds;
    }
  if (is_open)
    cairo_line_to (self->cr, self->n, base);
  cairo_fill (self->cr);
}

static const struct
{
  void (*draw) (const Run *self);
} modes[GSCOPE_N_LINE_MODES] = {
  [GSCOPE_LINE_MODE_STEPS] = { draw_lines_and_dots },
  [GSCOPE_LINE_MODE_LINES] = { draw_lines_and_dots },
  [GSCOPE_LINE_MODE_POINTS] = { draw_points },
  [GSCOPE_LINE_MODE_FILLED] = { draw_lines_and_dots },
  [GSCOPE_LINE_MODE_IMPULSES] = { draw_impulses },
};

static void
set_color (cairo_t *cr, guint32 color, double opacity)
{
  cairo_set_source_rgba (cr, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                         (color & 255) / 255.0, opacity);
}

static void
fill_box (cairo_t *cr, double x, double y, double width, double height, guint32 color)
{
  set_color (cr, color, 1);
  cairo_rectangle (cr, x, y, width, height);
  cairo_fill (cr);
}

static void
draw_ground (const GscopeGtkPlot *plot, const GscopeGtkLane *lane, int n, cairo_t *cr)
{
  int end = lane->top + lane->height, hairline = MAX (1, (int) (plot->line_width / 1.5));

  fill_box (cr, 0, lane->top, n, lane->height, plot->plot);
  for (guint i = 0; i < lane->n_rows; i++)
    if (lane->rows[i] >= lane->top && lane->rows[i] < end)
      fill_box (cr, 0, lane->rows[i], n, hairline, plot->grid);
  fill_box (cr, 0, lane->top, n, hairline, plot->frame);
  fill_box (cr, 0, end - hairline, n, hairline, plot->frame);
}

static void
draw_stroke (const Run *self, int height, double opacity)
{
  const GscopeGtkStroke *stroke = self->stroke;
  if (stroke->mode == GSCOPE_LINE_MODE_FILLED)
    {
      set_color (self->cr, stroke->color, opacity * AREA_OPACITY);
      draw_area (self, gscope_gtk_painter_get_base (stroke, height, 0));
    }
  set_color (self->cr, stroke->color, opacity);
  cairo_set_line_width (self->cr, self->line_width);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_BEVEL);
  modes[stroke->mode].draw (self);
}

/* States are drawn as boxes. */
typedef struct
{
  cairo_t *cr;
  double opacity;
} StateArea;

static void
draw_state_box (gpointer data, double x0, double y0, double x1, double y1, guint32 color,
                double opacity)
{
  const StateArea *self = data;

  set_color (self->cr, color, opacity * self->opacity);
  cairo_rectangle (self->cr, x0, y0, x1 - x0, y1 - y0);
  cairo_fill (self->cr);
}

static void
draw_state_stamp (gpointer data, const GscopeGtkStamp *stamp, int x, int y, int end, guint32 color)
{
  const StateArea *self = data;
  cairo_surface_t *mask = cairo_image_surface_create (CAIRO_FORMAT_A8, stamp->width, stamp->height);
  guint8 *pixels = cairo_image_surface_get_data (mask);
  int stride = cairo_image_surface_get_stride (mask);

  for (int i = 0; i < stamp->height; i++)
    memcpy (pixels + i * stride, stamp->alpha + i * stamp->width, stamp->width);
  cairo_surface_mark_dirty (mask);
  cairo_save (self->cr);
  cairo_rectangle (self->cr, 0, y, end, stamp->height);
  cairo_clip (self->cr);
  set_color (self->cr, color, self->opacity);
  cairo_mask_surface (self->cr, mask, x, y);
  cairo_restore (self->cr);
  cairo_surface_destroy (mask);
}

static void
draw_states (const GscopeGtkPlot *plot, const GscopeGtkStroke *stroke, gint64 column, int n,
             double opacity, cairo_t *cr)
{
  StateArea area = { cr, opacity };
  GscopeGtkStateSink sink = { draw_state_box, draw_state_stamp, &area };

  gscope_gtk_states_draw (stroke, column, n, plot->column_width, plot->pen, &sink);
}

static void
draw_lane (const GscopeGtkPlot *plot, const GscopeGtkLane *lane, gint64 column, int n,
           double opacity, cairo_t *cr)
{
  g_autofree GscopeGtkSpan *spans = g_new (GscopeGtkSpan, n + 2);

  draw_ground (plot, lane, n, cr);
  cairo_save (cr);
  cairo_rectangle (cr, 0, lane->top, n, lane->height);
  cairo_clip (cr);
  cairo_translate (cr, 0, lane->top);
  for (guint i = 0; i < lane->n_strokes; i++)
    {
      Run run = { cr, &lane->strokes[i], spans + 1, column, n, plot->line_width };

      if (run.stroke->looks)
        {
          draw_states (plot, run.stroke, column, n, opacity, cr);
          continue;
        }

      gscope_gtk_painter_get_spans (run.stroke, (column - 1) * plot->column_width,
                                    plot->column_width, n + 2, plot->pen, lane->height, spans);
      draw_stroke (&run, lane->height, opacity * (1 - run.stroke->fade));
    }
  cairo_restore (cr);
}

void
gscope_gtk_path_draw (const GscopeGtkPlot *plot, gint64 column, int n, gboolean faded, cairo_t *cr)
{
  fill_box (cr, 0, 0, n, plot->height, plot->background);
  for (guint i = 0; i < plot->n_lanes; i++)
    draw_lane (plot, &plot->lanes[i], column, n, faded ? FADED_OPACITY : 1, cr);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/painter.h>

#include <math.h>

enum
{
  BATCH = 64,
  FAR = 1000000,
  /* of a time in which the smallest positive value is looked for */
  N_PARTS = 256,
};

/* Paints columns one after the other. */
typedef struct
{
  const GscopeGtkStroke *stroke;
  GscopeTimeline timeline;
  /* where the current column ends, and the value of the line there */
  gint64 border;
  double crossing;
  /* time after which the line of steps no longer holds */
  gint64 last;
  /* whether the line is broken until the next sample, as a value has no place */
  gboolean is_broken;
  double height;
  double zero;
  float leave;
} Painter;

typedef void (*PaintFunc) (Painter *self, const GscopeColumn *column, GscopeGtkSpan *span);

static const GscopeGtkSpan blank = { 1, 0, NAN, NAN };

double
gscope_gtk_painter_get_y (const GscopeGtkMapping *mapping, double height, double value)
{
  return 0.5 + (1 - gscope_gtk_mapping_to_part (mapping, value)) * (height - 1);
}

static inline float
get_y (const Painter *self, double value)
{
  double y = gscope_gtk_painter_get_y (&self->stroke->mapping, self->height, value);

  return (float) CLAMP (y, -FAR, FAR);
}

static inline void
extend (GscopeGtkSpan *span, float y)
{
  span->top = y < span->top ? y : span->top;
  span->bottom = y > span->bottom ? y : span->bottom;
}

/* Returns the smallest value of a column, or the smallest that is known to be positive; one above its largest value for
 * none. */
static double
find_lowest (const GscopeColumn *column, gboolean positive)
{
  double lowest = column->max;

  if (!positive || column->min > 0)
    return column->min;
  if (!(lowest > 0))
    return INFINITY;
  if (column->first > 0)
    lowest = MIN (lowest, column->first);
  return column->last > 0 ? MIN (lowest, column->last) : lowest;
}

static void
set_extent (const Painter *self, const GscopeColumn *column, GscopeGtkSpan *span)
{
  double lowest = find_lowest (column, self->stroke->mapping.logarithmic);

  *span = (GscopeGtkSpan){ INFINITY, -INFINITY, NAN, NAN };
  if (lowest > column->max)
    return;

  span->top = get_y (self, column->max);
  span->bottom = get_y (self, lowest);
}

/* Returns whether the line across a border leads to or from a value without a place. */
static gboolean
is_broken (const Painter *self)
{
  GscopeSample before, after;

  return self->stroke->mapping.logarithmic
         && ((gscope_timeline_find_before (&self->timeline, self->border, 0, &before)
              && !(before.value > 0))
             || (gscope_timeline_find_after (&self->timeline, self->border, 0, &after)
                 && !(after.value > 0)));
}

static void
paint_lines (Painter *self, const GscopeColumn *column, GscopeGtkSpan *span)
{
  set_extent (self, column, span);
  span->enter = self->leave;
  if (column->count > 0)
    self->is_broken = is_broken (self);
  span->leave = self->leave = self->is_broken ? NAN : get_y (self, self->crossing);
  extend (span, span->enter);
  extend (span, span->leave);
}

static void
paint_steps (Painter *self, const GscopeColumn *column, GscopeGtkSpan *span)
{
  set_extent (self, column, span);
  span->enter = self->leave;
  if (column->count > 0)
    self->leave = get_y (self, column->last);
  if (self->border > self->last)
    self->leave = NAN;
  span->leave = self->leave;
  extend (span, span->enter);
  extend (span, span->leave);
}

static void
paint_points (Painter *self, const GscopeColumn *column, GscopeGtkSpan *span)
{
  set_extent (self, column, span);
  if (column->count > 2)
    span->enter = span->leave = span->top;
}

static void
paint_impulses (Painter *self, const GscopeColumn *column, GscopeGtkSpan *span)
{
  set_extent (self, column, span);
  if (span->top <= span->bottom)
    extend (span, (float) self->zero);
}

static const PaintFunc paint_funcs[GSCOPE_N_LINE_MODES] = {
  [GSCOPE_LINE_MODE_STEPS] = paint_steps,       [GSCOPE_LINE_MODE_LINES] = paint_lines,
  [GSCOPE_LINE_MODE_POINTS] = paint_points,     [GSCOPE_LINE_MODE_FILLED] = paint_lines,
  [GSCOPE_LINE_MODE_IMPULSES] = paint_impulses,
};

/* Returns the time of the last sample of a signal that has ended. */
static gint64
find_last (const Painter *self, gint64 pen)
{
  GscopeTrace *trace = self->timeline.trace;
  guint64 end = gscope_trace_get_end (trace);
  GscopeSample sample;

  if (!self->stroke->ended)
    return G_MAXINT64;
  if (end > gscope_trace_get_first (trace))
    return gscope_trace_get_time (trace, end - 1);
  return !gscope_timeline_find_after (&self->timeline, pen, 0, &sample)
                 && gscope_timeline_find_before (&self->timeline, pen, 0, &sample)
             ? sample.time
             : G_MAXINT64;
}

/* Returns the value at the left border of the first column. */
static float
get_first_enter (Painter *self, gint64 width)
{
  GscopeColumn column;
  GscopeSample sample;
  double crossing;

  if (self->stroke->mode == GSCOPE_LINE_MODE_STEPS)
    return self->border <= self->last
                   && gscope_timeline_find_before (&self->timeline, self->border, width, &sample)
               ? get_y (self, sample.value)
               : NAN;
  gscope_timeline_get_columns (&self->timeline, self->border - width, width, 1, &column, &crossing);
  self->is_broken = is_broken (self);
  return self->is_broken ? NAN : get_y (self, crossing);
}

static void
start (Painter *self, const GscopeGtkStroke *stroke, gint64 time, gint64 width, gint64 pen,
       double height)
{
  *self = (Painter){
    .stroke = stroke,
    .timeline = { stroke->trace, stroke->history },
    .border = time,
    .height = height,
    .zero = gscope_gtk_painter_get_base (stroke, height, 0.5),
  };
  self->last = find_last (self, pen);
  self->leave = get_first_enter (self, width);
}

/* Returns how many of n columns begin at the pen or before. */
static gsize
count_drawn (gint64 time, gint64 width, gsize n, gint64 pen)
{
  return time > pen ? 0 : MIN (n, ((guint64) pen - (guint64) time) / width + 1);
}

/* Draws the columns, all of which begin at the pen or before. */
static void
paint_spans (const GscopeGtkStroke *stroke, gint64 time, gint64 width, gsize n, gint64 pen,
             double height, GscopeGtkSpan *spans)
{
  GscopeColumn columns[BATCH];
  double borders[BATCH] = { 0 };
  PaintFunc paint = paint_funcs[stroke->mode];
  gboolean crosses = paint == paint_lines;
  Painter self;

  start (&self, stroke, time + stroke->shift, width, pen + stroke->shift, height);
  for (gsize i = 0; i < n; i++)
    {
      const GscopeColumn *column = &columns[i % BATCH];

      if (i % BATCH == 0)
        gscope_timeline_get_columns (&self.timeline, self.border, width, MIN (BATCH, n - i),
                                     columns, crosses ? borders : NULL);
      self.border += width;
      self.crossing = crosses ? borders[i % BATCH] : NAN;
      paint (&self, column, &spans[i]);
    }
}

void
gscope_gtk_painter_get_spans (const GscopeGtkStroke *stroke, gint64 time, gint64 width, gsize n,
                              gint64 pen, double height, GscopeGtkSpan *spans)
{
  gsize drawn = count_drawn (time, width, n, pen);

  /* ahead of a sweep's pen all columns are blank, without a look at the trace */
  if (drawn > 0)
    paint_spans (stroke, time, width, drawn, pen, height, spans);
  for (gsize i = drawn; i < n; i++)
    spans[i] = blank;
}

double
gscope_gtk_painter_get_base (const GscopeGtkStroke *stroke, double height, double margin)
{
  double zero = gscope_gtk_painter_get_y (&stroke->mapping, height, 0);

  return isnan (zero) ? height - margin : CLAMP (zero, margin, height - margin);
}

/* Returns the smallest positive value of samples as far as parts of their time show it, or another one. */
static double
find_positive (const GscopeTimeline *timeline, gint64 begin, gint64 end, double lowest)
{
  GscopeColumn parts[N_PARTS];

  gscope_timeline_get_columns (timeline, begin, (end - begin) / N_PARTS + 1, N_PARTS, parts, NULL);
  for (guint i = 0; i < N_PARTS; i++)
    lowest = MIN (lowest, find_lowest (&parts[i], TRUE));
  return lowest;
}

void
gscope_gtk_painter_get_extent (const GscopeTimeline *timeline, gint64 begin, gint64 end,
                               gboolean positive, double *min, double *max)
{
  GscopeColumn column;
  GscopeSample sample;

  gscope_timeline_get_range (timeline, begin, end, &column);
  if (column.count == 0 && gscope_timeline_find_before (timeline, begin, 0, &sample)
      && !isnan (sample.value))
    column.min = column.max = sample.value;
  *min = find_lowest (&column, positive);
  *max = column.max;
  if (*min != column.min && *min <= *max)
    *min = find_positive (timeline, begin, end, *min);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/painter.h>

#include <math.h>

enum
{
  BATCH = 64,
  FAR = 1000000,
};

/* Paints columns one after the other. Sample `next` is the first one not before the current column;
 * segment holds the two samples around the last border. */
typedef struct
{
  const GscopeGtkStroke *stroke;
  GscopeTrace *trace;
  guint64 first;
  guint64 end;
  guint64 next;
  gint64 border;
  double height;
  double zero;
  float leave;
  guint64 segment;
  GscopeSample samples[2];
} Painter;

typedef void (*PaintFunc) (Painter *self, const GscopeColumn *column, GscopeGtkSpan *span);

static const GscopeGtkSpan blank = { 1, 0, NAN, NAN };

double
gscope_gtk_painter_get_y (double min, double max, double height, double value)
{
  if (!(max > min))
    return height / 2;
  return 0.5 + (max - value) / (max - min) * (height - 1);
}

static inline float
get_y (const Painter *self, double value)
{
  double y = gscope_gtk_painter_get_y (self->stroke->min, self->stroke->max, self->height, value);

  return (float) CLAMP (y, -FAR, FAR);
}

static inline void
extend (GscopeGtkSpan *span, float y)
{
  span->top = y < span->top ? y : span->top;
  span->bottom = y > span->bottom ? y : span->bottom;
}

static void
set_extent (const Painter *self, const GscopeColumn *column, GscopeGtkSpan *span)
{
  *span = (GscopeGtkSpan){ INFINITY, -INFINITY, NAN, NAN };
  if (column->min > column->max)
    return;

  span->top = get_y (self, column->max);
  span->bottom = get_y (self, column->min);
}

static void
load_segment (Painter *self)
{
  for (guint i = 0; i < 2; i++)
    {
      guint64 position = self->next - 1 + i;

      self->samples[i].time = gscope_trace_get_time (self->trace, position);
      self->samples[i].value = gscope_trace_get_value (self->trace, position);
    }
  self->segment = self->next;
}

/* Returns the value at which the line between the samples around a border crosses it. */
static float
cross_border (Painter *self)
{
  const GscopeSample *from = &self->samples[0], *to = &self->samples[1];
  double whole, part;

  if (self->next <= self->first || self->next >= self->end)
    return NAN;
  if (self->segment != self->next)
    load_segment (self);

  whole = (double) ((guint64) to->time - (guint64) from->time);
  part = (double) ((guint64) self->border - (guint64) from->time);
  return get_y (self, from->value + (to->value - from->value) * (part / whole));
}

static void
paint_lines (Painter *self, const GscopeColumn *column, GscopeGtkSpan *span)
{
  set_extent (self, column, span);
  span->enter = self->leave;
  span->leave = self->leave = cross_border (self);
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
  if (self->stroke->ended && self->next == self->end)
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
  [GSCOPE_LINE_STEPS] = paint_steps,       [GSCOPE_LINE_LINES] = paint_lines,
  [GSCOPE_LINE_POINTS] = paint_points,     [GSCOPE_LINE_FILLED] = paint_lines,
  [GSCOPE_LINE_IMPULSES] = paint_impulses,
};

/* Returns the value at the left border of the first column. */
static float
get_first_enter (Painter *self)
{
  if (self->stroke->mode != GSCOPE_LINE_STEPS)
    return cross_border (self);
  if (self->next == self->first || (self->stroke->ended && self->next == self->end))
    return NAN;
  return get_y (self, gscope_trace_get_value (self->trace, self->next - 1));
}

static void
start (Painter *self, const GscopeGtkStroke *stroke, gint64 time, double height)
{
  *self = (Painter){
    .stroke = stroke,
    .trace = stroke->trace,
    .first = gscope_trace_get_first (stroke->trace),
    .end = gscope_trace_get_end (stroke->trace),
    .next = gscope_trace_find (stroke->trace, time),
    .border = time,
    .height = height,
    .segment = G_MAXUINT64,
    .zero = gscope_gtk_painter_get_y (stroke->min, stroke->max, height, 0),
  };
  self->zero = CLAMP (self->zero, 0.5, height - 0.5);
  self->leave = get_first_enter (self);
}

/* Returns how many of n columns begin at the pen or before. */
static gsize
count_drawn (gint64 time, gint64 width, gsize n, gint64 pen)
{
  return time > pen ? 0 : MIN (n, ((guint64) pen - (guint64) time) / width + 1);
}

void
gscope_gtk_painter_get_spans (const GscopeGtkStroke *stroke, gint64 time, gint64 width, gsize n,
                              gint64 pen, double height, GscopeGtkSpan *spans)
{
  GscopeColumn columns[BATCH];
  PaintFunc paint = paint_funcs[stroke->mode];
  gsize drawn = count_drawn (time, width, n, pen);
  Painter self;

  start (&self, stroke, time, height);
  for (gsize i = 0; i < drawn; i++)
    {
      const GscopeColumn *column = &columns[i % BATCH];

      if (i % BATCH == 0)
        gscope_trace_get_columns (self.trace, self.border, width, MIN (BATCH, drawn - i), columns);
      self.next += column->count;
      self.border += width;
      paint (&self, column, &spans[i]);
    }
  for (gsize i = drawn; i < n; i++)
    spans[i] = blank;
}

void
gscope_gtk_painter_get_extent (GscopeTrace *trace, gint64 begin, gint64 end, double *min,
                               double *max)
{
  guint64 from = gscope_trace_find (trace, begin), to = gscope_trace_find (trace, end);
  GscopeColumn column;

  if (from >= to && from > gscope_trace_get_first (trace))
    to = from--;
  gscope_trace_get_range (trace, from, MAX (from, to), &column);
  *min = column.min;
  *max = column.max;
}

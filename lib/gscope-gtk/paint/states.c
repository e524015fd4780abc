/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/states.h>

#include <math.h>
#include <string.h>

/* Logical pixels. */
enum
{
  /* states that are narrower become a part of a column of shares */
  MIN_WIDTH = 3,
  BAR = 22,
  LOW_BAR = 16,
  /* above bars of signals that have symbols, where the row is high enough */
  SYMBOLS = 10,
  MIN_ROW_FOR_SYMBOLS = 24,
  ROW_GAP = 4,
  PADDING = 3,
  /* a longer bar repeats its name */
  REPEAT = 400,
  HATCH = 6,
  /* how far a symbol reaches to either side of its change */
  REACH = 6,
};

#define OUTLINE_SHARE 0.3
#define HATCH_SHARE 0.55
#define THIN_OPACITY 0.7
#define SEAM_OPACITY 0.6

/* Draws n columns, which begin at `column`. A row of pixels has the number that it has in the bars. */
typedef struct
{
  const GscopeGtkStroke *stroke;
  const GscopeGtkLooks *looks;
  const GscopeGtkStateSink *sink;
  GscopeTimeline timeline;
  gint64 column;
  int n;
  gint64 width;
  gint64 pen;
  double top;
  double bottom;
  double pixel;
  gboolean has_symbols;
  /* of the columns, if there are narrow states */
  gint64 *durations;
  /* summaries from the column `first` on */
  GscopeColumn *columns;
  gint64 first;
  /* the states in columns of shares, from the foot up */
  guint8 stack[GSCOPE_MAX_STATES];
  guint n_stack;
} Drawing;

/* A state with the columns that begin in it. */
typedef struct
{
  GscopeGtkInterval interval;
  const GscopeGtkLook *look;
  gint64 x0;
  gint64 x1;
  gboolean is_wide;
} Bar;

static gint64
divide_up (gint64 a, gint64 b)
{
  return a / b + (a % b > 0);
}

/* Returns whether the samples at some positions all have a value. */
static gboolean
are_same (GscopeTrace *trace, guint64 begin, guint64 end, double value)
{
  GscopeColumn column;
  gsize n_gaps;

  if (begin < gscope_trace_get_first (trace) || end > gscope_trace_get_end (trace))
    return FALSE;
  gscope_trace_get_range (trace, begin, end, &column);
  if (column.min != value || column.max != value || isnan (column.first) || isnan (column.last))
    return FALSE;
  gscope_trace_get_gaps (trace, gscope_trace_get_time (trace, begin),
                         gscope_trace_get_time (trace, end - 1), &n_gaps);
  return n_gaps == 0;
}

/* Samples that repeat a value continue its state: finds the first sample of the state, and the one that ends it. */
static void
extend (GscopeTrace *trace, GscopeGtkInterval *interval)
{
  guint64 begin = gscope_trace_find (trace, interval->begin);
  guint64 end = gscope_trace_find (trace, interval->end);
  guint64 step;

  for (step = 1; begin >= step && are_same (trace, begin - step, begin, interval->value); step *= 2)
    begin -= step;
  for (; step > 0; step /= 2)
    if (begin >= step && are_same (trace, begin - step, begin, interval->value))
      begin -= step;
  for (step = 1; are_same (trace, end, end + step, interval->value); step *= 2)
    end += step;
  for (; step > 0; step /= 2)
    if (are_same (trace, end, end + step, interval->value))
      end += step;
  if (begin < gscope_trace_get_end (trace) && begin >= gscope_trace_get_first (trace))
    interval->begin = MIN (interval->begin, gscope_trace_get_time (trace, begin));
  if (interval->end != G_MAXINT64)
    interval->end =
        end < gscope_trace_get_end (trace) ? gscope_trace_get_time (trace, end) : G_MAXINT64;
}

gboolean
gscope_gtk_states_find (const GscopeTimeline *timeline, gint64 time, gint64 width,
                        GscopeGtkInterval *interval)
{
  GscopeSample before, after;

  if (time == G_MAXINT64 || !gscope_timeline_find_before (timeline, time + 1, width, &before))
    return FALSE;
  *interval = (GscopeGtkInterval){ before.time, G_MAXINT64, before.value };
  if (gscope_timeline_find_after (timeline, time + 1, width, &after))
    interval->end = after.time;
  if (gscope_trace_get_end (timeline->trace) > gscope_trace_get_first (timeline->trace))
    extend (timeline->trace, interval);
  return TRUE;
}

static gboolean
runs (GscopeStateStyle style)
{
  return style == GSCOPE_STATE_STYLE_FILLED || style == GSCOPE_STATE_STYLE_DIGIT;
}

GscopeGtkStateChange
gscope_gtk_states_get_change (GscopeStateStyle from, GscopeStateStyle to)
{
  if (from == GSCOPE_STATE_STYLE_THIN && (runs (to) || to == GSCOPE_STATE_STYLE_OUTLINE))
    return GSCOPE_GTK_CHANGE_WAKE_UP;
  if (runs (from) && to == GSCOPE_STATE_STYLE_OUTLINE)
    return GSCOPE_GTK_CHANGE_PREEMPTED;
  if (runs (from) && to == GSCOPE_STATE_STYLE_HATCHED)
    return GSCOPE_GTK_CHANGE_BUDGET_ENDED;
  return GSCOPE_GTK_CHANGE_OTHER;
}

static const GscopeGtkLook *
find_look (const GscopeGtkLooks *looks, double value)
{
  guint i = value >= 0 && value < looks->n ? (guint) value : looks->n;

  return i < looks->n && i == value && looks->looks[i].exists ? &looks->looks[i] : NULL;
}

static void
draw_box (const Drawing *self, gint64 x0, double y0, gint64 x1, double y1, guint32 color,
          double opacity)
{
  x0 = MAX (x0 - self->column, 0);
  x1 = MIN (x1 - self->column, self->n);
  if (x0 < x1 && y0 < y1)
    self->sink->box (self->sink->data, x0, y0, x1, y1, color, opacity);
}

/* Bars. */

static void
draw_stamp (const Drawing *self, const GscopeGtkStamp *stamp, gint64 x, const Bar *bar)
{
  gint64 end = MIN (bar->x1 - self->column, self->n);

  x -= self->column;
  if (x < end && x + stamp->width > 0)
    self->sink->stamp (self->sink->data, stamp, (int) x,
                       (int) floor ((self->top + self->bottom - stamp->height) / 2), (int) end,
                       bar->look->ink);
}

/* The name of a state that lasts appears with it, from its begin on. */
static void
draw_text (const Drawing *self, const Bar *bar)
{
  const GscopeGtkLook *look = bar->look;
  const GscopeGtkStamp *stamp = look->style == GSCOPE_STATE_STYLE_DIGIT ? look->label : look->name;
  gint64 padding = PADDING * self->pixel, repeat = REPEAT * self->pixel;
  gint64 length = bar->x1 - bar->x0, room = length - 2 * padding, x;
  gboolean lasts = bar->interval.end == G_MAXINT64;

  if (!stamp || (stamp->width > room && !lasts))
    stamp = look->label;
  if (!stamp || (stamp->width > room && !lasts) || stamp->height > self->bottom - self->top + 2)
    return;
  if (length <= repeat && !lasts)
    {
      draw_stamp (self, stamp, bar->x0 + (length - stamp->width) / 2, bar);
      return;
    }
  x = bar->x0 + padding;
  if (x + repeat < self->column)
    x += (self->column - x) / repeat * repeat;
  for (; x < self->column + self->n; x += repeat)
    if (lasts || x + stamp->width <= bar->x1 - padding)
      draw_stamp (self, stamp, x, bar);
}

/* A thin seam tells a bar from the one before. */
static void
draw_filled (const Drawing *self, const Bar *bar)
{
  gint64 seam = bar->x0 + (gint64) self->pixel;

  draw_box (self, bar->x0, self->top, bar->x1, self->bottom, bar->look->color, 1);
  draw_box (self, bar->x0, self->top, seam, self->bottom, self->looks->plot, SEAM_OPACITY);
  draw_text (self, bar);
}

static void
draw_outline (const Drawing *self, const Bar *bar)
{
  gint64 line = (gint64) self->pixel;
  guint32 color = bar->look->color;

  draw_box (self, bar->x0, self->top, bar->x1, self->top + line, color, 1);
  draw_box (self, bar->x0, self->bottom - line, bar->x1, self->bottom, color, 1);
  draw_box (self, bar->x0, self->top, bar->x0 + line, self->bottom, color, 1);
  if (bar->interval.end != G_MAXINT64)
    draw_box (self, bar->x1 - line, self->top, bar->x1, self->bottom, color, 1);
}

/* Lines at 45 degrees, which stay where they are while the picture moves. */
static void
draw_hatched (const Drawing *self, const Bar *bar)
{
  gint64 line = (gint64) self->pixel, period = HATCH * line;
  gint64 begin = MAX (bar->x0, self->column), end = MIN (bar->x1, self->column + self->n);

  for (gint64 y = (gint64) self->top; y < (gint64) self->bottom; y += line)
    {
      gint64 past = (begin + y) % period, x = begin - (past < 0 ? past + period : past);

      for (; x < end; x += period)
        draw_box (self, MAX (x, bar->x0), y, MIN (x + line, bar->x1), MIN (y + line, self->bottom),
                  bar->look->color, 1);
    }
}

static void
draw_thin (const Drawing *self, const Bar *bar)
{
  double middle = floor ((self->top + self->bottom) / 2);

  draw_box (self, bar->x0, middle, bar->x1, middle + self->pixel, bar->look->color, THIN_OPACITY);
}

/* By style: a whole bar, and the opacity of its part of a column of shares. */
static const struct
{
  void (*draw) (const Drawing *self, const Bar *bar);
  double share;
} styles[GSCOPE_N_STATE_STYLES] = {
  [GSCOPE_STATE_STYLE_FILLED] = { draw_filled, 1 },
  [GSCOPE_STATE_STYLE_DIGIT] = { draw_filled, 1 },
  [GSCOPE_STATE_STYLE_OUTLINE] = { draw_outline, OUTLINE_SHARE },
  [GSCOPE_STATE_STYLE_HATCHED] = { draw_hatched, HATCH_SHARE },
  [GSCOPE_STATE_STYLE_THIN] = { draw_thin, 0 },
};

/* Shares. */

static const gint64 *
get_durations (Drawing *self, gint64 column)
{
  if (!self->durations)
    {
      self->durations = g_new (gint64, (gsize) self->n * self->looks->n);
      gscope_timeline_get_shares (&self->timeline, self->column * self->width, self->width, self->n,
                                  self->pen, self->looks->n, self->durations);
    }
  return self->durations + (column - self->column) * self->looks->n;
}

/* Lists the states that columns of shares show, those that run first. */
static void
list_stack (Drawing *self)
{
  static const GscopeStateStyle order[] = { GSCOPE_STATE_STYLE_FILLED, GSCOPE_STATE_STYLE_DIGIT,
                                            GSCOPE_STATE_STYLE_HATCHED,
                                            GSCOPE_STATE_STYLE_OUTLINE };

  for (guint k = 0; k < G_N_ELEMENTS (order); k++)
    for (guint i = 0; i < self->looks->n; i++)
      if (self->looks->looks[i].exists && self->looks->looks[i].style == order[k])
        self->stack[self->n_stack++] = (guint8) i;
}

/* Stacks the states of a column, as high as their shares of its time. */
static void
draw_shares (Drawing *self, gint64 column)
{
  double y = self->bottom, scale = (self->bottom - self->top) / self->width;
  gint64 x = column - self->column;
  const gint64 *durations;

  if (x < 0 || x >= self->n)
    return;
  durations = get_durations (self, column);
  for (guint i = 0; i < self->n_stack; i++)
    {
      const GscopeGtkLook *look = &self->looks->looks[self->stack[i]];
      double part = scale * durations[self->stack[i]];

      if (part <= 0)
        continue;
      self->sink->box (self->sink->data, x, y - part, x + 1, y, look->color,
                       styles[look->style].share);
      y -= part;
    }
}

/* Symbols. */

/* Draws a box in logical pixels from the change and from the top of the bar. */
static void
draw_part (const Drawing *self, gint64 x, double x0, double y0, double x1, double y1, guint32 color)
{
  draw_box (self, x + (gint64) floor (x0 * self->pixel), self->top + y0 * self->pixel,
            x + (gint64) floor (x1 * self->pixel), self->top + y1 * self->pixel, color, 1);
}

static void
draw_arrow (const Drawing *self, gint64 x)
{
  draw_part (self, x, 0, -9, 1, 0, self->looks->wake_up);
  for (int i = 1; i < 4; i++)
    draw_part (self, x, -i, i - 9, i + 1, i - 8, self->looks->wake_up);
}

static void
draw_triangle (const Drawing *self, gint64 x)
{
  for (int i = 0; i < 5; i++)
    draw_part (self, x, i - 4, i - 7, 5 - i, i - 6, self->looks->preempted);
}

static void
draw_end (const Drawing *self, gint64 x)
{
  double height = (self->bottom - self->top) / self->pixel;

  draw_part (self, x, -1, -2, 1, height + 2, self->looks->ended);
}

/* Returns how the state looks that followed one: a state within a column is not drawn, but the event at its begin is. */
static const GscopeGtkLook *
find_next (const Drawing *self, const Bar *from, const Bar *to)
{
  GscopeGtkInterval next;

  if (from->interval.end == to->interval.begin)
    return to->look;
  if (!from->is_wide || from->interval.end > to->interval.begin
      || !gscope_gtk_states_find (&self->timeline, from->interval.end, self->width, &next))
    return NULL;
  return find_look (self->looks, next.value);
}

static void
draw_change (const Drawing *self, const Bar *from, const Bar *to)
{
  const GscopeGtkLook *next = from->look && to->look ? find_next (self, from, to) : NULL;
  GscopeGtkStateChange change;

  if (!next || (!from->is_wide && !to->is_wide))
    return;
  change = gscope_gtk_states_get_change (from->look->style, next->style);
  if (change == GSCOPE_GTK_CHANGE_WAKE_UP && self->has_symbols)
    draw_arrow (self, to->x0);
  else if (change == GSCOPE_GTK_CHANGE_PREEMPTED && self->has_symbols)
    draw_triangle (self, to->x0);
  else if (change == GSCOPE_GTK_CHANGE_BUDGET_ENDED)
    draw_end (self, to->x0);
}

/* All together. */

static void
place_row (Drawing *self)
{
  double pixel = self->pixel, height = self->stroke->row_height;
  double symbols, bar;

  self->has_symbols = self->looks->has_symbols && height >= MIN_ROW_FOR_SYMBOLS * pixel;
  symbols = self->has_symbols ? SYMBOLS * pixel : 0;
  bar =
      MIN (height - symbols - ROW_GAP * pixel, (self->looks->has_symbols ? LOW_BAR : BAR) * pixel);
  bar = MAX (2 * pixel, bar);
  self->top = floor (self->stroke->row_top + symbols + (height - symbols - bar) / 2);
  self->bottom = self->top + floor (bar);
}

/* Returns whether more than one value is in a column. */
static gboolean
varies (const GscopeColumn *column)
{
  return column->min < column->max;
}

/* Returns whether the state at the begin of a column is certainly narrow: it begins in the column before and ends in this
 * one. */
static gboolean
is_brief (const Drawing *self, gint64 column)
{
  const GscopeColumn *here = &self->columns[column - self->first], *before = here - 1;

  return here->count > 0 && before->count > 0
         && (before->last != here->first || (varies (before) && varies (here)));
}

static void
summarize (Drawing *self, gint64 reach)
{
  gsize n = self->n + 2 * reach + 1;

  self->first = self->column - reach - 1;
  self->columns = g_new (GscopeColumn, n);
  gscope_timeline_get_columns (&self->timeline, self->first * self->width, self->width, n,
                               self->columns, NULL);
}

/* Gets the state at the begin of a column; without one, `look` is NULL. */
static void
find_bar (const Drawing *self, gint64 column, Bar *bar)
{
  gint64 least = MIN_WIDTH * (gint64) self->pixel * self->width;
  gint64 last = self->pen / self->width + 1;

  *bar = (Bar){ .x0 = column, .x1 = column + 1, .is_wide = TRUE };
  if (!gscope_gtk_states_find (&self->timeline, column * self->width, self->width, &bar->interval))
    return;
  bar->look = find_look (self->looks, bar->interval.value);
  if (self->stroke->ended && bar->interval.end == G_MAXINT64)
    bar->look = NULL;
  bar->is_wide =
      bar->interval.end == G_MAXINT64 || bar->interval.end - bar->interval.begin >= least;
  bar->x0 = divide_up (bar->interval.begin, self->width);
  bar->x1 = bar->interval.end == G_MAXINT64 ? last : divide_up (bar->interval.end, self->width);
  bar->x1 = CLAMP (bar->x1, column + 1, MAX (last, column + 1));
}

/* Gets the state before one, after columns of which the states were not looked at. */
static void
find_before (const Drawing *self, const Bar *bar, Bar *before)
{
  *before = (Bar){ .look = NULL };
  if (gscope_gtk_states_find (&self->timeline, bar->interval.begin - 1, self->width,
                              &before->interval))
    before->look = find_look (self->looks, before->interval.value);
}

void
gscope_gtk_states_draw (const GscopeGtkStroke *stroke, gint64 column, int n, gint64 width,
                        gint64 pen, const GscopeGtkStateSink *sink)
{
  Drawing self = { .stroke = stroke,
                   .looks = stroke->looks,
                   .sink = sink,
                   .timeline = { stroke->trace, stroke->history },
                   .column = column,
                   .n = n,
                   .width = width,
                   .pen = pen,
                   .pixel = MAX (1, floor (stroke->looks->scale)) };
  gint64 reach = REACH * (gint64) self.pixel, end = column + n + reach;
  Bar before = { .look = NULL };

  place_row (&self);
  list_stack (&self);
  summarize (&self, reach);
  for (gint64 x = column - reach; x < end && x * width <= pen;)
    {
      Bar bar;

      if (is_brief (&self, x) && !before.is_wide)
        {
          draw_shares (&self, x++);
          before.look = NULL;
          continue;
        }
      find_bar (&self, x, &bar);
      if (bar.is_wide && !before.look && bar.interval.begin > G_MININT64)
        find_before (&self, &bar, &before);
      if (bar.look && bar.is_wide)
        styles[bar.look->style].draw (&self, &bar);
      else if (!bar.is_wide)
        draw_shares (&self, x);
      if (bar.interval.begin != before.interval.begin)
        draw_change (&self, &before, &bar);
      before = bar;
      x = bar.is_wide ? bar.x1 : x + 1;
    }
  g_free (self.durations);
  g_free (self.columns);
}

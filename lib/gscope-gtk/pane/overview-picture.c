/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/time-ruler.h>
#include <gscope-gtk/paint/raster.h>
#include <gscope-gtk/pane/overview-picture.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/plot/view-signal-private.h>

#include <gscope/clock/transport.h>
#include <math.h>

enum
{
  STRIP = 36,
  TEXT = 16,
  TOP = 3,
  TICK_DISTANCE = 96,
  MARKER = 9,
  LOSS = 4,
  GRIP_HEIGHT = 14,
};

#define SHADE 0.55
/* the part of the strip above and below the traces */
#define PADDING 0.08

/* Lengths of an axis whose end moves on, as parts of a power of ten: at most a third of it is empty. */
static const double lengths[] = { 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10 };

static gint64
round_length (gint64 length)
{
  double decade = pow (10, floor (log10 ((double) length)));
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (lengths) && lengths[i] * decade < (double) length)
    i++;
  return (gint64) (lengths[i] * decade);
}

void
gscope_gtk_overview_axis_init (GscopeGtkOverviewAxis *self, gint64 begin, gint64 end, guint n,
                               gboolean grows)
{
  gint64 length = MAX (end - begin, n);

  self->n = MAX (n, 1);
  if (grows)
    length = round_length (length);
  /* the interval may begin and end within columns */
  self->width = MAX (1, length / MAX (1, (gint64) self->n - 1) + 1);
  self->first = gscope_gtk_divide_down (begin, self->width);
}

double
gscope_gtk_overview_axis_to_column (const GscopeGtkOverviewAxis *self, gint64 time)
{
  return (double) (time - self->first * self->width) / (double) self->width;
}

gint64
gscope_gtk_overview_axis_from_column (const GscopeGtkOverviewAxis *self, double column)
{
  return self->first * self->width + llround (column * (double) self->width);
}

int
gscope_gtk_overview_get_height (double text_scale)
{
  return TOP + STRIP + (int) ceil (TEXT * text_scale);
}

void
gscope_gtk_overview_picture_arrange (GscopeGtkOverviewPicture *self, double text_scale, int left,
                                     int right)
{
  int text = (int) ceil (TEXT * text_scale);

  self->plot = (cairo_rectangle_int_t){ left, TOP, MAX (1, self->width - left - right),
                                        MAX (1, self->height - TOP - text) };
}

/* Traces. */

static void
get_extent (const GscopeGtkOverviewPicture *self, GscopeGtkViewSignal *entry, double *min,
            double *max)
{
  GscopeTimeline timeline;
  GscopeColumn all;

  gscope_signal_get_timeline (gscope_gtk_view_signal_get_signal (entry), &timeline);
  gscope_timeline_get_range (&timeline, gscope_gtk_overview_axis_from_column (&self->axis, 0),
                             self->pen + 1, &all);
  *min = MIN (*min, all.min);
  *max = MAX (*max, all.max);
}

static gboolean
share_range (GscopeGtkViewSignal *a, GscopeGtkViewSignal *b)
{
  const char *unit = gscope_gtk_view_signal_get_unit (a);

  return a == b || (unit && unit[0] && !g_strcmp0 (unit, gscope_gtk_view_signal_get_unit (b)));
}

/* The values of all signals of a unit, over the whole time, have the whole height. */
static void
find_range (const GscopeGtkOverviewPicture *self, GscopeGtkViewSignal *entry, double *min,
            double *max)
{
  double more;

  *min = INFINITY;
  *max = -INFINITY;
  for (guint i = 0; i < self->signals->len; i++)
    if (share_range (entry, self->signals->pdata[i]))
      get_extent (self, self->signals->pdata[i], min, max);
  more = *max > *min ? (*max - *min) * PADDING : 1;
  *min -= more;
  *max += more;
}

static void
add_stroke (const GscopeGtkOverviewPicture *self, GscopeGtkViewSignal *entry, GArray *strokes)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);
  GscopeGtkStroke stroke = {
    .trace = gscope_signal_get_trace (signal),
    .history = gscope_signal_get_history (signal),
    .mode = gscope_gtk_view_signal_get_line_mode (entry),
    .ended = gscope_signal_get_ended (signal),
  };

  find_range (self, entry, &stroke.mapping.min, &stroke.mapping.max);
  if (!isfinite (stroke.mapping.min))
    return;
  stroke.color = gscope_gtk_view_signal_resolve (entry, self->palette, &stroke.dashed);
  g_array_append_val (strokes, stroke);
}

static void
draw_traces (const GscopeGtkOverviewPicture *self, cairo_t *cr)
{
  int height = (int) round (self->plot.height * self->device_scale);
  g_autoptr (GArray) strokes = g_array_new (FALSE, FALSE, sizeof (GscopeGtkStroke));
  cairo_surface_t *pixels =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) self->axis.n, height);
  GscopeGtkLane lane = { .height = height };
  GscopeGtkPlot plot = {
    .lanes = &lane,
    .n_lanes = 1,
    .height = height,
    .column_width = self->axis.width,
    .pen = self->pen,
    .line_width = MAX (1, self->device_scale),
    .background = self->palette->background,
    .plot = self->palette->plot,
    .grid = self->palette->grid,
    .frame = self->palette->frame,
  };

  for (guint i = 0; i < self->signals->len; i++)
    add_stroke (self, self->signals->pdata[i], strokes);
  lane.strokes = (const GscopeGtkStroke *) strokes->data;
  lane.n_strokes = strokes->len;
  gscope_gtk_raster_strip (&plot, self->axis.first, self->axis.n, FALSE,
                           (guint32 *) (gpointer) cairo_image_surface_get_data (pixels),
                           (gsize) cairo_image_surface_get_stride (pixels) / sizeof (guint32));
  cairo_surface_mark_dirty (pixels);
  cairo_surface_set_device_scale (pixels, self->device_scale, self->device_scale);
  cairo_set_source_surface (cr, pixels, self->plot.x, self->plot.y);
  cairo_paint (cr);
  cairo_surface_destroy (pixels);
}

/* Events. */

static double
to_x (const GscopeGtkOverviewPicture *self, gint64 time)
{
  return self->plot.x
         + floor (gscope_gtk_overview_axis_to_column (&self->axis, time)) / self->device_scale;
}

static gint64
get_end (const GscopeGtkOverviewPicture *self)
{
  return gscope_gtk_overview_axis_from_column (&self->axis, self->axis.n);
}

/* However many markers there are, a column has one. */
static void
draw_markers (const GscopeGtkOverviewPicture *self, GscopeGtkBrush *brush, GscopeMarkerList *list)
{
  gint64 time = gscope_gtk_overview_axis_from_column (&self->axis, 0), end = get_end (self);

  while (time < end)
    {
      g_autoptr (GscopeMarker) marker =
          g_list_model_get_item (G_LIST_MODEL (list), gscope_marker_list_find (list, time));
      GscopeMarkerKind kind;
      guint32 color;
      double x;

      if (!marker || gscope_marker_get_time (marker) >= end)
        return;
      kind = gscope_marker_get_kind (marker);
      color = kind == GSCOPE_MARKER_KIND_REFUSED || kind == GSCOPE_MARKER_KIND_FAILURE
                  ? self->palette->error
                  : self->palette->text;
      x = to_x (self, gscope_marker_get_time (marker)) + 0.5;
      gscope_gtk_brush_line (brush, x, self->plot.y, x, self->plot.y + MARKER, color, 1);
      time = (gscope_gtk_divide_down (gscope_marker_get_time (marker), self->axis.width) + 1)
             * self->axis.width;
    }
}

static void
draw_losses (const GscopeGtkOverviewPicture *self, GscopeGtkBrush *brush, GscopeSignal *signal)
{
  double last = -INFINITY, bottom = self->plot.y + self->plot.height - 1;
  const GscopeLossRecord *records;
  gsize n;

  records = gscope_signal_get_losses (signal, gscope_gtk_overview_axis_from_column (&self->axis, 0),
                                      get_end (self), &n);
  for (gsize i = 0; i < n; i++)
    {
      double x = to_x (self, records[i].time) + 0.5;

      if (x - last < LOSS)
        continue;
      last = x;
      cairo_move_to (brush->cr, x, bottom - 2 * LOSS);
      cairo_line_to (brush->cr, x + LOSS, bottom);
      cairo_line_to (brush->cr, x - LOSS, bottom);
      cairo_close_path (brush->cr);
      gscope_gtk_brush_set_color (
          brush,
          records[i].cause == GSCOPE_LOSS_LATE ? self->palette->warning : self->palette->error, 1);
      cairo_fill (brush->cr);
    }
}

/* Text. */

static void
draw_times (const GscopeGtkOverviewPicture *self, GscopeGtkBrush *brush)
{
  gint64 span = self->axis.width * self->axis.n, step, offset, end = get_end (self);
  guint max = (guint) MAX (2, self->plot.width / (TICK_DISTANCE * brush->text_scale));

  gscope_gtk_ticks_choose_time (span, max, &step);
  offset = gscope_gtk_time_get_offset (self->clock, end);
  for (gint64 tick = gscope_gtk_divide_down (end + offset, step) * step - offset;
       tick >= self->axis.first * self->axis.width; tick -= step)
    {
      /* the clock's distance from the wall clock changes by microseconds */
      g_autofree char *text = gscope_gtk_time_format_clock (
          self->clock, tick + step / 1000,
          step >= GSCOPE_SEC ? 0 : gscope_gtk_count_decimals (step / 1e9));
      double x = to_x (self, tick), width, height;

      gscope_gtk_brush_set_text (brush, text, FALSE, 0);
      gscope_gtk_brush_get_size (brush, &width, &height);
      x = CLAMP (x - width / 2, self->plot.x, MAX (self->plot.x, self->width - width));
      gscope_gtk_brush_draw_text (brush, x, self->plot.y + self->plot.height, self->palette->dim);
    }
}

void
gscope_gtk_overview_picture_draw (const GscopeGtkOverviewPicture *self, GscopeGtkBrush *brush)
{
  gscope_gtk_brush_set_color (brush, self->palette->background, 1);
  cairo_paint (brush->cr);
  draw_traces (self, brush->cr);
  for (guint i = 0; i < self->marker_lists->len; i++)
    draw_markers (self, brush, self->marker_lists->pdata[i]);
  for (guint i = 0; i < self->signals->len; i++)
    draw_losses (self, brush, gscope_gtk_view_signal_get_signal (self->signals->pdata[i]));
  draw_times (self, brush);
}

/* The window. */

static void
draw_shade (const GscopeGtkOverviewPicture *self, GscopeGtkBrush *brush, double begin, double end)
{
  if (end <= begin)
    return;
  gscope_gtk_brush_set_color (brush, self->palette->background, SHADE);
  cairo_rectangle (brush->cr, self->plot.x + begin, self->plot.y, end - begin, self->plot.height);
  cairo_fill (brush->cr);
}

static void
draw_grip (const GscopeGtkOverviewPicture *self, GscopeGtkBrush *brush, double x)
{
  double middle = self->plot.y + self->plot.height / 2.0;

  gscope_gtk_brush_set_color (brush, self->palette->accent, 1);
  cairo_rectangle (brush->cr, x - 2, middle - GRIP_HEIGHT / 2.0, 4, GRIP_HEIGHT);
  cairo_fill (brush->cr);
}

static void
draw_playhead (const GscopeGtkOverviewPicture *self, GscopeGtkBrush *brush, double x)
{
  gscope_gtk_brush_line (brush, x, self->plot.y, x, self->plot.y + self->plot.height,
                         self->palette->text, 1.5);
  cairo_move_to (brush->cr, x - 5, 0);
  cairo_line_to (brush->cr, x + 5, 0);
  cairo_line_to (brush->cr, x, 7);
  cairo_close_path (brush->cr);
  cairo_fill (brush->cr);
}

void
gscope_gtk_overview_picture_draw_window (const GscopeGtkOverviewPicture *self,
                                         GscopeGtkBrush *brush,
                                         const GscopeGtkOverviewWindow *window)
{
  double left = self->plot.x + window->begin, right = self->plot.x + window->end;

  draw_shade (self, brush, 0, window->begin);
  draw_shade (self, brush, window->end, self->plot.width);
  gscope_gtk_brush_set_color (brush, self->palette->accent, 1);
  cairo_set_line_width (brush->cr, 2);
  cairo_rectangle (brush->cr, left, self->plot.y + 1, right - left, self->plot.height - 2);
  cairo_stroke (brush->cr);
  draw_grip (self, brush, left);
  draw_grip (self, brush, right);
  if (!isnan (window->playhead))
    draw_playhead (self, brush, self->plot.x + window->playhead);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/graph.h>

#include <glib/gi18n-lib.h>
#include <math.h>

enum
{
  LEFT = 50,
  RIGHT = 14,
  TOP = 42,
  BOTTOM = 24,
  LABEL_GAP = 6,
  X_DISTANCE = 56,
  /* as on a view's time ruler */
  TIME_DISTANCE = 64,
  Y_DISTANCE = 28,
  PADDING = 5,
  MARGIN = 8,
  KEY_WIDTH = 18,
  ENTRY_GAP = 12,
};

#define LINE_WIDTH 1.5

void
gscope_gtk_graph_signal_clear (GscopeGtkGraphSignal *self)
{
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->unit, g_free);
}

void
gscope_gtk_graph_init (GscopeGtkGraph *self, guint size, GDestroyNotify clear)
{
  *self = (GscopeGtkGraph){ .cursor = NAN };
  self->signals = g_array_new (FALSE, TRUE, size);
  g_array_set_clear_func (self->signals, clear);
}

void
gscope_gtk_graph_clear (GscopeGtkGraph *self)
{
  g_free (self->title);
  g_free (self->subtitle);
  g_array_unref (self->signals);
}

void
gscope_gtk_graph_arrange (GscopeGtkGraph *self, double text_scale, int width, int height)
{
  gscope_gtk_graph_arrange_within (self, text_scale, width, height, (int) (LEFT * text_scale),
                                   RIGHT);
}

void
gscope_gtk_graph_arrange_within (GscopeGtkGraph *self, double text_scale, int width, int height,
                                 int left, int right)
{
  int top = (int) (TOP * text_scale), bottom = (int) (BOTTOM * text_scale);

  self->text_scale = text_scale;
  self->width = width;
  self->height = height;
  self->plot = (cairo_rectangle_int_t){ left, top, MAX (1, width - left - right),
                                        MAX (1, height - top - bottom) };
  self->x.origin = self->plot.x;
  self->x.length = self->plot.width;
  self->y.origin = self->plot.y + self->plot.height;
  self->y.length = -self->plot.height;
}

void
gscope_gtk_graph_drop_signals (GscopeGtkGraph *self)
{
  g_array_set_size (self->signals, 0);
  self->x.unit = self->y.unit = NULL;
}

void
gscope_gtk_graph_set_texts (GscopeGtkGraph *self, const char *title, const char *subtitle)
{
  g_free (self->title);
  g_free (self->subtitle);
  self->title = g_strdup (title);
  self->subtitle = g_strdup (subtitle);
}

static GArray *
list_x_marks (const GscopeGtkGraph *self)
{
  return gscope_gtk_axis_list_marks (
      &self->x, (int) ((self->x.is_time ? TIME_DISTANCE : X_DISTANCE) * self->text_scale));
}

static GArray *
list_y_marks (const GscopeGtkGraph *self)
{
  return gscope_gtk_axis_list_marks (&self->y, (int) (Y_DISTANCE * self->text_scale));
}

/* Draws a mark to the left of `end` if there is room. Returns its left edge. */
static double
draw_x_mark (const GscopeGtkGraph *self, GscopeGtkBrush *brush, const GscopeGtkMark *mark,
             double end)
{
  double width, height, x;

  gscope_gtk_brush_set_text (brush, mark->text, FALSE, 0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  x = CLAMP (mark->place - width / 2, 2, self->width - width - 2);
  if (x + width + LABEL_GAP > end)
    return end;
  gscope_gtk_brush_draw_text (brush, x, self->plot.y + self->plot.height + 5, self->palette->dim);
  return x;
}

static void
draw_y_mark (const GscopeGtkGraph *self, GscopeGtkBrush *brush, const GscopeGtkMark *mark)
{
  double width, height, bottom = self->plot.y + self->plot.height;

  gscope_gtk_brush_set_text (brush, mark->text, FALSE, 0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  gscope_gtk_brush_draw_text (
      brush, MAX (2, self->plot.x - LABEL_GAP - width),
      CLAMP (mark->place - height / 2, self->plot.y - 6, bottom - height + 6), self->palette->dim);
}

static void
draw_rulers (const GscopeGtkGraph *self, GscopeGtkBrush *brush)
{
  g_autoptr (GArray) x = list_x_marks (self);
  g_autoptr (GArray) y = list_y_marks (self);

  double end = self->width + LABEL_GAP;

  /* the last one has the unit */
  for (guint i = x->len; i-- > 0;)
    end = draw_x_mark (self, brush, &g_array_index (x, GscopeGtkMark, i), end);
  for (guint i = 0; i < y->len; i++)
    draw_y_mark (self, brush, &g_array_index (y, GscopeGtkMark, i));
}

void
gscope_gtk_graph_draw_grid (const GscopeGtkGraph *self, GscopeGtkBrush *brush)
{
  g_autoptr (GArray) x = list_x_marks (self);
  g_autoptr (GArray) y = list_y_marks (self);
  const cairo_rectangle_int_t *plot = &self->plot;

  gscope_gtk_brush_set_color (brush, self->palette->dim, 0.18);
  for (guint i = 0; i < x->len; i++)
    cairo_rectangle (brush->cr, floor (g_array_index (x, GscopeGtkMark, i).place), plot->y, 1,
                     plot->height);
  for (guint i = 0; i < y->len; i++)
    cairo_rectangle (brush->cr, plot->x, floor (g_array_index (y, GscopeGtkMark, i).place),
                     plot->width, 1);
  cairo_fill (brush->cr);
  gscope_gtk_brush_set_color (brush, self->palette->frame, 1);
  cairo_set_line_width (brush->cr, 1);
  cairo_rectangle (brush->cr, plot->x - 0.5, plot->y - 0.5, plot->width + 1, plot->height + 1);
  cairo_stroke (brush->cr);
}

void
gscope_gtk_graph_draw_part (const GscopeGtkGraph *self, GscopeGtkBrush *brush)
{
  g_autoptr (GArray) y = list_y_marks (self);
  const cairo_rectangle_int_t *plot = &self->plot;

  gscope_gtk_brush_set_color (brush, self->palette->dim, 0.18);
  for (guint i = 0; i < y->len; i++)
    cairo_rectangle (brush->cr, plot->x, floor (g_array_index (y, GscopeGtkMark, i).place),
                     plot->width, 1);
  cairo_fill (brush->cr);
  for (guint i = 0; i < y->len; i++)
    draw_y_mark (self, brush, &g_array_index (y, GscopeGtkMark, i));
  gscope_gtk_brush_set_color (brush, self->palette->frame, 1);
  cairo_set_line_width (brush->cr, 1);
  cairo_rectangle (brush->cr, plot->x - 0.5, plot->y - 0.5, plot->width + 1, plot->height + 1);
  cairo_stroke (brush->cr);
}

void
gscope_gtk_graph_draw (const GscopeGtkGraph *self, GscopeGtkBrush *brush)
{
  gscope_gtk_brush_set_color (brush, self->palette->background, 1);
  cairo_paint (brush->cr);
  if (self->title)
    {
      gscope_gtk_brush_set_text (brush, self->title, TRUE, self->width / 2.0);
      gscope_gtk_brush_draw_text (brush, MARGIN, 4, self->palette->text);
    }
  if (self->subtitle)
    {
      gscope_gtk_brush_set_text (brush, self->subtitle, FALSE,
                                 MAX (1, self->width - 2 * MARGIN - self->aside));
      gscope_gtk_brush_draw_text (brush, MARGIN, 21 * self->text_scale, self->palette->dim);
    }
  gscope_gtk_graph_draw_grid (self, brush);
  draw_rulers (self, brush);
}

static const GscopeGtkGraphSignal *
get_signal (const GscopeGtkGraph *self, guint i)
{
  return (gconstpointer) (self->signals->data
                          + (gsize) i * g_array_get_element_size (self->signals));
}

/* Returns the room for entries beside the title. */
static double
measure_room (const GscopeGtkGraph *self, GscopeGtkBrush *brush)
{
  double width, height;

  gscope_gtk_brush_set_text (brush, self->title ? self->title : "", TRUE, self->width / 2.0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  return self->width - width - 2 * MARGIN;
}

/* A graph of something else than a signal of the view has no key. */
static double
get_key_width (const GscopeGtkGraph *self, const GscopeGtkGraphSignal *signal)
{
  return signal->key > 0 ? KEY_WIDTH * self->text_scale : 0;
}

/* Returns the width of an entry with a title of at most some width; 0 for any. */
static double
measure_entry (const GscopeGtkGraph *self, GscopeGtkBrush *brush,
               const GscopeGtkGraphSignal *signal, double most)
{
  double width, height;

  gscope_gtk_brush_set_text (brush, signal->title, FALSE, most);
  gscope_gtk_brush_get_size (brush, &width, &height);
  return width + get_key_width (self, signal) + ENTRY_GAP;
}

/* Returns the width at which titles are cut, where not all have room: a third of the width, or an even part of the room if
 * that is more, but at most the room of one; 0 for none. */
static double
choose_most (const GscopeGtkGraph *self, GscopeGtkBrush *brush)
{
  double room = measure_room (self, brush), rest = KEY_WIDTH * self->text_scale + ENTRY_GAP;
  double sum = 0, even = room / self->signals->len - rest;

  for (guint i = 0; i < self->signals->len; i++)
    sum += measure_entry (self, brush, get_signal (self, i), 0);
  return sum <= room ? 0 : MAX (1, floor (MIN (MAX (self->width / 3.0, even), room - rest)));
}

/* Returns the number of entries that have room beside the title, and sets their width. */
static guint
count_entries (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double most, double *sum)
{
  double room = measure_room (self, brush);
  guint n = 0;

  for (*sum = 0; n < self->signals->len; n++)
    {
      double width = measure_entry (self, brush, get_signal (self, n), most);

      if (*sum + width > room)
        break;
      *sum += width;
    }
  return n;
}

void
gscope_gtk_graph_draw_legend (const GscopeGtkGraph *self, GscopeGtkBrush *brush)
{
  double most = choose_most (self, brush), sum, x, width, height;
  guint n = count_entries (self, brush, most, &sum);

  x = self->width - MARGIN - sum;
  for (guint i = 0; i < n; i++)
    {
      const GscopeGtkGraphSignal *signal = get_signal (self, i);

      x += ENTRY_GAP;
      width = measure_entry (self, brush, signal, most);
      gscope_gtk_brush_get_size (brush, &sum, &height);
      gscope_gtk_brush_draw_text (brush, x + get_key_width (self, signal), 4, self->palette->text);
      if (signal->key > 0)
        gscope_gtk_brush_key (brush, x, 4 + height / 2, signal->key, signal->color, signal->dashed);
      x += width - ENTRY_GAP;
    }
}

void
gscope_gtk_graph_draw_label (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double x, double y,
                             const char *text)
{
  const cairo_rectangle_int_t *plot = &self->plot;
  double width, height, left;

  gscope_gtk_brush_set_text (brush, text, FALSE, plot->width - 2 * PADDING);
  gscope_gtk_brush_get_size (brush, &width, &height);
  width += 2 * PADDING;
  height += 4;
  left = x + 8 + width <= plot->x + plot->width ? x + 8 : x - 8 - width;
  left = MAX (left, plot->x);
  y = CLAMP (y - height / 2, plot->y, MAX (plot->y, plot->y + plot->height - height));
  gscope_gtk_brush_box (brush, left, y, width, height, self->palette->background,
                        self->palette->frame);
  gscope_gtk_brush_draw_text (brush, left + PADDING, y + 2, self->palette->text);
}

void
gscope_gtk_graph_draw_message (const GscopeGtkGraph *self, GscopeGtkBrush *brush, const char *text)
{
  double width, height;

  if (self->vacant)
    text = _ ("No signal is shown: add one to the view, or show one that is hidden.");
  else if (!text)
    text = _ ("No samples in view: wait for some, or show more time (+).");
  gscope_gtk_brush_set_text (brush, text, FALSE, self->plot.width);
  pango_layout_set_ellipsize (brush->layout, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_wrap (brush->layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_alignment (brush->layout, PANGO_ALIGN_CENTER);
  gscope_gtk_brush_get_size (brush, &width, &height);
  gscope_gtk_brush_draw_text (brush, self->plot.x, self->plot.y + (self->plot.height - height) / 2,
                              self->palette->dim);
  pango_layout_set_alignment (brush->layout, PANGO_ALIGN_LEFT);
}

void
gscope_gtk_graph_draw_vertical (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double x,
                                gboolean dashed)
{
  static const double dashes[] = { 4, 3 };

  x = floor (x) + 0.5;
  cairo_set_dash (brush->cr, dashes, dashed ? G_N_ELEMENTS (dashes) : 0, 0);
  gscope_gtk_brush_line (brush, x, self->plot.y, x, self->plot.y + self->plot.height,
                         self->palette->text, 1);
  cairo_set_dash (brush->cr, NULL, 0, 0);
}

void
gscope_gtk_graph_draw_horizontal (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double y)
{
  y = floor (y) + 0.5;
  gscope_gtk_brush_line (brush, self->plot.x, y, self->plot.x + self->plot.width, y,
                         self->palette->text, 1);
}

void
gscope_gtk_graph_draw_dot (const GscopeGtkGraph *self, GscopeGtkBrush *brush, double x, double y,
                           guint32 color)
{
  cairo_new_sub_path (brush->cr);
  cairo_arc (brush->cr, x, y, 4, 0, 2 * G_PI);
  gscope_gtk_brush_set_color (brush, color, 1);
  cairo_fill_preserve (brush->cr);
  gscope_gtk_brush_set_color (brush, self->palette->background, 1);
  cairo_set_line_width (brush->cr, 1);
  cairo_stroke (brush->cr);
}

double
gscope_gtk_graph_find_x (const GscopeGtkGraph *self, double pixel)
{
  return CLAMP (gscope_gtk_axis_from_pixel (&self->x, pixel), self->x.min, self->x.max);
}

double
gscope_gtk_graph_find_y (const GscopeGtkGraph *self, double pixel)
{
  return CLAMP (gscope_gtk_axis_from_pixel (&self->y, pixel), self->y.min, self->y.max);
}

double
gscope_gtk_graph_step_x (const GscopeGtkGraph *self, double value, int pixels)
{
  if (isnan (value))
    return gscope_gtk_graph_find_x (self, self->plot.x + self->plot.width / 2.0);
  return gscope_gtk_graph_find_x (self, gscope_gtk_axis_to_pixel (&self->x, value) + pixels);
}

double
gscope_gtk_graph_step_y (const GscopeGtkGraph *self, double value, int pixels)
{
  if (isnan (value))
    return gscope_gtk_graph_find_y (self, self->plot.y + self->plot.height / 2.0);
  return gscope_gtk_graph_find_y (self, gscope_gtk_axis_to_pixel (&self->y, value) - pixels);
}

void
gscope_gtk_graph_clip (const GscopeGtkGraph *self, GscopeGtkBrush *brush)
{
  cairo_rectangle (brush->cr, self->plot.x, self->plot.y, self->plot.width, self->plot.height);
  cairo_clip (brush->cr);
}

void
gscope_gtk_graph_stroke (const GscopeGtkGraphSignal *signal, GscopeGtkBrush *brush)
{
  static const double dashes[] = { 6, 3 };

  gscope_gtk_brush_set_color (brush, signal->color, 1);
  cairo_set_line_width (brush->cr, LINE_WIDTH);
  cairo_set_line_join (brush->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash (brush->cr, dashes, signal->dashed ? G_N_ELEMENTS (dashes) : 0, 0);
  cairo_stroke (brush->cr);
  cairo_set_dash (brush->cr, NULL, 0, 0);
}

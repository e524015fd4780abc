/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/chrome/chrome.h>
#include <gscope-gtk/chrome/state-rows.h>
#include <gscope-gtk/chrome/time-ruler.h>
#include <gscope-gtk/chrome/value-ruler.h>
#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/plot/columns.h>

#include <math.h>

enum
{
  LABEL_GAP = 6,
  THOUSAND = 1000,
  FLAG_GAP = 3,
  /* distance of the numbers from the top of the time ruler */
  NUMBER_TOP = 7,
};

gboolean
gscope_gtk_chrome_get_x (const GscopeGtkScene *scene, gint64 time, double *x)
{
  if (!gscope_gtk_viewport_time_to_x (scene->viewport, time, x))
    return FALSE;
  *x = floor (scene->plot.x + *x / scene->device_scale) + 0.5;
  return TRUE;
}

static const GscopeGtkSceneLane *
get_lane (const GscopeGtkScene *scene, guint i)
{
  return &g_array_index (scene->lanes, GscopeGtkSceneLane, i);
}

static GArray *
list_marks (const GscopeGtkAnnotations *self)
{
  GscopeGtkTimeRuler ruler;

  gscope_gtk_time_ruler_init (&ruler, self->scene, self->clock);
  return gscope_gtk_time_ruler_list_marks (&ruler);
}

static void
number_clear (gpointer data)
{
  g_free (((GscopeGtkNumber *) data)->text);
}

/* Adds the number of a mark, unless there is no room after the previous number. */
static void
add_number (GArray *numbers, GscopeGtkBrush *brush, const GscopeGtkScene *scene,
            const GscopeGtkMark *mark)
{
  const GscopeGtkNumber *last =
      numbers->len > 0 ? &g_array_index (numbers, GscopeGtkNumber, numbers->len - 1) : NULL;
  GscopeGtkNumber number;
  double width, height;

  gscope_gtk_brush_set_text (brush, mark->text, FALSE, 0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  number.place.left = CLAMP (mark->place + 0.5 - width / 2, 2, scene->width - width - 2);
  number.place.right = number.place.left + width;
  if (last && number.place.left < last->place.right + LABEL_GAP)
    return;
  number.text = g_strdup (mark->text);
  g_array_append_val (numbers, number);
}

GArray *
gscope_gtk_chrome_list_numbers (const GscopeGtkAnnotations *self, PangoContext *context)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (GscopeGtkNumber));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  g_autoptr (GArray) marks = list_marks (self);
  GscopeGtkBrush brush;

  g_array_set_clear_func (numbers, number_clear);
  gscope_gtk_brush_init (&brush, cairo_create (surface), context, self->scene->palette);
  gscope_gtk_brush_keep_texts (&brush, self->texts);
  for (guint i = 0; i < marks->len; i++)
    add_number (numbers, &brush, self->scene, &g_array_index (marks, GscopeGtkMark, i));
  cairo_destroy (brush.cr);
  gscope_gtk_brush_clear (&brush);
  cairo_surface_destroy (surface);
  return numbers;
}

gboolean
gscope_gtk_chrome_is_hidden (const GscopeGtkAnnotations *self, const GscopeGtkNumber *number)
{
  for (guint i = 0; i < GSCOPE_GTK_N_FLAGS; i++)
    if (number->place.left <= self->flags[i].right + FLAG_GAP
        && number->place.right >= self->flags[i].left - FLAG_GAP
        && self->flags[i].left <= self->flags[i].right)
      return TRUE;
  return FALSE;
}

void
gscope_gtk_chrome_draw_number (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context,
                               const GscopeGtkNumber *number)
{
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, context, self->scene->palette);
  gscope_gtk_brush_keep_texts (&brush, self->texts);
  gscope_gtk_brush_set_text (&brush, number->text, FALSE, 0);
  gscope_gtk_brush_draw_text (&brush, number->place.left, self->scene->ruler_top + NUMBER_TOP,
                              self->scene->palette->dim);
  gscope_gtk_brush_clear (&brush);
}

void
gscope_gtk_chrome_draw_numbers (const GscopeGtkAnnotations *self, cairo_t *cr,
                                PangoContext *context)
{
  g_autoptr (GArray) numbers = gscope_gtk_chrome_list_numbers (self, context);

  for (guint i = 0; i < numbers->len; i++)
    {
      const GscopeGtkNumber *number = &g_array_index (numbers, GscopeGtkNumber, i);

      if (!gscope_gtk_chrome_is_hidden (self, number))
        gscope_gtk_chrome_draw_number (self, cr, context, number);
    }
}

void
gscope_gtk_chrome_draw_ticks (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context)
{
  const GscopeGtkScene *scene = self->scene;
  g_autoptr (GArray) marks = list_marks (self);
  GscopeGtkBrush brush = { .cr = cr, .palette = scene->palette };
  double y = scene->ruler_top + 0.5;

  gscope_gtk_brush_line (&brush, scene->plot.x, y, scene->plot.x + scene->plot.width, y,
                         scene->palette->frame, 1);
  for (guint i = 0; i < marks->len; i++)
    {
      double x = g_array_index (marks, GscopeGtkMark, i).place + 0.5;

      gscope_gtk_brush_line (&brush, x, y, x, y + 5, scene->palette->frame, 1);
    }
}

/* The ticks at the plot's edges have no line. */
GArray *
gscope_gtk_chrome_list_grid (const GscopeGtkAnnotations *self)
{
  const GscopeGtkScene *scene = self->scene;
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  g_autoptr (GArray) marks = list_marks (self);

  for (guint k = 0; k < marks->len; k++)
    for (guint i = 0; i < scene->lanes->len; i++)
      {
        const GscopeGtkSceneLane *lane = get_lane (scene, i);
        double x = g_array_index (marks, GscopeGtkMark, k).place;
        graphene_rect_t line = GRAPHENE_RECT_INIT (x, scene->plot.y + lane->top, 1, lane->height);

        if (x > scene->plot.x && x < scene->plot.x + scene->plot.width)
          g_array_append_val (lines, line);
      }
  return lines;
}

void
gscope_gtk_chrome_draw_grid (const GscopeGtkAnnotations *self, cairo_t *cr)
{
  g_autoptr (GArray) lines = gscope_gtk_chrome_list_grid (self);
  GscopeGtkBrush brush = { .cr = cr, .palette = self->scene->palette };

  gscope_gtk_brush_set_color (&brush, brush.palette->dim, GSCOPE_GTK_GRID_ALPHA);
  for (guint i = 0; i < lines->len; i++)
    {
      const graphene_rect_t *line = &g_array_index (lines, graphene_rect_t, i);

      cairo_rectangle (cr, line->origin.x, line->origin.y, line->size.width, line->size.height);
    }
  cairo_fill (cr);
}

void
gscope_gtk_chrome_draw_rulers (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context)
{
  const GscopeGtkScene *scene = self->scene;
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, context, scene->palette);
  gscope_gtk_brush_keep_texts (&brush, self->texts);
  for (guint i = 0; i < scene->lanes->len; i++)
    if (get_lane (scene, i)->scales[0].states)
      gscope_gtk_chrome_draw_row_names (&brush, scene, get_lane (scene, i));
    else
      gscope_gtk_chrome_draw_value_rulers (&brush, scene, get_lane (scene, i));
  gscope_gtk_brush_clear (&brush);
}

char *
gscope_gtk_chrome_format_clock (const GscopeGtkAnnotations *self, gint64 time, guint decimals)
{
  return gscope_gtk_time_format_clock (self->clock, time, decimals);
}

/* The pen appears with the first sample that it may draw. */
gboolean
gscope_gtk_chrome_get_pen_x (const GscopeGtkScene *scene, double *x)
{
  gint64 pen = gscope_gtk_viewport_get_end (scene->viewport);

  if (!gscope_gtk_viewport_get_sweeping (scene->viewport)
      || pen < gscope_gtk_viewport_get_origin (scene->viewport)
      || !gscope_gtk_viewport_time_to_x (scene->viewport, pen, x))
    return FALSE;
  *x = floor (scene->plot.x + *x / scene->device_scale);
  return TRUE;
}

void
gscope_gtk_chrome_draw_pen (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context)
{
  GscopeGtkBrush brush = { .cr = cr, .palette = self->scene->palette };
  double x;

  if (gscope_gtk_chrome_get_pen_x (self->scene, &x))
    gscope_gtk_brush_line (&brush, x, self->scene->plot.y, x, self->scene->ruler_top,
                           self->scene->palette->accent, 2);
  if (gscope_gtk_scene_get_zero_x (self->scene, &x))
    gscope_gtk_brush_line (&brush, x + 0.5, self->scene->plot.y, x + 0.5, self->scene->ruler_top,
                           self->scene->palette->accent, 1);
}

/* Returns the time of the pen, or in a triggered display the time at which the shown capture was triggered. */
static char *
format_pen (const GscopeGtkAnnotations *self)
{
  GscopeCapture *capture = gscope_gtk_scene_get_capture (self->scene);

  if (capture)
    return gscope_gtk_chrome_format_clock (self, gscope_capture_get_time (capture), 3);
  return gscope_gtk_chrome_format_clock (self, gscope_gtk_viewport_get_end (self->scene->viewport),
                                         1);
}

void
gscope_gtk_chrome_draw_clock (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context)
{
  const GscopeGtkExtent *flag = &self->flags[GSCOPE_GTK_PEN_FLAG];
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, context, self->scene->palette);
  gscope_gtk_brush_keep_texts (&brush, self->texts);
  if (flag->left <= flag->right)
    {
      g_autofree char *text = format_pen (self);

      gscope_gtk_brush_flag (&brush, (flag->left + flag->right) / 2, self->scene->ruler_top + 4,
                             self->scene->width, text, self->scene->palette->accent);
    }
  gscope_gtk_brush_clear (&brush);
}

void
gscope_gtk_chrome_measure_flags (GscopeGtkAnnotations *self, PangoContext *context)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cairo_create (surface), context, self->scene->palette);
  gscope_gtk_brush_keep_texts (&brush, self->texts);
  for (guint i = 0; i < GSCOPE_GTK_N_FLAGS; i++)
    {
      g_autofree char *text =
          i == GSCOPE_GTK_PEN_FLAG ? format_pen (self) : gscope_gtk_chrome_format_cursor (self, i);

      self->flag_widths[i] = gscope_gtk_brush_measure_flag (&brush, text);
    }
  cairo_destroy (brush.cr);
  gscope_gtk_brush_clear (&brush);
  cairo_surface_destroy (surface);
  gscope_gtk_chrome_place_flags (self);
}

static gboolean
is_free (const GscopeGtkAnnotations *self, guint n, double left, double right)
{
  for (guint i = 0; i < n; i++)
    if (self->flags[i].left <= self->flags[i].right && left < self->flags[i].right + FLAG_GAP
        && right > self->flags[i].left - FLAG_GAP)
      return FALSE;
  return left >= 0 && right <= self->scene->width;
}

/* Places the n-th label at x, or at the nearest free position beside a previous label. */
static GscopeGtkExtent
find_place (const GscopeGtkAnnotations *self, guint n, double x)
{
  double width = self->flag_widths[n];
  double wanted = CLAMP (x - width / 2, 0, MAX (0, self->scene->width - width));
  double best = wanted, distance = INFINITY;

  if (is_free (self, n, wanted, wanted + width))
    return (GscopeGtkExtent){ wanted, wanted + width };
  for (guint i = 0; i < 2 * n; i++)
    {
      double left = i % 2 == 0 ? self->flags[i / 2].right + FLAG_GAP
                               : self->flags[i / 2].left - FLAG_GAP - width;

      if (!is_free (self, n, left, left + width) || fabs (left - wanted) >= distance)
        continue;
      best = left;
      distance = fabs (left - wanted);
    }
  return (GscopeGtkExtent){ best, best + width };
}

void
gscope_gtk_chrome_place_flags (GscopeGtkAnnotations *self)
{
  for (guint i = 0; i < GSCOPE_GTK_N_FLAGS; i++)
    {
      double x = 0;
      gboolean is_shown =
          i == GSCOPE_GTK_PEN_FLAG
              ? gscope_gtk_chrome_get_pen_x (self->scene, &x)
                    || gscope_gtk_scene_get_zero_x (self->scene, &x)
              : i < self->cursors->n
                    && gscope_gtk_chrome_get_x (self->scene, self->cursors->times[i], &x);

      self->flags[i] = is_shown ? find_place (self, i, x) : (GscopeGtkExtent){ 0, -1 };
    }
}

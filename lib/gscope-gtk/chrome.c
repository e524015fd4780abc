/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome-brush.h>
#include <gscope-gtk/chrome.h>

#include <glib/gi18n-lib.h>
#include <math.h>

enum
{
  LABEL_GAP = 6,
  THOUSAND = 1000,
  LEGEND_HEIGHT = 20,
  MIN_TIME_TICK_DISTANCE = 64,
  MIN_LEGEND_WIDTH = 60,
  MORE_WIDTH = 64,
};

static const GscopeGtkSceneLane *
get_lane (const GscopeGtkScene *scene, guint i)
{
  return &g_array_index (scene->lanes, GscopeGtkSceneLane, i);
}

/* A unit without prefixes has numbers of any length, and the ruler room for four digits. */
static const char *
choose_multiple (double largest, double *factor)
{
  static const char *const multiples[] = { "", "k", "M", "G", "T" };
  guint i = 0;

  for (*factor = 1; i + 1 < G_N_ELEMENTS (multiples) && largest / *factor >= 10 * THOUSAND; i++)
    *factor *= THOUSAND;
  return multiples[i];
}

static char *
format_tick (double value, double step, const char *multiple)
{
  g_autofree char *text = gscope_gtk_format_number (value, gscope_gtk_count_decimals (step));

  return value != 0 ? g_strconcat (text, multiple, NULL) : g_steal_pointer (&text);
}

static void
draw_value_ruler (GscopeGtkBrush *brush, const GscopeGtkScene *scene,
                  const GscopeGtkSceneLane *lane, guint s)
{
  const GscopeGtkScale *scale = &lane->scales[s];
  double factor, many, edge = s == 0 ? scene->plot.x : scene->plot.x + scene->plot.width;
  GscopeGtkTicks ticks;
  const char *multiple;
  guint32 color = scene->palette->dim;

  gscope_gtk_scene_choose_ticks (lane, scale, &ticks);
  gscope_gtk_choose_prefix (scale->min, scale->max, scale->unit, &factor);
  multiple = choose_multiple (MAX (fabs (scale->min), fabs (scale->max)) / factor, &many);
  factor *= many;
  if (s > 0 && scale->signals->len > 0)
    color = gscope_gtk_view_signal_resolve (scale->signals->pdata[0], scene->palette, NULL);
  for (guint i = 0; i < ticks.n; i++)
    {
      double value = ticks.first + i * ticks.step, width, height;
      double y = scene->plot.y + gscope_gtk_scene_value_to_y (lane, scale, value);
      g_autofree char *text = format_tick (value / factor, ticks.step / factor, multiple);

      gscope_gtk_brush_set_text (brush, text, FALSE, 0);
      gscope_gtk_brush_get_size (brush, &width, &height);
      y = CLAMP (y, scene->plot.y + lane->top + height / 2 - 4,
                 scene->plot.y + lane->top + lane->height - height / 2 + 4);
      gscope_gtk_brush_draw_text (brush, s == 0 ? edge - width - LABEL_GAP : edge + LABEL_GAP,
                                  y - height / 2, color);
    }
}

static gint64
choose_time_step (const GscopeGtkScene *scene)
{
  gint64 step;

  gscope_gtk_ticks_choose_time (
      gscope_gtk_viewport_get_span (scene->viewport),
      MAX (2, (int) (scene->plot.width / (MIN_TIME_TICK_DISTANCE * scene->text_scale))), &step);
  return step;
}

/* A time ruler reads from the start of the sweep, or back from the right edge. */
static double
get_tick_x (const GscopeGtkScene *scene, gint64 time)
{
  gint64 span = gscope_gtk_viewport_get_span (scene->viewport);
  double offset = (double) time / span * scene->plot.width;
  gboolean sweeping = gscope_gtk_viewport_get_sweeping (scene->viewport);

  return floor (scene->plot.x + (sweeping ? offset : scene->plot.width - offset));
}

static void
draw_time_ruler (GscopeGtkBrush *brush, const GscopeGtkScene *scene)
{
  gint64 span = gscope_gtk_viewport_get_span (scene->viewport);
  gint64 step = choose_time_step (scene);
  int sign = gscope_gtk_viewport_get_sweeping (scene->viewport) ? 1 : -1;
  double factor, y = scene->ruler_top + 0.5;
  const char *prefix = gscope_gtk_choose_prefix (0, span / 1e9, "s", &factor);

  gscope_gtk_brush_line (brush, scene->plot.x, y, scene->plot.x + scene->plot.width, y,
                         scene->palette->frame, 1);
  for (gint64 t = 0; t <= span; t += step)
    {
      double x = get_tick_x (scene, t) + 0.5, width, height;
      g_autofree char *number = gscope_gtk_format_number (
          sign * t / 1e9 / factor, gscope_gtk_count_decimals (step / 1e9 / factor));
      g_autofree char *text =
          t == 0 ? g_strconcat (number, " ", prefix, "s", NULL) : g_strdup (number);

      gscope_gtk_brush_line (brush, x, y, x, y + 5, scene->palette->frame, 1);
      gscope_gtk_brush_set_text (brush, text, FALSE, 0);
      gscope_gtk_brush_get_size (brush, &width, &height);
      gscope_gtk_brush_draw_text (brush, CLAMP (x - width / 2, 2, scene->width - width - 2), y + 6,
                                  scene->palette->dim);
    }
}

GArray *
gscope_gtk_chrome_list_grid (const GscopeGtkScene *scene)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  gint64 span = gscope_gtk_viewport_get_span (scene->viewport);
  gint64 step = choose_time_step (scene);

  for (gint64 t = step; t < span; t += step)
    for (guint i = 0; i < scene->lanes->len; i++)
      {
        const GscopeGtkSceneLane *lane = get_lane (scene, i);
        graphene_rect_t line =
            GRAPHENE_RECT_INIT (get_tick_x (scene, t), scene->plot.y + lane->top, 1, lane->height);

        g_array_append_val (lines, line);
      }
  return lines;
}

void
gscope_gtk_chrome_draw_grid (const GscopeGtkAnnotations *self, cairo_t *cr)
{
  g_autoptr (GArray) lines = gscope_gtk_chrome_list_grid (self->scene);
  GscopeGtkBrush brush = { cr, NULL, 1, self->scene->palette };

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
  for (guint i = 0; i < scene->lanes->len; i++)
    for (guint s = 0; s < get_lane (scene, i)->n_scales; s++)
      draw_value_ruler (&brush, scene, get_lane (scene, i), s);
  draw_time_ruler (&brush, scene);
  gscope_gtk_brush_clear (&brush);
}

/* One signal's key, title and value. Returns its width. */
static double
draw_legend_entry (GscopeGtkBrush *brush, const GscopeGtkScene *scene, GscopeGtkViewSignal *signal,
                   double x, double y, double max_width)
{
  const char *value = gscope_gtk_view_signal_get_text (signal);
  gboolean dashed, ended = gscope_signal_get_ended (gscope_gtk_view_signal_get_signal (signal));
  guint32 color = gscope_gtk_view_signal_resolve (signal, scene->palette, &dashed);
  guint32 text = ended ? scene->palette->dim : scene->palette->text;
  double begin = x, width, height;

  x += gscope_gtk_brush_key (brush, x, y, gscope_gtk_view_signal_get_key (signal), color, dashed)
       + 4;
  gscope_gtk_brush_set_text (brush, gscope_gtk_view_signal_get_label (signal), FALSE,
                             MAX (20, max_width - 24));
  gscope_gtk_brush_get_size (brush, &width, &height);
  gscope_gtk_brush_draw_text (brush, x, y - height / 2, text);
  x += width + 5;
  gscope_gtk_brush_set_text (brush, value ? value : "–", TRUE, 0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  if (x + width - begin <= max_width)
    {
      gscope_gtk_brush_draw_text (brush, x, y - height / 2, text);
      x += width;
    }
  return x - begin;
}

/* Looks for the legend at a place while legends are drawn. */
typedef struct
{
  double x;
  double y;
  GscopeGtkViewSignal *found;
} Search;

static void
draw_more (GscopeGtkBrush *brush, const GscopeGtkScene *scene, guint n, double x, double y)
{
  g_autofree char *text = g_strdup_printf (_ ("%u more"), n);
  double width, height;

  gscope_gtk_brush_set_text (brush, text, FALSE, MORE_WIDTH * scene->text_scale);
  gscope_gtk_brush_get_size (brush, &width, &height);
  gscope_gtk_brush_draw_text (brush, x, y - height / 2, scene->palette->dim);
}

/* The second unit's entries begin in the middle, so that values that change do not push them. */
static void
draw_legend (GscopeGtkBrush *brush, const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane,
             guint s, const char *title, Search *search)
{
  const GscopeGtkScale *scale = &lane->scales[s];
  double x = scene->plot.x + 8 + (s > 0 ? scene->plot.width / 2 : 0);
  double right = scene->plot.x + scene->plot.width * (lane->n_scales > s + 1 ? 0.5 : 1) - 8;
  double legend = LEGEND_HEIGHT * scene->text_scale;
  double y = scene->plot.y + lane->top + legend / 2 + 2, width, height;

  gscope_gtk_brush_set_text (brush, title, TRUE, 0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  gscope_gtk_brush_draw_text (brush, x, y - height / 2, scene->palette->text);
  x += width > 0 ? width + 10 : 0;
  for (guint i = 0; i < scale->signals->len; i++)
    {
      double rest = i + 1 < scale->signals->len ? MORE_WIDTH * scene->text_scale : 0;

      if (right - x - rest < MIN_LEGEND_WIDTH * scene->text_scale)
        {
          draw_more (brush, scene, scale->signals->len - i, x, y);
          break;
        }
      width = draw_legend_entry (brush, scene, scale->signals->pdata[i], x, y, right - x - rest);
      if (search->x >= x && search->x < x + width && fabs (search->y - y) <= legend / 2)
        search->found = scale->signals->pdata[i];
      x += width + 12;
    }
}

static char *
get_lane_title (const GscopeGtkScene *scene, const GscopeGtkScale *scale)
{
  double factor;
  const char *prefix;

  if (scene->layout == GSCOPE_VIEW_OVERLAY || !scale->unit)
    return g_strdup ("");
  prefix = gscope_gtk_choose_prefix (scale->min, scale->max, scale->unit, &factor);
  return g_strconcat (prefix, scale->unit, NULL);
}

static void
draw_legends (const GscopeGtkScene *scene, cairo_t *cr, PangoContext *context, Search *search)
{
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, context, scene->palette);
  for (guint i = 0; i < scene->lanes->len; i++)
    for (guint s = 0; s < get_lane (scene, i)->n_scales; s++)
      {
        g_autofree char *title = get_lane_title (scene, &get_lane (scene, i)->scales[s]);

        draw_legend (&brush, scene, get_lane (scene, i), s, title, search);
      }
  gscope_gtk_brush_clear (&brush);
}

void
gscope_gtk_chrome_draw_legends (const GscopeGtkAnnotations *self, cairo_t *cr,
                                PangoContext *context)
{
  Search nowhere = { -1, -1, NULL };

  draw_legends (self->scene, cr, context, &nowhere);
}

GscopeGtkViewSignal *
gscope_gtk_chrome_find_legend (const GscopeGtkAnnotations *self, PangoContext *context, double x,
                               double y)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  Search search = { x, y, NULL };

  draw_legends (self->scene, cr, context, &search);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return search.found;
}

char *
gscope_gtk_chrome_format_clock (const GscopeGtkAnnotations *self, gint64 time, guint decimals)
{
  g_autoptr (GDateTime) wall = gscope_clock_to_wall (self->clock, time);
  g_autofree char *text = g_date_time_format (wall, "%H:%M:%S");
  g_autofree char *fraction = g_strdup_printf ("%06d", g_date_time_get_microsecond (wall));

  return g_strdup_printf ("%s.%.*s", text, (int) MIN (decimals, 6), fraction);
}

void
gscope_gtk_chrome_draw_pen (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context)
{
  GscopeGtkScene *scene = self->scene;
  gint64 pen = gscope_gtk_viewport_get_end (scene->viewport);
  g_autofree char *text = gscope_gtk_chrome_format_clock (self, pen, 1);
  double x;
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, context, scene->palette);
  if (gscope_gtk_scene_is_sweeping (scene)
      && gscope_gtk_viewport_time_to_x (scene->viewport, pen, &x))
    {
      x = floor (scene->plot.x + x / scene->device_scale);
      gscope_gtk_brush_line (&brush, x, scene->plot.y, x, scene->ruler_top, scene->palette->accent,
                             2);
      gscope_gtk_brush_flag (&brush, x, scene->ruler_top + 4, scene->width, text,
                             scene->palette->accent);
    }
  gscope_gtk_brush_clear (&brush);
}

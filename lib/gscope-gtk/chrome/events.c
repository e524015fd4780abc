/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/chrome/gaps.h>
#include <gscope-gtk/chrome/markers.h>

#include <math.h>

/* Markers, losses and gaps on the time axis. They differ in shape, not only in colour. */

/* logical pixels to each side of a shape */
#define SHAPE 9

static void
draw_triangle (GscopeGtkBrush *brush, double x, double y, gboolean filled, guint32 color)
{
  cairo_move_to (brush->cr, x, y - 5);
  cairo_line_to (brush->cr, x + 5, y + 4);
  cairo_line_to (brush->cr, x - 5, y + 4);
  cairo_close_path (brush->cr);
  gscope_gtk_brush_set_color (brush, color, 1);
  cairo_set_line_width (brush->cr, 1.5);
  if (filled)
    cairo_fill (brush->cr);
  else
    cairo_stroke (brush->cr);
}

/* A loss in view. */
typedef struct
{
  double x;
  gboolean is_late;
} Loss;

static GArray *
list_losses (const GscopeGtkAnnotations *self, GscopeSignal *signal)
{
  GArray *losses = g_array_new (FALSE, FALSE, sizeof (Loss));
  double last = -1;
  gint64 begin, end;
  gsize n;
  const GscopeLossRecord *records;

  gscope_gtk_scene_get_window (self->scene, &begin, &end);
  records = gscope_signal_get_losses (signal, begin, end + 1, &n);
  for (gsize i = 0; i < n; i++)
    {
      Loss loss = { 0, records[i].cause == GSCOPE_LOSS_LATE };

      if (!gscope_gtk_chrome_get_x (self->scene, records[i].time, &loss.x)
          || fabs (loss.x - last) < 2)
        continue;
      g_array_append_val (losses, loss);
      last = loss.x;
    }
  return losses;
}

static void
draw_losses (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, GscopeSignal *signal)
{
  const GscopeGtkScene *scene = self->scene;
  g_autoptr (GArray) losses = list_losses (self, signal);
  double y = scene->integrity_top + (scene->ruler_top - scene->integrity_top) / 2.0;

  for (guint i = 0; i < losses->len; i++)
    {
      const Loss *loss = &g_array_index (losses, Loss, i);

      draw_triangle (brush, loss->x, y, !loss->is_late,
                     loss->is_late ? brush->palette->warning : brush->palette->error);
    }
}

static void
add_area (GArray *areas, double x, int y, int width, int height)
{
  cairo_rectangle_int_t area = { (int) floor (x), y, width, height };

  g_array_append_val (areas, area);
}

static void
list_signal (const GscopeGtkAnnotations *self, GscopeSignal *signal, GArray *areas)
{
  const GscopeGtkScene *scene = self->scene;
  g_autoptr (GArray) losses = list_losses (self, signal);

  for (guint i = 0; i < losses->len; i++)
    add_area (areas, g_array_index (losses, Loss, i).x - SHAPE, scene->integrity_top, 2 * SHAPE,
              scene->ruler_top - scene->integrity_top);
}

static int
compare_areas (gconstpointer a, gconstpointer b)
{
  const cairo_rectangle_int_t *x = a, *y = b;

  return x->x != y->x ? x->x - y->x : x->y - y->y;
}

/* Returns the i-th signal of a lane; NULL past the last one. */
static GscopeSignal *
get_signal (const GscopeGtkSceneLane *lane, guint i)
{
  for (guint s = 0; s < lane->n_scales; s++)
    {
      if (i < lane->scales[s].signals->len)
        return gscope_gtk_view_signal_get_signal (lane->scales[s].signals->pdata[i]);
      i -= lane->scales[s].signals->len;
    }
  return NULL;
}

GArray *
gscope_gtk_chrome_list_events (const GscopeGtkAnnotations *self)
{
  const GscopeGtkScene *scene = self->scene;
  GArray *areas = g_array_new (FALSE, FALSE, sizeof (cairo_rectangle_int_t));
  g_autoptr (GArray) clusters = gscope_gtk_chrome_list_clusters (self);
  GscopeSignal *signal;

  if (clusters->len > 0)
    add_area (areas, 0, 0, scene->width, scene->plot.y);
  for (guint i = 0; i < clusters->len; i++)
    {
      const GscopeGtkCluster *place = &g_array_index (clusters, GscopeGtkCluster, i);
      double reach = 1 + ceil (gscope_gtk_chrome_get_reach (scene, place->marker));
      double left = MAX (place->x - reach, 0), right = MIN (place->right + reach, scene->width);

      add_area (areas, left, scene->plot.y, (int) ceil (right - left) + 1, scene->plot.height);
    }
  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (scene->lanes, GscopeGtkSceneLane, i);

      for (guint k = 0; (signal = get_signal (lane, k)); k++)
        list_signal (self, signal, areas);
      gscope_gtk_chrome_list_gaps (self, lane, areas);
    }
  g_array_sort (areas, compare_areas);
  return areas;
}

void
gscope_gtk_chrome_draw_events (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context)
{
  GscopeGtkBrush brush;
  GscopeSignal *signal;

  gscope_gtk_brush_init (&brush, cr, context, self->scene->palette);
  for (guint i = 0; i < self->scene->lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (self->scene->lanes, GscopeGtkSceneLane, i);

      for (guint k = 0; (signal = get_signal (lane, k)); k++)
        draw_losses (self, &brush, signal);
      gscope_gtk_chrome_draw_gaps (self, &brush, lane);
    }
  gscope_gtk_chrome_draw_markers (self, &brush);
  gscope_gtk_brush_clear (&brush);
}

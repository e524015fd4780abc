/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/limits/failures.h>

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/limits/areas.h>
#include <gscope-gtk/paint/image-node.h>
#include <gscope-gtk/plot/captures.h>
#include <math.h>

enum
{
  /* logical pixels; rings whose middles are nearer are one */
  RADIUS = 6,
  APART = 8,
};

/* Gets the time at which a sample is drawn; in a triggered display, the samples of the capture are at another one. */
static gint64
get_shown_time (const GscopeGtkScene *scene, gint64 time)
{
  GscopeCapture *capture = gscope_gtk_scene_get_capture (scene);

  return capture ? time - gscope_capture_get_zero (capture) + scene->captures->zero : time;
}

/* The newest failure of those that are near each other has the ring. */
static void
add_limit (const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane,
           const GscopeGtkMapping *mapping, GscopeLimit *limit, gpointer data)
{
  GArray *places = data;
  guint first = places->len;
  gsize n;
  const GscopeLimitFailure *failures = gscope_limit_get_failures (limit, &n);
  gint64 begin, end;
  double last = 0;

  gscope_gtk_scene_get_window (scene, &begin, &end);
  while (n-- > 0)
    {
      const GscopeSample *worst = &failures[n].worst;
      gint64 time = get_shown_time (scene, worst->time);
      double x, y = gscope_gtk_scene_value_to_y (lane, mapping, worst->value);
      graphene_point_t place;

      if (time < begin || time > end || !gscope_gtk_chrome_get_x (scene, time, &x))
        continue;
      if (isnan (y))
        y = lane->top + lane->height;
      y = scene->plot.y + CLAMP (y, lane->top, lane->top + lane->height);
      if (places->len > first && fabs (last - x) < APART)
        continue;
      last = x;
      graphene_point_init (&place, (float) x, (float) y);
      g_array_append_val (places, place);
    }
}

/* Returns the middles of the rings in view: graphene_point_t. */
static GArray *
list_failures (const GscopeGtkAnnotations *self)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (graphene_point_t));

  gscope_gtk_limits_foreach (self, add_limit, places);
  return places;
}

static void
draw_ring (cairo_t *cr, const GscopeGtkPalette *palette, double x, double y)
{
  GscopeGtkBrush brush = { .cr = cr, .palette = palette };

  cairo_new_path (cr);
  cairo_arc (cr, x, y, RADIUS, 0, 2 * G_PI);
  gscope_gtk_brush_set_color (&brush, palette->plot, 0.8);
  cairo_set_line_width (cr, 4);
  cairo_stroke_preserve (cr);
  gscope_gtk_brush_set_color (&brush, palette->error, 1);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

static GskRenderNode *
create_ring (const GscopeGtkScene *scene)
{
  const double edge = RADIUS + 2;
  graphene_rect_t area =
      GRAPHENE_RECT_INIT ((float) -edge, (float) -edge, (float) (2 * edge), (float) (2 * edge));
  cairo_t *cr = gscope_gtk_image_node_begin (&area, scene->device_scale);

  draw_ring (cr, scene->palette, 0, 0);
  return gscope_gtk_image_node_end (cr, &area);
}

void
gscope_gtk_limits_snapshot_failures (const GscopeGtkAnnotations *self, GskRenderNode **ring,
                                     GtkSnapshot *snapshot)
{
  g_autoptr (GArray) places = list_failures (self);

  if (places->len > 0 && !*ring)
    *ring = create_ring (self->scene);
  for (guint i = 0; i < places->len; i++)
    {
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &g_array_index (places, graphene_point_t, i));
      gtk_snapshot_append_node (snapshot, *ring);
      gtk_snapshot_restore (snapshot);
    }
}

void
gscope_gtk_limits_draw_failures (const GscopeGtkAnnotations *self, cairo_t *cr)
{
  g_autoptr (GArray) places = list_failures (self);

  for (guint i = 0; i < places->len; i++)
    {
      const graphene_point_t *place = &g_array_index (places, graphene_point_t, i);

      draw_ring (cr, self->scene->palette, place->x, place->y);
    }
}

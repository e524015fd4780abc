/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/image-node.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/plot/strips.h>

enum
{
  /* device pixels; 16 to 64 cost the same within the noise, 8 and 128 cost more */
  STRIP_WIDTH = 32,
};

typedef struct
{
  gint64 index;
  GskRenderNode *node;
} Strip;

static void
strip_clear (gpointer data)
{
  g_clear_pointer (&((Strip *) data)->node, gsk_render_node_unref);
}

void
gscope_gtk_strips_init (GscopeGtkStrips *self)
{
  *self = (GscopeGtkStrips){ .strips = g_array_new (FALSE, TRUE, sizeof (Strip)) };
  g_array_set_clear_func (self->strips, strip_clear);
}

void
gscope_gtk_strips_clear (GscopeGtkStrips *self)
{
  g_array_unref (self->strips);
}

void
gscope_gtk_strips_invalidate (GscopeGtkStrips *self)
{
  g_array_set_size (self->strips, 0);
}

static gint64
modulo (gint64 a, gint64 b)
{
  return a - gscope_gtk_divide_down (a, b) * b;
}

static Strip *
get_slot (GscopeGtkStrips *self, gint64 index)
{
  return &g_array_index (self->strips, Strip, modulo (index, self->strips->len));
}

static void
drop (GscopeGtkStrips *self, gint64 index)
{
  Strip *strip = get_slot (self, index);

  if (strip->index == index)
    strip_clear (strip);
}

void
gscope_gtk_strips_invalidate_columns (GscopeGtkStrips *self, GscopeGtkScene *scene, gint64 begin,
                                      gint64 end)
{
  gint64 n = gscope_gtk_viewport_get_n_columns (scene->viewport);
  gint64 reach = gscope_gtk_raster_get_reach (gscope_gtk_scene_get_line_width (scene));

  if (self->strips->len == 0)
    return;
  begin = MAX (begin, end - n) - reach;
  end += reach;
  end += self->sweeping ? gscope_gtk_scene_get_wiped (scene) + 1 : 0;
  if (!self->sweeping)
    {
      for (gint64 i = gscope_gtk_divide_down (begin, STRIP_WIDTH);
           i <= gscope_gtk_divide_down (end, STRIP_WIDTH); i++)
        drop (self, i);
      return;
    }
  for (gint64 column = begin; column <= end; column++)
    drop (self, gscope_gtk_viewport_get_place (scene->viewport, column) / STRIP_WIDTH);
}

/* While the pen sweeps, a strip has a fixed position, which is part of its node: an unchanged strip
 * keeps its node. */
static GskRenderNode *
draw_strip (GscopeGtkStrips *self, GscopeGtkScene *scene, const GscopeGtkPlot *plot, gint64 index)
{
  int n = gscope_gtk_viewport_get_n_columns (scene->viewport);
  double x = self->sweeping ? index * STRIP_WIDTH : 0;
  int width = self->sweeping ? MIN (STRIP_WIDTH, n - (int) x) : STRIP_WIDTH;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, plot->height);
  guint32 *pixels = (guint32 *) cairo_image_surface_get_data (surface);
  gsize stride = cairo_image_surface_get_stride (surface) / sizeof *pixels;
  GskRenderNode *node;

  if (self->sweeping)
    gscope_gtk_scene_draw_columns (scene, plot, x, width, pixels, stride);
  else
    gscope_gtk_raster_strip (plot, index * STRIP_WIDTH, width, FALSE, pixels, stride);
  cairo_surface_mark_dirty (surface);
  cairo_surface_set_device_scale (surface, scene->device_scale, scene->device_scale);
  node = gscope_gtk_image_node_new (
      surface, &GRAPHENE_RECT_INIT (x / scene->device_scale, 0, width / scene->device_scale,
                                    plot->height / scene->device_scale));
  cairo_surface_destroy (surface);
  return node;
}

static GskRenderNode *
get_node (GscopeGtkStrips *self, GscopeGtkScene *scene, const GscopeGtkPlot *plot, gint64 index)
{
  Strip *strip = get_slot (self, index);

  if (strip->node && strip->index != index)
    strip_clear (strip);
  if (!strip->node)
    strip->node = draw_strip (self, scene, plot, index);
  strip->index = index;
  return strip->node;
}

static void
append_moved (GtkSnapshot *snapshot, GskRenderNode *node, double x)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, 0));
  gtk_snapshot_append_node (snapshot, node);
  gtk_snapshot_restore (snapshot);
}

void
gscope_gtk_strips_snapshot (GscopeGtkStrips *self, GscopeGtkScene *scene, GtkSnapshot *snapshot)
{
  gint64 n = gscope_gtk_viewport_get_n_columns (scene->viewport);
  gint64 first = gscope_gtk_viewport_get_column (scene->viewport, 0);
  gboolean sweeping = gscope_gtk_scene_is_sweeping (scene);
  GscopeGtkPlot plot;

  if (self->sweeping != sweeping || (sweeping && self->first != first))
    gscope_gtk_strips_invalidate (self);
  self->sweeping = sweeping;
  self->first = first;
  g_array_set_size (self->strips, n / STRIP_WIDTH + 2);
  gscope_gtk_scene_get_plot (scene, &plot);
  if (sweeping)
    for (gint64 i = 0; i * STRIP_WIDTH < n; i++)
      gtk_snapshot_append_node (snapshot, get_node (self, scene, &plot, i));
  else
    for (gint64 i = gscope_gtk_divide_down (first, STRIP_WIDTH); i * STRIP_WIDTH < first + n; i++)
      append_moved (snapshot, get_node (self, scene, &plot, i),
                    (i * STRIP_WIDTH - first) / scene->device_scale);
}

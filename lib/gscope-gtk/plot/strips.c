/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/image-node.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/plot/strips.h>

#include <string.h>

enum
{
  /* device pixels; 16 to 64 cost the same within the noise, 8 and 128 cost more */
  STRIP_WIDTH = 32,
  BLOCK = GSCOPE_GTK_COVERAGE_COLUMNS / GSCOPE_GTK_COVERAGE_QUADS,
  N_BLOCKS = STRIP_WIDTH / BLOCK,
};

/* An image of a strip. Columns are drawn in whole blocks, as the rasteriser computes them. */
typedef struct
{
  cairo_surface_t *surface;
  gboolean is_stale[N_BLOCKS];
} Image;

/* The two images take turns: cairo would copy an image that changes while the node of a former frame shows it. */
typedef struct
{
  gint64 index;
  GskRenderNode *node;
  Image images[2];
} Strip;

static void
strip_clear (gpointer data)
{
  Strip *strip = data;

  g_clear_pointer (&strip->node, gsk_render_node_unref);
  for (guint i = 0; i < G_N_ELEMENTS (strip->images); i++)
    g_clear_pointer (&strip->images[i].surface, cairo_surface_destroy);
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

/* Has the image of a column drawn again, which is counted from the column 0 of the strip 0. */
static void
invalidate_column (GscopeGtkStrips *self, gint64 column)
{
  gint64 index = gscope_gtk_divide_down (column, STRIP_WIDTH);
  Strip *strip = get_slot (self, index);

  if (strip->index != index)
    return;
  g_clear_pointer (&strip->node, gsk_render_node_unref);
  for (guint i = 0; i < G_N_ELEMENTS (strip->images); i++)
    strip->images[i].is_stale[modulo (column, STRIP_WIDTH) / BLOCK] = TRUE;
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
  for (gint64 column = begin; column <= end; column++)
    invalidate_column (
        self, self->sweeping ? gscope_gtk_viewport_get_place (scene->viewport, column) : column);
}

/* Draws the stale blocks of the image of a strip that begins at a column. */
static void
draw_blocks (GscopeGtkStrips *self, GscopeGtkScene *scene, const GscopeGtkPlot *plot,
             const Image *image, gint64 first)
{
  int width = cairo_image_surface_get_width (image->surface);
  gsize stride = cairo_image_surface_get_stride (image->surface) / sizeof (guint32);
  guint32 *pixels = (guint32 *) cairo_image_surface_get_data (image->surface);

  for (int begin = 0, end; begin < width; begin = end)
    {
      gboolean is_stale = image->is_stale[begin / BLOCK];

      for (end = begin; end < width && image->is_stale[end / BLOCK] == is_stale;)
        end = MIN (end + BLOCK, width);
      if (is_stale && self->sweeping)
        gscope_gtk_scene_draw_columns (scene, plot, (int) first + begin, end - begin,
                                       pixels + begin, stride);
      else if (is_stale)
        gscope_gtk_raster_strip (plot, first + begin, end - begin, FALSE, pixels + begin, stride);
    }
}

static void
update_image (GscopeGtkStrips *self, GscopeGtkScene *scene, const GscopeGtkPlot *plot, Image *image,
              gint64 first, int width)
{
  gboolean is_new = image->surface == NULL;

  if (is_new)
    image->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, plot->height);
  for (int i = 0; i < N_BLOCKS; i++)
    image->is_stale[i] |= is_new;
  cairo_surface_flush (image->surface);
  draw_blocks (self, scene, plot, image, first);
  cairo_surface_mark_dirty (image->surface);
  cairo_surface_set_device_scale (image->surface, scene->device_scale, scene->device_scale);
  memset (image->is_stale, 0, sizeof image->is_stale);
}

/* While the pen sweeps, a strip has a fixed position, which is part of its node: an unchanged strip
 * keeps its node. */
static void
draw_strip (GscopeGtkStrips *self, GscopeGtkScene *scene, const GscopeGtkPlot *plot, Strip *strip)
{
  int n = gscope_gtk_viewport_get_n_columns (scene->viewport);
  gint64 first = strip->index * STRIP_WIDTH;
  double x = self->sweeping ? first : 0;
  int width = self->sweeping ? MIN (STRIP_WIDTH, n - (int) first) : STRIP_WIDTH;
  Image former = strip->images[0];

  strip->images[0] = strip->images[1];
  strip->images[1] = former;
  update_image (self, scene, plot, &strip->images[0], first, width);
  strip->node = gscope_gtk_image_node_new (
      strip->images[0].surface,
      &GRAPHENE_RECT_INIT (x / scene->device_scale, 0, width / scene->device_scale,
                           plot->height / scene->device_scale));
}

static GskRenderNode *
get_node (GscopeGtkStrips *self, GscopeGtkScene *scene, const GscopeGtkPlot *plot, gint64 index)
{
  Strip *strip = get_slot (self, index);

  if (strip->index != index)
    strip_clear (strip);
  strip->index = index;
  if (!strip->node)
    draw_strip (self, scene, plot, strip);
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

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/image-node.h>
#include <gscope-gtk/view-private.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* What a view hands to GTK each frame: its strips, and parts that are drawn when they change. */

enum
{
  FLAG_WIDTH = 120,
  LEGEND_HEIGHT = 24,
};

static void
draw_piece (GscopeGtkView *self, GtkSnapshot *snapshot, GscopeGtkChromeFunc draw,
            const graphene_rect_t *area)
{
  cairo_t *cr = gscope_gtk_image_node_begin (area, self->scene.device_scale);
  g_autoptr (GskRenderNode) node = NULL;

  draw (&self->annotations, cr, gtk_widget_get_pango_context (GTK_WIDGET (self)));
  node = gscope_gtk_image_node_end (cr, area);
  gtk_snapshot_append_node (snapshot, node);
}

/* A node is repainted as a whole, so that parts that change often are in tight pieces. */
static void
draw_legend_pieces (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  for (guint i = 0; i < self->scene.lanes->len; i++)
    {
      GscopeGtkSceneLane *lane = &g_array_index (self->scene.lanes, GscopeGtkSceneLane, i);
      graphene_rect_t area =
          GRAPHENE_RECT_INIT (self->scene.plot.x, self->scene.plot.y + lane->top,
                              self->scene.plot.width, LEGEND_HEIGHT * self->scene.text_scale);

      draw_piece (self, snapshot, gscope_gtk_chrome_draw_legends, &area);
    }
}

static void
append_color (GtkSnapshot *snapshot, guint32 color, float alpha, const graphene_rect_t *area)
{
  GdkRGBA rgba = { ((color >> 16) & 0xff) / 255.0f, ((color >> 8) & 0xff) / 255.0f,
                   (color & 0xff) / 255.0f, alpha };

  gtk_snapshot_append_color (snapshot, &rgba, area);
}

static void
draw_ruler_pieces (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  const GscopeGtkScene *scene = &self->scene;
  double right = scene->plot.x + scene->plot.width;
  double bottom = scene->plot.y + scene->plot.height;
  const graphene_rect_t areas[] = {
    GRAPHENE_RECT_INIT (0, scene->plot.y - 8, scene->plot.x, scene->plot.height + 16),
    GRAPHENE_RECT_INIT (right, scene->plot.y - 8, scene->width - right, scene->plot.height + 16),
    GRAPHENE_RECT_INIT (0, bottom + 8, scene->width, scene->height - bottom - 8),
  };

  for (guint i = 0; i < G_N_ELEMENTS (areas); i++)
    draw_piece (self, snapshot, gscope_gtk_chrome_draw_rulers, &areas[i]);
}

static void
append_grid (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  g_autoptr (GArray) lines = gscope_gtk_chrome_list_grid (&self->scene);

  for (guint i = 0; i < lines->len; i++)
    append_color (snapshot, self->scene.palette->dim, GSCOPE_GTK_GRID_ALPHA,
                  &g_array_index (lines, graphene_rect_t, i));
}

static void
draw_whole (GscopeGtkView *self, GtkSnapshot *snapshot, GscopeGtkPart part)
{
  graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, self->scene.width, self->scene.height);

  if (part == GSCOPE_GTK_PART_CURSORS && self->annotations.n_cursors == 0)
    return;
  if (part == GSCOPE_GTK_PART_EVENTS && !gscope_gtk_chrome_has_events (&self->annotations))
    return;
  draw_piece (self, snapshot, gscope_gtk_view_get_chrome (part), &all);
}

static GskRenderNode *
create_part (GscopeGtkView *self, GscopeGtkPart part)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;

  if (part == GSCOPE_GTK_PART_LEGENDS)
    draw_legend_pieces (self, snapshot);
  else if (part == GSCOPE_GTK_PART_RULERS)
    {
      append_grid (self, snapshot);
      draw_ruler_pieces (self, snapshot);
    }
  else
    draw_whole (self, snapshot, part);
  node = gtk_snapshot_free_to_node (snapshot);
  return node ? node : gsk_container_node_new (NULL, 0);
}

/* The label is drawn anew when its text changes, or at an edge, where it stands aside. */
static void
update_flag (GscopeGtkView *self, gint64 time, double x)
{
  const GscopeGtkScene *scene = &self->scene;
  double width = ceil (FLAG_WIDTH * scene->text_scale);
  double left = floor (x) - floor (width / 2), limit = scene->width - width;
  graphene_rect_t area = GRAPHENE_RECT_INIT (CLAMP (left, 0, MAX (0, limit)), scene->ruler_top,
                                             width, scene->height - scene->ruler_top);
  GtkSnapshot *snapshot;

  if (self->flag
      && time / GSCOPE_GTK_REFRESH_INTERVAL == self->flag_time / GSCOPE_GTK_REFRESH_INTERVAL
      && left > 0 && left < limit)
    return;
  snapshot = gtk_snapshot_new ();
  draw_piece (self, snapshot, gscope_gtk_chrome_draw_pen, &area);
  g_clear_pointer (&self->flag, gsk_render_node_unref);
  self->flag = gtk_snapshot_free_to_node (snapshot);
  self->flag_time = time;
  self->flag_x = floor (x);
}

static void
snapshot_pen (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  const GscopeGtkScene *scene = &self->scene;
  gint64 pen = gscope_gtk_viewport_get_end (scene->viewport);
  double x;

  if (!gscope_gtk_scene_is_sweeping (&self->scene)
      || !gscope_gtk_viewport_time_to_x (scene->viewport, pen, &x))
    return;
  x = scene->plot.x + x / scene->device_scale;
  update_flag (self, pen, x);
  append_color (
      snapshot, scene->palette->accent, 1,
      &GRAPHENE_RECT_INIT (floor (x) - 1, scene->plot.y, 2, scene->ruler_top - scene->plot.y));
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (floor (x) - self->flag_x, 0));
  gtk_snapshot_append_node (snapshot, self->flag);
  gtk_snapshot_restore (snapshot);
}

static void
snapshot_empty (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (
      GTK_WIDGET (self),
      _ ("No signal is shown: add one to the view, or show one that is hidden."));
  int height;
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  color.alpha *= 0.6f;
  pango_layout_set_width (layout, self->scene.width * PANGO_SCALE);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (self->scene.height - height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

void
gscope_gtk_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);
  const GscopeGtkScene *scene = &self->scene;
  graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, scene->width, scene->height);
  graphene_rect_t plot =
      GRAPHENE_RECT_INIT (scene->plot.x, scene->plot.y, scene->plot.width, scene->plot.height);

  append_color (snapshot, scene->palette->background, 1, &all);
  if (scene->lanes->len == 0)
    {
      snapshot_empty (self, snapshot);
      return;
    }
  gtk_snapshot_push_clip (snapshot, &plot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &plot.origin);
  gscope_gtk_strips_snapshot (&self->strips, &self->scene, snapshot);
  gtk_snapshot_restore (snapshot);
  gtk_snapshot_pop (snapshot);
  for (int i = 0; i < GSCOPE_GTK_N_PARTS; i++)
    {
      if (!self->parts[i])
        self->parts[i] = create_part (self, i);
      gtk_snapshot_append_node (snapshot, self->parts[i]);
    }
  snapshot_pen (self, snapshot);
}

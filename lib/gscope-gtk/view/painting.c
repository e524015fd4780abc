/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/image-node.h>
#include <gscope-gtk/view/private.h>

#include <math.h>

/* The room for the sentence of an empty lane, of three lines. */
#define REASON_HEIGHT 60

/* The render nodes of each frame: the strips, and the parts that are drawn when they change. */

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

typedef void (*LaneFunc) (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context,
                          const GscopeGtkSceneLane *lane);

/* Draws as wide as the plot, from a distance below its top on. */
static void
draw_lane_piece (GscopeGtkView *self, GtkSnapshot *snapshot, const GscopeGtkSceneLane *lane,
                 LaneFunc draw, int top, int height)
{
  const cairo_rectangle_int_t *plot = &self->scene.plot;
  graphene_rect_t area = GRAPHENE_RECT_INIT (plot->x, plot->y + top, plot->width, height);
  cairo_t *cr = gscope_gtk_image_node_begin (&area, self->scene.device_scale);
  g_autoptr (GskRenderNode) node = NULL;

  draw (&self->annotations, cr, gtk_widget_get_pango_context (GTK_WIDGET (self)), lane);
  node = gscope_gtk_image_node_end (cr, &area);
  gtk_snapshot_append_node (snapshot, node);
}

/* A node is repainted as a whole, so that parts that change often are in tight pieces. */
static void
draw_head_pieces (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  for (guint i = 0; i < self->scene.lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (self->scene.lanes, GscopeGtkSceneLane, i);

      if (lane->head > 0)
        draw_lane_piece (self, snapshot, lane, gscope_gtk_chrome_draw_head, lane->top - lane->head,
                         lane->head);
    }
}

static void
draw_reason_pieces (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  self->reasons = gscope_gtk_view_hash_reasons (self);
  for (guint i = 0; i < self->scene.lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (self->scene.lanes, GscopeGtkSceneLane, i);
      g_autofree char *reason = gscope_gtk_chrome_explain_empty (&self->annotations, lane);
      int height = MIN (lane->height, (int) (REASON_HEIGHT * self->scene.text_scale));

      if (reason)
        draw_lane_piece (self, snapshot, lane, gscope_gtk_chrome_draw_reason,
                         lane->top + (lane->height - height) / 2, height);
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
  const graphene_rect_t areas[] = {
    GRAPHENE_RECT_INIT (0, scene->plot.y - 8, scene->plot.x, scene->plot.height + 16),
    GRAPHENE_RECT_INIT (right, scene->plot.y - 8, scene->width - right, scene->plot.height + 16),
  };

  for (guint i = 0; i < G_N_ELEMENTS (areas); i++)
    draw_piece (self, snapshot, gscope_gtk_chrome_draw_rulers, &areas[i]);
}

static void
draw_time_piece (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  const GscopeGtkScene *scene = &self->scene;
  graphene_rect_t area =
      GRAPHENE_RECT_INIT (0, scene->ruler_top, scene->width, scene->height - scene->ruler_top);

  draw_piece (self, snapshot, gscope_gtk_chrome_draw_time, &area);
}

static void
append_grid (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  g_autoptr (GArray) lines = gscope_gtk_chrome_list_grid (&self->annotations);

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

  if (part == GSCOPE_GTK_PART_TIME)
    draw_time_piece (self, snapshot);
  else if (part == GSCOPE_GTK_PART_HEADS)
    draw_head_pieces (self, snapshot);
  else if (part == GSCOPE_GTK_PART_REASONS)
    draw_reason_pieces (self, snapshot);
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

/* Draws the label if its text changed. */
static void
update_flag (GscopeGtkView *self, gint64 time)
{
  const GscopeGtkScene *scene = &self->scene;
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  const GscopeGtkExtent *flag = &self->annotations.flags[GSCOPE_GTK_PEN_FLAG];
  GtkSnapshot *snapshot;

  if (self->flag
      && time / GSCOPE_GTK_REFRESH_INTERVAL == self->flag_time / GSCOPE_GTK_REFRESH_INTERVAL)
    return;
  gscope_gtk_chrome_measure_flags (&self->annotations, context);
  snapshot = gtk_snapshot_new ();
  draw_piece (self, snapshot, gscope_gtk_chrome_draw_clock,
              &GRAPHENE_RECT_INIT (floor (flag->left) - 1, scene->ruler_top,
                                   ceil (flag->right - flag->left) + 3,
                                   scene->height - scene->ruler_top));
  g_clear_pointer (&self->flag, gsk_render_node_unref);
  self->flag = gtk_snapshot_free_to_node (snapshot);
  self->flag_time = time;
  self->flag_x = floor (flag->left);
}

/* Numbers of the time ruler come and go as labels move over them. */
static void
hide_numbers (GscopeGtkView *self)
{
  guint64 hidden = 0;

  if (!self->numbers)
    self->numbers = gscope_gtk_chrome_list_numbers (
        &self->annotations, gtk_widget_get_pango_context (GTK_WIDGET (self)));
  for (guint i = 0; i < MIN (self->numbers->len, 64); i++)
    if (gscope_gtk_chrome_is_hidden (&self->annotations,
                                     &g_array_index (self->numbers, GscopeGtkExtent, i)))
      hidden |= G_GUINT64_CONSTANT (1) << i;
  if (hidden != self->hidden_numbers)
    g_clear_pointer (&self->parts[GSCOPE_GTK_PART_TIME], gsk_render_node_unref);
  self->hidden_numbers = hidden;
}

static void
place_flags (GscopeGtkView *self)
{
  if (!self->parts[GSCOPE_GTK_PART_CURSORS] && self->annotations.n_cursors > 0)
    gscope_gtk_chrome_measure_flags (&self->annotations,
                                     gtk_widget_get_pango_context (GTK_WIDGET (self)));
  gscope_gtk_chrome_place_flags (&self->annotations);
  if (gscope_gtk_scene_is_sweeping (&self->scene))
    update_flag (self, gscope_gtk_viewport_get_end (self->scene.viewport));
  hide_numbers (self);
}

static void
snapshot_pen (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  const GscopeGtkScene *scene = &self->scene;
  double x;

  if (gscope_gtk_chrome_get_pen_x (scene, &x))
    append_color (snapshot, scene->palette->accent, 1,
                  &GRAPHENE_RECT_INIT (x - 1, scene->plot.y, 2, scene->ruler_top - scene->plot.y));
}

static void
snapshot_flag (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  const GscopeGtkExtent *flag = &self->annotations.flags[GSCOPE_GTK_PEN_FLAG];

  if (flag->left > flag->right || !self->flag)
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (floor (flag->left) - self->flag_x, 0));
  gtk_snapshot_append_node (snapshot, self->flag);
  gtk_snapshot_restore (snapshot);
}

static void
snapshot_empty (GscopeGtkView *self, GtkSnapshot *snapshot)
{
  g_autofree char *reason = gscope_gtk_view_explain_nothing (self);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), reason);
  int height;
  GdkRGBA color;

  self->reasons = g_str_hash (reason);
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
  place_flags (self);
  for (int i = 0; i < GSCOPE_GTK_N_PARTS; i++)
    {
      if (i == GSCOPE_GTK_PART_HEADS)
        snapshot_pen (self, snapshot);
      if (!self->parts[i])
        self->parts[i] = create_part (self, i);
      gtk_snapshot_append_node (snapshot, self->parts[i]);
    }
  snapshot_flag (self, snapshot);
}

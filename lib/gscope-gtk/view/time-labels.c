/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/time-labels.h>

#include <gscope-gtk/paint/image-node.h>
#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/view/painting.h>

#include <math.h>

void
gscope_gtk_time_labels_drop_numbers (GscopeGtkTimeLabels *self)
{
  g_clear_pointer (&self->numbers, g_array_unref);
  g_clear_pointer (&self->number_nodes, g_ptr_array_unref);
}

void
gscope_gtk_time_labels_clear (GscopeGtkTimeLabels *self)
{
  gscope_gtk_time_labels_drop_numbers (self);
  g_clear_pointer (&self->flag, gsk_render_node_unref);
}

static graphene_rect_t
get_area (const GscopeGtkScene *scene, double left, double right)
{
  return GRAPHENE_RECT_INIT (left, scene->ruler_top, right - left,
                             scene->height - scene->ruler_top);
}

/* Returns a number that changes with the text of the label: the trigger's time, or the time of the pen in refresh intervals. */
static gint64
get_flag_time (const GscopeGtkScene *scene)
{
  GscopeCapture *capture = gscope_gtk_scene_get_capture (scene);

  return capture ? gscope_capture_get_time (capture)
                 : gscope_gtk_viewport_get_end (scene->viewport) / GSCOPE_GTK_REFRESH_INTERVAL;
}

static void
update_flag (GscopeGtkTimeLabels *self, GscopeGtkAnnotations *annotations, PangoContext *context)
{
  const GscopeGtkExtent *flag = &annotations->flags[GSCOPE_GTK_PEN_FLAG];
  gint64 time = get_flag_time (annotations->scene);
  graphene_rect_t area;
  cairo_t *cr;

  if (self->flag && time == self->flag_time)
    return;
  gscope_gtk_chrome_measure_flags (annotations, context);
  area = get_area (annotations->scene, floor (flag->left) - 1,
                   floor (flag->left) + ceil (flag->right - flag->left) + 2);
  cr = gscope_gtk_image_node_begin (&area, annotations->scene->device_scale);
  gscope_gtk_chrome_draw_clock (annotations, cr, context);
  g_clear_pointer (&self->flag, gsk_render_node_unref);
  self->flag = gscope_gtk_image_node_end (cr, &area);
  self->flag_time = time;
  self->flag_x = floor (flag->left);
}

void
gscope_gtk_time_labels_place (GscopeGtkTimeLabels *self, GscopeGtkAnnotations *annotations,
                              PangoContext *context)
{
  const GscopeGtkScene *scene = annotations->scene;

  gscope_gtk_chrome_place_flags (annotations);
  if (gscope_gtk_scene_is_sweeping (scene) || gscope_gtk_scene_get_capture (scene))
    update_flag (self, annotations, context);
}

static GskRenderNode *
draw_number (const GscopeGtkAnnotations *annotations, PangoContext *context,
             const GscopeGtkNumber *number)
{
  graphene_rect_t area =
      get_area (annotations->scene, floor (number->place.left) - 1, ceil (number->place.right) + 1);
  cairo_t *cr = gscope_gtk_image_node_begin (&area, annotations->scene->device_scale);

  gscope_gtk_chrome_draw_number (annotations, cr, context, number);
  return gscope_gtk_image_node_end (cr, &area);
}

static void
draw_numbers (GscopeGtkTimeLabels *self, const GscopeGtkAnnotations *annotations,
              PangoContext *context)
{
  self->numbers = gscope_gtk_chrome_list_numbers (annotations, context);
  self->number_nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) gsk_render_node_unref);
  for (guint i = 0; i < self->numbers->len; i++)
    g_ptr_array_add (
        self->number_nodes,
        draw_number (annotations, context, &g_array_index (self->numbers, GscopeGtkNumber, i)));
}

void
gscope_gtk_time_labels_snapshot_numbers (GscopeGtkTimeLabels *self,
                                         const GscopeGtkAnnotations *annotations,
                                         PangoContext *context, GtkSnapshot *snapshot)
{
  if (!self->numbers)
    draw_numbers (self, annotations, context);
  for (guint i = 0; i < self->numbers->len; i++)
    if (!gscope_gtk_chrome_is_hidden (annotations,
                                      &g_array_index (self->numbers, GscopeGtkNumber, i)))
      gtk_snapshot_append_node (snapshot, self->number_nodes->pdata[i]);
}

void
gscope_gtk_time_labels_snapshot_flag (const GscopeGtkTimeLabels *self,
                                      const GscopeGtkAnnotations *annotations,
                                      GtkSnapshot *snapshot)
{
  const GscopeGtkExtent *flag = &annotations->flags[GSCOPE_GTK_PEN_FLAG];

  if (flag->left > flag->right || !self->flag)
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (floor (flag->left) - self->flag_x, 0));
  gtk_snapshot_append_node (snapshot, self->flag);
  gtk_snapshot_restore (snapshot);
}

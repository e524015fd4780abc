/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/image-node.h>

#include <math.h>

/* cairo copies an image that ends before the recording that shows it, so that the recording keeps the image. */
static void
keep_image (cairo_surface_t *recording, cairo_surface_t *surface)
{
  static const cairo_user_data_key_t key;

  cairo_surface_set_user_data (recording, &key, cairo_surface_reference (surface),
                               (cairo_destroy_func_t) cairo_surface_destroy);
}

GskRenderNode *
gscope_gtk_image_node_new (cairo_surface_t *surface, const graphene_rect_t *area)
{
  GskRenderNode *node = gsk_cairo_node_new (area);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  keep_image (cairo_get_target (cr), surface);
  if (cairo_surface_get_content (surface) == CAIRO_CONTENT_COLOR)
    cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cr, surface, area->origin.x, area->origin.y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_rectangle (cr, area->origin.x, area->origin.y, area->size.width, area->size.height);
  cairo_fill (cr);
  cairo_destroy (cr);
  return node;
}

cairo_t *
gscope_gtk_image_node_begin (const graphene_rect_t *area, double scale)
{
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_ARGB32, ceil (area->size.width * scale), ceil (area->size.height * scale));
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  cairo_surface_destroy (surface);
  cairo_translate (cr, -area->origin.x, -area->origin.y);
  return cr;
}

GskRenderNode *
gscope_gtk_image_node_end (cairo_t *cr, const graphene_rect_t *area)
{
  GskRenderNode *node = gscope_gtk_image_node_new (cairo_get_target (cr), area);

  cairo_destroy (cr);
  return node;
}

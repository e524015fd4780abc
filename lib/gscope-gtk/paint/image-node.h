/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* Creates a render node that copies an image: unlike a node with drawing commands, its cost depends
 * only on the pixels that are repainted. It respects the surface's device scale. */
GskRenderNode *gscope_gtk_image_node_new (cairo_surface_t *surface, const graphene_rect_t *area);

/* Creates an empty image for an area at a device scale, with the area's coordinates; and creates
 * the image's node, which frees it. */
cairo_t *gscope_gtk_image_node_begin (const graphene_rect_t *area, double scale);
GskRenderNode *gscope_gtk_image_node_end (cairo_t *cr, const graphene_rect_t *area);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* A render node that paints an image as it is: unlike one that holds drawing commands, it costs no
 * more than the pixels that are repainted. The surface's device scale counts. */
GskRenderNode *gscope_gtk_image_node_new (cairo_surface_t *surface, const graphene_rect_t *area);

/* Makes an empty image for an area at a device scale, to be drawn in the area's own coordinates;
 * and the node of the image, which frees it. */
cairo_t *gscope_gtk_image_node_begin (const graphene_rect_t *area, double scale);
GskRenderNode *gscope_gtk_image_node_end (cairo_t *cr, const graphene_rect_t *area);

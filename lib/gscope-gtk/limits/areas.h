/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/chrome.h>
#include <gscope/limit/limit.h>

/* The values beyond the limits of signals, hatched, with a line along the bounds. A mask is drawn in a triggered display. */

/* Returns rectangles around all that is drawn: graphene_rect_t. */
GArray *gscope_gtk_limits_list_areas (const GscopeGtkAnnotations *self);
void
gscope_gtk_limits_draw_areas (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context);

/* Calls a function for each limit of a signal that a lane shows as a line. */
typedef void (*GscopeGtkLimitFunc) (const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane,
                                    const GscopeGtkMapping *mapping, GscopeLimit *limit,
                                    gpointer data);
void gscope_gtk_limits_foreach (const GscopeGtkAnnotations *self, GscopeGtkLimitFunc func,
                                gpointer data);

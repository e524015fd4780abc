/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/chrome/chrome.h>

/* Gaps in a lane: hatched in the plot, and counted in the lane's head. */

/* Adds the areas of a lane's gaps in view to an array of cairo_rectangle_int_t. */
void gscope_gtk_chrome_list_gaps (const GscopeGtkAnnotations *self, const GscopeGtkSceneLane *lane,
                                  GArray *areas);
void gscope_gtk_chrome_draw_gaps (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush,
                                  const GscopeGtkSceneLane *lane);
/* Creates a hatching, whose lines rise or fall to the right: a small repeated image, because stroking its lines would cost more
 * than the traces. */
cairo_pattern_t *gscope_gtk_chrome_create_hatching (GscopeGtkBrush *brush, gboolean is_falling);
/* Fills an area with the hatching of gaps. */
void gscope_gtk_chrome_draw_hatch (GscopeGtkBrush *brush, double x, double y, double width,
                                   double height);
/* Returns the number of gaps in view in a lane; gaps of several signals at the same time count as
 * one. `last` is the latest gap. */
guint gscope_gtk_chrome_count_gaps (const GscopeGtkAnnotations *self,
                                    const GscopeGtkSceneLane *lane, GscopeGap *last);

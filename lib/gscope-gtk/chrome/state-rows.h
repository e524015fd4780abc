/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/plot/scene.h>

/* Draws keys and names of the signals of a lane of states, left of their rows. */
void gscope_gtk_chrome_draw_row_names (GscopeGtkBrush *brush, const GscopeGtkScene *scene,
                                       const GscopeGtkSceneLane *lane);
/* Draws the legend of a lane's bars and symbols, as far as there is room. */
void gscope_gtk_chrome_draw_legend (GscopeGtkBrush *brush, const GscopeGtkScale *scale, double x,
                                    double middle, double right);
/* Returns the longest name of a state; NULL for none. */
const char *gscope_gtk_chrome_find_widest (GscopeGtkViewSignal *entry);

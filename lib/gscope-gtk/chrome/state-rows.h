/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/plot/scene.h>

/* Draws keys and names of the signals of a lane of states, left of their rows. */
void gscope_gtk_chrome_draw_row_names (GscopeGtkBrush *brush, const GscopeGtkScene *scene,
                                       const GscopeGtkSceneLane *lane);
/* Draws the legend of a lane's bars and symbols. Entries without room are counted at its end; returns TRUE if there are any. */
gboolean gscope_gtk_chrome_draw_legend (GscopeGtkBrush *brush, const GscopeGtkScale *scale,
                                        double x, double middle, double right);
/* Returns the words of all entries of a lane's legend. */
char *gscope_gtk_chrome_describe_legend (const GscopeGtkScale *scale);
/* Returns the longest name of a state; NULL for none. */
const char *gscope_gtk_chrome_find_widest (GscopeGtkViewSignal *entry);

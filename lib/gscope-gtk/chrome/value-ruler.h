/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/plot/scene.h>

/* Draws the value rulers of a lane of lines, with their titles if the view has them. */
void gscope_gtk_chrome_draw_value_rulers (GscopeGtkBrush *brush, const GscopeGtkScene *scene,
                                          const GscopeGtkSceneLane *lane);
/* Returns the unit of the numbers of a ruler, with the prefix that they share. */
char *gscope_gtk_chrome_format_unit (const GscopeGtkMapping *mapping, const char *unit);
